"""The page's session, played without a browser by clicking what its patches show."""

from __future__ import annotations

import itertools
import json
import random
import re
from types import SimpleNamespace

import pytest

from keyharvest.game import Game
from keyharvest.page.core.drawing import Patch
from keyharvest.page.game import stopwatch
from keyharvest.page.session import Session
from keyharvest.record import Record, parse_record, record_text
from keyharvest.rules import STANDARD, Source, State, apply, counters, legal, new_game
from keyharvest.rules.components import CROPS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.frames import Bid, Pay
from keyharvest.rules.geometry import INDEX, spaces_in
from keyharvest.rules.setup import DealCounter, RemoveEvent, Start
from keyharvest.table.chairs import NOBODY, Chair
from keyharvest.table.sitting import Sitting
from tests.battery.screenshots import positions
from tests.helpers.clicking import Reader, choose, play_by_clicking
from tests.rules.builders import position
from tests.rules.test_layout import other_layout

NAMES = ["Anna", "Bruno", "Clara", "Dario"]


def begun(*kinds: str, seed: int = 1, start: str = "random", names: list[str] = NAMES, clock: str = "") -> Reader:
    """Start a game with these players at the table."""
    reader = Reader(Session({}))
    reader.click("new")
    every = [*kinds, "empty", "empty"][:4]
    form = {"name": names, "kind": every, "start": start, "seed": str(seed), "clock": clock}
    assert "alert" not in reader.send("begin", form)
    return reader


def opened(state: State, *kinds: str, **more: str) -> Reader:
    """Open a game at a position and show its table."""
    headers = {f"Player{number}": kind for number, kind in enumerate(kinds, 1)}
    headers |= {f"Seat{number}": NAMES[number - 1] for number in range(1, len(kinds) + 1)}
    headers |= more
    reader = Reader(Session({}))
    text = record_text(Record(state, [], headers))
    assert "alert" not in reader.send("open", {"name": "game.txt", "text": text})
    if reader.screen == "curtain":
        reader.click("reveal")
    return reader


def moves(reader: Reader) -> list[str]:
    """Return all moves of the game on the page, read from what it saved."""
    return list(Session(reader.saved).seating.open().sitting.game.moves)


def since(reader: Reader, number: int) -> list[str]:
    """Return the decisions after the first moves, without draws."""
    return [move for move in moves(reader)[number:] if not move.startswith("*")]


