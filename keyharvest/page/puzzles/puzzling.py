"""Access to the puzzles, whose code and file a page loads only when someone opens them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from keyharvest.page.core.drawing import Drawn, Patch
from keyharvest.page.core.forms import or_nothing, text_of
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.memory import PUZZLED, Memory, reader_day
from keyharvest.page.core.screen import Whereabouts

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from keyharvest.page.puzzles.solver import Solver

#: The file of puzzles, which a site has beside the game.
FILE: Final = "puzzles.jsonl"


class Puzzling:
    """The ways to the puzzles of a page. Methods named ``do_…`` carry out an intent.

    Attributes:
        today: a function that returns the reader's own date.
    """

    def __init__(self, memory: Memory, here: Whereabouts, drawn: Drawn, today: Callable[[], date] = reader_day) -> None:
        self._memory = memory
        self._here = here
        self._drawn = drawn
        self._solver: Solver | None = None
        self.today = today

    @property
    def solver(self) -> Solver:
        """The reader's results, and the puzzle on the table."""
        if self._solver is None:
            from keyharvest.page.puzzles.solver import Solver

            self._solver = Solver(self._memory, self._here, self._drawn, self._day)
        return self._solver

    def _day(self) -> date:
        return self.today()

    @property
    def waits(self) -> bool:
        """Whether someone has opened puzzles, but the file isn't loaded yet."""
        return self._solver is not None and self._solver.waits

    def unsaved(self) -> dict[str, str | None]:
        """Return the results for the page to store, if they have changed since the last call."""
        return self._solver.unsaved() if self._solver else {}

    def import_text(self, text: object) -> str:
        """Add the results from a file of all games; return a message about the result."""
        return self.solver.import_text(text)

    def so_far(self) -> tuple[bool | None, int]:
        """Return whether today's puzzle was solved, or ``None`` if it wasn't tried, and the days in a row.

        Without stored results this doesn't need the date, and it never loads the puzzles.
        """
        text = self._memory.text(PUZZLED)
        if not text:
            return None, 0
        from keyharvest.saved.puzzle_days import so_far

        return so_far(text, self.today())

    @intent(on=EVERYWHERE)
    def do_puzzles(self) -> Patch | None:
        """Show the screen of all puzzles."""
        return self.solver.show_all()

    @intent(or_nothing(text_of), on=EVERYWHERE)
    def do_puzzle(self, value: str | None) -> Patch | None:
        """Open a puzzle: today's, one by number or day (``2026-01-05``), ``any``, ``theme:chain`` or ``grade:3``."""
        return self.solver.open(value, "puzzles")
