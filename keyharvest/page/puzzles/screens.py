"""The screens of puzzles: all of them, one of them, and a turn of a finished game as an exercise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyharvest.advice.analysis import Analysis, Verdict
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import one_of
from keyharvest.page.core.intent import ANALYSED, CHOICES, STEPS, intent
from keyharvest.page.core.screen import Screen, steady
from keyharvest.page.page import Page
from keyharvest.page.parts import frame
from keyharvest.page.puzzles.exercise import Exercise, costly
from keyharvest.page.puzzles.overview import moved, puzzles
from keyharvest.page.puzzles.solving import Solving
from keyharvest.page.puzzles.task import Task
from keyharvest.page.tabletop.tabletop import TABLE_PARTS, Tabletop
from keyharvest.picture.elements import Html
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _


class PuzzlesScreen(Screen):
    """All puzzles, and the reader's results."""

    name = "puzzles"
    page: Page

    def content(self) -> Html:
        solver, today = self.page.puzzling.solver, self.page.puzzling.today()
        return puzzles(solver.results, today, solver.last or today)

    @intent(one_of("earlier", "later"))
    def do_puzzle_days(self, way: str) -> Patch:
        """Show four ``earlier`` or ``later`` weeks."""
        solver, today = self.page.puzzling.solver, self.page.puzzling.today()
        solver.last = moved(solver.last or today, way, today)
        return {}


class _OnTable:
    """The common ground of the screens that show a task on a table of its own."""

    ends = False

    @property
    def task(self) -> Task:
        """The task."""
        raise NotImplementedError

    @property
    def table(self) -> Tabletop:
        return self.task.table

    def draw(self) -> tuple[Html, Mapping[str, Html]]:
        around = frame.played(frame.game_frame(), f"game puzzle seats-{len(self.task.names)}")
        return around, self.task.panels()

    def wait(self, pace: str) -> float | None:
        return self.task.wait(steady(pace))

    def step(self) -> tuple[Patch, bool]:
        return self.task.step(), True


class PuzzleScreen(_OnTable, Screen):
    """A puzzle, on a table of its own."""

    name = "puzzle"
    offers = (CHOICES, STEPS)
    parts = (("task", Solving), *TABLE_PARTS)
    of = PuzzlesScreen.name
    page: Page

    @property
    def task(self) -> Solving:
        """The puzzle on the table."""
        assert self.page.puzzling.solver.solving
        return self.page.puzzling.solver.solving

    def place(self) -> str:
        return f"{self.name}:{self.task.name}"

    def address(self) -> str:
        return f"{self.name}-{self.task.name}"


class ExerciseScreen(_OnTable, Screen):
    """A turn of a finished game, to be improved."""

    name = "exercise"
    offers = (CHOICES, STEPS, ANALYSED)
    parts = (("task", Exercise), *TABLE_PARTS)
    of = "review"
    in_notebook = True
    page: Page
    _exercise: Exercise | None = None

    @property
    def task(self) -> Exercise:
        """The exercise on the table."""
        assert self._exercise
        return self._exercise

    @staticmethod
    def to_improve(analysis: Analysis, reader: int, turn: str | None) -> Verdict:
        """Return a turn of an analysis that cost points, given by its number, by default the reader's first one.

        Raise ``ValueError`` if there is none.
        """
        found = costly(analysis) if turn else costly(analysis, reader) or costly(analysis)
        for each in found:
            if turn in (None, str(each.turn)):
                return each
        raise ValueError(_("No better turn was found."))

    def begin(self, sitting: Sitting, analysis: Analysis, asked: Verdict) -> Patch:
        """Set up a turn of an analysis."""
        self._exercise = Exercise(sitting, analysis, asked)
        self.page.here.show(self.name)
        self.page.drawn.again()
        return {"focus": "card-title"}

    def place(self) -> str:
        return self.page.keeping.place(self.name)

    def enter(self, which: str) -> Patch | None:
        """Return to the last exercise, or to the review of its game if the analysis is gone."""
        patch = self.page.here.find(self.of).enter(which)
        try:
            return self.page.here.shown.carry_out(self.name, str(self.task.asked.turn)) if self._exercise else patch
        except ValueError:
            return patch

    def address(self) -> str:
        return self.page.keeping.link

    @intent()
    def do_review(self) -> None:
        """Return to the review, at the turn of the exercise."""
        self.page.here.show(self.of)


SCREENS: Final[tuple[type[Screen], ...]] = (PuzzlesScreen, PuzzleScreen, ExerciseScreen)
