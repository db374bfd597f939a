"""The screens for everyone: no finding of axe in any theme, and text is whole in any language and at twice its size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Page, expect

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.record import record_text
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.table.chairs import PERSON, Chair
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import LANGUAGES
from tests.battery.screenshots import positions
from tests.battery.screenshots.__main__ import BID, SHOTS, Shot, harvested, kept, lay, send, speak
from tests.browser.axe import faulted
from tests.browser.test_game import answered

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


#: The screens, and the game in its main states. The screenshots know the way.
SCREENS: Final = {
    **{name: SHOTS[name] for name in ("home", "setup", "rules", "settings", "game-bid", "game-displaced")},
    **{name: SHOTS[name] for name in ("game-start", "game-their-turn", "game-history")},
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
    "layout": Shot(steps=(("layouts", None), ("tap", "C3"), ("brush", "pairs"), ("tap", "A2"))),
    "set-up with friends": Shot(steps=(("friends", None),)),
}


#: Other states of screens that are among them.
SELDOM: Final = {
    "game-their-turn", "game-history", "end of a day's game",
    "puzzle with its solution", "puzzle of reasons", "puzzle of a bid",
}  # fmt: skip


#: Changes the theme.
THEME = "theme => { document.documentElement.dataset.theme = theme; }"
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
      if (around.id === "mine" && text.left >= box.right) break;  // a card that lacks space is left out whole
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
#: Those screens in parts of about equal length, which several processes can look at.
PARTS: Final = [list(SCREENS)[at::4] for at in range(4)]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some", "every"])
@pytest.mark.parametrize("names", PARTS, ids=[names[0] for names in PARTS])
def test_every_screen_is_whole_and_axe_finds_no_fault(page: Page, names: list[str], every: bool) -> None:
    """Each screen once, for everyone: by axe, in other themes, in large text, in another language.

    All of axe's rules hold in the light theme on a desktop; in another theme only contrast, which a theme changes. The
    browser's text at 200% cuts nothing off, and nothing scrolls sideways (WCAG 1.4.4). Except with *every*, each second
    screen has one other theme, and each one other language, which alternate; English is tried where it is narrowest,
    and a few states of screens are left out.
    """
    page.goto("/")
    answered(page)
    fonts = page.context.new_cdp_session(page)
    found = []
    for at, name in enumerate(name for name in names if every or name not in SELDOM):
        themes, others = [(1280, "contrast"), (390, "dark")], [code for code in LANGUAGES if code != "en"]
        sizes = (1440, 900), (390, 844), (320, 640)
        if not every:
            themes, others = [themes[at // 2 % 2]] * (at % 2), [others[at % 2]]
        lay(page, SCREENS[name], language="en")
        found += faulted(page, name)
        for width, theme in themes:
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate(THEME, theme)
            found += faulted(page, f"{name}, {theme}, {width} px", "color-contrast")
        page.evaluate(THEME, "light")
        found += cut_off(page, f"{name}, en", sizes if every else sizes[-1:])

        fonts.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        found += cut_off(page, f"{name} in large text", ((1280, 800), (390, 844)), COVERED, BELOW)
        fonts.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})

        for code in others:
            speak(page, code)
            found += cut_off(page, f"{name}, {code}", sizes)
    assert not found, "\n".join(found)


def cut_off(page: Page, name: str, sizes: Sequence[tuple[int, int]], *more: str) -> list[str]:
    """Return what is cut off on a screen at some sizes, and what *more* scripts find."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        faults = [fault for script in (CUT, *more) for fault in page.evaluate(script)]
        found += [f"{name} at {width}×{height}: {fault[:250]}" for fault in faults]
    return found


def test_however_long_a_message_is_the_board_stays_where_it_is(page: Page) -> None:
    """Notes on workers, events and fields, and reasons for a refusal, take their space from other panels."""
    page.goto("/")
    answered(page)
    lay(page, Shot(record=harvested))
    send(page, "clear")
    sizes = (1280, 800), (390, 844), (360, 640)
    boards, told = [board_at(page, size) for size in sizes], set()
    for intent, value in (
        *(("worker", letter) for letter in WORKER_LETTERS),
        *(("look", letter) for letter in ("M", "U", "fallow")),
        *(("tap", space) for space in ("A1", "B8", "C6", "D4", "G1")),
        *BID,
    ):
        send(page, intent, value)
        for size, board in zip(sizes, boards, strict=True):
            assert board_at(page, size) == board, f"{intent} {value} at {size}"
        told.add(page.locator("#action").inner_text())
    assert len(told) > 15
    lay(page, Shot((1280, 800), positions.event, text="largest"))
    expect(page.locator("#card .announce")).to_be_visible()
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > 400


def board_at(page: Page, size: tuple[int, int]) -> FloatRect | None:
    """Return the place of the board on a page of some size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page.locator("#board").bounding_box()
