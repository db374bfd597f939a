"""Saved games in a browser: they survive a reload, their screens fit every size, a link opens its game."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click
from tests.browser.test_screens import at_every_size
from tests.page.test_keeping import file_of, finished


def games() -> bytes:
    """Return a file of three finished games and an unfinished one."""
    going = Sitting.new([Chair("Ann", "person"), Chair("Ada", "random")], "random", 1)
    texts = [finished().sealed(), finished(3).sealed(), finished(4, 2).sealed(), going.sealed()]
    return file_of(*texts)["text"].encode()


@pytest.mark.way
def test_kept_games_outlive_a_reload_and_their_screens_fit(page: Page) -> None:
    # These screens work without the file of the standard library, which comes last.
    page.route("**/stdlib.zip", lambda route: route.abort())
    page.goto("/")
    answered(page)
    file = {"name": "games.json", "mimeType": "application/json", "buffer": games()}
    page.locator("input[data-intent=open]").set_input_files(file)  # type: ignore[arg-type]  # a file without a path
    expect(page.locator(".note")).to_contain_text("4 games imported.")
    page.goto("about:blank")
    page.goto("/")
    answered(page)
    click(page, "games")
    expect(page.locator(".save .main")).to_have_count(1)
    expect(page.locator(".shelf > li")).to_have_count(3)
    found = at_every_size(page, "games")
    click(page, "statistics")
    found += at_every_size(page, "statistics")
    click(page, "back")
    click(page, "share")
    found += at_every_size(page, "share")
    assert not found, "\n".join(found)

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-shell-do=share]").click()
    expect(page.locator("#share-told")).to_have_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.locator("#share-link").evaluate("link => link.href")
    page.goto(link)
    expect(page.locator("body")).to_have_attribute("data-screen", "review")
    answered(page)
    click(page, "previous")
    page.locator(".besides [data-intent=share]").click()
    click(page, "demo")
    found = at_every_size(page, "demo")
    assert not found, "\n".join(found)
    page.locator("[data-shell-do=code]").first.click()
    expect(page.locator("#share-told")).to_have_text("Copied.")
    assert f'<script async src="{page.evaluate("location.origin")}/embed/v1.js">' in page.evaluate(
        "navigator.clipboard.readText()"
    )


#: At every frame, note whether the home screen's doors are visible, and what the page says that it is opening.
WATCHED = """{
  self.shown = [];
  const watch = () => {
    const doors = document.querySelector("main .intro"), opening = document.getElementById("opening");
    shown.push([Boolean(doors?.checkVisibility()), opening && !opening.hidden ? opening.textContent : ""]);
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}"""


@pytest.mark.parametrize(
    ("fragment", "screen", "said"),
    [
        (finished().sealed(), "review", "Das Spiel wird geöffnet …"),
        ("puzzle-daily", "puzzle", "Die Aufgabe wird geöffnet …"),
        ("khl1.abc", "invited", "Die Einladung wird geöffnet …"),
    ],
)
def test_a_link_says_what_it_opens_and_never_shows_the_home_screen(
    open_page: OpenPage, fragment: str, screen: str, said: str
) -> None:
    page = open_page(locale="de-AT")
    page.add_init_script(WATCHED)
    page.goto(f"/#{fragment}")
    expect(page.locator("body")).to_have_attribute("data-screen", screen)
    expect(page.locator("#opening")).to_be_hidden()
    shown = page.evaluate("shown")
    assert not any(doors for doors, _said in shown)
    assert {words for _doors, words in shown} == {"", said}


def test_a_link_to_nothing_shows_the_home_screen(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/#puzzle-nonsense")
    expect(page.locator("#opening")).to_have_text("Opening the puzzle…")
    expect(page.locator("#alert")).to_contain_text("nonsense")
    expect(page.locator("#opening")).to_be_hidden()
    expect(page.locator("main .intro")).to_be_visible()


@pytest.mark.warm
def test_a_file_that_is_too_large_is_not_read_and_a_long_one_holds_nothing_up(page: Page, tmp_path: Path) -> None:
    page.goto("/")
    answered(page)
    file = tmp_path / "games.json"

    def chosen(text: bytes) -> None:
        file.write_bytes(text)
        page.locator("input[data-intent=open]").set_input_files(file)

    chosen(b" " * 20_000_001)
    expect(page.locator("#alert")).to_contain_text("This file is too large.")
    # Python on the page took 7 s for 2 MB, and minutes for this.
    long = games() + b" " * 10_000_000
    begun = time.monotonic()
    chosen(long)
    expect(page.locator(".note")).to_contain_text("4 games imported.")
    assert time.monotonic() - begun < 15
    gone = "() => Promise.reject(new DOMException('gone', 'NotReadableError'))"
    page.evaluate(f"() => {{ Blob.prototype.arrayBuffer = {gone}; }}")
    chosen(b"{}")
    expect(page.locator("#alert")).to_contain_text("This file can't be read.")


@pytest.mark.warm
def test_a_shared_game_outlives_a_reload_and_leaves_the_address_with_its_screen(page: Page) -> None:
    link = f"/#{finished().sealed()}@3-2"
    page.goto(link)
    expect(page.locator("body")).to_have_attribute("data-screen", "review")
    answered(page)
    shown = page.locator(".whose [aria-pressed=true]").inner_text()
    for _ in range(2):
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-screen", "review")
        answered(page)
        assert page.locator(".whose [aria-pressed=true]").inner_text() == shown
        assert page.url.endswith(link)
    click(page, "home")
    expect(page.locator("body")).to_have_attribute("data-screen", "home")
    assert "#" not in page.url
    page.go_back()
    expect(page.locator("body")).to_have_attribute("data-screen", "review")
    expect(page).to_have_url(re.compile(f"{re.escape(link)}$"))
