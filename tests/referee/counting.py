"""Counters taken and paid piece by piece: harvests (4.2, 4.3), bids (7.2) and payments."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from .components import CROPS, Counters, no_counters
from .table import Asking, Question, Table, ask


def crops_for_next(source: Counters, left: int, last: str | None) -> list[str]:
    """The crops that the next of ``left`` counters may have: not before the last one, and so that the rest can follow.

    >>> crops_for_next({"hops": 1, "vegetables": 0, "apples": 2, "barrels": 0, "wheat": 1}, 3, None)
    ['hops', 'apples']
    >>> crops_for_next({"hops": 1, "vegetables": 0, "apples": 2, "barrels": 0, "wheat": 1}, 2, "apples")
    ['apples']
    """
    first = 0 if last is None else CROPS.index(last)
    later = [(crop, CROPS[i:]) for i, crop in enumerate(CROPS) if i >= first]
    return [crop for crop, rest in later if source[crop] and sum(source[c] for c in rest) >= left]


def pay_any(table: Table, seat: int, number: int, payee: int | None, rule: str) -> Asking:
    """Pay a number of counters of any crops, each to the payee (None: the stock) at once."""
    crop = None
    for left in range(number, 0, -1):
        crop = yield from ask(seat, crops_for_next(table.players[seat].hand, left, crop), rule)
        table.pay(seat, crop, payee)


def take_any(table: Table, seat: int, number: int, rule: str) -> Asking:
    """Take a number of counters of any crops from the stock, as many as there are (4.3)."""
    crop = None
    for left in range(min(number, sum(table.stock.values())), 0, -1):
        crop = yield from ask(seat, crops_for_next(table.stock, left, crop), rule)
        table.take_from_stock(seat, crop)


def take_matching(table: Table, seat: int, crop: str) -> int:
    """Take a counter of a crop if the stock has one (4.2); returns how many it lacked, 0 or 1 (4.3)."""
    if table.stock[crop]:
        table.take_from_stock(seat, crop)
        return 0
    return 1


def choose_refs(
    seat: int, among: Iterable[str], most: int, rule: str, first: str | None = None
) -> Generator[Question, str, list[str]]:
    """A set of references, asked for piece by piece in ascending order; none of them for the answer ``no``.

    With a first one given, only those after it are asked for.
    """
    among = sorted(among)
    chosen = []
    ref = first or (yield from ask(seat, [*among, "no"], rule))
    while ref not in ("no", "done"):
        chosen.append(ref)
        among = [later for later in among if later > ref] if len(chosen) < most else []
        ref = yield from ask(seat, [*among, "done"], rule)
    return chosen


def take_crops_of(table: Table, seat: int, refs: Iterable[str], rule: str) -> Asking:
    """A counter of the crop of each field (4.2); matching ones first for all, then substitutes are chosen (4.3)."""
    lacking = 0
    for ref in refs:
        lacking += take_matching(table, seat, table.layout.crops[ref])
    yield from take_any(table, seat, lacking, rule)


def harvest(table: Table, seat: int, refs: Iterable[str]) -> Asking:
    """4.2 and 4.3: a counter for each chosen tile; and the tile is turned over in any case."""
    for ref in refs:
        table.players[seat].fields[ref] = False
    yield from take_crops_of(table, seat, refs, "4.3")


def turn_back(table: Table, seat: int, among: Iterable[str], most: int, rule: str) -> Asking:
    """Turn harvested fields back to unharvested, up to a number of them, or none."""
    for ref in (yield from choose_refs(seat, among, most, rule)):
        table.players[seat].fields[ref] = True


def bid(table: Table, seat: int, ref: str) -> Asking:
    """7.2: with the tile, at once, a bid: one or more of the player's counters, of any crops.

    14.5: the question is repeated as long as the hand holds a counter, even if ``done`` is the only answer.
    """
    player = table.players[seat]
    player.store[ref] = no_counters()
    crop = yield from ask(seat, crops_for_next(player.hand, 1, None), "7.2")
    while crop != "done":
        table.show(seat, crop)
        player.store[ref][crop] += 1
        if not total(player.hand):
            return
        crop = yield Question(seat, (*crops_for_next(player.hand, 1, crop), "done"), "7.2")


def take_bid_back(table: Table, owner: int, ref: str) -> Counters:
    """A tile leaves a store for another player: its bid goes back behind the owner's screen (6.2, 10.2)."""
    counters = table.players[owner].store.pop(ref)
    for crop, number in counters.items():
        for _ in range(number):
            table.gain(owner, crop)
    return counters


def give_exactly(table: Table, seat: int, counters: Counters, payee: int) -> None:
    """6.2: pay exactly these counters, by number and crop."""
    for crop, number in counters.items():
        for _ in range(number):
            table.pay(seat, crop, payee)


def total(counters: Counters) -> int:
    """The number of counters."""
    return sum(counters.values())
