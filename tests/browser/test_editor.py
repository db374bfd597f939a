"""The editor in a real browser: a position set up by keyboard, played, made into a demo and a puzzle, and kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from keyharvest.puzzles import load
from keyharvest.record import position_text
from keyharvest.table.sealing import sealed
from tests.browser.axe import faulted
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click

pytestmark = pytest.mark.warm

LAST = f"#position-{sealed(position_text(load().only(kind='points')[0].start()))}"


def in_editor(page: Page) -> None:
    page.locator("body[data-screen=editor] .palette").wait_for()
    answered(page)


def empty_board(open_page: OpenPage) -> Page:
    """Return a page with the empty board in the editor."""
    page = open_page(viewport={"width": 1440, "height": 900})
    page.goto("/")
    click(page, "editor")
    in_editor(page)
    page.get_by_role("button", name="Empty board").click()
    answered(page)
    return page


def pressed(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        answered(page)


@pytest.mark.way
def test_a_position_set_up_by_keyboard_is_kept_played_and_becomes_a_demo(
    open_page: OpenPage,
) -> None:
    page = empty_board(open_page)
    page.locator("#hex-C4").focus()
    pressed(page, "Enter", "ArrowRight", "Enter", "c", "6", "2", "Enter")
    page.get_by_role("button", name="Add wheat").focus()
    pressed(page, "+", "+", "-")
    expect(page.get_by_role("button", name="Add wheat: 1 wheat")).to_be_visible()
    page.reload()
    in_editor(page)
    expect(page.locator("#hex-C6")).to_have_attribute("aria-label", "C6, hops, harvested, in a group of 3")
    found = faulted(page, "editor")
    pressed(page, "h")
    page.locator("#hint-do").wait_for()
    found += faulted(page, "best turns")
    pressed(page, "Escape")
    page.get_by_role("button", name="Play from here").click()
    page.locator("body[data-screen=game] #action .asked").wait_for()
    pressed(page, "1", "c", "4", "Enter", "Shift+Enter")
    page.locator("#action [data-intent=undo]").wait_for()
    page.go_back()
    in_editor(page)
    click(page, "demo")
    page.locator("#demo-title").wait_for()
    answered(page)
    found += faulted(page, "demo")
    assert not found, "\n".join(found)


@pytest.mark.long  # without a browser: tests/page/test_editor_uses.py
def test_a_puzzle_is_made_tried_and_opened_by_its_link(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(f"/{LAST}")
    in_editor(page)
    page.get_by_role("button", name="More: players").click()
    page.locator("#over").get_by_role("button", name="Create puzzle").click()
    page.locator(".posed li").first.wait_for()
    expect(page.locator("#over")).not_to_be_visible()
    found = faulted(page, "puzzles found")
    link = page.locator(".posed a").first.get_attribute("href")
    page.locator(".posed").get_by_role("button", name="Try it").first.click()
    page.locator("body[data-screen=puzzle] #card-title").wait_for()
    expect(page.locator("#action .who")).to_contain_text("Home-made puzzle")
    other = open_page(viewport={"width": 390, "height": 844})
    other.goto(f"/{link}")
    other.locator("body[data-screen=puzzle] #card-title").wait_for()
    expect(other.locator("#action .who")).to_contain_text("Home-made puzzle")
    assert not found, "\n".join(found)
