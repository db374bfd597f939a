"""The country itself: an eight-sided slab of land with rounded corners, and the scenery on its rim."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, pi, sin

from keyharvest.picture.elements import Html, join
from keyharvest.picture.hexes import CENTRES, CORNERS, inset_outline, number
from keyharvest.picture.svg import ellipse, moved, path, use
from keyharvest.rules.geometry import ALL_SPACES


def slab(margin: float = 0, down: float = 0) -> str:
    """Return the outline of the country as the ``d`` of a path, widened by ``margin`` and moved down."""
    m = margin
    corners = [
        (88 - m, -2 - m),
        (848 + m, -2 - m),
        (950 + m, 204 - m / 2),
        (950 + m, 480 + m / 2),
        (848 + m, 686 + m),
        (88 - m, 686 + m),
        (-14 - m, 480 + m / 2),
        (-14 - m, 204 - m / 2),
    ]
    drawn = ""
    for k, (bx, by) in enumerate(corners):
        ends = []
        for x, y in (corners[k - 1], corners[(k + 1) % 8]):
            length = hypot(x - bx, y - by)
            ends.append(f"{number(bx + (x - bx) * 34 / length)} {number(by + (y - by) * 34 / length + down)}")
        drawn += f"{'L' if k else 'M'}{ends[0]}Q{number(bx)} {number(by + down)} {ends[1]}"
    return drawn + "Z"


def tree() -> Html:
    """Draw a round tree."""
    crown = "M-15 3C-23-6-14-19-6-18C-3-29 12-28 13-17C23-15 21 2 13 5C8 11-8 11-15 3Z"
    return (
        ellipse(3, 17, 17, 6, "drop")
        + path("M0 4V17", None, "wood", 5)
        + path(crown, "wood-1")
        + path("M-11-4C-14-11-8-16-3-14C0-22 9-20 8-13C3-12-4-3-11-4Z", "wood-2")
    )


def pine() -> Html:
    """Draw a conifer."""
    return (
        ellipse(3, 17, 13, 5, "drop")
        + path("M0 10V17", None, "wood", 5)
        + path("M0-30L13-8H7L16 10H-16L-7-8H-13Z", "wood-1")
        + path("M0-30L4-8L0-8L5 10H-16L-7-8H-13Z", "wood-2")
    )


def cottage(x: float, y: float, size: float = 1) -> Html:
    """Draw a house with a chimney."""
    drawing = (
        path("M-26 20V-4H26V20Z", "wall", "ink-art", 2)
        + path("M-33-2L-20-24H20L33-2Z", "roof", "ink-art", 2)
        + path("M12-24V-33H19V-24Z", "roof", "ink-art", 2)
        + path("M-5 20V6H5V20Z", "wood")
        + path("M-19 4h8v7h-8zM11 4h8v7h-8z", "water", "ink-art", 1.5)
    )
    return moved(drawing, x, y, size)


def _cells(spaces: Iterable[int], scale: float) -> str:
    across, down = number(52 * scale), number(30 * scale)
    way = f"l{across} {down}v{number(60 * scale)}l-{across} {down}-{across}-{down}v-{number(60 * scale)}z"
    top = CORNERS[0][1] * scale
    return "".join(f"M{x} {number(y + top)}{way}" for x, y in (CENTRES[space] for space in spaces))


def small_land() -> Html:
    """Draw the empty country for thumbnails."""
    greens = (
        (path(_cells((k for k in range(56) if (k * 29 + k // 5) % 3 == g), 0.955), f"meadow-{g}")) for g in range(3)
    )
    return (
        path(slab(0, 15), "soil-deep")
        + path(slab(0, 7), "soil-edge")
        + path(slab(), "url(#kh-downs)")
        + path(slab(-4), None, "lit", 3, opacity=".5")
        + path(inset_outline(ALL_SPACES, -5), "downs-deep")
        + path(_cells(range(56), 0.985), "meadow-line")
        + join(greens)
    )


def _tufts(space: int) -> str:
    """Draw grass on a space, scattered but the same in every drawing, and never under a reference."""
    x, y = CENTRES[space]
    found = []
    for blade in range(2 + space % 2):
        turn = ((space * 37 + blade * 53) % 97 / 97 * 1.5 + 0.75) * pi
        reach = 26 + (space * 11 + blade * 7) % 10
        found.append(f"M{round(x + reach * cos(turn)) - 5} {round(y + reach * sin(turn)) - 5}l3 6 2-9 2 9 4-5")
    return "".join(found)


_SCENERY = (
    ("pine", 16, 336, 0.9),
    ("tree", -2, 350, 0.75),
    ("tree", 34, 350, 0.6),
    ("tree", 926, 330, 0.95),
    ("pine", 944, 352, 0.75),
    ("tree", 910, 352, 0.6),
    ("tree", 28, 146, 0.7),
    ("pine", 10, 176, 0.7),
    ("tree", 866, 62, 0.85),
    ("pine", 884, 96, 0.75),
    ("tree", 906, 126, 0.6),
    ("tree", 30, 552, 0.75),
    ("pine", 50, 590, 0.85),
    ("tree", 74, 626, 0.75),
    ("tree", 908, 556, 0.7),
    ("tree", 884, 598, 0.85),
    ("pine", 862, 634, 0.8),
)


def land() -> Html:
    """Draw the empty country."""
    shadow = path(slab(8, 24), "drop-1") + path(slab(3, 20), "drop-1")
    rim = "".join(f"M{x - 47} {y + 27}v-54l47-28 47 28" for x, y in CENTRES)
    flowers = "".join(f"M{x - 24 + k % 5 * 9} {y + 12}h0m10 8h0" for k, (x, y) in enumerate(CENTRES) if k % 4 == 1)
    return (
        shadow
        + small_land()
        + path(rim, None, "low", 2, opacity=".55")
        + path("".join(_tufts(space) for space in range(56)), None, "grass", 2)
        + path(flowers, None, "flower", 5)
        + join(moved(use(plant), x, y, size) for plant, x, y, size in _SCENERY)
    )
