"""The command line: what each command prints, its exit codes, and its errors in one line."""

from __future__ import annotations

import importlib.resources
import importlib.util
import io
import json
import os
import resource
import subprocess
import sys
import webbrowser
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from keyharvest.cli import main
from keyharvest.editor.draft import Draft
from keyharvest.game import Game
from keyharvest.lab.arena import play_named
from keyharvest.lab.match import play_game
from keyharvest.players.player import make_player
from keyharvest.record import Record, parse_record, record_text
from keyharvest.remote.fair.ledger import Agreement, Ledger
from keyharvest.remote.fair.transcript import transcript_text
from keyharvest.rules.frames import ChooseField
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import Turn
from keyharvest.scenario import scenario_text
from keyharvest.scenario.library import SCENARIOS
from keyharvest.table.sealing import sealed
from tests.rules.builders import position
from web import server


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the record of a whole random game of three to a file."""
    game = play_game([make_player("random", seed) for seed in range(3)], seed=4)
    game.headers["Seat1"] = 'Ann "the <b>bold</b>"'
    path = tmp_path_factory.mktemp("records") / "game.txt"
    path.write_text(record_text(game.record()), encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code and the output on both streams."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    "command",
    [
        "play",
        "arena",
        "ladder",
        "study",
        "train",
        "calibrate",
        "replay",
        "verify",
        "scenario",
        "puzzle",
        "bench",
        "perft",
    ],
)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, err = run(capsys, command, "--help")
    assert code == 0
    assert out.isascii()  # even a terminal with no other characters can show this
    assert f"usage: keyharvest {command}" in out
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["plough"], "invalid choice"),
        (["arena", "deep"], "'deep': expected one of random, greedy"),
        (["arena", "random", "--games", "0"], "'0': expected a whole number from 1"),
        (["arena", "random", "--games", "٣"], "expected a whole number"),
        (["arena", "random", "--games", "1" + "0" * 9], "from 1 to 999999999"),
        (["arena", "random", "--seats", "5"], "invalid choice"),
        (["arena", "random", "random", "random", "--seats", "2"], "3 players named; expected at most 2"),
        (["arena", "random", "--start", "drawn", "--jsonl", "x"], "--jsonl keeps neither --layout nor --start"),
        (["simulate", "--bot", "greedy"], "simulate is now part of arena"),
        (
            ["study", "--out", "balance", "--player", "greedy,random"],
            "player 'greedy,random': expected one of random, greedy",
        ),
        (["study", "--out", "balance", "--resume"], "--resume needs --jsonl FILE"),
        (["calibrate", "--player", "nobody"], "player 'nobody': expected one of random, greedy"),
        (["arena", "nobody", "greedy"], "player 'nobody': expected one of random, greedy"),
        (["arena", *["random"] * 5], "5 seats: the game is for 2, 3 or 4 (rule 1.1)"),
        (["arena", "random", "greedy", "--resume"], "--resume needs --jsonl FILE"),
        (["arena", "random", "greedy", "--budget", "nodes:5"], "--budget nodes:5: no player here takes it"),
        (["arena", "random", "--jsonl", ""], "--jsonl: expected a name"),
        (["arena", "random", "master", "--budget", "nodes:5,random"], "budget 'nodes:5,random': expected nodes:N"),
        (["play", "--seats", "person"], "1 seats: the game is for 2, 3 or 4 (rule 1.1)"),
        (["play", "--seed", "-1"], "expected a whole number"),
        (["play", "--seed", "1" * 19], "expected a whole number of at most 18 digits"),
        (["replay", "x", "--at", "none"], "expected a whole number"),
        (["arena", "random", "random", "--scheduler", "tcp://host:８７８６"], "expected an address such as"),
        (["arena", "random", "random", "--scheduler", "host"], "expected an address such as tcp://host:8786"),
    ],
)
def test_a_faulty_command_line_gets_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_faulty_input_gets_one_line_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    turn = next(number for number, line in enumerate(lines) if line.startswith("5:"))
    lines[turn] += " end"
    broken = tmp_path / "broken.txt"
    broken.write_text("\n".join(lines), encoding="utf-8")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    empty = tmp_path / "empty.txt"
    empty.touch()
    long = tmp_path / "long.txt"
    long.write_bytes(b" " * 1_000_001)
    layout = tmp_path / "layout.json"
    layout.write_text("{", encoding="utf-8")
    for arguments, says in [
        (["replay", str(broken)], f"line {turn + 1}: 'end': the turn is over"),
        (["replay", str(tmp_path / "none.txt")], "none.txt: No such file or directory"),
        (["replay", str(tmp_path / "no\nne.txt")], "ne.txt: No such file or directory"),
        (["replay", str(binary)], "not text in UTF-8"),
        (["play", "--from", str(binary)], "binary.txt: not text in UTF-8 (line 1, byte 2)"),
        (["replay", str(empty)], 'record: empty; expected [KeyHarvest "1"] first'),
        (["replay", str(long)], "long.txt: longer than 1000000 bytes"),
        (["play", "--seats", "random,random", "--save", str(tmp_path / "no" / "x")], "x: No such file or directory"),
        (["replay", str(record), "--at", "100000"], "--at 100000: the record has"),
        (["arena", "random", "--layout", str(layout), "--games", "1"], "layout.json"),
        (["play", "--seats", "random,random", "--from", str(record)], "a game for 3 players, but --seats names 2"),
        (["play", "--day", "2026-02-30"], "day: '2026-02-30'; expected a date such as 2026-01-05"),
        (["play", "--day", "--seats", "random,random,random"], "--day: a game for 2 players, but --seats names 3"),
        (["scenario", "list", "--rule", ""], "--rule : no such rule"),
        (["play", "--position", "kh2"], "position: word 1: expected 'kh1', the version"),
        (["play", "--position", "#position-kh1.A"], "record: the seal is broken"),
    ]:
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (1, ""), arguments
        assert says in err
        assert err.startswith(f"keyharvest {arguments[0]}: ")
        assert err.count("\n") == 1


def test_replay_tells_checks_and_shows(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "replay", str(record))
    assert code == 0
    assert "Round 1: " in out
    assert "The game is over." in out
    assert "    workers    largest  second ×2      crops     points  place" in out

    code, out, _ = run(capsys, "replay", str(record), "--check")
    moves = len(parse_record(record.read_text(encoding="utf-8")).moves)
    assert (code, out) == (0, f"{record}: {moves} moves, {out.split(' moves, ')[1]}")
    assert out.endswith("to the end; all legal\n")

    code, out, _ = run(capsys, "replay", str(record), "--at", "60")
    assert code == 0
    assert out.startswith("kh1 players=3 ")
    assert out.count("\nA ") == 3  # three boards


def test_a_scenario_with_a_name_of_two_lines_is_refused_in_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "scenario", "check", str(tmp_path / "no\nne"))
    assert (code, out) == (1, "1 scenario, 1 error\n")
    assert err.endswith("no ne: No such file or directory\n")
    assert err.count("\n") == 1


def test_no_file_that_is_read_is_overwritten(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path) -> None:
    link, transcript, layout = tmp_path / "link.txt", tmp_path / "transcript.txt", tmp_path / "layout.json"
    link.symlink_to(record)
    transcript.write_text(transcript_text(Ledger(Agreement("AbCdEfGh", 2))), encoding="utf-8")
    layout.write_bytes(importlib.resources.files("keyharvest.rules").joinpath("layout.json").read_bytes())
    files = [record, transcript, layout]
    before = [file.read_bytes() for file in files]
    for command in (
        ["replay", str(record), "--svg", str(link)],
        ["verify", str(transcript), "--record", str(transcript)],
        ["verify", str(transcript), "--against", str(record), "--record", str(record)],
        ["play", "--seats", "random,random", "--layout", str(layout), "--save", str(layout)],
    ):
        code, _out, err = run(capsys, *command)
        assert code == 2
        assert f"{command[-2]} {command[-1]}: this is a file to read; use another name" in err
        assert [file.read_bytes() for file in files] == before


def test_replay_draws(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "replay", str(record), "--svg", "-")
    assert code == 0
    assert out.startswith("<svg ")
    assert "<b>" not in out
    assert "&lt;b&gt;" in out
    file = tmp_path / "end.svg"
    assert run(capsys, "replay", str(record), "--svg", str(file))[:2] == (0, "")
    assert file.read_text(encoding="utf-8") + "\n" == out


def untimed(told: str) -> Any:
    """Return the arena's JSON without the seconds."""

    def without(row: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in row.items() if name != "seconds"}

    return json.loads(told, object_hook=without)


