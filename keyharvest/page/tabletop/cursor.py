"""The cursor of the large board (rule 1.2): its moves, and the effect of each key."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.page.core.forms import text_of
from keyharvest.page.core.intent import intent
from keyharvest.page.core.screen import effect
from keyharvest.page.tabletop.panels import boards
from keyharvest.picture.hexes import CENTRES
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, PLACES, ROW_LENGTHS, ROW_STARTS, ROWS, SPACES, spaces_in
from keyharvest.table.shortcuts import Act

_ARROWS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
#: The neighbours in other rows: the row above or below, and the left or right one in it.
_SLANTING: Final = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}


def moved(space: int, way: str) -> int | None:
    """Return the space to which a direction or a reference leads from a space; ``None`` if ``way`` is neither.

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


class Cursor:
    """The focus on a screen with a large board. Methods named ``do_…`` carry out an intent.

    Attributes:
        space: the space that had it last; ``at``: the id of the element that has it.
    """

    def __init__(self) -> None:
        self.space = INDEX["D4"]
        self.at = ""
        self._row = ""

    def press(self, pressed: dict[str, Any], places: tuple[str, ...], letters: bool) -> Act | None:
        """Return the effect of a key, assuming that the focus is where it was pressed.

        ``letters``: whether single-character keys are on.
        """
        self.at = str(pressed.get("at"))
        space = self.at.removeprefix(f"{boards.LARGE}-")
        if space != self.at and space in INDEX:
            self.space = INDEX[space]
        found = effect(pressed, places, letters, self._row)
        self._row = ""
        return found

    @intent(text_of)
    def do_row(self, row: str) -> None:
        """Remember a row letter, the first half of a reference."""
        self._row = row

    @intent(text_of)
    def do_go(self, value: str) -> dict[str, Any] | None:
        """Move the focus over the board, or to a space by its name."""
        there = moved(self.space, value)
        if there is None:
            raise ValueError(f"message: go: expected a direction or a space, not {value[:20]!r}")
        return self.go_to(f"{boards.LARGE}-{SPACES[there]}")

    def go_to(self, name: str) -> dict[str, Any]:
        """Move the focus to an element, given by its id."""
        space = name.removeprefix(f"{boards.LARGE}-")
        if space != name:
            self.space = INDEX[space]
        return {"focus": name}