def test_the_first_screen_offers_a_game_at_once() -> None:
    reader = Reader(Session({}))
    assert reader.screen == "home"
    assert {"quick", "new", "rules", "settings", "open"} <= {t.intent for t in reader.targets()}
    reader.click("quick")
    assert reader.screen == "game"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "kinds",
    [
        ("person", "random", "person", "greedy"),
        pytest.param(("person", "greedy"), marks=pytest.mark.long),
        pytest.param(("random", "person", "person"), marks=pytest.mark.long),
        pytest.param(("person", "person"), marks=pytest.mark.long),
        pytest.param(("person", "person", "person", "person"), marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_a_whole_game_is_played_by_clicking_what_is_there(kinds: tuple[str, ...]) -> None:
    reader = begun(*kinds, seed=len(kinds), start="drawn")
    reader.every = 1
    play_by_clicking(reader, seed=1)
    assert "Points by source" in reader.text()
    reader.click("review")
    assert "The game is over." in reader.panels["review-side"]


def test_who_comes_back_in_the_middle_of_a_game_is_led_to_it_first() -> None:
    reader = begun("person", "random", seed=2)
    reader.click("home")
    ways = [target.intent for target in reader.targets()]
    assert ways.index("continue") < ways.index("quick")
    assert re.search(r'data-intent="continue"[^>]*class="main', reader.text())
    assert not re.search(r'data-intent="quick"[^>]*class="main', reader.text())


@pytest.mark.slow
def test_a_game_of_computers_alone_can_be_watched() -> None:
    reader = begun("random", "random", seed=3)
    assert reader.screen == "game"
    reader.let_computers_play()
    assert reader.screen == "ending"


def test_what_is_shown_first_is_called_mine_only_before_its_owner() -> None:
    reader = begun("random", "person", "person", seed=3)
    table = reader.session.seating.open()
    while reader.screen != "curtain":
        if reader.screen == "game":
            assert table.viewer == NOBODY
            assert "Anna's points" in reader.panels["mine"]
            assert "Anna's counters" in reader.panels["hand"]
            assert "My " not in "".join(reader.panels[name] for name in ("mine", "hand", "card"))
        reader.take(reader.session.step())
    reader.click("reveal")
    assert "Your points" in reader.panels["mine"]
    assert "Your counters" in reader.panels["hand"]
    assert "Your store" in reader.panels["card"]


@pytest.mark.rule("14.3")
def test_all_counters_of_a_hand_are_among_those_shown_the_hidden_ones_too() -> None:
    state = position(
        3, turn=4, hand1="h2v1a1", known1="h2", revealed1="w1", revealed2="h1v1a1", revealed3="h1v1a1", removed="OV"
    )
    hand = opened(state, "random", "random", "random").panels["hand"]
    assert "4 in hand" in hand
    assert [number for number in re.findall(r'class="n"[^>]*>(\d)<', hand) if number != "0"] == ["2", "2"]
    assert 'aria-label="2 unknown"' in hand
    assert "unknown" not in opened(state, "person", "random", "random").panels["hand"]


# The curtain, and what the page may know


def test_people_at_one_screen_are_parted_by_a_curtain() -> None:
    reader = begun("person", "person", "person")
    assert reader.screen == "curtain"
    assert "hex-" not in reader.text()
    assert "kh-tile" not in reader.text()
    reader.click("reveal")
    assert reader.screen == "game"
    reader.send("hidden")
    assert reader.screen == "curtain"
    assert "hex-" not in reader.text()


@pytest.mark.rule("14.2")
def test_a_page_hidden_on_another_screen_comes_back_behind_the_curtain() -> None:
    reader = begun("person", "person", "person")
    reader.click("reveal")
    for aside in ("rules", "settings"):
        reader.click(aside)
        reader.click("back")
        assert reader.screen == "game"
    reader.click("rules")
    reader.send("hidden")
    reader.click("back")
    assert reader.screen == "curtain"
    assert "hex-" not in reader.text()


def test_back_counts_only_where_one_has_gone_aside() -> None:
    reader = begun("person", "random")
    reader.click("rules")
    reader.click("back")
    reader.click("home")
    assert "alert" not in reader.send("back")
    assert reader.screen == "home"


def test_one_person_among_computers_needs_no_curtain() -> None:
    reader = begun("person", "random", "random")
    reader.let_computers_play()
    assert reader.screen == "game"
    reader.send("hidden")
    assert reader.screen == "game"


def test_while_a_computer_plays_between_people_nobodys_counters_are_open() -> None:
    reader = begun("person", "random", "person", seed=4)
    source = random.Random(1)
    while reader.session.seating.open().sitting.game.state.seat != 1:
        if reader.session.wait() is not None:
            reader.take(reader.session.step())
        else:
            target = choose(reader.targets(), source)
            reader.send(target.intent, target.value)
    assert reader.session.seating.open().viewer == -1
    assert "My board" not in reader.panels["head"]


def dealt_otherwise(record: Record, seat: int, seed: int) -> Record | None:
    """Return the same game with other secrets, which looks the same to a seat; `None` if the seat knows them all."""
    game = Game.from_record(record)
    sampled = game.observation(seat).sample(Source(seed))
    hands = [
        held - known + shown for held, known, shown in zip(sampled.hands, sampled.known, sampled.revealed, strict=True)
    ]
    dealt = [[crop for crop, n in zip(CROPS, counters.unpack(hand), strict=True) for _ in range(n)] for hand in hands]
    removed = [EVENT_LETTERS[event] for event in spaces_in(sampled.removed)]
    changed = []
    for state, move in zip(game.states, game.moves, strict=False):
        top = state.stack[-1]
        if isinstance(top, DealCounter):
            changed.append("*" + dealt[top.seat].pop())
        elif isinstance(top, RemoveEvent):
            changed.append("*" + removed.pop())
        else:
            changed.append(move)
    if changed == game.moves:
        return None
    return Record(record.start, _with_ends(record.start, changed), record.headers)


def _with_ends(state: State, moves: list[str]) -> list[str]:
    """Return the moves, with the words that end a bid only where they are asked for, which depends on the hand."""
    found = []
    for move in moves:
        choices = legal(state)
        if move not in choices and "done" in choices:
            found.append("done")
            state = apply(state, "done")
        if move in legal(state):
            found.append(move)
            state = apply(state, move)
        else:
            assert move == "done"
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2, 3))])
def test_patches_tell_nothing_of_what_the_eyes_may_not_know(seed: int) -> None:
    """Two games that differ only in secrets look the same to a seat at every one of its turns."""
    players = 3 + seed % 2
    reader = begun(*["person"] * players, seed=seed)
    source = random.Random(seed)
    compared = 0
    for _ in range(150):
        if reader.screen == "curtain" and source.random() < 0.2:
            sitting = Session(reader.saved).seating.open().sitting
            record, seat = sitting.record(), sitting.actor
            other = dealt_otherwise(record, seat, seed)
            if other:
                compared += 1
                assert shown(record) == shown(other)
        target = choose(reader.targets(), source)
        reader.send(target.intent, target.value)
    assert compared


