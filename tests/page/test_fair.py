"""Live games whose draws all pages make: begun, broken, reloaded, left, continued alone, and lied in."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest

from keyharvest.remote.fair.audit import complete
from keyharvest.remote.fair.message import Message, encode, read_message
from keyharvest.remote.fair.seat import Seat
from keyharvest.remote.fair.transcript import read_transcript
from keyharvest.table.sealing import unsealed
from tests.helpers.by_message import Passing
from tests.helpers.lines import Exchange, Wired, begun, connect, inviting
from tests.page.test_by_message import exchange as by_message
from tests.page.test_live import play, same

pytestmark = pytest.mark.slow


def fair(start: str = "random") -> tuple[Exchange, Wired, Wired]:
    """A live game of two that has begun with joint draws."""
    exchange, host, guests = begun(["person", "far"], "", start=start)
    assert host.screen == guests[0].screen == "game"
    assert host.sitting.game.together
    assert guests[0].sitting.game.together
    return exchange, host, guests[0]


def read(page: Wired) -> str:
    """The text of a page."""
    return unescape(page.text())


def alerts(*pages: Wired) -> list[str]:
    """The pages' warnings."""
    return [patch["alert"] for page in pages for patch in page.patches if patch.get("alert")]


def draw_waits(exchange: Exchange, pages: list[Wired]) -> Wired:
    """Play on until a draw waits while the line is broken; return the page whose player has decided."""
    rng = random.Random(3)
    while True:
        page = next(page for page in pages if page.sitting.person_to_act())
        page.sitting.commit([rng.choice(page.sitting.game.legal())])
        if page.sitting.game.drawing:
            exchange.lose(pages[0], 1)
            page.session.seating.moved()
            page.send("visible")
            exchange.deliver()
            return page
        page.session.seating.moved()
        page.send("visible")
        exchange.deliver()


def secret(page: Wired) -> str:
    """The secret of a page's seat."""
    return page.sitting.part.split()[1]


@pytest.mark.parametrize("start", ["drawn", pytest.param("random", marks=pytest.mark.long)])
def test_a_fair_game_is_played_to_its_end_and_checked(start: str) -> None:
    exchange, host, guest = fair(start)
    play(exchange, [host, guest], random.Random(1))
    for page in (host, guest):
        page.let_computers_play()
        assert page.screen == "ending"
        assert "Every draw was checked: fair" in read(page)
        ledger = read_transcript(page.send("transcript")["download"]["text"])
        assert complete(ledger)
        assert ledger.moves() == page.sitting.game.moves
        assert ledger.fingerprint in read(page)
        assert secret(page) not in page.send("transcript")["download"]["text"]
    assert same([host, guest])
    assert not alerts(host, guest)


def test_the_draws_do_not_follow_from_anyones_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _most: 7)
    deals = {" ".join(fair()[1].sitting.game.moves) for _each in range(3)}
    assert len(deals) == 3


@pytest.mark.parametrize(
    ("kinds", "seed"), [(["person", "far"], 3), (["person", "far", "far"], 3), (["person", "far", "random"], "")]
)
def test_other_games_say_that_their_draws_are_not_checked(kinds: list[str], seed: int | str) -> None:
    exchange, host, guests = begun(kinds, seed)
    pages = [host, *guests]
    assert not any(page.sitting.game.together for page in pages)
    play(exchange, pages, random.Random(1), 8)
    for page in pages:
        page.let_computers_play()
        assert "aren't checked" in read(page)
        assert "without a seed and with one person on each page" in read(page)


def test_the_line_above_the_log_says_what_a_checked_draw_is() -> None:
    _exchange, host, guest = fair()
    for page in (host, guest):
        told = page.panels["log"]
        assert 'class="checked-line" type="button" popovertarget="draws"' in told
        box = told.partition('id="draws"')[2]
        assert "nobody can choose a tile" in box
        (digits,) = re.findall('class="digits">([0-9]{4} [0-9]{4})<', told)
        assert f"Compare the digits {digits} with" in box


def test_the_set_up_says_whom_to_trust() -> None:
    """Live, two pages check each other; by message nobody checks."""
    page = Wired(Exchange())
    page.click("new")
    for way, said in (
        ("if-live", "person on each page and no seed"),
        ("if-message", "nobody changes the program"),
    ):
        assert said in read(page).partition(f'<div class="{way}">')[2].partition("</div>")[0], way
    assert read(page).count("you trust each other") == 2


