"""A bad network in one process: pages of a live game, and lines that delay, break, lose and mix up texts."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from keyharvest.remote.fair.audit import complete
from keyharvest.remote.fair.part import FairPart
from keyharvest.remote.fair.seat import SECRET
from keyharvest.remote.fair.transcript import read_transcript
from keyharvest.remote.live import Live
from keyharvest.rules.setup import Start
from keyharvest.table.chairs import FAR, NOBODY, Chair
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease, dealt, end, open_up, received, stop

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Take all secrets and ids from a seed, so that a game with joint draws is the same each time."""
    rng = random.Random(seed)
    with (
        patch("keyharvest.remote.fair.part.new_secret", lambda: rng.randbytes(SECRET)),
        patch("keyharvest.remote.draws.new_id", lambda: f"{rng.randrange(10**8):08}"),
    ):
        yield


@dataclass
class Peer:
    """A page: its seat, its game once it has one, and its lines; ``number`` is that of its line to the host."""

    seat: int
    game: str
    number: int = 0
    sitting: Sitting | None = None
    gone: bool = False
    begun: bool = True
    live: Live = field(init=False)
    faults: list[str] = field(default_factory=list)
    leavers: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin without lines, as a page that has just been loaded."""
        self.live = Live(self.game, self.seat, self.seat == 0, self.begun, name=NAMES[self.seat])
        self.live.draws.part = FairPart.read(self.sitting.part) if self.sitting and self.sitting.part else None

    def reload(self) -> None:
        """Load the page again: the game comes from what was saved."""
        if self.sitting:
            part = self.sitting.part
            self.sitting = Sitting.from_text(self.sitting.sealed())
            self.sitting.part = part
        self.restart()

    def read(self) -> None:
        """Do what the page does with the news."""
        news, self.live.news = self.live.news, []
        for item in news:
            if item.what == "game":
                theirs = Sitting.from_text(item.text, self.seat + 1)
                has_seat = self.seat >= 0 and theirs.chairs[self.seat].human
                theirs = theirs.seated_at(self.seat if has_seat else NOBODY)
                if sitting := received(theirs, self.sitting, self.live.draws.part):
                    self.live.draws.part = self.live.draws.part if sitting.game.together else None
                    self.sitting = sitting
                    self.live.ready(self.sitting)
            elif item.what == "hello" and not self.live.begun and self.sitting:
                there = {line.seat for line in self.live.lines.values()}
                if set(self.sitting.humans()) <= {0, *there}:
                    self.live.draws.deal(self.sitting.start, self.sitting.game.state.layout, len(self.sitting.chairs))
            elif item.what == "dealt" and not self.live.begun and self.sitting and self.live.draws.part:
                self.sitting = dealt(self.sitting, self.live.draws.part)
                self.begun = True
                self.live.begin(self.sitting)
            elif item.what == "opened" and self.sitting:
                open_up(self.sitting)
            elif item.what == "unchecked":
                if self.sitting and not self.sitting.game.sealed:
                    cease(self.sitting)
                self.live.cease(self.sitting)
                if self.sitting and not self.begun:
                    self.begun = True
                    self.live.begin(self.sitting)
            elif item.what == "lie" and self.sitting:
                stop(self.sitting)
                self.faults.append("lie")
            elif item.what == "chair" and self.sitting:
                self.sitting = self.sitting.given(item.seat, item.text, self.seat)
            elif item.what in ("fault", "parted", "newer"):
                self.faults.append(f"{item.what} on line {item.line}: {item.text}")
        part = self.live.draws.part
        if self.sitting and part and self.live.draws.ended(self.sitting):
            end(self.sitting, part)
            self.live.cease(self.sitting)
            for seat in sorted(self.leavers):
                self.sitting = self.sitting.with_chair(seat, kind="random")
                self.live.report_seat(seat, "random", self.sitting)
            self.leavers.clear()
        if self.live.draws.signed and self.live.draws.part and self.sitting and self.sitting.game.together:
            self.sitting.part, self.live.draws.signed = self.live.draws.part.text(), False


class Network:
    """Pages and the texts on their way; everything random comes from ``rng``.

    ``lossy``: texts may also get lost, arrive twice or overtake each other, as they never do on a data channel.
    ``fair``: all pages draw together. Every third game has a spectator.
    """

    def __init__(self, kinds: list[str], seed: int, lossy: bool = False, fair: bool = False) -> None:
        self.rng = random.Random(seed)
        self.lossy = lossy
        game = f"{self.rng.randrange(10**8):08}"
        chairs = [Chair(name, kind) for name, kind in zip(NAMES, kinds, strict=False)]
        start: Start = "drawn" if fair else "random"
        self.host = Peer(0, game, sitting=Sitting.new(chairs, start, seed, message=game), begun=not fair)
        self.guests = [Peer(seat, game, seat) for seat, kind in enumerate(kinds) if kind == "far"]
        if seed % 3 == 0:
            self.guests.append(Peer(NOBODY, game, 9))
        self.wires: dict[tuple[int, bool], deque[str]] = {}
        self.steps = self.returned = 0
        #: Whether the game may end without a proof: a player has left for good, or a page was loaded again before it
        #: had stored its part in the draws.
        self.unproven = False
        self.proven = False
        for guest in self.guests:
            self.connect(guest)

    @property
    def pages(self) -> list[Peer]:
        """All pages that are there."""
        return [self.host, *(guest for guest in self.guests if not guest.gone)]

    def check(self) -> bool:
        """Whether every page of a player has the whole game with a proof, and anyone can check that of the host."""
        parts = [page.live.draws.part for page in self.players]
        all_complete = all(part is not None and part.complete for part in parts)
        return all_complete and parts[0] is not None and complete(read_transcript(parts[0].transcript()))

    @property
    def players(self) -> list[Peer]:
        """The pages of players."""
        return [page for page in self.pages if page.seat != NOBODY]

    def connect(self, guest: Peer) -> None:
        """Open a line between the host and a guest."""
        self.collect()  # what was said on the previous line is lost
        number = guest.number
        self.wires[number, True] = deque()
        self.wires[number, False] = deque()
        self.host.live.opened(number, guest.seat, self.host.sitting)
        guest.live.opened(number, 0, guest.sitting)
        self.collect()

    def cut(self, number: int) -> None:
        """Break a line: what is on its way is lost."""
        if self.wires.pop((number, True), None) is None:
            return
        del self.wires[number, False]
        for page in (self.host, *self.guests):
            if page is self.host or page.number == number:
                page.live.closed(number)

    def collect(self) -> None:
        """Put what the pages want to send on its way."""
        for page in (self.host, *self.guests):
            page.read()
            if sitting := page.sitting:
                for seat in page.live.returning(sitting):
                    page.sitting = sitting = sitting.with_chair(seat, kind=FAR)
                    page.live.report_seat(seat, FAR, sitting)
                    self.returned += 1
            out, page.live.out = page.live.out, []
            for number, text in out:
                wire = self.wires.get((number, page is self.host))
                if text is None:
                    self.cut(number)
                elif wire is not None:
                    wire.append(text)

    def deliver(self) -> bool:
        """Deliver one text of those on their way; return whether there was one."""
        waiting = [wire for wire, texts in self.wires.items() if texts]
        if not waiting:
            return False
        number, from_host = wire = self.rng.choice(waiting)
        texts = self.wires[wire]
        at = 0
        if self.lossy and self.rng.random() < 0.2:
            at = self.rng.randrange(len(texts))
        text = texts[at]
        if not (self.lossy and self.rng.random() < 0.05):  # else it comes again
            del texts[at]
        if self.lossy and self.rng.random() < 0.1:
            return True
        page = next(guest for guest in self.guests if guest.number == number) if from_host else self.host
        page.live.heard(number, text, page.sitting)
        self.collect()
        return True

    def play(self) -> bool:
        """Let one page decide, or its computer player; return whether any could."""
        able = [
            page
            for page in self.pages
            if page.begun and page.sitting and (page.sitting.person_to_act() or page.sitting.computer_to_act())
        ]
        if not able:
            return False
        page = self.rng.choice(able)
        sitting = page.sitting
        assert sitting
        if sitting.computer_to_act():
            sitting.step()
        elif sitting.why_no_undo() is None and self.rng.random() < 0.1:
            sitting.undo()
        else:
            sitting.commit([self.rng.choice(sitting.game.legal())])
        page.live.push(sitting)
        self.collect()
        return True

    def trouble(self) -> None:
        """Break a line, reload a page, or let a guest leave, perhaps for good."""
        page = self.rng.choice(self.pages)
        what = self.rng.random()
        numbers = [page.number] if page is not self.host else [guest.number for guest in self.guests]
        for number in numbers:
            self.cut(number)
        if what < 0.4:
            stored = page.sitting is not None and page.sitting.part
            dealing = bool(page.live.draws.part or page.live.draws.spent)
            self.unproven = self.unproven or (dealing and page.seat != NOBODY and not stored)
            page.reload()
        elif what < 0.42 and page is not self.host and len(self.pages) > 2:
            page.gone = True
            self.unproven = self.unproven or page.seat != NOBODY
            assert self.host.sitting
            if page.seat != NOBODY and self.host.sitting.game.sealed:
                self.host.leavers.add(page.seat)
                self.host.live.cease(self.host.sitting)
            elif page.seat != NOBODY:
                if self.host.sitting.game.together:
                    cease(self.host.sitting)
                    self.host.live.cease(self.host.sitting)
                self.host.sitting = self.host.sitting.with_chair(page.seat, kind="random")
                self.host.live.report_seat(page.seat, "random", self.host.sitting)
                if not self.host.begun:  # with a computer player the pages can't draw together
                    self.host.live.cease(self.host.sitting)
                    self.host.begun = True
                    self.host.live.begin(self.host.sitting)
            self.collect()

    def mend(self) -> None:
        """Connect everyone who isn't connected, and let everyone ask for what may have been lost."""
        for guest in self.guests:
            guest.gone = guest.gone and self.rng.random() < 0.8
            if not guest.gone and (guest.number, True) not in self.wires:
                self.connect(guest)
        if self.lossy:
            for page in self.pages:
                page.live.ask()
            self.collect()

    def over(self) -> bool:
        """Whether every page has the end of the game."""
        return all(page.sitting is not None and page.sitting.over for page in self.pages)

    def run(self, most: int = 200_000) -> None:
        """Play to the end. Raise ``AssertionError`` if the game is stuck."""
        while not self.over():
            self.steps += 1
            assert self.steps < most, "stuck: too many steps"
            what = self.rng.random()
            if what < 0.01:
                self.trouble()
            elif what < 0.03:
                self.mend()
            elif what < 0.6:
                self.deliver()
            elif not self.play() and not self.deliver():
                self.mend()
                moved = any(self.wires.values()) or self.over()
                assert moved, "stuck: nothing on its way, and nobody can decide"
