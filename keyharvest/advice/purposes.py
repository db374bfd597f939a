"""The purpose of each step of a turn: the points that it gains or costs, and what it makes possible.

All of it follows from the turn's moves and from what the table shows to everyone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from keyharvest.advice.advice import turn_to_come
from keyharvest.advice.courses import Deed
from keyharvest.advice.steps import Step
from keyharvest.knowledge import Observation, leads, turned
from keyharvest.rules import State, counters, play
from keyharvest.rules.components import CROPS, FARMHANDS, NUMBERS
from keyharvest.rules.events import elsewhere
from keyharvest.rules.frames import Displaced
from keyharvest.rules.geometry import INDEX, groups, spaces_in
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.rules.state import Posts, openings
from keyharvest.search.evaluation import growth
from keyharvest.table.rivals import CAN, CANNOT, after_harvest, can_pay

_ARRIVES: Final = ("place", "buy")
_COMES: Final = (*_ARRIVES, "store")
#: What is said of a majority that hidden counters decided before the turn or decide after it, by whether the seat then
#: surely has it, and whether it may.
_SETTLED: Final = {(1, 1): "sure", (0, 0): "over", (0, 1): "hidden"}
#: These come last among the purposes of a step.
_LAST: Final = ("opens", "won", "won from", "lost", "lost to", *_SETTLED.values(), "gains", "loses")
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
    ("denies", worth ``number``) or can still get it ("wanted"); it "opens" the only ``space`` to a worker, or gives one
    that isn't played yet its "first"; it is "with" another tile, on ``space``, worth ``number``, lets a ``number`` of
    tiles "to come" score, or is just a "field", in the last turn an "idle" one. A worker "scores" or "replaces"
    another, acts "again" or "stays" when displaced, perhaps on the space of one that is "replaced", or goes "home":
    "displaced", for want of "room" for another on a ``space``, or to be played "soon". A step "pays" for ``tiles``,
    which couldn't be bought without it; a ``number`` of fields is "ripe" again; a tile is "stored", to be placed "next"
    turn or if it is "unsold", for a "bid" of which another seat might match less. The whole turn changes the number of
    "counters" in hand; majorities are "won", perhaps "won from" another seat, "lost" or "lost to" one, now "sure",
    "over" or up to "hidden" counters, or another seat "gains" or "loses" them.
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
    plays = [
        _Play(each.brief.worker, INDEX[each.brief.space], s)
        for each, s in zip(steps, states, strict=False)
        if each.brief.kind == "work"
    ]
    plays += [_Play(deed.worker, deed.space, end) for deed in deeds if deed.kind == "work" and deed.space >= 0]
    placed = sum(1 << deed.tile for deed in deeds if deed.kind == "place" and deed.tile >= 0)
    opened = list(_opened(seat, steps, end, placed, plays))
    found = [*opened, *_majorities(observation, states)]
    for at, step in enumerate(steps, 1):
        told, s, after = step.brief, states[at - 1], states[at]
        used = told.tiles & sum(each.tiles for each in opened)
        if told.kind in _ARRIVES and told.tiles & after.fields[seat]:
            found += _arrived(observation, at, told.tiles, s, end, bool(used))
        elif told.kind in ("work", "move", "home"):
            found += _moved(seat, steps, at, s, after, plays, {deed.worker for deed in deeds})
        elif told.kind == "turn":
            found.append(Purpose(at, "ripe", number=told.tiles.bit_count()))
        elif told.kind == "store" and turn_to_come(view, seat):
            when = "unsold" if spaces_in(told.tiles) == [sold] else "next" if told.tiles & placed else "stored"
            found += _stored(observation, at, told.tiles, end, when, bool(used))
        elif (more := gain(s.fields[seat], after.fields[seat])) or told.kind == "fallow":
            found.append(Purpose(at, "grow" if more > 0 else "cost" if more else "same", more, tiles=told.tiles))
        if told.kind not in ("work", "move", "home"):  # without a space elsewhere, they go home at once (rule 8.1)
            gone = gone_home(s, after, seat)
            found += [Purpose(at, "displaced", -NUMBERS[worker], worker=worker) for worker, _space in gone]
        if told.kind in _BRINGS and (paid := _paid(steps[at:], states[at:], s, after, seat)):
            found.append(Purpose(at, "pays", tiles=paid))
    more = counters.total(end.hands[seat]) - counters.total(view.hands[seat])
    found.sort(key=lambda each: (each.step, each.kind in _LAST))
    return (*([Purpose(0, "counters", number=more)] if more else []), *found)


def _opened(seat: int, steps: Sequence[Step], end: State, placed: int, plays: Sequence[_Play]) -> Iterator[Purpose]:
    """Yield the workers who have a space, and no other, only beside tiles of the turn."""
    came = {
        tile: at
        for at, each in enumerate(steps, 1)
        if each.brief.kind in _COMES
        for tile in spaces_in(each.brief.tiles)
    }
    for worker, space, before in plays:
        fields, posts = before.fields[seat] | (placed if before is end else 0), before.posts[seat]
        needed = [tile for tile in came if fields >> tile & 1 and not openings(fields & ~(1 << tile), posts, worker)]
        if needed and openings(fields, posts, worker) >> space & 1:
            tiles = sum(1 << tile for tile in needed)
            yield Purpose(min(came[tile] for tile in needed), "opens", tiles=tiles, worker=worker, space=space)


def _majorities(observation: Observation, states: Sequence[State]) -> Iterator[Purpose]:
    """Yield the majorities that a turn changes, each at the last step that does; of others, only what is sure."""
    me = observation.seat
    seats = sorted(range(observation.view.players), key=lambda seat: seat != me)
    held = {seat: [leads(s, observation.unknown, seat) for s in states] for seat in seats}
    changes = {seat: turned(each[0], each[-1]) for seat, each in held.items()}
    for crop in range(len(CROPS)):
        got = {seat: (won >> crop & 1) - (lost >> crop & 1) for seat, (won, lost) in changes.items()}
        winner, loser = (next((seat for seat in seats if got[seat] == change), -1) for change in (1, -1))
        for seat in seats[:1] if got[me] else seats:
            ends = [(sure >> crop & 1, may >> crop & 1) for sure, may in held[seat]]
            if not got[seat] and (seat != me or ends[0] == ends[-1]):
                continue
            kind, other = "gains" if got[seat] > 0 else "loses", seat
            if seat == me and got[me]:
                kind, other = ("won", loser) if got[me] > 0 else ("lost", winner)
                kind += "" if other < 0 else " from" if got[me] > 0 else " to"
            elif seat == me:
                kind = _SETTLED[ends[-1]]
            step = max(at for at in range(1, len(ends)) if ends[at] != ends[at - 1])
            yield Purpose(step, kind, got[seat] * (seat == me), crop, other=other)


def _arrived(observation: Observation, at: int, tile: int, s: State, end: State, used: bool) -> list[Purpose]:
    """Return what a tile on the board is for; ``used``: whether it opens a space."""
    seat, last = observation.seat, not turn_to_come(observation.view, observation.seat)
    if gain(s.fields[seat], s.fields[seat] | tile):
        return [_joined(at, s.fields[seat], s.fields[seat] | tile, tile)]
    found = [*_denied(observation, at, s, tile), *([] if used or last else _useful(at, seat, end, tile))]
    return found or [Purpose(at, "idle" if last else "field", tiles=tile)] * (not used)


def _stored(observation: Observation, at: int, tile: int, end: State, when: str, used: bool) -> list[Purpose]:
    """Return what a stored tile is for, ``when`` it is placed, and whom it would score points; ``used`` as above."""
    seat, safe, found = observation.seat, _safe(observation, end, tile), list[Purpose]()
    points = gain(end.fields[seat], end.fields[seat] | tile)
    if _free(end, seat, tile) and (points > 0 or when != "unsold"):
        found.append(Purpose(at, when + " bare" * (points <= 0), 0, points, tile, cause=safe))
        found += _bid(observation, at, end, tile) if safe else []
        found += [] if points > 0 or used else _useful(at, seat, end, tile)
    return found + _for_another(at, "denies" if safe else "wanted", tile, _worths(observation, end, tile))


def _free(s: State, seat: int, tile: int) -> bool:
    """Whether no worker of the seat would have to go home if the tile were placed (rule 8.1)."""
    fields, posts = s.fields[seat] | tile, s.posts[seat]
    return all(elsewhere(fields, posts, worker, space) for worker, space in posts if tile >> space & 1)


def _moved(
    seat: int, steps: Sequence[Step], at: int, s: State, after: State, plays: Sequence[_Play], again: set[int]
) -> Iterator[Purpose]:
    """Yield why a worker is played, moves on or goes home; ``again`` are those that are played next turn."""
    told, posts = steps[at - 1].brief, dict(s.posts[seat])
    worker = told.worker
    if told.kind == "work":
        points = worker_points(after, seat) - worker_points(s, seat)
        other = next((each for each, space in posts.items() if space == INDEX[told.space]), -1)
        yield Purpose(at, "replaces" if other >= 0 else "scores", points, worker=worker, other=other)
    elif told.kind == "home":
        lost = Purpose(at, "home", -NUMBERS[worker], worker=worker)
        freed = [each for each in plays if _closed(s, seat, each) and not _closed(after, seat, each)]
        if worker not in posts:
            yield lost._replace(kind="displaced")
        elif freed and freed[0].worker != worker:
            yield lost._replace(kind="room", other=freed[0].worker, space=freed[0].space)
        else:
            yield lost._replace(kind="soon" if worker in again else "home")
    elif told.event < 0:  # a reposition is an event (rule 12 X)
        acts = any(each.brief.worker == worker for each in steps[at : at + 1])
        yield Purpose(at, "again" if acts else "stays", worker=worker)
        for other in posts.keys() - dict(after.posts[seat]).keys():  # with a lower number (rule 5.3)
            yield Purpose(at, "replaced", -NUMBERS[other], worker=other)


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


def _joined(at: int, old: int, new: int, tile: int) -> Purpose:
    """Say what a tile does to the groups that it changes in points."""
    points = gain(old, new)
    before, after = (sorted(groups(each), key=int.bit_count, reverse=True) for each in (old, new))
    size = next(each for each in after if each & tile).bit_count()
    for place, (kind, each) in enumerate((("largest", 1), ("second", 2))):
        if points == each and len(before) > place and after[place] == before[place] | tile:
            return Purpose(at, kind, points, tiles=tile)
    kind = "cost" if points < 0 else "one" if len(after) < len(before) else "new" if size > 1 else "adds"
    return Purpose(at, kind, points, size if kind in ("one", "new") else 0, tile)


def _useful(at: int, seat: int, end: State, tile: int) -> list[Purpose]:
    """Return the use of a tile that scores nothing yet: for another in sight, for a worker, or for those to come."""
    bare, posts, worths = end.fields[seat] & ~tile, end.posts[seat], []
    fields = bare | tile
    seen = end.registry | sum(1 << other for store in end.stores for other, _bid in store)
    for other in spaces_in(seen & ~fields):
        worth, alone = (gain(each, each | 1 << other) for each in (fields, bare))
        if worth > max(alone, 0):
            worths.append((worth - alone, worth, -other))
    if worths:
        _more, worth, other = max(worths)
        return [Purpose(at, "with", number=worth, tiles=tile, space=-other)]
    if first := {*playable(fields, posts, end.town)} - {*playable(bare, posts, end.town)}:
        best = max(first, key=lambda each: NUMBERS[each])
        return [Purpose(at, "first", number=NUMBERS[best], tiles=tile, worker=best)]
    more = [growth(each).steps[0] & (end.bag | end.registry) for each in (fields, bare)]
    number = more[0].bit_count() - more[1].bit_count()
    return [Purpose(at, "to come", number=number, tiles=tile)] if number > 0 else []


def playable(fields: int, posts: Posts, town: int) -> list[int]:
    """Return the workers at hand, and those in ``town``, that have a space on a board."""
    at_hand = (FARMHANDS | town) & ~sum(1 << worker for worker, _space in posts)
    return [worker for worker in spaces_in(at_hand) if openings(fields, posts, worker)]


def _worths(observation: Observation, s: State, tile: int) -> list[tuple[int, int]]:
    """Return the points that a tile would score for each of the others whom it would score any."""
    others = [each for each in range(s.players) if each != observation.seat]
    return [(worth, each) for each in others if (worth := gain(s.fields[each], s.fields[each] | tile)) > 0]


def _denied(observation: Observation, at: int, s: State, tile: int) -> list[Purpose]:
    """Return who could have scored most with a tile that is bought, if anyone could."""
    (index,) = spaces_in(tile)
    if (owner := s.store_of(index)) < 0:
        return []
    unknown, price = observation.unknown, s.bid_of(index)
    worths = _worths(observation, s, tile)
    could = [each for each in worths if each[1] == owner or can_pay(s, unknown, each[1], price) == CAN]
    return _for_another(at, "denies", tile, could)


def _for_another(at: int, kind: str, tile: int, worths: Sequence[tuple[int, int]]) -> list[Purpose]:
    """Return whom a tile would score most points, if anyone."""
    worth, other = max(worths, default=(0, -1))
    return [Purpose(at, kind, number=worth, tiles=tile, other=other)] if worths else []


def _safe(observation: Observation, end: State, tile: int) -> Cause | None:
    """Return why nobody can buy a tile from the seat's store before its next turn, not even after a harvest."""
    seat, unknown = observation.seat, observation.unknown
    bid, others = end.bid_of(spaces_in(tile)[0]), [each for each in range(end.players) if each != seat]
    if not all(cant_match(end, unknown, each, bid) for each in others):
        return None
    return unable(end, unknown, others[0], bid) if len(others) == 1 else Cause("nobody")


