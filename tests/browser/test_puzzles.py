"""Puzzles in a real browser: found from home, answered by keyboard, kept over a reload, and accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faulted
from tests.browser.conftest import PATIENCE, OpenPage
from tests.browser.test_game import answered, click, visit
from tests.browser.test_whole_game import press, tab_to


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
    page.reload()
    answered(page)
    page.goto("about:blank")
    page.goto("/")
    click(page, "puzzle")
    on_a_puzzle(page)
    expect(page.locator("#action .who")).to_have_text(title)


def go_to(page: Page, selector: str) -> None:
    """Press the key that leads through everything that can be chosen until the focus is there."""
    for _each in range(60):
        press(page, "]")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"] leads nowhere to {selector}")


def test_a_puzzle_by_keyboard_alone(open_page: OpenPage) -> None:
    """From home to the solution, to the next puzzle and back; the focus is always somewhere in sight."""
    page = open_page(viewport={"width": 1280, "height": 800})
    visit(page, "2026-01-07")
    heading = page.locator("#card-title")
    tab_to(page, "[data-intent=puzzle]")
    press(page, "Enter")
    on_a_puzzle(page)
    expect(heading).to_be_focused()

    press(page, "1")
    go_to(page, "[role=gridcell]")
    press(page, "Enter", "Shift+Enter")
    expect(page.locator("#action")).to_contain_text("1 of 2 actions used")
    press(page, "Control+z")
    expect(page.locator("#action")).to_contain_text("0 of 2 actions used")
    assert page.evaluate("document.activeElement.matches('[role=gridcell]')")
    press(page, "h", "h")
    expect(page.locator(".ladder li").last).to_be_in_viewport(ratio=1)
    press(page, "Enter", "Shift+Enter", "x")
    expect(heading).to_have_text("Not solved yet")
    expect(heading).to_be_focused()
    tab_to(page, "[data-intent=solve]")
    press(page, "Enter")
    expect(heading).to_have_text("One solution")
    expect(heading).to_be_focused()
    expect(page.locator("#hex-E4")).to_have_attribute("data-ripe", "1", timeout=PATIENCE)
    tab_to(page, "#action [data-intent=again]")
    press(page, "Enter")
    expect(heading).to_contain_text("your last turn")

    press(page, "2")
    go_to(page, "#worker-C")
    press(page, "Enter", "a", "5", "Enter", "Shift+Enter")
    go_to(page, "#more-apples")
    press(page, "Enter", "Enter", "Shift+Enter")
    for tile in ("C7", "E4"):
        press(page, "3")
        go_to(page, f"#tile-{tile}")
        press(page, "Enter", "Shift+Enter")
    press(page, "x")
    expect(heading).to_have_text("Right")  # its solution was seen
    expect(heading).to_be_focused()
    tab_to(page, "#action [data-intent=puzzle]")
    press(page, "Enter")
    on_a_puzzle(page)
    expect(page.locator("#action .who")).not_to_contain_text("7 January")
    expect(heading).to_be_focused()

    for _each in range(9):
        if page.evaluate("document.activeElement.matches('.brand')"):
            break
        page.keyboard.press("Shift+Tab")
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_focused()
    tab_to(page, ".puzzle-days button")
    expect(page.locator(".puzzle-days :focus")).to_have_attribute("data-value", "2026-01-07")
    press(page, "ArrowLeft")
    expect(page.locator(".puzzle-days :focus")).to_have_attribute("data-value", "2026-01-06")
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('.puzzle-days')"), "the days are one tab stop"
    for screen in ("puzzle", "home"):  # the next puzzle took the place of the first
        page.go_back()
        page.locator(f"body[data-screen={screen}]").wait_for()
        answered(page)
    expect(page.locator("[data-intent=puzzle]")).to_be_focused()


@pytest.mark.way
@pytest.mark.warm
def test_an_answer_is_judged_and_its_result_is_kept(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto("/#puzzle-3")
    on_a_puzzle(page)
    found = faulted(page, "turn")
    press(page, "1")
    go_to(page, "[role=gridcell]")
    press(page, "Enter", "Shift+Enter", "x")
    expect(page.get_by_role("heading", name="Not solved yet")).to_be_focused()
    found += faulted(page, "missed")
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    page.goto("about:blank")
    page.goto("/")
    click(page, "puzzles")
    row = page.locator(".solved-list li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Puzzle 3")
    expect(row).to_contain_text("−20")
    found += faulted(page, "puzzles")
    row.get_by_role("button").click()
    on_a_puzzle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
    assert not found, "\n".join(found)


#: Whether the middle of an element, or of its first part, is in sight once the page has been scrolled to it.
IN_SIGHT = """selector => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "center" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.warm
def test_on_a_phone_all_that_a_question_may_be_about_can_be_seen(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 700})
    page.goto("/#puzzle-326")
    on_a_puzzle(page)
    contents = {
        "workers": "#tray .worker", "stores": "#others .seat-head",
        "news": "#log .rating", "registry": "#registry .tile",
    }  # fmt: skip
    for hints in range(3):
        expect(page.locator(".ladder li")).to_have_count(hints)
        assert page.evaluate(IN_SIGHT, "#hand .pile"), hints
        for part, content in contents.items():
            page.evaluate("part => document.getElementById(`part-${part}`).click()", part)
            assert page.evaluate(IN_SIGHT, content), (hints, part)
            assert page.evaluate(IN_SIGHT, ".tabs label"), (hints, part)
        page.keyboard.press("h")


@pytest.mark.warm
def test_the_way_back_from_a_next_puzzle_leads_to_the_list(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto("/")
    click(page, "puzzles")
    page.locator('[data-value="theme:reason"]').click()
    on_a_puzzle(page)
    page.locator(".options button").first.click()
    page.get_by_role("button", name="Check").click()
    page.locator("[data-intent=solve]").click()
    title = page.locator("#action .who").inner_text()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#action .who")).not_to_have_text(title)
    answered(page)  # the place enters the history after the panels are drawn
    page.go_back()
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
    answered(page)
    page.go_forward()
    on_a_puzzle(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave puzzle").click()
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
