"""Live games over a network that delays, loses and reorders texts and breaks lines: all pages end with one game."""

from __future__ import annotations

import random

import pytest

from keyharvest.remote import letter_of
from keyharvest.remote.exchange import NO_SEAT, PATIENCE
from keyharvest.remote.live import VERSION, Live
from keyharvest.remote.ordering import LONGEST, MOST_KEPT
from keyharvest.table.sitting import Sitting
from tests.helpers.network import Network, Peer, seeded

pytestmark = pytest.mark.usefixtures("pages_share_sums")

TABLES = (
    ["person", "far"],
    ["person", "far", "random"],
    ["person", "far", "far"],
    ["person", "far", "far", "far"],
    ["person", "random", "far", "far"],
)


def played(kinds: list[str], seed: int, lossy: bool, fair: bool = False) -> Network:
    """A whole game over a bad network, checked; ``fair``: with joint draws."""
    with seeded(seed):
        network = Network(kinds, seed, lossy, fair)
        network.run()
        for _each in range(20 if lossy else 1):
            network.mend()  # a line may have broken after the last move, with keys on their way
            while network.deliver():
                pass
        network.proven = network.check()
    moves = [page.sitting.game.moves for page in network.pages if page.sitting]
    states = [page.sitting.game.state for page in network.pages if page.sitting]
    assert all(each == moves[0] for each in moves)
    assert all(each == states[0] for each in states)
    assert not [fault for page in network.pages for fault in page.faults]
    assert not fair or network.unproven or network.proven
    return network


#: Pages that draw together: how many, and whether their lines lose messages.
TOGETHER = [
    *((2, True), (3, False), (4, True)),
    *(pytest.param(*each, marks=pytest.mark.long) for each in ((2, False), (3, True), (4, False))),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "lossy"), TOGETHER)
def test_pages_that_draw_together_end_with_the_same_game(players: int, lossy: bool) -> None:
    played(["person", "far", "far", "far"][:players], 3, lossy, fair=True)


@pytest.mark.thorough
@pytest.mark.parametrize("lossy", [False, True], ids=["channel", "lossy"])
@pytest.mark.parametrize("kinds", TABLES, ids="-".join)
def test_every_page_ends_with_the_same_game(kinds: list[str], lossy: bool) -> None:
    played(kinds, 1, lossy)


def test_the_game_is_handed_over_without_moves_that_may_be_undone() -> None:
    played(["person", "far"], 1000, lossy=False)


def pair() -> tuple[Network, Peer, Peer]:
    """A host and a guest in the middle of a game."""
    network = Network(["person", "far", "far"], 5)
    while network.deliver():
        pass
    for _each in range(40):
        network.play()
        while network.deliver():
            pass
    return network, network.host, network.guests[0]


def hear(page: Peer, number: int, text: str) -> None:
    """Let a page hear a text, which gets the number that it waits for."""
    line = page.live.lines.get(number)
    page.live.heard(number, f"{line.order.waits_for} {text}" if line else text, page.sitting)


#: What no honest page says, or not at this moment.
LIES = (
    "",
    "hello",
    "sits 1 far B 0 Eve",
    "sits 1 far B 7 Eve",
    "nonsense 1 2 3",
    "have",
    "have -1 00000000",
    "have 1e5 00000000",
    "have ١٢ 00000000",
    "have 99999999999999999999 00000000",
    "turn",
    "turn khm1.AAAA",
    "turn khm9.AAAA",
    "turn {other}",
    "game kh1.AAAA",
    "deal AbCdEfGh random standard-2",
    "lack x",
    "chair 1 random",
    "chair 1 far 0",
    "say 0 1",
    "say 2 1",
    "say 1 8",
    "say 1 <b>",
    "is 2 gone",
    "is 1 <script>",
    "x" * (LONGEST + 1),
    "[" * LONGEST,
)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie[:24] or "nothing")
def test_a_lie_closes_its_line_and_changes_nothing(lie: str) -> None:
    _network, host, _guest = pair()
    assert host.sitting
    other = Network(["person", "far"], 8).host.sitting
    assert other
    letter = letter_of("AbCdEfGh", 1, other.game.moves, other.game.states, 0).text()
    before = list(host.sitting.game.moves)
    lie = lie.format(game=host.game, other=letter) if "{" in lie else lie
    if lie.startswith("hello"):
        host.live.heard(1, lie, host.sitting)
    else:
        hear(host, 1, lie)
    assert [item for item in host.live.news if item.what == "fault"], lie
    assert (1, None) in host.live.out
    assert 1 not in host.live.lines
    assert host.sitting.game.moves == before
    assert 2 in host.live.lines  # the others play on
    hear(host, 1, "want")  # what still comes over the closed line is ignored
    assert 1 not in host.live.lines


