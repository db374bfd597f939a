"""The steps of a turn on a phone: the board never moves, and what each step needs is whole and in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.battery.screenshots import positions
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, open_record
from tests.browser.test_screens import TOO_SMALL

pytestmark = pytest.mark.warm

SIZES = [pytest.param((390, 844), marks=pytest.mark.smoke), (360, 640), (844, 390)]

#: Texts of the command panel that reach beyond its box or the window, in words.
CUT = """() => [...document.querySelectorAll('#action :is(.asked, .deal, .reason, .told, #commit, #cancel, .act)')]
  .filter(e => e.offsetParent && e.clientWidth > 1).flatMap(e => {
    const box = e.getBoundingClientRect(), cut = e.scrollWidth > e.clientWidth + 1;
    return cut || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      ? [`${e.className}: ${e.scrollWidth} in ${e.clientWidth}, down to ${box.bottom}`] : [];
  })"""


def laid(open_page: OpenPage, size: tuple[int, int], record: Callable[[], str]) -> Page:
    """A phone with a table on it."""
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto("/")
    open_record(page, record())
    page.locator("body[data-screen=game]").wait_for()
    answered(page)
    return page


def tap(page: Page, selector: str) -> None:
    """Tap what a selector finds, and wait for the answer."""
    # What has just come takes no tap for an instant.
    expect(page.locator(selector).first).not_to_have_css("pointer-events", "none")
    page.locator(selector).first.click(force=True)
    answered(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_and_all_is_whole_in_every_step_of_a_turn(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = laid(open_page, size, positions.three)
    board = page.locator("#board").bounding_box()
    found: list[str] = []
    heights = set()
    for step in (
        "#tray .worker.lit",
        "#cancel",
        ".act[data-value=store]",
        "#registry .tile.lit",
        "#more-hops",
        "#more-barrels",
    ):
        tap(page, step)
        assert page.locator("#board").bounding_box() == board, step
        found += [f"{step}: {fault}" for fault in page.evaluate(CUT) + page.evaluate(TOO_SMALL)]
        if page.locator("#action .choosing").count():
            heights.add(page.locator("#action").evaluate("panel => Math.round(panel.offsetHeight)"))
    assert found == []
    assert len(heights) == 1
    # What the others hold is beside the bid, and whether they could match it above.
    expect(page.locator(".rival")).to_have_count(2)
    for rival in page.locator(".rival").all():
        expect(rival).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#head .chip").first).to_be_attached()
