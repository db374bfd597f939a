"""Geometry of the 56 hexes of a country board in a picture, in whole drawing units (rule 1.2).

A hex is pointy-topped, 104 units wide and 120 high. It is regular to within a thousandth, and all coordinates of its
corners are whole numbers, so paths are short and neighbours share their edges exactly.

>>> CENTRES[0], CENTRES[-1]
((156, 72), (780, 612))
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from keyharvest.rules.geometry import PLACES, ROW_LENGTHS, spaces_in

Point = tuple[float, float]

#: The size of a hex, and the distance between rows.
HEX_WIDTH: Final = 104
HEX_HEIGHT: Final = 120
ROW_STEP: Final = 90
_MARGIN: Final = 12
#: The width of the longest row. A screen of 360 pixels shows only this part of the picture, so that a hex has 40.
BOARD_WIDTH: Final = max(ROW_LENGTHS) * HEX_WIDTH
#: The picture of a board, including the rim of the land and its shadow: left, top, width, height.
PICTURE: Final = (-24, -8, 984, 728)
VIEW_BOX: Final = " ".join(map(str, PICTURE))

#: The corners of a hex around its centre, clockwise from the top.
CORNERS: Final = ((0, -60), (52, -30), (52, 30), (0, 60), (-52, 30), (-52, -30))


def _centre(row: int, column: int) -> tuple[int, int]:
    first = (BOARD_WIDTH - (ROW_LENGTHS[row] - 1) * HEX_WIDTH) // 2
    return first + column * HEX_WIDTH, _MARGIN + HEX_HEIGHT // 2 + row * ROW_STEP


#: The centre of every space.
CENTRES: Final[tuple[tuple[int, int], ...]] = tuple(_centre(row, column) for row, column in PLACES)
_SPACE_AT: Final = {centre: space for space, centre in enumerate(CENTRES)}
# The hex across the edge from corner k to corner k + 1 has its centre at the sum of the two.
_EDGES: Final = tuple(
    (start, end, (start[0] + end[0], start[1] + end[1]))
    for start, end in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True)
)


def number(value: float) -> str:
    """Return a coordinate with at most one decimal, in as few characters as possible.

    >>> number(3.0), number(-0.04), number(2.25)
    ('3', '0', '2.2')
    """
    if type(value) is int:
        return str(value)
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def points(shape: Iterable[Point]) -> str:
    """Return the ``points`` attribute of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in shape)


def hexagon(inset: float = 0) -> list[Point]:
    """Return the corners of a hex around the origin with its edges ``inset`` units inside the full one."""
    scale = 1 - inset / (HEX_WIDTH / 2)
    return [(x * scale, y * scale) for x, y in CORNERS]


def _border(mask: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the edges around a set of spaces, clockwise: the end of each edge by its start."""
    follows: dict[tuple[int, int], tuple[int, int]] = {}
    for space in spaces_in(mask):
        x, y = CENTRES[space]
        for start, end, (across_x, across_y) in _EDGES:
            other = _SPACE_AT.get((x + across_x, y + across_y))
            if other is None or not mask >> other & 1:
                follows[x + start[0], y + start[1]] = (x + end[0], y + end[1])
    return follows


def inset_outline(mask: int, inset: float) -> str:
    """Return the ``d`` of a path around a set of spaces: one closed loop for each border, holes included.

    It is ``inset`` units inside the border, or outside if that is negative, so that a thick line doesn't cross it.

    >>> inset_outline(1, 0)
    'M156 12L208 42L208 102L156 132L104 102L104 42Z'
    """
    follows = _border(mask)
    drawn = []
    while follows:
        here = next(iter(follows))
        loop = []
        while here in follows:
            loop.append(here)
            here = follows.pop(here)
        corners = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
        drawn.append("M" + "L".join(_mitred(*three, inset) for three in corners) + "Z")
    return "".join(drawn)


def _mitred(before: Point, corner: Point, after: Point, inset: float) -> str:
    """Move a corner inwards, away from both of its edges."""
    one, other = _inwards(before, corner), _inwards(corner, after)
    size = inset / (1 + one[0] * other[0] + one[1] * other[1])
    return f"{number(corner[0] + (one[0] + other[0]) * size)} {number(corner[1] + (one[1] + other[1]) * size)}"


def _inwards(start: Point, end: Point) -> Point:
    """Return the unit vector to the right of an edge: borders run clockwise, with y downwards."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    return -down / length, across / length


def clipped(start: Point, end: Point, inset: float = 0) -> tuple[Point, Point] | None:
    """Return the part of a line from ``start`` to ``end`` within :func:`hexagon`, or ``None``.

    >>> clipped((-100, 0), (100, 0))
    ((-52.0, 0.0), (52.0, 0.0))
    """
    corners = hexagon(inset)
    enter, leave = 0.0, 1.0
    across, down = end[0] - start[0], end[1] - start[1]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        # Clockwise with y downwards: the inside is to the right, where this product is positive.
        edge_x, edge_y = bx - ax, by - ay
        inside = edge_x * (start[1] - ay) - edge_y * (start[0] - ax)
        gain = edge_x * down - edge_y * across
        if gain == 0:
            if inside < 0:
                return None
        elif gain > 0:
            enter = max(enter, -inside / gain)
        else:
            leave = min(leave, -inside / gain)
    if enter >= leave:
        return None
    return (
        (start[0] + enter * across, start[1] + enter * down),
        (start[0] + leave * across, start[1] + leave * down),
    )


def within(point: Point, inset: float = 0) -> bool:
    """Whether a point is within :func:`hexagon`."""
    across, down = abs(point[0]), abs(point[1])
    scale = 1 - inset / (HEX_WIDTH / 2)
    return across <= 52 * scale and 30 * across + 52 * down <= 52 * 60 * scale
