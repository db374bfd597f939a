"""Hints and analysis: the best turns with reasons, and what each turn of a record has cost against the best.

All of it comes from the search that the computer players use. It looks at observations only, so a hint tells nothing
that the seat may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from functools import reduce
from math import hypot
from typing import Final, NamedTuple

from keyharvest.advice.choices import COURSES, choices, equal, paid, unlike
from keyharvest.advice.sequel import Deed, sequel
from keyharvest.knowledge import Observation, observe
from keyharvest.record import Record
from keyharvest.rules import State, actor, counters, final_scores, play, ranks
from keyharvest.rules.scoring import majorities
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort as Effort
from keyharvest.search import Evaluator, Line, Search, in_one_go
from keyharvest.search.chances import chance, chances
from keyharvest.search.evaluation import growth, prospects, turns_left
from keyharvest.search.search import average

#: How long is looked for a hint, for a word of the coach, and at each turn of a review: there at few lines, which are
#: compared in many courses. For a hint at more: what is told as second and third best has to be that.
HINT: Final = Effort(20000, width=6, kept=10, replies=3, planned=True)
COACH: Final = Effort(600, width=4, kept=6)
REVIEW: Final = Effort(2000, width=3, kept=3)
#: In the last turns, which are imagined to the end, more lines than these would leave room for few courses.
_KEPT_AT_END: Final = 8
#: What is told is compared in so many courses, as far as these take no more positions than the search before them; in
#: so many even if fewer tell it apart, for the first ones have chosen it, and it seems too far apart in them.
_TOGETHER: Final = 24
_AT_LEAST: Final = 16
#: In so many of these courses they are compared once more, with quick replies.
_AGAIN: Final = 12
#: A difference that others' replies make is told from so many points on a farm on, if it shows in such a part of the
#: courses in which the turns were compared, and of so many at least.
_TOLD: Final = 0.5
_MOST: Final = 0.75
#: Where it turns round what differs at once, from so many points or counters on; and it is at least such a part of the
#: difference between the turns.
_NET: Final = 1
_PART: Final = 0.2
#: Where courses are imagined to the end of the game, the chance that follows from the margin counts as so many of them.
_CURVE: Final = 1
#: What counts as the standard error where nothing is drawn, so that all imagined courses are one and the same: while
#: only others choose in it, and while the seat itself does.
_ONE_COURSE: Final = (0.1, 0.75)

#: What is told of farms, with the features that belong to it.
FEATURES: Final = {
    "groups": ("groups", "gap", "third", "stored"),
    "workers": ("workers",),
    "crops": ("crops",),
    "counters": ("first_counters", "next_counters", "more_counters"),
    "room": ("next_worker", "later_workers"),
}


class Difference(NamedTuple):
    """A forecast: what comes of a turn on a farm up to the seat's next one or the end of that, in most courses.

    It is told against another turn. ``feature`` is a key of :data:`FEATURES`, ``seat`` whose farm it is about,
    ``points`` what it adds to the margin of the seat that asked, and ``more`` by how much more is counted there, on
    average: points of groups (with the tiles in the store), of workers or crops, counters, or the numbers of the
    workers that could follow. What the moves of both turns have changed at once is not counted, unless it is turned
    round: then ``in_all`` all is; what only takes it back is not told.
    """

    feature: str
    seat: int
    points: float
    more: float
    in_all: bool = False


class Advice(NamedTuple):
    """A turn that could be played: its moves up to the first draw.

    ``margin`` is the expected final margin in points, by which turns are compared; ``lead`` is the expected final lead
    over the best of the others, the same with two players. ``error`` is the standard error of the margin, or, for all
    but the best turn, that of how far it is behind the best, which is 0 only where the game ends with both. ``chance``
    is the chance to win, and ``reasons`` what will probably come of it later against the best one, or of the best
    against the next, the weightiest first: until all others have replied, or, in ``later``, until the end of the seat's
    own next turn, which only courses with as many replies as players have. ``doubted``: whether how it compares with
    the best rests on how everybody plays on, which the standard error does not see. ``then``: what will probably be
    done after the draw in the rest of the turn, of which all that comes later is a consequence too. ``single``: whether
    all courses were alike for it and the best. ``level``: who wins if the game is imagined to its end, and mostly ends
    with as many points for the seat as for the best of the others; else nobody.
    """

    moves: tuple[str, ...]
    margin: float
    lead: float
    error: float
    chance: float
    reasons: tuple[Difference, ...]
    later: tuple[Difference, ...] = ()
    doubted: bool = False
    then: tuple[Deed, ...] = ()
    single: bool = False
    level: tuple[int, ...] = ()


class Judged(NamedTuple):
    """A turn that was played: ``loss`` is what it gave away against the best, in points of expected margin (0 or more).

    ``error`` is the standard error of the loss; ``at`` is the number of moves of the record before the turn.
    """

    at: int
    turn: int
    seat: int
    played: Advice
    best: Advice
    loss: float
    error: float


def win_chances(state: State) -> list[float]:
    """What each seat can expect of the win, 0 to 1, from a full state; when the game is over what it got.

    >>> from keyharvest.rules import new_game
    >>> win_chances(new_game(2))
    [0.5, 0.5]
    """
    if not state.stack:
        places = ranks(state)
        return [(place == 1) / places.count(1) for place in places]
    judge = Evaluator(state)
    margins = [judge.value(state, seat) for seat in range(state.players)]
    return chances(margins, sum(judge.turns_left) / state.players)


def advice(observation: Observation, number: int = 3, effort: Effort = HINT, seed: int = 0) -> list[Advice]:
    """The best turns for the seat of an observation, the best first.

    ``ValueError`` if it is not to decide, or for a number or an effort of nothing.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> best, second = advice(game.observation(game.actor), 2, Effort(200))
    >>> best.margin >= second.margin, 0 < best.chance < 1
    (True, True)
    """
    return in_one_go(advising(observation, number, effort, seed))


def advising(
    observation: Observation, number: int, effort: Effort, seed: int = 0
) -> Generator[float, None, list[Advice]]:
    """The same in slices of some milliseconds: a generator of the part done, 0 to 1, that returns the advice.

    The search has dropped most lines after few courses. So those that are told are compared in more of them, for up to
    as many positions again as the effort allows the search; and if replies are planned, in some with quick ones too.
    """
    if number < 1:
        raise ValueError(f"number: {number}; want 1 or more")
    search = _search(observation, effort, seed)
    work = _advised(search, observation, number, effort, seed)
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: list[Advice] = done.value
            return found
        yield min(1.0, search.positions / (2 * effort.positions))


def _advised(
    search: Search, observation: Observation, number: int, effort: Effort, seed: int
) -> Generator[None, None, list[Advice]]:
    yield from search.run()
    lines = yield from choices(search, observation.view, number)
    lines = yield from paid(search, observation, lines)
    lines = yield from search.compare(lines[:number], _TOGETHER, effort.positions, _AT_LEAST)
    lines = unlike(lines, observation.view)
    told = yield from _telling(search, observation, lines, effort.replies)
    yield from search.forget()
    doubted = (yield from _doubted(observation, lines, effort, seed)) if effort.planned else set()
    return [one._replace(doubted=one.moves in doubted) for one in told]


def _doubted(
    observation: Observation, lines: list[Line], effort: Effort, seed: int
) -> Generator[None, None, set[tuple[str, ...]]]:
    """The moves of the lines of which a second opinion differs from the first, which came of planned replies.

    It comes of quick replies in the same courses. They tell less of what a line is worth, so they change no order. But
    a line is worse than the best, the first of all, only if both opinions say so, unless they differ by chance.
    """
    search = _search(observation, effort._replace(planned=False), seed)
    again = [Line(line.moves, line.outcome) for line in lines]
    if len(again) > 1:
        yield from search.compare(again, _AGAIN, effort.positions)
    found = set()
    for line, other in zip(lines[1:], again[1:], strict=True):
        opinions = _behind(line, lines[0], observation), _behind(other, again[0], observation)
        (planned, error), (quick, spread) = opinions
        differ = not equal(abs(planned - quick), hypot(error, spread))
        if differ and any(equal(*opinion) for opinion in opinions):
            found.add(line.moves)
    yield from search.forget()
    return found


def review(record: Record, effort: Effort = REVIEW, seed: int = 0) -> Iterator[Judged]:
    """Every turn of a record against the best one, as each seat knew the game then.

    A turn is judged by its moves up to the first draw. ``ValueError`` as from ``record.states()``.
    """
    found = reviewing(list(record.states()), record.moves, effort, seed)
    return (judged for judged in found if judged)


def reviewing(states: Sequence[State], moves: Sequence[str], effort: Effort, seed: int = 0) -> Iterator[Judged | None]:
    """The same in slices, ``None`` meanwhile; ``states`` are those before each move, and the last one."""
    for at, played in turns(states, moves):
        seat = actor(states[at])
        observation = observe(states[at], seat)
        search = _search(observation, effort, seed + at, played)
        yield from search.run()
        line = next(line for line in search.found if line.moves == played)
        (best,) = yield from choices(search, observation.view, 1)
        loss, error = _behind(line, best, observation)
        told = yield from _telling(search, observation, [best, line], effort.replies)
        yield from search.forget()
        yield Judged(at, states[at].turn, seat, told[1], told[0], max(0.0, loss), error)


def _search(observation: Observation, effort: Effort, seed: int, also: tuple[str, ...] = ()) -> Search:
    """The search for what is told: points alone count, and every line is followed by a reply at least."""
    kept = effort.kept if observation.view.left < 0 else min(effort.kept, _KEPT_AT_END)
    effort = effort._replace(victory=0, replies=max(1, effort.replies), kept=kept)
    return Search(observation, effort, seed, also=also)


def turns(states: Sequence[State], moves: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Where turns begin, with their moves up to the first draw, or to another's question, or to their end."""
    for at, state in enumerate(states[:-1]):
        top = state.stack[-1]
        if isinstance(top, Turn) and (at == 0 or states[at - 1].turn != state.turn):
            end = at
            while end < len(moves) and states[end].turn == state.turn and actor(states[end]) == top.seat:
                end += 1
            yield at, tuple(moves[at:end])


