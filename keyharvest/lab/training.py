"""Training of weights: results of compared lines, a regression on their features, and a match as a gate.

At some turns of games between ordinary players, seats that plan their turns continue several lines, all in the same
playouts; seats that consider only single actions would show little of a line's true worth. The features in which the
lines differ at the end of the turn explain why one did better than the others. So only the consequences of the choice
count; in the final scores of whole games, every feature of the stronger farm would seem to be worth a lot.

The features are those of :class:`~keyharvest.search.Features`; a row of the regression contains one number for each
feature and stage of the game. Ridge regression pulls the result towards the present weights, as correlated features
could otherwise take large weights that cancel out. Only games show whether new weights are better: see :func:`gate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

from keyharvest.game import Game
from keyharvest.knowledge import Observation
from keyharvest.lab.arena import Outcome, Standing, games_of, standings
from keyharvest.lab.executor import play_in_order
from keyharvest.players.greedy import GreedyPlayer
from keyharvest.players.levels import LEVELS, Level, LevelPlayer
from keyharvest.players.player import Player
from keyharvest.rules import Source, State, final_scores, ranks
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort, Evaluator, Features, Search, Weights, in_one_go
from keyharvest.search.search import average
from keyharvest.search.weights import STAGES, mix

_WIDTH = len(Features._fields) * len(STAGES)
#: One in ``_SELDOM`` questions for an action is used. Its ``_BEST`` best lines and about ``_OTHERS`` others are
#: compared in ``_PLAYOUTS`` playouts, by their mean result after each of ``_TURNS`` later turns: earlier results show
#: little, and later ones are mostly luck.
_SELDOM = 8
_BEST = 6
_OTHERS = 3
_PLAYOUTS = 8
_TURNS = range(3, 7)
#: The assumed error of a weight: ``_DOUBT`` times it, but at least ``_LEAST_DOUBT`` points; at the end of the game
#: ``_DOUBT_AT_END`` times that. ``_LEAST_NOISE`` is the least mean squared error of the old weights' predictions.
_DOUBT = 0.5
_LEAST_DOUBT = 0.1
_DOUBT_AT_END = 0.3
_LEAST_NOISE = 1e-6
#: The stand-in for a weight of 0, with which a feature could not be seen.
_SOME = 1e-6


class Row(NamedTuple):
    """One of several lines compared: its features by stage and its result, each minus the mean of all."""

    features: tuple[float, ...]
    margin: float


class Fit(NamedTuple):
    """New weights, and the shares of the margins' variance that old and new ones explain."""

    weights: Weights
    explained_before: float
    explained: float


def rows_of(players: int, seed: int, weights: Weights) -> list[Row]:
    """Return the lines compared in one game between players of several kinds with these weights."""
    source = Source(seed)
    seated = [_ordinary(source, weights) for _ in range(players)]
    game = Game.new(players, start="random", seed=seed)
    found = []
    while not game.over:
        observation = game.observation(game.actor)
        if isinstance(observation.view.stack[-1], Turn) and not source.below(_SELDOM):
            found += _compared(observation, weights, source.below(1 << 32))
        game.play(seated[game.actor].choose(observation))
    return found


def _ordinary(source: Source, weights: Weights) -> Player:
    level = source.pick(["", "farmer", "steward", "steward"])
    seed = source.below(1 << 32)
    return LevelPlayer(LEVELS[level], seed, weights) if level else GreedyPlayer(seed, weights)


def _compared(observation: Observation, weights: Weights, seed: int) -> list[Row]:
    """Compare lines of the present turn, the best and others: features at the end of the turn, and results."""
    view, seat = observation.view, observation.seat
    search = Search(observation, Effort(1, width=6, kept=1, replies=_TURNS[-1], planned=True), seed, weights)
    in_one_go(search.run())
    judges = {turns: Evaluator(view, weights=weights, later=turns + 1) for turns in _TURNS}
    features, margins = [], []
    for line in search.found[:_BEST] + search.found[_BEST :: len(search.found) // _OTHERS + 1]:
        ends = [in_one_go(search.end(line, playout, replies=0)) for playout in range(_PLAYOUTS)]
        if not all(state.stack for state in ends):
            return []  # the last turn of the game needs no weights
        seen = [margin_features(state, seat, weights) for state in ends]
        features.append([sum(column) / _PLAYOUTS for column in zip(*seen, strict=True)])
        later = [
            judges[turns].value(in_one_go(search.end(line, playout, turns)), seat)
            for playout in range(_PLAYOUTS)
            for turns in _TURNS
        ]
        margins.append(average(later))
    means = [sum(column) / len(features) for column in zip(*features, strict=True)]
    mean = sum(margins) / len(margins)
    return [
        Row(tuple(one - other for one, other in zip(each, means, strict=True)), margin - mean)
        for each, margin in zip(features, margins, strict=True)
    ]


def margin_features(state: State, seat: int, weights: Weights) -> tuple[float, ...]:
    """Return the features of a seat minus the mean of the others', each by stage; ``weights`` are for the evaluator."""
    weights = Weights(*[Features(*[weight or _SOME for weight in stage]) for stage in weights])
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
    """Fit weights to the margins, near the prior; ``pull`` is the strength of the prior.

    A ``pull`` of 1 assumes that a weight is off by half of its value or, at the end of the game, where points are
    certain, by 15% of it. Raise ``ValueError`` without rows, or unless the pull is above 0.
    """
    if not rows or pull <= 0:
        raise ValueError("training: expected at least one row, and a pull above 0")
    start = [number for stage in prior for number in stage]
    square = [[0.0] * _WIDTH for _ in range(_WIDTH)]
    right = [0.0] * _WIDTH
    squares = 0.0
    for x, margin in rows:
        there = [at for at, value in enumerate(x) if value]
        rest = margin - sum(x[at] * start[at] for at in there)
        squares += rest * rest
        for at in there:
            right[at] += x[at] * rest
            line = square[at]
            for other in there:
                line[other] += x[at] * x[other]
    noise = max(squares / len(rows), _LEAST_NOISE)
    for at, number in enumerate(start):
        doubt = max(_LEAST_DOUBT, _DOUBT * abs(number)) * (_DOUBT_AT_END if at < len(Features._fields) else 1.0)
        square[at][at] += pull * noise / doubt**2
    change = _solved(square, right)
    numbers = [one + more for one, more in zip(start, change, strict=True)]
    size = len(Features._fields)
    weights = Weights(*[Features(*numbers[at : at + size]) for at in range(0, _WIDTH, size)])
    return Fit(weights, _explained(rows, start), _explained(rows, numbers))


def _solved(square: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system of linear equations with a positive definite matrix, by Gaussian elimination."""
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
    """Play new weights against old ones, each seed in every seating, and return the new ones' result."""
    names = ("new", *["old"] * (players - 1))
    play = partial(_gate_game, new=new, old=old, effort=effort)
    return standings(names, list(play_in_order(executor, play, games_of(names, seeds))))[0]


def _gate_game(names: tuple[str, ...], seed: int, new: Weights, old: Weights, effort: Effort) -> Outcome:
    level = Level("gate", "", effort)
    seated: list[Player] = [LevelPlayer(level, seed, new if name == "new" else old) for name in names]
    game = Game.new(len(names), start="random", seed=seed)
    while not game.over:
        game.play(seated[game.actor].choose(game.observation(game.actor)))
    scores = tuple(score.total for score in final_scores(game.state))
    return Outcome(seed, names, scores, tuple(ranks(game.state)), (0.0,) * len(names))
