"""Chapters 10 and 11 of the rules: the powers of the farmhands and of the townsfolk."""

from __future__ import annotations

from collections.abc import Callable

from . import placing
from .counting import bid, choose_refs, crops_for_next, pay_any, take_bid_back, take_crops_of, total, turn_back
from .table import Asking, Table, ask


def power(table: Table, seat: int, worker: str) -> Asking:
    """5.5: the power of a worker on the player's board may be used (bell), or must be (scroll)."""
    yield from POWERS[worker](table, seat, table.players[seat].workers[worker])


def apprentice(table: Table, seat: int, space: str) -> Asking:
    """A: one counter of the crop of one neighbouring unharvested field; the field is not turned."""
    yield from _extra_harvest(table, seat, space, 1, "10 A")


def casual_worker(table: Table, seat: int, space: str) -> Asking:
    """B: the same from up to two neighbouring unharvested fields."""
    yield from _extra_harvest(table, seat, space, 2, "10 B")


def _extra_harvest(table: Table, seat: int, space: str, most: int, rule: str) -> Asking:
    player = table.players[seat]
    among = [ref for ref in player.touching_fields(space) if player.fields[ref]]
    if total(table.stock):  # with an empty stock there is nothing to gain
        refs = yield from choose_refs(seat, among, most, rule)
        yield from take_crops_of(table, seat, refs, "10.1")


def labourer(table: Table, seat: int, space: str) -> Asking:
    """C: any two counters from the stock, shown to all; fewer if the stock has fewer (10.1)."""
    number = min(2, total(table.stock))
    crop = yield from ask(seat, [*(crops_for_next(table.stock, number, None) if number else []), "no"], "10 C")
    if crop == "no":
        return
    table.take_from_stock(seat, crop)
    if number == 2:
        crop = yield from ask(seat, crops_for_next(table.stock, 1, crop), "10 C")
        table.take_from_stock(seat, crop)


def unskilled_worker(table: Table, seat: int, space: str) -> Asking:
    """D: turn any of the neighbouring harvested fields back to unharvested (as many as wanted)."""
    player = table.players[seat]
    among = [ref for ref in player.touching_fields(space) if not player.fields[ref]]
    yield from turn_back(table, seat, among, len(among), "10 D")


def skilled_worker(table: Table, seat: int, space: str) -> Asking:
    """E: buy one tile from any opponent's store for one counter more than its bid, of any crops."""
    yield from _buy(table, seat, 1, "10 E")


def merchant(table: Table, seat: int, space: str) -> Asking:
    """G: buy one tile from any opponent's store for as many counters as its bid, of any crops."""
    yield from _buy(table, seat, 0, "11 G")


def _buy(table: Table, seat: int, more: int, rule: str) -> Asking:
    owners = table.stores_of_others(seat)
    price = {ref: total(table.players[owner].store[ref]) + more for ref, owner in owners.items()}
    affordable = sorted(ref for ref in owners if price[ref] <= total(table.players[seat].hand))
    ref = yield from ask(seat, [*affordable, "no"], rule)
    if ref == "no":
        return
    # 10.2: the owner takes the bid back (when the tile is named: ruling 6) and receives the payment.
    take_bid_back(table, owners[ref], ref)
    yield from pay_any(table, seat, price[ref], owners[ref], "10.2")
    yield from placing.place(table, seat, ref)


def supervisor(table: Table, seat: int, space: str) -> Asking:
    """F, a scroll: put one field tile of the player's board, anywhere on it, into the fallow area."""
    player = table.players[seat]
    if player.fields:
        ref = yield from ask(seat, sorted(player.fields), "10 F")
        del player.fields[ref]
        table.fallow.add(ref)


def storekeeper(table: Table, seat: int, space: str) -> Asking:
    """H: one registry tile into the player's store with a bid, if there is room and a counter; refill (9.6)."""
    player = table.players[seat]
    if len(player.store) < 2 and total(player.hand):
        ref = yield from ask(seat, [*sorted(table.registry), "no"], "11 H")
        if ref != "no":
            table.registry.remove(ref)
            yield from bid(table, seat, ref)
            yield from placing.refill(table, seat)


def bailiff(table: Table, seat: int, space: str) -> Asking:
    """I: take one unconnected field tile from another board, pay its owner any three counters, place it (8)."""
    if total(table.players[seat].hand) < 3:
        return
    owners = {ref: other for other in table.others(seat) for ref in table.players[other].unconnected()}
    ref = yield from ask(seat, [*sorted(owners), "no"], "11 I")
    if ref != "no":
        del table.players[owners[ref]].fields[ref]
        yield from pay_any(table, seat, 3, owners[ref], "11 I")
        yield from placing.place(table, seat, ref)  # 11.1 is 8.1


def lawyer(table: Table, seat: int, space: str) -> Asking:
    """J: use again the power of another worker on the player's board, where it stands; never a lawyer's (11.2)."""
    worker = yield from ask(seat, [*sorted(set(table.players[seat].workers) - {"J"}), "no"], "11 J")
    if worker != "no":
        yield from power(table, seat, worker)


def trader(table: Table, seat: int, space: str) -> Asking:
    """K: draw a field tile (9.4); place it or put it into the fallow area; none in the bag: one from the registry."""
    if table.bag:
        if (yield from ask(seat, ["draw", "no"], "11 K")) == "no":
            return
        drawn = yield from placing.draw_field(table)
        assert drawn is not None
        yield from _place_or_fallow(table, seat, drawn)
    else:
        ref = yield from ask(seat, [*sorted(table.registry), "no"], "11 K")
        if ref != "no":
            table.registry.remove(ref)
            yield from _place_or_fallow(table, seat, ref)  # ruling 4
            yield from placing.refill(table, seat)  # 8.4, 9.5


def _place_or_fallow(table: Table, seat: int, ref: str) -> Asking:
    if (yield from ask(seat, ["place", "fallow"], "11 K")) == "place":
        yield from placing.place(table, seat, ref)
    else:
        table.fallow.add(ref)


def benefactor(table: Table, seat: int, space: str) -> Asking:
    """L: place one registry tile on the player's board; refill (8.4, 9.6)."""
    ref = yield from ask(seat, [*sorted(table.registry), "no"], "11 L")
    if ref != "no":
        table.registry.remove(ref)
        yield from placing.place(table, seat, ref)  # 8.4: 8.1 is carried out first, then the refill
        yield from placing.refill(table, seat)


POWERS: dict[str, Callable[[Table, int, str], Asking]] = {
    "A": apprentice,
    "B": casual_worker,
    "C": labourer,
    "D": unskilled_worker,
    "E": skilled_worker,
    "F": supervisor,
    "G": merchant,
    "H": storekeeper,
    "I": bailiff,
    "J": lawyer,
    "K": trader,
    "L": benefactor,
}
