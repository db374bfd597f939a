"""What sets two turns apart at once: of all that each brings, what the other does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple

from keyharvest import words
from keyharvest.advice.demand import reach, without, worth
from keyharvest.advice.effect import COUNTERS, HOPED, NOT_YET, POINTS, STANDING, Effect, grown, more, share
from keyharvest.advice.steps import Step, matching
from keyharvest.advice.to_come import harvest_left, still_to_take
from keyharvest.advice.workforce import ROOM, action, next_two, staff, staffed
from keyharvest.knowledge import Observation
from keyharvest.rules import State
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.words.language import _, n_

#: Two turns are told apart in so many respects at most, and where few are points, in so many in all, with payments in
#: so many more at most; each of so much weight at least.
_TOPICS: Final = 4
_FILLED: Final = 4
_PAID: Final = 2
_LEAST: Final = 0.1
#: Effects that only fill up are told up to so many in all.
_EFFECTS: Final = 5
#: What two turns bring alike is told if their steps don't say it already; where no points tell them apart, what may
#: still come of both too, and where counters do, that the stock runs out.
_BOTH: Final = frozenset(("crops", "crops kept", "given", "drawn", "counters", "others' counters", "ripe", "open"))
#: What is told as an amount.
_AMOUNTS: Final = COUNTERS | {"groups", "ripe"}

#: What is told of each of two turns.
_Sides = tuple[tuple[Effect, ...], tuple[Effect, ...]]


class Contrast(NamedTuple):
    """What sets a turn apart from another, its ``rival`` by number among those told.

    ``ours`` and ``theirs`` are what only this one, and only that one, changes at once, the best for the seat first;
    ``both`` the points that they change alike; ``verdict`` is what more there is to say of the difference between them,
    in words, empty if nothing is.
    """

    rival: int
    ours: tuple[Effect, ...]
    theirs: tuple[Effect, ...]
    both: tuple[Effect, ...]
    verdict: str


class Outcome(NamedTuple):
    """What comes of a turn at once: where its moves lead, all that they change, and its steps."""

    after: State
    brought: tuple[Effect, ...]
    steps: tuple[Step, ...]


def apart(
    observation: Observation, turns: tuple[Outcome, Outcome], names: Sequence[str]
) -> tuple[_Sides, tuple[Effect, ...]]:
    """What only the one and what only the other of two turns brings, and what both do."""
    second = _second_tiles(turns, observation.seat)
    told = differing(*_room_apart(turns, _denied_by_one(observation, turns, second, names), observation.seat))
    told = _workers_apart(observation, turns, told, names)
    told = _by_how_much(*_groups_beside(observation, turns, told), names)
    if not any(each.kind in POINTS - {"stored"} for side in told for each in side):
        told = _stores_compared(observation, turns, told, names)
    ours, theirs = _with_harvest(told, turns, observation.seat)
    kinds = {each.kind for each in (*ours, *theirs)}
    alike = _BOTH if kinds & POINTS else _BOTH | {"action"}
    alike |= {"stock"} if kinds & {"counters", "ripe"} else set()
    both = tuple(each for each in turns[0].brought if each.kind in alike and each in turns[1].brought)
    if all(second):
        return (ours, theirs), (*both, *_either_first(second[0] | second[1]))
    return ((*ours, *_second(second[0])), (*theirs, *_second(second[1]))), both


def differing(ones: Sequence[Effect], others: Sequence[Effect]) -> _Sides:
    """Of what two turns bring at once, what sets each apart from the other; what weighs most if it is much.

    What is told of both, such as other numbers of points of groups, is told of both or of none; so fields that bring
    no point are not told of one beside one whose fields do. Points of groups and what the next worker can bring are
    always told where they differ. What weighs as much as something told is told too. Of what only fills up counters
    come first.
    """
    said = [{effect.text for effect in each} for each in (others, ones)]
    only = [
        [effect for effect in each if effect.text not in also] for each, also in zip((ones, others), said, strict=True)
    ]
    kinds = {effect.kind for each in only for effect in each if effect.seat < 0}
    topics: dict[tuple[str, ...], float] = {}
    for sign, effects_ in zip((1, -1), only, strict=True):
        for effect in effects_:
            topics[_topic(effect)] = topics.get(_topic(effect), 0.0) + sign * effect.weight
    weights = {topic: abs(round(weight, 6)) for topic, weight in topics.items()}
    heavy = sorted((topic for topic in topics if weights[topic] >= _LEAST), key=lambda topic: (-weights[topic], topic))
    left_out = {"fields"} if "groups" in kinds else set()
    points = [topic for topic in heavy if topic[0] in POINTS]
    least = min((weights[topic] for topic in points[:_TOPICS]), default=0)
    told = [topic for topic in points if weights[topic] >= least or topic[0] == "groups"]
    told += [topic for topic in heavy if topic in (("action", "-1"), ("room", "-1"))]
    rest = [topic for topic in heavy if topic[0] not in POINTS | left_out and topic not in told]
    # What all have to pay with is the most important, and then what weighs most of the rest.
    told += [topic for topic in rest if topic[0] in COUNTERS][:_PAID]
    told += [topic for topic in rest if topic[0] not in COUNTERS][: max(1, _FILLED - len(told))]
    ours, theirs = ([effect for effect in each if _topic(effect) in told] for each in only)
    return tuple(ours), tuple(theirs)


def _topic(effect: Effect) -> tuple[str, ...]:
    """What an effect is about: amounts of the same kind and seat are one thing, different tiles and crops are not."""
    single = effect.kind in ("given", "stored", "crops kept", "again", "hoped")
    return effect.kind, effect.about or (effect.text if single else str(effect.seat))


def _denied_by_one(
    observation: Observation, turns: tuple[Outcome, Outcome], second: tuple[int, int], names: Sequence[str]
) -> list[list[Effect]]:
    """What two turns bring, without tiles denied to somebody who can add as few points after the other turn too.

    A field taken from a board may do the same as a tile that is bought, or it is among the tiles that may still follow
    in the other turn, ``second``. What that leaves in the registry is not told beside what this one denies. Where the
    same is told of both, a tile that only one takes is worth nothing beside what both do: then what is left is told.
    """
    kept = [list(turn.brought) for turn in turns]
    ends = [without(turn.after, tiles) for turn, tiles in zip(turns, second, strict=True)]
    for seat in range(ends[0].players):
        ones, others = (_on_farm(each, "denied", seat, observation.seat) for each in kept)
        if ones or others:
            one, other = (reach(observation, end, seat) for end in ends)
            if one == other or (one > other and not others) or (one < other and not ones):
                kept = [[effect for effect in each if effect not in (*ones, *others)] for each in kept]
                continue
            kept = [[effect for effect in each if (effect.kind, effect.seat) != ("open", seat)] for each in kept]
            if [effect.text for effect in ones] == [effect.text for effect in others]:
                (_soon, left), (_sooner, rest) = one, other
                less = _less_left(observation, seat, names[seat], (left, rest))
                told = [[less] * (left < rest), [less] * (rest < left)]
                for each, instead in zip(kept, told, strict=True):
                    at = next(at for at, effect in enumerate(each) if effect in (*ones, *others))
                    each[at : at + 1] = instead
    return kept


def _less_left(observation: Observation, seat: int, name: str, left: tuple[int, int]) -> Effect:
    """That one turn leaves another fewer points to add, counted as in :func:`~keyharvest.advice.demand.reach`."""
    least, most = sorted(left)
    text = n_(
        "With one tile more {name} can then add {least} point at most, not {most}.",
        "With one tile more {name} can then add {least} points at most, not {most}.",
        least,
    ).format(name=name, least=least, most=most)
    return Effect("denied", -share(observation, seat) * NOT_YET * (most - least), text, seat)


def _room_apart(turns: tuple[Outcome, Outcome], told: list[list[Effect]], seat: int) -> list[list[Effect]]:
    """The same, but of what the next workers can bring only the difference, of the second where the first is alike.

    That there is no space for any speaks against that turn, and is told beside what the other one leaves.
    """
    pairs = [next_two(turn.after, seat) for turn in turns]
    rooms = [[effect for effect in side if effect.kind == "room"] for side in told]
    if not all(rooms) or pairs[0] == pairs[1]:
        return told
    (first, second), (worse, least) = max(pairs), min(pairs)
    if not worse:
        half = ROOM * first / 2
        instead = [[effect._replace(weight=half if effect.weight else -half) for effect in each] for each in rooms]
    else:
        if first != worse:
            text = n_(
                "The next worker can bring {first} point, not {worse}.",
                "The next worker can bring {first} points, not {worse}.",
                first,
            )
            difference = Effect("room", ROOM * (first - worse), text.format(first=first, worse=worse))
        else:
            text = _("The next two workers can bring {first} and {second} points, not {first} and {least}.")
            told_of = text.format(first=first, second=second, least=least)
            difference = Effect("room", HOPED * ROOM * (second - least), told_of, about="second")
        instead = [[difference] if pair == max(pairs) else [] for pair in pairs]
    return [
        [*(effect for effect in side if effect.kind != "room"), *each] for side, each in zip(told, instead, strict=True)
    ]


def _workers_apart(
    observation: Observation, turns: tuple[Outcome, Outcome], told: _Sides, names: Sequence[str]
) -> _Sides:
    """The same, but of workers that come and go on a farm in both turns only those that don't in the other too."""
    view, seat = observation.view, observation.seat
    found = [list(side) for side in told]
    for farm in range(view.players):
        changes = [staff(view, turn.after, farm) for turn in turns]
        if not set(changes[0]) & set(changes[1]):
            continue
        for side, mine, others in zip(found, changes, changes[::-1], strict=True):
            for effect in _on_farm(side, "workers", farm, seat):
                only = [change for change in mine if change not in others]
                at = side.index(effect)
                side[at : at + 1] = [
                    effect._replace(weight=share(observation, farm) * number, text=text)
                    for number, text in staffed(only, "" if farm == seat else names[farm])
                ]
    return tuple(found[0]), tuple(found[1])