def shown(record: Record) -> list[dict[str, str]]:
    """Return all panels of the curtain, the table and its boards for the seat to decide."""
    reader = Reader(Session({}))
    reader.send("open", {"name": "x", "text": record_text(record)})
    found = [dict(reader.panels)]
    reader.click("reveal")
    for number in range(record.start.players):
        reader.click("show", str(number + 1))
        found.append(dict(reader.panels))
    return found


def test_secrets_do_not_lie_open_in_what_is_saved() -> None:
    reader = begun("person", "person", "person")
    text = record_text(Session(reader.saved).seating.open().sitting.record())
    assert "*hops" in text
    assert "hops" not in reader.saved["game.1"]
    assert "hops" not in reader.send("download")["download"]["text"]


# Computers


def test_computer_players_take_their_steps_at_the_chosen_pace() -> None:
    reader = begun("person", "greedy", seed=2)
    reader.let_computers_play()
    reader.click("end")
    reader.click("end")
    assert reader.session.wait() == pytest.approx(1.2)
    number = len(moves(reader))
    while not (patch := reader.take(reader.session.step())):
        pass  # a slow machine needs several slices
    assert len(moves(reader)) > number
    assert "Bruno" in patch["say"]
    reader.click("pause")
    assert reader.session.wait() is None
    reader.click("pause")
    reader.send("settings")
    reader.send("set", {"pace": "slow"})
    reader.click("back")
    assert reader.session.wait() == pytest.approx(2.4)


def test_a_message_is_answered_while_a_computer_player_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()  # each reading is a second later, so that no machine is too fast for several slices
    monkeypatch.setattr("keyharvest.table.sitting.time", SimpleNamespace(perf_counter=lambda: next(clock)))
    reader = begun("steward", "steward", seed=1)
    number = len(moves(reader))
    assert reader.session.step() == {}  # it takes many slices of a few milliseconds
    assert reader.session.wait() == 0
    reader.send("settings")
    assert reader.session.wait() is None
    reader.send("back")
    assert reader.session.wait() == 0
    reader.click("pause")
    assert reader.session.wait() is None
    reader.click("pause")
    slices = 1
    while not (patch := reader.session.step()):
        assert reader.session.wait() == 0
        slices += 1
    reader.take(patch)
    assert slices > 2
    assert len(moves(reader)) > number


