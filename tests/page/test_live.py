"""Live games between pages, without a browser: invitation, answer, play, a lost line, and pages that say anything."""

from __future__ import annotations

import random

import pytest

from keyharvest.remote.live import VERSION
from keyharvest.table.sealing import unsealed
from tests.helpers.clicking import undrawn
from tests.helpers.lines import Exchange, Wired, begun, connect, inviting
from tests.page.test_by_message import exchange as by_message

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("same_draws")]


def same(pages: list[Wired]) -> bool:
    """Whether all pages have the same game, up to the last move that can't be undone."""
    games = [page.sitting.game for page in pages]
    settled = [(game.moves[: game.settled()], game.states[game.settled()]) for game in games]
    return all(each == settled[0] for each in settled)


def play(exchange: Exchange, pages: list[Wired], rng: random.Random, turns: int = 10_000) -> None:
    """Play some decisions, on any page that can, or to the end. The pages are drawn after every tenth, and the last."""
    for number in range(turns):
        able = [page for page in pages if page.sitting.person_to_act() or page.sitting.computer_to_act()]
        if not able:
            break
        page = able[0]
        sitting = page.sitting
        if sitting.computer_to_act():
            sitting.step()
        else:
            sitting.commit([rng.choice(sitting.game.legal())])
        with undrawn(unless=number % 10 == 0):
            page.session.seating.moved()
            page.send("visible")
            exchange.deliver()
    for page in exchange.pages(pages):
        page.take(page.session._patch())


@pytest.mark.slow
@pytest.mark.parametrize(
    "kinds", [["far", "person", "random", "far"], pytest.param(["person", "far"], marks=pytest.mark.long)]
)
def test_a_game_is_played_to_its_end(kinds: list[str]) -> None:
    exchange, host, guests = begun(kinds)
    pages = [host, *guests]
    assert all(page.screen in ("game", "curtain") for page in pages)
    assert same(pages)
    play(exchange, pages, random.Random(1))
    assert all(page.sitting.over for page in pages)
    assert same(pages)
    for page in pages:
        page.let_computers_play()
        assert page.screen == "ending"
    assert not any(patch.get("alert") for page in pages for patch in page.patches)


def test_a_move_is_sent_once_it_cannot_be_undone() -> None:
    exchange, host, guests = begun(["person", "far"])
    page, other = (host, guests[0]) if host.sitting.person_to_act() else (guests[0], host)
    sitting = page.sitting
    before = len(sitting.game.moves)
    while sitting.game.settled() == len(sitting.game.moves):
        sitting.commit([next(move for move in sitting.game.legal() if move != "end")])
        page.session.seating.moved()
        page.send("visible")
        exchange.deliver()
    assert len(other.sitting.game.moves) == sitting.game.settled() >= before
    page.send("undo")
    exchange.deliver()
    assert len(other.sitting.game.moves) == sitting.game.settled()


@pytest.mark.slow
def test_after_a_reload_both_compare_and_go_on() -> None:
    exchange, host, guests = begun(["person", "far"])
    rng = random.Random(4)
    pages = [host, guests[0]]
    play(exchange, pages, rng, 20)
    for page in (guests[0], host):
        page.reload()
        exchange.deliver()
        page.send("continue")
        able = [each for each in pages if each.sitting.person_to_act()]
        assert len(able) == 1  # the game continues by message from where the line broke
        if able[0] is host:
            host.play(rng)  # and someone continues alone
        host.send("continue")
        assert "alert" not in host.send("invite")
        exchange.deliver()
        connect(exchange, host, guests[0], 1)
        assert host.screen == "game"
        assert same(pages)
        play(exchange, pages, rng, 20)
    play(exchange, pages, rng)
    assert all(page.sitting.over for page in pages)
    assert same(pages)


def test_a_live_game_cannot_be_paused() -> None:
    """A player who paused the playback would keep the others waiting without their knowing why."""
    _exchange, host, (guest,) = begun(["person", "far"])
    waiting = host if guest.sitting.person_to_act() else guest
    waiting.send("show", "1")
    assert not any(target.intent == "pause" for target in waiting.targets())
    assert not any(target.intent == "hurry" for target in waiting.targets())  # there is nothing to skip
    assert "Your turn comes by itself." in waiting.panels["action"]
    assert waiting.send("pause")["alert"] == "A live game can't be paused."
    assert "alert" not in waiting.send("key", {"key": "p", "scope": "table", "at": ""})
    assert waiting.session.seating.open().playback.paused is False


