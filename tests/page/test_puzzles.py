"""Puzzles on the page: opened, solved on the board, judged, and nothing of the answer sent before."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from keyharvest.page.puzzles.embedded import EmbeddedPuzzle
from keyharvest.page.puzzles.overview import next_puzzle
from keyharvest.page.puzzles.puzzling import FILE
from keyharvest.page.puzzles.solving import Solving
from keyharvest.page.session import Session
from keyharvest.puzzles import HINTS, KINDS, Puzzle, choices, collection, hint, load, solution
from keyharvest.rules import legal
from keyharvest.rules.components import CROP_INDEX
from keyharvest.rules.frames import END
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import Turn
from keyharvest.saved.puzzle_days import streak
from keyharvest.saved.puzzle_results import Results, changed, read_text
from keyharvest.words.log import report
from tests.helpers.clicking import Reader, targets_in

pytestmark = pytest.mark.slow

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
    for move in puzzle.line:
        solving(reader).table.sitting.game.play(move)


def solving(reader: Reader) -> Solving:
    """Return the puzzle on a page or, embedded, in another one."""
    page: Any = reader.session
    found: Solving | None = page.puzzle if isinstance(page, EmbeddedPuzzle) else page.puzzling.solver.solving
    assert found
    return found


def go_wrong(reader: Reader, puzzle: Puzzle) -> None:
    """Take one action that solves nothing."""
    game = solving(reader).table.sitting.game
    game.play(next(move for move in legal(game.state) if move not in (END, puzzle.line[0])))
    while not isinstance(game.state.stack[-1], Turn):
        game.play(legal(game.state)[-1])


def test_the_puzzle_of_the_day_is_that_of_the_readers_date() -> None:
    assert "Puzzle of 7 January" in words(opened())
    assert "Puzzle of 5 January · gentle Why not?" in words(opened("2026-01-05"))
    assert opened().session.puzzling.solver.solving.puzzle == load().daily(TODAY)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value", ["0", "743", "-1", "1.5", "2026-01-08", "2026-01-04", "2026-13-01", "٣", "daily2", ""]
)
def test_another_name_is_one_clear_error(value: str) -> None:
    reader = opened("1")
    assert reader.send("puzzle", value)["alert"] == f"There is no puzzle {value}."
    assert reader.session.puzzling.solver.solving.name == "1"  # type: ignore[union-attr]


def test_a_link_opens_a_puzzle_and_a_wrong_one_says_so() -> None:
    load()
    for link, name in (("puzzle-12", "12"), ("puzzle-2026-01-05", "2026-01-05")):
        session = Session({"fragment": link})
        session.puzzling.today = lambda: TODAY
        assert Reader(session).screen == "puzzle"
        assert session.puzzling.solver.solving
        assert session.puzzling.solver.solving.name == name
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
        session.supply(FILE, b"<!doctype html>")
    assert session.screen == "home"
    reader.send("puzzle", "3")
    assert reader.screen == "puzzle"


@pytest.mark.parametrize("kind", ["points", "win", "field", "chain", "duel"])
def test_a_turn_is_judged_by_its_result_and_undo_is_free_until_then(kind: str) -> None:
    puzzle = first_of(kind)
    reader = opened(str(puzzle.number))
    assert reader.send("check")["alert"] == "Play your turn first."
    go_wrong(reader, puzzle)
    reader.send("check")
    assert "Not solved yet" in words(reader)
    assert "Try again" in words(reader)
    reader.click("again")
    play_line(reader, puzzle)
    while reader.session.puzzling.solver.solving.table.sitting.why_no_undo() is None:  # type: ignore[union-attr]
        reader.send("undo")
    assert reader.session.puzzling.solver.solving.table.sitting.game.state == puzzle.start()  # type: ignore[union-attr]
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
    assert "Bid just enough to keep it" in words(reader)
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
    assert session.puzzling.solver.solving
    said = []
    for number in range(1, len(puzzle.line) + 1):
        assert session.wait() is not None
        said.append(reader.take(session.step()).get("say", ""))
        assert len(session.puzzling.solver.solving.table.sitting.game.moves) == number
    assert session.wait() is None
    states = session.puzzling.solver.solving.table.sitting.game.states
    assert " ".join(filter(None, said)) == " ".join(
        filter(None, report(states, puzzle.line, session.puzzling.solver.solving.names))
    )
    reader.click("again")
    assert f"0 of {puzzle.best}" in words(reader)


ANSWERED = [
    ("hidden", "Found: 0 of 1. The answer doesn&#x27;t include 1 vegetable."),
    ("crops", "Found: 0 of 1. The answer doesn&#x27;t include hops."),
    ("space", "Found: 0 of 6. The answer doesn&#x27;t include A1."),
    ("why", "That isn&#x27;t the reason."),
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
    assert f"Not solved yet {told} Try again" in words(reader)
    reader.click("again")
    assert reader.session.puzzling.solver.solving.chosen == [wrong]  # type: ignore[union-attr]
    if kind != "why":
        reader.send("unpick" if kind == "hidden" else "pick", wrong)
    for thing in answer:
        if kind == "space":
            reader.send("tap", thing)
        else:
            reader.click("pick", thing)
    reader.click("check")
    assert "Solved" in words(reader)


def test_the_board_shows_which_spaces_of_a_wrong_answer_are_right() -> None:
    puzzle = first_of("space")
    reader = opened(str(puzzle.number))
    right, wrong = puzzle.answers[0][0], next(each for each in choices(puzzle) if each not in puzzle.answers[0])
    for space in (right, wrong):
        reader.send("tap", space)
    reader.send("check")
    assert reader.session.puzzling.solver.solving
    scene = reader.session.puzzling.solver.solving.table.scene()
    assert scene.goal
    assert scene.goal.picked == 1 << INDEX[right]
    assert scene.changed.boards[0] == 1 << INDEX[wrong]
    reader.click("again")
    assert reader.session.puzzling.solver.solving.table.scene().changed.boards[0] == 0


def test_rules_in_a_solution_are_links() -> None:
    puzzle = next(each for each in load().only(kind="space") if "(rule " in " ".join(solution(each)))
    reader = opened(str(puzzle.number))
    reader.send("solve")
    assert 'data-intent="rules"' in reader.panels["action"].partition('class="solution"')[2]


def test_what_was_chosen_can_be_taken_out_again() -> None:
    reader = opened(str(first_of("hidden").number))
    reader.click("pick", "hops")
    reader.click("pick", "hops")
    assert reader.send("pick", "wheat")["say"] == "2 hops and 1 wheat"
    reader.click("unpick", "hops")
    assert reader.session.puzzling.solver.solving.chosen == ["hops", "wheat"]  # type: ignore[union-attr]
    assert "alert" in reader.send("unpick", "apples")
    assert "alert" in reader.send("pick", "C5")
    reader = opened(str(first_of("why").number))
    one, other = choices(first_of("why"))[:2]
    reader.click("pick", one)
    reader.click("pick", other)
    assert reader.session.puzzling.solver.solving.chosen == [other]  # type: ignore[union-attr]
    reader = opened(str(first_of("space").number))
    space = choices(first_of("space"))[0]
    reader.send("tap", space)
    reader.send("tap", space)
    assert reader.session.puzzling.solver.solving.chosen == []  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", list(KINDS))
def test_hints_come_in_four_steps(kind: str) -> None:
    puzzle = first_of(kind)
    reader = opened(str(puzzle.number))
    names = reader.session.puzzling.solver.solving.names  # type: ignore[union-attr]
    for step in range(1, HINTS + 1):
        assert reader.send("hint")["say"] == " ".join(hint(puzzle, step, names))
        assert reader.panels["action"].count('<li><svg class="icon"') == step
    assert "say" not in reader.send("hint")


def test_the_question_stays_in_sight_while_a_turn_is_played_and_after_it_is_judged() -> None:
    reader = opened("626")
    task = reader.panels["action"].split("</h2>")[0].split(">")[-1]
    assert task.startswith("It")
    for intent, value in (("aim", "harvest"), ("clear", None), ("tap", "D5"), ("check", None), ("solve", None)):
        reader.send(intent, value)
        assert task in reader.panels["action"], (intent, value)


def test_a_question_about_actions_shows_those_taken() -> None:
    puzzle = load()[592]
    assert puzzle.seen.state.stack[-1].used.bit_count() == 2  # type: ignore[attr-defined]
    assert "Harvest Worker , done Place Store , done" in words(opened("592"))


def test_buttons_keep_their_places() -> None:
    """Check, Cancel and the hint of a bid, undo and redo of a turn are there from the beginning."""

    def buttons(reader: Reader) -> list[str]:
        return re.findall(r'data-intent="([a-z]+)"', reader.panels["action"].split('class="buttons"')[1])

    reader = opened("202")
    before = buttons(reader)
    assert {"commit", "clear", "hint"} <= set(before)
    reader.send("more", "vegetables")
    assert buttons(reader) == before
    reader = opened("626")
    before = buttons(reader)
    assert before[-2:] == ["undo", "redo"]
    assert reader.session.puzzling.solver.solving
    reader.session.puzzling.solver.solving.table.sitting.game.play("c:D4")
    reader.send("undo")
    assert buttons(reader) == before


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
    session.puzzling.solver.solving.puzzle = replace(puzzle, line=line, answers=answers, themes=("plain",))  # type: ignore[union-attr]
    session.drawn.again()
    reader.take(session.draw())
    assert reader.text() == shown


@pytest.mark.rule("13.2")
def test_points_that_tell_the_majorities_are_not_sent() -> None:
    """The points include crops that the reader is certain to hold the most of, which is the question."""
    reader = opened(str(first_of("crops").number))
    sent = reader.text()
    assert not re.search(r"\bpts\b|\bpoints\b", sent)
    assert "data-points" in opened(str(first_of("hidden").number)).text()


def test_the_browsers_history_leads_back_to_a_puzzle() -> None:
    reader = opened("12")
    assert reader.patches[-1]["place"] == "puzzle:12"
    assert reader.patches[-1]["address"] == "puzzle-12"  # a reload finds it again
    reader.click("settings")
    reader.click("back")
    assert reader.screen == "puzzle"
    reader.click("puzzles")
    assert reader.patches[-1]["place"] == "puzzles"
    reader.click("home")
    reader.send("to", "puzzles")
    assert reader.screen == "puzzles"
    reader.send("to", "puzzle:12")
    assert reader.screen == "puzzle"
    reader.send("to", "puzzle:9999")
    assert reader.screen == "home"


def test_keys_check_and_start_again() -> None:
    puzzle = first_of("points")
    reader = opened(str(puzzle.number))
    key = {"key": "Enter", "shift": True, "scope": "table", "at": ""}
    go_wrong(reader, puzzle)
    reader.send("key", key)
    assert "Try again" in words(reader)
    reader.send("key", {"key": "z", "scope": "table", "at": ""})
    assert "Check" in words(reader)
    go_wrong(reader, puzzle)
    reader.send("key", {"key": "x", "scope": "table", "at": ""})
    assert "Try again" in words(reader)


# ---- the reader's results


def solve(reader: Reader) -> None:
    """Give the right answer to the puzzle on the table."""
    puzzle = solving(reader).puzzle
    if puzzle.kind == "bid":
        for crop in puzzle.answers[0]:
            reader.send("more", crop)
    elif puzzle.answers:
        for thing in puzzle.answers[0]:
            reader.send("pick", thing)
    else:
        play_line(reader, puzzle)
    reader.send("check")
    assert re.search("Solved|Right", words(reader))


def test_only_the_first_try_counts_and_hints_cost() -> None:
    puzzle = load().only(kind="points", grade=2)[0]
    reader = opened(str(puzzle.number))
    assert "Your rating 1200" in words(reader, "log")
    go_wrong(reader, puzzle)
    reader.send("check")
    assert "Your rating −20 1180" in words(reader, "log")
    reader.click("again")
    solve(reader)
    assert "Your rating −20 1180" in words(reader, "log")
    other = load().only(kind="points", grade=2)[1]
    reader.send("puzzle", str(other.number))
    reader.send("hint")
    solve(reader)
    results = reader.session.puzzling.solver.results
    assert results.tries[other.number] == (other.number, TODAY, True, 1, changed(1180, 2, True, 1, 1))
    assert 0 < changed(1180, 2, True, 1, 1) < changed(1180, 2, True, 0, 1)
    assert read_text(reader.saved["puzzles"]).data() == results.data()


def test_a_solution_seen_first_counts_as_a_failed_try() -> None:
    reader = opened()
    reader.send("solve")
    assert reader.session.puzzling.solver.results.days == {TODAY: False}
    reader.send("again")
    solve(reader)
    results = reader.session.puzzling.solver.results
    assert results.days == {TODAY: False}
    assert not results.tries[load().daily(TODAY).number].solved
    # The puzzle, the text to share and the first screen say the same.
    assert "Solved" not in reader.panels["action"]
    assert "this counts as tried, not as solved" in reader.panels["action"]
    assert "Solution seen" in reader.panels["action"]
    reader.send("home")
    door = re.search(r'data-intent="puzzle"[^>]*>(.*?)</button>', reader.text())
    assert door
    assert "<small>tried</small>" in door[1]


@pytest.mark.parametrize(("days", "row"), [(1, 1), (2, 0)])
def test_a_puzzle_in_the_middle_of_which_midnight_comes_belongs_to_its_day(days: int, row: int) -> None:
    clock = [TODAY]
    reader = Reader(Session({}))
    reader.session.puzzling.today = lambda: clock[0]
    reader.send("puzzle")
    clock[0] += timedelta(days=days)
    solve(reader)
    assert list(reader.session.puzzling.solver.results.days) == [TODAY][:row]


def test_days_in_a_row_are_those_solved_on_their_day() -> None:
    reader = opened("2026-01-06")
    solve(reader)
    results = reader.session.puzzling.solver.results
    assert results.days == {}  # a day later
    reader.send("puzzle")
    solve(reader)
    assert streak(results.days, TODAY) == results.best_streak() == 1
    tomorrow = TODAY + timedelta(days=1)
    reader.session.puzzling.today = lambda: tomorrow
    reader.send("puzzle")
    solve(reader)
    assert streak(results.days, tomorrow) == 2
    assert "2 days in a row" in words(reader, "log")
    assert streak(results.days, tomorrow + timedelta(days=2)) == 0
    states = dict(results.calendar(tomorrow, tomorrow))
    assert states[TODAY] == states[tomorrow] == "ok"
    assert states[date(2026, 1, 6)] == "late"
    assert read_text(results.text()).late == {date(2026, 1, 6)}
    assert states[date(2026, 1, 9)] == "to-come"
    assert len(states) == 28


def test_a_later_visit_shows_what_was_solved() -> None:
    """At home with the days in a row, and in the puzzle with the verdict, where it can be shared and watched."""
    first = opened("2026-01-06")
    solve(first)
    first.send("puzzle")
    solve(first)
    reader = Reader(Session({"puzzles": first.session.puzzling.solver.results.text()}))
    reader.session.puzzling.today = lambda: TODAY
    reader.session.drawn.again()
    reader.take(reader.session.draw())
    assert "Puzzle of the day solved · 1 day in a row" in words(reader, "main")
    for day in (None, "2026-01-06"):
        reader.send("puzzle", day)
        assert "Solved" in words(reader)
        assert "Share" in words(reader)
        reader.send("solve")
        assert "Share" in words(reader)
        reader.send("puzzles")
        reader.send("puzzle", day)
        assert "Solved" in words(reader)


def test_the_way_out_of_a_puzzle_leads_to_where_it_was_chosen() -> None:
    """The list with the weeks that it showed; the next puzzle isn't a separate step in the browser's history."""
    reader = opened("2026-01-06")
    assert all(f'data-intent="{way}"' in reader.panels["top"] for way in ("puzzles", "home", "rules", "settings"))
    assert reader.send("puzzle", "any")["instead"]
    reader.session.puzzling.today = lambda: date(2026, 6, 1)
    assert not reader.send("puzzles")["instead"]
    reader.send("puzzle_days", "earlier")
    weeks = re.search(r'puzzle-weeks">[^<]*', reader.panels["main"])
    reader.send("puzzle", "2026-04-20")
    reader.send("to", "puzzles")
    assert weeks
    assert weeks[0] in reader.panels["main"]
    reader.send("home")
    reader.send("puzzles")
    assert weeks[0] not in reader.panels["main"]


def test_results_are_stored_and_travel_with_the_games() -> None:
    reader = opened()
    solve(reader)
    again = Reader(Session(reader.saved), reader.saved)
    again.session.puzzling.today = lambda: TODAY
    again.send("puzzles")
    assert "1 day in a row" in words(again, "main")
    file = again.send("export")["download"]["text"]
    new = Reader(Session({}))
    new.send("open", {"name": "all.json", "text": file})
    assert "1 puzzle result imported." in words(new, "main")
    assert new.saved["puzzles"] == reader.saved["puzzles"]
    new.send("open", {"name": "all.json", "text": file})
    assert "0 puzzle results imported." in words(new, "main")
    games = json.dumps({"keyharvest": 1, "games": [{"record": "?"}]})
    new.send("open", {"name": "games.json", "text": games})
    new.take(new.session.step())
    assert "0 games imported. Game 1 of the file" in words(new, "main")  # nothing from the previous file


def test_a_note_on_something_looked_at_gives_way_to_a_move_and_to_a_hint() -> None:
    reader = opened("3")
    for intent, value in (("look", "M"), ("look", "fallow")):
        reader.send(intent, value)
        assert 'class="deal free"' in reader.panels["action"]
        reader.send("hint")
        assert 'class="deal free"' not in reader.panels["action"]
    reader.send("look", "M")
    reader.send("worker", "C")
    reader.send("tap", "A5")
    reader.send("commit")
    assert 'class="deal free"' not in reader.panels["action"]


def test_the_keys_lead_through_what_can_be_picked() -> None:
    for number, first in ((5, "hex-"), (56, "pick-hops"), (20, "pick-hops"), (1, "pick-field")):
        reader = opened(str(number))
        puzzle = load()[number]
        found = [reader.send("go", "next")["focus"]]
        assert found[0].startswith(first)
        for _each in choices(puzzle)[1:]:
            reader.send("key", {"key": "]", "scope": "page", "at": found[-1]})
            found.append(reader.patches[-1]["focus"])
        assert len({*found}) == len(choices(puzzle))
        reader.send("pick", choices(puzzle)[0])
        reader.send("key", {"key": "]", "scope": "page", "at": found[-1]})
        assert reader.patches[-1]["focus"] == "end"


def test_the_longest_run_of_days_is_counted_from_the_ends_of_runs() -> None:
    results = Results()
    for at in (0, 1, 2, 4, 5, 7):
        results.add_day(TODAY + timedelta(days=at), True)
    results.add_day(TODAY + timedelta(days=3), False)
    assert results.best_streak() == 3
    assert Results().best_streak() == 0


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"tries":[],"days":[]}',
        '{"tries":[[1,"x",1,0,9]],"days":{}}',
        '{"tries":[],"days":{"2026-01-05":2}}',
        '{"tries":[],"days":{"0001-01-01":1}}',
        '{"tries":[[1,"9999-12-31",1,0,9]],"days":{}}',
    ],
)
def test_damaged_results_are_one_error_and_nothing_is_lost(text: str) -> None:
    reader = Reader(Session({"puzzles": text}), {"puzzles": text})
    reader.session.puzzling.today = lambda: TODAY
    assert "puzzle results are damaged" in reader.send("puzzles")["alert"]
    assert reader.saved == {"puzzles": text, "puzzles.damaged": text}
    assert "alert" not in reader.send("puzzle")
    solve(reader)
    assert read_text(reader.saved["puzzles"]).days == {TODAY: True}
    file = json.loads(reader.send("export")["download"]["text"])
    assert file["puzzles_damaged"] == text
    broken = json.dumps({"keyharvest": 1, "games": [], "puzzles": text})
    assert reader.send("open", {"name": "x", "text": broken})["alert"].startswith("Can't open x. ")


# ---- the screen of all puzzles


def test_the_screen_opens_today_days_themes_grades_and_any() -> None:
    later = date(2026, 3, 20)
    reader = opened(today=later)
    reader.click("puzzles")
    assert "Puzzle of 20 March" in words(reader, "main")
    reader.click("puzzle", "2026-03-19")
    assert reader.session.puzzling.solver.solving.day == date(2026, 3, 19)  # type: ignore[union-attr]
    reader.click("puzzles")
    reader.click("puzzle_days", "earlier")
    reader.click("puzzle_days", "earlier")
    reader.click("puzzle", "2026-01-05")
    reader.click("puzzles")
    reader.click("puzzle", "theme:chain")
    assert "chain" in reader.session.puzzling.solver.solving.puzzle.themes  # type: ignore[union-attr]
    solve(reader)
    reader.click("puzzle", "theme:chain")  # the next one
    assert "Solved" not in words(reader)
    reader.click("puzzles")
    reader.click("puzzle", "grade:5")
    assert reader.session.puzzling.solver.solving.puzzle.grade == 5  # type: ignore[union-attr]
    reader.click("puzzles")
    reader.click("puzzle", "any")
    assert reader.session.puzzling.solver.solving.puzzle.grade == 2  # type: ignore[union-attr]
    for wrong in ("theme:sing", "grade:6", "theme:", "kind:win"):
        assert reader.send("puzzle", wrong)["alert"] == f"There is no puzzle {wrong}."


def test_a_puzzle_tried_is_not_drawn_again_until_all_have_been() -> None:
    results = Results()
    collection = load()
    few = collection.only(theme="lawyer")
    assert {next_puzzle(collection, "theme:lawyer", results, lambda n: n - 1) for _ in few} <= set(few)
    for puzzle in few[:-1]:
        results.add(puzzle.number, puzzle.grade, True, 0, TODAY)
    assert next_puzzle(collection, "theme:lawyer", results, lambda n: n - 1) == few[-1]
    results.add(few[-1].number, few[-1].grade, True, 0, TODAY)
    assert next_puzzle(collection, "theme:lawyer", results, lambda _n: 0) in few


def test_the_text_to_share_says_how_far_and_nothing_of_the_answer() -> None:
    puzzle = first_of("points")
    reader = opened(str(puzzle.number))
    solve(reader)
    text = html.unescape(re.findall("<pre [^>]*>(.*?)</pre>", reader.panels["action"], re.DOTALL)[0])
    first = f"Key Harvest: puzzle {puzzle.number}"
    assert text.splitlines() == [first, "⬢" * puzzle.best, "Solved on the first try"]


# ---- on another page


def embedded(puzzle: str, **saved: str) -> tuple[EmbeddedPuzzle, Reader]:
    """Return a puzzle in a demo's frame, and what its reader sees."""
    session = EmbeddedPuzzle({"puzzle": puzzle, **saved}, lambda: TODAY)
    return session, Reader(session)  # type: ignore[arg-type]  # the part of a session that a reader needs


