"""Dialogs over the game: one press away on a desktop and on a phone, and closed without a trace."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faulted
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, begin, click

pytestmark = pytest.mark.warm


@pytest.mark.way
@pytest.mark.parametrize(("width", "height"), [pytest.param(1280, 800, marks=pytest.mark.long), (390, 844)])
def test_cards_are_one_press_away_and_closing_them_leads_back(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(viewport={"width": width, "height": height})
    begin(page, ["person", "farmhand", "apprentice", "apprentice"], seed=4)
    page.locator("#end").wait_for()
    page.keyboard.press("2")
    answered(page)
    click(page, "cards")
    over = page.get_by_role("dialog", name="Cards")
    expect(over.get_by_role("link")).to_have_count(26)
    found = faulted(page, "cards")
    over.get_by_role("button", name="In words").click()
    answered(page)
    expect(page.get_by_role("table", name="Stores")).to_be_visible()
    found += faulted(page, "words")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    answered(page)
    expect(page.locator("main [data-intent=cards]")).to_be_focused()
    expect(page.get_by_role("heading", name="Which worker do you play?")).to_be_visible()
    assert not found, "\n".join(found)


def test_a_set_up_that_is_left_is_as_it_was_filled_in_when_one_comes_back(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844})

    def expect_filled_in(seed: str) -> None:
        expect(page.locator("#name1")).to_have_value("Zora")
        expect(page.locator("[name=level2][value=apprentice]")).to_be_checked()
        expect(page.locator("[name=kind3]:checked")).to_have_value("person")
        expect(page.locator("[name=screens]")).to_be_checked()
        expect(page.locator("[name=seed]")).to_have_value(seed)

    page.goto("/")
    click(page, "new")
    page.locator("#name1").fill("Zora")
    page.locator("[name=level2][value=apprentice]").check()
    page.locator("[name=kind3][value=person]").check()
    for folded in ("screens", "seed"):
        page.locator("details", has=page.locator(f"[name={folded}]")).locator("summary").click()
    page.locator("[name=screens]").check()
    page.locator("[name=seed]").fill("12")
    page.get_by_role("button", name="Cards").click()
    expect(page.get_by_role("dialog", name="Cards").get_by_role("heading", name="Events")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    answered(page)
    expect(page.get_by_role("button", name="Cards")).to_be_focused()
    expect_filled_in("12")

    page.get_by_role("button", name="Cards").click()
    page.get_by_role("dialog", name="Cards").get_by_role("link", name="Labourer").click()
    answered(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    page.keyboard.press("Escape")
    expect_filled_in("12")
    expect(page.locator("[name=seed]")).to_be_visible()
    click(page, "home")
    click(page, "new")
    expect_filled_in("12")

    page.get_by_role("button", name="Start game").click()
    answered(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("is next")
    page.goto("about:blank")
    page.goto("/")
    click(page, "new")
    expect_filled_in("")
