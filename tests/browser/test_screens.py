"""Every screen at every size: nothing to scroll sideways, nothing too small to touch, nothing that axe faults."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Page

from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, begin, click

PHONES = [(360, 640), (390, 844), (844, 390), (640, 360)]
SIZES = [*PHONES, (768, 1024), (1024, 768), (1280, 800)]

#: Controls smaller than 44 pixels (spaces of the board: 40), in words.
TOO_SMALL = """() => [...document.querySelectorAll(
    'main :is(button, summary, select, input, a.file), main [role=gridcell]')].flatMap(e => {
  const own = e.type === 'checkbox' || e.type === 'file' ? e.closest('label') : e;
  const box = own.getBoundingClientRect();
  if (!box.width || e.disabled) return [];
  const least = e.getAttribute('role') === 'gridcell' ? 39.5 : 43.5;
  return box.width < least || box.height < least
    ? [`${e.dataset.intent ?? e.name} ${e.dataset.value ?? ''}: ${box.width} by ${box.height}`] : [];
})"""


@pytest.fixture
def table(open_page: OpenPage) -> Page:
    """A page with a game of four, a person to decide."""
    page = open_page(viewport={"width": 1280, "height": 800})
    begin(page, ["person", "greedy", "random", "random"], seed=4)
    page.locator("#end").wait_for()
    return page


def fits(page: Page) -> list[str]:
    """What is wrong with the page at its present size."""
    wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    size = page.viewport_size
    assert size is not None
    found = [f"sideways scroll: {wide}"] if wide > size["width"] else []
    if page.locator("#action").count():
        box = page.locator("#action").bounding_box()
        assert box is not None
        if box["height"] > 96 or box["y"] + box["height"] > size["height"] + 1:
            found.append(f"action bar: {box}")
        if size["width"] >= 1024 and high > size["height"]:
            found.append(f"scroll: {high}")
    small: list[str] = page.evaluate(TOO_SMALL)
    return found + small


def at_every_size(page: Page, what: str) -> list[str]:
    """The faults of one screen at every size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{what} at {width}×{height}: {fault}" for fault in fits(page)]
        if what == "game" and width < 1024:
            for pane in ("pane-town", "pane-others", "pane-log", "pane-board"):
                page.locator(f"[role=tab][data-show={pane}]").click()
                found += [f"{what}, {pane} at {width}×{height}: {fault}" for fault in fits(page)]
    return found


def test_every_screen_fits_every_size(table: Page) -> None:
    found = at_every_size(table, "game")
    table.set_viewport_size({"width": 1280, "height": 800})
    table.locator("#registry .tile.lit").first.click()
    table.locator(".steppers").wait_for()
    found += at_every_size(table, "bid")
    for screen in ("rules", "settings"):
        click(table, screen)
        found += at_every_size(table, screen)
        click(table, "back")
    click(table, "home")
    found += at_every_size(table, "home")
    click(table, "new")
    found += at_every_size(table, "setup")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_phone_shows_board_workers_and_registry_at_once(table: Page, width: int, height: int) -> None:
    table.set_viewport_size({"width": width, "height": height})
    action = bounds(table, "#action")
    for what in ("#board [role=gridcell] >> nth=-1", "#tray .worker.lit >> nth=0", "#registry .tile.lit >> nth=0"):
        box = bounds(table, what)
        beside = box["x"] + box["width"] <= action["x"] + 1
        assert box["y"] + box["height"] <= (height if beside else action["y"]) + 1, what


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_long_text_in_the_action_bar_opens_on_a_phone(table: Page, width: int, height: int) -> None:
    click(table, "worker", "A")
    table.set_viewport_size({"width": width, "height": height})
    told, opener = table.locator("#action .told"), table.locator("#action summary")
    assert told.evaluate("e => e.scrollHeight > e.clientHeight"), "short enough for the bar"
    assert not fits(table)
    opener.click()
    bar, text = bounds(table, "#action"), bounds(table, "#action .told")
    assert told.evaluate("e => e.scrollHeight <= e.clientHeight")
    assert bar["y"] <= text["y"]
    assert text["y"] + text["height"] <= bounds(table, "#action .buttons")["y"] + 1
    assert bar["y"] + bar["height"] <= height + 1
    opener.press("Enter")
    assert not fits(table)
    # Another text begins closed.
    opener.click()
    click(table, "clear")
    assert not fits(table)


def test_on_a_phone_another_board_comes_to_the_front_when_it_is_chosen(table: Page) -> None:
    table.set_viewport_size({"width": 390, "height": 844})
    table.locator("[role=tab][data-show=pane-others]").click()
    assert table.locator("#board").is_hidden()
    table.locator("#others .thumb").first.click()
    answered(table)
    assert table.locator("#board").is_visible()
    assert table.locator("[role=tab][data-show=pane-board]").get_attribute("aria-selected") == "true"


def bounds(page: Page, selector: str) -> FloatRect:
    """Where an element is on the screen."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390), ("contrast", 1280)])
def test_axe_finds_no_fault(table: Page, theme: str, width: int) -> None:
    click(table, "settings")
    table.get_by_label("Colours").select_option(theme)
    found = faults(table, "settings")
    table.get_by_role("button", name="Keep").click()
    table.locator("#end").wait_for()
    table.set_viewport_size({"width": width, "height": 800})
    found += faults(table, "game")
    table.locator("#registry .tile.lit").first.click()
    table.locator(".steppers").wait_for()
    found += faults(table, "bid")
    click(table, "rules")
    found += faults(table, "rules")
    click(table, "back")
    click(table, "home")
    found += faults(table, "home")
    click(table, "new")
    found += faults(table, "setup")
    assert not found, "\n".join(found)


def faults(page: Page, screen: str) -> list[str]:
    """What axe finds on a screen."""
    violations = Axe().run(page).response["violations"]
    return [f"{screen}: {v['id']}: {v['help']}: {[node['html'][:150] for node in v['nodes'][:3]]}" for v in violations]