def test_a_computer_makes_a_whole_bid_in_one_step() -> None:
    reader = opened(position(hand2="h2w2", seat=2, start=2, registry="E1 E2"), "person", "random")
    for _ in range(200):
        if reader.session.wait() is None:
            break
        reader.take(reader.session.step())
        game = Session(reader.saved).seating.open().sitting.game
        assert not isinstance(game.state.stack[-1], Bid | Pay)
    assert any(state.stack and isinstance(state.stack[-1], Bid) for state in game.states)


# Saving


@pytest.mark.slow
def test_a_game_is_taken_up_again_where_it_was() -> None:
    reader = begun("person", "greedy", seed=5)
    source = random.Random(5)
    for _ in range(60):
        reader.let_computers_play()
        target = choose(reader.targets(), source)
        reader.send(target.intent, target.value)
    reader.send("clear")
    again = Reader(Session(dict(reader.saved)))
    assert "Anna · Bruno" in again.text()
    again.click("continue")
    for panel in ("top", "registry", "mine", "others", "hand", "tray", "town", "log", "card"):
        assert again.panels[panel] == reader.panels[panel]


def test_a_game_that_is_not_finished_is_kept_when_another_begins() -> None:
    reader = begun("person", "person", seed=5)
    reader.send("home")
    reader.click("quick")
    reader.send("home")
    reader = Reader(Session(dict(reader.saved)))
    assert "Anna · Ada" in reader.text()
    reader.click("games")
    reader.click("continue", "1")
    assert reader.screen == "game"


def test_settings_and_the_last_set_up_are_remembered() -> None:
    reader = begun("person", "random", "greedy", seed=5, start="drawn")
    reader.send("home")
    reader.send("settings")
    patch = reader.send("set", {"theme": "dark"})
    assert patch["attributes"]["page"]["data-theme"] == "dark"
    reader.send("set", {"confirm": False})
    again = Session(dict(reader.saved))
    assert again.start()["attributes"] == {"page": {"data-theme": "dark"}}
    form = Reader(again)
    form.click("new")
    assert 'value="Clara"' in form.text()
    kept = json.loads(reader.saved["settings"])
    assert (kept["theme"], kept["pace"], kept["confirm"]) == ("dark", "normal", False)
    reader.click("defaults")
    assert "attributes" not in Session(dict(reader.saved)).start()


def test_motion_is_short_at_the_fast_pace_and_in_the_past_and_none_if_so_chosen() -> None:
    reader = begun("person", "random", seed=5)
    reader.let_computers_play()

    def motion(intent: str, value: object = None) -> object:
        return reader.send(intent, value).get("attributes", {}).get("page", {}).get("data-motion", "as before")

    assert motion("first") == "short"
    assert motion("next") == "as before"
    assert motion("now") is None
    assert motion("set", {"pace": "fast"}) == "short"
    assert motion("set", {"motion": "none"}) == "none"
    assert motion("first") == "as before"


def test_sounds_are_for_those_who_want_them() -> None:
    state = position(
        2,
        board1="A1 A3",
        board2="G1",
        hand1="h3",
        hand2="v1",
        registry="E1 E2",
        bag="F1 F2",
        placed="MNOPQRSTUV",
        events="",
        left=4,
    )
    reader = opened(state, "person", "greedy")

    def sound(patch: Patch) -> object:
        return patch.get("sound", {}).get("name")

    assert "sound" not in reader.click("tap", "A1") | reader.click("commit")
    reader.click("undo")
    assert reader.send("set", {"sound": "soft"})["sound"] == {"name": "turn", "volume": 0.2}
    assert sound(reader.send("set", {"theme": "dark"})) is None
    reader.click("tap", "A1")
    assert sound(reader.click("commit")) == "coins"
    assert sound(reader.send("tap", "A1")) == "refused"
    assert sound(reader.send("tap", "Z9")) == "refused"
    reader.click("tile", "E1")
    reader.click("more", "hops")
    assert sound(reader.click("commit")) == "place"
    reader.click("end")
    reader.let_computers_play()
    assert sound(reader.patches[-1]) == "turn"
    assert sound(reader.send("first")) is None
    assert "sound" not in reader.send("set", {"sound": "off"})


