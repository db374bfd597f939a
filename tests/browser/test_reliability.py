"""A page's mishaps during a game: each fault is reported, there is a way on, and no move is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect

from keyharvest.record import Record, record_text
from tests.browser.conftest import ARGUMENTS, OpenPage
from tests.browser.test_game import all_brought, answered, click, open_record
from tests.rules.builders import position
from web import environment

FULL_STORAGE = """() => { IDBObjectStore.prototype.put = () => {
    throw new DOMException("It is full", "QuotaExceededError") } }"""
HANGING_STORAGE = """() => { IDBObjectStore.prototype.put = () => {};
    IDBTransaction.prototype.commit = () => {};
    for (const name of ["oncomplete", "onabort", "onerror"])
        Object.defineProperty(IDBTransaction.prototype, name, { set() {} }) }"""
ELSEWHERE = "Key Harvest is open in another tab now, so this one is paused. Your saved games are safe."


def end_turn(page: Page) -> None:
    """End the person's turn and wait for the next one."""
    turn = number(page)
    page.locator("#end").click()
    on_turn(page, turn + 1)


def number(page: Page) -> int:
    """Return the number of the round."""
    found = re.search(r"Round (\d+)", page.locator("#top").inner_text())
    assert found
    return int(found[1])


def on_turn(page: Page, turn: int) -> None:
    """Check that the page is at the person's turn of a round."""
    expect(page.locator("#top")).to_contain_text(f"Round {turn}:")
    expect(page.locator("#end")).to_be_visible()


def try_again(page: Page, told: str, button: str = "Try again") -> None:
    """Check that the page reports a fault over the unchanged game; its button leads back to the game."""
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text(told)
    assert page.locator("#main").evaluate("main => main.getBoundingClientRect().top") == 0
    trouble.get_by_role("button", name=button).click()
    expect(trouble).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")


def play(page: Page) -> None:
    """Open a game against a computer near its end: no event is left that could ask a question."""
    state = position(board1="A1", board2="B1", hand1="h3", hand2="v3", placed="MNOPQRSTUV", events="", left=4)
    headers = {"Seat1": "Ann", "Seat2": "Ada", "Player2": "greedy"}
    page.goto("/")
    answered(page)
    open_record(page, record_text(Record(state, [], headers)))
    page.locator("#end").wait_for()


@pytest.fixture
def brisk(served: str) -> StorageState:
    """Settings for quick games: computers move at once, and ending a turn needs no confirmation."""
    settings = json.dumps({"pace": "fast", "confirm": False})
    return {
        "cookies": [],
        "origins": [{"origin": served, "localStorage": [{"name": "keyharvest:settings", "value": settings}]}],
    }


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ('{"language": 5}', "settings: language: expected one of"),
        pytest.param('{"language": "constructor"}', "settings: language: expected one of", marks=pytest.mark.long),
        ("[" * 20_000, "settings: brackets are nested too deeply"),
    ],
)
def test_settings_that_cannot_be_read_are_reported_and_keep_no_page_from_starting(
    open_page: OpenPage, served: str, settings: str, fault: str
) -> None:
    stored = [{"name": "keyharvest:settings", "value": settings}]
    page = open_page(storage_state={"cookies": [], "origins": [{"origin": served, "localStorage": stored}]})
    page.goto("/")
    answered(page)
    expect(page.locator("#alert")).to_contain_text(fault)


@pytest.fixture
def table(open_page: OpenPage, brisk: StorageState) -> Page:
    """A page with a game and a person to act."""
    page = open_page(storage_state=brisk)
    play(page)
    return page


# ---- the worker


def silent(page: Page) -> None:
    page.evaluate("keyharvest.first.stop()")
    page.clock.fast_forward(12_000)


def out_of_memory(page: Page) -> None:
    page.workers[0].evaluate("setTimeout(() => { throw new RangeError('Out of memory') })")


@pytest.mark.parametrize(
    ("end", "told"),
    [
        pytest.param(silent, "The game isn't responding: nothing for 10 seconds.", id="dead"),
        pytest.param(out_of_memory, "The game can't continue here.", id="out of memory", marks=pytest.mark.long),
    ],
)
def test_a_worker_that_dies_while_a_computer_thinks_takes_no_move_along(
    page: Page, faults: list[str], end: Callable[[Page], None], told: str
) -> None:
    page.clock.install()
    play(page)
    turn = number(page)
    page.locator("#end").click()
    page.locator("#end.main").click()
    expect(page.locator("[data-intent=pause]")).to_be_visible()
    end(page)
    try_again(page, told)
    on_turn(page, turn + 1)
    assert faults in ([], ["uncaught: Out of memory"])
    faults.clear()


def test_a_tab_that_crashes_takes_no_move_along(table: Page) -> None:
    end_turn(table)
    turn = number(table)
    other = table.context.new_page()
    with pytest.raises(Exception, match="crash"):
        table.goto("chrome://crash")
    other.goto("/")
    click(other, "continue")
    on_turn(other, turn)


