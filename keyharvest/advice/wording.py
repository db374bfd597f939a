"""Hints in words: labels of reasons, sentences in favour of turns, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.advice.reasons import Reason
from keyharvest.knowledge import Observation
from keyharvest.rules import State
from keyharvest.rules.components import NUMBERS
from keyharvest.rules.geometry import SPACES, groups, spaces_in, touching
from keyharvest.rules.scoring import two_largest
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import references, sentence_case, worker

#: A turn that is this many points behind is clearly worse.
CLEARLY: Final = 1.0
#: The most reasons in the sentence, and the least weight of each.
_IN_SENTENCE: Final = 2
_LEAST: Final = 0.3

_LABELS: Final = {
    "largest": N_("largest group"),
    "second": N_("second group, doubled"),
    "groups": N_("both groups"),
    "workers": N_("workers"),
    "crops": N_("crop majorities"),
    "next worker": N_("next worker"),
    "counters": N_("counters"),
    "ripe": N_("ripe fields"),
    "fields": N_("fields"),
    "free": N_("free to play again"),
    "action": N_("action left"),
    "stored": N_("{tile} once placed"),
    "kept": N_("{tile} kept from {name}"),
    "can buy": N_("{name} can buy {tile}"),
    "can't match": N_("{name} can't match {tile}"),
    "their points": N_("points for {name}"),
    "their counters": N_("counters for {name}"),
}


def label(reason: Reason, names: Sequence[str]) -> str:
    """Return the label of a reason.

    >>> label(Reason("kept", 3, 1.0, seat=1, tile=0), ["Robin", "Ada"])
    'A1 kept from Ada'
    """
    return _(_LABELS[reason.kind]).format(tile=SPACES[reason.tile], name=names[reason.seat])


def why(observation: Observation, after: State, shown: Sequence[Reason], names: Sequence[str]) -> str:
    """Return the weightiest reasons for a turn in one sentence; empty if there are none."""
    clauses = [_clause(observation, after, each, names) for each in shown if each.weight >= _LEAST]
    told = [clause for clause in clauses if clause][:_IN_SENTENCE]
    if not told:
        return ""
    text = _("{one}, and {other}.") if len(told) > 1 else _("{one}.")
    return sentence_case(text.format(one=told[0], other=told[-1]))


def _clause(observation: Observation, after: State, reason: Reason, names: Sequence[str]) -> str:
    """Return a reason for a turn as a clause; empty if its number needs no words."""
    view, seat = observation.view, observation.seat
    tile, name = SPACES[reason.tile], names[reason.seat]
    match reason.kind:
        case "largest" | "second" | "groups":
            return _groups(reason.kind, view.fields[seat], after.fields[seat])
        case "workers" if reason.old and any(each != reason.worker for each in _gone(view, after, seat)):
            return _("a better worker comes")
        case "workers":
            text = _("the {worker} scores {number} at the end")
            return text.format(worker=worker(reason.worker), number=NUMBERS[reason.worker])
        case "crops":
            return _("you hold one more crop majority")
        case "next worker":
            return _("there is space for a better worker")
        case "counters":
            return _("you have more to pay with")
        case "ripe":
            return _("you have more to harvest")
        case "free":
            return _("your {worker} is free again").format(worker=worker(reason.worker))
        case "action":
            return _("an action is left after the draw")
        case "stored":
            text = n_(
                "{tile} adds {number} point once placed", "{tile} adds {number} points once placed", reason.change
            )
            return text.format(tile=tile, number=reason.change)
        case "kept":
            return _("{name} doesn't get {tile}").format(name=name, tile=tile)
        case "can't match":
            return _("{name} can't match your bid for {tile}").format(name=name, tile=tile)
        case "their points":
            return _("{name} loses points").format(name=name)
        case "their counters":
            return _("{name} loses counters").format(name=name)
    return ""


def _groups(kind: str, old: int, new: int) -> str:
    """Say how new fields change the groups that score."""
    came = new & ~old
    for tile in spaces_in(came):
        beside = sum(bool(group & touching(1 << tile)) for group in groups(old & new))
        if beside > 1:
            return _("{tile} joins {number} of your groups").format(tile=SPACES[tile], number=beside)
    sizes = dict(zip(("largest", "second"), two_largest(new), strict=True))
    counted = sizes.values() if kind == "groups" else [sizes[kind]]
    within = sum(group for group in groups(new) if group.bit_count() in counted) & came
    if not within or old & ~new:
        return _("your groups score more")
    if kind == "groups":
        text = n_("{tiles} adds to your groups", "{tiles} add to your groups", within.bit_count())
    elif kind == "largest":
        text = n_("{tiles} enlarges your largest group", "{tiles} enlarge your largest group", within.bit_count())
    else:
        text = n_("{tiles} enlarges your second group", "{tiles} enlarge your second group", within.bit_count())
    return text.format(tiles=references(within))


def _gone(view: State, after: State, seat: int) -> set[int]:
    return {worker for worker, _space in view.posts[seat]} - {worker for worker, _space in after.posts[seat]}


def verdict(better: int, behind: float, close: bool) -> str:
    """Say which of two turns is better; ``better`` is its number, ``behind`` the points between them.

    >>> verdict(1, 0.7, False), verdict(1, 0.7, True)
    ('Turn 1 is a little better', 'About the same')
    """
    if close:
        return _("About the same")
    text = _("Turn {number} is clearly better") if behind >= CLEARLY else _("Turn {number} is a little better")
    return text.format(number=better)
