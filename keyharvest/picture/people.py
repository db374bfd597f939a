"""Workers as portraits on round tokens, and the badges of the four seats (rules 5, 10, 11).

A token's plinth has its owner's colour; its disc is pale for farmhands and gold for townsfolk. Each of the twelve has
its own face, hat and tool.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.svg import circle, ellipse, moved, path, use
from keyharvest.rules.components import NUMBERS, WORKERS

SEAT_SHAPES: Final = ("circle", "square", "triangle", "diamond")
#: The colour names of the seats, in their order.
SEAT_COLOURS: Final = ("blue", "pink", "teal", "violet")
NOBODY: Final = 4

# The badges' outlines around the origin, of equal visual weight; the last is the townsfolk's shield.
_BADGES: Final = (
    "M18 0A18 18 0 1 1-18 0A18 18 0 1 1 18 0Z",
    "M-16-12Q-16-16-12-16H12Q16-16 16-12V12Q16 16 12 16H-12Q-16 16-16 12Z",
    "M-2.5-21Q0-24 2.5-21L22 12Q23 17 19 17H-19Q-23 17-22 12Z",
    "M-2-21Q0-23 2-21L21-2Q23 0 21 2L2 21Q0 23-2 21L-21 2Q-23 0-21-2Z",
    "M-16-16H16V3Q15 14 0 20Q-15 14-16 3Z",
)
_INK: Final = "ink-art"


def shape(d: str, fill: str, width: float = 2.5) -> Html:
    """Draw a filled outline in the drawings' ink."""
    return path(d, fill, _INK, width)


def line(d: str, width: float = 2.5) -> Html:
    """Draw a stroke in the drawings' ink."""
    return path(d, None, _INK, width)


_OVAL: Final = "M-13-10C-13-29 13-29 13-10C13 9-13 9-13-10Z"
_ROUND: Final = "M-14.5-11C-14.5-28 14.5-28 14.5-11C14.5 0 9 4.5 0 4.5C-9 4.5-14.5 0-14.5-11Z"
_SQUARE: Final = "M-13-15Q-13-25 0-25Q13-25 13-15V-5Q13 4 5 5.5H-5Q-13 4-13-5Z"
_LONG: Final = "M-11.5-13C-11.5-27 11.5-27 11.5-13C11.5 1 7 8 0 8C-7 8-11.5 1-11.5-13Z"
_HEART: Final = "M-14-13C-14-27 14-27 14-13C14-3 6 7 0 7C-6 7-14-3-14-13Z"
_SMILE: Final = line("M-4-2Q0 1 4-2", 1.8)
_GRIN: Final = shape("M-5-3Q0 4 5-3Z", "cloth", 1.8)
_FLAT: Final = line("M-4-1H4", 1.8)
_NOSE: Final = line("M0-9Q3-5 0-5", 1.6)
_BIGNOSE: Final = line("M-1-10Q-5-4-1-3.5Q4-3 3-6", 1.8)
_CHEEKS: Final = join(h.circle(cx=x, cy=-4, r=3, fill="var(--band)", opacity=".4") for x in (-9, 9))
_STRAW: Final = (
    ellipse(0, -19, 25, 6, "straw", _INK, 2.5)
    + shape("M-13-20Q-12-36 0-36Q12-36 13-20Q0-16-13-20Z", "straw")
    + path("M-13-22Q0-18 13-22", None, "band", 3.5)
)


class _Person(NamedTuple):
    """One of the twelve: shape of the face, distance of the eyes, brows, rest of the face; hair and hat; coat; tool."""

    face: str
    eyes: float
    brows: str
    features: str
    hat: str
    skin: int
    coat: str
    tool: str


