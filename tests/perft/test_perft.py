"""Numbers of move sequences from positions in the middle of interrupts; `python3 tests perft` counts them in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.lab.perft import divide, perft
from keyharvest.record import position_text
from keyharvest.rules import new_game
from keyharvest.rules.frames import Decision
from tests.situations.records import FOLDER

from . import __main__ as program
from . import counts
from .counts import counted_by_referee, position_of, renewed, table

TABLE = table()
SHALLOW = next((name, numbers) for name, numbers in TABLE.items() if len(numbers) == 3)
#: How far the engine counts here, and how often the referee replays a position.
_SEQUENCES = 5000
_REPLAYS = 60


@pytest.mark.slow
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


def test_renewed_numbers_keep_the_depth_of_their_line_and_a_name_alone_gets_some() -> None:
    name, numbers = SHALLOW
    head, short, long = renewed(f"# A comment.\n{name} 1 1\n{name}\n").splitlines()
    assert (head, short) == ("# A comment.", " ".join([name, *map(str, numbers[:2])]))
    assert long.split()[: len(numbers) + 1] == [name, *map(str, numbers)]


def test_a_record_of_another_box_names_the_command_that_renews_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = SHALLOW
    (tmp_path / name).write_text((FOLDER / name).read_text(encoding="utf-8").replace("kh1 ", "kh0 "), encoding="utf-8")
    monkeypatch.setattr(counts, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=rf"^{name}: .*; python3 tests situations --find renews the records$"):
        position_of(name)


def test_renewing_writes_the_table_before_both_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, (one, two, *_) = SHALLOW
    file = tmp_path / "counts.txt"
    file.write_text(f"{name} 1 1\n", encoding="utf-8")
    monkeypatch.setattr(counts, "TABLE", file)
    monkeypatch.setattr(program, "TABLE", file)
    assert program.main(["--jobs", "1", "--renew"]) == 0
    assert file.read_text(encoding="utf-8") == f"{name} {one} {two}\n"
    assert f"1 positions, {two} sequences, 0 that differ" in capsys.readouterr().out


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
