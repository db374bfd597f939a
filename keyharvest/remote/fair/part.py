"""One page's part in a live game whose draws all pages make together: its seat's messages, and how they are stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from keyharvest.remote.fair.audit import complete
from keyharvest.remote.fair.deal import EACH
from keyharvest.remote.fair.findings import Finding
from keyharvest.remote.fair.ledger import Agreement, Ledger
from keyharvest.remote.fair.message import OPEN, Message, decode, encode
from keyharvest.remote.fair.seat import SECRET, Seat, new_secret
from keyharvest.remote.fair.transcript import TranscriptError, read_stored, transcript_text
from keyharvest.rules import CHANCE, State, actor
from keyharvest.rules.setup import DealCounter, RemoveEvent

#: The seat of a page that only watches; it checks everything as the others do.
WATCHING: Final = -1


class OnTable(Protocol):
    """The game on this page's table."""

    moves: list[str]
    states: list[State]

    def settled(self) -> int:
        """Return the number of moves that can no longer be undone, up to a decision."""

    def rewind(self, number: int) -> None:
        """Return to an earlier number of moves."""


class FairPart:
    """The part that a seat, or a watching page (``WATCHING``), has in the protocol, beside the game on the table.

    >>> from keyharvest.remote.fair.message import read_message
    >>> game = Agreement("AbCdEfGh", 2, start="random")
    >>> ann, ben = FairPart(game, 0), FairPart(game, 1)
    >>> said = [*ann.begin(), *ben.begin()]
    >>> while said:
    ...     said = [answer for line in said for part in (ann, ben) for answer in part.hear(read_message(line))]
    >>> ann.dealt and ann.moves == ben.moves == FairPart.read(ann.text()).moves
    True
    """

    def __init__(self, agreement: Agreement, seat: int, secret: bytes | None = None) -> None:
        self.agreement = agreement
        self.seat = seat
        self._secret = secret or new_secret()
        self._seat = Ledger(agreement) if seat == WATCHING else Seat(agreement, seat, self._secret)

    @property
    def watching(self) -> bool:
        """Whether this page only watches."""
        return self.seat == WATCHING

    @classmethod
    def read(cls, text: str) -> FairPart:
        """Continue from what :meth:`text` returned. Raise ``ValueError`` for anything else."""
        first, _newline, transcript = text.partition("\n")
        seat, _space, secret = first.partition(" ")
        agreement, messages = read_stored(transcript)
        if seat not in ("1", "2", "3", "4")[: agreement.players] or len(decode(secret)) != SECRET:
            raise TranscriptError("expected a seat and its secret", 1)
        part = cls(agreement, int(seat) - 1, decode(secret))
        assert isinstance(part._seat, Seat)
        part._seat.restore(messages)
        return part

    def text(self) -> str:
        """Return the seat, its secret and all messages, to be stored on this page only; empty if the page watches."""
        return "" if self.watching else f"{self.seat + 1} {encode(self._secret)}\n{self.transcript()}"

    def transcript(self) -> str:
        """Return all messages as anyone can check them."""
        return transcript_text(self._seat)

    # What this page knows

    @property
    def others(self) -> set[int]:
        """The seats of the other players."""
        return set(range(self.agreement.players)) - {self.seat}

    @property
    def moves(self) -> list[str]:
        """The moves that all pages have agreed on, with guesses for what this one must not know."""
        return self._seat.moves()

    @property
    def sealed(self) -> bool:
        """Whether this page only guesses the counters of others."""
        return self.agreement.players > 2 and len(self._seat.course.own) < self.agreement.players

    @property
    def guessed(self) -> bool:
        """Whether a guess of this page was replaced."""
        return self._seat.course.replaced > 0

    @property
    def dealt(self) -> bool:
        """Whether the game has reached its first decision."""
        return any(actor(state) >= 0 for state in self._seat.course.states)

    @property
    def step(self) -> int:
        """The number of the present step of the game."""
        return self._seat.step

    @property
    def shown(self) -> bool:
        """Whether a page has shown its first message, so that one that has not may know the digits of this deal."""
        return any(message.kind == "hello" for message in self._seat.kept)

    @property
    def over(self) -> bool:
        """Whether the signed messages lead to the end of the game."""
        return self._seat.over

    @property
    def size(self) -> int:
        """The number of messages so far."""
        return len(self._seat.kept)

    @property
    def draws(self) -> int:
        """The number of joint draws so far."""
        return self._seat.draws

    @property
    def counters(self) -> int:
        """The number of secret counters that were dealt so far."""
        return EACH * self.agreement.players if self._seat.course.deal else 0

    @property
    def number(self) -> str:
        """Eight digits that are the same on all pages."""
        return self._seat.fingerprint

    @property
    def complete(self) -> bool:
        """Whether the whole game has been checked and nothing was found."""
        return complete(self._seat)

    @property
    def awaited(self) -> list[int]:
        """The other seats whose messages are missing now."""
        return [seat for seat in self._seat.missing() if seat != self.seat]

    @property
    def ended_by(self) -> int | None:
        """The seat that has ended the joint draws before the end of the game, so that all open their keys."""
        return self._seat.ended_by

    @property
    def opening(self) -> bool:
        """Whether all must open their keys."""
        return self._seat.opening

    @property
    def opened(self) -> Collection[int]:
        """The seats that have opened their keys."""
        return self._seat.opened.keys()

    @property
    def lie(self) -> Finding | None:
        """A proven lie."""
        return next((each for each in self._seat.findings if each.lie), None)

    @property
    def doubt(self) -> Finding | None:
        """Why the pages can't agree, if nothing is proven against anyone."""
        return next(iter(self._seat.findings), None) if not self.lie else None

    def begins(self, start: State) -> bool:
        """Whether a game begins as agreed on: with the same players and layout, and in the same way."""
        return start == self._seat.course.states[0]

    def continued_by(self, moves: Sequence[str]) -> bool:
        """Whether moves agree with those that all pages have agreed on, apart from this page's guesses.

        At the end, decisions of this seat may be missing, since no other page may have them yet. If it hasn't opened
        its key, its own counters may differ too: the others may have had to guess them. The draws since the last
        decision may differ once a key is open: the host may have drawn before it had all links.
        """
        known = self._seat.course.own
        return self._agree(moves, known if self.seat in self.opened else known - {self.seat})

    def _agree(self, moves: Sequence[str], seen: Collection[int]) -> bool:
        """Whether moves agree with those agreed on, as a page knows them that knows the counters of some seats."""
        course = self._seat.course
        end = len(course.moves)
        while self.opening and end and actor(course.states[end - 1]) == CHANCE:
            end -= 1
        for at, (one, other) in enumerate(zip(course.moves[:end], moves, strict=False)):
            if one != other and not _hidden(course.states[at], seen):
                return False
        return all(actor(state) == self.seat for state in course.states[len(moves) : end])

    def unsigned(self, moves: Sequence[str]) -> list[str]:
        """Return the last moves of the game on this page that its player has made and nobody has signed."""
        own = not self.watching and actor(self._seat.course.state) == self.seat
        seen = {self.seat} & set(self.opened)  # there may still be guesses on the table that the keys have replaced
        return list(moves[len(self.moves) :]) if own and self._agree(moves, seen) else []

    # Messages

    def begin(self) -> list[str]:
        """Return the first line to send."""
        return self._seat.begin() if isinstance(self._seat, Seat) else []

    def hear(self, message: Message) -> list[str]:
        """Handle a message; return the lines to send."""
        if isinstance(self._seat, Seat):
            return self._seat.hear(message.text)
        self._seat.receive(message.text)
        return []

    def knows(self, message: Message) -> bool:
        """Whether a message is among those that this page has accepted."""
        return self._seat.knows(message)

    def since(self, step: int) -> list[str]:
        """Return the lines that a page may lack if it has those of all earlier steps, and what shows a fault."""
        kept = [each.text for each in self._seat.kept if each.step >= step or each.kind == OPEN]
        return [*kept, *(line for finding in self._seat.findings for line in finding.evidence)]

    def push(self, game: OnTable) -> list[str]:
        """Return the lines about the moves on this page that have become final since the last call."""
        seat, made = self._seat, len(self._seat.course.moves)
        end = len(game.moves) if actor(game.states[-1]) == CHANCE else game.settled()
        if not isinstance(seat, Seat) or not seat.free or end <= made or game.moves[:made] != seat.course.moves:
            return []
        return seat.decide(game.moves[made:end])

    def cease(self) -> list[str]:
        """End the joint draws; return the lines to send."""
        return self._seat.cease() if isinstance(self._seat, Seat) else []


def _hidden(state: State, seen: Collection[int]) -> bool:
    """Whether the next draw of a state is hidden from a page that knows the counters of some seats."""
    top = state.stack[-1]
    return isinstance(top, RemoveEvent) or (isinstance(top, DealCounter) and top.seat not in seen)


def gap(moves: Sequence[str], here: Sequence[str]) -> int | None:
    """Return the number of moves that a game here shares with those agreed on; ``None`` if it has them all."""
    pairs = zip(moves, here, strict=False)
    at = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(moves), len(here)))
    return None if at == len(moves) else at
