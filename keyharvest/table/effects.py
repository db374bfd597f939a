"""What a turn brings by itself, counted on the table before and after its moves: nothing of it is a forecast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from keyharvest import words
from keyharvest.knowledge import Observation
from keyharvest.rules import State, counters
from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import SPACES, spaces_in, touching
from keyharvest.rules.scoring import gain, two_largest, worker_points
from keyharvest.words.language import _, n_

#: What is told first: a point, and beside it a counter, a field to harvest, and points that are not one's own yet.
_COUNTER: Final = 0.5
_RIPE: Final = 0.3
_FIELD: Final = 0.2
_NOT_YET: Final = 0.7


class Effect(NamedTuple):
    """One thing that a turn changes: a sentence, and how much it weighs for the seat; below 0 it is a loss."""

    weight: float
    text: str


def effects(observation: Observation, after: State, names: Sequence[str]) -> tuple[Effect, ...]:
    """What has changed for the seat of an observation once its moves are made, the best first, losses last."""
    before, seat = observation.view, observation.seat
    found = [
        *_groups(before.fields[seat], after.fields[seat]),
        *_workers(before, after, seat),
        *_crops(observation, after),
        *_in_hand(before, after, seat),
        *_board(before, after, seat),
        *_bought(before, after, seat, names),
    ]
    had = [tile for tile, _bid in before.stores[seat]]
    for tile, bid in after.stores[seat]:
        if tile not in had:
            found += _stored(before, after, seat, tile, bid, names)
    return tuple(sorted(found, key=lambda effect: -effect.weight))


def points(number: int) -> str:
    """A gain or a loss in points, with its sign.

    >>> points(2), points(-1)
    ('+2 points', '−1 point')
    """
    return n_("{number} point", "{number} points", abs(number)).format(number=words.signed(number))


def grown(old: int, new: int) -> list[str]:
    """How the two groups that count have grown or shrunk, from some fields to others."""
    found = []
    (largest, second), (larger, follower) = two_largest(old), two_largest(new)
    if larger != largest:
        found.append(_("largest group {old} to {new}").format(old=largest, new=larger))
    if follower != second:
        found.append(_("second group {old} to {new}").format(old=second, new=follower))
    return found


def turn_to_come(state: State, seat: int) -> bool:
    """Whether a seat has another turn after the present one, unless the game ends without draws (rule 13.1)."""
    return state.left < 0 or state.left >= ((seat - state.seat) % state.players or state.players)


def _groups(old: int, new: int) -> list[Effect]:
    more = gain(old, new)
    text = _("{points}: {changes}.").format(points=points(more), changes=words.listing(grown(old, new)))
    return [Effect(more, text)] if more else []


def _workers(before: State, after: State, seat: int) -> list[Effect]:
    old, new = ([worker for worker, _space in state.posts[seat]] for state in (before, after))
    come = [_("{worker} comes").format(worker=words.worker(worker)) for worker in new if worker not in old]
    gone = [_("{worker} goes").format(worker=words.worker(worker)) for worker in old if worker not in new]
    if not come and not gone:
        return []
    more = worker_points(after, seat) - worker_points(before, seat)
    text = _("{points}: {changes}.").format(points=points(more), changes=words.listing([*come, *gone]))
    return [Effect(more, text)]


def _crops(observation: Observation, after: State) -> list[Effect]:
    """Crops of which the seat has come to hold most alone, or does so no longer, whatever others hold unseen."""
    found = []
    for index in range(len(CROPS)):
        was, fewest, limit = _held(observation, observation.view, index)
        now, few, most = _held(observation, after, index)
        if now > most and was <= fewest:
            text = _("{points}: most {crop} of all, {number} against {other}.")
            told = text.format(points=points(1), crop=words.crop(index), number=now, other=most)
            found.append(Effect(1, told))
        elif was > limit and now <= few:
            text = _("{points}: no longer most {crop} of all, {number} against {other}.")
            told = text.format(points=points(-1), crop=words.crop(index), number=now, other=few)
            found.append(Effect(-1, told))
    return found


def _held(observation: Observation, state: State, crop: int) -> tuple[int, int, int]:
    """How many counters of a crop the seat holds; how many at least and at most the one of the others with most."""
    held = [counters.count(hand, crop) for hand in state.hands]
    others = [other for other in range(state.players) if other != observation.seat]
    most = max(held[other] + observation.unknown[other] for other in others)
    return held[observation.seat], max(held[other] for other in others), most


def _in_hand(before: State, after: State, seat: int) -> list[Effect]:
    old, new = (counters.total(state.hands[seat]) for state in (before, after))
    if old == new:
        return []
    text = n_(
        "{number} counter: {old} to {new} in your hand.",
        "{number} counters: {old} to {new} in your hand.",
        abs(new - old),
    )
    return [Effect(_COUNTER * (new - old), text.format(number=words.signed(new - old), old=old, new=new))]


def _board(before: State, after: State, seat: int) -> list[Effect]:
    found = []
    old, new = before.ripe[seat].bit_count(), after.ripe[seat].bit_count()
    if new > old:
        text = n_(
            "{number} field to harvest: {old} to {new}.", "{number} fields to harvest: {old} to {new}.", new - old
        )
        found.append(Effect(_RIPE * (new - old), text.format(number=words.signed(new - old), old=old, new=new)))
    old, new = before.fields[seat].bit_count(), after.fields[seat].bit_count()
    if new != old:
        text = n_(
            "{number} field: {old} to {new} on your board.",
            "{number} fields: {old} to {new} on your board.",
            abs(new - old),
        )
        found.append(Effect(_FIELD * (new - old), text.format(number=words.signed(new - old), old=old, new=new)))
    return found


def _bought(before: State, after: State, seat: int, names: Sequence[str]) -> list[Effect]:
    """What tiles taken from others' stores would have brought their owners."""
    found = []
    for other in range(before.players):
        taken = sum(1 << tile for tile, _bid in before.stores[other]) & after.fields[seat]
        if other != seat:
            found += [_denied(before, other, tile, names) for tile in spaces_in(taken)]
    return [effect for effect in found if effect.weight > 0]


