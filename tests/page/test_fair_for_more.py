"""Live games of three and four whose draws all pages make, and in which nobody knows the counters of others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import combinations
from typing import Any

import pytest

from keyharvest.game import Game
from keyharvest.players import NAMES as LEVELS
from keyharvest.record import parse_record
from keyharvest.remote.fair.audit import complete, report
from keyharvest.remote.fair.ledger import state_digest
from keyharvest.remote.fair.message import Message, encode, read_message
from keyharvest.remote.fair.seat import Seat
from keyharvest.remote.fair.transcript import read_transcript
from keyharvest.rules import Layout, apply, counters
from keyharvest.rules.layout import layout_word
from keyharvest.rules.setup import DealCounter, RemoveEvent
from keyharvest.table.sealing import sealed, unsealed
from keyharvest.table.sitting import Sitting
from tests.helpers.by_message import Passing
from tests.helpers.lines import Exchange, Wired, begun, connect, inviting
from tests.helpers.network import seeded
from tests.page.test_fair import _lies as lies
from tests.page.test_fair import alerts, read
from tests.page.test_live import play, same

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pages_share_sums")]


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Deal always the same."""
    with seeded(1):
        yield


def fair(players: int = 3, start: str = "random") -> tuple[Exchange, list[Wired]]:
    """A live game that has begun with joint draws: its pages by seat."""
    exchange, host, guests = begun(["person", "far", "far", "far"][:players], "", start=start)
    pages = [host, *guests]
    assert all(page.screen == "game" and page.sitting.game.sealed for page in pages)
    return exchange, pages


def alike(pages: list[Wired]) -> bool:
    """Whether the log is the same on all pages, up to the last move that can't be undone."""
    end = min(page.sitting.game.settled() for page in pages)
    logs = [[(line.at, line.text) for line in page.sitting.lines() if line.at < end] for page in pages]
    return all(log == logs[0] for log in logs)


def starting_counters(page: Wired) -> tuple[int, ...]:
    """The counters that each seat was dealt, as a page has them."""
    return page.session.seating.friends.begun().need_role().live.draws.part._seat.course.deal  # type: ignore[union-attr]


def first_hands(page: Wired) -> list[int]:
    """The counters that each seat was dealt, as the game on a page has them."""
    return next(list(state.hands) for state in page.sitting.game.states if all(map(counters.total, state.hands)))


def again(exchange: Exchange, host: Wired, guest: Wired, seat: int) -> None:
    """Connect a guest again."""
    host.send("continue")
    host.send("lobby")
    host.send("invitation", str(seat + 1))
    exchange.deliver()
    connect(exchange, host, guest, seat)
    for page in (host, guest):
        page.send("continue")


@pytest.mark.parametrize(
    ("players", "start"),
    [
        (3, "random"),
        pytest.param(4, "drawn", marks=pytest.mark.long),
    ],
    ids=str,
)
def test_a_game_is_played_to_its_end_and_checked(players: int, start: str) -> None:
    exchange, pages = fair(players, start)
    play(exchange, pages, random.Random(1), 40)
    deals = [starting_counters(page) for page in pages]
    play(exchange, pages, Passing())
    true = starting_counters(pages[0])
    assert same(pages)
    for seat, page in enumerate(pages):
        assert page.sitting.over
        assert starting_counters(page) == true
        assert deals[seat][seat] == true[seat]  # everyone knew their own from the start
        page.let_computers_play()
        assert page.screen == "ending"
        assert "Every draw and deal was checked: fair" in read(page)
        assert f"{3 * players} / {3 * players}" in read(page)
        ledger = read_transcript(page.send("transcript")["download"]["text"])
        assert complete(ledger)
        assert ledger.moves() == page.sitting.game.moves
    assert not alerts(*pages)


@pytest.mark.thorough
def test_no_page_knows_or_sends_the_counters_of_others() -> None:
    deals = set()
    for _each in range(4):
        _exchange, pages = fair()
        for page in pages:
            part = page.session.seating.friends.begun().need_role().live.draws.part
            assert part._seat.course.own == {part.seat}  # type: ignore[union-attr]
        own = [starting_counters(page)[seat] for seat, page in enumerate(pages)]
        deals.add(tuple(own[1:]) == starting_counters(pages[0])[1:])
        for page in pages:
            for patch in page.patches:
                for _what, _line, *texts in patch.get("peer", []):
                    for text in (text.partition(" ")[2] for text in texts):  # without its number
                        if text.startswith("game "):
                            assert not parse_record(unsealed(text.rpartition(" ")[2])).moves
                        assert not text.startswith("turn ")
    assert False in deals, "a page guesses too well"


