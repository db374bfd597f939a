"""Draws from a seeded source of chance, and the outcome of the next draw (rule 1.8).

The source is a 64-bit linear congruential generator with Knuth's MMIX constants; its high half is used. Its whole state
is one integer, it gives the same numbers on every Python, and it is quick enough for simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from keyharvest.rules.components import EVENT_LETTERS
from keyharvest.rules.engine import outcomes
from keyharvest.rules.frames import FieldDraw, RegistryDraw
from keyharvest.rules.geometry import SPACES, nth_space
from keyharvest.rules.setup import FillRegistry
from keyharvest.rules.state import State, whole

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
#: Draws of any tile in the bag, each equally likely; during set-up the bag holds no events yet.
_FROM_BAG: Final = (RegistryDraw, FieldDraw, FillRegistry)


class Source:
    """A seeded source of chance.

    >>> one, other = Source(7), Source(7)
    >>> [one.below(6) for _ in range(9)] == [other.below(6) for _ in range(9)]
    True

    Raise ``ValueError`` if the seed isn't an integer.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        # One round of splitmix64's mixing function, so that neighbouring seeds give unrelated sequences.
        mixed = (whole("seed", seed) + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
        self.state = mixed ^ mixed >> 31

    def __repr__(self) -> str:
        return f"<Source at {self.state:#018x}>"

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely; n is at most 2**32."""
        if type(n) is not int:  # which it nearly always is: simulations spend their time here
            n = whole("n", n)
        self.state = state = (self.state * 6364136223846793005 + 1442695040888963407) & _MASK
        return (state >> 32) * n >> 32

    def pick(self, values: Sequence[T]) -> T:
        """Return one of the values, each equally likely. Raise ``IndexError`` if there are none."""
        return values[self.below(len(values))]

    def weighted(self, values: Sequence[tuple[T, int]]) -> T:
        """Return one of the values, each given with its weight: its probability is its share of the total weight.

        >>> Source(7).weighted([("A1", 1), ("B1", 0), ("C1", 3)])
        'C1'
        """
        n = self.below(sum(weight for _, weight in values))
        for value, weight in values:
            n -= weight
            if n < 0:
                return value
        raise AssertionError("the weights don't add up")


def draw(state: State, source: Source) -> str:
    """Return an outcome of the next draw, chosen at random by weight. Raise ``ValueError`` if no draw is due."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, _FROM_BAG):
        # As below, but without listing the bag, which would take most of the time of a game.
        tiles = state.bag.bit_count()
        n = source.below(tiles + state.bag_events.bit_count())
        if n < tiles:
            return "*" + SPACES[nth_space(state.bag, n)]
        return "*" + EVENT_LETTERS[nth_space(state.bag_events, n - tiles)]
    return source.weighted(outcomes(state))
