"""The editor's uses of a position: best turns, demos, puzzles; and the draft that stays."""

from __future__ import annotations

import json
from functools import reduce
from typing import Any

import pytest

from keyharvest.page.session import Session
from keyharvest.puzzles import load
from keyharvest.puzzles.by_hand import opened as puzzle_of
from keyharvest.record import position_text
from keyharvest.rules import play
from keyharvest.scenario import parse_scenario
from keyharvest.table.sealing import sealed
from keyharvest.words.terms import LEVEL_NAMES, level_line
from tests.helpers.clicking import Reader
from tests.page.test_editing import key, opened, send, words

#: The last turn of a puzzle with two players.
LAST = load().only(kind="points")[0]


def at_last_turn() -> Reader:
    return opened(("position", {"line": position_text(LAST.start())}))


def searched(reader: Reader) -> Reader:
    """Let the search finish."""
    while reader.session.wait() is not None:
        assert reader.session.wait() == 0.0
        reader.take(reader.session.step())
    return reader


def test_best_turns_are_those_of_the_hint_and_can_be_made_in_the_position() -> None:
    reader = at_last_turn()
    before = reader.session.workbench.editing.draft.state
    send(reader, ("show", "2"), ("hint", None))
    assert 'id="hint-progress"' in reader.panels["action"]
    searched(reader)
    assert "card-title" in [patch.get("focus") for patch in reader.patches]
    assert reader.panels["action"].count('class="hint-card"') == len(reader.session.workbench.editing._hints.found)  # type: ignore[union-attr]
    assert "Robin" in reader.panels["board"], "the board of the seat on turn"
    assert "hint-why" in reader.panels["card"]
    send(reader, key("2"), key("="))
    assert 'class="panel compare"' in reader.panels["compare"]
    send(reader, key("Escape"), key("1"))
    assert not reader.panels["compare"]
    moves = reader.session.workbench.editing._hints.found[0].moves  # type: ignore[union-attr]
    assert moves[-1] == "end"
    send(reader, key("Enter", shift=True))
    after = reduce(play, moves[:-1], before)
    assert (
        reader.session.workbench.editing.draft.state.fields,
        reader.session.workbench.editing.draft.state.hands,
    ) == (
        after.fields,
        after.hands,
    )
    assert "palette" in reader.panels["action"]
    send(reader, ("undo", None))
    assert reader.session.workbench.editing.draft.state == before


def test_an_edit_puts_the_best_turns_away_and_a_fault_prevents_them() -> None:
    reader = at_last_turn()
    send(reader, ("hint", None), ("more", "hops"))
    assert reader.session.wait() is None
    assert "palette" in reader.panels["action"]
    send(reader, ("hint", None), ("hint", "close"))
    assert reader.session.wait() is None
    send(reader, *(("more", "hops") for _ in range(10)))
    assert reader.send("hint")["alert"].startswith("First fix the error")
    assert reader.send("pose")["alert"].startswith("First fix the error")
    assert reader.send("demo")["alert"].startswith("First fix the error")
    assert reader.send("hint", "1")["alert"].startswith("message: hint")


def test_a_demo_shows_the_best_turn_from_here() -> None:
    reader = at_last_turn()
    send(reader, ("demo", None))
    searched(reader)
    assert reader.screen == "demo"
    file = json.loads(reader.send("demo_file")["download"]["text"])
    scenario = parse_scenario(json.dumps(file))
    assert scenario.start.fields == LAST.start().fields
    assert not scenario.start.bag
    assert "are made up" not in reader.text()
    send(reader, ("back", None))
    assert reader.screen == "editor"


def test_a_level_says_how_it_plays() -> None:
    reader = opened(("editor", "empty"))
    for name in LEVEL_NAMES:
        reader.send("level", name)
        assert level_line(name) in reader.panels["uses"]


def test_a_turn_in_which_nothing_can_be_done_makes_no_demo() -> None:
    reader = opened(("editor", "empty"), ("demo", None))
    while reader.session.wait() is not None:
        patch = reader.session.step()
    assert patch["alert"] == "Robin hasn't done anything to show yet."
    assert reader.session.screen == "editor"


