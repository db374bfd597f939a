"""Numbers of move sequences from positions in the middle of interrupts; `python3 tests perft` counts them in full."""

from __future__ import annotations

import pytest

from keyharvest.cli import main
from keyharvest.lab.perft import divide, perft
from keyharvest.record import position_text
from keyharvest.rules import new_game
from keyharvest.rules.frames import Decision
from tests.situations.records import FOLDER

from .counts import counted_by_referee, position_of, table

TABLE = table()
#: How far the engine counts here, and how often the referee replays a position.
_SEQUENCES = 5000
_REPLAYS = 60


@pytest.mark.parametrize("name", TABLE)
def test_both_count_as_the_table_says(name: str) -> None:
    numbers = TABLE[name]
    depth = sum(number <= _SEQUENCES for number in numbers)
    assert [perft(position_of(name), d) for d in range(1, depth + 1)] == numbers[:depth]
    depth = max(d for d in range(1, len(numbers) + 1) if sum(numbers[: d - 1]) <= _REPLAYS)
    assert counted_by_referee(name, depth) == numbers[depth - 1]


def test_the_positions_are_interrupts() -> None:
    states = [position_of(name) for name in TABLE]
    assert len(states) >= 40
    assert all(len(state.stack) > 1 for state in states)
    causes = {state.stack[-1].cause for state in states if isinstance(state.stack[-1], Decision)}
    assert causes >= set("ABCDEFGHIKLMNOPQRTUVWXYZ")


def test_divide_shares_the_number_out() -> None:
    position = position_of(next(iter(TABLE)))
    assert sum(divide(position, 3).values()) == perft(position, 3)


def test_a_game_that_is_over_has_no_sequences() -> None:
    over = position_of("the-end-the-last-turn-is-over.txt")
    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    name = "k-trader-the-tile-is-placed.txt"
    assert main(["perft", str(FOLDER / name), "2"]) == 0
    assert capsys.readouterr().out == f"{perft(position_of(name), 2)}\n"
    assert main(["perft", position_text(new_game(2)), "2", "--divide"]) == 0
    assert capsys.readouterr().out == "*1: 2\n*2: 2\ntotal: 4\n"


@pytest.mark.parametrize("position", ["kh1 players=5", "no such file"])
def test_the_command_says_what_is_wrong(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", position, "1"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
