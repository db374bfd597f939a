"""What a turn changes by itself, counted on the table before and after its moves: nothing of it is a forecast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice.demand import after_others, deprived, in_store, together, unmanned, wanted, within_reach, worth
from keyharvest.advice.effect import AGAIN, COUNTERS, HOPED, NOT_YET, STANDING, Effect, grown, points, share
from keyharvest.advice.most import crops, kept
from keyharvest.advice.to_come import turn_to_come
from keyharvest.advice.workforce import ROOM, action, again, free, room, sent_home, staff, staffed, works_again
from keyharvest.knowledge import Observation
from keyharvest.rules import State, counters
from keyharvest.rules.components import NUMBERS, STORE_PLACES
from keyharvest.rules.events import Receive
from keyharvest.rules.frames import FieldDraw
from keyharvest.rules.geometry import SPACES, spaces_in, touching
from keyharvest.rules.scoring import gain
from keyharvest.table.rivals import CAN, can_pay
from keyharvest.words.language import _, n_

#: About how many points things are worth beside those that count: each of the first counters, of the next and of all
#: others, a field to harvest, one that brings no point yet, early and in the last turns, a place in the store that is
#: free again, and a tile stored in vain. With one turn to come counters are worth half.
_COUNTERS: Final = ((6, 0.4), (6, 0.2), (60, 0.1))
_ONE_TURN: Final = 0.5
_RIPE: Final = 0.15
_SPARE: Final = (0.8, 0.2)
_PLACE: Final = 0.15
_USELESS: Final = 0.5

#: The events whose drawn field tile must be placed, and the worker whose may be laid fallow instead.
_MUST_PLACE: Final = "MQ"
_MAY_PLACE: Final = "K"

#: So many points of another are told of a tile though nothing happens to it.
_MUCH: Final = 3


def effects(observation: Observation, after: State, names: Sequence[str]) -> tuple[Effect, ...]:
    """What has changed once the moves of a seat are made, for it and for others; how things stand then comes last.

    Of what has changed the best for the seat comes first, losses last.
    """
    before, seat = observation.view, observation.seat
    found: list[Effect] = []
    for farm in range(before.players):
        other, name = (-1, "") if farm == seat else (farm, names[farm])
        for kind, weight, text in _farm(observation, after, farm, name):
            then = counters.total(after.hands[farm]) + observation.unknown[farm] if kind in COUNTERS else 0
            if kind == "groups":
                then = round(weight)
            found.append(Effect(kind, share(observation, farm) * weight, text, other, then))
    found += crops(observation, after, names)
    found += kept(observation, after)
    found += _board(before, after, seat)
    found += _drawn(after, seat)
    found += _emptied(before, after, seat)
    found += _stock(before)
    found += action(after, seat)
    found += room(after, seat)
    found += free(before, after, seat)
    found += again(before, after, seat)
    found += _hoped(before, after, seat)
    found += _denied(observation, after, names)
    found += _unmanned(observation, after, names)
    found += _open(observation, after, names)
    found += _put_up(observation, after, names)
    for frame in after.stack:
        if isinstance(frame, Receive) and frame.seat != seat:
            found.append(_given(after, frame, seat, names))
    had = in_store(before, seat)
    beside = had & in_store(after, seat)
    for tile, bid in after.stores[seat]:
        if had >> tile & 1:
            found += _staying(observation, after, tile, bid, names)
        else:
            found += _stored(after, seat, tile, beside)
            beside |= 1 << tile
    return tuple(sorted(found, key=lambda effect: (effect.kind in STANDING, -effect.weight)))


def _farm(observation: Observation, after: State, farm: int, name: str) -> Iterator[tuple[str, float, str]]:
    """What changes on a farm, for its owner, who has no name if that is the one who asks."""
    before = observation.view
    old, new = before.fields[farm], after.fields[farm]
    if more := gain(old, new):
        text = _("{points}: {changes}.").format(points=points(more, name), changes=words.listing(grown(old, new)))
        yield "groups", more, text
    for more, text in staffed(staff(before, after, farm), name):
        yield "workers", more, text
    old, new = (counters.total(state.hands[farm]) + observation.unknown[farm] for state in (before, after))
    if old == new or not turn_to_come(before, farm):
        return
    weight, number = _worth_of(new) - _worth_of(old), words.signed(new - old)
    if not turn_to_come(before, farm, 2):
        weight *= _ONE_TURN
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


def _hoped(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Fields that are placed and bring no point by themselves, but with a tile that is in the registry or the store."""
    if turn_to_come(after, seat):
        for tile in spaces_in(after.fields[seat] & ~before.fields[seat]):
            pair = together(after, seat, tile)
            if pair and gain(after.fields[seat] & ~(1 << tile), after.fields[seat]) <= 0:
                text = _("{tile} on your board: with {others} beside it {points}.")
                others = words.either([words.references(tiles) for tiles in pair[0]])
                told = text.format(tile=SPACES[tile], others=others, points=points(pair[1]))
                yield Effect("hoped", HOPED * NOT_YET * pair[1], told)


