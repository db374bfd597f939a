"""The screens for everyone: no finding of axe in any theme, and text at twice its size is complete."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.record import record_text
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.table.sitting import PERSON, Chair, Sitting
from keyharvest.words.language import LANGUAGES
from tests.battery.screenshots import positions
from tests.battery.screenshots.__main__ import BID, SHOTS, Shot, harvested, kept, lay, send
from tests.browser.axe import faulted
from tests.browser.conftest import ARGUMENTS, USUAL, Heard
from tests.browser.test_game import answered
from web import environment

pytestmark = pytest.mark.warm


def over() -> str:
    """Return a short, finished game."""
    return positions.finished(3, 2)


def shelf() -> str:
    """Return an unfinished game and a finished one."""
    return kept([harvested(), over()])


def of_day() -> str:
    """Return a finished game of the day."""
    sitting = Sitting.seated(Game.of_day("2026-01-05"), (Chair("Robin", PERSON), Chair("Ada", "farmer")))
    players = [make_player("greedy", seat) for seat in range(2)]
    while not sitting.over:
        sitting.game.play(players[sitting.actor].choose(sitting.game.observation(sitting.actor)))
    return record_text(sitting.record())


#: Screens that test_screens.py does not visit. The screenshots know the way.
SCREENS: Final = {
    **{name: SHOTS[name] for name in ("learn", "lesson", "curtain")},
    "end": Shot(record=over, steps=(("result", None),)),
    "review": Shot(record=over, steps=(("seek", "20"),)),
    "games": Shot(record=shelf, steps=(("games", None),)),
    "statistics": Shot(record=shelf, steps=(("statistics", None),)),
    "share": Shot(record=over, steps=(("share", None),)),
    "demo": Shot(record=harvested, steps=(("demo", None),)),
    "cards": Shot(record=harvested, steps=(("cards", "K"),)),
    "the table in words": Shot(record=harvested, steps=(("over", "words"),)),
    "end of a day's game": Shot(record=of_day, steps=(("result", None),)),
    "puzzles": Shot(steps=(("puzzles", None),)),
    "puzzle": Shot(steps=(("puzzle", "3"), *[("hint", None)] * 4)),
    "puzzle missed": Shot(steps=(("puzzle", "56"), ("pick", "hops"), ("check", None))),
    "puzzle with its solution": Shot(steps=(("puzzle", "92"), ("solve", None))),
    "puzzle of counters": Shot(steps=(("puzzle", "56"), ("pick", "hops"))),
    "puzzle of reasons": Shot(steps=(("puzzle", "1"), ("pick", "few"))),
    "puzzle of a bid": Shot(steps=(("puzzle", "26"),)),
    "editor": Shot(steps=(("editor", None),)),
}


def test_axe_finds_no_fault_in_any_theme(page: Page) -> None:
    """All rules in the light theme on a desktop; in the others only contrast, which a theme changes."""
    page.goto("/")
    answered(page)
    found = []
    for name, shot in SCREENS.items():
        lay(page, shot)
        found += faulted(page, name)
        for width, theme in ((1280, "contrast"), (390, "dark")):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            found += faulted(page, f"{name}, {theme}, {width} px", "color-contrast")
    assert not found, "\n".join(found)


#: Finds text cut off by its container or out of sight, with some slack for lines less tall than their font.
CUT = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`sideways scroll: ${wide}`);
  const screen = document.querySelector("dialog[open]") ?? document.getElementById("main");
  const walker = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement;
    const aside = own.closest("svg, .unseen, .new, .state, .said, [popover]:not(:popover-open)");
    if (!node.data.trim() || aside || !own.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!text.width) continue;
    const slack = 4 + parseFloat(getComputedStyle(own).fontSize) / 4;
    let across = false, down = false;  // whether something on the way up scrolls
    for (let around = own; around && around.id !== "page"; around = around.parentElement) {
      const style = getComputedStyle(around), box = around.getBoundingClientRect();
      if (style.clipPath !== "none") break;
      const holds = around.matches("button, label, a, th, td, .slot-empty");
      across ||= /auto|scroll/.test(style.overflowX);
      down ||= /auto|scroll/.test(style.overflowY);
      const beside = text.left < box.left - 3 || text.right > box.right + 3;
      const above = text.top < box.top - slack || text.bottom > box.bottom + slack;
      if ((!across && beside && (holds || style.overflowX !== "visible"))
          || (!down && above && (holds || style.overflowY !== "visible"))
          || (!across && around === screen && (text.left < 0 || text.right > innerWidth))) {
        found.push(`cut off by ${around.tagName} ${around.id} ${around.className}: ${node.data.trim()}`);
        break;
      }
      if (style.position === "fixed") break;
    }
  }
  return [...new Set(found)];
}"""
#: Controls still covered by something else once they are scrolled into view.
COVERED = """() => {
  const screen = document.querySelector("dialog[open]") ?? document.getElementById("main");
  const controls = "button, summary, select, input, a[href], [role=gridcell]";
  return [...screen.querySelectorAll(controls)].flatMap(control => {
    const seen = control.matches("input") ? control.closest("label") ?? control : control;
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true }) || !seen.getClientRects().length)
      return [];
    seen.scrollIntoView({ block: "center", inline: "center" });
    const box = seen.getClientRects()[0];
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (top && (seen.contains(top) || top.contains(seen))) return [];
    return [`${control.dataset.intent ?? control.name} ${control.dataset.value ?? ""} lies below ${top?.outerHTML}`];
  });
}"""
#: How far below the bottom of the screen something lies that can be scrolled to.
BELOW = """() => {
  const ground = document.querySelector("main > .screen").getBoundingClientRect().bottom + scrollY;
  const below = document.documentElement.scrollHeight - ground;
  return below > 1 ? [`something lies ${below} pixels below the ground`] : [];
}"""
#: The main screens, and the game in its main states.
LARGE: Final = {
    **{name: SHOTS[name] for name in ("home", "setup", "rules", "settings", "game-bid", "game-displaced")},
    **{name: SHOTS[name] for name in ("game-start", "game-their-turn", "game-history")},
    **SCREENS,
}