def test_thinking_time_runs_for_who_decides_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(stopwatch, "monotonic", lambda: now)

    def left(patch: Patch) -> object:
        return patch.get("attributes", {}).get("clock", {}).get("data-left")

    reader = begun("person", "person", "person", seed=5, clock="5")
    assert reader.session.wait() is None, "nobody sees the question yet"
    now += 50
    reader.click("reveal")
    assert 'data-left="5:00"' in reader.panels["mine"]
    assert reader.session.wait() == 1.0
    now += 1
    assert left(reader.take(reader.session.step())) == "4:59"
    now += 9.5
    patch = reader.take(reader.session.step())
    assert left(patch) == "4:50"
    assert "panels" not in patch
    assert patch["save"], "a reload forgets no more than a few seconds"
    assert reader.session.wait() == 0.5

    now += 1
    reader.send("settings")
    assert reader.session.wait() is None
    now += 60
    reader.send("back")
    assert 'data-left="4:49"' in reader.panels["mine"]
    now += 5
    reader.send("hidden")
    assert (reader.screen, reader.session.wait()) == ("curtain", None)
    now += 60
    reader.send("visible")
    assert reader.session.wait() is None

    again = Reader(Session(dict(reader.saved)))
    again.click("continue")
    again.click("reveal")
    assert 'data-left="4:44"' in again.panels["mine"]
    now += 300
    assert left(again.take(again.session.step())) == "−0:16"
    assert again.session.wait() is not None, "nobody is forced"


