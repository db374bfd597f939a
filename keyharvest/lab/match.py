"""Games between computer players, one or many, with results as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

from keyharvest.game import Game
from keyharvest.lab.executor import play_in_order
from keyharvest.players.player import Player, decide, make_player
from keyharvest.rules import STANDARD, Layout, Source, final_scores, ranks
from keyharvest.rules.moves import parse
from keyharvest.rules.setup import Start


class Result(NamedTuple):
    """How one game between computer players ended.

    ``seed`` repeats it. The other tuples hold a value for each seat: ``players`` their names, ``scores`` the points
    (rule 13.2), ``ranks`` the places (rule 13.3; 1 for the winner, equals share). ``turns`` and ``decisions`` count
    what was played, draws and set-up not counted among the decisions but for the choice of who starts.
    """

    seed: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    turns: int
    decisions: int


def play_game(players: Sequence[Player], seed: int, layout: Layout = STANDARD, start: Start = "drawn") -> Game:
    """A whole game, the first player in the first seat; ``ValueError`` unless there are two to four.

    >>> game = play_game([make_player("random", 1), make_player("random", 2)], seed=3)
    >>> game.over
    True
    """
    game = Game.new(len(players), layout, start, seed)
    play_out(game, players)
    return game


def play_out(game: Game, players: Sequence[Player]) -> list[float]:
    """Play a game to its end; gives for each seat the seconds of thought.

    A player that fails is named by a ``ValueError`` (see :func:`~keyharvest.players.player.decide`).
    """
    seconds = [0.0] * len(players)
    while not game.over:
        seat = game.actor
        seconds[seat] += decide(game, players[seat])
    return seconds


def play_named(names: Sequence[str], seed: int, layout: Layout = STANDARD, start: Start = "drawn") -> Result:
    """The result of one game; the seed gives the game's draws and, for each seat, the player's own source of chance.

    >>> play_named(["random", "random"], seed=3).players
    ('random', 'random')
    """
    source = Source(seed)
    players = [make_player(name, source.below(1 << 32)) for name in names]
    game = play_game(players, seed, layout, start)
    final = game.state
    decisions = sum(not parse(move).drawn for move in game.moves)
    scores = tuple(score.total for score in final_scores(final))
    return Result(seed, tuple(names), scores, tuple(ranks(final)), final.turn, decisions)


def simulate(
    names: Sequence[str],
    games: int,
    seed: int,
    *,
    rotate: bool = False,
    layout: Layout = STANDARD,
    start: Start = "drawn",
    executor: Executor | None = None,
) -> Iterator[Result]:
    """Play games with the seeds ``seed``, ``seed + 1`` … between players given by name, in order of their seats.

    Each of the ``games`` seeds is played once, or with ``rotate`` once for every rotation of the seats (the names
    moved on by one seat each time), so that all meet the same bag. Results come in that order, whatever
    executor does the work. ``ValueError`` at once for a wrong number of players or games, or an unknown name.

    >>> [result.players for result in simulate(["random", "random"], games=2, seed=1)]
    [('random', 'random'), ('random', 'random')]
    """
    Game.new(len(names), layout, start)
    for name in names:
        make_player(name, 0)
    if games < 0:
        raise ValueError(f"games: {games}; want 0 or more")
    shifts = range(len(names) if rotate else 1)
    seatings = [[*names[-shift:], *names[:-shift]] if shift else list(names) for shift in shifts]
    jobs = ((seating, seed + game) for game in range(games) for seating in seatings)
    return play_in_order(executor, partial(play_named, layout=layout, start=start), jobs)
