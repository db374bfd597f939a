"""The events (rule 12).

Most events ask every player in turn, clockwise from the drawer (rule 9.2). Such an event is one short function of the
state and the seat, which puts the question on the stack, or nothing if the player could do nothing (rule 12.5). Give
away, new registry and windfall have functions of their own. The code that follows an answer is beside the question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from keyharvest.rules import counters
from keyharvest.rules.components import CROP_INDEX, CROPS, EVENT_INDEX, EVENT_LETTERS
from keyharvest.rules.frames import (
    DRAWN,
    EVENTS_BEGIN,
    FALLOW,
    FIELD_CHOSEN,
    NO,
    PASS,
    PLACE,
    REGISTRY_CHOSEN,
    STOCK,
    WORKER_CHOSEN,
    Arrive,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    DrawField,
    OfferDraw,
    Pay,
    PickFields,
    Step,
    TakeCounters,
    arrive,
)
from keyharvest.rules.geometry import INDEX, names, unconnected
from keyharvest.rules.powers import lay_fallow, unconnected_elsewhere
from keyharvest.rules.state import Posts, State, openings


@dataclass(slots=True, frozen=True)
class EventRound(Step):
    """Carry an event round the table, clockwise from the drawer (rule 9.2)."""

    event: int
    drawer: int
    asked: int

    def run(self, s: State) -> None:
        if self.asked < s.players:
            s.push(EventRound(self.event, self.drawer, self.asked + 1))
            ASKED[EVENT_LETTERS[self.event]](s, (self.drawer + self.asked) % s.players)


def begin_round(event: int, s: State, drawer: int) -> None:
    """Begin an event that asks every player."""
    s.push(EventRound(event, drawer, 0))


# M: blind swap


def blind_swap(s: State, seat: int) -> None:
    """M: the player may lay a field fallow, then must draw and place one. Nothing if the bag has no field."""
    if s.fields[seat] and s.bag:
        s.push(ChooseField(seat, "M", optional=True))


def _swapped_blindly(s: State, seat: int, tile: int) -> None:
    # Ruling 12.2: the discard comes before the new tile is placed.
    lay_fallow(s, seat, tile)
    s.push(DrawField(seat, "M"))


# N: exchange


def exchange(s: State, seat: int) -> None:
    """N: the player may swap a field for another player's unconnected one; both place what they get."""
    if s.fields[seat] and unconnected_elsewhere(s, seat):
        s.push(ChooseField(seat, "N", optional=True))


def _offered(s: State, seat: int, own: int) -> None:
    s.push(ExchangeFor(seat, own))


@dataclass(slots=True, frozen=True)
class ExchangeFor(Decision):
    """Choose the unconnected field to get in exchange (12 N)."""

    own: int

    @property
    def cause(self) -> str:
        return "N"

    def legal(self, s: State) -> list[str]:
        return names(unconnected_elsewhere(s, self.seat))

    def apply(self, s: State, move: str) -> None:
        theirs = INDEX[move]
        owner = s.owner(theirs)
        s.take_field(self.seat, self.own)
        s.take_field(owner, theirs)
        # Ruling 12.3: the player who swaps settles 8.1 first, then the other.
        s.push(Arrive(owner, self.own))
        arrive(s, self.seat, theirs)


# O: give away


def give_away(s: State, drawer: int) -> None:
    """O: a tile goes round to the left; each player on the way may exchange it (rule 12.1)."""
    s.push(GiveOn(drawer, drawer))


@dataclass(slots=True, frozen=True)
class GiveOn(Step):
    """Ask a player for a field to pass to the left, or the next player if they have none (rule 12.1)."""

    seat: int
    drawer: int

    def run(self, s: State) -> None:
        if s.fields[self.seat]:
            s.push(Give(self.seat, self.drawer))
        else:
            next_seat = (self.seat + 1) % s.players
            if next_seat != self.drawer:
                s.push(GiveOn(next_seat, self.drawer))


@dataclass(slots=True, frozen=True)
class Give(Decision):
    """Choose the field to pass to the left (rule 12.1)."""

    drawer: int

    @property
    def rule(self) -> str:
        return "12.1"

    @property
    def cause(self) -> str:
        return "O"

    def legal(self, s: State) -> list[str]:
        return names(s.fields[self.seat])

    def apply(self, s: State, move: str) -> None:
        tile = INDEX[move]
        s.take_field(self.seat, tile)
        s.push(Receive((self.seat + 1) % s.players, tile, self.drawer))


@dataclass(slots=True, frozen=True)
class Receive(Decision):
    """Choose what to do with the tile received (rule 12.1)."""

    tile: int
    drawer: int

    @property
    def rule(self) -> str:
        return "12.1"

    @property
    def cause(self) -> str:
        return "O"

    def legal(self, s: State) -> list[str]:
        if self.seat == self.drawer:
            return [PLACE, FALLOW]
        # Ruling 12.1: a player without a field on the board must pass the tile on.
        return [PLACE, FALLOW, PASS] if s.fields[self.seat] else [PASS]

    def apply(self, s: State, move: str) -> None:
        if move == PASS:
            s.push(Receive((self.seat + 1) % s.players, self.tile, self.drawer))
            return
        if self.seat != self.drawer:
            s.push(GiveOn(self.seat, self.drawer))
        if move == PLACE:
            arrive(s, self.seat, self.tile)
        else:
            s.fallow |= 1 << self.tile


