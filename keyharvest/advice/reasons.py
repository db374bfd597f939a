"""The effects of a turn: counted on the table before and after its moves, and the points that follow in playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import copysign
from operator import sub
from typing import Final, NamedTuple

from keyharvest.advice.choices import equal
from keyharvest.knowledge import Observation, majority_bounds
from keyharvest.rules import State, counters
from keyharvest.rules.components import FARMHANDS
from keyharvest.rules.frames import Chance, Displaced
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.scoring import gain, group_points, worker_points
from keyharvest.rules.state import openings
from keyharvest.rules.turn import ACTIONS, Turn
from keyharvest.search.search import average, difference
from keyharvest.table.rivals import CAN, CANNOT, after_harvest, can_pay

#: The maximum number of reasons shown, an unused action included; the kinds of which one is enough; those of which the
#: last that differs is shown for each opponent.
SHOWN: Final = 4
_ONCE: Final = ("kept", "can buy", "can't match")
_THEIRS: Final = ("their counters", "their points", "their later")
#: The kinds that count points gained, now or soon, and those that don't count points.
_SCORED: Final = ("points", "next turn", "their points", "their later")
_WORTH: Final = ("counters", "ripe", "free", "their counters")
#: The rough worth, in points, of things that don't score yet: a point from a stored tile; a field to harvest; a
#: farmhand at home, or a worker that may act again.
_NOT_YET: Final = 0.7
_RIPE: Final = 0.15
_FREE: Final = 0.35
#: The same for each counter in a hand, added up: of all, the first 12 and the first 6; and of any if no turn is left.
_COUNTERS: Final = ((60, 0.1), (12, 0.1), (6, 0.2))
_LATE: Final = ((60, 0.02),)
_Gains = Sequence[Sequence[int]]


class Reason(NamedTuple):
    """One effect of a turn, its amount, and its rough worth in points to the seat that asks.

    A negative ``weight`` speaks against the turn. In a reason shown, the weight is less by that of the same effect of
    the turn compared, and ``more`` is the difference of the amounts. ``gains`` are points that depend on what follows,
    one number for each playout. ``parts`` are the sources of points that change, ``groups``, ``workers`` or ``crops``,
    or of another's counters, ``paid`` or ``bid``, each with its change. ``old`` and ``new`` are the amounts before and
    after, equal if there is none. ``seat`` is the other seat, ``tile``, ``worker`` and ``crop`` the subjects, all -1
    for none. ``use``: the best use of an action left unused.
    """

    kind: str
    change: float
    weight: float
    old: int = 0
    new: float = 0
    seat: int = -1
    tile: int = -1
    worker: int = -1
    crop: int = -1
    parts: tuple[tuple[str, int], ...] = ()
    use: str = ""
    gains: tuple[float, ...] = ()
    more: float = 0.0

    @property
    def size(self) -> float:
        """The size of the difference from the turn compared: points as shown, or a rough worth in points."""
        return abs(self.weight if self.kind in _WORTH else self.more)

    @property
    def of_tile(self) -> bool:
        """Whether the amount is what a tile is worth to another seat: neither a gain nor a loss."""
        return min(self.seat, self.tile) >= 0

    @property
    def about(self) -> tuple[str, int, int]:
        """The subject, the same for the same effect of another turn; another tile stored is the same effect."""
        return self.kind, self.seat, -1 if self.kind == "stored" else self.tile


def turn_to_come(state: State, seat: int, number: int = 1) -> bool:
    """Whether a seat has this many turns after the present one (13.1), unless quiet rounds end the game (13.4)."""
    return state.left < 0 or state.left >= until_next(state, seat) + (number - 1) * state.players


def until_next(state: State, seat: int) -> int:
    """Return the number of turns up to a seat's next one, which counts too."""
    return (seat - state.seat) % state.players or state.players


def gone_home(view: State, after: State, seat: int) -> tuple[tuple[int, int], ...]:
    """Return the workers of a seat that go home, with their spaces; one displaced may still be placed (rule 8.1)."""
    there = {worker for worker, _space in after.posts[seat]}
    there |= {frame.worker for frame in after.stack if isinstance(frame, Displaced) and frame.seat == seat}
    return tuple(post for post in view.posts[seat] if post[0] not in there)


def actions_left(state: State, seat: int) -> int:
    """Return the number of actions still open after the draw that comes next in the seat's turn; 0 if none does."""
    if not (state.stack and isinstance(state.stack[-1], Chance)):
        return 0
    turn = next((frame for frame in state.stack if isinstance(frame, Turn) and frame.seat == seat), None)
    return ACTIONS - turn.used.bit_count() if turn else 0


