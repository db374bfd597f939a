"""Hints and analysis: the best turns with reasons, and what each turn of a record has cost against the best.

All of it comes from the search that the computer players use. It looks at observations only, so a hint tells nothing
that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, NamedTuple

from keyharvest.knowledge import Observation, observe
from keyharvest.record import Record
from keyharvest.rules import State, actor, counters, ranks
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort as Effort
from keyharvest.search import Evaluator, Line, Search, in_one_go
from keyharvest.search.chances import chance, chances
from keyharvest.search.evaluation import growth, prospects

#: How long is looked for a hint, for a word of the coach, and at each turn of a review: there at few lines, which are
#: compared in many courses.
HINT: Final = Effort(8000, width=6, kept=8)
COACH: Final = Effort(600, width=4, kept=6)
REVIEW: Final = Effort(2000, width=3, kept=3)
#: A difference of fewer points than this is told only where there is none of more, and not at all below the other.
_LEAST: Final = 0.2
_NEXT_TO_NOTHING: Final = 0.1
#: In so many imagined courses the reasons are looked for.
_COURSES: Final = 8
#: What holds in so many of them is told as most likely, what holds in so few as most likely not.
_MOST: Final = 6
_FEW: Final = 2

#: What is told together as one reason: the features that belong to it.
FEATURES: Final = {
    "groups": ("groups",),
    "workers": ("workers",),
    "crops": ("crops",),
    "spare": ("spare", "alone"),
    "stored": ("stored",),
    "registry": ("registry",),
    "bag": ("bag",),
    "next_worker": ("next_worker",),
    "later_workers": ("later_workers", "good_spaces"),
    "displaceable": ("displaceable",),
    "counters": ("first_counters", "next_counters", "more_counters"),
    "crops_held": ("crops_held",),
    "ripe": ("ripe", "ripe_elsewhere"),
}


class Difference(NamedTuple):
    """A reason: what sets a turn apart from another, after the next replies, on average over imagined courses.

    ``feature`` is a key of :data:`FEATURES`, ``seat`` whose farm it is about, and ``points`` what it adds to the margin
    of the seat that asked; below 0 it speaks against the turn. ``amount`` is what is counted there after the turn,
    ``than`` the same after the other one: points of ``groups`` and ``workers``; by how much the seat leads in a
    ``crop`` (its number; for ``crops``); fields outside the two groups (``spare``); tiles in the store (``stored``);
    points to be had from tiles of the registry; tiles in the bag that would add points; the highest number of a worker
    that could come; spaces for townsfolk (``later_workers``); workers that a tile to come would displace; counters;
    different crops in hand; ripe fields. ``tiles`` are those most likely in store or registry then and most likely not
    after the other turn, ``lost`` the other way round, as masks; in the registry those alone that help the seat.
    """

    feature: str
    seat: int
    points: float
    amount: float
    than: float
    crop: int = -1
    tiles: int = 0
    lost: int = 0


class Advice(NamedTuple):
    """A turn that could be played: its moves up to the first draw.

    ``margin`` is the expected final margin in points; ``error`` is its standard error, or, for all but the best turn,
    that of how far it is behind the best. ``chance`` is the chance to win, and ``reasons`` what sets the turn apart
    from the best one, or the best from the next, the weightiest first.
    """

    moves: tuple[str, ...]
    margin: float
    error: float
    chance: float
    reasons: tuple[Difference, ...]


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
    """The best turns for the seat of an observation, the best first; ``ValueError`` if it is not to decide.

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
    """The same in slices of some milliseconds: a generator of the part done, 0 to 1, that returns the advice."""
    search = Search(observation, effort._replace(victory=0), seed)
    for _ in search.run():
        yield min(1.0, search.positions / effort.positions)
    told = _telling(search, observation, search.found[:number])
    while True:
        try:
            next(told)
        except StopIteration as done:
            found: list[Advice] = done.value
            return found
        yield 1.0


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
        search = Search(observation, effort._replace(victory=0), seed + at, also=played)
        for _ in search.run():
            yield None
        line = next(line for line in search.found if line.moves == played)
        best = search.found[0]
        loss, error = line.behind(best)
        told = _telling(search, observation, [best, line])
        while True:
            try:
                next(told)
                yield None
            except StopIteration as done:
                yield Judged(at, states[at].turn, seat, done.value[1], done.value[0], max(0.0, loss), error)
                break


