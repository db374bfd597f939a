"""The lines of a page to other pages, with the orders for its scripts, and what live games share on one page."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.memory import Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.live.around import Around
from keyharvest.page.saved.keeping import Keeping
from keyharvest.remote.calling import Call, read_call
from keyharvest.remote.draws import JointDraws
from keyharvest.remote.fair.part import FairPart
from keyharvest.remote.live import Live
from keyharvest.table.chairs import FACES, NOBODY
from keyharvest.table.company import Checks
from keyharvest.table.settings import is_service
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease
from keyharvest.words.language import _

#: The seconds between two phrases of one player: for players here, and the minimum for phrases that arrive.
_PAUSE: Final = 3.0
_LESS: Final = 2.0
#: The seconds after which a page that redraws a screen omits a phrase: by then it has faded.
_FADED: Final = 8.0


@dataclass(frozen=True, slots=True)
class Ticket:
    """A link of a live game that was opened; until the player agrees, it changes nothing else on the page.

    Attributes:
        stage: the state of the invitation, or what is wrong with the link, by the name that the screen uses.
        call: the invitation, or ``None``.
        name, face, badge: those of the person invited.
        again: whether the game is saved here, with the person in that seat.
    """

    stage: str
    call: Call | None = None
    name: str = ""
    face: str = FACES[0]
    badge: int = 0
    again: bool = False


class Service:
    """The site's address service (STUN), and whether the player lets the browser ask it.

    Attributes:
        address: its URI, or "" if the site names none.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.address = ""

    @property
    def agreed(self) -> str:
        """The address of the service that the player has agreed to, of this site or an earlier one; or ""."""
        return self._memory.settings.service

    def found(self, address: str) -> None:
        """Store the address that the page's script has found. Raise ``ValueError`` if it isn't that of a service."""
        if not is_service(address):
            raise ValueError("message: peer: expected the address of an address service")
        self.address = address

    def agree(self, agreed: bool) -> Patch:
        """Allow or forbid the browser to ask the service. Raise ``ValueError`` if there is none."""
        if not self.address:
            raise ValueError(
                _("This site has no address service: you can only play live with devices on the same network.")
            )
        chosen = replace(self._memory.settings, service=self.address if agreed else "")
        return {"save": self._memory.choose(chosen)}

    @property
    def asked(self) -> bool:
        """Whether the player lets the browser ask it."""
        return bool(self.address) and self.agreed == self.address

    @property
    def host(self) -> str:
        """Its host name, without the URI's scheme and port."""
        host = self.address.removeprefix("stun:")
        return host if host.endswith("]") else host.rpartition(":")[0] or host

    def silent(self, link: str) -> bool:
        """Whether a link or an answer made on this page, if it is there already, lacks what the service says."""
        return bool(link) and not read_call(link).outside


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


def stored_part(sitting: Sitting | None) -> FairPart | None:
    """Return this page's stored part in joint draws; ``None`` if there is none, or if it is damaged.

    A damaged part ends the joint draws of a game, except of a sealed one, which first needs the counters from another
    page.
    """
    if sitting is None or not sitting.game.together:
        return None
    try:
        return FairPart.read(sitting.part)
    except ValueError:
        if not sitting.game.sealed:
            cease(sitting)
        return None


def checks(live: Live) -> Checks | None:
    """Return the state of the joint draws, if the game has any."""
    part = live.draws.part
    if part is None:
        return None
    lie = part.lie
    return Checks(
        part.draws,
        part.number,
        part.complete,
        lie.kind if lie else "",
        lie.turn if lie else 0,
        lie.seats[0] if lie else NOBODY,
        part.counters,
        part.size,
        tuple(part.awaited),
        part.agreement.deal,
        part.opening,
    )


class Lines:
    """The lines to other pages, and the page around them.

    Attributes:
        seating, keeping, here, memory: the parts of the page.
        clock: a function that returns the time in seconds.
        service: the address service.
        ticket: the link that was opened last, until the player agrees.
        before: the joint draws of the last live game, which the next one may continue.
    """

    def __init__(
        self,
        seating: Around,
        keeping: Keeping,
        here: Whereabouts,
        memory: Memory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seating = seating
        self.keeping = keeping
        self.here = here
        self.memory = memory
        self.clock = clock
        self.service = Service(memory)
        self.ticket: Ticket | None = None
        self.before: JointDraws | None = None
        self._orders: list[list[Any]] = []
        self._notes: dict[int, str] = {}
        self._called = ""
        self._aside: tuple[str, Sitting] | None = None

    def sitting(self, game: str, number: int | None) -> Sitting | None:
        """Return a live game: the one on the table, or a saved one while another is there; else ``None``."""
        table = self.seating.table
        if table and table.sitting.message == game and number in (None, self.keeping.current):
            return table.sitting
        if number is None or number not in self.keeping.shelf.entries:
            return None
        record = self.keeping.shelf.entry(number).record
        if self._aside is None or self._aside[0] != record:
            self._aside = record, self.keeping.shelf.entry(number).sitting()
        return self._aside[1]

    def forget(self) -> None:
        """Forget the game that was not on the table."""
        self._aside = None

    def order(self, what: str, line: int, *texts: str) -> None:
        """Order what the page's scripts do on a line."""
        self._orders.append([what, line, *texts])

    def begin(self, line: int) -> None:
        """Begin a new line, which has no note yet."""
        self._notes.pop(line, None)

    def note(self, line: int, note: str) -> None:
        """Order that a line keeps a note, from which a new worker continues, if it has another one."""
        if self._notes.get(line) != note:
            self._notes[line] = note
            self.order("note", line, note)

    def call(self, word: str) -> None:
        """Order that the page calls its player with a word in the title, or ("") no longer."""
        if word != self._called:
            self._called = word
            self.order("call", -1, word)

    def taken(self) -> Patch:
        """Return all orders since the last call."""
        orders, self._orders = self._orders, []
        return {"peer": orders} if orders else {}