# P: good harvest


def good_harvest(s: State, seat: int) -> None:
    """P: the player may take one counter of the crop of which they have the most unharvested fields."""
    if s.ripe[seat] and s.stock:
        s.push(ChooseCrop(seat))


@dataclass(slots=True, frozen=True)
class ChooseCrop(Decision):
    """Choose the crop to take a counter of (12 P)."""

    @property
    def cause(self) -> str:
        return "P"

    def legal(self, s: State) -> list[str]:
        ripe = s.ripe[self.seat]
        numbers = [(ripe & mask).bit_count() for mask in s.layout.by_crop]
        most = max(numbers)
        return [*(crop for crop, number in zip(CROPS, numbers, strict=True) if number == most), NO]

    def apply(self, s: State, move: str) -> None:
        if move == NO:
            return
        crop = CROP_INDEX[move]
        if counters.count(s.stock, crop):
            s.gain(self.seat, counters.ONE[crop])
        else:
            s.push(TakeCounters(self.seat, "P", 1))


# Q: lucky dip


def lucky_dip(s: State, seat: int) -> None:
    """Q: the player may pay any two counters to draw and place a field; if the bag has none, one from the registry."""
    if counters.total(s.hands[seat]) >= 2:
        if s.bag:
            s.push(OfferDraw(seat, "Q"))
        elif s.registry:
            s.push(ChooseRegistry(seat, "Q"))


def _dipped_into_registry(s: State, seat: int, tile: int) -> None:
    s.registry &= ~(1 << tile)
    s.push(Arrive(seat, tile))
    s.push(Pay(seat, "Q", 2, STOCK))


# R: new crop


def new_crop(s: State, seat: int) -> None:
    """R: the player may turn back up to two harvested fields."""
    harvested = s.fields[seat] & ~s.ripe[seat]
    if harvested:
        s.push(PickFields(seat, "R", harvested, 2))


# S: new registry


def new_registry(s: State, drawer: int) -> None:
    """S: the registry tiles go into the bag; as many field tiles are drawn (9.4)."""
    number = s.registry.bit_count()
    s.bag |= s.registry
    s.registry = 0
    s.stack += (DrawField(drawer, "S"),) * number


def _into_registry(s: State, seat: int, tile: int) -> None:
    s.registry |= 1 << tile


# T: quick sale


def quick_sale(s: State, drawer: int) -> None:
    """T: each player may pay any three counters to place a registry tile; the refill (9.4) follows at the end."""
    s.push(QuickSale(drawer, 0, 0))


@dataclass(slots=True, frozen=True)
class QuickSale(Step):
    """Carry the sale round the table, then draw as many field tiles as were bought (12 T)."""

    drawer: int
    asked: int
    bought: int

    def run(self, s: State) -> None:
        if self.asked == s.players:
            s.stack += (DrawField(self.drawer, "T"),) * self.bought
            return
        s.push(QuickSale(self.drawer, self.asked + 1, self.bought))
        seat = (self.drawer + self.asked) % s.players
        if s.registry and counters.total(s.hands[seat]) >= 3:
            s.push(ChooseRegistry(seat, "T"))


def _bought(s: State, seat: int, tile: int) -> None:
    sale = s.stack[-1]
    assert isinstance(sale, QuickSale)
    s.stack = (*s.stack[:-1], QuickSale(sale.drawer, sale.asked, sale.bought + 1))
    s.registry &= ~(1 << tile)
    s.push(Arrive(seat, tile))
    s.push(Pay(seat, "T", 3, STOCK))


# U: registry swap


def registry_swap(s: State, seat: int) -> None:
    """U: the player may swap a field for a registry tile; the field joins the registry."""
    if s.fields[seat] and s.registry:
        s.push(ChooseField(seat, "U", optional=True))


def _put_up(s: State, seat: int, own: int) -> None:
    s.push(SwapFor(seat, own))


@dataclass(slots=True, frozen=True)
class SwapFor(Decision):
    """Choose the registry tile to take for the field (12 U)."""

    own: int

    @property
    def cause(self) -> str:
        return "U"

    def legal(self, s: State) -> list[str]:
        return names(s.registry)

    def apply(self, s: State, move: str) -> None:
        tile = INDEX[move]
        s.take_field(self.seat, self.own)
        s.registry = s.registry & ~(1 << tile) | 1 << self.own
        arrive(s, self.seat, tile)


# V: remote harvest


def remote_harvest(s: State, seat: int) -> None:
    """V: the player may harvest any of their unconnected unharvested fields."""
    lonely = unconnected(s.fields[seat]) & s.ripe[seat]
    if lonely:
        s.push(PickFields(seat, "V", lonely, lonely.bit_count()))


# W: replacement


def replacement(s: State, seat: int) -> None:
    """W: the player must draw a field, then place it and lay another fallow, or lay the drawn one fallow."""
    s.push(DrawField(seat, "W"))


