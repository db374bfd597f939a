"""The crops, the fields they grow on, and the land between them.

A crop is told by its colour, its picture and the pattern of its rows; a field that is harvested (rule 1.3) shows bare
furrows and a small picture, one that is not is lush and shows a large one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from typing import Final

from keyharvest.picture.hexes import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CENTRES,
    Point,
    clipped,
    hexagon,
    number,
    outline,
    points,
    within,
)
from keyharvest.picture.svg import circle, element, moved, paint, path
from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import ALL_SPACES

_HEX: Final = points(hexagon())
_GLYPH_Y: Final = -20


def _hops() -> tuple[str, str]:
    shape = "M0 27C-11 22-19 9-18-4C-17-14-9-18 0-18C9-18 17-14 18-4C19 9 11 22 0 27Z"
    leaves = path("M-2-17Q-17-31-25-19Q-15-9-2-17ZM3-17Q16-31 25-19Q16-9 3-17Z", "leaf", "hops-ink", 3)
    scales = path("M0-18V-27M-18-3Q-9 9 0-2Q9 9 18-3M-15 9Q-7 20 0 9Q7 20 15 9", None, "hops-ink", 3)
    return shape, leaves + path(shape, "hops-body", "hops-ink", 3.5) + scales


def _vegetables() -> tuple[str, str]:
    shape = "M-25 9C-25-12-2-28 22-22C29 3 10 26-12 25C-20 24-25 18-25 9Z"
    peas = "".join(circle(x, y, 7.5, "vegetables-body", "vegetables-ink", 3) for x, y in ((-11, 12), (1, 1), (12, -11)))
    return shape, path("M22-22Q24-28 29-29", None, "vegetables-ink", 4) + path(
        shape, "leaf", "vegetables-ink", 3.5
    ) + peas


def _apples() -> tuple[str, str]:
    shape = "M0-9C-8-17-24-14-24 4C-24 17-13 28-5 26Q0 24 5 26C13 28 24 17 24 4C24-14 8-17 0-9Z"
    leaf = path("M3-17Q8-28 21-27Q19-14 3-17Z", "leaf", "apples-ink", 3)
    return shape, path(shape, "apples-body", "apples-ink", 3.5) + path(
        "M0-9Q-1-19-6-24M-15 4Q-15-4-9-6", None, "apples-ink", 3
    ) + leaf


def _barrels() -> tuple[str, str]:
    shape = "M-15-26H15Q27 0 15 26H-15Q-27 0-15-26Z"
    staves = path("M-6-26Q-10 0-6 26M6-26Q10 0 6 26", None, "barrels-ink", 2)
    hoops = path("M-20-12H20M-20 12H20", None, "barrels-ink", 5)
    return shape, path(shape, "barrels-body", "barrels-ink", 3.5) + staves + hoops


def _wheat() -> tuple[str, str]:
    grains = "M0-12C-7-18-6-25 0-31C6-25 7-18 0-12Z" + "".join(
        f"M0 {y}C-14 {y - 1}-17 {y - 9}-16 {y - 17}C-6 {y - 16} 0 {y - 10} 0 {y}Z"
        f"M0 {y}C14 {y - 1} 17 {y - 9} 16 {y - 17}C6 {y - 16} 0 {y - 10} 0 {y}Z"
        for y in (-4, 9)
    )
    return grains, path("M0 28V-12M0 24Q9 24 14 15", None, "wheat-ink", 3.5) + path(
        grains, "wheat-body", "wheat-ink", 3
    )


_PICTURES: Final = (_hops(), _vegetables(), _apples(), _barrels(), _wheat())


def _lines(angle: float, gap: float, inset: float) -> Iterator[tuple[Point, Point]]:
    """Parallel lines across a hex; the angle in degrees, 0 level and 90 upright."""
    along, beside = (cos(angle * pi / 180), sin(angle * pi / 180)), 0.0
    for row in range(-10, 11):
        beside = row * gap
        x, y = -along[1] * beside, along[0] * beside
        line = clipped((x - 99 * along[0], y - 99 * along[1]), (x + 99 * along[0], y + 99 * along[1]), inset)
        if line:
            yield line


def _strokes(lines: Iterable[tuple[Point, Point]]) -> str:
    return "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in lines)


def _lattice(across: int, down: int, inset: float) -> list[Point]:
    """Points in staggered rows over a hex, but not under its plate."""
    rows = range(-60 // down, 60 // down + 1)
    found = [
        (column * across + (row % 2) * across / 2, row * down)
        for row in rows
        for column in range(-60 // across - 1, 60 // across + 1)
    ]
    return [(x, y) for x, y in found if within((x, y), inset) and not (abs(x) < 26 and 12 < y < 36)]


def _dots(places: Iterable[Point]) -> str:
    return "".join(f"M{number(x)} {number(y)}h0" for x, y in places)


def _rows(crop: int) -> str:
    """What grows on a field that is not harvested: a pattern of its own for every crop."""
    row = f"{CROPS[crop]}-row"
    if crop == 0:  # poles with bines
        return path(_strokes(_lines(90, 13, 4)), None, row, 2) + path(_dots(_lattice(13, 15, 7)), None, row, 7)
    if crop == 1:  # beds of cabbages
        return path(_dots(_lattice(15, 12, 7)), None, row, 8.5)
    if crop == 2:  # an orchard
        trees = _lattice(24, 19, 10)
        return path(_dots(trees), None, row, 15) + path(_dots((x - 2, y - 3) for x, y in trees), None, "apples-body", 4)
    if crop == 3:  # vines on a slope
        vines = element("g", path(_strokes(_lines(-30, 12, 6)), None, row, 5), stroke_dasharray="8 8")
        return path(_strokes(_lines(-30, 12, 4)), None, row, 1.5) + vines
    ears = "".join(f"M{number(x - 4)} {number(y - 3)}l4 4l4-4" for x, y in _lattice(13, 10, 9))
    return path(ears, None, row, 2.5)


_FURROWS: Final = (90, 0, 60, -30, 30)


def glyph(crop: int) -> str:
    """The picture of a crop, about 54 units high and wide, around the origin."""
    return _PICTURES[crop][1]


def _plate() -> str:
    return element("rect", x=-25, y=10, width=50, height=28, rx=9, class_=paint("plate"))


def _hit() -> str:
    """What takes the touch, and the line that shows the focus, which keeps clear of the neighbours."""
    # A hair over the edge: browsers measure a hex of exactly 40 pixels as a little less.
    touch = element("polygon", points=points(hexagon(-0.1)), class_="kh-hit")
    return touch + element("polygon", points=points(hexagon(6)), class_="kh-touch")


def growing(crop: int) -> str:
    """A field that is not harvested."""
    name = CROPS[crop]
    shape, picture = _PICTURES[crop]
    clearing = path(shape, None, name, 15)
    return (
        element("polygon", points=_HEX, class_=paint(name, "lane"), stroke_width=3)
        + _rows(crop)
        + _plate()
        + moved(clearing + picture, 0, _GLYPH_Y, 0.98)
        + _hit()
    )


def harvested(crop: int) -> str:
    """A harvested field: furrows, and the crop's picture small on a patch of its colour."""
    name = CROPS[crop]
    return (
        element("polygon", points=_HEX, class_=paint(f"{name}-rest", "lane"), stroke_width=3)
        + path(_strokes(_lines(_FURROWS[crop], 11, 7)), None, f"{name}-furrow", 3)
        + _plate()
        + circle(0, _GLYPH_Y, 21, name, f"{name}-furrow", 2)
        + moved(glyph(crop), 0, _GLYPH_Y, 0.6)
        + _hit()
    )