def test_reloads_and_broken_lines_keep_it_fair() -> None:
    exchange, pages = fair()
    rng = random.Random(4)
    play(exchange, pages, rng, 10)
    before = [starting_counters(page)[seat] for seat, page in enumerate(pages)]
    pages[1].reload()
    exchange.deliver()
    pages[1].send("continue")
    again(exchange, pages[0], pages[1], 1)
    assert alike(pages)
    play(exchange, pages, rng, 15)
    pages[0].reload()
    exchange.deliver()
    pages[0].send("continue")
    pages[0].send("invite")
    exchange.deliver()
    for seat in (1, 2):
        again(exchange, pages[0], pages[seat], seat)
    assert alike(pages)
    play(exchange, pages, Passing())
    assert all(page.sitting.game.headers["Fair"] == "on" and page.sitting.over for page in pages)
    assert [starting_counters(pages[0])[seat] for seat in range(3)] == before
    assert same(pages)
    for page in pages:
        page.let_computers_play()
        assert "Every draw and deal was checked: fair" in read(page)
    assert not alerts(*pages)


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_opened_again_says_how_many_draws_were_checked(players: int) -> None:
    exchange, host, guests = begun(["person", "far", "far"][:players], "", start="random")
    pages = [host, *guests]
    play(exchange, pages, random.Random(2), 12)
    for page in pages:
        told = re.findall("[0-9]+ draws checked", read(page))
        page.reload()
        page.send("continue")
        assert page.screen == "game"
        assert re.findall("[0-9]+ draws checked", read(page)) == told != []
        box = unescape(page.panels["log"]).partition('id="draws"')[2]
        assert "Nobody is connected." in box
        assert "digits" not in page.panels["log"]


def test_a_computer_takes_the_seat_with_the_true_counters_and_the_checks_end() -> None:
    exchange, pages = fair()
    rng = random.Random(2)
    play(exchange, pages, rng, 12)
    true = [starting_counters(page)[seat] for seat, page in enumerate(pages)]
    exchange.lose(pages[0], 2)
    exchange.deliver()
    pages[0].send("computer", "3")
    exchange.deliver()
    assert not any(page.sitting.game.together for page in pages[:2])
    assert any("draws aren't checked" in alert for alert in alerts(pages[1]))
    assert same(pages[:2])
    assert first_hands(pages[0]) == true
    play(exchange, pages[:2], rng, 20)
    again(exchange, pages[0], pages[2], 2)
    play(exchange, pages, rng, 40)
    assert same(pages)
    assert all("haven't been checked since round" in read(page) for page in pages)


@pytest.mark.thorough
@pytest.mark.parametrize("gone", [[3], [2, 3]], ids=len)
def test_pages_that_were_away_get_the_game_when_the_checks_have_ended(gone: list[int]) -> None:
    exchange, pages = fair(4)
    rng = random.Random(3)
    play(exchange, pages, rng, 14)
    own = starting_counters(pages[1])[1]
    for seat in gone:
        exchange.lose(pages[0], seat)
        exchange.deliver()
    there = [page for seat, page in enumerate(pages) if seat not in gone]
    pages[1].send("unchecked")
    exchange.deliver()
    assert same(there)
    assert not any(page.sitting.game.together for page in there)
    assert first_hands(pages[0])[1] == own
    play(exchange, there, rng, 6)
    for seat in gone:
        again(exchange, pages[0], pages[seat], seat)
        assert not pages[seat].sitting.game.together
        assert any("draws aren't checked" in alert for alert in alerts(pages[seat]))
    assert same(pages)
    play(exchange, pages, rng, 20)
    assert same(pages)


@pytest.mark.thorough
@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
def test_what_a_player_does_while_the_keys_are_opened_stays(seat: int) -> None:
    exchange, pages = fair(4)
    rng = random.Random(5)
    play(exchange, pages, rng, 12)
    while pages[seat].sitting.actor != seat:
        play(exchange, pages, rng, 1)
    exchange.lose(pages[0], 3)
    exchange.deliver()
    pages[0].send("computer", "4")
    page, there = pages[seat], pages[:3]
    before = len(page.sitting.game.moves)
    assert page.sitting.game.sealed
    page.sitting.commit([page.sitting.game.legal()[-1]])
    page.session.seating.moved()
    page.send("visible")
    made = page.sitting.game.moves[before:]
    assert made
    exchange.deliver()
    assert not any(each.sitting.game.sealed for each in there)
    assert all(each.sitting.game.moves[before : before + len(made)] == made for each in there)
    assert same(there)
    play(exchange, there, rng, 10)
    assert same(there)