# ---- storage


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(FULL_STORAGE, id="full"),
        pytest.param(
            "() => { IDBDatabase.prototype.transaction = () => new EventTarget() }", id="broken", marks=pytest.mark.long
        ),
        pytest.param(HANGING_STORAGE, id="hanging"),
    ],
)
def test_storage_that_fails_is_told_in_the_game_with_a_way_to_save_it(table: Page, broken: str) -> None:
    table.evaluate(broken)
    end_turn(table)
    expect(table.locator("body")).to_have_attribute("data-storage", "blocked" if broken == FULL_STORAGE else "slow")
    opener = table.get_by_role("button", name="Not saved")
    expect(opener).to_be_in_viewport()
    opener.click()  # only says what it is about
    save = table.get_by_role("button", name="Save this game as a file")
    with table.expect_download():
        save.click()


@pytest.mark.parametrize("how", ["throw new DOMException('denied', 'SecurityError')", "return new EventTarget()"])
def test_storage_that_never_opens_is_told_and_nothing_is_promised(open_page: OpenPage, how: str) -> None:
    page = open_page()
    page.add_init_script(f"IDBFactory.prototype.open = () => {{ {how} }}")
    page.goto("/")
    answered(page)
    told = "Your browser blocks storage" if "throw" in how else "The page keeps trying."
    expect(page.locator("main").get_by_text(told)).to_be_visible()
    expect(page.get_by_text("Games stay in this browser")).to_be_hidden()
    click(page, "quick")
    expect(page.get_by_role("button", name="Not saved")).to_be_in_viewport()


def test_full_storage_is_told_and_a_game_lives_as_long_as_the_page(table: Page, faults: list[str]) -> None:
    table.evaluate(FULL_STORAGE)
    end_turn(table)
    turn = number(table)
    expect(table.locator("body")).to_have_attribute("data-storage", "blocked")
    out_of_memory(table)
    try_again(table, "The game can't continue here.")
    on_turn(table, turn)
    click(table, "settings")
    expect(table.get_by_text("Your browser blocks storage")).to_be_visible()
    assert faults == ["uncaught: Out of memory"]
    faults.clear()


# ---- two tabs


@pytest.mark.way
def test_of_two_tabs_with_one_game_only_the_one_that_plays_goes_on(table: Page) -> None:
    other = table.context.new_page()
    other.goto("/")
    click(other, "continue")
    end_turn(table)
    expect(table.locator("#trouble")).to_be_hidden()

    other.locator("#end").dispatch_event("click")  # has no effect, like a press: the page is inert
    try_again(other, ELSEWHERE, "Continue here")
    on_turn(other, number(table))
    other.evaluate("document.getElementById('news').textContent = 'Ann has played.'")
    end_turn(other)
    try_again(table, ELSEWHERE, "Continue here")
    on_turn(table, number(other))
    expect(other.locator("#trouble")).to_contain_text(ELSEWHERE)
    expect(other.locator("#news")).to_be_empty()  # a paused page can't lead to another game


# ---- away and back


#: Makes a page count how often it returns from the cache.
COUNTED = "self.back = 0; addEventListener('pageshow', ({ persisted }) => { self.back += persisted; })"
#: Reports when the page has written everything.
WRITTEN = """async () => {
  const opening = indexedDB.open("keyharvest");
  await new Promise((done) => { opening.onsuccess = done; });
  const transaction = opening.result.transaction("saved", "readwrite");
  await new Promise((done) => { transaction.oncomplete = done; });
  opening.result.close();
}"""


class NotKeptError(Exception):
    """The browser was too busy to cache a page in time, and has loaded it again."""


def away_and_back(page: Page, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Leave an idle page for another, do something, and return to it."""
    answered(page)
    page.evaluate(WRITTEN)
    times = page.evaluate("self.back")
    page.goto("/licences.txt")
    meanwhile()
    page.go_back(wait_until="commit")
    if page.evaluate("self.back === undefined"):
        raise NotKeptError
    page.wait_for_function("times => self.back > times", arg=times)


def go_away_and_back(context: BrowserContext) -> None:
    """A page that returns continues its game; if its game continued elsewhere meanwhile, it says so."""
    page = context.new_page()
    with all_brought(page):  # a page that is still loading is not cached
        play(page)
    page.evaluate(COUNTED)
    away_and_back(page)
    end_turn(page)

    other = context.new_page()

    def play_there() -> None:
        other.goto("/")
        click(other, "continue")
        end_turn(other)

    away_and_back(page, play_there)
    try_again(page, ELSEWHERE, "Continue here")
    on_turn(page, number(other))


def test_a_page_from_the_back_forward_cache_goes_on_unless_the_game_did(
    browser: Browser, served: str, brisk: StorageState
) -> None:
    # Playwright switches this cache off, and a Chromium without windows has none.
    caching = browser.browser_type.launch(
        executable_path=environment.chromium(), args=ARGUMENTS, ignore_default_args=["--disable-back-forward-cache"]
    )
    for last in (False, False, True):
        context = caching.new_context(base_url=served, storage_state=brisk, service_workers="block")
        try:
            go_away_and_back(context)
            break
        except NotKeptError:
            context.close()
            assert not last, "the browser has not kept the page"
    caching.close()


def test_a_long_sleep_does_the_game_no_harm(table: Page) -> None:
    turn = number(table)
    table.locator("#end").click()
    devtools = table.context.new_cdp_session(table)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.wait_for_timeout(500)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    on_turn(table, turn + 1)
    expect(table.locator("#trouble")).to_be_hidden()
    end_turn(table)
    answered(table)
