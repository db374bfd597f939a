"""Exercises from an analysed game: a turn that cost points, set up again, judged by the same estimate."""

from __future__ import annotations

import copy
import html
import re

import pytest

from keyharvest.advice import analysis
from keyharvest.advice.analysis import Verdict
from keyharvest.knowledge import observe
from keyharvest.page.puzzles.exercise import Exercise, costly
from keyharvest.page.puzzles.screens import ExerciseScreen
from keyharvest.page.session import Session
from keyharvest.record import record_text
from keyharvest.rules import CHANCE, actor
from keyharvest.saved.card import Entry
from keyharvest.search import Effort
from keyharvest.table.sealing import sealed
from tests.advice.test_analysis import finished, judged
from tests.battery.screenshots import positions
from tests.helpers.clicking import Reader


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "REVIEW", Effort(60, width=1, kept=2))


def reviewed(players: int = 2) -> Reader:
    """Return a page with the analysis of a finished game, which is made once for all tests."""
    reader = Reader(Session({}))
    assert "alert" not in reader.send("open", {"name": "x", "text": record_text(finished(players).record())})
    reader.send("review")
    reader.session.table.playback.analysis = copy.copy(judged(players))
    reader.take(reader.session._patch())
    return reader


def exercise(reader: Reader) -> Exercise:
    """Return the exercise on the page."""
    return reader.session.here.get(ExerciseScreen).task


def words(reader: Reader, panel: str = "action") -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", reader.panels[panel])).strip())


def play(reader: Reader, verdict: Verdict, moves: tuple[str, ...]) -> None:
    """Play a turn, without ending it, as a reader who knows it would, and check it."""
    for move in moves:
        if move != "end":
            exercise(reader).table.sitting.game.play(move)
    assert "alert" not in reader.send("check")
    while reader.session.wait() is not None:
        reader.take(reader.session.step())


@pytest.mark.thorough
def test_a_turn_that_cost_points_is_set_up_and_compared_by_the_same_estimate() -> None:
    reader = reviewed()
    found = reader.session.table.playback.analysis
    assert found
    for verdict in costly(found)[:2]:
        reader.send("exercise", str(verdict.turn))
        assert reader.screen == "exercise"
        assert exercise(reader).table.sitting.game.state == finished().game.states[verdict.at]
        assert verdict.best.text not in reader.text()
        play(reader, verdict, verdict.played.moves)
        told = exercise(reader).found
        assert told
        assert told.loss == verdict.loss  # the same turn, the same estimate
        assert "Not better than the turn played." in words(reader)
        assert "Yours misses" in words(reader)
        assert "They aren't proven." in words(reader)
        reader.click("again")
        play(reader, verdict, verdict.best.moves)
        assert "As good as the best turn found." in words(reader)
        assert "Yours misses" not in words(reader)
    reader.click("review")
    assert reader.screen == "review"
    assert f"Better: {verdict.best.text}" in reader.panels["review-side"]


@pytest.mark.thorough
def test_undo_is_free_and_the_better_turn_is_shown_step_by_step() -> None:
    reader = reviewed()
    reader.click("exercise")
    task = exercise(reader)
    game, start = task.table.sitting.game, task.table.sitting.game.state
    reader.send("aim", "worker")
    for move in task.asked.best.moves:
        if move != "end":
            game.play(move)
    while task.table.sitting.why_no_undo() is None:
        reader.send("undo")
    assert game.state == start
    reader.send("solve")
    while reader.session.wait() is not None:
        reader.take(reader.session.step())
    assert "The best turn found" in words(reader)
    assert tuple(task.table.sitting.game.moves) == task.asked.best.moves


@pytest.mark.slow
def test_nothing_is_drawn_and_what_led_to_a_draw_can_be_undone() -> None:
    reader = reviewed()
    found = reader.session.table.playback.analysis
    assert found
    drawn = next(each for each in costly(found) if each.best.drawn and "end" not in each.best.moves)
    reader.send("exercise", str(drawn.turn))
    game = exercise(reader).table.sitting.game
    for move in drawn.best.moves:
        game.play(move)
    assert actor(game.state) == CHANCE
    reader.take(reader.session._patch())
    assert "Your turn is compared up to here." in words(reader)
    reader.click("undo")
    assert actor(game.state) == drawn.seat
    assert "Check" in words(reader)


@pytest.mark.thorough
@pytest.mark.rule("14.3")
def test_an_exercise_shows_what_the_seat_knew_then() -> None:
    reader = reviewed(3)
    found = reader.session.table.playback.analysis
    assert found
    states = finished(3).game.states
    verdict = next(each for each in costly(found) if any(observe(states[each.at], each.seat).unknown))
    reader.send("exercise", str(verdict.turn))
    table = exercise(reader).table
    observation = observe(states[verdict.at], verdict.seat)
    sight = table.sitting.sight(table.viewer)
    assert (sight.view, sight.unknown) == (observation.view, observation.unknown)


@pytest.mark.slow
def test_another_turn_is_one_clear_error() -> None:
    reader = reviewed()
    found = reader.session.table.playback.analysis
    assert found
    good = next(each for each in found.verdicts if each.was_best)
    for turn in ("x", "999", str(good.turn)):
        assert reader.send("exercise", turn)["alert"] == "No better turn was found."
    reader.session.table.playback.analysis = None
    assert reader.send("exercise")["alert"] == "Analyse this game first."


@pytest.mark.thorough
def test_a_finished_analysis_is_kept_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(Session({}))
    reader.send("open", {"name": "x", "text": positions.finished(3, 2)})
    reader.send("review")
    reader.send("analyse")
    reader.let_computers_play()
    found = reader.session.table.playback.analysis
    assert found
    saved = dict(reader.saved)

    def searched(*_arguments: object) -> None:
        raise AssertionError("it searches again")

    with monkeypatch.context() as patched:
        patched.setattr(analysis, "reviewing", searched)
        again = Reader(Session(saved))
        again.click("games")
        again.click("continue", "1")
        again.let_computers_play()
        kept = again.session.table.playback.analysis
        assert kept
        assert kept.verdicts == found.verdicts
        assert again.panels["review-side"] == reader.panels["review-side"]
    # A damaged one, or that of another game, is made again when asked for.
    for judged_text in ("damaged", sealed("[[1]]"), sealed("[]")):
        sitting = Entry.read(saved["game.1"]).sitting()
        sitting.judged = judged_text
        assert not analysis.Analysis(sitting).kept
