"""What tiles that lie in the registry or in stores are worth to whom, as far as one pair of eyes knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from keyharvest import words
from keyharvest.advice.effect import points
from keyharvest.advice.to_come import turn_to_come
from keyharvest.advice.workforce import following
from keyharvest.knowledge import Observation
from keyharvest.rules import State
from keyharvest.rules.geometry import spaces_in, touching
from keyharvest.rules.scoring import gain
from keyharvest.rules.state import put
from keyharvest.table.rivals import CAN, can_pay, could_harvest, has_enough
from keyharvest.words.language import _

#: A next worker of so many points more is clearly better.
_BETTER: Final = 2


def worth(state: State, seat: int, tiles: int) -> int:
    """The points that tiles can bring a seat beyond what those of its own store do, which may come first (rule 6.1).

    Below 0 they take some away; workers that they would displace are not counted.

    >>> from keyharvest.rules import new_game
    >>> worth(new_game(2), 0, 1 << 0)
    1
    """
    fields, own = state.fields[seat], in_store(state, seat) & ~tiles
    starts = [fields, *(fields | 1 << tile for tile in spaces_in(own)), fields | own]
    return max(gain(fields, start | tiles) for start in starts) - max(gain(fields, start) for start in starts)


def in_store(state: State, seat: int) -> int:
    """The tiles in a seat's store."""
    return sum(1 << tile for tile, _bid in state.stores[seat])


def after_others(state: State, seat: int, tile: int, others: int) -> str:
    """In words what a tile brings a seat once others of its store are placed; empty if that is what it brings alone."""
    fields = state.fields[seat]
    then = gain(fields | others, fields | others | 1 << tile)
    if then == gain(fields, fields | 1 << tile):
        return ""
    told = points(then) if then else _("no point")
    return _("after {tiles} {points}").format(tiles=words.references(others), points=told)


def together(state: State, seat: int, tile: int) -> tuple[list[int], int] | None:
    """With which tiles of the registry or of the own store a tile brings more than these alone, and how much.

    It may be placed already. Those are given, as masks, with which it is most: single ones, or where none of these is
    enough two, one of them of the own store; ``None`` if there are none. One of the registry takes two turns. What the
    rest of the own store would bring as well does not count.
    """
    own = in_store(state, seat) & ~(1 << tile)
    registry = state.registry if turn_to_come(state, seat, 2) else 0
    at_hand = [1 << other for other in spaces_in(registry | own)]
    pairs = {mine | other for mine in at_hand for other in at_hand if mine & own and mine != other}
    fields, placed = state.fields[seat] & ~(1 << tile), state.fields[seat] | 1 << tile
    for tiles in (at_hand, sorted(pairs)):
        more = {
            others: min(
                gain(placed | rest, placed | rest | others) - gain(fields | rest, fields | rest | others)
                for rest in (0, own & ~others)
            )
            for others in tiles
            if others & touching(1 << tile)
        }
        most = max(more.values(), default=0)
        if most > 0:
            return [others for others in more if more[others] == most], most
    return None


def within_reach(state: State, seat: int) -> int:
    """The tiles in the registry and in the stores of others."""
    found = state.registry
    for other in range(state.players):
        if other != seat:
            found |= in_store(state, other)
    return found


def without(state: State, tiles: int) -> State:
    """The same state without some tiles in the registry and the stores."""
    state = state.copy()
    state.registry &= ~tiles
    state.stores = tuple(tuple(held for held in store if not tiles >> held[0] & 1) for store in state.stores)
    return state


def wanted(observation: Observation, tile: int, state: State) -> tuple[int, int]:
    """To whom else a tile of the registry or a store is worth most, and how many points; ``(-1, 0)`` for nobody.

    What it is worth is counted in ``state``.
    """
    gains = ((other, worth(state, other, 1 << tile)) for other in _takers(observation, observation.view, tile))
    return max(((-1, 0), *gains), key=lambda each: each[1])


def _takers(observation: Observation, state: State, tile: int) -> Iterator[int]:
    """Who but the seat that asks could have a tile: from the registry in two turns, from the own store, or for a bid.

    A bid counts if it can be matched for sure, if need be after a harvest.
    """
    known = (0,) * state.players
    owner = state.store_of(tile) if not state.registry >> tile & 1 else -1
    for other in range(state.players):
        if other == observation.seat or not turn_to_come(observation.view, other, 2 if owner < 0 else 1):
            continue
        free, price = owner in (-1, other), 0 if owner < 0 else state.bid_of(tile)
        if free or can_pay(state, known, other, price) == CAN or could_harvest(state, known, other, price):
            yield other


def reach(observation: Observation, state: State, other: int) -> tuple[int, int]:
    """The points that another can add with one tile it can get, after one of its own store or not (rule 6.1).

    First with one that it can place next turn, then with those of the registry too, which takes two. A tile in the
    store of the seat that asks counts if the other may have as many counters as the bid.
    """
    seat, fields = observation.seat, state.fields[other]
    starts = [fields, *(fields | 1 << own for own, _bid in state.stores[other])]
    soon = [gain(fields, start) for start in starts]
    late = []
    for tile in spaces_in(within_reach(state, -1)):
        mine = state.store_of(tile) == seat and turn_to_come(observation.view, other)
        if other in _takers(observation, state, tile) or (
            mine and has_enough(state, observation.unknown, other, state.bid_of(tile))
        ):
            more = [gain(fields, start | 1 << tile) for start in starts]
            if state.registry >> tile & 1:
                late += more
            else:
                soon += more
    return max(soon), max(soon + late)


def deprived(observation: Observation, after: State, tile: int) -> list[int]:
    """To whom a tile that left the registry or another's store was worth most, if they can no longer have it.

    Nobody is hurt if they might buy it from the own store, or if another that stays in the registry is worth as much to
    them.
    """
    view = observation.view
    _other, points_lost = wanted(observation, tile, view)
    return [
        other
        for other in _takers(observation, view, tile)
        if 0 < points_lost == worth(view, other, 1 << tile) and not _consoled(observation, after, tile, other)
    ]


def unmanned(observation: Observation, after: State, tile: int) -> Iterator[tuple[int, int, int]]:
    """For whom a tile out of reach would have made room for a clearly better worker, and nothing within reach does.

    Each with the points that the next worker could have brought with the tile, and brings without it.
    """
    for other in _takers(observation, observation.view, tile):
        least, number = following(after, other), following(_with_field(after, other, tile), other)
        within = spaces_in(within_reach(after, other) | in_store(after, other))
        if number >= least + _BETTER and all(
            following(_with_field(after, other, each), other) < number for each in within
        ):
            yield other, number, least


def _with_field(state: State, seat: int, tile: int) -> State:
    state = state.copy()
    state.fields = put(state.fields, seat, state.fields[seat] | 1 << tile)
    return state


def _consoled(observation: Observation, after: State, tile: int, other: int) -> bool:
    """Whether one who would have had a tile of the registry has another as good there, or might still buy it."""
    view = observation.view
    if not view.registry >> tile & 1:
        return False
    points_lost = worth(view, other, 1 << tile)
    if any(worth(after, other, 1 << rest) >= points_lost for rest in spaces_in(view.registry & after.registry)):
        return True
    stored = after.store_of(tile) == observation.seat and turn_to_come(view, other)
    return stored and has_enough(after, observation.unknown, other, after.bid_of(tile))