def test_no_time_passes_in_the_past_or_while_computers_play(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(stopwatch, "monotonic", lambda: now)
    state = position(2, board1="A1 A3", board2="G1", hand1="h3", hand2="v1", registry="E1 E2", bag="F1 F2")
    reader = opened(state, "person", "greedy", Clock="10 0 0")
    assert reader.session.wait() == 1.0
    reader.click("tap", "A1")
    reader.click("commit")
    reader.click("first")
    assert reader.session.wait() is None
    now += 30
    reader.click("now")
    assert 'data-left="10:00"' in reader.panels["mine"]
    reader.click("end")
    reader.click("end")
    now += 30
    reader.take(reader.session.step())
    assert 'data-left="10:00"' in reader.panels["mine"]
    assert "clock" not in reader.panels["others"], "computers have no clock"


@pytest.mark.parametrize("text", ["7 0 0", "10 0", "10 0 x", "10 0 ６", "10 -1 0", "10", " "])
def test_a_record_with_a_broken_clock_says_so(text: str) -> None:
    record = record_text(Record(position(2), [], {"Clock": text}))
    patch = Session({}).handle({"intent": "open", "value": {"name": "game.txt", "text": record}})
    assert patch["alert"] == "Can't open game.txt. The header Clock is missing or wrong."


def test_a_thing_keeps_its_name_wherever_it_lies() -> None:
    state = position(2, board1="A1 A3", hand1="h3", registry="E1 E2", store1="B2:h1")
    reader = opened(state, "person", "greedy")

    def place(thing: str) -> str:
        [panel] = [name for name, html in reader.panels.items() if f'data-thing="{thing}"' in html]
        return panel

    assert (place("tile-E1"), place("tile-A1"), place("tile-B2")) == ("registry", "board", "card")
    assert 'data-place="hand-1" data-holds="hops:3"' in reader.panels["hand"]
    reader.click("tile", "E1")
    reader.click("more", "hops")
    assert 'data-place="hand-1" data-holds="hops:2"' in reader.panels["hand"]
    assert 'data-place="cups" data-holds="hops:1"' in reader.panels["card"]
    reader.click("commit")
    assert place("tile-E1") == "card"
    assert 'data-place="bid-E1" data-holds="hops:1"' in reader.panels["card"]


@pytest.mark.slow
def test_a_finished_record_is_plain_text_and_opens_again() -> None:
    reader = begun("random", "random", seed=6)
    reader.let_computers_play()
    file = reader.click("download")["download"]
    assert parse_record(file["text"]).headers["Seat1"] == "Anna"
    again = Reader(Session({}))
    again.send("open", {"name": file["name"], "text": file["text"]})
    assert again.screen == "review"
    again.click("result")
    assert again.text() == reader.text()


@pytest.mark.parametrize("start", ["random", "drawn"])
def test_a_rematch_repeats_its_game_whatever_was_set_up_last(start: Start) -> None:
    other = "drawn" if start == "random" else "random"
    reader = begun("random", "random", seed=6, start=other)
    chairs = [Chair("Dora", "random", "K", 2), Chair("Emil", "random", "J", 0), Chair("Fritz", "random", "G", 3)]
    played = Sitting.new(chairs, start, 4, screens=True, layout=other_layout(), hints=True, minutes=10)
    played.spend(1, 61.5)
    while not played.over:
        played.step()
    reader.send("open", {"name": "game.txt", "text": record_text(played.record())})
    reader.click("result")
    assert "alert" not in reader.click("rematch")
    again = Session(reader.saved).seating.open().sitting
    assert again.chairs == played.chairs
    assert again.game.headers == played.game.headers | {"Clock": "10 0.000 0.000 0.000"}
    assert again.game.seed != played.game.seed
    assert again.game.states[0] == played.game.states[0] == new_game(3, other_layout(), start)


def test_a_rematch_of_a_game_from_a_position_is_set_up_by_the_rules() -> None:
    reader = opened(position(2, turn=9, layout=STANDARD), "random", "random")
    reader.let_computers_play()
    assert reader.screen == "ending"
    reader.click("rematch")
    assert Session(reader.saved).seating.open().sitting.game.states[0] == new_game(2, start="random")


# Bad input


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({}, "intent"),
        ([], "object"),
        ({"intent": "dance"}, "no such action"),
        ({"intent": ["tap"]}, "expected text"),
        ({"intent": "tap"}, "A1 to G7"),
        ({"intent": "tap", "value": "Z9"}, "'Z9'"),
        ({"intent": "tile", "value": 3}, "'3'"),
        ({"intent": "worker", "value": "Z"}, "'Z'"),
        ({"intent": "more", "value": "gold"}, "'gold'"),
        ({"intent": "answer", "value": "no"}, "not among the answers"),
        ({"intent": "answer", "value": None}, "message: answer: expected text"),
        ({"intent": "show", "value": "3"}, "from 1 to 2"),
        ({"intent": "aim", "value": "x"}, "expected harvest, worker, place or store"),
        ({"intent": "look", "value": "<b>"}, "message: look: expected fallow"),
        ({"intent": "onward"}, "no such action"),
        ({"intent": "commit"}, "Choose an action first"),
        ({"intent": "key", "value": "x"}, "object"),
        ({"intent": "key", "value": {"key": 1}}, "name of a key"),
        ({"intent": "set", "value": {"theme": "pink"}}, "theme"),
        ({"intent": "forget", "value": "some"}, "forget"),
        ({"intent": "cards", "value": "Ä"}, "cards"),
        ({"intent": "search", "value": 5}, "search"),
        ({"intent": "open", "value": {"name": "a.txt"}}, "a name and text"),
        ({"intent": "open", "value": {"name": "a.txt", "text": "nonsense"}}, "Can't open a.txt. This isn't"),
        ({"intent": "open", "value": {"name": "a.txt", "text": "kh1.@@"}}, "damaged or cut off"),
        ({"intent": "open", "value": {"name": "a.txt", "text": "kh1.eJw"}}, "damaged or cut off"),
    ],
)
def test_a_malformed_message_names_its_fault_and_harms_nothing(message: object, fault: str) -> None:
    reader = begun("person", "random")
    reader.let_computers_play()
    before, number = reader.text(), len(moves(reader))
    patch = reader.session.handle(message)  # type: ignore[arg-type]
    assert fault in patch["alert"]
    assert "panels" not in patch
    assert reader.text() == before
    assert len(moves(reader)) == number


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"kind": ["person"] * 4, "name": ["A", "A", "B", "C"], "start": "random"}, "Two players are called"),
        ({"kind": ["person", "greedy", "empty", "empty"], "name": [""] * 4, "start": "random", "seed": "x"}, "Seed"),
        (
            {"kind": ["person", "greedy", "empty", "empty"], "name": [""] * 4, "start": "random", "layout": "x"},
            "layout",
        ),
    ],
)
def test_a_fault_in_a_set_up_is_told_in_the_form(form: object, fault: str) -> None:
    reader = Reader(Session({}))
    reader.click("new")
    reader.send("begin", form)
    assert reader.screen == "setup"
    assert fault in reader.text()


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"kind": ["person", "robot", "empty", "empty"], "name": [""] * 4, "start": "random"}, "seat 2"),
        ({"kind": ["person", "greedy", "empty", "empty"], "name": [""] * 4, "start": "first"}, "start"),
        ({"kind1": "person", "kind2": "computer", "level2": "clever", "start": "random"}, "level"),
        ({"kind1": "person", "kind2": "greedy", "badge1": "9", "start": "random"}, "badge"),
        ({"kind1": "person", "kind2": "greedy", "face1": "BL", "start": "random"}, "face"),
        ({"kind": "person", "name": "A"}, "one for each seat"),
        ("x", "object"),
    ],
)
def test_what_is_no_set_up_is_refused(form: object, fault: str) -> None:
    reader = Reader(Session({}))
    reader.click("new")
    assert fault in reader.send("begin", form)["alert"]
    assert "game" not in reader.saved


