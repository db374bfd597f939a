"""The plan of a turn: the steps that it leads to in its courses, and what speaks for it beside another turn.

Everything here is counted, in the courses or on the table; :mod:`keyharvest.advice.wording` puts it into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Final, NamedTuple

from keyharvest.advice.courses import Deed, Event, Story
from keyharvest.advice.purposes import Cause, Purpose, cant_match, playable, unable
from keyharvest.knowledge import Observation
from keyharvest.rules import State, counters, final_scores
from keyharvest.rules.components import FARMHANDS, NUMBERS, STORE_PLACES, TOWNSFOLK, WORKER_INDEX
from keyharvest.rules.geometry import groups, spaces_in
from keyharvest.rules.scoring import gain
from keyharvest.rules.state import openings
from keyharvest.search.search import average, difference
from keyharvest.table.rivals import CAN, can_pay

#: The least share of the courses for a step, and the least difference of two shares.
_OFTEN: Final = 0.5
_APART: Final = 0.3
#: The most courses in which something hardly happens.
_HARDLY: Final = 0.2
#: A difference of points or pieces counts if it is at least this many standard errors.
_SURE: Final = 2
#: Nearly all courses. A detail of a step is shown if it is the same in as many of those that have the step.
NEARLY: Final = 0.85
#: The most differences shown of one turn.
_FEW: Final = 2
#: A player is named for another one's share if it is mostly that player's.
_MOSTLY: Final = 0.75
_GET: Final = ("place", "buy", "take")
_WORK: Final = ("work", "move")
#: What is compared at the end of a turn, not at the end of its courses.
_THIS_TURN: Final = ("worker", "counters", "ripe")
#: About what one of each is worth to the search's evaluation in the middle of a game, in points.
_WEIGHTS: Final = {"tile": 1.0, "stored": 0.9, "kept": 0.5, "worker": 0.4, "counters": 0.25, "ripe": 0.1}
#: The workers who buy from a store (rules 10 E and 11 G).
_BUYERS: Final = (WORKER_INDEX["E"], WORKER_INDEX["G"])
_LAWYER: Final = WORKER_INDEX["J"]


class Then(NamedTuple):
    """The consequence of a turn: "steps" of the next one, which happen together in a ``share`` of the courses; the
    "sale" of a stored ``tile`` to a ``seat`` (-1 for various) for its ``bid``, or none if mostly a worker buys it;
    "last" if no turn of the ``seat`` comes; "open" if nothing is often so.

    ``number`` is that of the fields, if one of the steps is a harvest; ``points`` are those that the steps gain at
    once, on average unless ``exact``.
    """

    kind: str
    steps: tuple[Deed, ...] = ()
    share: float = 0.0
    number: int = 0
    points: int = 0
    exact: bool = True
    seat: int = -1
    tile: int = -1
    bid: int = counters.NONE


class Loss(NamedTuple):
    """The cost of a turn beside a better one: a "tile" or "worker" that a ``seat`` gets or plays in a ``share`` of the
    courses, more often than after the better turn; -1 for various others. The seat that asks hardly gets or plays it.
    ``points`` are those that the tile adds to the groups of its seat as they are; ``now``: whether the better turn gets
    or plays it at once.
    """

    kind: str
    seat: int
    what: int
    share: float
    points: int = 0
    cause: Cause | None = None
    now: bool = False


class More(NamedTuple):
    """A difference that speaks for one of two turns: more points "now", up to the end of the next turn ("soon") or of
    the game ("end"), "less" for another ``seat`` by then; after the turn more "counters" or "ripe" fields, or a better
    "worker" to play, on average unless ``exact``; a worker to play later ("kept"), with its number; a "tile" on the
    board or "stored"; the steps of the "next" turn, or only what comes "later".
    """

    kind: str
    number: int = 0
    worker: int = -1
    tile: int = -1
    seat: int = -1
    exact: bool = True


class Because(NamedTuple):
    """The difference of a turn from another one: the better one is "clear", or they are "equal"; "alone" if
    there is no other.

    ``losses`` are those of the worse turn. ``more`` is what each turn has more of than the other, by its index.
    """

    kind: str
    losses: tuple[Loss, ...] = ()
    more: tuple[tuple[int, More], ...] = ()


class Plan(NamedTuple):
    """The purposes of a turn's steps, the step that follows a draw in it, what it leads to, and its difference from
    another turn.

    ``totals`` are its average totals at the end of its courses, each with its kind and seat.
    """

    purposes: tuple[Purpose, ...]
    rest: Then
    then: Then
    because: Because
    totals: tuple[tuple[str, int, float], ...] = ()


#: The totals of the seat that asks, and those of others, that are compared.
TOTALS: Final = ("workers", "groups", "crops", "counters", "ripe")
THEIRS: Final = ("total",)


class Prospect:
    """A turn with its courses, read up to the same horizon as those of the turns that it is compared with.

    ``after`` is what the seat sees after the turn's moves, ``following`` the number of its next turn, or -1.
    ``points`` are those that the moves gain, once its purposes are known.
    """

    def __init__(self, observation: Observation, after: State, stories: Sequence[Story], following: int) -> None:
        self.view, self.seat, self.unknown = observation.view, observation.seat, observation.unknown
        self.after, self.stories, self.following = after, stories, following
        self.points = 0

    # What follows

    def rest(self) -> Then:
        """Return the step that most often comes first after the draw in this turn."""
        turns = [_deeds(each for each in self._mine(story, self.view.turn) if not each.now) for story in self.stories]
        return self._steps([deeds[:1] for deeds in turns])

    def then(self) -> Then:
        """Return what the turn leads to; of several steps a stored tile comes first."""
        if self.following < 0:
            return Then("last", seat=self.seat)
        if sale := self.sale:
            return sale
        stored, turns = self._new_in_store(), [_deeds(self._mine(story, self.following)) for story in self.stories]
        then = self._steps(turns, lambda deed: deed.tile < 0 or not stored >> deed.tile & 1)
        told = [deed.kind == "place" and stored >> deed.tile & 1 for deed in then.steps] == [1]  # by its purpose
        return then._replace(points=0) if told else then

    def _new_in_store(self) -> int:
        return _stored(self.after, self.seat) & ~_stored(self.view, self.seat)

    @cached_property
    def sale(self) -> Then | None:
        """Return the sale of a tile that the turn has stored, if one is likely."""
        for tile in spaces_in(self._new_in_store()):
            sold = [each for each in self.events() if (each.kind, each.tile, each.other) == ("buy", tile, self.seat)]
            buyers = Counter(each.seat for each in sold)
            share = self._share(len(sold))
            if share >= _OFTEN:
                ((seat, number),) = buyers.most_common(1)
                named = seat if number >= _MOSTLY * len(sold) else -1
                matched = sum(each.worker < 0 for each in sold) >= _MOSTLY * len(sold)
                bid = self.after.bid_of(tile) if matched else counters.NONE
                if named < 0 or not matched or not cant_match(self.after, self.unknown, named, bid):
                    return Then("sale", share=share, seat=named, tile=tile, bid=bid)
        return None

    def events(self) -> Iterator[Event]:
        """Yield the events of all courses."""
        return (event for story in self.stories for event in story.events)

    def _share(self, hits: int) -> float:
        return hits / len(self.stories)

    def _mine(self, story: Story, turn: int) -> list[Event]:
        return [event for event in story.events if event.seat == self.seat and event.turn == turn]

    def _steps(self, turns: Sequence[list[Event]], later: Callable[[Deed], bool] = bool) -> Then:
        """Return one or two steps that happen often, and together often, in the order in which they mostly happen."""
        done = [{deed for event in turn for deed in _told(event) if self._in_sight(deed)} for turn in turns]
        hits = Counter(deed for deeds in done for deed in deeds)
        best = dict[Deed, Deed]()  # in the place of a plain deed, the most detailed one that is as frequent
        for deed in sorted(hits, key=lambda deed: ((deed.tile >= 0) + 2 * (deed.space >= 0), hits[deed])):
            if self._share(hits[deed]) >= _OFTEN and hits[deed] >= NEARLY * hits[_plain(deed)]:
                best[_plain(deed)] = deed
        often = sorted(best.values(), key=lambda deed: (later(deed), -hits[deed], deed))
        if not often:
            return Then("open")
        both = ({often[0], deed} for deed in often[1:])
        chosen = next(
            (pair for pair in both if self._share(sum(deeds >= pair for deeds in done)) >= _OFTEN), {often[0]}
        )
        together = [turn for turn, deeds in zip(turns, done, strict=True) if deeds >= chosen]
        at = {
            deed: average([next(n for n, each in enumerate(turn) if deed in _told(each)) for turn in together])
            for deed in chosen
        }
        done_so = [[event for event in turn if chosen & {*_told(event)}] for turn in together]
        # A worker may bring a tile that differs from course to course: its points would be credited to the worker.
        whole = all(any(deed.tile == event.tile for deed in chosen) for events in done_so for event in events)
        points = [sum(event.points for event in events) * whole for events in done_so]
        steps = sorted(chosen, key=lambda deed: at[deed])
        return Then(
            "steps",
            tuple(self._from_here(deed, steps[:number]) for number, deed in enumerate(steps)),
            self._share(len(together)),
            min(round(average([sum(event.number for event in turn) for turn in together])), self._ripe(steps)),
            round(average(points)),
            len({*points}) == 1,
        )

    def _ripe(self, steps: Sequence[Deed]) -> int:
        """Return how many fields a harvest can take (rule 4.1) if no tile comes but those of *steps*."""
        seat, tiles = self.seat, sum(1 << deed.tile for deed in steps if deed.tile >= 0 and deed.kind != "store")
        ripe, fields = self.after.ripe[seat] | tiles, self.after.fields[seat] | tiles
        if any(deed.kind in _WORK for deed in steps):  # whose power may turn fields back
            ripe = fields
        return max(1, *((group & ripe).bit_count() for group in groups(fields)))

    def _in_sight(self, deed: Deed) -> bool:
        """Whether a deed can be foreseen and matters: its tile isn't in the bag, nor stored in the last turns."""
        stored = sum(_stored(self.after, seat) for seat in range(self.after.players))
        seen = deed.tile < 0 or (self.after.registry | stored | sum(self.after.fields)) >> deed.tile & 1
        return bool(seen) and (deed.kind != "store" or self.view.left < 0)

    def _from_here(self, deed: Deed, earlier: Sequence[Deed]) -> Deed:
        """Return a deed as it looks after the turn's moves and ``earlier`` ones: a tile to be bought may not be in a
        store yet, and without tiles that aren't named a space may not be open (rule 5.2).
        """
        fields = self.after.fields[self.seat] | sum(1 << each.tile for each in earlier if each.tile >= 0)
        posts = tuple(each for each in self.after.posts[self.seat] if each[0] != deed.worker)
        if deed.space >= 0 and not openings(fields, posts, deed.worker) >> deed.space & 1:
            deed = deed._replace(space=-1)
        owner = self.after.store_of(deed.tile) if deed.tile >= 0 else -1
        if deed.kind == "buy" and owner != deed.other:
            return deed._replace(kind="await")
        return deed._replace(tile=-1) if deed.worker in _BUYERS and owner < 0 else deed

    # What is counted

    def loss(self, kind: str, what: int, seat: int) -> Loss:
        """Return who has a tile at the end, or plays a worker: the seat that asks, or, with -1, others."""
        seats = [each for each in range(self.view.players) if each != self.seat] if seat < 0 else [seat]
        found = Counter({each: self._has(kind, what, each) for each in seats})
        ((who, hits),) = found.most_common(1)
        if hits < max(1, _MOSTLY * found.total()) and seats[1:]:
            who, hits = -1, found.total()
        fields = self.after.fields[who] if kind == "tile" and who >= 0 else 0
        points = gain(fields, fields | 1 << what) if fields else 0
        return Loss(kind, who, what, self._share(hits), points)

    def _has(self, kind: str, what: int, seat: int) -> int:
        if kind == "tile":
            return sum(story.end.fields[seat] >> what & 1 for story in self.stories)
        return sum(
            any((each.seat, *_things(each)) == (seat, (kind, what)) for each in story.events) for story in self.stories
        )

    def mean(self, kind: str, seat: int) -> float:
        """Return the average of an amount at the end of the courses."""
        return round(average([_amount(story.end, kind, seat) for story in self.stories]), 1)

    def cause(self, loss: Loss) -> Cause | None:
        """Return why a loss is so, if the table after the turn's moves shows it to everyone."""
        after, me = self.after, self.seat
        if loss.kind == "worker":
            open_to = loss.seat != me or loss.what in dict(after.posts[me])
            return None if open_to or openings(after.fields[me], after.posts[me], loss.what) else Cause("no space")
        owner = after.store_of(loss.what)
        if owner < 0:
            if loss.seat == me:
                full = len(after.stores[me]) == STORE_PLACES and after.registry >> loss.what & 1
                return Cause("full store", me) if full else None
            return Cause("registry") if after.registry >> loss.what & 1 else None
        bid = after.bid_of(loss.what)
        if loss.seat == me:
            short = owner != me and cant_match(after, self.unknown, me, bid)
            return unable(after, self.unknown, me, bid) if short else None
        if owner == loss.seat:
            return Cause("has it", owner)
        return Cause("can match", loss.seat) if can_pay(after, self.unknown, loss.seat, bid) == CAN else None


