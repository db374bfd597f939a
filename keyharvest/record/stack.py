"""Consistency of a position's stack: the part of soundness that concerns what happens next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from keyharvest.rules import counters
from keyharvest.rules.components import (
    COUNTERS_PER_CROP,
    CROPS,
    EVENT_LETTERS,
    REGISTRY_PLACES,
    STORE_PLACES,
    WORKER_INDEX,
)
from keyharvest.rules.counters import total
from keyharvest.rules.engine import apply, legal
from keyharvest.rules.events import (
    ASKED,
    ChooseCrop,
    EventRound,
    ExchangeFor,
    Give,
    Grant,
    MoveTo,
    QuickSale,
    SwapFor,
    Windfall,
    elsewhere,
)
from keyharvest.rules.frames import (
    DRAWN,
    FIELD_CHOSEN,
    FIELDS_PICKED,
    REGISTRY_CHOSEN,
    STOCK,
    WORKER_CHOSEN,
    Arrive,
    Bid,
    Chance,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    DrawField,
    FieldDraw,
    OfferDraw,
    Pay,
    PickFields,
    Refill,
    RegistryDraw,
    Step,
    TakeCounters,
    payable,
)
from keyharvest.rules.geometry import names, spaces_in, unconnected
from keyharvest.rules.powers import BuyFromStore, TakeUnconnected, unconnected_elsewhere
from keyharvest.rules.setup import (
    ChooseStart,
    DealCounter,
    DealPair,
    DealRest,
    DrawSeat,
    EventsIntoBag,
    FillRegistry,
    OddCrop,
    RemoveEvent,
    new_game,
)
from keyharvest.rules.state import Frame, State, openings
from keyharvest.rules.turn import FROM_STORES, QUIET_ROUNDS, TO_STORE, WORK, FirstTurn, PlaceWorker, Turn

#: The actions, workers and events that each question or draw with a source can come from.
SOURCES: Final[dict[type[Frame], Iterable[str]]] = {
    PickFields: FIELDS_PICKED,
    ChooseWorker: WORKER_CHOSEN,
    ChooseField: FIELD_CHOSEN,
    ChooseRegistry: REGISTRY_CHOSEN,
    DrawField: DRAWN,
    FieldDraw: DRAWN,
    TakeCounters: "aABCPV",
    Pay: "EGIQT",
    Bid: "dH",
    BuyFromStore: "EG",
    OfferDraw: "KQ",
}
#: The frames that are never above a turn: those of set-up, and the turn itself.
_NOT_ABOVE: Final = (
    *(DrawSeat, ChooseStart, DealPair, OddCrop, DealCounter, DealRest, FillRegistry, RemoveEvent, EventsIntoBag),
    *(FirstTurn, Turn),
)


def stack_fault(s: State) -> str | None:
    """Return what is wrong with the stack of an otherwise sound position, or with the next step of set-up."""
    if not s.turn:
        return _setup_fault(s)
    if not s.stack:
        over = s.left == 0 or s.idle == QUIET_ROUNDS * s.players
        return None if over else "stack: empty, but the game is not over (rule 13)"
    found = _turn_fault(s)
    if found:
        return f"stack: {found}"
    to_come = s.registry.bit_count()
    for at, frame in enumerate(s.stack[1:], 1):
        name = type(frame).__name__
        wanted = Step if at < len(s.stack) - 1 else Decision | Chance
        if not isinstance(frame, wanted) or isinstance(frame, _NOT_ABOVE):
            return f"stack: {name} can't be here"
        source = getattr(frame, "source", "")
        if source and source not in SOURCES[type(frame)]:
            return f"stack: {name}: not something that {source} does"
        found = _frame_fault(s, frame, s.stack[at - 1])
        if found:
            return f"stack: {name}: {found}"
        to_come += _registry_tiles(frame)
    if to_come > REGISTRY_PLACES:
        return "stack: more tiles to come than the registry has places (rule 1.7)"
    return None


def _turn_fault(s: State) -> str | None:
    """Return what is wrong with the bottom of the stack."""
    turn = s.stack[0]
    if not isinstance(turn, Turn) or turn.seat != s.seat:
        return "must begin with the Turn of the seat whose turn it is"
    if turn.used >= 16 or turn.used.bit_count() > 2 or turn.open not in (0, FROM_STORES, TO_STORE):
        return "Turn: no such actions (rule 3.1)"
    if turn.open & ~turn.used:
        return "Turn: the action that may continue is not among those used (rule 3.1)"
    if turn.drawn and s.idle:
        return "Turn: a tile was drawn in this turn, so idle must be 0 (rule 13.4)"
    if s.idle >= QUIET_ROUNDS * s.players:
        return "the game is over after ten rounds without a draw (rule 13.4)"
    return None


def _frame_fault(s: State, frame: Frame, below: Frame) -> str | None:
    """Return what is wrong with one frame above the turn: an impossible step, or a question that nobody asks."""
    match frame:
        case Chance():
            return _draw_fault(s, frame)
        case EventRound() if EVENT_LETTERS[frame.event] not in ASKED:
            return "not an event that goes round the table"
        case EventRound() | QuickSale() if frame.asked > s.players:
            return "more players asked than the game has"
        case Windfall() if frame.given > s.players:
            return "more players given a counter than the game has"
        case Decision():
            return _of_counters(s, frame, below) or _of_tiles(s, frame, below) or _of_workers(s, frame, below)
    return None


def _draw_fault(s: State, frame: Chance) -> str | None:
    if isinstance(frame, FieldDraw):
        return None if s.bag else "no field in the bag (rule 9.5)"
    return None if s.bag | s.bag_events else "the bag is empty (rule 9.1)"


def _of_counters(s: State, frame: Decision, below: Frame) -> str | None:
    """Return what is wrong with a question about counters."""
    seat = frame.seat
    hand = s.hands[seat]
    match frame:
        case TakeCounters() | Pay() | Bid() if frame.least > 4:
            return "no such crop"
        case TakeCounters():
            if not frame.number or not payable(s.stock, frame.number, frame.least):
                return "too few counters in the stock"
            if frame.optional and (frame.source != "C" or frame.least):
                return "taking them is not optional here"
        case Pay():
            if not frame.number or not payable(hand, frame.number, frame.least):
                return "too few counters in the hand"
            to_stock = frame.source in "QT"
            if (frame.payee == STOCK) is not to_stock or frame.payee >= s.players or frame.payee == seat:
                return "the wrong payee"
            if not isinstance(below, Arrive | DrawField) or below.seat != seat:
                return "nothing to pay for below it"
        case Bid():
            if not s.stores[seat]:
                return "no tile to bid for (rule 7.2)"
            if not hand:
                return "no counter left to bid (rule 7.2)"
            bid = s.stores[seat][-1][1]
            if frame.least != (bid.bit_length() - 1) // 6 * bool(bid):
                return "not the crop that was bid last"
        case Grant() if not s.stock:
            return "the stock is empty (rule 12.4)"
        case ChooseCrop() if not s.stock or not s.ripe[seat]:
            return "no counter to take (rule 12)"
    return None


def _of_tiles(s: State, frame: Decision, below: Frame) -> str | None:
    """Return what is wrong with a question about field tiles."""
    seat = frame.seat
    fields = s.fields[seat]
    match frame:
        case PickFields():
            return _picking_fault(s, frame)
        case ChooseField() if not fields or frame.optional is (frame.source == "F"):
            return "no own field to choose, or wrongly optional"
        case ChooseField(source="M") if not s.bag:
            return "no field in the bag (rule 12)"
        case ChooseField(source="N") | ExchangeFor() | TakeUnconnected() if not unconnected_elsewhere(s, seat):
            return "no unconnected field on another board (rule 8.3)"
        case TakeUnconnected() if total(s.hands[seat]) < 3:
            return "too few counters (rule 11)"
        case ChooseField(source="U") | SwapFor() | ChooseRegistry() if not s.registry:
            return "the registry is empty"
        case ExchangeFor() | SwapFor() if not fields >> frame.own & 1:
            return "the tile offered is not on the board"
        case ChooseRegistry():
            return _registry_fault(s, frame, below)
        case OfferDraw() if not s.bag or (frame.source == "Q" and total(s.hands[seat]) < 2):
            return "no field in the bag (rule 9.5), or nothing to pay with"
        case Give() if not fields:
            return "no field on the board (rule 12.1)"
        case BuyFromStore() if not frame.affordable(s):
            return "no tile that can be paid for (rule 10.2)"
    return None


def _picking_fault(s: State, frame: PickFields) -> str | None:
    wanted = s.ripe[frame.seat]
    if frame.source in "DR":
        wanted = s.fields[frame.seat] & ~wanted
    elif frame.source == "V":
        wanted &= unconnected(s.fields[frame.seat])
    if (frame.candidates | frame.picked) & ~wanted or not frame.candidates or not frame.room:
        return "these fields can't be picked"
    if frame.picked >= frame.candidates & -frame.candidates or (frame.source == "a" and not frame.picked):
        return "not picked in ascending order"
    if frame.source in "AB" and not s.stock:
        return "the stock is empty (rule 10.1)"
    return None


def _registry_fault(s: State, frame: ChooseRegistry, below: Frame) -> str | None:
    hand = total(s.hands[frame.seat])
    if frame.source == "H" and (not hand or len(s.stores[frame.seat]) == STORE_PLACES):
        return "no room in the store, or no counter (rule 11)"
    if frame.source in "QT" and hand < (2 if frame.source == "Q" else 3):
        return "too few counters (rule 12)"
    if frame.source in "KQ" and s.bag:
        return "there are fields in the bag (rule 9.5)"
    if frame.source == "T" and not isinstance(below, QuickSale):
        return "no quick sale below it"
    return None


def _of_workers(s: State, frame: Decision, below: Frame) -> str | None:
    """Return what is wrong with a question about workers."""
    posts = s.posts[frame.seat]
    fields = s.fields[frame.seat]
    standing = dict(posts)
    match frame:
        case Displaced() if not openings(fields, posts, frame.worker):
            return "no space for the worker (rule 8.1)"
        case PlaceWorker():
            if not isinstance(below, Turn) or frame.seat != s.seat or not below.used & WORK:
                return "not an action of this turn (rule 5.1)"
            if not below.at_hand(s) >> frame.worker & 1 or not openings(fields, posts, frame.worker):
                return "not a worker that can be played (rule 5.2)"
        case ChooseWorker():
            there = sum(1 << worker for worker in standing if frame.source != "J" or worker != WORKER_INDEX["J"])
            if not frame.workers or frame.workers & ~there:
                return "these workers can't be chosen"
            if frame.source == "X" and not all(_movable(s, frame.seat, worker) for worker in spaces_in(frame.workers)):
                return "a worker that can't be moved (rule 12)"
        case MoveTo() if not _movable(s, frame.seat, frame.worker):
            return "not a worker that can be moved (rule 12)"
    return None


def _movable(s: State, seat: int, worker: int) -> bool:
    space = dict(s.posts[seat]).get(worker)
    return space is not None and elsewhere(s.fields[seat], s.posts[seat], worker, space) != 0


def _registry_tiles(frame: Frame) -> int:
    """Return the most tiles that a frame can still bring into the registry."""
    match frame:
        case Refill() | RegistryDraw():
            return 1
        case DrawField(source="S" | "T") | FieldDraw(source="S" | "T"):
            return 1
        case QuickSale():
            return frame.bought
    return 0


def _setup_fault(s: State) -> str | None:
    """Return what is wrong with a position in set-up: repeating the draws that it shows must lead to it (rule 2)."""
    top = s.stack[-1] if s.stack else None
    again = new_game(s.players, s.layout, "random" if isinstance(top, DrawSeat) and not top.chooses else "drawn")
    while again != s:
        move = _next_of_setup(again, s)
        if move not in legal(again):
            stage = type(again.stack[-1]).__name__
            return f"set-up: {stage}: the position doesn't show its result, or shows more (rule 2)"
        again = apply(again, move)
        if again.turn:
            return "stack: not a stage of set-up (rule 2)"
    return None


def _next_of_setup(again: State, s: State) -> str:
    """Return the draw or choice in set-up that leads towards a position."""
    match again.stack[-1]:
        case DrawSeat():
            top = s.stack[-1] if s.stack else None
            return f"*{(top.seat if isinstance(top, ChooseStart) else s.start) + 1}"
        case ChooseStart():
            return str(s.start + 1)
        case DealPair() as deal:
            return "*" + "".join(names(s.fields[deal.seat])[:1])
        case OddCrop():
            return "*" + _odd_crop(again, s)
        case DealCounter() as deal:
            dealt, so_far = counters.unpack(s.hands[deal.seat]), counters.unpack(again.hands[deal.seat])
            return "*" + next((CROPS[crop] for crop in range(5) if dealt[crop] > so_far[crop]), "")
        case FillRegistry():
            return "*" + "".join(names(s.registry & ~again.registry)[:1])
        case RemoveEvent():
            return "*" + "".join(EVENT_LETTERS[event] for event in spaces_in(s.removed & ~again.removed)[:1])
    return ""


def _odd_crop(again: State, s: State) -> str:
    """Return a crop that is an odd one of the set (rule 2.4) in a position, but not yet in the repeated set-up."""
    odd = {2: 2, 3: 1, 4: 3}[s.players]
    drawn = counters.unpack(again.pool())
    in_stock = counters.unpack(s.stock)
    return next((CROPS[crop] for crop in range(5) if COUNTERS_PER_CROP - in_stock[crop] == odd != drawn[crop]), "")
