"""The interface that live games need of the page; :class:`keyharvest.page.game.seating.Seating` provides it."""

from __future__ import annotations

from typing import Final, Protocol

from keyharvest.page.core.drawing import Patch
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.table.sitting import Sitting

#: The screens of a live game besides the table: its invitations, who is there, and an invitation received.
LIVE_SCREENS: Final = ("invite", "lobby", "invited")


class Around(Protocol):
    """The game on the table, and the ways to put one there."""

    table: Tabletop | None

    def open(self) -> Tabletop:
        """Return the game on the table, or else the last saved one."""

    def moved(self) -> Patch:
        """Save and show the game after any change."""

    def begin(self, sitting: Sitting, link: str = "") -> Patch:
        """Begin another game; the one before stays saved."""

    def sit_down(self, table: Tabletop) -> Patch:
        """Show a game: a new one, one just opened, or the one on the table before."""

    def follow(self, table: Tabletop, since: int) -> Patch:
        """Show what was played elsewhere since a moment, given as a number of moves."""

    def do_continue(self, value: str | None) -> Patch:
        """Continue a saved game, given by its number."""

    def join(self, theirs: Sitting, seat: int) -> Patch:
        """Take a seat in a game from another page or, with ``NOBODY``, watch it."""

    def met_record(self, sitting: Sitting, link: str = "") -> Patch:
        """Receive the record of a game, and say how it differs from the game saved here."""