#: What an honest spectator never says.
ACTS = (
    "turn {letter}",
    "say 0 1",
    "say 1 1",
    "is 1 away",
    "is 0 gone",
    "chair 1 random 0",
    "sits 1 far B 0 Eve",
    "game kh1.AAAA",
    "deal AbCdEfGh random standard-2",
    "fair x",
    "lack 0",
    "all",
    "unchecked",
)


@pytest.mark.parametrize("act", ACTS)
def test_a_spectator_can_do_nothing(act: str) -> None:
    network, host, _guest = pair()
    sitting = host.sitting
    assert sitting
    watcher = Peer(NO_SEAT, host.game, 9)
    network.guests.append(watcher)
    network.connect(watcher)
    while network.deliver():
        pass
    assert watcher.sitting
    assert watcher.sitting.game.moves == sitting.game.moves[: sitting.game.settled()]
    forged = Sitting.from_text(sitting.sealed(), 99)
    forged.commit([forged.game.legal()[-1]])
    letter = letter_of(host.game, 1, forged.game.moves, forged.game.states, sitting.game.settled()).text()
    before, presence = list(sitting.game.moves), dict(host.live.presence)
    hear(host, 9, act.format(letter=letter))
    assert [item.what for item in host.live.news] == ["fault"]
    assert 9 not in host.live.lines
    assert sitting.game.moves == before
    assert host.live.presence == presence
    assert [number for number, _text in host.live.out] == [9]  # the players hear nothing of it


def test_a_spectator_who_claims_another_course_gets_the_game() -> None:
    _network, host, _guest = pair()
    assert host.sitting
    host.live.opened(9, NO_SEAT, host.sitting)
    host.live.heard(9, f"hello {VERSION} {host.game} 7 B 0 ", host.sitting)
    host.live.out.clear()
    hear(host, 9, "have 3 00000000")
    assert host.live.out[0][1] is not None
    assert " game kh1." in host.live.out[0][1]
    assert "parted" not in [item.what for item in host.live.news]


def test_a_computer_ends_its_turn_before_a_person_gets_the_seat_back() -> None:
    network, host, guest = pair()
    network.cut(1)
    assert host.sitting
    host.sitting = host.sitting.with_chair(1, kind="random")
    host.live.report_seat(1, "random", host.sitting)
    network.connect(guest)
    given = False
    for _each in range(3000):
        before = host.sitting.computers()
        while network.deliver():
            pass
        if 1 in before and 1 not in host.sitting.computers():
            state = host.sitting.game.state
            assert host.sitting.person_to_act()
            assert state.seat != 1
            given = True
            break
        network.play()
    assert given
    while network.deliver():
        pass
    assert guest.sitting
    assert guest.sitting.persons() == [1]
    assert network.guests[1].sitting
    assert network.guests[1].sitting.chairs[1].kind == "far"


def test_nobody_decides_for_another_seat() -> None:
    _network, host, _guest = pair()
    sitting = host.sitting
    assert sitting
    seat = sitting.actor
    liar = next(number for number in (1, 2) if number != seat)
    forged = Sitting.from_text(sitting.sealed(), 99)
    forged.commit([next(move for move in reversed(forged.game.legal()))])
    while forged.game.settled() < len(forged.game.moves) and not forged.over:
        forged.commit([forged.game.legal()[-1]])
    at = sitting.game.settled()
    letter = letter_of(host.game, liar, forged.game.moves, forged.game.states, at).text()
    before = list(sitting.game.moves)
    hear(host, liar, f"turn {letter}")
    assert sitting.game.moves == before
    assert [item.what for item in host.live.news] == ["parted"]