def test_an_embedded_puzzle_waits_for_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join([collection.head_of(load().lists), *(puzzle.row() for puzzle in load())])
    monkeypatch.setattr(collection, "_loaded", None)
    session = EmbeddedPuzzle({"puzzle": "daily", "language": "en"}, lambda: TODAY)
    assert session.lacks() == ""
    assert session.start() == session.handle({"intent": "check"}) == {}
    assert session.lacks() == FILE
    session.supply(FILE, text.encode())
    assert session.arrived(FILE)["demo"] == {
        "step": 1,
        "steps": 1,
        "where": "Most points · easy",
        "wrong": "",
        "rule": "13.2",
        "done": False,
        "tries": 0,
        "hints": 0,
    }
    assert session.lacks() == ""


def test_an_embedded_puzzle_is_solved_and_offers_no_way_out_of_itself() -> None:
    puzzle = first_of("points")
    session, reader = embedded(str(puzzle.number))
    assert session.handle({"intent": "new"}) == {"alert": "You can't do that in a demo."}
    go_wrong(reader, puzzle)
    reader.send("check")
    assert reader.patches[-1]["demo"]["wrong"] == f"You got 1 of {puzzle.best} points."
    reader.click("again")
    assert reader.patches[-1]["demo"]["wrong"] == ""
    reader.click("hint")
    for move in puzzle.line:
        session.puzzle.table.sitting.game.play(move)  # type: ignore[union-attr]
    reader.send("undo")
    reader.send("redo")
    reader.send("check")
    told = reader.patches[-1]["demo"]
    assert (told["done"], told["tries"], told["hints"]) == (True, 2, 1)
    reader.click("solve")
    while session.wait() is not None:
        reader.take(session.step())
    assert "One solution" in words(reader)
    offered = {target.intent for target in targets_in(reader.text())}
    assert not offered & {"puzzle", "puzzles", "home", "settings", "code"}
    assert "data-shell-do" not in reader.text()


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_can_be_solved_on_another_page(kind: str) -> None:
    session, reader = embedded(str(first_of(kind).number))
    solve(reader)
    assert session.wait() is None


