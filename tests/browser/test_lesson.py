"""A lesson in the built page: from the home screen to its goal, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click
from tests.browser.test_screens import TOO_SMALL, faults

pytestmark = pytest.mark.warm


@pytest.mark.smoke
def test_the_first_lesson_is_played_to_its_goal(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Learn to play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Key Harvest")
    page.get_by_role("button", name="Start with lesson 1").click()
    answered(page)
    expect(page.locator("#coach-words")).to_contain_text("Welcome to your farm!")
    for space in ("C4", "C5", "D4"):
        page.locator(f"#hex-{space}").click()
        answered(page)
    page.get_by_role("button", name="Harvest 3 fields").click()
    answered(page)
    expect(page.locator("#coach-on")).to_be_focused()
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator("#coach-words")).to_contain_text("Harvested fields turn pale.")
    page.get_by_role("button", name="Next", exact=True).click()
    answered(page)
    expect(page.locator(".goal-line")).to_have_class("goal-line done")


def test_course_and_lesson_fit_a_phone_and_have_no_fault_that_axe_finds(open_page: OpenPage) -> None:
    phone = open_page(viewport={"width": 390, "height": 844})
    phone.goto("/")
    click(phone, "learn")
    found = phone.evaluate(TOO_SMALL) + faults(phone, "learn")
    click(phone, "lesson", "bid-for-a-tile")
    expect(phone.locator("#registry [data-value=D5]")).to_be_visible()
    found += phone.evaluate(TOO_SMALL) + faults(phone, "lesson")
    assert not found, "\n".join(found)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lowest = phone.locator("#board svg").evaluate("board => board.getBoundingClientRect().bottom")
    assert lowest < 844  # the coach's words and the whole board are seen together


def test_in_a_lesson_on_a_phone_stored_tiles_lie_within_my_store(open_page: OpenPage) -> None:
    phone = open_page(viewport={"width": 390, "height": 844})
    phone.goto("/")
    click(phone, "learn")
    click(phone, "lesson", "grow-two-groups")
    store = phone.locator("#card .store-panel")
    expect(store).to_be_visible()
    assert store.evaluate(
        """store => [...store.querySelectorAll(".slots > *")].every(
          slot => slot.getBoundingClientRect().bottom <= store.getBoundingClientRect().bottom)"""
    )


OUTSIDE = """() => [...document.querySelectorAll(".lesson *")].filter(
  (e) => !e.closest("svg") && e.getBoundingClientRect().right > innerWidth + 1
).map((e) => `${e.tagName} ${e.id} ${e.className}`)"""


def test_a_lesson_fits_a_low_desk_in_the_longer_language(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, locale="de-DE")
    page.goto("/")
    for name in ("tenth-event", "merchant"):
        click(page, "learn")
        click(page, "lesson", name)
        assert not page.evaluate(OUTSIDE)
    # The button that carries a choice out is in sight, whatever stands above it.
    click(page, "worker", "G")
    page.locator("#hex-D5").click()
    answered(page)
    expect(page.locator("#commit")).to_be_in_viewport(ratio=1)
