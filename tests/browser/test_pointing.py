"""A tile that is pointed at or chosen shows where it belongs, without asking the game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_game import answered, click
from tests.screenshots import positions


def test_a_tile_leads_to_its_space_by_mouse_keyboard_and_choice(page: Page) -> None:
    page.goto("/")
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": positions.three().encode()}
    page.get_by_label("Open a record").set_input_files(file)  # type: ignore[arg-type]  # a file without a path
    page.locator("body[data-screen=game]").wait_for()
    answered(page)
    page.route("**", lambda route: route.abort())
    lines, ghost = page.locator(".pointing .lead"), page.locator(".pointing .pointed")

    page.locator("#others [data-value=E5]").hover()
    expect(ghost).to_contain_text("E5+1")
    expect(lines).to_have_count(2)
    expect(page.locator(".foretold")).to_have_text("Bruno can match")
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

    # On another's board there is no space of mine.
    page.locator("#others .thumb").first.click()
    answered(page)
    page.locator("#registry [data-value=D8]").hover()
    expect(page.locator(".back-home")).to_be_visible()
    expect(lines).to_have_count(0)