def test_an_embedded_puzzle_that_cannot_be_is_one_clear_error() -> None:
    with pytest.raises(ValueError, match="puzzle: language: expected one of en, "):
        EmbeddedPuzzle({"puzzle": "daily", "language": "xx"})
    load()
    with pytest.raises(ValueError, match="There is no puzzle 9999"):
        EmbeddedPuzzle({"puzzle": "9999"}).start()


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_left_unsolved_is_offered_again_as_far_as_it_was(kind: str) -> None:
    puzzle = first_of(kind)
    reader = opened(str(puzzle.number))
    reader.send("puzzles")
    assert "Continue puzzle" not in reader.text(), "nothing was done yet"
    reader.send("puzzle", str(puzzle.number))
    reader.send("hint")
    task = reader.session.puzzling.solver.solving
    assert isinstance(task, Solving)
    if task.picks:
        reader.send("pick", choices(puzzle)[0])
    elif kind != "bid":
        task.table.sitting.game.play(puzzle.line[0])
    before = task.begun
    assert before
    reader.send("home")
    reader.send("puzzle", str(first_of("points" if kind != "points" else "win").number))
    again = Reader(Session(dict(reader.saved)))
    again.session.puzzling.today = lambda: TODAY
    again.send("puzzles")
    again.click("puzzle", str(puzzle.number))
    found = again.session.puzzling.solver.solving
    assert isinstance(found, Solving)
    assert (found.begun, found.hints, found.answers) == (before, 1, True)
    again.send("solve")
    again.send("puzzles")
    assert "Continue puzzle" not in again.text()


def test_damaged_words_on_a_puzzle_left_unsolved_are_refused() -> None:
    for begun in (None, [], ["7", 99, []], [7, 0, []], ["7", 0, "x"]):
        with pytest.raises(ValueError, match="puzzles: begun: expected the name of a puzzle"):
            read_text(json.dumps({"tries": [], "days": {}, "begun": begun}))