def small(crop: int, ripe: bool) -> str:
    """A field for thumbnails: no rows, no plate."""
    name = CROPS[crop]
    ground = element("polygon", points=_HEX, class_=paint(name if ripe else f"{name}-rest", "lane"), stroke_width=3)
    if ripe:
        return ground + moved(glyph(crop), 0, 0, 1.45)
    return ground + circle(0, 0, 25, name) + moved(glyph(crop), 0, 0, 0.72)


def meadow() -> str:
    """A space without a field: nothing but the place to tap."""
    return _hit()


def _tree(x: float, y: float, size: float = 1) -> str:
    crown = "M-15 4C-22-6-14-18-6-18C-3-28 12-27 13-17C23-15 21 2 13 5C8 11-8 11-15 4Z"
    drawing = (
        path("M0 5V22", None, "trunk", 5)
        + path(crown, "leaf", "hedge", 3)
        + path("M-7-5Q-5-11 0-12M4-1Q9-2 10-7", None, "hedge", 2)
    )
    return moved(drawing, x, y, size)


def _cottage(x: float, y: float) -> str:
    drawing = (
        path("M-28 22V-4H28V22Z", "wall", "trunk", 2.5)
        + path("M-35-2L-22-26H22L35-2Z", "roof", "trunk", 2.5)
        + path("M12-26V-35H20V-26Z", "roof", "trunk", 2.5)
        + path("M-6 22V6H6V22Z", "trunk")
        + path("M-20 5h8v8h-8zM12 5h8v8h-8z", "water", "trunk", 2)
    )
    return moved(drawing, x, y)


