"""The growth of the points in a finished game, in which all counters are known."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.rules import State, final_scores, round_of


def by_round(states: Sequence[State]) -> list[tuple[int, ...]]:
    """Return the points of every seat at the end of each round, as they would have counted then (rule 13.2).

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, seed=1)
    >>> [len(points) for points in by_round(game.states)]
    [2]
    """
    last: dict[int, State] = {}
    for state in states:
        last[max(round_of(state.turn, state.players), 1)] = state
    return [tuple(score.total for score in final_scores(state)) for state in last.values()]
