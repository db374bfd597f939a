"""The keyboard: what each key does, that the help lists exactly these, and dialogs that open and close."""

from __future__ import annotations

import re
from html import unescape

import pytest

from keyharvest.advice.advice import advice
from keyharvest.advice.hints import Hints, described
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.screen import Screen
from keyharvest.page.session import Session
from keyharvest.rules.components import EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.geometry import NEIGHBOURS, SPACES, spaces_in
from keyharvest.search import Effort
from keyharvest.table.shortcuts import (
    BOARD,
    COMPANY,
    EDITOR,
    HINT,
    LAYOUT,
    PAGE,
    PUZZLES,
    SHORTCUTS,
    TABLE,
    Shortcut,
    chord,
)
from tests.battery.screenshots import positions
from tests.helpers.clicking import Reader
from tests.helpers.intents import INTENTS
from tests.page.test_session import begun, moves, opened
from tests.rules.builders import position

ROWS = [(place, row) for place, rows in SHORTCUTS.items() for row in rows]


def press(reader: Reader, key: str, at: str = "", **more: bool) -> Patch:
    """Press a key with the focus on an element, given by its id."""
    scope = "board" if at.startswith("hex-") else "table"
    return reader.send("key", {"key": key, "scope": scope, "at": at, **more})


def test_keys_move_select_step_back_commit_and_undo() -> None:
    reader = opened(position(board1="A1 A2"), "person", "random")
    assert press(reader, "ArrowDown", "hex-A1")["focus"] == "hex-B1"
    assert press(reader, "]", "hex-A1")["focus"] == "hex-A2"
    press(reader, "Enter", "hex-A1")
    assert "Harvest 1 field" in reader.text()
    press(reader, "Escape", "hex-A1")
    assert "Harvest 1 field" not in reader.text()
    press(reader, "Enter", "hex-A1")
    press(reader, "Enter", "clear", shift=True)
    assert moves(reader) == ["a:A1", "done"]
    press(reader, "z", "hex-A1", ctrl=True)
    assert not moves(reader)
    press(reader, "y", ctrl=True)
    assert moves(reader) == ["a:A1", "done"]
    press(reader, "z", ctrl=True)
    press(reader, "Enter")
    assert not moves(reader)
    press(reader, "Z", "hex-A1", ctrl=True, shift=True)
    assert moves(reader) == ["a:A1", "done"]


@pytest.mark.slow
def test_six_keys_lead_to_the_six_neighbours_of_every_space() -> None:
    reader = opened(position(), "person", "random")
    for space, name in enumerate(SPACES):
        led = {press(reader, key, f"hex-{name}")["focus"] for key in "uijknm"}
        assert led - {f"hex-{name}"} == {f"hex-{SPACES[each]}" for each in spaces_in(NEIGHBOURS[space])}


@pytest.mark.parametrize("at", ["hex-A1", "worker-C", ""])
def test_a_reference_typed_anywhere_leads_to_its_space(at: str) -> None:
    reader = opened(position(board1="A1"), "person", "random")
    assert "focus" not in press(reader, "c", at)
    assert press(reader, "5", at)["focus"] == "hex-C5"
    assert "Which worker" not in reader.text()
    press(reader, "2", at)
    assert "Which worker do you play?" in reader.text()


def test_brackets_go_through_all_that_can_be_chosen_and_on_to_the_counters_of_a_bid() -> None:
    reader = opened(position(board1="A1 A2", hand1="h1w2", registry="E1 E2"), "person", "random")
    led: list[str] = []
    at = ""
    for _each in range(40):
        at = press(reader, "]", at)["focus"]
        if led and at == led[0]:
            break
        led.append(at)
    assert [each for each in led if each.startswith("hex-")] == ["hex-A1", "hex-A2"]
    assert [each for each in led if each.startswith("tile-")] == ["tile-E1", "tile-E2"]
    assert led[-1] == "end"
    assert press(reader, "[", led[0])["focus"] == "end"
    assert all(f'id="{each}"' in reader.text() for each in led)
    press(reader, "4")
    assert press(reader, "]")["focus"] == "tile-E1"
    reader.click("tile", "E1")
    assert press(reader, "]", "tile-E1")["focus"] == "more-hops"
    assert press(reader, "]", "more-hops")["focus"] == "more-wheat"
    reader.click("more", "hops")
    assert press(reader, "]", "more-hops")["focus"] == "more-wheat"
    assert press(reader, "]", "more-wheat")["focus"] == "commit"


def test_escape_takes_one_choice_after_the_other_back() -> None:
    reader = opened(position(board1="C5 C6 D5", hand1="h1"), "person", "random")
    reader.click("worker", "A")
    reader.click("tap", next(t.value for t in reader.targets() if t.intent == "tap" and t.lit))
    assert "commit" in [target.intent for target in reader.targets() if target.enabled]
    press(reader, "Escape")
    assert "Choose a space" in reader.text()
    press(reader, "Escape")
    assert "What comes first?" in reader.text()


def _pressable(row: Shortcut, place: str) -> list[tuple[str, dict[str, bool]]]:
    """Return the keys of a row as a player presses them."""
    found = []
    for name in row.acts:
        *held, key = name.split("+") if name != "+" else [name]
        found.append((key, {"ctrl": "Ctrl" in held, "shift": "Shift" in held}))
        assert chord({"key": key, **found[-1][1]}) == name, place
    return found


