"""The powers of the twelve workers: six farmhands (rule 10) and six townsfolk (rule 11).

Each power is one short function of the state, the seat and the worker's space. It puts the question on the stack, or
nothing if nothing could be done (rule 5.5). The code that follows the answer is beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

from keyharvest.rules import counters
from keyharvest.rules.components import STORE_PLACES, WORKER_INDEX
from keyharvest.rules.frames import (
    DRAWN,
    FALLOW,
    FIELD_CHOSEN,
    NO,
    PLACE,
    POWERS,
    REGISTRY_CHOSEN,
    WORKER_CHOSEN,
    Arrive,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    OfferDraw,
    Pay,
    PickFields,
    Refill,
    SharedDecision,
    TakeCounters,
    arrive,
    out_of_store,
    to_store,
    use_power,
)
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, names, unconnected
from keyharvest.rules.state import State

_LAWYER = WORKER_INDEX["J"]


def apprentice(s: State, seat: int, space: int) -> None:
    """A: take one counter of the crop of one neighbouring unharvested field."""
    _gather_beside(s, seat, "A", space, 1)


def casual_worker(s: State, seat: int, space: int) -> None:
    """B: take one such counter for each of up to two neighbouring unharvested fields."""
    _gather_beside(s, seat, "B", space, 2)


def _gather_beside(s: State, seat: int, source: str, space: int, room: int) -> None:
    ripe = s.ripe[seat] & NEIGHBOURS[space]
    if ripe and s.stock:
        s.push(PickFields(seat, source, ripe, room))


def labourer(s: State, seat: int, space: int) -> None:
    """C: take any two counters from the stock, or what it has (rule 10.1)."""
    if s.stock:
        s.push(TakeCounters(seat, "C", min(2, counters.total(s.stock)), optional=True))


def unskilled_worker(s: State, seat: int, space: int) -> None:
    """D: turn any of the neighbouring harvested fields back to unharvested."""
    harvested = s.fields[seat] & ~s.ripe[seat] & NEIGHBOURS[space]
    if harvested:
        s.push(PickFields(seat, "D", harvested, harvested.bit_count()))


def skilled_worker(s: State, seat: int, space: int) -> None:
    """E: buy one tile from any opponent's store for one counter more than its bid, of any crops."""
    _offer_store(s, seat, "E")


def merchant(s: State, seat: int, space: int) -> None:
    """G: buy one tile from any opponent's store for as many counters as its bid, of any crops."""
    _offer_store(s, seat, "G")


def _offer_store(s: State, seat: int, source: str) -> None:
    question = BuyFromStore(seat, source)
    if question.affordable(s):
        s.push(question)


@dataclass(slots=True, frozen=True)
class BuyFromStore(SharedDecision):
    """Choose the tile to buy from an opponent's store (10 E, 11 G, rule 10.2)."""

    def price(self, bid: int) -> int:
        """Return the number of counters that a tile with this bid costs."""
        return counters.total(bid) + (self.source == "E")

    def affordable(self, s: State) -> int:
        """Return the mask of the tiles that the seat can pay for."""
        purse = counters.total(s.hands[self.seat])
        found = 0
        for owner, store in enumerate(s.stores):
            if owner != self.seat:
                for tile, bid in store:
                    if self.price(bid) <= purse:
                        found |= 1 << tile
        return found

    def legal(self, s: State) -> list[str]:
        return [*names(self.affordable(s)), NO]

    def apply(self, s: State, move: str) -> None:
        if move == NO:
            return
        tile = INDEX[move]
        owner, bid = out_of_store(s, tile)
        s.receive(owner, bid)
        s.push(Arrive(self.seat, tile))
        s.push(Pay(self.seat, self.source, self.price(bid), owner))


def supervisor(s: State, seat: int, space: int) -> None:
    """F: lay one of the player's field tiles fallow; this is mandatory."""
    if s.fields[seat]:
        s.push(ChooseField(seat, "F", optional=False))


def lay_fallow(s: State, seat: int, tile: int) -> None:
    """Move a field tile from its board into the fallow area."""
    s.take_field(seat, tile)
    s.fallow |= 1 << tile


