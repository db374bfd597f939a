"""The game of the day in words: how it went, and the text to share."""

from __future__ import annotations

from datetime import date

from keyharvest.saved.card import Card
from keyharvest.words.language import _
from keyharvest.words.levels import level
from keyharvest.words.when import day_and_month


def result_line(card: Card | None, tried: bool = False) -> str:
    """Return the line that says how a game of the day went, shown below its name.

    ``card`` is ``None`` if that game hasn't been begun, or was deleted; ``tried``: whether it was begun before.

    >>> result_line(None)
    'the same deal for everyone'
    """
    if card is None:
        return _("a second try, not counted") if tried else _("the same deal for everyone")
    if not card.over:
        return _("continue: round {round}").format(round=card.round)
    own, other = _points(card)
    line = _("second try: {own} to {other}, {level}") if card.second_try else _("played: {own} to {other}, {level}")
    return line.format(own=own, other=other, level=_rival(card))


def shared(card: Card) -> str:
    """Return the text to share about a finished game of the day; the page puts its address in place of ``{site}``."""
    day = date.fromisoformat(card.day)
    own, other = _points(card)
    result = _("{own} to {other} against {level}")
    rows = [
        _("Key Harvest: game of {day} {year}").format(day=day_and_month(day.day, day.month), year=day.year),
        result.format(own=own, other=other, level=_rival(card)),
        _("with hints") if card.hinted else _("without hints"),
        *([_("second try")] if card.second_try else []),
        "{site}",
    ]
    return "\n".join(rows)


def _points(card: Card) -> tuple[int, int]:
    (own,) = card.persons
    return card.tallies[own].points, card.tallies[1 - own].points


def _rival(card: Card) -> str:
    (own,) = card.persons
    return level(card.chairs[1 - own].kind)