def _groups_beside(observation: Observation, turns: tuple[Outcome, Outcome], told: _Sides) -> _Sides:
    """The same, with groups that one turn changes too, though for no point, beside those of the other.

    Else it would seem that groups which both join are joined in one only.
    """
    view, seat = observation.view, observation.seat
    found = [list(side) for side in told]
    for farm in range(view.players):
        for turn, side, others in zip(turns, found, found[::-1], strict=True):
            counted = _on_farm(others, "groups", farm, seat)
            if _on_farm(side, "groups", farm, seat) or not grown(view.fields[farm], turn.after.fields[farm]):
                continue
            side[:0] = [effect._replace(weight=0, text="", then=0) for effect in counted]
    return tuple(found[0]), tuple(found[1])


def _on_farm(effects_: Sequence[Effect], kind: str, farm: int, seat: int) -> list[Effect]:
    """The effects of a kind on a farm; those on the farm of the seat that asks have no seat of their own."""
    about = -1 if farm == seat else farm
    return [effect for effect in effects_ if (effect.kind, effect.seat) == (kind, about)]


def _by_how_much(ours: Sequence[Effect], theirs: Sequence[Effect], names: Sequence[str]) -> _Sides:
    """The same, but of an amount that both turns change only the difference, with the one that leaves more."""
    amounts = [[effect for effect in each if effect.kind in _AMOUNTS] for each in (ours, theirs)]
    pairs = [
        (one, other)
        for one, other in product(*amounts)
        if (one.kind, one.seat) == (other.kind, other.seat) and one.then != other.then
    ]
    merged = {effect: more(*pair, names) for pair in pairs for effect in pair}
    kept = []
    for each in (ours, theirs):
        found = [merged.get(effect, effect) for effect in each]
        kept.append(tuple(new for old, new in zip(each, found, strict=True) if new.then == old.then))
    return kept[0], kept[1]


