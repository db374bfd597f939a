"""Dragging stands for taps: with the mouse and with a finger, without changing how tapping and scrolling work."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.battery.screenshots import positions
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click, open_record

pytestmark = pytest.mark.warm

#: Longer than a finger has to rest, in milliseconds.
RESTED = 300


def at_game(page: Page) -> Page:
    page.goto("/")
    with page.expect_response("**/drag.js"):
        open_record(page, positions.three())
        page.locator("body[data-screen=game]").wait_for()
    answered(page)
    return page


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dragged(page: Page, thing: Locator, place: Locator) -> None:
    """Drag with the mouse."""
    page.mouse.move(*middle(thing))
    page.mouse.down()
    x, y = middle(thing)
    page.mouse.move(x + 12, y + 3)
    expect(page.locator(".dragged")).to_be_visible()
    answered(page)  # the first tap has redrawn the page
    page.mouse.move(*middle(place), steps=4)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    page.wait_for_timeout(50)
    answered(page)


@pytest.fixture
def game(open_page: OpenPage) -> Page:
    return at_game(open_page(viewport={"width": 1440, "height": 900}))


@pytest.mark.way
def test_a_worker_dragged_to_a_space_is_put_there_to_be_confirmed(game: Page) -> None:
    space = legal_space(game)
    dragged(game, game.locator("#worker-D"), game.locator(space))
    expect(game.locator("#worker-D")).to_have_attribute("aria-pressed", "true")
    expect(game.locator(space)).to_have_attribute("aria-label", re.compile("selected"))
    expect(game.locator("#commit")).to_be_enabled()
    game.keyboard.press("Shift+Enter")
    answered(game)
    expect(game.locator("#board [data-thing^=worker-D]")).to_have_count(1)


def legal_space(page: Page) -> str:
    """Return a space where the unskilled worker may go."""
    page.locator("#worker-D").click()
    answered(page)
    found = page.locator("#board [aria-label$='empty, can be chosen']").first.get_attribute("id")
    click(page, "clear")
    answered(page)
    return f"#{found}"


def test_an_impossible_place_gives_the_reason_of_a_tap(game: Page) -> None:
    field = "#board [data-ripe]"
    game.locator("#worker-D").click()
    game.locator(field).first.click(force=True)
    answered(game)
    reason = game.locator("#action .told, #action .reason").first.inner_text()
    click(game, "clear")
    answered(game)
    dragged(game, game.locator("#worker-D"), game.locator(field).first)
    assert game.locator("#action .told, #action .reason").first.inner_text() == reason


def test_a_tile_and_counters_dragged_make_a_bid(game: Page) -> None:
    tile = game.locator("#registry [data-intent=tile]").first
    dragged(game, tile, game.locator("#card"))
    expect(game.locator("#registry .chosen")).to_have_count(1)
    pile = game.locator("#hand .pile.can").first
    dragged(game, pile, game.locator(".steppers .cups"))
    expect(game.locator(".steppers .cup:not(.empty)")).to_have_count(1)
    dragged(game, game.locator("#hand .pile.can").first, game.locator("#town"))
    expect(game.locator(".steppers .cup:not(.empty)")).to_have_count(1)
    game.keyboard.press("Shift+Enter")
    answered(game)


def test_a_tap_is_a_tap_and_escape_drops_nothing(game: Page) -> None:
    worker = game.locator("#worker-D")
    worker.click()
    answered(game)
    expect(worker).to_have_attribute("aria-pressed", "true")
    worker.click()
    answered(game)
    expect(worker).to_have_attribute("aria-pressed", "false")
    game.mouse.move(*middle(worker))
    game.mouse.down()
    game.mouse.move(500, 400, steps=3)
    game.keyboard.press("Escape")
    expect(game.locator(".dragged")).to_have_count(0)
    game.mouse.up()
    answered(game)
    expect(game.locator("#commit")).to_have_text("Choose a space")


class Finger:
    """A finger on the screen."""

    def __init__(self, page: Page) -> None:
        self._page, self._session = page, page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: dict[str, Any]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def drag(self, start: tuple[float, float], to: tuple[float, float], rest: int) -> None:
        """Put it down, let it rest, move it and lift it."""
        self._send("touchStart", {"x": start[0], "y": start[1]})
        self._page.wait_for_timeout(rest)
        for step in range(1, 9):
            x, y = (a + (b - a) * step / 8 for a, b in zip(start, to, strict=True))
            self._send("touchMove", {"x": x, "y": y})
            self._page.wait_for_timeout(30)
        self._send("touchEnd")
        self._page.wait_for_timeout(60)
        answered(self._page)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    return at_game(open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))


@pytest.mark.parametrize("rest", [RESTED, 700], ids=["rested", "with a note shown"])
def test_a_finger_that_has_rested_drags(phone: Page, rest: int) -> None:
    space = legal_space(phone)
    Finger(phone).drag(middle(phone.locator("#worker-D")), middle(phone.locator(space)), rest)
    expect(phone.locator(space)).to_have_attribute("aria-label", re.compile("selected"))
    expect(phone.locator("#commit")).to_be_enabled()


def test_a_finger_that_moves_at_once_scrolls_and_drags_nothing(phone: Page) -> None:
    space = legal_space(phone)
    Finger(phone).drag(middle(phone.locator("#worker-D")), middle(phone.locator(space)), 0)
    expect(phone.locator("#worker-D")).to_have_attribute("aria-pressed", "false")
    expect(phone.locator("#commit")).to_have_count(0)
    phone.locator("#worker-D").tap()
    answered(phone)
    expect(phone.locator("#worker-D")).to_have_attribute("aria-pressed", "true")
