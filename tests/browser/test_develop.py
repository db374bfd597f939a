"""The page in development: the same game as the published one, loaded again when a source changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, begin
from tests.browser.test_whole_game import play_on
from web.bundle import develop
from web.server import answering

SHOWN = "document.getElementById('main').innerHTML"


@pytest.fixture(scope="module")
def developed() -> Iterator[develop.DevelopServer]:
    """A server of the page in development."""
    with answering(develop.DevelopServer(0, "")) as server:
        yield server


def played(page: Page) -> list[str]:
    """Play the first turns of a game; return what the page shows before and after them, and what it has said."""
    begin(page, ["person", "apprentice"], seed=4)  # the person starts
    shown = [page.evaluate(SHOWN)]
    play_on(page, turns=2)
    page.locator("main:not(:has([data-intent=hurry]))").wait_for()
    answered(page)
    return [*shown, page.evaluate(SHOWN)]


@pytest.mark.way
@pytest.mark.parametrize("locale", ["de-DE", pytest.param("en-GB", marks=pytest.mark.long)])
def test_the_same_game_is_played_in_development_and_published(
    open_page: OpenPage, developed: develop.DevelopServer, faults: list[str], locale: str
) -> None:
    published, ours = open_page(locale=locale), open_page(locale=locale, base_url=developed.url)
    wanted = played(published)
    assert len({*wanted}) == len(wanted)
    assert played(ours) == wanted
    assert ours.evaluate("document.documentElement.lang") == locale[:2]
    # The fixture takes requests to this server for requests to another origin.
    faults[:] = [fault for fault in faults if not fault.startswith(f"request to another origin: {developed.url}")]


def test_a_demo_is_there_in_development(
    developed: develop.DevelopServer, open_page: OpenPage, faults: list[str]
) -> None:
    page = open_page()
    page.goto(f"{developed.url}embed/fr/chain.html")
    page.get_by_role("button", name="Essayer").click()
    expect(page.locator("#live [data-intent]").first).to_be_visible()
    faults[:] = [fault for fault in faults if not fault.startswith(f"request to another origin: {developed.url}")]


def test_a_change_loads_the_page_again_and_a_fault_is_told(
    open_page: OpenPage,
    faults: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = tmp_path / "source.css"
    source.write_text("a", encoding="utf-8")
    monkeypatch.setattr(develop, "SOURCES", (tmp_path,))
    with answering(develop.serve(0)) as server:
        page = open_page()
        page.goto(server.url)
        with monkeypatch.context() as broken:
            broken.setattr(develop, "build", lambda _: (_ for _ in ()).throw(ValueError("a fault at its place")))
            source.write_text("ab", encoding="utf-8")
            while "a fault at its place" not in capsys.readouterr().out:
                page.wait_for_timeout(100)
        with page.expect_event("load"):
            source.write_text("abc", encoding="utf-8")
        page.close()
        faults[:] = [fault for fault in faults if not fault.startswith(f"request to another origin: {server.url}")]