def _behind(line: Line, best: Line, observation: Observation) -> tuple[float, float]:
    """By how many points a line is worse than the best one, and the standard error.

    What rests on choices in a single course is not sure, though nothing varies in it; the game's end itself is.
    """
    view = observation.view
    behind, error = line.behind(best)
    if _single(line, best) and any(reduce(play, each.moves, view).stack for each in (line, best)):
        error = _ONE_COURSE[turns_left(view, observation.seat) > 0]
    return behind, error


def _single(line: Line, other: Line) -> bool:
    """Whether nothing in the courses tells one from another, as if they were one."""
    return len(set(zip(line.values, other.values, strict=False))) < 2


def _telling(
    search: Search, observation: Observation, lines: list[Line], replies: int
) -> Generator[None, None, list[Advice]]:
    view, seat = observation.view, observation.seat
    judge = Evaluator(view)
    left = sum(judge.turns_left) / view.players
    # What a turn leads to shows best when all others have replied, and else with the seat's own next turn, as far as
    # courses go; in the last turns at the end.
    horizons: list[int | None] = [view.players - 1] if view.left < 0 else [None]
    own = any(isinstance(frame, Turn) and frame.seat == seat for frame in view.stack)
    if view.left < 0 and own and replies >= view.players:
        horizons.append(view.players)
    courses = max(COURSES, min(_TOGETHER, *(len(line.values) for line in lines)))
    reached: dict[tuple[tuple[str, ...], int | None], list[State]] = {}
    best = lines[0]
    found = []
    for line in lines:
        other = best if line is not best else lines[1] if lines[1:] else line
        for each in (line, other):
            for horizon in horizons:
                if (each.moves, horizon) not in reached:
                    reached[each.moves, horizon] = yield from _reached(search, each, view, courses, horizon)
        least = _PART * abs(other.behind(line)[0])
        pairs = [(reached[line.moves, horizon], reached[other.moves, horizon]) for horizon in horizons]
        forecasts = [_reasons(judge, ones, others, seat) if line is not other else () for ones, others in pairs]
        reasons, *later = (tuple(each for each in told if abs(each.points) >= least) for told in forecasts)
        ends = reached[line.moves, horizons[0]]
        behind, error = _behind(line, best, observation)
        margin = best.mean - max(0.0, behind)
        error = best.error if line is best else error
        lead = margin + average([_lead(judge, end, seat) - judge.value(end, seat) for end in ends[1:]])
        odds = _settled(chance(margin, view.players, left), ends, seat)
        then: tuple[Deed, ...] = ()
        if own:
            now, *rest = yield from _reached(search, line, view, courses, 0)
            then = sequel(now, rest, seat)
        found.append(
            Advice(
                line.moves,
                margin,
                lead,
                error,
                odds,
                reasons,
                later[0] if later else (),
                then=then,
                single=_single(line, other),
                level=_level(ends[1:], seat) if ends[0].stack else (),
            )
        )
        yield
    return sorted(found, key=lambda one: -one.margin)


