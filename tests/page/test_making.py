"""A demo made from a moment of the game on the table, by the messages that a player's clicks send."""

from __future__ import annotations

from html import escape

import pytest

from keyharvest.page.lessons.demo import Demo
from keyharvest.page.session import Session
from keyharvest.scenario import check, parse_scenario
from keyharvest.table.chairs import NOBODY, Chair
from keyharvest.table.sitting import Sitting
from tests.helpers.clicking import Reader
from tests.page.test_keeping import finished, record_of, sitting_of, with_secrets


def opened(text: str) -> Reader:
    """Open a game from a file at the table."""
    reader = Reader(Session({}))
    reader.send("open", {"name": "game.txt", "text": text})
    return reader


def test_a_moment_of_a_finished_game_becomes_a_file_that_is_sound_and_can_be_tried() -> None:
    reader = opened(record_of(finished()))
    reader.click("seek", "20")
    reader.click("share", "@20-1")
    reader.click("demo", "20")
    assert reader.screen == "demo"
    download = reader.click("demo_file")["download"]
    scenario = parse_scenario(download["text"])
    check(scenario, ("en",))
    assert download["name"] == f"{scenario.id}.json"
    assert f"src=&quot;{scenario.id}.json&quot;" in reader.text()
    assert "{site}embed/en/own.html#file=%7B" in reader.text()
    assert escape(scenario.text(scenario.steps[1].id)) in reader.text()
    assert Demo({"file": download["text"]}).start()["demo"]["step"] == 1
    reader.click("back")
    assert reader.screen == "review"


def test_before_anything_was_done_there_is_a_reason_why_not() -> None:
    reader = Reader(Session({}))
    reader.send("guided")
    assert "hasn't done anything to show yet" in reader.send("demo")["alert"]
    assert reader.screen == "game"
    assert "alert" in reader.send("demo_file")


@pytest.mark.slow
def test_in_a_running_game_with_secrets_it_is_the_demo_of_the_one_who_looks() -> None:
    sitting = Sitting.new([Chair(name, "random") for name in ("Ann", "Ada", "Bruno")], "random", 6)
    while sitting.game.state.turn < 7:
        sitting.step()
    for seat in (1, 2, 3):
        sitting.game.headers[f"Player{seat}"] = "person" if seat == 2 else "random"
    reader = opened(sitting.sealed())
    while reader.session.wait() is not None:
        reader.take(reader.session.step())
    reader.send("demo")
    assert "know are made up" in reader.text()
    scenario = parse_scenario(reader.click("demo_file")["download"]["text"])
    check(scenario, ("en",))
    assert scenario.you == 1


def test_secrets_that_nobody_may_tell_are_a_reason_not_to_make_one() -> None:
    several = sitting_of(with_secrets(), ("A", "person"), ("B", "person"), ("C", "random"))
    reader = opened(several.sealed())
    reader.session.seating.open().viewer = NOBODY
    assert "secret until the game is over" in reader.send("demo")["alert"]
    several.game.headers["Screens"] = "closed"
    assert "hidden in this game" in opened(several.sealed()).send("demo")["alert"]
    assert "alert" in opened(record_of(finished())).send("demo", "9999")