_PEOPLE: Final = (
    _Person(  # apprentice
        face=_ROUND,
        eyes=5.5,
        brows="",
        features=_GRIN + path("M-9-5h0M-6-4h0M6-4h0M9-5h0", None, "hair-1", 1.8),
        hat=shape("M-13-10Q-15-18-10-21L12-21Q15-16 13-9Q12-15 9-17H-8Q-12-15-13-10Z", "hair-3", 2)
        + shape("M-16-18Q-15-31 1-31Q17-31 17-19Q4-23-16-18Z", "tweed", 2.5)
        + shape("M-16-18Q-27-18-25-13Q-16-16-9-19Z", "tweed", 2.5),
        skin=1,
        coat="coat",
        tool=shape("M-9 2H9L6 20H-6ZM-9 2Q0-16 9 2", "straw", 3),
    ),
    _Person(  # casual worker
        face=_OVAL,
        eyes=5,
        brows="",
        features=_NOSE + _SMILE,
        hat=shape("M-13-8V-17H13V-8Q12-13 9-15H-9Q-12-13-13-8Z", "hair-2", 2) + _STRAW,
        skin=2,
        coat="coat",
        tool=path("M0 32V-22M-10-22H10M-10-22v8M-3-22v8M4-22v8M10-22v8", None, "wood", 4),
    ),
    _Person(  # labourer
        face=_SQUARE,
        eyes=5,
        brows="M-8-15H-3M3-15H8",
        features=_BIGNOSE + line("M-4 1Q0 2 4 0", 1.8),
        hat=shape("M-14-12Q-16-30 0-30Q16-30 14-12Q0-21-14-12Z", "band", 2.5)
        + shape("M13-14l9-2l-5 7z", "band", 2)
        + path("M-6-24h0M3-26h0M8-20h0M-2-20h0", None, "cloth", 3),
        skin=1,
        coat="coat",
        tool=path("M0 8V-24M-6-24H6", None, "wood", 4.5) + shape("M-8 6H8V20Q8 28 0 31Q-8 28-8 20Z", "steel", 2.5),
    ),
    _Person(  # unskilled worker
        face=_ROUND,
        eyes=6,
        brows="M-9-16Q-6-18-3-16M3-16Q6-18 9-16",
        features=_NOSE + _GRIN,
        hat=shape("M-15-7Q-20-25-8-28Q-4-34 4-29Q14-31 15-21Q18-14 14-7Q13-15 6-18Q-8-18-15-7Z", "hair-1", 2.5),
        skin=3,
        coat="coat",
        tool=shape("M-10 26Q-14 8-5 0Q-9-6-5-10H5Q9-6 5 0Q14 8 10 26Z", "cloth", 2.5)
        + path("M-5 0H5", None, "band", 3),
    ),
    _Person(  # skilled worker
        face=_SQUARE,
        eyes=5.5,
        brows="M-9-14L-3-15.5M3-15.5L9-14",
        features=_BIGNOSE,
        hat=shape("M-12-4Q-13 11 0 13Q13 11 12-4Q7 1 0 0Q-7 1-12-4Z", "hair-1", 2) + _STRAW,
        skin=2,
        coat="coat",
        tool=path("M4 32L0-22", None, "wood", 4.5) + shape("M0-22Q-16-24-18-4Q-11-15 0-15Z", "steel", 2),
    ),
    _Person(  # supervisor
        face=_LONG,
        eyes=4.5,
        brows="M-7-15L-2-14M2-14L7-15",
        features=line("M0-9V-6", 1.6),
        hat=shape("M-9-2Q-4-6 0-3Q4-6 9-2Q4 2 0-1Q-4 2-9-2Z", "hair-2", 1.5)
        + shape("M-14-19Q-15-37 0-37Q15-37 14-19Z", "felt", 2.5)
        + path("M-22-20Q0-14 22-20", None, "felt", 6),
        skin=1,
        coat="coat",
        tool=shape("M-11-10H11V22H-11Z", "cloth", 2.5)
        + line("M-6-2H6M-6 6H6M-6 14H2", 2.5)
        + shape("M-5-13H5V-8H-5Z", "steel", 2),
    ),
    _Person(  # merchant
        face=_HEART,
        eyes=5,
        brows="M-8-15Q-5-17-2-15",
        features=line("M0-9V-6", 1.6) + line("M-3 3Q0 4 3 3", 1.6),
        hat=shape("M-9-2Q-4-6 0-3Q4-6 9-2Q4 2 0-1Q-4 2-9-2Z", "hair-1", 1.5)
        + shape("M-12-20L-13-42Q0-45 13-42L12-20Z", "felt", 2.5)
        + path("M-13-25Q0-22 13-25", None, "gold", 4)
        + path("M-21-20Q0-15 21-20", None, "felt", 6)
        + circle(5, -9, 4.5, None, "gold", 1.8),
        skin=2,
        coat="plum",
        tool=path("M0 28V-18M-13-13H13", None, "gold", 4) + shape("M-13-13l-6 14h12zM13-13l-6 14h12z", "gold", 2),
    ),
    _Person(  # storekeeper
        face=_LONG,
        eyes=5,
        brows="M-8-15Q-5-17-2-15M2-15Q5-17 8-15",
        features=_NOSE
        + shape("M-4-.5Q0 4 4-.5Q0-2-4-.5Z", "band", 1.4)
        + circle(-12, -1, 2, "gold")
        + circle(12, -1, 2, "gold"),
        hat=circle(0, -29, 8, "hair-3", _INK, 2.5)
        + shape("M-14-5Q-18-25 0-26Q18-25 14-5Q12-17 0-18Q-12-17-14-5Z", "hair-3", 2.5),
        skin=3,
        coat="moss",
        tool=path("M0 0V28M0 18H8M0 26H8", None, "gold", 5) + circle(0, -8, 8, None, "gold", 5),
    ),
    _Person(  # bailiff
        face=_SQUARE,
        eyes=6,
        brows="M-9-14L-3-13M3-13L9-14",
        features=_BIGNOSE + _FLAT,
        hat=shape("M-28-15Q-20-36 0-36Q20-36 28-15Q0-25-28-15Z", "navy", 2.5)
        + path("M-24-18Q0-28 24-18", None, "gold", 2.5)
        + circle(0, -29, 3.5, "band"),
        skin=1,
        coat="navy",
        tool=path("M0 32V-16", None, "wood", 5) + circle(0, -20, 7, "gold", _INK, 2.5),
    ),
    _Person(  # lawyer
        face=_LONG,
        eyes=5,
        brows="",
        features=circle(-5, -10, 4.5, None, _INK, 1.6)
        + circle(5, -10, 4.5, None, _INK, 1.6)
        + line("M-.5-11H.5M0-6Q2-3 0-3M-3 2H3", 1.6),
        hat=join(
            (
                circle(x, y, 6.5, "wig", _INK, 2)
                for x, y in ((-15, 6), (15, 6), (-16, -3), (16, -3), (-14, -13), (14, -13))
            )
        )
        + shape("M-15-12Q-17-30 0-30Q17-30 15-12Q8-20 0-20Q-8-20-15-12Z", "wig", 2.5),
        skin=3,
        coat="felt",
        tool=shape("M-10-14H10V22H-10Z", "cloth", 2.5)
        + line("M-5-6H5M-5 2H5", 2.5)
        + circle(0, 14, 5.5, "band", _INK, 2),
    ),
    _Person(  # trader
        face=_HEART,
        eyes=5.5,
        brows="",
        features=_CHEEKS + _SMILE,
        hat=shape("M-15 4Q-20-30 0-30Q20-30 15 4L12 6Q15-16 0-19Q-15-16-12 6Z", "ochre", 2.5)
        + circle(-12, 4, 2.6, "gold")
        + circle(12, 4, 2.6, "gold"),
        skin=2,
        coat="moss",
        tool=shape("M-13 6H13L9 26H-9ZM-11 6Q0-18 11 6", "straw", 2.5)
        + circle(-5, 3, 5, "apples-c", _INK, 2)
        + circle(5, 3, 5, "barrels-c", _INK, 2),
    ),
    _Person(  # benefactor
        face=_OVAL,
        eyes=5,
        brows="M-8-14l-2-2M8-14l2-2",
        features=_CHEEKS + shape("M-4-2Q0 2 4-2Q0-3-4-2Z", "band", 1.4),
        hat=shape("M-17 7Q-22-22 0-24Q22-22 17 7L10 8Q16-12 0-17Q-16-12-10 8Z", "hair-2", 2.5)
        + ellipse(0, -20, 27, 6.5, "plum", _INK, 2.5)
        + shape("M-13-21Q-12-35 0-35Q12-35 13-21Q0-17-13-21Z", "plum", 2.5)
        + circle(-11, -24, 5, "band", _INK, 2)
        + circle(-11, -24, 1.6, "gold"),
        skin=1,
        coat="plum",
        tool=shape("M0 24C-20 8-14-10-5-10Q-1-10 0-5Q1-10 5-10C14-10 20 8 0 24Z", "band", 2.5),
    ),
)


