"""The few words of HTML that the panels are written in; every text that is not markup is escaped here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from keyharvest.picture.svg import escaped
from keyharvest.words.terms import rule_named

Attribute = str | int | bool | None

_EMPTY = frozenset(("br", "hr", "img", "input"))


class Html(str):
    """A string that is markup already: :func:`tag` puts it in as it is, and escapes every other one."""

    __slots__ = ()


def text(value: str) -> Html:
    """A text as markup: what people wrote is shown, never obeyed.

    >>> text('<b>"Ann"</b>')
    '&lt;b&gt;&quot;Ann&quot;&lt;/b&gt;'
    """
    return value if isinstance(value, Html) else Html(escaped(value))


def tag(element: str, /, *content: str, **attributes: Attribute) -> Html:
    """One element. Content that is not :class:`Html` is escaped, and so are values.

    ``None`` and ``False`` leave an attribute out. A trailing underscore of a name is dropped, others stand for hyphens.

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
    """Pieces one after the other; those that are not markup are escaped."""
    return Html("".join(map(text, parts)))


def button(label: str, intent: str, value: str | None = None, **attributes: Attribute) -> Html:
    """A button that sends an intent."""
    return tag("button", label, type="button", data_intent=intent, data_value=value, **attributes)


def cited(sentence: str) -> Html:
    """A sentence in which the rule it names leads to that rule.

    >>> cited("Too far (rule 5.2).")
    'Too far (<a href="#rule-5.2" data-intent="rules" data-value="5.2">rule 5.2</a>).'
    """

    def link(found: re.Match[str]) -> str:
        return tag("a", found[0], href=f"#rule-{found[1]}", data_intent="rules", data_value=found[1])

    return Html(rule_named().sub(link, text(sentence)))


def cited_rule(sentence: str) -> str:
    """The first rule that a sentence names; empty if it names none.

    >>> cited_rule("Too far (rule 5.2).")
    '5.2'
    """
    found = rule_named().search(sentence)
    return found[1] if found else ""


def hidden(label: str) -> Html:
    """Words for those who do not see the picture beside them."""
    return tag("span", label, class_="unseen")


def select(name: str, options: Mapping[str, str], chosen: str) -> Html:
    """A list to choose from."""
    return tag(
        "select",
        *(tag("option", word, value=value, selected=value == chosen) for value, word in options.items()),
        name=name,
    )
