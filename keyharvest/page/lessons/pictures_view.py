"""The pictures on the cards of the course: the subject of each lesson."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from keyharvest.page.parts.charts import bar
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.board import mask, part, seen
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.view import Ghost
from keyharvest.rules import STANDARD
from keyharvest.rules.components import CROP_INDEX, EVENT_INDEX, WORKER_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.scoring import Score
from keyharvest.table.staging import AIMS

#: The part of a board that a card shows, in drawing units.
_WIDE: Final = (420, 230)


@cache
def picture(number: int) -> Html:
    """Draw the picture of a lesson by its number; it is only decorative."""
    return h.span(".lesson-picture", aria_hidden=True)[_PICTURES[number]()]


def _tile(reference: str, ripe: bool = True) -> Html:
    tile = INDEX[reference]
    return tiles.tile(tile, STANDARD.crops[tile], ripe, "")


def _crops(*names: str) -> Html:
    return join(tiles.crop(CROP_INDEX[name], "") for name in names)


def _workers(letters: str, seat: int | None) -> Html:
    return join(tiles.worker(WORKER_INDEX[letter], seat, "") for letter in letters)


def _harvest() -> Html:
    return join(_tile("F4"), icon("next"), _tile("F4", ripe=False), _crops("wheat"))


def _groups() -> Html:
    view = seen("C3* C4 D3 D4* E4* C8* C7 D7", "C:D5")
    shown = replace(view, largest=mask("C3 C4 D3 D4 E4"), second=mask("C7 C8 D7"))
    return part(shown, "D6", (760, 416), (-40, -20))


def _bid() -> Html:
    return join(_tile("D8"), _crops("hops", "wheat"))


def _buying() -> Html:
    return join(tiles.face("L", 1), _crops("barrels", "barrels"), icon("next"), _tile("E5"))


def _turn() -> Html:
    return join(tiles.action(name) for name in AIMS)


def _placing() -> Html:
    view = replace(seen("C7 D5 D7* C8* E7", "C:D6"), counting=mask("D5 C7 D7 E7"))
    return part(view, "D6", _WIDE, (10, -6))


def _powers() -> Html:
    bell, scroll = (tiles.scroll_or_bell(each) for each in (False, True))
    return join(_workers("D", 0), bell, _workers("F", 0), scroll)


def _displaced() -> Html:
    view = replace(seen("C5* C6 D4* D6 E5 E6*", "C:D5"), ghosts=(Ghost(INDEX["D7"], 2), Ghost(INDEX["D5"])))
    return part(view, "D6", _WIDE, (0, -6))


def _townsfolk() -> Html:
    return _workers("GIL", None)


def _events() -> Html:
    return join(tiles.event(EVENT_INDEX[letter], "") for letter in "QPV")


def _end() -> Html:
    scores = Score(11, 11, 10, 2), Score(7, 8, 8, 1), Score(6, 6, 12, 0)
    return h.span(".bars")[(bar(score, scores[0].total) for score in scores)]


def _secrets() -> Html:
    return join(_crops("hops"), [tiles.unknown_crop()] * 2)


_PICTURES: Final[dict[int, Callable[[], Html]]] = {
    1: _harvest,
    2: _groups,
    3: _bid,
    4: _buying,
    5: _turn,
    6: _placing,
    7: _powers,
    8: _displaced,
    9: _townsfolk,
    10: _events,
    11: _end,
    12: _secrets,
}