def test_a_fixed_arena_is_repeatable_and_counts_every_win_once(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "random", "--seats", "3", "--fixed", "--games", "4", "--seed", "7", "--json"]
    code, out, _ = run(capsys, *arguments, "--jobs", "1")
    assert code == 0
    told = untimed(out)
    assert [game["seed"] for game in told["games"]] == [7, 8, 9, 10]
    assert all(game["decisions"] > game["turns"] > 10 for game in told["games"])
    assert sum(standing["wins"] for standing in told["standings"]) == pytest.approx(4)
    assert untimed(run(capsys, *arguments, "--jobs", "2")[1]) == told


@pytest.mark.slow
def test_an_arena_follows_players_round_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "arena", "greedy", "random", "--games", "4", "--json", "--jobs", "1")
    assert code == 0
    told = json.loads(out)
    assert [game["players"][0] for game in told["games"]] == ["greedy", "random"] * 2
    points = {"greedy": 0, "random": 0}
    for game in told["games"]:
        for player, score in zip(game["players"], game["scores"], strict=True):
            points[player] += score
    assert {s["player"]: s["points"] * 4 for s in told["standings"]} == points


def test_a_way_to_start_is_that_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    decisions = []
    for start in ("random", "drawn"):
        code, out, _ = run(
            capsys, "arena", "random", "--fixed", "--games", "1", "--start", start, "--json", "--jobs", "1"
        )
        assert code == 0
        (game,) = json.loads(out)["games"]
        decisions.append(game["decisions"])
    assert decisions[0] == play_named(["random", "random"], 0).decisions
    assert decisions[0] != decisions[1]


