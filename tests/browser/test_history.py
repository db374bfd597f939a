"""The browser's Back and Forward: every screen is an entry, a dialog over one too, and they never show a hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_game import answered, begin, click

pytestmark = pytest.mark.warm


def screen(page: Page, name: str) -> None:
    """Check that the page shows a screen."""
    expect(page.locator("body")).to_have_attribute("data-screen", name)


@pytest.mark.smoke
def test_back_and_forward_walk_through_the_screens(page: Page) -> None:
    page.goto("/")
    answered(page)
    before = page.evaluate("history.length")
    click(page, "rules")
    screen(page, "rules")
    page.go_back()
    screen(page, "home")
    page.go_forward()
    screen(page, "rules")
    click(page, "back")  # the page's own Back is the same step
    screen(page, "home")
    assert page.evaluate("history.length") == before + 1
    click(page, "settings")
    click(page, "back")
    click(page, "learn")
    page.locator("main [data-intent=lesson]").first.click()
    screen(page, "lesson")
    page.go_back()
    screen(page, "learn")
    page.go_forward()
    screen(page, "lesson")


def test_back_takes_off_what_lies_over_the_screen(page: Page) -> None:
    page.goto("/")
    answered(page)
    click(page, "quick")
    screen(page, "game")
    page.locator("#main").press("?")
    expect(page.locator("#over")).to_be_visible()
    page.go_back()
    expect(page.locator("#over")).to_be_hidden()
    screen(page, "game")
    page.locator("#main").press("?")
    expect(page.locator("#over")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#over")).to_be_hidden()
    answered(page)
    page.wait_for_function("JSON.parse(history.state).at(-1)")  # the step back takes its time, too
    page.go_back()
    screen(page, "home")


def test_moves_are_no_steps_of_the_history(page: Page) -> None:
    page.goto("/")
    answered(page)
    click(page, "quick")
    before = page.evaluate("history.length")
    for key in ("1", "Escape", "2", "Escape"):
        page.locator("#main").press(key)
        answered(page)
    assert page.evaluate("history.length") == before
    page.go_back()
    screen(page, "home")
    page.go_forward()
    screen(page, "game")


def test_forward_to_a_shared_table_leads_behind_the_curtain(page: Page) -> None:
    """Rule 14.2: what one person saw stays behind the curtain until someone presses."""
    begin(page, ["person", "person", "person"], 3)
    screen(page, "curtain")
    click(page, "reveal")
    screen(page, "game")
    page.go_back()
    page.locator("body:not([data-screen=game])").wait_for()
    page.go_forward()
    screen(page, "curtain")
    assert page.locator("#hand").count() == 0
