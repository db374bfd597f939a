"""Puzzles in a real browser: found from home, answered by keyboard, kept over a reload, and accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click
from tests.browser.test_screens import faults


def on_a_puzzle(page: Page) -> None:
    """Wait until a puzzle is on the table."""
    page.locator("body[data-screen=puzzle] #card-title").wait_for()
    answered(page)


def test_the_puzzle_of_the_day_with_a_hint_is_the_same_after_a_reload(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1440, "height": 900}, timezone_id="Pacific/Kiritimati")
    page.goto("/")
    click(page, "puzzle")
    on_a_puzzle(page)
    title = page.locator("#action .who").inner_text()
    assert title.startswith(f"Puzzle of {page.evaluate('new Date().getDate()')} ")
    for step in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator(".ladder li")).to_have_count(step)
    found = faults(page, "puzzle")
    page.reload()
    answered(page)
    page.goto("about:blank")
    page.goto("/")
    click(page, "puzzle")
    on_a_puzzle(page)
    expect(page.locator("#action .who")).to_have_text(title)
    assert not found, "\n".join(found)


@pytest.mark.smoke
def test_an_answer_is_judged_and_its_result_is_kept(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto("/#puzzle-3")
    on_a_puzzle(page)
    found = faults(page, "turn")
    page.keyboard.press("x")
    expect(page.get_by_role("heading", name="You got 0 of 7 points.")).to_be_focused()
    found += faults(page, "missed")
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    page.goto("about:blank")
    page.goto("/")
    click(page, "puzzles")
    row = page.locator(".solved-list li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Puzzle 3")
    expect(row).to_contain_text("−20")
    found += faults(page, "puzzles")
    row.get_by_role("button").click()
    on_a_puzzle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
    assert not found, "\n".join(found)
