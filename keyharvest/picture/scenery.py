"""Pictures that fill a screen: the landscape of the home screen, and the barn doors of the curtain."""

from __future__ import annotations

from typing import Final

from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.land import cottage, tree
from keyharvest.picture.svg import circle, ellipse, moved, paint, path

_WIDTH, _HEIGHT = 1440, 900

_HILLS: Final = (
    "M0 330Q200 220 420 300T860 250T1240 290T1440 240V900H0Z",
    "M0 400Q260 300 560 380T1060 330T1440 350V900H0Z",
    "M0 520Q300 420 700 470T1440 430V900H0Z",
    "M0 650Q360 560 760 600T1440 560V900H0Z",
)
#: Fields in the foreground: outline and colour.
_PLOTS: Final = (
    ("M60 412L210 382L300 430L120 480Z", 0),
    ("M226 382L380 372L430 402L318 424Z", 1),
    ("M130 478L306 428L400 500L190 560Z", 2),
    ("M322 424L436 400L520 452L416 498Z", 3),
    ("M-20 480L112 474L176 562L-20 600Z", 4),
    ("M200 570L408 508L470 570L290 650Z", 0),
    ("M-20 612L182 572L274 654L120 740L-20 720Z", 3),
    ("M300 660L478 580L520 660L420 760Z", 1),
    ("M132 748L286 664L404 768L300 900H180Z", 2),
    ("M-20 734L118 750L166 900H-20Z", 4),
)
_FURROWS: Final = (
    *((140, 440), (150, 458), (96, 420), (220, 604), (240, 622), (262, 640)),
    *((170, 520), (190, 538), (190, 780), (206, 806), (222, 832), (238, 858)),
)
_TREES_FAR: Final = (
    *((700, 286, 0.7), (726, 292, 0.9), (752, 288, 0.7), (1240, 300, 0.8)),
    *((1268, 296, 0.6), (1390, 262, 0.7), (1100, 268, 0.6)),
)
_TREES_NEAR: Final = (
    *((118, 468, 0.8), (310, 416, 0.8), (186, 562, 1), (424, 500, 0.9), (288, 652, 1.1), (24, 604, 1)),
    *((128, 742, 1.2), (470, 574, 1), (410, 770, 1.3), (170, 880, 1.5), (52, 726, 1.1)),
)
_CLOUDS: Final = ((690, 90, 100), (1120, 64, 130), (1390, 140, 80))
_BIRDS: Final = "M980 170q10-10 16 0q8-10 17-1M1030 190q8-8 13 0q7-8 14-1M1000 210q6-6 10 0q5-6 11-1"
_STARS: Final = 46


def _scene(content: str) -> Html:
    return h.svg(
        ".kh.scene", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", preserveAspectRatio="xMidYMid slice", aria_hidden=True
    )[content]


def country() -> Html:
    """Draw hills and fields under a wide sky: in the morning or, in the dark theme, on a moonlit night."""
    stops = join(h.stop(offset=at, stop_color=paint(f"sky-{number}")) for number, at in ((1, 0), (2, 0.55), (3, 1)))
    sky = h.defs[h.linearGradient("#kh-sky", x1=0, y1=0, x2=0, y2=1)[stops]]
    sky += h.rect(width=_WIDTH, height=_HEIGHT, fill="url(#kh-sky)")
    stars = "".join(f"M{k * 397 % 1400 + 20} {k * 131 % 250 + 14}h0" for k in range(_STARS))
    sun = circle(905, 118, 52, "sun") + h.circle(cx=905, cy=118, r=76, fill=paint("sun"), opacity=".35")
    hills = join(path(d, f"hill-{number}") for number, d in enumerate(_HILLS))
    plots = join(path(d, f"plot-{colour}", "plot-edge", 5) for d, colour in _PLOTS)
    furrows = "".join(f"M{x} {y}L{x + 90} {y - 24}" for x, y in _FURROWS)
    return _scene(
        sky
        + path(stars, None, "star", 2.6)
        + sun
        + join(_cloud(*each) for each in _CLOUDS)
        + hills
        + join(moved(tree(), *each) for each in _TREES_FAR)
        + path(_BIRDS, None, "bird", 3)
        + cottage(640, 318, 0.9)
        + plots
        + path(furrows, None, "shade", 4)
        + join(moved(tree(), *each) for each in _TREES_NEAR)
    )


def _cloud(x: float, y: float, width: float) -> Html:
    return (
        ellipse(x, y, width, width * 0.28, "cloud")
        + ellipse(x - width * 0.3, y - width * 0.2, width * 0.42, width * 0.3, "cloud")
        + ellipse(x + width * 0.3, y - width * 0.13, width * 0.34, width * 0.22, "cloud")
    )


def doors() -> Html:
    """Draw closed barn doors; the page contains nothing of the table behind them (rule 14.2)."""
    columns = range(-180, 1630, 60)
    planks = "".join(f"M{x} 0V900" for x in columns)
    grain = "".join(
        f"M{x + 18 + y % 17} {y}v{60 + y % 41}M{x + 41} {y + 30}v{40 + y % 23}"
        for x in columns
        for y in range(20 + x % 90, 880, 190)
    )
    iron = path("M-20 150h120q16 0 16 14t-16 14h-120zM-20 720h120q16 0 16 14t-16 14h-120z", "felt", "ink-art", 3)
    return _scene(
        h.rect(x=-200, width=1840, height=900, fill=paint("plank"))
        + path(planks, None, "plank-line", 3)
        + path(grain, None, "plank-line", 1.5, opacity=".5")
        + _slanting(60, 560)
        + _slanting(1316, 816)
        + path("M-200 58h1840v52h-1840zM-200 766h1840v52h-1840z", "beam", "plank-line", 3)
        + path("M668 0h48v900h-48zM724 0h48v900h-48z", "beam", "plank-line", 3)
        + path("M717 0h6v900h-6z", "ink-art")
        + iron
        + h.g(transform="translate(1440) scale(-1 1)")[iron]
    )


def _slanting(foot: int, top: int) -> Html:
    return path(f"M{foot} 780L{top} 70h64L{foot + 64} 780z", "beam", "plank-line", 3)


def crown(x: float, y: float) -> Html:
    """Draw the winner's crown."""
    drawing = path("M-26 10L-30-16L-13-4L0-22L13-4L30-16L26 10Z", "gold", "ink-art", 3) + circle(0, -2, 3, "band")
    return moved(drawing, x, y)