def test_the_table_says_whether_draws_are_checked() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    assert "Draws are checked" in read(host)
    exchange.lose(guest, 1)
    exchange.deliver()
    host.send("computer", "2")
    assert "Draws aren't checked" in read(host)


@pytest.mark.thorough
def test_a_reload_and_a_broken_line_in_the_middle_keep_it_fair() -> None:
    exchange, host, guest = fair()
    rng, pages = random.Random(4), [host, guest]
    play(exchange, pages, rng, 10)
    for page in (guest, host):
        page.reload()
        exchange.deliver()
        for each in pages:
            each.send("continue")
        assert "alert" not in host.send("invite")
        exchange.deliver()
        connect(exchange, host, guest, 1)
        assert same(pages)
        play(exchange, pages, rng, 20)
    play(exchange, pages, Passing())
    assert all(page.sitting.over and page.sitting.game.headers["Fair"] == "on" for page in pages)
    for page in pages:
        page.let_computers_play()
        assert "Every draw was checked: fair" in read(page)
    assert complete(read_transcript(host.send("transcript")["download"]["text"]))
    assert not alerts(*pages)


def test_a_draw_waits_for_the_line_and_comes_with_it() -> None:
    exchange, host, guest = fair()
    pages = [host, guest]
    page = draw_waits(exchange, pages)
    assert "The draw waits for both pages" in read(page)
    before = list(page.sitting.game.moves)
    page.reload()
    page.send("continue")
    assert page.sitting.game.drawing
    assert page.sitting.game.moves == before
    assert "Both pages draw" in read(page)
    page.send("continue")
    host.send("continue")
    host.send("invite")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert page.sitting.game.moves[: len(before)] == before
    assert len(page.sitting.game.moves) > len(before)
    assert same(pages)
    assert page.sitting.game.together
    assert not alerts(*pages)


def test_a_page_may_draw_alone_and_the_other_hears_of_it() -> None:
    exchange, host, guest = fair()
    pages = [host, guest]
    page = draw_waits(exchange, pages)
    assert "aren't checked" in page.send("unchecked")["alert"]
    assert page.sitting.game.actor >= 0
    assert not page.sitting.game.together
    host.send("continue")
    host.send("invite")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert same(pages)
    assert not any(page.sitting.game.together for page in pages)
    assert any("draws aren't checked" in alert for alert in alerts(*(each for each in pages if each is not page)))
    assert all("haven't been checked since round" in read(each) for each in pages)
    assert all("Checks end with a turn by message" in read(each) for each in pages)
    play(exchange, pages, random.Random(2), 30)
    assert same(pages)


def test_a_turn_by_message_ends_the_checks() -> None:
    exchange, host, guest = fair()
    rng, pages = random.Random(6), [host, guest]
    play(exchange, pages, rng, 12)
    exchange.lose(host, 1)
    exchange.deliver()
    writer, reader = (host, guest) if host.sitting.person_to_act() else (guest, host)
    while not writer.sitting.far_to_act():
        if writer.sitting.game.drawing:
            writer.send("unchecked")
        else:
            writer.sitting.commit([writer.sitting.game.legal()[-1]])
    writer.session.seating.moved()
    writer.send("visible")
    by_message(writer, reader, rng)
    assert not reader.sitting.game.together
    assert reader.sitting.actor >= 0
    host.send("continue")
    host.send("invite")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert not any(page.sitting.game.together for page in pages)
    play(exchange, pages, rng, 30)
    assert same(pages)


def test_a_computer_takes_the_seat_and_the_checks_end() -> None:
    exchange, host, guest = fair()
    rng, pages = random.Random(2), [host, guest]
    play(exchange, pages, rng, 10)
    exchange.lose(host, 1)
    exchange.deliver()
    host.send("computer", "2")
    assert not host.sitting.game.together
    play(exchange, [host], rng, 6)
    host.send("lobby")
    host.send("invitation", "2")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    play(exchange, pages, rng, 40)
    assert same(pages)
    assert not guest.sitting.game.together
    assert any("draws aren't checked" in alert for alert in alerts(guest))


