"""Hints in words: names of effects, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from string import ascii_uppercase
from typing import Final

from keyharvest.advice.hints import Gap
from keyharvest.advice.reasons import Reason
from keyharvest.words.language import N_, _
from keyharvest.words.terms import references, signed, tenths, worker

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
    "rest": (N_("Later turns"), N_("estimated points")),
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
    "lead": (N_("Margin"), N_("points, estimate")),
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
_POINTS: Final = (N_("{name} gets more points"), N_("{name} gets fewer points"))
#: More and less of each kind that a sentence may name; a tile is named with what it is worth to another.
_MORE: Final = {
    "points": (N_("more points this turn"), N_("fewer points this turn")),
    "counters": (N_("more counters"), N_("fewer counters")),
    "ripe": (N_("more ripe fields"), N_("fewer ripe fields")),
    "free": (N_("more free workers"), N_("fewer free workers")),
    "stored": (N_("more points in store"), N_("fewer points in store")),
    "next turn": (N_("more points next turn"), N_("fewer points next turn")),
    "rest": (N_("more points in later turns"), N_("fewer points in later turns")),
    "their points": _POINTS,
    "their later": _POINTS,
    "their counters": (N_("{name} gets more counters"), N_("{name} gets fewer counters")),
    "kept": (N_("{name} doesn't get {tile}"),),
    "can buy": (N_("{name} can buy {tile}"),),
    "can't match": (N_("{name} can't match the bid for {tile}"),),
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


def summary(one: int, other: int, gap: Gap, shown: Sequence[Reason], names: Sequence[str]) -> str:
    """Return a sentence that compares a turn with another: the largest difference among the reasons shown first, with
    the largest contrary one if it is at least a third of that, then the verdict.

    >>> points, later = Reason("points", 2, -4.0, more=-4), Reason("next turn", 4.3, 4.4, more=4.4)
    >>> summary(0, 1, Gap(1.5, 0.6), [points, later], [])
    'A: more points next turn (+4.4), but fewer points this turn (−4). Overall: 1.5 pts ahead of B (±0.6).'
    """
    of_both = (each for each in shown if each.more and each.weight and (each.change or not each.of_tile))
    told = sorted(of_both, key=lambda each: -each.size)
    least = told[0].size / 3 if told and told[0].kind != "rest" else 0.0
    contrary = (each for each in told if each.size >= least and (each.weight > 0) != (told[0].weight > 0))
    said = [_clause(reason, names) for reason in (*told[:1], *islice(contrary, 1))] or [_("the same in all figures")]
    text = _("{first}, but {second}").format(first=said[0], second=said[1]) if said[1:] else said[0]
    return turn(one, _("{said}. Overall: {verdict}").format(said=text, verdict=verdict(other, gap))) + "."


def _clause(reason: Reason, names: Sequence[str]) -> str:
    """Say what a turn has more or less of than another, and how much, or the worth of a tile to another player."""
    text = _(_MORE[reason.kind][-1 if reason.more < 0 else 0]).format(
        name=names[reason.seat] if reason.seat >= 0 else "", tile=references(1 << max(0, reason.tile))
    )
    if reason.of_tile:
        return f"{text} ({reason.change})"
    return f"{text} ({signed(reason.more, 1 if isinstance(reason.more, float) else 0)})"


def letter(at: int) -> str:
    """Return the name of one of the turns compared, by its index: A, B, C. Numbers are those of rounds and steps.

    >>> letter(0)
    'A'
    """
    return ascii_uppercase[at]


def turn(at: int, text: str) -> str:
    """Return a text about a turn under its letter."""
    return _("{letter}: {text}").format(letter=letter(at), text=text)


def verdict(other: int, gap: Gap) -> str:
    """Say how far a turn ends ahead of another, given by its index, and whether that makes them about equal.

    >>> verdict(1, Gap(1.5, 0.6)), verdict(0, Gap(-0.7, 0.8))
    ('1.5 pts ahead of B (±0.6)', '0.7 pts behind A (±0.8), about equal')
    >>> verdict(0, Gap(0.4, 0.6, -20)), verdict(0, Gap(-1.0, 0.0, 0))
    ('less likely to win than A', '1.0 pts behind A')
    """
    if gap.by_chance:
        likely = _("more likely to win than {other}"), _("less likely to win than {other}")
        return likely[gap.chance < 0].format(other=letter(other))
    text = _("{points} ahead of {other}") if gap.lead > 0 else _("{points} behind {other}")
    text = text if gap.lead else _("the same lead as {other}")
    doubt = f" (±{tenths(gap.doubt)})" if gap.doubt else ""
    said = text.format(points=f"{tenths(abs(gap.lead))} {_('pts')}", other=letter(other)) + doubt
    return _("{said}, about equal").format(said=said) if gap.close else said
