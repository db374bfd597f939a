"""Invitations to live games: links and answers, the table before the game, the address service, seats given away."""

from __future__ import annotations

import json
import random

import pytest

from keyharvest.remote.calling import Call
from keyharvest.table.sealing import unsealed
from tests.helpers.by_message import Passing
from tests.helpers.lines import Exchange, Wired, accepted, begun, connect, inviting
from tests.page.test_live import play, same

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("same_draws")]


def test_the_guest_brings_name_and_face() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1, "Bea <b>")
    assert "alert" not in host.click("start")
    exchange.deliver()
    for page in (host, guest):
        assert page.sitting.names == ("Ann", "Bea <b>")
        assert page.sitting.chairs[1].face == "K"
        assert "Bea &lt;b&gt;" in page.text()
        assert "Bea <b>" not in page.text()


def test_the_game_waits_for_everybody() -> None:
    exchange, host = inviting("person", "far", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    assert host.send("start")["alert"] == "Cleo hasn't answered yet."
    assert "Connected. Ann starts the game." in guest.text()
    assert host.screen == "lobby"


def test_the_table_leads_back_to_the_set_up_and_home_leads_to_the_table() -> None:
    """Nobody sees the board of a game that hasn't begun."""
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    assert (host.screen, guest.screen) == ("lobby", "lobby")
    host.click("back")
    assert host.screen == "setup"
    for page in (host, guest):
        page.send("home")
        page.click("lobby")
        assert page.screen == "lobby"
        page.send("home")
    assert not any(target.intent == "continue" for target in host.targets())
    host.send("continue")
    assert host.screen == "lobby"
    host.click("start")
    exchange.deliver()
    for page in (host, guest):
        assert page.screen == "game"
        page.send("home")
        assert not any(target.intent == "lobby" for target in page.targets())


def test_a_game_that_has_not_begun_can_be_played_by_message_instead() -> None:
    host = inviting("person", "far")[1]
    host.send("lobby")
    host.click("by_message")
    assert host.screen == "game"
    assert "isn&#x27;t connected" not in host.panels["action"]
    host.send("home")
    assert not any(target.intent == "lobby" for target in host.targets())
    assert begun(["person", "far"])[1].send("by_message")["alert"]


@pytest.mark.parametrize("seed", ["", "3"])
def test_a_host_who_loads_the_page_again_before_the_start_is_back_at_the_invitation(seed: str) -> None:
    exchange, host = inviting("person", "far", seed=seed)
    old, message = host.link(), host.sitting.message
    host.reload()
    assert "Back to the table" in host.text()
    assert not any(target.intent == "lobby" for target in host.targets())
    host.send("games")
    assert "Back to the table" in host.text()
    assert "Not started yet" in host.text()
    host.send("home")
    host.click("continue")
    exchange.deliver()
    assert host.screen == "invite"
    assert "earlier links no longer work: send Ben this one." in host.text()
    assert host.link() != old
    assert '[Live "' not in unsealed(host.sitting.handed_out())
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    for page in (host, guest):
        assert ("Draws are checked" if not seed else "Draws aren&#x27;t checked") in page.text()
    host.send("back")
    assert host.screen == "home"
    host.click("lobby")
    host.click("start")
    exchange.deliver()
    assert host.sitting.message == guest.sitting.message == message
    assert host.sitting.game.together is guest.sitting.game.together is (not seed)
    host.reload()
    host.click("continue")
    assert host.screen == "game"


def test_a_game_by_message_instead_of_a_live_one_is_no_longer_at_the_table_after_a_reload() -> None:
    host = inviting("person", "far")[1]
    host.send("lobby")
    host.click("by_message")
    host.reload()
    host.click("continue")
    assert host.screen == "game"


def test_a_guest_whose_host_leaves_before_the_start_is_told_whom_to_ask() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    host.reload()
    exchange.deliver()
    assert guest.screen == "invited"
    assert "ask Ann for a new link" in guest.text()
    assert not any(target.intent == "meet" for target in guest.targets())  # the old link leads nowhere


def test_a_link_to_a_game_that_is_here_leads_back_to_it() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    guest.reload()
    exchange.deliver()
    host.send("invite")
    exchange.deliver()
    assert "Continue with Ben" in host.text()
    assert "Ann is waiting in your game" in host.text()
    guest.send("link", {"link": host.link()})
    assert "Come back to your game with Ann" in guest.text()
    assert "You are Ben" in guest.text()
    assert 'id="my-name"' not in guest.text()
    stranger = Wired(exchange)
    stranger.send("link", {"link": host.link()})
    assert "Ann invites you to Key Harvest" in stranger.text()


def test_an_answer_to_an_earlier_link_is_not_blamed_on_the_network() -> None:
    exchange, host = inviting("person", "far")
    old = accepted(exchange, host, Wired(exchange))
    host.reload()
    host.click("continue")
    exchange.deliver()
    patch = host.send("answered", {"link": old})
    assert not any(order[0] == "accept" for order in patch["peer"])
    assert "This answers an earlier link" in host.text()
    of_earlier_version = Call(host.sitting.message, 1, "AAEC").text()
    assert host.send("answered", {"link": of_earlier_version})["peer"][-1] == ["accept", 1, "AAEC"]


def test_in_a_copied_chat_the_host_finds_the_answer_and_the_guest_the_invitation() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    invitation = host.link()
    chat = f"Ann: http://x/#{invitation}\nBen: http://x/#{accepted(exchange, host, guest)}"
    assert "Join" in Wired(exchange).send("link", {"link": chat})["panels"]["main"]
    assert "alert" not in host.send("answered", {"link": chat})
    exchange.deliver()
    assert (host.screen, guest.screen) == ("lobby", "lobby")


def test_an_answer_to_a_link_that_is_over_asks_for_a_new_one() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    guest.reload()
    exchange.deliver()
    call = Call(host.sitting.message, 1, "AAEC").text()
    assert "no longer works" in host.send("link", {"link": call})["alert"]


def test_two_browsers_that_do_not_find_each_other() -> None:
    exchange, host = inviting("person", "far")
    exchange.broken = True
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    assert "guest networks and VPNs" in host.text()
    exchange.broken = False
    host.click("renew")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert "alert" not in host.click("start")


def test_the_address_service_is_asked_only_by_those_who_agree() -> None:
    exchange, host = inviting("person", "far")
    assert "set-service" not in host.text(), "this site has none"
    assert "alert" in host.send("service", {"service": True})

    exchange.service = "stun:stun.example.org:3478"
    host.send("renew")
    exchange.deliver()
    assert "Your browser asks stun.example.org for" in host.text()
    guest = Wired(exchange)
    guest.send("link", {"link": host.link()})
    exchange.deliver()
    assert "set-service" not in guest.text(), "the invitation is for one network"

    within = host.link()
    host.send("service", {"service": True})
    exchange.deliver()
    assert host.link() != within
    assert "set-up friends" in host.text()
    assert exchange.asked == 1
    exchange.broken = True
    guest.send("link", {"link": host.link()})
    exchange.deliver()
    assert "Your browser asks stun.example.org for" in guest.text()
    guest.send("meet", {"name": "", "face": "K"})
    exchange.deliver()
    assert exchange.asked == 1, "the guest has not agreed"
    host.send("answered", {"link": guest.link()})
    exchange.deliver()
    assert "must be on for both players" in host.text()

    exchange.broken = False
    host.click("renew")
    exchange.deliver()
    assert exchange.asked == 2
    guest.send("link", {"link": host.link()})
    exchange.deliver()
    guest.send("service", {"service": True})
    guest.send("meet", {"name": "", "face": "K"})
    exchange.deliver()
    assert exchange.asked == 3
    host.send("answered", {"link": guest.link()})
    exchange.deliver()
    assert "alert" not in host.click("start")


def test_an_agreement_is_remembered_for_the_service_it_was_given_for() -> None:
    exchange, host = inviting("person", "far")
    exchange.service = "stun:one.example.org"
    host.send("renew")
    exchange.deliver()
    host.send("service", {"service": True})
    exchange.deliver()
    assert json.loads(host.saved["settings"])["service"] == "stun:one.example.org"
    for service, asked in (("stun:one.example.org", 2), ("stun:two.example.org", 2)):
        exchange.service = service
        host.reload()
        host.click("continue")
        exchange.deliver()
        assert exchange.asked == asked, service
        assert ("checked" in host.text().partition('name="service"')[2][:60]) == (service == "stun:one.example.org")


def test_a_service_that_does_not_answer_is_named() -> None:
    exchange, host = inviting("person", "far")
    host.peer(-1, "service", "stun:stun.example.org")
    host.send("service", {"service": True})
    exchange.deliver()
    assert "stun.example.org doesn" in host.text()
    assert "alert" in host.peer(-1, "service", "turn:stun.example.org")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an answer, or part of it"),
        ("kha1.AAAA", "an answer, or part of it"),
        ("kha2.AAAA", "newer version"),
        ("INVITATION", "This is an invitation"),
        ("OTHER", "another game"),
    ],
)
def test_what_is_no_answer_is_named(text: str, said: str) -> None:
    host = inviting("person", "far")[1]
    if text == "INVITATION":
        text = host.link()
    if text == "OTHER":
        text = Call("AbCdEfGh", 1, "AAEC").text()
    host.send("answered", {"link": text})
    assert said in host.text()
    assert host.session.screen == "invite"


