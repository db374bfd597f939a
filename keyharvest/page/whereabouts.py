"""Which screen is shown, and where one came from."""

from __future__ import annotations

from typing import Final

#: The screens on which a game lies open; that of a lesson; and where a demo lies in the page of somebody else.
AT_TABLE: Final = ("game", "review")
LESSON: Final = "lesson"
EMBEDDED: Final = "embedded"
#: The screens that one comes back from to where one was.
ASIDE: Final = ("settings", "rules", "cards", "statistics", "share", "demo", "letter")
#: All screens of the page.
SCREENS: Final = ("home", "setup", "learn", "games", "curtain", "ending", LESSON, *AT_TABLE, *ASIDE)


class Whereabouts:
    """The screen that is shown now, and that behind it, to which one comes back from those that are aside."""

    def __init__(self) -> None:
        self.screen = "home"
        self.behind = "home"

    @property
    def at_table(self) -> bool:
        """Whether a game lies open."""
        return self.screen in AT_TABLE

    def leave_for(self, screen: str) -> None:
        """Go to a screen that is aside."""
        if self.screen not in ASIDE:
            self.behind = self.screen
        self.screen = screen
