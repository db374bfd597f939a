"""Matches that measure strength: every seating of every seed, intervals, and files of games."""

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from doctest import DocTestParser
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.commands import arena
from keyharvest.lab import executor
from keyharvest.lab.arena import Outcome, match, outcome_text, read_outcome, standings, wilson
from keyharvest.lab.results import KeptGames
from keyharvest.players import LEVELS
from web.environment import ROOT


@pytest.mark.thorough
def test_all_seatings_meet_the_same_bag() -> None:
    outcomes = list(match(["greedy", "random", "random"], range(2)))
    assert [outcome.seed for outcome in outcomes] == [0, 0, 0, 1, 1, 1]
    assert [outcome.players.index("greedy") for outcome in outcomes] == [0, 1, 2, 0, 1, 2]
    won = standings(["greedy", "random", "random"], outcomes)
    assert [row.wins for row in won] == [6, 0, 0]
    assert list(won[0].by_seat) == [2, 2, 2]
    assert min(won[0].margin, -won[1].margin) > 0


def test_shares_and_intervals() -> None:
    def game(seed: int, players: str, scores: tuple[int, int]) -> Outcome:
        places = (1, 1) if scores[0] == scores[1] else (1, 2) if scores[0] > scores[1] else (2, 1)
        return Outcome(seed, (players[0], players[1]), scores, places, (1.0, 2.0))

    outcomes = [game(1, "ab", (9, 5)), game(1, "ba", (5, 9)), game(2, "ab", (4, 4)), game(2, "ba", (7, 1))]
    a, b = standings(["a", "b"], outcomes)
    assert [row.wins for row in (a, b)] == [2.5, 1.5]
    assert list(a.by_seat) == [1.5, 1.0]
    assert a.margin == -b.margin == pytest.approx((4 + 4 + 0 - 6) / 4)
    assert a.paired
    assert a.paired[0] < a.share < a.paired[1]
    assert a.wilson[0] < a.share < a.wilson[1]
    assert (a.seconds, b.seconds) == (6.0, 6.0)


