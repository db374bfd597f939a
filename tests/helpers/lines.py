"""Pages of a live game without a browser: the lines that the shell would open, in one process."""

from __future__ import annotations

import base64
from collections import deque
from typing import Any

from keyharvest.page.core.drawing import Patch
from keyharvest.page.session import Session
from keyharvest.remote.ordering import Ordering
from tests.helpers.by_message import Elsewhere


class Wired(Elsewhere):
    """A page whose orders for lines go to an :class:`Exchange`."""

    def __init__(self, exchange: Exchange, saved: dict[str, str] | None = None) -> None:
        self.exchange = exchange
        self.lines: dict[int, Wired] = {}
        self.notes: dict[int, str] = {}
        super().__init__(saved)

    def take(self, patch: Patch) -> Patch:
        """Apply a patch, and pass on its orders."""
        super().take(patch)
        for what, line, *texts in patch.get("peer", []):
            self.exchange.order(self, what, line, texts)
        return patch

    def reload(self) -> None:
        """Load the page again: its lines break."""
        for line in list(self.lines):
            self.exchange.cut(self, line)
        self.notes = {}
        saved = self.saved
        self.__init__(self.exchange, saved)  # type: ignore[misc]

    def come_back(self) -> None:
        """Load the page again, to the place where it was."""
        self.saved = self.saved | self.left()
        self.reload()

    def start_worker(self) -> None:
        """Begin with a new session while the lines stay open."""
        left = self.left()
        place = left["place"]
        self.session = Session(self.saved | left | {"lines": "kept"})
        self.take(self.session.start())
        for line, note in self.notes.items():
            self.peer(line, "kept", note)
            if line in self.lines:
                self.peer(line, "open", note)
            elif made := self.exchange.made.get((id(self), line)):
                self.peer(line, *made)
        self.peer(-1, "returned", place)

    def peer(self, line: int, what: str, text: str = "") -> Patch:
        """Say what has happened on a line."""
        return self.send("peer", {"line": line, "what": what, "text": text})

    def hear(self, line: int, text: str) -> Patch:
        """Hear a text on a line, with the number that the page waits for."""
        live = self.session.seating.friends.begun().need_role().live
        order = live.lines[line].order if line in live.lines else Ordering()
        return self.peer(line, "text", f"{order.waits_for} {text}")

    def link(self) -> str:
        """The text of the link to send."""
        href = next(part for part in self.text().split("<a ") if 'id="share-link"' in part)
        return href.partition('href="#')[2].partition('"')[0]


class Exchange:
    """Opens lines between pages, and delivers what they send in order."""

    def __init__(self) -> None:
        self.codes: dict[str, tuple[Wired, int]] = {}
        self.waiting: deque[tuple[Wired, int, str, str]] = deque()
        self.made: dict[tuple[int, int], tuple[str, str]] = {}  # the last offer or answer of each page and line
        self.broken = False  # whether no two browsers find each other
        self.service = ""  # the site's address service
        self.asked = 0  # how often it was asked

    def _code(self, page: Wired, line: int, agreed: str) -> str:
        asks = bool(agreed) and agreed == self.service
        self.asked += asks
        code = base64.urlsafe_b64encode(bytes([asks << 1]) + b"code" + bytes([len(self.codes), 0])).decode().rstrip("=")
        self.codes[code] = page, line
        return code

    def order(self, page: Wired, what: str, line: int, texts: list[str]) -> None:
        """Carry out an order, as peer.js does."""
        if what in ("offer", "answer"):
            self.cut(page, line)
            page.notes[line] = texts[0]
            code = self._code(page, line, texts[-1])
            self.made[id(page), line] = what, code
            self.waiting.append((page, line, what, code))
        elif what == "accept":
            other, far = self.codes.get(texts[0], (None, 0))
            if self.broken or other is None or far not in other.notes:
                self.waiting.append((page, line, "failed", ""))
                return
            page.lines[line], other.lines[far] = other, page
            self.waiting += [(page, line, "open", page.notes[line]), (other, far, "open", other.notes[far])]
        elif what == "note":
            page.notes[line] = texts[0]
        elif what == "service" and self.service:
            self.waiting.append((page, line, "service", self.service))
        elif what == "send" and line in page.lines:
            self.waiting.append((page.lines[line], line, "text", texts[0]))
        elif what == "close":
            self.cut(page, line)

    def cut(self, page: Wired, line: int) -> None:
        """Break a line: the page at its other end hears of it, and what is on its way is lost."""
        other = page.lines.pop(line, None)
        if other is not None:
            other.lines.pop(line, None)
            kept = [each for each in self.waiting if each[1] != line or each[0] not in (page, other)]
            self.waiting = deque(kept)
            self.waiting.append((other, line, "lost", ""))

    def lose(self, page: Wired, line: int) -> None:
        """Break a line as a bad network does: both ends hear of it."""
        self.cut(page, line)
        self.waiting.append((page, line, "lost", ""))

    def step(self) -> None:
        """Deliver what was sent first."""
        page, line, what, text = self.waiting.popleft()
        patch = page.peer(line, what, text)
        assert "details" not in patch

    def pages(self, among: list[Wired]) -> list[Wired]:
        """Some pages, and those to which they have a line."""
        return list(dict.fromkeys([*among, *(other for page in among for other in page.lines.values())]))

    def deliver(self) -> None:
        """Deliver everything."""
        while self.waiting:
            self.step()


def inviting(*kinds: str, **options: Any) -> tuple[Exchange, Wired]:
    """A live game whose host has the invitations to send: its exchange and the host."""
    exchange = Exchange()
    host = Wired(exchange)
    form = {
        "name": ["Ann", "Ben", "Cleo", "Dan"],
        "kind": [*kinds, *["empty"] * (4 - len(kinds))],
        "start": "random",
        "way": "live",
        **options,
    }
    assert "alert" not in host.send("begin", form)
    assert host.screen == "invite"
    exchange.deliver()
    return exchange, host


def begun(kinds: list[str], seed: int | str = 3, **options: Any) -> tuple[Exchange, Wired, list[Wired]]:
    """A live game that has begun: its exchange, the host and the guests."""
    exchange, host = inviting(*kinds, seed=str(seed), **options)
    guests = []
    for seat, kind in enumerate(kinds):
        if kind == "far":
            guest = Wired(exchange)
            guests.append(guest)
            connect(exchange, host, guest, seat)
    host.click("start")
    exchange.deliver()
    return exchange, host, guests


def connect(exchange: Exchange, host: Wired, guest: Wired, seat: int, name: str = "") -> None:
    """Invite a guest and take the answer, as people do."""
    host.send("invitation", str(seat + 1))
    answer = accepted(exchange, host, guest, name)
    assert "alert" not in host.send("answered", {"link": f"Here: http://x/#{answer} Bye"})
    exchange.deliver()


def accepted(exchange: Exchange, host: Wired, guest: Wired, name: str = "") -> str:
    """Accept, on a guest's page, the invitation that the host's page shows; return the answer."""
    assert "alert" not in guest.send("link", {"link": f"Come! http://x/#{host.link()}"})
    guest.send("meet", {"name": name, "face": "K"})
    exchange.deliver()
    return guest.link()
