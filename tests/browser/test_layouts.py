"""The painter of layouts: a drag paints each field that it comes to, and a reload shows them again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from keyharvest.rules import STANDARD
from keyharvest.table.sealing import layout_link
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered


def field(page: Page, reference: str) -> Locator:
    return page.locator(f"#hex-{reference}")


def dragged(page: Page, *references: str) -> None:
    """Drag the pointer from one field to others."""
    for at, reference in enumerate(references):
        box = field(page, reference).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if not at:
            page.mouse.down()
    page.mouse.up()


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    "size",
    [{"width": 1440, "height": 900}, pytest.param({"width": 390, "height": 844}, marks=pytest.mark.long)],
    ids=["desk", "phone"],
)
def test_a_drag_paints_and_a_reload_keeps_it(open_page: OpenPage, size: dict[str, int]) -> None:
    page = open_page(viewport=size)
    with page.expect_response("**/drag.js"):  # with the first answer of the game, whichever click that is
        page.goto("./")
        page.locator("[data-intent=new]").first.click()
        page.locator("details.more").last.locator("summary").click()
        page.locator("[data-intent=layouts]").click()
    answered(page)
    page.keyboard.press("4")
    expect(page.locator("[data-value=barrels]")).to_have_attribute("aria-pressed", "true")
    dragged(page, "C2", "C3", "C4")
    expect(field(page, "C4")).to_have_attribute("aria-label", "C4, barrels of wine")
    expect(field(page, "C2")).to_have_attribute("aria-label", "C2, barrels of wine")
    expect(field(page, "C5")).to_have_attribute("aria-label", "C5, no crop yet")
    page.locator("[data-value=pairs]").click()
    dragged(page, "D1", "D3")
    expect(page.locator("#gaps")).to_contain_text("0 of 4")
    field(page, "A1").click()
    field(page, "G7").click()
    expect(field(page, "G7")).to_have_attribute("aria-label", "G7, no crop yet, starting pair 1")
    page.keyboard.press("Control+z")
    expect(page.locator("#gaps")).to_contain_text("Starting pair 1 needs its second field")
    page.reload()
    expect(field(page, "C3")).to_have_attribute("aria-label", "C3, barrels of wine")


@pytest.mark.rule("1.3")
def test_a_link_opens_its_board_and_is_shown_as_a_code(open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"./#{layout_link(STANDARD)}")
    expect(page.locator("#brushes")).to_contain_text("Nothing is kept yet")
    expect(field(page, "A1")).to_have_attribute("aria-label", "A1, barrels of wine")
    page.locator("[data-intent=keep]").click()
    page.locator("[data-shell-do=qr]").click()
    expect(page.locator("#qr-code svg")).to_be_visible()
    assert len(str(page.evaluate("document.getElementById('share-link').href"))) < 150
