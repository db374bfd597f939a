"""The reader as a solver of puzzles: the file of puzzles, their results, and the puzzle on the table."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import date

from keyharvest.page.core.drawing import Drawn, Patch
from keyharvest.page.core.memory import DAMAGED, PUZZLED, Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.puzzles.solving import DAILY, Solving, found
from keyharvest.puzzles import load, loaded
from keyharvest.saved.puzzle_results import Results, read_text
from keyharvest.words.language import _, n_


class Solver:
    """A reader who solves puzzles.

    Attributes:
        solving: the puzzle on the table, or the last one; ``None`` before the first.
        results: the reader's results, which are empty if the stored ones are damaged.
        last: the last day shown in the calendar, if chosen.
    """

    def __init__(self, memory: Memory, here: Whereabouts, drawn: Drawn, today: Callable[[], date]) -> None:
        self._memory = memory
        self._here = here
        self._drawn = drawn
        self._today = today
        self.solving: Solving | None = None
        self.last: date | None = None
        self._wanted: Callable[[], Patch] | None = None
        self._damaged = ""
        self.results = Results()
        if text := memory.text(PUZZLED):
            try:
                self.results = read_text(text)
            except ValueError:
                self._damaged = text

    # The file

    @property
    def waits(self) -> bool:
        """Whether someone has opened puzzles, but the file isn't loaded yet."""
        return self._wanted is not None

    def supply(self, content: bytes) -> None:
        """Read the file. Raise ``ValueError`` if it isn't a file of puzzles."""
        load(content.decode())

    def arrived(self) -> Patch:
        """Show what was asked for, after the attempt to load the file. Raise ``ValueError`` if that failed."""
        wanted, self._wanted = self._wanted, None
        if wanted is None or not loaded():
            raise ValueError(_("The puzzles can't be loaded. Check the connection and try again."))
        return wanted()

    def _once_loaded(self, show: Callable[[], Patch]) -> Patch | None:
        if loaded():
            return show()
        self._wanted = show
        return None

    # The results

    def _fault(self) -> Patch:
        """Report damaged results, once."""
        if not self._damaged or self._memory.text(DAMAGED) == self._damaged:
            return {}
        told = _("Your puzzle results are damaged, so you're starting over. “Export all” includes the damaged ones.")
        return {"alert": told, "save": self._memory.keep(DAMAGED, self._damaged)}

    def unsaved(self) -> dict[str, str | None]:
        """Return the results for the page to store, if they have changed since the last call."""
        results, puzzle = self.results, self.solving
        if puzzle and (puzzle.begun or (results.begun and results.begun.name == puzzle.name)):
            results.begun = puzzle.begun
        text = results.text()
        return self._memory.keep(PUZZLED, text) if text and text != self._memory.text(PUZZLED) else {}

    def import_text(self, text: object) -> str:
        """Add the results from a file; return a message about the result. Raise ``ValueError`` if they are damaged."""
        if not isinstance(text, str):
            raise ValueError("puzzles: expected text")
        number = self.results.merge(read_text(text))
        told = n_("{number} puzzle result imported.", "{number} puzzle results imported.", number)
        return told.format(number=number)

    # The screens

    def show_all(self) -> Patch | None:
        """Show the screen of all puzzles."""
        return self._once_loaded(self._all)

    def _all(self) -> Patch:
        if self._here.shown.of != "puzzles":  # returning from a puzzle shows the same weeks again
            self.last = None
        self._here.show("puzzles")
        self._drawn.again()
        return self._fault()

    def open(self, value: str | None, way_out: str) -> Patch | None:
        """Open a puzzle; ``way_out``: the screen to which it leads back."""
        return self._once_loaded(lambda: self._begin(value, way_out))

    def _begin(self, wanted: str | None, way_out: str) -> Patch:
        """Put a puzzle on the table; one that is there already stays as it was left."""
        results = self.results
        puzzle, day, via = found(DAILY if wanted is None else wanted, self._today(), results, secrets.randbelow)
        solving = self.solving
        if solving is None or (solving.puzzle, solving.day) != (puzzle, day):
            self.solving = solving = Solving(puzzle, day, results, self._today, via, self._memory.set_up.reader)
            if results.begun and results.begun.name == solving.name and not solving.solved:
                solving.resume(results.begun)
        elif solving.solved and solving.shown:
            solving.look_again()
        solving.way_out = way_out
        self._here.show("puzzle")
        self._drawn.again()
        return {"focus": "card-title", **self._fault()}
