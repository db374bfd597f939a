"""The rules as a screen: contents and search, the text with its pictures, the cards beside it."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Final

from keyharvest.page.parts.controls import head, hidden, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.rules import text_view as rules_page
from keyharvest.page.rules.cards_view import cards_beside
from keyharvest.page.rules.pictures_view import figures, tokens
from keyharvest.picture.elements import Html, h, join
from keyharvest.words.language import N_, _, cached, n_

#: Shorter searches would find nearly everything.
_SHORTEST: Final = 2
_LONGEST: Final = 60
_HITS_LISTED: Final = 40
_AROUND: Final = 24
#: Another form of a word shares its beginning: this many letters at least, and all but the last few.
_STEM: Final = 5
_ENDING: Final = 3
_ANCHORED: Final = re.compile(r' id="rule-([^"]+)"')
_TAG: Final = re.compile(r"(<[^>]*(?:>|$))")
_ENDS: Final = re.compile(r"</(?:p|li|h\d|t[dhr])>")
#: Words of the page for what a rule says in others, by which it is found too.
_CALLED: Final = {
    "2.4": N_("starting counters"),
    "3.1": N_("two actions, order of actions"),
    "4.1": N_("harvest one group, ripe fields"),
    "5.1": N_("play a worker, hire a worker, take a worker home"),
    "5.3": N_("make way, weaker worker"),
    "5.6": N_("worker removed, taken home, back to town"),
    "6.2": N_("buy a tile, match a bid, exact price"),
    "7.2": N_("bid, price of a tile"),
    "8.1": N_("worker displaced, moves on, acts again"),
    "9.3": N_("seventh event"),
    "13.1": N_("last turns, end of the game"),
    "13.2": N_("scoring, score, majority, crop majorities, second group, two groups"),
    "13.3": N_("winner, tie"),
    "13.4": N_("no tile drawn for ten rounds"),
    "14.2": N_("hidden counters, secrets"),
}


def rules_screen(sought: str = "") -> Html:
    """Draw the rules, with the hits of a search marked in the text."""
    return join(
        head(_("Rules"), named("cards", _("Cards"), "cards"), back="back"),
        h.aside(".sheet.toc")[_search(sought), rules_page.contents()],
        h.article(".sheet.article")[marked(sought)],
        cards_beside(),
    )


def _search(sought: str) -> Html:
    label = _("Search, or a number: 5.2")
    field = h.input(
        "#rules-search",
        type="search",
        data_intent="search",
        value=sought or None,
        placeholder=label,
        aria_label=label,
        autocomplete="off",
        maxlength=_LONGEST,
    )
    found = Html()
    if len(sought) >= _SHORTEST:
        matches = hits(sought)
        count = n_("{number} match", "{number} matches", len(matches)).format(number=len(matches))
        found = h.ul[(_hit(rule, around) for rule, around in matches[:_HITS_LISTED])]
        found = join(h.p(role="status")[count if matches else _("no matches")], found)
    typed = h.label(".find")[icon("search"), hidden(label), field]
    return join(h.form(data_intent="found")[typed], h.div(".hits")[found])


def _hit(rule: str, around: Html) -> Html:
    link = h.a(href=f"#{rules_page.anchor(rule)}")[h.b[rule], h.span[around]]
    return h.li[link]


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


def marked(sought: str) -> Html:
    """Draw the text with the words sought marked where they occur, or all of them together where they do so."""
    if len(sought) < _SHORTEST:
        return text()
    phrase, words = _whole(escape(sought)), _begun(escape(sought))
    parts = _TAG.split(text())
    together = any(phrase.search(part) for part in parts[::2])
    wanted = re.compile("|".join(each.pattern for each in ([phrase] if together else words)), re.IGNORECASE)
    for at in range(0, len(parts), 2):
        parts[at] = wanted.sub(lambda found: f"<mark>{found[0]}</mark>", parts[at])
    return Html("".join(parts))


def _whole(sought: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(sought)}(?!\w)", re.IGNORECASE)


def _begun(sought: str) -> list[re.Pattern[str]]:
    """Return for each word sought what finds the words that begin with it, or with it in another form."""
    return [
        re.compile(rf"(?<!\w){re.escape(word[: max(_STEM, len(word) - _ENDING)])}\w*", re.IGNORECASE)
        for word in sought.split()
    ]


@cached
def _passages() -> tuple[tuple[str, str], ...]:
    """Return every rule's number and its words without markup."""
    numbered = _ANCHORED.split(str(rules_page.html()))
    return tuple(
        # What was split at a tag begins and ends within one.
        (number, " ".join(unescape(_TAG.sub("", _ENDS.sub(" ", f"<{words}"))).split()).removeprefix(number).strip())
        for number, words in zip(numbered[1::2], numbered[2::2], strict=True)
    )


@cached
def _called() -> dict[str, str]:
    return {number: _(words) for number, words in _CALLED.items()}


def hits(sought: str) -> list[tuple[str, Html]]:
    """Return the rules that contain the words, or are called so on the page, with the text around the first of them.

    Those that contain them just so come first, then those that contain all of them as whole words, then the others.

    >>> [rule for rule, around in hits("placing the tenth event")]
    ['13.1']
    >>> [rule for rule, around in hits("5.2")][0], [rule for rule, around in hits("crop majorities")]
    ('5.2', ['13.2'])
    """
    phrase, whole, begun = _whole(sought), [_whole(word) for word in sought.split()], _begun(sought)
    found = []
    for number, passage in _passages():
        called = _called().get(number, "")
        for rank, wanted in enumerate(([phrase], whole, begun)):
            if number == sought or all(each.search(passage) or each.search(called) for each in wanted):
                place = next(filter(None, (each.search(passage) for each in wanted)), None)
                found.append((number != sought, rank, number, _around(passage, place)))
                break
    return [(number, around) for _same, _rank, number, around in sorted(found, key=lambda each: each[:2])]


def _around(passage: str, place: re.Match[str] | None) -> Html:
    """Draw the words of a rule around the place found or, if there is none, its first ones."""
    if place is None:
        return join(_begun_with(passage, 3 * _AROUND))
    before, after = passage[: place.start()], passage[place.end() :]
    before = "…" + before[-_AROUND:].partition(" ")[2] if len(before) > _AROUND else before
    return join(before, h.mark[place[0]], _begun_with(after, 2 * _AROUND))


def _begun_with(text: str, most: int) -> str:
    """Return the whole words with which a text begins, if it is too long."""
    return text if len(text) <= most else text[:most].rpartition(" ")[0] + "…"