def _pond(x: float, y: float) -> str:
    shape = "M-38 4C-38-12-14-16 2-13C20-17 40-8 37 6C35 18 14 17 0 17C-18 20-38 16-38 4Z"
    reeds = path("M-22 2V-22M-15 4V-16M-29 4V-14", None, "hedge", 3) + path(
        "M-22-22V-30M-15-16V-23M-29-14V-20", None, "trunk", 5
    )
    ripples = path("M2 0h14M-2 8h9", None, "wall", 2.5)
    return moved(path(shape, "water", "hedge", 2.5) + reeds + ripples, x, y)


def _stack(x: float, y: float) -> str:
    shape = "M-15 14C-17-2-9-14 0-18C9-14 17-2 15 14Z"
    return moved(
        path(shape, "straw", "trunk", 2.5) + path("M-7 12Q-6 0-2-6M3 12Q4 2 2-4M9 12Q9 5 8 1", None, "trunk", 1.5), x, y
    )


def _tufts(space: int) -> str:
    """Grass on a space, at places that look scattered but are the same on every drawing."""
    x, y = CENTRES[space]
    found = []
    for blade in range(3):
        # All around but for a sixth at the bottom, where references stand.
        turn = ((space * 37 + blade * 53) % 97 / 97 * 5 / 3 + 2 / 3) * pi
        reach = 35 + (space * 11 + blade * 7) % 7
        across, down = round(x + reach * cos(turn)), round(y + 1.1 * reach * sin(turn))
        found.append(f"M{across - 5} {down - 5}l3 6l2-9l2 9l4-5")
    return "".join(found)


def land() -> str:
    """The whole board without anything on it: meadow, hedge around it, and what stands in its corners."""
    frame = element("rect", width=BOARD_WIDTH, height=BOARD_HEIGHT, rx=26, class_=paint("downs"))
    border = outline(ALL_SPACES)
    mown = sum(1 << space for space in range(56) if (space * 29 + space // 5) % 7 < 3)
    lines = "".join(f"M{x - 52} {y - 30}l52-30l52 30v60" for x, y in CENTRES)
    flowers = _dots((x + (x * 7) % 41 - 20, y + (x + y * 3) % 29 - 40) for x, y in CENTRES[2::5])
    return (
        frame
        + path(border, "meadow", "hedge", 14)
        + path(border, "meadow", "leaf", 6)
        + path(outline(mown), "mown")
        + path(lines, None, "grass", 1.5)
        + path("".join(_tufts(space) for space in range(56)), None, "grass", 2)
        + path(flowers, None, "lit", 6)
        + _cottage(884, 44)
        + _tree(824, 26, 0.62)
        + _pond(50, 634)
        + _tree(98, 664, 0.6)
        + _tree(888, 636, 1.05)
        + _tree(852, 662, 0.72)
        + _tree(918, 658, 0.8)
        + _stack(22, 342)
        + _tree(914, 338, 0.9)
    )


def small_land() -> str:
    """The same for thumbnails."""
    frame = element("rect", width=BOARD_WIDTH, height=BOARD_HEIGHT, rx=26, class_=paint("downs"))
    lines = "".join(f"M{x - 52} {y - 30}l52-30l52 30v60" for x, y in CENTRES)
    return frame + path(outline(ALL_SPACES), "meadow", "hedge", 14) + path(lines, None, "grass", 3)