@pytest.mark.thorough
def test_a_puzzle_is_proven_tried_and_opened_by_others() -> None:
    reader = at_last_turn()
    send(reader, ("pose", None))
    assert 'id="pose-progress"' in reader.panels["action"]
    searched(reader)
    made = next(each for each in reader.session.workbench.editing._puzzles if each.kind == "points")
    assert (made.best, made.table) == (LAST.best, LAST.table)
    assert made.row().replace('"', "&quot;") in reader.panels["action"]
    name = sealed(made.row())
    assert f'href="#puzzle-{name}"' in reader.panels["action"]
    send(reader, ("puzzle", name))
    assert reader.screen == "puzzle"
    assert "Home-made puzzle" in reader.panels["action"]
    other = Reader(Session({"fragment": f"puzzle-{name}"}))
    other.send("visible")
    assert other.screen == "puzzle"
    for move in made.line:
        other.session.puzzling.solver.solving.table.sitting.game.play(move)  # type: ignore[union-attr]
    assert "Solved" in json.dumps(other.send("check")) or "You got 7 of 7" in json.dumps(other.patches[-1])
    assert not other.session.puzzling.solver.results.tries, "nobody has graded it"
    assert other.saved.get("address", f"puzzle-{name}") == f"puzzle-{name}"


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([("seats", "3")], "A puzzle needs two players"),
        ([("editor", "empty")], "No question about this turn has one clear answer."),
    ],
)
def test_a_puzzle_without_a_proof_is_refused_with_the_reason(steps: list[tuple[str, Any]], reason: str) -> None:
    reader = at_last_turn()
    send(reader, *steps, ("pose", None))
    searched(reader)
    assert reader.patches[-1]["alert"].startswith(reason)
    assert "palette" in reader.panels["action"]


def test_a_broken_puzzle_is_refused_with_one_clear_error() -> None:
    row = json.loads(LAST.row())
    wrong = {
        "best": [*row[:5], row[5] + 1, *row[6:]],
        "line": [*row[:6], "b:L " + row[6]],
        "kind": ["riddle", *row[1:]],
        "table": [*row[:3], row[3].replace("A", "Z", 1), *row[4:]],
    }
    for what, values in wrong.items():
        with pytest.raises(ValueError, match=r"."):
            puzzle_of(json.dumps(values))
        alert = Reader(Session({})).send("puzzle", sealed(json.dumps(values)))["alert"]
        assert alert.startswith("Can't open this puzzle."), what
    for text in ("kh1.AAAA", sealed("x")):
        assert Reader(Session({})).send("puzzle", text)["alert"].startswith("Can't open this puzzle."), text


def test_a_draft_survives_a_reload_even_with_faults_until_a_new_one() -> None:
    reader = opened(("tap", "D4"), ("show", "2"), ("tap", "D4"), ("brush", "store"), ("tap", "E5"))
    again = Reader(Session(dict(reader.saved)))
    send(again, ("editor", None))
    assert again.session.workbench.editing.draft.state == reader.session.workbench.editing.draft.state
    assert "2 errors" in again.panels["faults"]
    send(again, ("editor", "start"))
    assert "position" not in again.saved
    send(again, ("more", "hops"))
    assert "position" in again.saved
    broken = Reader(Session({"position": again.saved["position"].replace("turn=", "turn=x")}))
    send(broken, ("editor", None))
    assert not broken.session.workbench.editing.draft.faults()


def test_a_draft_is_in_the_file_of_all_games() -> None:
    reader = opened(("tap", "D4"))
    text = reader.send("export")["download"]["text"]
    other = Reader(Session({}))
    other.send("open", {"name": "games.json", "text": text})
    assert "The position from the file is in the editor." in other.text()
    send(other, ("editor", None))
    assert words(other)["board1"] == "D4+"
    send(other, ("tap", "D5"), ("open", {"name": "games.json", "text": text}))
    assert "setting up another one" in other.text()
    bad = json.dumps({"keyharvest": 1, "games": [], "position": "kh1 players=2"})
    assert other.send("open", {"name": "games.json", "text": bad})["alert"].startswith("Can't open games.json.")
