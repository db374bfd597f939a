"""A faulty scenario file is refused with the place and the reason, whatever the fault."""

from __future__ import annotations

import copy
import json
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from keyharvest import scenario as scenario_package
from keyharvest.game import Game
from keyharvest.rules import STANDARD, counters
from keyharvest.rules.components import CROP_LETTERS
from keyharvest.rules.layout import FORMER, compact
from keyharvest.scenario import Answer, Play, check, form, parse_scenario
from keyharvest.scenario.facts import holds
from keyharvest.scenario.form import LONGEST
from keyharvest.scenario.library import SCENARIOS
from keyharvest.scenario.play import PLAY
from keyharvest.scenario.setting import expand

CHAIN = SCENARIOS["chain"].data


def changed(**more: Any) -> dict[str, Any]:
    """Return the file of a scenario with some keys changed, or left out where the value is ``None``."""
    data = {**copy.deepcopy(CHAIN), **more}
    return {key: value for key, value in data.items() if value is not None}


def with_step(**more: Any) -> dict[str, Any]:
    """Return the file of a scenario with its first step changed."""
    data = copy.deepcopy(CHAIN)
    data["steps"][0] |= more
    return data


def with_words(**more: str) -> dict[str, Any]:
    """Return the file of a scenario with English texts changed."""
    data = copy.deepcopy(CHAIN)
    data["words"]["en"] |= more
    return data


FORMS: list[tuple[Any, str]] = [
    ([], "file: expected an object, not a list of 0"),
    (changed(colour="red"), 'file: unknown key "colour"'),
    (changed(scenario=2), "scenario: expected 1, the version, not 2"),
    (changed(scenario=True), "scenario: expected 1, the version, not true"),
    (changed(id="Chain!"), "id: expected lowercase letters, digits and hyphens, not 'Chain!'"),
    (changed(rules=[]), "rules: expected a list of strings, not a list of 0"),
    (changed(rules=["４.1"]), "rules: expected a number such as 4.1 or 12N, not"),
    (changed(rules=["eight"]), "rules: expected a number such as 4.1 or 12N, not 'eight'"),
    (changed(goal=None), "file: 'goal' is missing"),
    (changed(table=None), "file: expected either 'table' or 'position'"),
    (changed(you=3), "you: expected a seat from 1 to 2, not 3"),
    (changed(draws=["D1"]), "draws: expected text, not a list of 1"),
    (changed(table={"players": 5}), "table: players: 5; expected 2, 3 or 4"),
    (changed(table={"board3": "C4+"}), "table: 'board3' is not a key of a table for 2 players"),
    (changed(table={"board1": "C4+", "board2": "C4+"}), "table: "),
    (changed(table={"hand1": "h9", "hand2": "h9"}), "table: more than twelve counters of a crop are given out"),
    (changed(table={"board1": 4}), "table: board1: expected text"),
    (changed(table={"turn": "1"}), "table: turn: expected a number from 0 to 999"),
    (changed(table={"players": 3, "hand1": "h1", "secret1": "h1"}), "table: secret1 and revealed1 must be three"),
    (changed(table=None, position="kh1 players=9"), "position: "),
    (changed(steps=[]), "steps: expected a list of steps, not a list of 0"),
    (changed(steps=[3]), "step 1: expected an object, not 3"),
    (changed(steps=[{"id": "title"}]), "step 1, id: 'title' is taken"),
    (changed(steps=[{"id": "a"}, {"id": "a"}]), "step 2, id: 'a' is taken"),
    (changed(steps=[{"id": "a", "until": ["turn = 1"]}]), "step a: 'until' is only for a step with 'do'"),
    (with_step(wrong=["c:D5"]), "step a, wrong: expected an object, not a list of 1"),
    (with_step(wrong={"c:D5": "A b"}), "step a, wrong 'c:D5': expected one to eight lowercase letters, not 'A b'"),
    (with_step(do=" c:D5"), "step a, do: stray spaces"),
    (changed(words={}), "words: expected an object of languages, such as 'en'"),
    (changed(**{"$schema": 3}), "$schema: expected text, not 3"),
    (changed(table={"layout": "standard-9"}), "table: position: word 3 'layout=standard-9': layout"),
    (changed(words={"en": {"title": ""}}), "words en, title: expected text, not ''"),
]


