"""Whether a position can be played on: everything in one place, and a stack that holds together.

The counterpart of a chess library's position status: it says of a position that came from outside what is wrong with
it. It does not prove that a game could have led there.
"""

from __future__ import annotations

from keyharvest.rules import counters
from keyharvest.rules.components import (
    ALL_EVENTS,
    COUNTERS_PER_CROP,
    CROPS,
    EVENT_LETTERS,
    EVENT_SPACES,
    QUESTION_SPACE,
    REGISTRY_PLACES,
    STORE_PLACES,
    TOWNSFOLK,
    WORKER_LETTERS,
)
from keyharvest.rules.engine import legal
from keyharvest.rules.events import EventRound, ExchangeFor, MoveTo, QuickSale, SwapFor, Windfall
from keyharvest.rules.frames import (
    DRAWN,
    FIELD_CHOSEN,
    REGISTRY_CHOSEN,
    WORKER_CHOSEN,
    Bid,
    Chance,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    DrawField,
    FieldDraw,
    Frame,
    OfferDraw,
    Pay,
    PickFields,
    Refill,
    RegistryDraw,
    Step,
    TakeCounters,
)
from keyharvest.rules.geometry import NEIGHBOURS, SPACES, names, unconnected
from keyharvest.rules.setup import ChooseStart, DealPair, DrawSeat, setup_stack
from keyharvest.rules.state import State
from keyharvest.rules.turn import FROM_STORES, QUIET_ROUNDS, TO_STORE, PlaceWorker, Turn


def fault(s: State) -> str | None:
    """What is wrong with a position, in a sentence that names the place; ``None`` if it can be played on."""
    for check in (_numbers, _tiles, _counters, _workers, _events, _stack):
        found = check(s)
        if found:
            return found
    return None


def _numbers(s: State) -> str | None:
    if s.seat >= s.players or s.start >= s.players:
        return f"seat {max(s.seat, s.start) + 1} in a game of {s.players}"
    if s.turn and (s.seat < 0 or s.start < 0):
        return "seat or start is missing in a game that has begun"
    if s.turn and (s.start + s.turn - 1) % s.players != s.seat:
        return f"turn {s.turn} is not seat {s.seat + 1}'s when seat {s.start + 1} starts (rule 3.1)"
    if s.left > 2 * s.players:
        return f"left={s.left}: at most {2 * s.players} (rule 13.1)"
    if (s.left >= 0) != (len(s.placed) == EVENT_SPACES):
        return "left counts the turns once the tenth event is placed, and only then (rule 13.1)"
    if s.idle > QUIET_ROUNDS * s.players:
        return f"idle={s.idle}: the game ends at {QUIET_ROUNDS * s.players} (rule 13.4)"
    if s.idle > s.turn:
        return f"idle={s.idle} after fewer turns"
    return None


def _tiles(s: State) -> str | None:
    places = [("registry", s.registry), ("bag", s.bag), ("fallow", s.fallow)]
    for seat in range(s.players):
        places.append((f"board{seat + 1}", s.fields[seat]))
        places += [(f"store{seat + 1}", 1 << tile) for tile, _ in s.stores[seat]]
        if len(s.stores[seat]) > STORE_PLACES:
            return f"store{seat + 1} holds more than {STORE_PLACES} tiles (rule 7.1)"
    for frame in s.stack:
        # Between two places; the tile offered in an exchange is still on the board.
        tile = getattr(frame, "tile", None)
        if tile is not None:
            places.append((type(frame).__name__, 1 << tile))
    if s.registry.bit_count() > REGISTRY_PLACES:
        return f"the registry holds more than {REGISTRY_PLACES} tiles (rule 1.7)"
    found = 0
    for place, mask in places:
        twice = found & mask
        if twice:
            return f"{names(twice)[0]} is in {place} and in another place"
        found |= mask
    missing = ~found & (1 << 56) - 1
    return f"{names(missing)[0]} is nowhere" if missing else None


def _counters(s: State) -> str | None:
    held = s.stock + sum(s.hands) + sum(bid for store in s.stores for _, bid in store)
    for crop in range(5):
        number = counters.count(held, crop)
        if number > COUNTERS_PER_CROP or (s.turn and number != COUNTERS_PER_CROP):
            return f"{number} counters of {CROPS[crop]}, not {COUNTERS_PER_CROP} (rule 1.4)"
    for seat in range(s.players):
        if not counters.covers(s.hands[seat], s.known[seat]):
            return f"known{seat + 1} has more than hand{seat + 1}"
        secret = counters.total(s.hands[seat]) - counters.total(s.known[seat])
        shown = counters.total(s.revealed[seat])
        if s.players == 2 and (secret or shown):
            return f"hand{seat + 1} has secrets in a game of two (rule 2.4)"
        if s.players > 2 and s.turn and secret + shown != 3:
            return f"seat {seat + 1}: secret and revealed starting counters are {secret + shown}, not 3 (rule 2.4)"
        bidding = s.stack and isinstance(s.stack[-1], Bid) and s.stack[-1].seat == seat
        entries = s.stores[seat][:-1] if bidding else s.stores[seat]
        if any(not bid for _, bid in entries):
            return f"store{seat + 1}: a tile without a bid (rule 7.2)"
    return None


