"""What hidden counters leave open of the points for crops (rules 13.2, 14.3)."""

from __future__ import annotations

from functools import lru_cache

from keyharvest.rules import counters
from keyharvest.rules.components import CROPS


@lru_cache(maxsize=256)
def majority_bounds(hands: tuple[int, ...], unknown: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """For each seat the fewest and the most crops of which it alone can hold most counters (rule 13.2).

    ``hands`` and ``unknown`` are those of an observation: packed counters, and the number of others in each hand. No
    more can come true, and no less; whether the bounds themselves can, is not looked into.

    >>> majority_bounds((counters.pack([2, 1, 0, 0, 0]), counters.pack([0, 1, 0, 0, 0])), (0, 1))
    ((1, 1), (0, 1))
    """
    found = []
    for seat, hand in enumerate(hands):
        others = [other for other in range(len(hands)) if other != seat]
        least = 0
        wanted = []  # for each crop, the counters that would have to be among the seat's own hidden ones
        for crop in range(len(CROPS)):
            own = counters.count(hand, crop)
            seen = [counters.count(hands[other], crop) for other in others]
            least += all(own > number + unknown[other] for other, number in zip(others, seen, strict=True))
            wanted.append(max(0, max(seen) + 1 - own))
        spare, most = unknown[seat], 0
        for number in sorted(wanted):
            spare -= number
            most += spare >= 0
        found.append((least, most))
    return tuple(found)
