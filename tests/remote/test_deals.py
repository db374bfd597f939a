"""The beginning of joint draws on the lines of a live game, against a host or a guest who knows the protocol."""

from __future__ import annotations

import random
import time

import pytest

from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.message import Message, encode, read_message
from keyharvest.remote.fair.part import FairPart
from keyharvest.remote.fair.seat import Seat, new_secret
from keyharvest.remote.fair.transcript import read_transcript, transcript_text
from keyharvest.remote.live import VERSION, Live
from keyharvest.remote.ordering import LONGEST
from keyharvest.rules import CHANCE, OVER, actor, legal, outcomes
from keyharvest.rules.layout import STANDARD, layout_word
from keyharvest.table.sitting import Sitting
from tests.helpers.network import NAMES
from tests.remote.fair.simulation import Party

pytestmark = pytest.mark.usefixtures("pages_share_sums")

GAME = "AbCdEfGh"


class Pages:
    """A host that hasn't begun, and guests who wait; what they send arrives at once and in order."""

    def __init__(self, players: int) -> None:
        chairs = [*zip(NAMES, ("person", "far", "far", "far"), strict=True)][:players]
        self.table = Sitting.new([_chair(*each) for each in chairs], "random", 1, message=GAME)
        self.host = Live(GAME, 0, True, begun=False, name=NAMES[0])
        self.guests = {seat: Live(GAME, seat, False, name=NAMES[seat]) for seat in range(1, players)}
        for seat in self.guests:
            self.connect(seat)

    def connect(self, seat: int) -> None:
        """Open a line to a guest."""
        self.host.opened(seat, seat, self.table)
        self.guests[seat].opened(1, 0, None)
        self.deliver()

    def cut(self, seat: int) -> None:
        """Break the line to a guest; what is on its way is lost."""
        self.host.out = [each for each in self.host.out if each[0] != seat]
        self.guests[seat].out.clear()
        self.host.closed(seat)
        self.guests[seat].closed(1)

    def deliver(self, most: int = 100_000, but: int = -1) -> None:
        """Deliver what was sent; texts of one guest may stay on their way."""
        while most and (self.host.out or any(guest.out for seat, guest in self.guests.items() if seat != but)):
            most -= 1
            out, self.host.out = self.host.out, []
            for number, text in out:
                if text is None:
                    self.cut(number)
                elif number in self.host.lines:
                    self.guests[number].heard(1, text, None)
            for seat, guest in self.guests.items():
                if seat == but:
                    continue
                out, guest.out = guest.out, []
                for _number, text in out:
                    if text is not None and seat in self.host.lines:
                        self.host.heard(seat, text, self.table)

    def deal(self) -> None:
        """Let the host deal."""
        self.host.draws.deal("random", self.table.game.state.layout, len(self.table.chairs))


def _chair(name: str, kind: str):  # type: ignore[no-untyped-def]
    from keyharvest.table.chairs import Chair

    return Chair(name, kind)


def part(live: Live) -> FairPart:
    """The part of a page in the draws."""
    assert live.draws.part
    return live.draws.part


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_pages_deal_once_and_have_the_same_digits(players: int) -> None:
    pages = Pages(players)
    pages.deal()
    pages.deliver()
    parts = [part(live) for live in (pages.host, *pages.guests.values())]
    assert all(each.dealt and not each.doubt for each in parts)
    assert len({each.number for each in parts}) == 1
    assert any(notice.what == "dealt" for notice in pages.host.news)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_a_host_cannot_deal_until_it_likes_the_set_up(players: int) -> None:
    """Not under the same id or another, nor as the next game, nor on a new line."""
    pages = Pages(players)
    pages.deal()
    pages.deliver()
    shown = [part(guest).transcript().count(" reveal ") for guest in pages.guests.values()]
    assert min(shown) >= players
    for way in ("deal", "again", "line"):
        for seat in pages.guests:
            if way == "line":
                pages.cut(seat)
                pages.connect(seat)
            elif way == "again":
                pages.host.send(seat, "again ZyXwVuTs")
        pages.deliver()
        pages.host.draws.part, pages.host.draws._spent = None, False
        pages.host.news.clear()
        pages.deal()
        pages.deliver()
        assert any(notice.what == "unchecked" for notice in pages.host.news), way
        assert not any(notice.what == "dealt" for notice in pages.host.news), way
        assert not any(guest.draws.part and part(guest).dealt for guest in pages.guests.values()), way


