"""Whole games between computer players."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.game import Game
from keyharvest.players.player import Player, decide, make_player
from keyharvest.rules import STANDARD, Layout, Source
from keyharvest.rules.setup import Start


def play_game(
    players: Sequence[Player | str], seed: int = 0, start: Start = "drawn", layout: Layout = STANDARD
) -> Game:
    """Play a whole game, the first player in the first seat.

    Players are objects or names (see :func:`~keyharvest.players.make_player`); for a named one, ``seed`` determines its
    own source of chance too. Raise ``ValueError`` unless there are two to four, and for an unknown name.

    >>> game = play_game(["random", "greedy"], seed=3)
    >>> game.over
    True
    """
    game = Game.new(len(players), layout, start, seed)
    play_out(game, seated(players, seed))
    return game


def seated(players: Sequence[Player | str], seed: int) -> list[Player]:
    """Return the players of a game, the named ones each with a source of chance that follows from the game's seed."""
    source = Source(seed)
    seeds = [source.below(1 << 32) for _ in players]
    return [make_player(each, own) if isinstance(each, str) else each for each, own in zip(players, seeds, strict=True)]


def play_out(game: Game, players: Sequence[Player]) -> list[float]:
    """Play a game to its end; return the seconds of thought of each seat.

    Raise ``PlayerError`` with the name of a player that fails (see :func:`~keyharvest.players.player.decide`).
    """
    seconds = [0.0] * len(players)
    while not game.over:
        seat = game.actor
        seconds[seat] += decide(game, players[seat])
    return seconds