def because(plans: Sequence[Prospect], at: int, other: int, close: bool) -> Because:
    """Return what speaks for or against a turn beside another one, of which the first is the best.

    ``close``: whether they are about equal.
    """
    if at == other:
        return Because("alone")
    good, bad = sorted((at, other))
    losses = () if close else tuple(sorted(_losses(plans[good], plans[bad]), key=lambda each: -each.points)[:1])
    more: dict[int, list[More]] = {good: [], bad: []}
    for each in _differences(plans[good], plans[bad]):
        more[good if each.number > 0 else bad].append(each._replace(number=abs(each.number)))
    for side in (good, bad) if close else (good,):  # what makes up for the other's comes later
        if plans[at].following >= 0 and not more[side] and not losses and (any(more.values()) or not close):
            ahead = plans[side].then().points - plans[good + bad - side].then().points
            more[side].append(More("next", ahead, exact=False) if ahead > 0 else More("later"))
    told = [(side, each) for side in (at, other) for each in more[side][: _FEW - bool(losses)]]
    return Because("equal" if close else "clear", losses, tuple(told))


def _losses(good: Prospect, bad: Prospect) -> Iterator[Loss]:
    """Yield what another gets or plays, or the seat itself doesn't, after the worse turn, and much less after the
    better one.
    """
    me = good.seat
    for kind, what in sorted({thing for plan in (good, bad) for event in plan.events() for thing in _things(event)}):
        if kind == "tile" and good.view.bag >> what & 1:  # nobody knows when it is drawn
            continue
        theirs, mine = bad.loss(kind, what, -1), bad.loss(kind, what, me)
        less, more = good.loss(kind, what, theirs.seat), good.loss(kind, what, me)
        now = any(each.now and (kind, what) in _things(each) for each in good.events())
        wanted = TOWNSFOLK >> what & 1 if kind == "worker" else theirs.points > 0 or now
        if wanted and theirs.share >= _OFTEN and theirs.share - less.share >= _APART:
            yield theirs._replace(cause=bad.cause(theirs), now=now)
        elif (cause := bad.cause(mine)) and more.share >= _OFTEN and mine.share <= _HARDLY:
            yield mine._replace(cause=cause)


