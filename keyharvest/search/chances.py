"""The chance to win, from the expected final margin and the spread that it may still have, which was fitted to games.

``keyharvest calibrate`` makes ``chances.json``.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import Any, NamedTuple

#: Beyond this, chances are 0 or 1 to all digits.
_MOST = 30.0


class Spread(NamedTuple):
    """The spread that margins may still have: the square of a logistic scale in points, and its growth per turn left.

    >>> Spread(1.0, 2.0).scale(4)
    3.0
    """

    end: float
    turn: float

    def scale(self, left: float) -> float:
        """Return the scale with this many turns left for each seat."""
        return sqrt(self.end + self.turn * left)


def chance(margin: float, players: int, left: float, spread: Spread | None = None) -> float:
    """Return the chance to win of a seat with this expected final margin, when each seat has ``left`` more turns.

    A shared win counts as a fraction. With a margin of 0 the chance is one in ``players``. By default ``spread`` is the
    shipped one.

    >>> chance(0, 4, 10), chance(3, 2, 5) + chance(-3, 2, 5) == 1
    (0.25, True)
    """
    lead = margin / (spread or spread_for(players)).scale(max(0.0, left))
    return 1 / (1 + (players - 1) * exp(max(-_MOST, min(_MOST, -lead))))


def chances(margins: Sequence[float], left: float) -> list[float]:
    """Return the chances of all seats, from their margins; they add up to 1.

    >>> [round(one, 3) for one in chances([0, 0, 0, 0], 10)]
    [0.25, 0.25, 0.25, 0.25]
    """
    each = [chance(margin, len(margins), left) for margin in margins]
    return [one / sum(each) for one in each]


@lru_cache
def spread_for(players: int) -> Spread:
    """Return the shipped spread for this number of players."""
    return read_spreads(shipped())[players]


def shipped() -> Any:
    """Return the contents of the shipped file: the spreads, and the provenance of each."""
    raw = pkgutil.get_data(__name__, "chances.json")
    assert raw is not None
    return json.loads(raw)


def read_spreads(data: Any) -> dict[int, Spread]:
    """Return a file's spreads by number of players. Raise ``ValueError`` naming a missing or malformed one."""
    table = data.get("spread") if isinstance(data, dict) else None
    if not isinstance(table, Mapping):
        raise ValueError("chances: expected an object with an object 'spread'")
    found = {}
    for players in (2, 3, 4):
        row = table.get(str(players))
        if (
            not (isinstance(row, list) and len(row) == 2 and all(isinstance(each, int | float) for each in row))
            or row[0] <= 0
            or row[1] < 0
        ):
            raise ValueError(
                f"chances: spread: {players}: expected two numbers, the first above 0, the second at least 0"
            )
        found[players] = Spread(float(row[0]), float(row[1]))
    return found


def write_spreads(spreads: Mapping[int, Spread], provenance: Mapping[str, object]) -> str:
    """Return the text of a file of spreads."""
    table = {str(players): [round(number, 2) for number in spread] for players, spread in spreads.items()}
    return json.dumps({"provenance": provenance, "spread": table}, indent=1) + "\n"
