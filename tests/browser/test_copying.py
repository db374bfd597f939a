"""Copying where the clipboard is missing or refuses, files in UTF-16, and the speed of announcements."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_game import answered, click
from tests.page.test_keeping import finished, record_of

MISSING = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
REFUSES = "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
#: The text that is marked, as copying by hand takes it.
MARKED = (
    "document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"
)


@pytest.mark.parametrize("clipboard", [pytest.param(MISSING, marks=pytest.mark.long), REFUSES])
def test_a_text_that_cannot_be_copied_appears_marked(page: Page, clipboard: str) -> None:
    page.add_init_script(clipboard)
    page.goto("/")
    answered(page)
    # The editors of Windows write such files.
    text = record_of(finished()).replace("\n", "\r\n").encode("utf-16")
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": text}
    page.locator("input[data-intent=open]").set_input_files(file)  # type: ignore[arg-type]  # a file without a path
    expect(page.locator("body")).to_have_attribute("data-screen", "review")
    click(page, "share")
    button = page.locator("[data-shell-do=share]")
    for _time in range(2):
        button.click()
        expect(page.locator(".by-hand")).to_have_count(1)
        assert page.evaluate(MARKED) == page.locator("#share-link").evaluate("link => link.href")
        expect(page.locator("#share-told")).to_contain_text("copy it yourself")
    page.evaluate("keyharvest.copy('line one\\nline two', document.querySelector('[data-shell-do=share]'))")
    expect(page.locator(".by-hand")).to_have_value("line one\nline two")
    page.screenshot(path="build/screenshots/by-hand.png")


@pytest.mark.parametrize("clipboard", [MISSING, REFUSES])
def test_a_code_of_the_gallery_that_cannot_be_copied_is_marked(page: Page, clipboard: str) -> None:
    page.add_init_script(clipboard)
    page.goto("/gallery.html")
    card = page.locator(".cards > li").nth(1)
    card.locator("summary").first.click()
    card.locator("[data-copied]").first.click()
    code = card.locator("pre").first.text_content() or ""
    assert "<key-harvest-demo" in code
    assert page.evaluate("getSelection().toString()").strip() == code.strip()


def test_announcements_come_at_the_speed_of_a_reader(page: Page) -> None:
    page.clock.install()
    page.goto("/")
    answered(page)
    page.clock.run_for(60_000)
    said = page.locator("#say")
    say = "([text, now]) => keyharvest.announce('say', text, now)"
    for number in range(1, 13):
        page.evaluate(say, [f"Player {number} plays the unskilled worker.", False])
        page.clock.run_for(100)
    assert said.text_content().strip() == "Player 1 plays the unskilled worker."  # type: ignore[union-attr]
    page.clock.run_for(3000)
    gathered = said.text_content().strip()  # type: ignore[union-attr]
    assert gathered.endswith("Player 12 plays the unskilled worker.")
    assert len(gathered) <= 300
    page.evaluate(say, ["Later.", False])
    page.clock.run_for(10_000)
    assert said.text_content().strip() == gathered  # type: ignore[union-attr]
    page.evaluate(say, ["No field has been chosen yet.", True])
    assert said.text_content().strip() == "No field has been chosen yet."  # type: ignore[union-attr]
    page.clock.run_for(60_000)
    assert said.text_content().strip() == "No field has been chosen yet."  # type: ignore[union-attr]