@pytest.mark.slow
def test_seeds_that_agree_show_nothing_of_their_spread(capsys: pytest.CaptureFixture[str]) -> None:
    def won(seed: int, points: int) -> list[Outcome]:
        return [
            Outcome(seed, ("a", "b"), (points, 1), (1, 2), (0.0, 0.0)),
            Outcome(seed, ("b", "a"), (1, points), (2, 1), (0.0, 0.0)),
        ]

    lost = [
        Outcome(3, ("a", "b"), (1, 9), (2, 1), (0.0, 0.0)),
        Outcome(3, ("b", "a"), (9, 1), (1, 2), (0.0, 0.0)),
    ]
    (one, *_), (all_won, *_), (both, *_) = (
        standings(["a", "b"], games) for games in (won(1, 5), won(1, 5) + won(2, 9), won(1, 5) + lost)
    )
    assert (one.paired, one.margin_error) == (None, None)
    assert (all_won.paired, all_won.margin_error) == (None, 2.0)  # margins of 4 and 8
    assert both.paired == (0.0, 1.0)
    assert main(["arena", "greedy", "random", "--games", "2", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("n/a") == 4, printed  # of both players: the paired interval, and the error of the margin


@pytest.mark.slow
def test_what_is_done_is_not_played_again() -> None:
    outcomes = list(match(["greedy", "random"], range(2)))
    marked = outcomes[1]._replace(scores=(0, 99))
    with ThreadPoolExecutor(2) as threads:
        again = list(
            match(["greedy", "random"], range(2), done={(marked.players, marked.seed): marked}, executor=threads)
        )
    assert again[1] == marked
    assert [one.scores for one in again] == [outcomes[0].scores, (0, 99), outcomes[2].scores, outcomes[3].scores]


@pytest.mark.slow
def test_games_are_read_as_they_were_written() -> None:
    for outcome in match(["random", "greedy"], [3, 10**18 - 1]):
        assert read_outcome(outcome_text(outcome)) == outcome


@pytest.mark.parametrize(
    ("change", "wants"),
    [
        ({"ranks": [2, 3]}, "ranks that follow from the points"),
        ({"ranks": [0, 0]}, "ranks that follow from the points"),
        ({"ranks": [2, 1]}, "ranks that follow from the points"),
        ({"ranks": [1, 1]}, "ranks that follow from the points"),
        ({"scores": [19, 19], "ranks": [1, 3]}, "ranks that follow from the points"),
        ({"ranks": [1]}, "ranks that follow from the points"),
        ({"ranks": [True, 2]}, "ranks that follow from the points"),
        ({"scores": [1e300, 1]}, "points of each seat"),
        ({"scores": [10**9, 1]}, "points of each seat"),
        ({"scores": [19.0, 9]}, "points of each seat"),
        ({"scores": "19"}, "points of each seat"),
        ({"scores": [19, 9, 4]}, "points of each seat"),
        ({"seed": 0.9}, "a seed of at most 18 digits"),
        ({"seed": -1}, "a seed of at most 18 digits"),
        ({"seed": 10**18}, "a seed of at most 18 digits"),
        ({"seconds": ["1", 5]}, "seconds of each seat"),
        ({"seconds": [1, -5]}, "seconds of each seat"),
        ({"seconds": [1]}, "seconds of each seat"),
        ({"players": "ab"}, "the names of two to four players"),
        ({"players": ["a", 1]}, "the names of two to four players"),
        ({"players": ["a"]}, "the names of two to four players"),
        ({"scores": [float("inf"), 1]}, "as the arena writes it$"),
        ({"scores": 19}, "as the arena writes it$"),
        ({"more": 1}, "as the arena writes it$"),
    ],
)
def test_what_no_game_can_be_is_not_read(change: dict[str, object], wants: str) -> None:
    game = Outcome(0, ("a", "b"), (19, 9), (1, 2), (0.1, 2.0))
    for level in ({"scores": [19, 19], "ranks": [2, 1]}, {"scores": [19, 19], "ranks": [1, 1]}, {"seconds": [0, 2]}):
        read_outcome(json.dumps({**game._asdict(), **level}))  # with equal points either may be ahead
    with pytest.raises(ValueError, match=f"expected a game .*{wants}"):
        read_outcome(json.dumps({**game._asdict(), **change}))


@pytest.mark.parametrize("line", ["", "[" * 100_000, "{}", "[]", "1", "{", '{"seed": 1e999}', "null"])
def test_what_is_no_game_is_not_read(line: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a game as the arena writes it$"):
        read_outcome(line)


@pytest.mark.slow
def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    command = ["arena", "greedy", "random", "--games", "4", "--jobs", "1", "--jsonl", str(file)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "greedy: 4 of 4 won, 100.0%" in told
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [0, 0, 1, 1]
    assert main(command) == 1
    assert "already exists; add --resume" in capsys.readouterr().err
    file.write_text("\n".join(lines[:2]) + "\n" + lines[2][:30], encoding="utf-8")
    assert main([*command, "--resume"]) == 0
    assert capsys.readouterr().out.split(" s per game")[0].split(";")[:2] == told.split(";")[:2]
    assert [json.loads(line)["scores"] for line in file.read_text(encoding="utf-8").splitlines()] == [
        json.loads(line)["scores"] for line in lines
    ]


@pytest.mark.slow
@pytest.mark.thorough
def test_the_ladder_climbs_all_levels(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lowest = dict(list(LEVELS.items())[:2])
    monkeypatch.setattr(arena, "LEVELS", lowest)
    assert main(["ladder", "--games", "1", "--jobs", "1", "--budget", "nodes:20"]) == 0
    told = capsys.readouterr().out
    for pair in ("apprentice@{} against random", "farmhand@{} against apprentice", "farmhand@{} against greedy"):
        assert pair.format("nodes:20") + ": " in told


@pytest.mark.slow
@pytest.mark.thorough
def test_a_torn_line_is_taken_away_and_its_game_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = ["ladder", "--games", "2", "--jobs", "1", "--budget", "nodes:5", "--jsonl", str(file)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "LEVELS", dict(list(LEVELS.items())[:1]))
        assert main(command) == 0
        whole = file.read_bytes()
        # Where else a line may be cut off: `test_a_line_may_be_cut_off_anywhere`.
        for cut in (len(whole), len(whole) - 30):
            file.write_bytes(whole[:cut])
            assert main([*command, "--resume"]) == 0
            again = file.read_bytes()
            kept = whole[: whole[: cut + 1].rfind(b"\n") + 1]
            assert again.startswith(kept)  # nothing complete is written again
            assert [games(line) for line in again.splitlines()] == [games(line) for line in whole.splitlines()]
            assert again.count(b"\n") == whole.count(b"\n") == 4


def games(line: bytes) -> tuple[tuple[str, ...], int]:
    return read_outcome(line.decode()).key


def kept(tmp_path: Path, content: bytes) -> KeptGames[object, Outcome]:
    """Return the games in a file of the arena, for it to continue."""
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    return KeptGames(file, True, read_outcome, lambda outcome: outcome.key, '{"seed": ')


#: Lines of three games, the last without an end.
LINES = [outcome_text(Outcome(seed, ("a", 'b"é,'), (19, 9), (1, 2), (0.1, 2e-05))).encode() for seed in range(3)]


@pytest.mark.parametrize(
    ("content", "then"),
    [
        (b"\n".join(LINES), b"\n".join(LINES) + b"\nnext\n"),
        (b"\n".join(LINES) + b"\n", b"\n".join(LINES) + b"\nnext\n"),
        (b"\r".join(LINES), b"\r".join(LINES) + b"\nnext\n"),
        (b"\r\n".join(LINES) + b"\r\n", b"\r\n".join(LINES) + b"\r\nnext\n"),
        (b"\xef\xbb\xbf" + b"\n".join(LINES), b"\xef\xbb\xbf" + b"\n".join(LINES) + b"\nnext\n"),
    ],
)
def test_the_next_game_has_a_line_of_its_own(content: bytes, then: bytes, tmp_path: Path) -> None:
    games = kept(tmp_path, content)
    assert [outcome_text(outcome).encode() for outcome in games.games.values()] == LINES
    assert (tmp_path / "games.jsonl").read_bytes() == content
    games.add("next")
    assert (tmp_path / "games.jsonl").read_bytes() == then


def test_a_line_may_be_cut_off_anywhere(tmp_path: Path) -> None:
    first, second = LINES[0] + b"\n", LINES[1]
    for cut in range(1, len(second)):
        games = kept(tmp_path, first + second[:cut])
        assert len(games.games) == 1
        assert (tmp_path / "games.jsonl").read_bytes() == first + second[:cut]
    games.add("next")
    games.add("last")
    assert (tmp_path / "games.jsonl").read_bytes() == first + b"next\nlast\n"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"my precious notes", "line 1: expected a game"),
        (LINES[0] + b"\nmy notes", "line 2: expected a game"),
        (LINES[0] + b"\n" + LINES[1][:30] + b"\n", "line 2: expected a game"),
        (LINES[0] + b"\n\n", "line 2: expected a game"),
        (b'{"seed": 1, notes of mine', "line 1: expected a game"),
        (b'{"seed": 1} "players"', "line 1: expected a game"),
        (b'{"seed": ' + b"[" * 100_000, "line 1: expected a game"),
        (b'{"seed": "\xe9', r"line 1: not text in UTF-8 \(byte 10\)"),
        (LINES[0] + b"\n" + LINES[1] + b"\n" + LINES[0] + b"\n", "line 3: same game as line 1"),
        (LINES[0] + b"\n" + LINES[0].replace(b"19", b"20"), "line 2: same game as line 1"),
    ],
)
def test_what_is_no_game_stays_in_its_file(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"games.jsonl: {says}"):
        kept(tmp_path, content)
    assert (tmp_path / "games.jsonl").read_bytes() == content


def test_games_are_kept_in_a_plain_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "greedy", "--jsonl", str(tmp_path), "--resume"]) == 1
    assert capsys.readouterr().err.startswith(f"keyharvest arena: {tmp_path} is not a regular file")


