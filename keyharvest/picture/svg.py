"""Functions that build the SVG elements of the drawings."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape

from keyharvest.picture.hexes import number

Value = str | int | float | None


def element(name: str, content: str = "", /, **attributes: Value) -> str:
    """Return one element; attribute values are escaped, ``None`` omits an attribute, ``_`` becomes ``-``.

    >>> element("use", href="#a", x=3, y=None, data_value='"C5"')
    '<use href="#a" x="3" data-value="&quot;C5&quot;"/>'
    """
    written = ""
    for key, value in attributes.items():
        if value is not None:
            written += f' {_word(key)}="{escaped(value) if isinstance(value, str) else number(value)}"'
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


# Each tap draws the page again, mostly from the same strings, so caching them saves time.
escaped = lru_cache(maxsize=4096)(escape)


@cache
def _word(key: str) -> str:
    return key.strip("_").replace("_", "-")


def paint(name: str | None) -> str | None:
    """Return a colour of ``colours.NAMES``, or a gradient (``url(#ID)``), as a value of ``fill`` or ``stroke``.

    >>> paint("hops-ink"), paint("url(#a)"), paint(None)
    ('var(--hops-ink)', 'url(#a)', None)
    """
    return f"var(--{name})" if name and not name.startswith("url") else name


def path(d: str, fill: str | None = None, stroke: str | None = None, width: float | None = None, **more: Value) -> str:
    """Return a path painted with named colours."""
    return element("path", d=d, fill=paint(fill), stroke=paint(stroke), stroke_width=width, **more)


def circle(
    x: float, y: float, r: float, fill: str | None = None, stroke: str | None = None, width: float | None = None
) -> str:
    """Return a circle painted with named colours."""
    return element("circle", cx=x, cy=y, r=r, fill=paint(fill), stroke=paint(stroke), stroke_width=width)


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str, stroke: str | None = None, width: float | None = None
) -> str:
    """Return an ellipse painted with named colours."""
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=paint(fill), stroke=paint(stroke), stroke_width=width)


@lru_cache(maxsize=4096)
def use(symbol: str, x: float | None = None, y: float | None = None, class_: str | None = None) -> str:
    """Return a reference to a drawing of :func:`keyharvest.picture.sprites.sprites`, with its origin at (x, y)."""
    return element("use", href=f"#kh-{symbol}", x=x, y=y, class_=class_)


def moved(content: str, x: float, y: float, scale: float = 1, **more: Value) -> str:
    """Move and scale content."""
    size = "" if scale == 1 else f" scale({scale:g})"
    return element("g", content, transform=f"translate({number(x)} {number(y)}){size}", **more)