def _differences(one: Prospect, other: Prospect) -> Iterator[More]:
    """Yield what one turn has more of than the other, with a positive number, or a negative one for the other: points
    first, then what weighs most.
    """
    me, last = one.seat, one.following < 0
    more = one.points - other.points
    now, later = More("now", more) if more else None, _apart(one, other, More("end" if last else "soon"), me)
    if now and later and now.number * later.number > 0:  # the same, or more of it
        now, later = (None, later) if abs(later.number) > abs(now.number) else (now, None)
    less = [_apart(one, other, More("less", seat=seat), seat) for seat in range(one.view.players) if seat != me]
    yield from filter(None, (now, later))
    yield from sorted(filter(None, less), key=lambda each: -abs(each.number))[:1]
    if last:
        return
    kept = [*_kept(one, other)]
    counted = [_apart(one, other, More(kind), me) for kind in ("counters", "ripe", "worker")]
    found = [*kept, *_tiles(one, other), *filter(None, counted)]
    for each in sorted(found, key=lambda each: -abs(each.number * _WEIGHTS[each.kind])):
        if each.kind != "worker" or not any(named.number * each.number > 0 for named in kept):  # mostly the same worker
            yield each


def _apart(one: Prospect, other: Prospect, told: More, seat: int) -> More | None:
    """Return the difference of an average amount, if that isn't by chance."""
    plans = (other, one) if told.kind == "less" else (one, other)
    ends = [[each.turned if told.kind in _THIS_TURN else each.end for each in plan.stories] for plan in plans]
    more, error = difference(*([_amount(end, told.kind, seat) for end in each] for each in ends))
    return told._replace(number=round(more), exact=not error) if round(more) and abs(more) >= _SURE * error else None


