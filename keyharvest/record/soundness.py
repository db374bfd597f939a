"""Soundness of a position: everything is in one place, and the stack is consistent.

Like the position status of a chess library, it says what is wrong with a position that was typed or set up by hand. It
doesn't prove that a game could reach a sound one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from keyharvest.record.stack import stack_fault
from keyharvest.rules import counters
from keyharvest.rules.components import (
    ALL_EVENTS,
    COUNTERS_PER_CROP,
    CROPS,
    EVENT_LETTERS,
    EVENT_SPACES,
    REGISTRY_PLACES,
    STORE_PLACES,
    TOWNSFOLK,
    WORKER_LETTERS,
)
from keyharvest.rules.frames import Bid, Displaced, FieldDraw
from keyharvest.rules.geometry import ALL_SPACES, NEIGHBOURS, SPACES, spaces_in
from keyharvest.rules.state import State
from keyharvest.rules.turn import QUIET_ROUNDS


class Fault(NamedTuple):
    """One thing that is wrong with a position.

    Attributes:
        text: a sentence that names the place.
        tile: the field tile that is in two places, or in a store without a bid; -1 for none.
        crop: the crop with too many or too few counters; -1 for none.
        worker: the worker that touches another one, or is in two places; -1 for none.
        seat: the board or store of the tile or worker; -1 if it is in several.
    """

    text: str
    tile: int = -1
    crop: int = -1
    worker: int = -1
    seat: int = -1


def fault(s: State) -> str | None:
    """Return what is wrong with a position, in a sentence that names the place, or ``None`` if it can be played."""
    return next((found.text for found in faults(s)), None)


def faults(s: State) -> Iterator[Fault]:
    """Yield all that is wrong with a position. Its stack is checked only if everything else is sound."""
    if found := _numbers(s):
        yield Fault(found)
        return  # the other checks rely on its seats
    sound = True
    for each in chain(_tiles(s), _counters(s), _workers(s), map(Fault, filter(None, [_events(s)]))):
        sound = False
        yield each
    if sound and (found := stack_fault(s)):
        yield Fault(found)


def _numbers(s: State) -> str | None:
    if s.seat >= s.players or s.start >= s.players:
        return f"seat {max(s.seat, s.start) + 1} in a game of {s.players}"
    for frame in s.stack:
        for person in ("seat", "drawer", "receiver"):
            if not 0 <= getattr(frame, person, 0) < s.players:
                return f"stack: {type(frame).__name__}: no such {person}"
    if s.turn and (s.seat < 0 or s.start < 0):
        return "seat or start is missing in a game that has begun"
    if s.turn and (s.start + s.turn - 1) % s.players != s.seat:
        return f"turn {s.turn} is not seat {s.seat + 1}'s when seat {s.start + 1} starts (rule 3.1)"
    if s.left > 2 * s.players:
        return f"left={s.left}: at most {2 * s.players} (rule 13.1)"
    if (s.left >= 0) != (len(s.placed) == EVENT_SPACES):
        return "left must be a number from the tenth event on, and '-' before (rule 13.1)"
    if s.idle > QUIET_ROUNDS * s.players:
        return f"idle={s.idle}: the game ends at {QUIET_ROUNDS * s.players} (rule 13.4)"
    if s.idle > s.turn - bool(s.turn and s.stack):
        return f"idle={s.idle}: fewer turns have ended (rule 13.4)"
    return None


def _tiles(s: State) -> Iterator[Fault]:
    places = [("registry", s.registry), ("bag", s.bag), ("fallow", s.fallow)]
    for seat in range(s.players):
        places.append((f"board{seat + 1}", s.fields[seat]))
        places += [(f"store{seat + 1}", 1 << tile) for tile, _ in s.stores[seat]]
        if len(s.stores[seat]) > STORE_PLACES:
            yield Fault(f"store{seat + 1} holds more than {STORE_PLACES} tiles (rule 7.1)", seat=seat)
    for frame in s.stack:
        # On its way from one place to another; a tile offered in an exchange is still on the board.
        tile = getattr(frame, "tile", None)
        if tile is not None:
            places.append((type(frame).__name__, 1 << tile))
    if s.registry.bit_count() > REGISTRY_PLACES:
        yield Fault(f"the registry holds more than {REGISTRY_PLACES} tiles (rule 1.7)")
    found = 0
    for place, mask in places:
        for tile in spaces_in(found & mask):
            yield Fault(f"{SPACES[tile]} is in {place} and in another place", tile=tile)
        found |= mask
    for tile in spaces_in(~found & ALL_SPACES):
        yield Fault(f"{SPACES[tile]} is nowhere", tile=tile)


def _counters(s: State) -> Iterator[Fault]:
    places = [s.stock, *s.hands, *(bid for store in s.stores for _, bid in store)]
    for crop in range(5):
        # Not a sum of packed numbers: too many of one crop would overflow into the next.
        number = sum(counters.count(held, crop) for held in places)
        if number > COUNTERS_PER_CROP or (s.turn and number != COUNTERS_PER_CROP):
            yield Fault(f"{number} counters of {CROPS[crop]}, not {COUNTERS_PER_CROP} (rule 1.4)", crop=crop)
    for seat in range(s.players):
        if not counters.covers(s.hands[seat], s.known[seat]):
            yield Fault(f"known{seat + 1} has more than hand{seat + 1}", seat=seat)
        secret = counters.total(s.hands[seat]) - counters.total(s.known[seat])
        shown = counters.total(s.revealed[seat])
        if s.players == 2 and (secret or shown):
            yield Fault(f"hand{seat + 1} has secret counters in a two-player game (rule 2.4)", seat=seat)
        if s.players > 2 and s.turn and secret + shown != 3:
            text = f"seat {seat + 1}: secret and revealed starting counters are {secret + shown}, not 3 (rule 2.4)"
            yield Fault(text, seat=seat)
        bidding = s.stack and isinstance(s.stack[-1], Bid) and s.stack[-1].seat == seat
        for tile, bid in s.stores[seat][:-1] if bidding else s.stores[seat]:
            if not bid:
                yield Fault(f"store{seat + 1}: a tile without a bid (rule 7.2)", tile=tile, seat=seat)


def _workers(s: State) -> Iterator[Fault]:
    found = s.town & TOWNSFOLK
    if found != s.town:
        yield Fault("town: only the townsfolk G to L can be there (rule 1.7)")
    on_the_way = [(f.seat, f.worker) for f in s.stack if isinstance(f, Displaced)]
    for seat in range(s.players):
        place = f"workers{seat + 1}"
        workers = [worker for worker, _ in s.posts[seat]]
        if workers != sorted(set(workers)):
            yield Fault(f"{place}: not in the order of the letters, or one twice", seat=seat)
        standing = 0
        for worker, space in s.posts[seat]:
            if (standing | s.fields[seat]) >> space & 1:
                yield Fault(f"{place}: {SPACES[space]} is taken twice (rule 5.2)", worker=worker, seat=seat)
            standing |= 1 << space
        for worker, space in s.posts[seat]:
            standing &= ~(1 << space)  # each pair once
            if NEIGHBOURS[space] & standing:
                text = f"{place}: {WORKER_LETTERS[worker]} touches another worker (rule 5.2)"
                yield Fault(text, worker=worker, seat=seat)
        for worker in workers + [worker for other, worker in on_the_way if other == seat]:
            if 1 << worker & TOWNSFOLK:
                if found >> worker & 1:
                    yield Fault(f"{place}: {WORKER_LETTERS[worker]} is in two places", worker=worker)
                found |= 1 << worker
    if any(worker in dict(s.posts[seat]) for seat, worker in on_the_way):
        yield Fault("a displaced worker is still on the board")
    for worker in spaces_in(TOWNSFOLK & ~found):
        yield Fault(f"{WORKER_LETTERS[worker]} is nowhere", worker=worker)


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
    return None
