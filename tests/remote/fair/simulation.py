"""Fair games over a network that reorders and duplicates all messages, with one seat that lies."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from keyharvest.remote.fair import deal
from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.message import Message, encode, read_message
from keyharvest.remote.fair.seat import Seat
from keyharvest.rules import State, actor, legal, play
from keyharvest.rules.turn import Turn

#: The prime of the first Oakley group (RFC 2409, section 6.1): too small to be safe, and quick enough for many games.
SMALL = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74"
    "020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437"
    "4FE1356D6D51C245E485B576625E7EC6F44C42E9A63A3620FFFFFFFFFFFFFFFF",
    16,
)

#: What a lying seat sends in place of a message, to each of the others.
Lie = Callable[["Party", Message], dict[int, list[Message]] | list[Message]]


@contextmanager
def small_group() -> Iterator[None]:
    """Deal in a smaller group."""
    before = deal.PRIME, deal.ORDER
    try:
        deal.PRIME, deal.ORDER = SMALL, SMALL // 2  # type: ignore[misc]
        yield
    finally:
        deal.PRIME, deal.ORDER = before  # type: ignore[misc]


@dataclass
class Party:
    """The pages of a game, and the lines on their way between them.

    Attributes:
        liar: the seat that lies, with its ``lie``; ``lied``: how often it has lied.
        away: the seats whose pages are closed; ``lost``: whether the host's page loses a line.
    """

    agreement: Agreement
    seed: int
    liar: int | None = None
    lie: Lie = lambda party, message: [message]
    kinds: tuple[type[Seat], ...] = ()
    lost: Callable[[int, int, str], bool] = lambda sender, receiver, line: False
    away: set[int] = field(default_factory=set)
    lied: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        kinds = self.kinds or (Seat,) * self.agreement.players
        self.seats = [kind(self.agreement, seat, self.rng.randbytes(32)) for seat, kind in enumerate(kinds)]
        for seat in self.seats:
            seat.party = self  # type: ignore[attr-defined]
        self.queue: list[tuple[int, str]] = []
        for seat in self.seats:
            self.send(seat.seat, seat.begin())

    @property
    def honest(self) -> list[Seat]:
        """The seats that don't lie and are there."""
        return [seat for seat in self.seats if seat.seat != self.liar and seat.seat not in self.away]

    def sign(self, message: Message) -> Message:
        """Sign a message as the liar."""
        assert self.liar is not None
        return message.signed(self.seats[self.liar]._key)

    def send(self, sender: int, lines: Sequence[str]) -> None:
        """Put lines on their way to all others."""
        for line in lines:
            if sender in self.away:
                continue
            message = read_message(line)
            said: dict[int, list[Message]] | list[Message] = [message]
            if sender == self.liar and message.seat == sender and type(self.seats[sender]) is Seat:
                said = self.lie(self, message)
                self.lied += said != [message]
            for receiver in range(self.agreement.players):
                if receiver != sender and receiver not in self.away:
                    for each in said if isinstance(said, list) else said.get(receiver, []):
                        if not self.lost(sender, receiver, each.text):
                            self.queue += [(receiver, each.text)] * self.rng.choice((1, 1, 1, 2))

    def deliver(self) -> None:
        """Deliver all lines, in any order."""
        while self.queue:
            receiver, line = self.queue.pop(self.rng.randrange(len(self.queue)))
            self.send(receiver, self.seats[receiver].hear(line))

    def play(self, until: Callable[[Party], bool] = lambda party: False) -> None:
        """Play until nobody has anything to say; wait for nobody who is silent."""
        self.deliver()
        while not until(self):
            if self._decide() or self._vote():
                self.deliver()
            else:
                break

    def _decide(self) -> bool:
        for seat in self.seats:
            if seat.awaited.get(seat.seat) == "play" and seat.seat in seat.missing() and seat.seat not in self.away:
                if seat.proven or seat.opening or seat.suspended:
                    continue
                self.send(seat.seat, seat.decide(self.choose(seat)))
                return True
        return False

    def choose(self, seat: Seat) -> list[str]:
        """Choose the moves of one action at random."""
        moves: list[str] = []
        state = seat.course.state
        while not moves or not isinstance(state.stack[-1], Turn):
            moves.append(self.rng.choice(self.among(state, legal(state))))
            state = play(state, moves[-1])
            if actor(state) != seat.seat:
                break
        return moves

    def among(self, state: State, choices: list[str]) -> list[str]:
        """Prefer to take a tile and bid: it shows secret counters."""
        eager = [move for move in choices if move[:2] == "d:"] or [move for move in choices if move != "done"]
        return eager if self.rng.random() < 0.6 and eager else choices

    def _vote(self) -> bool:
        """Let the page that is furthest behind vote to continue without those who are silent; return whether it did."""
        for seat in sorted(self.honest, key=lambda seat: seat.step):
            silent = {each for each in seat.missing() if each != seat.seat}
            if silent and seat.step and not seat.opening and not seat.proven and seat.seat not in seat.out:
                lines = seat.go_on_without(silent | self.away - set(seat.out))
                self.send(seat.seat, lines)
                if lines:
                    return True
        return False


def changed(field: str) -> Lie:
    """Return the lie that changes one field of a message, signed as it is then."""

    def lie(party: Party, message: Message) -> list[Message]:
        match field:
            case "silent":
                return []
            case "signature":
                return [replace(message, signature="A" * 86)]
            case "seat":
                return [party.sign(replace(message, seat=(message.seat + 1) % party.agreement.players))]
            case "step+":
                return [party.sign(replace(message, step=message.step + 1))]
            case "step-":
                return [party.sign(replace(message, step=message.step - 1))]
            case "digest":
                return [party.sign(replace(message, digest="A" * 43))]
            case "kind":
                other = "lock" if message.kind != "lock" else "play"
                return [party.sign(replace(message, kind=other))]
            case "body":
                return [party.sign(replace(message, body=encode(party.rng.randbytes(32))))]
            case "version":
                return [replace(message, body=message.body + "  ")]
        raise AssertionError(field)

    return lie
