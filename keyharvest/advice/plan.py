"""The plan of a turn: the steps that it leads to in its courses, and the one difference that is the reason for it.

Everything here is counted, in the courses or on the table; :mod:`keyharvest.advice.wording` puts it into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from keyharvest.advice.courses import Event, Story, Topic
from keyharvest.knowledge import Observation, leads
from keyharvest.rules import State, counters, final_scores
from keyharvest.rules.components import STORE_PLACES, WORKER_INDEX
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.rules.state import openings
from keyharvest.search.search import average, difference
from keyharvest.table.rivals import CAN, CANNOT, after_harvest, can_pay

#: The least share of the courses for a step, and the least difference of two shares.
_OFTEN: Final = 0.5
_APART: Final = 0.3
#: A topic is a reason if it is worth at least this many points, and as many standard errors.
_LEAST: Final = 0.4
_SURE: Final = 2
#: The least difference of totals, in points, of counters or ripe fields, and what one of these is worth.
_MORE: Final = 0.8
_MORE_PIECES: Final = 1.5
_WORTH: Final = {"counters": 0.35, "ripe": 0.2}
#: A detail of a step is shown if it is the same in nearly all courses that have the step.
_NEARLY: Final = 0.85
_GET: Final = ("place", "buy", "take")
_WORK: Final = ("work", "move")
#: The workers who buy from a store (rules 10 E and 11 G).
_BUYERS: Final = (WORKER_INDEX["E"], WORKER_INDEX["G"])
#: A player is named for another one's share if it is mostly that player's.
_MOSTLY: Final = 0.75


class Share(NamedTuple):
    """The number of courses in which something happens, and that of all."""

    hits: int
    of: int

    @property
    def tenths(self) -> int:
        """The share in tenths; only all courses are 10, and only none are 0.

        >>> [Share(hits, 16).tenths for hits in (0, 1, 8, 15, 16)]
        [0, 1, 5, 9, 10]
        """
        if self.hits in (0, self.of):
            return 10 * self.hits // self.of
        return max(1, min(9, round(10 * self.hits / self.of)))

    @property
    def often(self) -> bool:
        """Whether it happens in at least half of the courses."""
        return self.hits >= _OFTEN * self.of


class Deed(NamedTuple):
    """A step to come, of one of the kinds of an event; what differs from course to course is -1.

    A worker comes with the tile that is got through it. To "await" is to buy what the other has yet to store.
    """

    kind: str
    tile: int = -1
    worker: int = -1
    space: int = -1
    other: int = -1


class Then(NamedTuple):
    """The consequence of a turn: "steps" of the next one, which happen together in a ``share`` of the courses; the
    "sale" of a stored ``tile`` to a ``seat`` (-1 for various); "last" if no turn comes; "open" if nothing is often so.

    ``number`` is that of the fields, if one of the steps is a harvest.
    """

    kind: str
    steps: tuple[Deed, ...] = ()
    share: Share = Share(0, 1)
    number: int = 0
    seat: int = -1
    tile: int = -1


class Cause(NamedTuple):
    """The reason why a player gets or doesn't get something, as anyone can see: "no crop", "can't match", "nobody",
    "can match", "has it", "registry", "full store" or "no space".
    """

    kind: str
    seat: int = -1
    crop: int = -1


class Fact(NamedTuple):
    """Something counted in a turn's courses.

    ``kind`` is "tile", "worker" or "again" (a displaced worker), which a ``seat`` gets or plays in a ``share``, -1 for
    others than the one that asks; "harvest", "gain" (points that come up to the end of the next turn) or "end" (up to
    the game's), or a total at the end, with its ``number``. ``now``: whether it is part of the turn itself; ``points``
    are those it adds at once to the seat that asks, if always the same; only the better turn has them.
    """

    kind: str
    seat: int
    what: int = -1
    share: Share = Share(1, 1)
    now: bool = False
    points: int = 0
    number: int = 0
    cause: Cause | None = None


class Now(NamedTuple):
    """The change that a turn's own moves make for its seat: points from groups and workers, the crops whose majorities
    it surely wins or loses, and counters in hand.
    """

    groups: int = 0
    workers: int = 0
    won: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    counters: int = 0

    @property
    def points(self) -> int:
        """The change of all points together."""
        return self.groups + self.workers + len(self.won) - len(self.lost)


class Because(NamedTuple):
    """The reason for a turn or against it, beside another: "clear", with facts of the better and of the other turn that
    show it; "equal" if they are about as good, "evens out" if one of these makes up for fewer points only after the
    horizon, "later" if the better one pays only there, all with what they gain up to it; or "alone".

    ``topic`` is what the facts are about.
    """

    kind: str
    facts: tuple[tuple[int, Fact], ...] = ()
    topic: Topic = Topic()


class Plan(NamedTuple):
    """The gain of a turn, the step that follows a draw in it, what it leads to, and why it is better or not.

    ``now`` is what the turn itself brings and, if that differs, the turn compared, each with its index. ``totals`` are
    its average totals at the end of its courses, each with its kind and seat.
    """

    now: tuple[tuple[int, Now], ...]
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
    """

    def __init__(self, observation: Observation, after: State, stories: Sequence[Story], following: int) -> None:
        self.view, self.seat, self.unknown = observation.view, observation.seat, observation.unknown
        self.after, self.stories, self.following = after, stories, following

    # What happens now

    def now(self) -> Now:
        """Return what the turn's own moves change for its seat, up to the draw if there is one."""
        view, after, seat = self.view, self.after, self.seat
        had, has = (leads(each, self.unknown, seat)[0] for each in (view, after))
        return Now(
            gain(view.fields[seat], after.fields[seat]),
            worker_points(after, seat) - worker_points(view, seat),
            tuple(spaces_in(has & ~had)),
            tuple(spaces_in(had & ~has)),
            counters.total(after.hands[seat]) - counters.total(view.hands[seat]),
        )

    # What follows

    def rest(self) -> Then:
        """Return the step that most often comes first after the draw in this turn."""
        turns = [_deeds(each for each in self._mine(story, self.view.turn) if not each.now) for story in self.stories]
        return self._steps([deeds[:1] for deeds in turns])

    def then(self, about: Topic) -> Then:
        """Return what the turn leads to; of several steps a stored tile comes first, then the one that it is about."""
        if self.following < 0:
            return Then("last")
        stored = _stored(self.after, self.seat) & ~_stored(self.view, self.seat)
        for tile in spaces_in(stored):
            sales = [
                event for event in self._events() if (event.kind, event.tile, event.other) == ("buy", tile, self.seat)
            ]
            share, buyers = self._share(len(sales)), Counter(event.seat for event in sales)
            if share.often:
                ((seat, number),) = buyers.most_common(1)
                return Then("sale", share=share, seat=seat if number >= _MOSTLY * len(sales) else -1, tile=tile)
        turns = [_deeds(self._mine(story, self.following)) for story in self.stories]
        return self._steps(
            turns,
            lambda deed: (not stored & _bit(deed.tile), not about.kind or getattr(deed, about.kind, -1) != about.what),
        )

    def _events(self) -> Iterator[Event]:
        return (event for story in self.stories for event in story.events)

    def _share(self, hits: int) -> Share:
        return Share(hits, len(self.stories))

    def _mine(self, story: Story, turn: int) -> list[Event]:
        return [event for event in story.events if event.seat == self.seat and event.turn == turn]

    def _steps(self, turns: Sequence[list[Event]], rank: Callable[[Deed], tuple[bool, ...]] = lambda deed: ()) -> Then:
        """Return one or two steps that happen often, and together often, in the order in which they mostly happen."""
        done = [{deed for event in turn for deed in _told(event)} for turn in turns]
        hits = Counter(deed for deeds in done for deed in deeds)
        often = []
        for plain, number in hits.items():  # in the place of a plain deed, the most detailed one that is as frequent
            if _plain(plain) == plain and self._share(number).often:
                detailed = [deed for deed, some in hits.items() if _plain(deed) == plain and some >= _NEARLY * number]
                often.append(
                    max(
                        (deed for deed in detailed if self._share(hits[deed]).often),
                        key=lambda deed: (_detail(deed), hits[deed]),
                    )
                )
        often.sort(key=lambda deed: (rank(deed), -hits[deed], deed))
        chosen = often[:1]
        for deed in often[1:]:
            if self._share(sum(deeds.issuperset((*chosen, deed)) for deeds in done)).often:
                chosen.append(deed)
                break
        if not chosen:
            return Then("open")
        together = [turn for turn, deeds in zip(turns, done, strict=True) if deeds.issuperset(chosen)]
        at = {
            deed: average([next(n for n, each in enumerate(turn) if deed in _told(each)) for turn in together])
            for deed in chosen
        }
        fields = [sum(event.number for event in turn) for turn in together]
        steps = (self._from_here(deed) for deed in sorted(chosen, key=lambda deed: at[deed]))
        return Then(
            "steps",
            tuple(steps),
            self._share(len(together)),
            round(average(fields)),
        )

    def _from_here(self, deed: Deed) -> Deed:
        """Return a deed as it looks after the turn's moves: a tile to be bought may not be in a store yet."""
        owner = self.after.store_of(deed.tile) if deed.tile >= 0 else -1
        if deed.kind == "buy" and owner != deed.other:
            return deed._replace(kind="await")
        return deed._replace(tile=-1) if deed.worker in _BUYERS and owner < 0 else deed

    # What is counted

    def has(self, kind: str, what: int, seat: int) -> int:
        """Return in how many courses a seat has a tile on its board at the end, or plays a worker."""
        if kind == "tile":
            return sum(story.end.fields[seat] >> what & 1 for story in self.stories)
        return sum(any(_plays(event, seat, what) for event in story.events) for story in self.stories)

    def fact(self, kind: str, what: int, seat: int) -> Fact:
        """Return who has a tile or plays a worker: the seat that asks, or, with -1, another."""
        hits, who = self.has(kind, what, seat) if seat >= 0 else 0, seat
        if seat < 0:
            others = {each: self.has(kind, what, each) for each in range(self.view.players) if each != self.seat}
            most, hits = max(others, key=lambda each: others[each]), sum(others.values())
            if len(others) == 1 or others[most] >= max(1, _MOSTLY * hits):
                who, hits = most, others[most]
        told = _WORK if kind == "worker" else _GET
        events = [each for each in self._events() if each.seat == who and what in _subject(each, told)]
        now = who == self.seat and any(each.now for each in events)
        again = kind == "worker" and bool(events) and all(each.kind == "move" for each in events)
        points = {each.points for each in events}
        return Fact(
            "again" if again else kind,
            who,
            what,
            self._share(len(self.stories) if now else hits),
            now,
            points.pop() if len(points) == 1 and not again else 0,
        )

    def total(self, kind: str, seat: int) -> list[int]:
        """Return for each course an amount that a seat has at its end, points or pieces, or its "gain" of points."""
        ends = [story.end for story in self.stories]
        if kind == "counters":
            return [counters.total(end.hands[seat]) for end in ends]
        if kind == "ripe":
            return [end.ripe[seat].bit_count() for end in ends]
        if kind == "gain":
            return [final_scores(each.end)[seat].total - final_scores(each.start)[seat].total for each in self.stories]
        return [getattr(final_scores(end)[seat], kind) for end in ends]

    def mean(self, kind: str, seat: int) -> float:
        """Return the average of a total."""
        return round(average(self.total(kind, seat)), 1)

    def cause(self, fact: Fact) -> Cause | None:
        """Return why a fact is so, if the table after the turn's moves shows it to everyone."""
        after, me, some = self.after, self.seat, bool(fact.share.hits)
        if fact.kind == "worker" and fact.seat == me and not some and fact.what not in dict(after.posts[me]):
            return None if openings(after.fields[me], after.posts[me], fact.what) else Cause("no space")
        if fact.kind != "tile" or fact.now:
            return None
        tile, owner = fact.what, after.store_of(fact.what)
        others = [seat for seat in range(after.players) if seat != me]
        if owner < 0:
            full = fact.seat >= 0 and len(after.stores[fact.seat]) == STORE_PLACES
            if not after.registry >> tile & 1:
                return None
            return (
                Cause("registry")
                if fact.share.often and fact.seat != me
                else Cause("full store", fact.seat)
                if full
                else None
            )
        bid = after.bid_of(tile)
        if owner == me and fact.seat == me and some:
            if any(can_pay(after, self.unknown, each, after_harvest(after, each, bid)) != CANNOT for each in others):
                return None
            return self._unable(others[0], bid) if len(others) == 1 else Cause("nobody")
        if owner == me and fact.seat in others and some:
            return Cause("can match", fact.seat) if can_pay(after, self.unknown, fact.seat, bid) == CAN else None
        if owner != me and fact.seat == me and not some:
            return (
                self._unable(me, bid)
                if can_pay(after, self.unknown, me, after_harvest(after, me, bid)) == CANNOT
                else None
            )
        return Cause("has it", owner) if owner == fact.seat != me and some else None

    def _unable(self, seat: int, bid: int) -> Cause:
        """Say why a seat can't match a bid: it has none of a crop, or too few counters."""
        held, wanted = counters.unpack(self.after.hands[seat]), counters.unpack(bid)
        none = [crop for crop, number in enumerate(wanted) if number and not held[crop]]
        return Cause("no crop", seat, none[0]) if none and not self.unknown[seat] else Cause("can't match", seat)


def because(plans: Sequence[Prospect], at: int, other: int, gap: float, close: bool) -> Because:
    """Return the reason for or against a turn beside another one, of which the first is the best.

    ``gap`` is how far the better is ahead, ``close`` whether they are about equal.
    """
    if at == other:
        return Because("alone")
    good, bad = sorted((at, other))
    gains = _gains(plans, good, bad)
    more_now = gains[0][1].number > gains[1][1].number
    topic, facts, kind = Topic(), list[tuple[int, Fact]](), "equal"
    if not close:
        soon = apart(plans[good], plans[bad])[0] >= gap / 3
        topic, clear = next(_reasons(plans, good, bad), (Topic(), _totals(plans, good, bad)))
        facts += clear.items() if soon else ()
        kind = "clear" if facts or more_now else "later"
    if not facts or plans[good].now().points < plans[bad].now().points:
        facts += gains
    if kind != "clear":  # what makes up for fewer points, or decides at the same
        fewer, more = (bad, good) if more_now else (good, bad)
        pieces = _totals(plans, fewer, more, small=True)
        facts += pieces.items()
        points = abs(gains[0][1].number - gains[1][1].number) - (gap if more_now else 0)
        if close and not pieces and points >= 1 and plans[good].view.left < 0:
            kind = "evens out"
    return Because(kind, tuple(sorted(facts, key=lambda each: each[0] != at)), topic)


def _gains(plans: Sequence[Prospect], one: int, other: int) -> list[tuple[int, Fact]]:
    """Return the points that the seat gains on average in each of two turns, up to the horizon."""
    kind = "gain" if plans[one].view.left < 0 else "end"
    return [
        (each, Fact(kind, plans[each].seat, number=round(average(plans[each].total("gain", plans[each].seat)))))
        for each in (one, other)
    ]


def nows(plans: Sequence[Prospect], at: int, other: int) -> tuple[tuple[int, Now], ...]:
    """Return what a turn itself brings and, if that differs, another one."""
    found = tuple((each, plans[each].now()) for each in (at, other))
    return found if found[0][1] != found[1][1] else found[:1]


def apart(one: Prospect, other: Prospect, topic: Topic | None = None) -> tuple[float, float]:
    """Return by how much a turn's courses gain more than another's, in all or by one topic, with the standard error."""
    return difference(*([story.worth(topic) for story in each.stories] for each in (one, other)))


def _reasons(plans: Sequence[Prospect], one: int, other: int) -> Iterator[tuple[Topic, dict[int, Fact]]]:
    """Yield the topics that speak for a turn beside another, the largest first, each with a fact of both."""
    topics = {topic for each in (one, other) for story in plans[each].stories for topic in story.worths if topic.kind}
    rated = sorted((*apart(plans[one], plans[other], topic), topic) for topic in topics)
    for more, error, topic in reversed(rated):
        if more >= max(_LEAST, _SURE * error) and (facts := _pair(plans[one], plans[other], topic)):
            yield topic, dict(zip((one, other), facts, strict=True))


def _pair(one: Prospect, other: Prospect, topic: Topic) -> tuple[Fact, Fact] | None:
    """Return two facts, one of each turn, that show a clear difference in a topic: of the seat that asks, or of others,
    or that another gets what it gets itself; none if there is no such difference.
    """
    me, number = one.seat, len(one.stories)
    if topic.kind == "harvest":
        fields = [_harvested(each) for each in (one, other)]
        gained = topic.seat == me and sum(fields[0]) > sum(fields[1])
        return _amounts(one, other, "harvest", me, fields, _MORE_PIECES) if gained else None
    mine, theirs = (
        [each.fact(topic.kind, topic.what, seat) for each in (one, other)]
        for seat in (me, topic.seat if topic.seat != me else -1)
    )
    more = mine[0].share.hits - mine[1].share.hits if topic.seat in (-1, me) else 0
    less = theirs[1].share.hits - theirs[0].share.hits if topic.seat != me else 0
    if max(more, less) < _APART * number:
        return None
    facts = (
        theirs
        if more < _APART * number
        else [mine[0], theirs[1]]
        if less >= _APART * number and theirs[1].share.often
        else mine
    )
    if "again" in (kinds := {each.kind for each in facts if each.share.hits}) and len(kinds) == 1:
        facts = [each._replace(kind="again") for each in facts]
    found = [each._replace(cause=side.cause(each)) for each, side in zip(facts, (one, other), strict=True)]
    return found[0]._replace(points=found[0].points if found[0].seat == me else 0), found[1]._replace(points=0)


def _totals(plans: Sequence[Prospect], one: int, other: int, *, small: bool = False) -> dict[int, Fact]:
    """Return the total with the largest difference in favour of a turn beside another: the seat's own by source, or the
    points of another seat; none if none is clear. ``small``: small differences too, but not of own points.
    """
    found = []
    for seat in range(plans[one].view.players):
        for kind in THEIRS if seat != plans[one].seat else _WORTH if small else TOTALS:
            values = [plans[each].total(kind, seat) for each in (one, other)]
            more, _error = difference(*(values if seat == plans[one].seat else values[::-1]))
            least = 0.0 if small else _MORE_PIECES if kind in _WORTH else _MORE
            facts = _amounts(plans[one], plans[other], kind, seat, values, least)
            if facts and more > 0:
                found.append((more * _WORTH.get(kind, 1.0), facts))
    return dict(zip((one, other), max(found, key=lambda each: each[0])[1], strict=True)) if found else {}


def _amounts(
    one: Prospect, other: Prospect, kind: str, seat: int, values: Sequence[Sequence[int]], least: float
) -> tuple[Fact, Fact] | None:
    """Return the averages of an amount in two turns as facts, if they clearly differ, even as whole numbers."""
    more, error = difference(*values)
    means = [round(average(each)) for each in values]
    if abs(more) < max(least, _SURE * error) or means[0] == means[1]:
        return None
    first, second = (Fact(kind, seat, number=mean) for mean in means)
    return first, second


def _harvested(plan: Prospect) -> list[int]:
    return [sum(event.number for event in story.events if event.seat == plan.seat) for story in plan.stories]


def _subject(event: Event, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """Return the tile or worker that an event of some kinds is about; none if it is of another."""
    return (event.worker if kinds is _WORK else event.tile,) if event.kind in kinds else ()


def _plays(event: Event, seat: int, worker: int) -> bool:
    return event.kind in _WORK and (event.seat, event.worker) == (seat, worker)


def _bit(tile: int) -> int:
    return 1 << tile if tile >= 0 else 0


def _stored(state: State, seat: int) -> int:
    return sum(1 << tile for tile, _bid in state.stores[seat])


def _deeds(events: Iterable[Event]) -> list[Event]:
    """Join the events of a turn: the fields of a harvest, and a tile with the worker through whom it is got."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if last and event.kind == last.kind == "harvest":
            found[-1] = last._replace(number=last.number + event.number)
        elif last and last.kind in _WORK and event.worker == last.worker and event.kind in (*_GET, "store"):
            found[-1] = last._replace(tile=event.tile)
        else:
            found.append(event)
    return found


def _told(event: Event) -> list[Deed]:
    """Return the ways to describe an event, with and without its details."""
    if event.kind in _WORK:
        where = ((event.tile, event.space), (-1, event.space), (event.tile, -1), (-1, -1))
        return [Deed(event.kind, tile, event.worker, space) for tile, space in dict.fromkeys(where)]
    return [Deed(event.kind, event.tile, other=event.other if event.kind != "place" else -1)]


def _plain(deed: Deed) -> Deed:
    return deed._replace(tile=-1, space=-1) if deed.kind in _WORK else deed


def _detail(deed: Deed) -> int:
    return (deed.tile >= 0) + 2 * (deed.space >= 0)
