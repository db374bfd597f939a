"""Hints: the best turns for an open question, found in slices from what one seat knows, and told in words."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple

from keyharvest import words
from keyharvest.knowledge import Observation
from keyharvest.players.advice import HINT, Advice, Effort, advising, equal
from keyharvest.rules import State, counters, legal, play
from keyharvest.rules.components import CROP_INDEX, CROPS, NUMBERS
from keyharvest.rules.events import Receive
from keyharvest.rules.frames import END, STOCK, Bid, Chance, Displaced, Pay, RegistryDraw
from keyharvest.rules.geometry import INDEX, SPACES, spaces_in, touching
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.rules.state import put
from keyharvest.rules.turn import FROM_STORES, TO_STORE, PlaceWorker
from keyharvest.table.demand import deprived, reach, together, within_reach, without, worth
from keyharvest.table.effect import COUNTERS, POINTS, STANDING, Effect, grown, more, points
from keyharvest.table.effects import alone, crops_count, effects
from keyharvest.table.rivals import CAN, MAY, could_harvest, has_enough, rivals
from keyharvest.table.to_come import action_left, harvest_left, left_to_do, may_play, still_to_take, turn_to_come
from keyharvest.table.workforce import action, following, left
from keyharvest.words.hints import comparison, forecast, rank, to_do
from keyharvest.words.language import _, n_

#: So many turns are told at most.
TURNS: Final = 3
#: Two turns are told apart in so many respects at most, and where few are points, in so many in all, with payments in
#: so many more at most; each of so much weight at least.
_TOPICS: Final = 4
_FILLED: Final = 4
_PAID: Final = 2
_LEAST: Final = 0.1
#: Effects that only fill up are told up to so many in all; and so many forecasts.
_EFFECTS: Final = 5
_REASONS: Final = 2
#: What two turns bring alike is told if their steps don't say it already; where no points tell them apart, what may
#: still come of both too.
_BOTH: Final = frozenset(("crops", "crops kept", "given", "drawn", "counters", "others' counters", "ripe", "open"))
#: What is told as an amount.
_AMOUNTS: Final = COUNTERS | {"groups", "ripe"}
#: Between these chances to win a game is open.
_OPEN: Final = (0.05, 0.95)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn: what happens, as an advice in words, and what it brings."""

    told: words.Brief
    text: str
    notes: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Told:
    """A turn that could be played.

    Attributes:
        steps: what is done up to the first draw, or to the end of the turn; ``then``: how it goes on after a draw,
            empty if none follows.
        margin, chance: as in :class:`~keyharvest.players.advice.Advice`; ``lead``: the same, but never more than that
            of a better turn, unless the game ends with it.
        rank: in words, how it compares with the best turn; empty for that.
        effects: what its steps change at once, counted before and after them.
        contrast: what sets it apart from the best turn, or the best from the next; ``None`` if it is the only one.
        reasons: what will probably come of it later against that turn and speaks for the better one of them; none if it
            is close.
        close: whether it is as good as the best, or the best as the next, as far as can be told.
        after: what the one who asked would see after these steps.
        moves: the steps as moves.
    """

    steps: tuple[Step, ...]
    then: str
    margin: float
    lead: float
    rank: str
    chance: float
    effects: tuple[Effect, ...]
    contrast: Contrast | None
    reasons: tuple[str, ...]
    close: bool
    after: State
    moves: tuple[str, ...]


class Hints:
    """What a good player would do: begun at a question, looked for in slices, then told.

    It never sees more than the observation it was given (rule 14).

    Attributes:
        progress: how much of the looking is done, 0 to 1; ``found``: the best turns, once they are known.
        chosen: the number of the turn that is shown on the board.
    """

    def __init__(
        self, observation: Observation, names: Sequence[str], seed: int = 0, number: int = TURNS, effort: Effort = HINT
    ) -> None:
        self.progress = 0.0
        self.found: list[Told] = []
        self.chosen = 0
        self._observation = observation
        self._names = names
        self._work = advising(observation, number, effort, seed)

    @property
    def done(self) -> bool:
        """Whether the turns are known."""
        return bool(self.found)

    @property
    def decided(self) -> bool:
        """Whether the game is as good as won or lost whatever is done: then fractions of points are of no interest.

        A lead that says otherwise leaves it open: of as many points the counters decide (rule 13.3).
        """
        return self.done and _decided(self.found[0])

    def think(self, seconds: float) -> None:
        """Look on for so long, or a little longer."""
        until = time.perf_counter() + seconds
        while not self.done:
            try:
                self.progress = max(self.progress, next(self._work))
            except StopIteration as done:
                self.progress = 1.0
                whole = _decided(done.value[0])
                self.found = told(self._observation, done.value, self._names, whole)
            if time.perf_counter() >= until:
                return