@pytest.mark.parametrize(
    ("names", "seed", "fault"),
    [
        (["Eva", "Eva", "", "Finn"], "", "Two players are called Eva."),
        (["Eva", "Gus", "", "Finn"], "soon", "Seed: enter a number"),
    ],
)
def test_a_set_up_that_is_refused_stays_as_it_was_filled_in(names: list[str], seed: str, fault: str) -> None:
    reader = Reader(Session({}))
    reader.click("new")
    kinds = ["person", "random", "empty", "person"]
    reader.send("begin", {"name": names, "kind": kinds, "start": "drawn", "seed": seed, "screens": "yes"})
    assert fault in reader.text()
    form = reader.panels["main"]
    assert [name for name in names if name and f'value="{name}"' not in form] == []
    for name, chosen in (("level2", "random"), ("start", "drawn"), ("kind4", "person"), ("screens", "yes")):
        assert f'name="{name}" value="{chosen}" checked' in form


@pytest.mark.parametrize(
    ("saved", "fault"),
    [
        ({"game": "kh1.eJw"}, "saved game"),
        ({"game": "no game"}, "saved game"),
        ({"settings": "{"}, "settings: not JSON"),
        ({"settings": '{"confirm": ' + "1" * 5000 + "}"}, "settings: confirm: expected true or false"),
        ({"settings": '{"pace": "warp"}'}, "pace"),
        ({"settings": '{"think": "9"}'}, "think"),
        ({"settings": '{"service": "stun:a b"}'}, "settings: service: expected stun:HOST or stun:HOST:PORT"),
        ({"settings": '{"service": false}'}, "settings: service: expected stun:HOST"),
        ({"setup": "[]"}, "set-up: expected"),
        ({"setup": '{"name": ["a"], "kind": []}'}, "one for each seat"),
    ],
)
def test_what_was_saved_may_be_broken(saved: dict[str, str], fault: str) -> None:
    session = Session(saved)
    patch = session.start()
    assert fault in patch["alert"]
    assert "panels" in session.handle({"intent": "quick"})