def _workers(s: State) -> str | None:
    found = s.town & TOWNSFOLK
    if found != s.town:
        return "town: only the townsfolk G to L stand there (rule 1.7)"
    on_the_way = [(f.seat, f.worker) for f in s.stack if isinstance(f, Displaced)]
    for seat in range(s.players):
        place = f"workers{seat + 1}"
        workers = [worker for worker, _ in s.posts[seat]]
        if workers != sorted(set(workers)):
            return f"{place}: not in the order of the letters, or one twice"
        standing = 0
        for _, space in s.posts[seat]:
            if (standing | s.fields[seat]) >> space & 1:
                return f"{place}: {SPACES[space]} is taken twice (rule 5.2)"
            standing |= 1 << space
        for worker, space in s.posts[seat]:
            if NEIGHBOURS[space] & standing:
                return f"{place}: {WORKER_LETTERS[worker]} touches another worker (rule 5.2)"
        for worker in workers + [worker for other, worker in on_the_way if other == seat]:
            if 1 << worker & TOWNSFOLK:
                if found >> worker & 1:
                    return f"{place}: {WORKER_LETTERS[worker]} is in two places"
                found |= 1 << worker
    if any(worker in dict(s.posts[seat]) for seat, worker in on_the_way):
        return "a displaced worker is still on the board"
    if found != TOWNSFOLK:
        missing = next(worker for worker in range(6, 12) if not found >> worker & 1)
        return f"{WORKER_LETTERS[missing]} is nowhere"
    return None


def _events(s: State) -> str | None:
    places = [s.bag_events, s.removed, s.aside, s.gone, *(1 << event for event in s.placed)]
    found = 0
    for mask in places:
        if found & mask:
            return f"event {EVENT_LETTERS[(found & mask).bit_length() - 1]} is in two places"
        found |= mask
    if len(s.placed) > EVENT_SPACES:
        return f"more than {EVENT_SPACES} events placed (rule 1.7)"
    if s.turn:
        if found != ALL_EVENTS:
            return f"event {EVENT_LETTERS[(ALL_EVENTS & ~found).bit_length() - 1]} is nowhere"
        if s.removed.bit_count() != (0 if s.players == 2 else 2):
            return "removed: two events with three or four players, else none (rule 2.6)"
    out = s.aside | s.gone | sum(1 << event for event in s.placed)
    if out & ~s.seen or s.removed & s.seen:
        return "seen: must hold every event placed, set aside or ignored, and none removed (rule 14.2)"
    if s.players == 2 and s.turn and s.seen != ALL_EVENTS:
        return "seen: with two players every event is known to be in the game (rule 2.6)"
    if s.gone and len(s.placed) < EVENT_SPACES:
        return "gone: events are ignored only after the tenth (rule 9.7)"
    if s.aside and not (s.stack and isinstance(s.stack[-1], FieldDraw)):
        return "aside: events are set aside only while a field tile is drawn (rule 9.4)"
    if len(s.placed) == QUESTION_SPACE - 1 and not s.turn:
        return "placed: no event comes out in set-up (rule 2.5)"
    return None


def _stack(s: State) -> str | None:
    if not s.turn:
        return _setup_stack(s)
    if not s.stack:
        over = s.left == 0 or s.idle == QUIET_ROUNDS * s.players
        return None if over else "stack: empty, but the game is not over (rule 13)"
    bottom, top = s.stack[0], s.stack[-1]
    if not isinstance(bottom, Turn) or bottom.seat != s.seat:
        return "stack: must begin with the Turn of the seat on turn"
    if bottom.used >= 16 or bottom.used.bit_count() > 2 or bottom.open not in (0, FROM_STORES, TO_STORE):
        return "stack: Turn: no such actions (rule 3.1)"
    if bottom.open & ~bottom.used:
        return "stack: Turn: the action that goes on is not among those used (rule 3.1)"
    if s.idle >= QUIET_ROUNDS * s.players:
        return "stack: the game is over after ten rounds without a draw (rule 13.4)"
    to_come = s.registry.bit_count()
    for frame in s.stack[1:]:
        name = type(frame).__name__
        if not (isinstance(frame, Step) if frame is not top else isinstance(frame, Decision | Chance)):
            return f"stack: {name} cannot stand here"
        for person in ("seat", "drawer", "receiver"):
            if not 0 <= getattr(frame, person, 0) < s.players:
                return f"stack: {name}: no such {person}"
        found = _frame_fault(s, frame)
        if found:
            return f"stack: {name}: {found}"
        to_come += _registry_tiles(frame)
    if to_come > REGISTRY_PLACES:
        return "stack: more tiles to come than the registry has places (rule 1.7)"
    choices = legal(s)
    if not choices or len(set(choices)) < len(choices):
        return f"stack: {type(top).__name__}: there is no answer to it"
    return None


