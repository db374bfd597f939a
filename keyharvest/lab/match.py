"""Whole games between computer players."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.game import Game
from keyharvest.players.player import Player, decide
from keyharvest.rules.setup import Start


def play_game(players: Sequence[Player], seed: int, start: Start = "drawn") -> Game:
    """Play a whole game, the first player in the first seat. Raise ``ValueError`` unless there are two to four.

    >>> from keyharvest.players import make_player
    >>> game = play_game([make_player("random", 1), make_player("random", 2)], seed=3)
    >>> game.over
    True
    """
    game = Game.new(len(players), start=start, seed=seed)
    play_out(game, players)
    return game


def play_out(game: Game, players: Sequence[Player]) -> list[float]:
    """Play a game to its end; return the seconds of thought of each seat.

    Raise ``PlayerError`` with the name of a player that fails (see :func:`~keyharvest.players.player.decide`).
    """
    seconds = [0.0] * len(players)
    while not game.over:
        seat = game.actor
        seconds[seat] += decide(game, players[seat])
    return seconds
