"""Puzzles answered by choosing: hidden or certain counters, spaces for a worker, and reasons why not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from keyharvest.puzzles.finding import Candidate
from keyharvest.puzzles.kinds import codes_for
from keyharvest.puzzles.position import Position, emptied, turn_of, write
from keyharvest.rules import Source, State, counters
from keyharvest.rules.components import CROPS, NUMBERS, STORE_PLACES, WORKER_LETTERS
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, names, spaces_in, support
from keyharvest.rules.moves import MOVES
from keyharvest.rules.state import barred, openings
from keyharvest.rules.turn import ACTIONS, FROM_STORES, TO_STORE, WORK

#: The minimum number of deals of the hidden counters that make a puzzle.
_FEWEST_DEALS: Final = 6
#: The maximum number of certain counters in an answer.
_MOST_CERTAIN: Final = 3
#: The action of a wish, by its prefix; all other wishes are for (b).
_ACTIONS: Final = {"c:": FROM_STORES, "d:": TO_STORE}


def hidden_counters(s: State) -> Candidate | None:
    """Return a puzzle for three or four players: which hidden counters must another player hold?"""
    position = emptied(s)
    pool = position.state.pool()  # the counters that not everyone has seen, without the reader's own (rule 14.3)
    size = counters.total(pool)
    if size < 3:
        return None
    for seat in range(1, s.players):
        if sum(1 for other, number in enumerate(position.unknown) if number and other != seat) < 1:
            continue
        elsewhere = size - position.unknown[seat]
        certain = [max(0, number - elsewhere) for number in counters.unpack(pool)]
        if 1 <= sum(certain) <= min(_MOST_CERTAIN, position.unknown[seat]):
            answer = tuple(name for name, number in zip(CROPS, certain, strict=True) for _ in range(number))
            table, ends = write(position), len(set(_picks(pool, position.unknown[seat])))
            return Candidate("hidden", ("behind",), table, str(seat + 1), len(answer), (), (answer,), ends, 1)
    return None


def _picks(pool: int, size: int) -> Iterator[int]:
    """Yield every hand of ``size`` counters that can be taken from a pool."""
    for pick in combinations_with_replacement(range(len(CROPS)), size):
        packed = sum(counters.ONE[crop] for crop in pick)
        if counters.covers(pool, packed):
            yield packed


def _deals(position: Position) -> list[tuple[int, ...]]:
    """Return every deal of the hidden counters, as the hands of all seats."""
    shared: list[tuple[tuple[int, ...], int]] = [((), position.state.pool())]
    for hand, number in zip(position.state.hands, position.unknown, strict=True):
        shared = [((*hands, hand + pick), left - pick) for hands, left in shared for pick in set(_picks(left, number))]
    return [hands for hands, _ in shared]


def certain_crops(s: State) -> Candidate | None:
    """Return a puzzle for three or four players: of which crops does the reader certainly have a majority?"""
    position = emptied(s)
    deals = _deals(position)
    if len(deals) < _FEWEST_DEALS:
        return None
    sure = tuple(CROPS[crop] for crop in range(5) if all(_most_alone(hands, crop) for hands in deals))
    looks = {CROPS[crop] for crop in range(5) if _most_alone(position.state.hands, crop)}
    if not sure or looks == set(sure):
        return None
    return Candidate("crops", ("certain",), write(position), "", len(sure), (), (sure,), len(deals), 1)


def _most_alone(hands: tuple[int, ...], crop: int) -> bool:
    own, *others = [counters.count(hand, crop) for hand in hands]
    return own > max(others)


def spaces(s: State, source: Source) -> Candidate | None:
    """Ask where a worker may be placed, on a board with spaces that fail only one condition."""
    position = emptied(s)
    state = position.state
    fields, posts = state.fields[0], state.posts[0]
    if len(posts) < 2:
        return None
    at_hand = spaces_in(turn_of(state).at_hand(state))
    while at_hand:
        worker = at_hand.pop(source.below(len(at_hand)))
        if NUMBERS[worker] not in (2, 3, 4):
            continue
        may = openings(fields, posts, worker)
        traps = support(fields)[NUMBERS[worker]] & ~fields & ~may
        if 2 <= may.bit_count() <= 7 and traps.bit_count() >= 3:
            answer, ends = tuple(names(may)), may.bit_count() + traps.bit_count()
            table = write(position)
            return Candidate("space", ("stand",), table, WORKER_LETTERS[worker], len(answer), (), (answer,), ends, 1)
    return None


def why_not(s: State, source: Source, wanted: str) -> Candidate | None:
    """Ask about something impossible for only one of the listed reasons: the reason ``wanted``."""
    position = emptied(s)
    turn = turn_of(position.state)
    wishes = list(_wishes(position.state, wanted))
    if wanted not in ("taken", "after"):  # else an action that was taken already would be a reason of its own (3.1)
        wishes = [wish for wish in wishes if turn.allowed() & _ACTIONS.get(wish[:2], WORK)]
    while wishes:
        wish = wishes.pop(source.below(len(wishes)))
        holding = [code for code in codes_for(wish) if holds(position.state, wish, code)]
        if holding == [wanted]:
            answer = (wanted,)
            return Candidate("why", ("reason",), write(position), wish, 1, (), (answer,), len(codes_for(wish)), 1)
    return None


def _wishes(s: State, wanted: str) -> Iterator[str]:
    """Yield tempting wishes that might fail for a reason."""
    turn = turn_of(s)
    if wanted in codes_for("A@A1"):
        for worker in spaces_in(turn.at_hand(s)):
            number = NUMBERS[worker]
            # A space that touches one field too few is more tempting than one that touches none.
            near = support(s.fields[0])[max(1, number - (wanted == "few"))]
            for space in names(near & (s.fields[0] if wanted == "field" else ~s.fields[0])):
                if number > 1:
                    yield f"{WORKER_LETTERS[worker]}@{space}"
    elif wanted in codes_for("b:A"):
        yield from ("b:" + letter for letter in WORKER_LETTERS[2:])
    else:
        action = "c" if wanted in codes_for("c:A1") else "d"
        tiles = s.registry | sum(1 << tile for store in s.stores for tile, _ in store)
        yield from names(tiles, action + ":")


def holds(s: State, wish: str, code: str) -> bool:
    """Whether a reason is true of a wish in a position: each is one condition of a rule, regardless of the others.

    >>> from keyharvest.game import Game
    >>> state = emptied(Game.new(2, start="random", seed=1).state).state
    >>> holds(state, "C@G7", "few"), holds(state, "d:A4", "full")
    (True, False)
    """
    turn = turn_of(s)
    fields, posts, hand = s.fields[0], s.posts[0], s.hands[0]
    letter, at, name = wish.partition("@")
    if at:
        worker, space = WORKER_LETTERS.index(letter), INDEX[name]
        number = NUMBERS[worker]
        there = [NUMBERS[other] for other, stood in posts if stood == space]
        return {
            "field": bool(fields >> space & 1),
            "few": (NEIGHBOURS[space] & fields).bit_count() < number,
            "beside": any(NEIGHBOURS[space] >> stood & 1 for _, stood in posts),
            "number": bool(there) and there[0] >= number,
        }[code]
    move = MOVES[wish]
    if code == "taken":
        return turn.used.bit_count() == ACTIONS and not turn.open & (8 if move.action == "d" else 4)
    if move.action == "b":
        boards = [seat for seat, each in enumerate(s.posts) if move.worker in dict(each)]
        enough = support(fields)[NUMBERS[move.worker]] & ~fields
        return {
            "there": 0 in boards,
            "away": move.worker >= 6 and any(boards),
            "nowhere": not enough,
            "blocked": bool(enough) and not enough & ~barred(posts)[NUMBERS[move.worker]],
        }[code]
    owner = s.store_of(move.tile)
    if move.action == "c":
        return {
            "unstored": owner < 0,
            "match": owner > 0 and not counters.covers(hand, s.bid_of(move.tile)),
            "after": bool(turn.used & TO_STORE) and turn.used.bit_count() < ACTIONS,
        }[code]
    return {
        "elsewhere": not s.registry >> move.tile & 1,
        "full": len(s.stores[0]) == STORE_PLACES,
        "empty": not hand,
    }[code]
