"""The steps of a turn as advice, each with what it brings and why it is done so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from keyharvest import words
from keyharvest.advice.demand import after_others, deprived, in_store, together, within_reach, worth
from keyharvest.advice.effect import grown, points
from keyharvest.advice.most import alone, crops_count
from keyharvest.advice.to_come import may_play, turn_to_come
from keyharvest.advice.wording import to_do
from keyharvest.advice.workforce import FOR_COUNTERS, by_power, following, gone, sent_home, works_again
from keyharvest.knowledge import Observation
from keyharvest.rules import State, counters, legal, play
from keyharvest.rules.components import CROP_INDEX, CROPS, FARMHANDS, NUMBERS, WORKER_LETTERS
from keyharvest.rules.events import Receive
from keyharvest.rules.frames import END, STOCK, Bid, Displaced, Pay
from keyharvest.rules.geometry import INDEX, spaces_in, touching
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.rules.state import openings, put
from keyharvest.rules.turn import PlaceWorker
from keyharvest.table.rivals import CAN, MAY, could_harvest, has_enough, rivals
from keyharvest.words.language import _, n_

#: That a bid could be matched after a harvest, beside ``CAN`` and ``MAY``.
_HARVEST: Final = "harvest"
#: The farmhand whose power turns fields back.
_TURNS_BACK: Final = "D"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn: what happens, as an advice in words, and what it brings."""

    told: words.Brief
    text: str
    notes: tuple[str, ...] = ()