def _kept(one: Prospect, other: Prospect) -> Iterator[More]:
    """Yield the workers at hand that only one of two turns plays, and that have a space after the other one."""
    at_hand = FARMHANDS | sum(1 << each for each in dict(one.view.posts[one.seat]) if TOWNSFOLK >> each & 1)
    for worker in spaces_in(at_hand):
        posts = [[dict(story.turned.posts[one.seat]) for story in plan.stories] for plan in (one, other)]
        if played := _only([worker in each for each in of_turn] for of_turn in posts):
            after = (other if played > 0 else one).after
            if worker in playable(after.fields[one.seat], after.posts[one.seat], after.town):
                yield More("kept", -played * NUMBERS[worker], worker)


def _tiles(one: Prospect, other: Prospect) -> Iterator[More]:
    """Yield the tiles that only one of two turns brings, on the board or into the store for longer than to be sold."""
    ends = [[story.turned for story in plan.stories] for plan in (one, other)]
    sold = {sale.tile for plan in (one, other) if (sale := plan.sale)}
    for kind, masks in (
        ("tile", [[end.fields[one.seat] for end in each] for each in ends]),
        ("stored", [[_stored(end, one.seat) for end in each] for each in ends]),
    ):
        for tile in {*spaces_in(reduce(or_, masks[0] + masks[1]))} - (sold if kind == "stored" else set()):
            if had := _only([mask >> tile & 1 for mask in each] for each in masks):
                yield More(kind, had, tile=tile)


