"""The keyboard on the large board: one tab stop, arrows by rows, references typed (rule 1.2)."""

from __future__ import annotations

from typing import Final

from keyharvest.picture.hexes import CENTRES
from keyharvest.rules.geometry import INDEX, PLACES, ROW_LENGTHS, ROW_STARTS, ROWS, spaces_in

_ARROWS: Final = {"ArrowLeft": (0, -1), "ArrowRight": (0, 1), "ArrowUp": (-1, 0), "ArrowDown": (1, 0)}


def moved(space: int, key: str, lit: int, typed: str) -> int | None:
    """Where a key leads from a space; ``None`` if it does not move.

    ``lit`` are the spaces that ``[`` and ``]`` go through; ``typed`` is the row letter typed before, or empty.

    >>> moved(INDEX["A1"], "ArrowDown", 0, "") == INDEX["B1"], moved(INDEX["A1"], "5", 0, "C") == INDEX["C5"]
    (True, True)
    """
    if key in _ARROWS:
        return _stepped(space, *_ARROWS[key])
    row, _column = PLACES[space]
    if key in ("Home", "End"):
        return ROW_STARTS[row] if key == "Home" else ROW_STARTS[row] + ROW_LENGTHS[row] - 1
    if key in "[]" and lit:
        targets = spaces_in(lit)
        if key == "]":
            return next((each for each in targets if each > space), targets[0])
        return next((each for each in reversed(targets) if each < space), targets[-1])
    return INDEX.get(typed + key)


def is_row(key: str) -> bool:
    """Whether a key begins a reference."""
    return len(key) == 1 and key.upper() in ROWS


def _stepped(space: int, down: int, across: int) -> int:
    row, column = PLACES[space]
    if across:
        return ROW_STARTS[row] + min(max(column + across, 0), ROW_LENGTHS[row] - 1)
    other = row + down
    if not 0 <= other < len(ROWS):
        return space
    x = CENTRES[space][0]
    return min(
        range(ROW_STARTS[other], ROW_STARTS[other] + ROW_LENGTHS[other]), key=lambda each: abs(CENTRES[each][0] - x)
    )