def steps(observation: Observation, moves: Sequence[str], names: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a turn, each with what it brings."""
    found: list[Step] = []
    begun = before = observation.view
    last = reduce(play, moves, begun)
    first = 0
    for at, move in enumerate(moves):
        after = play(before, move)
        told_of = words.sentence(before, move, after, names, None, moves[:at])
        if told_of or (move == END and not found):
            brief = words.brief(before, move, after, names, moves[:at])
            # That a worker's power is left alone is no step.
            if brief.kind != "decline" or brief.worker < 0 or not found:
                text = to_do(brief, before, move, names)
                notes = _brings(observation, brief, begun, after, last, names)
                notes += _why_so(observation, begun, moves[first : at + 1], after)
                found.append(Step(brief, text, tuple(notes)))
            begun, first = after, at + 1
        before = after
    return tuple(found)


def _brings(
    observation: Observation, told: words.Brief, before: State, after: State, last: State, names: Sequence[str]
) -> list[str]:
    """What a step brings for sure: groups that grow, points of a worker, who would like to match a bid.

    ``last`` is where the turn's last step leads.
    """
    seat = observation.seat
    notes = _grown(before.fields[seat], after.fields[seat])
    comes = told.kind in ("place", "buy") and told.tiles & after.fields[seat]
    if notes and comes and gain(before.fields[seat], after.fields[seat]) <= 0:
        notes += _makes_room(before, after, seat)
    if not notes and comes:
        notes.append(_good_for(told.tiles, before, after, last, seat))
    elif not notes and before.fields[seat] != after.fields[seat]:
        notes.append(_("your groups count as before"))
        if new := after.fields[seat] & ~before.fields[seat]:
            notes += _later_with(new, after, last, seat)
    if told.kind in ("buy", "store", "place") and told.tiles:
        notes += _denied(observation, before, last, told.tiles, names)
    if told.kind == "place" and told.tiles & in_store(before, seat):
        notes += _bought_else(observation, before, last, told.tiles.bit_length() - 1, names)
    if told.kind in ("buy", "place", "swap", "fallow"):
        notes += _sent_home(before, after, seat)
    if told.kind == "home":
        notes += [points(-NUMBERS[told.worker]), *_free_again(told.worker, last, seat)]
    if told.kind == "work":
        notes += _played(before, after, seat)
    if told.kind == "move" and told.event < 0:  # an event that moves a worker does not use its power (rule 12 X)
        notes += _sent_home(before, after, seat) or [_stays(told.worker)]
    if told.kind in ("harvest", "gather") and not before.stock:
        notes.append(_("the stock is empty: it brings nothing"))
    if told.kind == "store":
        notes += _waiting(after, told, seat)
        notes += matching(observation, after, told.tiles.bit_length() - 1, names)
    return notes


def _grown(old: int, new: int) -> list[str]:
    """What comes of it if the groups that count grow or shrink, and how they do."""
    changes = grown(old, new)
    text = _("{points}: {changes}").format(points=points(gain(old, new)), changes=words.listing(changes))
    return [text] if changes else []


def _good_for(tiles: int, before: State, after: State, last: State, seat: int) -> str:
    """What a field is good for that brings no point at once: one that is placed later, or a worker."""
    fields = last.fields[seat]
    beside = touching(tiles) & fields & ~after.fields[seat]
    if beside and (more := gain(fields & ~tiles, fields)) > 0:
        return _("{points} with {tiles}").format(points=points(more), tiles=words.references(beside))
    notes = _makes_room(before, after, seat) or _later_with(tiles, after, last, seat)
    return notes[0] if notes else _("no point by itself")


def _makes_room(before: State, after: State, seat: int) -> list[str]:
    """That a better worker finds a space beside a field."""
    number = following(after, seat) if may_play(after, seat) else 0
    if number <= following(before, seat):
        return []
    text = n_("the next worker can then bring {number} point", "the next worker can then bring {number} points", number)
    return [text.format(number=number)]


def _later_with(tiles: int, after: State, last: State, seat: int) -> list[str]:
    """What a tile brings in a turn to come beside those of :func:`~keyharvest.advice.demand.together`.

    How much, the steps tell that come later and store one of these.
    """
    pair = together(last, seat, tiles.bit_length() - 1) if turn_to_come(last, seat) else None
    if pair is None:
        return []
    beside, more = pair
    others = words.either([words.references(each) for each in beside])
    if any(each & in_store(last, seat) & ~in_store(after, seat) for each in beside):
        return [_("of use later with {others} beside it").format(others=others)]
    return [_("later {points} with {others} beside it").format(points=points(more), others=others)]


def _why_so(observation: Observation, before: State, moves: Sequence[str], after: State) -> list[str]:
    """Why a worker stands better on its space than on others, and why these counters are paid or bid, not others."""
    notes: list[str] = []
    s, seat = before, observation.seat
    for at, move in enumerate(moves):
        top = s.stack[-1]
        if isinstance(top, PlaceWorker | Displaced) and move in INDEX:
            notes += _better_there(s, move, seat)
        elif isinstance(top, Pay | Bid) and move in CROP_INDEX and crops_count(before):
            paid = [crop for crop in moves[at:] if crop in CROP_INDEX]
            return notes + _better_paid(observation, s, top, paid, after)
        s = play(s, move)
    return notes


def _better_there(s: State, space: str, seat: int) -> list[str]:
    """What a space offers to a worker, as far as other spaces do not: room beside it, a tile that displaces it."""
    spaces = [each for each in legal(s) if each in INDEX]
    if len(spaces) == 1:
        return [_("the only space for it")]
    notes = []
    follow = {each: following(play(s, each), seat) for each in spaces}
    rare = 2 * sum(number == follow[space] for number in follow.values()) <= len(spaces)
    if turn_to_come(s, seat) and follow[space] == max(follow.values()) and rare:
        text = n_(
            "the next worker can still bring {number} point",
            "the next worker can still bring {number} points",
            follow[space],
        )
        notes.append(text.format(number=follow[space]))
    at = INDEX[space]
    # The other spaces are still there for it then.
    if not works_again(play(s, space), seat, at):
        return notes
    if any(tile == at for tile, _bid in s.stores[seat]):
        notes.append(_("{tile} from your store would displace it: its power again").format(tile=space))
    elif s.registry >> at & 1 and turn_to_come(s, seat, 2):
        notes.append(_("{tile} from the registry would displace it: its power again").format(tile=space))
    return notes


def _better_paid(
    observation: Observation, before: State, asked: Pay | Bid, paid: Sequence[str], after: State
) -> list[str]:
    """Which crops the seat still has most of, and would not if it had paid or bid as many other counters."""
    seat = observation.seat
    payee = asked.payee if isinstance(asked, Pay) else STOCK
    kept = []
    for crop, name in list(enumerate(CROPS))[asked.least :]:
        more = min(len(paid), counters.count(before.hands[seat], crop)) - paid.count(name)
        if more <= 0 or not alone(observation, after, crop, seat):
            continue
        other, packed = after.copy(), more * counters.ONE[crop]
        hands = put(after.hands, seat, after.hands[seat] - packed)
        other.hands = put(hands, payee, hands[payee] + packed) if payee >= 0 else hands
        if not alone(observation, other, crop, seat):
            kept.append(words.crop(crop))
    return [_("so you keep most {crops}").format(crops=words.listing(kept))] if kept else []


def _played(before: State, after: State, seat: int) -> list[str]:
    """What a worker brings, less those that had to go for it."""
    lost = [text for text, _number in gone(before, after, seat)]
    return [points(worker_points(after, seat) - worker_points(before, seat)), *lost]


def _free_again(worker: int, last: State, seat: int) -> list[str]:
    """That a worker which was taken home can be played again, where its power could do something, and what."""
    if not may_play(last, seat) or worker in [each for each, _space in last.posts[seat]]:
        return []
    spaces = spaces_in(openings(last.fields[seat], last.posts[seat], worker))
    number = max((by_power(last, seat, worker, space) for space in spaces), default=0)
    if not number:
        return []
    if WORKER_LETTERS[worker] in FOR_COUNTERS:
        text = n_("free to be played again: {number} counter", "free to be played again: {number} counters", number)
    elif WORKER_LETTERS[worker] == _TURNS_BACK:
        text = n_(
            "free to be played again: {number} field turned back",
            "free to be played again: {number} fields turned back",
            number,
        )
    elif FARMHANDS >> worker & 1:
        text = _("free to be played again, with its power")
    else:
        text = _("anybody can play it again, with its power")
    return [text.format(number=number)]


def _sent_home(before: State, after: State, seat: int) -> list[str]:
    """The workers that a field has sent home, or one that another makes room for, with the points that are lost."""
    lost = gone(before, after, seat)
    number, listed = sum(each for _text, each in lost), words.listing([text for text, _number in lost])
    return [_("{points}: {changes}").format(points=points(number), changes=listed)] if lost else []


def _stays(worker: int) -> str:
    """That a displaced worker is put down again (rule 8.1); of what use its power is then the next steps tell."""
    number = NUMBERS[worker]
    return n_("keeps its {number} point", "keeps its {number} points", number).format(number=number)


def _waiting(after: State, told: words.Brief, seat: int) -> list[str]:
    """What a tile in the store is good for once it is placed."""
    if not turn_to_come(after, seat):
        return [_("can't be placed any more")]
    fields = after.fields[seat]
    notes = [_("later {change}").format(change=change) for change in _grown(fields, fields | told.tiles)]
    tile = told.tiles.bit_length() - 1
    if notes and (then := after_others(after, seat, tile, in_store(after, seat) & ~told.tiles)):
        notes.append(then)
    if not gain(fields, fields | told.tiles) and (later := _later_with(told.tiles, after, after, seat)):
        notes += later
    elif not touching(told.tiles) & fields:
        notes.append(_("touches none of your fields"))
    for worker, space in after.posts[seat]:
        if told.tiles >> space & 1:
            text = _("later displaces your {worker}")
            if sent_home(after, seat, tile) == worker:
                text = _("later sends your {worker} home, for no other space takes it: {points}")
            notes.append(text.format(worker=words.worker(worker), points=points(-NUMBERS[worker])))
    return notes


def _denied(observation: Observation, before: State, last: State, tiles: int, names: Sequence[str]) -> list[str]:
    """What a tile that is bought or taken from the registry would have brought those to whom it is worth most.

    It is counted at the end of the turn, beside the tiles that later steps take from them. A tile that goes on to
    another is kept from nobody, and one that is drawn or comes from a board stood at nobody's disposal.
    """
    view, seat, tile = observation.view, observation.seat, tiles.bit_length() - 1
    passed_on = any(isinstance(frame, Receive) and frame.tile == tile for frame in last.stack)
    if passed_on or not within_reach(view, seat) & tiles:
        return []
    gains = {}
    for other in deprived(observation, last, tile):
        gone = within_reach(before, seat) & ~within_reach(last, seat)
        rest = sum(1 << each for each in spaces_in(gone & ~tiles) if other in deprived(observation, last, each))
        gains[other] = worth(last, other, rest | tiles) - worth(last, other, rest)
    number = max(gains.values(), default=0)
    if number <= 0:
        return []
    text = n_("keeps {number} point from {names}", "keeps {number} points from {names}", number)
    listed = words.either([names[other] for other in gains if gains[other] == number])
    return [text.format(number=number, names=listed)]


def matching(observation: Observation, after: State, tile: int, names: Sequence[str]) -> list[str]:
    """Who might buy a tile from the store, as far as is known, of those to whom it is worth a point, and how much."""
    unknown, seat, bid = observation.unknown, observation.seat, after.bid_of(tile)
    eager = _eager(after, seat, tile)
    ways = {
        CAN: (_("{names} can pay for it: you would get your bid twice"), _("{names} can pay for it")),
        MAY: (
            _("{names} may be able to pay for it: you would get your bid twice"),
            _("{names} may be able to pay for it"),
        ),
        _HARVEST: (
            _("{names} could pay for it after a harvest: you would get your bid twice"),
            _("{names} could pay for it after a harvest"),
        ),
    }
    notes: list[str] = []
    for way, listed in _buyers(observation, after, eager, bid, names):
        text, late = ways[way]
        notes.append((text if turn_to_come(after, seat) and not notes else late).format(names=listed))
    if notes:
        return notes
    if not turn_to_come(after, seat):
        return []
    short = [other for other in eager if has_enough(after, unknown, other, bid)]
    if short:
        return [_("{names} would gain by it, but can't match the bid yet").format(names=_gaining(short, eager, names))]
    if eager:
        return [_("nobody who would gain by it has as many counters")]
    consoled = [
        names[other]
        for other, fields in enumerate(after.fields)
        if other != seat and turn_to_come(after, other) and gain(fields, fields | 1 << tile) > 0
    ]
    if consoled:
        return [_("it brings {names} no more than the tiles stored there").format(names=words.listing(consoled))]
    return [_("as the boards lie nobody else would gain by it")]


def _bought_else(observation: Observation, before: State, last: State, tile: int, names: Sequence[str]) -> list[str]:
    """Who might have bought a tile of the own store, had it not been placed."""
    ways = {
        CAN: _("{names} could have bought it"),
        MAY: _("{names} might have bought it"),
        _HARVEST: _("{names} could have bought it after a harvest"),
    }
    eager = _eager(last, observation.seat, tile)
    found = _buyers(observation, last, eager, before.bid_of(tile), names)
    return [ways[way].format(names=listed) for way, listed in found]


def _eager(state: State, seat: int, tile: int) -> dict[int, int]:
    """To whom else that has a turn to come a tile is worth a point, and how many, most first."""
    gains = {
        other: worth(state, other, 1 << tile)
        for other in range(state.players)
        if other != seat and turn_to_come(state, other)
    }
    return {other: gains[other] for other in sorted(gains, key=lambda other: -gains[other]) if gains[other] > 0}


def _buyers(
    observation: Observation, state: State, eager: dict[int, int], bid: int, names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Who of some can pay a bid, then who may, and who could after a harvest, listed with what they gain."""
    unknown, seat = observation.unknown, observation.seat
    found = rivals(state, unknown, seat, seat, bid)
    ways = {way: [other for other in eager if found[other] == way] for way in (CAN, MAY)}
    ways[_HARVEST] = [other for other in eager if could_harvest(state, unknown, other, bid)]
    most = 0
    for way, seats in ways.items():
        # Who is less sure to buy is of interest only if it is worth more to them.
        keener = [other for other in seats if eager[other] > most]
        if keener:
            most = eager[keener[0]]
            yield way, _gaining(keener, eager, names)


def _gaining(seats: Sequence[int], gains: dict[int, int], names: Sequence[str]) -> str:
    """Some seats with what they gain."""
    told = [_("{name} ({points})").format(name=names[each], points=points(gains[each])) for each in seats]
    return words.listing(told)
