"""The game of the day in a real browser: found on the start screen, played by keys, its result shared and kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from keyharvest.game import Game
from keyharvest.table.chairs import PERSON, Chair
from keyharvest.table.sitting import Sitting
from tests.browser.conftest import OpenPage
from tests.browser.test_game import open_record, visit
from tests.browser.test_whole_game import last_rounds, play_on, press, tab_to

DAY = "2026-01-05"
#: Its game is opened shortly before its end.
NEXT = "2026-01-06"


@pytest.mark.long
def test_the_game_of_the_day_is_played_shared_and_kept(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, permissions=["clipboard-read", "clipboard-write"])
    visit(page, DAY)
    door = page.locator(".of-day")
    expect(door).to_contain_text("the same deal for everyone")
    tab_to(page, ".of-day")
    page.keyboard.press("Enter")
    tab_to(page, "[data-intent=day][data-value=apprentice]")
    press(page, "Enter")
    page.locator("body[data-screen=game]").wait_for()
    play_on(page, turns=1)

    visit(page, DAY)
    expect(door).to_contain_text("continue: round")
    tab_to(page, ".of-day")
    press(page, "Enter")
    page.locator("body[data-screen=game]").wait_for()
    play_on(page, turns=1)

    visit(page, NEXT)
    chairs = Chair("Robin", PERSON), Chair("Ada", "apprentice")
    open_record(page, last_rounds(Sitting.seated(Game.of_day(NEXT), chairs)))
    page.locator("body[data-screen=game]").wait_for()
    visit(page, NEXT)
    expect(door).to_contain_text("continue: round")
    tab_to(page, ".of-day")
    press(page, "Enter")
    page.locator("body[data-screen=game]").wait_for()
    play_on(page)
    expect(page.locator("#result-title")).to_be_focused()
    tab_to(page, "[data-shell-do=code]")
    page.keyboard.press("Enter")
    expect(page.locator("#share-told")).to_have_text("Copied.")
    told = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert told[0] == "Key Harvest: game of 6 January 2026"
    points = re.fullmatch(r"(\d+ to \d+) against Apprentice", told[1])
    assert points, told

    visit(page, NEXT)
    expect(door).to_contain_text(f"played: {points[1]}, Apprentice")
    tab_to(page, ".of-day")
    press(page, "Enter")
    expect(page.locator("#result-title")).to_be_focused()
    expect(page.get_by_role("button", name="Share result")).to_be_visible()
    visit(page, "2026-01-07")
    expect(door).to_contain_text("the same deal for everyone")
