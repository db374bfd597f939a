"""Puzzles on the page: opened, solved on the board, judged, and nothing of the answer sent before."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from keyharvest.page.puzzles.puzzling import FILE
from keyharvest.page.session import Session
from keyharvest.puzzles import HINTS, KINDS, Puzzle, choices, collection, hint, load
from keyharvest.rules.components import CROP_INDEX
from keyharvest.words.log import report
from tests.helpers.clicking import Reader

TODAY = date(2026, 1, 7)


def opened(value: str | None = None, today: date = TODAY) -> Reader:
    """Return a page with a puzzle on the table."""
    session = Session({})
    session.puzzling.today = lambda: today
    reader = Reader(session)
    assert "alert" not in reader.send("puzzle", value)
    assert reader.screen == "puzzle"
    return reader


def first_of(kind: str) -> Puzzle:
    """Return the first puzzle of a kind."""
    return load().only(kind=kind)[0]


def words(reader: Reader, panel: str = "action") -> str:
    """Return the words in a panel."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", reader.panels[panel])).strip()


def play_line(reader: Reader, puzzle: Puzzle) -> None:
    """Play the model line as a reader who knows it."""
    assert reader.session.puzzle
    for move in puzzle.line:
        reader.session.puzzle.table.sitting.game.play(move)


def test_the_puzzle_of_the_day_is_that_of_the_readers_date() -> None:
    assert "Puzzle of 7 January" in words(opened())
    assert "Puzzle of 5 January · Why not?" in words(opened("2026-01-05"))
    assert opened().session.puzzle.puzzle == load().daily(TODAY)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value", ["0", "743", "-1", "1.5", "2026-01-08", "2026-01-04", "2026-13-01", "٣", "daily2", ""]
)
def test_another_name_is_one_clear_error(value: str) -> None:
    reader = opened("1")
    assert reader.send("puzzle", value)["alert"] == f"There is no puzzle {value}."
    assert reader.session.puzzle.name == "1"  # type: ignore[union-attr]


def test_a_link_opens_a_puzzle_and_a_wrong_one_says_so() -> None:
    load()
    for link, name in (("puzzle-12", "12"), ("puzzle-2026-01-05", "2026-01-05")):
        session = Session({"fragment": link})
        session.puzzling.today = lambda: TODAY
        assert Reader(session).screen == "puzzle"
        assert session.puzzle is not None
        assert session.puzzle.name == name
    patch = Session({"fragment": "puzzle-999"}).start()
    assert patch["alert"] == "Nothing here matches this link: puzzle-999"
    assert patch["screen"] == "home"


def test_the_file_is_loaded_when_a_puzzle_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "_loaded", None)
    session = Session({})
    reader = Reader(session)
    assert session.lacks() == ""
    session.handle({"intent": "puzzle", "value": "3"})
    assert session.lacks() == FILE
    assert session.arrived(FILE)["alert"] == "The puzzles can't be loaded. Check the connection and try again."
    assert session.lacks() == ""  # it doesn't ask again and again
    with pytest.raises(ValueError, match="puzzles: line 1"):
        session.bring(FILE, b"<!doctype html>")
    assert session.screen == "home"
    reader.send("puzzle", "3")
    assert reader.screen == "puzzle"


@pytest.mark.parametrize("kind", ["points", "win", "field", "chain", "duel"])
def test_a_turn_is_judged_by_its_result_and_undo_is_free_until_then(kind: str) -> None:
    puzzle = first_of(kind)
    reader = opened(str(puzzle.number))
    reader.click("check")
    assert "Solved" not in words(reader)
    assert "Try again" in words(reader)
    reader.click("again")
    play_line(reader, puzzle)
    while reader.session.puzzle.table.sitting.why_no_undo() is None:  # type: ignore[union-attr]
        reader.send("undo")
    assert reader.session.puzzle.table.sitting.game.state == puzzle.start()  # type: ignore[union-attr]
    play_line(reader, puzzle)
    reader.send("check")
    assert "Solved" in words(reader)
    assert ("The best reply" in words(reader)) == (kind == "duel")


def test_progress_is_shown_while_the_turn_is_played() -> None:
    puzzle = first_of("points")
    reader = opened(str(puzzle.number))
    assert f"0 of {puzzle.best}" in words(reader)
    play_line(reader, puzzle)
    reader.send("clear")
    assert f"{puzzle.best} of {puzzle.best}" in words(reader)


def test_a_bid_is_made_with_the_counters_of_the_hand() -> None:
    puzzle = first_of("bid")
    reader = opened(str(puzzle.number))
    assert "Make the cheapest bid" in words(reader)
    for crop in puzzle.answers[0]:
        reader.click("more", crop)
    reader.click("commit")
    assert "The tile is safe, and no cheaper bid would do." in words(reader)
    reader.click("again")
    held = [crop for crop in CROP_INDEX if crop not in puzzle.answers[0]]
    reader.send("more", held[0])
    reader.send("check")
    assert "Solved" not in words(reader)