def test_text_of_twice_its_size_is_whole_and_every_control_within_reach(browser: Browser, served: str) -> None:
    """The browser's text is set to 200%: nothing is cut off, and nothing scrolls sideways (WCAG 1.4.4)."""
    large = browser.browser_type.launch(
        executable_path=environment.headless(), args=[*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    )
    context = large.new_context(base_url=served, **USUAL)
    heard = Heard(context, served)
    page = context.new_page()
    page.goto("/")
    answered(page)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    found = []
    for name, shot in LARGE.items():
        lay(page, shot)
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            faults = (*page.evaluate(CUT), *page.evaluate(COVERED), *page.evaluate(BELOW))
            found += [f"{name} at {width}×{height}: {fault[:250]}" for fault in faults]
    large.close()
    found += heard.faults
    assert not found, "\n".join(found)


def test_no_word_is_cut_off_in_any_language(page: Page) -> None:
    page.goto("/")
    answered(page)
    found = []
    for name, shot in LARGE.items():
        lay(page, shot)
        for code in LANGUAGES:
            send(page, "set", {"language": code})
            expect(page.locator("html")).to_have_attribute("lang", code)
            for width, height in ((1440, 900), (390, 844), (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                found += [f"{name} at {width}×{height}, {code}: {fault[:250]}" for fault in page.evaluate(CUT)]
    assert not found, "\n".join(found)


def test_however_long_a_message_is_the_board_stays_where_it_is(page: Page) -> None:
    """Notes on workers, events and fields, and reasons for a refusal, take their space from other panels."""
    page.goto("/")
    answered(page)
    lay(page, Shot(record=harvested))
    for width, height in ((1280, 800), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        send(page, "clear")
        board, told = page.locator("#board").bounding_box(), set()
        for intent, value in (
            *(("worker", letter) for letter in WORKER_LETTERS),
            *(("look", letter) for letter in ("M", "U", "fallow")),
            *(("tap", space) for space in ("A1", "B8", "C6", "D4", "G1")),
            *BID,
        ):
            send(page, intent, value)
            told.add(page.locator("#action").inner_text())
            assert page.locator("#board").bounding_box() == board, f"{intent} {value} at {width}×{height}"
        assert len(told) > 15
    lay(page, Shot((1280, 800), positions.event, text="largest"))
    expect(page.locator("#card .announce")).to_be_visible()
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > 400