def test_a_guest_who_reloads_is_told_the_ways_back() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    first, second = (guest, host) if guest.sitting.person_to_act() else (host, guest)
    first.send("end")
    first.send("end")
    exchange.deliver()
    guest.reload()
    exchange.deliver()
    guest.click("continue")
    for page in (guest, host):
        assert "not connected" in page.text()
        said = "Nobody is connected." if page is second else "isn&#x27;t connected."
        assert said in page.panels["action"]
        does = "send Ben a new link" if page is host else "ask Ann for a new link, or make one here"
        assert f"To continue live, {does}." in page.panels["action"]
    assert any(t.intent == "invite" for t in guest.targets())
    assert not any(t.intent == "phrases" for t in guest.targets())
    assert '[Live "on"]' not in unsealed(guest.sitting.handed_over())
    host.send("invite")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert 'class="lost"' not in guest.panels["action"] + host.panels["action"]


def test_after_a_turn_by_message_a_live_game_no_longer_speaks_of_connections() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    for page in (guest, host):
        page.reload()
    exchange.deliver()
    first, second = (guest, host) if guest.sitting.person_to_act() else (host, guest)
    for page in (first, second):
        page.click("continue")
        assert 'class="lost"' in page.panels["action"]
    first.send("end")
    first.send("end")
    second.send("link", {"link": first.link()})
    second.click("straight")
    assert 'class="lost"' not in second.panels["action"]


def test_an_old_phrase_is_not_shown_again() -> None:
    _exchange, host, (guest,) = begun(["person", "far"])
    now = [100.0]
    for page in (host, guest):
        page.session.seating.friends.begun().lines.clock = lambda: now[0]
    patch = guest.send("say", "1")
    assert patch["closed"] is True
    assert 'class="said" id="said-2-1"' in guest.panels["board"] + guest.panels["corners"]
    _exchange.deliver()
    assert 'class="said"' in host.text()
    now[0] += 9
    host.send("rules")
    host.send("back")
    assert 'class="said"' not in host.text()


def test_a_turn_that_comes_while_its_player_reads_is_announced() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    first, second = (guest, host) if guest.sitting.person_to_act() else (host, guest)
    second.send("set", {"sound": "loud"})
    second.send("rules")
    first.send("end")
    first.send("end")
    exchange.deliver()
    patch = second.patches[-1]
    assert patch["sound"]["name"] == "turn"
    assert ["call", -1, "Your turn"] in patch["peer"]
    assert f"{first.sitting.names[first.sitting.persons()[0]]} has played in your live game." in second.panels["news"]
    assert not any(patch.get("alert") for patch in second.patches)
    second.send("back")
    assert second.screen == "game"
    assert not second.panels["news"]
    second.send("end")
    second.send("end")
    assert ["call", -1, ""] in second.patches[-1]["peer"]


def test_the_news_of_a_turn_leads_to_it_from_another_game() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    first, second = (guest, host) if guest.sitting.person_to_act() else (host, guest)
    message = second.sitting.message
    second.send("quick")
    first.send("end")
    first.send("end")
    exchange.deliver()
    assert second.sitting.message != message
    number = second.panels["news"].partition('data-value="')[2].partition('"')[0]
    second.send("continue", number)
    assert second.sitting.message == message
    assert not second.panels["news"]


def test_the_news_of_a_turn_can_be_closed_until_the_next_turn() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    first, second = (guest, host) if guest.sitting.person_to_act() else (host, guest)
    number = str(second.session.keeping.current)
    second.send("quick")
    for _turn in range(2):
        first.send("end")
        first.send("end")
        exchange.deliver()
        assert 'data-intent="noted"' in second.panels["news"]
        second.send("noted")
        assert not second.panels["news"]
        second.send("rules")
        second.send("back")
        assert not second.panels.get("news")
        second.send("continue", number)
        second.send("end")
        second.send("end")
        exchange.deliver()
        second.send("quick")


def test_the_live_game_played_last_is_the_first_to_continue() -> None:
    exchange, host = inviting("person", "far", seed="3")
    guest = Wired(exchange)
    guest.send("quick")
    connect(exchange, host, guest, 1)
    host.send("start")
    exchange.deliver()
    message = guest.sitting.message
    if guest.sitting.person_to_act():
        guest.send("end")
        guest.send("end")
    assert guest.sitting.far_to_act()
    guest.reload()
    assert "<b>Continue</b>" in guest.text()
    guest.click("continue")
    assert guest.sitting.message == message
    guest.send("guided")
    guest.reload()
    guest.click("continue")
    assert not guest.sitting.message


