"""A game followed move by move, with the powers and events under way at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from keyharvest.rules import State
from keyharvest.rules.components import EVENT_LETTERS, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.events import ASKED, EventRound, QuickSale
from keyharvest.rules.frames import NO, ChooseWorker, Decision, Displaced, Refill, RegistryDraw
from keyharvest.rules.state import Frame
from keyharvest.rules.turn import PlaceWorker

How = Literal["played", "displaced", "lawyer", "drawn"]


@dataclass(frozen=True)
class Effect:
    """A power or an event that has started.

    ``letter`` is that of the worker or event, ``seat`` that of its user or drawer. It lasts as long as the stack has
    more than ``height`` frames and ``base`` is below them.
    """

    letter: str
    seat: int
    how: How
    height: int
    base: Frame | None

    def lasts(self, state: State) -> bool:
        """Whether it is still under way in a later state."""
        stack = state.stack
        # A draw from the bag replaces the Turn at the bottom, so that one proves nothing.
        return len(stack) > self.height and (self.height == 1 or stack[self.height - 1] is self.base)


@dataclass(frozen=True)
class Moment:
    """One move: the states around it, and the effects under way when it was made, the innermost last.

    ``began`` is the effect started by the move, ``skipped`` the seats that an event has passed over without a question,
    each with the event.
    """

    before: State
    move: str
    after: State
    effects: tuple[Effect, ...]
    began: Effect | None
    skipped: tuple[tuple[str, int], ...]

    @property
    def frame(self) -> Frame:
        """The question or draw that the move answers."""
        return self.before.stack[-1]

    @property
    def top(self) -> Frame | None:
        """The question or draw that comes after it."""
        return self.after.stack[-1] if self.after.stack else None

    @property
    def effect(self) -> Effect | None:
        """The innermost effect under way."""
        return self.effects[-1] if self.effects else None

    @property
    def still(self) -> Effect | None:
        """The innermost effect that is under way both before and after the move."""
        return next((effect for effect in reversed(self.effects) if effect.lasts(self.after)), None)

    @property
    def idle(self) -> bool:
        """Whether the effect started by the move was over at once."""
        return self.began is not None and not self.began.lasts(self.after)

    @property
    def displaces(self) -> bool:
        """Whether the move puts a tile on the space of a worker that can go elsewhere."""
        return isinstance(self.top, Displaced) and all(self.top is not frame for frame in self.before.stack)

    def answers(self, kinds: tuple[type[Frame], ...], source: str) -> bool:
        """Whether the move answers such a question or draw, caused by this action, worker or event."""
        frame = self.frame
        return isinstance(frame, kinds) and source in (getattr(frame, "cause", ""), getattr(frame, "source", ""))

    def off_turn(self) -> bool:
        """Whether a seat decides outside its own turn."""
        return isinstance(self.frame, Decision) and self.frame.seat != self.before.seat

    def drawn(self) -> str:
        """The event that is drawn in a refill and takes effect, or ""."""
        return self.began.letter if self.began and self.began.how == "drawn" else ""

    def turned(self) -> int:
        """The number of fields turned over in a harvest."""
        return sum(
            (b & ~a & f).bit_count()
            for b, a, f in zip(self.before.ripe, self.after.ripe, self.after.fields, strict=True)
        )


def follow(states: Iterable[State], moves: Iterable[str]) -> Iterator[Moment]:
    """Yield the moments of a game: ``states`` before every move and after the last."""
    effects: tuple[Effect, ...] = ()
    later = iter(states)
    before = next(later)
    for after, move in zip(later, moves, strict=True):
        began = _begun(before, move, after)
        yield Moment(before, move, after, effects, began, tuple(_skipped(before, after)))
        if began:
            effects += (began,)
        effects = tuple(effect for effect in effects if effect.lasts(after))
        before = after


def _begun(before: State, move: str, after: State) -> Effect | None:
    """Return the power or event that a move starts."""
    frame = before.stack[-1]
    height = len(before.stack) - 1
    base = before.stack[height - 1]
    match frame:
        case PlaceWorker():
            return Effect(WORKER_LETTERS[frame.worker], frame.seat, "played", height, base)
        case Displaced() if move != "home":
            return Effect(WORKER_LETTERS[frame.worker], frame.seat, "displaced", height, base)
        case ChooseWorker(source="J") if move != NO:
            return Effect(WORKER_LETTERS[WORKER_INDEX[move]], frame.seat, "lawyer", height, base)
        case RegistryDraw() if len(move) == 2 and move[1] in EVENT_LETTERS and after.gone == before.gone:
            # The refill that continues afterwards is below the event's question.
            refill = after.stack[height] if len(after.stack) > height else None
            under = refill if isinstance(refill, Refill) else None
            return Effect(move[1], frame.seat, "drawn", height + 1, under)
    return None


def _skipped(before: State, after: State) -> Iterator[tuple[str, int]]:
    """Yield the seats that events under way have passed over."""
    rounds: list[tuple[int, EventRound | QuickSale]] = []
    begun: int | None = None
    for at, frame in enumerate(before.stack):
        if isinstance(frame, EventRound | QuickSale):
            rounds.append((at, frame))
    if isinstance(before.stack[-1], RegistryDraw) and len(after.placed) and after.placed != before.placed:
        event = after.placed[-1]
        if EVENT_LETTERS[event] in {*ASKED, "T"}:
            drawer = before.stack[-1].seat
            begun = len(before.stack)
            first = QuickSale(drawer, 0, 0) if EVENT_LETTERS[event] == "T" else EventRound(event, drawer, 0)
            rounds.append((begun, first))
    for at, round_ in rounds:
        letter = "T" if isinstance(round_, QuickSale) else EVENT_LETTERS[round_.event]
        now = after.stack[at] if len(after.stack) > at else None
        asked = now.asked if isinstance(now, EventRound | QuickSale) else after.players
        seats = [(round_.drawer + number) % after.players for number in range(round_.asked, asked)]
        if len(after.stack) > at + 1 and seats:
            seats.pop()  # that one has been asked, or is drawing
        for seat in seats:
            yield letter, seat
