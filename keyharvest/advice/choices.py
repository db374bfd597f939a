"""The choice of lines for advice: each plan once, without useless moves, with the best counters paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Generator, Iterator
from dataclasses import replace
from functools import reduce
from itertools import combinations_with_replacement
from typing import Final

from keyharvest.advice.steps import steps
from keyharvest.knowledge import Observation
from keyharvest.rules import State, actor, final_scores, legal, play, ranks
from keyharvest.rules.components import CROP_INDEX, CROPS
from keyharvest.rules.frames import DONE, END, NO, Bid, Pay, PickFields
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import Turn
from keyharvest.search import Evaluator, Line, Search
from keyharvest.search.evaluation import turns_left

#: The number of playouts for lines that the search dropped without any; the fewest for forecasts; the most for lines
#: with other counters.
PLAYOUTS: Final = 8
#: The number of other ways to pay or bid that are compared with that of a line.
_PAYMENTS: Final = 2
#: Turns are equally good if they differ by at most ``_EQUAL`` points, or by at most ``_SURE`` standard errors
#: (``_SURE_OF_LITTLE`` up to ``_LITTLE`` points): the playouts that compare the turns have also chosen them, in part by
#: chance.
_EQUAL: Final = 0.2
_SURE: Final = 2
_SURE_OF_LITTLE: Final = 3
_LITTLE: Final = 1
#: The sources of questions about fields to turn back (rules 10 D, 12 R).
_TURNING: Final = "DR"


def uncertainty(error: float) -> float:
    """Return how far apart turns that are equally good may seem, with this standard error of the difference.

    >>> [round(uncertainty(error), 1) for error in (0.0, 0.2, 0.4, 0.8)]
    [0.2, 0.6, 1, 1.6]
    """
    return max(_EQUAL, min(_SURE_OF_LITTLE * error, max(_LITTLE, _SURE * error)))


def equal(behind: float, error: float) -> bool:
    """Whether a turn this far behind another, with this standard error, is equally good."""
    return behind <= uncertainty(error)


def choices(search: Search, view: State, number: int) -> Generator[None, None, list[Line]]:
    """Choose this many of the lines found, best first, without repeating a plan.

    A plan is repeated by a line that differs only in its counters or takes the same steps in another order; or by one
    that is equally good and differs only in the spaces of its workers, or the fields for their powers, or omits these,
    or makes some moves only after the draw. In the last turn, useless moves are shown only if the line is better than
    all without them; of moves that end the game without changing anyone's points, only the end is shown. For a question
    within a turn each answer occurs once. A better turn cut short, or with an addition that hardly matters, isn't a new
    idea and comes last: it is included only if there is too little else, since it still shows what the rest of that
    turn is worth.
    """
    found, last = list(search.found), not turns_left(view, actor(view))
    if last:
        found = [replace(line, moves=_without_turning_back(line.moves, view)) for line in found]
        found = [replace(line, moves=_or_nothing(line.moves, view)) for line in found]
        found = yield from _spared(search, found, view)
        first = next((at for at, line in enumerate(found) if not _in_vain(line.moves, view)), 0)
        yield from _compare(search, found[first : first + 1])
        better = [line for line in found[:first] if found[first].behind(line)[0] > _EQUAL]
        found = better + [line for line in found[first:] if not _in_vain(line.moves, view)] or found
    kept: list[Line] = []
    for line in found:
        for at, other in enumerate(kept):
            if line.moves == _with_the_lesser(other) and line.behind(other)[0] <= _EQUAL:
                kept[at] = line
        if not any(_same_plan(line, other) or _same_steps(line, other, view) for other in kept):
            kept.append(line)
    kept = _of_each_answer(kept, view)
    if isinstance(view.stack[-1], Turn):
        whole = [line for at, line in enumerate(kept) if not any(_cut_short(line, better) for better in kept[:at])]
        apart = unlike(whole, view)
        kept.sort(key=lambda line: (line not in whole, line not in apart))
    return (yield from _compare(search, kept[:number])) if last else kept[:number]


def unlike(lines: list[Line], view: State) -> list[Line]:
    """Return the lines, best first, without those that are a better line with additions that hardly matter.

    Call it again after more playouts, which may contradict the few of the search.
    """
    if not isinstance(view.stack[-1], Turn):
        return lines
    kept: list[Line] = []
    for line in lines:
        if not any(_drawn_out(line, better) for better in kept):
            kept.append(line)
    return kept


def _of_each_answer(lines: list[Line], view: State) -> list[Line]:
    """Return the best line for each answer to a question within a turn; at other questions, or for one answer, all."""
    if isinstance(view.stack[-1], Turn):
        return lines
    best: dict[tuple[str, ...], Line] = {}
    for line in lines:
        best.setdefault(_answer(view, line.moves), line)
    return list(best.values()) if len(best) > 1 else lines


def _answer(view: State, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves that answer the question: one, or as many as it has counters or fields to choose one by one."""
    s, asked = view, view.stack[-1]
    for number, move in enumerate(moves, 1):
        s = play(s, move)
        if len(s.stack) != len(view.stack) or type(s.stack[-1]) is not type(asked):
            return moves[:number]
    return moves