def _drawn_for_replacement(s: State, seat: int, tile: int) -> None:
    s.push(Replace(seat, tile))


@dataclass(slots=True, frozen=True)
class Replace(Decision):
    """Choose the field that makes way for the drawn one, or lay the drawn one fallow (12 W)."""

    tile: int

    @property
    def cause(self) -> str:
        return "W"

    def legal(self, s: State) -> list[str]:
        return [*names(s.fields[self.seat]), FALLOW]

    def apply(self, s: State, move: str) -> None:
        if move == FALLOW:
            s.fallow |= 1 << self.tile
        else:
            # Ruling 12.2: the discard comes before the new tile is placed.
            lay_fallow(s, self.seat, INDEX[move])
            arrive(s, self.seat, self.tile)


# X: reposition


def reposition(s: State, seat: int) -> None:
    """X: the player may move one worker to a legal space; its power doesn't fire."""
    movable = 0
    for worker, space in s.posts[seat]:
        if elsewhere(s.fields[seat], s.posts[seat], worker, space):
            movable |= 1 << worker
    if movable:
        s.push(ChooseWorker(seat, "X", movable))


def elsewhere(fields: int, posts: Posts, worker: int, space: int) -> int:
    """Return the spaces to which a worker on the board can move (rules 5.2, 5.3), as a mask."""
    others = tuple(post for post in posts if post[0] != worker)
    return openings(fields, others, worker) & ~(1 << space)


def _to_move(s: State, seat: int, worker: int) -> None:
    s.push(MoveTo(seat, worker))


@dataclass(slots=True, frozen=True)
class MoveTo(Decision):
    """Choose where the worker moves (12 X)."""

    worker: int

    @property
    def cause(self) -> str:
        return "X"

    def legal(self, s: State) -> list[str]:
        posts = s.posts[self.seat]
        space = next(space for worker, space in posts if worker == self.worker)
        return names(elsewhere(s.fields[self.seat], posts, self.worker, space))

    def apply(self, s: State, move: str) -> None:
        s.lift(self.seat, self.worker)
        s.add_post(self.seat, self.worker, INDEX[move])


# Y: vacation


def vacation(s: State, seat: int) -> None:
    """Y: the player may remove one worker (rule 5.6)."""
    standing = 0
    for worker, _ in s.posts[seat]:
        standing |= 1 << worker
    if standing:
        s.push(ChooseWorker(seat, "Y", standing))


def _sent_on_vacation(s: State, seat: int, worker: int) -> None:
    s.send_home(seat, worker)


# Z: windfall


def windfall(s: State, drawer: int) -> None:
    """Z: the drawer gives every player, themselves included, one counter of their choice from the stock."""
    s.push(Windfall(drawer, 0))


@dataclass(slots=True, frozen=True)
class Windfall(Step):
    """Carry the windfall round the table, clockwise, while the stock lasts (ruling 12.4)."""

    drawer: int
    given: int

    def run(self, s: State) -> None:
        if self.given < s.players and s.stock:
            s.push(Windfall(self.drawer, self.given + 1))
            s.push(Grant(self.drawer, (self.drawer + self.given) % s.players))


@dataclass(slots=True, frozen=True)
class Grant(Decision):
    """Choose the counter that the drawer gives a player (12 Z)."""

    receiver: int

    @property
    def rule(self) -> str:
        return "12.4"

    @property
    def cause(self) -> str:
        return "Z"

    def legal(self, s: State) -> list[str]:
        return counters.crops_in(s.stock)

    def apply(self, s: State, move: str) -> None:
        s.gain(self.receiver, counters.ONE[CROP_INDEX[move]])


#: The function that asks one player, for each event that goes round the table.
ASKED: Final[dict[str, Callable[[State, int], None]]] = {
    "M": blind_swap,
    "N": exchange,
    "P": good_harvest,
    "Q": lucky_dip,
    "R": new_crop,
    "U": registry_swap,
    "V": remote_harvest,
    "W": replacement,
    "X": reposition,
    "Y": vacation,
}
#: The events that don't simply ask each player in turn.
_OWN_WAYS: Final[dict[str, Callable[[State, int], None]]] = {
    "O": give_away,
    "S": new_registry,
    "T": quick_sale,
    "Z": windfall,
}
EVENTS_BEGIN.extend(_OWN_WAYS.get(letter) or partial(begin_round, EVENT_INDEX[letter]) for letter in EVENT_LETTERS)
FIELD_CHOSEN["M"] = _swapped_blindly
DRAWN["M"] = DRAWN["Q"] = arrive
FIELD_CHOSEN["N"] = _offered
REGISTRY_CHOSEN["Q"] = _dipped_into_registry
DRAWN["S"] = DRAWN["T"] = _into_registry
REGISTRY_CHOSEN["T"] = _bought
FIELD_CHOSEN["U"] = _put_up
DRAWN["W"] = _drawn_for_replacement
WORKER_CHOSEN["X"] = _to_move
WORKER_CHOSEN["Y"] = _sent_on_vacation
