"""``keyharvest puzzle``: what it prints, the file it makes, and its errors in one line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from keyharvest import puzzles
from keyharvest.puzzles import Collection
from keyharvest.puzzles.collection import DailyList, head_of
from keyharvest.puzzles.finding import Candidate
from keyharvest.puzzles.making import make
from keyharvest.puzzles.mining import COUNTED, Mined, mine, read_mined, solves
from tests.commands.test_cli import run

MONDAY = date(2026, 1, 5)
#: A game that is soon mined.
SEED = 3


@pytest.fixture(scope="module")
def mined() -> Mined:
    """Puzzles of the game's own file, as if they came from one game."""
    those = list(puzzles.load())[:60]
    found = tuple(Candidate(p.kind, p.themes, p.table, p.asked, p.best, p.line, p.answers, 100, 1) for p in those)
    return Mined(1, found, tuple((0,) * 5 if each.kind in ("points", "win", "duel") else () for each in found))


@pytest.mark.thorough
def test_a_game_gives_the_same_puzzles_again() -> None:
    """The game's own file is older than the levels' present play, so it can't be made again."""
    found = mine(SEED)
    assert len(found.found) >= 5
    assert mine(SEED) == found


def test_a_puzzle_is_shown_without_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = puzzles.load().only(kind="points")[0]
    code, out, _ = run(capsys, "puzzle", "show", str(puzzle.number))
    assert code == 0
    assert puzzles.question(puzzle) in out
    answer = puzzles.solution(puzzle)
    assert not any(sentence in out for sentence in answer)
    code, out, _ = run(capsys, "puzzle", "show", str(puzzle.number), "--answer")
    assert out.rstrip().endswith("\n".join(answer))
    code, out, _ = run(capsys, "puzzle", "show", "2026-01-05", "--hint", "1")
    assert puzzles.hint(puzzles.load()[1], 1)[0] in out


def test_the_line_of_a_puzzle_is_shown_too(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = puzzles.load().only(kind="points")[0]
    code, out, _ = run(capsys, "puzzle", "show", puzzle.row(), "--answer")
    assert code == 0
    assert puzzles.question(puzzle, ["Player 1", "Player 2"]) in out
    code, _, err = run(capsys, "puzzle", "show", "[1]")
    assert code != 0
    assert "puzzle 0: expected 6 to 8 values, not 1" in err


def test_puzzles_are_listed_by_kind_theme_and_grade(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "puzzle", "list", "--kind", "field", "--theme", "storekeeper", "--grade", "4")
    wanted = puzzles.load().only("field", "storekeeper", 4)
    assert code == 0
    assert len(out.splitlines()) == len(wanted) > 0


def test_a_check_says_by_which_walks(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "puzzle", "check", "--sample", "4", "--seed", "2", "--moves", "500", "--jobs", "1")
    assert code == 0
    assert out.endswith("4 puzzles, no errors\n")
    assert err == ""


def test_a_check_names_every_difference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = [puzzle.row() for puzzle in puzzles.load().only(kind="space")[:7]]
    broken = rows[0].replace('"space",', '"space",', 1)
    space = broken.rpartition('"')[0].rpartition('"')[2].split(",")
    other = "G7" if "G7" not in space else "A1"
    rows[0] = rows[0].replace(",".join(space), ",".join([*space[:-1], other]))
    file = tmp_path / "puzzles.jsonl"
    file.write_text("\n".join(['{"layout":"standard-2","lists":[["2026-01-05",7]]}', *rows]), encoding="utf-8")
    code, out, err = run(capsys, "puzzle", "check", "--file", str(file), "--jobs", "1")
    assert code == 1
    assert err.startswith("keyharvest puzzle: puzzle 1 (space): ")
    assert err.count("\n") == 1
    assert out.endswith("7 puzzles, 1 error\n")


def test_what_is_mined_is_read_again(mined: Mined) -> None:
    assert read_mined(mined.text()) == mined
    assert mined.found
    for wrong in ("[]", '{"seed":1}', '{"seed":-1,"found":[],"solved":[]}', '{"seed":1,"found":[1],"solved":[]}'):
        with pytest.raises(ValueError, match="expected"):
            read_mined(wrong)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("kind", 1), ("themes", 3), ("table", None), ("asked", {}), ("best", "6"), ("line", [1]), ("line", 7)],
        *[("answers", [[1]]), ("ends", 0), ("ends", "9"), ("good", None), ("real", 1)],
    ],
)
def test_a_candidate_that_was_not_mined_is_refused_by_its_number(mined: Mined, name: str, value: Any) -> None:
    """Otherwise the file would be made from it after hours of games, or the command would fail in the middle."""
    wrong = mined.found[1]._replace(**{name: value})
    with pytest.raises(ValueError, match=r"^puzzle 2: expected "):
        read_mined(mined._replace(found=(mined.found[0], wrong, *mined.found[2:])).text())
    with pytest.raises(ValueError, match=r"^puzzle 1: expected .* its results"):
        read_mined(Mined(1, mined.found[:1], ((99,),)).text())
    with pytest.raises(ValueError, match=r"^solved: expected"):
        read_mined(mined._replace(solved=mined.solved[1:]).text())


