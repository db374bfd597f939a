"""The knowledge of one seat (rule 14), and full states that agree with it."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, Final

from keyharvest.rules import counters
from keyharvest.rules.chance import Source
from keyharvest.rules.components import ALL_EVENTS
from keyharvest.rules.engine import actor, legal
from keyharvest.rules.frames import Pay
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.setup import RemoveEvent
from keyharvest.rules.state import Frame, State, check_seat, described, lacks

_CROPS: Final = range(5)


class Observation:
    """The game as one seat knows it, and all that a computer player gets.

    Attributes:
        seat: the seat that observes.
        view: a state with the secrets masked. The hand of another seat contains only the counters whose crop this seat
            knows, from open gains or by deduction (rule 14.3). With three or four players, as long as any event is in
            the bag, ``bag_events`` contains every event that may be there and ``removed`` is empty (rule 14.2).
            Everything else is exact.
        unknown: for each seat the number of counters in its hand that ``view`` doesn't contain.
    """

    __slots__ = ("_secret", "seat", "unknown", "view")

    def __init__(self, seat: int, view: State, unknown: tuple[int, ...], secret: tuple[int, ...]) -> None:
        self.seat = seat
        self.view = view
        self.unknown = unknown
        # For each other seat the number of secret starting counters that it still holds, deduced ones included.
        self._secret = secret

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return (
            self.seat == other.seat
            and self.unknown == other.unknown
            and self._secret == other._secret
            and self.view == other.view
        )

    __hash__ = None  # type: ignore[assignment]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise lacks(self, name, "observation.view")

    def __repr__(self) -> str:
        unknown = ",".join(map(str, self.unknown))
        return f"<Observation of seat {self.seat + 1}: {described(self.view)} unknown={unknown}>"

    def legal(self) -> list[str]:
        """Return the legal moves if this seat decides, else none."""
        return legal(self.view) if actor(self.view) == self.seat else []

    def sample(self, source: Source) -> State:
        """Draw a full state that this seat can't distinguish from the true one, by its probability (rules 14.2, 14.3).

        The probability is that of the deal and of the two events removed, given all observations. It ignores why others
        made their choices: a payment proves only that they held the counter. Raise ``TypeError`` unless the source is a
        :class:`keyharvest.rules.Source`, as a game must come out the same on every Python.
        """
        if not isinstance(source, Source):
            raise TypeError(f"source: expected a keyharvest.Source, not {type(source).__name__}")
        s = self.view.copy()
        hidden = _hidden(s, self.seat)
        if hidden:
            s.hands = self._deal(hidden, source)
        if s.players > 2:
            taken_out = 2 - sum(isinstance(frame, RemoveEvent) for frame in s.stack)
            unseen = spaces_in(ALL_EVENTS & ~s.seen)
            for _ in range(taken_out):
                s.removed |= 1 << unseen.pop(source.below(len(unseen)))
            s.bag_events &= ~s.removed
        return s

    def _deal(self, hidden: int, source: Source) -> tuple[int, ...]:
        """Return the hands with the hidden counters dealt out; during set-up those still to be dealt are left out.

        If a seat was dealt S counters of a crop and has paid V of them since, a plain random deal of the other counters
        yields this case too often, by the number of ways to choose V of S. So it is accepted with the reciprocal of
        that number as its probability.
        """
        view = self.view
        loose = [crop for crop in _CROPS for _ in range(counters.count(hidden, crop))]
        while True:
            hands = list(view.known)
            hands[self.seat] = view.hands[self.seat]
            left = loose[:]
            ways = 1
            for seat, number in enumerate(self._secret):
                if number:
                    paid = view.revealed[seat]
                    dealt = 0
                    for _ in range(number):
                        dealt += counters.ONE[left.pop(source.below(len(left)))]
                    hands[seat] += dealt
                    if paid:
                        for crop in _CROPS:
                            gone = counters.count(paid, crop)
                            if gone:
                                ways *= comb(gone + counters.count(dealt, crop), gone)
            if (ways == 1 or source.below(ways) == 0) and _agrees(view.stack, hands):
                return tuple(hands)


def _agrees(stack: tuple[Frame, ...], hands: list[int]) -> bool:
    """Whether the open question could have been asked with these hands.

    Counters are paid in ascending order, so in the middle of a payment the payer must hold as many as are still due, of
    the last crop paid or later ones.
    """
    top = stack[-1] if stack else None
    return not isinstance(top, Pay) or counters.total(hands[top.seat] >> 6 * top.least) >= top.number


def public(state: State) -> State:
    """Return the state as everyone knows it, which is what a spectator sees (rules 14.1, 14.2).

    Each hand contains what everyone knows about it; no event is known to be removed as long as one is in the bag.
    """
    view = state.copy()
    view.hands = state.known
    if not state.turn:
        view.removed = 0
    elif state.bag_events:
        view.bag_events |= state.removed
        view.removed = 0
    # Else the size of the bag shows that it contains only the unseen field tiles, so the unseen events were removed.
    return view


def check_asked(observation: Observation) -> None:
    """Raise ``ValueError`` unless its seat has to decide, and ``TypeError`` for anything but an observation."""
    if not isinstance(observation, Observation):
        raise TypeError(
            f"observation: expected an Observation, such as Game.observation returns, not {type(observation).__name__}"
        )
    if actor(observation.view) != observation.seat:
        raise ValueError(f"seat {observation.seat + 1} has nothing to decide")


def observe(state: State, seat: int) -> Observation:
    """Return what a seat knows about a state (rule 14). Raise ``ValueError`` if the seat isn't in the game.

    A spectator sees :func:`public`.

    >>> from keyharvest.rules import Source, draw, new_game, play
    >>> state, source = new_game(3, start="random"), Source(1)
    >>> while state.turn == 0:
    ...     state = play(state, draw(state, source))
    >>> observe(state, 0).unknown
    (0, 3, 3)
    """
    seat = check_seat(seat, state.players)
    view = public(state)
    players = range(state.players)
    if state.hands == state.known and not state.pool():
        none = (0,) * state.players
        return Observation(seat, view, none, none)
    secret = [counters.total(state.hands[other] - state.known[other]) for other in players]
    secret[seat] = 0
    hands = list(state.known)
    hands[seat] = state.hands[seat]
    view.hands = tuple(hands)
    hidden = _hidden(view, seat)
    unknown = secret[:]
    elsewhere = counters.total(hidden)
    for other in players:
        if secret[other]:
            # Deduction: counters of a crop that the other hidden places can't hold must be here.
            for crop in _CROPS:
                certain = counters.count(hidden, crop) - (elsewhere - secret[other])
                if certain > 0:
                    hands[other] += certain * counters.ONE[crop]
                    unknown[other] -= certain
    view.hands = tuple(hands)
    return Observation(seat, view, tuple(unknown), tuple(secret))


def unknown_to_all(state: State) -> tuple[int, ...]:
    """Return for each hand the number of counters that :func:`public` hides."""
    return tuple(
        counters.total(held) - counters.total(known) for held, known in zip(state.hands, state.known, strict=True)
    )


def bag_size(view: State) -> int:
    """Return the number of tiles in the bag, which is public (rule 1.8), in a state or an observation's view.

    A view keeps the two events removed unseen (rule 2.6) in the bag; a state doesn't.
    """
    unseen = 2 if view.players > 2 and view.turn and not view.removed else 0
    return view.bag.bit_count() + view.bag_events.bit_count() - unseen


def hidden(view: State) -> int:
    """Return the counters in hands that a view hides, packed; everyone knows their crops (rule 14.3).

    >>> from keyharvest.game import Game
    >>> hidden(Game.new(2, start="random", seed=1).observation(0).view)
    0
    """
    return view.pool()


def _hidden(view: State, seat: int) -> int:
    """Return the counters that a seat can't locate for certain from open moves alone, packed (rule 14.3)."""
    own = view.hands[seat] - view.known[seat]
    return view.pool() + sum(view.hands) - sum(view.known) - own


def behind_screens(view: State, unknown: tuple[int, ...], seat: int | None) -> tuple[State, tuple[int, ...]]:
    """Return a view and its numbers of unknown counters, with every hand but the seat's own reduced to its size.

    Everyone keeps count in their heads at such a table (rule 14.4). ``view`` and ``unknown`` are those of an
    observation; ``seat`` is ``None`` for a spectator. Raise ``ValueError`` if the seat isn't in the game.

    >>> from keyharvest.rules import new_game, play
    >>> state = play(play(play(play(new_game(2), "*1"), "1"), "*A3"), "*B8")
    >>> screened, unknown = behind_screens(play(state, "*hops"), (0, 0), seat=0)
    >>> [counters.text(hand) for hand in screened.hands], unknown
    (['h1', '-'], (0, 1))
    """
    if seat is not None:
        check_seat(seat, view.players)
    screened = view.copy()
    seats = range(view.players)
    screened.hands = tuple(view.hands[other] if other == seat else counters.NONE for other in seats)
    screened.known = tuple(view.known[other] if other == seat else counters.NONE for other in seats)
    sizes = [unknown[other] + counters.total(view.hands[other]) for other in seats]
    return screened, tuple(0 if other == seat else sizes[other] for other in seats)
