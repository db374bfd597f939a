"""The random player: every legal move equally likely."""

from __future__ import annotations

from keyharvest.knowledge import Observation, check_asked
from keyharvest.rules import Source


class UniformPlayer:
    """Chooses uniformly among the legal moves."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._source = Source(seed)

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    def choose(self, observation: Observation) -> str:
        """Return one of the legal moves, each equally likely."""
        check_asked(observation)
        return self._source.pick(observation.legal())
