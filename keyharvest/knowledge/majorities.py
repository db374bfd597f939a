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
    found = []
    for needs, spare in zip(_needs(view.hands, unknown, hidden(view)), unknown, strict=True):
        most = 0
        for need in sorted(need for _sure, need in needs if need >= 0):
            spare -= need
            most += spare >= 0
        found.append((sum(sure for sure, _need in needs), most))
    return tuple(found)


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


def leads(view: State, unknown: tuple[int, ...], seat: int) -> tuple[int, int]:
    """Return as masks of crops the majorities that a seat surely has, and those that it may have (rule 13.2).

    Several of the latter may be possible only one at a time.

    >>> from keyharvest.game import Game
    >>> seen = Game.new(3, start="random", seed=1).observation(0)
    >>> [f"{mask:05b}" for mask in leads(seen.view, seen.unknown, 0)]
    ['00010', '00010']
    """
    needs = _needs(view.hands, unknown, hidden(view))[seat]
    certain = sum(1 << crop for crop, (sure, _need) in enumerate(needs) if sure)
    return certain, sum(1 << crop for crop, (_sure, need) in enumerate(needs) if 0 <= need <= unknown[seat])


def turned(old: tuple[int, int], new: tuple[int, int]) -> tuple[int, int]:
    """Return the majorities that a seat has surely won and surely lost between two results of :func:`leads`.

    >>> turned((0b00011, 0b00111), (0b00101, 0b00101))
    (0, 2)
    """
    return new[0] & ~old[1], old[0] & ~new[1]


@lru_cache(maxsize=256)
def _needs(hands: tuple[int, ...], unknown: tuple[int, ...], pool: int) -> tuple[tuple[tuple[bool, int], ...], ...]:
    """Return for each seat and crop whether the seat surely has the majority, and how many of its hidden counters must
    be of that crop for it to have it; -1 if it can't.

    ``hands`` are the known counters, ``pool`` all hidden ones, packed.
    """
    held = [counters.unpack(hand) for hand in hands]
    found = []
    for seat, own in enumerate(held):
        others = [other for other in range(len(hands)) if other != seat]
        needs = []
        for crop, among in enumerate(counters.unpack(pool)):
            need = -1
            for more in range(among + 1):
                room = [own[crop] + more - 1 - held[other][crop] for other in others]
                # The others hold the rest of the hidden ones, each of them fewer than the seat.
                if min(room) >= 0 and among - more <= sum(map(min, room, (unknown[other] for other in others))):
                    need = more
                    break
            sure = all(own[crop] > held[other][crop] + min(unknown[other], among) for other in others)
            needs.append((sure, need))
        found.append(tuple(needs))
    return tuple(found)