def _draws(after: State, seat: int, sources: str) -> bool:
    """Whether the seat draws a field tile next because of one of some events and workers."""
    top = after.stack[-1] if after.stack else None
    return isinstance(top, FieldDraw) and top.seat == seat and top.source in sources


def _drawn(after: State, seat: int) -> Iterator[Effect]:
    """What a tile that is drawn brings on average, placed where it may be laid fallow too (rule 11 K) only if it pays.

    Workers that it would displace do not count.
    """
    fields = after.fields[seat]
    gains = [gain(fields, fields | 1 << tile) for tile in spaces_in(after.bag)]
    if _draws(after, seat, _MUST_PLACE):
        text = _("The drawn tile brings your groups {number} points on average.")
    elif _draws(after, seat, _MAY_PLACE):
        gains = [max(0, each) for each in gains]
        text = _("The drawn tile can bring your groups {number} points on average.")
    else:
        return
    average = round(sum(gains) / len(gains), 1)
    yield Effect("drawn", average, text.format(number=words.signed(average, 1)))


def _emptied(before: State, after: State, seat: int) -> Iterator[Effect]:
    """That more tiles can be stored next turn, for the store holds two (rule 7.1)."""
    places = STORE_PLACES - len(after.stores[seat])
    more = len(before.stores[seat]) - len(after.stores[seat])
    if more > 0 and turn_to_come(after, seat, 2):
        text = n_("Your store has a free place again.", "Your store is empty again: two tiles can be stored.", places)
        yield Effect("store", _PLACE * more, text)


def _stock(view: State) -> Iterator[Effect]:
    """That not all that stands to be harvested finds a counter."""
    number, ripe = counters.total(view.stock), sum(fields.bit_count() for fields in view.ripe)
    if number < ripe:
        text = n_(
            "The stock has only {number} counter left, for {ripe} unharvested fields on all boards.",
            "The stock has only {number} counters left, for {ripe} unharvested fields on all boards.",
            number,
        )
        yield Effect("stock", 0, text.format(number=number, ripe=ripe))


