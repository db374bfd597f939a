"""A puzzle on the game's own board: the reader's way to an answer, the verdict on it, and the solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from keyharvest.game import Game
from keyharvest.knowledge.changes import Changes
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import text_of
from keyharvest.page.core.intent import intent
from keyharvest.page.parts.scene import Goal, Scene
from keyharvest.page.puzzles import solving_view as drawn
from keyharvest.page.puzzles.overview import next_puzzle
from keyharvest.page.puzzles.results_view import first_day, record
from keyharvest.page.puzzles.task import Task, TaskTable
from keyharvest.page.tabletop.panels import boards
from keyharvest.picture.elements import Html
from keyharvest.puzzles import (
    HINTS,
    Puzzle,
    Verdict,
    choices,
    hint,
    hint_spaces,
    judge,
    judge_choice,
    load,
    placings,
    reply,
    verdict_text,
)
from keyharvest.puzzles.by_hand import NUMBER, opened
from keyharvest.rules import legal, play
from keyharvest.rules.components import CROP_INDEX, WORKER_INDEX
from keyharvest.rules.frames import DONE, END
from keyharvest.rules.geometry import INDEX, SPACES, mask_of
from keyharvest.rules.moves import MOVES
from keyharvest.saved.puzzle_days import DAY, day_of
from keyharvest.saved.puzzle_results import Begun, Results
from keyharvest.search.ahead import in_one_go
from keyharvest.table.chairs import PERSON, USUAL, Chair
from keyharvest.table.sealing import SEAL, sealed, unsealed
from keyharvest.table.set_up import NAMES, seated
from keyharvest.table.sitting import Sight, Sitting
from keyharvest.words import report
from keyharvest.words.language import _

#: The name of today's puzzle.
DAILY = "daily"
#: More counters than any right answer has.
_MOST_COUNTERS = 20


def found(wanted: str, today: date, results: Results, draw: Callable[[int], int]) -> tuple[Puzzle, date | None, str]:
    """Return the puzzle asked for, its day if that was given (``daily`` is today), and the value that opens the next.

    A puzzle made by hand is given by its sealed text. Raise ``ValueError`` if there is no such puzzle, and for a day
    before the first or after today.
    """
    collection = load()
    if wanted.startswith(SEAL):
        try:
            return opened(unsealed(wanted)), None, "any"
        except ValueError as error:
            raise ValueError(_("Can't open this puzzle. {fault}").format(fault=error)) from None
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 and 1 <= int(wanted) <= len(collection):
        return collection[int(wanted)], None, "any"
    if puzzle := next_puzzle(collection, wanted, results, draw):
        return puzzle, None, wanted
    day = today if wanted == DAILY else day_of(wanted)
    if day is None or (wanted != DAILY and not first_day() <= day <= today):
        raise ValueError(_("There is no puzzle {name}.").format(name=wanted[:20]))
    return collection.daily(day), day, "any"


class _Puzzled(Sitting):
    """A sitting at the position of a puzzle; it shows what the reader sees and deduces nothing (rule 14.3)."""

    unknown: tuple[int, ...]

    def sight(self, viewer: int, at: int = -1) -> Sight:
        return Sight(viewer, self.game.states[at], self.unknown)


class Solving(Task):
    """A puzzle on the page.

    Attributes:
        puzzle: the puzzle; ``day``: the day whose puzzle it is, if it was opened as such.
        verdict: the judgement of the last answer, until the reader tries again; ``chosen``: that answer, if no turn
            was played; ``replied``: the rival's best reply in a duel.
        solved: whether any answer was right; ``hints``: the number of hints shown.
        way_out: the intent that leads back to the screen where it was opened.
    """

    way_out = "puzzles"

    def __init__(
        self,
        puzzle: Puzzle,
        day: date | None,
        results: Results,
        today: Callable[[], date],
        following: str = "any",
        reader: str = NAMES[0],
    ) -> None:
        """``results`` records the tries, with the date from ``today``; ``following`` is what opens the next puzzle.

        If ``following`` is empty, as in an embedded puzzle, there is no next puzzle and nothing to share.
        """
        self.puzzle = puzzle
        self.day = day
        self.results = results
        self._today = today
        self._opened = today()
        self._following = following
        self._change: int | None = None
        self._peeked = False
        self.names = seated(0, puzzle.seen.state.players, reader)
        self.solved = day is not None and results.solved(day)
        tried = results.tries.get(puzzle.number)
        self.hints = tried.hints if tried and self.solved else 0
        self._right = Verdict(True, puzzle.best, puzzle.best), [*puzzle.answers[0]] if puzzle.answers else []
        if self.solved:
            self.look_again()
        else:
            self._lay()

    def _lay(self) -> None:
        """Set up the table as it is at the beginning."""
        choice = self.puzzle.of_kind.answer == "choice"
        start = self.puzzle.seen.state if choice else self.puzzle.start()
        chairs = [Chair(name, USUAL if seat else PERSON) for seat, name in enumerate(self.names)]
        sitting = _Puzzled(Game(start), chairs)
        sitting.unknown = self.puzzle.seen.unknown
        self.table = TaskTable(sitting, self._moved)
        self.table.task = self
        self.table.viewer = self.table.shown = 0
        self.verdict: Verdict | None = None
        self.chosen: list[str] = []
        self.replied: list[str] = []
        self.shown = False
        self.pending: list[str] = []

    def seen(self, scene: Scene) -> Scene:
        spaces, tiles, workers = self.subjects()
        return replace(
            scene,
            changed=Changes((spaces, *(0,) * (len(self.names) - 1)), tiles),
            workers=workers,
            no_points=self.puzzle.kind == "crops",  # they would give the answer away
        )

    def targets(self) -> list[str]:
        """Return the ids of everything that can be picked as the answer, or else chosen on the table."""
        if not self.picks:
            return super().targets()
        where = boards.LARGE if self.puzzle.kind == "space" else "pick"
        return [*(f"{where}-{name}" for name in choices(self.puzzle)), *(["end"] if self.chosen else [])]

    def do_tap(self, space: int) -> Patch | None:
        """Pick the space, if spaces are the answer."""
        if self.picks and self.puzzle.kind == "space" and self.table.shown == 0:
            self.table.cursor.space = space
            return self.do_pick(SPACES[space])
        return super().do_tap(space)

    def look_again(self) -> None:
        """Show the verdict on a right answer again."""
        self._lay()
        self.verdict, self.chosen = self._right[0], [*self._right[1]]

    @property
    def begun(self) -> Begun | None:
        """The reader's steps so far; ``None`` before the first, and once the answer is found or seen."""
        steps = self.chosen or self.table.sitting.game.moves
        over = self.solved or self._peeked or not (self.hints or steps)
        return None if over else Begun(self.name, self.hints, tuple(steps))

    def resume(self, begun: Begun) -> None:
        """Set up the table as the reader left it, before any answer."""
        self.hints = begun.hints
        if self.picks:
            self.chosen = [step for step in begun.steps if step in choices(self.puzzle)]
            return
        game = self.table.sitting.game
        for step in begun.steps if self.puzzle.kind != "bid" else ():
            if step == END or step not in legal(game.state):
                return
            game.play(step)

    @property
    def name(self) -> str:
        """The value with which the page opens it."""
        if self.puzzle.number == NUMBER:
            return sealed(self.puzzle.row())
        return self.day.isoformat() if self.day else str(self.puzzle.number)

    @property
    def helped(self) -> bool:
        """Whether the reader saw the solution before any right answer, or all hints, of which the last one is it."""
        return self._peeked or self.hints == HINTS

    @property
    def answers(self) -> bool:
        """Whether the reader looks for an answer now."""
        return self.verdict is None and not self.shown

    @property
    def plays(self) -> bool:
        return self.answers and self.puzzle.of_kind.answer != "choice"

    @property
    def picks(self) -> bool:
        """Whether the answer is picked from the possible choices now."""
        return self.answers and self.puzzle.of_kind.answer == "choice"

    def goal(self) -> Goal | None:
        if self._missed() and self.puzzle.kind == "space":
            right = mask_of(sorted({*self.chosen} - self._wrong()))
            return replace(drawn.goal(self._attempt(), None, False), open=right, picked=right)
        begun = bool(self.table.sitting.game.moves)
        return drawn.goal(self._attempt(), self._reached(), begun) if self.answers else None

    def _missed(self) -> bool:
        """Whether the last answer was wrong."""
        return self.verdict is not None and not self.verdict.solved

    def _wrong(self) -> set[str]:
        """Return the wrong choices in the answer."""
        return {*self.chosen} - {*self.puzzle.answers[0]}

    def subjects(self) -> tuple[int, int, int]:
        """Return what to highlight, as masks: spaces of the reader's board, tiles elsewhere, workers."""
        puzzle = self.puzzle
        spaces = hint_spaces(puzzle, self.hints) if self.hints else 0
        if self.shown:
            spaces = hint_spaces(puzzle, HINTS) if puzzle.kind == "space" else 0
        if puzzle.kind == "space":
            if self._missed():
                spaces |= mask_of(sorted(self._wrong()))
            return spaces, 0, 1 << WORKER_INDEX[puzzle.asked]
        if puzzle.kind in ("field", "bid"):
            return spaces, 1 << INDEX[puzzle.asked], 0
        if puzzle.kind != "why":
            return spaces, 0, 0
        worker, at, space = puzzle.asked.partition("@")
        if at:
            return spaces | 1 << INDEX[space], 0, 1 << WORKER_INDEX[worker]
        wish = MOVES[puzzle.asked]
        return spaces, 1 << wish.tile if wish.tile >= 0 else 0, 1 << wish.worker if wish.worker >= 0 else 0

    def _reached(self) -> int | None:
        """Return the result so far; ``None`` if it isn't shown before the answer is checked."""
        if self.puzzle.kind not in ("points", "win", "chain"):
            return None
        game = self.table.sitting.game
        return judge(self.puzzle, game.state, placings(game.states, game.moves)).reached

    def panels(self) -> dict[str, Html]:
        found = self.table.panels(False)
        if self.picks:
            found["action"] = drawn.choice(self._attempt(), choices(self.puzzle))
        elif not self.plays:
            found["action"] = drawn.outcome(self._attempt())
        told = record(self.results, self._today(), self._change)
        return found | {"top": drawn.top(self.way_out, _("Puzzle"), _("Leave puzzle")), "log": told}

    def _attempt(self) -> drawn.Attempt:
        game = self.table.sitting.game
        states = game.states[len(game.moves) - len(self.replied) :]
        told = [line for line in report(states, self.replied, self.names) if line] if self.replied else []
        return drawn.Attempt(
            self.puzzle,
            self.day,
            self.names,
            self.verdict,
            self.verdict_text,
            told,
            self.hints,
            tuple(self.chosen),
            self._following,
            self._shared(),
            self.solved,
            self.helped,
        )

    def _shared(self) -> str:
        """Return the text to share: how far the reader got with the puzzle, and nothing of its answer."""
        if not (self._following and self.solved):
            return ""
        tried = self.results.tries.get(self.puzzle.number)
        first = bool(tried and tried.solved)
        return drawn.shared(self.puzzle, self.day, self._right[0], first, self.hints, self.helped)

    # The answer

    def _moved(self) -> Patch:
        """Respond to a move; in a bid puzzle, a complete bid is the answer."""
        if self.puzzle.kind != "bid":
            return super()._moved()
        self.chosen = [move for move in self.table.sitting.game.moves if move in CROP_INDEX]
        return self._answered(judge_choice(self.puzzle, self.chosen))

    @intent()
    def do_check(self) -> Patch | None:
        """Judge the answer, without ending the turn."""
        if not self.answers:
            return None
        if self.puzzle.kind == "bid":
            return self.table.choosing.do_commit()
        if self.picks:
            if not self.chosen:
                raise ValueError(_("Choose your answer first."))
            return self._answered(judge_choice(self.puzzle, self.chosen))
        return self._answered(self._judged())

    @intent(text_of)
    def do_pick(self, thing: str) -> Patch:
        """Add a choice to the answer, or remove it; counters are only added."""
        if not self.picks or thing not in choices(self.puzzle):
            raise ValueError(f"message: pick: {thing[:20]!r} is not among the choices")
        if self.puzzle.kind == "hidden":
            if len(self.chosen) < _MOST_COUNTERS:
                self.chosen.append(thing)
        elif thing in self.chosen:
            self.chosen.remove(thing)
        elif self.puzzle.kind == "why":
            self.chosen = [thing]
        else:
            self.chosen.append(thing)
        return {"say": drawn.picked(self._attempt())}

    @intent(text_of)
    def do_unpick(self, thing: str) -> Patch:
        """Remove a counter from the answer."""
        if not self.picks or thing not in self.chosen:
            raise ValueError(f"message: unpick: {thing[:20]!r} is not in the answer")
        self.chosen.remove(thing)
        return {"say": drawn.picked(self._attempt())}

    @intent()
    def do_hint(self) -> Patch | None:
        """Show the next hint."""
        if self.shown or self.solved or self.hints == HINTS:
            return None
        if self.verdict:
            self._try_again()
        self.table.note("")  # the hint replaces the note on the last tap
        self.hints += 1
        return {"say": " ".join(hint(self.puzzle, self.hints, self.names))}

    def _answered(self, verdict: Verdict) -> Patch:
        self.verdict = verdict
        if verdict.solved:
            self.solved, self._right = True, (verdict, self.chosen)
        self._count(verdict.solved)
        self.table.forget()
        return {"say": self.verdict_text, "focus": "card-title"}

    def _count(self, solved: bool) -> None:
        """Count a try: only the first at a puzzle changes the rating, and only today's counts for the days in a row."""
        number, today = self.puzzle.number, self._today()
        if number == NUMBER:
            return  # made by hand: nobody has graded it
        alone = solved and not self.helped
        if number not in self.results.tries:
            self.results.add(number, self.puzzle.grade, alone, self.hints, today)
            self._change = self.results.tries[number].change
        # After a midnight in the middle, it is still the puzzle of the day on which it was opened.
        if self.day == self._opened and today - self._opened <= DAY:
            self.results.add_day(self.day, alone)
        elif self.day and alone and not self.results.solved(self.day):
            self.results.late.add(self.day)

    def _judged(self) -> Verdict:
        """Judge the turn played; in a duel, after the rival's best reply."""
        stage = self.table.stage()
        if stage is None or not stage.can_end():
            raise ValueError(_("You can't end the turn now."))
        game = self.table.sitting.game
        if not game.moves:
            raise ValueError(_("Play your turn first."))
        if self.puzzle.kind == "duel":
            self.replied = list(in_one_go(reply(play(game.state, END))))
            game.take([END, *self.replied])
        return judge(self.puzzle, game.state, placings(game.states, game.moves))

    @property
    def verdict_text(self) -> str:
        """The verdict in a sentence."""
        return verdict_text(self.puzzle, self.chosen, self.verdict, self.names) if self.verdict else ""

    @intent()
    def do_again(self) -> Patch:
        """Return to the beginning for another try."""
        self._try_again()
        return {"focus": "card-title"}

    def _try_again(self) -> None:
        """Set up the table again; choices that were not all right can be corrected."""
        kept = self.chosen if self._missed() and self.puzzle.of_kind.answer == "choice" else []
        self._lay()
        self.chosen = kept

    # The solution

    @intent()
    def do_solve(self) -> Patch:
        """Show one solution on the table, move by move; seen before a right answer, it counts as a failed try."""
        if not self.solved:
            self._peeked = True
            self._count(False)
        self._lay()
        puzzle = self.puzzle
        self.pending = [*puzzle.answers[0], DONE] if puzzle.kind == "bid" else list(puzzle.line)
        self.shown = True
        return {"focus": "card-title"}
