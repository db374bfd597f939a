"""The page's animations and sounds: things fly to where they already are, and nobody waits for that."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from keyharvest.record import Record, record_text
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click, open_record
from tests.rules.builders import position

pytestmark = pytest.mark.warm


#: Records each animation, with the name of its element.
NOTED = """(() => {
  const animate = Element.prototype.animate;
  globalThis.noted = [];
  Element.prototype.animate = function (frames, timing) {
    const flying = this.parentElement?.className === "airborne";
    noted.push({ flying, text: this.textContent.trim(), duration: timing.duration, frames: Object.keys(frames) });
    return animate.call(this, frames, timing);
  };
})()"""


def opened(page: Page, **more: str) -> None:
    """Open a game in which the person has two counters and can store tiles; ``more`` adds headers to its record."""
    # A game opened from a file gets new draws, and an event would ask a question: so none is left.
    state = position(
        board1="A1 A3",
        board2="B1",
        hand1="h2",
        hand2="v1",
        registry="E1 E2 E3",
        bag="F1 F2 F3",
        placed="MNOPQRSTUV",
        events="",
        left=4,
    )
    headers = {"Seat1": "Ann", "Seat2": "Ada", "Player2": "greedy", **more}
    page.add_init_script(NOTED)
    page.goto("/")
    answered(page)
    open_record(page, record_text(Record(state, [], headers)))
    page.locator("#end").wait_for()
    answered(page)


def noted(page: Page) -> list[dict[str, Any]]:
    """Return the animations since the last call."""
    found: list[dict[str, Any]] = page.evaluate("noted.splice(0)")
    return found


def test_what_moves_is_shown_in_a_moment_and_nothing_is_left(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
    with page.expect_response("**/motion.js"):
        opened(page)
    page.wait_for_function("() => keyharvest.redraw.name !== 'firstRedraws' && keyharvest.redraw.name !== 'redraw'")
    click(page, "tile", "E1")
    noted(page)
    click(page, "more", "hops")
    [counter] = noted(page)
    assert counter["flying"]
    click(page, "commit")
    found = noted(page)
    assert "E1" in [each["text"] for each in found if each["flying"]]
    assert all(150 <= each["duration"] <= 300 for each in found)
    assert {name for each in found for name in each["frames"]} <= {"transform", "opacity"}
    expect(page.locator(".airborne")).to_be_empty()
    expect(page.locator("#card [data-thing=tile-E1]")).to_be_visible()

    click(page, "previous")
    longest = max(each["duration"] for each in found)
    assert max(each["duration"] for each in noted(page)) <= longest / 2
    assert page.locator("html").get_attribute("data-motion") == "short"


def test_nothing_moves_where_less_motion_is_wanted(page: Page) -> None:
    with page.expect_response("**/motion.js"):
        opened(page)
    page.wait_for_function("() => keyharvest.redraw.name !== 'firstRedraws' && keyharvest.redraw.name !== 'redraw'")
    noted(page)
    for step in (("tile", "E1"), ("more", "hops"), ("commit", None)):
        click(page, *step)
    assert noted(page) == []
    page.emulate_media(reduced_motion="no-preference")
    click(page, "settings")
    page.get_by_role("group", name="Motion").get_by_role("radio", name="None").check()
    click(page, "back")
    for step in (("tile", "E2"), ("more", "hops"), ("commit", None)):
        click(page, *step)
    assert noted(page) == []


#: Waits until sounds are possible.
HEARD = """async () => {
  while (globalThis.heard?.state !== "running") await new Promise((done) => setTimeout(done, 20));
}"""


def test_what_makes_sounds_is_brought_only_where_they_are_wanted(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.add_init_script("globalThis.AudioContext = class extends AudioContext"
                         " { constructor() { super(); globalThis.heard = this; } }")  # fmt: skip
    opened(page)
    click(page, "tap", "A1")
    click(page, "commit")
    assert "motion.js" in asked
    assert "sound.js" not in asked
    click(page, "settings")
    with page.expect_response("**/sound.js"):
        page.get_by_role("group", name="Sound").get_by_role("radio", name="Soft").check()
    page.evaluate(HEARD)
    # Safari calls the state after a phone call by a name of its own.
    page.evaluate("""() => {
      heard.suspend();
      Object.defineProperty(heard, "state", { configurable: true, value: "interrupted" });
      heard.resume = async () => { delete heard.state; await AudioContext.prototype.resume.call(heard); };
    }""")
    page.get_by_role("group", name="Sound").get_by_role("radio", name="Loud").check()
    page.evaluate(HEARD)


def test_a_clock_runs_while_its_person_decides_and_outlives_a_reload(page: Page) -> None:
    opened(page, Clock="10 30 0")
    clock = page.locator("#mine").get_by_role("timer")
    expect(page.locator("#others").get_by_role("timer")).to_have_count(0)
    # After five seconds the time is saved too, even if nothing has been decided.
    expect(clock).to_have_attribute("data-left", re.compile("^9:(2[0-3]|1.)$"))
    page.reload()
    expect(clock).to_have_attribute("data-left", re.compile("^9:(2[0-5]|1.|0.)$"))