@pytest.mark.parametrize(("place", "row"), ROWS, ids=lambda each: each if isinstance(each, str) else each.does)
def test_every_key_leads_to_an_intent_of_the_table_that_takes_its_value(
    monkeypatch: pytest.MonkeyPatch, place: str, row: Shortcut
) -> None:
    """In a game against a computer whose turn it is, where all of them are valid."""
    reader = begun("person", "random", seed=5)
    if place == HINT:
        reader.let_computers_play()
        table = reader.session.seating.open()
        observation = table.sitting.game.observation(0)
        table.advising.hint = Hints(observation, table.sitting.names)
        table.advising.hint.found = described(observation, advice(observation, 3, Effort(100)), table.sitting.names)
    if place == PAGE:
        reader.click("settings")
    if place == PUZZLES:
        reader.send("puzzle", "3")
    if place == EDITOR:
        reader.send("home")
        reader.send("editor")
    if place == LAYOUT:
        reader.send("layouts")
    assert {name for name, _value in row.acts.values()} <= {name for name in INTENTS if reader.screen in INTENTS[name]}
    heard: list[str] = []
    do = Screen.carry_out

    def listen(screen: Screen, name: str, value: object) -> Patch | None:
        heard.extend([name] if name != "key" else [])
        return do(screen, name, value)

    monkeypatch.setattr(Screen, "carry_out", listen)
    for key, held in _pressable(row, place):
        heard.clear()
        scope = place if place in (BOARD, COMPANY) else "table"
        reader.session.handle({"intent": "key", "value": {"key": key, "scope": scope, "at": "hex-D4", **held}})
        (name, _value) = row.acts[chord({"key": key, **held})]
        assert heard == [name] or (not heard and name in ("pause", "step", "hurry", "phrases")), heard


def test_no_key_stands_for_two_things_in_one_place() -> None:
    for places in ((BOARD,), (COMPANY,), (HINT,), (PUZZLES,), (TABLE,), (PAGE,)):
        named = [key for place in places for row in SHORTCUTS[place] for key in row.acts]
        assert len(named) == len(set(named))
    on_board, at_table = ({key for row in SHORTCUTS[place] for key in row.acts} for place in (BOARD, TABLE))
    assert not on_board & at_table


def test_the_help_lists_every_key_and_no_other() -> None:
    reader = begun("person", "random")
    assert press(reader, "?")["over"] is True
    rows = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", reader.panels["over"])
    told = [(tuple(map(unescape, re.findall("<kbd>(.*?)</kbd>", keys))), unescape(does)) for keys, does in rows]
    assert told == [(row.caps, row.does) for _place, row in ROWS]


def test_single_characters_can_be_turned_off_but_for_the_board() -> None:
    reader = begun("person", "random")
    reader.let_computers_play()
    reader.send("set", {"letters": False})
    for key in "cxw?4.":
        assert "focus" not in press(reader, key)
    assert not reader.panels.get("over")
    assert press(reader, "k", "hex-A1")["focus"] == "hex-A2"
    assert press(reader, "ArrowRight", "hex-A1")["focus"] == "hex-A2"


def test_keys_for_others_turns_change_nothing_in_ones_own() -> None:
    reader = opened(position(board1="A1 A2"), "person", "random")
    for key in "psy":
        press(reader, key)
    assert not reader.session.seating.open().playback.paused
    assert not reader.session.seating.open().head.hurried


def test_cards_lie_over_the_game_which_stays_as_it_was() -> None:
    reader = opened(position(board1="A1 A2"), "person", "random")
    reader.click("tap", "A1")
    before = dict(reader.panels)
    patch = reader.click("cards")
    assert patch["over"] is True
    assert set(patch["panels"]) == {"over"}
    assert all(f'id="card-{letter}"' in reader.panels["over"] for letter in WORKER_LETTERS + EVENT_LETTERS)
    reader.send("bare")
    assert reader.panels | {"over": ""} == before | {"over": ""}
    assert "Harvest 1 field" in reader.text()


@pytest.mark.rule("14.2")
def test_what_lies_over_the_table_goes_when_the_curtain_falls() -> None:
    reader = begun("person", "person", "person")
    reader.click("reveal")
    press(reader, "t")
    assert "The table in words" in reader.panels["over"]
    reader.send("hidden")
    assert reader.screen == "curtain"
    assert not reader.panels["over"]
    assert "can't cover this screen" in reader.send("over", "words")["alert"]


def test_a_phone_s_menu_shows_the_log_whatever_is_asked() -> None:
    """Below a question, a phone has no space for the log: it covers the table."""
    reader = Reader(Session({}))
    reader.send("open", {"name": "x", "text": positions.event()})
    reader.let_computers_play()
    assert 'class="cmd cut-in' in reader.panels["action"]
    reader.click("over", "log")
    told = unescape(reader.panels["over"])
    sitting = reader.session.table.sitting
    assert all(line.text in told for line in sitting.lines())
    assert 'id="' not in told.replace('id="over-title"', ""), "the log below has these ids"


def test_the_table_in_words_tells_what_there_is_to_see() -> None:
    state = position(board1="A1 A2", hand1="h2", store2="E1:b2", registry="F1 F2", board2="B1 B2", workers2="C:C2")
    reader = opened(state, "person", "random")
    reader.send("over", "words")
    told = reader.panels["over"]
    for caption in ("Points", "Counters", "Stores", "Town", "Anna&#x27;s board", "Bruno&#x27;s board"):
        assert f"<caption>{caption}</caption>" in told
    assert '<th scope="row">A1</th>' in told
    assert "in a group of 2, can be chosen" in told
    assert "bid 2 barrels of wine" in told
    assert "labourer, number 2" in told