def test_a_file_is_made_and_added_to(mined: Mined) -> None:
    text = make([mined], 7, MONDAY, 0)
    assert text == make([mined], 7, MONDAY, 0)
    first = Collection(text)
    assert len(first) == 7
    with pytest.raises(ValueError, match="puzzles were found, not 7; play more games"):
        make([mined._replace(found=mined.found[:3], solved=mined.solved[:3])], 7, MONDAY, 0)
    rest = len(mined.found) - 7
    with pytest.raises(ValueError, match=f"only {rest} puzzles were found, not 700"):
        make([mined], 700, date(2028, 1, 3), 0, first)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["show", "riddle"], 1, "'riddle': expected a number from 1 to"),
        (["show", "0"], 1, "'0': expected a number from 1 to"),
        (["list", "--file", "nowhere.jsonl"], 1, "nowhere.jsonl: No such file"),
        (["list", "--file", "/dev/zero"], 1, "/dev/zero: longer than 10000000 bytes"),
        (["list", "--kind", "riddle"], 2, "invalid choice: 'riddle'"),
        (["make", "x.jsonl", "--number", "8"], 2, "8: expected whole weeks, such as 14"),
        (["make", "x.jsonl", "--from", "2026-01-06"], 2, "'2026-01-06': expected a Monday such as 2026-01-05"),
        (["make", "x.jsonl", "--resume"], 2, "--resume needs --jsonl FILE"),
        (["make", "README.md"], 1, "README.md already exists"),
        (["make", "README.md", "--add"], 1, "README.md: puzzles: line 1: not JSON"),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, says: str) -> None:
    found, _, err = run(capsys, "puzzle", *arguments)
    assert found == code
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.slow
def test_computer_players_try_puzzles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    those = [*puzzles.load().only(kind="points")[:5], *puzzles.load().only(kind="duel")[:1], puzzles.load()[1]]
    file = tmp_path / "few.jsonl"
    file.write_text("\n".join([head_of([DailyList(MONDAY, 7)]), *(each.row() for each in those)]), encoding="utf-8")
    code, out, _ = run(capsys, "puzzle", "try", "greedy", "random", "--file", str(file), "--jobs", "1")
    assert code == 0
    heads, *rows = [line.split() for line in out.splitlines()]
    assert heads == ["all", "points", "duel"]
    assert [row[0] for row in rows] == ["greedy", "random"]
    solved = sum(solves(each, "greedy", 0) for each in those if each.kind in COUNTED)
    assert "".join(rows[0]).startswith(f"greedy{solved}/6")
    code, _, err = run(capsys, "puzzle", "try", "nobody")
    assert code == 1
    assert "nobody" in err


def test_an_answer_that_cannot_be_played_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    puzzle = puzzles.load().only(kind="points")[0]
    rows = [replace(puzzle, line=("c:G7", "hops")).row()] * 7
    file = tmp_path / "puzzles.jsonl"
    file.write_text("\n".join([head_of([DailyList(MONDAY, 7)]), *rows]), encoding="utf-8")
    for asked in (["--hint", "3"], ["--answer"]):
        code, _out, err = run(capsys, "puzzle", "show", "1", "--file", str(file), *asked)
        assert (code, err) == (1, "keyharvest puzzle: puzzle 1: 'c:G7' can't be played\n")