def told(observation: Observation, found: Sequence[Advice], names: Sequence[str], whole: bool = False) -> list[Told]:
    """Advice in words; ``whole``: where leads are shown in whole points.

    Words speak of leads as they are shown, so that the same difference is never told in two ways.
    """
    found = [one._replace(moves=_plainly(observation.view, one.moves)) for one in found]
    ends = [reduce(play, one.moves, observation.view) for one in found]
    brought = [effects(observation, after, names) for after in ends]
    advised = [steps(observation, one.moves, names) for one in found]
    leads, digits = _shown(found, ends), 0 if whole else 1
    behind = [round(round(leads[0], digits) - round(lead, digits), digits) for lead in leads]
    rows, close = [], True
    for number, (one, after, chosen) in enumerate(zip(found, ends, compared(brought), strict=True)):
        other = 0 if number else min(1, len(found) - 1)
        rival = found[max(number, other)]
        # A turn is as good as the best only if all between them are.
        close = close and number != other and equal(behind[max(number, other)], rival.error)
        contrast: Contrast | None = None
        reasons: tuple[str, ...] = ()
        if number != other:
            pair = number, other
            second = _second_tiles(ends, advised, pair, observation.seat)
            later = [without(ends[at], tiles) for at, tiles in zip(pair, second, strict=True)]
            ours, theirs = differing(*_denied_by_one(observation, later, [brought[at] for at in pair]))
            ours, theirs = _by_how_much(ours, theirs, names)
            if not any(each.kind in POINTS - {"stored"} for each in (*ours, *theirs)):
                ours, theirs = _stores_compared(observation, ends, brought, pair, (ours, theirs), names)
            ours = _with_harvest(ours, ends[number], advised[other], observation.seat)
            theirs = _with_harvest(theirs, ends[other], advised[number], observation.seat)
            if not all(second):
                ours, theirs = (*ours, *_second(second[0])), (*theirs, *_second(second[1]))
            known = {(each.kind, each.seat) for each in (*brought[number], *brought[other]) if each.seat >= 0}
            known |= {(each.kind, observation.seat) for each in (*ours, *theirs) if each.seat < 0}
            reasons = () if close else _reasons(one, not number, observation.seat, names, known)
            kinds = {each.kind for each in (*ours, *theirs)}
            alike = _BOTH if kinds & POINTS else _BOTH | {"action"}
            alike |= {"stock"} if kinds & {"counters", "ripe"} else set()
            both = tuple(each for each in brought[number] if each.kind in alike and each in brought[other])
            both = (*both, *(_either_first(second[0] | second[1]) if all(second) else ()))
            verdict = _verdict(found, pair, behind, close, ours, theirs, bool(reasons))
            contrast = Contrast(other, ours, theirs, both, verdict)
        rows.append(
            Told(
                advised[number],
                _then(after, observation.seat),
                one.margin,
                leads[number],
                rank(behind[number], close, found[0].chance - one.chance, one.error) if number else "",
                one.chance,
                chosen,
                contrast,
                reasons,
                close,
                after,
                one.moves,
            )
        )
    return rows


def _decided(best: Advice | Told) -> bool:
    chance, lead = best.chance, round(best.lead)
    return lead < 0 if chance <= _OPEN[0] else lead > 0 and chance >= _OPEN[1]


def _shown(found: Sequence[Advice], ends: Sequence[State]) -> list[float]:
    """The leads as they are shown.

    Turns are ranked by the margin, over all others; a lead is over the best of them, and an estimate of it may be more
    for the lesser turn by chance. It is never shown so; but a game that ends with a turn has the lead that it has.
    """
    leads: list[float] = []
    for one, end in zip(found, ends, strict=True):
        leads.append(min(one.lead, leads[-1]) if leads and end.stack else one.lead)
    return leads


def _plainly(view: State, moves: tuple[str, ...]) -> tuple[str, ...]:
    """The moves, or the single one that leads to the same: a tile placed and passed on is a tile passed on."""
    end = reduce(play, moves, view)
    single = ((move,) for move in legal(view) if len(moves) > 1 and play(view, move) == end)
    return next(single, moves)


