"""A turn of an analysed game that cost points, as an exercise: find the better one.

The seat sees, and the estimate uses, only what it knew then (rule 14). No tile is drawn: the answer ends where the bag
or another player comes next, like the turns of an analysis.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from keyharvest.advice.analysis import Analysis, Verdict, judging
from keyharvest.game import Game
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.intent import intent
from keyharvest.page.parts.scene import Goal
from keyharvest.page.puzzles import exercise_view as drawn
from keyharvest.page.puzzles.task import Task, TaskTable
from keyharvest.picture.elements import Html
from keyharvest.rules import State, actor, play
from keyharvest.rules.frames import END
from keyharvest.table.chairs import NOBODY, PERSON
from keyharvest.table.sitting import Sitting, continues, forced
from keyharvest.words.language import _


class _Undrawn(Game):
    """A game that stops before a draw."""

    def make_draws(self) -> None:
        """Leave the draw open."""


def _asks(state: State, seat: int) -> bool:
    """Whether a position asks a seat a question that has a choice and doesn't continue an answer."""
    return actor(state) == seat and not continues(state) and forced(state) is None


def costly(analysis: Analysis, seat: int = NOBODY) -> list[Verdict]:
    """Return the turns of an analysis that cost points, of one seat or of all."""
    return [each for each in analysis.verdicts if not each.was_best and seat in (NOBODY, each.seat)]


class Exercise(Task):
    """A turn to be improved.

    Attributes:
        asked: the turn as it was played, judged by the analysis; ``found``: the reader's turn, once it is judged.
    """

    def __init__(self, sitting: Sitting, analysis: Analysis, asked: Verdict) -> None:
        self.asked = asked
        self.names = sitting.names
        self._sitting = sitting
        later = [each for each in costly(analysis, asked.seat) if each.at > asked.at]
        self._following = str(later[0].turn) if later else ""
        self._lay()

    def _lay(self) -> None:
        """Set up the table as it was at the beginning of the turn."""
        seat, game = self.asked.seat, self._sitting.game
        kinds = (PERSON if at == seat else chair.kind for at, chair in enumerate(self._sitting.chairs))
        chairs = [replace(chair, kind=kind) for chair, kind in zip(self._sitting.chairs, kinds, strict=True)]
        self.table = TaskTable(Sitting(_Undrawn(game.states[self.asked.at]), chairs), self._moved)
        self.table.task = self
        self.table.viewer = self.table.shown = seat
        self.found: Verdict | None = None
        self._work: Generator[None, None, Verdict] | None = None
        self.shown = False
        self.pending = []

    def do_undo(self) -> Patch:
        """Undo the last step, even if the bag or another player comes next."""
        if not (self.plays and self.halted):
            return super().do_undo()
        game = self.table.sitting.game
        game.rewind(max(at for at, state in enumerate(game.states) if _asks(state, self.asked.seat)))
        return {}

    @property
    def plays(self) -> bool:
        return self.found is None and self._work is None and not self.shown

    @property
    def halted(self) -> bool:
        """Whether the bag or another player comes next."""
        return self.table.sitting.actor != self.asked.seat

    def goal(self) -> Goal | None:
        return drawn.goal(self.asked, self.names) if self.plays else None

    def panels(self) -> dict[str, Html]:
        found = self.table.panels(False)
        if self.shown:
            found["action"] = drawn.better(self.asked, self.names, self._following)
        elif self.found:
            found["action"] = drawn.outcome(self.asked, self.found, self.names, self._following)
        elif self._work:
            found["action"] = drawn.judging(self.asked, self.names)
        elif self.halted:
            found["action"] = drawn.halted(self.asked, self.names)
        return found | {"top": drawn.top(), "log": drawn.note(self.asked, self.names)}

    @intent()
    def do_check(self) -> Patch | None:
        """Judge the turn as far as it has been played, by the estimate of the analysis."""
        if not self.plays:
            return None
        stage, game = self.table.stage(), self.table.sitting.game
        states, moves = list(game.states), list(game.moves)
        if not self.halted:
            if stage is None or not stage.can_end():
                raise ValueError(_("You can't end the turn now."))
            states, moves = [*states, play(game.state, END)], [*moves, END]
        self._work = judging(self.asked, states, moves, self.names, self._sitting.game.seed)
        return {"focus": "card-title"}

    @intent()
    def do_again(self) -> Patch:
        """Return to the beginning of the turn."""
        self._lay()
        return {"focus": "card-title"}

    @intent()
    def do_solve(self) -> Patch:
        """Show the better turn of the analysis, move by move."""
        self._lay()
        self.shown, self.pending = True, list(self.asked.best.moves)
        return {"focus": "card-title"}

    def wait(self, seconds: float) -> float | None:
        return 0.0 if self._work else super().wait(seconds)

    def step(self) -> Patch:
        if self._work is None:
            return super().step()
        try:
            next(self._work)
        except StopIteration as done:
            self._work, self.found = None, done.value
            self.table.forget()
            return {"say": drawn.verdict_text(self.asked, done.value), "focus": "card-title"}
        return {}
