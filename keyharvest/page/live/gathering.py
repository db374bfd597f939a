"""The people of a live game and its table, as far as this page knows, and the screens that show them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from keyharvest.page.core.memory import Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.live.answers import Invite, Ticket
from keyharvest.page.live.around import Around
from keyharvest.page.live.inviting_view import Inviting, inviting
from keyharvest.page.live.joining_view import Joining, joining
from keyharvest.page.live.lobby_view import Lobby, lobby
from keyharvest.page.live.places import is_fair, place_of
from keyharvest.page.live.service import Service
from keyharvest.page.live.together import can_deal, checks
from keyharvest.page.saved.keeping import Keeping
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.picture.elements import Html
from keyharvest.remote.calling import WATCHERS, Call
from keyharvest.remote.draws import JointDraws
from keyharvest.remote.exchange import NO_SEAT
from keyharvest.remote.live import Live
from keyharvest.table.chairs import FACES, FAR
from keyharvest.table.company import Company
from keyharvest.table.sealing import GATHERING, GATHERING_FAIR, MUTED, WAS_LIVE
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _

#: The seconds between two phrases of one player: for players here, and the minimum for phrases that arrive.
_PAUSE: Final = 3.0
_LESS: Final = 2.0
#: The seconds after which a page that redraws a screen omits a phrase: by then it has faded.
_FADED: Final = 8.0


class Phrases:
    """The phrases said so far; ``clock`` returns the time in seconds.

    Attributes:
        muted: whether the phrases of others aren't shown.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spoke: dict[int, float] = {}
        self._said: dict[int, tuple[int, int]] = {}
        self.muted = False

    @property
    def said(self) -> dict[int, tuple[int, int]]:
        """By seat, the phrase said in the last few seconds, and the number of phrases so far."""
        now = self._clock()
        return {seat: said for seat, said in self._said.items() if now - self._spoke[seat] < _FADED}

    def take(self, seat: int, phrase: int, here: bool) -> bool:
        """Record a phrase, said ``here`` or on another page. If it follows too soon, ignore it and return false."""
        now, pause = self._clock(), _PAUSE if here else _LESS
        if now - self._spoke.get(seat, -pause) < pause:
            return False
        self._spoke[seat] = now
        self._said[seat] = phrase, self._said.get(seat, (0, 0))[1] + 1
        return True


