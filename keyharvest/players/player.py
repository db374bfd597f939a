"""What a computer player is, and the list of those there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from keyharvest.knowledge import Observation
from keyharvest.players.greedy import GreedyPlayer
from keyharvest.players.uniform import UniformPlayer


class Player(Protocol):
    """A computer player.

    Attributes:
        name: the name by which :func:`make_player` finds it.
    """

    name: str

    def choose(self, observation: Observation) -> str:
        """One of ``observation.legal()``; the observation is that of the seat to decide."""
        ...


_MAKERS: Final[dict[str, Callable[[int], Player]]] = {"random": UniformPlayer, "greedy": GreedyPlayer}
#: The names of all computer players, the weakest first.
NAMES: Final = tuple(_MAKERS)


def make_player(name: str, seed: int) -> Player:
    """A computer player by name, with its own source of chance; ``ValueError`` for a name that does not exist.

    >>> make_player("random", seed=1).name
    'random'
    """
    if name not in _MAKERS:
        raise ValueError(f"player {name!r}: want one of {', '.join(NAMES)}")
    return _MAKERS[name](seed)
