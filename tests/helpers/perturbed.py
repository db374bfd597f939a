"""Positions changed as a whole rather than as text, so that most of them are nearly sound."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields as fields_of
from typing import Any, Final

from keyharvest.record import position_text
from keyharvest.rules import State, counters
from keyharvest.rules.components import EVENT_LETTERS, EVENTS, WORKER_LETTERS, WORKERS
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.state import Frame, put
from keyharvest.rules.turn import Turn

Rng = random.Random
_KINDS: Final = tuple(kind for kind in frame_kinds().values())
_SOURCES: Final = "ad" + WORKER_LETTERS + EVENT_LETTERS


def perturbed(state: State, rng: Rng) -> str:
    """Return the text of a position with some things moved."""
    s = state.copy()
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        rng.choice(_CHANGES)(s, rng)
    return position_text(s)


def _seat(s: State, rng: Rng) -> int:
    return rng.randrange(s.players)


def _some(mask: int, rng: Rng) -> int:
    """Return one bit of a mask, or none if it is empty."""
    return 1 << rng.choice(spaces_in(mask)) if mask else 0


def move_tile(s: State, rng: Rng) -> None:
    """Move a tile from one place to another."""
    seat, other = _seat(s, rng), _seat(s, rng)
    tile = _take_tile(s, seat, rng)
    match rng.randrange(6):
        case 0:
            s.bag |= tile
        case 1:
            s.registry |= tile
        case 2:
            s.fallow |= tile
        case _:
            s.fields = put(s.fields, other, s.fields[other] | tile)
            s.ripe = put(s.ripe, other, s.ripe[other] | (tile if rng.random() < 0.5 else 0))


def _take_tile(s: State, seat: int, rng: Rng) -> int:
    places = [s.bag, s.registry, s.fallow, s.fields[seat]]
    tile = _some(rng.choice([place for place in places if place] or [0]), rng)
    s.bag &= ~tile
    s.registry &= ~tile
    s.fallow &= ~tile
    s.fields = put(s.fields, seat, s.fields[seat] & ~tile)
    s.ripe = put(s.ripe, seat, s.ripe[seat] & ~tile)
    return tile


def empty_a_place(s: State, rng: Rng) -> None:
    """Lay all tiles of the bag, the registry or a board fallow, or remove all events from the bag."""
    seat = _seat(s, rng)
    match rng.randrange(4):
        case 0:
            s.fallow |= s.bag
            s.bag = 0
        case 1:
            s.fallow |= s.registry
            s.registry = 0
        case 2:
            s.fallow |= s.fields[seat]
            s.fields = s.ripe = put(s.fields, seat, 0)
        case _:
            s.gone |= s.bag_events
            s.seen |= s.bag_events
            s.bag_events = 0


def turn_over(s: State, rng: Rng) -> None:
    """Turn a field over, or back."""
    seat = _seat(s, rng)
    s.ripe = put(s.ripe, seat, s.ripe[seat] ^ _some(s.fields[seat], rng))


def move_counters(s: State, rng: Rng) -> None:
    """Move counters between the stock and hands, perhaps all of them."""
    seat, other = _seat(s, rng), _seat(s, rng)
    known = s.known[seat]
    given = 0
    for crop in range(5):
        number = counters.count(known, crop)
        given += counters.ONE[crop] * rng.choice((0, 0, number, rng.randint(0, number)))
    s.hands = put(s.hands, seat, s.hands[seat] - given)
    s.known = put(s.known, seat, known - given)
    if rng.random() < 0.5:
        s.stock += given
    else:
        more = given + (s.stock if rng.random() < 0.3 else 0)
        s.stock -= more - given
        s.receive(other, more)


def move_worker(s: State, rng: Rng) -> None:
    """Take a worker home, or put one on some space."""
    seat, worker = _seat(s, rng), rng.randrange(12)
    if worker in dict(s.posts[seat]):
        s.send_home(seat, worker)
    else:
        s.add_post(seat, worker, rng.randrange(56))


def change_store(s: State, rng: Rng) -> None:
    """Move a stored tile to the bag and its bid to the stock, or store a tile from the bag."""
    seat = _seat(s, rng)
    store = s.stores[seat]
    if store and rng.random() < 0.5:
        tile, bid = store[-1]
        s.bag |= 1 << tile
        s.stock += bid
        s.stores = put(s.stores, seat, store[:-1])
    elif s.bag:
        tile = rng.choice(spaces_in(s.bag))
        crops = [crop for crop in range(5) if counters.count(s.stock, crop)]
        bid = counters.ONE[rng.choice(crops)] if crops else 0
        s.bag &= ~(1 << tile)
        s.stock -= bid
        s.stores = put(s.stores, seat, (*store, (tile, bid)))


def move_event(s: State, rng: Rng) -> None:
    """Move an event between the bag and the event spaces; with ten placed the turns left are counted."""
    event = _some(s.bag_events, rng)
    if event and rng.random() < 0.7:
        s.bag_events &= ~event
        s.seen |= event
        s.placed += (event.bit_length() - 1,)
    elif s.placed:
        s.bag_events |= 1 << s.placed[0]
        s.placed = s.placed[1:]
    s.left = rng.randint(0, 2 * s.players) if len(s.placed) == 10 else -1


def change_number(s: State, rng: Rng) -> None:
    """Change the number of turns without a draw, or of turns."""
    if rng.random() < 0.5:
        s.idle = rng.choice((0, rng.randint(0, 10 * s.players), 10 * s.players - 1))
    else:
        s.turn += s.players * rng.choice((1, 20, 100))


def change_turn(s: State, rng: Rng) -> None:
    """Change which actions this turn has used."""
    turn = s.stack[0] if s.stack else None
    if isinstance(turn, Turn):
        used, going_on, drawn = rng.choice((turn.used, rng.randrange(16))), rng.choice((0, 4, 8, turn.open)), turn.drawn
        s.stack = (Turn(turn.seat, used, going_on, rng.choice((drawn, not drawn))), *s.stack[1:])


def add_frame(s: State, rng: Rng) -> None:
    """Put a frame of any kind on the stack, into it, or in place of the top."""
    frame = _frame(s, rng)
    match rng.randrange(4):
        case 0 if len(s.stack) > 1:
            s.stack = (*s.stack[:-1], frame)
        case 1 if len(s.stack) > 1:
            at = rng.randrange(1, len(s.stack))
            s.stack = (*s.stack[:at], frame, *s.stack[at:])
        case 2:
            s.stack = (*s.stack[:1], frame)
        case _:
            s.push(frame)


def drop_frame(s: State, rng: Rng) -> None:
    """Remove a frame."""
    if len(s.stack) > 1:
        at = rng.randrange(1, len(s.stack))
        s.stack = s.stack[:at] + s.stack[at + 1 :]


def _frame(s: State, rng: Rng) -> Frame:
    kind = rng.choice(_KINDS)
    seat = _seat(s, rng)
    return kind(**{field.name: _argument(field.name, s, seat, rng) for field in fields_of(kind)})  # type: ignore[arg-type]


def _argument(name: str, s: State, seat: int, rng: Rng) -> Any:
    """Return a likely argument of a frame; a tile between two places is taken from one of them."""
    match name:
        case "seat":
            return seat
        case "drawer" | "receiver":
            return _seat(s, rng)
        case "payee":
            return rng.choice((-1, _seat(s, rng)))
        case "tile":
            return max(0, _take_tile(s, seat, rng).bit_length() - 1)
        case "own":
            return max(0, _some(s.fields[seat], rng).bit_length() - 1)
        case "candidates" | "picked":
            likely = rng.choice((s.ripe[seat], s.fields[seat] & ~s.ripe[seat]))
            return rng.choice((likely, _some(likely, rng), 0, likely & rng.getrandbits(56)))
        case "workers":
            there = sum(1 << worker for worker, _ in s.posts[seat])
            return rng.choice((there, _some(there, rng)))
        case "worker":
            return rng.randrange(len(WORKERS))
        case "event":
            return rng.randrange(len(EVENTS))
        case "source":
            return rng.choice(_SOURCES)
        case "optional" | "drawn" | "chooses":
            return bool(rng.randrange(2))
    return rng.choice((0, 1, 1, 2, 3, 4))


_CHANGES: Final[tuple[Callable[[State, Rng], None], ...]] = (
    *(move_tile, empty_a_place, turn_over, move_counters, move_worker, change_store, move_event, change_number),
    *(change_turn, add_frame, add_frame, add_frame, drop_frame),
)