def _reached(
    search: Search, line: Line, view: State, courses: int, replies: int | None
) -> Generator[None, None, list[State]]:
    """What a line leads to at once, and then where the imagined courses are after so many replies."""
    found = [reduce(play, line.moves, view)]
    for course in range(courses):
        found += [(yield from search.end(line, course, replies))]
    return found


def _lead(judge: Evaluator, s: State, seat: int) -> float:
    """By how much a seat can be expected to end ahead of the best of the others."""
    worths = judge.worths(s)
    return worths[seat] - max(worth for other, worth in enumerate(worths) if other != seat)


def _settled(odds: float, ends: Sequence[State], seat: int) -> float:
    """The chance to win, by the state after a turn's moves and what came of it, and by the curve, which says ``odds``.

    Where all courses are imagined to the game's end, what came of them counts: courses with the same end only once. If
    the turn itself ends the game, nothing else does.
    """
    now, *later = ends
    if not now.stack:
        return win_chances(now)[seat]
    if any(state.stack for state in later):
        return odds
    won = average([win_chances(state)[seat] for state in later])
    courses = len({tuple(final_scores(state)) for state in later})
    return (courses * won + _CURVE * odds) / (courses + _CURVE)


def _level(ends: Sequence[State], seat: int) -> tuple[int, ...]:
    """Who wins in most of the courses, if all end with the game and most of them as :class:`Advice` says."""
    found: Counter[tuple[int, ...]] = Counter()
    for end in ends:
        totals = [score.total for score in final_scores(end)]
        if not end.stack and totals[seat] == max(total for other, total in enumerate(totals) if other != seat):
            found[tuple(each for each, place in enumerate(ranks(end)) if place == 1)] += 1
    winners, number = found.most_common(1)[0] if found else ((), 0)
    return winners if number > len(ends) / 2 else ()


