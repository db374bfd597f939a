"""What a seat does in most imagined courses in the rest of its turn, after the draw at which a plan ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from keyharvest.rules import State
from keyharvest.rules.geometry import spaces_in

#: In more than such a part of the courses what is told is done: so never two things of which only one can be.
_OFTEN: Final = 0.5
#: The order in which it is told.
_ORDER: Final = ("place", "work", "harvest", "store")


class Deed(NamedTuple):
    """What is probably done: ``what`` is a tile, or the worker that comes to a ``space`` (-1: to this or that one)."""

    kind: Literal["place", "work", "harvest", "store"]
    what: int
    space: int = -1


def sequel(now: State, ends: Sequence[State], seat: int) -> tuple[Deed, ...]:
    """What a seat has done, between a state and the ends of its turn in imagined courses, in more than half of these.

    >>> from keyharvest.rules import new_game
    >>> now, end = new_game(2), new_game(2)
    >>> end.fields = (0b1, 0)
    >>> sequel(now, [end, end, end, now], 0)
    (Deed(kind='place', what=0, space=-1),)
    >>> sequel(now, [end, now], 0)
    ()
    """
    found: Counter[Deed] = Counter()
    for end in ends:
        found.update(Deed("place", tile) for tile in spaces_in(end.fields[seat] & ~now.fields[seat]))
        for worker, space in set(end.posts[seat]) - set(now.posts[seat]):
            found.update((Deed("work", worker), Deed("work", worker, space)))
        harvested = now.ripe[seat] & end.fields[seat] & ~end.ripe[seat]
        found.update(Deed("harvest", tile) for tile in spaces_in(harvested))
        had = {tile for tile, _bid in now.stores[seat]}
        found.update(Deed("store", tile) for tile, _bid in end.stores[seat] if tile not in had)
    often = {deed for deed, number in found.items() if number > _OFTEN * len(ends)}
    vague = {Deed(deed.kind, deed.what) for deed in often if deed.space >= 0}
    return tuple(sorted(often - vague, key=lambda deed: (_ORDER.index(deed.kind), deed.what)))