def test_nothing_that_leaves_the_page_has_its_secret() -> None:
    exchange, host, guest = fair()
    play(exchange, [host, guest], random.Random(5), 12)
    stored = json.loads(next(text for key, text in host.saved.items() if key.startswith("game")))
    key = secret(host)
    assert key in stored["part"]
    assert key not in unsealed(stored["record"])
    files = [host.send(*intent)["download"]["text"] for intent in (("download",), ("export",), ("export", "1"))]
    sent = [
        text
        for page in (host, guest)
        for patch in page.patches
        for _what, _line, *texts in patch.get("peer", [])
        for text in texts
    ]
    for text in [*files, *sent, host.text(), host.sitting.handed_out(), host.sitting.handed_over()]:
        assert key not in text
        assert "[Fair" not in (unsealed(text) if text.startswith("kh1.") else text)
    copy = Wired(exchange)
    copy.send("open", {"name": "game.txt", "text": files[0]})
    copy.send("join", "1")
    assert not copy.sitting.game.together
    assert copy.sitting.actor >= 0


def test_a_page_that_remembers_less_than_it_has_said_is_no_liar() -> None:
    exchange, host, guest = fair()
    pages, rng = [host, guest], random.Random(8)
    play(exchange, pages, rng, 10)
    earlier = dict(host.saved)
    play(exchange, pages, rng, 15)
    exchange.lose(host, 1)
    exchange.deliver()
    host = Wired(exchange, earlier)
    host.send("continue")
    if host.sitting.person_to_act():
        host.sitting.commit([host.sitting.game.legal()[-1]])  # not what was played
        host.session.seating.moved()
    host.send("invite")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert same([host, guest])
    assert host.sitting.game.together
    play(exchange, [host, guest], rng, 20)
    assert same([host, guest])
    assert not alerts(host, guest)


def test_a_damaged_part_ends_the_checks() -> None:
    exchange, host, guest = fair()
    play(exchange, [host, guest], random.Random(8), 10)
    key, text = next((key, text) for key, text in guest.saved.items() if key.startswith("game"))
    for part in ("", "nonsense", "1 AAAA\n", f"9 {encode(bytes(32))}\n[KeyHarvestFair"):
        saved = {**guest.saved, key: json.dumps({**json.loads(text), "part": part})}
        again = Wired(exchange, saved)
        again.send("continue")
        exchange.lose(host, 1)
        exchange.deliver()
        host.send("continue")
        host.send("invite")
        exchange.deliver()
        connect(exchange, host, again, 1)
        assert same([host, again])
        assert not host.sitting.game.together
        assert not again.sitting.game.together


def test_a_spectator_sees_a_fair_game() -> None:
    exchange, host, guest = fair()
    host.send("lobby")
    host.send("spectator")
    exchange.deliver()
    watcher = Wired(exchange)
    watcher.send("link", {"link": host.link()})
    watcher.send("meet", {})
    exchange.deliver()
    host.send("answered", {"link": watcher.link()})
    exchange.deliver()
    host.send("continue")
    play(exchange, [host, guest], random.Random(5), 40)
    assert same([host, guest, watcher])
    assert re.search("[0-9]+ draws checked", read(watcher))
    exchange.lose(host, 1)
    exchange.deliver()
    host.send("computer", "2")
    exchange.deliver()
    play(exchange, [host], random.Random(5), 20)
    assert same([host, watcher])
    assert not watcher.sitting.game.together


def test_undo_stays_possible_until_a_draw() -> None:
    exchange, host, guest = fair()
    page = next(page for page in (host, guest) if page.sitting.person_to_act())
    before = list(page.sitting.game.moves)
    move = next(move for move in page.sitting.game.legal() if move[0] == "a")
    page.sitting.commit([move])
    page.session.seating.moved()
    page.send("visible")
    exchange.deliver()
    page.send("undo")
    assert page.sitting.game.moves[: len(before)] == before
    play(exchange, [host, guest], random.Random(1), 10)
    assert same([host, guest])


def test_a_page_loaded_again_says_that_nobody_is_connected() -> None:
    """The host's page says so too, although it did the dealing before the game began."""
    exchange, host, guest = fair()
    page = next(page for page in (host, guest) if page.sitting.person_to_act())
    if page is guest:
        guest.send("end")
        guest.send("end")
        exchange.deliver()
    host.reload()
    exchange.deliver()
    host.send("continue")
    host.let_computers_play()
    assert host.sitting.person_to_act()
    assert "Nobody is connected." in read(host)


# Lies

Lie = Callable[[Message], Message]


def _lies(page: Wired, kind: str, lie: Lie) -> None:
    """Let a page lie once, in a message of one kind."""
    live = page.session.seating.friends.begun().need_role().live
    assert live
    assert live.draws.part
    seat = live.draws.part._seat
    assert isinstance(seat, Seat)
    told: list[str] = []
    true = seat._flush

    def flush() -> list[str]:
        lines = true()
        for at, line in enumerate(lines):
            message = read_message(line)
            if message.kind == kind and message.seat == seat.seat and not told:
                lines[at] = lie(message).signed(seat._key).text
                told.append(lines[at])
        return lines

    seat._flush = flush  # type: ignore[method-assign]