def _stores_compared(
    observation: Observation, turns: tuple[Outcome, Outcome], told: _Sides, names: Sequence[str]
) -> _Sides:
    """What sets two turns apart, with what the other tile is good for that each puts in the store, and who may buy it.

    A tile that brings nothing is told beside one that does, and of two that do so little it is told who wants them.
    """
    seat = observation.seat
    stored = [[effect for effect in turn.brought if effect.kind == "stored"] for turn in turns]
    only = [
        [each for each in stored[0] if each not in stored[1]],
        [each for each in stored[1] if each not in stored[0]],
    ]
    if not all(only):
        return told
    stores = [dict(turn.after.stores[seat]) for turn in turns]
    notes = []
    for turn, (ours, theirs) in zip(turns, (stores, stores[::-1]), strict=True):
        tiles = [tile for tile in ours if tile not in theirs and tile not in dict(observation.view.stores[seat])]
        notes.append([(tile, note) for tile in tiles for note in matching(observation, turn.after, tile, names)])
    same = {note for _tile, note in notes[0]} == {note for _tile, note in notes[1]}
    # What is alike is no difference; but to be sold is all that a tile is good for that brings the seat nothing itself.
    in_vain = any(not effect.weight for side in only for effect in side)
    sold = any(
        worth(turn.after, other, 1 << tile) > 0
        for turn, told_of in zip(turns, notes, strict=True)
        for tile, _note in told_of
        for other in range(turn.after.players)
        if other != seat
    )
    if same and not (in_vain and sold):
        notes = [[], []]
    found = []
    for effects_, tiles_told, rest in zip(only, notes, told, strict=True):
        buyers = [
            Effect("buyers", 0, _("{tile}: {note}.").format(tile=SPACES[tile], note=note)) for tile, note in tiles_told
        ]
        found.append((*effects_, *buyers, *(effect for effect in rest if effect.kind != "stored")))
    return found[0], found[1]


