"""What a turn changes by itself, counted on the table before and after its moves: nothing of it is a forecast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from keyharvest import words
from keyharvest.knowledge import Observation
from keyharvest.rules import State, counters
from keyharvest.rules.components import CROPS, FARMHANDS, NUMBERS, QUESTION_SPACE
from keyharvest.rules.events import Receive
from keyharvest.rules.frames import Chance, Displaced, FieldDraw
from keyharvest.rules.geometry import SPACES, groups, spaces_in, support, touching
from keyharvest.rules.scoring import gain, two_largest, worker_points
from keyharvest.rules.state import barred
from keyharvest.rules.turn import ACTIONS, HARVEST, WORK, Turn
from keyharvest.table.rivals import CAN, can_pay, could_harvest, has_enough
from keyharvest.words.language import _, n_

#: About how many points things are worth beside those that count: each of the first counters, of the next and of all
#: others, a field to harvest, one that brings no point yet, early and in the last turns, a higher number of the next
#: worker, an action left, a tile stored in vain, a power that works again, points that are not anybody's yet, and what
#: takes a tile that is still in the registry for that.
_COUNTERS: Final = ((6, 0.4), (6, 0.2), (60, 0.1))
_RIPE: Final = 0.15
_SPARE: Final = (0.8, 0.2)
_ROOM: Final = 0.4
_ACTION: Final = 1.0
_USELESS: Final = 0.5
_AGAIN: Final = 0.5
_NOT_YET: Final = 0.7
_HOPED: Final = 0.5
_SO_FAR: Final = 0.2

#: The events whose drawn field tile must be placed.
_MUST_PLACE: Final = "MQ"

#: So many points of another are told of a tile though nothing happens to it.
_MUCH: Final = 3
#: Kinds that tell how things stand then, and not what changes: they are of interest where turns differ in them.
STANDING: Final = frozenset(("action", "room", "left", "open"))
#: The kinds that are sums of points of a farm.
SUMS: Final = frozenset(("groups", "workers"))
#: The kinds that are about counters in hands.
COUNTERS: Final = frozenset(("counters", "others' counters"))
#: The kinds of effects that are told of every turn: points, now or later. The others only fill up.
POINTS: Final = frozenset(("groups", "workers", "crops", "denied", "given", "stored"))


class Effect(NamedTuple):
    """One thing that a turn changes: of what kind, in words, and about how many points it is for the seat that asks.

    A ``weight`` below 0 is a loss. ``seat`` is the other one whom it concerns, -1 for none; ``then`` how many counters
    or fields to harvest there are then, or how many points of groups or workers have come.
    """

    kind: str
    weight: float
    text: str
    seat: int = -1
    then: int = 0


def effects(observation: Observation, after: State, names: Sequence[str]) -> tuple[Effect, ...]:
    """What has changed once the moves of a seat are made, for it and for others; how things stand then comes last.

    Of what has changed the best for the seat comes first, losses last.
    """
    before, seat = observation.view, observation.seat
    found: list[Effect] = []
    for farm in range(before.players):
        share = 1.0 if farm == seat else -1.0 / (before.players - 1)
        other, name = (-1, "") if farm == seat else (farm, names[farm])
        for kind, weight, text in _farm(observation, after, farm, name):
            then = counters.total(after.hands[farm]) + observation.unknown[farm] if kind in COUNTERS else 0
            if kind in SUMS:
                then = round(weight)
            found.append(Effect(kind, share * weight, text, other, then))
    found += _crops(observation, after, names)
    found += _kept(observation, after)
    found += _board(before, after, seat)
    found += action(after, seat)
    found += _room(after, seat)
    found += _again(before, after, seat)
    found += _hoped(before, after, seat)
    found += _denied(observation, after, names)
    found += _open(observation, after, names)
    found += _put_up(observation, after, names)
    for frame in after.stack:
        if isinstance(frame, Receive) and frame.seat != seat:
            found.append(_given(after, frame, seat, names))
    had = [tile for tile, _bid in before.stores[seat]]
    for tile, bid in after.stores[seat]:
        found += _staying(observation, after, tile, bid, names) if tile in had else _stored(after, seat, tile)
    return tuple(sorted(found, key=lambda effect: (effect.kind in STANDING, -effect.weight)))


def more(ours: Effect, theirs: Effect, names: Sequence[str]) -> Effect:
    """Of two effects that are amounts of the same thing the one that leaves more of it, told by how much.

    >>> more(Effect("ripe", 0.3, "", then=4), Effect("ripe", 0.1, "", then=3), ()).text
    '1 field more to harvest: 4, not 3.'
    >>> more(Effect("groups", 3, "", then=3), Effect("groups", 1, "", then=1), ()).text
    '2 points more for groups: +3, not +1.'
    """
    most, least = (ours, theirs) if ours.then > theirs.then else (theirs, ours)
    number = most.then - least.then
    if most.kind == "ripe":
        text = n_(
            "{number} field more to harvest: {most}, not {least}.",
            "{number} fields more to harvest: {most}, not {least}.",
            number,
        )
    elif most.kind == "groups" and most.seat < 0:
        text = n_(
            "{number} point more for groups: {most}, not {least}.",
            "{number} points more for groups: {most}, not {least}.",
            number,
        )
    elif most.kind == "workers" and most.seat < 0:
        text = n_(
            "{number} point more for workers: {most}, not {least}.",
            "{number} points more for workers: {most}, not {least}.",
            number,
        )
    elif most.kind == "workers":
        text = n_(
            "{number} point more for {name}'s workers: {most}, not {least}.",
            "{number} points more for {name}'s workers: {most}, not {least}.",
            number,
        )
    elif most.kind == "groups":
        text = n_(
            "{number} point more for {name}'s groups: {most}, not {least}.",
            "{number} points more for {name}'s groups: {most}, not {least}.",
            number,
        )
    elif most.seat < 0:
        text = n_(
            "{number} counter more in your hand: {most}, not {least}.",
            "{number} counters more in your hand: {most}, not {least}.",
            number,
        )
    else:
        text = n_(
            "{number} counter more for {name}: {most}, not {least}.",
            "{number} counters more for {name}: {most}, not {least}.",
            number,
        )
    name = names[most.seat] if most.seat >= 0 else ""
    amounts = [words.signed(each.then) if most.kind in SUMS else str(each.then) for each in (most, least)]
    told = text.format(number=number, name=name, most=amounts[0], least=amounts[1])
    return most._replace(weight=most.weight - least.weight, text=told)


def points(number: int, name: str = "") -> str:
    """A gain or a loss in points with its sign, one's own or that of somebody with a name.

    >>> points(2), points(-1, "Ada")
    ('+2 points', '−1 point for Ada')
    """
    if name:
        text = n_("{number} point for {name}", "{number} points for {name}", abs(number))
        return text.format(number=words.signed(number), name=name)
    return n_("{number} point", "{number} points", abs(number)).format(number=words.signed(number))


def grown(old: int, new: int) -> list[str]:
    """How the two groups that count have grown or shrunk from some fields to others, and which were joined for it.

    >>> from keyharvest.rules.geometry import mask_of
    >>> grown(mask_of(["A1", "C1"]), mask_of(["A1", "B1", "C1"]))
    ['groups of 1 and 1 joined', 'largest group 1 to 3', 'second group 1 to 0']
    """
    (largest, second), (larger, follower) = two_largest(old), two_largest(new)
    if (largest, second) == (larger, follower):
        return []
    found = [
        _("group of {size} split").format(size=group.bit_count())
        for group in groups(old)
        if sum(bool(part & group) for part in groups(new)) > 1
    ]
    for group in groups(new) if not old & ~new else ():
        parts = sorted((part.bit_count() for part in groups(old) if part & group), reverse=True)
        if len(parts) > 1 and group.bit_count() in (larger, follower):
            found.append(_("groups of {sizes} joined").format(sizes=words.listing([str(size) for size in parts])))
    if larger != largest:
        found.append(_("largest group {old} to {new}").format(old=largest, new=larger))
    if follower != second:
        found.append(_("second group {old} to {new}").format(old=second, new=follower))
    return found


def turn_to_come(state: State, seat: int, number: int = 1) -> bool:
    """Whether a seat has so many turns after the present one, unless the game ends without draws (rule 13.1)."""
    first = (seat - state.seat) % state.players or state.players
    return state.left < 0 or state.left >= first + (number - 1) * state.players


def left_to_do(after: State, seat: int) -> Turn | None:
    """The turn of a seat that goes on after the draw that comes next, if one does."""
    if not after.stack or not isinstance(after.stack[-1], Chance):
        return None
    return next((frame for frame in after.stack if isinstance(frame, Turn) and frame.seat == seat), None)


def action_left(turn: Turn) -> bool:
    """Whether an action has not been begun yet."""
    return turn.used.bit_count() < ACTIONS


def worth(state: State, seat: int, tiles: int) -> int:
    """The points that tiles can bring a seat, after a tile of its own store or not: that may come first (rule 6.1).

    Below 0 they take some away; workers that they would displace are not counted.

    >>> from keyharvest.rules import new_game
    >>> worth(new_game(2), 0, 1 << 0)
    1
    """
    starts = [state.fields[seat] | 1 << own for own, _bid in state.stores[seat] if not tiles >> own & 1]
    return max(gain(fields, fields | tiles) for fields in (state.fields[seat], *starts))


def wanted(observation: Observation, tile: int, state: State) -> tuple[int, int]:
    """To whom else a tile of the registry or a store is worth most, and how many points; ``(-1, 0)`` for nobody.

    What it is worth is counted in ``state``.
    """
    gains = ((other, worth(state, other, 1 << tile)) for other in _takers(observation.view, observation.seat, tile))
    return max(((-1, 0), *gains), key=lambda each: each[1])


def _takers(state: State, seat: int, tile: int) -> Iterator[int]:
    """Who but a seat could have a tile: from the registry in two turns, from the own store, or for a bid.

    A bid counts if it can be matched for sure, if need be after a harvest.
    """
    known = (0,) * state.players
    owner = state.store_of(tile) if not state.registry >> tile & 1 else -1
    for other in range(state.players):
        if other == seat or not turn_to_come(state, other, 2 if owner < 0 else 1):
            continue
        free, price = owner in (-1, other), 0 if owner < 0 else state.bid_of(tile)
        if free or can_pay(state, known, other, price) == CAN or could_harvest(state, known, other, price):
            yield other


def reach(observation: Observation, state: State, other: int) -> int:
    """The points that another can add with one tile it can get, after one of its own store or not (rule 6.1).

    A tile in the store of the seat that asks counts if the other may have as many counters as the bid.
    """
    seat, fields = observation.seat, state.fields[other]
    starts = [fields, *(fields | 1 << own for own, _bid in state.stores[other])]
    found = [gain(fields, start) for start in starts]
    for tile in spaces_in(within_reach(state, -1)):
        mine = state.store_of(tile) == seat and turn_to_come(state, other)
        if other in _takers(state, seat, tile) or (
            mine and has_enough(state, observation.unknown, other, state.bid_of(tile))
        ):
            found += [gain(fields, start | 1 << tile) for start in starts]
    return max(found)


def _farm(observation: Observation, after: State, farm: int, name: str) -> Iterator[tuple[str, float, str]]:
    """What changes on a farm, for its owner, who has no name if that is the one who asks."""
    before = observation.view
    old, new = before.fields[farm], after.fields[farm]
    if more := gain(old, new):
        text = _("{points}: {changes}.").format(points=points(more, name), changes=words.listing(grown(old, new)))
        yield "groups", more, text
    if changes := _staff(before, after, farm):
        more = worker_points(after, farm) - worker_points(before, farm)
        text = _("{points}: {changes}.").format(points=points(more, name), changes=words.listing(changes))
        yield "workers", more, text
    old, new = (counters.total(state.hands[farm]) + observation.unknown[farm] for state in (before, after))
    if old == new or not turn_to_come(before, farm):
        return
    weight, number = _worth_of(new) - _worth_of(old), words.signed(new - old)
    if not name:
        text = n_(
            "{number} counter: {old} to {new} in your hand.",
            "{number} counters: {old} to {new} in your hand.",
            abs(new - old),
        )
        yield "counters", weight, text.format(number=number, old=old, new=new)
        return
    text = n_(
        "{number} counter for {name}: {old} to {new}.", "{number} counters for {name}: {old} to {new}.", abs(new - old)
    )
    if new > old and len(after.stores[farm]) < len(before.stores[farm]):
        text = n_(
            "{number} counter for {name}, with the bid that comes back: {old} to {new}.",
            "{number} counters for {name}, with the bid that comes back: {old} to {new}.",
            new - old,
        )
    yield "others' counters", weight, text.format(number=number, name=name, old=old, new=new)


def _worth_of(number: int) -> float:
    """About how many points so many counters in a hand are worth: the more there are, the less is one more."""
    worth = 0.0
    for few, each in _COUNTERS:
        worth += each * min(few, number)
        number = max(0, number - few)
    return worth


def following(state: State, seat: int) -> int:
    """The highest number of a worker that the seat could play beside those on its board; 0 if there is no space."""
    posts = state.posts[seat]
    free = ~(state.fields[seat] | barred(posts)[0])
    at_hand = (FARMHANDS | state.town) & ~sum(1 << worker for worker, _space in posts)
    numbers = {NUMBERS[worker] for worker in spaces_in(at_hand)}
    return max((number for number in numbers if support(state.fields[seat])[number] & free), default=0)


def action(after: State, seat: int, harvest: int = 0) -> Iterator[Effect]:
    """That the turn is not over: what another brings at once may still come; ``harvest``: fields to be named for it."""
    turn = left_to_do(after, seat)
    if turn is None or not action_left(turn):
        return
    best = 0 if turn.used & WORK else following(after, seat)
    if harvest and best:
        text = _("An action is left after the draw: to harvest {tiles} too, or to play a worker of number {number}.")
    elif harvest:
        text = _("An action is left after the draw: to harvest {tiles} too.")
    elif best:
        text = _("An action is left after the draw: a worker of number {number} can be played.")
    else:
        text = _("An action is left after the draw.")
    # In the last turn the action is worth what it brings at once.
    weight = _ACTION if turn_to_come(after, seat) else best
    yield Effect("action", weight, text.format(number=best, tiles=words.references(harvest)))


def harvest_left(after: State, seat: int, fields: int) -> int:
    """Which of some fields can still be harvested in one go by an action that is left after a draw."""
    turn = left_to_do(after, seat)
    if turn is None or not turn.allowed() & HARVEST:
        return 0
    ripe = after.ripe[seat] & fields
    return max((group & ripe for group in groups(after.fields[seat])), key=int.bit_count, default=0)


def _room(after: State, seat: int) -> Iterator[Effect]:
    """Which workers could be played next."""
    if not turn_to_come(after, seat):
        return
    best = following(after, seat)
    text = _("A worker of number {number} can follow.") if best else _("There is no space for another worker.")
    yield Effect("room", _ROOM * best, text.format(number=best))


def _again(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Workers that come to spaces for which a tile is at hand: its field would displace them (rule 8.1)."""
    for worker, space in after.posts[seat]:
        if (worker, space) in before.posts[seat]:
            continue
        held = [any(tile == space for tile, _bid in state.stores[seat]) for state in (before, after)]
        if all(held) and turn_to_come(after, seat):
            text, sure = _("{tile} from your store would displace your {worker}: its power works again."), 1.0
        elif after.registry >> space & 1 and turn_to_come(after, seat, 2):
            text, sure = _("{tile} from the registry would displace your {worker}: its power works again."), _HOPED
        else:
            continue
        told = text.format(tile=SPACES[space], worker=words.worker(worker))
        yield Effect("again", sure * _AGAIN, told)


