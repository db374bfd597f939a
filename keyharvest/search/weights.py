"""The weights of the evaluator: data, one file for each number of players, with its provenance."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple


class Features(NamedTuple):
    """The features of a seat, or the worth of one unit of each, in points.

    Points scored: ``groups`` of the two largest, ``workers``, ``crops`` with a majority (rule 13.2). Fields that score
    nothing yet: ``spare``, and ``alone`` if they touch no other. ``gap`` is the difference of the two largest groups'
    sizes, ``third`` the size of the next. Gains from tiles: ``stored`` in the seat's store, ``registry``, ``bag``.
    ``next_worker`` is the number of the best worker that could be played now, ``later_workers`` that of the next two
    beside it, ``good_spaces`` the spaces for more; ``displaceable`` counts workers that a tile may displace, which
    fires them again (rule 8.1). Counters: the ``first_counters`` are three, the ``next_counters`` three, the
    ``more_counters`` six, the ``surplus_counters`` all others; ``crops_held`` counts different ones. ``ripe`` are
    unharvested fields in the group with the most of them, ``ripe_elsewhere`` the others. ``takeable`` is the gain from
    the best tile for sale in another's store, minus part of its price.
    """

    groups: float
    workers: float
    crops: float
    spare: float
    alone: float
    stored: float
    registry: float
    bag: float
    next_worker: float
    later_workers: float
    good_spaces: float
    displaceable: float
    first_counters: float
    next_counters: float
    more_counters: float
    surplus_counters: float
    crops_held: float
    ripe: float
    ripe_elsewhere: float
    gap: float
    third: float
    takeable: float


#: The turns left at which the three sets of weights apply; in between they are interpolated.
STAGES: Final = (0.0, 2.0, 12.0)


class Weights(NamedTuple):
    """The worth of the features with no turn left, with two, and with twelve or more."""

    end: Features
    late: Features
    early: Features

    def at(self, left: float) -> Features:
        """Return the weights with this many turns left.

        >>> weights = weights_for(2)
        >>> weights.at(0) == weights.end, weights.at(20) == weights.early
        (True, True)
        """
        end, late, early = mix(left)
        return Features(*[a * end + b * late + c * early for a, b, c in zip(*self, strict=True)])


def mix(left: float) -> tuple[float, float, float]:
    """Return the shares of the three stages with this many turns left.

    >>> mix(0), mix(2), mix(7)
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.5, 0.5))
    """
    if left < STAGES[1]:
        part = left / STAGES[1]
        return 1 - part, part, 0.0
    part = min(1.0, (left - STAGES[1]) / (STAGES[2] - STAGES[1]))
    return 0.0, 1 - part, part


@lru_cache
def weights_for(players: int) -> Weights:
    """Return the shipped weights for this number of players."""
    raw = pkgutil.get_data(__name__, f"weights-{players}.json")
    assert raw is not None
    return read_weights(json.loads(raw))


def read_weights(data: Any) -> Weights:
    """Return a file's weights. Raise ``ValueError`` with the name of a missing, unknown or malformed feature."""
    table = data.get("weights") if isinstance(data, dict) else None
    if not isinstance(table, Mapping):
        raise ValueError("weights: expected an object with an object 'weights'")
    if set(table) != set(Features._fields):
        raise ValueError(f"weights: missing or unknown: {', '.join(sorted(set(table) ^ set(Features._fields)))}")
    for name, row in table.items():
        if not (isinstance(row, list) and len(row) == len(STAGES) and all(isinstance(n, int | float) for n in row)):
            raise ValueError(f"weights: {name}: expected three numbers")
    columns = [[float(table[name][stage]) for name in Features._fields] for stage in range(len(STAGES))]
    return Weights(*[Features(*column) for column in columns])


def write_weights(weights: Weights, players: int, provenance: Mapping[str, object]) -> str:
    """Return the content of a file of weights."""
    rows = [
        f'  "{name}": {json.dumps([round(number, 4) for number in row])}'
        for name, *row in zip(Features._fields, *weights, strict=True)
    ]
    told = json.dumps(provenance, indent=1).replace("\n", "\n ")
    return f'{{\n "players": {players},\n "provenance": {told},\n "weights": {{\n' + ",\n".join(rows) + "\n }\n}\n"
