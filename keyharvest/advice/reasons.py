"""The effects of a turn, counted on the table before and after its moves, without any forecast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from keyharvest.knowledge import Observation, majority_bounds
from keyharvest.rules import State, counters
from keyharvest.rules.components import FARMHANDS, NUMBERS
from keyharvest.rules.frames import Chance, Displaced
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.scoring import gain, group_points, worker_points
from keyharvest.rules.state import openings
from keyharvest.rules.turn import ACTIONS, Turn
from keyharvest.table.rivals import CAN, CANNOT, after_harvest, can_pay

#: The maximum number of reasons shown, an unused action included; the kinds of which one is enough, and the points from
#: which a loss is shown in any case.
SHOWN: Final = 3
_ONCE: Final = ("kept", "can buy", "can't match")
_LOSS: Final = 0.2
#: The rough worth, in points, of things that don't score yet: a point from a stored tile, or from the next worker; a
#: field to harvest, or one that adds no point; a farmhand at home; an action left.
_NOT_YET: Final = 0.7
_NEXT: Final = 0.4
_RIPE: Final = 0.15
_FIELD: Final = 0.3
_FREE: Final = 0.35
_ACTION: Final = 0.8
#: The same for each of the first counters in a hand, of the next and of all others; and for any if no turn is left.
_COUNTERS: Final = ((6, 0.4), (6, 0.2), (60, 0.1))
_LATE: Final = 0.02


class Standing(NamedTuple):
    """The standing of a seat, as far as one viewer knows.

    The points of its groups and its workers, its sure crop majorities, the gain from placing all its stored
    tiles, the most that a next worker could add (0 without a turn to come), its counters, ripe fields and fields.
    """

    groups: int
    workers: int
    crops: int
    stored: int
    next_worker: int
    counters: int
    ripe: int
    fields: int

    @property
    def points(self) -> int:
        """The points so far that hidden counters can't change."""
        return self.groups + self.workers + self.crops


class Reason(NamedTuple):
    """One effect of a turn, its amount, and its rough worth in points to the seat that asks.

    A negative ``weight`` speaks against the turn; 0 is no reason, unless there are ``parts``: the sources of points
    that change, ``groups``, ``workers`` or ``crops``, or of another's counters, ``paid`` or ``bid``, each with its
    change. ``old`` and ``new`` are the amounts before and after, equal if there is no such amount. ``seat`` is the
    other seat concerned, ``tile``, ``worker`` and ``crop`` the subjects, all -1 for none.
    """

    kind: str
    change: int
    weight: float
    old: int = 0
    new: int = 0
    seat: int = -1
    tile: int = -1
    worker: int = -1
    crop: int = -1
    parts: tuple[tuple[str, int], ...] = ()

    @property
    def about(self) -> tuple[str, int, int]:
        """The subject, the same for the same effect of another turn; another tile stored is the same effect."""
        return self.kind, self.seat, -1 if self.kind == "stored" else self.tile


def standing(observation: Observation, state: State, seat: int) -> Standing:
    """Return the standing of a seat after the moves of one turn.

    >>> from keyharvest.game import Game
    >>> seen = Game.new(2, start="random", seed=1).observation(0)
    >>> standing(seen, seen.view, 0).points >= 3
    True
    """
    fields, to_come = state.fields[seat], turn_to_come(state, seat)
    store = sum(1 << tile for tile, _bid in state.stores[seat])
    return Standing(
        group_points(fields),
        worker_points(state, seat),
        majority_bounds(state, observation.unknown)[seat][0],
        gain(fields, fields | store) if to_come else 0,
        next_worker(state, seat) if to_come else 0,
        counters.total(state.hands[seat]) + observation.unknown[seat],
        state.ripe[seat].bit_count(),
        fields.bit_count(),
    )


def turn_to_come(state: State, seat: int, number: int = 1) -> bool:
    """Whether a seat has this many turns after the present one (13.1), unless quiet rounds end the game (13.4)."""
    first = (seat - state.seat) % state.players or state.players
    return state.left < 0 or state.left >= first + (number - 1) * state.players


