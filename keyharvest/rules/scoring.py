"""Points and places (rules 13.2, 13.3)."""

from __future__ import annotations

from typing import NamedTuple

from keyharvest.rules import counters
from keyharvest.rules.components import NUMBERS
from keyharvest.rules.geometry import groups
from keyharvest.rules.state import State


class Score(NamedTuple):
    """The points of one seat by source (rule 13.2)."""

    workers: int
    largest: int
    second: int
    crops: int

    @property
    def total(self) -> int:
        """All points together."""
        return self.workers + self.largest + self.second + self.crops


def two_largest(fields: int) -> tuple[int, int]:
    """The sizes of the largest and the second largest connected group (rule 13.2); 0 where there is none.

    >>> from keyharvest.rules.geometry import mask_of
    >>> two_largest(mask_of(["A1", "A2", "C5"]))
    (2, 1)
    """
    sizes = sorted((group.bit_count() for group in groups(fields)), reverse=True)
    return (*sizes, 0, 0)[0], (*sizes, 0, 0)[1]


def majorities(hands: tuple[int, ...]) -> list[int]:
    """How many crops each seat alone holds most counters of (rule 13.2).

    >>> majorities((counters.pack([2, 1, 0, 0, 0]), counters.pack([1, 1, 0, 0, 3])))
    [1, 1]
    """
    points = [0] * len(hands)
    for crop in range(5):
        held = [counters.count(hand, crop) for hand in hands]
        most = max(held)
        if held.count(most) == 1:
            points[held.index(most)] += 1
    return points


def final_scores(state: State) -> list[Score]:
    """The points of every seat as the position stands, by source; final once the game is over (rule 13.2)."""
    crops = majorities(state.hands)
    found = []
    for seat in range(state.players):
        largest, second = two_largest(state.fields[seat])
        workers = sum(NUMBERS[worker] for worker, _ in state.posts[seat])
        found.append(Score(workers, largest, 2 * second, crops[seat]))
    return found


def ranks(state: State) -> list[int]:
    """The place of every seat, 1 for the winner: points, then field tiles, then counters; equals share (rule 13.3)."""
    merits = [
        (score.total, state.fields[seat].bit_count(), counters.total(state.hands[seat]))
        for seat, score in enumerate(final_scores(state))
    ]
    return [1 + sum(other > merit for other in merits) for merit in merits]
