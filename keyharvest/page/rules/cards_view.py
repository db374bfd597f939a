"""Reference cards: every worker, every event and the scoring, each with its picture and its rule."""

from __future__ import annotations

from typing import Final

from keyharvest import words
from keyharvest.page.parts.controls import head, named
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules.components import EVENTS, FARMHANDS, TOWNSFOLK, WORKERS
from keyharvest.rules.geometry import spaces_in
from keyharvest.words.language import N_, _, cached

#: The scoring at the end (rule 13.2): points, and their source.
_SCORING: Final = (
    (N_("1 to 5"), N_("each worker on your board: its number")),
    (N_("1 each"), N_("fields of your largest connected group")),
    (N_("2 each"), N_("fields of your second largest group")),
    (N_("1"), N_("each crop you alone have the most of")),
)
_TIES: Final = N_("Ties: most fields, then most counters (rule 13.3).")


def cards_screen() -> Html:
    """Draw the screen of all cards."""
    return join(head(_("Cards"), named("book", _("Rules"), "rules"), back="back"), all_cards())


def all_cards() -> Html:
    """Draw all cards by kind; each card of a worker or event leads to its rule."""
    return h.div(".all-cards")[_farmhands(), _townsfolk(), _events(), _scoring(), _signs()]


def cards_beside() -> Html:
    """Draw the cards beside the rules, one kind at a time."""
    parts = (
        ("cards-workers", _("Workers"), join(_farmhands(), _townsfolk())),
        ("cards-events", _("Events"), _events()),
        ("cards-scoring", _("Points"), _scoring()),
    )
    tabs = (
        h.button(
            type="button",
            role="tab",
            id=f"tab-{name}",
            data_show=name,
            aria_controls=name,
            aria_selected=not at,
            tabindex="-1" if at else "0",
        )[title]
        for at, (name, title, _content) in enumerate(parts)
    )
    panels = (
        h.div(id=name, role="tabpanel", aria_labelledby=f"tab-{name}", hidden=at > 0)[content]
        for at, (name, _title, content) in enumerate(parts)
    )
    return h.aside(".sheet.cards-beside", aria_label=_("Cards"))[
        h.div(".seg", role="tablist", aria_label=_("Cards"))[tabs], h.div[panels]
    ]


def card_of(letter: str) -> str:
    """Return the id of a worker's or event's card.

    >>> card_of("C")
    'card-C'
    """
    return f"card-{letter}"


def _part(title: str, *rows: str) -> Html:
    return h.section(".sheet.card-part")[h.h2[title], h.ul[rows]]


@cached
def _farmhands() -> Html:
    return _part(_("Farmhands, six for each player"), *(_worker(each) for each in spaces_in(FARMHANDS)))


@cached
def _townsfolk() -> Html:
    return _part(_("Townsfolk, for everyone"), *(_worker(each) for each in spaces_in(TOWNSFOLK)))


@cached
def _events() -> Html:
    return _part(_("Events"), *(_event(each) for each in range(len(EVENTS))))


def _event(index: int) -> Html:
    event = EVENTS[index]
    picture = tiles.event(index, label="")
    line = words.event_line(event.letter)
    return _card(event.letter, 12, picture, words.event(index), line, event.scroll)


def _worker(index: int) -> Html:
    who = WORKERS[index]
    picture = tiles.worker(index, None if who.townsfolk else 0, label="")
    name = _("{name}, {number}").format(name=words.worker(index), number=who.number)
    chapter = 11 if who.townsfolk else 10
    return _card(who.letter, chapter, picture, name, words.worker_line(who.letter), who.scroll)


def _card(letter: str, chapter: int, picture: Html, name: str, line: str, scroll: bool) -> Html:
    """Draw a card that leads to its rule in a chapter."""
    inside = (
        picture,
        h.span(".words")[h.b[words.sentence_case(name)], h.span[line]],
        tiles.scroll_or_bell(scroll, _("must") if scroll else _("may")),
    )
    rule = f"{chapter}{letter}"
    return h.li[h.a(href=f"#rule-{rule}", data_intent="rules", data_value=rule, id=card_of(letter))[inside]]


@cached
def _scoring() -> Html:
    rows = (h.li(".counted")[h.b[_(points)], h.span[_(what)]] for points, what in _SCORING)
    return _part(_("Points at the end"), *rows, h.li[h.small[_(_TIES)]])


@cached
def _signs() -> Html:
    """Explain the two signs at the end of a card (rule 5.5)."""
    signs = ((False, _("may be used or declined")), (True, _("must be used as far as possible")))
    rows = (h.li(".counted")[tiles.scroll_or_bell(scroll), h.span[what]] for scroll, what in signs)
    return _part(_("Symbols"), *rows)
