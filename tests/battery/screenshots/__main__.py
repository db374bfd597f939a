"""Take pictures of the real page in prepared positions at many sizes: ``python3 tests screenshots [FOLDER]``.

Every table is written out (positions.py), so the same page gives the same pictures. ``--only WORD`` takes those whose
name contains the word, ``--language CODE`` takes them as a reader of another language sees them.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from keyharvest.page.parts.sharing import gallery_page
from keyharvest.words.language import LANGUAGES
from tests.battery.screenshots import positions
from tests.browser.conftest import ARGUMENTS, PATIENCE
from tests.browser.test_game import answered
from web import environment, server
from web.bundle import stages

#: A step on the way to a picture: an intent of the page with its value.
Step = tuple[str, Any]
DESK, PHONE, LOW_PHONE, TABLET = (1440, 900), (390, 844), (360, 640), (768, 1024)
DAY: Final = 24 * 60 * 60 * 1000
NOON: Final = 1_709_985_600_000  # on 9 March 2024, in ms since 1970

#: Sends an intent as an element of the page would.
SEND = """([intent, value]) => {
  const fields = value !== null && typeof value === "object";
  const element = document.createElement(fields ? "form" : "button");
  element.dataset.intent = intent;
  if (!fields && value !== null) element.dataset.value = value;
  for (const [name, text] of fields ? Object.entries(value) : []) {
    const field = element.appendChild(document.createElement("textarea"));
    [field.name, field.value] = [name, text];
  }
  element.hidden = true;
  document.getElementById("main").append(element);
  fields ? element.requestSubmit() : element.click();
  element.remove();
}"""


@dataclass(frozen=True)
class Address:
    """A picture of a page other than the game: its path, its size, the theme, whether the whole page is taken.

    ``tried``: “Try it” has been pressed.
    """

    path: str
    size: tuple[int, int]
    theme: str = "light"
    whole: bool = True
    tried: bool = False


@dataclass(frozen=True)
class Shot:
    """A picture: its size, the record on the table if there is one, and the steps from there.

    ``theme``, ``text``: settings; ``forced``: whether the device forces its colours; ``part``: the part of the table
    that a phone shows below the board; ``sight``: the colour vision to simulate, by the browsers' names.
    """

    size: tuple[int, int] = DESK
    record: Callable[[], str] | None = None
    steps: Sequence[Step] = ()
    theme: str = "light"
    forced: bool = False
    text: str = "normal"
    part: str = "workers"
    sight: str = "none"


HARVEST: Final = "a:D5 F3"
BID: Final = (("tile", "D8"), ("more", "hops"), ("more", "wheat"))
BUY: Final = (("tile", "E5"),)
BID_D5: Final = ("tile", "D5")
LABOURER: Final = (("worker", "C"), ("tap", "A7"))
SET_UP: Final = (("new", None),)
CROPS: Final = (("crops", None),)


def start() -> str:
    """Robin's turn, nothing done yet."""
    return positions.three()


def harvested() -> str:
    """Robin's turn, a harvest done."""
    return positions.three(HARVEST)


def hot_seat() -> str:
    """Three people at one screen."""
    return positions.three(persons=(0, 1, 2))


def shelf() -> str:
    """Saved games, unfinished and finished, as one file."""
    finished = [positions.finished(seed, players) for seed, players in enumerate((3, 3, 2, 4, 3, 2, 4, 3), 1)]
    return kept([start(), positions.event(), positions.last_turns(), *finished])


def kept(records: Sequence[str]) -> str:
    """Put records into a file of games saved a day apart, long ago, so that the page always gives the same dates."""
    games = [{"saved": NOON - at * DAY, "record": text} for at, text in enumerate(records)]
    return json.dumps({"keyharvest": 1, "games": games})


def over() -> str:
    """A finished game of three."""
    return positions.finished(5, 3)


