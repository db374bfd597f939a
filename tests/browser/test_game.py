"""Real play in the built page: an event that goes round a hot seat; whole games are in test_whole_game.py."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from keyharvest.record import Record, record_text
from tests.rules.builders import position

#: The setting as an earlier version of the page kept it; the page imports it (web/site/scripts/storage.js).
PACE = """localStorage.setItem("keyharvest:settings", '{"pace": "fast"}')"""


def answered(page: Page) -> None:
    """Wait until the game has answered every click so far."""
    page.locator("body[data-busy=false][data-game=ready]").wait_for()


#: Moves the clock of the worker, where Python reads it.
_CLOCK = 'Date.now = () => Date.parse("{day}T12:00") + performance.now();\n'


def visit(page: Page, day: str) -> None:
    """Open the first screen on a day."""

    def on_day(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=_CLOCK.format(day=day) + answer.text())

    page.unroute_all()
    page.route("**/worker.js", on_day)
    page.goto("about:blank")
    page.goto("/")
    answered(page)


def open_record(page: Page, text: str) -> None:
    """Give the first screen a record, as a file."""
    page.locator("main input[data-intent=open]").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )


@contextmanager
def all_brought(page: Page) -> Iterator[None]:
    """Wait at the end of the block, which opens the page, for the page's last file; nothing else waits for it."""
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/stdlib.zip")):
        yield


def click(page: Page, intent: str, value: str | None = None) -> None:
    """Click the element with an intent."""
    place = f"main [data-intent={intent}]" + (f'[data-value="{value}"]' if value else "")
    page.locator(place).first.click()
    answered(page)


def hurry(page: Page) -> None:
    """Skip the moves of others that are being shown, if any are; meanwhile they may come to their end by themselves."""
    page.evaluate("document.querySelector('main [data-intent=hurry]')?.click()")
    page.locator("main:not(:has([data-intent=hurry]))").wait_for()
    answered(page)


def begin(page: Page, kinds: list[str], seed: int) -> None:
    """Set up a game in the form of a page with no data but the setting that lets computers move at once."""
    page.add_init_script(PACE)
    page.goto("/")
    click(page, "new")
    for seat, kind in enumerate(kinds, 1):
        person = kind == "person"
        page.locator(f"[name=kind{seat}][value={'person' if person else 'computer'}]").check()
        if not person:
            page.locator(f"[name=level{seat}][value={kind}]").check()
    page.locator("details", has=page.locator("[name=seed]")).locator("summary").click()
    page.locator("[name=seed]").fill(str(seed))
    page.locator("form[data-intent=begin] [type=submit]").click()
    answered(page)


@pytest.mark.way
def test_an_event_asks_everybody_at_a_hot_seat(page: Page) -> None:
    """Remote harvest (rule 12 V), the tenth event, drawn by the first of three people: everyone is asked in turn."""
    state = position(
        3,
        board1="A1 A3",
        board2="B1 B3",
        board3="C1 C3",
        hand1="h2",
        hand2="v1",
        hand3="a1",
        revealed1="h1v1a1",
        revealed2="h1v1b1",
        revealed3="a1b1w1",
        registry="E1 E2",
        placed="MNOPQRSTU",
        removed="WX",
        turn=4,
        bag="",
    )
    headers = {"Seat1": "Anna", "Seat2": "<b>Bruno", "Seat3": "Clara"}
    # A game opened from a file gets new draws, so the event must already be out.
    moves = ["d:E1", "hops", "done", "*V"]
    with all_brought(page):
        page.goto("/")
        open_record(page, record_text(Record(state, moves, headers)))
        answered(page)
    page.context.set_offline(True)

    expect(page.get_by_role("heading", level=1)).to_have_text("Anna is next")
    assert "hex-A1" not in page.content()
    click(page, "reveal")
    expect(page.locator("#action")).to_contain_text("remote harvest")
    click(page, "tap", "A3")
    click(page, "tap", "A1")
    click(page, "commit")

    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Bruno is next")
    assert "hex-A1" not in page.content()
    click(page, "reveal")
    expect(page.locator("#action")).to_contain_text("drawn by Anna")
    click(page, "tap", "B3")
    click(page, "commit")

    expect(page.get_by_role("heading", level=1)).to_have_text("Clara is next")
    click(page, "reveal")
    click(page, "answer", "no")

    expect(page.get_by_role("heading", level=1)).to_have_text("Anna is next")
    click(page, "reveal")
    expect(page.locator("#town")).to_contain_text("10 of 10")
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna is next")
    click(page, "reveal")
    click(page, "end")
    click(page, "end")
    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Bruno is next")