def test_an_answer_opened_in_another_tab_is_handed_over() -> None:
    exchange, host = inviting("person", "far")
    answer = accepted(exchange, host, Wired(exchange))
    tab = Wired(exchange, host.saved)
    patch = tab.send("link", {"link": answer})
    assert patch["peer"] == [["hand", -1, answer]]
    assert "save" not in patch  # it would pause the tab of the game
    tab.peer(-1, "taken")
    assert "Go back to its tab" in tab.text()
    host.peer(-1, "handed", answer)
    exchange.deliver()
    assert "alert" not in host.click("start")


def test_the_link_for_a_seat_works_after_a_computer_has_taken_it() -> None:
    exchange, host = inviting("person", "far", "far")
    ben, cleo = Wired(exchange), Wired(exchange)
    host.send("invitation", "3")
    late = host.link()
    connect(exchange, host, ben, 1)
    host.click("fill")
    exchange.deliver()
    assert cleo.send("link", {"link": late}).get("alert") is None
    cleo.send("meet", {"name": "Cleo", "face": "K"})
    exchange.deliver()
    host.send("lobby")
    host.send("invitation", "3")
    host.send("answered", {"link": cleo.link()})
    exchange.deliver()
    play(exchange, [host, ben], random.Random(1), 20)
    assert cleo.sitting.persons() == [2]
    assert host.sitting.chairs[2].kind == "far"
    play(exchange, [host, ben, cleo], random.Random(1), 20)
    assert same([host, ben, cleo])


