"""Whole answers: a move with those that complete it, such as a tile and its bid; and a quick choice among them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Final, NamedTuple

from keyharvest.rules import State, decision, play
from keyharvest.rules.events import Grant
from keyharvest.rules.frames import END, Bid, Decision
from keyharvest.rules.moves import MOVES
from keyharvest.rules.turn import FROM_STORES, HARVEST, TO_STORE, WORK, Turn
from keyharvest.search.candidates import candidates, whole_bids
from keyharvest.search.evaluation import Evaluator

#: The least gain, in points, of an action that is better than ending the turn.
LEAST_GAIN: Final = 0.01

_ACTIONS: Final = {"a": HARVEST, "b": WORK, "c": FROM_STORES, "d": TO_STORE}
#: The order of two wanted actions: a tile placed first can be harvested, and a harvest gives counters for bids.
_ORDER: Final = "cabd"


class Chain(NamedTuple):
    """Moves of one seat that belong together, such as a tile and the whole bid for it, and the position after them.

    ``value`` is the worth of that position to the seat.
    """

    value: float
    moves: tuple[str, ...]
    state: State


def chains(s: State, judge: Evaluator, depth: int = 0, only: str = "abcd") -> Iterator[Chain]:
    """Yield for every promising answer the best way to continue, up to a draw or the end of the action.

    ``depth`` reduces the number of answers. ``only`` names the actions of a turn to consider; the end of the turn isn't
    among them. Raise ``ValueError`` if nobody has to decide.
    """
    seat = decision(s).seat
    turn = isinstance(s.stack[-1], Turn)
    for move in candidates(s, judge, depth):
        if not turn or (move != END and MOVES[move].action in only):
            yield _followed(play(s, move), (move,), seat, judge, depth + 1)


def following(s: State, judge: Evaluator, depth: int = 0) -> Generator[None, None, list[Chain]]:
    """Find the same chains in slices, one for each chain: a generator that returns all of them."""
    found = []
    for chain in chains(s, judge, depth):
        found.append(chain)
        yield
    return found


def _followed(s: State, moves: tuple[str, ...], seat: int, judge: Evaluator, depth: int) -> Chain:
    top = s.stack[-1] if s.stack else None
    # An action ends at a turn; each gift of a windfall is chosen by itself.
    if not isinstance(top, Decision) or top.seat != seat or isinstance(top, Turn | Grant):
        return Chain(judge.value(s, seat), moves, s)
    if isinstance(top, Bid) and (s.bag or s.bag_events):
        return _with_bid(s, top, moves, judge, depth)
    best: Chain | None = None
    for move in candidates(s, judge, depth):
        found = _followed(play(s, move), (*moves, move), seat, judge, depth + 1)
        if best is None or found.value > best.value:
            best = found
    assert best is not None
    return best


def _with_bid(s: State, question: Bid, moves: tuple[str, ...], judge: Evaluator, depth: int) -> Chain:
    """Complete a bid before a draw; bids change nothing but hand and store, so only the best one is played out."""
    bids = whole_bids(s, question, judge, depth)
    values = judge.values_of_bids(s, question.seat, bids)
    value = max(values)
    best = bids[values.index(value)]
    for move in best.moves:
        s = play(s, move)
    return Chain(value, moves + best.moves, s)


def end_of_turn(s: State, judge: Evaluator) -> Chain:
    """Return the answer that ends a turn, with its value. Raise ``ValueError`` if nobody has to decide."""
    after = play(s, END)
    return Chain(judge.value(after, decision(s).seat), (END,), after)


def greedy_chain(
    s: State, judge: Evaluator, depth: int = 0, only: str = "abcd", answers: Iterable[Chain] | None = None
) -> tuple[Chain, str]:
    """Return the choice of a player who considers single actions only, and the letters of the actions it has in mind.

    (c) and (d) may continue with a second tile, so their gain is that of their two best tiles. ``depth`` narrows the
    choice, as for :func:`chains`; ``answers`` are its chains, if known. Raise ``ValueError`` if nobody has to decide.
    """
    turn = decision(s)
    if not isinstance(turn, Turn):
        return max(chains(s, judge, depth) if answers is None else answers, key=lambda chain: chain.value), ""
    if not turn.allowed():
        return _end(s), ""
    present = judge.value(s, turn.seat)
    gains: dict[str, list[Chain]] = {}
    for chain in chains(s, judge, depth, only) if answers is None else answers:
        if chain.value - present > LEAST_GAIN:
            gains.setdefault(MOVES[chain.moves[0]].action, []).append(chain)
    for found in gains.values():
        found.sort(key=lambda chain: -chain.value)
    for action, found in gains.items():
        if turn.open & _ACTIONS[action]:
            # The second tile of the action just taken costs no action.
            return found[0], only
    whole = {
        action: sum(chain.value - present for chain in found[: 2 if action in "cd" else 1])
        for action, found in gains.items()
    }
    wanted = sorted(whole, key=lambda action: -whole[action])[: 2 - turn.used.bit_count()]
    if not wanted:
        return _end(s), ""
    return gains[min(wanted, key=_ORDER.index)][0], "".join(wanted)


def _end(s: State) -> Chain:
    """End the turn, without an evaluation."""
    return Chain(0.0, (END,), play(s, END))
