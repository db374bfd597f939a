"""Matches that measure strength: every seating of every seed, intervals, and files of games."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.commands import arena
from keyharvest.players import LEVELS
from keyharvest.players.arena import Outcome, match, outcome_text, read_outcomes, standings


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
    assert a.paired[0] < a.share < a.paired[1]
    assert a.wilson[0] < a.share < a.wilson[1]
    assert (a.seconds, b.seconds) == (6.0, 6.0)


def test_what_is_done_is_not_played_again() -> None:
    outcomes = list(match(["greedy", "random"], range(2)))
    marked = outcomes[1]._replace(scores=(0, 99))
    with ThreadPoolExecutor(2) as executor:
        again = list(
            match(["greedy", "random"], range(2), done={(marked.players, marked.seed): marked}, executor=executor)
        )
    assert again[1] == marked
    assert [one.scores for one in again] == [outcomes[0].scores, (0, 99), outcomes[2].scores, outcomes[3].scores]


def test_games_are_read_as_they_were_written() -> None:
    outcome, other = match(["random", "random"], [3])
    text = outcome_text(outcome) + "\n" + outcome_text(other)[:-5]
    assert read_outcomes(text) == {(outcome.players, 3): outcome}
    with pytest.raises(ValueError, match="line 2: want a game"):
        read_outcomes(text + "\n")


def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    command = ["arena", "greedy", "random", "--games", "4", "--jobs", "1", "--jsonl", str(file)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "greedy: 4 of 4 won, 100.0%" in told
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [0, 0, 1, 1]
    assert main(command) == 1
    assert "exists; with --resume" in capsys.readouterr().err
    file.write_text("\n".join(lines[:2]) + "\n" + lines[2][:30], encoding="utf-8")
    assert main([*command, "--resume"]) == 0
    assert capsys.readouterr().out.split(" s a game")[0].split(";")[:2] == told.split(";")[:2]
    assert [json.loads(line)["scores"] for line in file.read_text(encoding="utf-8").splitlines()] == [
        json.loads(line)["scores"] for line in lines
    ]


def test_the_ladder_climbs_all_levels(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lowest = dict(list(LEVELS.items())[:2])
    monkeypatch.setattr(arena, "LEVELS", lowest)
    assert main(["ladder", "--games", "2", "--jobs", "1", "--budget", "nodes:20"]) == 0
    told = capsys.readouterr().out
    for pair in ("apprentice@{} against random", "farmhand@{} against apprentice", "farmhand@{} against greedy"):
        assert pair.format("nodes:20") + ": " in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["arena", "greedy", "nobody"], "player 'nobody'"),
        (["arena", "greedy"], "players: 1"),
        (["arena", "greedy", "random", "--resume"], "--resume: want --jsonl"),
    ],
)
def test_faults_are_named(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--jobs", "1"]) == 1
    assert says in capsys.readouterr().err