@pytest.mark.slow
def test_live_goes_on_by_message_and_back() -> None:
    exchange, host, guests = begun(["person", "far"])
    guest, rng = guests[0], random.Random(6)
    play(exchange, [host, guest], rng, 12)
    exchange.lose(host, 1)
    exchange.deliver()
    for _each in range(3):
        writer, reader = (host, guest) if host.sitting.person_to_act() else (guest, host)
        writer.play(rng)
        by_message(writer, reader, rng)
    host.send("continue")
    host.send("invite")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert same([host, guest])
    play(exchange, [host, guest], rng)
    assert host.sitting.over
    assert same([host, guest])


@pytest.mark.slow
def test_moves_arrive_while_another_screen_or_game_is_open() -> None:
    exchange, host, guests = begun(["person", "far"])
    guest, rng = guests[0], random.Random(9)
    pages = [host, guest]
    play(exchange, pages, rng, 6)
    away, other = (guest, host) if host.sitting.person_to_act() else (host, guest)
    away.send("rules")
    live = away.sitting
    play(exchange, [other], rng, 30)
    assert away.screen == "rules"
    assert live.game.moves == other.sitting.game.moves
    away.send("quick")
    play(exchange, pages, rng, 1)
    saved = [entry for entry in away.session.keeping.shelf.entries.values() if entry.card and entry.card.message]
    assert len(saved) == 1
    away.send("back")
    away.send("continue", str(next(iter(away.session.keeping.shelf.by_message(live.message)))))
    play(exchange, pages, rng)
    assert same(pages)
    assert host.sitting.over


def test_a_phrase_is_heard_by_all_and_one_in_three_seconds() -> None:
    exchange, host, guests = begun(["person", "far", "far"])
    now = [100.0]
    for page in (host, *guests):
        page.session.seating.friends.begun().lines.clock = lambda: now[0]
    assert guests[0].send("say", "2")["say"] == "You: Nice one"
    exchange.deliver()
    assert any("Ben: Nice one" in patch.get("say", "") for patch in host.patches)
    assert any("Ben: Nice one" in patch.get("say", "") for patch in guests[1].patches)
    assert 'class="said" id="said-2-1"' in host.text()
    assert guests[0].send("say", "3")["say"] == "Wait three seconds between phrases."
    exchange.deliver()
    assert "said-2-2" not in host.text()
    host.send("mute")
    now[0] = 104.0
    guests[0].send("say", "3")
    exchange.deliver()
    assert 'class="said"' not in host.text()
    assert 'id="said-2-2"' in guests[1].text()
    assert guests[0].send("say", "9")["alert"].startswith("message: say: expected a phrase")
    assert "Muted" not in unsealed(host.sitting.handed_over())
    host.reload()
    exchange.deliver()
    host.send("continue")
    host.send("invite")
    exchange.deliver()
    connect(exchange, host, guests[0], 1)
    now[0] = 200.0
    guests[0].session.seating.friends.begun().lines.clock = lambda: now[0]
    guests[0].send("say", "3")
    exchange.deliver()
    assert 'class="said"' not in host.text()  # the game remembers that its player has muted the others


def test_how_the_others_are_is_shown_at_their_seats() -> None:
    exchange, host, guests = begun(["person", "far", "far"])
    assert "not connected" not in host.text()
    guests[0].peer(-1, "away")
    exchange.deliver()
    assert "presence away" in host.text()
    assert "presence away" in guests[1].text()
    guests[0].peer(-1, "here")
    exchange.deliver()
    assert "presence away" not in guests[1].text()
    host.peer(1, "shaky")
    assert "reconnecting" in host.text()
    host.peer(1, "steady")
    exchange.deliver()
    assert "reconnecting" not in host.text()
    exchange.lose(host, 1)
    exchange.deliver()
    assert "presence gone" in host.text()
    assert "presence gone" in guests[1].text()


def test_a_computer_takes_the_seat_of_somebody_who_is_gone() -> None:
    exchange, host, guests = begun(["person", "far", "far"])
    rng = random.Random(2)
    play(exchange, [host, *guests], rng, 5)
    assert host.send("computer", "2")["alert"] == "Ben is connected."
    exchange.lose(host, 1)
    exchange.deliver()
    assert "alert" not in host.send("computer", "2")
    exchange.deliver()
    assert host.sitting.chairs[1].kind == guests[1].sitting.chairs[1].kind == "farmer"
    assert guests[1].send("computer", "1")["alert"]
    play(exchange, [host, guests[1]], rng, 6)
    assert same([host, guests[1]])
    assert host.sitting.game.settled() > 5


