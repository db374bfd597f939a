"""Hints in words: units and labels of reasons, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.advice.reasons import Reason, counterpart
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import sentence_case, signed, tenths, whole_part, worker

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
    "next turn": N_("on average"),
    "rest": N_("on average, with the rest of this one"),
    "counters": N_("in hand, {old} to {new}"),
    "ripe": N_("to harvest, {old} to {new}"),
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
    "their later": N_("for {name} by the end of your next turn"),
    "bought": N_("for {name}: {sources}"),
    "unused": N_("best use: {use}; not better"),
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
    if kind == "stored" and reason.worker >= 0:
        kind = "again"
    elif kind == "next turn" and reason.new:
        kind = "rest"
    sources = [_(_SOURCES[source]) + f" {signed(change)}" * bool(reason.parts[1:]) for source, change in reason.parts]
    return _(_LABELS[kind]).format(
        tile=SPACES[reason.tile],
        name=names[reason.seat],
        worker=worker(reason.worker) if reason.worker >= 0 else "",
        sources=", ".join(sources),
        old=reason.old,
        new=reason.new,
        use=reason.use,
    )


def unit(kind: str, number: float) -> str:
    """Return what a reason of a kind counts, in the form for a number.

    >>> unit("counters", -1), unit("kept", 2)
    ('counter', 'points')
    """
    number = whole_part(abs(number))
    forms = {
        "points": n_("point now", "points now", number),
        "next turn": n_("points next turn", "points next turn", number),
        "later": n_("points later", "points later", number),
        "stored": n_("point in store", "points in store", number),
        "counters": n_("counter", "counters", number),
        "ripe": n_("ripe field", "ripe fields", number),
        "free": n_("free worker", "free workers", number),
        "unused": n_("action unused", "actions unused", number),
    }
    return forms.get(kind.removeprefix("their "), n_("point", "points", number))


def summary(
    one: int, other: int, lead: float, close: bool, shown: Sequence[Reason], rivals: Sequence[Reason]
) -> str:
    """Return a sentence that compares two turns by the reason shown that counts most.

    It also names a contrary one that counts at least a third as much, and says so if the reasons favour the turn that
    ends behind. ``rivals`` are the effects of the other turn.

    >>> summary(1, 2, 1.5, False, [Reason("counters", 2, 0.4)], [])
    'Turn 1 has 2 more counters.'
    >>> points, later = Reason("points", 2, -4.0), Reason("next turn", 4.3, 4.4, gains=(4,))
    >>> rivals = [Reason("points", 6, 6.0), Reason("next turn", -0.1, -0.1)]
    >>> summary(1, 2, 1.5, False, [later, points], rivals)
    'Turn 2 has 4 more points now, but turn 1 has 4.4 more points next turn.'
    """
    side = 1 if sum(reason.weight for reason in shown) > 0 else -1
    counted = [_more(one, other, reason, rivals) for reason in shown if reason.seat < 0]
    figures = [(0.0, False, verdict(one, other, lead, close)), *(figure for figure in counted if figure[2])]
    most, least = (pick(figures) for pick in (max, min)[::side])
    said = most[2]
    if not most[0]:
        return said
    if abs(least[0]) >= abs(most[0]) / 3:
        first, second = sorted((least, most), key=lambda figure: figure[1])
        said = _("{first}, but {second}").format(first=first[2], second=second[2])
    if close:
        said = _("{said}; overall, both are about equal").format(said=said)
    elif side * lead <= 0:
        said = _("{said}; overall, turn {one} is better").format(said=said, one=one if lead > 0 else other)
    return sentence_case(said) + "."


def _more(one: int, other: int, reason: Reason, rivals: Sequence[Reason]) -> tuple[float, bool, str]:
    """Return a reason's weight, whether it comes later, and by how much one of two turns has more; no text if equal."""
    theirs = counterpart(reason, rivals)
    number = round(abs(reason.change - (theirs.change if theirs else 0)), 1)
    text = _("turn {one} has {number} more {unit}").format(
        one=one if reason.weight > 0 else other,
        number=tenths(number) if reason.gains else number,
        unit=unit(reason.kind, number),
    )
    return reason.weight, bool(reason.gains), text if number else ""


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
