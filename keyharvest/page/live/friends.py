"""Access to live games, whose modules are imported only with the first invitation.

Methods named ``do_…`` carry out intents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keyharvest.page.game.tabletop import Patch
from keyharvest.page.keeping import Keeping
from keyharvest.page.live.around import Around
from keyharvest.panels.parts.markup import Html
from keyharvest.panels.remote.company import MENU
from keyharvest.table.chairs import FAR
from keyharvest.table.company import Checks, Company
from keyharvest.table.sealing import WAS_LIVE
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from keyharvest.page.live.calls import Calls
    from keyharvest.page.memory import Memory
    from keyharvest.page.whereabouts import Whereabouts


class Friends:
    """The people on other pages, once there are any."""

    def __init__(self, seating: Around, keeping: Keeping, here: Whereabouts, memory: Memory) -> None:
        self._parts = seating, keeping, here, memory
        self._calls: Calls | None = None

    @property
    def _begun(self) -> Calls:
        if self._calls is None:
            from keyharvest.page.live.calls import Calls

            self._calls = Calls(*self._parts)
        return self._calls

    def _known(self) -> Calls:
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
        return self._known().content(screen)

    def opened(self, text: str) -> Patch:
        """Open an invitation, or pass on an answer."""
        return self._begun.opened(text)

    def return_to(self, screen: str) -> Patch:
        """Show a screen of live games again. Raise ``ValueError`` if there is nothing to show on it."""
        return self._known().return_to(screen)

    def news(self) -> Html:
        """Draw the news that it is a player's turn here, until they see it at the table or close it."""
        return self._calls.news() if self._calls else Html()

    def prepare(self, fair: bool) -> Patch:
        """Invite others to a new live game; ``fair``: with joint draws if possible."""
        return self._begun.prepare(fair)

    def resume(self) -> Patch:
        """Invite others again to the game on the table, which hadn't begun when this page was loaded again."""
        return self._begun.resume()

    def plays(self, sitting: Sitting) -> bool:
        """Whether people are connected in a game that this page hosts. Raise ``ValueError`` on a guest's page."""
        return self._calls is not None and self._calls.plays(sitting)

    def rematch(self) -> Patch:
        """Gather for the next game, which is on this page's table now: everyone who is connected joins it at once."""
        return self._known().rematch()

    def clock(self, clock: Callable[[], float]) -> None:
        """Use another clock, which returns the time in seconds."""
        self._begun.clock = clock

    def do_peer(self, told: dict[str, Any]) -> Patch:
        """Handle an event on a line to another page: ``line`` (its number), ``what`` and ``text``."""
        return self._begun.happened(told)  # a new web worker may first hear of a line that is still open

    def do_noted(self) -> None:
        """Hide the news that it is a player's turn."""
        self._known().noted()

    def do_invite(self) -> Patch:
        """Invite the people elsewhere to continue the game on the table live."""
        return self._begun.invite(begun=True)

    def do_invitation(self, seat: int) -> Patch:
        """Show the invitation for a seat, even if a computer player currently has it."""
        return self._known().show(seat)

    def do_spectator(self) -> Patch:
        """Show an invitation for a spectator."""
        return self._known().invite_spectator()

    def do_lobby(self) -> Patch:
        """Show who is at the table of a live game and, on the host's page, which seats are free."""
        return self._known().table()

    def do_by_message(self) -> Patch:
        """Turn a live game that hasn't begun into a game by message."""
        return self._known().by_message()

    def do_renew(self) -> Patch:
        """Make a new link for the seat shown."""
        return self._known().renew()

    def do_service(self, wanted: dict[str, Any]) -> Patch:
        """Allow or forbid the browser to ask the site's address service."""
        return self._known().agree(wanted.get("service") is True)

    def do_answered(self, form: dict[str, Any]) -> Patch:
        """Connect with the page that has sent an answer."""
        return self._known().answered(str(form.get("link", "")))

    def do_start(self) -> Patch:
        """Start the game that others were invited to."""
        return self._known().start()

    def do_fill(self) -> Patch:
        """Give the seats of those who haven't answered to computer players, and start the game."""
        return self._known().fill()

    def do_say(self, phrase: int) -> Patch:
        """Say a set phrase to the people on other pages."""
        return self._known().say(phrase)

    def do_phrases(self) -> Patch:
        """Open the menu of phrases."""
        return {"focus": MENU}

    def do_mute(self) -> Patch:
        """Mute the others' phrases, or show them again."""
        return self._known().mute()

    def do_unchecked(self) -> Patch:
        """Continue a game without its joint draws."""
        return self._begun.cease()

    def do_computer(self, seat: int) -> Patch:
        """Let a computer player take the seat of a player who is gone."""
        return self._known().seat_computer(seat)

    def do_meet(self, form: dict[str, Any]) -> Patch:
        """Accept an invitation, with a name and a face, and make the answer."""
        return self._known().meet(form)
