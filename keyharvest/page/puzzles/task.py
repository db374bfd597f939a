"""A task on the game's own board, and its table: a puzzle, or a turn of a finished game to be improved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import space_of
from keyharvest.page.core.intent import CHOICES, STEPS, intent
from keyharvest.page.parts.scene import Goal, Scene
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.picture.elements import Html
from keyharvest.table.shortcuts import PAGE, PUZZLES, TABLE, Act
from keyharvest.table.staging import NOTHING


class Task:
    """A task: the reader's way to an answer, the verdict on it, and the solution.

    Methods named ``do_…`` carry out an intent, like those of a :class:`~keyharvest.page.tabletop.tabletop.Tabletop`.

    Attributes:
        names: the names of the seats.
        table: the game screen on which it is done.
        shown: whether the solution is on the table; ``pending``: its moves still to be shown.
    """

    names: Sequence[str]
    table: Tabletop
    shown = False
    pending: list[str]

    @property
    def plays(self) -> bool:
        """Whether the answer is played on the table now."""
        raise NotImplementedError

    def goal(self) -> Goal | None:
        """Return the task's part of the command panel, while the reader looks for an answer."""
        raise NotImplementedError

    def panels(self) -> dict[str, Html]:
        """Draw all panels."""
        raise NotImplementedError

    def do_check(self) -> Patch | None:
        """Judge the answer, without ending the turn."""
        raise NotImplementedError

    @intent()
    def do_end(self) -> Patch | None:
        """Judge the answer, as ``check`` does."""
        return self.do_check()

    # What it changes about its table

    def seen(self, scene: Scene) -> Scene:
        """Return what is shown, with what the task is about."""
        return scene

    def targets(self) -> list[str]:
        """Return the ids of everything that can be chosen now."""
        return self.table.keyboard.targets()

    @intent(space_of, on=CHOICES)
    def do_tap(self, space: int) -> Patch | None:
        """Pick a space as the answer, or select it as in a game."""
        return self.table.choosing.do_tap(space)

    @intent(on=STEPS)
    def do_undo(self) -> Patch:
        """Undo the last step of the answer, or say why that is impossible."""
        return self.table.choosing.do_undo()

    def _moved(self) -> Patch:
        """Respond to a move: drop the selection and the notes."""
        self.table.forget()
        return {}

    def wait(self, seconds: float) -> float | None:
        """Return the seconds until :meth:`step` is due."""
        return seconds if self.pending else None

    def step(self) -> Patch:
        """Make the next move of the solution."""
        sitting, before = self.table.sitting, len(self.table.sitting.lines())
        sitting.game.play(self.pending.pop(0))
        said = " ".join(line.text for line in sitting.lines()[before:])
        return {"say": said} if said else {}


class TaskTable(Tabletop):
    """The table of a task, where choices are possible only while the reader looks for an answer."""

    task: Task
    careful = False  # everything can be undone
    places = (PUZZLES, TABLE, PAGE)

    def chooses(self) -> bool:
        return self.task.plays

    def tap(self, space: int) -> Patch | None:
        return self.task.do_tap(space)

    def targets(self) -> list[str]:
        return self.task.targets()

    def why_no_hints(self) -> str | None:
        return "a task has hints of its own"

    def scene(self, by_steps: bool = False) -> Scene:
        return self.task.seen(replace(super().scene(by_steps), goal=self.task.goal(), taught=True))

    def act(self, pressed: dict[str, Any], letters: bool) -> Act | None:
        """Let the key that checks the answer confirm a selection first."""
        found = super().act(pressed, letters)
        stage = self.stage()
        if found == ("check", None) and stage and stage.kind != NOTHING:
            return "commit", None
        return found
