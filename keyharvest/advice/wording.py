"""Hints in words: units and labels of reasons, what sets a turn apart, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.advice.reasons import Reason
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import listing, signed, tenths

#: One of two turns is clearly better if it is ahead by this many points and this many per cent of the chance to win.
#: Below the second pair they are alike; from the last number of per cent on, a better chance weighs against a better
#: lead.
_CLEARLY: Final = (1.0, 5)
_ALIKE: Final = (0.3, 2)
_AGAINST: Final = 2

#: The sources of points.
_SOURCES: Final = {"groups": N_("groups"), "workers": N_("workers"), "crops": N_("majorities")}
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
}
#: Where a turn has more or fewer of something than another.
_WHERE: Final = {
    "points": N_("now"),
    "stored": N_("from stored tiles"),
    "next worker": N_("from the next worker"),
    "counters": N_("in hand"),
    "action": N_("after the draw"),
    "their points": N_("for {name}"),
    "their counters": N_("for {name}"),
}


def label(reason: Reason, names: Sequence[str]) -> str:
    """Return the label of a reason; for points it names the sources, with their numbers if there are several.

    >>> label(Reason("kept", 3, 1.0, seat=1, tile=0), ["Robin", "Ada"])
    'A1 kept from Ada'
    >>> label(Reason("points", 3, 3.0, parts=(("groups", 4), ("crops", -1))), ["Robin", "Ada"])
    'groups +4, majorities −1'
    """
    sources = [_(_SOURCES[kind]) + (f" {signed(change)}" if reason.parts[1:] else "") for kind, change in reason.parts]
    return _(_LABELS[reason.kind]).format(
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
        case "points":
            return n_("point now", "points now", number)
    return n_("point", "points", number)


def apart(differences: Sequence[Reason], names: Sequence[str], rival: int, lead: float) -> str:
    """Say what sets a turn apart from its ``rival``, by its number: the weightiest gains and the loss, if what is
    counted speaks for the turn with the better ``lead`` (in points, more or less); else the lead by itself.

    >>> more = Reason("points", 2, 2.0), Reason("kept", 3, 1.0, seat=1, tile=0), Reason("counters", -1, -0.4)
    >>> apart(more, ["Robin", "Ada"], 2, 0.5)
    'Compared with turn 2: 2 more points now and A1 kept from Ada, but 1 fewer counter in hand.'
    >>> apart(more, ["Robin", "Ada"], 1, -0.5)
    'In simulations, this turn ends 0.5 pts behind turn 1 on average.'
    >>> apart(more, ["Robin", "Ada"], 2, 0.1)
    'About as good as turn 2.'
    """
    if abs(lead) < _ALIKE[0]:
        return _("About as good as turn {number}.").format(number=rival)
    if sum(each.weight for each in differences) * lead <= 0:
        text = (
            _("In simulations, this turn ends {points} ahead of turn {number} on average.")
            if lead > 0
            else _("In simulations, this turn ends {points} behind turn {number} on average.")
        )
        return text.format(points=f"{tenths(abs(lead))} {_('pts')}", number=rival)
    good, bad = ([_more(each, names) for each in differences if (each.weight > 0) is gain] for gain in (True, False))
    if not good:
        good, bad = bad, []
    text = _("{one}, but {other}") if bad else "{one}"
    said = text.format(one=listing(good[:2]), other="".join(bad[:1]))
    return _("Compared with turn {number}: {differences}.").format(number=rival, differences=said)


def _more(each: Reason, names: Sequence[str]) -> str:
    if each.tile >= 0:
        return label(each, names)
    number, kind = abs(each.change), "" if each.kind == "points" else each.kind
    more = _("{number} more {unit} {where}") if each.change > 0 else _("{number} fewer {unit} {where}")
    where = _(_WHERE[each.kind]).format(name=names[each.seat]) if each.kind in _WHERE else ""
    return more.format(number=number, unit=unit(kind, number), where=where).strip()


def verdict(one: int, other: int, lead: float, chance: int, close: bool) -> str:
    """Say which of two turns is better, by their numbers; ``lead`` and ``chance``: how many points and per cent more
    the first has, as shown; ``close``: whether the search can't say which is better.

    >>> verdict(1, 2, 1.5, 6, False), verdict(1, 2, 2.0, 2, False)
    ('Turn 1 is clearly better', 'Turn 1 is a little better')
    >>> verdict(1, 2, 0.7, 4, True), verdict(1, 2, 0.1, 1, True)
    ('Turn 1 is perhaps better', 'About the same')
    >>> verdict(1, 3, 0.7, -4, False)
    'Turn 1 leads by more; turn 3 wins more often'
    """
    if abs(lead) < _ALIKE[0] and abs(chance) < _ALIKE[1]:
        return _("About the same")
    most, least = (one, other) if (lead or chance) > 0 else (other, one)
    if lead * chance < 0 and abs(chance) >= _AGAINST:
        return _("Turn {most} leads by more; turn {likely} wins more often").format(most=most, likely=least)
    if close:
        text = _("Turn {number} is perhaps better")
    elif abs(lead) >= _CLEARLY[0] and abs(chance) >= _CLEARLY[1]:
        text = _("Turn {number} is clearly better")
    else:
        text = _("Turn {number} is a little better")
    return text.format(number=most)
