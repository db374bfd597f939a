"""Weights from play: the regression finds what is there, and the gate lets only winners through."""

import json
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.lab import training
from keyharvest.lab.training import Row, fit, gate, margin_features, rows_of
from keyharvest.players import LEVELS
from keyharvest.rules import Source
from keyharvest.search import Effort, Evaluator, Features, Weights, weights_for
from keyharvest.search.weights import read_weights, write_weights
from tests.rules.builders import position

WIDTH = 3 * len(Features._fields)


def test_a_fit_finds_weights_that_are_there() -> None:
    source = Source(1)
    true = [number + 0.5 for stage in weights_for(2) for number in stage]
    rows = []
    for _ in range(300):
        x = tuple(source.below(9) - 4.0 for _ in range(WIDTH))
        rows.append(Row(x, sum(a * b for a, b in zip(x, true, strict=True))))
    found = fit(rows, weights_for(2), 1e-6)
    assert [number for stage in found.weights for number in stage] == pytest.approx(true, abs=0.01)
    assert found.explained == pytest.approx(1)
    assert found.explained_before < found.explained


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """Return the lines compared at some turns of one game, in few simulations, by players of little effort."""
    quick = {name: level._replace(effort=level.effort._replace(positions=60)) for name, level in LEVELS.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "_SELDOM", 24)
        patch.setattr(training, "_PLAYOUTS", 2)
        patch.setattr(training, "LEVELS", quick)
        return rows_of(2, 1, weights_for(2))


@pytest.mark.slow
@pytest.mark.thorough
def test_lines_are_told_by_what_they_differ_in(rows: list[Row]) -> None:
    assert len(rows) > 10
    assert sum(row.margin for row in rows) == pytest.approx(0, abs=1e-6)
    assert [sum(column) for column in zip(*(row.features for row in rows), strict=True)] == pytest.approx([0] * WIDTH)


@pytest.mark.slow
@pytest.mark.thorough
def test_a_strong_pull_keeps_the_old_weights(rows: list[Row]) -> None:
    assert all(len(row.features) == WIDTH for row in rows)
    held = fit(rows, weights_for(2), 1e9).weights
    loose = fit(rows, weights_for(2), 0.01)
    for old, new in zip(weights_for(2), held, strict=True):
        assert list(new) == pytest.approx(list(old), abs=1e-4)
    assert loose.explained > loose.explained_before


@pytest.mark.parametrize("placed", ["", "MNOPQR", "MNOPQRSTUV"])
def test_the_features_are_those_of_the_evaluator(placed: str) -> None:
    """Multiplied by the weights, they add up to the value of the position."""
    state = position(
        board1="C4 C5- E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", store1="C6:w1", workers1="A@D5",
        registry="E2 A1", placed=placed, left=1 if len(placed) == 10 else -1,
    )  # fmt: skip
    weights = weights_for(2)
    found = margin_features(state, 0, weights)
    numbers = [number for stage in weights for number in stage]
    value = sum(one * other for one, other in zip(found, numbers, strict=True))
    assert value == pytest.approx(Evaluator(state).value(state, 0))


def test_features_without_a_weight_yet_are_seen() -> None:
    state = position(board1="C4 C5- E1", board2="B4 B5 E7", hand1="h9w5")
    none = Features(*[0.0] * len(Features._fields))
    found = margin_features(state, 0, Weights(none, none, none))
    stages = [found[at :: len(Features._fields)] for at in range(len(Features._fields))]
    seen = Features(*[sum(numbers) for numbers in stages])
    assert (seen.first_counters, seen.more_counters, seen.surplus_counters) == pytest.approx((3, 6, 2), abs=1e-3)


@pytest.mark.slow
@pytest.mark.thorough
def test_the_gate_tells_good_weights_from_bad() -> None:
    good = weights_for(2)
    bad = Weights(*[Features(*[-number for number in stage]) for stage in good])
    assert gate(good, bad, 2, [1], Effort(1, width=1, kept=1, replies=0)).wins == 2


@pytest.mark.slow
@pytest.mark.thorough
def test_the_command_writes_only_what_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, rows: list[Row]
) -> None:
    monkeypatch.setattr("keyharvest.commands.train.rows_of", lambda *_, **__: rows)
    file = tmp_path / "weights.json"
    command = ["train", "--games", "1", "--gate", "1", "--jobs", "1", "--out", str(file)]
    won = gate(weights_for(2), weights_for(2), 2, [1], Effort(1, width=1, kept=1, replies=0))
    monkeypatch.setattr("keyharvest.commands.train.gate", lambda *_: won._replace(wins=won.games * 0.5))
    assert main(command) == 0
    assert "the old weights are kept" in capsys.readouterr().out
    assert not file.exists()
    monkeypatch.setattr("keyharvest.commands.train.gate", lambda *_: won._replace(wins=won.games * 0.8))
    assert main(command) == 0
    told = json.loads(file.read_text(encoding="utf-8"))
    assert told["provenance"]["gate"]["share"] == 0.8
    assert read_weights(told) != weights_for(2)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.pop("weights"), "an object 'weights'"),
        (lambda data: data["weights"].pop("bag"), "missing or unknown: bag"),
        (lambda data: data["weights"].update(bag=[1, 2]), "bag: expected three numbers"),
    ],
)
def test_faulty_weights_are_named(change: object, says: str) -> None:
    data = json.loads(write_weights(weights_for(2), 2, {}))
    assert callable(change)
    change(data)
    with pytest.raises(ValueError, match=says):
        read_weights(data)


def test_nothing_to_learn_from_is_said() -> None:
    with pytest.raises(ValueError, match="expected at least one row"):
        fit([], weights_for(2), 0.1)
