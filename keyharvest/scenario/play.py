"""A scenario being played: the steps, what the reader does, and what is said to it. No page, no pictures.

A :class:`Play` holds a game whose bag is stacked. Whoever shows it lets the reader play on that game and says
:meth:`Play.moved` after each choice; moves that the scenario makes itself wait in :attr:`Play.pending`.
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

#: What the reader is to do: wait for moves, read, play, look at what went wrong; or it is all done.
WAIT: Final = "wait"
READ: Final = "read"
PLAY: Final = "play"
WRONG: Final = "wrong"
DONE: Final = "done"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to a move that goes astray.

    Attributes:
        key: of the words of the step, such as ``a.poor``; empty if the file has none for it.
        played: whether the move was possible and stands on the board; else the engine has refused it.
        can_go_on: whether the reader may leave it standing and go on.
    """

    key: str
    played: bool
    can_go_on: bool


class Play:
    """One reader's way through a scenario.

    Attributes:
        scenario: what is played; ``game``: the game on whose state it stands.
        at: the number of the step, from 0; that of the steps when all are done.
        begun: how many moves had been made when the reader's part of the step began.
        pending: moves still to be made by :meth:`advance`.
        answer: what is said to the last move, if it went astray.
        relaid: whether the table was laid anew for this step, since the reader came a way that it cannot follow.

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
        """From the first step."""
        self.game = Game(self.scenario.start, draws=self.scenario.draws)
        self.game.draw_on()
        self._enter(0)

    @property
    def step(self) -> ScenarioStep:
        """The step it is at; the last one when all are done."""
        return self.scenario.steps[min(self.at, len(self.scenario.steps) - 1)]

    @property
    def status(self) -> str:
        """What the reader is to do: ``WAIT``, ``READ``, ``PLAY``, ``WRONG`` or ``DONE``."""
        if self.pending:
            return WAIT
        if self.at == len(self.scenario.steps):
            return DONE
        if self.answer and self.answer.played:
            return WRONG
        if self.step.do:
            return PLAY
        # After the last words nothing is left to press: with them all is done.
        return DONE if self.at == len(self.scenario.steps) - 1 else READ

    @property
    def speaking(self) -> bool:
        """Whether the words of a step are said, and what they are about can be shown."""
        return not self.pending and self.at < len(self.scenario.steps)

    @property
    def reached(self) -> bool:
        """Whether the goal is reached: all is done, or what is left is only to be read."""
        if self.status == DONE:
            return True
        to_come = self.scenario.steps[self.at :]
        return not any(step.do or step.auto for step in to_come) and all_hold(self.game.state, self.scenario.goal)

    def words(self, language: str) -> str:
        """What the coach says at this step."""
        return self.scenario.text(self.step.id, language)

    def hint(self, language: str) -> str:
        """The hint of this step; empty if nothing is to be done."""
        return self.scenario.text(f"{self.step.id}.hint", language) if self.step.do else ""

    def told(self, language: str) -> str:
        """What the file says to the last move; empty if it says nothing to it."""
        return self.scenario.text(self.answer.key, language) if self.answer and self.answer.key else ""

    # Moves that the scenario makes

    def _enter(self, at: int) -> None:
        """Come to a step: its own moves come first."""
        self.at = at
        self.relaid = at < len(self.scenario.steps) and not self._goes_on_from_here()
        if self.relaid:
            self._lay_model_way()
        self.answer: Answer | None = None
        self._showing = False
        self.pending: list[str] = moves_of(self.step.auto) if at < len(self.scenario.steps) else []
        self._begin()

    def _goes_on_from_here(self) -> bool:
        """Whether the step can be played as it is written: a reader may have come another way."""
        run = Run(self.game.state, self._draws(len(self.game.moves)))
        try:
            run.line(self.step.auto, "auto")
            claims_hold = all_hold(run.state, self.step.claims)
            run.line(self.step.do, "do")
        except ValueError:
            return False
        return claims_hold

    def _lay_model_way(self) -> None:
        """The table as the model lines of all steps before leave it."""
        self.game = Game(self.scenario.start, draws=self.scenario.draws)
        self.game.draw_on()
        for step in self.scenario.steps[: self.at]:
            for move in moves_of(f"{step.auto} {step.do}"):
                self.game.play(move)

    def _begin(self) -> None:
        """The reader's part of the step begins here."""
        self.begun = len(self.game.moves)
        self._marks = [self.begun]

    def advance(self) -> None:
        """Make the next of the moves that are waiting."""
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
        """Make all moves that are waiting."""
        while self.pending:
            self.advance()

    def next(self) -> None:
        """On from a step that is only read; ``ValueError`` where something else is to be done."""
        if self.status != READ:
            raise ValueError(f"next: the reader is to {self.status}")
        self._enter(self.at + 1)

    def show_me(self) -> None:
        """Let the step's model line wait, from where the reader's part began; ``ValueError`` if there is none."""
        if self.status not in (PLAY, WRONG):
            raise ValueError(f"show: the reader is to {self.status}")
        self.game.rewind(self.begun)
        self.answer = None
        self._showing = True
        self.pending = moves_of(self.step.do)

    # Moves that the reader makes

    def moved(self) -> None:
        """After the reader has moved: on to the next step, or an answer to what went astray."""
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
        return Answer(key, played=True, can_go_on=self.game.actor == self.scenario.you)

    def refused(self, wish: str, way: tuple[str, ...] = ()) -> None:
        """The engine has refused a wish after ``way``, moves that were only staged: the file may add a word to it.

        An empty wish has not been refused, so what was said to the last one is over.
        """
        done = [*self._decisions(len(self.game.moves)), *way]
        self.answer = None
        for line, key in self.step.wrong.items():
            *before, last = moves_of(line)
            if wish and before == done and wish in (last, MOVES.get(last, Move(last)).named):
                self.answer = Answer(f"{self.step.id}.{key}", played=False, can_go_on=True)

    def _decisions(self, end: int) -> list[str]:
        """What the reader has decided in this step before so many moves had been made."""
        return [move for move in self.game.moves[self.begun : end] if not parse(move).drawn]

    def _reached(self, state: State) -> bool:
        """Whether the step is done."""
        if self.step.until:
            return all_hold(state, self.step.until)
        run = Run(self.game.states[self.begun], self._draws(self.begun))
        run.line(self.step.do, "do")
        return position_text(run.state) == position_text(state)

    def _leads_on(self) -> bool:
        """Whether what is left of some line can still be played from here, and does what is asked."""
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
        """The draws that are left after so many moves."""
        return self.scenario.draws[sum(parse(move).drawn for move in self.game.moves[:end]) :]

    def can_undo(self) -> bool:
        """Whether something of this step can be taken back."""
        return self.status in (PLAY, WRONG) and len(self._marks) > 1

    def undo(self) -> None:
        """Take the reader's last choice back, with what was drawn after it; ``ValueError`` if there is none."""
        if not self.can_undo():
            raise ValueError("undo: nothing has been done in this step")
        self._marks.pop()
        self.game.rewind(self._marks[-1])
        self.answer = None

    def go_on(self) -> None:
        """Leave an astray move standing; ``ValueError`` if nothing could follow it."""
        if not (self.answer and self.answer.can_go_on):
            raise ValueError("go on: nothing can follow")
        self.answer = None

    # Keeping

    def kept(self) -> dict[str, Any]:
        """What to keep of it, so that :meth:`restored` goes on from the beginning of this step."""
        moves = [move for move in self.game.moves[: self.begun] if not parse(move).drawn]
        return {"scenario": self.scenario.id, "step": self.at, "moves": moves}

    @classmethod
    def restored(cls, scenario: Scenario, step: int, moves: Sequence[str]) -> Play:
        """A way through a scenario from the beginning of a step; ``ValueError`` if it does not lead there."""
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
            raise ValueError(f"scenario {scenario.id}: these moves do not lead to step {step}")
        return play
