"""A small emblem for each of the fourteen events (rule 12), and the bell and the scroll (rule 9.2)."""

from __future__ import annotations

from typing import Final

from keyharvest.picture.svg import circle, moved, path

_INK: Final = "plate-ink"


def _ink(d: str, width: float = 3.5) -> str:
    return path(d, None, _INK, width)


def _hex(x: float, y: float, fill: str, size: float = 1) -> str:
    return moved(path("M0-15L13-7.5V7.5L0 15L-13 7.5V-7.5Z", fill, _INK, 3), x, y, size)


def _head(x: float, y: float, angle: tuple[int, int]) -> str:
    """An arrow head whose tip is at (x, y), pointing along one of the four directions."""
    across, down = angle
    return f"M{x - 7 * across - 6 * down} {y - 7 * down - 6 * across}L{x} {y}L{x - 7 * across + 6 * down} {y - 7 * down + 6 * across}"


_BOOK: Final = path("M-18-16Q-8-21 0-15Q8-21 18-16V14Q8 9 0 15Q-8 9-18 14Z", "plate", _INK, 3) + _ink("M0-15V15", 2.5)
_BAG: Final = path("M-16 24Q-26 4-9-8Q-13-15-8-19H8Q13-15 9-8Q26 4 16 24Z", "straw", _INK, 3) + _ink("M-9-8H9")

_EMBLEMS: Final = (
    # M blind swap: a bandage over the eyes of a field
    _hex(0, 0, "vegetables", 1.7)
    + path("M-24-7H24V7H-24Z", "plate", _INK, 3)
    + _ink("M24 0l8-7M24 0l8 7M-12-1q4 5 8 0M4-1q4 5 8 0", 2.5),
    # N exchange: two fields change places
    _hex(-14, -9, "wheat", 0.95)
    + _hex(14, 9, "barrels", 0.95)
    + _ink("M5-19H22V-9" + _head(22, -8, (0, 1)) + "M-5 19H-22V9" + _head(-22, 8, (0, -1)), 3),
    # O give away: a field goes to the left
    _hex(14, 0, "apples", 1.15) + _ink("M-5 0H-28" + _head(-29, 0, (-1, 0)), 4.5),
    # P good harvest: a sheaf
    path("M-15-22Q-8-4-6 2L-15 24H15L6 2Q8-4 15-22Q8-14 5-24Q0-12-5-24Q-8-14-15-22Z", "wheat", _INK, 3)
    + path("M-8 0H8V6H-8Z", "roof", _INK, 2.5),
    # Q lucky dip: a star out of the bag
    moved(_BAG, 0, 5, 0.9)
    + path("M0-32l3.6 7.4 8.2 1-6 5.6 1.6 8-7.400-4-7.400 4 1.600-8-6-5.600 8.200-1Z", "ring", _INK, 2.5),
    # R new crop: a seedling
    _ink("M-22 20Q0 10 22 20M0 15V-8") + path("M0-4Q-22-4-20-22Q0-22 0-4ZM0-8Q2-26 20-26Q20-8 0-8Z", "leaf", _INK, 3),
    # S new registry: a fresh page
    _BOOK + path("M-13-25H13V-15H-13Z", "ring", _INK, 2.5) + _ink("M0 18V30" + _head(0, 31, (0, 1)), 3),
    # T quick sale: a price tag
    path("M-24-2L0-24H22V-2L-2 22Z", "apples-body", _INK, 3)
    + circle(13, -14, 4, "plate", _INK, 2.5)
    + _ink("M-10 0L2 11M-4-6L8 5", 3),
    # U registry swap: a book and a field
    moved(_BOOK, -10, -9, 0.8)
    + _hex(15, 12, "vegetables")
    + _ink("M10-22H24V-10" + _head(24, -9, (0, 1)) + "M-4 22H-20V14" + _head(-20, 13, (0, -1)), 3),
    # V remote harvest: a sickle
    path("M-7 6Q-27-8-9-25Q6-36 22-22Q6-25-2-15Q-8-6 2 0Z", "plate", _INK, 3)
    + path("M-7 4L3-2L17 20Q17 28 9 27Z", "trunk", _INK, 3),
    # W replacement: one field in, one out
    _hex(0, 0, "hops", 1.1)
    + _ink("M-30-18L-17-10M-24-20h-6v7M17 10L29 17M30 11v7h-7", 3)
    + _ink("M0-28V-22M0 22V28", 3),
    # X reposition: a figure walks on
    circle(-13, -15, 7, "face", _INK, 3)
    + path("M-27 16C-27-1-22-6-13-6C-4-6 1-1 1 16Z", "seat-1", _INK, 3)
    + _ink("M9 4H27" + _head(28, 4, (1, 0)), 4),
    # Y vacation: a travelling bag
    path("M-24-10H24V20H-24Z", "hops", _INK, 3)
    + _ink("M-9-10V-20H9V-10")
    + path("M-14-10V20M14-10V20", None, "hops-ink", 3.5),
    # Z windfall: apples under a tree
    _ink("M-3 22V-2")
    + path("M-24-4C-28-18-14-28-4-24C4-32 22-26 20-12C26-2 12 6 0 0C-8 6-20 4-24-4Z", "leaf", _INK, 3)
    + circle(-15, 19, 5.5, "barrels", _INK, 2.5)
    + circle(11, 20, 5.5, "barrels", _INK, 2.5)
    + circle(17, 9, 5, "apples", _INK, 2.5),
)

BELL: Final = path("M-9 6Q-7 2-7-3C-7-14 7-14 7-3Q7 2 9 6Z", "straw", _INK, 2.5) + _ink("M0-12V-15M-2 10h4", 3)
SCROLL: Final = path("M-7-13H11V9Q11 13 7 13H-9Q-6 13-6 9Z", "plate", _INK, 2.5) + _ink(
    "M-7-13Q-11-13-11-9H-7M-1-6H6M-1 0H6M-6 9H6", 2
)


def emblem_of(event: int) -> str:
    """The emblem of an event, about 56 units high and wide, around the origin."""
    return _EMBLEMS[event]
