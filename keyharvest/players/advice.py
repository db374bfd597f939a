"""Hints and analysis: the best turns with reasons, and what each turn of a record has cost against the best.

All of it comes from the search that the computer players use. It looks at observations only, so a hint tells nothing
that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import erf, sqrt
from typing import Final, NamedTuple

from keyharvest.knowledge import Observation, observe
from keyharvest.players.levels import LEVELS
from keyharvest.record import Record
from keyharvest.rules import State, actor
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort, Evaluator, Features, Line, Search
from keyharvest.search.evaluation import turns_left

#: A difference of fewer points than this is no reason.
_LEAST: Final = 0.3
#: How much a margin still spreads: its variance with no turn left, and what each turn adds, in points squared.
_SPREAD: Final = (1.0, 9.0)


class Difference(NamedTuple):
    """A reason: one feature that sets a turn apart from another.

    ``feature`` is a field of :class:`~keyharvest.search.Features`, ``seat`` whose farm it is, and ``points`` what it
    adds to the margin of the seat that asked; below 0 it speaks against the turn.
    """

    feature: str
    seat: int
    points: float


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


def advice(
    observation: Observation, number: int = 3, effort: Effort = LEVELS["steward"].effort, seed: int = 0
) -> list[Advice]:
    """The best turns for the seat to decide, the best first; the same observation and seed give the same advice.

    ``ValueError`` if the seat is not to decide.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> best, second = advice(game.observation(game.actor), 2, Effort(200))
    >>> best.margin >= second.margin, 0 < best.chance < 1
    (True, True)
    """
    work = advising(observation, number, effort, seed)
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: list[Advice] = done.value
            return found


def advising(
    observation: Observation, number: int, effort: Effort, seed: int = 0
) -> Generator[None, None, list[Advice]]:
    """The same in slices of some milliseconds: a generator that returns the advice."""
    search = Search(observation, effort._replace(victory=0), seed)
    yield from search.run()
    return _told(search, observation, search.found[:number])


def review(record: Record, effort: Effort = LEVELS["steward"].effort, seed: int = 0) -> Iterator[Judged]:
    """Every turn of a record against the best one, as each seat knew the game then.

    A turn is judged by its moves up to the first draw. ``ValueError`` as from ``record.states()``.
    """
    states = list(record.states())
    for at, moves in _turns(states, record.moves):
        seat = actor(states[at])
        observation = observe(states[at], seat)
        search = Search(observation, effort._replace(victory=0), seed + at, also=moves)
        for _ in search.run():
            pass
        played = next(line for line in search.found if line.moves == moves)
        best = search.found[0]
        loss, error = played.behind(best)
        told = _told(search, observation, [best, played])
        yield Judged(at, states[at].turn, seat, told[1], told[0], max(0.0, loss), error)


def _turns(states: list[State], moves: list[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Where turns begin, with their moves up to the first draw, or to another's question, or to their end."""
    for at, state in enumerate(states[:-1]):
        top = state.stack[-1]
        if isinstance(top, Turn) and (at == 0 or states[at - 1].turn != state.turn):
            end = at
            while end < len(moves) and states[end].turn == state.turn and actor(states[end]) == top.seat:
                end += 1
            yield at, tuple(moves[at:end])


def _told(search: Search, observation: Observation, lines: list[Line]) -> list[Advice]:
    view, seat = observation.view, observation.seat
    judge = Evaluator(view)
    spread = sqrt(_SPREAD[0] + _SPREAD[1] * turns_left(view, seat))
    found = []
    for line in lines:
        other = search.found[0] if line is not search.found[0] else search.found[1] if search.found[1:] else line
        reasons = _reasons(judge, line.outcome, other.outcome, seat)
        best = search.found[0]
        behind, error = line.behind(best)
        margin = best.mean - max(0.0, behind)
        chance = 0.5 + 0.5 * erf(margin / spread / sqrt(2))
        found.append(Advice(line.moves, margin, best.error if line is best else error, chance, reasons))
    return sorted(found, key=lambda one: -one.margin)


def _reasons(judge: Evaluator, one: State, other: State, seat: int) -> tuple[Difference, ...]:
    """What the features of two positions differ in, as points for a seat."""
    found = []
    for farm in range(one.players):
        share = 1.0 if farm == seat else -1.0 / (one.players - 1)
        pairs = zip(Features._fields, judge.parts(one, farm), judge.parts(other, farm), strict=True)
        found += [Difference(name, farm, share * (a - b)) for name, a, b in pairs if abs(a - b) * abs(share) > _LEAST]
    return tuple(sorted(found, key=lambda reason: -abs(reason.points)))