def test_a_fault_elsewhere_changes_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, begun = tmp_path / "games.jsonl", b'{"player": "fa'
    file.write_bytes(begun)
    assert main(["study", "--out", str(file), "--games", "1", "--jobs", "1", "--jsonl", str(file), "--resume"]) == 1
    assert str(file) in capsys.readouterr().err
    assert file.read_bytes() == begun


@pytest.mark.slow
@pytest.mark.thorough
def test_a_player_in_the_current_folder_is_found(tmp_path: Path) -> None:
    """It is README's, with its import."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = [example.source for example in DocTestParser().get_examples(page)]
    player = next(number for number, source in enumerate(examples) if source.startswith("class Hasty"))
    (tmp_path / "my_players.py").write_text("".join(examples[player - 1 : player + 1]), encoding="utf-8")
    name = "my_players:Hasty"
    for command in (
        ["arena", name, "random", "--games", "2", "--jobs", "2"],
        ["play", "--seats", f"{name},random"],
    ):
        # As the installed script does: the current folder is not on the path.
        start = "import sys; sys.path[:] = [part for part in sys.path if part]; from keyharvest.cli import main; main()"
        bare = [sys.executable, "-c", start, *command]
        done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert name in done.stdout or "place" in done.stdout


#: A player that plays three games in each process, and in the middle of the next waits until a file says "go".
WAITING = """
import os
import time
from pathlib import Path
from keyharvest.players.uniform import UniformPlayer

