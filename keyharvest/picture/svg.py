"""The few words of SVG that the drawings are written in."""

from __future__ import annotations

from html import escape

from keyharvest.picture.hexes import number


def element(name: str, content: str = "", **attributes: str | int | float | None) -> str:
    """One element; attribute values are escaped, ``None`` leaves one out, ``_`` stands for ``-``.

    >>> element("use", href="#a", x=3, y=None, data_value='"C5"')
    '<use href="#a" x="3" data-value="&quot;C5&quot;"/>'
    """
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _value(value: str | int | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def paint(fill: str | None = None, stroke: str | None = None) -> str | None:
    """The classes for a fill and a stroke by the names of ``colours.NAMES``.

    >>> paint("hops", "hops-ink"), paint(None, "ring"), paint()
    ('khf-hops khs-hops-ink', 'khs-ring', None)
    """
    return " ".join([f"khf-{fill}"] * bool(fill) + [f"khs-{stroke}"] * bool(stroke)) or None


def path(d: str, fill: str | None = None, stroke: str | None = None, width: float | None = None) -> str:
    """A path painted with named colours."""
    return element("path", d=d, class_=paint(fill, stroke), stroke_width=width)


def circle(
    x: float, y: float, r: float, fill: str | None = None, stroke: str | None = None, width: float | None = None
) -> str:
    """A circle painted with named colours."""
    return element("circle", cx=x, cy=y, r=r, class_=paint(fill, stroke), stroke_width=width)


def use(symbol: str, x: float | None = None, y: float | None = None, class_: str | None = None) -> str:
    """A copy of a drawing of :func:`keyharvest.picture.sprites.sprites`, with its origin at (x, y)."""
    return element("use", href=f"#kh-{symbol}", x=x, y=y, class_=class_)


def moved(content: str, x: float, y: float, scale: float = 1) -> str:
    """Content put at another place, and made smaller or larger."""
    size = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({number(x)} {number(y)}){size}">{content}</g>'
