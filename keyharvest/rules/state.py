"""The whole position of a game as one value (see docs/engine.md for the table of fields).

Every field holds an immutable value, so a copy costs one assignment a field and old states stay as they were.
Only the engine changes a state, and only the copy it has just made.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter, index
from typing import TYPE_CHECKING, Any, TypeVar

from keyharvest.rules import counters
from keyharvest.rules.components import NUMBERS, TOWNSFOLK
from keyharvest.rules.geometry import ALL_SPACES, NEIGHBOURS, support

if TYPE_CHECKING:
    from keyharvest.rules.layout import Layout

T = TypeVar("T")

#: The workers on one board: ``(worker, space)``, ascending by worker.
Posts = tuple[tuple[int, int], ...]
#: The tiles in one store with their bids, in the order they came.
Store = tuple[tuple[int, int], ...]


def round_of(turn: int, players: int) -> int:
    """The round that a turn, by its number, belongs to: every player has one turn in each; 0 in set-up (rule 3.1).

    >>> [round_of(turn, 2) for turn in range(5)]
    [0, 1, 1, 2, 2]
    """
    return -(-turn // players)


def whole(what: str, value: Any) -> int:
    """A whole number of any kind, numpy's too, as an ``int``; ``ValueError`` names what is none.

    >>> whole("seed", 1.5)
    Traceback (most recent call last):
    ...
    ValueError: seed: 1.5; want a whole number
    """
    try:
        return int(index(value))
    except TypeError:
        raise ValueError(f"{what}: {value!r}; want a whole number") from None


def check_seat(seat: int, players: int = 4) -> None:
    """``ValueError`` unless it is one of the seats of a game: from 0 in code, though from 1 in all text.

    >>> check_seat(2, players=2)
    Traceback (most recent call last):
    ...
    ValueError: seat: 2; want a number from 0 to 1
    """
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise ValueError(f"seat: {seat!r}; want a number from 0 to {players - 1}")


class Frame:
    """A value on the stack."""

    __slots__ = ()

    def drew(self) -> Frame:
        """The frame to stand at the bottom of the stack after a tile was drawn from the bag (see ``turn.Turn``)."""
        return self


class State:
    """A position of the game, in the middle of any interrupt if need be."""

    __slots__ = (
        "aside",
        "bag",
        "bag_events",
        "fallow",
        "fields",
        "gone",
        "hands",
        "idle",
        "known",
        "layout",
        "left",
        "placed",
        "players",
        "posts",
        "registry",
        "removed",
        "revealed",
        "ripe",
        "seat",
        "seen",
        "stack",
        "start",
        "stock",
        "stores",
        "town",
        "turn",
    )

    players: int
    layout: Layout
    turn: int
    seat: int
    start: int
    left: int
    idle: int
    stock: int
    registry: int
    bag: int
    fallow: int
    town: int
    bag_events: int
    removed: int
    seen: int
    aside: int
    gone: int
    placed: tuple[int, ...]
    fields: tuple[int, ...]
    ripe: tuple[int, ...]
    posts: tuple[Posts, ...]
    hands: tuple[int, ...]
    known: tuple[int, ...]
    revealed: tuple[int, ...]
    stores: tuple[Store, ...]
    stack: tuple[Frame, ...]

    def __init__(self, players: int, layout: Layout) -> None:
        """An empty table for 2, 3 or 4 players (rule 1.1), all in the box but the tiles, which are in the bag."""
        if players not in (2, 3, 4):
            raise ValueError(f"players: {players!r}; the game is for 2, 3 or 4 (rule 1.1)")
        self.players = whole("players", players)
        self.layout = layout
        self.turn = self.idle = 0
        self.seat = self.start = self.left = -1
        self.stock = counters.ALL
        self.registry = self.fallow = self.bag_events = 0
        self.removed = self.seen = self.aside = self.gone = 0
        self.bag = ALL_SPACES
        self.town = TOWNSFOLK
        self.placed = ()
        self.fields = self.ripe = self.hands = self.known = self.revealed = (0,) * players
        self.posts = self.stores = ((),) * players
        self.stack = ()

    def copy(self) -> State:
        """An equal state whose fields can be set without changing this one."""
        new = _blank(State)
        new.players = self.players
        new.layout = self.layout
        new.turn = self.turn
        new.seat = self.seat
        new.start = self.start
        new.left = self.left
        new.idle = self.idle
        new.stock = self.stock
        new.registry = self.registry
        new.bag = self.bag
        new.fallow = self.fallow
        new.town = self.town
        new.bag_events = self.bag_events
        new.removed = self.removed
        new.seen = self.seen
        new.aside = self.aside
        new.gone = self.gone
        new.placed = self.placed
        new.fields = self.fields
        new.ripe = self.ripe
        new.posts = self.posts
        new.hands = self.hands
        new.known = self.known
        new.revealed = self.revealed
        new.stores = self.stores
        new.stack = self.stack
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def key(self) -> tuple[object, ...]:
        """A value that can be hashed, equal for equal states only: to find a state again in a dictionary.

        The layout is left out, which stays the same in all states of a game.

        >>> from keyharvest.rules import new_game
        >>> new_game(2).key() == new_game(2).key() != new_game(3).key()
        True
        """
        return _fields(self), repr(self.stack)

    # What the engine does to its own copy.

    def push(self, frame: Frame) -> None:
        """Put a frame on top of the stack."""
        self.stack += (frame,)

    def gain(self, seat: int, gained: int) -> None:
        """Counters from the stock into a hand, seen by all (rule 14.1)."""
        self.stock -= gained
        self.receive(seat, gained)

    def receive(self, seat: int, gained: int) -> None:
        """Counters into a hand, seen by all."""
        self.hands = put(self.hands, seat, self.hands[seat] + gained)
        self.known = put(self.known, seat, self.known[seat] + gained)

    def spend(self, seat: int, paid: int) -> None:
        """Counters out of a hand; what was not known there reveals a starting counter (rule 14.3)."""
        self.hands = put(self.hands, seat, self.hands[seat] - paid)
        known = self.known[seat]
        if counters.covers(known, paid):
            self.known = put(self.known, seat, known - paid)
            return
        for crop, one in enumerate(counters.ONE):
            number = counters.count(paid, crop)
            shown = min(number, counters.count(known, crop))
            known -= shown * one
            if number > shown:
                more = (number - shown) * one
                self.revealed = put(self.revealed, seat, self.revealed[seat] + more)
        self.known = put(self.known, seat, known)

    def add_field(self, seat: int, tile: int) -> None:
        """A field tile arrives on a board, unharvested (rule 8.2)."""
        self.fields = put(self.fields, seat, self.fields[seat] | 1 << tile)
        self.ripe = put(self.ripe, seat, self.ripe[seat] | 1 << tile)

    def take_field(self, seat: int, tile: int) -> None:
        """A field tile leaves a board."""
        self.fields = put(self.fields, seat, self.fields[seat] & ~(1 << tile))
        self.ripe = put(self.ripe, seat, self.ripe[seat] & ~(1 << tile))

    def add_post(self, seat: int, worker: int, space: int) -> None:
        """A worker onto a space of a board; one that stood there goes home (rule 5.3)."""
        for other, stood in self.posts[seat]:
            if stood == space:
                self.send_home(seat, other)
                break
        self.posts = put(self.posts, seat, tuple(sorted((*self.posts[seat], (worker, space)))))
        self.town &= ~(1 << worker)

    def lift(self, seat: int, worker: int) -> None:
        """A worker off a board, to nowhere yet."""
        self.posts = put(self.posts, seat, tuple(post for post in self.posts[seat] if post[0] != worker))

    def send_home(self, seat: int, worker: int) -> None:
        """A worker off a board: a farmhand beside it, one of the townsfolk to the town board (rules 5.3, 5.6)."""
        self.lift(seat, worker)
        self.town |= 1 << worker & TOWNSFOLK

    # What is asked of a state.

    def owner(self, tile: int) -> int:
        """The seat whose board holds a field tile, or -1."""
        for seat, fields in enumerate(self.fields):
            if fields >> tile & 1:
                return seat
        return -1

    def store_of(self, tile: int) -> int:
        """The seat whose store holds a field tile, or -1."""
        for seat, store in enumerate(self.stores):
            for held, _ in store:
                if held == tile:
                    return seat
        return -1

    def bid_of(self, tile: int) -> int:
        """The bid with which a field tile lies in a store, packed; none if it lies in no store."""
        return next((bid for store in self.stores for held, bid in store if held == tile), counters.NONE)

    def pool(self) -> int:
        """The counters in the bag while they are dealt (rule 2.4), packed; none afterwards."""
        held = self.stock + sum(self.hands)
        for store in self.stores:
            for _, bid in store:
                held += bid
        return counters.ALL - held


_blank = object.__new__
_fields = attrgetter(*[name for name in State.__slots__ if name not in ("layout", "stack")])


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with one place changed."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


@lru_cache(maxsize=1 << 12)
def barred(posts: Posts) -> tuple[int, ...]:
    """For each number 0..5 the spaces that its workers may not enter because of workers there or beside (5.2, 5.3)."""
    beside = 0
    at_least = [0] * 6
    for worker, space in posts:
        beside |= NEIGHBOURS[space]
        for number in range(NUMBERS[worker] + 1):
            at_least[number] |= 1 << space
    return tuple([beside | mask for mask in at_least])


def openings(fields: int, posts: Posts, worker: int) -> int:
    """The spaces of a board where a worker that is not on it may be placed (rules 5.2, 5.3), as a mask."""
    number = NUMBERS[worker]
    return support(fields)[number] & ~(fields | barred(posts)[number])
