"""A game as one page knows it: its moves, with a guess for everything that the page must not know yet.

With three or four players a page doesn't know the full state: others' counters and the two events taken out are hidden
from it (rule 14.2). It plays with any state that agrees with what it knows, and replaces a guess as soon as a move or
a draw shows it to be wrong. What the page may know is the same in all those states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, islice
from typing import Final

from keyharvest.remote.fair.deal import EACH
from keyharvest.remote.fair.joint import REMOVED
from keyharvest.rules import State, actor, apply, counters, legal, play
from keyharvest.rules.components import ALL_EVENTS, CROPS, EVENT_INDEX, EVENT_LETTERS
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.setup import DealCounter, RemoveEvent
from keyharvest.rules.state import put

_CROPS: Final = range(5)


class IllegalMoveError(ValueError):
    """A move that can't be played; ``hidden``: whether it would be legal with counters that this page rules out."""

    def __init__(self, text: str, hidden: bool) -> None:
        super().__init__(text)
        self.hidden = hidden


class Course:
    """The moves of a game, the state before each, and the present state.

    Attributes:
        moves, states: those of this page's guess.
        replaced: how often a guess has been replaced.
        deal: the packed starting counters of each seat, true or guessed; none before the deal.
        own: the seats whose starting counters are true.
    """

    def __init__(self, start: State) -> None:
        self.moves: list[str] = []
        self.states: list[State] = [start]
        self.deal: tuple[int, ...] = ()
        self.own: frozenset[int] = frozenset()
        self.replaced = 0
        self._removed: tuple[int, ...] = ()

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def dealing(self) -> bool:
        """Whether the counters of three or four players come next (rule 2.4)."""
        return self.state.players > 2 and bool(self.state.stack) and isinstance(self.state.stack[-1], DealCounter)

    def deal_out(self, known: dict[int, int]) -> None:
        """Deal the starting counters: those of some seats as known, the others as a guess."""
        left = _loose(self.state.pool() - sum(known.values()))
        deal = []
        for seat in range(self.state.players):
            deal.append(known[seat] if seat in known else _packed(left[:EACH]))
            left = left if seat in known else left[EACH:]
        self.deal, self.own = tuple(deal), frozenset(known)
        self.settle()

    def settle(self) -> None:
        """Make the draws of set-up whose outcome this page knows or guesses: dealt counters and events taken out."""
        while self.state.stack and self.state.players > 2:
            move = self._hidden_draw(self.state)
            if move is None:
                return
            self._add(move, play(self.state, move))

    def _hidden_draw(self, state: State) -> str | None:
        top = state.stack[-1]
        if isinstance(top, DealCounter) and self.deal:
            return "*" + CROPS[_loose(self.deal[top.seat] - state.hands[top.seat])[0]]
        if isinstance(top, RemoveEvent):
            if not self._removed:
                self._removed = tuple(range(REMOVED))
            return "*" + EVENT_LETTERS[self._removed[state.removed.bit_count()]]
        return None

    def draw(self, move: str) -> None:
        """Carry out a draw; if it is an event that this page thought was taken out, guess another."""
        event = EVENT_INDEX.get(move[1:], -1)
        if event in self._removed:
            other = next(each for each in self.unseen() if each not in self._removed)
            self._removed = tuple(other if each == event else each for each in self._removed)
            self._replay()
        self._add(move, play(self.state, move))

    def play(self, move: str) -> None:
        """Carry out a decision; if it isn't legal with the counters guessed for the player, guess again.

        Raise :class:`IllegalMoveError` if no counters that the player may hold make it legal.
        """
        seat = actor(self.state)
        if move not in legal(self.state):
            self._guess_again(seat, move)
        self._add(move, play(self.state, move))

    def _guess_again(self, seat: int, move: str) -> None:
        state = self.state
        secret = state.hands[seat] - state.known[seat]
        size = counters.total(secret)
        guessed = [each for each in range(state.players) if each not in self.own]
        loose = _loose(sum(state.hands[each] - state.known[each] for each in guessed))
        fitting = None
        if size and seat in guessed:
            fitting = _first(combinations(loose, size), lambda held: _allows(state, seat, held, move))
        if fitting is None:
            any_counters = combinations_with_replacement(_CROPS, size)
            hidden = _first(any_counters, lambda held: _allows(state, seat, held, move)) is not None
            raise IllegalMoveError(_fault(state, move), hidden and bool(size))
        for crop in fitting:
            loose.remove(crop)
        deal = list(self.deal)
        for each in guessed:
            number = counters.total(state.hands[each] - state.known[each])
            held = fitting if each == seat else tuple(loose[:number])
            loose = loose if each == seat else loose[number:]
            deal[each] = state.revealed[each] + _packed(held)
        self.deal = tuple(deal)
        self._replay()

    def guess_from(self, known: Mapping[int, int]) -> None:
        """Use the true starting counters of the known seats, and guess those of the others again.

        Change nothing if the others have paid with what none of them can have held.
        """
        state, seats = self.state, range(self.state.players)
        paid = sum(state.revealed[seat] for seat in seats if seat not in known)
        if not counters.covers(sum(self.deal), sum(known.values()) + paid):
            return
        secret = [0 if seat in known else counters.total(state.hands[seat] - state.known[seat]) for seat in seats]
        loose = iter(_loose(sum(self.deal) - sum(known.values()) - paid))
        self.deal = tuple(
            known[seat] if seat in known else state.revealed[seat] + _packed(islice(loose, secret[seat]))
            for seat in seats
        )
        self.own = frozenset(known)
        self._replay()

    def open(self, deal: Sequence[int], removed: Sequence[int]) -> None:
        """Replace all guesses with the true deal and the given events as those taken out.

        Raise :class:`IllegalMoveError` at the first move that the true deal makes illegal; the moves before it stay.
        """
        self.deal, self._removed, self.own = tuple(deal), tuple(removed), frozenset(range(len(deal)))
        self._replay(checked=True)

    def unseen(self) -> list[int]:
        """Return the events that nobody has seen: two of them were taken out (rule 2.6)."""
        return spaces_in(ALL_EVENTS & ~self.state.seen) if self.state.players > 2 else []

    def _replay(self, checked: bool = False) -> None:
        """Replay all moves, taking the counters dealt and the events taken out from the present guess."""
        moves, self.moves = self.moves, []
        self.states = [self.states[0]]
        self.replaced += 1
        for move in moves:
            state = self.state
            move = self._hidden_draw(state) or move if state.players > 2 else move
            if checked and move not in legal(state):
                raise IllegalMoveError(_fault(state, move), hidden=True)
            self._add(move, play(state, move))

    def back_to(self, number: int) -> None:
        """Return to an earlier number of moves."""
        del self.moves[number:]
        del self.states[number + 1 :]

    def _add(self, move: str, state: State) -> None:
        self.moves.append(move)
        self.states.append(state)


def _first(many: Iterable[tuple[int, ...]], fits: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...] | None:
    return next(filter(fits, dict.fromkeys(many)), None)


def _allows(state: State, seat: int, held: tuple[int, ...], move: str) -> bool:
    """Whether a move is legal if the seat holds these secret counters."""
    changed = state.copy()
    changed.hands = put(state.hands, seat, state.known[seat] + _packed(held))
    return move in legal(changed)


def _loose(packed: int) -> list[int]:
    """Return packed counters as a list of crops."""
    return [crop for crop, number in enumerate(counters.unpack(packed)) for _ in range(number)]


def _packed(crops: Iterable[int]) -> int:
    return sum(counters.ONE[crop] for crop in crops)


def _fault(state: State, move: str) -> str:
    try:
        apply(state, move)
    except ValueError as error:
        return str(error)
    raise AssertionError("the move is legal")