def withhold(page: Wired) -> None:
    """Let a page never open its key."""
    live = page.session.seating.friends.begun().need_role().live
    assert live
    assert live.draws.part
    seat = live.draws.part._seat
    assert isinstance(seat, Seat)
    spoken = seat._flush
    seat._flush = lambda: [line for line in spoken() if read_message(line).kind != "open"]  # type: ignore[method-assign]


def test_one_key_that_is_not_opened_stops_nobody() -> None:
    """The counters of a player who refuses are those that are left over, so the others can score the game."""
    exchange, pages = fair()
    withhold(pages[2])
    play(exchange, pages, Passing())
    for page in pages[:2]:
        page.let_computers_play()
        assert page.sitting.over
        assert "Checked, but not to the end" in read(page)
        told = report(read_transcript(page.send("transcript")["download"]["text"]))
        assert "Not checked: payments by the key of seat 3: not open." in told
    assert same(pages[:2])


@pytest.mark.thorough
@pytest.mark.parametrize("host_presses", [True, False])
def test_two_who_do_not_open_their_keys_can_be_left_behind(host_presses: bool) -> None:
    """They stay connected and say nothing, so only the players can know that it is time to continue."""
    exchange, pages = fair(4)
    play(exchange, pages, random.Random(3), 12)
    for page in pages[2:]:
        withhold(page)
    presser = pages[0 if host_presses else 1]
    presser.send("unchecked")
    exchange.deliver()
    assert pages[0].sitting.game.sealed
    pages[0].send("unchecked")
    exchange.deliver()
    assert not any(page.sitting.game.together for page in pages[:2])
    assert same(pages[:2])
    play(exchange, pages[:2], random.Random(3), 2)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("what", ["board", "players"])
def test_a_host_cannot_hand_over_another_game_than_the_one_agreed_on(
    what: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed_over = Sitting.handed_over

    def other_board(sitting: Sitting) -> str:
        text = unsealed(handed_over(sitting))
        if what == "players":
            return sealed(re.sub(r'\[Player1 "[^"]*"\]', '[Player1 "greedy"]', text))
        layout = sitting.game.state.layout
        one, other = (next(at for at in range(56) if layout.crops[at] == crop) for crop in range(2))
        crops = list(layout.crops)
        crops[one], crops[other] = crops[other], crops[one]
        return sealed(text.replace(layout_word(layout), layout_word(Layout("other", tuple(crops), layout.pairs)), 1))

    monkeypatch.setattr(Sitting, "handed_over", other_board)
    exchange, host = inviting(*["person", "far", "far"][:players], seed="")
    guests = [Wired(exchange) for _each in range(1, players)]
    for seat, guest in enumerate(guests, 1):
        connect(exchange, host, guest, seat)
    host.click("start")
    exchange.deliver()
    for guest in guests:
        assert "The other page sent a different game." in alerts(guest)
        assert guest.screen != "game"


@pytest.mark.parametrize("again", [False, True])
def test_a_deal_continues_on_a_new_line_in_every_game(again: bool) -> None:
    """Its first messages were shown, so nobody may deal a second time: not in a rematch either."""
    exchange, host = inviting("person", "far", seed="")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    if again:
        host.click("start")
        exchange.deliver()
        play(exchange, [host, guest], Passing())
        for page in (host, guest):
            page.let_computers_play()
        host.send("rematch")
        exchange.deliver()
    host.click("start")
    while not (_draws(guest).part and _draws(guest).part.shown and _draws(host).part.shown):
        exchange.step()
    game = _draws(host).part.agreement.game
    exchange.lose(host, 1)
    exchange.deliver()
    host.send("lobby")
    host.send("invitation", "2")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    for page in (host, guest):
        assert page.screen == "game"
        assert page.sitting.game.together
        assert _draws(page).part.agreement.game == game
    assert not alerts(host, guest)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("of", ["host", "guest"])
def test_a_new_worker_knows_that_a_deal_was_shown(of: str, players: int) -> None:
    """The lines stay open, but nobody deals a second time on them."""
    exchange, host = inviting(*["person", "far", "far"][:players], seed="")
    guests = [Wired(exchange) for _each in range(1, players)]
    for seat, guest in enumerate(guests, 1):
        connect(exchange, host, guest, seat)
    host.click("start")
    while not all(_draws(page).part and _draws(page).part.shown for page in (host, *guests)):
        exchange.step()
    replaced = host if of == "host" else guests[0]
    replaced.start_worker()
    assert _draws(replaced).part is None
    assert _draws(replaced).spent
    exchange.deliver()
    host.send("start")
    exchange.deliver()
    for page in (host, *guests):
        assert page.screen == "game"
        assert not page.sitting.game.together


def test_a_key_opened_too_early_by_one_of_two_ends_the_checks() -> None:
    exchange, host, [guest] = begun(["person", "far"], "")
    play(exchange, [host, guest], random.Random(2), 6)
    _draws(guest).spread(_draws(guest).part._seat.cease())
    guest.take(guest.session._patch())
    exchange.deliver()
    assert not any(page.sitting.game.together for page in (host, guest))
    assert any("Ben's page draws alone again" in told for told in alerts(host))
    play(exchange, [host, guest], random.Random(3), 6)
    assert same([host, guest])


def test_a_host_that_ends_the_checks_and_hands_nothing_over_can_be_left() -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(2), 6)
    _draws(pages[0]).ended = lambda table: False
    _draws(pages[0]).spread(_draws(pages[0]).part.cease())
    pages[0].take(pages[0].session._patch())
    exchange.deliver()
    for page in pages[1:]:
        assert "All pages open their counters…" in read(page)
        assert any(target.intent == "unchecked" for target in page.targets())