def _only(has: Iterable[Sequence[int]]) -> int:
    """Return 1 if only the first of two turns has something, in all of its courses, -1 if only the second, else 0."""
    one, other = has
    return all(one) - all(other) if not any(one) or not any(other) else 0


def _things(event: Event) -> Iterator[tuple[str, int]]:
    """Yield the tile that a seat gets by an event, or the worker that it plays."""
    if event.kind in _GET:
        yield "tile", event.tile
    elif event.kind in _WORK:
        yield "worker", event.worker


def _amount(state: State, kind: str, seat: int) -> int:
    """Return how many counters, fields or points of a kind a seat has; "worker" is the best one to be played."""
    if kind == "counters":
        return counters.total(state.hands[seat])
    if kind == "worker":
        return max((NUMBERS[each] for each in playable(state.fields[seat], state.posts[seat], state.town)), default=0)
    if kind == "ripe":
        return state.ripe[seat].bit_count()
    points: int = getattr(final_scores(state)[seat], kind if kind in TOTALS else "total")
    return points


def _stored(state: State, seat: int) -> int:
    return sum(1 << tile for tile, _bid in state.stores[seat])


def _deeds(events: Iterable[Event]) -> list[Event]:
    """Join the events of a turn: the fields of a harvest, and a tile with the worker through whom it is got."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if last and event.kind == last.kind == "harvest":
            found[-1] = last._replace(number=last.number + event.number)
        elif last and last.kind in _WORK and event.kind in (*_GET, "store") and _through(event, last.worker):
            found[-1] = last._replace(tile=event.tile, points=last.points + event.points)
        else:
            found.append(event)
    return found


def _through(event: Event, worker: int) -> bool:
    """Whether a tile is got through a worker, or through the one whose power the lawyer uses again (rule 11 J)."""
    return event.worker == worker or (worker == _LAWYER and event.worker >= 0)


def _told(event: Event) -> list[Deed]:
    """Return the ways to describe an event, with and without its details."""
    if event.kind in _WORK:
        where = ((event.tile, event.space), (-1, event.space), (event.tile, -1), (-1, -1))
        return [Deed(event.kind, tile, event.worker, space) for tile, space in dict.fromkeys(where)]
    return [Deed(event.kind, event.tile, other=event.other if event.kind != "place" else -1)]


def _plain(deed: Deed) -> Deed:
    return deed._replace(tile=-1, space=-1) if deed.kind in _WORK else deed