def storekeeper(s: State, seat: int, space: int) -> None:
    """H: store one registry tile with a bid, if there is a free place and a counter; refill (rule 9.6)."""
    if s.registry and s.hands[seat] and len(s.stores[seat]) < STORE_PLACES:
        s.push(ChooseRegistry(seat, "H"))


def _stored(s: State, seat: int, tile: int) -> None:
    to_store(s, seat, tile, "H")


def bailiff(s: State, seat: int, space: int) -> None:
    """I: take one unconnected field tile from another board, pay its owner any three counters, place it."""
    question = TakeUnconnected(seat)
    if counters.total(s.hands[seat]) >= 3 and question.within_reach(s):
        s.push(question)


def unconnected_elsewhere(s: State, seat: int) -> int:
    """Return the unconnected fields on the other boards (rule 8.3)."""
    found = 0
    for owner, fields in enumerate(s.fields):
        if owner != seat:
            found |= unconnected(fields)
    return found


@dataclass(slots=True, frozen=True)
class TakeUnconnected(Decision):
    """Choose the unconnected field that the bailiff takes (11 I)."""

    @property
    def cause(self) -> str:
        return "I"

    def within_reach(self, s: State) -> int:
        """Return the mask of the tiles that can be taken."""
        return unconnected_elsewhere(s, self.seat)

    def legal(self, s: State) -> list[str]:
        return [*names(self.within_reach(s)), NO]

    def apply(self, s: State, move: str) -> None:
        if move == NO:
            return
        tile = INDEX[move]
        owner = s.owner(tile)
        s.take_field(owner, tile)
        s.push(Arrive(self.seat, tile))
        s.push(Pay(self.seat, "I", 3, owner))


def lawyer(s: State, seat: int, space: int) -> None:
    """J: use the power of another worker on the board again, where that worker is; not a lawyer's (rule 11.2)."""
    others = 0
    for worker, _ in s.posts[seat]:
        others |= 1 << worker
    others &= ~(1 << _LAWYER)
    if others:
        s.push(ChooseWorker(seat, "J", others))


def _reused(s: State, seat: int, worker: int) -> None:
    use_power(s, seat, worker, next(space for standing, space in s.posts[seat] if standing == worker))


def trader(s: State, seat: int, space: int) -> None:
    """K: draw a field tile (9.4) to place or lay fallow; none in the bag: one from the registry (9.5)."""
    if s.bag:
        s.push(OfferDraw(seat, "K"))
    elif s.registry:
        s.push(ChooseRegistry(seat, "K"))


def _traded(s: State, seat: int, tile: int) -> None:
    s.push(PlaceOrFallow(seat, tile))


def _traded_from_registry(s: State, seat: int, tile: int) -> None:
    s.registry &= ~(1 << tile)
    s.push(Refill(seat))
    s.push(PlaceOrFallow(seat, tile))


@dataclass(slots=True, frozen=True)
class PlaceOrFallow(Decision):
    """Choose what the trader does with the tile (11 K)."""

    tile: int

    @property
    def cause(self) -> str:
        return "K"

    def legal(self, s: State) -> list[str]:
        return [PLACE, FALLOW]

    def apply(self, s: State, move: str) -> None:
        if move == PLACE:
            arrive(s, self.seat, self.tile)
        else:
            s.fallow |= 1 << self.tile


def benefactor(s: State, seat: int, space: int) -> None:
    """L: place one registry tile on the board; then the refill (rules 8.4, 9.6)."""
    if s.registry:
        s.push(ChooseRegistry(seat, "L"))


def _endowed(s: State, seat: int, tile: int) -> None:
    s.registry &= ~(1 << tile)
    s.push(Refill(seat))
    arrive(s, seat, tile)


POWERS.extend(
    [
        apprentice,
        casual_worker,
        labourer,
        unskilled_worker,
        skilled_worker,
        supervisor,
        merchant,
        storekeeper,
        bailiff,
        lawyer,
        trader,
        benefactor,
    ]
)
FIELD_CHOSEN["F"] = lay_fallow
REGISTRY_CHOSEN["H"] = _stored
WORKER_CHOSEN["J"] = _reused
DRAWN["K"] = _traded
REGISTRY_CHOSEN["K"] = _traded_from_registry
REGISTRY_CHOSEN["L"] = _endowed
