"""Set-up, draw by draw (rule 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keyharvest.rules import counters
from keyharvest.rules.components import ALL_EVENTS, CROP_INDEX, CROPS, EVENT_INDEX, EVENT_LETTERS, REGISTRY_PLACES
from keyharvest.rules.frames import Chance, Decision, Step
from keyharvest.rules.geometry import INDEX, SPACES, names, spaces_in
from keyharvest.rules.layout import STANDARD, Layout
from keyharvest.rules.state import Frame, State, put
from keyharvest.rules.turn import FirstTurn

#: How the starting player is found (rule 2.1): a player drawn at random chooses, or starts.
Start = Literal["drawn", "random"]


def new_game(players: int, layout: Layout = STANDARD, start: Start = "drawn") -> State:
    """Return a game at its first draw (rule 2).

    Raise ``ValueError`` unless there are 2, 3 or 4 players, a layout and a known way to start.

    >>> state = new_game(2)
    >>> state.stack[-1]
    DrawSeat(chooses=True)
    """
    s = State.empty(players, layout)
    if not isinstance(layout, Layout):
        raise ValueError(f"layout: {layout!r}; expected a Layout, such as load_layout returns")
    if start not in ("drawn", "random"):
        raise ValueError(f"start: {start!r}; expected 'drawn' or 'random' (rule 2.1)")
    s.stack = setup_stack(s.players, start == "drawn")
    return s


def setup_stack(players: int, chooses: bool) -> tuple[Frame, ...]:
    """Return all frames of set-up as a stack: in reverse order."""
    frames: list[Frame] = [DrawSeat(chooses)]
    frames += [DealPair(seat) for seat in range(players)]
    frames += [OddCrop()] * (2 if players == 4 else 1)
    for seat in range(players - 1):
        frames += [DealCounter(seat)] * (2 if players == 2 else 3)
    frames += [DealRest(players - 1)]
    frames += [FillRegistry()] * REGISTRY_PLACES
    if players > 2:
        frames += [RemoveEvent()] * 2
    frames += [EventsIntoBag(), FirstTurn()]
    return tuple(reversed(frames))


@dataclass(slots=True, frozen=True)
class DrawSeat(Chance):
    """Draw the seat that chooses who starts, or that starts (rule 2.1)."""

    chooses: bool

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        return [(f"*{seat + 1}", 1) for seat in range(s.players)]

    def apply(self, s: State, move: str) -> None:
        seat = int(move[1]) - 1
        if self.chooses:
            s.push(ChooseStart(seat))
        else:
            s.start = s.seat = seat


@dataclass(slots=True, frozen=True)
class ChooseStart(Decision):
    """The player drawn chooses who starts (rule 2.1)."""

    @property
    def rule(self) -> str:
        return "2.1"

    @property
    def cause(self) -> str:
        return "setup"

    def legal(self, s: State) -> list[str]:
        return [str(seat + 1) for seat in range(s.players)]

    def apply(self, s: State, move: str) -> None:
        s.start = s.seat = int(move) - 1


@dataclass(slots=True, frozen=True)
class DealPair(Chance):
    """Draw a starting pair for a seat (rule 2.3)."""

    seat: int

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        return [("*" + SPACES[first], 1) for first, _ in s.layout.pairs if s.bag >> first & 1]

    def apply(self, s: State, move: str) -> None:
        first = INDEX[move[1:]]
        for pair in s.layout.pairs:
            if pair[0] == first:
                for tile in pair:
                    s.bag &= ~(1 << tile)
                    s.add_field(self.seat, tile)


@dataclass(slots=True, frozen=True)
class OddCrop(Chance):
    """Draw the crop of which the set has one counter more, or one fewer, than of the others (rule 2.4)."""

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        already = counters.unpack(s.pool())
        ordinary = min(already)
        return [("*" + crop, 1) for crop, number in zip(CROPS, already, strict=True) if number == ordinary]

    def apply(self, s: State, move: str) -> None:
        one = counters.ONE[CROP_INDEX[move[1:]]]
        of_each = sum(counters.ONE)
        if s.players == 2:  # one of each and a second of one crop, of which each seat gets one
            s.stock -= of_each + one
            deal(s, 0, one)
            deal(s, 1, one)
        elif s.players == 3:  # two of each, but only one of one crop
            s.stock -= 2 * of_each - one
        else:  # two of each, and a third of each of two crops
            s.stock -= one if s.pool() else 2 * of_each + one


def deal(s: State, seat: int, dealt: int) -> None:
    """Move counters from the set into a hand: openly with two players, else secretly (rules 2.4, 14.2)."""
    s.hands = put(s.hands, seat, s.hands[seat] + dealt)
    if s.players == 2:
        s.known = put(s.known, seat, s.known[seat] + dealt)


@dataclass(slots=True, frozen=True)
class DealCounter(Chance):
    """Draw one counter of the set for a seat (rule 2.4)."""

    seat: int

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        return [("*" + crop, number) for crop, number in zip(CROPS, counters.unpack(s.pool()), strict=True) if number]

    def apply(self, s: State, move: str) -> None:
        deal(s, self.seat, counters.ONE[CROP_INDEX[move[1:]]])


@dataclass(slots=True, frozen=True)
class DealRest(Step):
    """Give the last seat the rest of the set (rule 2.4)."""

    seat: int

    def run(self, s: State) -> None:
        deal(s, self.seat, s.pool())


@dataclass(slots=True, frozen=True)
class FillRegistry(Chance):
    """Draw one of the first six registry tiles (rule 2.5)."""

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        return [(name, 1) for name in names(s.bag, "*")]

    def apply(self, s: State, move: str) -> None:
        tile = INDEX[move[1:]]
        s.bag &= ~(1 << tile)
        s.registry |= 1 << tile


@dataclass(slots=True, frozen=True)
class RemoveEvent(Chance):
    """Remove one of the two events that are taken out unseen (rule 2.6)."""

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        return [("*" + EVENT_LETTERS[event], 1) for event in spaces_in(ALL_EVENTS & ~s.removed)]

    def apply(self, s: State, move: str) -> None:
        s.removed |= 1 << EVENT_INDEX[move[1]]


@dataclass(slots=True, frozen=True)
class EventsIntoBag(Step):
    """Put the events into the bag with the field tiles (rule 2.6)."""

    def run(self, s: State) -> None:
        s.bag_events = ALL_EVENTS & ~s.removed
        if s.players == 2:
            s.seen = ALL_EVENTS