def test_what_was_saved_and_is_broken_spoils_nothing_else() -> None:
    good = begun("person", "random", "greedy", names=["Eva", "Gus", "Finn", "Ina"]).saved["setup"]
    learnt = '{"done": ["chain"], "at": null}'
    reader = Reader(Session({"settings": "{", "setup": good, "learn": learnt}))
    assert "settings" in reader.patches[0]["alert"]
    assert reader.saved == {}, "nothing has changed that would have to be saved"
    reader.click("new")
    assert 'value="Finn"' in reader.text()


@pytest.mark.slow
def test_names_with_markup_are_shown_as_text() -> None:
    evil = ['<img src=x onerror="1">', "</script>&amp;", '"><u>', "'`{x}"]
    reader = begun("person", "random", "random", "random", seed=8, names=evil)
    texts = []
    source = random.Random(8)
    while reader.screen != "ending":
        reader.let_computers_play()
        texts.append(reader.text())
        if reader.screen != "ending":
            target = choose(reader.targets(), source)
            reader.send(target.intent, target.value)
    texts.append(reader.text())
    for text in texts:
        assert "<img src=x" not in text
        assert "</script>" not in text
        assert '"><u>' not in text
    assert "&lt;img src=x onerror=&quot;1" in texts[0]


def test_a_step_that_is_not_due_does_nothing() -> None:
    session = Session({})
    session.start()
    assert session.handle({"intent": "key", "value": {"key": "x"}}) == {}
    assert session.step() == {}
    assert session.wait() is None
    assert "alert" in session.handle({"intent": "continue"})
    assert "alert" in session.handle({"intent": "commit"})


def test_every_letter_and_reference_is_understood() -> None:
    reader = begun("person", "random")
    for reference in INDEX:
        assert "alert" not in reader.send("tap", reference)
        reader.send("clear")
    for letter in WORKER_LETTERS:
        assert "alert" not in reader.send("worker", letter)
        reader.send("clear")


@pytest.mark.rule("13.2")
def test_a_bid_that_costs_a_majority_says_so_and_the_points_name_the_crops() -> None:
    reader = opened(position(hand1="h2v1", hand2="h1", registry="A3"), "person", "random")
    assert led_crops(reader.panels["mine"]) == ["hops", "vegetables"]
    reader.click("tile", "A3")
    reader.click("more", "vegetables")
    row = reader.panels["action"].partition("Majority")[2].partition("</div>")[0]
    assert 'aria-label="vegetables"' in row
    assert 'class="loss">\N{MINUS SIGN}1 point<' in row
    reader.click("commit")
    assert led_crops(reader.panels["mine"]) == ["hops"]


def led_crops(panel: str) -> list[str]:
    """Return the crops named beside the points for majorities."""
    return re.findall('aria-label="(.*?)"', panel.partition('class="led"')[2].partition("</span>")[0])


@pytest.mark.slow
def test_sound_is_offered_at_the_end_of_the_first_game_and_no_other() -> None:
    reader = Reader(Session({}))
    for number, text in enumerate((positions.finished(3, 2), positions.finished(4, 2)), 1):
        reader.send("open", {"name": "game.txt", "text": text})
        reader.send("result")
        assert reader.screen == "ending"
        assert ('id="sound-soft"' in reader.text()) == (number == 1)
        if number == 1:
            reader.send("set", {"sound": "soft"})
            assert reader.session.memory.settings.sound == "soft"
            assert reader.screen == "ending"