def bust(index: int, within: bool = True) -> Html:
    """Draw a head and shoulders in a disc of radius 37 around (0, -2), whose rim only the hat may cross.

    With ``within`` false, there is no disc, and the coat has a lower edge.
    """
    who = _PEOPLE[index]
    skin = f"skin-{who.skin}"
    apron = index in (7, 10)  # storekeeper and trader
    if within:
        body = shape("M-40 46C-38 14-20 6 0 6C20 6 38 14 40 46Z", who.coat)
    else:
        body = shape("M-31 26C-29 10-17 5 0 5C17 5 29 10 31 26Q0 34-31 26Z", who.coat)
    body += shape("M-9 7L-13 46H13L9 7Z" if apron else "M-8 6L0 17L8 6Z", "cloth", 2)
    if within:
        body = h.g(clip_path="url(#kh-disc)")[body]
    neck = shape("M-5-2V7Q0 11 5 7V-2Z", skin, 2)
    eyes = line(f"M-{who.eyes:g}-10h0M{who.eyes:g}-10h0", 3.6) + (line(who.brows, 2) if who.brows else "")
    return body + neck + shape(who.face, skin) + eyes + who.features + who.hat


def worker(index: int) -> Html:
    """Draw a token without its number; the class ``kh-seat-N`` around it sets the colour of the plinth."""
    plinth = ellipse(0, 10, 46, 44, "drop") + circle(0, 4, 43.5, "coat-edge") + circle(0, -2, 43.5, "coat")
    disc = circle(0, -2, 37, "medal" if WORKERS[index].townsfolk else "sky", "coat-edge", 2)
    portrait = use(f"bust-{WORKERS[index].letter}", 3, 0)
    return plinth + disc + portrait + moved(_PEOPLE[index].tool, -24, 3, 0.62)