class Waiting(UniformPlayer):
    games = 0

    def __init__(self, seed):
        super().__init__(seed)
        Waiting.games += 1
        self.waits = Waiting.games > 3

    def choose(self, observation):
        if self.waits and observation.view.turn > 3:
            Path(f"waiting-{os.getpid()}").touch()
            while not Path("go").exists():
                time.sleep(0.01)
        return super().choose(observation)
"""


@pytest.mark.slow
@pytest.mark.thorough
def test_a_cluster_loses_a_worker_and_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "waiting.py").write_text(WAITING, encoding="utf-8")
    scheduler_file, file = tmp_path / "scheduler.json", tmp_path / "games.jsonl"
    names = ["waiting:Waiting", "random"]
    with ExitStack() as stack:

        def started(*command: str) -> subprocess.Popen[str]:
            whole = [sys.executable, "-m", *command]
            process = subprocess.Popen(whole, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        where = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(scheduler_file)]
        started("dask", "scheduler", *where, "--port", "0")
        workers = [started("dask", "worker", *where, "--no-nanny", "--nthreads", "1") for _ in range(2)]
        for worker in workers:
            assert any("Registered to" in line for line in worker.stdout or ())
        address = json.loads(scheduler_file.read_text(encoding="utf-8"))["address"]
        command = ["arena", *names, "--games", "20", "--scheduler", address, "--jsonl", str(file)]
        playing = started("keyharvest", *command)
        while len(list(tmp_path.glob("waiting-*"))) < 2:
            assert playing.poll() is None, playing.communicate()[0]
            time.sleep(0.01)
        workers[0].kill()  # with three games played and one started
        (tmp_path / "go").touch()
        told = playing.communicate(timeout=300)[0]
        assert playing.returncode == 0, told
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(tuple(game["players"]), game["seed"], tuple(game["scores"])) for game in games] == [
        (outcome.players, outcome.seed, outcome.scores) for outcome in match(names, range(10))
    ]
    assert " of 20 won" in told


@pytest.mark.thorough
def test_a_scheduler_that_is_not_there_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "_PATIENCE", 1)
    assert main(["arena", "random", "random", "--scheduler", "tcp://127.0.0.1:1"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("keyharvest arena: --scheduler tcp://127.0.0.1:1: ")
    assert error.count("\n") == 1


@pytest.mark.slow
def test_a_seating_that_looks_like_another_is_played_once(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = list(match(["random", "greedy"] * 2, [5]))
    assert [outcome.players[0] for outcome in outcomes] == ["random", "greedy"]
    found = standings(["random", "greedy"] * 2, outcomes)
    for entry, row in enumerate(found):
        places = [(outcome.ranks, (entry + shift) % 4) for shift, outcome in enumerate(outcomes)]
        assert row.wins == sum((ranks[seat] == 1) / ranks.count(1) for ranks, seat in places)
    assert main(["arena", "random", "random", "--games", "2", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.count(" of 2 won") == 2


def test_a_share_lies_between_none_and_all() -> None:
    for games in range(1, 200):
        assert 0 <= wilson(0, games)[0] < wilson(games, games)[1] <= 1
    with pytest.raises(ValueError, match="standings: expected at least one game"):
        standings(["a", "b"], [])


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "random", "greedy", "--games", "4", "--jobs", "1", "--jsonl", "games.jsonl"],
        ["study", "--out", "page", "--games", "2", "--jobs", "1", "--jsonl", "games.jsonl"],
        ["arena", "random", "--games", "2", "--jobs", "1"],
        ["calibrate", "--games", "2", "--out", "spreads.json"],
        ["train", "--games", "1", "--gate", "1", "--jobs", "1", "--out", "weights.json"],
    ],
)
def test_the_last_seed_is_looked_at_before_the_first_is_played(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    last = "9" * 18
    with suppress(SystemExit):
        main([*command, "--seed", last])
    out, error = capsys.readouterr()
    assert (out, error.partition(": ")[2]) == ("", f"--seed {last}: the last of 2 seeds has more than 18 digits\n")
    assert list(tmp_path.iterdir()) == []
