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
from keyharvest.rules.components import CROPS, NUMBERS
from keyharvest.rules.geometry import INDEX, groups, spaces_in
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.rules.state import openings
from keyharvest.table.rivals import CAN, CANNOT, after_harvest, can_pay

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

    ``kind``: a tile joins the "largest" or the "second" group, makes "one" of some, of ``number`` fields, or a "new"
    one, or "adds" points; all groups "grow", "cost" points or are the "same" after a swap. Another seat loses a tile
    ("denies", worth ``number``); it "opens" the only ``space`` to a worker, is "with" another tile, on ``space``, worth
    ``number``, or is just a "field". A worker "scores" or "replaces" another, acts "again" or "stays" when displaced,
    or goes "home": "displaced", for want of "room" for another on a ``space``, or to be played "soon". A step "pays"
    for ``tiles``, which couldn't be bought without it; a ``number`` of fields is "ripe" again; a tile is "stored", to
    be placed "next" turn or if it is "unsold". The whole turn changes the number of "counters" in hand; majorities are
    "won" or "lost", or another seat "loses" them.
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


class _Play(NamedTuple):
    """A worker to be placed on a space, and the position before."""

    worker: int
    space: int
    before: State


def purposes(
    observation: Observation, steps: Sequence[Step], moves: Sequence[str], deeds: Sequence[Deed], sold: int
) -> tuple[Purpose, ...]:
    """Return what the steps of a turn are for; ``deeds`` are the steps that it leads to, ``sold`` is the tile that is
    stored for another to buy, or -1.
    """
    view, seat = observation.view, observation.seat
    states = [view]
    for start, step in zip((0, *(each.until for each in steps)), steps, strict=False):
        states.append(reduce(play, moves[start : step.until], states[-1]))
    end = reduce(play, moves, view)
    found = [*_purposes(observation, steps, states, deeds, sold), *_majorities(observation, states)]
    found = _merged(sorted(found, key=lambda each: each.step))
    more = counters.total(end.hands[seat]) - counters.total(view.hands[seat])
    return (*([Purpose(0, "counters", number=more)] if more else []), *found)


def _merged(found: Sequence[Purpose]) -> list[Purpose]:
    """Join the tiles that open a space together."""
    merged = list[Purpose]()
    for each in found:
        same = (
            at for at, other in enumerate(merged) if other.kind == each.kind == "opens" and other.space == each.space
        )
        if (at := next(same, -1)) >= 0:
            merged[at] = merged[at]._replace(tiles=merged[at].tiles | each.tiles)
        else:
            merged.append(each)
    return merged


def _majorities(observation: Observation, states: Sequence[State]) -> Iterator[Purpose]:
    """Yield the majorities that a turn surely changes, each at the last step that does."""
    me = observation.seat
    for seat in range(observation.view.players):
        held = [leads(s, observation.unknown, seat) for s in states]
        for crop in range(len(CROPS)):
            sure, may = ([each[at] >> crop & 1 for each in held] for at in (0, 1))
            won, lost = seat == me and sure[-1] > sure[0], sure[0] > (sure[-1] if seat == me else may[-1])
            if won or lost:
                step = max(at for at in range(1, len(sure)) if sure[at] != sure[at - 1])
                kind = "won" if won else "lost" if seat == me else "loses"
                yield Purpose(step, kind, (won - lost) * (seat == me), crop, other=seat)


def _purposes(
    observation: Observation, steps: Sequence[Step], states: Sequence[State], deeds: Sequence[Deed], sold: int
) -> Iterator[Purpose]:
    seat, end = observation.seat, states[-1]
    plays = [
        _Play(each.brief.worker, INDEX[each.brief.space], s)
        for each, s in zip(steps, states, strict=False)
        if each.brief.kind == "work"
    ]
    plays += [_Play(deed.worker, deed.space, end) for deed in deeds if deed.kind == "work" and deed.space >= 0]
    for at, (step, s, after) in enumerate(zip(steps, states, states[1:], strict=False), 1):
        told = step.brief
        kind, tiles, worker = told.kind, told.tiles, told.worker
        more = gain(s.fields[seat], after.fields[seat])
        if kind in _ARRIVES and tiles & after.fields[seat]:
            uses = list(_uses(end, seat, tiles, plays)) if more <= 0 else list(_opened(end, seat, tiles, plays))
            if more:
                yield _joined(s.fields[seat], after.fields[seat], tiles)._replace(step=at)
            denied = [] if more else _denied(observation, s, tiles)
            yield from (
                each._replace(step=at) for each in (denied + uses if more or denied or uses else [_field(tiles)])
            )
        elif kind == "work":
            points = worker_points(after, seat) - worker_points(s, seat)
            other = next((each for each, space in s.posts[seat] if space == INDEX[told.space]), -1)
            yield Purpose(at, "replaces" if other >= 0 else "scores", points, worker=worker, other=other)
        elif kind == "move" and told.event < 0:  # a reposition is an event (rule 12 X)
            again = any(each.brief.worker == worker for each in steps[at : at + 1])
            yield Purpose(at, "again" if again else "stays", worker=worker)
        elif kind == "home":
            lost = Purpose(at, "home", -NUMBERS[worker], worker=worker)
            free = [each for each in plays if _closed(s, seat, each) and not _closed(after, seat, each)]
            if worker not in dict(s.posts[seat]):
                yield lost._replace(kind="displaced")
            elif free and free[0].worker != worker:
                yield lost._replace(kind="room", other=free[0].worker, space=free[0].space)
            else:
                yield lost._replace(kind="soon" if any(deed.worker == worker for deed in deeds) else "home")
        elif kind == "turn":
            yield Purpose(at, "ripe", number=tiles.bit_count())
        elif kind == "store":
            points = gain(end.fields[seat], end.fields[seat] | tiles)
            placed = any(deed.kind == "place" and tiles >> deed.tile & 1 for deed in deeds)
            when = "unsold" if spaces_in(tiles) == [sold] else "next" if placed else "stored"
            bare = " bare" * (points <= 0)
            if not bare or when != "unsold":
                yield Purpose(at, when + bare, 0, points, tiles, cause=_safe(observation, end, tiles))
                uses = list(_uses(end, seat, tiles, plays)) if bare else list(_opened(end, seat, tiles, plays))
                yield from (each._replace(step=at) for each in uses)
        elif more or kind == "fallow":
            yield Purpose(at, "grow" if more > 0 else "cost" if more else "same", more, tiles=tiles)
        if kind in _BRINGS and (paid := _paid(steps[at:], states[at:], s, after, seat)):
            yield Purpose(at, "pays", tiles=paid)