def avatar(index: int) -> Html:
    """Draw a player's face, which is a worker's; the class ``kh-seat-N`` around it sets the colour of the ring."""
    return circle(0, 0, 42, "coat") + circle(0, 0, 37, "sky") + use(f"bust-{WORKERS[index].letter}", 0, 2)


def badge(seat: int) -> Html:
    """Draw the shape of a seat, filled with its colour; ``NOBODY`` for the townsfolk's."""
    return path(_BADGES[seat], "coat", "rim", 2)


def numbered(seat: int, number: int) -> Html:
    """Draw a worker's number on the badge of its seat, which is pale so that the number is legible at any size."""
    text = h.text(".kh-number", y=12 if seat == 2 else 9)[str(number)]
    return path(_BADGES[seat], None, "rim", 8) + path(_BADGES[seat], "plate", "coat", 4.5) + text


def small_worker(index: int, seat: int) -> Html:
    """Draw a worker on a thumbnail: the seat's shape with the number; townsfolk wear a hat."""
    hat = path("M-22-30H22M-11-32V-44H11V-32", "coat", "rim", 5) if WORKERS[index].townsfolk else ""
    text = h.text(".kh-number-on", y=12 if seat == 2 else 8)[str(NUMBERS[index])]
    return moved(path(_BADGES[seat], "coat", "rim", 3.4) + text, 0, 2, 1.85) + hat
