"""Pyodide's module split at random: the rest has whatever the first part lacks, and both work as one."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_ahead import AFTER_THEIR_TURN, IN_THEIR_TURN, OWN_TURN, play
from tests.browser.test_game import answered
from web import environment, pyodide
from web.bench import in_play
from web.bundle import places


@pytest.mark.long  # for a small module: tests/web/test_pyodide.py
@pytest.mark.parametrize("seed", [1, 2])
def test_any_half_of_the_functions_may_be_brought_later(page: Page, site: Path, tmp_path: Path, seed: int) -> None:
    """Half of the functions for start and play are behind the crossing, and calls go over it in both directions."""
    if not list(site.glob(f"static/vendor-*/pyodide/{pyodide.REST}")):
        pytest.skip("this page has Python's module in one part")
    needed = json.loads(pyodide.PROFILE.read_text(encoding="utf-8"))["functions"]
    half = random.Random(seed).sample(range(needed[-1]), needed[-1] // 2)
    profile = tmp_path / "profile.json"
    profile.write_text(json.dumps({"functions": sorted(half)}), encoding="utf-8")
    _, node = environment.node()
    module = places.BUILD / "pyodide" / pyodide.MODULE
    subprocess.run([node, pyodide.LEAN / "split.mjs", module, tmp_path, profile], check=True)

    def handle(route: Route) -> None:
        route.fulfill(path=tmp_path / route.request.url.rpartition("/")[2])

    for name in (pyodide.MODULE, pyodide.REST):
        page.route(f"**/{name}", handle)
    page.add_init_script(in_play.OBSERVE)
    page.goto("/")
    in_play.begin(page, seed=3)
    page.evaluate("bench.play(0, 12)")
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("#alert")).to_be_empty()


def calls_of_the_rest(page: Page, site: Path) -> list[str]:
    """Return a list of what a call to the rest loads from now on; the download in the background isn't answered."""
    if not list(site.glob(f"static/vendor-*/pyodide/{pyodide.REST}")):
        pytest.skip("this page has Python's module in one part")
    called: list[str] = []

    def handle(route: Route) -> None:
        if route.request.resource_type == "xhr":
            called.append(route.request.url)
            route.continue_()

    page.route(f"**/{pyodide.REST}", handle)
    return called


@pytest.mark.parametrize("board", [OWN_TURN, AFTER_THEIR_TURN, IN_THEIR_TURN])
def test_a_first_board_and_a_tap_on_it_call_nothing_of_the_rest(page: Page, site: Path, board: int) -> None:
    """If they do, the profile is stale (web/pyodide/README.md): each first game waits for another megabyte."""
    called = calls_of_the_rest(page, site)
    page.add_init_script(f"crypto.getRandomValues = (array) => array.fill({board});")
    page.goto("/")
    play(page)
    answered(page)
    page.locator("#registry [data-intent=tile], #board [data-intent=tap]:not([aria-disabled])").first.click()
    answered(page)
    assert not called


def test_a_return_visit_calls_nothing_of_the_rest(page: Page, site: Path) -> None:
    """It asks for the date, and has a game of the day to continue."""
    page.goto("/")
    answered(page)
    page.get_by_role("button", name="Game of the day").click()
    page.locator("[data-intent=day]").first.click()
    answered(page)
    called = calls_of_the_rest(page, site)
    page.goto("about:blank")
    page.goto("/")
    answered(page)
    expect(page.locator("[data-intent=day]")).to_contain_text("Game of the day")
    assert not called