def _bid(observation: Observation, at: int, end: State, tile: int) -> list[Purpose]:
    """Return a seat that might match a bid with any counter less than one that nobody can match, not even then."""
    bid, unknown = end.bid_of(spaces_in(tile)[0]), observation.unknown
    lower = [bid - counters.ONE[crop] for crop, number in enumerate(counters.unpack(bid)) if number]
    others = [each for each in range(end.players) if each != observation.seat]
    for each in others if counters.total(bid) > 1 else []:
        if not any(cant_match(end, unknown, each, less) for less in lower):
            return [Purpose(at, "bid", tiles=tile, other=each)]
    return []


def gone_home(view: State, after: State, seat: int) -> tuple[tuple[int, int], ...]:
    """Return the workers of a seat that go home, with their spaces; one displaced may still be placed (rule 8.1)."""
    there = {worker for worker, _space in after.posts[seat]}
    there |= {frame.worker for frame in after.stack if isinstance(frame, Displaced) and frame.seat == seat}
    return tuple(post for post in view.posts[seat] if post[0] not in there)


def cant_match(s: State, unknown: tuple[int, ...], seat: int, bid: int) -> bool:
    """Whether a seat can't match a bid, not even after a harvest."""
    return can_pay(s, unknown, seat, after_harvest(s, seat, bid)) == CANNOT


def unable(s: State, unknown: tuple[int, ...], seat: int, bid: int) -> Cause:
    """Say why a seat can't match a bid: it has none of a crop, or too few counters."""
    held, wanted = counters.unpack(s.hands[seat]), counters.unpack(bid)
    none = [crop for crop, number in enumerate(wanted) if number and not held[crop]]
    return Cause("no crop", seat, none[0]) if none and not unknown[seat] else Cause("can't match", seat)