def _setup_stack(s: State) -> str | None:
    """In set-up the stack is what is left of the fixed order of draws (rule 2)."""
    chooses = not s.stack or not isinstance(s.stack[-1], DrawSeat) or s.stack[-1].chooses
    whole = setup_stack(s.players, chooses)
    rest = s.stack[:-1] if s.stack and isinstance(s.stack[-1], ChooseStart) else s.stack
    if not s.stack or rest != whole[: len(rest)] or not isinstance(s.stack[-1], Decision | Chance):
        return "stack: not a stage of set-up (rule 2)"
    started = len(rest) < len(whole) and not isinstance(s.stack[-1], ChooseStart)
    if started != (s.start >= 0) or s.seat != s.start:
        return "start: known once the start player is, and only then (rule 2.1)"
    again = State(s.players, s.layout)
    again.stack = whole
    return _replayed_setup(s, again)


def _replayed_setup(s: State, again: State) -> str | None:
    """Repeat set-up with the draws that the position shows; it must lead there."""
    undealt = sum(isinstance(frame, DealPair) for frame in s.stack)
    pairs = [1 << first | 1 << second for first, second in s.layout.pairs]
    for seat in range(s.players):
        dealt = seat < s.players - undealt
        if dealt != (s.fields[seat] in pairs) or (not dealt and s.fields[seat]) or s.ripe[seat] != s.fields[seat]:
            return f"board{seat + 1}: not what set-up deals (rule 2.3)"
        if s.posts[seat] or s.stores[seat] or s.revealed[seat]:
            return f"seat {seat + 1} has played already, in set-up"
    if s.fallow or s.seen or s.placed or s.aside or s.gone or s.bag_events or s.idle or s.town != TOWNSFOLK:
        return "something has been played already, in set-up (rule 2)"
    return None


_SOURCES = {
    PickFields: "aABDRV",
    TakeCounters: "aABCPV",
    Pay: "EGIQT",
    Bid: "dH",
    ChooseWorker: "".join(WORKER_CHOSEN),
    ChooseField: "".join(FIELD_CHOSEN),
    ChooseRegistry: "".join(REGISTRY_CHOSEN),
    OfferDraw: "KQ",
    DrawField: "".join(DRAWN),
    FieldDraw: "".join(DRAWN),
}


def _frame_fault(s: State, frame: Frame) -> str | None:
    """What is wrong with one frame of a game that has begun."""
    source = getattr(frame, "source", None)
    if source is not None and source not in _SOURCES.get(type(frame), "EG"):
        return f"nothing that {source} does"
    match frame:
        case Bid() if not s.stores[frame.seat]:
            return "no tile to bid for"
        case PickFields():
            unpicked = frame.candidates | frame.picked
            wanted = s.fields[frame.seat] & ~s.ripe[frame.seat] if frame.source in "DR" else s.ripe[frame.seat]
            if frame.source == "V":
                wanted &= unconnected(s.fields[frame.seat])
            if unpicked & ~wanted or not frame.room or frame.picked >= (frame.candidates & -frame.candidates):
                return "not fields that can be picked"
        case ChooseWorker() if frame.workers & ~sum(1 << worker for worker, _ in s.posts[frame.seat]):
            return "not workers on the board"
        case MoveTo() if frame.worker not in dict(s.posts[frame.seat]):
            return "not a worker on the board"
        case PlaceWorker():
            turn = s.stack[0]
            if not isinstance(turn, Turn) or frame.seat != s.seat or not turn.at_hand(s) >> frame.worker & 1:
                return "not a worker at hand"
        case ExchangeFor() | SwapFor() if not s.fields[frame.seat] >> frame.own & 1:
            return "the tile offered is not on the board"
        case ChooseRegistry(source="T") if not isinstance(s.stack[-2], QuickSale):
            return "no quick sale is on"
        case EventRound() | QuickSale() if frame.asked > s.players:
            return "more players asked than there are"
        case Windfall() if frame.given > s.players:
            return "more players given than there are"
        case Pay() if not -1 <= frame.payee < s.players or frame.payee == frame.seat:
            return "no such payee"
        case Pay() | TakeCounters() if not frame.number or frame.least > 4:
            return "no such number"
    return None


def _registry_tiles(frame: Frame) -> int:
    """How many tiles a frame will still bring into the registry at most."""
    match frame:
        case Refill() | RegistryDraw():
            return 1
        case DrawField(source="S" | "T") | FieldDraw(source="S" | "T"):
            return 1
        case QuickSale():
            return frame.bought
    return 0
