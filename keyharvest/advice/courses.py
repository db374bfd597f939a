"""The playouts of a turn, read move by move: who gets which tile and plays which worker, and what that is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from keyharvest.rules import State, play
from keyharvest.rules.components import EVENT_INDEX, TOWNSFOLK, WORKER_INDEX
from keyharvest.rules.frames import Bid, Chance, ChooseRegistry, Decision, Displaced, Pay
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.moves import MOVES
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.search import Evaluator
from keyharvest.search.search import Playout
from keyharvest.words.prompts import bought_tile


class Topic(NamedTuple):
    """The subject of a move: a "tile", a "worker", a "harvest"; or luck, "", which is never a reason.

    ``seat`` is -1 if all seats can have it, as if another gets a tile, that is the other half of not getting it.
    """

    kind: str = ""
    seat: int = -1
    what: int = -1


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


class Story(NamedTuple):
    """A course up to its horizon: its events, what each topic is worth to the seat that asks, where it begins and ends.

    The worths are changes of one evaluator, so they add up to the change of the whole course.
    """

    events: tuple[Event, ...]
    worths: dict[Topic, float]
    start: State
    end: State

    def worth(self, topic: Topic | None = None) -> float:
        """Return what a topic is worth, or the whole course."""
        return sum(self.worths.values()) if topic is None else self.worths.get(topic, 0.0)


def read(course: Playout, seat: int, judge: Evaluator, moves: int, until: int) -> Story:
    """Read a course of a turn with this many moves, up to the end of turn ``until``."""
    s, value, topic = course.start, judge.value(course.start, seat), Topic()
    events: list[Event] = []
    worths: defaultdict[Topic, float] = defaultdict(float)
    for at, move in enumerate(course.moves):
        if s.turn > until:
            break
        about = _topic(s, move)
        if about != topic:
            new = judge.value(s, seat)
            worths[topic] += new - value
            value, topic = new, about
        after = play(s, move)
        if about.kind:
            events += _events(s, after, at < moves)
        s = after
    worths[topic] += judge.value(s, seat) - value
    return Story(tuple(events), worths, course.start, s)


def _topic(s: State, move: str) -> Topic:
    """Return what a move is about; draws and events (rule 12) are luck."""
    top, named = s.stack[-1], MOVES[move]
    if isinstance(top, Chance) or not isinstance(top, Decision) or top.cause in EVENT_INDEX:
        return Topic()
    tile = named.tile if named.action in ("c", "d") or isinstance(top, _CHOOSE_TILE) else -1
    if isinstance(top, Bid):
        tile = s.stores[top.seat][-1][0]
    elif isinstance(top, Pay):
        tile = bought_tile(s)
    elif isinstance(top, PlaceOrFallow):
        tile = top.tile
    if tile >= 0:
        return Topic("tile", -1, tile)
    if named.action == "a" or top.cause == "a":
        return Topic("harvest", top.seat)
    worker = named.worker if named.action == "b" else getattr(top, "worker", WORKER_INDEX.get(top.cause, -1))
    return Topic("worker", -1 if TOWNSFOLK >> worker & 1 else top.seat, worker) if worker >= 0 else Topic()


#: The questions whose answer is a tile that the seat gets (rules 10 E and H, 11 G, I, K and L).
_CHOOSE_TILE: Final = (BuyFromStore, ChooseRegistry, TakeUnconnected)


def _events(s: State, after: State, now: bool) -> Iterator[Event]:
    """Yield what a seat has done by a move between two states, by its traces."""
    top = s.stack[-1]
    assert isinstance(top, Decision)
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
