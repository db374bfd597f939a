"""The focus: few presses of Tab lead to the board, and only what can be pressed is outlined."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from keyharvest.record import Record, record_text
from tests.browser.test_game import answered, open_record
from tests.rules.builders import position

pytestmark = pytest.mark.warm

FRAME = """() => {
  const style = getComputedStyle(document.activeElement);
  return [style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth), style.boxShadow];
}"""


@pytest.fixture
def turn(page: Page) -> Page:
    """A turn in which all four actions are possible."""
    state = position(board1="C1 C2", hand1="h3", store1="D5:h1", registry="E1 E2 F1 F2 G1 G2")
    page.goto("/")
    answered(page)
    open_record(page, record_text(Record(state, [], {"Player1": "person", "Player2": "random"})))
    return page


def focused(page: Page) -> str:
    """Return the action or the element that has the focus."""
    found: str = page.evaluate("document.activeElement.dataset.value ?? document.activeElement.id")
    return found


@pytest.mark.way
def test_few_presses_of_tab_lead_from_an_action_to_the_board(turn: Page) -> None:
    turn.locator(".act[data-value=harvest]").focus()
    turn.keyboard.press("Enter")
    answered(turn)
    stops: list[str] = []
    while not turn.evaluate("document.activeElement.matches('#board [role=gridcell]')") and len(stops) < 20:
        turn.keyboard.press("Tab")
        stops.append(focused(turn))
    assert len(stops) <= 4, stops


def test_the_four_actions_are_one_stop_of_tab_and_arrows_lead_through_them(turn: Page) -> None:
    turn.locator(".act[data-value=harvest]").focus()
    led = []
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft"):
        turn.keyboard.press(key)
        led.append(focused(turn))
    assert led == ["worker", "place", "store", "harvest", "store"]
    turn.keyboard.press("Tab")
    assert focused(turn) not in ("harvest", "worker", "place", "store")
    turn.keyboard.press("Shift+Tab")
    assert focused(turn) == "store"
    turn.keyboard.press("Enter")
    answered(turn)
    expect(turn.locator(".act[aria-pressed=true]")).to_be_focused()
    expect(turn.locator(".act[tabindex='0']")).to_have_attribute("data-value", "store")


@pytest.mark.parametrize("intent", ["rules", "settings", "new", "cards"])
def test_a_headline_that_a_screen_begins_with_has_no_frame(page: Page, intent: str) -> None:
    page.goto("/")
    answered(page)
    page.locator(f"main [data-intent={intent}]").first.focus()
    page.keyboard.press("Enter")
    answered(page)
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert page.evaluate(FRAME) == [0, "none"]
    page.keyboard.press("Tab")
    assert page.evaluate(FRAME)[0] == 3


def test_the_question_of_a_turn_has_no_frame(turn: Page) -> None:
    turn.locator("#main").press("q")
    expect(turn.locator("#card-title")).to_be_focused()
    assert turn.evaluate(FRAME) == [0, "none"]
