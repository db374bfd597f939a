"""The page before the game is loaded: look at other screens, fill in a form, start a game."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PAINTED, OpenPage
from tests.browser.test_game import answered


@pytest.fixture
def let_go(page: Page) -> Callable[[], None]:
    """Open the page with its shell ready while Pyodide is held back; calling the result releases it."""
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.goto("/")
    expect(page.locator("body")).to_have_attribute("data-shell", "ready")

    def let_go() -> None:
        for route in held:
            route.continue_()

    return let_go


def test_screens_are_there_before_the_game(page: Page, let_go: Callable[[], None]) -> None:
    titles = {"Rules": "Rules", "Settings": "Settings", "Cards": "Cards", "New game": "Who's at the table?"}
    for name, title in titles.items():
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        page.get_by_role("button", name=re.compile("Back|Home")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Key Harvest")
    expect(page.locator("#progress")).not_to_contain_text("Your choice is waiting")
    page.get_by_role("button", name="Rules").click()
    let_go()
    answered(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Key Harvest")


def test_what_is_filled_in_before_the_game_is_there_stays(page: Page, let_go: Callable[[], None]) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="New game").click()
    name = page.get_by_label("Name for seat 1")
    name.fill("Thérèse")
    let_go()
    answered(page)
    expect(name).to_have_value("Thérèse")
    page.get_by_role("button", name="Start game").click()
    answered(page)
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(page.locator("main")).to_contain_text("Thérèse")


@pytest.mark.smoke
def test_a_game_can_be_begun_before_the_game_is_there(page: Page, let_go: Callable[[], None]) -> None:
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Name for seat 1").fill("Nils")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#progress")).to_contain_text("Your choice is waiting")
    let_go()
    answered(page)
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(page.locator("main")).to_contain_text("Nils")


def test_screens_are_there_before_all_of_the_game(page: Page) -> None:
    """At the first click, files that the game reads on demand may still be loading."""
    held: list[Route] = []
    page.route("**/on-demand.zip", lambda route: held.append(route))
    page.goto("/")
    expect(page.locator("body")).to_have_attribute("data-game", "ready")
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    page.get_by_role("button", name=re.compile("Back|Home")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Key Harvest")
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Name for seat 1").fill("Thérèse")
    held[0].continue_()
    answered(page)
    expect(page.get_by_label("Name for seat 1")).to_have_value("Thérèse")
    page.get_by_role("button", name="Start game").click()
    answered(page)
    expect(page.locator("main")).to_contain_text("Thérèse")


def test_what_was_saved_is_not_covered_by_screens_for_nothing_saved(page: Page) -> None:
    settings = '{"theme":"dark","pace":"slow","confirm":true}'
    page.add_init_script(f"localStorage.setItem('keyharvest:settings', '{settings}')")
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.goto("/")
    expect(page.locator("body")).to_have_attribute("data-shell", "ready")
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#progress")).to_contain_text("Your choice is waiting")
    expect(page.locator("body")).to_have_attribute("data-screen", "home")
    for route in held:
        route.continue_()
    answered(page)
    expect(page.get_by_role("radio", name="Slow")).to_be_checked()


def open_unheard(page: Page) -> None:
    """Open the page while its shell's file is held back, and wait until it keeps clicks for the shell."""
    page.goto("/", wait_until="commit")  # the whole page waits for that file
    while not page.evaluate("Boolean(globalThis.keyharvest?.first)"):
        page.wait_for_timeout(20)


def test_a_tap_before_the_shell_listens_is_not_lost(page: Page) -> None:
    held: list[Route] = []
    page.route("**/shell.mpy", lambda route: held.append(route))
    open_unheard(page)
    page.get_by_role("button", name="Rules").click()
    held[0].continue_()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")


# ---- a first board

#: The page as people and assistive technology perceive it; the marks of the shell itself aside.
SHOWN = "document.documentElement.lang + document.getElementById('main').outerHTML"
FOCUSED = "document.activeElement.id"
#: Counts what is redrawn from now on.
WATCH = """() => new MutationObserver((changes) => { document.body.dataset.touched = changes.length; }).observe(
    document.getElementById("main"),
    { subtree: true, childList: true, attributes: true, characterData: true },
)"""
#: Numbers of boards: whose turn it is at the person's first decision.
OWN_TURN, AFTER_THEIR_TURN, IN_THEIR_TURN = 3, 0, 2
#: In place of chance, this number.
CHANCE = "crypto.getRandomValues = (array) => array.fill({});"