def next_worker(state: State, seat: int) -> int:
    """Return the most points that a next worker can add, minus those of one that it replaces; 0 if none has a space.

    >>> from keyharvest.game import Game
    >>> next_worker(Game.new(2, start="random", seed=1).state, 0)
    1
    """
    posts = state.posts[seat]
    at_hand = (FARMHANDS | state.town) & ~sum(1 << worker for worker, _space in posts)
    replaced = {space: NUMBERS[worker] for worker, space in posts}
    return max(
        (
            NUMBERS[worker] - replaced.get(space, 0)
            for worker in spaces_in(at_hand)
            for space in spaces_in(openings(state.fields[seat], posts, worker))
        ),
        default=0,
    )


def gone_home(view: State, after: State, seat: int) -> tuple[tuple[int, int], ...]:
    """Return the workers of a seat that go home, with their spaces; one displaced may still be placed (rule 8.1)."""
    there = {worker for worker, _space in after.posts[seat]}
    there |= {frame.worker for frame in after.stack if isinstance(frame, Displaced) and frame.seat == seat}
    return tuple(post for post in view.posts[seat] if post[0] not in there)


def actions_left(state: State, seat: int) -> int:
    """Return the number of actions left in the seat's turn after the draw that comes next; 0 if none does."""
    if not (state.stack and isinstance(state.stack[-1], Chance)):
        return 0
    turn = next((frame for frame in state.stack if isinstance(frame, Turn) and frame.seat == seat), None)
    return ACTIONS - turn.used.bit_count() if turn else 0


def reasons(observation: Observation, after: State) -> tuple[Reason, ...]:
    """Return all effects of a seat's moves on itself and others.

    Those without a tile are the same, in the same order, for all turns of an observation, even if nothing changes.
    """
    return (*_own(observation, after), *_of_others(observation, after), *_tiles(observation, after))


def shown(found: Sequence[Reason], rival: Sequence[Reason] = (), number: int = SHOWN) -> tuple[Reason, ...]:
    """Select the reasons to show: the points, then what speaks most for the turn against its ``rival``, and a loss.

    What is the same in both turns is no reason for one of them; what only the other changes is.
    """
    theirs = {reason.about: reason.weight for reason in sorted(rival, key=lambda reason: reason.weight)}
    same = {(reason.about, reason.weight) for reason in rival}
    found = [
        reason
        for reason in found
        if (reason.weight or reason.parts or theirs.get(reason.about))
        and (reason.kind == "points" or (reason.about, reason.weight) not in same)
    ]

    def rank(reason: Reason) -> tuple[bool, bool, float]:
        edge = reason.weight - theirs.get(reason.about, 0.0)
        return reason.kind != "points", edge <= 0, -edge if edge > 0 else reason.weight

    chosen: list[Reason] = []
    for reason in sorted(found, key=rank):
        if reason.kind not in _ONCE or all(reason.kind != each.kind for each in chosen):
            chosen.append(reason)
    against = [reason for reason in chosen[number:] if reason.weight <= -_LOSS]
    chosen = chosen[:number]
    if against and not any(reason.weight < 0 for reason in chosen):
        chosen[-1] = against[0]
    return tuple(sorted(chosen, key=lambda reason: (reason.kind != "points", -reason.weight)))


def _own(observation: Observation, after: State) -> Iterator[Reason]:
    """Yield the effects on the seat itself."""
    view, seat = observation.view, observation.seat
    old, new = standing(observation, view, seat), standing(observation, after, seat)
    parts = {kind: getattr(new, kind) - getattr(old, kind) for kind in ("groups", "workers", "crops")}
    changed = tuple((kind, change) for kind, change in parts.items() if change)
    yield _change("points", old.points, new.points, 1.0)._replace(parts=changed)
    yield Reason("store", new.stored, 0.0)
    came = set(after.posts[seat]) - set(view.posts[seat])
    counts = new.next_worker > old.next_worker or not came  # playing the best worker isn't a loss
    yield _change("next worker", old.next_worker, new.next_worker, _NEXT * counts)
    hands = zip(*(counters.unpack(state.hands[seat]) for state in (view, after)), strict=True)
    crops = [crop for crop, (had, has) in enumerate(hands) if had != has]
    yield _counters(observation, after, seat)._replace(crop=crops[0] if len(crops) == 1 else -1)
    if turn_to_come(view, seat):
        yield _change("ripe", old.ripe, new.ripe, _RIPE * (new.ripe > old.ripe))
        home = [worker for worker, _space in gone_home(view, after, seat) if FARMHANDS >> worker & 1]
        yield Reason("free", len(home), _FREE * len(home), worker=max(home, default=-1))
    yield _change("action", 0, actions_left(after, seat), _ACTION)
    yield _change("fields", old.fields, new.fields, _FIELD * (old.groups == new.groups))


