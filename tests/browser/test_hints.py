"""A hint asked for in the built page: looked for in the worker, shown on the board, on a desk and on a phone."""

from __future__ import annotations

import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.record import position_text
from tests.browser.test_game import answered, begin, click
from tests.browser.test_screens import TOO_SMALL
from web.bench import in_thought

#: What the strongest level does in each of some positions, in whatever Python runs it.
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


def test_a_good_players_turns_are_looked_for_and_shown_on_the_board(page: Page) -> None:
    begin(page, ["person", "farmhand"], seed=7)
    page.locator("#action [data-intent=hint]").wait_for()
    moved = page.locator("#log .happening").count()
    page.locator("#action [data-intent=hint]").click()
    turns = page.locator(".hint-turn")
    turns.first.wait_for()
    expect(turns).to_have_count(3)
    answered(page)
    previews = page.locator("#board .kh-preview")
    expect(previews).to_have_count(3)

    def in_sight(number: int) -> None:
        for at in range(3):
            (expect(previews.nth(at)).to_be_visible if at == number else expect(previews.nth(at)).to_be_hidden)()

    page.mouse.move(640, 5)
    in_sight(0)
    # Pointing at a turn brings it to the front, and so does the focus of the keyboard; the game is not asked.
    page.evaluate(
        "() => { window.redrawn = 0; new MutationObserver(() => window.redrawn++).observe("
        "document.getElementById('board'), { subtree: true, childList: true, attributes: true }) }"
    )
    turns.nth(2).hover()
    in_sight(2)
    page.mouse.move(640, 5)
    in_sight(0)
    turns.nth(0).focus()
    page.keyboard.press("Tab")
    in_sight(1)
    page.keyboard.press("Shift+Tab")
    in_sight(0)
    assert page.evaluate("window.redrawn") == 0
    click(page, "hint", "2")
    expect(turns.nth(1)).to_have_attribute("aria-pressed", "true")
    page.mouse.move(640, 5)
    in_sight(1)
    assert Axe().run(page).violations_count == 0
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not page.evaluate(TOO_SMALL.replace("main [role=gridcell]", "main [role=none]"))
    click(page, "hint", "close")
    # On a phone the way to a hint lies on the board.
    page.locator("#corners [data-intent=hint]").click()
    turns.first.wait_for()
    expect(turns).to_have_count(3)
    assert page.locator("#log .happening").count() == moved


def test_a_computer_player_decides_in_the_browser_as_it_does_elsewhere(page: Page) -> None:
    positions = []
    for players in (2, 3, 4):
        game, player = Game.new(players, start="random", seed=players), make_player("greedy", 1)
        while game.state.turn < 14:
            game.play(player.choose(game.observation(game.actor)))
            if len(game.legal()) > 12 and game.state.turn % 4 == 0:
                positions.append(position_text(game.state))
    here: dict[str, object] = {"positions": positions}
    exec(DECIDE, here)
    worker = in_thought.reached(page, "/")
    there = worker.evaluate(in_thought.RUN, f"import json\npositions = {positions!r}\n{DECIDE}\njson.dumps(decided)")
    assert json.loads(there) == here["decided"]
    assert len(positions) > 8