def _paid(steps: Sequence[Step], states: Sequence[State], s: State, after: State, seat: int) -> int:
    """Return the tiles whose fixed price a seat couldn't pay later without the counters gained between two states."""
    got = [new - old for old, new in zip(*(counters.unpack(each.hands[seat]) for each in (s, after)), strict=True)]
    paid = 0
    for step, before in zip(steps, states, strict=False):
        told = step.brief
        if told.kind == "buy" and told.worker < 0 <= told.other:
            prices = zip(counters.unpack(before.hands[seat]), got, counters.unpack(told.goods), strict=True)
            paid |= told.tiles * any(held - max(0, more) < price for held, more, price in prices if price)
    return paid


def _closed(s: State, seat: int, told: _Play) -> bool:
    """Whether a space is closed to a worker by others beside it (rule 5.2)."""
    return not openings(s.fields[seat], s.posts[seat], told.worker) >> told.space & 1


def _joined(old: int, new: int, tile: int) -> Purpose:
    """Say what a tile does to the groups that it changes in points."""
    points = gain(old, new)
    before, after = (sorted(groups(each), key=int.bit_count, reverse=True) for each in (old, new))
    size = next(each for each in after if each & tile).bit_count()
    for at, (kind, each) in enumerate((("largest", 1), ("second", 2))):
        if points == each and len(before) > at and after[at] == before[at] | tile:
            return Purpose(0, kind, points, tiles=tile)
    kind = "cost" if points < 0 else "one" if len(after) < len(before) else "new" if size > 1 else "adds"
    return Purpose(0, kind, points, size if kind in ("one", "new") else 0, tile)


def _field(tile: int) -> Purpose:
    return Purpose(0, "field", tiles=tile)


def _opened(end: State, seat: int, tile: int, plays: Sequence[_Play]) -> Iterator[Purpose]:
    """Yield the worker who has a space, and no other, only beside a tile."""
    for worker, space, before in plays:
        fields, posts = before.fields[seat] | (tile if before is end else 0), before.posts[seat]
        if openings(fields, posts, worker) >> space & 1 and not openings(fields & ~tile, posts, worker):
            yield Purpose(0, "opens", tiles=tile, worker=worker, space=space)


def _uses(end: State, seat: int, tile: int, plays: Sequence[_Play]) -> list[Purpose]:
    """Return what a tile without points is for: a space that it opens, or another tile in sight that is worth more."""
    fields = end.fields[seat] | tile
    seen = end.registry | sum(1 << other for store in end.stores for other, _bid in store)
    worths = []
    for other in spaces_in(seen & ~fields):
        worth, bare = (gain(each, each | 1 << other) for each in (fields, fields & ~tile))
        if worth > max(bare, 0):
            worths.append((worth - bare, worth, -other))
    opened = list(_opened(end, seat, tile, plays))
    if opened or not worths:
        return opened
    _more, worth, other = max(worths)
    return [Purpose(0, "with", number=worth, tiles=tile, space=-other)]


def _denied(observation: Observation, s: State, tile: int) -> list[Purpose]:
    """Return who could have scored most with a tile that is bought, if anyone could."""
    (index,) = spaces_in(tile)
    if (owner := s.store_of(index)) < 0:
        return []
    others = [
        (gain(s.fields[each], s.fields[each] | tile), each)
        for each in range(s.players)
        if each != observation.seat and (each == owner or can_pay(s, observation.unknown, each, s.bid_of(index)) == CAN)
    ]
    worth, other = max(others, default=(0, -1))
    return [Purpose(0, "denies", number=worth, tiles=tile, other=other)] if worth > 0 else []


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