def _of_others(observation: Observation, after: State) -> Iterator[Reason]:
    """Yield the points and counters that others gain or lose."""
    view = observation.view
    for other in _others(observation):
        old, new = (standing(observation, state, other) for state in (view, after))
        share = -_share(observation)
        theirs = _counters(observation, after, other)
        back = sum(counters.total(bid) for tile, bid in view.stores[other] if after.store_of(tile) != other)
        paid = (("paid", theirs.change - back), ("bid", back)) if back else ()  # rule 6.2
        yield theirs._replace(kind="their counters", weight=share * theirs.weight, seat=other, parts=paid)
        points = _change("their points", old.groups + old.workers, new.groups + new.workers, share)
        yield points._replace(seat=other)


def _tiles(observation: Observation, after: State) -> Iterator[Reason]:
    """Yield what the tiles that the seat takes would add for it and others, and whether these can still get them."""
    view, seat, unknown = observation.view, observation.seat, observation.unknown
    mine = {tile for tile, _bid in view.stores[seat]}
    for tile, _bid in after.stores[seat]:
        more = gain(after.fields[seat], after.fields[seat] | 1 << tile)
        if tile not in mine and more and turn_to_come(after, seat):
            yield Reason("stored", more, _NOT_YET * more, tile=tile)
    for tile in spaces_in(_up_for_sale(view)):
        bid = view.bid_of(tile) if not view.registry >> tile & 1 else 0
        for other in _others(observation):
            more = gain(after.fields[other], after.fields[other] | 1 << tile)
            if more <= 0 or not turn_to_come(after, other):
                continue
            weight = _NOT_YET * more * _share(observation)
            about = partial(Reason, change=more, seat=other, tile=tile)
            if after.fields[seat] >> tile & 1:
                lost = turn_to_come(view, other, 2) if view.registry >> tile & 1 else view.store_of(tile) == other
                if lost or (bid and can_pay(view, unknown, other, bid) == CAN):
                    yield about("kept", weight=weight)
            elif after.store_of(tile) == seat and tile not in mine:
                way = can_pay(after, unknown, other, after.bid_of(tile))
                if way == CAN:
                    yield about("can buy", weight=-weight / 2)
                elif can_pay(after, unknown, other, after_harvest(after, other, after.bid_of(tile))) == CANNOT:
                    yield about("can't match", weight=weight / 2)


def _up_for_sale(state: State) -> int:
    """Return the tiles in the registry and in all stores."""
    return state.registry | sum(1 << tile for store in state.stores for tile, _bid in store)


def _others(observation: Observation) -> list[int]:
    return [seat for seat in range(observation.view.players) if seat != observation.seat]


def _share(observation: Observation) -> float:
    """Return the share of another's point in the margin of the seat that asks."""
    return 1 / (observation.view.players - 1)


def _counters(observation: Observation, after: State, seat: int) -> Reason:
    old, new = (counters.total(state.hands[seat]) + observation.unknown[seat] for state in (observation.view, after))
    each = [_worth(number) if turn_to_come(observation.view, seat) else _LATE * number for number in (old, new)]
    return Reason("counters", new - old, each[1] - each[0], old, new)


def _worth(number: int) -> float:
    """Return the rough worth of a number of counters in a hand, in points: each adds less than the last."""
    worth = 0.0
    for few, each in _COUNTERS:
        worth += each * min(few, number)
        number = max(0, number - few)
    return worth


def _change(kind: str, old: int, new: int, weight: float) -> Reason:
    return Reason(kind, new - old, weight * (new - old), old, new)
