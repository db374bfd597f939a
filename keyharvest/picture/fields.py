"""Field tiles: six-sided pieces on the land.

A crop is recognised by its colour, its picture and the pattern of its rows. A harvested tile (rule 1.3) is pale earth
with furrows and a small picture; an unharvested one is lush, with a large picture. Two hexagons, a gradient and two
lines give it depth, without filters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from typing import Final

from keyharvest.picture.crops import SILHOUETTES, glyph
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.hexes import CORNERS, Point, clipped, number, within
from keyharvest.picture.svg import circle, moved, paint, path
from keyharvest.rules.components import CROPS

#: The face of a tile is this fraction of a space; part of its edge shows below it.
FACE: Final = 0.957
_ANGLES: Final = (90, 0, 60, -30, 30)
# Position and size of each picture, so that all five have the same visual weight.
_ART: Final = ((-13, 0.88), (-13, 0.92), (-13, 0.88), (-15, 0.86), (-10, 0.84))
_SMALL_ART: Final = ((-2, 1.2), (-2, 1.25), (-2, 1.2), (-2, 1.15), (2, 1.08))


def hexagonal(
    scale: float,
    down: float = 0,
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 0,
    dashes: str = "",
) -> Html:
    """Draw a hexagon around the origin, scaled from the size of a space and moved down."""
    corners = " ".join(f"{number(x * scale)},{number(y * scale + down)}" for x, y in CORNERS)
    return h.polygon(
        points=corners,
        fill=paint(fill),
        stroke=paint(stroke),
        stroke_width=width if stroke else None,
        stroke_dasharray=dashes or None,
    )


def _lines(angle: float, gap: float, inset: float) -> str:
    """Draw parallel lines across a hex; the angle is in degrees, 0 horizontal and 90 vertical."""
    across, down = cos(angle * pi / 180), sin(angle * pi / 180)
    found = []
    for row in range(-6, 7):
        x, y = -down * row * gap, across * row * gap
        line = clipped((x - 70 * across, y - 70 * down), (x + 70 * across, y + 70 * down), inset)
        if line:
            (ax, ay), (bx, by) = line
            found.append(f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}")
    return "".join(found)


def _lattice(across: int, down: int, inset: float) -> list[Point]:
    """Return points in staggered rows over a hex, but not under its plate."""
    places = ((column * across + row % 2 * across / 2, row * down) for row in range(-9, 10) for column in range(-9, 10))
    return [(x, y) for x, y in places if within((x, y), inset) and not (abs(x) < 22 and y > 26)]


def _dots(places: Iterable[Point]) -> str:
    return "".join(f"M{number(x)} {number(y)}h0" for x, y in places)


def _rows(crop: int) -> Iterator[Html]:
    """Draw the plants: a pattern for each crop, dark below and light on top, so that it stands out."""
    dark, light = f"{CROPS[crop]}-row", f"{CROPS[crop]}-high"
    if crop == 0:  # poles with bines
        bines = _lattice(15, 13, 9)
        yield path(_lines(90, 15, 6), None, dark, 2.5) + path(_dots(bines), None, dark, 8)
        yield path(_dots((x - 1.5, y - 2) for x, y in bines), None, light, 3.5)
    elif crop == 1:  # beds of cabbages
        heads = _lattice(17, 13, 8)
        yield path(_dots(heads), None, dark, 11) + path(_dots((x - 1, y - 2) for x, y in heads), None, light, 6)
        yield path(_dots((x, y - 1) for x, y in heads), None, dark, 2)
    elif crop == 2:  # an orchard
        trees = _lattice(25, 19, 9)
        yield path(_dots((x + 1, y + 3) for x, y in trees), None, dark, 16) + path(_dots(trees), None, light, 14)
        yield path(_dots((x + d, y + e) for x, y in trees for d, e in ((-3, -2), (3, 1))), None, dark, 3.5)
    elif crop == 3:  # vines on a slope
        yield path(_lines(-30, 13, 5), None, dark, 2)
        yield path(_lines(-30, 13, 8), None, dark, 7, stroke_dasharray="7 8")
        yield path(_lines(-30, 13, 8), None, light, 3, stroke_dasharray="4 11", transform="translate(-1-2)")
    else:
        ears = _lattice(13, 10, 8)
        yield path("".join(f"M{number(x - 4)} {number(y - 4)}l4 5l4-5" for x, y in ears), None, dark, 2.6)
        yield path("".join(f"M{number(x)} {number(y - 3)}v-3" for x, y in ears), None, light, 2.6)


def bevel() -> Html:
    """Draw the light on the upper edges of a tile and the shadow on the lower ones."""
    corners = [(x * 0.93, y * 0.93 - 2) for x, y in CORNERS]
    lines = []
    for order, colour in (((4, 5, 0, 1), "lit"), ((1, 2, 3, 4), "low")):
        d = "M" + "L".join(f"{number(corners[k][0])} {number(corners[k][1])}" for k in order)
        lines.append(path(d, None, colour, 3))
    return join(lines)


def growing(crop: int) -> Html:
    """Draw an unharvested tile."""
    name = CROPS[crop]
    down, size = _ART[crop]
    picture = path(SILHOUETTES[crop], None, f"{name}-mid", 13) + glyph(crop, f"{name}-t")
    return _ripe_body(name) + join(_rows(crop)) + bevel() + moved(picture, 0, down, size)


def harvested(crop: int) -> Html:
    """Draw a harvested tile: pale earth, furrows, and the crop's picture small on a patch."""
    name = CROPS[crop]
    lines = _lines(_ANGLES[crop], 12, 6)
    furrows = path(lines, None, f"{name}-furrow", 4)
    furrows += path(lines, None, "shine", 1.2, transform="translate(-2-2)", opacity=".6")
    patch = circle(0, -15, 25, f"{name}-patch", f"{name}-furrow", 2)
    return _bare_body(name) + furrows + bevel() + patch + moved(glyph(crop, f"{name}-rest"), 0, -15, 0.54)


def small(crop: int, ripe: bool) -> Html:
    """Draw a tile for thumbnails, without rows and with a picture that fills it."""
    name = CROPS[crop]
    if ripe:
        down, size = _SMALL_ART[crop]
        return _ripe_body(name) + moved(glyph(crop, f"{name}-t"), 0, down, size)
    patch = circle(0, -2, 27, f"{name}-patch")
    return _bare_body(name) + patch + moved(glyph(crop, f"{name}-rest"), 0, -2, 0.62)


def _ripe_body(name: str) -> Html:
    return hexagonal(FACE, 4, f"{name}-edge") + hexagonal(FACE, -2, f"url(#kh-ripe-{name})")


def _bare_body(name: str) -> Html:
    return hexagonal(FACE, 4, "soil-edge") + hexagonal(FACE, -2, f"url(#kh-bare-{name})")


def plate() -> Html:
    """Draw the plate behind a reference; the style sheet sets its size, larger on small pictures."""
    return h.rect(".kh-plate")
