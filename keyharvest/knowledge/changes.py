"""The changes since a moment of a game: on boards, in the registry and in stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from keyharvest.rules import State, actor


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes: for each board a mask of spaces, and a mask of new tiles in the registry and in stores."""

    boards: tuple[int, ...]
    tiles: int


def changes(states: Sequence[State], players: int, viewer: int = -1) -> Changes:
    """Return the changes in a sequence of states, without set-up and without what the ``viewer`` did."""
    boards, tiles = [0] * players, 0
    for before, after in pairwise(states):
        if before.turn == 0 or (viewer >= 0 and actor(before) == viewer):
            continue
        for seat in range(players):
            boards[seat] |= (before.fields[seat] ^ after.fields[seat]) | (before.ripe[seat] ^ after.ripe[seat])
            for _worker, space in set(before.posts[seat]) ^ set(after.posts[seat]):
                boards[seat] |= 1 << space
        tiles |= after.registry & ~before.registry | _stored(after) & ~_stored(before)
    return Changes(tuple(boards), tiles)


def _stored(state: State) -> int:
    return sum(1 << tile for store in state.stores for tile, _bid in store)