class Gathering:
    """A live game as one page knows it; ``clock`` returns the time in seconds."""

    def __init__(
        self,
        seating: Around,
        keeping: Keeping,
        here: Whereabouts,
        memory: Memory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.clock = clock
        self._memory = memory
        self._service = Service(memory)
        self._seating = seating
        self._keeping = keeping
        self._here = here
        self._orders: list[list[Any]] = []
        self._shouted = ""
        self._notes: dict[int, str] = {}
        self._before: JointDraws | None = None
        self._forget()

    def _forget(self) -> None:
        """Reset everything: there is no live game."""
        self._live: Live | None = None
        self._game = ""
        self._number: int | None = None
        self._aside: tuple[str, Sitting] | None = None
        self._shaky: set[int] = set()
        self._leavers: set[int] = set()
        self._invites: dict[int, Invite] = {}
        self._shown = 0
        self._fault = self._called = ""
        self._reloaded = False
        self._call: Call | None = None
        self._ticket: Ticket | None = None
        self._fair = False
        self._stage = ""
        self._link = ""
        self._name, self._face, self._badge = "", FACES[0], 0
        self._phrases = Phrases(lambda: self.clock())

    def _order(self, what: str, line: int, *texts: str) -> None:
        self._orders.append([what, line, *texts])

    # The game

    def _sitting(self) -> Sitting | None:
        """Return the live game: the one on the table, or a saved one while another is there; else ``None``."""
        table = self._seating.table
        if table and table.sitting.message == self._game and self._number in (None, self._keeping.current):
            return table.sitting
        if self._number is None or self._number not in self._keeping.shelf.entries:
            return None
        record = self._keeping.shelf.entry(self._number).record
        if self._aside is None or self._aside[0] != record:
            self._aside = record, self._keeping.shelf.entry(self._number).sitting()
        return self._aside[1]

    def _who(self, seat: int) -> str:
        sitting = self._sitting()
        if sitting and 0 <= seat < len(sitting.names):
            return sitting.names[seat]
        return self._call.names[0] if self._call and self._call.names else _("Someone")

    def _on_table(self, sitting: Sitting) -> bool:
        table = self._seating.table
        return table is not None and table.sitting is sitting

    def _keep(self, sitting: Sitting) -> None:
        """Save the game, whether it is on the table or not."""
        if self._on_table(sitting):
            self._keeping.keep(sitting)
        elif self._number is not None:
            self._keeping.keep_aside(sitting, self._number)

    def _changed(self, sitting: Sitting) -> None:
        """Save a changed version of the live game, and put it on the table if the old one was there."""
        table = self._seating.table
        if table and self._sitting() is table.sitting:
            viewer = table.viewer
            self._seating.table = Tabletop(sitting, self._seating.moved)
            self._seating.table.viewer = viewer
        self._keep(sitting)

    def _remember(self, sitting: Sitting) -> None:
        """Note in the game saved here that it is live, or will be, and whether phrases are muted."""
        gathers = GATHERING_FAIR if self._fair else GATHERING
        sitting.game.headers[WAS_LIVE] = gathers if self._live and not self._live.begun else "on"
        if self._phrases.muted:
            sitting.game.headers[MUTED] = "on"
        else:
            sitting.game.headers.pop(MUTED, None)
        self._changed(sitting)

    def _missing(self) -> list[int]:
        """Return the seats of people elsewhere who are not connected."""
        sitting = self._sitting()
        far = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == FAR] if sitting else []
        return [seat for seat in far if self._invites.get(seat, Invite()).state != "connected"]

    def gathers(self, number: int | None = None) -> bool:
        """Whether people are gathering for a live game that hasn't begun.

        With ``number``, whether it is that saved game: only the host's page saves the game before it begins.
        """
        live, sitting = self._live, self._sitting()
        if live and live.hosting:
            return sitting is not None and not live.begun and number in (None, self._number)
        return number is None and sitting is None and self._stage == "connected" and self._lobby() is not None

    def company(self, sitting: Sitting) -> Company | None:
        """Return the people on other pages, if this game is played live."""
        live = self._live
        if live is None or sitting.message != self._game or self._sitting() is not sitting:
            return None
        presence = dict(live.presence)
        for line in self._shaky & live.lines.keys():
            presence[live.lines[line].seat] = "shaky"
        if not live.hosting and not live.lines:
            presence = dict.fromkeys(presence, "gone")
        return Company(
            presence,
            self._phrases.said,
            self._phrases.muted,
            live.hosting,
            not sitting.persons(),
            checks(live),
            self._call.host if self._call and live.lines else -1,
            live.own if live.hosting else self._call.host if self._call else sitting.host(),
        )

    # The screens

    def inviting(self) -> Html:
        """Draw the invitations, while this page has any to show."""
        sitting = self._sitting()
        if not (sitting and self._live):
            return self.joining()
        self._draw_code()
        states = {seat: (invite.state, invite.link) for seat, invite in self._invites.items()}
        shown = Inviting(sitting.chairs, sitting.persons(), states, self._shown, self._live.begun, self._fault)
        service = self._service.line(self._invites[self._shown].link)
        return inviting(replace(shown, internet=service, reloaded=self._reloaded))

    def lobby(self) -> Html:
        """Draw who is at the table, or this page's place in a live game if it doesn't know that."""
        table = self._lobby()
        if table is None:
            return self.joining()
        self._draw_code()
        return lobby(table)

    def joining(self) -> Html:
        """Draw an invitation received, or this page's place in a live game."""
        self._draw_code()
        return joining(self._joining())

    def _draw_code(self) -> None:
        if self._link or any(invite.state == "ready" for invite in self._invites.values()):
            self._order("code", -1)  # only the script that draws the QR code knows whether it is drawn already

    def _joining(self) -> Joining:
        """Return what the screen of a link that was opened shows: the link, or this page's own place in a live game."""
        ticket = self._ticket or self._own_ticket()
        call, link = ticket.call, "" if self._ticket else self._link
        told = Joining(ticket.stage, ticket.name, ticket.face, ticket.badge, link)
        if not (call and call.players):
            return told
        other = [self._who(line.seat) for line in self._live.lines.values()] if self._live and self._ticket else []
        return replace(
            told,
            host=call.host,
            taken=call.badge,
            inviter=call.names[0],
            seat=-1 if call.seat in WATCHERS else call.seat,
            players=call.players,
            again=ticket.again,
            internet=self._service.line("") if call.outside else None,
            connected=other,
            number=self._number,
            here=call.game == self._game,
            waiting=not other and self._waits_for(call),
        )

    def _waits_for(self, call: Call) -> bool:
        """Whether this page waits for an answer to its own link to the same game, which is the one to use."""
        waits = any(invite.state == "ready" for invite in self._invites.values())
        return waits and call.game == self._game and self._begun_here()

    def _begun_here(self) -> bool:
        """Whether the live game began on this page, which then invites the others again."""
        sitting = self._sitting()
        return sitting is not None and sitting.chairs[sitting.host()].person

    def address(self) -> str:
        """Return the text of the invitation that this page has opened or accepted, or ""."""
        call = (self._ticket or self._own_ticket()).call
        return call.text() if call and call.players else ""

    def _own_ticket(self) -> Ticket:
        """Return the invitation that this page has accepted, if any."""
        sitting, call = self._sitting(), self._call
        again = sitting is not None and call is not None and call.seat in sitting.persons()
        return Ticket(self._stage, call, self._name, self._face, self._badge, again)

    def _lobby(self) -> Lobby | None:
        """Return who is at the table, as far as this page knows."""
        live, sitting = self._live, self._sitting()
        if live is None:
            return None
        if live.hosting and sitting:
            states = {seat: invite.state for seat, invite in self._invites.items()}
            for seat in sitting.persons():
                states[seat] = "mine" if seat == live.own else "host"
            return Lobby(
                sitting.chairs,
                states,
                live.own,
                live.own,
                self.company(sitting),
                [sitting.names[seat] for seat in self._missing()],
                live.begun,
                (self._fair and can_deal(sitting)) or sitting.game.together,
                live.draws.part is not None and not live.begun,
                sum(self._invites[number].state == "connected" for number in WATCHERS if number in self._invites),
            )
        if not live.places or not self._call or live.places.keys() != set(range(self._call.players)):
            return None
        chairs = [place_of(text) for _seat, text in sorted(live.places.items())]
        host = self._call.host
        states = {seat: "connected" if word != "gone" else "lost" for seat, word in live.presence.items()}
        states |= {host: "host", live.own: "mine"}
        said = Company(live.presence, self._phrases.said, self._phrases.muted, False, live.own == NO_SEAT)
        dealing = live.draws.part is not None
        fair = dealing or any(map(is_fair, live.places.values()))
        return Lobby(chairs, states, live.own, host, said, fair=fair, dealing=dealing)