@pytest.mark.parametrize(("data", "says"), FORMS, ids=[says[:50] for _, says in FORMS])
def test_a_fault_of_form_names_its_place(data: Any, says: str) -> None:
    with pytest.raises(ValueError, match=r"^scenario: ") as found:
        parse_scenario(json.dumps(data))
    assert says.replace("'", '"') in str(found.value).replace("'", '"')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "file: not JSON at line 1, column 1"),
        ('{"id": "a", "id": "b"}', 'duplicate key "id"'),
        ("[" * 9000, "file: brackets are nested too deeply"),
        ("9" * 10_001, "file: 10001 characters; at most 10000"),
        ('{"scenario": NaN}', "NaN is not a number"),
        ('{"scenario": 1e999}', "is missing"),
    ],
    ids=["empty", "twice", "deep", "long", "nan", "huge"],
)
def test_a_text_that_is_no_scenario_is_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"^scenario: ") as found:
        parse_scenario(text)
    assert says.replace("'", '"') in str(found.value).replace("'", '"')


CONTENTS: list[tuple[dict[str, Any], str]] = [
    (changed(goal=["turn = 1"]), "goal: already reached before anything is done"),
    (changed(goal=["hand1.all = 9"]), "goal: not reached: hand1.all = 9 (it is 2)"),
    (changed(goal=["hand1.all"]), "expected FACT OPERATOR VALUE"),
    (changed(goal=["hand9 = h1"]), "'hand9' is not a fact"),
    (changed(goal=["board1 > 3"]), "board1 is not a number"),
    (changed(goal=["turn = one"]), "turn is a number"),
    (changed(goal=["turn = ２"]), "turn is a number"),
    (changed(goal=["points1 has 3"]), "expected a list of things or counters"),
    (changed(draws="D1"), "draws: not used: D1"),
    (changed(steps=[CHAIN["steps"][1]]), "step b: not true: points1.largest = 5 (it is 3)"),
    (with_step(do="c:E5"), "step a, 'c:E5': 'c:E5' is not legal"),
    (with_step(do="c:D5 E5 2> wheat"), "'2>', but seat 1 decides"),
    (with_step(do="c:D5 E5 wheat wheat end end"), "write 2> before it"),
    (with_step(until=["turn = 1"]), "step a: 'until' is already true before anything is done"),
    (with_step(until=["board1 has D5+"]), "'until' is true before the last move"),
    (with_step(until=["hand1.all = 3"]), "hand1.all = 3 is not true after it (it is 2)"),
    (with_step(wrong={"c:D5 E5": "stop", "c:E5": "poor"}), "an accepted line begins with it"),
    (with_step(show=["G7"]), "step a, show 'G7': an empty space"),
    (with_step(show=["registry:G7"]), "not in the registry"),
    (with_step(show=["moon"]), "nothing that can be shown"),
    (with_step(show=["3:C4"]), "no such space"),
    (with_step(auto="2> end"), "step a, auto: '2>', but seat 1 decides"),
    (with_words(a="Look at G7."), "words en, a: names G7, which is neither shown nor moved"),
    (with_words(a="word " * 25 + "more"), "words en, a: 26 words; at most 25"),
    (with_words(z="More."), "words en: 'z' is never used"),
    (changed(words={"en": CHAIN["words"]["en"]}), "words: 'de' is missing"),
    (changed(words={**CHAIN["words"], "de": {"title": "Kette"}}), "words de: 'a' is missing"),
]