def _draws(page: Wired) -> Any:
    return page.session.seating.friends.begun().need_role().live.draws


@pytest.mark.thorough
def test_two_keys_that_are_missing_at_the_end_keep_nobody_from_it() -> None:
    exchange, pages = fair(4)
    for page in pages[2:]:
        withhold(page)
    play(exchange, pages, Passing())
    assert not any(page.sitting.over for page in pages[:2])
    pages[0].send("unchecked")
    exchange.deliver()
    assert all(page.sitting.over for page in pages[:2])
    assert same(pages[:2])
    assert pages[1].sitting.game.headers["Fair"].startswith("until")


def test_nobody_decides_with_the_keys_of_others_open() -> None:
    """The host opens her key before a turn, so that all do, and then plays as if nothing had been."""
    exchange, pages = fair()
    while pages[0].sitting.game.actor != 0 or "end" not in pages[0].sitting.game.legal():
        play(exchange, pages, Passing(), 1)
    live = pages[0].session.seating.friends.begun().need_role().live
    assert live
    assert live.draws.part
    seat, before = live.draws.part._seat, len(pages[1].sitting.game.moves)
    assert isinstance(seat, Seat)
    live.draws.ended = lambda table: False  # type: ignore[method-assign]
    live.draws.spread(live.draws.part.cease())
    pages[0].take(pages[0].session._patch())
    exchange.deliver()
    assert set(seat.opened) == {0, 1, 2}
    after = apply(seat.course.state, "end")
    line = Message(seat.step, 0, seat.digests[-1], "play", f"end {state_digest(after)}").signed(seat._key).text
    live.draws.spread([line])
    pages[0].take(pages[0].session._patch())
    exchange.deliver()
    for page in pages[1:]:
        assert len(page.sitting.game.moves) == before
        assert "had ended when seat 1 opened its key" in " ".join(
            report(read_transcript(page.send("transcript")["download"]["text"]))
        )


def test_a_guest_can_leave_a_host_that_keeps_the_game_to_itself() -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(3), 12)
    host = pages[0].session.seating.friends.begun().need_role().live
    assert host
    host.draws.ended = lambda table: False  # type: ignore[method-assign]
    pages[1].send("unchecked")
    exchange.deliver()
    assert pages[1].lines
    pages[1].send("unchecked")
    exchange.deliver()
    assert not pages[1].lines
    assert pages[1].send("invite")["screen"] == "invite"  # it can be the host now


def test_nobody_can_play_such_a_game_by_message() -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(2), 8)
    for seat in (1, 2):
        exchange.lose(pages[0], seat)
    exchange.deliver()
    for page in pages:
        page.send("continue")
        assert "khm1." not in read(page)
        assert "New live link" in read(page)


