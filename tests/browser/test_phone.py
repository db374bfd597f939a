"""The steps of a turn on a phone: the board never moves, and everything a step needs is complete and in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from keyharvest.record import Record, record_text
from keyharvest.rules import actor, play
from keyharvest.rules.frames import Bid, ChooseWorker, Decision, Pay, PickFields, TakeCounters
from keyharvest.rules.powers import BuyFromStore
from tests.battery.screenshots import positions
from tests.battery.screenshots.__main__ import send
from tests.browser.conftest import OpenPage
from tests.browser.test_game import answered, open_record
from tests.browser.test_screens import TOO_SMALL
from tests.golden.make import SCRIPTS, played
from tests.rules.builders import position

pytestmark = pytest.mark.warm

UPRIGHT = (390, 844)
SIZES = [pytest.param(UPRIGHT, marks=pytest.mark.smoke), (360, 640), pytest.param((844, 390), marks=pytest.mark.long)]

#: Texts of the command panel that overflow its box or the window.
CUT = """() => [...document.querySelectorAll('#action :is(.asked, .deal, .reason, .told, #commit, #cancel, .act)')]
  .filter(e => e.offsetParent && e.clientWidth > 1).flatMap(e => {
    const box = e.getBoundingClientRect(), cut = e.scrollWidth > e.clientWidth + 1;
    return cut || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      ? [`${e.className}: ${e.scrollWidth} in ${e.clientWidth}, down to ${box.bottom}`] : [];
  })"""


def laid(open_page: OpenPage, size: tuple[int, int], record: Callable[[], str]) -> Page:
    """Open a phone with a table on it."""
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto("/")
    open_record(page, record())
    page.locator("body[data-screen=game]").wait_for()
    answered(page)
    return page


def tap(page: Page, selector: str) -> None:
    """Tap the element of a selector and wait for the answer."""
    # New elements ignore taps for an instant.
    expect(page.locator(selector).first).not_to_have_css("pointer-events", "none")
    page.locator(selector).first.click(force=True)
    answered(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_and_all_is_whole_in_every_step_of_a_turn(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = laid(open_page, size, positions.three)
    board = page.locator("#board").bounding_box()
    found: list[str] = []
    heights = set()
    for step in (
        "#tray .worker.lit",
        "#cancel",
        ".act[data-value=store]",
        "#registry .tile.lit",
        "#more-hops",
        "#more-barrels",
    ):
        tap(page, step)
        assert page.locator("#board").bounding_box() == board, step
        found += [f"{step}: {fault}" for fault in page.evaluate(CUT) + page.evaluate(TOO_SMALL)]
        if page.locator("#action .choosing").count():
            heights.add(page.locator("#action").evaluate("panel => Math.round(panel.offsetHeight)"))
    assert found == []
    assert len(heights) == 1
    # The others' counters are beside the bid; whether they could match it is above it.
    expect(page.locator(".rival")).to_have_count(2)
    for rival in page.locator(".rival").all():
        expect(rival).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#head .chip").first).to_be_attached()


def test_the_ring_marks_the_seat_on_turn_and_it_is_said_whose_counters_lie_below_anothers_board(
    open_page: OpenPage,
) -> None:
    page = laid(open_page, UPRIGHT, positions.three)
    tap(page, ".who-chip[data-value='2']")
    ring, shown = page.locator(".who-chip[data-value='1']"), page.locator(".who-chip[data-value='2']")
    assert "0px 0px 0px 2.5px" in ring.evaluate("chip => getComputedStyle(chip).boxShadow")
    assert shown.evaluate("chip => getComputedStyle(chip).boxShadow") == "none"
    assert shown.evaluate("chip => getComputedStyle(chip).backgroundColor") != ring.evaluate(
        "chip => getComputedStyle(chip).backgroundColor"
    )
    expect(page.get_by_role("heading", name="Your counters")).to_be_in_viewport(ratio=0.99)
    tap(page, ".who-chip[data-value='1']")
    expect(page.get_by_role("heading", name="Your counters")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_what_others_did_to_the_player_is_said_and_marked_until_the_news_is_open(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    state = position(seat=2, start=2, board1="C1", board2="D5", hand1="h1", hand2="w1", store1="D4:w1", registry="E1")
    record = Record(state, ["c:D4", "end"], {"Seat1": "Ann", "Seat2": "Ada", "Player2": "greedy"})
    page = laid(open_page, size, lambda: record_text(record))
    said, tab = page.locator("#action .unheard"), page.locator(".tabs label").last
    expect(said).to_contain_text("Ada buys your D4. You get 2 wheat.")
    assert tab.evaluate("tab => getComputedStyle(tab, '::after').width") == "10px"
    assert page.evaluate(CUT) == []
    tap(page, "#action .unheard")
    expect(page.locator("#log .mine").first).to_be_in_viewport(ratio=1)
    expect(said).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#card-title")).to_have_text("What comes first?")


#: The number of rows of the log that are whole, and whether the tabs cover any.
ROWS = """() => {
  const log = document.querySelector("#log").getBoundingClientRect();
  const tabs = document.querySelector(".tabs").getBoundingClientRect();
  return [...document.querySelectorAll("#log .happening")].filter(e => {
    const box = e.getBoundingClientRect();
    return box.top >= log.top && box.bottom <= Math.min(log.bottom, tabs.top);
  }).length;
}"""


def test_the_news_has_the_place_of_the_counters_and_the_tabs_stay(open_page: OpenPage) -> None:
    page = laid(open_page, UPRIGHT, positions.three)
    tabs, counters = page.locator(".tabs"), page.locator("#hand")
    tap(page, "#action .unheard")  # or its line would vanish with the first look at the news, and the tabs move down
    tap(page, "#part-workers")
    before = tabs.bounding_box()
    expect(counters).to_be_visible()
    tap(page, "#part-news")
    assert page.evaluate(ROWS) >= 4
    assert tabs.bounding_box() == before
    expect(counters).to_be_hidden()
    tap(page, ".act[data-value=store]")
    expect(counters).to_be_visible()


def test_the_bulb_covers_no_preview(open_page: OpenPage) -> None:
    page = laid(open_page, UPRIGHT, positions.three)
    expect(page.locator("#corners [data-intent=hint]")).to_be_visible()
    tap(page, "#registry .tile.lit")
    expect(page.locator("#corners [data-intent=hint]")).to_have_count(0)


#: The tops of the buttons in the corners, and where the board's spaces end.
CORNERS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const buttons = [...document.querySelectorAll("#corners button")].map(box).filter(({ width }) => width);
  const spaces = [...document.querySelectorAll("#board [role=gridcell]")].map(box);
  return [buttons.map(({ top }) => top), Math.max(...spaces.map(({ bottom }) => bottom))];
}"""


