"""Fair games through a host's page that passes everything on, with seats that lie in any role."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.message import Message, MessageError, read_message
from keyharvest.remote.fair.seat import Seat
from keyharvest.rules import State, actor, legal, play
from keyharvest.rules.turn import Turn

#: What a lying seat sends in place of a message.
Lie = Callable[["Party", Message], list[Message]]


@dataclass
class Party:
    """The pages of a game, and the lines on their way between them: each guest has one to the host, in order.

    Attributes:
        liar: the seat that lies, with its ``lie``; ``lied``: how often it has lied.
        twists: what leaves the pages of seats that lie by role, in place of a line.
        relay: the seat whose page passes messages on now: another than the host, if the others have left that.
        away: the seats whose pages are closed.
    """

    agreement: Agreement
    seed: int
    liar: int | None = None
    lie: Lie = lambda party, message: [message]
    kinds: tuple[type[Seat], ...] = ()
    twists: dict[int, Callable[[str], list[str]]] = field(default_factory=dict)
    relay: int | None = None
    away: set[int] = field(default_factory=set)
    lied: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        kinds = self.kinds or (Seat,) * self.agreement.players
        self.seats = [kind(self.agreement, seat, self.rng.randbytes(32)) for seat, kind in enumerate(kinds)]
        for seat in self.seats:
            seat.party = self  # type: ignore[attr-defined]
        self.wires: dict[tuple[int, int], deque[str]] = {}
        for seat in self.seats:
            self.send(seat.seat, seat.begin())

    @property
    def host(self) -> int:
        """The seat whose page passes messages on."""
        return self.agreement.host if self.relay is None else self.relay

    @property
    def honest(self) -> list[Seat]:
        """The seats that don't lie and are there."""
        return [seat for seat in self.seats if seat.seat != self.liar and seat.seat not in self.away]

    def sign(self, message: Message, seat: int | None = None) -> Message:
        """Sign a message as a seat: the liar's, if none is given."""
        by = self.liar if seat is None else seat
        assert by is not None
        return message.signed(self.seats[by]._key)

    def send(self, sender: int, lines: Sequence[str], but: int = -1) -> None:
        """Put lines on their way: to the host, or from it to all others."""
        for line in lines:
            if sender in self.away:
                continue
            message = read_message(line)
            said = [message]
            if sender == self.liar and message.seat == sender and type(self.seats[sender]) is Seat:
                said = self.lie(self, message)
                self.lied += said != [message]
            for text in (each.text for each in said):
                if sender != self.host:
                    self._put(sender, self.host, text)
                    continue
                for receiver in range(self.agreement.players):
                    if receiver not in (sender, but):
                        self._put(sender, receiver, text)

    def _put(self, sender: int, receiver: int, text: str) -> None:
        if receiver not in self.away:
            wire = self.wires.setdefault((sender, receiver), deque())
            for each in self.twists[sender](text) if sender in self.twists else [text]:
                wire.extend([each] * self.rng.choice((1, 1, 1, 2)))

    def deliver(self) -> None:
        """Deliver all lines: those of a page in order, those of different pages in any order."""
        while waiting := [wire for wire, texts in self.wires.items() if texts]:
            sender, receiver = wire = self.rng.choice(waiting)
            line, page = self.wires[wire].popleft(), self.seats[receiver]
            if receiver in self.away:
                continue
            try:
                message = read_message(line)
            except MessageError:
                continue  # the line would be closed
            if receiver == self.host and message.kind in ("seal", "hello") and message.seat != sender:
                continue  # the line would be closed
            kept = len(page.kept)
            answers = page.hear(line)
            if receiver == self.host and line in [each.text for each in page.kept[kept:]]:
                self.send(receiver, [line], but=sender)
            self.send(receiver, answers)

    def connect(self, seat: int) -> None:
        """Connect a guest's page again: both send each other what the other lacks."""
        one, other = self.seats[seat], self.seats[self.host]
        for page, to in ((one, other), (other, one)):
            since = to.step
            lines = [each.text for each in page.kept if each.step >= since or each.kind == "open"]
            for line in lines:
                self._put(page.seat, to.seat, line)

    def play(self, until: Callable[[Party], bool] = lambda party: False) -> None:
        """Play until nobody has anything to say."""
        self.deliver()
        while not until(self) and self._decide():
            self.deliver()

    def end(self, by: int) -> None:
        """Let a seat end the joint draws."""
        self.send(by, self.seats[by].cease())
        self.deliver()

    def _decide(self) -> bool:
        for seat in self.seats:
            if seat.free and seat.seat not in self.away:
                self.send(seat.seat, seat.decide(self.choose(seat.course.state)[0]))
                return True
        return False

    def choose(self, state: State) -> tuple[list[str], State]:
        """Choose the moves of one action at random; return them and the state after them."""
        seat, moves = actor(state), list[str]()
        while not moves or not isinstance(state.stack[-1], Turn):
            moves.append(self.rng.choice(self.among(state, legal(state))))
            state = play(state, moves[-1])
            if actor(state) != seat:
                break
        return moves, state

    def among(self, state: State, choices: list[str]) -> list[str]:
        """Prefer to take a tile and bid: it shows secret counters."""
        eager = [move for move in choices if move[:2] == "d:"] or [move for move in choices if move != "done"]
        return eager if self.rng.random() < 0.6 and eager else choices