def test_play_takes_moves_numbers_and_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saved = tmp_path / "left.txt"
    aside = tmp_path / "aside.txt"
    typed = f"help\ntable\nZ9\nmoves\nundo\nsave {aside}\nsave {tmp_path}/no/where\n1\nundo\nend\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code, out, err = run(capsys, "play", "--seats", "person,person", "--seed", "3", "--save", str(saved))
    assert (code, err) == (0, "")
    assert "Type a move or its number" in out
    assert "Registry  " in out
    assert "(type 'help' for the commands)" in out
    assert "Can't undo" in out
    assert f"Saved to {aside}." in out
    assert "Not saved: " in out
    assert out.endswith("You left the game.\n")
    assert parse_record(saved.read_text(encoding="utf-8")).moves[-1] == "end"


def test_play_goes_on_with_a_record_and_ends_with_scores(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    half = tmp_path / "half.txt"
    half.write_text("\n".join(lines[: len(lines) // 2]), encoding="utf-8")
    code, out, _ = run(capsys, "play", "--seats", "random,random,random", "--from", str(half))
    assert code == 0
    assert "The game is over." in out
    assert "points  place" in out


def test_play_takes_the_game_of_a_day(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "day.txt"
    for words, day in ((["--day", "2026-01-05"], "2026-01-05"), (["--day"], date.today().isoformat())):
        code, out, err = run(capsys, "play", "--seats", "random,random", *words, "--save", str(saved))
        assert (code, err) == (0, "")
        assert "points  place" in out
        record, deal = parse_record(saved.read_text(encoding="utf-8")), Game.of_day(day).moves
        assert record.headers["Day"] == day
        assert list(record.moves[: len(deal)]) == deal


@pytest.mark.slow
def test_bench_prints_figures(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "bench", "--games", "1", "--json")
    assert code == 0
    figures = json.loads(out)
    assert {"decisions_per_s", "games_per_s", "copy_us", "observe_us", "sample_us", "save_us"} <= figures.keys()
    assert all(figure > 0 for figure in figures.values() if not isinstance(figure, str))
    assert ("ratio" in figures) == (importlib.util.find_spec("catanatron") is not None)
    assert err == ""


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_fault(record: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "keyharvest", "replay", str(record)], stdout=writing, stderr=subprocess.PIPE
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_a_record_may_come_from_standard_input_marked_as_unicode(record: Path) -> None:
    marked = b"\xef\xbb\xbf" + record.read_bytes()
    command = [sys.executable, "-m", "keyharvest", "replay", "-", "--check"]
    assert subprocess.run(command, input=marked, capture_output=True).stdout.endswith(b"; all legal\n")
    done = subprocess.run(command, input=record.read_bytes() + b"\xff", capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"")
    lines, size = record.read_text(encoding="utf-8").count("\n") + 1, len(record.read_bytes())
    assert done.stderr.decode().strip() == f"keyharvest replay: -: not text in UTF-8 (line {lines}, byte {size})"


def test_with_no_standard_input_there_is_nothing_to_read_and_nobody_to_ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    for command in (["replay", "-"], ["perft", "-", "1"]):
        assert run(capsys, *command) == (1, "", f"keyharvest {command[0]}: standard input is closed\n")
    code, out, err = run(capsys, "play", "--seats", "person,random")
    assert (code, err) == (0, "")
    assert out.endswith("You left the game.\n")


def test_whatever_is_typed_the_game_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = b"9" * 5000 + b"\nsave a\0b\nquit\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
    code, out, err = run(capsys, "play", "--seats", "person,random")
    assert (code, err) == (0, "")
    assert "Not saved: embedded null byte." in out
    assert out.endswith("You left the game.\n")


def test_undo_goes_back_behind_a_question_that_answers_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # D4 is the only space that touches three fields, so placing the supervisor needs no question.
    file, saved = tmp_path / "game.txt", tmp_path / "saved.txt"
    file.write_text(record_text(Record(position(board1="C4 D5 E4"))), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("b:F\nundo\nquit\n"))
    command = ["play", "--seats", "person,random", "--from", str(file), "--save", str(saved)]
    assert run(capsys, *command)[0] == 0
    assert parse_record(saved.read_text(encoding="utf-8")).moves == []


def test_a_last_field_is_not_laid_fallow_unasked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, saved = tmp_path / "game.txt", tmp_path / "saved.txt"
    stack = (Turn(0, 2), ChooseField(0, "F", optional=False))
    file.write_text(record_text(Record(position(board1="C5", workers1="F@D5", stack=stack))), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    command = ["play", "--seats", "person,random", "--from", str(file), "--save", str(saved)]
    assert "which field does the supervisor lay fallow?" in run(capsys, *command)[1]
    assert parse_record(saved.read_text(encoding="utf-8")).moves == []


def test_no_more_processes_than_games(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Pool(ProcessPoolExecutor):
        def __init__(self, workers: int, **_options: object) -> None:
            asked.append(workers)
            super().__init__(1)

    monkeypatch.setattr("keyharvest.lab.executor._Processes", Pool)
    assert run(capsys, "arena", "random", "--games", "2", "--jobs", "99999")[0] == 0
    assert asked == [2]


KEYHARVEST = [sys.executable, "-m", "keyharvest"]


@pytest.mark.slow
def test_a_save_that_fails_leaves_the_older_file(record: Path, tmp_path: Path) -> None:
    kept = tmp_path / "keep.txt"
    kept.write_bytes(record.read_bytes())
    for command, typed in (
        (["replay", str(record), "--svg", str(kept)], b""),
        (["play", "--seats", "person,random", "--save", str(kept)], b"quit\n"),
    ):
        done = subprocess.run(
            [*KEYHARVEST, *command],
            input=typed,
            capture_output=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        )
        assert (done.returncode, done.stderr.decode()) == (1, f"keyharvest {command[0]}: {kept}: File too large\n")
        assert kept.read_bytes() == record.read_bytes()
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.slow
def test_a_file_keeps_its_rights_and_links_and_streams_are_followed(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    real, link = tmp_path / "real.svg", tmp_path / "link.svg"
    real.touch(0o640)
    link.symlink_to(real)
    assert run(capsys, "replay", str(record), "--svg", str(link))[0] == 0
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    done = subprocess.run([*KEYHARVEST, "replay", str(record), "--svg", "/dev/stdout"], capture_output=True)
    assert (done.returncode, done.stdout) == (0, real.read_bytes())


def test_a_place_that_cannot_be_written_is_told_before_the_first_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, folder = tmp_path / "file", tmp_path / "folder"
    (tmp_path / "page" / "balance.md").mkdir(parents=True)
    folder.mkdir()
    (folder / "balance").touch()
    many = ["--games", "99999"]
    for command, place in (
        (["calibrate", "--out", str(file / "none" / "c.json"), *many], "c.json"),
        (["train", "--out", str(tmp_path / "none" / "w.json"), *many], "w.json"),
        (["study", "--out", str(folder), *many], "balance"),
        (["study", "--out", str(tmp_path / "page"), *many], "balance.md"),
    ):
        code, out, err = run(capsys, *command)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert f"{place}: " in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["train", "--out", "w.json", "--pull", "nan"], "--pull: 'nan': expected a number above 0"),
        (["train", "--out", "w.json", "--pull=-5"], "--pull: '-5': expected a number above 0"),
        (["play", "--from", "r.txt", "--start", "random"], "--from can't be combined with"),
        (["play", "--from", "r.txt", "--layout", "x"], "--from can't be combined with"),
        (["play", "--day", "--start", "random"], "--day can't be combined with --start"),
        (["play", "--day", "--from", "r.txt"], "--day can't be combined with --from"),
        (["replay", "r.txt", "--check", "--svg", "x"], "--check can't be combined with"),
        (["replay", "r.txt", "--check", "--at", "3"], "--check can't be combined with"),
        (["scenario", "list", "--rule", "99.9", "--by-rule"], "not allowed with"),
        (["scenario", "check", "--write"], "--write needs at least one FILE"),
        (["scenario", "check", ""], "expected a name"),
        (["replay", ""], "expected a name"),
        (["play", "--save", ""], "--save: expected a name"),
    ],
)
def test_arguments_that_cannot_be_obeyed_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_a_picture_does_not_take_the_place_of_its_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    before = record.read_bytes()
    assert run(capsys, "replay", str(record), "--svg", str(record))[0] == 2
    assert record.read_bytes() == before


def test_a_record_that_cannot_be_played_on_is_not_all_legal(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    faulty = tmp_path / "faulty.txt"
    text = record_text(Record(parse_record(record.read_text(encoding="utf-8")).start, [], {"Seed": "x"}))
    faulty.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "replay", str(faulty), "--check")
    assert (code, out) == (1, "")
    assert "header Seed: 'x'" in err


def test_every_file_is_checked_though_one_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file in files:
        file.write_text(scenario_text(next(iter(SCENARIOS.values())).data), encoding="utf-8")

    def full(path: Path, _text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("keyharvest.commands.scenario.write_file", full)
    code, out, err = run(capsys, "scenario", "check", "--write", *map(str, files))
    assert (code, out) == (1, "2 scenarios, 2 errors\n")
    assert [line.split(": ", 1)[1] for line in err.splitlines()] == [
        f"{file}: No space left on device" for file in files
    ]


@pytest.mark.slow
def test_an_output_that_cannot_be_written_is_named(record: Path) -> None:
    command = " ".join([*KEYHARVEST, "replay", str(record)])
    for redirected, says in ((">/dev/full", "the output: No space left on device"), (">&-", "the output is closed")):
        done = subprocess.run(["sh", "-c", f"{command} {redirected}"], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (1, f"keyharvest replay: {says}\n")
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*KEYHARVEST, "replay", str(record)], env=plain, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "second \\xd72" in done.stdout


def test_play_begins_with_a_position_of_the_editor(capsys: pytest.CaptureFixture[str]) -> None:
    draft = Draft.empty(3)
    draft.put_field(2, INDEX["C5"])
    line = draft.line()
    for text in (line, f"https://example.org/#position-{sealed(line)}"):
        code, out, _ = run(capsys, "play", "--seats", "random,random,random", "--position", text)
        assert code == 0
        assert "Random 3" in out
    code, _, err = run(capsys, "play", "--position", line)
    assert code != 0
    assert "--position: a game for 3 players, but --seats names 2" in err


@pytest.mark.parametrize(("command", "one"), [([], "replay"), (["puzzle"], "make"), (["scenario"], "render")])
def test_without_a_command_the_commands_are_listed(
    capsys: pytest.CaptureFixture[str], command: list[str], one: str
) -> None:
    code, out, err = run(capsys, *command)
    assert (code, out) == (2, "")
    assert f"\n    {one} " in err


def test_one_of_a_thing_is_counted_as_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = Game.new(2, start="random", seed=1)
    game.make_draws()
    file = tmp_path / "game.txt"
    file.write_text(record_text(Record(game.state, [])), encoding="utf-8")
    assert run(capsys, "replay", "--check", str(file))[1] == f"{file}: 0 moves, 1 turn; all legal\n"
    code, _out, err = run(capsys, "arena", "random", "random", "--games", "1")
    assert (code, err) == (0, "")
    assert run(capsys, "arena", "random", "random", "--games", "1")[1].splitlines()[-1].startswith("1 game, ")


@pytest.mark.parametrize(
    ("missing", "fault"),
    [
        ("multiprocessing.synchronize", "this Python lacks it"),
        ("_multiprocessing", "No module named '_multiprocessing'"),
    ],
)
def test_where_no_process_can_be_started_one_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, missing: str, fault: str
) -> None:
    """As Python in a browser has neither semaphores nor processes nor threads."""

    def no_pool(*_options: object, **_named: object) -> None:
        if missing.startswith("_"):
            raise ImportError(fault)
        raise NotImplementedError(f"{fault}\nat all")

    monkeypatch.setattr(ProcessPoolExecutor, "__init__", no_pool)
    code, out, err = run(capsys, "arena", "random", "random", "--games", "2", "--jobs", "2")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "--jobs 2: processes can't be started here; use --jobs 1" in err
    assert fault in err


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), OSError(38, "Function not implemented")])
def test_the_same_goes_for_threads_and_forks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def no_task(*_task: object, **_named: object) -> None:
        raise error

    monkeypatch.setattr(ProcessPoolExecutor, "submit", no_task)
    code, out, err = run(capsys, "arena", "random", "random", "--games", "2", "--jobs", "2")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "use --jobs 1" in err


def test_what_python_lacks_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_arguments: object) -> int:
        raise ImportError("No module named 'ssl'")

    monkeypatch.setattr("keyharvest.commands.bench.run", lacking)
    assert run(capsys, "bench") == (1, "", "keyharvest bench: No module named 'ssl'\n")


@pytest.mark.slow
def test_a_scenario_is_opened_as_the_demo_that_it_will_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.json"
    file.write_text(scenario_text({**SCENARIOS["exact-price"].data, "id": "mine"}), encoding="utf-8")
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    code, out, _ = run(capsys, "scenario", "preview", str(file), "--site", "https://a.example/kh", "--no-open")
    site, _, sent = out.strip().partition("#file=")
    assert (code, site) == (0, "https://a.example/kh/embed/en/own.html")
    assert unquote(sent) == file.read_text(encoding="utf-8")
    (tmp_path / "embed/de").mkdir(parents=True)
    (tmp_path / "embed/de/own.html").write_text("own", encoding="utf-8")
    with server.answering(server.serve(tmp_path)) as ours:
        site = ours.url
        assert run(capsys, "scenario", "preview", str(file), "--site", site, "--language", "de")[0] == 0
    assert opened == [f"{site}embed/de/own.html#file={quote(file.read_text(encoding='utf-8'), safe='')}"]
    code, out, error = run(capsys, "scenario", "preview", str(file), "--site", site)
    assert (code, out) == (1, "")
    assert error.endswith("start 'python3 web serve', or name a --site\n")
    file.write_text("{}", encoding="utf-8")
    assert run(capsys, "scenario", "preview", str(file), "--no-open")[0] == 1