def test_in_a_window_that_scrolls_no_button_lies_over_the_board(open_page: OpenPage) -> None:
    page = laid(open_page, UPRIGHT, positions.three)
    for width, height in ((320, 256), (360, 300), (568, 232)):
        page.set_viewport_size({"width": width, "height": height})
        buttons, end = page.evaluate(CORNERS)
        assert len(buttons) >= 2
        assert min(buttons) >= end - 1


#: Buttons of the table that overflow the window, or whose words overflow them.
OVER_THE_EDGE = """() => [...document.querySelectorAll('#action button, #head button')].flatMap(e => {
  const box = e.getBoundingClientRect();
  return box.width && (box.left < -1 || box.right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1)
    ? [`${e.textContent}: ${box.left} to ${box.right}, ${e.scrollWidth} in ${e.clientWidth}`] : [];
})"""
#: Rows of the deal that overlap.
OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll('.deal .row > span')].map(e => e.getBoundingClientRect());
  return boxes.filter((a, at) => boxes.some((b, other) => other > at
    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""


def test_the_largest_type_stays_within_its_buttons_in_german_and_in_high_contrast(open_page: OpenPage) -> None:
    page = laid(lambda **more: open_page(**more, locale="de-DE"), UPRIGHT, positions.three)
    page.evaluate("document.documentElement.dataset.size = 'largest'")
    page.evaluate("document.documentElement.dataset.theme = 'contrast'")
    for step in (".act[data-value=place]", "#cancel", "#registry .tile.lit", "#more-hops"):
        tap(page, step)
        assert page.evaluate(OVER_THE_EDGE) == [], step
        assert page.evaluate(OVERLAPPING) == 0, step


def test_an_error_on_a_phone_on_its_side_covers_no_button(open_page: OpenPage) -> None:
    page = laid(open_page, (844, 390), positions.three)
    send(page, "nothing")
    error = page.locator("#alert").bounding_box()
    buttons = page.locator("#action").bounding_box()
    assert error
    assert buttons
    assert error["width"] > 100
    assert error["x"] + error["width"] <= buttons["x"]


@pytest.mark.parametrize("size", [UPRIGHT, (360, 640), pytest.param((390, 664), marks=pytest.mark.long)])
def test_nothing_moves_from_one_of_several_counters_to_the_next(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = laid(open_page, size, lambda: positions.last_turns("b:C C6"))
    parts = ("#card", "#hand", "#action", "#action .cause", "#more-barrels")
    before = {part: page.locator(part).bounding_box() for part in parts}
    tap(page, "#more-hops")
    assert {part: page.locator(part).bounding_box() for part in parts} == before


@pytest.mark.parametrize("size", [pytest.param(UPRIGHT, marks=pytest.mark.long), (360, 640)])
def test_an_answer_what_it_changes_and_the_way_to_a_lesson_are_whole(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = laid(open_page, size, lambda: positions.last_turns("b:C C6"))
    answer = page.locator("#action .buttons [data-intent=answer]").bounding_box()
    assert answer
    assert answer["y"] + answer["height"] <= size[1]
    for counter in ("#more-hops", "#more-barrels"):
        tap(page, counter)
    deal, buttons = page.locator("#action .deal").bounding_box(), page.locator("#action .buttons").bounding_box()
    assert deal
    assert buttons
    assert deal["y"] + deal["height"] <= buttons["y"]
    page = laid(open_page, size, positions.three)
    tap(page, ".act[data-value=store]")
    low, top = page.evaluate("""() => {
      const link = document.querySelector('.turn-lesson a'), box = link.getBoundingClientRect();
      const sign = parseFloat(getComputedStyle(link, '::before').width);
      return [box.y + (box.height + sign) / 2, document.querySelector('.acts').getBoundingClientRect().y];
    }""")
    assert low <= top


def test_links_in_a_question_can_be_tapped_and_free_event_spaces_have_names(open_page: OpenPage) -> None:
    page = laid(open_page, UPRIGHT, positions.displaced)
    for link in page.locator("#action .why a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 40
    page.set_viewport_size({"width": 1280, "height": 800})
    spaces = page.locator("#town li")
    expect(spaces).to_have_count(10)
    names = spaces.evaluate_all("all => all.map(e => e.innerText || e.querySelector('button').ariaLabel)")
    assert all(names)
    assert len(set(names)) == 10


def asked(kind: type[Decision], cause: str) -> str:
    """Return the first game of the golden scripts up to a question, which a person answers."""
    for start, script in SCRIPTS.values():
        state, moves = start, list[str]()
        for move in played(start, script).moves:
            seat, top = actor(state), state.stack[-1]
            if seat >= 0 and isinstance(top, kind) and top.cause == cause:
                seats = {
                    f"Player{other + 1}": "person" if other == seat else "greedy" for other in range(state.players)
                }
                return record_text(Record(start, moves, seats))
            moves.append(move)
            state = play(state, move)
    raise AssertionError(f"nobody is asked: {kind.__name__} {cause}")


#: What one has to see to answer, but is cut off by its panel or lies outside the window.
CUT_FROM_THE_ANSWER = """() => [...document.querySelectorAll(
    '#card .cup, #action .asked, #action .buttons > *, #action .answer')].flatMap(e => {
  const box = e.getBoundingClientRect();
  if (!box.width || !e.checkVisibility()) return [];
  const around = [e.closest('.steppers'), e.closest('.cut-in'), e.closest('#action'), document.documentElement];
  return around.filter(Boolean).some(panel => {
    const outer = panel === document.documentElement
      ? new DOMRect(0, 0, innerWidth, innerHeight) : panel.getBoundingClientRect();
    return box.left < outer.left - 2 || box.right > outer.right + 2
      || box.top < outer.top - 2 || box.bottom > outer.bottom + 2;
  }) ? [`${e.className} ${e.id} ${e.textContent.slice(0, 30)}: ${box.x}, ${box.y}, ${box.width} by ${box.height}`] : [];
})"""


def test_in_the_largest_text_each_question_and_its_answers_are_whole(open_page: OpenPage) -> None:
    """The board stays whole, too: the reason for the question gives way."""
    page = open_page(viewport={"width": 390, "height": 664}, locale="de-DE")
    page.goto("/")
    answered(page)
    send(page, "set", {"size": "largest", "pace": "step"})
    questions = (Pay, "E"), (Bid, "H"), (TakeCounters, "C"), (PickFields, "D"), (ChooseWorker, "J"), (BuyFromStore, "E")
    found = []
    for kind, cause in questions:
        send(page, "open", {"name": "game.txt", "text": asked(kind, cause)})
        page.locator("#action .cut-in").wait_for()
        for width, height in ((390, 844), (390, 664), (360, 640), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            faults: list[str] = page.evaluate(CUT_FROM_THE_ANSWER)
            found += [f"{kind.__name__} {cause} at {width}×{height}: {fault}" for fault in faults]
            board, panel = page.locator("#board svg.kh-full").bounding_box(), page.locator(".mid").bounding_box()
            assert board
            assert panel
            assert board["height"] * 0.9 < panel["height"], (kind, width)
    assert not found, "\n".join(found)