def _board(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Fields to harvest, and fields that come or go without a point."""
    coming = _draws(after, seat, _MUST_PLACE)  # it will lie there unharvested (rule 8.2)
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
            "{number} field, which costs no point: {old} to {new}.",
            "{number} fields, which costs no point: {old} to {new}.",
            old - new,
        )
    )
    yield Effect("fields", weight, text.format(number=words.signed(new - old), old=old, new=new))


def _denied(observation: Observation, after: State, names: Sequence[str]) -> Iterator[Effect]:
    """What tiles that leave the registry or others' stores would have brought anybody else.

    Tiles that the same seat wanted are counted together, on what is left to it: one may be worth something only beside
    another, or nothing any more. Of tiles that several wanted only one of them would have had each.
    """
    view, seat = observation.view, observation.seat
    lost = dict.fromkeys(range(view.players), 0)
    for tile in spaces_in(within_reach(view, seat) & ~within_reach(after, seat)):
        for other in deprived(observation, after, tile):
            lost[other] |= 1 << tile
    for other, tiles in lost.items():
        number = worth(after, other, tiles)
        for tile in spaces_in(tiles):
            if (rest := tiles & ~(1 << tile)) and worth(after, other, rest) >= number:
                tiles, number = rest, worth(after, other, rest)
        if number > 0:
            text = _not_had(view, tiles, other, names[other], number)
            rivals = sum(bool(theirs & tiles) for theirs in lost.values())
            yield Effect("denied", NOT_YET * number / (view.players - 1) / rivals, text, other)


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


def _unmanned(observation: Observation, after: State, names: Sequence[str]) -> Iterator[Effect]:
    """For which workers tiles that leave the registry or others' stores would have made room with anybody else."""
    view, seat = observation.view, observation.seat
    for tile in spaces_in(within_reach(view, seat) & ~within_reach(after, seat)):
        for other, number, least in unmanned(observation, after, tile):
            text = _(
                "{tile} does not go to {name}: with it the next worker there could bring {number} points, not {least}."
            )
            told = text.format(tile=SPACES[tile], name=names[other], number=number, least=least)
            yield Effect("unmanned", HOPED * ROOM * (number - least) / (view.players - 1), told, other)


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
        weight = -HOPED * NOT_YET * number / (after.players - 1)
        yield Effect("open", weight, text.format(tile=SPACES[-tile], name=names[other], number=number), other)


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
    return Effect("given", -NOT_YET * number / (after.players - 1), told, other)


def _given(after: State, asked: Receive, seat: int, names: Sequence[str]) -> Effect:
    """What a tile that is passed on is worth to the next of those who may place it, or may pass it on themselves."""
    others = [(asked.seat + step) % after.players for step in range(after.players)]
    others = others[: others.index(asked.drawer) + 1]
    gains = {other: gain(after.fields[other], after.fields[other] | 1 << asked.tile) for other in others}
    other = next((other for other in others if other != seat and gains[other] > 0), -1)
    if other < 0:
        return Effect("given", 0, _("{tile} brings nobody else a point.").format(tile=SPACES[asked.tile]))
    return _brings_another(after, asked.tile, other, names, gains[other])


def _staying(observation: Observation, after: State, tile: int, bid: int, names: Sequence[str]) -> Iterator[Effect]:
    """What a tile that is left in the own store brings later, unless another buys it first.

    A worker that it would send home is counted.
    """
    seat = observation.seat
    fields = after.fields[seat]
    more = gain(fields, fields | 1 << tile)
    if (lost := sent_home(after, seat, tile)) >= 0:
        more -= NUMBERS[lost]
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
        yield Effect("left", NOT_YET * max(0, more), text, about=SPACES[tile])
        return
    # Who buys it comes before the seat's next turn, and pays the bid, which comes back too (rule 6.2).
    held, theirs = counters.total(after.hands[seat]), max(gains[other] for other in eager)
    sold = _worth_of(held + 2 * counters.total(bid)) - _worth_of(held) - theirs / (after.players - 1)
    text = _("{tile} stays in your store: {points} once placed. Others can buy it ({others}): you would get {goods}.")
    others = words.listing([points(gains[other], names[other]) for other in eager])
    told = text.format(tile=SPACES[tile], points=points(more), others=others, goods=words.goods(2 * bid))
    yield Effect("left", NOT_YET * sold, told, about=SPACES[tile])


def _stored(after: State, seat: int, tile: int, beside: int) -> Iterator[Effect]:
    """What a tile in the store is good for later, by itself and after those that came there before, ``beside`` it."""
    if not turn_to_come(after, seat):
        text = _("{tile} in your store is of no use: this is your last turn.").format(tile=SPACES[tile])
        yield Effect("stored", -_USELESS, text)
        return
    fields, placed = after.fields[seat], after.fields[seat] | 1 << tile
    if more := gain(fields, placed):
        changes = words.listing(grown(fields, placed))
        text, value = _("{tile} in your store: once placed {points}, {changes}."), more
        if then := after_others(after, seat, tile, beside):
            text = _("{tile} in your store: once placed {points}, {changes}; {then}.")
            had = max(0, gain(fields, fields | beside))
            value = max(more, had, gain(fields, placed | beside)) - had
        told = text.format(points=points(more), changes=changes, tile=SPACES[tile], then=then)
        yield Effect("stored", NOT_YET * value, told)
    elif pair := together(after, seat, tile):
        text = _("{tile} in your store: with {others} beside it {points}.")
        others = words.either([words.references(tiles) for tiles in pair[0]])
        yield Effect(
            "stored", NOT_YET * pair[1] / 2, text.format(points=points(pair[1]), others=others, tile=SPACES[tile])
        )
    elif touching(1 << tile) & fields:
        text = _("{tile} in your store: once placed one more field, no point yet.").format(tile=SPACES[tile])
        yield Effect("stored", 0, text)
    else:
        text = _("{tile} in your store: it touches none of your fields.").format(tile=SPACES[tile])
        yield Effect("stored", 0, text)
    for worker, space in after.posts[seat]:
        if space == tile:
            text, weight = _("{tile} once placed displaces your {worker}: its power works again."), AGAIN
            if sent_home(after, seat, tile) == worker:
                text = _("{tile} once placed sends your {worker} home, for no other space takes it: {points}.")
                weight = -NOT_YET * min(NUMBERS[worker], max(0, more))  # at worst the tile is not placed
            elif not works_again(after, seat, tile):
                return
            told = text.format(tile=SPACES[tile], worker=words.worker(worker), points=points(-NUMBERS[worker]))
            yield Effect("stored", weight, told)