def test_a_new_game_on_the_same_lines_carries_on_what_was_dealt() -> None:
    pages = Pages(2)
    pages.deal()
    pages.deliver()
    guest = pages.guests[1]
    guest.heard(1, f"{guest.lines[1].order.waits_for} again ZyXwVuTs", None)
    assert guest.following("ZyXwVuTs", None).draws.spent
    played = part(guest)._seat.course
    while actor(played.state) != OVER:
        played.play(outcomes(played.state)[0][0] if actor(played.state) == CHANCE else legal(played.state)[-1])
    assert not guest.following("ZyXwVuTs", None).draws.spent


@pytest.mark.parametrize("way", ["unchecked", "game", "again", "dropped"])
def test_a_guest_remembers_what_it_was_shown_whoever_drops_its_part(way: str) -> None:
    """The host ends the checks in the lobby, begins without them, or hands over a game that it has played alone."""
    pages = Pages(2)
    pages.deal()
    pages.deliver()
    guest = pages.guests[1]

    def hear(text: str) -> None:
        guest.heard(1, f"{guest.lines[1].order.waits_for} {text}", None)

    if way == "unchecked":
        hear("unchecked")
        assert ("unchecked", 0) in [(notice.what, notice.seat) for notice in guest.news]
        guest.cease(None)  # as the page does then
    elif way == "game":
        guest.lines[1].asked = True
        hear(f"game {pages.table.handed_over()}")
    elif way == "again":
        guest.draws.part = None
        guest = pages.guests[1] = guest.following("ZyXwVuTs", None)
        guest.heard(1, f"hello {VERSION} ZyXwVuTs 1000 B 0 Ann", None)
    else:
        guest.draws.part = None
    assert guest.draws.part is None
    assert guest.draws.spent
    hear(f"deal ZyXwVuTs 2 random 2 {layout_word(STANDARD)}")
    assert guest.draws.part is None
    assert not any(notice.what == "fault" for notice in guest.news)


def test_a_host_cannot_keep_its_keys_back_to_try_others() -> None:
    """Once a guest has shown its first message, the host knows what digits its own keys would give."""
    pages = Pages(3)
    pages.deal()
    guest = pages.guests[1]
    while not (guest.draws.part and part(guest).shown):
        pages.deliver(1)
    assert not part(guest)._seat.begun
    guest.heard(1, f"{guest.lines[1].order.waits_for} deal ZyXwVuTs 3 random 2 {layout_word(STANDARD)}", None)
    assert pages.guests[1].draws.part is None
    assert not any(notice.what == "fault" for notice in guest.news)


def test_a_guest_cannot_come_back_until_it_likes_the_set_up() -> None:
    """It keeps back its link, says hello again as a page that has lost its part, and the host presses Start."""
    pages = Pages(3)
    pages.deal()
    for _each in range(6):
        pages.deliver(1, but=2)
        if part(pages.host).shown:
            break
        pages.deliver(1)
    assert part(pages.host).shown
    pages.cut(2)
    pages.guests[2] = Live(GAME, 2, False, name=NAMES[2])
    pages.host.news.clear()
    pages.connect(2)
    assert any(notice.what == "unchecked" and notice.seat == 2 for notice in pages.host.news)
    before = part(pages.host)
    pages.deal()
    assert pages.host.draws.part is before


@pytest.mark.slow
def test_a_line_that_breaks_while_they_deal_continues_the_same_deal() -> None:
    pages = Pages(3)
    pages.deal()
    for _each in range(40):
        pages.deliver(1)
        if part(pages.host).shown:
            break
    first = part(pages.host).agreement
    pages.cut(1)
    pages.deliver()
    pages.connect(1)
    assert part(pages.host).dealt
    assert part(pages.guests[1]).dealt
    assert part(pages.guests[1]).agreement == first
    assert any(notice.what == "dealt" for notice in pages.host.news)


@pytest.mark.slow
def test_the_number_of_the_deal_is_counted_and_signed() -> None:
    """A line that breaks before any link was shown leads to another deal, which says so."""
    pages = Pages(3)
    pages.deal()
    pages.cut(1)
    assert pages.host.draws.part is None
    pages.connect(1)
    pages.deal()
    pages.deliver()
    for live in (pages.host, *pages.guests.values()):
        assert part(live).agreement.deal == 2
        assert part(live).dealt
        assert '[Deal "2"]' in part(live).transcript()
    guest = pages.guests[1]
    guest.draws.part, guest.draws._spent = None, False
    guest.heard(1, f"{guest.lines[1].order.waits_for} deal ZyXwVuTs 3 random 1 standard-3", None)
    assert "fault" in [notice.what for notice in guest.news]  # the host counts backwards


