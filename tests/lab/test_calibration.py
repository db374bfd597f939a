"""Chances to win: what holds for any games they were fitted to, and the fit itself."""

from __future__ import annotations

import json
from itertools import pairwise
from math import exp
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.lab.calibration import Case, cases_of, fit, reliability
from keyharvest.rules import Source
from keyharvest.search.chances import Spread, chance, chances, read_spreads, spread_for, write_spreads

MARGINS = [-60, -20, -7.5, -3, -0.1, 0, 0.1, 3, 7.5, 20, 60]
LEFT = [0, 0.5, 1, 4, 12, 25]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_more_points_are_a_better_chance_and_fewer_turns_a_surer_one(players: int) -> None:
    for left in LEFT:
        found = [chance(margin, players, left) for margin in MARGINS]
        assert all(0 < one < 1 for one in found)
        assert all(one < other for one, other in pairwise(found[1:-1]))
        assert found == sorted(found)
    for margin in (3, 7.5):
        ahead = [chance(margin, players, left) for left in LEFT]
        behind = [chance(-margin, players, left) for left in LEFT]
        assert ahead == sorted(ahead, reverse=True)
        assert behind == sorted(behind)


def test_of_two_players_one_wins() -> None:
    for left in LEFT:
        for margin in MARGINS:
            assert chance(margin, 2, left) + chance(-margin, 2, left) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_level_players_share_and_all_chances_add_up(players: int) -> None:
    for left in LEFT:
        assert chance(0, players, left) == pytest.approx(1 / players)
        for margins in ([5.0, -1.0, -2.0, -4.0], [0.0, 0.0, 0.0, 0.0], [-9.0, 3.0, 3.0, -1.0]):
            found = chances(margins[:players], left)
            assert sum(found) == pytest.approx(1)
            assert found == pytest.approx(chances(margins[:players][::-1], left)[::-1])


@pytest.mark.slow
def test_the_fit_finds_the_spread_that_made_the_cases() -> None:
    true, source = Spread(4.0, 2.0), Source(1)
    cases = []
    for _ in range(6000):
        margin, left = source.below(41) / 2 - 10, source.below(13)
        likely = 1 / (1 + exp(-margin / true.scale(left)))
        cases.append(Case(margin, left, float(source.below(1000) < 1000 * likely)))
    found = fit(cases, 2)
    for left in (0, 6, 12):
        assert found.scale(left) == pytest.approx(true.scale(left), rel=0.12)
    for row in reliability(cases, 2, found):
        assert row.won == pytest.approx(row.chance, abs=0.06)
    assert sum(row.cases for row in reliability(cases, 2, found)) == len(cases)
    with pytest.raises(ValueError, match="expected at least one game"):
        fit([], 2)


def test_a_game_gives_cases_whose_wins_add_up() -> None:
    cases = cases_of(3, 1, "random")
    assert len(cases) % 3 == 0
    for at in range(0, len(cases), 3):
        assert sum(case.won for case in cases[at : at + 3]) == pytest.approx(1)
        assert len({case.left for case in cases[at : at + 3]}) == 1


def test_a_file_is_read_as_it_was_written_and_faults_are_named() -> None:
    spreads = {players: spread_for(players) for players in (2, 3, 4)}
    assert read_spreads(json.loads(write_spreads(spreads, {"games": 1}))) == spreads
    for data in ({}, {"spread": {"2": [1, 2]}}, {"spread": {"2": [1, 2], "3": [0, 1], "4": [1, 1]}}):
        with pytest.raises(ValueError, match=r"^chances: "):
            read_spreads(data)


@pytest.mark.slow
def test_the_command_prints_how_far_the_chances_came_true(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "chances.json"
    assert main(["calibrate", "--games", "2", "--player", "random", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert told.count("mean chance") == 3
    assert set(read_spreads(json.loads(out.read_text()))) == {2, 3, 4}
