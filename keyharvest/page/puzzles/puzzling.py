"""Access to the puzzles, whose code and file a page loads only when someone opens them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from keyharvest.page.core.drawing import Drawn, Patch
from keyharvest.page.core.forms import or_nothing, text_of
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.memory import DAMAGED, PUZZLED, Memory, reader_day
from keyharvest.page.core.screen import Whereabouts
from keyharvest.words.language import _, n_

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from keyharvest.page.puzzles.solving import Solving
    from keyharvest.saved.puzzle_results import Results

#: The file of puzzles, which a site has beside the game.
FILE: Final = "puzzles.jsonl"


class Puzzling:
    """The puzzles of a page. Methods named ``do_…`` carry out an intent.

    Attributes:
        solving: the puzzle on the table, or the last one; ``None`` before the first.
        today: a function that returns the reader's own date; ``last``: the last day shown in the calendar, if chosen.
    """

    def __init__(self, memory: Memory, here: Whereabouts, drawn: Drawn, today: Callable[[], date] = reader_day) -> None:
        self._memory = memory
        self._here = here
        self._drawn = drawn
        self.today = today
        self.solving: Solving | None = None
        self._wanted: Callable[[], Patch] | None = None
        self._results: Results | None = None
        self._damaged = ""
        self.last: date | None = None

    # The file

    @property
    def waits(self) -> bool:
        """Whether someone has opened puzzles, but the file isn't loaded yet."""
        return self._wanted is not None

    def supply(self, content: bytes) -> None:
        """Read the file. Raise ``ValueError`` if it isn't a file of puzzles."""
        from keyharvest.puzzles import load

        load(content.decode())

    def arrived(self) -> Patch:
        """Show what was asked for, after the attempt to load the file. Raise ``ValueError`` if that failed."""
        from keyharvest.puzzles import loaded

        wanted, self._wanted = self._wanted, None
        if wanted is None or not loaded():
            raise ValueError(_("The puzzles can't be loaded. Check the connection and try again."))
        return wanted()

    def _once_loaded(self, show: Callable[[], Patch]) -> Patch | None:
        from keyharvest.puzzles import loaded

        if loaded():
            return show()
        self._wanted = show
        return None

    # The reader's results

    def results(self) -> Results:
        """Return the reader's results, which are empty if the stored ones are damaged."""
        if self._results is None:
            from keyharvest.saved.puzzle_results import Results, read_text

            text = self._memory.text(PUZZLED)
            try:
                self._results = read_text(text) if text else Results()
            except ValueError:
                self._results, self._damaged = Results(), text
        return self._results

    def _fault(self) -> Patch:
        """Report damaged results, once."""
        self.results()
        if not self._damaged or self._memory.text(DAMAGED) == self._damaged:
            return {}
        told = _("Your puzzle results are damaged, so you're starting over. “Export all” includes the damaged ones.")
        return {"alert": told, "save": self._memory.keep(DAMAGED, self._damaged)}

    def unsaved(self) -> dict[str, str | None]:
        """Return the results for the page to store, if they have changed since the last call."""
        results, puzzle = self._results, self.solving
        if results and puzzle and (puzzle.begun or (results.begun and results.begun.name == puzzle.name)):
            results.begun = puzzle.begun
        text = results.text() if results else ""
        return self._memory.keep(PUZZLED, text) if text and text != self._memory.text(PUZZLED) else {}

    def so_far(self) -> tuple[bool | None, int]:
        """Return whether today's puzzle was solved, or ``None`` if it wasn't tried, and the days in a row.

        Without stored results this doesn't need the date, and it never loads the puzzles.
        """
        text = self._memory.text(PUZZLED)
        if not text:
            return None, 0
        from keyharvest.saved.puzzle_days import so_far

        return so_far(text, self.today())

    def import_text(self, text: object) -> str:
        """Add the results from a file; return a message about the result. Raise ``ValueError`` if they are damaged."""
        from keyharvest.saved.puzzle_results import read_text

        if not isinstance(text, str):
            raise ValueError("puzzles: expected text")
        number = self.results().merge(read_text(text))
        told = n_("{number} puzzle result imported.", "{number} puzzle results imported.", number)
        return told.format(number=number)

    # The screens

    @intent(on=EVERYWHERE)
    def do_puzzles(self) -> Patch | None:
        """Show the screen of all puzzles."""
        return self._once_loaded(self._all)

    def _all(self) -> Patch:
        if self._here.shown.of != "puzzles":  # returning from a puzzle shows the same weeks again
            self.last = None
        self._here.show("puzzles")
        self._drawn.again()
        return self._fault()

    @intent(or_nothing(text_of), on=EVERYWHERE)
    def do_puzzle(self, value: str | None) -> Patch | None:
        """Open a puzzle: today's, one by number or day (``2026-01-05``), ``any``, ``theme:chain`` or ``grade:3``."""
        return self.open(value, "puzzles")

    def open(self, value: str | None, way_out: str) -> Patch | None:
        """Open a puzzle; ``way_out``: the screen to which it leads back."""
        return self._once_loaded(lambda: self._begin(value, way_out))

    def _begin(self, wanted: str | None, way_out: str) -> Patch:
        """Put a puzzle on the table; one that is there already stays as it was left."""
        from keyharvest.page.puzzles.solving import DAILY, Solving, found

        results = self.results()
        puzzle, day, via = found(DAILY if wanted is None else wanted, self.today(), results, secrets.randbelow)
        solving = self.solving
        if solving is None or (solving.puzzle, solving.day) != (puzzle, day):
            self.solving = solving = Solving(puzzle, day, results, self.today, via, self._memory.set_up.reader)
            if results.begun and results.begun.name == solving.name and not solving.solved:
                solving.resume(results.begun)
        elif solving.solved and solving.shown:
            solving.look_again()
        solving.way_out = way_out
        self._here.show("puzzle")
        self._drawn.again()
        return {"focus": "card-title", **self._fault()}