def test_the_solution_is_played_move_by_move() -> None:
    puzzle = first_of("points")
    reader = opened(str(puzzle.number))
    reader.send("solve")
    session = reader.session
    assert session.puzzle
    said = []
    for number in range(1, len(puzzle.line) + 1):
        assert session.wait() is not None
        said.append(reader.take(session.step()).get("say", ""))
        assert len(session.puzzle.table.sitting.game.moves) == number
    assert session.wait() is None
    states = session.puzzle.table.sitting.game.states
    assert " ".join(filter(None, said)) == " ".join(filter(None, report(states, puzzle.line, session.puzzle.names)))
    reader.click("again")
    assert f"0 of {puzzle.best}" in words(reader)


ANSWERED = [
    ("hidden", "Right answers minus wrong ones: 0 of"),
    ("crops", "Right answers minus wrong ones"),
    ("space", "Right answers minus wrong ones"),
    ("why", "Right answers minus wrong ones: 0 of 1."),
]


@pytest.mark.parametrize(("kind", "told"), ANSWERED)
def test_things_are_chosen_and_judged_as_a_set(kind: str, told: str) -> None:
    puzzle = first_of(kind)
    reader = opened(str(puzzle.number))
    assert "Choose your answer first." in reader.send("check")["alert"]
    answer = puzzle.answers[0]
    wrong = next(each for each in choices(puzzle) if each not in answer)
    reader.send("pick", wrong)
    reader.send("check")
    assert told in words(reader)
    reader.click("again")
    for thing in answer:
        if kind == "space":
            reader.send("tap", thing)
        else:
            reader.click("pick", thing)
    reader.click("check")
    assert "Solved" in words(reader)


def test_what_was_chosen_can_be_taken_out_again() -> None:
    reader = opened(str(first_of("hidden").number))
    reader.click("pick", "hops")
    reader.click("pick", "hops")
    assert reader.send("pick", "wheat")["say"] == "2 hops and 1 wheat"
    reader.click("unpick", "hops")
    assert reader.session.puzzle.chosen == ["hops", "wheat"]  # type: ignore[union-attr]
    assert "alert" in reader.send("unpick", "apples")
    assert "alert" in reader.send("pick", "C5")
    reader = opened(str(first_of("why").number))
    one, other = choices(first_of("why"))[:2]
    reader.click("pick", one)
    reader.click("pick", other)
    assert reader.session.puzzle.chosen == [other]  # type: ignore[union-attr]
    reader = opened(str(first_of("space").number))
    space = choices(first_of("space"))[0]
    reader.send("tap", space)
    reader.send("tap", space)
    assert reader.session.puzzle.chosen == []  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", list(KINDS))
def test_hints_come_in_four_steps(kind: str) -> None:
    puzzle = first_of(kind)
    reader = opened(str(puzzle.number))
    names = reader.session.puzzle.names  # type: ignore[union-attr]
    for step in range(1, HINTS + 1):
        assert reader.send("hint")["say"] == " ".join(hint(puzzle, step, names))
        assert reader.panels["action"].count("<li>") == step
    assert "say" not in reader.send("hint")


@pytest.mark.rule("14.3")
@pytest.mark.parametrize("kind", list(KINDS))
def test_the_page_gets_nothing_of_the_answer_before_the_reader_asks(kind: str) -> None:
    """The page of a puzzle with another answer is the same."""
    puzzle = first_of(kind)
    reader = opened(str(puzzle.number))
    shown, session = reader.text(), reader.session
    others = {"hidden": "wheat", "bid": "hops", "crops": "wheat", "space": choices(puzzle)[-1:], "why": "other"}
    answers = ((str(others.get(kind)),) * puzzle.best,) if puzzle.answers else ()
    line = puzzle.line[:1] and ("a:A1",)
    session.puzzle.puzzle = replace(puzzle, line=line, answers=answers, themes=("plain",))  # type: ignore[union-attr]
    session._drawn.screen = ""
    reader.take(session.screens.draw())
    assert reader.text() == shown


def test_the_browsers_history_leads_back_to_a_puzzle() -> None:
    reader = opened("12")
    assert reader.patches[-1]["place"] == "puzzle:12"
    reader.click("settings")
    reader.click("back")
    assert reader.screen == "puzzle"
    reader.click("home")
    reader.send("to", "puzzle:12")
    assert reader.screen == "puzzle"
    reader.send("to", "puzzle:9999")
    assert reader.screen == "home"


def test_keys_check_and_start_again() -> None:
    reader = opened(str(first_of("points").number))
    key = {"key": "Enter", "shift": True, "scope": "table", "at": ""}
    reader.send("key", key)
    assert "Try again" in words(reader)
    reader.send("key", {"key": "z", "scope": "table", "at": ""})
    assert "Check" in words(reader)
    reader.send("key", {"key": "x", "scope": "table", "at": ""})
    assert "Try again" in words(reader)