def test_no_first_message_is_shown_before_all_are_sealed() -> None:
    """So a host that puts keys of its own in place of others can't search for some that give the same digits."""
    agreement = Agreement(GAME, 3)
    seats = [Seat(agreement, seat, new_secret()) for seat in range(3)]
    seals = [seat.begin()[0] for seat in seats]
    assert [read_message(line).kind for line in seals] == ["seal"] * 3
    assert seats[0].hear(seals[1]) == []
    [shown] = seats[0].hear(seals[2])
    assert read_message(shown).kind == "hello"
    seats[1].hear(seals[0])
    [hello] = seats[1].hear(seals[2])
    other = Seat(agreement, 1, new_secret())
    for each in seals[0], seals[2]:
        other.hear(each)
    assert seats[0].hear(other.lines()[-1]) == []  # another key than the one sealed
    assert seats[0].missing() == [1, 2]
    assert seats[0].receive(hello)
    assert not seats[0].findings


@pytest.mark.parametrize(
    ("word", "key", "players"),
    [
        (0, bytes([2, *bytes(31)]), 2),  # no point of the curve
        (0, bytes([1, *bytes(31)]), 3),  # a point of small order
        (2, b"\xff" * 32, 3),  # no element of the group
        (2, bytes(32), 4),  # its zero
        (2, b"", 3),
        (2, bytes(32), 2),
    ],
)
def test_a_first_message_without_keys_is_told(word: int, key: bytes, players: int) -> None:
    """No key vouches for it yet: so its sender is named, and with three or four players the host too."""

    class Keyless(Seat):
        def _hello(self) -> str:
            words = super()._hello().split(" ")
            words[word] = encode(key) or "-"
            return " ".join(words)

    kinds = (Seat, Keyless, Seat, Seat)[:players]
    party = Party(Agreement(GAME, players), 1, kinds=kinds)
    party.deliver()
    named = [("first", (1,) if players == 2 else (0, 1))]
    for seat in [seat for seat in party.seats if seat.seat != 1]:
        assert not seat.begun
        for ledger in (seat, read_transcript(transcript_text(seat))):
            assert [(each.kind, each.seats) for each in ledger.findings] == named


def test_a_guest_cannot_take_another_guests_seat() -> None:
    pages = Pages(3)
    pages.deal()
    host = pages.host
    forger = Seat(part(host).agreement, 2, new_secret())
    [line] = forger.begin()
    host.news.clear()
    host.heard(1, f"{host.lines[1].order.waits_for} fair {line}", pages.table)
    assert [(notice.what, notice.seat) for notice in host.news if notice.what == "fault"] == [("fault", 1)]
    assert 1 not in host.lines
    assert "doubt" not in [notice.what for notice in host.news]


def test_a_guest_whose_seat_was_taken_hears_of_it() -> None:
    """The host is in league with the one who took it, so that its own first message never counted."""
    pages = Pages(3)
    pages.deal()
    guest = pages.guests[2]
    pages.deliver(1)
    [line] = Seat(part(guest).agreement, 2, new_secret()).begin()
    guest.heard(1, f"{guest.lines[1].order.waits_for} fair {line}", None)
    doubt = part(guest).doubt
    assert doubt
    assert (doubt.kind, doubt.seats) == ("keys", (0,))
    assert ("doubt", 0) in [(notice.what, notice.seat) for notice in guest.news]


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [True, False])
def test_a_flood_of_messages_costs_the_line_and_nothing_is_stored(ahead: bool) -> None:
    pages = Pages(3)
    pages.deal()
    pages.deliver()
    host, rng = pages.host, random.Random(1)
    liar = part(pages.guests[1])._seat
    assert isinstance(liar, Seat)
    before, size, begun = part(host).text(), part(host).size, time.process_time()
    texts = 0
    while 1 in host.lines:
        texts += 1
        lines: list[str] = []
        while sum(map(len, lines)) < LONGEST - 1000:
            step = liar.step + rng.randrange(1, 90_000 - liar.step) if ahead else rng.randrange(2, liar.step)
            lines.append(Message(step, 1, encode(rng.randbytes(32)), "reveal", "A" * 43).signed(liar._key).text)
        begun += _signing(lines)
        host.heard(1, f"{host.lines[1].order.waits_for} fair {chr(10).join(lines)}", pages.table)
        assert texts < 10
    assert part(host).size == size
    assert len(part(host).text()) < len(before) + 5000
    assert time.process_time() - begun < 5


def _signing(lines: list[str]) -> float:
    """Return the time that it took to sign some lines, which isn't the host's."""
    begun = time.process_time()
    for line in lines[:20]:
        Message(1, 1, "A" * 43, "reveal", line[20:63]).signed(bytes(32))
    return (time.process_time() - begun) * len(lines) / 20


def test_an_older_page_is_told_to_reload() -> None:
    pages = Pages(2)
    guest = pages.guests[1]
    guest.opened(1, 0, None)
    guest.heard(1, f"hello 5 {GAME} 17 B 0 Ann", None)
    assert "older" in [notice.what for notice in guest.news]