def _compare(search: Search, lines: list[Line]) -> Generator[None, None, list[Line]]:
    """Play lines that have no playouts yet in a few, and sort all lines: they are needed if many others are useless."""
    dropped = [line for line in lines if not line.values]
    for line in dropped:
        for playout in range(PLAYOUTS):
            line.values.append((yield from search.worth(line, playout)))
    return sorted(lines, key=lambda line: line.behind(lines[0])[0]) if dropped else lines


def _with_the_lesser(line: Line) -> tuple[str, ...]:
    """Return the moves with the apprentice in place of the casual worker, who might be more useful later."""
    return tuple("b:A" if move == "b:B" else move for move in line.moves)


def paid(search: Search, observation: Observation, found: list[Line]) -> Generator[None, None, list[Line]]:
    """Return the lines with the best counters to pay or bid; the search considers only a few.

    A line is shown only with the best ones, unless the question is what to pay or bid.
    """
    kept, others = [], []
    for line in found:
        best = line
        for other in (yield from _otherwise(search, observation, line)):
            behind, error = best.behind(other)
            if not equal(behind, error):
                best, other = other, best
            others.append(other)
        kept.append(best)
    if isinstance(observation.view.stack[-1], Pay | Bid):
        kept += others
    by_moves: dict[tuple[str, ...], Line] = {}
    for line in kept:
        by_moves.setdefault(line.moves, line)
    return _of_each_answer(sorted(by_moves.values(), key=lambda line: line.behind(kept[0])[0]), observation.view)


def _otherwise(search: Search, observation: Observation, line: Line) -> Generator[None, None, list[Line]]:
    """Return the line with other counters paid or bid: the few ways that look best, played in its first playouts."""
    view, seat = observation.view, observation.seat
    judge = Evaluator.of(observation)
    ways = sorted(_ways(view, line.moves), key=lambda moves: -judge.value(reduce(play, moves, view), seat))
    found = []
    for moves in ways[:_PAYMENTS]:
        other = Line(moves, view)
        for playout in range(min(PLAYOUTS, len(line.values))):
            other.values.append((yield from search.worth(other, playout)))
        if other.values:
            found.append(other)
    return found


