"""Bounds on the points for crops, given the hidden counters (rules 13.2, 14.3)."""

from __future__ import annotations

from functools import lru_cache

from keyharvest.knowledge.observation import hidden
from keyharvest.rules import Score, State, counters, final_scores


def majority_bounds(view: State, unknown: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return for each seat the least and the greatest number of crop majorities that it can have (rule 13.2).

    ``view`` and ``unknown`` are those of an observation: the known counters of each hand, and how many others it holds.
    Everyone knows the crops of all hidden counters together (rule 14.3). The true number is within the bounds; the
    bounds themselves may be unreachable.

    >>> from keyharvest.game import Game
    >>> seen = Game.new(3, start="random", seed=1).observation(0)
    >>> majority_bounds(seen.view, seen.unknown)
    ((1, 1), (0, 2), (0, 2))
    """
    return _bounds(view.hands, unknown, hidden(view))


def score_bounds(view: State, unknown: tuple[int, ...]) -> list[tuple[Score, Score]]:
    """Return for each seat two scores as the game stands: with the lower and the upper of its :func:`majority_bounds`.

    >>> from keyharvest.game import Game
    >>> seen = Game.new(3, start="random", seed=1).observation(0)
    >>> [(least.total, most.total) for least, most in score_bounds(seen.view, seen.unknown)]
    [(4, 4), (3, 5), (3, 5)]
    """
    bounds = majority_bounds(view, unknown)
    return [
        (score._replace(crops=least), score._replace(crops=most))
        for score, (least, most) in zip(final_scores(view), bounds, strict=True)
    ]


@lru_cache(maxsize=256)
def _bounds(hands: tuple[int, ...], unknown: tuple[int, ...], pool: int) -> tuple[tuple[int, int], ...]:
    """Compute the same from packed counters: those known in each hand, and all hidden ones."""
    held = [counters.unpack(hand) for hand in hands]
    found = []
    for seat, own in enumerate(held):
        others = [other for other in range(len(hands)) if other != seat]
        least = 0
        wanted = []  # for each crop, the counters that the seat would need among its own hidden ones
        for crop, among in enumerate(counters.unpack(pool)):
            least += all(own[crop] > held[other][crop] + min(unknown[other], among) for other in others)
            for more in range(among + 1):
                room = [own[crop] + more - 1 - held[other][crop] for other in others]
                # The others hold the rest of the hidden ones, each of them fewer than the seat.
                if min(room) >= 0 and among - more <= sum(map(min, room, (unknown[other] for other in others))):
                    wanted.append(more)
                    break
        spare, most = unknown[seat], 0
        for number in sorted(wanted):
            spare -= number
            most += spare >= 0
        found.append((least, most))
    return tuple(found)
