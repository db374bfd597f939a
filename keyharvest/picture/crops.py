"""The five crops: each has a silhouette by which its counter is recognised even when small or without colour."""

from __future__ import annotations

from typing import Final

from keyharvest.picture.elements import Html, join
from keyharvest.picture.svg import circle, path
from keyharvest.rules.components import CROPS

#: The outlines, about 70 units high, around the origin.
SILHOUETTES: Final = (
    "M0 34C-5 31-9 27-10 22C-16 22-19 16-18 10C-24 8-26 1-23-5C-27-12-20-21-10-20Q-5-24 0-22Q5-24 10-20C20-21 27-12 23-5"
    "C26 1 24 8 18 10C19 16 16 22 10 22C9 27 5 31 0 34Z",
    "M-31 11C-33-12-8-33 26-29C31-1 11 30-14 30C-25 30-31 22-31 11Z",
    "M0-12C-9-20-29-16-29 6C-29 21-16 34-6 31Q0 29 6 31C16 34 29 21 29 6C29-16 9-20 0-12Z",
    "M-19-32Q0-37 19-32Q31 0 19 31Q0 37-19 31Q-31 0-19-32Z",
    "M-6 8Q-16 6-23 0Q-36-8-36-24Q-26-26-19-19Q-20-30-12-38Q-7-34-5-29Q-4-37 0-42Q4-37 5-29Q7-34 12-38Q20-30 19-19"
    "Q26-26 36-24Q36-8 23 0Q16 6 6 8L9 15Q14 25 22 34Q0 29-22 34Q-14 25-9 15Z",
)


def _hops(body: str, ink: str) -> Html:
    leaves = "M-2-20C-8-35-24-36-31-27C-24-24-20-16-2-20ZM2-20C8-35 24-36 31-27C24-24 20-16 2-20Z"
    scales = "M-22-4Q-15 7-8-3Q0 8 8-3Q15 7 22-4M-18 10Q-9 21 0 10Q9 21 18 10M-10 22Q-4 29 0 22Q4 29 10 22"
    return (
        path(leaves, "leaf", ink, 3)
        + path(SILHOUETTES[0], body, ink, 4)
        + path(scales, None, ink, 2.6)
        + path("M0-22V-34", None, ink, 4)
        + path("M-17-9Q-15-15-9-15", None, "shine", 3)
    )


def _vegetables(body: str, ink: str) -> Html:
    peas = ((-15, 15, 8.5), (0, 3, 9), (13, -13, 8))
    return (
        path("M25-28Q26-36 34-37", None, ink, 5)
        + path(SILHOUETTES[1], body, ink, 4)
        + path("M-24 11C-24-8-5-22 19-23C20-3 5 22-13 23C-20 23-24 18-24 11Z", "vegetables-deep")
        + join(circle(x, y, r, "vegetables-pea", ink, 2.6) for x, y, r in peas)
    )


def _apples(body: str, ink: str) -> Html:
    return (
        path(SILHOUETTES[2], body, ink, 4)
        + path("M24-3C27 15 14 29 5 27Q0 25-5 27C4 24 20 16 24-3Z", "shade")
        + path("M0-12Q-1-24-8-30", None, ink, 4)
        + path("M3-18C6-32 18-38 29-35C28-23 18-15 3-18Z", "leaf", ink, 3)
        + path("M-20 6Q-20-6-11-9", None, "shine", 4.5)
    )


def _barrels(body: str, ink: str) -> Html:
    return (
        path(SILHOUETTES[3], body, ink, 4)
        + path("M12-33Q19 0 12 33L19 31Q31 0 19-32Z", "shade")
        + path("M-8-34Q-13 0-8 33M8-34Q13 0 8 33", None, ink, 2)
        + path("M-25-15Q0-9 25-15M-25 15Q0 21 25 15", None, ink, 6)
        + circle(0, 1, 4, ink)
        + path("M-19-24Q-22-16-23-8", None, "shine", 3.5)
    )


def _wheat(body: str, ink: str) -> Html:
    stalks = "M0-36V6M-3 6Q-11-8-14-34M3 6Q11-8 14-34M-6 7Q-20-2-32-21M6 7Q20-2 32-21M-3 17Q-7 25-12 31M3 17Q7 25 12 31M0 17V30"
    grains = (
        "M-4-31L0-27L4-31M-4-23L0-19L4-23M-4-15L0-11L4-15M-17-30L-12-27L-10-32M-15-22L-10-19L-8-24M17-30L12-27L10-32"
        "M15-22L10-19L8-24M-30-14L-25-14L-26-20M-24-7L-19-7L-20-13M30-14L25-14L26-20M24-7L19-7L20-13"
    )
    return (
        path(SILHOUETTES[4], body, ink, 4)
        + path(stalks, None, ink, 1.8)
        + path(grains, None, ink, 1.8)
        + path("M-8 7Q0 11 8 7L10 14Q0 18-10 14Z", "band", ink, 2.5)
    )


_DRAW: Final = (_hops, _vegetables, _apples, _barrels, _wheat)


def glyph(crop: int, body: str) -> Html:
    """Draw a crop's picture, around the origin; ``body`` is the colour of its fruit."""
    return _DRAW[crop](body, f"{CROPS[crop]}-ink")


def counter(crop: int) -> Html:
    """Draw a counter: the crop itself, not on a disc, with a light halo around it."""
    return path(SILHOUETTES[crop], None, "halo", 12) + glyph(crop, f"{CROPS[crop]}-c")
