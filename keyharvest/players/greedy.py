"""The greedy player: plays every action through and chooses the one with the best outcome."""

from __future__ import annotations

from collections.abc import Generator

from keyharvest.knowledge import Observation, check_asked
from keyharvest.search import Evaluator, Weights, following, greedy_chain, in_one_go


class GreedyPlayer:
    """One-step look-ahead: compares complete single actions.

    Stops before draws. The player remembers nothing: the same observation gives the same choice.
    """

    name = "greedy"

    def __init__(self, seed: int, weights: Weights | None = None) -> None:
        """Make a player; the seed, which every player gets, is unused."""
        self._weights = weights

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    def choose(self, observation: Observation) -> str:
        """Return the legal move that begins or continues the best action."""
        return in_one_go(self.thinking(observation))

    def thinking(self, observation: Observation) -> Generator[None, None, str]:
        """Think in slices of a few milliseconds: a generator that returns the move."""
        check_asked(observation)
        view = observation.view
        judge = Evaluator.of(observation, self._weights)
        answers = yield from following(view, judge)
        chain, _ = greedy_chain(view, judge, answers=answers)
        return chain.moves[0]