def test_everybody_sees_who_is_at_the_table_before_the_game() -> None:
    exchange, host = inviting("person", "far", "far")
    guest = Wired(exchange)
    assert "alert" not in guest.send("link", {"link": host.link()})
    guest.send("meet", {"name": "Bea", "face": "K", "badge": "3"})
    exchange.deliver()
    host.send("answered", {"link": guest.link()})
    exchange.deliver()
    assert host.screen == "lobby"
    assert [(chair.name, chair.face, chair.badge) for chair in host.sitting.chairs[:2]] == [
        ("Ann", "B", 0),
        ("Bea", "K", 2),
    ]
    assert sorted(chair.badge for chair in host.sitting.chairs) == [0, 1, 2]
    for words in ("Ann", "Bea", "Cleo", "no answer yet", "starts the game"):
        assert words in guest.text()
    host.send("computer", "3")
    exchange.deliver()
    assert "Farmer" in guest.text()
    host.send("invitation", "3")
    exchange.deliver()
    assert "Farmer" not in guest.text()
    assert host.sitting.chairs[2].kind == "far"
    guest.send("say", "1")
    exchange.deliver()
    host.send("lobby")
    assert 'class="said" id="said-2-1"' in host.text()
    assert host.send("start")["alert"] == "Cleo hasn't answered yet."


