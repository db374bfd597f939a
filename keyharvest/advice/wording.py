"""Hints in words: units and labels of reasons, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.advice.reasons import Reason
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import signed, tenths

#: Two turns whose leads differ by fewer points than this are about equally good.
_ALIKE: Final = 0.3

#: The sources of points, and of another's counters.
_SOURCES: Final = {
    "groups": N_("groups"),
    "workers": N_("workers"),
    "crops": N_("majorities"),
    "paid": N_("paid"),
    "bid": N_("bid back"),
}
_LABELS: Final = {
    "points": "{sources}",
    "next worker": N_("next worker, {old} to {new}"),
    "counters": N_("in hand, {old} to {new}"),
    "ripe": N_("to harvest, {old} to {new}"),
    "fields": N_("on the board, {old} to {new}"),
    "free": N_("free to play again"),
    "action": N_("left after the draw"),
    "stored": N_("{tile} once placed"),
    "kept": N_("{tile} kept from {name}"),
    "can buy": N_("{name} can buy {tile}"),
    "can't match": N_("{name} can't match {tile}"),
    "their points": N_("for {name}, {old} to {new}"),
    "their counters": N_("for {name}, {old} to {new}"),
    "bought": N_("for {name}: {sources}"),
}


def label(reason: Reason, names: Sequence[str]) -> str:
    """Return the label of a reason, with the sources of points or of another's counters, if any.

    Several sources come with their numbers.

    >>> label(Reason("kept", 3, 1.0, seat=1, tile=0), ["Robin", "Ada"])
    'A1 kept from Ada'
    >>> label(Reason("points", 3, 3.0, parts=(("groups", 4), ("crops", -1))), ["Robin", "Ada"])
    'groups +4, majorities −1'
    """
    kind = "bought" if reason.parts and reason.seat >= 0 else reason.kind
    numbers = bool(reason.parts[1:])
    sources = [_(_SOURCES[source]) + f" {signed(change)}" * numbers for source, change in reason.parts]
    if kind == "unused":
        text = n_("{new} use compared, not better", "{new} uses compared, none better", reason.new)
    else:
        text = _(_LABELS[kind])
    return text.format(
        tile=SPACES[reason.tile],
        name=names[reason.seat],
        sources=", ".join(sources),
        old=reason.old,
        new=reason.new,
    )


def unit(kind: str, number: int) -> str:
    """Return what a reason of a kind counts, in the form for a number.

    >>> unit("counters", -1), unit("kept", 2)
    ('counter', 'points')
    """
    number = abs(number)
    match kind:
        case "counters" | "their counters":
            return n_("counter", "counters", number)
        case "ripe":
            return n_("ripe field", "ripe fields", number)
        case "fields":
            return n_("field", "fields", number)
        case "free":
            return n_("worker", "workers", number)
        case "action":
            return n_("action", "actions", number)
        case "unused":
            return n_("action unused", "actions unused", number)
        case "points":
            return n_("point now", "points now", number)
    return n_("point", "points", number)


def verdict(one: int, other: int, lead: float, close: bool) -> str:
    """Say which of two turns, given by their numbers, is better.

    ``lead`` is the first turn's lead minus the second's, as shown; ``close``: whether the search can't separate them.

    >>> verdict(1, 2, 1.5, False), verdict(3, 1, -0.7, False)
    ('On average, turn 1 ends 1.5 pts ahead of turn 2.', 'On average, turn 3 ends 0.7 pts behind turn 1.')
    >>> verdict(1, 2, 0.7, True)
    'Turns 1 and 2 are about equally good.'
    """
    if close or abs(lead) < _ALIKE:
        return _("Turns {one} and {other} are about equally good.").format(one=one, other=other)
    if lead > 0:
        text = _("On average, turn {one} ends {points} ahead of turn {other}.")
    else:
        text = _("On average, turn {one} ends {points} behind turn {other}.")
    return text.format(one=one, other=other, points=f"{tenths(abs(lead))} {_('pts')}")