SHOTS: Final = {
    "game-start": Shot(record=start),
    "game-my-turn": Shot(record=harvested, steps=BUY),
    "game-contrast": Shot(record=harvested, steps=BUY, theme="contrast"),
    "game-forced": Shot(record=harvested, steps=BUY, forced=True),
    "game-bid": Shot(record=harvested, steps=BID),
    "game-place-worker": Shot(record=positions.last_turns, steps=LABOURER),
    "game-dark": Shot(record=positions.last_turns, steps=LABOURER, theme="dark"),
    "game-displaced": Shot(record=positions.displaced, steps=(("tap", "D8"),)),
    "game-their-turn": Shot(record=positions.event),
    "game-crops": Shot(record=harvested, steps=CROPS),
    "game-crops-deuteranopia": Shot(record=harvested, steps=CROPS, sight="deuteranopia"),
    "game-crops-protanopia": Shot(record=harvested, steps=CROPS, sight="protanopia"),
    "game-crops-achromatopsia": Shot(record=harvested, steps=CROPS, sight="achromatopsia"),
    "phone-crops-deuteranopia": Shot(PHONE, harvested, CROPS, sight="deuteranopia"),
    "game-history": Shot(record=start, steps=(("previous", None), ("previous", None))),
    "game-large-text": Shot(record=harvested, steps=BUY, text="largest"),
    "wide-1280x800": Shot((1280, 800), harvested, BUY),
    "wide-1024x768": Shot((1024, 768), harvested, BUY),
    "wide-1920x1080": Shot((1920, 1080), harvested, BUY),
    "wide-four": Shot((1280, 800), positions.event),
    "tablet-768x1024": Shot(TABLET, harvested, BUY),
    "phone-my-turn": Shot(PHONE, harvested, part="news"),
    "phone-buy": Shot(PHONE, harvested, BUY, part="stores"),
    "phone-bid": Shot(PHONE, harvested, BID),
    "phone-event": Shot(PHONE, positions.event),
    "phone-their-turn": Shot(PHONE, start, (("replay", None),)),
    "phone-displaced": Shot(PHONE, positions.displaced, (("tap", "D8"),)),
    "phone-last-turns": Shot(PHONE, positions.last_turns),
    "phone-dark": Shot(PHONE, positions.last_turns, LABOURER, theme="dark"),
    "phone-history": Shot(PHONE, start, (("previous", None),), part="news"),
    "phone-360x640": Shot(LOW_PHONE, harvested, BUY, part="stores"),
    "phone-360x640-bid": Shot(LOW_PHONE, harvested, BID),
    "phone-360x640-start": Shot(LOW_PHONE, start),
    "phone-360x640-four": Shot(LOW_PHONE, positions.event),
    "phone-360x640-large-text": Shot(LOW_PHONE, harvested, BUY, text="largest"),
    "phone-360x640-displaced": Shot(LOW_PHONE, positions.displaced, (("tap", "D8"),)),
    "phone-large-text": Shot(PHONE, harvested, BUY, text="largest"),
    "home": Shot(record=start, steps=(("home", None),)),
    "home-dark": Shot(record=start, steps=(("home", None),), theme="dark"),
    "home-1280x800": Shot((1280, 800)),
    "phone-home": Shot(PHONE, start, (("home", None),)),
    "setup": Shot(steps=SET_UP),
    "phone-setup": Shot(PHONE, steps=SET_UP),
    "end": Shot(record=over, steps=(("result", None),)),
    "phone-end": Shot(PHONE, over, (("result", None),)),
    "review": Shot(record=over, steps=(("seek", "60"),)),
    "phone-review": Shot(PHONE, over, (("seek", "60"),)),
    "curtain": Shot(record=hot_seat),
    "phone-curtain": Shot(PHONE, hot_seat),
    "games": Shot(record=shelf, steps=(("games", None), ("delete", "4"))),
    "statistics": Shot(record=shelf, steps=(("statistics", None),)),
    "phone-games": Shot(PHONE, shelf, (("games", None),)),
    "rules": Shot(steps=(("rules", "5.2"),)),
    "rules-events": Shot(steps=(("cards", "M"),)),
    "phone-rules": Shot(PHONE, steps=(("rules", "5.2"),)),
    "settings": Shot(steps=(("settings", None),)),
    "settings-contrast": Shot(steps=(("settings", None),), theme="contrast"),
    "phone-settings": Shot(PHONE, steps=(("settings", None),)),
    "learn": Shot(steps=(("learn", None),)),
    "lesson": Shot(steps=(("lesson", "first-harvest"),)),
    "phone-lesson": Shot(PHONE, steps=(("lesson", "first-harvest"),)),
    "lesson-bid": Shot(steps=(("lesson", "bid-for-a-tile"), BID_D5)),
    "lesson-dark": Shot(steps=(("lesson", "first-harvest"),), theme="dark"),
    "lesson-buy": Shot(steps=(("lesson", "exact-price"),)),
    "phone-lesson-buy": Shot(PHONE, steps=(("lesson", "exact-price"),)),
    "phone-lesson-dark": Shot(PHONE, steps=(("lesson", "bid-for-a-tile"), BID_D5), theme="dark"),
    "phone-learn": Shot(PHONE, steps=(("learn", None),)),
}
#: Demos as their frames show them, and the gallery.
ADDRESSES: Final = {
    "widget-700": Address("embed/{language}/chain.html", (700, 480)),
    "widget-700-dark": Address("embed/{language}/chain.html#theme=dark", (700, 480), "dark"),
    "widget-320": Address("embed/{language}/chain.html", (320, 640)),
    "widget-320-dark": Address("embed/{language}/chain.html#theme=dark", (320, 640), "dark"),
    "widget-tried-700": Address("embed/{language}/exact-price.html", (700, 480), tried=True),
    "widget-tried-320": Address("embed/{language}/exact-price.html", (320, 640), tried=True),
    "gallery": Address("{gallery}", DESK, whole=False),
    "gallery-dark": Address("{gallery}", DESK, "dark", whole=False),
    "phone-gallery": Address("{gallery}", PHONE, whole=False),
}


