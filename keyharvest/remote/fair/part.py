"""One page's part in a live game of two whose draws both pages make: its seat, and what it stores of that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from keyharvest.remote.fair.audit import complete
from keyharvest.remote.fair.ledger import Agreement, Finding
from keyharvest.remote.fair.message import decode, encode, read_message
from keyharvest.remote.fair.seat import SECRET, Seat, new_secret
from keyharvest.remote.fair.transcript import TranscriptError, read_headers, transcript_text
from keyharvest.rules import CHANCE, State, actor


class OnTable(Protocol):
    """The game on the table of this page."""

    moves: list[str]
    states: list[State]

    def settled(self) -> int:
        """Return the number of moves that can no longer be undone, up to a decision."""

    def rewind(self, number: int) -> None:
        """Return to an earlier number of moves."""


class FairPart:
    """A seat's part in a game, beside the game on the table.

    >>> game = Agreement("AbCdEfGh", 2, start="random")
    >>> ann, ben = FairPart(game, 0), FairPart(game, 1)
    >>> said = [*ann.begin(), *ben.begin()]
    >>> while said:
    ...     said = [answer for line in said for part in (ann, ben) for answer in part.hear(line)]
    >>> ann.dealt and ann.moves == ben.moves == FairPart.read(ann.text()).moves
    True
    """

    def __init__(self, agreement: Agreement, seat: int, secret: bytes | None = None) -> None:
        self._secret = secret or new_secret()
        self._seat = Seat(agreement, seat, self._secret)

    @classmethod
    def read(cls, text: str) -> FairPart:
        """Continue from what :meth:`text` returned. Raise ``ValueError`` for anything else."""
        first, *lines = text.splitlines() or [""]
        seat, _space, secret = first.partition(" ")
        agreement, messages = read_headers(lines)
        if seat not in ("1", "2") or agreement.players != 2 or len(decode(secret)) != SECRET:
            raise TranscriptError("expected a seat and its secret", 1)
        part = cls(agreement, int(seat) - 1, decode(secret))
        part._seat.restore(messages)
        return part

    def text(self) -> str:
        """Return the seat, its secret and all messages, to store on this page and nowhere else."""
        return f"{self._seat.seat + 1} {encode(self._secret)}\n{self.transcript()}"

    def transcript(self) -> str:
        """Return all messages as anyone can check them."""
        return transcript_text(self._seat)

    # What this page knows

    @property
    def other(self) -> int:
        """The seat of the other player."""
        return 1 - self._seat.seat

    @property
    def moves(self) -> list[str]:
        """The moves that both pages have agreed on."""
        return self._seat.moves()

    @property
    def dealt(self) -> bool:
        """Whether the game has come to its first decision."""
        return self._seat.step >= 2  # after the first messages and numbers

    @property
    def step(self) -> int:
        """The number of the present step of the game."""
        return self._seat.step

    @property
    def size(self) -> int:
        """The number of messages so far."""
        return len(self._seat.kept)

    @property
    def draws(self) -> int:
        """The number of joint draws so far."""
        return self._seat.draws

    @property
    def number(self) -> str:
        """Eight digits that are the same on both pages."""
        return self._seat.fingerprint

    @property
    def complete(self) -> bool:
        """Whether the whole game has been checked and nothing was found."""
        return complete(self._seat)

    @property
    def lie(self) -> Finding | None:
        """A proven lie."""
        return next((each for each in self._seat.findings if each.proof), None)

    @property
    def doubt(self) -> bool:
        """Whether the two pages can't agree, without a proof against anyone."""
        return not self.lie and bool(self._seat.findings)

    # What it says

    def begin(self) -> list[str]:
        """Return the first line."""
        return self._seat.begin()

    def hear(self, line: str) -> list[str]:
        """Take a line; return those to send. Raise :class:`MessageError` for a text that isn't one."""
        read_message(line)
        return self._seat.hear(line)

    def since(self, step: int) -> list[str]:
        """Return the lines that a page may lack if it has those of all steps before this one."""
        return [each.text for each in self._seat.kept if each.step >= step or each.kind == "open"]

    def push(self, game: OnTable) -> list[str]:
        """Return the lines about the moves on this page that have become final since the last call."""
        seat, made = self._seat, len(self._seat.course.moves)
        end = len(game.moves) if actor(game.states[-1]) == CHANCE else game.settled()
        free = seat.awaited.get(seat.seat) == "play" and seat.seat in seat.missing()
        if end <= made or not free or seat.opening or seat.proven or game.moves[:made] != seat.course.moves:
            return []
        return seat.decide(game.moves[made:end])


def gap(moves: Sequence[str], here: Sequence[str]) -> int | None:
    """Return the number of moves that a game here shares with those agreed on; ``None`` if it has them all."""
    pairs = zip(moves, here, strict=False)
    at = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(moves), len(here)))
    return None if at == len(moves) else at