def test_a_page_that_says_nothing_new_for_ever_is_cut_off() -> None:
    _network, host, _guest = pair()
    assert host.sitting
    said = 0
    while 1 in host.live.lines:
        hear(host, 1, "say 1 0")
        said += 1
        assert said <= PATIENCE
    assert host.live.news[-1].what in ("fault", "is")


def test_a_page_that_begins_again_for_ever_is_cut_off() -> None:
    _network, host, _guest = pair()
    for number in range(12):
        host.live.heard(1, f"hello {VERSION} {host.game} {number + 1} B 0 Ben", host.sitting)
    assert 1 not in host.live.lines


def test_a_spectator_cannot_have_the_game_sent_for_ever() -> None:
    _network, host, _guest = pair()
    host.live.opened(9, NO_SEAT, host.sitting)
    host.live.heard(9, f"hello {VERSION} {host.game} 7 B 0 Eve", host.sitting)
    asked = 0
    while 9 in host.live.lines:
        hear(host, 9, "want")
        asked += 1
        assert asked <= PATIENCE // 10


def test_texts_sent_again_cost_patience_however_they_are_asked_for() -> None:
    """One text after another is acknowledged, and all after it are asked for again."""
    _network, host, _guest = pair()
    order = host.live.lines[1].order
    for _each in range(MOST_KEPT // 2):
        host.live.send(1, "say 0 1")
    host.live.out.clear()
    for _each in range(MOST_KEPT // 2):
        host.live.heard(1, f"next {order._begin + 1}", host.sitting)
    assert 1 not in host.live.lines
    assert len(host.live.out) < 10 * PATIENCE + MOST_KEPT


@pytest.mark.slow
def test_random_texts_never_break_a_page() -> None:
    rng, (_network, host, guest) = random.Random(11), pair()
    assert host.sitting
    assert guest.sitting
    words = ["hello", "have", "want", "game", "turn", "chair", "say", "is", "sits", "", "HELLO", "x"]
    words += ["deal", "fair", "lack", "all", "unchecked"]
    values = [
        "0",
        "1",
        "2",
        "9",
        "-1",
        host.game,
        "khm1.GAGwnRHxoQEHWgMxMjM0NTY3OBJnq5xv",
        "kh1.",
        "here",
        "gone",
        "far",
        "random",
        "é",
        "\x00",
        "B",
    ]
    for _each in range(3000):
        for page, line, seat in ((host, 1, 1), (host, 9, NO_SEAT), (guest, 1, 0)):
            if line not in page.live.lines:
                page.live.opened(line, seat, page.sitting)
            if rng.random() < 0.3:
                page.live.lines[line].greeted = True
            text = " ".join([rng.choice(words), *(rng.choice(values) for _value in range(rng.randrange(4)))])
            before = list(page.sitting.game.moves) if page.sitting else []
            if rng.random() < 0.8:
                hear(page, line, text)
            else:
                page.live.heard(line, text, page.sitting)
            assert page.sitting
            assert page.sitting.game.moves == before
            page.live.out.clear()
            page.live.news.clear()


def test_a_page_that_draws_alone_anyway_is_still_sent_to() -> None:
    network, host, guest = pair()
    host.live.cease(host.sitting)
    network.collect()
    for _each in range(40):
        while network.deliver():
            pass
        network.play()
    while network.deliver():
        pass
    assert host.sitting
    assert guest.sitting
    end = host.sitting.game.settled()
    assert end > 40
    assert guest.sitting.game.moves[:end] == host.sitting.game.moves[:end]


def test_a_newer_version_is_told_from_a_lie() -> None:
    live = Live("AbCdEfGh", 0, True)
    live.opened(1, 1, None)
    live.heard(1, f"hello {VERSION + 1} AbCdEfGh B Ann and whatever comes then", None)
    assert live.news[0].what == "newer"
    assert live.lines == {}
