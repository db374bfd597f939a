"""Hints in words: units and labels of reasons, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.advice.reasons import Reason, counterpart
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import signed, tenths, worker

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
    "next worker": N_("best next worker: {new} (now {old})"),
    "counters": N_("in hand, {old} to {new}"),
    "ripe": N_("to harvest, {old} to {new}"),
    "fields": N_("on the board, {old} to {new}"),
    "free": N_("can be played again"),
    "stored": N_("{tile} once placed"),
    "again": N_("{tile} once placed; the {worker} may act again"),
    "placed": N_("{tile} placed"),
    "unstored": N_("{tile} frees a place in your store"),
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
    again = reason.kind == "stored" and reason.worker >= 0
    kind = "again" if again else "bought" if reason.parts and reason.seat >= 0 else reason.kind
    sources = [_(_SOURCES[source]) + f" {signed(change)}" * bool(reason.parts[1:]) for source, change in reason.parts]
    uses = n_("{new} use compared, not better", "{new} uses compared, none better", reason.new)
    return (uses if kind == "unused" else _(_LABELS[kind])).format(
        tile=SPACES[reason.tile],
        name=names[reason.seat],
        worker=worker(reason.worker) if reason.worker >= 0 else "",
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
    forms = {
        "points": n_("point now", "points now", number),
        "stored": n_("point later", "points later", number),
        "next worker": n_("point later", "points later", number),
        "counters": n_("counter", "counters", number),
        "ripe": n_("ripe field", "ripe fields", number),
        "fields": n_("field", "fields", number),
        "free": n_("free worker", "free workers", number),
        "unused": n_("action unused", "actions unused", number),
    }
    return forms.get(kind.removeprefix("their "), n_("point", "points", number))


def summary(
    one: int, other: int, lead: float, close: bool, shown: Sequence[Reason], rivals: Sequence[Reason]
) -> tuple[bool, str]:
    """Return whether the reasons shown favour the first of two turns, and a sentence with the one that counts most.

    It says so if they favour the turn that ends behind. ``rivals`` are the effects of the other turn.

    >>> summary(1, 2, 1.5, False, [Reason("counters", 2, 0.4)], [])
    (True, 'Turn 1 has 2 more counters.')
    >>> summary(1, 2, 1.5, False, [Reason("points", 2, -4.0)], [Reason("points", 6, 6.0)])
    (False, 'Turn 2 has 4 more points now; looking ahead, turn 1 is better.')
    """
    side = 1 if sum(reason.weight for reason in shown) > 0 else -1
    figures = []
    for reason in shown:
        theirs = counterpart(reason, rivals)
        number = abs(reason.change - (theirs.change if theirs else 0))
        if number and reason.seat < 0 and side * reason.weight > 0:
            figures.append((side * reason.weight, number, unit(reason.kind, number)))
    if not figures:
        return side > 0, verdict(one, other, lead, close)
    if close:
        text = _("Turn {one} has {number} more {unit}; looking ahead, both are about equally good.")
    elif side * lead > 0:
        text = _("Turn {one} has {number} more {unit}.")
    else:
        text = _("Turn {one} has {number} more {unit}; looking ahead, turn {other} is better.")
    (first, second), (_weight, number, counted) = (one, other)[::side], max(figures)
    return side > 0, text.format(one=first, other=second, number=number, unit=counted)


def verdict(one: int, other: int, lead: float, close: bool) -> str:
    """Say which of two turns, given by their numbers, is better.

    ``lead`` is the first turn's lead minus the second's, as shown; ``close``: whether the search can't separate them.

    >>> verdict(1, 2, 1.5, False), verdict(3, 1, -0.7, False)
    ('On average, turn 1 ends 1.5 pts ahead of turn 2.', 'On average, turn 3 ends 0.7 pts behind turn 1.')
    >>> verdict(1, 2, 0.7, True)
    'Turns 1 and 2 are about equally good.'
    """
    if close:
        return _("Turns {one} and {other} are about equally good.").format(one=one, other=other)
    ahead = _("On average, turn {one} ends {points} ahead of turn {other}.")
    text = ahead if lead > 0 else _("On average, turn {one} ends {points} behind turn {other}.")
    return text.format(one=one, other=other, points=f"{tenths(abs(lead))} {_('pts')}")
