"""A tile that is pointed at or chosen shows where it belongs, without a message to the game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.battery.screenshots import positions
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click, open_record

pytestmark = pytest.mark.warm


def test_a_tile_leads_to_its_space_by_mouse_keyboard_and_choice(page: Page) -> None:
    page.goto("/")
    open_record(page, positions.three())
    page.locator("body[data-screen=game]").wait_for()
    answered(page)
    page.route("**", lambda route: route.abort())
    lines, ghost = page.locator(".pointing .lead"), page.locator(".pointing .pointed")

    page.locator("#others [data-value=E5]").hover()
    expect(ghost).to_contain_text("E5+1")
    expect(lines).to_have_count(2)
    expect(page.locator(".foretold")).to_have_text("Can match: Bruno")
    space, shown = page.locator("#hex-E5").bounding_box(), ghost.bounding_box()
    assert space is not None
    assert shown is not None
    assert abs(space["x"] - shown["x"]) < 10
    page.mouse.move(640, 5)
    expect(lines).to_have_count(0)
    expect(ghost).to_have_count(0)

    page.locator("#registry [data-value=A3]").focus()
    page.keyboard.press("Tab")
    expect(ghost).to_contain_text("B4")
    page.keyboard.press("Enter")
    answered(page)
    page.mouse.move(640, 5)
    expect(page.locator("#registry .chosen")).to_have_attribute("data-value", "B4")
    expect(lines).to_have_count(2)
    expect(ghost).to_have_count(0)  # the board has its own
    click(page, "clear")

    # The spaces of another player's board are not the tile's.
    page.locator("#others .thumb").first.click()
    answered(page)
    page.locator("#registry [data-value=D8]").hover()
    expect(page.locator(".back-home")).to_be_visible()
    expect(lines).to_have_count(0)


def test_a_worker_and_an_event_tell_what_they_do_to_mouse_keyboard_and_a_finger_that_rests(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, has_touch=True)
    page.goto("/")
    open_record(page, positions.three())
    page.locator("body[data-screen=game]").wait_for()
    answered(page)
    told = page.locator(".told-card")

    page.locator("#worker-J").hover()
    expect(told).to_have_text(re.compile("^Lawyer, 5.*power of another"))
    page.locator("#town [data-value=M]").hover()
    expect(told).to_have_text(re.compile("^Blind swap.*out of the game"))
    page.mouse.move(640, 300)
    expect(told).to_be_hidden()
    page.locator("#worker-A").focus()
    page.keyboard.press("Tab")
    expect(told).to_have_text(re.compile("^Casual worker, 1"))
    page.locator("#board").click(position={"x": 2, "y": 2})
    expect(told).to_be_hidden()

    place = page.locator("#worker-C").bounding_box()
    assert place is not None
    finger = page.context.new_cdp_session(page)
    point = {"x": place["x"] + 20, "y": place["y"] + 20}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(told).to_have_text(re.compile("^Labourer, 2"))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    answered(page)
    expect(page.locator("#worker-C")).to_have_attribute("aria-pressed", "false")  # showing a note chooses nothing
