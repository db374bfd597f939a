"""Two people on two devices, in a browser: a game by links alone, copied, opened, pasted, and after a reload."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.battery.screenshots.__main__ import send
from tests.browser.axe import faulted
from tests.browser.conftest import OpenPage
from tests.browser.test_accessible import CUT
from tests.browser.test_game import answered, click, hurry
from tests.browser.test_screens import RESTYLED, at_every_size
from tests.helpers.by_message import Elsewhere, invitation
from tests.page.test_by_message import exchange, two

pytestmark = pytest.mark.warm


def screen(page: Page, name: str) -> None:
    """Wait until a screen is shown and everything has been answered."""
    expect(page.locator("body")).to_have_attribute("data-screen", name)
    answered(page)


def end_turn(page: Page) -> None:
    """End a turn in which nothing was done: the page asks first."""
    for _each in range(2):
        page.locator("#end").click()
        answered(page)
    expect(page.locator("#action .sent")).to_be_visible()


def link_of(page: Page) -> str:
    """The link that the page offers."""
    address: str = page.locator("#share-link").evaluate("link => link.href")
    return address


@pytest.mark.way
def test_two_pages_play_by_links_alone(open_page: OpenPage) -> None:
    host = open_page(viewport={"width": 1280, "height": 800}, permissions=["clipboard-read", "clipboard-write"])
    guest = open_page(viewport={"width": 390, "height": 844})
    host.goto("/")
    answered(host)
    click(host, "new")
    host.locator("#kind2-far").check(force=True)
    expect(host.locator(".set-message")).to_be_visible()
    host.locator("#name2").fill("Bea")
    host.locator("#seed").evaluate("field => { field.value = '3'; }")
    host.locator("form[data-intent=begin] [type=submit]").click()
    screen(host, "game")
    if host.locator("#end").count():
        end_turn(host)

    # The invitation, copied with its words, opened on the other device.
    host.locator(".unless-share[data-shell-do=mail]").click()
    expect(host.locator("#share-told")).to_contain_text("Copied.")
    words, _line, link = host.evaluate("navigator.clipboard.readText()").rpartition("\n")
    assert "invites you to a game of Key Harvest" in words
    assert link == link_of(host)
    guest.goto(link)
    screen(guest, "letter")
    expect(guest.locator("#letter-title")).to_have_text("Robin invites you to Key Harvest")
    assert guest.url == link  # until it is accepted, so that a reload opens it again
    click(guest, "join", "2")
    screen(guest, "game")
    assert "#" not in guest.url
    hurry(guest)
    end_turn(guest)
    first = link_of(guest)
    assert len(first) < 200

    # In the tab of the running game, as a link that someone presses.
    host.evaluate("link => { location.href = link; }", first)
    screen(host, "letter")
    expect(host.locator("#letter-title")).to_have_text("Bea has played round 1")
    click(host, "straight")
    screen(host, "game")
    end_turn(host)

    # After a reload the game is there, and so is the link.
    second = link_of(host)
    host.reload()
    screen(host, "game")
    assert link_of(host) == second
    restyled = host.evaluate(RESTYLED)
    assert not restyled, "\n".join(restyled)

    # Pasted into the page, with words around it, shown as an opponent's turn is.
    guest.locator(".paste input").fill(f"{words}\n> {second}\nBye")
    guest.locator(".paste [type=submit]").click()
    screen(guest, "letter")
    click(guest, "watch")
    screen(guest, "game")
    expect(guest.locator("#end")).to_be_visible()

    # The same link again: it is known. A damaged one: the page says so, and nothing is lost.
    guest.goto(second)
    screen(guest, "letter")
    expect(guest.locator("#letter-title")).to_have_text("You already have this turn")
    guest.goto(second[:-3])
    screen(guest, "letter")
    expect(guest.locator("#letter-title")).to_have_text("Part of the link is missing")
    guest.reload()
    screen(guest, "game")
    expect(guest.locator("#end")).to_be_visible()


def test_a_code_is_drawn_when_it_is_asked_for(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sent(page)
    assert not any("lean-qr" in url or "post.js" in url for url in asked)
    page.locator("[data-shell-do=qr]").click()
    expect(page.locator("#qr-code svg path")).to_have_count(1)
    page.locator("[data-shell-do=qr]").click()
    expect(page.locator("#qr-code")).to_be_hidden()


def test_the_ways_of_the_device_come_first_where_there_are_any(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _most: 7)  # in other games an event asks the other player
    page = open_page(viewport={"width": 390, "height": 844})
    page.add_init_script("navigator.share = async (shared) => { window.shared = shared; };")
    sent(page)
    expect(page.locator(".unless-share").first).to_be_hidden()
    page.locator("[data-shell-do=send]").click()
    expect(page.locator("#share-told")).to_contain_text("Sent?")
    shared: dict[str, Any] = page.evaluate("window.shared")
    assert shared["url"] == link_of(page)
    assert "has played round" in shared["text"]


def sent(page: Page) -> Elsewhere:
    """A page on which a turn of a game by message has been played."""
    _host, guest, rng = two()
    guest.play(rng)
    page.goto("/")
    answered(page)
    file = guest.sitting.handed_out()
    send(page, "open", {"name": "game.txt", "text": file})
    screen(page, "letter")
    send(page, "join", "2")
    hurry(page)
    expect(page.locator("#action .sent")).to_be_visible()
    return guest


def test_the_screens_fit_every_size_and_axe_finds_no_fault(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    guest = sent(page)
    found = looked_at(page, "sent")
    host, _link = invitation(["person", "far", "far"], 2)
    send(page, "link", {"link": host.sitting.handed_out()})
    screen(page, "letter")
    found += looked_at(page, "invited")
    for name, link in links(guest).items():
        send(page, "link", {"link": link})
        screen(page, "letter")
        # All letters are one screen, with other words and buttons; the branch also has two boards.
        found += looked_at(page, name, axe=name == "branch")
    send(page, "games")
    found += looked_at(page, "games")
    send(page, "new")
    page.locator("#kind2-far").check(force=True)
    found += looked_at(page, "set-up")
    assert not found, "\n".join(found)


def links(guest: Elsewhere) -> dict[str, str]:
    """Return a link for each thing that the page can say about a link."""
    assert guest.post
    good = guest.post.link
    other, _guest, rng = two(2)
    exchange(_guest, other, rng)
    twice = Elsewhere(guest.saved)
    twice.send("continue")
    sitting = twice.sitting
    sitting.game.rewind(guest.post.begin)
    sitting.game.play(next(move for move in reversed(sitting.game.legal())))
    while sitting.actor != 0 and not sitting.over:
        sitting.commit([sitting.game.legal()[-1]])
    return {
        "played": good,
        "damaged": good[:-3],
        "newer": good.replace("khm1", "khm2"),
        "unknown": other.post.link if other.post else _guest.post.link if _guest.post else "",
        "branch": sitting.handed_out(),
    }


def looked_at(page: Page, what: str, axe: bool = True) -> list[str]:
    """Return the faults of a screen at every size, and those that axe finds on a desktop and on a phone."""
    found = at_every_size(page, what)
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        found += faulted(page, f"{what}, {width} px") if axe else []
        found += [f"{what}, {width} px: {cut}" for cut in page.evaluate(CUT)]
    return found
