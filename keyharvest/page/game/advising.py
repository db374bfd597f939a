"""Advice on the game screen: hints on demand, and the coach of a first game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from keyharvest import words
from keyharvest.advice.coach import Coach, grown, objection
from keyharvest.page.game.choosing import Choosing
from keyharvest.page.game.playback import Patch
from keyharvest.panels.parts.markup import Html
from keyharvest.panels.scene import Scene
from keyharvest.rules.components import EVENT_INDEX
from keyharvest.rules.frames import END
from keyharvest.table.sitting import COACH, Sitting
from keyharvest.table.staging import NOTHING, TILE, Stage
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.advice.hints import Choice, Hints

#: The number of steps in which a hint's progress is shown.
_PROGRESS: Final = 20
#: The number of turns that the coach considers.
_CONSIDERED: Final = 12


class _Plan(NamedTuple):
    """A hint's turn that is being carried out: its number, seat and turn, and the number of moves before it."""

    number: int
    hint: Choice
    seat: int
    turn: int
    begun: int

    def done(self, moves: Sequence[str]) -> int | None:
        """Return how many of its moves have been made in a game, or ``None`` if the game took another course."""
        made = tuple(moves[self.begun :])
        return len(made) if self.begun <= len(moves) and self.hint.moves[: len(made)] == made else None


def think(hints: Hints, seconds: float) -> Patch:
    """Continue a search, and show its progress or result."""
    before = hints.progress
    hints.think(seconds)
    if not hints.found:
        near = int(hints.progress * _PROGRESS) == int(before * _PROGRESS)
        return {} if near else {"attributes": {"hint-progress": {"value": f"{hints.progress:.2f}"}}}
    steps = words.listing([step.text for step in hints.found[0].steps])
    return {"say": _("Best: {steps}.").format(steps=steps), "focus": "card-title"}


def choose(hints: Hints | None, value: str) -> Patch | None:
    """Show one of the turns found, by its number, or ``compare`` it. Raise ``ValueError`` for anything else."""
    numbers = [str(number) for number in range(1, len(hints.found) + 1)] if hints else []
    if hints and numbers[1:] and value == "compare":
        hints.comparing = not hints.comparing
        return {"focus": "compare-title" if hints.comparing else "hint-compare"}
    if not hints or value not in numbers:
        raise ValueError(f"message: hint: {value[:20]!r} is not one of the turns shown")
    hints.chosen = int(value) - 1
    return None


