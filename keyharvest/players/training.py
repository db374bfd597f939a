"""Weights from play: a regression of final margins on the features of the positions before, and a gate of games.

The features are those of :class:`~keyharvest.search.Features`; a row of the regression holds one number for each
feature and stage of the game. It is drawn towards the present weights (ridge regression), for features that go
together could otherwise change places at will. Whether new weights are better only games tell: see :func:`gate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import NamedTuple

from keyharvest.game import Game
from keyharvest.players.arena import Outcome, Standing, seatings, standings
from keyharvest.players.greedy import GreedyPlayer
from keyharvest.players.levels import Level, LevelPlayer
from keyharvest.players.player import Player
from keyharvest.rules import State, final_scores, ranks
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort, Evaluator, Features, Weights
from keyharvest.search.weights import STAGES, mix

_WIDTH = len(Features._fields) * len(STAGES)


class Row(NamedTuple):
    """One position from one seat's side: its features by stage, less the mean of the others', and the final margin."""

    features: tuple[float, ...]
    margin: float


class Fit(NamedTuple):
    """New weights, and the share of the margins' variance that old and new ones explain."""

    weights: Weights
    explained_before: float
    explained: float


def rows_of(players: int, seed: int, weights: Weights) -> list[Row]:
    """The positions at the beginning of each turn of one game that greedy players with these weights play."""
    seated = [GreedyPlayer(seat, weights) for seat in range(players)]
    game = Game.new(players, start="random", seed=seed)
    while not game.over:
        game.play(seated[game.actor].choose(game.observation(game.actor)))
    final = [score.total for score in final_scores(game.state)]
    found = []
    for before, state in zip(game.states, game.states[1:], strict=False):
        if state.turn != before.turn and state.stack and isinstance(state.stack[-1], Turn):
            for seat in range(players if players > 2 else 1):
                margin = final[seat] - (sum(final) - final[seat]) / (players - 1)
                found.append(Row(margin_features(state, seat, weights), margin))
    return found


def margin_features(state: State, seat: int, weights: Weights) -> tuple[float, ...]:
    """The features of a seat less the mean of the others', each by stage; ``weights`` are those that see them."""
    judge = Evaluator(state, weights=weights)
    by_seat = []
    for each in range(state.players):
        left = judge.turns_left[each]
        raw = [
            part / weight if weight else 0.0
            for part, weight in zip(judge.parts(state, each), weights.at(left), strict=True)
        ]
        by_seat.append([share * number for share in mix(left) for number in raw])
    others = len(by_seat) - 1
    return tuple(numbers[seat] - (sum(numbers) - numbers[seat]) / others for numbers in zip(*by_seat, strict=True))


def fit(rows: Sequence[Row], prior: Weights, pull: float) -> Fit:
    """The weights that explain the margins best; ``pull`` is how strongly they are drawn to the prior.

    With ``pull`` 1 the prior counts as much as all rows together. ``ValueError`` without rows, or a pull not above 0.
    """
    if not rows or pull <= 0:
        raise ValueError("training: want rows, and a pull above 0")
    start = [number for stage in prior for number in stage]
    square = [[0.0] * _WIDTH for _ in range(_WIDTH)]
    right = [0.0] * _WIDTH
    for x, margin in rows:
        there = [at for at, value in enumerate(x) if value]
        rest = margin - sum(x[at] * start[at] for at in there)
        for at in there:
            right[at] += x[at] * rest
            line = square[at]
            for other in there:
                line[other] += x[at] * x[other]
    for at in range(_WIDTH):
        # A feature that never differs stays as it was.
        square[at][at] += pull * square[at][at] or 1.0
    change = _solved(square, right)
    numbers = [one + more for one, more in zip(start, change, strict=True)]
    size = len(Features._fields)
    weights = Weights(*[Features(*numbers[at : at + size]) for at in range(0, _WIDTH, size)])
    return Fit(weights, _explained(rows, start), _explained(rows, numbers))


def _solved(square: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations whose matrix is positive definite (Gauss)."""
    lines = [[*line, value] for line, value in zip(square, right, strict=True)]
    size = len(lines)
    for at in range(size):
        pivot = lines[at]
        for below in lines[at + 1 :]:
            factor = below[at] / pivot[at]
            if factor:
                for column in range(at, size + 1):
                    below[column] -= factor * pivot[column]
    found = [0.0] * size
    for at in reversed(range(size)):
        rest = lines[at][size] - sum(lines[at][other] * found[other] for other in range(at + 1, size))
        found[at] = rest / lines[at][at]
    return found


def _explained(rows: Sequence[Row], numbers: Sequence[float]) -> float:
    mean = sum(row.margin for row in rows) / len(rows)
    whole = sum((row.margin - mean) ** 2 for row in rows)
    left = sum((row.margin - sum(x * n for x, n in zip(row.features, numbers, strict=True))) ** 2 for row in rows)
    return 1 - left / whole if whole else 0.0


def gate(
    new: Weights,
    old: Weights,
    players: int,
    seeds: Sequence[int],
    effort: Effort,
    executor: Executor | None = None,
) -> Standing:
    """How one player with new weights fares against players with the old ones, each seed in every seating."""
    names = ("new", *["old"] * (players - 1))
    jobs = [(seating, seed) for seed in seeds for seating in seatings(names)]
    columns = [list(column) for column in zip(*jobs, strict=True)]
    number = len(jobs)
    arguments = (*columns, [new] * number, [old] * number, [effort] * number)
    played = (executor.map if executor else map)(_gate_game, *arguments)
    return standings(names, list(played))[0]


def _gate_game(names: tuple[str, ...], seed: int, new: Weights, old: Weights, effort: Effort) -> Outcome:
    level = Level("gate", "", effort)
    seated: list[Player] = [LevelPlayer(level, seed, new if name == "new" else old) for name in names]
    game = Game.new(len(names), start="random", seed=seed)
    while not game.over:
        game.play(seated[game.actor].choose(game.observation(game.actor)))
    scores = tuple(score.total for score in final_scores(game.state))
    return Outcome(seed, names, scores, tuple(ranks(game.state)), (0.0,) * len(names))