def test_a_badge_that_somebody_has_stays_theirs() -> None:
    exchange, host, _guests = begun(["person", "far", "far"])
    assert sorted(chair.badge for chair in host.sitting.chairs) == [0, 1, 2]
    exchange, host = inviting("person", "far", "far")
    first, second = Wired(exchange), Wired(exchange)
    for guest, seat in ((first, "2"), (second, "3")):
        host.send("invitation", seat)
        guest.send("link", {"link": host.link()})
        guest.send("meet", {"name": "", "face": "K", "badge": "4"})
        exchange.deliver()
        host.send("answered", {"link": guest.link()})
        exchange.deliver()
    assert host.sitting.chairs[1].badge == 3
    assert sorted(chair.badge for chair in host.sitting.chairs) == [0, 2, 3]


def test_computers_take_the_seats_of_those_who_do_not_come() -> None:
    exchange, host = inviting("person", "far", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    host.click("fill")
    exchange.deliver()
    for page in (host, guest):
        assert page.screen in ("game", "curtain")
        assert page.sitting.chairs[2].kind == "farmer"
    assert same([host, guest])


# A page whose worker was replaced, as in one that was paused by another tab, returns to where it was


@pytest.mark.slow
@pytest.mark.parametrize(
    "kinds", [pytest.param(["person", "far"], marks=pytest.mark.thorough), ["person", "far", "far"]]
)
def test_the_host_returns_to_the_lobby_and_nothing_starts_by_itself(kinds: list[str]) -> None:
    exchange, host = inviting(*kinds)
    guests = [Wired(exchange) for _kind in kinds[1:]]
    for seat, guest in enumerate(guests, 1):
        connect(exchange, host, guest, seat)
    assert "Draws are checked" in host.text()
    host.start_worker()
    exchange.deliver()
    assert {page.screen for page in (host, *guests)} == {"lobby"}
    assert all("Draws are checked" in page.text() for page in (host, *guests))
    host.click("start")
    exchange.deliver()
    assert all(page.sitting.game.together for page in (host, *guests))


def test_a_guest_returns_to_the_lobby() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    guest.start_worker()
    exchange.deliver()
    assert (host.screen, guest.screen) == ("lobby", "lobby")
    assert "Ann starts the game" in guest.text()
    host.click("start")
    exchange.deliver()
    assert guest.screen == "game"
    assert host.sitting.game.together


def test_the_invitation_and_its_answer_survive() -> None:
    exchange, host = inviting("person", "far")
    invitation, guest = host.link(), Wired(exchange)
    answer = accepted(exchange, host, guest)
    for page, text in ((host, invitation), (guest, answer)):
        page.start_worker()
        exchange.deliver()
        assert page.link() == text
    assert (host.screen, guest.screen) == ("invite", "invited")
    host.send("answered", {"link": answer})
    exchange.deliver()
    assert (host.screen, guest.screen) == ("lobby", "lobby")


def test_an_invitation_back_to_a_game_survives_too() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    guest.reload()
    exchange.deliver()
    host.send("invite")
    exchange.deliver()
    invitation = host.link()
    host.start_worker()
    exchange.deliver()
    assert (host.screen, host.link()) == ("invite", invitation)
    connect(exchange, host, guest, 1)
    assert (host.screen, guest.screen) == ("game", "game")


# An answer that is opened in another tab


def test_an_answer_counts_as_delivered_only_once_the_waiting_page_has_taken_it() -> None:
    exchange, host = inviting("person", "far")
    answer = accepted(exchange, host, Wired(exchange))
    tab = Wired(exchange)
    assert ["hand", -1, answer] in tab.send("link", {"link": answer})["peer"]
    assert "This is an answer" in tab.text()
    tab.peer(-1, "paused")
    assert "The page that waits is paused" in tab.text()
    tab.peer(-1, "taken")
    assert "Delivered" in tab.text()
    other = Call("AAAAAAAA", 1, "AAEC").text()
    assert "peer" not in host.peer(-1, "handed", other) or "taken" not in str(host.patches[-1]["peer"])
    assert ["taken", -1] in host.peer(-1, "handed", answer)["peer"]


# A link that was opened changes nothing until its reader agrees


def test_an_invitation_leaves_the_lines_of_a_running_game_until_it_is_accepted() -> None:
    exchange, host, (ben, cleo) = begun(["person", "far", "far"])
    _other, dan = inviting("person", "far")
    for page in (host, ben):
        patch = page.send("link", {"link": dan.link()})
        assert not any(order[0] == "close" for order in patch.get("peer", []))
        assert "You are connected with" in page.text()
        page.click("continue", str(page.session.keeping.current))
        assert page.screen == "game"
    play(exchange, [host, ben, cleo], random.Random(1), 3)
    assert same([host, ben, cleo])
    host.send("link", {"link": dan.link()})
    assert any(order[0] == "close" for order in host.send("meet", {"name": "Ann"})["peer"])


def test_a_guest_who_waits_is_not_disturbed_by_another_link() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    guest.send("link", {"link": "khl1.AAAA"})
    assert "Part of the link is missing" in guest.text()
    guest.click("home")
    guest.click("lobby")
    assert guest.screen == "lobby"
    host.click("start")
    exchange.deliver()
    assert guest.screen == "game"


# A page that is loaded again


@pytest.mark.parametrize("screen", ["invite", "lobby"])
def test_a_host_who_reloads_before_the_game_comes_back_to_the_invitations(screen: str) -> None:
    exchange, host = inviting("person", "far")
    old = host.link()
    if screen == "lobby":
        host.send("lobby")
    host.come_back()
    exchange.deliver()
    assert host.screen == "invite"
    assert "This page was reloaded" in host.text()
    assert host.link() not in ("", old)
    connect(exchange, host, Wired(exchange), 1)
    assert host.screen == "lobby"
    assert "Draws are checked" in host.text()


def test_a_guest_who_reloads_in_the_lobby_hears_that_a_new_link_is_needed() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    assert guest.screen == "lobby"
    guest.come_back()
    exchange.deliver()
    assert "This page was reloaded" in guest.text()
    assert "ask Ann for a new link" in guest.text()
    assert not any(target.intent == "meet" for target in guest.targets())
    host.send("invitation", "2")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert (host.screen, guest.screen) == ("lobby", "lobby")


@pytest.mark.parametrize("stage", ["form", "answer"])
def test_a_guest_who_reloads_before_that_can_still_accept(stage: str) -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    guest.send("link", {"link": host.link()})
    if stage == "answer":
        guest.send("meet", {"name": "Bea", "face": "K"})
        exchange.deliver()
    guest.come_back()
    assert "Ann invites you to Key Harvest" in guest.text()
    assert ('value="Bea"' in guest.text()) == (stage == "answer")
    connect(exchange, host, guest, 1)
    assert (host.screen, guest.screen) == ("lobby", "lobby")


# Links that meet


def apart() -> tuple[Exchange, Wired, Wired]:
    """A game whose pages were loaded again, each with a new live link."""
    exchange, host, (guest,) = begun(["person", "far"])
    for page in (host, guest):
        page.reload()
        exchange.deliver()
        page.send("continue")
        page.send("invite")
        exchange.deliver()
        assert page.screen == "invite"
    return exchange, host, guest


def test_of_two_links_for_one_game_the_one_of_its_host_counts() -> None:
    exchange, host, guest = apart()
    host_link, guest_link = host.link(), guest.link()
    host.send("link", {"link": guest_link})
    guest.send("link", {"link": host_link})
    assert "only one of the two works: rather let Ben open yours" in host.text()
    assert "only one of the two works" not in guest.text()
    guest.send("meet", {})
    exchange.deliver()
    host.click("lobby")
    host.send("invitation", "2")
    assert host.link() == host_link
    host.send("answered", {"link": guest.link()})
    exchange.deliver()
    assert same([host, guest])
    assert host.session.seating.friends.begun().need_role().live.lines


def test_pages_that_have_answered_each_other_hear_who_makes_a_new_link() -> None:
    exchange, host, guest = apart()
    links = {page: page.link() for page in (host, guest)}
    for page, other in ((host, guest), (guest, host)):
        page.send("link", {"link": links[other]})
        page.send("meet", {})
        exchange.deliver()
    answers = {page: page.link() for page in (host, guest)}
    host.send("link", {"link": answers[guest]})
    guest.send("link", {"link": answers[host]})
    assert "Send Ben a new link" in host.text()
    assert "Ask Ann for a new link" in guest.text()
    host.click("invite")
    exchange.deliver()
    connect(exchange, host, guest, 1)
    assert (host.screen, guest.screen) == ("game", "game")


def test_after_a_break_each_page_says_who_invites() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    for page in (host, guest):
        page.reload()
        exchange.deliver()
        page.send("continue")
    said = {True: "To continue live, send Ben a new link", False: "ask Ann for a new link, or make one here"}
    for page in (host, guest):
        assert said[page is host] in page.text()
    for page in (host, guest):  # and again once they have made links that nobody has opened
        page.send("invite")
        exchange.deliver()
        page.send("continue")
        assert "To continue live, send" in page.text()
        assert "send the others" not in page.text()


@pytest.mark.parametrize("spectator", [False, True])
def test_ones_own_invitation_is_said_to_be_ones_own(spectator: bool) -> None:
    exchange, host = inviting("person", "far")
    if spectator:
        host.send("lobby")
        host.click("spectator")
        exchange.deliver()
    link = host.link()
    for page in (Wired(exchange, host.saved), host):
        page.send("link", {"link": link})
        assert "This is your own invitation" in page.text()
        assert not any(target.intent == "meet" for target in page.targets())
    host.click("home")
    host.click("lobby")
    assert host.screen == "lobby"


# Words and names


def test_the_footer_does_not_wait_for_an_answer_that_has_failed() -> None:
    exchange, host = inviting("person", "far")
    assert "Ben hasn&#x27;t answered yet" in host.text()
    exchange.broken = True
    connect(exchange, host, Wired(exchange), 1)
    assert "Ben hasn&#x27;t answered yet" not in host.text()
    assert "Ben isn&#x27;t connected" in host.text()
    why = host.text().partition("joined bad")[2]
    assert why.index("closed or reloaded the page") < why.index("guest networks and VPNs")


def test_how_it_works_continues_a_game_that_has_begun() -> None:
    host = inviting("person", "far")[1]
    assert "the game can start" in host.text()
    assert "the game continues" in apart()[1].text()


def test_the_next_game_asks_nothing_before_it_begins() -> None:
    exchange, host, (guest,) = begun(["person", "far"])
    play(exchange, [host, guest], Passing(1))
    assert host.sitting.over
    host.let_computers_play()
    patch = host.send("rematch")
    assert host.screen == "lobby"
    assert "say" not in patch


def test_a_newer_answer_needs_a_new_link_after_the_reload() -> None:
    _exchange, host = inviting("person", "far")
    host.send("answered", {"link": "kha2.AAAA"})
    assert "then send a new link" in host.text()


def test_the_name_with_which_a_guest_joins_is_asked_once() -> None:
    exchange, host = inviting("person", "far")
    guest = Wired(exchange)
    guest.send("link", {"link": host.link()})
    assert 'value="Ben"' in guest.text()  # as the host calls them
    guest.send("meet", {"name": "Bea", "face": "K"})
    assert guest.session.memory.set_up.reader == "Bea"
    again = Wired(exchange, guest.saved)
    again.send("link", {"link": host.link()})
    assert 'value="Bea"' in again.text()
    again.send("friends")
    assert 'value="Bea"' in again.text()
    again.send("quick")
    assert again.sitting.names[0] == "Bea"


def test_names_with_a_fault_stay_in_the_form() -> None:
    page = Wired(Exchange())
    page.send("friends")
    kinds = ["person", "far", "empty", "empty"]
    page.send("begin", {"name": ["Clara", "Clara", "", ""], "kind": kinds, "way": "live", "start": "random"})
    assert "Two players are called Clara." in page.text()
    for field in ("name1", "name2"):
        assert 'value="Clara"' in page.text().partition(f'id="{field}"')[2][:20]
