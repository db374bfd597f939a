"""Shapes of the drawings, painted with named colours."""

from __future__ import annotations

from functools import lru_cache

from keyharvest.picture.elements import Child, Html, Value, h
from keyharvest.picture.hexes import number


def paint(name: str | None) -> str | None:
    """Return a colour of ``colours.NAMES``, or a gradient (``url(#ID)``), as a value of ``fill`` or ``stroke``.

    >>> paint("hops-ink"), paint("url(#a)"), paint(None)
    ('var(--hops-ink)', 'url(#a)', None)
    """
    return f"var(--{name})" if name and not name.startswith("url") else name


def path(d: str, fill: str | None = None, stroke: str | None = None, width: float | None = None, **more: Value) -> Html:
    """Return a path painted with named colours."""
    return h.path(d=d, fill=paint(fill), stroke=paint(stroke), stroke_width=width, **more)


def circle(
    x: float, y: float, r: float, fill: str | None = None, stroke: str | None = None, width: float | None = None
) -> Html:
    """Return a circle painted with named colours."""
    return h.circle(cx=x or None, cy=y or None, r=r, fill=paint(fill), stroke=paint(stroke), stroke_width=width)


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str, stroke: str | None = None, width: float | None = None
) -> Html:
    """Return an ellipse painted with named colours."""
    return h.ellipse(
        cx=x or None, cy=y or None, rx=rx, ry=ry, fill=paint(fill), stroke=paint(stroke), stroke_width=width
    )


@lru_cache(maxsize=4096)
def use(symbol: str, x: float | None = None, y: float | None = None, class_: str | None = None) -> Html:
    """Return a reference to a drawing of :func:`keyharvest.picture.sprites.sprites`, with its origin at (x, y)."""
    return h.use(href=f"#kh-{symbol}", x=x, y=y, class_=class_)


def moved(content: Child, x: float, y: float, scale: float = 1, **more: Value) -> Html:
    """Move and scale content."""
    size = "" if scale == 1 else f" scale({scale:g})"
    return h.g(transform=f"translate({number(x)} {number(y)}){size}", **more)[content]
