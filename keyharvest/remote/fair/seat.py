"""A seat's own part in a fair game: its secrets, and what it has to say. Lines in, lines out; no clock and no socket.

All secrets are derived from one random value, so a page can continue after a reload from that and its stored lines.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from keyharvest.remote.fair.deal import KEY_BITS, lock, others, unlock
from keyharvest.remote.fair.joint import JointSource, chain
from keyharvest.remote.fair.ledger import Agreement, Ledger, state_digest
from keyharvest.remote.fair.message import Message, encode, read_message, write_numbers
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
        self._lock = int.from_bytes(self._secret("lock", secret), "big") % 2**KEY_BITS | 1
        self._shuffle = JointSource(self._secret("shuffle", secret))
        self._said: set[tuple[str, int, int]] = set()
        self._stored: set[str] = set()
        self._to_send: list[Message] = []
        self._false_deal = False
        self._proofs: set[str] = set()
        self._accounted: set[int] = set()
        self._replied: set[int] = set()

    def _secret(self, purpose: str, secret: bytes) -> bytes:
        return hashlib.sha512(f"key harvest {purpose} {self.agreement.digest}".encode() + secret).digest()[:32]

    # What the page calls.

    def begin(self) -> list[str]:
        """Return the first line, which introduces this seat."""
        if not self._has_said("", 0):
            self._say_now("hello", f"{encode(public_key(self._key))} {encode(self._chain[0])}")
        return self._flush()

    def hear(self, text: str) -> list[str]:
        """Handle a line from another page; return the lines to send to all others."""
        self.receive(text)
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
        self._say_now("play", f"{','.join(moves)} {state_digest(state)}")
        return self._flush()

    @property
    def free(self) -> bool:
        """Whether this seat has to decide and may do so now."""
        due = self.awaited.get(self.seat) == "play" and not self._has_said("", self.step)
        return due and not self.opening and not self.proven

    def go_on_without(self, seats: Iterable[int]) -> list[str]:
        """Vote to continue without seats that don't answer; all other seats must vote the same.

        Raise ``ValueError`` if the game isn't waiting for any of them, or hasn't begun.
        """
        away = sorted(set(seats))
        if self.seat in away or not set(away) & set(self.missing()) or not self.step or self.opening:
            raise ValueError(f"seats {[seat + 1 for seat in away]}: the game isn't waiting for them")
        about = "+".join(f"{seat + 1}" for seat in away)
        if not self._has_said(f"ballot {about}", self.step):
            self._held |= {(self.step, seat) for seat in away}
            self._say_now("ballot", f"{about} without")
        return self._flush()

    def cease(self) -> list[str]:
        """End the joint draws: all open their keys, and the players continue without this protocol."""
        if not self.ceased and not self._has_said("cease", 0):
            self._say_now("cease", "-")
        return self._flush()

    def lines(self) -> list[str]:
        """Return all lines, to store them or to send them to a page that has lost some."""
        return [message.text for message in self.kept]

    def restore(self, lines: Iterable[str]) -> list[str]:
        """Continue from stored lines; return those that others may lack. Raise ``ValueError`` for anything else.

        Their signatures were checked when they arrived.
        """
        stored = [read_message(line) for line in lines]
        self._stored = {message.text for message in stored}
        for message in stored:
            if message.seat == self.seat:
                self._said.add(message.slot)
                if message.kind == "ballot" and message.body.endswith(" without"):
                    about = message.body.split()[0]
                    self._held |= {(message.step, int(each) - 1) for each in about.split("+")}
        for message in stored:
            self.receive(message.text)
        return self._flush()

    def _note(self, message: Message) -> None:
        if message.seat == self.seat:
            self._said.add(message.slot)  # another page has a message that this one sent but hadn't stored
        super()._note(message)

    def _signed(self, message: Message, key: bytes) -> bool:
        return message.text in self._stored or super()._signed(message, key)

    # What it has to send.

    def _has_said(self, group: str, step: int) -> bool:
        return (group, step, self.seat) in self._said

    def _say_now(self, kind: str, body: str, step: int | None = None) -> None:
        """Sign a message, send it to all and enter it in this seat's own ledger."""
        step = self.step if step is None else step
        message = Message(step, self.seat, self.digests[step], kind, body).signed(self._key)
        self._said.add(message.slot)
        self._to_send.append(message)
        self.receive(message.text)

    def _flush(self) -> list[str]:
        lines = [each.text for each in self._to_send]
        self._to_send = []
        return lines

    def _advance(self) -> None:
        super()._advance()
        if self.proven:
            self._show_proofs()
        elif self.seat not in self.out:
            self._answer_ballots()
            self._answer_disputes()
            self._proceed()

    def _show_proofs(self) -> None:
        """Pass on the proofs of a lie: this page may be the only one that has them."""
        for finding in self.findings:
            for line in finding.proof:
                if line not in self._proofs:
                    self._proofs.add(line)
                    self._to_send.append(read_message(line))

    def _answer_ballots(self) -> None:
        """If others vote to continue without a seat whose message this page has, show them that message."""
        for step, about in list(self._ballots):
            seats = [int(each) - 1 for each in about.split("+")]
            if self._has_said(f"ballot {about}", step):
                continue
            for seat in seats:
                said = self._spoken.get(("", step, seat))
                if said is None or (step, seat) in self._held or said.digest != self.digests[step]:
                    continue
                self._said.add((f"ballot {about}", step, self.seat))
                if self.seat in seats:
                    self._to_send.append(said)
                else:
                    self._say_now("ballot", f"{about} with {encode(said.text.encode())}", step)
                break

    def _answer_disputes(self) -> None:
        """Give an account of the game if another seat has a different version of it."""
        disputed = set(self.disputed) - self._accounted - {self.seat, *self.out}
        askers = {one for one, other in self.asked if other == self.seat} - self._replied - {self.seat, *self.out}
        if (disputed or askers) and not self._has_said("account", self.step):
            self._accounted |= disputed
            self._replied |= askers
            named = "+".join(f"{seat + 1}" for seat in sorted(disputed)) or "-"
            lines = "\n".join(message.text for message in self.counted())
            self._say_now("account", f"{named} {encode(lines.encode())}")

    def _proceed(self) -> None:
        """Send what the present step needs from this seat, except for its decisions."""
        if self.opening:
            if not self._has_said("open", 0):
                self._say_now("open", "-" if self.agreement.players == 2 else encode(self._lock.to_bytes(32, "big")))
            return
        if self.suspended is not None or self._false_deal:
            if not self._has_said("call", 0):
                doubted = encode(self.suspended.text.encode()) if self.suspended is not None else "-"
                self._say_now("call", doubted)
            return
        if self._has_said("", self.step):
            return
        match self.awaited.get(self.seat):
            case "reveal":
                self._say_now("reveal", encode(self._chain[self._chain.index(self.shown[self.seat]) + 1]))
            case "lock":
                assert self.dealing is not None
                self._say_now("lock", write_numbers(lock(self.dealing.values, self._lock, self._shuffle)))
            case "unlock":
                assert self.dealing is not None
                values = [self.dealing.values[at] for at in others(self.seat, len(self.dealing.values))]
                self._say_now("unlock", write_numbers(unlock(values, self._lock)))

    def _known_counters(self) -> dict[int, int]:
        """Return this seat's own starting counters, or nothing if one isn't part of the deal or occurs twice."""
        assert self.dealing is not None
        crops = dict(self.dealing.faces)
        held = self.dealing.held(self.seat, self._lock)
        if not set(held) <= set(crops) or len(set(held)) < len(held):
            self._false_deal = True
            return {}
        return {self.seat: sum(counters.ONE[crops[face]] for face in held)}
