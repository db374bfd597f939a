"""The one builder of HTML and SVG: elements by their names, with everything escaped that isn't markup.

>>> h.p("#news.panel", aria_live=True, data_seat=2, title=None)["Ann & Bob", h.br(), [h.b[name] for name in "AB"]]
'<p id="news" class="panel" aria-live="true" data-seat="2">Ann &amp; Bob<br><b>A</b><b>B</b></p>'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Final, Literal, TypeAlias, Union

from keyharvest.picture.hexes import number

#: The value of an attribute: ``None`` omits it, as ``False`` does; but ``aria-*`` has the words "true" and "false".
Value: TypeAlias = str | int | float | bool | None
#: What an element contains. Strings that aren't :class:`Html` are escaped; ``None`` and ``False`` draw nothing.
Child: TypeAlias = Union[str, "Element", Iterable["Child"], Literal[False], None]

# Each tap draws the page again, mostly from the same strings, so caching them saves time.
escaped = lru_cache(maxsize=4096)(escape)


class Html(str):
    """A string that is already markup. A plain string that is added to it is escaped.

    >>> Html("<br>") + "<br>"
    '<br>&lt;br&gt;'
    """

    __slots__ = ()

    def __add__(self, other: str) -> Html:
        return Html(super().__add__(other if isinstance(other, Html) else escaped(other)))


class Element:
    """An element, to be called with its attributes and indexed with its content; without content it is empty."""

    __slots__ = ("_end", "_start")

    def __init__(self, start: str, end: str) -> None:
        self._start, self._end = start, end

    def __call__(self, short: str = "", /, **attributes: Value) -> Element:
        """Give the element attributes. ``short`` is its id and its classes: ``#id.class.another``.

        In names, trailing underscores are dropped, and others become hyphens.
        """
        if attributes:
            return Element(self._start + _written(short, attributes), self._end)
        return _named(self, short)

    def __getitem__(self, content: Child) -> Html:
        """Return the element with its content."""
        return Html(f"{self._start}>{content if type(content) is Html else _markup(content)}{self._end}")


class Void:
    """An element that never has content: it is markup as soon as it is called."""

    __slots__ = ("_end", "_start")

    def __init__(self, start: str, end: str) -> None:
        self._start, self._end = start, end

    def __call__(self, short: str = "", /, **attributes: Value) -> Html:
        return Html(self._start + _written(short, attributes) + self._end)


class _Elements:
    """The elements by their names."""

    br, hr, img, input = (Void(f"<{name}", ">") for name in ("br", "hr", "img", "input"))
    circle, ellipse, line, path = (Void(f"<{name}", "/>") for name in ("circle", "ellipse", "line", "path"))
    polygon, polyline, rect = (Void(f"<{name}", "/>") for name in ("polygon", "polyline", "rect"))
    stop, use = (Void(f"<{name}", "/>") for name in ("stop", "use"))

    def __getattr__(self, name: str) -> Element:
        if name not in NAMES:
            raise AttributeError(f"unknown element {name!r}")
        made = Element(f"<{name}", f"</{name}>")
        setattr(self, name, made)
        return made


#: The elements with content.
NAMES: Final = frozenset((
    "a", "article", "aside", "b", "button", "caption", "clipPath", "code", "dd", "defs", "details", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "g", "h1", "h2", "h3", "header", "i", "kbd",
    "label", "legend", "li", "linearGradient", "mark", "nav", "ol", "option", "output", "p", "pre", "progress",
    "section", "select", "small", "span", "strong", "summary", "svg", "table", "tbody", "td", "template", "text",
    "textarea", "th", "thead", "title", "tr", "ul",
))  # fmt: skip
h: Final = _Elements()


def join(*content: Child) -> Html:
    """Join pieces of content.

    >>> join("A & B", h.b["C"], None)
    'A &amp; B<b>C</b>'
    """
    return Html(_markup(content))


@lru_cache(maxsize=1024)
def _named(element: Element, short: str) -> Element:
    return Element(element._start + _in_full(short), element._end)


def _markup(content: Child) -> str:
    if isinstance(content, Html):
        return content
    if isinstance(content, str):
        return escaped(f"{content}")  # a name formats itself
    if isinstance(content, Element):
        return content[None]
    if content is None or content is False:
        return ""
    return "".join([each if type(each) is Html else _markup(each) for each in content])


def _written(short: str, attributes: Mapping[str, Value]) -> str:
    written = _in_full(short) if short else ""
    return written + "".join(map(_attribute, attributes, attributes.values())) if attributes else written


@lru_cache(maxsize=8192, typed=True)  # typed, as 1 == True
def _attribute(name: str, value: Value) -> str:
    word = name.rstrip("_").replace("_", "-")
    if isinstance(value, str):
        return f' {word}="{escape(value)}"'
    if isinstance(value, bool) and name.startswith("aria_"):
        return f' {word}="{str(value).lower()}"'
    if value is None or value is False:
        return ""
    return f" {word}" if value is True else f' {word}="{number(value)}"'


@lru_cache(maxsize=1024)
def _in_full(short: str) -> str:
    """Return the attributes of an id and classes.

    >>> _in_full("#news.panel.wide"), _in_full(".note")
    (' id="news" class="panel wide"', ' class="note"')
    """
    name, *classes = short.split(".")
    return (f' id="{name[1:]}"' if name else "") + (f' class="{" ".join(classes)}"' if classes else "")
