"""Four at a table on a desktop: everything needed to buy is in sight, and the log has space."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from keyharvest.words.language import LANGUAGES
from tests.battery.screenshots import positions
from tests.battery.screenshots.__main__ import send, speak
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, click, open_record

pytestmark = pytest.mark.warm

#: For each other player, what is out of the window or covered, and how much of the log can be seen.
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.seat')].flatMap(seat => {
  const foot = seat.querySelector('.seat-foot');
  return [...foot.querySelectorAll('.tile, .hold > span')].flatMap(e => {
    const box = e.getBoundingClientRect();
    const seen = [[3, 3], [box.width - 3, box.height - 3]].every(([x, y]) =>
      foot.contains(document.elementFromPoint(box.left + x, box.top + y)));
    return seen ? [] : [`${seat.ariaLabel}: ${e.className} ${Math.round(box.top)} to ${Math.round(box.bottom)}`];
  });
})"""
SCROLLED = """() => ['.side', '.seats'].filter(name => {
  const column = document.querySelector(name);
  return column.scrollHeight > column.clientHeight;
})"""


#: What is cut off in the town and the dock, or sticks out of its panel or its pile.
SQUEEZED = """() => {
  const seen = [...document.querySelectorAll(".town .panel *, .dock .panel *")].filter(e => e.getClientRects().length);
  const cut = seen.filter(e => getComputedStyle(e).overflowX !== "visible" && !e.closest("svg, .unseen")
    && e.scrollWidth > e.clientWidth + 1);
  const out = seen.filter(e => e.matches(".pile, .pile *, .worker, .tile, .event, .lab, .dock-head > *"))
    .filter(e => {
      const text = document.createRange();
      text.selectNodeContents(e);
      const inner = e.matches(".pile small") ? text.getBoundingClientRect() : e.getBoundingClientRect();
      const outer = e.parentElement.closest(".pile, .panel").getBoundingClientRect();
      return inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1 || inner.left < outer.left - 1;
    });
  return [...cut, ...out].map(e => `${e.className} ${e.textContent}`);
}"""


SIZES = ((1440, 900), (1920, 1080), (1280, 720), (1366, 768))


def test_stores_and_counters_of_three_others_are_in_sight_and_the_log_has_room(page: Page) -> None:
    page.goto("/")
    answered(page)
    speak(page, "de")
    send(page, "open", {"name": "game.txt", "text": positions.four()})
    # With another board in the middle, the player's own store and counters are among them.
    for step in ("tile][data-value=E5", "clear", "show][data-value='2'"):
        page.locator(f"main [data-intent={step}]:visible").first.click()
        answered(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUT_OF_SIGHT) == [], f"{width}, {step}: out of sight because something took its space"
            assert page.evaluate(SCROLLED) == [], f"{width}, {step}: scrolls because something took its space"
            log = page.locator(".news")
            assert log.evaluate("log => log.clientHeight") >= 110, f"{width}, {step}: something took the log's space"
            assert log.evaluate("log => log.scrollWidth <= log.clientWidth"), (step, width)
    # The sources of the player's points have made way for the log; a press shows them.
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#mine .pts").click()
        assert page.locator("#points-mine dd").all_inner_texts() == ["11", "8", "10", "1"], width
        page.keyboard.press("Escape")


def test_the_largest_text_fits_the_town_and_the_dock_in_every_language(page: Page) -> None:
    page.goto("/")
    answered(page)
    send(page, "open", {"name": "game.txt", "text": positions.three()})
    send(page, "set", {"size": "largest"})
    for language in LANGUAGES:
        speak(page, language)
        answered(page)
        for width, height in ((1440, 900), (1024, 768), (1280, 720), (1280, 900)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SQUEEZED) == [], (language, width)
            expect(page.locator("#registry h2")).to_be_visible()
            assert page.locator("#tray .worker").count() == 12


