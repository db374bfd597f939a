"""Workers as standing figures, and the badges of the four seats (rules 5, 10, 11).

Farmhands wear straw hats and their seat's colour, townsfolk wear top hats and nobody's; each of the twelve holds a
tool of its own. The letter stands on the coat, the number on a badge with the shape of the seat.
"""

from __future__ import annotations

from typing import Final

from keyharvest.picture.svg import circle, element, moved, paint, path
from keyharvest.rules.components import WORKERS

SEAT_SHAPES: Final = ("circle", "square", "triangle", "diamond")
#: What a seat is called by its colour, in the order of the seats.
SEAT_COLOURS: Final = ("blue", "pink", "teal", "violet")

# About the origin, of like weight; the last is the townsfolk's shield.
_BADGES: Final = (
    "M19 0A19 19 0 1 1-19 0A19 19 0 1 1 19 0Z",
    "M-17-17H17V17H-17Z",
    "M0-25L25 16H-25Z",
    "M0-24L24 0L0 24L-24 0Z",
    "M-17-17H17V2Q17 14 0 21Q-17 14-17 2Z",
)
NOBODY: Final = 4

# What each worker carries, upright at the left of the figure, its middle at the origin.
_TOOLS: Final = (
    # apprentice: a pail; casual worker: a rake; labourer: a spade
    path("M-9 4H9L6 24H-6ZM-9 4Q0-16 9 4", "straw", "figure", 3),
    path("M0 32V-26M-10-26H10M-10-26V-17M-3-26V-17M4-26V-17M10-26V-17", None, "trunk", 4),
    path("M0 10V-26M-6-26H6", None, "trunk", 4) + path("M-8 8H8V22Q8 30 0 34Q-8 30-8 22Z", "felt", "figure", 3),
    # unskilled worker: a sack of seed; skilled worker: a scythe; supervisor: a board to write on
    path("M-9 32Q-14 12-5 2Q-9-5-5-9H5Q9-5 5 2Q14 12 9 32Z", "straw", "figure", 3) + path("M-5 2H5", None, "figure", 3),
    path("M2 34V-26", None, "trunk", 4) + path("M2-26Q-10-30-16-14", None, "felt", 5),
    path("M-10-6H10V28H-10Z", "wall", "figure", 3) + path("M-5 3H5M-5 11H5M-5 19H2", None, "figure", 2.5),
    # merchant: scales; storekeeper: a key; bailiff: a staff
    path("M0 32V-20M-13-14H13", None, "tool", 3.5) + path("M-13-14l-5 14h10zM13-14l-5 14h10z", "straw", "tool", 3),
    path("M0 2V32M0 22H8M0 30H8", None, "tool", 4.5) + circle(0, -7, 8, None, "tool", 4.5),
    path("M0 34V-22", None, "trunk", 5) + circle(0, -24, 7, "straw", "figure", 3),
    # lawyer: a sealed deed; trader: a basket; benefactor: a heart
    path("M-9-14H9V26H-9Z", "wall", "figure", 3)
    + path("M-4-6H4M-4 2H4", None, "figure", 2.5)
    + circle(0, 17, 5, "roof"),
    path("M-13 8H13L9 30H-9ZM-10 8Q0-18 10 8", "straw", "figure", 3) + path("M-11 19H11", None, "figure", 2.5),
    path("M0 26C-18 10-13-6-5-6Q-1-6 0-1Q1-6 5-6C13-6 18 10 0 26Z", "roof", "figure", 3),
)


def badge(seat: int) -> str:
    """The shape of a seat, filled with its colour; ``NOBODY`` for the townsfolk's."""
    return element("path", d=_BADGES[seat], class_="kh-coat khs-figure", stroke_width=3)


def worker(index: int) -> str:
    """A worker without the badge; the coat takes the colour of the ``kh-seat-N`` around it."""
    townsfolk = WORKERS[index].townsfolk
    coat = element("path", d="M-24 28C-24 4-17-12 0-12C17-12 24 4 24 28Z", class_="kh-coat khs-figure", stroke_width=3)
    head = circle(0, -21, 11, "face", "figure", 3)
    if townsfolk:
        hat = path("M-9-28V-44H9V-28M-16-28H16", "felt", "figure", 3) + path("M-9-33H9", None, "straw", 3)
    else:
        hat = path("M-19-27Q0-34 19-27Q0-21-19-27M-10-29Q-10-45 0-45Q10-45 10-29", "straw", "figure", 3)
    letter = element("text", WORKERS[index].letter, y=21, class_="kh-big")
    return moved(_TOOLS[index], -36, -6, 0.95) + coat + head + hat + letter


def numbered(seat: int, number: int) -> str:
    """A worker's number on the badge of its seat, pale so that it is read at the smallest size."""
    low = {2: 12, NOBODY: 9}.get(seat, 10)
    shape = element("path", d=_BADGES[seat], class_=f"{paint('plate')} kh-trim", stroke_width=5)
    return shape + element("text", str(number), y=low, class_="kh-ref")
