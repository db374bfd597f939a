"""Hints: the best turns for an open question, found in slices from one seat's knowledge, with countable reasons."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from keyharvest.advice.advice import HINT, Advice, Effort, advising
from keyharvest.advice.choices import equal
from keyharvest.advice.reasons import Fact, Reason, differences, facts, gone_home, reasons, shown
from keyharvest.advice.steps import Step, short_name, steps
from keyharvest.knowledge import Observation
from keyharvest.rules import State, legal, play
from keyharvest.rules.frames import Chance
from keyharvest.words.language import _

#: The most turns shown.
TURNS: Final = 3
#: A game is open if the chance to win is between these.
_OPEN: Final = (0.05, 0.95)


@dataclass(frozen=True, slots=True)
class Told:
    """A possible turn, described.

    Attributes:
        moves, steps: the turn up to the first draw, or to its end; ``name``: the steps in a few words;
            ``drawn``: whether a draw follows.
        margin, chance: as in :class:`~keyharvest.advice.advice.Advice`; ``lead``: the best turn's lead, in tenths of
            points, minus the points that this one is behind it, or this turn's own in the last turns.
        behind: how many points it is behind the best; ``close``: whether it is as good, as far as the search can say.
        reasons: what counts for and against it. ``home``: the workers that go home, with the spaces they leave.
        facts: its results, for comparison with other turns of the same question; ``differences``: its differences from
            the best turn, or of that from the next.
        after: the seat's view after the moves.
    """

    moves: tuple[str, ...]
    steps: tuple[Step, ...]
    name: str
    drawn: bool
    margin: float
    lead: float
    chance: float
    behind: float
    close: bool
    reasons: tuple[Reason, ...]
    home: tuple[tuple[int, int], ...]
    facts: tuple[Fact, ...]
    differences: tuple[Reason, ...]
    after: State

    @property
    def text(self) -> str:
        """The steps in a row."""
        return ", ".join(step.text for step in self.steps) or _("nothing")


class Row(NamedTuple):
    """One kind of facts of two turns; ``better`` is 0 or 1 for the better of them, -1 if they are equal."""

    one: Fact
    other: Fact
    better: int


class Hints:
    """A search for a good player's turns, begun at a question and continued in slices.

    It sees only the observation (rule 14).

    Attributes:
        progress: the progress of the search, 0 to 1; ``found``: the best turns, once they are known.
        chosen: the index of the turn shown on the board; ``comparing``: whether it is compared with another.
    """

    def __init__(
        self, observation: Observation, names: Sequence[str], seed: int = 0, number: int = TURNS, effort: Effort = HINT
    ) -> None:
        self.progress = 0.0
        self.found: list[Told] = []
        self.chosen = 0
        self.comparing = False
        self._observation = observation
        self._names = names
        self._work = advising(observation, number, effort, seed)

    @property
    def done(self) -> bool:
        """Whether the search is done."""
        return bool(self.found)

    @property
    def decided(self) -> bool:
        """Whether the game is as good as won, or as good as lost, after each of the turns.

        A lead that says otherwise leaves it open: with equal points, counters decide (rule 13.3).
        """
        lost = all(turn.chance <= _OPEN[0] and round(turn.lead) < 0 for turn in self.found)
        won = all(turn.chance >= _OPEN[1] and round(turn.lead) > 0 for turn in self.found)
        return self.done and (lost or won)

    @property
    def digits(self) -> Literal[0, 1]:
        """The number of decimals of leads: none in a decided game, unless two are less than a point apart."""
        leads = [told.lead for told in self.found]
        return 0 if self.decided and not any(0 < abs(one - other) < 1 for one, other in pairwise(leads)) else 1

    @property
    def pair(self) -> tuple[int, int]:
        """The indices of the two turns compared: the best and the chosen one, or the best and the next."""
        return 0, self.chosen or rival(0, len(self.found))

    def think(self, seconds: float) -> None:
        """Continue the search for this many seconds, or a little longer."""
        until = time.perf_counter() + seconds
        while not self.done:
            try:
                self.progress = max(self.progress, next(self._work))
            except StopIteration as done:
                self.progress = 1.0
                self.found = told(self._observation, done.value, self._names)
            if time.perf_counter() >= until:
                return


def told(observation: Observation, found: Sequence[Advice], names: Sequence[str]) -> list[Told]:
    """Describe advice, with its countable reasons.

    Turns are compared by their margins, in tenths of points, and leads are shown with the same distances, so that a
    difference never has two values. But in the last turns, which are imagined to the end, each lead is the turn's own
    result.
    """
    view = observation.view
    all_moves = [_plainly(view, one.moves) for one in found]
    ends = [reduce(play, moves, view) for moves in all_moves]
    counted = [reasons(observation, end) for end in ends]
    results = [facts(observation, end) for end in ends]
    turns, close = [], True
    for at, (one, moves, after) in enumerate(zip(found, all_moves, ends, strict=True)):
        behind = round(found[0].margin - one.margin, 1)
        close = close and equal(behind, one.error)  # it is as good as the best only if all between them are
        other = rival(at, len(found))
        done = steps(view, moves, names)
        turns.append(
            Told(
                moves,
                done,
                short_name(done),
                bool(after.stack) and isinstance(after.stack[-1], Chance),
                one.margin,
                round(found[0].lead - behind, 1) if view.left < 0 else one.lead,
                one.chance,
                behind,
                close and at > 0,
                shown(counted[at], counted[other] if other != at else ()),
                gone_home(view, after, observation.seat),
                results[at],
                differences(results[at], results[other], counted[at], counted[other]),
                after,
            )
        )
    return turns


def rival(at: int, number: int) -> int:
    """Return the turn that one of several is compared with: the best; for the best, the next; itself if it is alone."""
    return 0 if at else min(1, number - 1)


def ahead(one: Told, other: Told) -> float:
    """Return how many points more one turn leads by than another, with both as they are shown."""
    return round(round(one.lead, 1) - round(other.lead, 1), 1)


def compared(one: Told, other: Told) -> list[Row]:
    """Compare two turns of the same question; leads and chances, which are estimates, come last."""
    pairs = list(zip(one.facts, other.facts, strict=True))
    pairs.append((Fact("lead", round(one.lead, 1)), Fact("lead", round(other.lead, 1))))
    pairs.append((Fact("chance", round(one.chance, 2)), Fact("chance", round(other.chance, 2))))
    rows = []
    for mine, theirs in pairs:
        more = mine.each * (mine.value - theirs.value)
        rows.append(Row(mine, theirs, int(more < 0) if more else -1))
    return rows


def _plainly(view: State, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves, or one that has the same effect: a tile placed and passed on is a tile passed on."""
    end = reduce(play, moves, view)
    single = ((move,) for move in legal(view) if len(moves) > 1 and play(view, move) == end)
    return next(single, moves)