def _verdict(
    found: Sequence[Advice],
    pair: tuple[int, int],
    behind: Sequence[float],
    close: bool,
    ours: Sequence[Effect],
    theirs: Sequence[Effect],
    forecasts: bool,
) -> str:
    """What more there is to say of the difference between two of the turns found, one of them the best.

    ``behind``: by how many points each is behind that, as shown; take either is said only if the margins agree.
    """
    number, other = pair
    one, rival = found[number], found[other]
    balance = sum(effect.weight for effect in ours) - sum(effect.weight for effect in theirs)
    text = comparison(
        max(behind[max(pair)], abs(one.margin - rival.margin)),
        found[max(pair)].error,
        close,
        abs(one.chance - rival.chance),
        -balance if number else balance,
        forecasts,
    )
    likelier = number if one.chance > rival.chance else other
    return text.format(other=other + 1, better=min(number, other) + 1, likelier=likelier + 1)


def _denied_by_one(
    observation: Observation, ends: Sequence[State], brought: Sequence[Sequence[Effect]]
) -> list[list[Effect]]:
    """What two turns bring, without tiles denied to somebody who can add as few points after the other turn too.

    A field taken from a board may do the same as a tile that is bought, or the other turn may still buy it. What the
    other turn leaves in the registry for somebody is not told beside what this one denies them.
    """
    kept = [list(each) for each in brought]
    for seat in range(ends[0].players):
        ones, others = ([effect for effect in each if (effect.kind, effect.seat) == ("denied", seat)] for each in kept)
        if ones or others:
            one, other = (reach(observation, end, seat) for end in ends)
            if one == other or (one > other and not others) or (one < other and not ones):
                kept = [[effect for effect in each if effect not in (*ones, *others)] for each in kept]
            else:
                kept = [[effect for effect in each if (effect.kind, effect.seat) != ("open", seat)] for each in kept]
    return kept


def _stores_compared(
    observation: Observation,
    ends: Sequence[State],
    brought: Sequence[Sequence[Effect]],
    pair: tuple[int, int],
    told_apart: tuple[tuple[Effect, ...], tuple[Effect, ...]],
    names: Sequence[str],
) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """What sets two turns apart, with what the other tile is good for that each puts in the store, and who may buy it.

    A tile that brings nothing is told beside one that does, and two that do so little that it says who wants them.
    """
    seat = observation.seat
    stored = [[effect for effect in brought[at] if effect.kind == "stored"] for at in pair]
    only = [
        [each for each in stored[0] if each not in stored[1]],
        [each for each in stored[1] if each not in stored[0]],
    ]
    if not all(only):
        return told_apart
    stores = [dict(ends[at].stores[seat]) for at in pair]
    notes = []
    for at, (ours, theirs) in zip(pair, (stores, stores[::-1]), strict=True):
        tiles = [tile for tile in ours if tile not in theirs and tile not in dict(observation.view.stores[seat])]
        notes.append([(tile, note) for tile in tiles for note in _matching(observation, ends[at], tile, names)])
    if {note for _tile, note in notes[0]} == {note for _tile, note in notes[1]}:
        notes = [[], []]
    found = []
    for effects_, tiles_told, rest in zip(only, notes, told_apart, strict=True):
        buyers = [
            Effect("buyers", 0, _("{tile}: {note}.").format(tile=SPACES[tile], note=note)) for tile, note in tiles_told
        ]
        found.append((*effects_, *buyers, *(effect for effect in rest if effect.kind != "stored")))
    return found[0], found[1]


def _with_harvest(listed: tuple[Effect, ...], after: State, others: Sequence[Step], seat: int) -> tuple[Effect, ...]:
    """What sets a turn apart, with what can still be harvested of that which the other turn harvests at once.

    Its counters come of the other turn only because there no action is left.
    """
    harvested = sum(step.told.tiles for step in others if step.told.kind == "harvest")
    if not (fields := harvest_left(after, seat, harvested)):
        return listed
    return (*(effect for effect in listed if effect.kind != "action"), *action(after, seat, fields))


def _second_tiles(
    ends: Sequence[State], advised: Sequence[Sequence[Step]], pair: tuple[int, int], seat: int
) -> tuple[int, int]:
    """For each of two turns the tiles that only the other one takes at once, but that can still follow in it too."""
    mine, others = (
        reduce(or_, (step.told.tiles for step in advised[at] if step.told.kind in ("buy", "place", "store")), 0)
        for at in pair
    )
    return still_to_take(ends[pair[0]], seat) & others & ~mine, still_to_take(ends[pair[1]], seat) & mine & ~others


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


