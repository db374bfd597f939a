"""What is laid over the game: one press away on a desk and on a phone, and gone without a trace."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, begin, click
from tests.browser.test_screens import faults


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_cards_are_one_press_away_and_closing_them_leads_back(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(viewport={"width": width, "height": height})
    begin(page, ["person", "farmhand", "apprentice", "apprentice"], seed=4)
    page.locator("#end").wait_for()
    page.keyboard.press("2")
    answered(page)
    click(page, "cards")
    over = page.get_by_role("dialog", name="Cards")
    expect(over.get_by_role("link")).to_have_count(26)
    found = faults(page, "cards")
    over.get_by_role("button", name="In words").click()
    answered(page)
    expect(page.get_by_role("table", name="Stores")).to_be_visible()
    found += faults(page, "words")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    answered(page)
    expect(page.locator("main [data-intent=cards]")).to_be_focused()
    expect(page.get_by_role("heading", name="Which worker is played?")).to_be_visible()
    assert not found, "\n".join(found)


def test_cards_over_the_set_up_leave_what_has_been_typed(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto("/")
    click(page, "new")
    page.locator("#name1").fill("Zora")
    page.locator("[name=level2][value=master]").check()
    page.get_by_role("button", name="Cards").click()
    expect(page.get_by_role("dialog", name="Cards").get_by_role("heading", name="Events")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    answered(page)
    expect(page.get_by_role("button", name="Cards")).to_be_focused()
    expect(page.locator("#name1")).to_have_value("Zora")
    expect(page.locator("[name=level2][value=master]")).to_be_checked()