def send(page: Page, intent: str, value: Any = None) -> None:
    """Send an intent and wait for its answer."""
    page.evaluate(SEND, [intent, value])
    answered(page)


def speak(page: Page, language: str, **settings: str) -> None:
    """Set a language, with further settings, and wait until the page speaks it."""
    send(page, "set", {"language": language, **settings})
    expect(page.locator("html")).to_have_attribute("lang", language)


def lay(page: Page, shot: Shot, **settings: str) -> None:
    """Set up the table of a shot and take its steps; *settings* are further ones."""
    page.set_viewport_size({"width": shot.size[0], "height": shot.size[1]})
    page.emulate_media(forced_colors="active" if shot.forced else "none")
    send(page, "delete", "all")
    send(page, "set", {"theme": shot.theme, "size": shot.text, "pace": "step", "motion": "none", **settings})
    send(page, "home")
    if shot.record:
        text = shot.record()
        send(page, "open", {"name": "game.txt", "text": text})
        if text.startswith("{"):
            page.locator("main").get_by_text(re.compile(r"\d .*import")).wait_for()
    part = page.locator(f"#part-{shot.part}")
    if part.count() and part.is_visible():
        part.check()
    for intent, value in shot.steps:
        send(page, intent, value)
        if intent in ("puzzle", "puzzles"):  # they come with a file of their own
            page.locator(f"body[data-screen={intent}]").wait_for()
            answered(page)


def take(page: Page, shot: Shot, path: Path) -> None:
    """Set up the table and take the picture."""
    lay(page, shot)
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("document.fonts.ready")
    eyes = page.context.new_cdp_session(page)
    eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": shot.sight})
    page.screenshot(path=path)
    eyes.detach()


def visit(browser: Browser, url: str, language: str, shot: Address, path: Path) -> None:
    """Take a picture of another page, on a first visit."""
    page = browser.new_page(
        base_url=url,
        color_scheme="dark" if shot.theme == "dark" else "light",
        device_scale_factor=2 if shot.size[0] < TABLET[0] else 1,
        viewport={"width": shot.size[0], "height": shot.size[1]},
        reduced_motion="reduce",
        locale=language,
    )
    page.set_default_timeout(PATIENCE)
    page.goto(shot.path.format(language=language, gallery=gallery_page(language)))
    if shot.tried:
        page.locator("[data-do=try]").click()
        page.locator("#live #coach-words").wait_for()
        page.evaluate("document.activeElement?.blur()")
    page.screenshot(path=path, full_page=shot.whole)
    page.close()


def opened(browser: Browser, url: str, language: str, scale: int) -> Page:
    """Open the page with its game started."""
    page = browser.new_context(
        base_url=url, device_scale_factor=scale, reduced_motion="reduce", service_workers="block", locale=language
    ).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/")
    answered(page)
    return page


def main(arguments: Sequence[str] | None = None) -> int:
    """Take all pictures; return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 tests screenshots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=environment.ROOT / "build" / "screenshots")
    parser.add_argument("--only", default="", metavar="WORD", help="take only those whose name contains WORD")
    parser.add_argument("--language", default="en", choices=LANGUAGES, help="the reader's language (default: en)")
    given = parser.parse_args(arguments)
    chosen = {name: shot for name, shot in SHOTS.items() if given.only in name}
    beside = {name: shot for name, shot in ADDRESSES.items() if given.only in name}
    if not chosen and not beside:
        parser.error(f"no screenshot has {given.only!r} in its name; there are {', '.join((*SHOTS, *ADDRESSES))}")
    given.folder.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    with sync_playwright() as playwright, server.answering(server.serve(stages.build())) as running:
        browser = playwright.chromium.launch(executable_path=environment.headless(), args=ARGUMENTS)
        pages: dict[int, Page] = {}
        for name, shot in chosen.items():
            scale = 2 if shot.size[0] < TABLET[0] else 1
            # Games deleted for earlier shots would show on the shelf.
            if shot.record is shelf and scale in pages:
                pages.pop(scale).context.close()
            page = pages.get(scale) or pages.setdefault(scale, opened(browser, running.url, given.language, scale))
            take(page, shot, given.folder / f"{name}.png")
        for name, address in beside.items():
            visit(browser, running.url, given.language, address, given.folder / f"{name}.png")
        browser.close()
    print(f"{len(chosen) + len(beside)} pictures in {given.folder}, {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