def differing(ones: Sequence[Effect], others: Sequence[Effect]) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """Of what two turns bring at once, what sets each apart from the other; what weighs most if it is much.

    What is told of both, such as other numbers of points of groups, is told of both or of none; so fields that bring
    no point are not told of one beside one whose fields do. Of what only fills up counters come first.
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
    heavy = sorted(
        (topic for topic in topics if abs(topics[topic]) >= _LEAST), key=lambda topic: (-abs(topics[topic]), topic)
    )
    left_out = {"fields"} if "groups" in kinds else set()
    if "action" in kinds:
        left_out.add("room")
    told = [topic for topic in heavy if topic[0] in POINTS][:_TOPICS]
    told += [topic for topic in heavy if topic[0] == "action"]
    rest = [topic for topic in heavy if topic[0] not in POINTS | left_out and topic not in told]
    # What all have to pay with is the most important.
    rest.sort(key=lambda topic: topic[0] not in COUNTERS)
    payments = sum(topic[0] in COUNTERS for topic in rest)
    told += rest[: max(min(payments, _PAID), _FILLED - len(told))]
    ours, theirs = ([effect for effect in each if _topic(effect) in told] for each in only)
    return tuple(ours), tuple(theirs)


def _by_how_much(
    ours: Sequence[Effect], theirs: Sequence[Effect], names: Sequence[str]
) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
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


def _topic(effect: Effect) -> tuple[str, ...]:
    """What an effect is about: amounts of the same kind and seat are one thing, different tiles and crops are not."""
    single = effect.kind in ("given", "stored", "left", "crops", "crops kept", "again", "hoped")
    if effect.kind == "crops so far":
        return effect.kind, effect.text.partition(":")[0]
    return effect.kind, effect.text if single else str(effect.seat)


def _then(after: State, seat: int) -> str:
    """How a turn goes on after a draw, if one follows."""
    turn = left_to_do(after, seat)
    if turn is None:
        top = after.stack[-1] if after.stack else None
        if isinstance(top, RegistryDraw):
            return _("then a tile is drawn for the registry")
        return _("then see what is drawn") if isinstance(top, Chance) else ""
    tiles = still_to_take(after, seat)
    stored = turn.open & TO_STORE and tiles & after.registry
    placed = turn.open & FROM_STORES and tiles & ~after.registry
    if action_left(turn):
        if stored:
            return _("then see what is drawn: a second tile may be stored, and an action is left")
        if placed:
            return _("then see what is drawn: a second tile may be placed, and an action is left")
        return _("then see what is drawn, and choose the action that is left")
    if stored:
        return _("then see what is drawn: a second tile may be stored")
    if placed:
        return _("then see what is drawn: a second tile may be placed")
    return _("then see what is drawn: both actions are used")


def _reasons(
    one: Advice, better: bool, seat: int, names: Sequence[str], known: set[tuple[str, int]]
) -> tuple[str, ...]:
    """Forecasts in words that speak for a turn if it is the better one, or against it.

    What follows from what is told at once is left out: tiles that others don't get, payments; and so is what seems to
    take it back: that there is space for other workers than can be played next.
    """
    follows = {"groups": "denied", "counters": "others' counters", "room": "room"}
    rows = [
        forecast(each.feature, "" if each.seat == seat else names[each.seat], each.more)
        for each in one.reasons
        if (each.points > 0) is better and (follows.get(each.feature), each.seat) not in known
    ]
    return tuple(text for text in rows if text)[:_REASONS]


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
    if not notes and told.kind in ("place", "buy") and told.tiles & after.fields[seat]:
        notes.append(_good_for(told.tiles, before, after, last, seat))
    elif not notes and before.fields[seat] != after.fields[seat]:
        notes.append(_("your groups count as before"))
        new = after.fields[seat] & ~before.fields[seat]
        if new and turn_to_come(last, seat, 2) and (pair := together(last, seat, new.bit_length() - 1)):
            notes.append(_later_with(pair))
    if told.kind in ("buy", "store", "place") and told.tiles:
        notes += _denied(observation, before, last, told.tiles, names)
    if told.kind in ("buy", "place", "swap", "fallow") and not any(isinstance(each, Displaced) for each in after.stack):
        notes += _gone(before, after, seat)
    if told.kind == "work":
        notes += _played(before, after, seat)
    if told.kind == "move" and told.event < 0:  # an event that moves a worker does not use its power (rule 12 X)
        notes += _gone(before, after, seat) or [_stays(told.worker)]
    if told.kind in ("harvest", "gather") and not before.stock:
        notes.append(_("the stock is empty: it brings nothing"))
    if told.kind == "store":
        notes += _waiting(after, told, seat)
        notes += _matching(observation, after, told.tiles.bit_length() - 1, names)
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
    number = following(after, seat) if may_play(after, seat) else 0
    if number > following(before, seat):
        text = n_(
            "the next worker can then bring {number} point", "the next worker can then bring {number} points", number
        )
        return text.format(number=number)
    if turn_to_come(last, seat, 2) and (pair := together(last, seat, tiles.bit_length() - 1)):
        return _later_with(pair)
    return _("no point by itself")


def _later_with(pair: tuple[list[int], int]) -> str:
    """What a tile brings beside those of :func:`~keyharvest.table.effects.together`."""
    others = words.either([SPACES[other] for other in pair[0]])
    return _("later {points} with {others} beside it").format(points=points(pair[1]), others=others)


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
    return [points(worker_points(after, seat) - worker_points(before, seat)), *_gone(before, after, seat)]


def _stays(worker: int) -> str:
    """That a displaced worker is put down again (rule 8.1); of what use its power is then the next steps tell."""
    number = NUMBERS[worker]
    return n_("keeps its {number} point", "keeps its {number} points", number).format(number=number)


def _gone(before: State, after: State, seat: int) -> list[str]:
    stay = [worker for worker, _space in after.posts[seat]]
    return [left(worker, after, seat) for worker, _space in before.posts[seat] if worker not in stay]


def _waiting(after: State, told: words.Brief, seat: int) -> list[str]:
    """What a tile in the store is good for once it is placed."""
    if not turn_to_come(after, seat):
        return [_("can't be placed any more")]
    fields = after.fields[seat]
    notes = [_("later {change}").format(change=change) for change in _grown(fields, fields | told.tiles)]
    tile = told.tiles.bit_length() - 1
    if not gain(fields, fields | told.tiles) and (pair := together(after, seat, tile)):
        notes.append(_later_with(pair))
    elif not touching(told.tiles) & fields:
        notes.append(_("touches none of your fields"))
    for worker, space in after.posts[seat]:
        if told.tiles >> space & 1:
            notes.append(_("later displaces your {worker}").format(worker=words.worker(worker)))
    return notes


def _denied(observation: Observation, before: State, last: State, tiles: int, names: Sequence[str]) -> list[str]:
    """What a tile that is bought or taken from the registry would have brought those to whom it is worth most.

    It is counted at the end of the turn, beside the tiles that later steps take from them. A tile that goes on to
    another is kept from nobody, and one from a board stood at nobody's disposal.
    """
    view, seat, tile = observation.view, observation.seat, tiles.bit_length() - 1
    passed_on = any(isinstance(frame, Receive) and frame.tile == tile for frame in last.stack)
    if view.store_of(tile) == seat or passed_on or any(fields & tiles for fields in view.fields):
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


def _matching(observation: Observation, after: State, tile: int, names: Sequence[str]) -> list[str]:
    """Who might buy a tile from the store, as far as is known, of those to whom it is worth a point, and how much."""
    unknown, seat, bid = observation.unknown, observation.seat, after.bid_of(tile)
    gains = {
        other: worth(after, other, 1 << tile)
        for other in range(after.players)
        if other != seat and turn_to_come(after, other)
    }
    eager = sorted((other for other in gains if gains[other] > 0), key=lambda other: -gains[other])
    found = rivals(after, unknown, seat, seat, bid)
    ways = (
        (
            _("{names} can pay for it: you would get your bid twice"),
            _("{names} can pay for it"),
            [other for other in eager if found[other] == CAN],
        ),
        (
            _("{names} may be able to pay for it: you would get your bid twice"),
            _("{names} may be able to pay for it"),
            [other for other in eager if found[other] == MAY],
        ),
        (
            _("{names} could pay for it after a harvest: you would get your bid twice"),
            _("{names} could pay for it after a harvest"),
            [other for other in eager if could_harvest(after, unknown, other, bid)],
        ),
    )
    notes: list[str] = []
    most = 0
    for text, late, seats in ways:
        # Who is less sure to buy is of interest only if it is worth more to them.
        keener = [other for other in seats if gains[other] > most]
        if keener:
            most = gains[keener[0]]
            listed = words.listing(
                [_("{name} ({points})").format(name=names[other], points=points(gains[other])) for other in keener]
            )
            notes.append((text if turn_to_come(after, seat) and not notes else late).format(names=listed))
    if notes:
        return notes
    if not turn_to_come(after, seat):
        return []
    if any(has_enough(after, unknown, other, bid) for other in eager):
        return []
    if eager:
        return [_("nobody who would gain by it has as many counters")]
    return [_("as the boards lie nobody else would gain by it")]
