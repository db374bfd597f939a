"""A scenario in play: the steps, the reader's moves, and the replies to them, without page or pictures.

A :class:`Play` has a game with a stacked bag. The caller lets the reader play on that game and calls :meth:`Play.moved`
after each choice; the scenario's own moves wait in :attr:`Play.pending`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from keyharvest.game import Game
from keyharvest.record import position_text
from keyharvest.rules import State
from keyharvest.rules.moves import MOVES, Move, parse
from keyharvest.scenario.facts import all_hold
from keyharvest.scenario.form import Scenario, ScenarioStep
from keyharvest.scenario.run import Run, moves_of

#: What the reader has to do: wait for moves, read, play, or look at a wrong move; or all steps are done.
WAIT: Final = "wait"
READ: Final = "read"
PLAY: Final = "play"
WRONG: Final = "wrong"
DONE: Final = "done"


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply to a wrong move.

    Attributes:
        key: the key of its words, such as ``a.poor``; empty if the file has none for it.
        played: whether the move was possible and is on the board; else the engine has refused it.
        can_keep: whether the reader may keep it and continue.
    """

    key: str
    played: bool
    can_keep: bool


class Play:
    """One reader's way through a scenario.

    Attributes:
        scenario: the scenario; ``game``: the game it is played on.
        at: the number of the step, from 0; the number of steps when all are done.
        begun: the number of moves when the reader's part of the step began.
        pending: moves that :meth:`advance` has yet to make.
        answer: the reply to the last move, if it was wrong.
        relaid: whether the table was set up again for this step, which couldn't continue from the reader's moves.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> play = Play(SCENARIOS["first-harvest"])
    >>> play.status, play.words("en")
    ('play', 'Welcome to your farm! These three fields are ripe. Tap all three, then Harvest.')
    >>> play.show_me(); play.hurry(); play.status
    'read'
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.start_again()

    def start_again(self) -> None:
        """Restart from the first step."""
        self.game = Game(self.scenario.start, draws=self.scenario.draws)
        self.game.make_draws()
        self._enter(0)

    @property
    def step(self) -> ScenarioStep:
        """The current step; the last one when all are done."""
        return self.scenario.steps[min(self.at, len(self.scenario.steps) - 1)]

    @property
    def status(self) -> str:
        """The reader's task: ``WAIT``, ``READ``, ``PLAY``, ``WRONG`` or ``DONE``."""
        if self.pending:
            return WAIT
        if self.at == len(self.scenario.steps):
            return DONE
        if self.answer and self.answer.played:
            return WRONG
        if self.step.do:
            return PLAY
        # After the last words there is nothing to press, so the scenario ends with them.
        return DONE if self.at == len(self.scenario.steps) - 1 else READ

    @property
    def speaking(self) -> bool:
        """Whether the words of a step are shown, so that their subjects can be highlighted."""
        return not self.pending and self.at < len(self.scenario.steps)

    @property
    def reached(self) -> bool:
        """Whether the goal is reached: all is done, or the rest is only text."""
        if self.status == DONE:
            return True
        to_come = self.scenario.steps[self.at :]
        return not any(step.do or step.auto for step in to_come) and all_hold(self.game.state, self.scenario.goal)

    def words(self, language: str) -> str:
        """Return the coach's words at this step."""
        return self.scenario.text(self.step.id, language)

    def hint(self, language: str) -> str:
        """Return the hint of this step; empty if there is nothing to do."""
        return self.scenario.text(f"{self.step.id}.hint", language) if self.step.do else ""

    def reply(self, language: str) -> str:
        """Return the file's reply to the last move; empty if it has none."""
        return self.scenario.text(self.answer.key, language) if self.answer and self.answer.key else ""

    # The scenario's moves

    def _enter(self, at: int) -> None:
        """Enter a step: its own moves come first."""
        self.at = at
        self.relaid = at < len(self.scenario.steps) and not self._playable_from_here()
        if self.relaid:
            self._lay_model_way()
        self.answer: Answer | None = None
        self._showing = False
        self.pending: list[str] = moves_of(self.step.auto) if at < len(self.scenario.steps) else []
        self._begin()

    def _playable_from_here(self) -> bool:
        """Whether the step can be played as written from here: the reader may have reached it by other moves."""
        run = Run(self.game.state, self._draws(len(self.game.moves)))
        try:
            run.line(self.step.auto, "auto")
            claims_hold = all_hold(run.state, self.step.claims)
            run.line(self.step.do, "do")
        except ValueError:
            return False
        return claims_hold

    def _lay_model_way(self) -> None:
        """Set up the table as the model lines of all earlier steps leave it."""
        self.game = Game(self.scenario.start, draws=self.scenario.draws)
        self.game.make_draws()
        for step in self.scenario.steps[: self.at]:
            for move in moves_of(f"{step.auto} {step.do}"):
                self.game.play(move)

    def _begin(self) -> None:
        """Begin the reader's part of the step."""
        self.begun = len(self.game.moves)
        self._marks = [self.begun]

    def advance(self) -> None:
        """Make the next pending move."""
        if not self.pending:
            return
        self.game.play(self.pending.pop(0))
        if self.pending:
            return
        if self._showing:
            self._enter(self.at + 1)
        else:
            self._begin()

    def hurry(self) -> None:
        """Make all pending moves."""
        while self.pending:
            self.advance()

    def next(self) -> None:
        """Continue from a step that is only read. Raise ``ValueError`` if the reader has something else to do."""
        if self.status != READ:
            raise ValueError(f"next: expected the status {READ!r}, not {self.status!r}")
        self._enter(self.at + 1)

    def show_me(self) -> None:
        """Queue the step's model line from the start of the reader's part. Raise ``ValueError`` if there is none."""
        if self.status not in (PLAY, WRONG):
            raise ValueError(f"show: no line to play at the status {self.status!r}")
        self.game.rewind(self.begun)
        self.answer = None
        self._showing = True
        self.pending = moves_of(self.step.do)

    # The reader's moves

    def moved(self) -> None:
        """Respond to the reader's move: continue with the next step, or answer a wrong move."""
        self.answer = None
        if self._reached(self.game.state):
            self._enter(self.at + 1)
            return
        before = len(self._decisions(self._marks[-1]))
        self._marks.append(len(self.game.moves))
        done = self._decisions(len(self.game.moves))
        for line, key in self.step.wrong.items():
            moves = moves_of(line)
            if before < len(moves) <= len(done) and done[: len(moves)] == moves:
                self.answer = self._astray(f"{self.step.id}.{key}")
                return
        if not self._leads_on():
            self.answer = self._astray("")

    def _astray(self, key: str) -> Answer:
        return Answer(key, played=True, can_keep=self.game.actor == self.scenario.you)

    def refused(self, wish: str, way: tuple[str, ...] = ()) -> None:
        """Respond to a wish that the engine has refused: the file may have a reply.

        ``way`` are the moves before it that are only staged. An empty wish only clears the last reply.
        """
        done = [*self._decisions(len(self.game.moves)), *way]
        self.answer = None
        for line, key in self.step.wrong.items():
            *before, last = moves_of(line)
            if wish and before == done and wish in (last, MOVES.get(last, Move(last)).named):
                self.answer = Answer(f"{self.step.id}.{key}", played=False, can_keep=True)

    def _decisions(self, end: int) -> list[str]:
        """Return the reader's decisions in this step up to a number of moves."""
        return [move for move in self.game.moves[self.begun : end] if not parse(move).drawn]

    def _reached(self, state: State) -> bool:
        """Whether the step is done."""
        if self.step.until:
            return all_hold(state, self.step.until)
        run = Run(self.game.states[self.begun], self._draws(self.begun))
        run.line(self.step.do, "do")
        return position_text(run.state) == position_text(state)

    def _leads_on(self) -> bool:
        """Whether the rest of a line is still possible from here and fulfils the step."""
        for line in self.step.lines():
            moves = moves_of(line)
            for cut in range(len(moves)):
                run = Run(self.game.state, self._draws(len(self.game.moves)))
                try:
                    run.line(" ".join(moves[cut:]), "on")
                except ValueError:
                    continue
                if self._reached(run.state):
                    return True
        return False

    def _draws(self, end: int) -> tuple[str, ...]:
        """Return the draws that are left after a number of moves."""
        return self.scenario.draws[sum(parse(move).drawn for move in self.game.moves[:end]) :]

    def can_undo(self) -> bool:
        """Whether anything of this step can be undone."""
        return self.status in (PLAY, WRONG) and len(self._marks) > 1

    def undo(self) -> None:
        """Undo the reader's last choice, with any draws after it. Raise ``ValueError`` if there is none."""
        if not self.can_undo():
            raise ValueError("undo: nothing has been done in this step")
        self._marks.pop()
        self.game.rewind(self._marks[-1])
        self.answer = None

    def keep_move(self) -> None:
        """Keep a wrong move. Raise ``ValueError`` if nothing could follow it."""
        if not (self.answer and self.answer.can_keep):
            raise ValueError("keep_move: no wrong move here can be kept")
        self.answer = None

    # Saving

    def kept(self) -> dict[str, Any]:
        """Return what :meth:`restored` needs to continue from the beginning of this step."""
        moves = [move for move in self.game.moves[: self.begun] if not parse(move).drawn]
        return {"scenario": self.scenario.id, "step": self.at, "moves": moves}

    @classmethod
    def restored(cls, scenario: Scenario, step: int, moves: Sequence[str]) -> Play:
        """Restore a play at the beginning of a step. Raise ``ValueError`` if the moves don't lead there."""
        play = cls(scenario)
        if not 0 <= step <= len(scenario.steps):
            raise ValueError(f"scenario {scenario.id}: no step {step}")
        for move in moves:
            play.game.play(move)
        play.at = step
        play.relaid = False
        play.pending = []
        play._begin()
        if step < len(scenario.steps) and not all_hold(play.game.state, play.step.claims):
            raise ValueError(f"scenario {scenario.id}: these moves don't lead to step {step}")
        return play
