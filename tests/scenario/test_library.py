"""The library: every scenario is played on the engine; every rule is shown by one, or a reason says why not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from keyharvest.cli import main
from keyharvest.rules import STANDARD
from keyharvest.rules.geometry import INDEX
from keyharvest.scenario import Play, Scenario, check, library, scenario_text
from keyharvest.scenario.facts import all_hold
from keyharvest.scenario.library import COURSE, NOT_SHOWN, SCENARIOS, shown_by
from keyharvest.scenario.play import DONE, PLAY, READ, WRONG
from keyharvest.scenario.run import moves_of, slides
from keyharvest.words.language import LANGUAGES
from keyharvest.words.rules_text import numbers

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "keyharvest" / "scenario" / "library"
RULES = (ROOT / "tests" / "data" / "rule_numbers.txt").read_text(encoding="utf-8").split()
EVERY = pytest.mark.parametrize("name", SCENARIOS)


def played(play: Play) -> Play:
    """Play to the end, pressing Next where there is only text and watching every line."""
    for _ in range(99):
        if play.status == DONE:
            return play
        if play.status == READ:
            play.next()
        elif play.pending:
            play.hurry()
        else:
            play.show_me()
    raise AssertionError("no end")


@EVERY
def test_it_holds_what_it_promises(name: str) -> None:
    check(SCENARIOS[name])


@EVERY
def test_it_is_in_its_usual_spelling_and_short(name: str) -> None:
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert text == scenario_text(json.loads(text))
    assert len(text.encode()) <= 6000


@EVERY
def test_what_is_shown_leads_to_the_goal(name: str) -> None:
    play = played(Play(SCENARIOS[name]))
    assert all_hold(play.game.state, SCENARIOS[name].goal)
    assert [moment.key for moment in slides(SCENARIOS[name])][-1] == "goal"
    assert slides(SCENARIOS[name])[-1].state == play.game.state


def reached(scenario: Scenario) -> Iterator[Play]:
    """Yield the scenario at the beginning of each step in which the reader plays."""
    play = Play(scenario)
    play.hurry()
    while play.status != DONE:
        if play.status == READ:
            play.next()
        else:
            yield Play.restored(scenario, play.at, play.kept()["moves"])
            play.show_me()
        play.hurry()


@EVERY
def test_every_line_is_accepted_move_by_move(name: str) -> None:
    """A reader who plays any accepted line, one move after the other, gets no comment and advances."""
    for start in reached(SCENARIOS[name]):
        for line in start.step.lines():
            play = Play.restored(start.scenario, start.at, start.kept()["moves"])
            for move in moves_of(line):
                assert play.at == start.at
                assert play.answer is None, (line, move)
                play.game.play(move)
                play.moved()
            assert play.at == start.at + 1


@EVERY
def test_every_wrong_line_is_answered_and_taken_back(name: str) -> None:
    for play in reached(SCENARIOS[name]):
        for line, key in play.step.wrong.items():
            *way, last = moves_of(line)
            for move in way:
                play.game.play(move)
            if last in play.game.legal():
                play.game.play(last)
                play.moved()
                assert play.status == WRONG
            else:
                play.refused(last)
                assert play.status == PLAY
            assert play.answer
            assert play.answer.key == f"{play.step.id}.{key}"
            assert play.reply("en") == play.scenario.words["en"][play.answer.key]
            if play.can_undo():
                play.undo()
            play.game.rewind(play.begun)


def test_the_folder_holds_what_the_contents_name() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*SCENARIOS, "contents"}
    assert len(SCENARIOS) >= 60


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_shown_or_says_why_not(rule: str) -> None:
    assert bool(shown_by(rule)) != bool(NOT_SHOWN.get(rule)), (shown_by(rule), NOT_SHOWN.get(rule))


def test_the_scenarios_that_show_a_rule_are_found_without_parsing_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first question of a game links to one, and parsing them all took ten times as long as drawing the game."""
    parsed = {name: scenario.rules for name, scenario in SCENARIOS.items()}
    monkeypatch.setattr(library, "SCENARIOS", library._Library(list(SCENARIOS)))
    monkeypatch.setattr(library, "parse_scenario", None)
    assert shown_by("3.1")
    assert library.SCENARIOS.rules == parsed


def test_no_scenario_names_a_rule_that_does_not_exist() -> None:
    # 14.5 is a rule of the engine alone: what questions may reveal (see tests/knowledge/test_knowledge.py).
    named = {rule for scenario in SCENARIOS.values() for rule in scenario.rules} | set(NOT_SHOWN)
    assert named - {*RULES, "14.5"} == set()


def test_the_course_has_twelve_lessons_of_less_than_two_minutes() -> None:
    assert [lesson.number for lesson in COURSE] == list(range(1, 13))
    for lesson in COURSE:
        assert lesson.scenarios
        assert set(lesson.scenarios) <= set(SCENARIOS)
        assert lesson.seconds < 120
        assert set(lesson.titles) == set(lesson.lines) == set(LANGUAGES)


