"""Access to live games, whose modules are imported only with the first invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keyharvest import words
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import numbered, object_of
from keyharvest.page.core.intent import COMPANY, EVERYWHERE, TALK, intent
from keyharvest.page.live.around import Around
from keyharvest.page.parts.company import MENU
from keyharvest.page.parts.controls import button
from keyharvest.page.parts.icons import icon
from keyharvest.page.saved.keeping import Keeping
from keyharvest.picture.elements import Html, h, join
from keyharvest.record.links import is_marked
from keyharvest.rules import actor
from keyharvest.table.chairs import FAR
from keyharvest.table.company import PHRASES, Checks, Company
from keyharvest.table.sealing import CALLS, LETTER, WAS_LIVE
from keyharvest.table.set_up import SEATS
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.page.core.memory import Memory
    from keyharvest.page.core.screen import Whereabouts
    from keyharvest.page.live.calls import Calls
    from keyharvest.page.live.letters import Letters


class Friends:
    """The people on other pages, once there are any."""

    def __init__(self, seating: Around, keeping: Keeping, here: Whereabouts, memory: Memory) -> None:
        self._parts = seating, keeping, here, memory
        self._calls: Calls | None = None
        self._letters: Letters | None = None
        self._noted = ""

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

    @property
    def letters(self) -> Letters:
        """The games by message of this page."""
        if self._letters is None:
            from keyharvest.page.live.letters import Letters

            seating, keeping, here, _memory = self._parts
            self._letters = Letters(seating, keeping, here)
        return self._letters

    def opened(self, text: str) -> Patch | None:
        """Open an invitation, an answer or a turn by message; return ``None`` for any other text."""
        patch = self.begun().opened(text) if is_marked(text, *CALLS) else None
        return self.letters.open(text) if patch is None and is_marked(text, LETTER) else patch

    def address(self) -> str:
        """Return the text of the invitation that this page has opened or accepted, or ""."""
        return self._calls.address() if self._calls else ""

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
        return Company(
            dict.fromkeys(far, "gone"), watching=not sitting.persons(), checks=checked, inviter=sitting.host()
        )

    def gathers(self, number: int | None = None) -> bool:
        """Whether people are gathering for a live game that hasn't begun; with ``number``, for that saved game."""
        return self._calls is not None and self._calls.gathers(number)

    def news(self) -> Html:
        """Draw the news that it is a player's turn here, or what follows it, until they see it or close it."""
        return (self._calls.news() if self._calls else Html()) or self._invites_later()

    def _invites_later(self) -> Html:
        """Say in a game by message that the player who begins it gets the link for the others after the turn."""
        seating, _keeping, here, _memory = self._parts
        sitting = seating.table.sitting if seating.table and here.shown.at_table else None
        if not sitting or sitting.message in ("", self._noted) or not sitting.person_to_act() or self.company(sitting):
            return Html()
        far = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == FAR]
        if sitting.host() in far or any(actor(state) in far for state in sitting.game.states):
            return Html()
        names = words.listing([sitting.names[seat] for seat in far])
        told = _("After your turn you get the link that invites {names}.").format(names=names)
        close = button(icon("cross"), "noted", class_="square", aria_label=_("Close"))
        return join(icon("mail"), h.span[told], close)

    @intent(on=EVERYWHERE)
    def do_noted(self) -> None:
        """Hide the news that it is a player's turn, or of what follows it."""
        if self._calls:
            self._calls.noted()
        table = self._parts[0].table
        self._noted = table.sitting.message if table else ""

    @intent(object_of, on=EVERYWHERE)
    def do_peer(self, told: dict[str, Any]) -> Patch:
        """Handle an event on a line to another page: ``line`` (its number), ``what`` and ``text``."""
        return self.begun().happened(told)

    @intent(on=EVERYWHERE)
    def do_invite(self) -> Patch:
        """Invite the people elsewhere to continue the game on the table live."""
        return self.begun().invite()

    @intent(on=EVERYWHERE)
    def do_lobby(self) -> Patch:
        """Show who is at the table of a live game and, on the host's page, which seats are free."""
        return self.known().table()

    @intent(numbered("phrase", len(PHRASES)), on=TALK)
    def do_say(self, phrase: int) -> Patch:
        """Say a set phrase to the people on other pages."""
        return self.known().need_role().say(phrase)

    @intent(on=TALK)
    def do_mute(self) -> Patch:
        """Mute the others' phrases, or show them again."""
        return self.known().need_role().mute()

    @intent(on=COMPANY)
    def do_phrases(self) -> Patch:
        """Open the menu of phrases."""
        return {"focus": MENU}

    @intent(on=COMPANY)
    def do_unchecked(self) -> Patch:
        """Continue a game without its joint draws."""
        return self.begun().cease()

    @intent(numbered("seat", SEATS), on=COMPANY)
    def do_computer(self, seat: int) -> Patch:
        """Let a computer player take the seat of a player who is gone."""
        return self.known().host.seat_computer(seat)

    def plays(self, sitting: Sitting) -> bool:
        """Whether people are connected in a game that this page hosts. Raise ``ValueError`` on a guest's page."""
        return self._calls is not None and self._calls.plays(sitting)
