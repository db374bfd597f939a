"""A seat's own part in a fair game: its secrets, and what it has to say. Lines in, lines out; no clock and no socket.

All secrets are derived from one random value, so a page can continue after a reload from that and its stored lines. All
that a page says, but for its decisions, follows from that value and from what it has heard: a page that is opened again
says the same again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from keyharvest.remote.fair.curve import L, of_base
from keyharvest.remote.fair.findings import Finding
from keyharvest.remote.fair.group import encode as point_bytes
from keyharvest.remote.fair.group import write_scalar
from keyharvest.remote.fair.joint import JointSource, chain
from keyharvest.remote.fair.ledger import Agreement, Ledger, about, seal, state_digest
from keyharvest.remote.fair.message import OPEN, Message, encode, read_message, write_list
from keyharvest.remote.fair.signing import public_key
from keyharvest.rules import actor, counters, legal, play
from keyharvest.rules.state import check_seat
from keyharvest.rules.turn import Turn

#: The bytes of a seat's secret.
SECRET: Final = 32


def new_secret() -> bytes:
    """Return a secret for one seat in one game. A secret used twice would reveal draws before their time."""
    return secrets.token_bytes(SECRET)


class Seat(Ledger):
    """A ledger with the secrets of one seat.

    >>> game = Agreement("AbCdEfGh", 2, start="random")
    >>> ann, ben = Seat(game, 0, bytes(32)), Seat(game, 1, bytes(range(32)))
    >>> lines = ann.begin() + ben.begin()
    >>> while lines:
    ...     lines = [line for seat in (ann, ben) for text in lines for line in seat.hear(text)]
    >>> ann.course.moves == ben.course.moves, ann.fingerprint == ben.fingerprint, ann.missing() == ben.missing()
    (True, True, True)

    Raise ``ValueError`` if the seat isn't in the game.
    """

    def __init__(self, agreement: Agreement, seat: int, secret: bytes) -> None:
        super().__init__(agreement)
        check_seat(seat, agreement.players)
        self.seat = seat
        self._key = self._secret("sign", secret)
        self._chain = chain(self._secret("chain", secret))
        self._lock = 1 + int.from_bytes(self._secret("lock", secret) + self._secret("more", secret), "big") % (L - 1)
        self._shuffle = self._secret("shuffle", secret)
        self._own: set[str] = set()
        self._to_send: list[str] = []
        self._shown_evidence: set[str] = set()
        self._compared = self._silent = False

    def _secret(self, purpose: str, secret: bytes) -> bytes:
        return hashlib.sha512(f"key harvest {purpose} {self.agreement.digest}".encode() + secret).digest()[:32]

    # What the page calls

    def begin(self) -> list[str]:
        """Return the first line, which seals this seat's keys."""
        self._speak()
        return self._flush()

    def hear(self, text: str) -> list[str]:
        """Handle a line from another page; return the lines to send to all others."""
        self.receive(text)
        self._speak()
        return self._flush()

    def decide(self, moves: Sequence[str]) -> list[str]:
        """Make this seat's next moves, up to a draw, another seat's decision or the end of an action.

        Return the lines to send. Raise ``ValueError`` if this seat doesn't have to decide, a move is illegal or the
        action is incomplete.
        """
        if not self.free:
            raise ValueError("moves: this seat has nothing to decide")
        state = self.course.state
        for move in moves:
            if actor(state) != self.seat or move not in legal(state):
                raise ValueError(f"moves: {move[:40]!r} can't be played")
            state = play(state, move)
        if not moves or (actor(state) == self.seat and not isinstance(state.stack[-1], Turn)):
            raise ValueError("moves: the action isn't complete")
        self._say("play", f"{','.join(moves)} {state_digest(state)}")
        self._speak()
        return self._flush()

    @property
    def free(self) -> bool:
        """Whether this seat has to decide and may do so now."""
        due = self.awaited.get(self.seat) == "play" and self.seat in self.missing()
        return due and not self.opening and not self.proven

    def cease(self) -> list[str]:
        """End the joint draws: open this seat's key, so that all open theirs, and play on without this protocol."""
        if self.begun and self.seat not in self.opened:
            self._say(OPEN, self._opening())
            self._speak()
        return self._flush()

    def lines(self) -> list[str]:
        """Return all lines, to store them or to send them to a page that has lost some."""
        return [message.text for message in self.kept]

    def restore(self, lines: Iterable[str]) -> list[str]:
        """Continue from stored lines; return those that others may lack. Raise ``ValueError`` for anything else.

        They were checked when they arrived.
        """
        stored = [read_message(line) for line in lines]
        self._own |= {message.text for message in stored}
        for message in stored:
            self._take(message)
        self._speak()
        return self._flush()

    def _take(self, message: Message) -> bool:
        foreign = message.kind == "seal" and message.seat == self.seat and self.seat not in self.missing()
        if foreign and not self.begun and message.digest == self.digests[0] and not self.knows(message):
            # Another page wants to take this one's seat, and only one page can have passed that on.
            source = 1 - self.seat if self.agreement.players == 2 else self.agreement.host
            if source != self.seat:
                self._find(Finding("keys", (source,), turn=self.course.state.turn))
            return False
        return super()._take(message)

    def trusts(self, message: Message) -> bool:
        """Whether a message was checked before, or is this page's own."""
        return message.text in self._own

    # What it has to send

    def _say(self, kind: str, body: str) -> None:
        """Sign a message, send it to all and enter it in this seat's own ledger."""
        message = Message(self.step, self.seat, self.digests[self.step], kind, body).signed(self._key)
        self._own.add(message.text)
        self._to_send.append(message.text)
        self._take(message)

    def _flush(self) -> list[str]:
        lines, self._to_send = self._to_send, []
        return lines

    def _speak(self) -> None:
        """Send everything that is due from this seat, except for its decisions."""
        self._show_evidence()
        said = -1
        while said < len(self.kept) and not self.proven:
            said = len(self.kept)
            self._speak_once()

    def _show_evidence(self) -> None:
        """Pass on what shows a fault: this page may be the only one that has it.

        If another seat has a different version of the game, show it the one here too: where the two differ, a seat
        has signed two things.
        """
        for finding in self.findings:
            lines = [line for line in finding.evidence if line not in self._shown_evidence]
            self._shown_evidence.update(lines)
            self._to_send += lines
        if not self._compared and any(finding.kind == "fork" for finding in self.findings):
            self._compared = True
            self._to_send += self.lines()

    def _speak_once(self) -> None:
        if self.opening or self.suspended is not None:
            if self.seat not in self.opened and self.begun:
                self._say(OPEN, self._opening())
            return
        if self.seat not in self.missing():
            return
        match self.awaited[self.seat]:
            case "seal":
                self._say("seal", seal(self.agreement, self.seat, self._hello()))
            case "hello":
                self._say("hello", self._hello())
            case "reveal":
                self._say("reveal", encode(self._chain[self._chain.index(self.shown[self.seat]) + 1]))
            case "lock" | "unlock" as kind:
                assert self.dealing is not None
                said = about(Message(self.step, self.seat, self.digests[self.step], kind, ""))
                if kind == "lock":
                    lot = JointSource(self._shuffle + said)
                    values, proof = self.dealing.lock(said, self._lock, lot, self._shuffle)
                else:
                    values, proof = self.dealing.unlock(said, self.seat, self._lock, self._shuffle)
                self._say(kind, f"{write_list(values)} {write_list(proof)}")

    def _hello(self) -> str:
        public = encode(point_bytes(of_base(self._lock))) if self.agreement.players > 2 else "-"
        return f"{encode(public_key(self._key))} {encode(self._chain[0])} {public}"

    def _opening(self) -> str:
        return encode(write_scalar(self._lock)) if self.agreement.players > 2 else "-"

    def _known_counters(self) -> dict[int, int]:
        """Return this seat's own starting counters."""
        assert self.dealing is not None
        held = self.dealing.held(self.seat, self._lock)
        return {self.seat: sum(counters.ONE[self.dealing.crops[at]] for at in held)}
