"""The emblems of the events (rule 12), the bell and the scroll (rule 9.2), and the signs of the four actions."""

from __future__ import annotations

from typing import Final

from keyharvest.picture.crops import glyph
from keyharvest.picture.elements import Html
from keyharvest.picture.fields import FACE, bevel, hexagonal
from keyharvest.picture.people import bust, line, shape
from keyharvest.picture.svg import circle, moved, path

_INK: Final = "ink-art"


def _hex(x: float, y: float, fill: str, size: float = 1) -> Html:
    return moved(shape("M0-15L13-7.5V7.5L0 15L-13 7.5V-7.5Z", fill, 3), x, y, size)


_BOOK: Final = shape("M-18-16Q-8-21 0-15Q8-21 18-16V14Q8 9 0 15Q-8 9-18 14Z", "cloth", 3) + line(
    "M0-15V15M-13-8H-5M-13-1H-5M13-8H5M13-1H5", 2.2
)
_EMBLEMS: Final = (
    # M blind swap
    _hex(0, 0, "vegetables-c", 1.8)
    + shape("M-26-8H26V8H-26Z", "cloth", 3)
    + line("M25 0l9-8M25 0l9 8M-13-1q4 5 8 0M5-1q4 5 8 0", 2.6),
    # N exchange
    _hex(-14, -9, "wheat-c") + _hex(14, 9, "barrels-c") + line("M6-21H23V-9l-6-7m6 7l6-7M-6 21H-23V9l-6 7m6-7l6 7", 3),
    # O give away
    _hex(14, 0, "apples-c", 1.2) + line("M-5 0H-30l8-7m-8 7l8 7", 4.5),
    # P good harvest
    moved(glyph(4, "wheat-c"), 0, -2, 0.85),
    # Q lucky dip
    shape("M-18 28Q-28 8-10-5Q-14-11-9-15H9Q14-11 10-5Q28 8 18 28Z", "hops-c", 3)
    + line("M-10-5H10", 3)
    + shape("M0-36l4 8 9 1-7 6 2 9-8-5-8 5 2-9-7-6 9-1Z", "gold", 2.5),
    # R new crop
    line("M-24 22Q0 10 24 22M0 16V-8", 4) + shape("M0-2Q-24-2-22-22Q0-22 0-2ZM0-8Q2-28 22-28Q22-8 0-8Z", "leaf", 3),
    # S new registry
    _BOOK + shape("M-13-26H13V-16H-13Z", "gold", 2.5) + line("M0 20V31l-6-6m6 6l6-6", 3),
    # T quick sale
    shape("M-26-2L0-26H23V-2L-2 24Z", "apples-c", 3)
    + circle(13, -15, 4, "cloth", _INK, 2.5)
    + line("M-11 0L2 12M-4-7L9 6", 3),
    # U registry swap
    moved(_BOOK, -10, -9, 0.85)
    + _hex(15, 12, "vegetables-c")
    + line("M11-23H25V-9l-5-6m5 6l5-6M-4 23H-21V14l-5 6m5-6l5 6", 3),
    # V remote harvest
    shape("M-7 6Q-29-8-10-27Q6-38 24-23Q6-27-2-16Q-8-6 2 0Z", "steel", 3)
    + shape("M-7 4L3-2L17 21Q17 29 9 28Z", "wood", 3),
    # W replacement
    _hex(0, 0, "hops-c", 1.15) + line("M-33-20L-18-11m-1-9l1 9l-9 2M18 11L33 20m-1-9l1 9l-9 2", 3.4),
    # X reposition
    circle(-13, -15, 8, "skin-1", _INK, 3)
    + shape("M-28 18C-28 1-22-6-13-6C-4-6 2 1 2 18Z", "navy", 3)
    + line("M9 4H29l-8-7m8 7l-8 7", 4),
    # Y vacation
    shape("M-25-10H25V22H-25Z", "hops-c", 3)
    + line("M-10-10V-21H10V-10", 3.5)
    + line("M-15-10V22M15-10V22", 3)
    + circle(0, 6, 7, "gold", _INK, 2.5),
    # Z windfall
    line("M-3 24V-2", 4)
    + shape("M-24-4C-28-18-14-28-4-24C4-32 22-26 20-12C26-2 12 6 0 0C-8 6-20 4-24-4Z", "leaf", 3)
    + circle(-15, 21, 6, "barrels-c", _INK, 2.5)
    + circle(12, 22, 6, "barrels-c", _INK, 2.5)
    + circle(18, 9, 5.5, "apples-c", _INK, 2.5),
)

BELL: Final = shape("M-9 6Q-7 2-7-3C-7-14 7-14 7-3Q7 2 9 6Z", "gold", 2.5) + line("M0-12V-15M-2 10h4", 3)
SCROLL: Final = shape("M-7-13H11V9Q11 13 7 13H-9Q-6 13-6 9Z", "cloth", 2.5) + line("M-1-6H6M-1 0H6M-6 9H6", 2)
#: The signs of the four actions of a turn (rule 3.1), and of its end, about 70 units high around the origin.
ACTIONS: Final = {
    "harvest": shape("M-8 8Q-30-4-14-24Q4-38 26-20Q8-26-2-14Q-8-5 4 2Z", "steel", 2.8)
    + shape("M-9 6L3-1L19 22Q19 31 10 29Z", "wood", 2.8)
    + moved(glyph(4, "wheat-c"), 17, -4, 0.42),
    "worker": moved(bust(1, within=False), 0, 6, 0.9),
    "place": hexagonal(0.5, 10, "meadow-0", _INK, 3)
    + moved(
        hexagonal(0.42, 3, "wheat-edge")
        + hexagonal(0.42, 0, "wheat-mid", _INK, 5)
        + moved(glyph(4, "wheat-t"), 0, 0, 0.5),
        0,
        -6,
        0.95,
    ),
    "store": shape("M-28 28V-4L0-26L28-4V28Z", "roof", 3)
    + line("M-34 0L0-28L34 0", 6)
    + path("M-34 0L0-28L34 0", None, "cloth", 2)
    + shape("M-17 28V4H17V28Z", "wood-dark", 2.5)
    + path("M-17 4L17 28M17 4L-17 28", None, "cloth", 2.2),
    "end": path("M-18 24V-26", None, "wood-dark", 6)
    + shape("M-15-26Q0-34 12-24Q20-18 28-22V6Q18 12 10 4Q0-4-15 4Z", "band", 3),
}
BAG: Final = (
    shape("M-26 34Q-42 4-14-14Q-20-24-13-29H13Q20-24 14-14Q42 4 26 34Q0 40-26 34Z", "hops-c", 3.5)
    + line("M-14-14Q0-9 14-14M-16-13Q-24-8-26-2M10-13Q20-8 20 0", 3)
    + path("M-22 22Q-26 8-16-2", None, "shine", 4)
)


def event(index: int) -> Html:
    """Draw an event tile: violet, so that it is never taken for a field."""
    tile = hexagonal(FACE, 4, "event-edge") + hexagonal(FACE, -2, "url(#kh-event)") + bevel()
    return tile + circle(0, -4, 40, "medal", "gold", 3) + moved(_EMBLEMS[index], 0, -4, 0.98)