def held_back(page: Page, file: str, board: int) -> Callable[[], None]:
    """Hold back a file until the returned function is called; the first board is the one with this number."""
    held: list[Route] = []
    page.add_init_script(CHANCE.format(board))
    page.route(f"**/{file}", lambda route: held.append(route))

    def let_go() -> None:
        for route in held:
            route.continue_()
        page.unroute(f"**/{file}")

    return let_go


def painted(page: Page) -> bytes:
    """Take a picture of a page painted as a whole: where only parts are painted again, their edges look different."""
    page.mouse.move(0, 0)  # what it points at would be described after a while
    page.set_viewport_size({"width": 700, "height": 700})
    page.set_viewport_size({"width": 1280, "height": 720})
    return picture(page)


def picture(page: Page) -> bytes:
    """Take a picture of a page."""
    page.evaluate(PAINTED)
    return page.screenshot()


def play(page: Page) -> None:
    """Begin a game, and wait for its board."""
    page.locator("[data-intent=quick]").click()
    page.locator("body[data-screen=game]").wait_for()


#: Asks the game in this browser for all that a board has answers to; returns their number and those that differ.
DIFFERENT = """async (address) => {
    const { deal, patch, answers } = await (await fetch(address)).json();
    const worker = keyharvest.start('{"whole": true}'), waiting = [];
    const answer = (intent, value = null) => {
        worker.send(JSON.stringify({ intent, value }));
        return new Promise((done) => waiting.push(done));
    };
    worker.listen((text, panels) => {
        const { answer, patch } = JSON.parse(text), { chosen, ...told } = patch ?? {}; // only the worker has it stored
        if (answer) waiting.shift()({ told, panels });
    });
    worker.send(JSON.stringify({ saved: { language: document.documentElement.lang } }));
    const different = [];
    for (const choice of Object.keys(answers)) {
        await answer("quick", deal);
        const [intent, value] = [choice.split(" ")[0], JSON.parse(choice.slice(choice.indexOf(" ")))];
        const { told, panels } = await answer(intent, value);
        const drawn = keyharvest.answer(choice);
        const ours = JSON.stringify([JSON.parse(drawn.text), drawn.panels]);
        if (JSON.stringify([told, panels ?? []]) !== ours) different.push(choice);
        await answer("delete", "all");
    }
    worker.stop();
    return [Object.keys(answers).length, different];
}"""


@pytest.mark.parametrize(
    ("locale", "board"),
    [
        ("de", AFTER_THEIR_TURN),
        *(pytest.param(*each, marks=pytest.mark.long) for each in (("en-GB", OWN_TURN), ("fr", IN_THEIR_TURN))),
    ],
)
def test_a_board_is_there_before_the_game_and_stays_as_it_is(open_page: OpenPage, locale: str, board: int) -> None:
    page = open_page(locale=locale)
    let_go = held_back(page, "pyodide.asm.wasm", board)
    with page.expect_request("**/boards/*") as asked:
        page.goto("/")
    page.locator("body[data-shell=ready]").wait_for()
    play(page)
    seen, drawn, focus = picture(page), page.evaluate(SHOWN), page.evaluate(FOCUSED)
    assert drawn.startswith(locale[:2])
    page.evaluate(WATCH)
    let_go()
    answered(page)
    page.locator("body[data-whole]").wait_for()
    assert page.evaluate(SHOWN) == drawn
    assert page.evaluate("document.body.dataset.touched") is None, "the game has redrawn what was there"
    assert page.evaluate(FOCUSED) == focus
    assert picture(page) == seen
    # All answers drawn ahead are those of the game in this browser.
    number, different = page.evaluate(DIFFERENT, asked.value.url)
    assert number >= 15
    assert different == []


@pytest.mark.parametrize(
    ("press", "sheet", "screen"),
    [("quick", "table", "game"), pytest.param("settings", "rest", "settings", marks=pytest.mark.long)],
)
def test_a_screen_waits_for_its_style(page: Page, press: str, sheet: str, screen: str) -> None:
    held: list[Route] = []
    page.route(f"**/{sheet}.css", lambda route: held.append(route))
    page.goto("/", wait_until="commit")  # the page is loaded only with its sheets
    page.locator("body[data-shell=ready]").wait_for()
    page.locator(f"[data-intent={press}]").first.click()
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(page.locator("body")).to_have_attribute("data-screen", "home")
    held[0].continue_()
    page.locator(f"body[data-screen={screen}]").wait_for()


