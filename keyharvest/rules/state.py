"""The whole position of a game as one value (docs/engine.md has a table of the fields).

Every field holds an immutable value, so a copy costs one assignment per field and old states never change. Only the
engine changes a state, and only the copy that it has just made.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from operator import attrgetter, index
from typing import TYPE_CHECKING, Any, Final, TypeVar

from keyharvest.rules import counters
from keyharvest.rules.components import CROPS, NUMBERS, TOWNSFOLK
from keyharvest.rules.geometry import ALL_SPACES, NEIGHBOURS, support

if TYPE_CHECKING:
    from keyharvest.rules.layout import Layout

T = TypeVar("T")

#: The workers on one board: ``(worker, space)``, ascending by worker.
Posts = tuple[tuple[int, int], ...]
#: The tiles in one store with their bids, in order of arrival.
Store = tuple[tuple[int, int], ...]


def round_of(turn: int, players: int) -> int:
    """Return the round of a turn, given the turn's number; 0 for set-up. Each player has one turn a round (rule 3.1).

    >>> [round_of(turn, 2) for turn in range(5)]
    [0, 1, 1, 2, 2]
    """
    return -(-turn // players)


def whole(what: str, value: Any) -> int:
    """Return any kind of integer, numpy's too, as an ``int``. Raise ``ValueError`` for anything else, a bool too.

    >>> whole("seed", 1.5)
    Traceback (most recent call last):
    ...
    ValueError: seed: 1.5; expected a whole number
    """
    number = _integer(value)
    if number is None:
        raise ValueError(f"{what}: {value!r}; expected a whole number")
    return number


def _integer(value: Any) -> int | None:
    try:
        return None if isinstance(value, bool) else int(index(value))
    except TypeError:
        return None


def check_seat(seat: Any, players: int = 4) -> int:
    """Return a seat of the game as an ``int``: seats count from 0 in code, from 1 in all text. Else ``ValueError``.

    >>> check_seat(2, players=2)
    Traceback (most recent call last):
    ...
    ValueError: seat: 2; expected a number from 0 to 1
    """
    number = _integer(seat)
    if number is None or not 0 <= number < players:
        raise ValueError(f"seat: {seat!r}; expected a number from 0 to {players - 1}")
    return number


def lacks(value: object, name: str, instead: str) -> AttributeError:
    """Return the error for an attribute that *value* lacks.

    If a state has it, a function that expects a state was given *value*: ``instead`` is what to give it.
    """
    kind = type(value).__name__
    if hasattr(State, name):
        return AttributeError(f"expected a State, not {kind}, which has no {name!r}: give {instead} instead")
    return AttributeError(f"{kind!r} object has no attribute {name!r}")


class Frame:
    """A value on the stack."""

    __slots__ = ()

    def drew(self) -> Frame:
        """Return the frame that replaces this one at the bottom of the stack after a draw (see ``turn.Turn``)."""
        return self

    def apply(self, s: State, move: str) -> None:
        """Carry out a choice or an outcome. The frame, a decision or a draw, has been taken off the stack."""
        raise NotImplementedError


#: The names of a state's fields.
ATTRIBUTES: Final = (
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


class State:
    """A position of the game, possibly in the middle of a power or an event."""

    __slots__ = ATTRIBUTES

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

    @staticmethod
    def empty(players: int, layout: Layout) -> State:
        """Return an empty table for 2, 3 or 4 players (rule 1.1): the tiles are in the bag, all else in the box."""
        players = whole("players", players)
        if players not in (2, 3, 4):
            raise ValueError(f"players: {players}; the game is for 2, 3 or 4 (rule 1.1)")
        s = State()
        s.players = players
        s.layout = layout
        s.turn = s.idle = 0
        s.seat = s.start = s.left = -1
        s.stock = counters.ALL
        s.registry = s.fallow = s.bag_events = 0
        s.removed = s.seen = s.aside = s.gone = 0
        s.bag = ALL_SPACES
        s.town = TOWNSFOLK
        s.placed = ()
        s.fields = s.ripe = s.hands = s.known = s.revealed = (0,) * players
        s.posts = s.stores = ((),) * players
        s.stack = ()
        return s

    def copy(self) -> State:
        """Return an equal state that can be changed without changing this one."""
        new = State()
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
        return all(getattr(self, name) == getattr(other, name) for name in ATTRIBUTES)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()  # all values are immutable

    def __repr__(self) -> str:
        return f"<State {described(self)}>"

    def key(self) -> tuple[object, ...]:
        """Return a hashable value, equal only for equal states, for use as a dictionary key.

        It leaves out the layout, which is the same in all states of a game.

        >>> from keyharvest.rules import new_game
        >>> new_game(2).key() == new_game(2).key() != new_game(3).key()
        True
        """
        return _fields(self), self.stack

    # Changes, which only the engine makes, to its own copy.

    def push(self, frame: Frame) -> None:
        """Put a frame on top of the stack."""
        self.stack += (frame,)

    def gain(self, seat: int, gained: int) -> None:
        """Move counters from the stock into a hand, in the open (rule 14.1)."""
        self.stock -= gained
        self.receive(seat, gained)

    def receive(self, seat: int, gained: int) -> None:
        """Add counters to a hand, in the open."""
        self.hands = put(self.hands, seat, self.hands[seat] + gained)
        self.known = put(self.known, seat, self.known[seat] + gained)

    def spend(self, seat: int, paid: int) -> None:
        """Take counters out of a hand; one not known to be there reveals a starting counter (rule 14.3)."""
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
        """Put a field tile on a board, unharvested (rule 8.2)."""
        self.fields = put(self.fields, seat, self.fields[seat] | 1 << tile)
        self.ripe = put(self.ripe, seat, self.ripe[seat] | 1 << tile)

    def take_field(self, seat: int, tile: int) -> None:
        """Take a field tile off a board."""
        self.fields = put(self.fields, seat, self.fields[seat] & ~(1 << tile))
        self.ripe = put(self.ripe, seat, self.ripe[seat] & ~(1 << tile))

    def add_post(self, seat: int, worker: int, space: int) -> None:
        """Put a worker on a space of a board; a worker there goes home (rule 5.3)."""
        for other, stood in self.posts[seat]:
            if stood == space:
                self.send_home(seat, other)
                break
        self.posts = put(self.posts, seat, tuple(sorted((*self.posts[seat], (worker, space)))))
        self.town &= ~(1 << worker)

    def lift(self, seat: int, worker: int) -> None:
        """Take a worker off a board; the caller must then put it somewhere."""
        self.posts = put(self.posts, seat, tuple(post for post in self.posts[seat] if post[0] != worker))

    def send_home(self, seat: int, worker: int) -> None:
        """Send a worker home: a farmhand beside the board, one of the townsfolk to the town board (rules 5.3, 5.6)."""
        self.lift(seat, worker)
        self.town |= 1 << worker & TOWNSFOLK

    # Questions about a state.

    def hand(self, seat: int) -> dict[str, int]:
        """Return the counters in a hand by crop. Raise ``ValueError`` if the seat isn't in the game.

        >>> from keyharvest.rules import new_game
        >>> new_game(2).hand(0)
        {'hops': 0, 'vegetables': 0, 'apples': 0, 'barrels': 0, 'wheat': 0}
        """
        held = self.hands[check_seat(seat, self.players)]
        return dict(zip(CROPS, counters.unpack(held), strict=True))

    def owner(self, tile: int) -> int:
        """Return the seat whose board holds a field tile, or -1."""
        for seat, fields in enumerate(self.fields):
            if fields >> tile & 1:
                return seat
        return -1

    def store_of(self, tile: int) -> int:
        """Return the seat whose store holds a field tile, or -1."""
        for seat, store in enumerate(self.stores):
            for held, _ in store:
                if held == tile:
                    return seat
        return -1

    def bid_of(self, tile: int) -> int:
        """Return the bid on a field tile in a store, packed; ``NONE`` if no store holds it."""
        return next((bid for store in self.stores for held, bid in store if held == tile), counters.NONE)

    def pool(self) -> int:
        """Return the starting counters that are still to be dealt (rule 2.4), packed; none after set-up."""
        held = self.stock + sum(self.hands)
        for store in self.stores:
            for _, bid in store:
                held += bid
        return counters.ALL - held


def described(state: State) -> str:
    """Return a state as the text of a position, for people; the rules never need it.

    >>> from keyharvest.rules import new_game
    >>> described(new_game(2))[:34]
    'kh1 players=2 layout=standard-2 tu'
    """
    text: str = import_module("keyharvest.record").position_text(state)
    return text


_fields = attrgetter(*[name for name in ATTRIBUTES if name not in ("layout", "stack")])


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a copy of the tuple with one value replaced."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


@lru_cache(maxsize=1 << 12)
def barred(posts: Posts) -> tuple[int, ...]:
    """Return for each number 0..5 the spaces closed to its workers by workers on or beside them (5.2, 5.3)."""
    beside = 0
    at_least = [0] * 6
    for worker, space in posts:
        beside |= NEIGHBOURS[space]
        for number in range(NUMBERS[worker] + 1):
            at_least[number] |= 1 << space
    return tuple([beside | mask for mask in at_least])


def openings(fields: int, posts: Posts, worker: int) -> int:
    """Return the spaces where a worker not on the board may be placed (rules 5.2, 5.3), as a mask."""
    number = NUMBERS[worker]
    return support(fields)[number] & ~(fields | barred(posts)[number])