def _ways(view: State, moves: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the same moves with as many other counters in each payment or bid, if the rest remains possible."""
    s, at = view, 0
    while at < len(moves):
        top = s.stack[-1]
        end = at
        if isinstance(top, Pay | Bid) and moves[at] != DONE:
            while end < len(moves) and moves[end] in CROP_INDEX and isinstance(s.stack[-1], type(top)):
                s, end = play(s, moves[end]), end + 1
            for crops in combinations_with_replacement(CROPS, end - at):
                other = (*moves[:at], *crops, *moves[end:])
                if crops != moves[at:end] and _possible(view, other):
                    yield other
        else:
            s, end = play(s, moves[at]), at + 1
        at = end


def _possible(s: State, moves: tuple[str, ...]) -> bool:
    for move in moves:
        if move not in legal(s):
            return False
        s = play(s, move)
    return True


def _spared(search: Search, found: list[Line], view: State) -> Generator[None, None, list[Line]]:
    """Return the lines of a last turn without tiles stored for nothing."""
    spared = []
    for line in found:
        less = Line(_without_storing(line.moves, view) if line.values else (), view, line.first)
        if less.moves:
            yield from _compare(search, [less])
        spared.append(less if less.values and less.behind(line)[0] <= _EQUAL else line)
        yield
    return spared


def _without_storing(moves: tuple[str, ...], view: State) -> tuple[str, ...]:
    """Return the moves of a last turn without the action or power that stores a tile; none if nothing does."""
    seat, s = actor(view), view
    for at, move in enumerate(moves if _in_vain(moves, view) else ()):
        instead = () if move.startswith("d:") else (NO,)
        if not instead or NO in legal(s):
            ways = ((*moves[:at], *instead, *moves[rest:]) for rest in range(at + 1, len(moves) + 1))
            less = next(way for way in ways if _possible(view, way))
            end = reduce(play, less, view)
            if end.stack and isinstance(end.stack[-1], Turn) and actor(end) == seat:
                less = (*less, END)
            if not _in_vain(less, view):
                return less
        s = play(s, move)
    return ()


def _in_vain(moves: tuple[str, ...], view: State) -> bool:
    """Whether moves do something that pays only in a later turn: store a tile, or take a worker home."""
    seat = actor(view)
    had = {tile for tile, _bid in view.stores[seat]}
    stored = any(tile not in had for tile, _bid in reduce(play, moves, view).stores[seat])
    return stored or any(move.startswith("b:-") for move in moves)


def _or_nothing(moves: tuple[str, ...], view: State) -> tuple[str, ...]:
    """Return the moves, or only the end of the turn if that ends the game too, with the same result for all."""
    if END not in legal(view):
        return moves
    end, plain = (reduce(play, each, view) for each in (moves, (END,)))
    over = not end.stack and not plain.stack
    alike = over and (final_scores(end), ranks(end)) == (final_scores(plain), ranks(plain))
    return (END,) if alike else moves


def _without_turning_back(moves: tuple[str, ...], view: State) -> tuple[str, ...]:
    """Return the moves of a last turn without fields turned back, if these can give no more counters."""
    seat, s, end = actor(view), view, reduce(play, moves, view)
    if any(isinstance(frame, Turn) and frame.seat == seat for frame in end.stack):
        return moves
    for at, move in enumerate(moves):
        top = s.stack[-1]
        s = play(s, move)
        if isinstance(top, PickFields) and top.source in _TURNING and not top.picked and move != NO:
            picked = at + 1
            after = s
            while after.stack and isinstance(after.stack[-1], PickFields) and after.stack[-1].picked:
                after, picked = play(after, moves[picked]), picked + 1
            less = (*moves[:at], NO, *moves[picked:])
            if _possible(view, less):
                same = reduce(play, less, view).copy()
                same.ripe = end.ripe
                if same == end:
                    return _without_turning_back(less, view)
    return moves


def _same_plan(line: Line, other: Line) -> bool:
    if _is_turn(line) and _plan(line, CROP_INDEX) == _plan(other, CROP_INDEX):
        return True
    moves, others = (_plan(each, INDEX if _is_turn(each) else ()) for each in (line, other))
    return abs(line.behind(other)[0]) <= _EQUAL and (moves <= others or others <= moves)


def _same_steps(line: Line, other: Line, view: State) -> bool:
    """Whether two lines take the same actions and look alike as steps, in any order and on any spaces."""
    return _is_turn(line) and _actions(line) == _actions(other) and _looks(line, view) == _looks(other, view)


def _actions(line: Line) -> list[str]:
    """Return the first move of each action, sorted; that of a harvest without its field."""
    return sorted("a:" if move[0] == "a" else move for move in line.moves if move[1:2] == ":")


def _looks(line: Line, view: State) -> list[tuple[str, int, int]]:
    """Return the kind, the tiles and the worker of each step of a turn, sorted; of a harvest only how many fields."""
    found = []
    for step in steps(view, line.moves, ("",) * view.players):
        told = step.brief
        tiles = 0 if told.kind == "gather" else told.tiles.bit_count() if told.kind == "harvest" else told.tiles
        found.append((told.kind, tiles, told.worker))
    return sorted(found)


def _cut_short(line: Line, other: Line) -> bool:
    """Whether a line is another one without some of its moves, apart from the counters, and ends the turn."""
    return line.moves[-1] == END and _plan(line, (*CROPS, NO)) < _plan(other, (*CROPS, NO))


def _drawn_out(line: Line, other: Line) -> bool:
    """Whether a line is another, better one with additional moves that make little difference, perhaps by chance.

    Any turn is an idle turn with additions; that doesn't count.
    """
    behind, error = line.behind(other)
    return other.moves != (END,) and _cut_short(other, line) and (behind < _LITTLE or equal(behind, error))


def _is_turn(line: Line) -> bool:
    return line.moves[0][1:2] == ":" or line.moves[0] == END


def _plan(line: Line, besides: Container[str]) -> Counter[str]:
    """Return the moves of a line, regardless of their order, without those in ``besides``.

    With ``INDEX``, the choice of fields to harvest and declined powers don't count either.
    """
    left_out = (END, NO) if besides is INDEX else (END,)
    found = Counter(move for move in _with_the_lesser(line) if move not in left_out and move not in besides)
    if besides is INDEX:
        harvests = [move for move in found if move.startswith("a:")]
        for move in harvests:
            found["a:"] += found.pop(move)
    return found
