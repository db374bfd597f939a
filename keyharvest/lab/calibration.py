"""The conversion of margins to chances to win: the spread that fits finished games best, and its reliability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from typing import NamedTuple

from keyharvest.lab.match import play_game
from keyharvest.players.player import make_player
from keyharvest.rules import State, ranks
from keyharvest.rules.turn import Turn
from keyharvest.search import Evaluator
from keyharvest.search.chances import Spread, chance

#: The least value of both numbers of a spread; smaller ones would make chances too certain.
_SUREST = 0.05
#: The least distance of chances from 0 and 1 before taking their logarithm.
_LEAST = 1e-6


class Case(NamedTuple):
    """A seat at the beginning of a turn: its margin by the evaluator, the turns left, its share of the win (0 to 1)."""

    margin: float
    left: float
    won: float


class Reliability(NamedTuple):
    """Cases with about the same chance: their number, mean chance, and share of wins."""

    cases: int
    chance: float
    won: float


def cases_of(players: int, seed: int, player: str) -> list[Case]:
    """Return a case for each seat at the beginning of every turn of one game, with one named player in all seats."""
    seated = [make_player(player, seed * players + seat) for seat in range(players)]
    game = play_game(seated, seed, start="random")
    places = ranks(game.state)
    won = [(place == 1) / places.count(1) for place in places]
    found = []
    for before, state in zip(game.states, game.states[1:], strict=False):
        if state.turn != before.turn and state.stack and isinstance(state.stack[-1], Turn):
            judge = Evaluator(state)
            left = mean_left(state)
            found += [Case(judge.value(state, seat), left, won[seat]) for seat in range(players)]
    return found


def mean_left(view: State) -> float:
    """Return the turns left to each seat, on average."""
    left = Evaluator(view).turns_left
    return sum(left) / len(left)


def fit(cases: Sequence[Case], players: int) -> Spread:
    """Return the spread with the greatest likelihood. Raise ``ValueError`` without cases."""
    if not cases:
        raise ValueError("calibration: expected at least one game")

    def surprise(end: float, turn: float) -> float:
        spread = Spread(end, turn)
        total = 0.0
        for case in cases:
            likely = min(1 - _LEAST, max(_LEAST, chance(case.margin, players, case.left, spread)))
            total -= case.won * log(likely) + (1 - case.won) * log(1 - likely)
        return total

    return Spread(*_lowest(surprise, [4.0, 2.0]))


def _lowest(of: Callable[[float, float], float], at: list[float]) -> list[float]:
    """Minimise a function of two positive numbers, varying one at a time by ever smaller factors."""
    best, factor = of(*at), 2.0
    while factor > 1.005:
        moved = False
        for number in range(len(at)):
            for by in (factor, 1 / factor):
                trial = at.copy()
                trial[number] *= by
                if trial[number] >= _SUREST and (value := of(*trial)) < best:
                    best, at, moved = value, trial, True
        if not moved:
            factor **= 0.5
    return at


def reliability(cases: Sequence[Case], players: int, spread: Spread) -> list[Reliability]:
    """Return for each tenth of the chances how often they came true, omitting tenths without cases."""
    groups: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for case in cases:
        likely = chance(case.margin, players, case.left, spread)
        groups[min(9, int(10 * likely))].append((likely, case.won))
    return [
        Reliability(len(group), *(sum(column) / len(group) for column in zip(*group, strict=True)))
        for group in groups
        if group
    ]