def test_a_screen_whose_style_does_not_come_is_shown_without(page: Page, faults: list[str]) -> None:
    page.route("**/rest.css", lambda route: route.abort())
    page.goto("/")
    answered(page)
    page.locator("[data-intent=settings]").first.click()
    page.locator("body[data-screen=settings]").wait_for()
    faults.clear()  # the browser logs the request


PRESSED = "[aria-pressed=true], [aria-selected=true]"


@pytest.mark.parametrize(
    ("locale", "board", "choice"),
    [
        ("en-GB", OWN_TURN, "#registry [data-intent=tile]"),
        ("de", AFTER_THEIR_TURN, "#tray .lit"),
        pytest.param("fr", IN_THEIR_TURN, "#board [data-intent=tap]:not([aria-disabled])", marks=pytest.mark.long),
    ],
)
def test_the_first_choice_is_answered_before_the_game_is_there(
    open_page: OpenPage, locale: str, board: int, choice: str
) -> None:
    page = open_page(locale=locale)
    let_go = held_back(page, "pyodide.asm.wasm", board)
    page.goto("/")
    page.locator("body[data-shell=ready]").wait_for()
    play(page)
    before = page.evaluate(SHOWN)
    page.locator(choice).first.click()
    expect(page.locator(f"#main :is({PRESSED})").first).to_be_attached()
    expect(page.locator("#progress")).to_have_attribute("data-waiting", "0")
    seen, drawn, focus = painted(page), page.evaluate(SHOWN), page.evaluate(FOCUSED)
    assert drawn != before
    page.evaluate(WATCH)
    let_go()
    answered(page)
    page.locator("body[data-whole]").wait_for()
    assert page.evaluate(SHOWN) == drawn
    assert page.evaluate("document.body.dataset.touched") is None, "the game has redrawn what was there"
    assert page.evaluate(FOCUSED) == focus
    assert painted(page) == seen


def test_a_board_and_a_choice_on_it_are_there_before_the_shell(page: Page) -> None:
    """The shell finds the board, answers the choice and redraws nothing else."""
    let_go, listen = (held_back(page, file, OWN_TURN) for file in ("pyodide.asm.wasm", "shell.mpy"))
    open_unheard(page)
    play(page)
    board = page.locator("#board")
    tile = page.locator("#registry [data-intent=tile]").first
    tile.click()
    page.evaluate("document.getElementById('board').dataset.laid = ''")
    assert page.evaluate("document.body.dataset.shell") is None
    listen()
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(board).to_have_attribute("data-laid", "")
    drawn = page.evaluate(SHOWN)
    let_go()
    answered(page)
    page.locator("body[data-whole]").wait_for()
    assert page.evaluate(SHOWN) == drawn
    expect(page.locator("body")).to_have_attribute("data-screen", "game")


def test_a_board_laid_before_the_shell_stays_if_the_worker_is_quicker(page: Page) -> None:
    listen = held_back(page, "shell.mpy", OWN_TURN)
    open_unheard(page)
    play(page)
    drawn = page.evaluate(SHOWN)
    page.evaluate(WATCH)
    # The shell starts in steps: the worker has all it needs long before the last one.
    page.evaluate("""() => {
        const { setTimeout } = window;
        let steps = 0;
        window.setTimeout = (step, ms) => setTimeout(step, ms ?? 1000 * steps++);
    }""")
    listen()
    page.locator("body[data-shell=ready]").wait_for()
    answered(page)
    page.locator("body[data-whole]").wait_for()
    assert page.evaluate(SHOWN) == drawn
    assert page.evaluate("document.body.dataset.touched") is None, "the shell or the game has redrawn what was there"


def test_a_double_click_before_the_shell_begins_one_game(page: Page) -> None:
    listen = held_back(page, "shell.mpy", OWN_TURN)
    boards = held_back(page, "boards/*", OWN_TURN)
    open_unheard(page)
    page.locator("[data-intent=quick]").dblclick()
    listen()
    page.locator("body[data-shell=ready]").wait_for()
    boards()
    answered(page)
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    assert page.evaluate("history.state") == '["home", "game:1"]'


