"""The way to the puzzles, which a page loads only when someone opens them: their code, and their file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from keyharvest.page.drawing import Drawn
from keyharvest.page.game.tabletop import Patch
from keyharvest.page.whereabouts import PUZZLE, Whereabouts
from keyharvest.words.language import _

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from keyharvest.page.puzzles.solving import Solving

#: The file to load, beside the game on a site.
FILE: Final = "puzzles.jsonl"
#: The value of a link to the puzzle of the day.
DAILY: Final = "daily"


def _reader_day() -> date:
    from datetime import date

    return date.today()


class Puzzling:
    """The puzzles of a page. Methods named ``do_…`` carry out an intent.

    Attributes:
        solving: the puzzle on the table, or the last one; ``None`` before the first.
        today: a function that returns the reader's own date.
    """

    def __init__(self, here: Whereabouts, drawn: Drawn, today: Callable[[], date] = _reader_day) -> None:
        self._here = here
        self._drawn = drawn
        self.today = today
        self._wanted: str | None = None
        self.solving: Solving | None = None

    @property
    def waits(self) -> bool:
        """Whether a puzzle has been asked for before the file is there."""
        return self._wanted is not None

    def bring(self, content: bytes) -> None:
        """Read the file. Raise ``ValueError`` if it isn't one of puzzles."""
        from keyharvest.puzzles import load

        load(content.decode())

    def arrived(self) -> Patch:
        """Open the puzzle asked for, after the attempt to load the file. Raise ``ValueError`` if there is none."""
        from keyharvest.puzzles import loaded

        wanted, self._wanted = self._wanted, None
        if wanted is None or not loaded():
            raise ValueError(_("The puzzles can't be loaded. Check the connection and try again."))
        return self._begin(wanted)

    def do_puzzle(self, value: str | None) -> Patch | None:
        """Open a puzzle, given by its number or its day (``2026-01-05``), by default today's."""
        from keyharvest.puzzles import loaded

        wanted = DAILY if value is None else value
        if loaded():
            return self._begin(wanted)
        self._wanted = wanted
        return None

    def _begin(self, wanted: str) -> Patch:
        """Put a puzzle on the table, as it was left if it is there already."""
        from keyharvest.page.puzzles.solving import Solving, found

        puzzle, day = found(wanted, self.today())
        if self.solving is None or (self.solving.puzzle, self.solving.day) != (puzzle, day):
            self.solving = Solving(puzzle, day)
        self._here.screen, self._drawn.screen = PUZZLE, ""
        return {"focus": "card-title"}