def test_a_guest_in_the_lobby_hears_that_the_host_has_ended_the_checks() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    host.click("start")
    live = guest.session.seating.friends.begun().need_role().live
    assert live
    while not (live.draws.part and live.draws.part.shown):
        exchange.step()
    [line] = guest.lines
    guest.hear(line, "unchecked")
    assert "Ann's page draws alone again: from now on draws aren't checked." in alerts(guest)
    assert live.draws.spent


def test_a_lie_while_the_pages_shuffle_leaves_the_host_a_way_to_start() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    host.send("start")
    while not guest.session.seating.friends.begun().need_role().live.draws.part:
        exchange.step()
    _lies(guest, "reveal", lambda said: replace(said, body=encode(bytes(32))))
    exchange.deliver()
    assert any("gave a false number" in alert for alert in alerts(host)), alerts(host)
    host.send("unchecked")
    exchange.deliver()
    assert host.screen == "game"
    assert not host.sitting.game.stopped
    play(exchange, [host, guest], random.Random(1), 10)
    assert same([host, guest])


@pytest.mark.parametrize(
    ("kind", "lie", "said"),
    [
        ("reveal", lambda said: replace(said, body=encode(bytes(32))), "gave a false number"),
        ("play", lambda said: replace(said, body=f"end {encode(bytes(32))}"), "'s program "),
        ("play", lambda said: replace(said, body=f"q:Z9 {said.body.split()[1]}"), "made an illegal move"),
        ("play", lambda said: replace(said, body=f"{said.body.split()[0]} {encode(bytes(32))}"), "another position"),
        ("reveal", lambda said: replace(said, kind="seal"), "wasn't its to send"),
    ],
)
@pytest.mark.parametrize("liar", [0, 1])
def test_a_lie_stops_the_game_with_its_proof(kind: str, lie: Lie, said: str, liar: int) -> None:
    exchange, host, guest = fair()
    pages = [host, guest]
    play(exchange, pages, random.Random(1), 6)
    _lies(pages[liar], kind, lie)
    play(exchange, pages, random.Random(1), 60)
    page, name = pages[1 - liar], ("Ann", "Ben")[liar]
    assert any(said in alert and alert.startswith(name) for alert in alerts(page)), alerts(page)
    assert page.sitting.game.stopped
    assert not page.sitting.person_to_act()
    assert said in read(page)
    ledger = read_transcript(page.send("transcript")["download"]["text"])
    assert ledger.proven
    assert {seat for finding in ledger.findings if finding.lie for seat in finding.seats} == {liar}
    moves = list(page.sitting.game.moves)
    page.send("end")
    page.reload()
    page.send("continue")
    assert page.sitting.game.stopped
    assert page.sitting.game.moves == moves
    assert "Save proof" in read(page)
    assert read_transcript(page.send("transcript")["download"]["text"]).proven


@pytest.mark.parametrize(
    "text",
    [
        "fair <script>alert(1)</script>",
        "fair khf1 0 1",
        f"fair {'x' * 20_000}",
        "lack -1",
        "lack",
        "deal AbCdEfGh random standard-2",
        "deal <b> random standard-2",
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.parametrize("at", [0, 1])
def test_nonsense_closes_the_line_and_changes_nothing(text: str, at: int) -> None:
    exchange, host, guest = fair()
    play(exchange, [host, guest], random.Random(1), 6)
    page = (host, guest)[at]
    moves = list(page.sitting.game.moves)
    patch = page.hear(1, text)
    assert "isn't part of this game" in patch["alert"]
    assert ["close", 1] in patch["peer"]
    assert "<script>" not in read(page)
    assert page.sitting.game.moves == moves
    assert page.sitting.game.together


@pytest.mark.thorough
@pytest.mark.parametrize("word", ["unchecked", "all", "lack 0", "fair khf9 x"])
def test_words_that_say_nothing_new_end_at_last(word: str) -> None:
    exchange, host, guest = fair()
    play(exchange, [host, guest], random.Random(1), 4)
    for _each in range(500):
        if "isn't part" in host.hear(1, word).get("alert", ""):
            break
    else:
        raise AssertionError("the line stays open for ever")