def test_all_are_checked_in_a_blink() -> None:
    """Lessons and demos start from what the build has checked; a check is quick enough to run each time."""
    begun = time.process_time()
    for scenario in SCENARIOS.values():
        check(scenario)
    assert time.process_time() - begun < 10


def test_what_is_shown_at_a_moment_is_known_by_seat() -> None:
    moment = next(moment for moment in slides(SCENARIOS["bailiff-repeat"]) if "2:D5" in moment.show)
    assert moment.spaces(1, 0) == 1 << INDEX["D5"] | 1 << INDEX["G1"]
    assert moment.spaces(0, 0) == 0


def test_the_command_line_checks_lists_and_draws(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["scenario", "check"]) == 0
    assert f"{len(SCENARIOS)} scenarios, no errors" in capsys.readouterr().out
    assert main(["scenario", "list", "--rule", "12P"]) == 0
    assert capsys.readouterr().out.startswith("good-harvest")
    assert main(["scenario", "list", "--by-rule"]) == 0
    table = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert list(table) == list(numbers())
    assert table["12P"] == "good-harvest"
    assert table["14.4"] == f"({NOT_SHOWN['14.4']})"
    assert main(["scenario", "list", "--rule", "99"]) == 1
    assert "--rule 99: no such rule" in capsys.readouterr().err
    assert main(["scenario", "list", "--rule", "14.4"]) == 1
    assert "it doesn't affect which moves" in capsys.readouterr().err
    assert main(["scenario", "list", "--rule", "13"]) == 0
    assert "last-turn" in capsys.readouterr().out
    assert main(["scenario", "render", "nowhere"]) == 1
    assert "nowhere: the library has no scenario of this name" in capsys.readouterr().err
    assert main(["scenario", "render", "chain", "--folder", str(tmp_path), "--language", "de"]) == 0
    assert "Eine Kette" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chain-1.svg", "chain-2.svg", "chain-3.svg"]
    assert (tmp_path / "chain-1.svg").read_text(encoding="utf-8").startswith("<svg xmlns=")


def test_a_reader_who_comes_another_way_can_go_on() -> None:
    """A step that cannot follow from the reader's moves is played on the table as the model lines leave it."""
    play = Play(SCENARIOS["good-harvest"])
    for move in ("d:A1", "vegetables"):
        play.game.play(move)
    play.moved()
    assert play.at == 1
    assert not play.relaid
    play = Play(SCENARIOS["new-crop"])
    play.show_me()
    play.hurry()
    for move in ("C4", "D4"):
        play.game.play(move)
    play.moved()
    play.hurry()
    assert play.relaid
    assert all_hold(play.game.state, ("board1 has C4+,C5+",))
    played(play)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data: data.update(rules=["99.1"]), "rules: there is no rule 99.1"),
        (lambda data: data.update(goal=["money1 > 3"]), "goal: 'money1' is not a fact"),
        (lambda data: data.update(draws="D1"), "draws: not used: D1"),
        (lambda data: data.pop("id"), "file: 'id' is missing"),
        (lambda data: data["table"].update(board2="C4+"), "table: position: C4 is in board2 and in another place"),
        (lambda data: data["steps"][0].update(true=["turn"]), "step a, true: 'turn': expected FACT OPERATOR VALUE"),
        (lambda data: data["words"]["de"].pop("b"), "words de: 'b' is missing"),
    ],
)
def test_each_fault_is_told_once_with_file_and_place(
    change: Callable[[dict[str, Any]], None], fault: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = json.loads((FOLDER / "which-tile.json").read_text(encoding="utf-8"))
    change(data)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert main(["scenario", "check", str(path), str(tmp_path / "none.json")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0] == f"keyharvest scenario: {path}: {fault}"
    assert told[1].startswith(f"keyharvest scenario: {tmp_path / 'none.json'}: ")
    assert told[1].count("none.json") == 1


def test_a_fault_in_a_file_is_told_with_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "chain.json"
    text = (FOLDER / "chain.json").read_text(encoding="utf-8")
    path.write_text(text.replace('"points1.largest = 5"', '"points1.largest = 6"'), encoding="utf-8")
    assert main(["scenario", "check", str(path)]) == 1
    told = capsys.readouterr()
    assert told.err == (f"keyharvest scenario: {path}: step b: not true: points1.largest = 6 (it is 5)\n")
    assert told.out == "1 scenario, 1 error\n"
    path.write_text(json.dumps(json.loads(text)), encoding="utf-8")
    assert main(["scenario", "check", "--write", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.rule("1.3")
def test_lessons_and_demos_have_the_tiles_of_the_game() -> None:
    for scenario in SCENARIOS.values():
        assert Play(scenario).game.state.layout is STANDARD, scenario.id