@pytest.mark.parametrize(("kind", "liar"), [("reveal", 0), ("play", 2)])
def test_a_lie_stops_the_game_on_all_pages(kind: str, liar: int) -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(1), 6)
    lies(pages[liar], kind, lambda said: replace(said, body=f"{said.body.split()[0]} {encode(bytes(32))}"
         if kind == "play" else encode(bytes(32))))  # fmt: skip
    play(exchange, pages, random.Random(1), 60)
    name = ("Ann", "Ben", "Cleo")[liar]
    for page in (page for seat, page in enumerate(pages) if seat != liar):
        assert any(alert.startswith(f"{name}'s program") for alert in alerts(page)), alerts(page)
        assert page.sitting.game.stopped
        ledger = read_transcript(page.send("transcript")["download"]["text"])
        assert {seat for finding in ledger.findings if finding.lie for seat in finding.seats} == {liar}


def test_a_lie_that_shows_once_somebody_has_left_stops_the_game_on_all_pages() -> None:
    exchange, pages = fair(4)
    play(exchange, pages, random.Random(1), 6)
    lies(pages[2], "open", lambda said: replace(said, body=encode((12345).to_bytes(32, "big"))))
    exchange.lose(pages[0], 3)
    exchange.deliver()
    pages[0].send("computer", "4")
    exchange.deliver()
    for page in pages[:2]:
        assert any(alert.startswith("Cleo's program") for alert in alerts(page)), alerts(page)
        assert page.sitting.game.stopped
        ledger = read_transcript(page.send("transcript")["download"]["text"])
        assert {seat for finding in ledger.findings for seat in finding.seats} == {2}
    again(exchange, pages[0], pages[3], 3)
    assert any(alert.startswith("Cleo's program") for alert in alerts(pages[3])), alerts(pages[3])
    assert pages[3].sitting.game.stopped


def test_the_host_cannot_change_what_it_passes_on() -> None:
    exchange, pages = fair()
    host = pages[0].session.seating.friends.begun().need_role().live
    assert host
    spread = host.draws.spread

    def forge(lines: list[str], but: int = -1) -> None:
        changed = []
        for line in lines:
            message = read_message(line)
            forged = message.seat == 1 and message.kind == "play"
            changed.append(replace(message, body=f"end {message.body.split()[1]}").text if forged else line)
        spread(changed, but)

    host.draws.spread = forge  # type: ignore[method-assign, assignment]
    play(exchange, pages, random.Random(1), 30)
    moves = pages[2].sitting.game.moves
    assert alike([pages[0], pages[1]])
    assert len(moves) < len(pages[0].sitting.game.moves)  # it waits for what Ben has signed
    assert not alerts(*pages)


def test_a_game_handed_over_after_the_checks_must_continue_what_was_agreed_on() -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(2), 20)
    guest = pages[1].session.seating.friends.begun().need_role().live
    assert guest
    assert guest.draws.part
    moves = guest.draws.part.moves
    states = guest.draws.part._seat.course.states
    guessed = next(at for at, state in enumerate(states) if isinstance(state.stack[-1], RemoveEvent))
    assert guest.draws.part.continued_by([*moves, "end"])
    assert guest.draws.part.continued_by([*moves[:guessed], "*Z", *moves[guessed + 1 :]])
    assert not guest.draws.part.continued_by(moves[: len(moves) // 2])
    assert not guest.draws.part.continued_by(["*2" if moves[0] == "*1" else "*1", *moves[1:]])


def test_a_host_that_ends_the_checks_at_a_draw_may_make_it() -> None:
    """This page may have had all links for it when the host had not."""
    exchange, pages = fair()
    rng = random.Random(2)
    part = _draws(pages[1]).part
    while len(part.moves) < 30 or part.moves[-1][0] != "*":
        play(exchange, pages, rng, 1)
    other = [*part.moves[:-1], "*E9" if part.moves[-1] != "*E9" else "*E8"]
    assert not part.continued_by(other)
    pages[1].send("unchecked")
    assert part.continued_by(other)
    assert not part.continued_by([*part.moves[:10], "*E9", *part.moves[11:]])


def test_a_game_handed_over_must_have_the_counters_that_this_page_knows() -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(2), 12)
    parts = [page.session.seating.friends.begun().need_role().live.draws.part for page in pages]
    for part in parts:
        for line in part.cease():  # type: ignore[union-attr]
            for other in parts:
                other.hear(read_message(line))  # type: ignore[union-attr]
    guest = parts[1]
    assert guest
    assert not guest.sealed
    moves, states = guest.moves, guest._seat.course.states
    dealt = [at for at, state in enumerate(states[:-1]) if isinstance(state.stack[-1], DealCounter)]
    first, second = next(pair for pair in combinations(dealt, 2) if moves[pair[0]] != moves[pair[1]])
    assert guest.continued_by(moves)
    assert guest.continued_by([*moves, "end"])
    moves[first], moves[second] = moves[second], moves[first]
    assert not guest.continued_by(moves)


def test_a_host_cannot_give_the_seat_of_a_player_away_and_hand_over_another_game() -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(2), 12)
    guest = pages[1]
    [line] = guest.lines
    before = list(guest.sitting.game.moves)
    guest.hear(line, f"chair 1 {next(iter(LEVELS))} {len(before)}")
    assert guest.sitting.persons() == [1]
    game = Game(guest.sitting.game.states[0], 1)
    game.headers = {**pages[0].sitting.game.headers, "Fair": "until 1"}
    game.make_draws()
    assert game.moves[:6] != before[:6]
    guest.hear(line, f"game {Sitting(game, pages[0].sitting.chairs).handed_over()}")
    assert guest.sitting.game.moves[: len(before)] == before
    assert guest.session.seating.friends.begun().need_role().live.draws.part


