"""Hints in words: labels of reasons, and verdicts on two turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.advice.reasons import Reason
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import N_, _
from keyharvest.words.terms import signed

#: A turn that is this many points behind is clearly worse.
CLEARLY: Final = 1.0

#: The sources of points.
_SOURCES: Final = {"groups": N_("groups"), "workers": N_("workers"), "crops": N_("majorities")}
_LABELS: Final = {
    "points": "{sources}",
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
    """Return the label of a reason; that of points are the sources, several with their numbers.

    >>> label(Reason("kept", 3, 1.0, seat=1, tile=0), ["Robin", "Ada"])
    'A1 kept from Ada'
    >>> label(Reason("points", 3, 3.0, parts=(("groups", 4), ("crops", -1))), ["Robin", "Ada"])
    'groups +4, majorities −1'
    """
    sources = [_(_SOURCES[kind]) + (f" {signed(change)}" if reason.parts[1:] else "") for kind, change in reason.parts]
    text = _LABELS[reason.kind]
    return _(text).format(tile=SPACES[reason.tile], name=names[reason.seat], sources=", ".join(sources))


def verdict(better: int, behind: float, close: bool) -> str:
    """Say which of two turns is better; ``better`` is its number, ``behind`` the points between them.

    >>> verdict(1, 0.7, False), verdict(1, 0.7, True)
    ('Turn 1 is a little better', 'About the same')
    """
    if close:
        return _("About the same")
    text = _("Turn {number} is clearly better") if behind >= CLEARLY else _("Turn {number} is a little better")
    return text.format(number=better)
