"""The screen that is shown, and the one before."""

from __future__ import annotations

from typing import Final

#: The screens with an open game, the one of a lesson, and the one of a demo embedded in another page.
AT_TABLE: Final = ("game", "review")
LESSON: Final = "lesson"
EMBEDDED: Final = "embedded"
#: The screens of a puzzle, of all puzzles, and of a puzzle embedded in another page.
PUZZLE: Final = "puzzle"
PUZZLES: Final = "puzzles"
EMBEDDED_PUZZLE: Final = "embedded-puzzle"
#: A turn of a finished game, as an exercise.
EXERCISE: Final = "exercise"
#: The name of today's puzzle.
DAILY: Final = "daily"
#: The screen where a position is set up.
EDITOR: Final = "editor"
#: The screen where a layout is painted.
LAYOUT: Final = "layout"
#: The screens of a live game besides the table: its invitations, who is there, and an invitation received.
LIVE_SCREENS: Final = ("invite", "lobby", "invited")
#: The side screens, which return to the screen before.
ASIDE: Final = ("settings", "rules", "cards", "statistics", "share", "demo", "letter", LAYOUT, *LIVE_SCREENS)
#: All screens of the page.
SCREENS: Final = (
    "home", "setup", "learn", "games", "curtain", "ending", EDITOR, LESSON, PUZZLE, PUZZLES, EXERCISE, *AT_TABLE, *ASIDE
)  # fmt: skip


class Whereabouts:
    """The screen that is shown now, and the one behind it, to which a side screen returns.

    ``left`` is the place that the page showed before it was loaded again, until its first screen is shown.
    """

    def __init__(self) -> None:
        self.left = ""
        self.screen = "home"
        self.behind = "home"

    @property
    def at_table(self) -> bool:
        """Whether a game is open."""
        return self.screen in AT_TABLE

    def leave_for(self, screen: str) -> None:
        """Go to a side screen, which leads back here."""
        if self.screen not in ASIDE:
            self.behind = self.screen
        self.screen = screen