def test_a_game_cannot_be_handed_over_on_a_line_on_which_no_key_was_opened() -> None:
    """A host that has ended the checks has opened a key first, and sent it here, unless the line is newer than that."""
    exchange, pages = fair()
    play(exchange, pages, random.Random(2), 12)
    guest, before = pages[1], list(pages[1].sitting.game.moves)
    [line] = guest.lines
    ended = Game(guest.sitting.game.states[0], 1)
    ended.headers = {**pages[0].sitting.game.headers, "Fair": "until 1"}
    ended.take(before)
    guest.hear(line, "unchecked")
    guest.hear(line, f"game {Sitting(ended, pages[0].sitting.chairs).handed_over()}")
    assert guest.sitting.game.moves == before
    assert guest.sitting.game.sealed
    assert line not in guest.lines
    assert "Ann's page sent something that isn't part of this game" in alerts(guest)[-1]


@pytest.mark.thorough
@pytest.mark.parametrize("liar", [0, 2])
def test_a_key_opened_at_the_end_counts_whatever_step_it_names(liar: int) -> None:
    exchange, pages = fair()
    lies(pages[liar], "open", lambda said: replace(said, step=99_999, digest="A" * 43))
    play(exchange, pages, Passing())
    for seat, page in enumerate(pages):
        page.let_computers_play()
        if seat != liar:
            assert page.sitting.over
            assert page.sitting.game.headers["Fair"] == "on"
    assert not alerts(*(page for seat, page in enumerate(pages) if seat != liar))


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.thorough)])
def test_the_same_people_play_again_with_checks(players: int) -> None:
    exchange, host, guests = begun(["person", "far", "far"][:players], "")
    pages = [host, *guests]
    play(exchange, pages, Passing())
    for page in pages:
        page.let_computers_play()
        assert page.screen == "ending"
    assert not any(target.intent == "rematch" for target in guests[0].targets())
    assert "Ann can start the next game; you'll join it." in read(guests[0])
    assert guests[0].send("rematch")["alert"] == "Only Ann can start the next game; you'll join it then."
    before = host.sitting.game
    host.send("rematch")
    exchange.deliver()
    assert all(page.screen == "lobby" for page in pages)
    assert "Draws are checked" in read(host)
    host.click("start")
    exchange.deliver()
    assert all(page.screen == "game" for page in pages)
    assert all(page.sitting.game.together and page.sitting.message == host.sitting.message for page in pages)
    assert host.sitting.game is not before
    assert host.sitting.names == pages[1].sitting.names
    play(exchange, pages, random.Random(1), 10)
    assert alike(pages)
    assert not [alert for alert in alerts(*pages) if "Only Ann" not in alert]


def test_a_new_worker_takes_up_its_open_lines() -> None:
    exchange, pages = fair()
    play(exchange, pages, random.Random(1), 10)
    for page in (pages[1], pages[0]):
        page.start_worker()
        exchange.deliver()
        page.send("continue")
        assert not alerts(*pages)
        assert alike(pages)
        play(exchange, pages, random.Random(2), 8)
        assert alike(pages)
    assert all(page.sitting.game.sealed for page in pages)
