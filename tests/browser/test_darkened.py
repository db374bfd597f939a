"""Browsers and extensions that darken pages by themselves leave the game as drawn, with its own dark theme."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from keyharvest.players import make_player
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from tests.battery.screenshots.__main__ import send
from tests.browser.conftest import ARGUMENTS, USUAL
from tests.browser.test_game import answered
from web import environment

#: Chrome's own way to darken every page, which it uses only where the system asks for dark pages.
DARKENING = "--blink-settings=forceDarkModeEnabled=true,forceDarkModeInversionAlgorithm=4"
STRANGER = "<body style='background: white'><p>Some text</p></body>"


def test_every_page_with_a_dark_theme_asks_dark_reader_to_leave_it_alone(site: Path) -> None:
    pages = [path for path in site.rglob("*.html") if path.name != "404.html"]  # which has the browser's own colours
    assert len(pages) > 50
    assert not [path for path in pages if '<meta name="darkreader-lock">' not in path.read_text(encoding="utf-8")]


@pytest.fixture(scope="module")
def darkening(browser: Browser) -> Iterator[Browser]:
    """A browser that darkens every page that it may darken."""
    darkens = browser.browser_type.launch(executable_path=environment.headless(), args=[*ARGUMENTS, DARKENING])
    yield darkens
    darkens.close()


@pytest.mark.parametrize(
    "theme", ["light", *(pytest.param(theme, marks=pytest.mark.long) for theme in ("auto", "contrast"))]
)
def test_a_browser_that_darkens_every_page_shows_the_table_as_drawn(
    browser: Browser, darkening: Browser, served: str, theme: str
) -> None:
    assert stranger(darkening) != stranger(browser), "this browser darkens nothing"
    assert table(darkening, served, theme) == table(browser, served, theme)


def stranger(browser: Browser) -> bytes:
    """Return a picture of a page that has no dark theme."""
    page = browser.new_page(color_scheme="dark")
    page.set_content(STRANGER)
    picture = page.screenshot()
    page.close()
    return picture


def table(browser: Browser, served: str, theme: str) -> bytes:
    """Return a picture of the table in the middle of a game, on a system that asks for dark pages."""
    context = browser.new_context(base_url=served, **{**USUAL, "color_scheme": "dark"})
    page = context.new_page()
    page.goto("/")
    answered(page)
    send(page, "set", {"theme": theme})
    send(page, "open", {"name": "game.txt", "text": begun()})
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    page.evaluate("document.activeElement.blur()")
    picture = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return picture


def begun() -> str:
    """Return a game in which workers and fields are on the boards, and a person has to decide."""
    sitting = Sitting.new([Chair("Ann", "person"), Chair("Ada", "greedy")], "random", 7)
    chooses = make_player("greedy", 1)
    while not (sitting.person_to_act() and sitting.game.state.turn > 8):
        if sitting.person_to_act():
            sitting.commit([chooses.choose(sitting.game.observation(sitting.actor))])
        else:
            sitting.step()
    return sitting.handed_out()