@pytest.mark.parametrize(("data", "says"), CONTENTS, ids=[says[:50] for _, says in CONTENTS])
def test_a_promise_that_is_not_held_names_its_place(data: dict[str, Any], says: str) -> None:
    scenario = parse_scenario(json.dumps(data))
    with pytest.raises(ValueError, match=r"^scenario chain: ") as found:
        check(scenario, ("en", "de"))
    assert says in str(found.value)


@pytest.mark.slow
def test_whatever_is_changed_in_a_file_is_accepted_or_refused_in_one_line() -> None:
    """Fuzzing: a piece of a file is removed, doubled or replaced; it is accepted, or refused in one line."""
    source = random.Random(5)
    texts = [json.dumps(scenario.data) for scenario in SCENARIOS.values()]
    values: list[Any] = [
        None,
        True,
        -1,
        3,
        10**9,
        0.5,
        "",
        "-",
        "C4+",
        "h1",
        "c:D5",
        "2>",
        "é\n",
        [],
        {},
        [[]],
        {"a": 1},
    ]
    refused = []
    for _ in range(1000):
        data = json.loads(source.choice(texts))
        for _ in range(source.randint(1, 3)):
            _mutate(data, source, values)
        try:
            check(parse_scenario(json.dumps(data)), ())
        except ValueError as error:
            refused.append(str(error))
    assert len(refused) > 500
    assert [message for message in refused if not message.startswith("scenario") or "\n" in message] == []


def _mutate(data: Any, source: random.Random, values: list[Any]) -> None:
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = source.choice(keys)
        if isinstance(data[key], dict | list) and source.random() < 0.8:
            data = data[key]
            continue
        match source.randrange(3):
            case 0:
                del data[key]
            case 1:
                data[key] = source.choice(values)
            case _ if isinstance(data[key], str) and data[key]:
                at = source.randrange(len(data[key]))
                data[key] = data[key][:at] + source.choice("A4+-:@ >9x") + data[key][at + 1 :]
        return


def test_a_check_of_counters_asks_for_at_least_these() -> None:
    state = expand({"hand1": "h2w1"})
    assert holds(state, "hand1 has h1")
    assert holds(state, "hand1 lacks h3")
    assert holds(state, "stock.h = 10")
    assert holds(state, "store1 = -")


def test_a_game_draws_what_its_bag_is_stacked_with() -> None:
    state = expand({"hand1": "h2", "registry": "A1B8"})
    game = Game(state, draws=("P", "D1"))
    game.play("d:A1")
    game.play("hops")
    game.play("done")
    assert [move for move in game.moves if move.startswith("*")] == ["*P", "*D1"]
    game.rewind(0)
    assert game.state == state
    # Draws that cannot happen are skipped, and draws not given follow from the seed.
    game = Game(state, draws=("A1",))
    for move in ("d:A1", "hops", "done"):
        game.play(move)
    assert game.state.registry.bit_count() == 2


def test_a_way_that_is_kept_goes_on_where_it_was() -> None:
    play = Play(SCENARIOS["bid-for-a-tile"])
    play.show_me()
    play.hurry()
    play.next()
    again = Play.restored(play.scenario, **{k: v for k, v in play.kept().items() if k != "scenario"})
    assert again.at == play.at == 2
    assert again.game.state == play.game.state
    with pytest.raises(ValueError, match="don't lead to step 1"):
        Play.restored(play.scenario, 1, [])
    with pytest.raises(ValueError, match="no step 9"):
        Play.restored(play.scenario, 9, [])


def test_a_move_that_leads_nowhere_is_answered_with_the_goal() -> None:
    play = Play(SCENARIOS["exact-price"])
    play.game.play("end")
    play.moved()
    assert play.answer == Answer("", played=True, can_keep=False)
    assert not play.reply("en")
    with pytest.raises(ValueError, match="no wrong move here can be kept"):
        play.keep_move()
    play.undo()
    play.game.play("b:A")
    play.game.play("B4")
    play.moved()
    assert play.status == PLAY  # the tile can still be bought
    assert counters.total(play.game.state.hands[0]) == 3