def _denied(before: State, other: int, tile: int, names: Sequence[str]) -> Effect:
    lost = gain(before.fields[other], before.fields[other] | 1 << tile)
    text = n_(
        "{tile} does not go to {name}, to whom it is worth {number} point.",
        "{tile} does not go to {name}, to whom it is worth {number} points.",
        lost,
    )
    return Effect(
        _NOT_YET * lost / (before.players - 1), text.format(tile=SPACES[tile], name=names[other], number=lost)
    )


def _stored(before: State, after: State, seat: int, tile: int, bid: int, names: Sequence[str]) -> list[Effect]:
    """What a tile in the store is good for: later, and for nobody else meanwhile."""
    gaps = {"tile": SPACES[tile], "bid": words.goods(bid)}
    if not turn_to_come(after, seat):
        text = _("{tile} in your store for {bid} is of no use: this is your last turn.").format(**gaps)
        return [Effect(-_COUNTER, text)]
    fields, placed = after.fields[seat], after.fields[seat] | 1 << tile
    more = gain(fields, placed)
    if more:
        changes = words.listing(grown(fields, placed))
        text = _("{tile} in your store for {bid}: once placed {points}, {changes}.")
        found = [Effect(_NOT_YET * more, text.format(points=points(more), changes=changes, **gaps))]
    elif touching(1 << tile) & fields:
        found = [
            Effect(0, _("{tile} in your store for {bid}: once placed one more field, no point yet.").format(**gaps))
        ]
    else:
        found = [Effect(0, _("{tile} in your store for {bid}: it touches none of your fields.").format(**gaps))]
    for worker, space in after.posts[seat]:
        if space == tile:
            text = _("{tile} once placed displaces your {worker}.").format(
                tile=SPACES[tile], worker=words.worker(worker)
            )
            found.append(Effect(0, text))
    if before.registry >> tile & 1:
        rivals = [other for other in range(before.players) if other != seat]
        worth = {other: gain(before.fields[other], before.fields[other] | 1 << tile) for other in rivals}
        most = max(rivals, key=lambda other: worth[other])
        if worth[most] > 0:
            text = n_(
                "{tile} is gone from the registry: it would bring {name} {number} point.",
                "{tile} is gone from the registry: it would bring {name} {number} points.",
                worth[most],
            )
            told = text.format(tile=SPACES[tile], name=names[most], number=worth[most])
            found.append(Effect(_NOT_YET * worth[most] / before.players, told))
    return found