#: Parts of the left column that are neither whole in sight nor out of it, and small boards covered by a store.
CUT_OR_COVERED = """() => {
  const box = e => e.getBoundingClientRect(), side = document.querySelector(".side"), around = box(side);
  const cut = side.scrollHeight > side.clientHeight ? [`scrolls: ${side.scrollHeight} in ${side.clientHeight}`] : [];
  for (const card of document.querySelectorAll("#action, #mine > *")) {
    const {left, right, top, bottom, width} = box(card);
    if (width && left < around.right && (top < around.top || bottom > around.bottom + 1 || right > around.right + 1))
      cut.push(`${card.className || card.id}: ${top} to ${bottom}`);
  }
  const action = document.querySelector("#action");
  if (action.scrollHeight > action.clientHeight) cut.push(`command: ${action.scrollHeight} in ${action.clientHeight}`);
  const covered = [...document.querySelectorAll(".seat:has(.thumb)")].filter(seat => {
    const board = box(seat.querySelector(".thumb svg"));
    return [...seat.querySelectorAll(".store > *, .hold")].map(box).some(e =>
      e.left < board.right - 1 && board.left < e.right - 1 && e.top < board.bottom - 1 && board.top < e.bottom - 1);
  });
  return [...cut, ...covered.map(seat => `${seat.ariaLabel}: board under the store`)];
}"""
TABLES: dict[str, tuple[Callable[[], str], tuple[tuple[str, str], ...]]] = {
    "two": (positions.last_turns, ()),
    "two, a worker chosen": (positions.last_turns, (("worker", "C"), ("tap", "A7"))),
    "three": (positions.three, ()),
    "three, a tile chosen": (positions.three, (("tile", "E5"),)),
    "displaced": (positions.displaced, (("tap", "D8"),)),
    "four": (positions.four, ()),
    "four, a tile chosen": (positions.four, (("tile", "E5"),)),
    "four, another board": (positions.four, (("show", "2"),)),
    "four, an event": (positions.event, ()),
}


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.long)])
def test_nothing_beside_the_board_is_cut_or_covered(page: Page, language: str) -> None:
    """Each card below the command is whole or absent, and no store covers a small board."""
    page.goto("/")
    answered(page)
    speak(page, language, pace="step")
    found = []
    for name, (record, steps) in TABLES.items():
        send(page, "open", {"name": "game.txt", "text": record()})
        for intent, value in steps:
            send(page, intent, value)
        for width, height in (*SIZES, (1024, 768), (1800, 1000)):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{name} at {width}×{height}: {fault}" for fault in page.evaluate(CUT_OR_COVERED)]
        expect(page.locator("#mine .points-head")).to_be_attached()
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "record", [pytest.param(positions.three, marks=pytest.mark.long), positions.event], ids=["three", "four"]
)
def test_the_buttons_through_the_past_stay_under_the_pointer(page: Page, record: Callable[[], str]) -> None:
    """Whatever the size of the window and of what is above them: another board is large at every other moment."""
    page.goto("/")
    answered(page)
    send(page, "open", {"name": "game.txt", "text": record()})
    at = page.locator("#log .through .at small")
    for width, height in (*SIZES, (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        button = page.locator("#log [data-intent=previous]").bounding_box()
        assert button
        assert button["y"] + button["height"] <= height
        moments = [at.inner_text()]
        for _press in range(3):
            page.mouse.click(button["x"] + 5, button["y"] + 5)
            answered(page)
            moments.append(at.inner_text())
            now = page.locator("#log [data-intent=previous]").bounding_box()
            assert now == pytest.approx(button, abs=1), (width, moments)
        assert len({*moments}) == 4, moments
        expect(page.locator("#action .past .through")).to_be_hidden()
        expect(page.locator("#log [aria-current]")).to_be_in_viewport()
        main, link = page.locator(".past .main").bounding_box(), page.locator(".past .link").first.bounding_box()
        assert main
        assert link
        assert main["y"] + main["height"] <= link["y"]  # a row of its own
        send(page, "now")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_more_options_open_above_the_bar_below_them(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto("/")
    answered(page)
    click(page, "new")
    page.get_by_text("More options").click()
    bar = page.locator(".set-up footer")
    page.wait_for_function(
        """([options, bar]) => {
          const [inner, outer] = [options, bar].map(name => document.querySelector(name).getBoundingClientRect());
          return inner.bottom <= outer.top + 1 || inner.top <= 1;
        }""",
        arg=[".set-up details", ".set-up footer"],
    )
    expect(bar).to_be_visible()
    expect(page.get_by_text("Starting player").first).to_be_in_viewport()


#: Where the things of the room are, by name.
ROOM = """() => Object.fromEntries(["#board", "#registry", "#town", "#hand", ".dock", "#action", "#mine", ".news",
    "#others > :nth-child(1)", "#others > :nth-child(2)", "#others > :nth-child(3)", "#action .go"].flatMap(name => {
  const box = [...document.querySelectorAll(name)].find(e => e.getClientRects().length)?.getBoundingClientRect();
  return box ? [[name, [box.x, box.y, box.width, box.height].map(Math.round).join()]] : [];
}))"""
#: The rows since the player's last turn that are whole in the window of the log.
WHOLE_ROWS = """() => {
  const log = document.querySelector("#log").getBoundingClientRect();
  const foot = document.querySelector("#log .through").getBoundingClientRect();
  return [...document.querySelectorAll("#log .happening")].filter(e => {
    const box = e.getBoundingClientRect();
    return box.top >= log.top - 1 && box.bottom <= foot.top + 1;
  }).length;
}"""


@pytest.mark.parametrize(
    "record", [pytest.param(positions.three, marks=pytest.mark.long), positions.four], ids=["three", "four"]
)
def test_the_room_stays_while_one_decides_and_while_others_move(page: Page, record: Callable[[], str]) -> None:
    """Nothing moves from choice to choice, nor from step to step of the others; the log shows four rows."""
    page.goto("/")
    answered(page)
    speak(page, "en", pace="step")
    send(page, "open", {"name": "game.txt", "text": record()})
    steps = [("tile", "E5"), ("clear", None), ("tile", "D8"), ("clear", None), ("worker", "C"), ("clear", None)]
    steps += [("aim", "worker"), ("clear", None), ("end", None), ("end", None), *[("step", None)] * 8]
    before: dict[tuple[int, str], str] = {}
    moved: list[str] = []
    for intent, value in steps:
        if page.locator(f"#action [data-intent={intent}]").count() or intent not in ("end", "step"):
            send(page, intent, value)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for name, place in page.evaluate(ROOM).items():
                if before.setdefault((width, name), place) != place:
                    moved.append(f"{intent} {value} at {width}: {name} from {before[width, name]} to {place}")
    assert not moved, "\n".join(moved)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WHOLE_ROWS) >= 4, width


def test_all_workers_lie_within_their_panel(page: Page) -> None:
    page.goto("/")
    open_record(page, positions.three())
    page.locator("body[data-screen=game]").wait_for()
    answered(page)
    for width, height in ((1280, 720), (1366, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        panel = page.locator("#tray").bounding_box()
        assert panel
        for worker in page.locator("#tray .worker").all():
            box = worker.bounding_box()
            assert box
            assert panel["x"] <= box["x"]
            assert box["x"] + box["width"] <= panel["x"] + panel["width"]


def test_in_large_text_the_counters_stay_while_they_are_bid(page: Page) -> None:
    page.goto("/")
    open_record(page, positions.three())
    send(page, "set", {"size": "large"})
    answered(page)
    for width, height in ((1440, 900), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        stored = page.locator("#card .tile.lit").bounding_box()
        bid = page.locator("#card .tile.lit .bid").bounding_box()
        assert stored
        assert bid
        assert stored["x"] <= bid["x"]
        assert bid["x"] + bid["width"] <= stored["x"] + stored["width"] + 1
        counters = page.locator("#hand").bounding_box()
        page.locator("#registry .tile.lit").first.click()
        answered(page)
        assert page.locator("#hand").bounding_box() == pytest.approx(counters, abs=1)
        page.locator("#more-hops").click()
        answered(page)
        assert page.locator("#hand").bounding_box() == pytest.approx(counters, abs=1)
        click(page, "clear")
