"""Hints: the best turns for an open question, found in slices from one seat's knowledge, with countable reasons."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, NamedTuple

from keyharvest.advice.advice import HINT, Advice, Effort, advising
from keyharvest.advice.choices import uncertainty
from keyharvest.advice.reasons import SHOWN, Reason, gone_home, reasons, shown
from keyharvest.advice.steps import Step, steps
from keyharvest.knowledge import Observation
from keyharvest.rules import State, legal, play
from keyharvest.rules.frames import Chance
from keyharvest.words.language import _
from keyharvest.words.terms import percentage

#: The maximum number of turns shown.
TURNS: Final = 3
#: The effects compared by the amount afterwards, not by the change.
AMOUNTS: Final = ("counters", "ripe")
#: Chances no further apart than this, in percent, are about equal: a playout or two, more or less, are by chance.
_ALIKE: Final = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible turn, described.

    Attributes:
        moves, steps: the turn up to the first draw, or to its end; ``drawn``: whether a draw follows; ``then``: the
            usual action after it, as in :class:`~keyharvest.advice.advice.Advice`.
        margin, chance: as in :class:`~keyharvest.advice.advice.Advice`; ``lead``: the best turn's lead, in tenths of
            points, minus the points that this one is behind it; in the last turns, this turn's own lead.
        doubt: how far the difference from the best turn's lead is uncertain, in tenths of points.
        effects: all that it changes; ``reasons``: those to show, weighed against the turn that it is compared with, and
            the actions left unused.
        home: the workers that go home, with the spaces they leave. ``after``: the seat's view after the moves.
    """

    moves: tuple[str, ...]
    steps: tuple[Step, ...]
    drawn: bool
    then: str
    margin: float
    lead: float
    chance: float
    doubt: float
    effects: tuple[Reason, ...]
    reasons: tuple[Reason, ...]
    home: tuple[tuple[int, int], ...]
    after: State

    @property
    def text(self) -> str:
        """The steps in a row; if a draw cuts the turn short, with a note that more of it may follow."""
        told = ", ".join(step.text for step in self.steps) or _("nothing")
        return _("{steps} (up to the draw)").format(steps=told) if self.drawn else told


class Row(NamedTuple):
    """A comparison of two turns: by one kind of effect on a ``seat``, or by their leads or chances.

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

    It sees only the observation (rule 14).

    Attributes:
        progress: the progress of the search, 0 to 1; ``found``: the best turns, once they are known.
        chosen: the index of the turn shown on the board; ``comparing``: whether it is compared with another.
    """

    def __init__(
        self, observation: Observation, names: Sequence[str], seed: int = 0, number: int = TURNS, effort: Effort = HINT
    ) -> None:
        self.progress = 0.0
        self.found: list[Choice] = []
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
                self.found = described(self._observation, done.value, self._names)
            if time.perf_counter() >= until:
                return


def described(observation: Observation, found: Sequence[Advice], names: Sequence[str]) -> list[Choice]:
    """Describe advice, with reasons counted on the table.

    Turns are compared by their margins, in tenths of points, and leads are shown with the same distances, so that a
    difference never has two values. But in the last turns, which are imagined to the end, each lead is the turn's own
    result.
    """
    view = observation.view
    all_moves = [_plainly(view, one.moves) for one in found]
    ends = [reduce(play, moves, view) for moves in all_moves]
    margins = [round(found[0].margin, 1) - round(found[0].margin - one.margin, 1) for one in found]
    beyond = margins if view.left < 0 and found[1:] else [None] * len(found)
    parts = zip(found, ends, beyond, strict=True)
    counted = [reasons(observation, end, one.later, one.rest, margin) for one, end, margin in parts]
    turns = []
    for at, (one, moves, after) in enumerate(zip(found, all_moves, ends, strict=True)):
        other = rival(at, len(found))
        behind, gap = (round(margins[each] - margins[at], 1) for each in (0, other))
        own = steps(view, moves, names)
        known = {step.brief for step in own}
        more = [step.text for step in steps(view, one.use, names) if step.brief not in known]
        unused = [Reason("unused", round(0.0 - one.cost, 1), 0.0, use=", ".join(more))] if more else []
        turns.append(
            Choice(
                moves,
                own,
                bool(after.stack) and isinstance(after.stack[-1], Chance),
                one.then,
                one.margin,
                round(found[0].lead - behind, 1) if view.left < 0 else one.lead,
                one.chance,
                round(uncertainty(one.error), 1) if at and one.error else 0.0,
                counted[at],
                (*shown(counted[at], counted[other] if other != at else (), SHOWN - len(unused), gap), *unused),
                gone_home(view, after, observation.seat),
                after,
            )
        )
    return turns


def rival(at: int, number: int) -> int:
    """Return the turn that one of several is compared with: the best; for the best, the next; itself if it is alone."""
    return 0 if at else min(1, number - 1)


def apart(one: Choice, other: Choice) -> Gap:
    """Return how far a turn is ahead of another, of which one is the best."""
    last = one.after.left >= 0
    more = percentage(one.chance) - percentage(other.chance) if last else 0
    lead = round(round(one.lead, 1) - round(other.lead, 1), 1)
    return Gap(lead, max(one.doubt, other.doubt), more, last)


def compared(one: Choice, other: Choice) -> list[Row]:
    """Compare two turns of the same question; leads and chances, which are estimates, come last."""
    rows = []
    forecast = any(effect.kind == "their later" for effect in one.effects)  # includes what others get now
    for mine, theirs in zip(one.effects, other.effects, strict=False):  # the same kinds, in the same order
        if mine.tile < 0 and not (forecast and mine.kind == "their points"):
            values = (mine.new, theirs.new) if mine.kind in AMOUNTS else (mine.change, theirs.change)
            rows.append(_row(mine.kind, mine.seat, values))
    rows.append(_row("lead", -1, (round(one.lead, 1), round(other.lead, 1))))
    chance = _row("chance", -1, (percentage(one.chance), percentage(other.chance)))
    return [*rows, chance._replace(values=(one.chance, other.chance))]


def _row(kind: str, seat: int, values: tuple[float, float]) -> Row:
    best = min(values) if kind.startswith("their") else max(values)
    return Row(kind, seat, values, values.index(best) if values[0] != values[1] else -1)


def _plainly(view: State, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves, or a single one that has the same effect, such as passing a tile on at once."""
    end = reduce(play, moves, view)
    single = ((move,) for move in legal(view) if len(moves) > 1 and play(view, move) == end)
    return next(single, moves)