def _reasons(judge: Evaluator, ones: list[State], others: list[State], seat: int) -> tuple[Difference, ...]:
    """What farms come to differ in between the first states and the others of two turns, in most of these.

    The points are those for a seat.
    """
    found = []
    for farm in range(ones[0].players):
        share = 1.0 if farm == seat else -1.0 / (ones[0].players - 1)
        parts = [(judge.parts(one, farm), judge.parts(other, farm)) for one, other in zip(ones, others, strict=True)]
        for feature, names in FEATURES.items():
            worth = [sum(getattr(one, name) - getattr(other, name) for name in names) for one, other in parts]
            more = [
                _amount(feature, one, farm) - _amount(feature, other, farm)
                for one, other in zip(ones, others, strict=True)
            ]
            # What takes back what differs at once is told only if it turns it round, and then net.
            in_all = more[0] * (average(more[1:]) - more[0]) < 0
            first = (0, 0.0) if in_all else (more[0], worth[0])
            mean, points = average(more[1:]) - first[0], share * (average(worth[1:]) - first[1])
            often = sum((each - first[0]) * mean > 0 for each in more[1:])
            told = abs(points) >= _TOLD * abs(share) and often >= _MOST * len(more[1:]) and points * share * mean > 0
            if told and not (in_all and (more[0] * mean >= 0 or abs(mean) < _NET)):
                found.append(Difference(feature, farm, points, mean, in_all))
    return tuple(sorted(found, key=lambda reason: -abs(reason.points)))


def _amount(feature: str, s: State, farm: int) -> int:
    """What is counted of a farm, in the words of :class:`Difference`; at the end a store is worth nothing."""
    match feature:
        case "groups":
            stored = sum(1 << tile for tile, _bid in s.stores[farm]) if s.stack else 0
            return growth(s.fields[farm] | stored).points
        case "workers":
            return prospects(s.fields[farm], s.posts[farm], s.town).points
        case "crops":
            return majorities(s.hands)[farm]
        case "counters":
            return counters.total(s.hands[farm])
        case "room":
            led = prospects(s.fields[farm], s.posts[farm], s.town)
            return led.next_worker + led.later_workers
    raise ValueError(f"advice: {feature!r} is no feature")