@pytest.mark.parametrize(
    ("key", "any_order", "order"),
    [
        ("board1", "E5+C4-", "C4-E5+"),
        ("registry", "E5C4", "C4E5"),
        ("workers1", "C@D5A@A1", "A@A1C@D5"),
        ("hand1", "w1h2", "h2w1"),
        ("store1", "D5:w1v2,C4:h1", "D5:v2w1,C4:h1"),
        ("fallow", "E5C4", "C4E5"),
    ],
)
def test_the_order_of_a_set_in_a_table_means_nothing(key: str, any_order: str, order: str) -> None:
    fields = {"board1": "A2-D4-"} if key == "workers1" else {}
    assert expand({**fields, key: any_order}) == expand({**fields, key: order})


def test_the_order_of_events_drawn_and_of_a_store_is_kept() -> None:
    assert expand({"placed": "PM"}).placed != expand({"placed": "MP"}).placed
    assert expand({"store1": "D5:h1,C4:h1"}).stores != expand({"store1": "C4:h1,D5:h1"}).stores


def test_a_table_names_its_layout_or_has_the_one_of_the_game() -> None:
    assert expand({}).layout == STANDARD
    assert expand({"layout": "standard-1"}).layout == FORMER
    mine = replace(STANDARD, crops=STANDARD.crops[::-1])
    assert expand({"layout": compact(mine)}).layout == mine


def test_any_language_may_be_the_only_one() -> None:
    words = {"es": CHAIN["words"]["en"]}
    scenario = parse_scenario(json.dumps(changed(words=words)))
    check(scenario, ())
    assert (
        scenario.text("title", "es") == scenario.text("title", "en") == scenario.text("title") == words["es"]["title"]
    )
    with pytest.raises(ValueError, match="words: 'en' is missing"):
        check(scenario, ("en",))


GUIDE = (Path(__file__).parents[2] / "keyharvest/docs/scenarios.md").read_text(encoding="utf-8")


def test_the_guide_begins_with_a_file_that_is_right_and_has_the_crops_of_the_tables() -> None:
    example = GUIDE.split("```json\n")[1].split("```")[0]
    check(parse_scenario(example), ())
    assert not list(schema().iter_errors(json.loads(example)))
    drawn = re.findall(r"^[A-G] +((?:[hvabw] *)+)$", GUIDE.split("```text\n")[1], re.MULTILINE)
    letters = "".join(CROP_LETTERS[crop] for crop in STANDARD.crops)
    assert "".join(drawn).replace(" ", "") == letters
    assert "10,000" in GUIDE
    assert LONGEST == 10_000


@cache
def schema() -> Any:
    """Return the validator; imported late, as it may load parsers of all formats, for seconds, in every worker."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads((Path(scenario_package.__file__).parent / "schema.json").read_text("utf-8")))


def test_the_schema_accepts_the_library_and_knows_every_key() -> None:
    found = schema()
    found.check_schema(found.schema)
    for scenario in SCENARIOS.values():
        assert not list(found.iter_errors({"$schema": "x", **scenario.data})), scenario.id
    properties = found.schema["properties"]
    assert tuple(properties) == form._KEYS
    assert tuple(found.schema["$defs"]["step"]["properties"]) == form._STEP_KEYS


SEEN_BY_PLAYING = (
    "you: expected a seat from 1 to 2",
    "table: 'board3'",
    "table: ",
    "step 1, id: 'title'",
    "step 2, id: 'a'",
)


@pytest.mark.parametrize(("data", "says"), FORMS, ids=[says[:50] for _, says in FORMS])
def test_the_schema_refuses_what_the_reader_refuses(data: Any, says: str) -> None:
    """Except for what depends on several values, or on the position."""
    if not says.startswith(
        (*SEEN_BY_PLAYING, "rules: expected a number such as 4.1 or 12N, not", "position", "step a, do: stray")
    ):
        assert list(schema().iter_errors(data))
