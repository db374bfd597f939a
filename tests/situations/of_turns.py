"""Situations of set-up, of turns, and of all actions except workers (rules 2, 3, 4, 6, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from keyharvest.rules import counters
from keyharvest.rules.frames import Bid, PickFields, TakeCounters
from keyharvest.rules.geometry import INDEX, connected, unconnected
from keyharvest.rules.setup import ChooseStart, DrawSeat
from keyharvest.rules.turn import FROM_STORES, TO_STORE, Turn

from .moments import Moment
from .situation import Situation, short_of_stock


def situations() -> Iterator[Situation]:
    """Yield the situations of set-up and the turn, then those of each action."""
    yield Situation(
        "set-up: the seat drawn starts", "2.1", lambda m: isinstance(m.frame, DrawSeat) and m.after.start >= 0
    )
    yield Situation("set-up: the seat drawn chooses itself", "2.1", lambda m: _chooses(m, itself=True))
    yield Situation("set-up: the seat drawn chooses another", "2.1", lambda m: _chooses(m, itself=False))
    yield Situation("a turn without any action", "3.1 3.3", lambda m: _ends(m, 0))
    yield Situation("a turn with one action", "3.1 3.3", lambda m: _ends(m, 1))
    yield Situation("a turn with two actions", "3.1 3.3", lambda m: _ends(m, 2))
    yield Situation("no stores to board after registry to store", "3.1", _barred_by_order)
    yield Situation(
        "registry to store after stores to board", "3.1", lambda m: _begins(m, "d:") and _used(m) == FROM_STORES
    )
    yield Situation("harvest after registry to store", "3.1", lambda m: _begins(m, "a:") and _used(m) == TO_STORE)
    yield from _harvest()
    yield from _stores()


def _chooses(moment: Moment, itself: bool) -> bool:
    return isinstance(moment.frame, ChooseStart) and (moment.after.start == moment.frame.seat) is itself


def _turn(moment: Moment) -> Turn | None:
    return moment.frame if isinstance(moment.frame, Turn) else None


def _used(moment: Moment) -> int:
    turn = _turn(moment)
    return turn.used if turn else 0


def _begins(moment: Moment, action: str) -> bool:
    return _turn(moment) is not None and moment.move.startswith(action)


def _ends(moment: Moment, actions: int) -> bool:
    return _begins(moment, "end") and _used(moment).bit_count() == actions


def _barred_by_order(moment: Moment) -> bool:
    turn = _turn(moment)
    return turn is not None and turn.used == TO_STORE and turn.obtainable(moment.before) != 0


def _harvest() -> Iterator[Situation]:
    yield Situation("harvest: one field of a larger group", "4.1", _one_of_several)
    yield Situation("harvest: fields that do not touch each other", "4.1", _with_holes)
    yield Situation("harvest: another group has to wait", "4.1", _another_group_waits)
    yield Situation("harvest: connected by harvested tiles alone", "4.1", _through_harvested)
    yield Situation("harvest: six fields or more", "4.2", lambda m: _harvested(m) >= 6)
    yield Situation("harvest: the stock lacks a crop", "4.3", partial(short_of_stock, source="a"))
    yield Situation("harvest: some match, some are substituted", "4.3", _some_match)
    yield Situation("harvest: two substitutes or more", "4.3", _two_substitutes)
    yield Situation("harvest: the stock runs out", "4.3", _runs_dry)
    yield Situation("harvest: the stock is empty", "4.3", lambda m: _harvested(m) > 0 and not m.before.stock)


def _harvested(moment: Moment) -> int:
    """Return how many fields action (a) turns over with this move."""
    frame = moment.frame
    by_action = _begins(moment, "a:") or (isinstance(frame, PickFields) and frame.source == "a")
    return moment.turned() if by_action else 0


def _one_of_several(moment: Moment) -> bool:
    return _harvested(moment) == 1 and moment.move == "done"


def _taken(moment: Moment) -> int:
    before, after = moment.before, moment.after
    return before.ripe[before.seat] & ~after.ripe[before.seat]


def _with_holes(moment: Moment) -> bool:
    taken = _taken(moment)
    return _harvested(moment) > 1 and unconnected(taken) == taken


def _another_group_waits(moment: Moment) -> bool:
    seat = moment.before.seat
    if not _harvested(moment):
        return False
    return connected(moment.after.fields[seat], _taken(moment)) & moment.after.ripe[seat] != moment.after.ripe[seat]


def _through_harvested(moment: Moment) -> bool:
    taken = _taken(moment)
    return _harvested(moment) > 1 and connected(moment.before.ripe[moment.before.seat], taken & -taken) & taken != taken


def _some_match(moment: Moment) -> bool:
    return short_of_stock(moment, "a") and moment.before.hands != moment.after.hands


def _two_substitutes(moment: Moment) -> bool:
    top = moment.top
    return short_of_stock(moment, "a") and isinstance(top, TakeCounters) and top.number >= 2


def _runs_dry(moment: Moment) -> bool:
    frame = moment.frame
    return isinstance(frame, TakeCounters) and frame.source == "a" and not moment.after.stock


def _stores() -> Iterator[Situation]:
    yield Situation("a tile from the player's own store", "6.2", lambda m: _taken_from(m, own=True))
    yield Situation("a tile from another's store", "6.2", lambda m: _taken_from(m, own=False))
    yield Situation("a second tile from stores", "6.1", lambda m: _begins(m, "c:") and _open(m) == FROM_STORES)
    yield Situation("counters gained by displacing pay for the second tile", "6.4", _gain_pays)
    yield Situation(
        "a tile from the player's own store displaces a worker",
        "6.3 8.1",
        lambda m: m.displaces and _taken_from(m, own=True),
    )
    yield Situation(
        "a tile from another's store displaces a worker", "6.3 8.1", lambda m: m.displaces and _taken_from(m, own=False)
    )
    yield Situation("a second tile to the store", "7.1", lambda m: _begins(m, "d:") and _open(m) == TO_STORE)
    yield Situation("the store is full", "7.1", _full)
    yield Situation("no counter to bid", "7.2", _penniless)
    yield Situation(
        "the last counter is bid", "7.2", lambda m: isinstance(m.frame, Bid) and not m.after.hands[m.frame.seat]
    )
    yield Situation("a bid of five counters", "7.2", _high_bid)
    yield Situation(
        "a secret counter is shown in a bid or payment", "14.3", lambda m: m.before.revealed != m.after.revealed
    )


def _open(moment: Moment) -> int:
    turn = _turn(moment)
    return turn.open if turn else 0


def _taken_from(moment: Moment, own: bool) -> bool:
    return _begins(moment, "c:") and (moment.before.store_of(INDEX[moment.move[2:]]) == moment.before.seat) is own


def _gain_pays(moment: Moment) -> bool:
    """Whether a tile can be paid for only because a displaced worker was used again."""
    turn = moment.top
    if not (isinstance(turn, Turn) and turn.open == FROM_STORES and moment.effect and moment.effect.how == "displaced"):
        return False
    return turn.obtainable(moment.after) & ~turn.obtainable(moment.before) != 0


def _full(moment: Moment) -> bool:
    turn = _turn(moment)
    return turn is not None and turn.allowed() & TO_STORE != 0 and len(moment.before.stores[turn.seat]) == 2


def _penniless(moment: Moment) -> bool:
    turn = _turn(moment)
    able = turn is not None and turn.allowed() & TO_STORE != 0 and len(moment.before.stores[turn.seat]) < 2
    return able and not moment.before.hands[moment.before.seat]


def _high_bid(moment: Moment) -> bool:
    frame = moment.frame
    return (
        isinstance(frame, Bid)
        and moment.move == "done"
        and counters.total(moment.before.stores[frame.seat][-1][1]) >= 5
    )
