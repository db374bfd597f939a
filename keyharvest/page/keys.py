"""The keyboard: what a key pressed stands for, and where it leads on the large board (rule 1.2)."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.page.forms import object_of
from keyharvest.picture.hexes import CENTRES
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, PLACES, ROW_LENGTHS, ROW_STARTS, ROWS, spaces_in
from keyharvest.table.shortcuts import BOARD, Act, act_for, chord, is_typed

_ARROWS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
#: The neighbours in other rows: which of the two above or below, from the left.
_SLANTING: Final = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}


def pressed(value: object) -> dict[str, Any]:
    """The message of a key pressed; ``ValueError`` for one that names no key."""
    found = object_of(value)
    if not isinstance(found.get("key"), str):
        raise ValueError("message: key: want the name of a key")
    return found


def act(key: dict[str, Any], places: tuple[str, ...], typed: bool, row: str = "") -> Act | None:
    """What a key stands for, on the board too if that has the focus; ``row``: the row letter typed before, or empty.

    >>> act({"key": "5"}, ("table",), True, "C"), act({"key": "4"}, ("table",), True)
    (('go', 'C5'), ('aim', 'store'))
    """
    named = chord(key)
    if typed and row and is_typed(named) and row + named in INDEX:
        return "go", row + named
    return act_for(named, (BOARD, *places) if key.get("scope") == BOARD else places, typed)


def moved(space: int, way: str) -> int | None:
    """Where a way leads from a space, or a reference from anywhere; ``None`` for what is neither.

    >>> moved(INDEX["A1"], "down") == moved(INDEX["A1"], "down-left") == INDEX["B1"], moved(0, "C5") == INDEX["C5"]
    (True, True)
    """
    row, _column = PLACES[space]
    if way in _ARROWS:
        return _stepped(space, *_ARROWS[way])
    if way in _SLANTING:
        down, across = _SLANTING[way]
        beside = [each for each in spaces_in(NEIGHBOURS[space]) if PLACES[each][0] == row + down]
        here = CENTRES[space][0]
        return next((each for each in beside if (CENTRES[each][0] - here) * across > 0), space)
    if way in ("row-start", "row-end"):
        return ROW_STARTS[row] if way == "row-start" else ROW_STARTS[row] + ROW_LENGTHS[row] - 1
    return INDEX.get(way)


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
