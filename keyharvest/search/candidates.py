"""Promising answers: for every question a short list of legal moves, the likely best first.

Cheap features select them: points that a tile adds, counters of least worth, spaces that block few later workers. The
deeper a question is in a chain, the shorter the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from keyharvest.rules import State, counters
from keyharvest.rules.components import CROPS, NUMBERS, WORKER_LETTERS
from keyharvest.rules.events import ExchangeFor, Give, MoveTo, Replace, SwapFor
from keyharvest.rules.frames import (
    DONE,
    FALLOW,
    HOME,
    NO,
    STOCK,
    Bid,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    Pay,
    PickFields,
    TakeCounters,
)
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, SPACES, groups, names, spaces_in, support
from keyharvest.rules.moves import MOVES
from keyharvest.rules.powers import BuyFromStore, TakeUnconnected
from keyharvest.rules.setup import ChooseStart
from keyharvest.rules.state import Posts, barred, put
from keyharvest.rules.turn import PlaceWorker, Turn
from keyharvest.search.evaluation import Evaluator, WholeBid, growth

#: The number of answers to consider, at the question itself and deeper in the chain.
_WIDTHS: Final = (12, 3, 2, 1)
#: The rough worth of each worker's power, in points, for the selection only.
_POWERS: Final = (0.5, 0.9, 1.2, 0.8, 0.8, -1.5, 1.0, 0.6, 0.5, 1.0, 1.0, 2.0)
#: The maximum number of counters in a bid to consider.
_LARGEST_BID: Final = 4


def candidates(s: State, judge: Evaluator, depth: int) -> list[str]:
    """Return promising moves at the question on top of the stack: a subset of the legal ones, never empty."""
    top = s.stack[-1]
    assert isinstance(top, Decision)
    choose = _CHOOSERS.get(type(top))
    if choose is None:
        return top.legal(s)
    return choose(s, top, judge, _WIDTHS[min(depth, 3)])


# The turn


def _turn(s: State, turn: Turn, judge: Evaluator, width: int) -> list[str]:
    seat = turn.seat
    found = []
    # A harvest takes the whole group, so it begins with the first unharvested field of each.
    begins = {"a:" + names(part & s.ripe[seat])[0] for part in groups(s.fields[seat]) if part & s.ripe[seat]}
    workers: list[str] = []
    tiles: list[str] = []
    for move in turn.legal(s):
        action = MOVES[move].action
        if action == "a":
            if move in begins:
                found.append(move)
        elif action == "b" and not MOVES[move].home:
            workers.append(move)
        elif action == "d":
            tiles.append(move)
        else:
            found.append(move)
    found += _best(workers, _merit, min(width, 6))
    found += _best(tiles, lambda move: _registry_gain(s, seat, MOVES[move].tile), min(width, 4))
    return found


def _merit(move: str) -> float:
    worker = MOVES[move].worker
    return NUMBERS[worker] + _POWERS[worker]


def _registry_gain(s: State, seat: int, tile: int) -> float:
    others = max(growth(s.fields[other]).gain(tile) for other in range(s.players) if other != seat)
    return growth(s.fields[seat]).gain(tile) + 0.3 * others


# Workers


def _place(s: State, question: PlaceWorker | Displaced, judge: Evaluator, width: int) -> list[str]:
    seat, worker = question.seat, question.worker
    spaces = _spaces(s, seat, s.posts[seat], worker, question.legal(s), min(width, 6))
    return [*spaces, HOME] if isinstance(question, Displaced) else spaces


def _move_to(s: State, question: MoveTo, judge: Evaluator, width: int) -> list[str]:
    others = tuple(post for post in s.posts[question.seat] if post[0] != question.worker)
    return _spaces(s, question.seat, others, question.worker, question.legal(s), width)


def _spaces(s: State, seat: int, posts: Posts, worker: int, legal: Iterable[str], width: int) -> list[str]:
    fields, ripe = s.fields[seat], s.ripe[seat]
    places = support(fields)
    closed = fields | barred(posts)[0]
    letter = WORKER_LETTERS[worker]
    high = places[NUMBERS[worker] + 1] & ~closed if NUMBERS[worker] < 5 else 0
    good, better = places[3] & ~closed, places[4] & ~closed
    stored = 0
    for tile, _ in s.stores[seat]:
        stored |= 1 << tile

    def merit(move: str) -> float:
        if move == HOME:
            return -100.0
        space = INDEX[move]
        beside = NEIGHBOURS[space]
        value = -0.3 * ((beside & good).bit_count() + (beside & better).bit_count()) - 0.5 * (high >> space & 1)
        value += 0.5 * (stored >> space & 1) + 0.1 * ((s.bag | s.registry) >> space & 1)
        if letter in "AB":
            value += 0.6 * min(NUMBERS[worker] + (letter == "B"), (beside & ripe).bit_count())
        elif letter == "D":
            value += 0.5 * (beside & fields & ~ripe).bit_count()
        return value - sum(NUMBERS[other] for other, stood in posts if stood == space)

    return [move for move in _best(legal, merit, width) if move != HOME]


def _workers(s: State, question: ChooseWorker, judge: Evaluator, width: int) -> list[str]:
    legal = question.legal(s)
    return [*_best(legal[:-1], _merit, width), NO]


# Counters


def _pay(s: State, question: Pay, judge: Evaluator, width: int) -> list[str]:
    """Choose all counters to pay, each the one whose loss costs least; return the first to pay."""
    hands, chosen = s.hands, []
    for _ in range(question.number):
        after = {}
        for crop in range(question.least, 5):
            if counters.count(hands[question.seat], crop):
                one = counters.ONE[crop]
                paid = put(hands, question.seat, hands[question.seat] - one)
                if question.payee != STOCK:
                    paid = put(paid, question.payee, paid[question.payee] + one)
                after[crop] = paid
        best = max(after, key=lambda crop: judge.hands_value(after[crop], question.seat))
        chosen.append(best)
        hands = after[best]
    return [CROPS[min(chosen)]]


def _take(s: State, question: TakeCounters, judge: Evaluator, width: int) -> list[str]:
    """Choose all counters to take, each the one worth most; return the first to take."""
    hands, stock, chosen = s.hands, s.stock, []
    for _ in range(question.number):
        after = {
            crop: put(hands, question.seat, hands[question.seat] + counters.ONE[crop])
            for crop in range(question.least, 5)
            if counters.count(stock, crop)
        }
        best = max(after, key=lambda crop: judge.hands_value(after[crop], question.seat))
        chosen.append(best)
        hands = after[best]
        stock -= counters.ONE[best]
    return [CROPS[min(chosen)]]


def _bid(s: State, question: Bid, judge: Evaluator, width: int) -> list[str]:
    """Stop at the current bid, or add one counter: of the cheapest crops, or of one that hardly anyone can match."""
    bid = s.stores[question.seat][-1][1]
    further = [CROPS[crop] for crop in _further(s.hands, question.seat, bid, question.least, judge, width)]
    return [DONE, *further] if bid else further


def _further(hands: tuple[int, ...], seat: int, bid: int, least: int, judge: Evaluator, width: int) -> list[int]:
    size = counters.total(bid)
    if size >= _LARGEST_BID or (size >= 2 and width < _WIDTHS[0]):
        return []
    cheapest = [crop for crop in judge.cheapest(hands, seat) if crop >= least]
    chosen = cheapest[: 1 if bid and width < _WIDTHS[0] else 2]
    others = sum(hands) - hands[seat]
    for crop in cheapest[2:]:
        if not counters.count(others, crop):
            chosen.append(crop)
            break
    return chosen


def whole_bids(s: State, question: Bid, judge: Evaluator, depth: int) -> list[WholeBid]:
    """Return all bids that :func:`candidates` leads to, one counter after the other, without making positions."""
    seat, least = question.seat, question.least
    begun = WholeBid((), s.stores[seat][-1][1], s.hands)
    key = (begun, seat, least, min(depth, 3))
    found = judge.bids.get(key)
    if found is None:
        found = judge.bids[key] = _whole_bids(begun, seat, least, judge, depth)
    return found


def _whole_bids(begun: WholeBid, seat: int, least: int, judge: Evaluator, depth: int) -> list[WholeBid]:
    moves, bid, hands = begun
    found = [WholeBid((*moves, DONE), bid, hands)] if bid else []
    for crop in _further(hands, seat, bid, least, judge, _WIDTHS[min(depth, 3)]):
        one = counters.ONE[crop]
        more = WholeBid((*moves, CROPS[crop]), bid + one, put(hands, seat, hands[seat] - one))
        # The bid ends when the hand is empty.
        found += _whole_bids(more, seat, crop, judge, depth + 1) if more.hands[seat] else [more]
    return found


# Fields


def _pick(s: State, question: PickFields, judge: Evaluator, width: int) -> list[str]:
    source, fields = question.source, spaces_in(question.candidates)
    if source in "aVD":
        return [SPACES[fields[0]]]
    seat = question.seat
    crops = s.layout.crops
    if source == "R":
        ripe = s.ripe[seat] | question.picked
        most = {
            field: (part & ripe).bit_count() for part in groups(s.fields[seat]) for field in fields if part >> field & 1
        }
        merits = {field: most[field] + 0.5 * _worth(s, seat, crops[field], judge) for field in fields}
    else:
        merits = {field: _worth(s, seat, crops[field], judge) for field in fields}
    chosen = sorted(fields, key=lambda field: -merits[field])[: question.room]
    return [SPACES[min(chosen)]]


def _worth(s: State, seat: int, crop: int, judge: Evaluator) -> float:
    hands = s.hands
    gained = put(hands, seat, hands[seat] + counters.ONE[crop])
    return judge.hands_value(gained, seat) - judge.hands_value(hands, seat)


def _part_with(s: State, question: ChooseField | Give | Replace, judge: Evaluator, width: int) -> list[str]:
    """Return the player's fields whose loss costs the fewest points, harvested ones first."""
    seat = question.seat
    fields, ripe = s.fields[seat], s.ripe[seat]
    legal = question.legal(s)
    own = [move for move in legal if move not in (NO, FALLOW)]

    def merit(move: str) -> float:
        tile = INDEX[move]
        return growth(fields & ~(1 << tile)).points - 0.5 * (ripe >> tile & 1)

    more = isinstance(question, ChooseField) and question.source in "NU"
    return _best(own, merit, min(width, 4 if more else 12)) + legal[len(own) :]