@pytest.mark.slow
def test_somebody_comes_back_to_the_seat_that_a_computer_took() -> None:
    exchange, host, guests = begun(["person", "far", "far"])
    rng = random.Random(2)
    pages = [host, *guests]
    play(exchange, pages, rng, 8)
    guests[0].reload()
    exchange.deliver()
    host.send("computer", "2")
    exchange.deliver()
    play(exchange, [host, guests[1]], rng, 12)
    host.send("lobby")
    assert "Farmer" in host.text()
    host.send("invitation", "2")
    exchange.deliver()
    connect(exchange, host, guests[0], 1)
    play(exchange, [host, guests[1]], rng, 12)
    assert host.sitting.chairs[1].kind == guests[1].sitting.chairs[1].kind == "far"
    assert guests[0].sitting.persons() == [1]
    play(exchange, pages, rng, 40)
    assert same(pages)
    assert not any("different courses" in patch.get("alert", "") for page in pages for patch in page.patches)


@pytest.mark.thorough
def test_a_spectator_sees_what_everybody_may_see_and_cannot_act() -> None:
    exchange, host, guests = begun(["person", "far", "far"])
    rng, pages = random.Random(5), [host, *guests]
    host.send("lobby")
    host.send("spectator")
    exchange.deliver()
    watcher = Wired(exchange)
    assert "alert" not in watcher.send("link", {"link": host.link()})
    assert "invites you to watch" in watcher.text()
    watcher.send("meet", {})
    exchange.deliver()
    assert "alert" not in host.send("answered", {"link": watcher.link()})
    exchange.deliver()
    host.send("continue")
    assert sum(watcher.sitting.sight(watcher.session.table.viewer).unknown) == 9  # the secret counters (rule 14.2)
    play(exchange, pages, rng, 40)
    assert watcher.screen == "game"
    assert watcher.sitting.persons() == []
    assert watcher.session.table.viewer == -1
    assert same([*pages, watcher])
    moves = list(host.sitting.game.moves)
    for intent, value in (("end", None), ("tap", "C5"), ("undo", None), ("hint", None), ("say", "1"), ("commit", None)):
        watcher.send(intent, value)
        exchange.deliver()
    assert host.sitting.game.moves == moves
    company = host.session.seating.friends.company(host.sitting)
    assert company
    assert company.presence.keys() == {1, 2}
    play(exchange, pages, rng)
    assert watcher.sitting.over
    watcher.let_computers_play()
    assert watcher.screen == "ending"
    watcher.reload()
    assert "alert" not in watcher.send("continue")


LIES = (
    f"hello {VERSION} x 1 B 0 Eve",
    f"hello {VERSION} x 1 B <b>",
    "turn khm1.AAAA",
    "game kh1.AAAA",
    "<script>",
    "x" * 20_001,
    "is 0 away",
    "chair 0 master",
)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie[:12])
def test_a_page_that_says_anything_reaches_no_game(lie: str) -> None:
    _exchange, host, _guests = begun(["person", "far"])
    host.send("quick")
    kept = {key: text for key, text in host.saved.items() if key.startswith("game")}
    patch = host.peer(1, "text", lie) if lie.startswith("hello") else host.hear(1, lie)
    assert "isn't part of this game" in patch["alert"]
    assert ["close", 1] in patch["peer"]
    assert "<script>" not in host.text()
    assert {key: text for key, text in host.saved.items() if key.startswith("game")} == kept
    for line, what in (("1", "text"), (1, "__class__"), (1, ["text"]), (1, None)):
        wrong = {"line": line, "what": what, "text": ""}
        assert host.send("peer", wrong)["alert"].startswith("message: peer")


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["3", pytest.param("", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("broken", ["reload", "lines", "nothing"])
def test_a_page_says_whether_the_other_one_has_its_turn(seed: str, broken: str) -> None:
    exchange, host, (guest,) = begun(["person", "far"], seed)
    rng = random.Random(2)
    play(exchange, [host, guest], rng, 15)
    while not (host.sitting.person_to_act() and host.sitting.game.states[-2].seat == 1):
        play(exchange, [host, guest], rng, 1)
    if broken == "nothing":  # the last turn never reaches the host
        while not guest.sitting.person_to_act():
            play(exchange, [host], rng, 1)
        exchange.cut(host, 1)
        exchange.deliver()
        play(exchange, [guest], rng, 100)
        guest.let_computers_play()
        if seed:
            assert "Send it to Ann" in guest.panels["action"]
        assert "Ann has your turn" not in guest.text()
        return
    if broken == "reload":
        guest.reload()
        guest.send("continue")
    else:
        exchange.lose(host, 1)
    exchange.deliver()
    guest.let_computers_play()
    assert host.sitting.person_to_act()
    assert "Ann has your turn" in guest.panels["action"]
    assert "Waiting for Ann" in guest.panels["action"]
    assert 'id="share-link"' not in guest.text()
    assert "Had" not in unsealed(guest.sitting.handed_out())
