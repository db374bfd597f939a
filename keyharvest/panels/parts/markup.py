"""Functions that build HTML for the panels, and escape all text that isn't markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from keyharvest.picture.svg import escaped
from keyharvest.words.terms import rule_named

Attribute = str | int | bool | None

_EMPTY = frozenset(("br", "hr", "img", "input"))


class Html(str):
    """A string that is already markup: :func:`tag` inserts it as it is, and escapes all other strings."""

    __slots__ = ()


def text(value: str) -> Html:
    """Return a text as markup, with its special characters escaped.

    >>> text('<b>"Ann"</b>')
    '&lt;b&gt;&quot;Ann&quot;&lt;/b&gt;'
    """
    return value if isinstance(value, Html) else Html(escaped(f"{value}"))


def tag(element: str, /, *content: str, **attributes: Attribute) -> Html:
    """Return one element. Content that isn't :class:`Html` is escaped, and so are values.

    ``None`` and ``False`` omit an attribute. In names, trailing underscores are dropped, and others become hyphens.

    >>> tag("button", "Ann & <Bob>", data_intent="end", disabled=True, class_=None)
    '<button data-intent="end" disabled>Ann &amp; &lt;Bob&gt;</button>'
    """
    written = ""
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        word = _word(key)
        written += f" {word}" if value is True else f' {word}="{escaped(str(value))}"'
    if element in _EMPTY:
        return Html(f"<{element}{written}>")
    return Html(f"<{element}{written}>{''.join(map(text, content))}</{element}>")


@cache
def _word(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def join(*parts: str) -> Html:
    """Join pieces; those that aren't markup are escaped."""
    return Html("".join(map(text, parts)))


def button(label: str, intent: str, value: str | None = None, **attributes: Attribute) -> Html:
    """Draw a button that sends an intent."""
    return tag("button", label, type="button", data_intent=intent, data_value=value, **attributes)


def cited(sentence: str) -> Html:
    """Return a sentence in which every rule links to its text.

    >>> cited("Too far (rule 5.2).")
    'Too far (<a href="#rule-5.2" data-intent="rules" data-value="5.2">rule 5.2</a>).'
    """

    def link(found: re.Match[str]) -> str:
        return tag("a", found[0], href=f"#rule-{found[1]}", data_intent="rules", data_value=found[1])

    return Html(rule_named().sub(link, text(sentence)))


def cited_rule(sentence: str) -> str:
    """Return the first rule in a sentence; empty if there is none.

    >>> cited_rule("Too far (rule 5.2).")
    '5.2'
    """
    found = rule_named().search(sentence)
    return found[1] if found else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> Html:
    """Draw a table; the first cell of each row is its head, and a column may have an empty head."""
    above = (tag("th", head, scope="col") if head else tag("td") for head in heads)
    body = (tag("tr", tag("th", name, scope="row"), *(tag("td", cell) for cell in cells)) for name, *cells in rows)
    parts = tag("thead", tag("tr", *above)), tag("tbody", *body)
    return tag("table", tag("caption", caption) if caption else "", *parts)


def heading(text: str) -> Html:
    """Draw the heading of a command panel, where the focus goes if the question changes."""
    return tag("h2", text, id="card-title", tabindex="-1", class_="asked", data_landing=True)


def hidden(label: str) -> Html:
    """Return words for screen readers only."""
    return tag("span", label, class_="unseen")


def select(name: str, options: Mapping[str, str], chosen: str, **attributes: Attribute) -> Html:
    """Draw a drop-down list."""
    return tag(
        "select",
        *(tag("option", word, value=value, selected=value == chosen) for value, word in options.items()),
        name=name,
        **attributes,
    )
