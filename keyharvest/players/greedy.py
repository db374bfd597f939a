"""The greedy player: looks at every action to its end and takes the one after which it stands best."""

from __future__ import annotations

from collections.abc import Generator

from keyharvest.knowledge import Observation
from keyharvest.search import Evaluator, Weights, following, greedy_chain, in_one_go


class GreedyPlayer:
    """One-step look-ahead: one action with all that belongs to it, compared where it ends.

    Draws are not looked into. The player remembers nothing: the same observation gives the same choice.
    """

    name = "greedy"

    def __init__(self, seed: int, weights: Weights | None = None) -> None:
        """The seed is taken because every player is made with one; this one leaves nothing to chance."""
        self._weights = weights

    def choose(self, observation: Observation) -> str:
        """The legal move that begins the best action, or goes on with it."""
        return in_one_go(self.thinking(observation))

    def thinking(self, observation: Observation) -> Generator[None, None, str]:
        """The same in slices of some milliseconds: a generator that returns the move."""
        observation.check_asked()
        view = observation.view
        judge = Evaluator.of(observation, self._weights)
        answers = yield from following(view, judge)
        chain, _ = greedy_chain(view, judge, answers=answers)
        return chain.moves[0]
