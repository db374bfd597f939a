"""Hints: the best turns for an open question, found in slices from one seat's knowledge, each with its plan."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, NamedTuple

from keyharvest.advice.advice import COACH, HINT, Advice, Effort, advising, turn_to_come, until_next
from keyharvest.advice.choices import uncertainty
from keyharvest.advice.courses import read
from keyharvest.advice.plan import THEIRS, TOTALS, Plan, Prospect, because
from keyharvest.advice.purposes import gone_home, purposes
from keyharvest.advice.steps import Step, steps
from keyharvest.knowledge import Observation
from keyharvest.rules import State, legal, play
from keyharvest.rules.frames import Chance
from keyharvest.words.language import _
from keyharvest.words.terms import percentage

#: The maximum number of turns shown.
TURNS: Final = 3
#: The number of turns that the coach compares.
_CONSIDERED: Final = 2
#: Chances no further apart than this, in percent, are about equal: a playout or two, more or less, are by chance.
_ALIKE: Final = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible turn, described.

    Attributes:
        advice: the turn as found. ``moves``, ``steps``: the turn up to the first draw, or to its end; ``drawn``:
            whether a draw follows.
        lead: the best turn's lead, in tenths of points, minus the points that this one is behind it; in the last
            turns, this turn's own lead. ``doubt``: how far the difference from the best turn's lead is uncertain.
        home: the workers that go home, with the spaces they leave. ``after``: the seat's view after the moves.
        plan: what it leads to, and why it is better or not, once its courses have been read.
    """

    advice: Advice
    moves: tuple[str, ...]
    steps: tuple[Step, ...]
    drawn: bool
    lead: float
    doubt: float
    home: tuple[tuple[int, int], ...]
    after: State
    plan: Plan | None = None

    @property
    def text(self) -> str:
        """The steps in a row; if a draw cuts the turn short, with a note that more of it may follow."""
        told = ", ".join(step.text for step in self.steps) or _("nothing")
        return _("{steps} (up to the draw)").format(steps=told) if self.drawn else told


class Row(NamedTuple):
    """A comparison of two turns: by a total of a ``seat``, or by their leads or chances.

    ``seat`` is -1 for the seat that asks; ``better`` is the index of the better turn, -1 if they are equal.
    """

    kind: str
    seat: int
    values: tuple[float, float]
    better: int


class Gap(NamedTuple):
    """The distance between two turns in the numbers shown: that of their leads, uncertain by ``doubt``, and in the last
    turns (``last``), where chances don't follow from leads, that of their chances to win in percent.
    """

    lead: float
    doubt: float
    chance: int = 0
    last: bool = False

    @property
    def by_chance(self) -> bool:
        """Whether the chances decide: they differ clearly and the leads don't, or unlike these."""
        return self.lead * self.chance < 0 if abs(self.lead) > self.doubt else abs(self.chance) > _ALIKE

    @property
    def close(self) -> bool:
        """Whether the turns are about equal."""
        return abs(self.lead) <= self.doubt and not self.by_chance


class Hints:
    """A search for a good player's turns, begun at a question and continued in slices.

    It sees only the observation (rule 14). The ``effort`` is that of a hint unless given. With ``plain`` only the best
    turn is shown, in sentences.

    Attributes:
        progress: the progress of the search, 0 to 1; ``found``: the best turns, once they are known; their plans
            follow a little later.
        planned: whether the plans are there, and nothing remains to be done.
        chosen: the index of the turn shown on the board; ``comparing``: whether it is compared with another.
    """

    def __init__(
        self,
        observation: Observation,
        names: Sequence[str],
        seed: int = 0,
        number: int = TURNS,
        effort: Effort | None = None,
        plain: bool = False,
    ) -> None:
        self.progress = 0.0
        self.found: list[Choice] = []
        self.chosen = 0
        self.comparing = False
        self.planned = False
        self.plain = plain
        self._observation = observation
        self._names = names
        self._work = advising(observation, number, effort or HINT, seed)
        self._plans: Generator[None, None, list[Choice]] | None = None

    @property
    def done(self) -> bool:
        """Whether the turns are known."""
        return bool(self.found)

    @property
    def shown(self) -> list[Choice]:
        """The turns that are shown."""
        return self.found[:1] if self.plain else self.found

    @property
    def pair(self) -> tuple[int, int]:
        """The indices of the two turns compared: the best and the chosen one, or the best and the next."""
        return 0, self.chosen or rival(0, len(self.found))

    def think(self, seconds: float) -> bool:
        """Continue the search for this many seconds, or a little longer; stop once the turns are known, or the plans.

        Return whether they have just become known.
        """
        until = time.perf_counter() + seconds
        try:
            while not self.planned and time.perf_counter() < until:
                if self._plans:
                    next(self._plans)
                else:
                    self.progress = max(self.progress, next(self._work))
        except StopIteration as done:
            if self._plans:
                self.found, self.planned = done.value, True
            else:
                self.progress, self.found = 1.0, described(self._observation, done.value, self._names)
                self._plans = planning(self._observation, self.found)
            return True
        return False