class Advising(Choosing):
    """The search for advice on the open question, and its result.

    Methods named ``do_…`` carry out an intent, like those of :class:`~keyharvest.page.game.tabletop.Tabletop`.
    """

    def __init__(self, sitting: Sitting, moved: Callable[[], Patch]) -> None:
        super().__init__(sitting, moved)
        self._advice: Hints | None = None
        self._thoughts: Hints | None = None
        self._coach = Coach()
        self._plan: _Plan | None = None

    def stage(self) -> Stage | None:
        """Return the selection for the open question, and drop the coach's search for an earlier one.

        While a hint's turn is being carried out, its next step is selected at once.
        """
        before = self._stage
        found = super().stage()
        if found is not before:
            self._thoughts = None
            if found and self._plan:
                self._select_next(found, self._plan)
        return found

    def forget(self) -> None:
        """Drop the hint too, unless it is being carried out."""
        super().forget()
        if not self._plan:
            self._advice = None

    # The coach

    def _coached(self) -> str:
        """Return what the coach of a first game says; to a selection, only what speaks against it."""
        game, stage = self.sitting.game, self.stage()
        if game.headers.get(COACH) != "on" or stage is None:
            return ""
        if stage.kind != NOTHING:
            return objection(stage.view, stage.seat, stage.tile) if stage.kind == TILE and stage.bidding() else ""
        thoughts = self._considered()
        best = thoughts.found if thoughts else None
        news = self.timeline.news(self.viewer)
        return self._coach.says(stage.view, stage.seat, self.sitting.names, game.states, game.moves, best, news)

    def _considered(self) -> Hints | None:
        """Return the coach's search for the turn, if there is a coach who may need it."""
        game, stage = self.sitting.game, self.stage()
        if game.headers.get(COACH) != "on" or stage is None or stage.turn is None or grown(stage.view):
            return None
        if self._thoughts is None:
            from keyharvest.advice.advice import COACH as EFFORT  # only a game with a coach needs these
            from keyharvest.advice.hints import Hints

            observation = game.observation(stage.seat)
            self._thoughts = Hints(observation, self.sitting.names, len(game.moves), _CONSIDERED, EFFORT)
        return self._thoughts

    def do_coach(self) -> Patch:
        """Turn the coach on or off. Raise ``ValueError`` if there is none."""
        headers = self.sitting.game.headers
        if COACH not in headers:
            raise ValueError(_("This game has no coach."))
        headers[COACH] = "off" if headers[COACH] == "on" else "on"
        return self._moved()

    # Hints

    def why_no_hints(self) -> str | None:
        """Return the reason why hints aren't allowed, or ``None``."""
        return self.sitting.why_no_hints()

    @property
    def searching(self) -> bool:
        """Whether a hint is being searched for, or the coach is considering the turn."""
        return any(hints is not None and not hints.done for hints in (self._advice, self._considered()))

    def continue_search(self, seconds: float) -> Patch:
        """Continue the search for a hint, and show its progress or result; without one, continue the coach's."""
        hints = self._advice
        if hints is None or hints.done:
            return self._consider(seconds)
        return think(hints, seconds)

    def _consider(self, seconds: float) -> Patch:
        thoughts = self._considered()
        if thoughts and not thoughts.done:
            thoughts.think(seconds)
            if thoughts.found and (said := self._coached()):
                return {"say": said}
        return {}

    def do_hint(self, value: str | None) -> Patch | None:
        """Search for a hint (no value), show one of its turns (its number), compare it (``compare``),
        take its next step (``do``), or ``close`` the hint.
        """
        stage = self._need_stage()
        if value == "close":
            self._advice = self._plan = None
            return {"focus": "card-title"}
        if value is None:
            self.do_seen()
            return self._look_ahead(stage)
        hints = self._advice
        if hints and hints.done and value == "do":
            return self._do_step(stage, hints)
        if self._plan:
            return None  # a turn of the hint is being carried out
        patch = choose(hints, value)
        if patch is None:
            self.shown = stage.seat
        return patch

    def _do_step(self, stage: Stage, hints: Hints) -> Patch | None:
        """Select the next step of a hint, so that one press carries it out; give an answer in words at once."""
        begun, hint = len(self.sitting.game.moves), hints.found[hints.chosen]
        hints.comparing = False
        self._plan = self._plan or _Plan(hints.chosen + 1, hint, stage.seat, stage.view.turn, begun)
        self.shown = stage.seat
        move = self._plan.hint.moves[begun - self._plan.begun]
        if move in stage.answers():
            return self.do_answer(move)
        self._select_next(stage, self._plan)
        return {**(self._selected() or {}), "focus": "end" if self._ending else "commit"}

    def _select_next(self, stage: Stage, plan: _Plan) -> None:
        """Select the next step of a plan; drop the plan at its end or, with a note, if the game took another course."""
        moves = plan.hint.moves
        done = plan.done(self.sitting.game.moves)
        if done is not None and done < len(moves) and stage.seat == plan.seat:
            rest = moves[done:]
            if rest[0] == END:
                self._ending = _("End your turn?")
            elif rest[0] not in stage.answers():
                stage.select(rest)
            return
        self._advice = self._plan = None
        made = tuple(self.sitting.game.moves[plan.begun :])
        if not made or (stage.seat, stage.view.turn) != (plan.seat, plan.turn):
            return
        if stage.frame.cause in EVENT_INDEX:
            return  # between an event's question and its answers, no word on a turn
        if made[: len(moves)] == moves:
            text = _("You have played turn {number} as far as the draw. Ask for a new hint.")
        else:
            text = _("You're no longer following turn {number} of the hint.")
        self._note = text.format(number=plan.number)

    def _plan_step(self) -> str:
        """Return which step of the turn being carried out is next, in words; empty if there is none."""
        stage = self.stage()
        done = self._plan.done(self.sitting.game.moves) if self._plan and stage else None
        if self._plan is None or stage is None or done is None:
            return ""
        chosen, steps = tuple(stage.moves()), self._plan.hint.steps
        if stage.kind != NOTHING and not (chosen and self._plan.hint.moves[done : done + len(chosen)] == chosen):
            return ""  # something else is selected
        at = next((at for at, step in enumerate(steps, 1) if step.until > done), len(steps))
        text = _("Turn {number}, step {step} of {all}")
        return text.format(number=self._plan.number, step=at, all=len(steps))

    def _hint_in_sight(self) -> bool:
        """Whether a hint is shown, so that keys can choose among its turns."""
        stage = self.stage()
        shown = stage is not None and stage.kind == NOTHING and not stage.aim and not self._ending
        return shown and self._advice is not None

    def _compared(self, scene: Scene) -> Html:
        """Return the comparison of two turns, if it is open."""
        if scene.hint is None or not scene.hint.comparing:
            return Html()
        from keyharvest.panels.game.hints import comparison  # only hints need it

        return comparison(scene, scene.hint)

    def _look_ahead(self, stage: Stage) -> Patch:
        from keyharvest.advice.hints import Hints  # only hints need it

        reason = self.why_no_hints()
        if reason:
            raise ValueError(_("You can't do that: {reason}.").format(reason=reason))
        self.do_clear()
        self._plan = None
        self.sitting.ask_hint()
        self._moved()  # store at once that a hint was used
        self.shown = stage.seat
        self._advice = Hints(
            self.sitting.game.observation(stage.seat), self.sitting.names, len(self.sitting.game.moves)
        )
        return {"focus": "hint-close"}
