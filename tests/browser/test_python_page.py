"""Python in other pages: the site's page that plays against the farmer, and its copy on another site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web import server
from web.bundle.for_python import GUIDE


def played(page: Page) -> None:
    """Play a few moves against the farmer."""
    board = page.locator("#board > svg")
    expect(board).to_be_visible()
    for _ in range(4):
        before = page.locator("#board").inner_html()
        page.locator("#moves button").first.click()
        page.wait_for_function("before => document.querySelector('#board').innerHTML !== before", arg=before)
    expect(page.locator("#question")).to_contain_text("points")
    expect(board).to_have_count(1)


@pytest.mark.way
def test_the_page_for_python_plays(page: Page) -> None:
    page.goto("/python.html")
    expect(page.get_by_role("link", name="keyharvest_engine-")).to_be_visible()
    played(page)


@pytest.fixture
def elsewhere(served: str, tmp_path: Path, faults: list[str]) -> Iterator[Callable[[Page, str], None]]:
    """Return a function that opens a page which a reader has copied, on another site."""
    with server.answering(server.serve(tmp_path)) as other:

        def opened(page: Page, text: str) -> None:
            copied = text.replace("https://SITE/", f"{served}/")
            (tmp_path / "index.html").write_text(
                f"<!doctype html><link rel=icon href=data:,>{copied}", encoding="utf-8"
            )
            page.goto(other.url)

        yield opened
        faults[:] = [fault for fault in faults if other.url not in fault]


@pytest.mark.long  # the guide's page, too, is on another site
def test_its_copy_plays_on_another_site(page: Page, elsewhere: Callable[[Page, str], None]) -> None:
    page.goto("/python.html")
    elsewhere(page, page.locator("pre").text_content() or "")
    played(page)


def test_the_page_of_the_guide_draws_a_picture_on_another_site(
    page: Page, elsewhere: Callable[[Page, str], None]
) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    elsewhere(page, guide.split("## Pyodide\n")[1].split("```html\n")[1].split("```")[0])
    expect(page.locator("#board > svg text").filter(has_text="The game is over.")).to_be_visible()
