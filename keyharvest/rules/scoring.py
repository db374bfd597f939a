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
        return self.workers + self.groups + self.crops

    @property
    def groups(self) -> int:
        """The points of both groups."""
        return self.largest + self.second


def two_largest(fields: int) -> tuple[int, int]:
    """Return the sizes of the largest and the second largest connected group, 0 for none (rule 13.2).

    >>> from keyharvest.rules.geometry import mask_of
    >>> two_largest(mask_of(["A1", "A2", "C5"]))
    (2, 1)
    """
    sizes = sorted((group.bit_count() for group in groups(fields)), reverse=True)
    return (*sizes, 0, 0)[0], (*sizes, 0, 0)[1]


def group_points(fields: int) -> int:
    """Return the points of the two largest groups (rule 13.2).

    >>> from keyharvest.rules.geometry import mask_of
    >>> group_points(mask_of(["A1", "A2", "C5"]))
    4
    """
    largest, second = two_largest(fields)
    return largest + 2 * second


def gain(old: int, new: int) -> int:
    """Return by how many points a change of fields raises the score of the two groups; negative for a loss (rule 13.2).

    >>> from keyharvest.rules.geometry import mask_of
    >>> gain(mask_of(["A1", "A2"]), mask_of(["A1", "A2", "C5"]))
    2
    """
    return group_points(new) - group_points(old)


def worker_points(state: State, seat: int) -> int:
    """Return the points of the workers on a board (rule 13.2).

    >>> from keyharvest.rules import new_game
    >>> worker_points(new_game(2), 0)
    0
    """
    return sum(NUMBERS[worker] for worker, _space in state.posts[seat])


def majorities(hands: tuple[int, ...]) -> list[int]:
    """Return for each seat the number of crops of which it alone holds the most counters (rule 13.2).

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
    """Return the points of every seat by source as the game stands; final once it is over (rule 13.2)."""
    crops = majorities(state.hands)
    found = []
    for seat in range(state.players):
        largest, second = two_largest(state.fields[seat])
        found.append(Score(worker_points(state, seat), largest, 2 * second, crops[seat]))
    return found


def ranks(state: State) -> list[int]:
    """Return the place of every seat, 1 for the winner: by points, then field tiles, then counters (rule 13.3)."""
    merits = [
        (score.total, state.fields[seat].bit_count(), counters.total(state.hands[seat]))
        for seat, score in enumerate(final_scores(state))
    ]
    return [1 + sum(other > merit for other in merits) for merit in merits]


def winners(state: State) -> tuple[int, ...]:
    """Return the seats in first place as the game stands; several if they share the win (rule 13.3).

    >>> from keyharvest.rules import new_game
    >>> winners(new_game(3))
    (0, 1, 2)
    """
    return tuple(seat for seat, place in enumerate(ranks(state)) if place == 1)