def reasons(
    observation: Observation, after: State, later: _Gains = (), rest: _Gains = (), margin: float | None = None
) -> tuple[Reason, ...]:
    """Return all effects of a seat's moves on itself and others.

    ``later`` and ``rest`` are the gains in playouts, if any, and ``margin`` is given if later turns count, all as in
    :class:`~keyharvest.advice.advice.Advice`. Effects without a tile are the same, in the same order, for all turns of
    an observation, even if nothing changes.
    """
    gains, more = (list(zip(*each, strict=True)) for each in (later, rest))
    found = [*_own(observation, after, gains, more), *_of_others(observation, after, gains, more)]
    if margin is not None:  # beyond the points now and soon; what others get now is part of what they get soon
        soon = (each._replace(change=0) if gains and each.kind == "their points" else each for each in found)
        points = [(each.old + each.change) / (1 if each.seat < 0 else 1 - after.players) for each in soon]
        left = round(margin - sum(one for one, each in zip(points, found, strict=True) if each.kind in _SCORED), 1)
        found.append(Reason("rest", left, left))
    return (*found, *_tiles(observation, after))


def shown(
    found: Sequence[Reason], rival: Sequence[Reason] = (), number: int = SHOWN, gap: float = 0.0
) -> tuple[Reason, ...]:
    """Select differences from a ``rival`` to show, one for each opponent: those for the turn come first.

    Points are chosen first if they differ by more than chance, those of later turns if they are as many as the ``gap``
    between the turns; then what speaks most for the turn and against it, then the largest.
    """
    rated = []
    lacking = (each._replace(change=0, weight=0.0, worker=-1) for each in rival if counterpart(each, found) is None)
    for reason in sorted((*found, *lacking), key=lambda reason: -reason.weight):
        other = counterpart(reason, rival) or Reason(reason.kind, 0, 0.0)
        edge = round(reason.weight - other.weight, 3)
        if gains := reason.gains or other.gains:
            apart, error = difference(*(each.gains or [each.change] * len(gains) for each in (reason, other)))
            edge = 0.0 if equal(abs(apart), error) else edge
        more = round(reason.change - other.change, 1)
        if more and (edge or gains):
            rated.append(reason._replace(weight=edge, more=more))
    rated.sort(key=lambda each: (bool(each.weight), _THEIRS.index(each.kind)) if each.kind in _THEIRS else ())
    rated = list({reason.seat if reason.kind in _THEIRS else reason: reason for reason in rated}.values())
    sizes = [0.0, *(copysign(reason.size, reason.weight) for reason in rated if reason.weight)]

    def rank(reason: Reason) -> tuple[bool, bool, float]:
        weight, rest = reason.weight, reason.kind == "rest" and reason.size >= abs(gap)
        points = weight and (rest or reason.kind in ("points", "next turn"))
        most = weight and copysign(reason.size, weight) in (max(sizes), min(sizes))
        return not points, not most, -reason.size

    chosen: dict[object, Reason] = {}
    for reason in sorted(rated, key=rank):
        chosen.setdefault(reason.kind if reason.kind in _ONCE else reason, reason)
    return tuple(sorted(list(chosen.values())[:number], key=lambda reason: -reason.weight))


def counterpart(reason: Reason, rival: Sequence[Reason]) -> Reason | None:
    """Return the same effect of another turn; of several, the one with the same tile, or the greatest."""
    same = (each for each in rival if each.about == reason.about)
    return max(same, key=lambda each: (each.tile == reason.tile, each.change), default=None)


def _own(
    observation: Observation, after: State, gains: Sequence[tuple[int, ...]], rest: Sequence[tuple[int, ...]]
) -> Iterator[Reason]:
    """Yield the effects on the seat itself."""
    view, seat = observation.view, observation.seat
    held, ripe = rest[-2:] or ((), ())
    yield _points(observation, after, seat, rest[seat] if rest else ())
    if gains:
        yield _later("next turn", gains[seat], 1.0)
    fields, store = after.fields[seat], sum(1 << tile for tile, _bid in after.stores[seat])
    yield Reason("store", gain(fields, fields | store) if turn_to_come(after, seat) else 0, 0.0)
    hands = zip(*(counters.unpack(state.hands[seat]) for state in (view, after)), strict=True)
    crops = [crop for crop, (had, has) in enumerate(hands) if had != has]
    yield _counters(observation, after, seat, held)._replace(crop=crops[0] if len(crops) == 1 else -1)
    if turn_to_come(view, seat):
        yield _change("ripe", view.ripe[seat].bit_count(), after.ripe[seat].bit_count(), lambda few: _RIPE * few, ripe)
        home = [worker for worker, _space in gone_home(view, after, seat) if FARMHANDS >> worker & 1]
        yield Reason("free", len(home), _FREE * len(home), worker=max(home, default=-1))


