"""The purpose of each step of a turn: the points that it gains or costs, and what it makes possible.

All of it follows from the turn's moves and from what the table shows to everyone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from keyharvest.advice.courses import Deed
from keyharvest.advice.steps import Step
from keyharvest.knowledge import Observation, leads
from keyharvest.rules import State, counters, play
from keyharvest.rules.components import NUMBERS
from keyharvest.rules.geometry import INDEX, groups, spaces_in
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.rules.state import openings
from keyharvest.table.rivals import CAN, CANNOT, after_harvest, can_pay

_WORK: Final = ("work", "move")
_ARRIVES: Final = ("place", "buy")
_BRINGS: Final = ("harvest", "gather", "take")


class Cause(NamedTuple):
    """The reason why a player gets or doesn't get something, as anyone can see: "no crop", "can't match", "nobody",
    "can match", "has it", "registry", "full store" or "no space".
    """

    kind: str
    seat: int = -1
    crop: int = -1


class Purpose(NamedTuple):
    """The purpose of a step. ``step`` is its number in the turn, 0 for the whole turn; ``points`` are those it gains.

    ``kind``: a tile joins the "largest" or the "second" group, "adds" points or "costs" some, as all groups "grow" by a
    swap; without points, another
    seat loses it ("denies", worth ``number``), it "opens" a ``space`` to a worker, or is just a "field". A worker
    "scores", "replaces" another, moves on and acts "again", or goes "home": "displaced", for want of "room" for another
    on a ``space``, or to be played "soon". A step "pays" for ``tiles``, which couldn't be bought without it; a
    ``number`` of fields is "ripe" again; a tile is "stored", or to be placed "next" turn. The whole turn changes the
    number of "counters" in hand, and majorities are "won" or "lost".
    """

    step: int
    kind: str
    points: int = 0
    number: int = 0
    tiles: int = 0
    worker: int = -1
    other: int = -1
    space: int = -1
    cause: Cause | None = None


def purposes(
    observation: Observation, steps: Sequence[Step], moves: Sequence[str], deeds: Sequence[Deed], sold: int
) -> tuple[Purpose, ...]:
    """Return what the steps of a turn are for; ``deeds`` are the steps that it leads to."""
    view, seat = observation.view, observation.seat
    states = [view]
    for start, step in zip((0, *(each.until for each in steps)), steps, strict=False):
        states.append(reduce(play, moves[start : step.until], states[-1]))
    end = reduce(play, moves, view)
    found = list(_purposes(observation, steps, states, deeds, sold))
    had, has = (leads(each, observation.unknown, seat)[0] for each in (view, end))
    if more := counters.total(end.hands[seat]) - counters.total(view.hands[seat]):
        found.insert(0, Purpose(0, "counters", number=more))
    found += [Purpose(0, "won", 1, crop) for crop in spaces_in(has & ~had)]
    found += [Purpose(0, "lost", -1, crop) for crop in spaces_in(had & ~has)]
    return tuple(found)


def _purposes(
    observation: Observation, steps: Sequence[Step], states: Sequence[State], deeds: Sequence[Deed], sold: int
) -> Iterator[Purpose]:
    seat, end = observation.seat, states[-1]
    plays = [(each.brief.worker, INDEX[each.brief.space]) for each in steps if each.brief.kind in _WORK]
    plays += [(deed.worker, deed.space) for deed in deeds if deed.kind in _WORK and deed.space >= 0]
    for at, (step, s, after) in enumerate(zip(steps, states, states[1:], strict=False), 1):
        told = step.brief
        kind, tiles, worker = told.kind, told.tiles, told.worker
        groups_gain = gain(s.fields[seat], after.fields[seat])
        posts = dict(s.posts[seat])
        if kind in _ARRIVES and tiles and tiles & after.fields[seat]:
            opened = [
                Purpose(at, "opens", tiles=tiles, worker=each, space=space)
                for each, space in plays
                if _opens(s, seat, tiles, each, space)
            ]
            if groups_gain:
                yield Purpose(at, _joins(s.fields[seat], after.fields[seat], tiles), groups_gain, tiles=tiles)
            elif denied := _denied(observation, s, tiles):
                yield denied._replace(step=at)
            elif not opened:
                yield Purpose(at, "field", tiles=tiles)
            yield from opened[:1]
        elif kind == "work":
            points = worker_points(after, seat) - worker_points(s, seat)
            other = next((each for each, space in posts.items() if space == INDEX[told.space]), -1)
            yield Purpose(at, "replaces" if other >= 0 else "scores", points, worker=worker, other=other)
        elif kind == "move" and told.event < 0:  # after a reposition the power doesn't work (rule 12 X)
            yield Purpose(at, "again", worker=worker)
        elif kind == "home":
            lost = Purpose(at, "home", -NUMBERS[worker], worker=worker)
            there = [
                (each, space)
                for each, space in plays
                if worker in posts and openings(s.fields[seat], s.posts[seat], each) >> space & 1 == 0
            ]
            free = [
                (each, space)
                for each, space in there
                if openings(end.fields[seat], after.posts[seat], each) >> space & 1
            ]
            if worker not in posts:
                yield lost._replace(kind="displaced")
            elif free and free[0][0] != worker:
                yield lost._replace(kind="room", other=free[0][0], space=free[0][1])
            else:
                yield lost._replace(kind="soon" if any(deed.worker == worker for deed in deeds) else "home")
        elif kind == "turn":
            yield Purpose(at, "ripe", number=tiles.bit_count())
        elif kind == "store" and spaces_in(tiles) != [sold]:
            points = gain(end.fields[seat], end.fields[seat] | tiles)
            placed = any(deed.kind == "place" and tiles >> deed.tile & 1 for deed in deeds)
            yield Purpose(
                at,
                ("next" if placed else "stored") + " bare" * (points <= 0),
                number=points,
                tiles=tiles,
                cause=_safe(observation, end, tiles),
            )
            for each, space in plays if placed else ():
                if _opens(end, seat, tiles, each, space):
                    yield Purpose(at, "opens", tiles=tiles, worker=each, space=space)
        elif groups_gain:
            yield Purpose(at, "grow" if groups_gain > 0 else "costs", groups_gain)
        if kind in _BRINGS:
            had, has = (counters.unpack(each.hands[seat]) for each in (s, after))
            got = [max(0, more - less) for less, more in zip(had, has, strict=True)]
            paid = 0
            for later, before in zip(steps[at:], states[at:], strict=False):
                if later.brief.kind == "buy" and later.brief.worker < 0 and later.brief.other >= 0:
                    left = [each - less for each, less in zip(counters.unpack(before.hands[seat]), got, strict=True)]
                    if any(each < price for each, price in zip(left, counters.unpack(later.brief.goods), strict=True)):
                        paid |= later.brief.tiles
            if paid:
                yield Purpose(at, "pays", tiles=paid)


def _joins(old: int, new: int, tile: int) -> str:
    """Say which of the two groups a tile joins: "largest", "second", or "adds" or "costs" points otherwise."""
    points = gain(old, new)
    if points < 0:
        return "costs"
    before, after = (sorted(groups(each), key=int.bit_count, reverse=True) for each in (old, new))
    for at, (kind, each) in enumerate((("largest", 1), ("second", 2))):
        if points == each and len(before) > at and after[at] == before[at] | tile:
            return kind
    return "adds"


def _denied(observation: Observation, s: State, tile: int) -> Purpose | None:
    """Return who could have scored most with a tile that is bought, if anyone could."""
    (index,) = spaces_in(tile)
    owner = s.store_of(index)
    bid = s.bid_of(index) if owner >= 0 else counters.NONE
    others = [
        (gain(s.fields[each], s.fields[each] | tile), each)
        for each in range(s.players)
        if owner >= 0
        and each != observation.seat
        and (each == owner or can_pay(s, observation.unknown, each, bid) == CAN)
    ]
    worth, other = max(others, default=(0, -1))
    return Purpose(0, "denies", number=worth, tiles=tile, other=other) if worth > 0 else None


def _opens(s: State, seat: int, tile: int, worker: int, space: int) -> bool:
    """Whether a worker has a space only beside a tile."""
    fields, posts = s.fields[seat], s.posts[seat]
    return bool(openings(fields | tile, posts, worker) & ~openings(fields, posts, worker) & 1 << space)


def _safe(observation: Observation, end: State, tile: int) -> Cause | None:
    """Return why nobody can buy a tile from the seat's store before its next turn, not even after a harvest."""
    seat, unknown = observation.seat, observation.unknown
    bid, others = end.bid_of(spaces_in(tile)[0]), [each for each in range(end.players) if each != seat]
    if not all(cant_match(end, unknown, each, bid) for each in others):
        return None
    return unable(end, unknown, others[0], bid) if len(others) == 1 else Cause("nobody")


def cant_match(s: State, unknown: tuple[int, ...], seat: int, bid: int) -> bool:
    """Whether a seat can't match a bid, not even after a harvest."""
    return can_pay(s, unknown, seat, after_harvest(s, seat, bid)) == CANNOT


def unable(s: State, unknown: tuple[int, ...], seat: int, bid: int) -> Cause:
    """Say why a seat can't match a bid: it has none of a crop, or too few counters."""
    held, wanted = counters.unpack(s.hands[seat]), counters.unpack(bid)
    none = [crop for crop, number in enumerate(wanted) if number and not held[crop]]
    return Cause("no crop", seat, none[0]) if none and not unknown[seat] else Cause("can't match", seat)
