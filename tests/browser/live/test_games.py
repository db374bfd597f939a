"""Live games of three and four people in their browsers, one page of which is loaded again; and one with Firefox."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from keyharvest.remote.merging import print_of
from keyharvest.table.sitting import Sitting
from tests.battery.screenshots.__main__ import send
from tests.browser.conftest import OpenPage
from tests.browser.engines import Firefox
from tests.browser.live.network import Network
from tests.browser.test_by_message import screen
from tests.browser.test_game import answered, click
from tests.browser.test_whole_game import SEEN, press

pytestmark = pytest.mark.long  # test_lines plays with two pages, tests/page with more in one process

#: Whether the page waits for a decision of its player, and may take an action at once.
MINE = "document.querySelector('main #card-title:not(.sent *)') !== null && document.body.dataset.screen === 'game'"

#: The one game that a page has saved.
SAVED = """new Promise((done) => {
  indexedDB.open("keyharvest").onsuccess = ({ target: { result: database } }) => {
    const store = database.transaction("saved").objectStore("saved");
    store.get("game.1").onsuccess = ({ target }) => { database.close(); done(target.result); };
  };
})"""


def link_of(page: Page) -> str:
    """The link that the page offers, once it is there."""
    expect(page.locator("#qr-code svg path")).to_have_count(1)
    address: str = page.locator("#share-link").evaluate("link => link.href")
    return address


def opened(open_page: OpenPage, seats: int) -> list[Page]:
    """Open the pages of several people; the first will be the host's."""
    pages = [open_page(viewport={"width": 1280, "height": 800}) for _each in range(seats)]
    for page in pages:
        page.on("dialog", lambda dialog: dialog.accept())  # “Leave the page?”
        page.goto("/")
    for page in pages:
        answered(page)
        send(page, "set", {"motion": "none"})
    return pages


def begin(pages: Sequence[Page]) -> None:
    """Begin a live game on some pages."""
    host = pages[0]
    invite(host, len(pages))
    for seat, guest in enumerate(pages[1:], 2):
        connect(host, guest, seat)
    click(host, "start")


def invite(host: Page, seats: int) -> None:
    """Prepare a live game of several people; a game for two has joint draws, as there is no seed."""
    kinds = {f"kind{seat}": "far" if seat <= seats else "empty" for seat in range(2, 5)}
    seed = "3" if seats > 2 else ""
    send(host, "begin", {"kind1": "person", **kinds, "way": "live", "start": "random", "seed": seed})
    screen(host, "invite")


def connect(host: Page, guest: Page, seat: int) -> None:
    """Invite the guest to a seat, and take the answer."""
    send(host, "invitation", str(seat))
    send(guest, "link", {"link": link_of(host)})
    screen(guest, "invited")
    guest.locator("form[data-intent=meet] [type=submit]").click()
    host.locator("#answer-link").fill(link_of(guest))
    host.locator("form[data-intent=answered] [type=submit]").click()
    expect(host.locator("body")).not_to_have_attribute("data-screen", "invite")


def step(page: Page, draws: bool) -> bool:
    """Take a step on a page if its player has to decide: an answer, a tile to store, or the end of the turn."""
    if not page.evaluate(MINE):
        return False
    seen = page.evaluate(SEEN)
    if not seen["turn"]:
        press(page, "[", "Enter")
    elif draws and "store" in seen["acts"]:
        press(page, "4", "]", "Enter", "]", "Enter", "Shift+Enter")
    else:
        send(page, "end")
        send(page, "end")  # a page asks first
    return True


def play(pages: Sequence[Page], draws: bool, turns: int = 0) -> None:
    """Play some turns, or to the end."""
    begun, ended = time.monotonic(), 0
    while not (turns and ended >= turns):
        if time.monotonic() - begun > 100:
            told = [(page.evaluate(MINE), page.locator("#action").inner_text()) for page in pages]
            raise AssertionError(f"the game doesn't continue: {told}")
        if all(page.evaluate("document.body.dataset.screen") == "ending" for page in pages):
            return
        pages[0].wait_for_timeout(100)  # the pages hear of each other's steps meanwhile
        for page in pages:
            turn = page.evaluate("document.querySelector('.acts') !== null")
            for _each in range(9):
                if not step(page, draws):
                    break
            ended += turn


def course(saved: str) -> tuple[int, str]:
    """The number of moves in a saved game that can't be undone, and the fingerprint of them and the position."""
    sitting = Sitting.from_text(json.loads(saved)["record"])
    game = sitting.game
    end = game.settled()
    return end, print_of(sitting.message, game.moves[:end], game.states[end]).hex()


def same(pages: Sequence[Page | Firefox]) -> int:
    """Wait until all pages have saved the same course; return its number of moves."""
    end = time.monotonic() + 20
    while len(courses := {course(page.evaluate(SAVED)) for page in pages}) > 1:
        assert time.monotonic() < end, courses
        time.sleep(0.1)
    return courses.pop()[0]


def test_three_people_play_to_the_end_though_one_page_is_loaded_again(open_page: OpenPage) -> None:
    pages = opened(open_page, 3)
    host, guest = pages[0], pages[1]
    begin(pages)
    for page in pages:
        screen(page, "game")
    play(pages, draws=True, turns=6)
    guest.reload()
    answered(guest)
    expect(host.locator("#say")).to_contain_text("dropped")
    send(host, "invite")
    connect(host, guest, 2)
    for page in pages:
        screen(page, "game")
    play(pages, draws=False)
    assert same(pages) > 40


def test_four_people_play_some_rounds(open_page: OpenPage) -> None:
    pages = opened(open_page, 4)
    begin(pages)
    for page in pages:
        screen(page, "game")
    for draws in (True, False):
        play(pages, draws, turns=4)
    assert same(pages) > 40


@pytest.fixture
def firefox(lines: Network) -> Iterator[Firefox]:
    """A Firefox in the same network."""
    engine = Firefox(lines.within)
    yield engine
    faults = engine.faults()
    engine.close()
    assert not faults


def test_a_firefox_and_a_chromium_play_some_rounds(open_page: OpenPage, served: str, firefox: Firefox) -> None:
    host = open_page(viewport={"width": 1280, "height": 800})
    host.on("dialog", lambda dialog: dialog.accept())
    host.goto("/")
    answered(host)
    invite(host, 2)
    firefox.goto(link_of(host))
    firefox.click("form[data-intent=meet] [type=submit]")
    host.locator("#answer-link").fill(firefox.wait("document.getElementById('share-link')?.href"))
    host.locator("form[data-intent=answered] [type=submit]").click()
    screen(host, "lobby")
    click(host, "start")
    screen(host, "game")
    firefox.wait("document.body.dataset.screen === 'game'")
    for _each in range(4):
        if host.evaluate(MINE):
            send(host, "end")
            send(host, "end")
            firefox.wait(MINE)
        else:
            firefox.wait(MINE)
            heard = host.locator("#log").inner_text()
            firefox.click("#end")
            firefox.click("#end")
            expect(host.locator("#log")).not_to_have_text(heard)
        answered(host)
    assert same((host, firefox)) > 6
    lines = [page.evaluate("document.querySelector('.checked-line')?.textContent") for page in (host, firefox)]
    assert lines[0] == lines[1]
    assert "draws checked" in lines[0]
