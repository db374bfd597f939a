"""Every situation is reached by its record, and on the way to it the engine and the referee agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyharvest.record import parse_record, position_text
from keyharvest.rules import CHANCE, actor, legal
from tests.referee.records import replay
from web.environment import ROOT

from . import __main__ as program
from . import records
from .catalogue import ALL
from .moments import follow
from .records import FOLDER, path_of, record_of
from .situation import Situation

NUMBERS = (ROOT / "tests/data/rule_numbers.txt").read_text(encoding="utf-8").split()


def test_names_and_files_are_all_different() -> None:
    assert len({situation.name for situation in ALL}) == len(ALL) >= 120
    assert {path_of(situation) for situation in ALL} == set(FOLDER.iterdir())
    assert len(list(FOLDER.iterdir())) == len(ALL)


def test_the_rules_of_a_situation_exist() -> None:
    for situation in ALL:
        assert set(situation.rules.split()) <= set(NUMBERS), situation.name


@pytest.mark.parametrize("situation", ALL, ids=lambda situation: situation.name)
def test_a_record_leads_to_the_situation_and_both_agree(situation: Situation) -> None:
    text = path_of(situation).read_text(encoding="utf-8")
    record = parse_record(text)
    states = list(record.states())
    *_, last = follow(states, record.moves)
    assert situation.holds(last)
    steps = list(replay(text))
    assert [step.move for step in steps] == record.moves
    for before, after, step in zip(states, states[1:], steps, strict=False):
        seat = actor(before)
        assert (0 if seat == CHANCE else seat + 1) == step.who
        assert tuple(legal(before)) == step.choices
        assert position_text(after).partition(" stack=")[0] == step.after


def test_finding_replaces_records_that_cannot_be_read_or_lead_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other, third = (situation for situation in ALL if situation.name.startswith("a turn with"))
    good = path_of(one).read_text(encoding="utf-8")
    monkeypatch.setattr(program, "ALL", (one, other, third))
    monkeypatch.setattr(records, "FOLDER", tmp_path)
    path_of(one).write_text(good.replace("kh1 ", "kh0 "), encoding="utf-8")
    path_of(other).write_text(good, encoding="utf-8")
    assert [record_of(situation) for situation in (one, other, third)] == [None] * 3
    assert program.main(["--games", "1", "--jobs", "1", "--find"]) == 0
    assert all(record_of(situation) for situation in (one, other, third))
    assert "no record" not in capsys.readouterr().err