def _hoped(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Fields that are placed and bring no point by themselves, but with a tile that is in the registry or the store."""
    if turn_to_come(after, seat, 2):
        for tile in spaces_in(after.fields[seat] & ~before.fields[seat]):
            pair = together(after, seat, tile)
            if pair and gain(after.fields[seat] & ~(1 << tile), after.fields[seat]) <= 0:
                text = _("{tile} on your board: with {others} beside it {points}.")
                others = words.either([SPACES[other] for other in pair[0]])
                told = text.format(tile=SPACES[tile], others=others, points=points(pair[1]))
                yield Effect("hoped", _HOPED * _NOT_YET * pair[1], told)


def _staff(before: State, after: State, seat: int) -> list[str]:
    """The workers that come and go on a board."""
    old, new = ([worker for worker, _space in state.posts[seat]] for state in (before, after))
    top = before.stack[-1]
    found = [
        (_("{worker} stays") if top == Displaced(seat, worker) else _("{worker} comes")).format(
            worker=words.worker(worker)
        )
        for worker in new
        if worker not in old
    ]
    return found + [left(worker, after, seat) for worker in old if worker not in new]


def left(worker: int, after: State, seat: int) -> str:
    """That a worker goes: a farmhand can be played again, if its owner will play another."""
    again = FARMHANDS >> worker & 1 and may_play(after, seat)
    text = _("{worker} goes, free to be played again") if again else _("{worker} goes")
    return text.format(worker=words.worker(worker))


def may_play(state: State, seat: int) -> bool:
    """Whether a seat has the action to play a worker still to come, in this turn or in another."""
    now = any(isinstance(frame, Turn) and frame.seat == seat and frame.allowed() & WORK for frame in state.stack)
    return now or turn_to_come(state, seat)


def _crops(observation: Observation, after: State, names: Sequence[str]) -> Iterator[Effect]:
    """Crops of which somebody comes to hold most alone, or does so no longer, whatever is held unseen.

    They are points only at the end: before the seventh event they are told as what they are so far.
    """
    view, seat = observation.view, observation.seat
    late = crops_count(view)
    for crop in range(len(CROPS)):
        was, now = ([alone(observation, state, crop, farm) for farm in range(view.players)] for state in (view, after))
        gains = [farm for farm in range(view.players) if was[farm] is False and now[farm]]
        losses = [farm for farm in range(view.players) if was[farm] and now[farm] is False]
        changes = dict.fromkeys(gains, 1) | dict.fromkeys(losses, -1)
        if not changes:
            continue
        held = {farm: counters.count(after.hands[farm], crop) for farm in range(view.players)}
        if not late and not any(held[farm] for farm in changes):
            continue
        if len(changes) == 1:
            rest = max((farm for farm in held if farm not in changes), key=lambda farm: held[farm])
            shown = [*changes, rest]
        else:
            shown = list(changes)
        shown.sort(key=lambda farm: farm != seat)
        told = words.listing([_holds(observation, farm, held[farm], names) for farm in shown])
        more = [points(changes[farm], "" if farm == seat else names[farm]) for farm in shown if farm in changes]
        if late:
            text = _("{points}: most {crop}, {held}.") if gains else _("{points}: no longer most {crop}, {held}.")
        else:
            text = _("Nobody has most {crop} so far: {held}.")
            if gains:
                text = _("You have most {crop} so far: {held}.")
            if gains and gains != [seat]:
                text = _("{name} has most {crop} so far: {held}.")
        weight = sum(each if farm == seat else -each / (view.players - 1) for farm, each in changes.items())
        name = names[gains[0]] if gains else ""
        text = text.format(points=words.listing(more), crop=words.crop(crop), held=told, name=name)
        yield Effect("crops" if late else "crops so far", weight if late else _SO_FAR * weight, text)


def crops_count(view: State) -> bool:
    """Whether the end is near enough for crops to be told as points."""
    return len(view.placed) >= QUESTION_SPACE


def _kept(observation: Observation, after: State) -> Iterator[Effect]:
    """Of which crops the seat has most alone in spite of what it pays when it is asked."""
    before, seat = observation.view, observation.seat
    paid = counters.total(after.hands[seat]) < counters.total(before.hands[seat])
    if not paid or isinstance(before.stack[-1], Turn):
        return
    kept = [words.crop(crop) for crop in range(len(CROPS)) if alone(observation, after, crop, seat)]
    if kept:
        yield Effect("crops kept", 0, _("You still have most {crops}.").format(crops=words.listing(kept)))


def alone(observation: Observation, state: State, crop: int, seat: int) -> bool | None:
    """Whether a seat alone holds most of a crop; ``None`` where it depends on what is held unseen."""
    fewest = [counters.count(hand, crop) for hand in state.hands]
    most = [few + unseen for few, unseen in zip(fewest, observation.unknown, strict=True)]
    others = [other for other in range(state.players) if other != seat]
    if fewest[seat] > max(most[other] for other in others):
        return True
    if most[seat] <= max(fewest[other] for other in others):
        return False
    return None


def _holds(observation: Observation, seat: int, number: int, names: Sequence[str]) -> str:
    """How many counters of a crop somebody holds, as far as it is known."""
    unseen = observation.unknown[seat]
    number_told = f"{number}–{number + unseen}" if unseen else str(number)
    if seat == observation.seat:
        return _("you {number}").format(number=number_told)
    return _("{name} {number}").format(name=names[seat], number=number_told)


def _board(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Fields to harvest, and fields that come or go without a point."""
    # What is drawn in a blind swap or a lucky dip will lie there unharvested (rules 8.2, 12 M, 12 Q).
    top = after.stack[-1] if after.stack else None
    coming = isinstance(top, FieldDraw) and top.seat == seat and top.source in _MUST_PLACE
    old, new = before.ripe[seat].bit_count(), after.ripe[seat].bit_count() + coming
    if new != old and turn_to_come(before, seat):
        text = n_(
            "{number} field to harvest: {old} to {new}.", "{number} fields to harvest: {old} to {new}.", abs(new - old)
        ).format(number=words.signed(new - old), old=old, new=new)
        yield Effect("ripe", _RIPE * (new - old), text, then=new)
    fields, later = before.fields[seat], after.fields[seat]
    if coming or fields == later or gain(fields, later):
        return
    old, new = fields.bit_count(), later.bit_count()
    if old == new:
        yield Effect("as before", 0, _("Your groups count as before."))
        return
    weight = _SPARE[before.left >= 0] * (new - old) if turn_to_come(before, seat) else 0
    text = (
        n_("{number} field, no point yet: {old} to {new}.", "{number} fields, no point yet: {old} to {new}.", new - old)
        if new > old
        else n_(
            "{number} field, but no point: {old} to {new}.",
            "{number} fields, but no point: {old} to {new}.",
            old - new,
        )
    )
    yield Effect("fields", weight, text.format(number=words.signed(new - old), old=old, new=new))


def within_reach(state: State, seat: int) -> int:
    """The tiles in the registry and in the stores of others."""
    found = state.registry
    for other, store in enumerate(state.stores):
        if other != seat:
            found |= sum(1 << tile for tile, _bid in store)
    return found


def deprived(observation: Observation, after: State, tile: int) -> list[int]:
    """To whom a tile that left the registry or another's store was worth most, if they can no longer have it.

    Nobody is hurt if they might buy it from the own store, or if another that stays in the registry is worth as much to
    them.
    """
    view = observation.view
    _other, points_lost = wanted(observation, tile, view)
    return [
        other
        for other in _takers(view, observation.seat, tile)
        if 0 < points_lost == worth(view, other, 1 << tile) and not _consoled(observation, after, tile, other)
    ]


def _consoled(observation: Observation, after: State, tile: int, other: int) -> bool:
    """Whether one who would have had a tile of the registry has another as good there, or might still buy it."""
    view = observation.view
    if not view.registry >> tile & 1:
        return False
    points_lost = worth(view, other, 1 << tile)
    if any(worth(after, other, 1 << rest) >= points_lost for rest in spaces_in(view.registry & after.registry)):
        return True
    stored = after.store_of(tile) == observation.seat and turn_to_come(after, other)
    return stored and has_enough(after, observation.unknown, other, after.bid_of(tile))


def _denied(observation: Observation, after: State, names: Sequence[str]) -> Iterator[Effect]:
    """What tiles that leave the registry or others' stores would have brought anybody else.

    Tiles that the same seat wanted are counted together, on what is left to it: one may be worth something only beside
    another, or nothing any more.
    """
    view, seat = observation.view, observation.seat
    lost = dict.fromkeys(range(view.players), 0)
    for tile in spaces_in(within_reach(view, seat) & ~within_reach(after, seat)):
        for other in deprived(observation, after, tile)[:1]:
            lost[other] |= 1 << tile
    for other, tiles in lost.items():
        number = worth(after, other, tiles)
        for tile in spaces_in(tiles):
            if (rest := tiles & ~(1 << tile)) and worth(after, other, rest) >= number:
                tiles, number = rest, worth(after, other, rest)
        if number > 0:
            text = _not_had(view, tiles, other, names[other], number)
            yield Effect("denied", _NOT_YET * number / (view.players - 1), text, other)


def _not_had(view: State, tiles: int, other: int, name: str, number: int) -> str:
    """That somebody does not get one tile or several, worth so many points there."""
    tile = tiles.bit_length() - 1
    if tiles != 1 << tile:
        text = n_(
            "{tile} do not go to {name}: together they are worth {number} point there.",
            "{tile} do not go to {name}: together they are worth {number} points there.",
            number,
        )
    elif view.registry >> tile & 1:
        text = n_(
            "{tile} is gone from the registry: it would bring {name} {number} point.",
            "{tile} is gone from the registry: it would bring {name} {number} points.",
            number,
        )
    elif view.store_of(tile) == other:
        text = n_(
            "{tile} does not go to {name}, to whom it is worth {number} point.",
            "{tile} does not go to {name}, to whom it is worth {number} points.",
            number,
        )
    else:
        text = n_(
            "{tile} does not go to {name}, who could pay for it: it is worth {number} point there.",
            "{tile} does not go to {name}, who could pay for it: it is worth {number} points there.",
            number,
        )
    return text.format(tile=words.references(tiles), name=name, number=number)


def _open(observation: Observation, after: State, names: Sequence[str]) -> Iterator[Effect]:
    """The tile left in the registry that would bring another most, if that is much."""
    found = [
        (*wanted(observation, tile, after)[::-1], -tile)
        for tile in spaces_in(observation.view.registry & after.registry)
    ]
    number, other, tile = max(found, default=(0, -1, 0))
    if number >= _MUCH:
        text = n_(
            "{tile} stays in the registry: it would bring {name} {number} point.",
            "{tile} stays in the registry: it would bring {name} {number} points.",
            number,
        )
        yield Effect("open", 0, text.format(tile=SPACES[-tile], name=names[other], number=number), other)


def _put_up(observation: Observation, after: State, names: Sequence[str]) -> Iterator[Effect]:
    """What an own field that joins the registry is worth there to another."""
    view, seat = observation.view, observation.seat
    for tile in spaces_in(view.fields[seat] & after.registry):
        other, number = wanted(observation, tile, after)
        if number > 0:
            yield _brings_another(after, tile, other, names, number)


def _brings_another(after: State, tile: int, other: int, names: Sequence[str], number: int) -> Effect:
    """That another can gain by a tile that the seat gives away."""
    text = n_("{tile} can bring {name} {number} point.", "{tile} can bring {name} {number} points.", number)
    told = text.format(tile=SPACES[tile], name=names[other], number=number)
    return Effect("given", -_NOT_YET * number / (after.players - 1), told, other)


def _given(after: State, asked: Receive, seat: int, names: Sequence[str]) -> Effect:
    """What a tile that is passed on is worth to the next of those who may place it, or may pass it on themselves."""
    others = [(asked.seat + step) % after.players for step in range(after.players)]
    others = others[: others.index(asked.drawer) + 1]
    gains = {other: gain(after.fields[other], after.fields[other] | 1 << asked.tile) for other in others}
    other = next((other for other in others if other != seat and gains[other] > 0), -1)
    if other < 0:
        return Effect("given", 0, _("{tile} brings nobody else a point.").format(tile=SPACES[asked.tile]))
    return _brings_another(after, asked.tile, other, names, gains[other])


def together(state: State, seat: int, tile: int) -> tuple[list[int], int] | None:
    """With which tiles of the registry or of the own store a tile brings more than these alone, and how much.

    It may be placed already. Those are named with which it is most; ``None`` if there are none.
    """
    at_hand = state.registry | sum(1 << other for other, _bid in state.stores[seat] if other != tile)
    fields, placed = state.fields[seat] & ~(1 << tile), state.fields[seat] | 1 << tile
    more = {
        other: gain(placed, placed | 1 << other) - gain(fields, fields | 1 << other)
        for other in spaces_in(at_hand & touching(1 << tile))
    }
    most = max(more.values(), default=0)
    return ([other for other in more if more[other] == most], most) if most > 0 else None


def _staying(observation: Observation, after: State, tile: int, bid: int, names: Sequence[str]) -> Iterator[Effect]:
    """What a tile that is left in the own store brings later, unless another buys it first."""
    seat = observation.seat
    fields = after.fields[seat]
    more = gain(fields, fields | 1 << tile)
    gains = {other: worth(after, other, 1 << tile) for other in range(after.players)}
    eager = [
        other
        for other in range(after.players)
        if other != seat and gains[other] > 0 and can_pay(after, observation.unknown, other, bid) == CAN
    ]
    if not turn_to_come(after, seat):
        return
    if not eager:
        text = _("{tile} stays in your store: {points} once placed.").format(tile=SPACES[tile], points=points(more))
        yield Effect("left", _NOT_YET * more, text)
        return
    # Who buys it comes before the seat's next turn, and pays the bid, which comes back too (rule 6.2).
    held, theirs = counters.total(after.hands[seat]), max(gains[other] for other in eager)
    sold = _worth_of(held + 2 * counters.total(bid)) - _worth_of(held) - theirs / (after.players - 1)
    text = _("{tile} stays in your store: {points} once placed. Others can buy it ({others}): you would get {goods}.")
    others = words.listing([points(gains[other], names[other]) for other in eager])
    told = text.format(tile=SPACES[tile], points=points(more), others=others, goods=words.goods(2 * bid))
    yield Effect("left", _NOT_YET * sold, told)


def _stored(after: State, seat: int, tile: int) -> Iterator[Effect]:
    """What a tile in the store is good for later."""
    if not turn_to_come(after, seat):
        text = _("{tile} in your store is of no use: this is your last turn.").format(tile=SPACES[tile])
        yield Effect("stored", -_USELESS, text)
        return
    fields, placed = after.fields[seat], after.fields[seat] | 1 << tile
    if more := gain(fields, placed):
        changes = words.listing(grown(fields, placed))
        text = _("{tile} in your store: once placed {points}, {changes}.")
        yield Effect("stored", _NOT_YET * more, text.format(points=points(more), changes=changes, tile=SPACES[tile]))
    elif pair := together(after, seat, tile):
        text = _("{tile} in your store: with {others} beside it {points}.")
        others = words.either([SPACES[other] for other in pair[0]])
        yield Effect(
            "stored", _NOT_YET * pair[1] / 2, text.format(points=points(pair[1]), others=others, tile=SPACES[tile])
        )
    elif touching(1 << tile) & fields:
        text = _("{tile} in your store: once placed one more field, no point yet.").format(tile=SPACES[tile])
        yield Effect("stored", 0, text)
    else:
        text = _("{tile} in your store: it touches none of your fields.").format(tile=SPACES[tile])
        yield Effect("stored", 0, text)
    for worker, space in after.posts[seat]:
        if space == tile:
            text = _("{tile} once placed displaces your {worker}: its power works again.").format(
                tile=SPACES[tile], worker=words.worker(worker)
            )
            yield Effect("stored", _AGAIN, text)
