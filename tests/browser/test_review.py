"""Reviewing a finished game in the built page, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from keyharvest.record import Record, record_text
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from tests.browser.axe import faulted
from tests.browser.test_game import answered, click, open_record
from tests.browser.test_screens import TOO_SMALL

pytestmark = pytest.mark.warm


def finished() -> str:
    """Return the record of a finished game."""
    sitting = Sitting.new([Chair("Robin", "random"), Chair("Ada", "random")], "random", 4)
    while not sitting.over:
        sitting.step()
    return record_text(sitting.record())


@pytest.mark.way
def test_a_finished_game_is_gone_through_by_log_chart_and_keys(page: Page) -> None:
    page.goto("/")
    open_record(page, finished())
    page.locator("#review-top h1").wait_for()
    answered(page)
    at = page.locator("#review-through .at small")
    last = at.inner_text()
    click(page, "previous")
    expect(at).not_to_have_text(last)
    page.locator(".graph .press").nth(10).click()
    answered(page)
    expect(page.locator("#review-course tr:has([aria-current])")).to_contain_text("6 ")  # the eleventh turn
    current = page.locator("#review-log [aria-current]")
    expect(current).to_be_in_viewport()
    for width, height in ((1280, 800), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert not page.evaluate(TOO_SMALL.replace("main [role=gridcell]", "main [role=none]"))
    assert not faulted(page, "review")
    page.locator("#review-log .happening").first.press(".")
    answered(page)
    page.keyboard.press("Escape")
    answered(page)
    expect(at).to_have_text(last)


def ending_of(turns: int) -> str:
    """Return the record of the last turns of that game, from a position."""
    sitting = Sitting.new([Chair("Robin", "random"), Chair("Ada", "random")], "random", 4)
    while not sitting.over:
        sitting.step()
    record, states = sitting.record(), sitting.game.states
    begins = [at for at in range(1, len(states)) if states[at].turn != states[at - 1].turn and states[at].stack]
    at = begins[-turns]
    return record_text(Record(states[at], record.moves[at:], record.headers))


@pytest.mark.long  # without a browser: tests/page/test_exercises.py
def test_a_turn_that_cost_points_becomes_an_exercise(page: Page) -> None:
    page.goto("/")
    open_record(page, ending_of(3))
    page.locator("#review-top h1").wait_for()
    answered(page)
    click(page, "analyse")
    page.locator("[data-intent=exercise]").first.wait_for(timeout=120_000)
    answered(page)
    click(page, "exercise")
    page.locator("#action .puzzle-cmd").wait_for()
    page.go_back()
    expect(page.locator("#this-turn")).to_be_visible()
    page.go_forward()
    page.locator("#action .puzzle-cmd").wait_for()
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert not faulted(page, f"exercise, {width} px")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#action")).to_contain_text("They aren't proven.", timeout=60_000)
    assert not faulted(page, "exercise tried")
    click(page, "again")
    page.keyboard.press("Shift+Enter")
    page.locator("#action [data-intent=review]").wait_for(timeout=60_000)
    page.locator("#action [data-intent=review]").click()
    answered(page)
    expect(page.locator("#this-turn")).to_be_visible()
