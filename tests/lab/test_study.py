"""The study of the game's balance: what it takes from games, the figures, and the page with its charts."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from keyharvest.cli import main
from keyharvest.lab.arena import play_named
from keyharvest.lab.study import GamePlayed, SeatPlayed, figures, game_text, play_studied, read_game
from keyharvest.lab.study_page import check_page, write_page
from keyharvest.rules import STANDARD
from keyharvest.rules.geometry import SPACES
from web.environment import ROOT


def seat(pair: str, win: float, score: tuple[int, int, int, int], workers: str = "") -> SeatPlayed:
    return SeatPlayed(pair, win, score, workers, asked="AMM", declined="M")


#: Two games of two: the starting player wins the first, and the players share the second.
GAMES = (
    GamePlayed("x", 0, 21, "MNO", (seat("A2", 1.0, (9, 5, 4, 1), "AB"), seat("B8", 0.0, (3, 4, 2, 0), "A"))),
    GamePlayed("x", 1, 24, "MPQ", (seat("B8", 0.5, (5, 5, 2, 0), "AA"), seat("A5", 0.5, (4, 5, 2, 1), "C"))),
)


def test_figures_are_counted_by_game() -> None:
    found = figures(GAMES)
    assert (found.players, found.games) == (2, 2)
    assert [share.value for share in found.by_turn] == [0.75, 0.25]
    assert {pair: (share.value, share.games) for pair, share in found.by_pair.items()} == {
        "A2": (1.0, 1),
        "A5": (0.5, 1),
        "B8": (0.25, 2),
    }
    # A half turn of the board maps A5-F1 to B8-G3, and C1-G6 to A2-E9.
    assert {pairs: (share.value, share.games) for pairs, share in found.by_twins.items()} == {
        ("A2", "C1"): (1.0, 2),
        ("A5", "B8"): (pytest.approx(1 / 3), 2),
    }
    winners, others = found.sources
    assert [figure.value for figure in winners] == pytest.approx([18 / 3, 15 / 3, 8 / 3, 2 / 3, 43 / 3])
    assert [figure.value for figure in others] == [3, 4, 2, 0, 9]
    assert found.rounds == {11: 1, 12: 1}
    assert found.length.value == 11.5
    assert found.length.low < 11.5 < found.length.high
    assert found.workers[0]["A"].value == pytest.approx(3 / 3)
    assert found.workers[1]["A"].value == 1
    assert (found.events["M"].value, found.events["N"].value, found.events["Z"].value) == (1, 0.5, 0)
    assert (found.used["M"].value, found.used["A"].value) == (0.5, 1)
    assert found.used["A"].low < 0.9  # four of four offers prove little
    assert "Z" not in found.used
    with pytest.raises(ValueError, match="expected games that all have the same number of players"):
        figures([])


@pytest.mark.slow
def test_a_game_is_told_as_it_was_played() -> None:
    game, result = play_studied("greedy", 3, seed=4), play_named(["greedy"] * 3, seed=4, start="random")
    assert game.turns == result.turns
    assert sorted(sum(seat.score) for seat in game.seats) == sorted(result.scores)
    assert {sum(seat.score) for seat in game.seats if seat.win} == {max(result.scores)}
    assert sum(seat.win for seat in game.seats) == pytest.approx(1)
    assert len({seat.pair for seat in game.seats}) == 3
    assert {seat.pair for seat in game.seats} <= {SPACES[first] for first, _ in STANDARD.pairs}
    assert len(game.events) >= 10
    assert all(seat.workers for seat in game.seats)
    assert all(set(seat.declined) <= set(seat.asked) for seat in game.seats)
    assert any(seat.declined for seat in game.seats)
    assert read_game(game_text(game)) == game
    assert game.key == ("greedy", 3, 4)


@pytest.mark.parametrize(
    ("old", "new", "wants"),
    [
        ('"player": "x"', '"player": 7', "the name of a player"),
        ('"seed": 0', '"seed": 0.5', "a seed of at most 18 digits"),
        ('"turns": 21', '"turns": 0', "its number of turns"),
        ('"turns": 21', '"turns": -5', "its number of turns"),
        ('"turns": 21', '"turns": 1000000000', "its number of turns"),
        ('"turns": 21', '"turns": 21.0', "its number of turns"),
        ('"MNO"', '"MNA"', "the letters of events"),
        ('"MNO"', '["M"]', "the letters of events"),
        ('"A2"', '"B8"', "a starting pair for each of two to four seats"),
        ('"A2"', '"K9"', "a starting pair for each of two to four seats"),
        ('"A2"', '["A2"]', "a starting pair for each of two to four seats"),
        ('"score": [9,', '"score": [-9,', "the points of each seat by source"),
        ('"score": [9,', '"score": [1000000000,', "the points of each seat by source"),
        ('"score": [9,', '"score": [', "the points of each seat by source"),
        ('"win": 1.0', '"win": 7', "the win shared by those with the most points"),
        ('"win": 1.0', '"win": 0.0', "the win shared by those with the most points"),
        ('"win": 1.0', '"win": 0.5', "the win shared by those with the most points"),
        ('"win": 1.0', '"win": true', "the win shared by those with the most points"),
        ('"win": 0.0', '"win": null', "the win shared by those with the most points"),
        ('"win": 0.0', '"win": 1.0', "the win shared by those with the most points"),
        ('"score": [3,', '"score": [30,', "the win shared by those with the most points"),
        ('"workers": "AB"', '"workers": "AM"', "workers, offers and declined offers"),
        ('"asked": "AMM"', '"asked": ""', "workers, offers and declined offers"),
        ('"declined": "M"', '"declined": "MMM"', "workers, offers and declined offers"),
        ('"win": 1.0', '"win": NaN', "as the study writes it$"),
        ('"win": 1.0, ', "", "as the study writes it$"),
        ('"seed": 0', '"seeds": 0', "as the study writes it$"),
    ],
)
def test_what_no_game_can_be_is_not_read(old: str, new: str, wants: str) -> None:
    line = game_text(GAMES[0])
    assert read_game(line) == GAMES[0]
    with pytest.raises(ValueError, match=f"^expected a game .*{wants}"):
        read_game(line.replace(old, new, 1))


def test_a_win_is_somebodys_with_points() -> None:
    none = [each._replace(score=(0, 0, 0, 0), win=0.5) for each in GAMES[1].seats]
    with pytest.raises(ValueError, match="the win shared by those with the most points"):
        read_game(game_text(GAMES[1]._replace(seats=tuple(none))))


@pytest.mark.parametrize("line", ["", "[" * 100_000, "{}", '{"seed": 1}', '{"seats": {"a": 1}}', "7"])
def test_what_is_no_game_is_not_read(line: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a game as the study writes it$"):
        read_game(line)


def test_games_on_another_layout_are_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    former = game_text(GAMES[1]).replace('"A5"', '"C2"')
    file = tmp_path / "games.jsonl"
    file.write_text(f"{game_text(GAMES[0])}\n{former}", encoding="utf-8")
    assert main(["study", "--out", str(tmp_path / "page"), "--jsonl", str(file), "--resume"]) == 1
    error = f"keyharvest study: {file}: line 2: a starting pair from C2, which standard-2 doesn't have\n"
    assert capsys.readouterr().err == error
    assert not (tmp_path / "page").exists()


@pytest.mark.slow
def test_the_command_writes_the_page_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = tmp_path / "games.jsonl", tmp_path / "page"
    command = ["study", "--out", str(folder), "--player", "random", "--jobs", "1", "--jsonl", str(file)]
    assert main([*command, "--games", "2"]) == 0
    assert main([*command, "--games", "3"]) == 1
    assert "already exists; add --resume" in capsys.readouterr().err
    kept = file.read_bytes()
    file.write_bytes(kept[:-9])
    assert main([*command, "--games", "3", "--resume"]) == 0
    told = capsys.readouterr().out
    assert "4 players, 3 games: wins in order of turn " in told
    lines = file.read_text(encoding="utf-8").splitlines()
    games = {game.key: game for game in map(read_game, lines)}
    assert sorted((players, seed) for _, players, seed in games) == [(n, seed) for n in (2, 3, 4) for seed in range(3)]
    assert file.read_bytes().startswith(kept[: kept[:-9].rfind(b"\n") + 1])
    page = (folder / "balance.md").read_text(encoding="utf-8")
    found = figures([games["random", 3, number] for number in range(3)])
    first = found.by_turn[0]
    assert f"{100 * first.value:.1f}% ({100 * first.low:.1f}–{100 * first.high:.1f})" in page
    assert "Results of 3 games each with two, three and four players, with `random` in every seat" in page
    assert "    keyharvest study --out keyharvest/docs --player random --games 3 --seed 0 --jsonl study.jsonl\n" in page
    pictures = re.findall(r"!\[.+\]\((.+\.svg)\)", page)
    assert len(pictures) == 7
    for picture in pictures:
        drawing = ElementTree.fromstring((folder / picture).read_text(encoding="utf-8"))
        _, _, width, height = map(float, drawing.attrib["viewBox"].split())
        for text in drawing.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 < float(text.attrib["x"]) < width
            assert 0 < float(text.attrib["y"]) < height
    ours = (ROOT / "keyharvest" / "docs" / "balance.md").read_text(encoding="utf-8")
    assert re.findall("^##? .+$", ours, re.MULTILINE) == re.findall("^##? .+$", page, re.MULTILINE)
    assert all((ROOT / "keyharvest" / "docs" / picture).is_file() for picture in pictures)


def test_a_page_of_games_in_which_nobody_plays_a_worker_or_is_offered_anything(tmp_path: Path) -> None:
    games = [
        game._replace(events="", seats=tuple(each._replace(workers="", asked="", declined="") for each in game.seats))
        for game in GAMES
    ]
    check_page(tmp_path)
    page = write_page(tmp_path, "x", 0, [figures(games)]).read_text(encoding="utf-8")
    assert "| A apprentice | 0.0 (0.0–0.0) / 0.0 (0.0–0.0) |" in page
    ElementTree.parse(tmp_path / "balance" / "workers.svg")
    ElementTree.parse(tmp_path / "balance" / "offers.svg")
