"""Moves that no level makes, however weak: to decline what is free and helps, or end a turn with that left to do."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Final

from keyharvest.rules import State, counters, decision, play
from keyharvest.rules.components import NUMBERS
from keyharvest.rules.frames import END, FALLOW, HOME, NO, PASS
from keyharvest.rules.turn import Turn
from keyharvest.search.chains import LEAST_GAIN, Chain, following
from keyharvest.search.evaluation import Evaluator, growth

#: The answers that turn something down.
_DECLINES: Final = (NO, HOME, FALLOW, PASS)


def helps(before: State, after: State, seat: int, gain: float) -> bool:
    """Whether a seat loses nothing between two states, and gains.

    It loses nothing if it has all counters and fields as before, and no fewer points on its board. It gains a counter
    for nothing; or points, counters or fields by which the estimate rises (by ``gain``), as a worker may stand in the
    way of a better one, and a harvest may come too early.
    """
    held, fields, points = before.hands[seat], before.fields[seat], _points(after, seat) - _points(before, seat)
    if not counters.covers(after.hands[seat], held) or fields & ~after.fields[seat] or points < 0:
        return False
    given = after.hands[seat] != held
    if given and _board(before, seat) == _board(after, seat):
        return True
    return gain > LEAST_GAIN and (given or points > 0 or after.fields[seat] != fields)


def _points(s: State, seat: int) -> int:
    return growth(s.fields[seat]).points + sum(NUMBERS[worker] for worker, _space in s.posts[seat])


def _board(s: State, seat: int) -> tuple[object, ...]:
    return s.fields[seat], s.ripe[seat], s.posts[seat]


def sensible(s: State, moves: Iterable[str], judge: Evaluator) -> Generator[None, None, tuple[str, ...]]:
    """Improve a line only where it makes no sense.

    Where an answer declines what helps, take that instead; before the end of the turn, take each action that helps. A
    generator with a slice per action, which returns the moves, up to the last answer that it has changed.
    """
    seat = decision(s).seat
    found: list[str] = []
    for move in moves:
        if move == END:
            while (more := (yield from _missed(s, s, seat, judge))) is not None:
                found += more.moves
                s = more.state
                if not (s.stack and isinstance(s.stack[-1], Turn)):
                    return tuple(found)  # a draw is next, or another player's answer
        elif move in _DECLINES and (better := (yield from _missed(s, play(s, move), seat, judge))) is not None:
            return (*found, *better.moves)
        found.append(move)
        s = play(s, move)
    return tuple(found)


def _missed(s: State, declined: State, seat: int, judge: Evaluator) -> Generator[None, None, Chain | None]:
    """Return the best answer in a state that helps, compared with the state after doing nothing, if there is one."""
    if isinstance(s.stack[-1], Turn) and not s.stack[-1].allowed():
        return None
    present = judge.value(declined, seat)
    answers = yield from following(s, judge)
    helping = [chain for chain in answers if helps(declined, chain.state, seat, chain.value - present)]
    return max(helping, key=lambda chain: chain.value, default=None)
