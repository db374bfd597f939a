"""The position of a puzzle as a short text: what the reader sees on the table, without deductions.

In a puzzle the bag is empty and all events are out, so nothing depends on chance (rules 9.1, 9.7). The reader has the
first seat, and it is the reader's turn. Docs/puzzles.md describes the text.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from keyharvest.rules import STANDARD, State, counters
from keyharvest.rules.components import ALL_EVENTS, EVENT_SPACES, TOWNSFOLK, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.geometry import ALL_SPACES, INDEX, SPACES, mask_of, names
from keyharvest.rules.state import Posts, Store
from keyharvest.rules.turn import Turn

#: The round of the turn: any will do, and the last turns of a game are often in this one.
_ROUND: Final = 15


class Position(NamedTuple):
    """A table as the reader of a puzzle sees it.

    Attributes:
        state: the position; the hands of others contain only the counters that everyone has seen (rule 14.3).
        unknown: the number of other counters in each hand; none with two players (rule 2.4), and none in the reader's.
    """

    state: State
    unknown: tuple[int, ...]


def turn_of(s: State) -> Turn:
    """Return the question of a position in which the next action is chosen, as in all puzzles."""
    turn = s.stack[-1]
    assert isinstance(turn, Turn)
    return turn


def emptied(s: State, left: int = 0) -> Position:
    """Make a turn of a game the turn of a puzzle, with ``left`` turns after it.

    Empty the bag, take the events out, put the seat whose turn it is first, and hide what not everyone has seen.

    >>> from keyharvest.game import Game
    >>> state, unknown = emptied(Game.new(2, start="random", seed=1).state)
    >>> state.bag, state.seat, state.left, unknown
    (0, 0, 0, (0, 0))
    """
    turn = turn_of(s)
    order = [(turn.seat + seat) % s.players for seat in range(s.players)]
    p = _begun(s.players, left, turn.used, turn.open)
    p.layout = s.layout
    p.stock, p.registry, p.fallow, p.town = s.stock, s.registry, s.fallow | s.bag, s.town
    p.fields, p.ripe = tuple(s.fields[seat] for seat in order), tuple(s.ripe[seat] for seat in order)
    p.posts, p.stores = tuple(s.posts[seat] for seat in order), tuple(s.stores[seat] for seat in order)
    p.hands = p.known = (s.hands[turn.seat], *(s.known[seat] for seat in order[1:]))
    unknown = tuple(counters.total(s.hands[seat]) - counters.total(s.known[seat]) for seat in order[1:])
    return Position(p, (0, *unknown))


def _begun(players: int, left: int, used: int, still_open: int) -> State:
    """Return an empty table in the turn of the first seat, after the tenth event (rule 13.1)."""
    p = State.empty(players, STANDARD)
    p.turn, p.seat, p.start, p.left, p.idle = _ROUND * players - players + 1, 0, 0, left, 0
    p.bag = 0
    p.placed = tuple(range(EVENT_SPACES))
    rest = ALL_EVENTS & ~((1 << EVENT_SPACES) - 1)
    p.removed = rest & ~(rest >> 2) if players > 2 else 0  # the last two, unseen by all (rule 2.6)
    p.gone, p.seen = rest & ~p.removed, ALL_EVENTS & ~p.removed
    p.stack = (Turn(0, used, still_open),)
    return p


def write(position: Position) -> str:
    """Write a position as text.

    >>> from keyharvest.game import Game
    >>> write(emptied(Game.new(2, start="random", seed=1).state))
    ';A1C4C9D4D7F7;A5F1,,,h1v1w1,;C1G6,,,h1a1b1,'
    """
    s = position.state
    turn = turn_of(s)
    flags = f"{turn.used:x}{turn.open:x}" if turn.used else ""
    if s.players > 2:
        flags += "." + _counters(s.stock)
    parts = [flags, "".join(names(s.registry))]
    for seat in range(s.players):
        hidden = position.unknown[seat]
        parts.append(
            ",".join(
                [
                    "".join(names(s.ripe[seat])),
                    "".join(names(s.fields[seat] & ~s.ripe[seat])),
                    "".join(f"{WORKER_LETTERS[worker]}{SPACES[space]}" for worker, space in s.posts[seat]),
                    _counters(s.hands[seat]) + (f"+{hidden}" if hidden else ""),
                    "/".join(f"{SPACES[tile]}{_counters(bid)}" for tile, bid in s.stores[seat]),
                ]
            )
        )
    return ";".join(parts)


def read(text: str, left: int = 0) -> Position:
    """Read a position. Raise ``ValueError`` if the text is invalid, or names a thing twice.

    >>> text = "48.h1;A4;C1,G6,BB1,v1,;A5,,,w1+2,C5h1/C6v2;F1,,GF2,+1,"
    >>> position = read(text)
    >>> write(position) == text, position.unknown
    (True, (0, 2, 1))
    """
    try:
        flags, registry, *seats = text.split(";")
        taken, _, stock = flags.partition(".")
        p = _begun(len(seats), left, int(taken[:1] or "0", 16), int(taken[1:] or "0", 16))
        ripe, fields, posts, hands, stores, unknown = [], [], [], [], [], []
        for seat in seats:
            standing, harvested, workers, hand, store = seat.split(",")
            held, _, hidden = hand.partition("+")
            ripe.append(_refs(standing))
            fields.append(ripe[-1] | _refs(harvested))
            posts.append(_posts(workers))
            hands.append(_packed(held))
            stores.append(_store(store))
            unknown.append(int(hidden or 0))
        p.registry, p.ripe, p.fields = _refs(registry), tuple(ripe), tuple(fields)
        p.posts, p.hands, p.known, p.stores = tuple(posts), tuple(hands), tuple(hands), tuple(stores)
        bids = sum(bid for store in stores for _, bid in store)
        p.stock = _packed(stock) if len(seats) > 2 else counters.ALL - sum(hands) - bids
        tiles = [p.registry, *fields, *(1 << tile for store in stores for tile, _ in store)]
        standing_there = [1 << worker & TOWNSFOLK for each in posts for worker, _ in each]
        p.fallow, p.town = ALL_SPACES & ~sum(tiles), TOWNSFOLK & ~sum(standing_there)
        if sum(mask.bit_count() for mask in tiles) + p.fallow.bit_count() != len(SPACES):
            raise ValueError("a tile is in two places")
        return Position(p, tuple(unknown))
    except (KeyError, IndexError, ValueError) as error:
        raise ValueError(f"position {text[:40]!r}: {error}") from None


def _counters(packed: int) -> str:
    return counters.text(packed) if packed else ""


def _packed(text: str) -> int:
    return counters.parse(text or "-")


def _refs(text: str) -> int:
    return mask_of([text[at : at + 2] for at in range(0, len(text), 2)])


def _posts(text: str) -> Posts:
    return tuple((WORKER_INDEX[text[at]], INDEX[text[at + 1 : at + 3]]) for at in range(0, len(text), 3))


def _store(text: str) -> Store:
    return tuple((INDEX[each[:2]], _packed(each[2:])) for each in text.split("/")) if text else ()
