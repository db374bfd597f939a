"""Access to live games, whose modules are imported only with the first invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keyharvest.page.game.tabletop import Patch
from keyharvest.page.keeping import Keeping
from keyharvest.page.live.around import Around
from keyharvest.panels.parts.markup import Html
from keyharvest.table.chairs import FAR
from keyharvest.table.company import Checks, Company
from keyharvest.table.sealing import WAS_LIVE
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.page.live.calls import Calls
    from keyharvest.page.memory import Memory
    from keyharvest.page.whereabouts import Whereabouts


class Friends:
    """The people on other pages, once there are any."""

    def __init__(self, seating: Around, keeping: Keeping, here: Whereabouts, memory: Memory) -> None:
        self._parts = seating, keeping, here, memory
        self._calls: Calls | None = None

    def begun(self) -> Calls:
        """Return the live game of this page, which may have none yet."""
        if self._calls is None:
            from keyharvest.page.live.calls import Calls

            self._calls = Calls(*self._parts)
        return self._calls

    def known(self) -> Calls:
        """Return the live game of this page. Raise ``ValueError`` if there has never been one."""
        if self._calls is None:
            raise ValueError(_("No live game is open on this page."))
        return self._calls

    def flush(self) -> Patch:
        """Return all orders for the lines to other pages since the last call."""
        return self._calls.flush() if self._calls else {}

    def welcome(self) -> Patch:
        """Return their seats to people who are back, if that is possible now."""
        return self._calls.welcome() if self._calls else {}

    def company(self, sitting: Sitting) -> Company | None:
        """Return the people on other pages, if a game is played live now, or was before this page was loaded again."""
        found = self._calls.company(sitting) if self._calls else None
        if found or WAS_LIVE not in sitting.game.headers or sitting.over:
            return found
        from keyharvest.remote.fair.joint import joint_draws

        far = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == FAR]
        checked = Checks(joint_draws(sitting.game.states), "") if sitting.game.together and sitting.part else None
        return Company(dict.fromkeys(far, "gone"), watching=not sitting.persons(), checks=checked)

    def gathers(self, number: int | None = None) -> bool:
        """Whether people are gathering for a live game that hasn't begun; with ``number``, for that saved game."""
        return self._calls is not None and self._calls.gathers(number)

    def content(self, screen: str) -> Html:
        """Draw a screen of live games: ``invite``, ``lobby`` or ``invited``."""
        return self.known().content(screen)

    def news(self) -> Html:
        """Draw the news that it is a player's turn here, until they see it at the table or close it."""
        return self._calls.news() if self._calls else Html()

    def plays(self, sitting: Sitting) -> bool:
        """Whether people are connected in a game that this page hosts. Raise ``ValueError`` on a guest's page."""
        return self._calls is not None and self._calls.plays(sitting)
