"""Hints in words: names of effects, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.advice.reasons import Reason, counterpart
from keyharvest.words.language import N_, _
from keyharvest.words.terms import signed, tenths, worker

#: The sources of points, and of another's counters.
_SOURCES: Final = {
    "groups": N_("groups"),
    "workers": N_("workers"),
    "crops": N_("majorities"),
    "paid": N_("paid"),
    "bid": N_("bid back"),
}
#: Each kind of effect: its name, and what its number counts, if the name doesn't say so.
_NAMES: Final = {
    "points": (N_("Points this turn"), ""),
    "store": (N_("Points in store"), N_("once placed")),
    "next turn": (N_("Next turn"), N_("points, on average")),
    "counters": (N_("Counters"), N_("in hand afterwards")),
    "ripe": (N_("Ripe fields"), N_("left over")),
    "free": (N_("Free workers"), N_("can be played again")),
    "stored": (N_("Points in store"), N_("once placed")),
    "again": (N_("Points in store"), N_("once placed; the {worker} may act again")),
    "kept": (N_("Kept from {name}"), N_("pts for {name}")),
    "can buy": (N_("{name} can buy it"), N_("pts for {name}")),
    "can't match": (N_("{name} can't match it"), N_("pts for {name}")),
    "their counters": (N_("Counters for {name}"), ""),
    "their points": (N_("Points for {name}"), N_("now")),
    "their later": (N_("Points for {name}"), N_("up to your next turn")),
    "unused": (N_("Action unused"), N_("pts for the best use: {use}")),
    "lead": (N_("Lead"), N_("points, estimate")),
    "chance": (N_("Chance"), N_("to win, estimate")),
}
#: The kinds whose numbers are whole if nothing is left to draw in the turn, and what they are otherwise.
_WHOLE: Final = ("points", "counters", "ripe")
_DRAWN: Final = N_("after the draw, on average")
#: The last step of a turn with a draw: what usually follows.
_THEN: Final = {
    "harvest": N_("then usually: harvest"),
    "worker": N_("then usually: play a worker"),
    "place": N_("then usually: place a field"),
    "store": N_("then usually: store a tile"),
    "nothing": N_("then usually: nothing more"),
    "": N_("then one more action"),
}
#: More and less of each kind that a sentence may name, in the order of time.
_MORE: Final = {
    "points": (N_("more points this turn"), N_("fewer points this turn")),
    "counters": (N_("more counters"), N_("fewer counters")),
    "ripe": (N_("more ripe fields"), N_("fewer ripe fields")),
    "free": (N_("more free workers"), N_("fewer free workers")),
    "stored": (N_("more points in store"), N_("fewer points in store")),
    "next turn": (N_("more points next turn"), N_("fewer points next turn")),
}


def named(kind: str, name: str, *numbers: float) -> tuple[str, str]:
    """Return the name of a kind of effect on a player, and what its number counts.

    Of numbers that are usually whole, a broken one is an average of what follows a draw.

    >>> named("their points", "Ada")
    ('Points for Ada', 'now')
    >>> named("points", "", 2, 1.5)
    ('Points this turn', 'after the draw, on average')
    """
    title, counted = _NAMES[kind]
    if kind in _WHOLE and any(isinstance(number, float) for number in numbers):
        counted = _DRAWN
    return _(title).format(name=name), _(counted) if counted else ""


def label(reason: Reason, names: Sequence[str], other: Reason | None = None) -> tuple[str, str]:
    """Return the name of a reason, and what its number counts or the sources of its points or of another's counters.

    ``other`` is the same reason of the turn compared. Several sources come with their numbers.

    >>> label(Reason("kept", 3, 1.0, seat=1, tile=0), ["Robin", "Ada"])
    ('Kept from Ada', 'pts for Ada')
    >>> label(Reason("points", 3, 3.0, parts=(("groups", 4), ("crops", -1))), ["Robin", "Ada"])
    ('Points this turn', 'groups +4, majorities −1')
    """
    kind = reason.kind
    if kind == "stored" and reason.worker >= 0:
        kind = "again"
    elif kind in _WHOLE and (reason.gains or (other and other.gains)):
        return named(kind, "", 0.5)
    sources = [_(_SOURCES[source]) + f" {signed(change)}" * bool(reason.parts[1:]) for source, change in reason.parts]
    words = {
        "name": names[reason.seat],
        "worker": worker(reason.worker) if reason.worker >= 0 else "",
        "use": reason.use,
    }
    title, counted = _NAMES[kind]
    return _(title).format(**words), ", ".join(sources) or (_(counted).format(**words) if counted else "")


def after_draw(action: str) -> str:
    """Say which action usually follows a draw, "" for none in particular."""
    return _(_THEN[action])


def summary(one: int, other: int, lead: float, close: bool, shown: Sequence[Reason], rivals: Sequence[Reason]) -> str:
    """Return a sentence that compares a turn with another by the reason shown that counts most.

    It also names a contrary one that counts at least a third as much, and says so if the reasons favour the turn that
    ends behind. ``rivals`` are the effects of the other turn.

    >>> summary(1, 2, 1.5, False, [Reason("counters", 2, 0.4)], [])
    'Turn 1 has more counters.'
    >>> points, later = Reason("points", 2, -4.0), Reason("next turn", 4.3, 4.4, gains=(4,))
    >>> rivals = [Reason("points", 6, 6.0), Reason("next turn", -0.1, -0.1)]
    >>> summary(1, 2, 1.5, False, [later, points], rivals)
    'Turn 1 has fewer points this turn, but more points next turn.'
    """
    side = 1 if sum(reason.weight for reason in shown) > 0 else -1
    figures = {}
    for reason in shown:
        theirs = counterpart(reason, rivals)
        if reason.kind in _MORE and reason.change != (theirs.change if theirs else 0):
            figures[reason.kind] = side * reason.weight
    most = max(figures, key=figures.__getitem__, default="")
    least = min(figures, key=figures.__getitem__, default="")
    if figures.get(most, 0.0) <= 0:
        return verdict(one, other, lead, close)
    told = (most, least) if figures[least] <= -figures[most] / 3 else (most,)
    first, *second = [_(_MORE[kind][side * figures[kind] < 0]) for kind in _MORE if kind in told]
    said = _("Turn {one} has {first}").format(one=one, first=first)
    if second:
        said = _("{first}, but {second}").format(first=said, second=second[0])
    if close:
        said = _("{said}; overall, both are about equal").format(said=said)
    elif side * lead <= 0:
        said = _("{said}; overall, turn {one} is better").format(said=said, one=one if lead > 0 else other)
    return said + "."


def verdict(one: int, other: int, lead: float, close: bool) -> str:
    """Say which of two turns, given by their numbers, is better.

    ``lead`` is the first turn's lead minus the second's, as shown; ``close``: whether the search can't separate them.

    >>> verdict(1, 2, 1.5, False), verdict(3, 1, -0.7, False)
    ('On average, turn 1 ends 1.5 pts ahead of turn 2.', 'On average, turn 3 ends 0.7 pts behind turn 1.')
    >>> verdict(1, 2, 0.7, True)
    'Turns 1 and 2 are about equal.'
    """
    if close:
        return _("Turns {one} and {other} are about equal.").format(one=one, other=other)
    ahead = _("On average, turn {one} ends {points} ahead of turn {other}.")
    text = ahead if lead > 0 else _("On average, turn {one} ends {points} behind turn {other}.")
    return text.format(one=one, other=other, points=f"{tenths(abs(lead))} {_('pts')}")