def _obtain(
    s: State,
    question: BuyFromStore | ChooseRegistry | TakeUnconnected | SwapFor | ExchangeFor,
    judge: Evaluator,
    width: int,
) -> list[str]:
    """Return the tiles that add the most points, and the move that declines."""
    grown = growth(s.fields[question.seat])
    legal = question.legal(s)
    tiles = [move for move in legal if move != NO]
    return _best(tiles, lambda move: grown.gain(INDEX[move]), min(width, 8)) + legal[len(tiles) :]


def _start(s: State, question: ChooseStart, judge: Evaluator, width: int) -> list[str]:
    """Start, to choose first from the registry."""
    return [str(question.seat + 1)]


def _best(moves: Iterable[str], merit: Callable[[str], float], number: int) -> list[str]:
    """Return the best few, best first; equals keep their order."""
    return sorted(moves, key=lambda move: -merit(move))[:number]


_CHOOSERS: Final[dict[type, Callable[[State, Any, Evaluator, int], list[str]]]] = {
    Turn: _turn,
    PlaceWorker: _place,
    Displaced: _place,
    MoveTo: _move_to,
    ChooseWorker: _workers,
    Pay: _pay,
    TakeCounters: _take,
    Bid: _bid,
    PickFields: _pick,
    ChooseField: _part_with,
    Give: _part_with,
    Replace: _part_with,
    BuyFromStore: _obtain,
    ChooseRegistry: _obtain,
    TakeUnconnected: _obtain,
    SwapFor: _obtain,
    ExchangeFor: _obtain,
    ChooseStart: _start,
}
