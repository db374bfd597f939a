"""Play against the weakest level, by the keyboard alone and by accessible names alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from keyharvest.players import make_player
from keyharvest.record import record_text
from keyharvest.rules.components import EVENT_SPACES
from keyharvest.table.chairs import PERSON, Chair
from keyharvest.table.sitting import Sitting
from tests.browser.conftest import PATIENCE
from tests.browser.test_game import all_brought, answered, open_record

#: With this seed the events come early, so the game is soon over.
SEED = 2

#: What a keyboard player sees: the screen, the focus, whether a question is open and which actions can be chosen for
#: it.
SEEN = """() => {
  const focused = document.activeElement;
  return {
    screen: document.body.dataset.screen,
    focus: focused === document.body ? '' : focused.id || focused.tagName,
    asked: Boolean(document.getElementById('card-title')),
    acts: [...document.querySelectorAll('.act:not([aria-disabled])')].map((act) => act.dataset.value),
    turn: Boolean(document.querySelector('.acts')),
  };
}"""


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other, each once the last one has been answered."""
    for key in keys:
        page.keyboard.press(key)
        answered(page)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element of a selector has the focus."""
    for _each in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab leads nowhere to {selector}")


def play_on(page: Page, turns: int = 0) -> None:
    """Play by keys to the end of the game, or for a few turns. Something has the focus at every step.

    It stores all tiles it can, since that draws the events.
    """
    for _each in range(600):
        seen = page.evaluate(SEEN)
        assert seen["focus"], "nothing has the focus"
        if seen["screen"] == "ending":
            return
        if not seen["asked"]:
            press(page, "y")
            page.locator("main:not(:has([data-intent=hurry]))").wait_for()
        elif not seen["turn"]:
            press(page, "[", "Enter")
        elif "store" in seen["acts"]:
            press(page, "4", "]", "Enter", "]", "Enter", "Shift+Enter")
        elif "place" in seen["acts"]:
            press(page, "3", "]", "Enter", "Shift+Enter")
        elif "harvest" in seen["acts"]:
            press(page, "1", "]", "Enter", "Shift+Enter")
        else:
            press(page, "x")
            turns -= 1
            if not turns:
                return
    raise AssertionError("the game does not end")


def last_rounds(sitting: Sitting) -> str:
    """Return a game's record once good players have come to its last two rounds."""
    game, players = sitting.game, [make_player("greedy", seat) for seat in range(len(sitting.chairs))]
    while game.state.left < 0:
        game.play(players[game.actor].choose(game.observation(game.actor)))
    return record_text(sitting.record())


@pytest.mark.way
@pytest.mark.warm
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_game_is_begun_and_ended_by_keyboard_alone(page: Page, whole: bool) -> None:
    page.goto("/")
    answered(page)
    tab_to(page, "[data-intent=new]")
    press(page, "Enter")
    tab_to(page, "[name=level2]")
    press(page, "Home")
    for _each in range(4):
        if not page.locator("[name=level2][value=apprentice]").is_checked():
            press(page, "ArrowLeft")
    tab_to(page, "details:has(#seed) > summary")
    press(page, "Enter")
    tab_to(page, "#seed")
    page.keyboard.type(str(SEED))
    press(page, "Enter")
    page.locator("body[data-screen=game]").wait_for()
    if not whole:
        play_on(page, turns=2)
        page.goto("about:blank")  # a reload would return to the table
        page.goto("/")
        answered(page)
        chairs = Chair("Robin", PERSON), Chair("Ada", "apprentice")
        open_record(page, last_rounds(Sitting.new(chairs, "random", SEED)))
        page.locator("body[data-screen=game]").wait_for()
    play_on(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("won|share"))


def named(page: Page | Locator, role: str, name: str) -> Locator:
    """Return the usable elements with a role and a matching name."""
    return page.get_by_role(role, name=re.compile(name), disabled=False)  # type: ignore[arg-type]


def use(page: Page, role: str, *names: str) -> bool:
    """Press the first element with a role and one of several names; return whether there was one."""
    for name in names:
        found = named(page, role, name)
        if found.count():
            found.first.click()
            answered(page)
            return True
    return False


def played(events: int) -> str:
    """Return a game between computers up to some number of events, with Robin listed as a person."""
    sitting = Sitting.new((Chair("Robin", "apprentice"), Chair("Ada", "apprentice")), "random", SEED)
    while len(sitting.game.state.placed) < events:
        sitting.step()
    sitting.game.headers["Player1"] = PERSON
    return record_text(sitting.record())


@pytest.mark.parametrize("events", [EVENT_SPACES - 1, pytest.param(0, marks=pytest.mark.long)])
def test_a_game_by_accessible_names_alone_offline(page: Page, events: int) -> None:
    """A screen reader's text is enough to play, up to the table of points, and without a network."""
    with all_brought(page):
        page.goto("/")
        use(page, "button", "^Settings")
        page.get_by_role("radio", name="Step").check()  # others' turns wait to be skipped
        use(page, "button", "^Back")
        open_record(page, played(events))
        page.get_by_role("region", name="What to do").wait_for()
    page.context.set_offline(True)
    done: set[str] = set()
    for _each in range(600):
        answered(page)
        if page.get_by_role("heading", name=re.compile("won|share")).count():
            break
        done.add(_on(page, done))
    assert done > {*_ACTIONS}
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("won|share"))
    page.get_by_text("As a table").first.click()
    table = page.get_by_role("table", name="Points by source")
    for head in ("workers", "largest group", "second, doubled", "crop majorities"):
        expect(table.get_by_role("columnheader", name=head)).to_be_visible()


#: For each action: what is chosen for it, and what then carries it out.
_ACTIONS = {
    "Store": (("button", "in the registry.*can be chosen"), ("button", "^Add .*:"), ("button", "^Store [A-G]")),
    "Place": (("button", "in your store.*can be chosen"), ("button", "^Place [A-G]")),
    "Harvest": (("gridcell", "can be chosen"), ("button", "^Harvest .* field")),
}


def _on(page: Page, done: set[str]) -> str:
    """Take the next step: an action, which is returned, an answer, the end of the turn, or on to the next question.

    Of several actions, one that isn't *done* yet comes first.
    """
    do = page.get_by_role("region", name="What to do")
    skip = named(do, "button", "^(To your turn|Skip ahead)")
    if use(page, "button", "^To your turn", "^Skip ahead"):
        expect(skip).to_have_count(0, timeout=PATIENCE)
    elif page.get_by_role("toolbar", name="The four actions").count():
        for action, steps in sorted(_ACTIONS.items(), key=lambda each: each[0] in done):
            if use(page, "button", rf"^{action} \d"):
                for role, name in steps:
                    assert use(page, role, name), (action, name)
                return action
        use(page, "button", "^Yes, end turn", "^End turn")
    elif answers := named(do, "button", "^(?!Undo|Redo|Cancel|Hint|All |Rule|Step|To your turn|Skip ahead)").all():
        answers[-1].click()
    elif not skip.count() and not use(page, "button", "^One .* more", "can be chosen"):
        use(page, "gridcell", "can be chosen")  # unless a turn has begun meanwhile
    return ""