def test_a_second_choice_waits_for_the_game(page: Page) -> None:
    """Even the same once more, which here deselects what it has selected."""
    let_go = held_back(page, "pyodide.asm.wasm", OWN_TURN)
    page.goto("/")
    page.locator("body[data-shell=ready]").wait_for()
    play(page)
    field = page.locator("#board [data-intent=tap]:not([aria-disabled])").first
    field.click()
    expect(field).to_have_attribute("aria-selected", "true")
    line = page.locator("#progress")
    expect(line).to_have_attribute("data-waiting", "0")
    drawn = page.evaluate(SHOWN)
    for _ in range(2):  # it doesn't wait twice
        field.click()
        expect(line).to_contain_text("Your choice is waiting")
        expect(line).to_have_attribute("data-waiting", "1")
    assert page.evaluate(SHOWN) == drawn
    let_go()
    answered(page)
    expect(field).to_have_attribute("aria-selected", "false")


def test_what_the_build_has_not_answered_waits_for_the_game(page: Page) -> None:
    let_go = held_back(page, "pyodide.asm.wasm", OWN_TURN)
    page.goto("/")
    page.locator("body[data-shell=ready]").wait_for()
    play(page)
    drawn = page.evaluate(SHOWN)
    space = page.locator("#board [data-intent=tap][aria-disabled=true]").first
    space.click(force=True)
    expect(page.locator("#progress")).to_contain_text("Your choice is waiting")
    page.locator("[data-intent=aim]").first.click()
    expect(page.locator("#progress")).to_have_attribute("data-waiting", "2")
    assert page.evaluate(SHOWN) == drawn
    let_go()
    answered(page)
    expect(page.locator("[data-intent=aim]").first).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("what", ["patch", "answers"])
def test_the_game_wins_if_it_answers_something_else(page: Page, what: str) -> None:
    def other(route: Route) -> None:
        made = route.fetch().json()
        text = json.dumps(made[what])
        assert "Harvest" in text
        route.fulfill(json={**made, what: json.loads(text.replace("Harvest", "Reap").replace("harvest?", "reap?"))})

    page.route("**/boards/*", other)
    let_go = held_back(page, "pyodide.asm.wasm", OWN_TURN)
    page.goto("/")
    page.locator("body[data-shell=ready]").wait_for()
    play(page)
    aim = page.locator("[data-intent=aim][data-value=harvest]")
    aim.click()
    expect(aim).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#main")).to_contain_text(re.compile("Reap|reap"))
    let_go()
    answered(page)
    expect(page.locator("#main")).not_to_contain_text(re.compile("Reap|reap"))
    expect(aim).to_have_attribute("aria-pressed", "true")
    expect(aim).to_contain_text("Harvest")


def test_what_leads_away_from_a_board_drawn_ahead_waits(page: Page, let_go: Callable[[], None]) -> None:
    play(page)
    page.get_by_role("button", name="Leave game", exact=True).click()
    expect(page.locator("#progress")).to_contain_text("Your choice is waiting")
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    let_go()
    answered(page)
    expect(page.locator("body")).to_have_attribute("data-screen", "home")
    expect(page.get_by_role("button", name=re.compile("Continue"))).to_be_visible()


def test_no_visit_gets_the_board_of_the_one_before(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(CHANCE.format(OWN_TURN))  # chance alone would choose the same one every time
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url) if "/boards/" in request.url else None)
    page.route("**/worker.js", lambda route: None)  # the game itself is not needed
    for _ in range(4):
        page.goto("/")
        page.locator("body[data-shell=ready]").wait_for()
        page.goto("about:blank")
    assert len(seen) == 4
    assert all(one != other for one, other in itertools.pairwise(seen))


def test_a_board_that_does_not_come_leaves_the_start_as_it_is(page: Page, faults: list[str]) -> None:
    page.route("**/boards/*", lambda route: route.abort())
    page.goto("/")
    play(page)
    answered(page)
    expect(page.locator("#board")).to_be_visible()
    assert faults
    faults.clear()


def test_what_is_saved_gets_no_board_drawn_ahead(page: Page) -> None:
    page.add_init_script("localStorage.setItem('keyharvest:settings', '{\"pace\":\"slow\"}')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    let_go = held_back(page, "pyodide.asm.wasm", OWN_TURN)
    page.goto("/")
    page.locator("body[data-shell=ready]").wait_for()
    page.locator("[data-intent=quick]").click()
    expect(page.locator("#progress")).to_contain_text("Your choice is waiting")
    expect(page.locator("body")).to_have_attribute("data-screen", "home")
    let_go()
    answered(page)
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    assert not [url for url in asked if "/boards/" in url]