def _with_harvest(told: _Sides, turns: tuple[Outcome, Outcome], seat: int) -> _Sides:
    """What sets turns apart, with what can still be harvested in one of that which the other harvests at once.

    Its counters come of the other turn only because there no action is left.
    """
    found = []
    for listed, turn, other in zip(told, turns, turns[::-1], strict=True):
        if fields := harvest_left(turn.after, seat, _tiles(other, "harvest")):
            listed = (*(effect for effect in listed if effect.kind != "action"), *action(turn.after, seat, fields))
        found.append(listed)
    return found[0], found[1]


def _tiles(turn: Outcome, *kinds: str) -> int:
    """The tiles of some kinds of steps of a turn."""
    return reduce(or_, (step.told.tiles for step in turn.steps if step.told.kind in kinds), 0)


def _second_tiles(turns: tuple[Outcome, Outcome], seat: int) -> tuple[int, int]:
    """For each of two turns the tiles that only the other one takes at once, but that can still follow in it too."""
    ours, theirs = (_tiles(turn, "buy", "place", "store") for turn in turns)
    mine, others = (still_to_take(turn.after, seat) for turn in turns)
    return mine & theirs & ~ours, others & ours & ~theirs


def _second(tiles: int) -> Iterator[Effect]:
    """That tiles which the other turn takes at once may follow after the draw."""
    if tiles:
        listed = words.either([SPACES[tile] for tile in spaces_in(tiles)])
        yield Effect("second", 0, _("After the draw {tiles} may follow in the same turn.").format(tiles=listed))


def _either_first(tiles: int) -> Iterator[Effect]:
    """That two turns take different tiles first, of which the other may follow in each."""
    text = _("{tiles}: one may follow the other in the same turn.")
    yield Effect("second", 0, text.format(tiles=words.references(tiles)))


def compared(brought: Sequence[Sequence[Effect]]) -> list[tuple[Effect, ...]]:
    """What is told of each of some turns: all that is points, and of the rest, for all alike, what differs most."""

    def difference(kind: str) -> tuple[bool, float, float]:
        sums = [sum(effect.weight for effect in each if effect.kind == kind) for each in brought]
        texts = {tuple(effect.text for effect in each if effect.kind == kind) for each in brought}
        return len(texts) > 1, max(sums) - min(sums), max(map(abs, sums))

    rest = {effect.kind for each in brought for effect in each} - POINTS - STANDING
    most = max(sum(effect.kind in POINTS for effect in each) for each in brought)
    kinds = POINTS.union(sorted(sorted(rest), key=difference, reverse=True)[: max(1, _EFFECTS - most)])
    for each in brought:
        if not any(effect.kind in kinds for effect in each):
            kinds |= {effect.kind for effect in each} - STANDING
    nothing = Effect("nothing", 0, _("No point and no counter changes at once."))
    return [tuple(effect for effect in each if effect.kind in kinds) or (nothing,) for each in brought]
