"""Moves are parsed in one place: its table contains every move that a game offers, and every draw."""

import pytest

from keyharvest.rules import CHANCE, Source, actor, draw, legal, new_game, play
from keyharvest.rules.components import CROPS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.frames import Decision
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.moves import MOVES, Move, parse
from keyharvest.rules.turn import Turn


def written(move: Move) -> str:
    """Return the string of a move, by docs/formats.md."""
    prefix = "*" if move.drawn else f"{move.action}:" if move.action else ""
    return f"{prefix}{'-' if move.home else ''}{move.named}"


def names_of(move: Move) -> list[str]:
    """Return the things that a move's indices stand for; words have none."""
    found = [
        (move.tile, SPACES),
        (move.crop, CROPS),
        (move.worker, WORKER_LETTERS),
        (move.event, EVENT_LETTERS),
        (move.seat, "1234"),
    ]
    return [things[index] for index, things in found if index >= 0]


def test_a_move_read_is_written_as_it_was() -> None:
    for move in MOVES:
        read = parse(move)
        assert written(read) == move
        assert names_of(read) in ([], [read.named]), move
        words = ("end", "done", "no", "home", "draw", "place", "fallow", "pass")
        assert bool(names_of(read)) == (read.named not in words), move


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_game_offers_is_read(players: int) -> None:
    for seed in range(3):
        source, state = Source(seed), new_game(players)
        while state.stack:
            for move in legal(state):
                read = parse(move)
                assert read.drawn == (actor(state) == CHANCE), move
                top = state.stack[-1]
                assert bool(read.action) == (isinstance(top, Turn) and move != "end"), move
                assert not read.home or isinstance(top, Decision)
            state = play(state, draw(state, source) if actor(state) == CHANCE else source.pick(legal(state)))


@pytest.mark.parametrize("move", ["", "x", "a:", "a:G", "b:C5", "*A", "a:H1", "*", "b:--G", "end "])
def test_what_is_no_move_is_named(move: str) -> None:
    with pytest.raises(ValueError, match="no move is written like this"):
        parse(move)