def turns(states: Sequence[State], moves: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Where turns begin, with their moves up to the first draw, or to another's question, or to their end."""
    for at, state in enumerate(states[:-1]):
        top = state.stack[-1]
        if isinstance(top, Turn) and (at == 0 or states[at - 1].turn != state.turn):
            end = at
            while end < len(moves) and states[end].turn == state.turn and actor(states[end]) == top.seat:
                end += 1
            yield at, tuple(moves[at:end])


def _telling(search: Search, observation: Observation, lines: list[Line]) -> Generator[None, None, list[Advice]]:
    view, seat = observation.view, observation.seat
    judge = Evaluator(view)
    left = sum(judge.turns_left) / view.players
    ends: dict[tuple[str, ...], list[State]] = {}
    best = search.found[0]
    found = []
    for line in lines:
        other = best if line is not best else search.found[1] if search.found[1:] else line
        for each in (line, other):
            if each.moves not in ends:
                ends[each.moves] = []
                for course in range(_COURSES):
                    ends[each.moves].append((yield from search.end(each, course)))
        reasons = _reasons(judge, ends[line.moves], ends[other.moves], seat) if line is not other else ()
        behind, error = line.behind(best)
        margin = best.mean - max(0.0, behind)
        error = best.error if line is best else error
        found.append(Advice(line.moves, margin, error, chance(margin, view.players, left), reasons))
        yield
    return sorted(found, key=lambda one: -one.margin)


def _reasons(judge: Evaluator, ones: list[State], others: list[State], seat: int) -> tuple[Difference, ...]:
    """What the farms of two ends of a turn differ in, as points for a seat."""
    found = []
    for farm in range(ones[0].players):
        share = 1.0 if farm == seat else -1.0 / (ones[0].players - 1)
        parts = [_mean([judge.parts(state, farm) for state in states]) for states in (ones, others)]
        for feature, names in FEATURES.items():
            here, there = (sum(part[name] for name in names) for part in parts)
            if abs(here - there) * abs(share) > _NEXT_TO_NOTHING:
                found.append(_difference(feature, farm, share * (here - there), ones, others))
    found.sort(key=lambda reason: -abs(reason.points))
    return tuple(reason for place, reason in enumerate(found) if not place or abs(reason.points) > _LEAST)


def _mean(parts: Sequence[NamedTuple]) -> dict[str, float]:
    return {name: sum(getattr(part, name) for part in parts) / len(parts) for name in parts[0]._fields}


def _difference(feature: str, farm: int, points: float, ones: list[State], others: list[State]) -> Difference:
    if feature == "crops":
        leads = [[_lead(states, farm, crop) for crop in range(len(counters.ONE))] for states in (ones, others)]
        crop = max(range(len(counters.ONE)), key=lambda crop: abs(leads[0][crop] - leads[1][crop]))
        return Difference(feature, farm, points, leads[0][crop], leads[1][crop], crop)
    tiles = lost = 0
    if feature in ("stored", "registry"):
        kept, kept_there = ([_tiles(state, farm, feature) for state in states] for states in (ones, others))
        tiles = _often(kept, _MOST) & ~_often(kept_there, _FEW + 1)
        lost = _often(kept_there, _MOST) & ~_often(kept, _FEW + 1)
    here, there = (sum(_amount(feature, state, farm) for state in states) / len(states) for states in (ones, others))
    return Difference(feature, farm, points, here, there, -1, tiles, lost)


def _often(masks: list[int], number: int) -> int:
    """The tiles that are in at least so many of these masks."""
    return sum(1 << tile for tile in range(len(SPACES)) if sum(mask >> tile & 1 for mask in masks) >= number)


def _lead(states: list[State], farm: int, crop: int) -> float:
    """By how many counters a seat leads in a crop, or is behind, on average."""
    total = 0
    for state in states:
        held = [counters.count(hand, crop) for hand in state.hands]
        total += held[farm] - max(number for seat, number in enumerate(held) if seat != farm)
    return total / len(states)


def _tiles(s: State, farm: int, feature: str) -> int:
    if feature == "stored":
        return sum(1 << tile for tile, _ in s.stores[farm])
    return s.registry & growth(s.fields[farm]).steps[0]


def _amount(feature: str, s: State, farm: int) -> float:
    """What is counted of a farm, in the words of :class:`Difference`."""
    grown, led = growth(s.fields[farm]), prospects(s.fields[farm], s.posts[farm], s.town)
    match feature:
        case "groups":
            return grown.points
        case "workers":
            return led.points
        case "spare":
            return grown.spare
        case "stored":
            return len(s.stores[farm])
        case "registry":
            return grown.total(s.registry)
        case "bag":
            return (grown.steps[0] & s.bag).bit_count()
        case "next_worker":
            return led.next_worker
        case "later_workers":
            return led.later_workers
        case "displaceable":
            return (led.standing & (s.bag | s.registry)).bit_count()
        case "counters":
            return counters.total(s.hands[farm])
        case "crops_held":
            return sum(number > 0 for number in counters.unpack(s.hands[farm]))
        case "ripe":
            return s.ripe[farm].bit_count()
    raise ValueError(f"advice: {feature!r} is no feature")