def considering(observation: Observation, names: Sequence[str], seed: int) -> Hints:
    """Begin the search of a coach, which takes less effort."""
    return Hints(observation, names, seed, _CONSIDERED, COACH)


def described(observation: Observation, found: Sequence[Advice], names: Sequence[str]) -> list[Choice]:
    """Describe advice.

    Turns are compared by their margins, in tenths of points, and leads are shown with the same distances, so that a
    difference never has two values. But in the last turns, which are imagined to the end, each lead is the turn's own
    result.
    """
    view = observation.view
    turns = []
    for at, one in enumerate(found):
        moves = _plainly(view, one.moves)
        after = reduce(play, moves, view)
        behind = round(found[0].margin - one.margin, 1)
        turns.append(
            Choice(
                one,
                moves,
                steps(view, moves, names),
                bool(after.stack) and isinstance(after.stack[-1], Chance),
                round(found[0].lead - behind, 1) if view.left < 0 else one.lead,
                round(uncertainty(one.error), 1) if at and one.error else 0.0,
                gone_home(view, after, observation.seat),
                after,
            )
        )
    return turns


def planning(
    observation: Observation, found: Sequence[Choice], *, clear: bool = False
) -> Generator[None, None, list[Choice]]:
    """Return turns with their plans, from the courses that they have in common; those without courses as they are.

    ``clear``: whether it is known that the first is better.
    """
    view, seat = observation.view, observation.seat
    if not all(each.advice.courses for each in found):
        return list(found)
    prospects = yield from prospected(observation, found)
    planned, followed = [], []
    for each, prospect in zip(found, prospects, strict=True):
        rest, then = prospect.rest(), prospect.then()
        aims = purposes(observation, each.steps, each.moves, (*rest.steps, *then.steps), then.tile)
        prospect.points = sum(aim.points for aim in aims)
        followed.append((aims, rest, then))
        yield
    for at, (each, prospect) in enumerate(zip(found, prospects, strict=True)):
        other = rival(at, len(found))
        why = because(prospects, at, other, apart(each, found[other]).close and not clear)
        whose = [(kind, who) for who in range(view.players) for kind in (TOTALS if who == seat else THEIRS)]
        totals = tuple((kind, who, prospect.mean(kind, who)) for kind, who in whose)
        planned.append(replace(each, plan=Plan(*followed[at], why, totals)))
        yield
    return planned


def prospected(observation: Observation, found: Sequence[Choice]) -> Generator[None, None, list[Prospect]]:
    """Read the courses that turns have in common, in the last turns to the game's end, else to the next turn's."""
    view, seat = observation.view, observation.seat
    ahead = until_next(view, seat) if view.left < 0 else view.left
    following = view.turn + until_next(view, seat) if turn_to_come(view, seat) else -1
    number = min(len(each.advice.courses) for each in found)
    prospects = []
    for each in found:
        stories = []
        for course in each.advice.courses[:number]:
            stories.append(read(course, len(each.advice.moves), view.turn + ahead))
            yield
        prospects.append(Prospect(observation, each.after, stories, following))
    return prospects


def rival(at: int, number: int) -> int:
    """Return the turn that one of several is compared with: the best; for the best, the next; itself if it is alone."""
    return 0 if at else min(1, number - 1)


def apart(one: Choice, other: Choice) -> Gap:
    """Return how far a turn is ahead of another, of which one is the best."""
    last = one.after.left >= 0
    more = percentage(one.advice.chance) - percentage(other.advice.chance) if last else 0
    lead = round(round(one.lead, 1) - round(other.lead, 1), 1)
    return Gap(lead, max(one.doubt, other.doubt), more, last)


def compared(one: Choice, other: Choice) -> list[Row]:
    """Compare two turns of the same question by what they lead to, by their leads, and by their chances."""
    totals = zip(one.plan.totals, other.plan.totals, strict=True) if one.plan and other.plan else ()
    rows = [
        _row(kind, seat if kind in THEIRS else -1, (mine, theirs)) for (kind, seat, mine), (*_same, theirs) in totals
    ]
    rows.append(_row("lead", -1, (round(one.lead, 1), round(other.lead, 1))))
    chances = one.advice.chance, other.advice.chance
    chance = _row("chance", -1, (percentage(chances[0]), percentage(chances[1])))
    return [*rows, chance._replace(values=chances)]


def _row(kind: str, seat: int, values: tuple[float, float]) -> Row:
    best = min(values) if kind in THEIRS else max(values)
    return Row(kind, seat, values, values.index(best) if values[0] != values[1] else -1)


def _plainly(view: State, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves, or a single one that has the same effect, such as passing a tile on at once."""
    end = reduce(play, moves, view)
    single = ((move,) for move in legal(view) if len(moves) > 1 and play(view, move) == end)
    return next(single, moves)
