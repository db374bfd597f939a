"""A hint in the built page: searched for in the worker, shown on the board, on a desktop and on a phone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.record import position_text
from tests.battery.screenshots import positions
from tests.battery.screenshots.__main__ import send, speak
from tests.browser.axe import faulted
from tests.browser.test_game import answered, begin, click
from tests.browser.test_screens import TOO_SMALL
from web.bench import in_thought

#: Returns what the strongest level does in each of several positions, in any Python.
DECIDE = """
from keyharvest.knowledge import observe
from keyharvest.players import make_player
from keyharvest.record import parse_position
from keyharvest.rules import actor
decided = []
for text in positions:
    state = parse_position(text)
    decided.append(make_player("master@nodes:600", 1).choose(observe(state, actor(state))))
"""


#: Counts what can be reached or pressed beneath the comparison that covers it.
BENEATH = """() => [...document.querySelectorAll("#others button, #log button, #action button, #card button")]
  .filter((each) => {
    const box = each.getBoundingClientRect(), over = document.querySelector(".compare").getBoundingClientRect();
    const across = box.left < over.right && box.right > over.left;
    const down = box.top < over.bottom && box.bottom > over.top;
    return box.width && across && down && getComputedStyle(each).visibility === "visible";
  }).length"""

#: Texts of a hint that do not fit their boxes.
CLIPPED = """() => [...document.querySelectorAll(".hinting *, .hint-why *, .compare *")].filter((each) => {
  const unseen = (e) => e && (getComputedStyle(e).clipPath !== "none" || unseen(e.parentElement));
  if (!each.innerText || each.closest("svg") || unseen(each)) return false;
  const box = each.getBoundingClientRect();
  return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1 || each.scrollWidth > each.clientWidth + 2
    && !/^(inline|table.*)$/.test(getComputedStyle(each).display) && getComputedStyle(each).overflowX === "visible");
}).map((each) => each.className + ": " + each.innerText.slice(0, 40))"""


#: Parts of a hint that are cut off or covered. Its plan belongs above the cards, the cards above the
#: buttons.
CUT_OFF = """() => {
  const box = document.querySelector(".hint-why").getBoundingClientRect();
  const cards = document.querySelector("#action").getBoundingClientRect();
  const low = document.querySelector("#action .buttons").getBoundingClientRect().top;
  const parts = ".hint-why-head h2, .plan :is(dt:not(:first-child, .now + dt), p), .hint-card";
  return [...document.querySelectorAll(parts)].filter((each) => {
    const part = each.getBoundingClientRect(), clip = getComputedStyle(each.parentElement).clipPath;
    if (getComputedStyle(each).display === "none") return false;
    if (each.matches(".hint-card")) return part.bottom > low + 1;
    return part.height < 12 || clip !== "none" || part.bottom > box.bottom + 1 || part.bottom > cards.top + 1;
  }).map((each) => each.innerText);
}"""


#: How many words of the turns' steps and verdicts are shown, and which are hidden or overflow their cards.
WORDS = """() => {
  const parts = [...document.querySelectorAll(".hint-card :is(.hint-words, .hint-name)")];
  const box = (each) => each.getBoundingClientRect();
  const kept = (each, card) => box(each).right <= card.right + 1 && box(each).bottom <= card.bottom + 1;
  return [parts.length, parts.filter((each) => box(each).width < 10 || box(each).height < 8
    || !kept(each, box(each.closest(".hint-card")))).map((each) => each.outerHTML)];
}"""


def hinted(page: Page, opponents: int = 1) -> None:
    """Start a game, ask for a hint and wait for it."""
    begin(page, ["person", *["farmhand"] * opponents], seed=7)
    page.locator("#action [data-intent=hint]").click()
    page.locator(".plan dd").first.wait_for()
    answered(page)


def in_sight(page: Page, number: int) -> None:
    """Check which of the turns is shown on the board; one without a move on it has nothing to draw."""
    page.wait_for_function(
        "number => [...document.querySelectorAll('#board .kh-preview')]"
        ".every((each, at) => (getComputedStyle(each).display !== 'none') === (at === number))",
        arg=number,
    )


@pytest.mark.way
@pytest.mark.warm
def test_a_good_players_turns_are_looked_for_and_shown_on_the_board(page: Page) -> None:
    begin(page, ["person", "farmhand"], seed=7)
    page.locator("#action [data-intent=hint]").wait_for()
    moved = page.locator("#log .happening").count()
    # The pointer is where the third card will be: until it moves, the marked turn stays in sight.
    page.locator("#action [data-intent=hint]").click()
    cards = page.locator(".hint-card")
    cards.first.wait_for()
    box = cards.nth(2).bounding_box()
    assert box
    page.locator("#hint-close").click()
    expect(cards).to_have_count(0)  # or the cards of this search pass for those of the next one
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.keyboard.press("h")
    cards.first.wait_for()
    expect(cards).to_have_count(3)
    page.locator(".plan dd").first.wait_for()
    answered(page)
    in_sight(page, 0)
    # Once it moves, pointing at a turn shows it, and so does focusing it; the game gets no message.
    page.evaluate(
        "() => { window.redrawn = 0; new MutationObserver(() => window.redrawn++).observe("
        "document.getElementById('board'), { subtree: true, childList: true, attributes: true }) }"
    )
    page.mouse.move(box["x"] + 50, box["y"] + 45)
    in_sight(page, 2)
    page.mouse.move(640, 5)
    in_sight(page, 0)
    cards.nth(0).focus()
    page.keyboard.press("Tab")
    in_sight(page, 1)
    page.keyboard.press("Shift+Tab")
    in_sight(page, 0)
    assert page.evaluate("window.redrawn") == 0
    click(page, "hint", "2")
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    page.mouse.move(640, 5)
    in_sight(page, 1)
    expect(page.locator("#card h2")).to_have_text("Why B?")
    assert not faulted(page, "hint")
    click(page, "hint", "close")
    # On a phone the button for a hint is on the board.
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("#corners [data-intent=hint]").click()
    cards.first.wait_for()
    expect(cards).to_have_count(3)
    assert page.locator("#log .happening").count() == moved


@pytest.mark.warm
def test_a_hint_and_its_comparison_fit_and_what_is_beneath_is_out_of_reach(page: Page) -> None:
    hinted(page)
    for width, height in ((1440, 900), (1280, 720), (390, 844), (320, 568), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CLIPPED) == [], (width, height)
        assert not page.evaluate(TOO_SMALL.replace("main ", "main .hinting ")), (width, height)
        page.keyboard.press("=")
        expect(page.locator(".compare h2")).to_be_focused()
        page.evaluate("Promise.all(document.querySelector('.compare').getAnimations().map((each) => each.finished))")
        assert page.evaluate(BENEATH) == 0, (width, height)
        assert page.evaluate(CLIPPED) == [], (width, height)
        if width in (1440, 390):
            assert not faulted(page, f"comparison at {width}×{height}")
        page.keyboard.press("Escape")
        expect(page.locator(".compare")).to_have_count(0)
        expect(page.locator(".hint-card")).to_have_count(3)


@pytest.mark.warm
def test_a_phone_shows_the_plan_below_a_board_of_use_whole_or_within_reach_of_a_key(page: Page) -> None:
    hinted(page, opponents=3)
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for number in range(page.locator(".hint-card").count()):
            click(page, "hint", str(number + 1))
            answered(page)
            cut = page.evaluate(CUT_OFF)
            if cut:  # then the keyboard scrolls to it
                page.locator(".plan").press("End")
                page.wait_for_function("() => { const e = document.querySelector('.plan'); return e.scrollTop > 0; }")
                page.wait_for_timeout(200)
            assert not {*cut} & {*page.evaluate(CUT_OFF)}, (width, height, number)
            assert page.locator(".plan p:visible").count() > 0
            board = page.locator("#board .kh-full").evaluate("board => board.getBoundingClientRect().width")
            assert board > width / 2, (width, height, number)


@pytest.mark.warm
def test_a_phone_shows_all_turns_in_words_whichever_is_chosen(page: Page) -> None:
    hinted(page)
    for width, height in ((390, 844), (320, 844)):
        page.set_viewport_size({"width": width, "height": height})
        cards = page.locator(".hint-card")
        for number in range(3):
            cards.nth(number).click()
            answered(page)
            expect(cards.nth(number)).to_have_attribute("aria-pressed", "true")
            shown, hidden = page.evaluate(WORDS)
            assert shown >= 3 + 2
            assert hidden == [], (width, number)


@pytest.mark.warm
def test_no_turn_of_a_hint_scrolls_in_german_even_with_five_steps(page: Page) -> None:
    page.goto("/")
    answered(page)
    speak(page, "de")
    send(page, "open", {"name": "game.txt", "text": positions.last_turns()})
    send(page, "hint")
    page.locator(".hint-card").first.wait_for()
    expect(page.locator("#action progress")).to_have_count(0, timeout=60_000)
    steps = []
    for number in ("1", "2", "3"):
        send(page, "hint", number)
        steps.append(page.locator(".hint-card[aria-pressed=true] .hint-step").count())
        for width, height in ((1024, 768), (1280, 720), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            over = page.locator("#action").evaluate("panel => panel.scrollHeight - panel.clientHeight")
            assert over == 0, (number, width)
    assert max(steps) >= 5


@pytest.mark.warm
def test_a_turn_is_played_by_one_press(page: Page) -> None:
    hinted(page)
    page.keyboard.press("Shift+Enter")
    answered(page)
    expect(page.locator(".hint-card")).to_have_count(0)
    # Then the page asks for the end of the turn, or says that a tile was drawn.
    expect(page.locator("#action")).to_contain_text(re.compile(r"End your turn\?|as far as the draw"))


@pytest.mark.long  # tests/battery/determinism compares far more in the same Pyodide
def test_a_computer_player_decides_in_the_browser_as_it_does_elsewhere(page: Page) -> None:
    positions = []
    for players in (2, 3, 4):
        game, player = Game.new(players, start="random", seed=players), make_player("greedy", 1)
        while game.state.turn < 18:
            game.play(player.choose(game.observation(game.actor)))
            if len(game.legal()) > 12 and game.state.turn % 4 == 0:
                positions.append(position_text(game.state))
    here: dict[str, object] = {"positions": positions}
    exec(DECIDE, here)
    worker = in_thought.reached(page, "/")
    there = worker.evaluate(in_thought.RUN, f"import json\npositions = {positions!r}\n{DECIDE}\njson.dumps(decided)")
    assert json.loads(there) == here["decided"]
    assert len(positions) > 8
