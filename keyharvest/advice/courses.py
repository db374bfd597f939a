"""The playouts of a turn, read move by move: who gets which tile, plays which worker and harvests how many fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from keyharvest.rules import State, play
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX
from keyharvest.rules.frames import Chance, Decision, Displaced, Pay
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.search.search import Playout


class Event(NamedTuple):
    """One thing that a seat does in a course.

    ``kind`` is "place", "buy" or "take" (from the store or board of the seat ``other``), "store", "work", "move" (a
    displaced worker, rule 8.1) or "harvest", of ``number`` fields. ``worker`` is the one that is played, or through
    which a tile is got. ``points`` are those gained at once, less those of a worker replaced; ``now``: whether it is
    part of the turn that the course belongs to.
    """

    kind: str
    turn: int
    seat: int
    now: bool
    tile: int = -1
    worker: int = -1
    space: int = -1
    other: int = -1
    number: int = 0
    points: int = 0


class Deed(NamedTuple):
    """A step to come, of one of the kinds of an event; what differs from course to course is -1.

    A worker comes with the tile that is got through it. To "await" is to buy what the other has yet to store.
    """

    kind: str
    tile: int = -1
    worker: int = -1
    space: int = -1
    other: int = -1


class Story(NamedTuple):
    """A course up to its horizon: its events, where it begins, the end of its first turn, and where it ends."""

    events: tuple[Event, ...]
    start: State
    turned: State
    end: State


def read(course: Playout, moves: int, until: int) -> Story:
    """Read a course of a turn with this many moves, up to the end of turn ``until``; draws and events (rule 12), which
    are luck, have no part in it.
    """
    s = turned = course.start
    events: list[Event] = []
    for at, move in enumerate(course.moves):
        if s.turn > until:
            break
        top, after = s.stack[-1], play(s, move)
        if isinstance(top, Decision) and not isinstance(top, Chance) and top.cause not in EVENT_INDEX:
            events += _events(s, top, after, at < moves)
        if s.turn == course.start.turn:
            turned = after
        s = after
    return Story(tuple(events), course.start, turned, s)


def _events(s: State, top: Decision, after: State, now: bool) -> Iterator[Event]:
    """Yield what a seat has done by a move between two states, by its traces."""
    seat = top.seat
    if after.fields[seat] != s.fields[seat]:
        for tile in spaces_in(after.fields[seat] & ~s.fields[seat]):
            other = top.payee if isinstance(top, Pay) else s.store_of(tile)
            kind = "take" if top.cause == "I" else "place" if other in (-1, seat) else "buy"  # rule 11 I
            worker, points = WORKER_INDEX.get(top.cause, -1), gain(s.fields[seat], after.fields[seat])
            yield Event(kind, s.turn, seat, now, tile, worker, -1, other, points=points)
    if after.posts[seat] != s.posts[seat]:
        kind = "move" if isinstance(top, Displaced) else "work"
        points = worker_points(after, seat) - worker_points(s, seat) if kind == "work" else 0
        for worker, space in set(after.posts[seat]) - set(s.posts[seat]):
            yield Event(kind, s.turn, seat, now, -1, worker, space, points=points)
    if len(after.stores[seat]) > len(s.stores[seat]):
        yield Event("store", s.turn, seat, now, after.stores[seat][-1][0], WORKER_INDEX.get(top.cause, -1))
    if picked := s.ripe[seat] & ~after.ripe[seat] & after.fields[seat]:
        yield Event("harvest", s.turn, seat, now, number=picked.bit_count())