def _of_others(
    observation: Observation, after: State, gains: Sequence[tuple[int, ...]], rest: Sequence[tuple[int, ...]]
) -> Iterator[Reason]:
    """Yield the points and counters that others gain or lose, and the points including those that they gain later."""
    view = observation.view
    for other in _others(observation):
        share = -1 / (view.players - 1)
        theirs = _counters(observation, after, other)
        back = sum(counters.total(bid) for tile, bid in view.stores[other] if after.store_of(tile) != other)
        paid = (("paid", int(theirs.change) - back), ("bid", back)) if back else ()  # rule 6.2
        yield theirs._replace(kind="their counters", weight=share * theirs.weight, seat=other, parts=paid)
        points = _points(observation, after, other)
        yield points._replace(kind="their points", weight=share * points.change, seat=other)
        if gains:
            together = zip(gains[other], rest[other] if rest else [0] * len(gains[other]), strict=True)
            yield _later("their later", [points.change + sum(both) for both in together], share)._replace(seat=other)


def _tiles(observation: Observation, after: State) -> Iterator[Reason]:
    """Yield what each tile stored will add, and each one taken would add for others, and whether these can get it."""
    view, seat, unknown = observation.view, observation.seat, observation.unknown
    fields, had = after.fields[seat], {tile for tile, _bid in view.stores[seat]}
    stored = {tile for tile, _bid in after.stores[seat]} - had
    for tile in (*stored, *spaces_in(fields & ~view.fields[seat])):
        owner = view.store_of(tile)
        for other in _others(observation):
            more = gain(after.fields[other], after.fields[other] | 1 << tile)
            if more <= 0 or not turn_to_come(after, other):
                continue
            weight = _NOT_YET * more / (view.players - 1)
            about = partial(Reason, change=more, seat=other, tile=tile)
            if tile in stored:
                bid = after.bid_of(tile)
                if can_pay(after, unknown, other, bid) == CAN:
                    yield about("can buy", weight=-weight / 2)
                elif can_pay(after, unknown, other, after_harvest(after, other, bid)) == CANNOT:
                    yield about("can't match", weight=weight / 2)
            elif (
                (view.registry >> tile & 1 and turn_to_come(view, other, 2))
                or owner == other
                or (owner >= 0 and can_pay(view, unknown, other, view.bid_of(tile)) == CAN)
            ):
                yield about("kept", weight=weight)
        if tile in stored:
            more = gain(fields, fields | 1 << tile) if turn_to_come(after, seat) else 0
            again = _again(after, seat, tile)
            yield Reason("stored", more, _NOT_YET * more + _FREE * (again >= 0), tile=tile, worker=again)


def _again(state: State, seat: int, tile: int) -> int:
    """Return the worker that a tile, once placed, would displace to another space (rule 8.1); -1 if none."""
    posts = tuple(post for post in state.posts[seat] if post[1] != tile)
    there = next((worker for worker, space in state.posts[seat] if space == tile), -1)
    return there if there >= 0 and openings(state.fields[seat] | 1 << tile, posts, there) else -1


def _others(observation: Observation) -> list[int]:
    return [seat for seat in range(observation.view.players) if seat != observation.seat]


def _counters(observation: Observation, after: State, seat: int, more: Sequence[int] = ()) -> Reason:
    old, new = (counters.total(state.hands[seat]) + observation.unknown[seat] for state in (observation.view, after))
    worths = _COUNTERS if turn_to_come(observation.view, seat) else _LATE
    return _change("counters", old, new, lambda number: sum(worth * min(few, number) for few, worth in worths), more)


def _points(observation: Observation, after: State, seat: int, more: Sequence[int] = ()) -> Reason:
    """Return the change of the points that hidden counters can't change, with its sources."""
    old, new = (
        (group_points(s.fields[seat]), worker_points(s, seat), majority_bounds(s, observation.unknown)[seat][0])
        for s in (observation.view, after)
    )
    parts = zip(("groups", "workers", "crops"), map(sub, new, old), strict=True)
    changed = tuple((source, change) for source, change in parts if change)
    return _change("points", sum(old), sum(new), float, more)._replace(parts=changed)


def _later(kind: str, gains: Sequence[float], weight: float) -> Reason:
    mean = average(gains)
    return Reason(kind, round(mean, 1), weight * mean, gains=tuple(gains))


def _change(kind: str, old: int, new: int, worth: Callable[[float], float], more: Sequence[int] = ()) -> Reason:
    """Return the change of an amount; with ``more``, what each playout adds to it, its average."""
    ends = [new + each for each in more] or [new]
    weight = average([worth(end) for end in ends]) - worth(old)
    if not more:
        return Reason(kind, new - old, weight, old, new)
    end = round(average(ends), 1)
    return Reason(kind, round(end - old, 1), weight, old, end, gains=tuple(each - old for each in ends))
