"""The rules as a screen: contents and search, the text with its pictures, the cards beside it."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Final

from keyharvest.panels.parts.cards import cards_beside
from keyharvest.panels.parts.controls import head, named
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, hidden, join, tag
from keyharvest.screens import rules_page
from keyharvest.screens.rules_pictures import figures, tokens
from keyharvest.words.language import _, cached, n_

#: Shorter searches would find nearly everything.
_SHORTEST: Final = 2
_LONGEST: Final = 60
_HITS_LISTED: Final = 40
_AROUND: Final = 24
_ANCHORED: Final = re.compile(r' id="rule-([^"]+)"')
_TAG: Final = re.compile(r"(<[^>]*>)")


def rules_screen(sought: str = "") -> Html:
    """Draw the rules, with the hits of a search marked in the text."""
    text, number = marked(sought)
    return join(
        head(_("Rules"), named("cards", _("Cards"), "cards"), back="back"),
        tag("aside", _search(sought, number), rules_page.contents(), class_="sheet toc"),
        tag("article", text, class_="sheet article"),
        cards_beside(),
    )


def _search(sought: str, number: int) -> Html:
    label = _("Search, or a number: 5.2")
    field = tag(
        "input",
        type="search",
        id="rules-search",
        data_intent="search",
        value=sought or None,
        placeholder=label,
        aria_label=label,
        autocomplete="off",
        maxlength=_LONGEST,
    )
    found = Html()
    if len(sought) >= _SHORTEST:
        count = n_("{number} match", "{number} matches", number).format(number=number)
        found = tag("ul", *(_hit(rule, around) for rule, around in hits(sought)[:_HITS_LISTED]))
        found = join(tag("p", count if number else _("no matches"), role="status"), found)
    return join(tag("label", icon("search"), hidden(label), field, class_="find"), tag("div", found, class_="hits"))


def _hit(rule: str, around: Html) -> Html:
    link = tag("a", tag("b", rule), tag("span", around), href=f"#{rules_page.anchor(rule)}")
    return tag("li", link)


@cached
def text() -> Html:
    """Draw the text with its pictures; every rule can take the focus, as the target of a link."""
    found = rules_page.with_lessons(rules_page.html())
    for number, figure in figures().items():
        before, rule, after = found.partition(f'<p id="{rules_page.anchor(number)}">')
        words, end, after = after.partition("</p>")
        found = before + rule + words + end + figure + after
    for number, token in tokens().items():
        head_of = f'<h3 id="{rules_page.anchor(number)}">'
        found = found.replace(head_of, head_of + token, 1)
    return Html(found.replace(' id="rule-', ' tabindex="-1" id="rule-'))


def marked(sought: str) -> tuple[Html, int]:
    """Draw the text with every occurrence of the words marked, and count the occurrences.

    >>> marked("no such words")[1]
    0
    """
    if len(sought) < _SHORTEST:
        return text(), 0
    wanted = re.compile(re.escape(escape(sought)), re.IGNORECASE)
    number = 0
    parts = _TAG.split(text())
    for at in range(0, len(parts), 2):
        parts[at], more = wanted.subn(lambda found: f"<mark>{found[0]}</mark>", parts[at])
        number += more
    return Html("".join(parts)), number


@cached
def _passages() -> tuple[tuple[str, str], ...]:
    """Return every rule's number and its words without markup."""
    numbered = _ANCHORED.split(str(rules_page.html()))
    return tuple(
        (number, " ".join(unescape(_TAG.sub(" ", "<" + words)).split()))
        for number, words in zip(numbered[1::2], numbered[2::2], strict=True)
    )


def hits(sought: str) -> list[tuple[str, Html]]:
    """Return the rules that contain the words, with the text around the first occurrence.

    >>> [rule for rule, around in hits("placing the tenth event")]
    ['13.1']
    """
    wanted = re.compile(re.escape(sought), re.IGNORECASE)
    found = []
    for number, passage in _passages():
        place = wanted.search(passage)
        if place:
            before, after = passage[: place.start()], passage[place.end() :]
            before = "…" + before[-_AROUND:].partition(" ")[2] if len(before) > _AROUND else before
            found.append((number, join(before, tag("mark", place[0]), after[: 2 * _AROUND])))
    return found
