"""The faults of a draft in words."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest import words
from keyharvest.record.soundness import Fault
from keyharvest.rules import State, counters
from keyharvest.rules.components import COUNTERS_PER_CROP
from keyharvest.rules.geometry import SPACES
from keyharvest.words.language import _


def fault_in_words(fault: Fault, state: State, names: Sequence[str]) -> str:
    """Return a fault of a draft in the language in use; ``names`` are the players'.

    >>> from keyharvest.editor.draft import Draft
    >>> draft = Draft.empty(2)
    >>> draft.put_field(0, 3)
    >>> draft.register(3)
    >>> [fault_in_words(fault, draft.state, ["Ann", "Ben"]) for fault in draft.faults()]
    ["A4 is in two places: on Ann's board and in the registry"]
    """
    if fault.crop >= 0:
        held = [*state.hands, *(bid for store in state.stores for _tile, bid in store)]
        number = sum(counters.count(each, fault.crop) for each in held)
        told = _("{counters}: the box has only {number}")
        return told.format(counters=words.amount(fault.crop, number), number=COUNTERS_PER_CROP)
    if fault.worker >= 0:
        told = _("The {worker} touches another worker") if fault.seat >= 0 else _("The {worker} is on two boards")
        return told.format(worker=words.worker(fault.worker))
    if fault.tile >= 0 and fault.seat >= 0:
        told = _("{reference} has no bid in {name}'s store")
        return told.format(reference=SPACES[fault.tile], name=names[fault.seat])
    if fault.tile >= 0:
        if sum(fields >> fault.tile & 1 for fields in state.fields) > 1:
            return _("{reference} is on two boards").format(reference=SPACES[fault.tile])
        places = words.listing(places_of(state, fault.tile, names))
        return _("{reference} is in two places: {places}").format(reference=SPACES[fault.tile], places=places)
    return fault.text  # a draft has no other faults


def places_of(state: State, tile: int, names: Sequence[str]) -> list[str]:
    """Return the boards, stores and other places where a field tile of a draft is, in words."""
    found = [
        _("on {name}'s board").format(name=name)
        for name, fields in zip(names, state.fields, strict=False)
        if fields >> tile & 1
    ]
    found += [
        _("in {name}'s store").format(name=name)
        for name, store in zip(names, state.stores, strict=False)
        if tile in dict(store)
    ]
    return found + [_("in the registry")] * (state.registry >> tile & 1)


def spaces_of(faults: Sequence[Fault], state: State, seat: int) -> int:
    """Return the spaces of a board where something is wrong, as a mask."""
    found = 0
    for fault in faults:
        if fault.tile >= 0 and fault.seat < 0:
            found |= state.fields[seat] & 1 << fault.tile
        if fault.worker >= 0 and fault.seat in (-1, seat):
            found |= sum(1 << space for worker, space in state.posts[seat] if worker == fault.worker)
    return found
