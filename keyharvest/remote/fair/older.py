"""Transcripts of version 1, which this program only reads, and checks by what that version promised.

What was different: first messages weren't sealed. The counters were locked modulo a prime and nothing proved a step
of the deal before its key was opened; keys were opened by messages of their own, after a ``call`` or a ``cease``. The
others could vote to continue without a seat, in ``ballot`` messages, and a seat could give an ``account`` of all that
it had heard. The header Host and the number of deals were under no signature.

Two of that version's accusations are only doubts here, since an honest page could meet them: two different messages of
one seat, and a ``call`` that nothing supports. Numbers that can't be part of an honest deal accuse their sender.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import ClassVar, Final

from keyharvest.record import Record
from keyharvest.remote.fair import signing
from keyharvest.remote.fair.deal import EACH, others
from keyharvest.remote.fair.ledger import Agreement, Ledger
from keyharvest.remote.fair.message import Message, MessageError, Values, decode, encode
from keyharvest.rules import actor, counters, legal

#: The prime of group 14 of RFC 3526: 2**2048 - 2**1984 - 1 + 2**64 * ([2**1918 * pi] + 124476).
PRIME: Final = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74"
    "020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437"
    "4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF05"
    "98DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB"
    "9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718"
    "3995497CEA956AE515D2261898FA051015728E5A8AACAA68FFFFFFFFFFFFFFFF",
    16,
)
_STEPS: Final = ("hello", "reveal", "lock", "unlock", "play")
_BYTES: Final = "[A-Za-z0-9_-]"
_BODIES: Final = {
    "hello": rf"{_BYTES}{{43}} {_BYTES}{{43}}",
    "reveal": rf"{_BYTES}{{43}}",
    "lock": rf"{_BYTES}{{342}}(?:,{_BYTES}{{342}}){{8,11}}",
    "unlock": rf"{_BYTES}{{342}}(?:,{_BYTES}{{342}}){{5,8}}",
    "play": rf"[*A-Za-z0-9:-]+(?:,[*A-Za-z0-9:-]+)* {_BYTES}{{43}}",
    "ballot": rf"[1-4](?:\+[1-4])* (?:without|with {_BYTES}+)",
    "call": rf"{_BYTES}+",
    "cease": "-",
    "open": rf"-|{_BYTES}{{43}}",
    "account": rf"(?:-|[1-4](?:\+[1-4])*) {_BYTES}+",
}
_LINE: Final = re.compile(
    rf"khf1 (0|[1-9][0-9]{{0,5}}) ([1-4]) ({_BYTES}{{43}}) "
    rf"((?:{'|'.join(f'{kind} (?:{body})' for kind, body in _BODIES.items())})) ({_BYTES}{{86}})"
)
#: The longest line: an account of a long game; all others are shorter than the second number.
_LONGEST: Final = 750_000
_USUAL: Final = 20_000


class _Message(Message):
    """A message of version 1."""

    __slots__ = ()
    version: ClassVar[int] = 1


def read_message(text: str) -> Message:
    """Read a line. Raise :class:`MessageError` unless it is one; the signature isn't checked."""
    short = len(text) <= (_LONGEST if " account " in text[:80] else _USUAL)
    found = _LINE.fullmatch(text) if short else None
    if found is None:
        raise MessageError(f"{text[:40]!r}: expected a message of a game, such as khf1 3 1 …")
    step, seat, digest, said, signature = found.groups()
    kind, _space, body = said.partition(" ")
    seats = body.split(" ")[0] if kind in ("ballot", "account") else "-"
    if seats != "-" and sorted(set(seats.split("+"))) != seats.split("+"):
        raise MessageError(f"{text[:40]!r}: {seats[:40]!r} are no seats")
    return _Message(int(step), int(seat) - 1, digest, kind, body, signature)


def faces(pool: int) -> list[tuple[int, int]]:
    """Return each counter of a packed set as its number in the deal and its crop."""
    crops = [crop for crop, number in enumerate(counters.unpack(pool)) for _ in range(number)]
    return [(_face(at), crop) for at, crop in enumerate(crops)]


def _face(at: int) -> int:
    blocks = (hashlib.sha256(b"key harvest counter %d %d" % (at, block)).digest() for block in range(8))
    return pow(int.from_bytes(b"".join(blocks), "big"), 2, PRIME)


def is_square(value: int) -> bool:
    """Whether a number is a square modulo the prime, by its Jacobi symbol: locking and unlocking keep that.

    >>> is_square(4), is_square(PRIME - 4)
    (True, False)
    """
    sign, below = 1, PRIME
    while value:
        twos = (value & -value).bit_length() - 1
        value >>= twos
        if twos & 1 and below & 7 in (3, 5):
            sign = -sign
        if value & below & 3 == 3:
            sign = -sign
        value, below = below % value, value
    return sign == 1


class Older(Ledger):
    """All messages of a game of version 1, replayed in the order of their steps."""

    first = ("hello",)

    def __init__(self, agreement: Agreement, messages: Sequence[Message]) -> None:
        self.out: dict[int, int] = {}
        super().__init__(agreement)
        self.ceased: dict[int, Message] = {}
        self._messages = list(dict.fromkeys(messages))
        self._faces: list[tuple[int, int]] = []
        self._locked: list[int] = []
        self._steps: list[tuple[Message, list[int], list[int]]] = []
        for message in self._messages:
            if message.kind == "hello":
                self.keys.setdefault(message.seat, _bytes(message.body.split()[0]))

    @property
    def ended_by(self) -> int | None:
        """The seat that ended the joint draws before the end of the game."""
        return next(iter(self.ceased), None)

    @property
    def opening(self) -> bool:
        """Whether all must open their keys."""
        return super().opening or any(each.kind in ("call", "cease") for each in self.kept)

    @property
    def proven_counters(self) -> int:
        """The number of counters whose deal is proven, by the keys opened."""
        complete = len(self._steps) == 2 * self.agreement.players and self.agreement.players > 2
        return EACH * len(self.opened) if complete and len(self.opened) >= self.agreement.players - 1 else 0

    def unchecked(self) -> list[str]:
        """Return what couldn't be checked for a reason of its own, in words."""
        points = ["the header Host: in version 1 nobody signed it"] if self.agreement.players > 2 else []
        if self._steps and len(self.opened) < self.agreement.players:
            points.append(f"the deal in full: {len(self.opened)} of {self.agreement.players} keys were opened")
        for seat, step in sorted(self.out.items()):
            voters = [f"{each + 1}" for each in self.seats if self.out.get(each, step + 1) > step]
            said = f"the others (seat {', '.join(voters)}) continued without seat {seat + 1}"
            points.append(f"whether seat {seat + 1} left or was cut off: {said}")
        return points

    def record(self) -> Record:
        """Return the game so far, with a header that names those who left."""
        record = super().record()
        left = {"Left": " ".join(f"{seat + 1}" for seat in sorted(self.out))} if self.out else {}
        return Record(record.start, record.moves, {**record.headers, **left})

    def missing(self) -> list[int]:
        """Return the seats that have something to send."""
        return [seat for seat in super().missing() if seat not in self.out]

    def is_from(self, message: Message) -> bool:
        """Whether a message is signed with the key of its seat, which a first message itself contains."""
        key = _bytes(message.body.split()[0]) if message.kind == "hello" else self.keys.get(message.seat, b"")
        try:
            return message.seat in self.seats and signing.verify(
                key, message.content.encode(), _bytes(message.signature)
            )
        except ValueError:
            return False

    def replay(self) -> None:
        """Carry out all messages, once each is known to be signed."""
        said: dict[tuple[int, int], Message] = {}
        for message in self._messages:
            if message.kind in _STEPS:
                before = said.setdefault((message.step, message.seat), message)
                if before is not message:
                    kind = "keys" if message.kind == "hello" else "twice"
                    self._suspect(kind, message.seat, before, message)
        while self.awaited and not self.proven:
            step = self.step
            for seat in list(self.awaited):
                if (step, seat) in said and self.step == step and not self.proven and self.suspended is None:
                    self._accepts(said[step, seat])
            if self.step == step and not self._vote():
                break
        for kind in ("ballot", "call", "cease", "open", "account"):
            for message in self._messages:
                if message.kind == kind and not self.proven:
                    self._aside(message)
        if self.opening and not self.proven:
            self._check_deal()
        if self.opening and not self.proven and self.agreement.players > 2:
            self._audit()
        if not self.proven and not self.missing():
            for message in [each for each in self.kept if each.kind == "call"]:
                self._suspect("call", message.seat, message)

    def unused(self) -> set[Message]:
        """Return the messages of completed steps that had no place in the game, where nothing explains that."""
        if self.findings or self.out or self.suspended:
            return set()
        steps = {each for each in self._messages if each.kind in _STEPS and (self.over or each.step < self.step)}
        return steps - set(self.kept)

    # Steps

    def _values(self, message: Message) -> Values:
        if message.kind in ("hello", "lock", "unlock"):
            words = tuple(_bytes(word) for word in message.body.split(" ")) if message.kind == "hello" else ()
            return Values(words)
        return super()._values(message)

    def _fault(self, message: Message, values: Values) -> str:
        if message.kind == "hello":
            return ""
        if message.kind in ("lock", "unlock"):
            after, number = _numbers(message), len(self._locked)
            right = len(set(after)) == len(after) == (number if message.kind == "lock" else number - EACH)
            return "" if right and all(1 < each < PRIME - 1 and is_square(each) for each in after) else "form"
        return super()._fault(message, values)

    def _finish_steps(self) -> None:
        while self.suspended is None and self.awaited and not set(self.awaited) - self._answered():
            self._finish_step({seat: self._said[self.step, seat] for seat in self.awaited if seat not in self.out})
            self._prepare()

    def _answered(self) -> set[int]:
        return {seat for seat in self.seats if seat in self.out or (self.step, seat) in self._said}

    def _contents(self, said: dict[int, tuple[Message, Values]]) -> list[str]:
        return [said[seat][0].content if seat in said else f"{seat + 1} left" for seat in sorted(self.awaited)]

    def _prepare(self) -> None:
        super()._prepare()
        seat = actor(self.course.state)
        if self.course.dealing() and self.out:
            self.awaited = {}  # a game can't begin without all its players
        elif seat in self.out:
            self.course.play(legal(self.course.state)[-1])
            self._prepare()
        elif seat < 0:
            self.awaited = {seat: kind for seat, kind in self.awaited.items() if seat not in self.out}

    def _next_of_deal(self) -> tuple[int, str]:
        if not self._faces:
            self._faces = faces(self.course.state.pool())
            self._locked = [face for face, _crop in self._faces]
        turn, seat = divmod(len(self._steps), self.agreement.players)
        return seat, ("lock", "unlock")[turn]

    def _deal(self, message: Message, _values: Values) -> None:
        after, before = _numbers(message), self._locked
        places = range(len(before)) if message.kind == "lock" else others(message.seat, len(before))
        self._locked = list(before)
        for place, value in zip(places, after, strict=True):
            self._locked[place] = value
        self._steps.append((message, [before[place] for place in places], after))
        if len(self._steps) == 2 * self.agreement.players:
            self.course.deal_out({})

    # Other messages

    def _vote(self) -> bool:
        """Continue without the seats that all others have voted out in this step; return whether there are any."""
        votes: dict[str, set[int]] = {}
        for message in self._messages:
            if message.kind == "ballot" and message.step == self.step and message.digest == self.digests[self.step]:
                about, verdict = message.body.split(" ")[:2]
                if verdict == "without":
                    votes.setdefault(about, set()).add(message.seat)
        for about, voters in votes.items():
            seats = {int(each) - 1 for each in about.split("+")}
            needed, silent = set(self.seats) - seats - set(self.out), seats & set(self.seats) - self._answered()
            if self.step and needed and needed <= voters and silent and seats & set(self.awaited):
                for seat in sorted(silent):
                    self.out[seat] = self.step
                    self._suspect("silent", seat)
                self._finish_steps()
                return True
        return False

    def _aside(self, message: Message) -> None:
        """Carry out a message that doesn't advance the game."""
        if message.step > self.step or self.out.get(message.seat, self.step + 1) <= message.step:
            return
        if message.kind != "account" and message.digest != self.digests[message.step]:
            self._suspect("fork", message.seat, message)
            return
        if message.kind == "open":
            if (message.body == "-") != (self.agreement.players == 2):
                self._lie("form", message.seat, message)
                return
            self.opened[message.seat] = 0 if message.body == "-" else int.from_bytes(_bytes(message.body), "big")
        elif message.kind == "cease":
            self.ceased[message.seat] = message
        elif message.kind == "account":
            self._account(message)
        self.kept.append(message)

    def _account(self, message: Message) -> None:
        """Compare a seat's account of the game with what it has signed."""
        try:
            lines = _bytes(message.body.split(" ")[1]).decode().splitlines()
            told = Older(self.agreement, [read_message(line) for line in lines if " account " not in line])
            told.replay()
        except ValueError:
            self._lie("form", message.seat, message)
            return
        if told.digests[message.step : message.step + 1] != [message.digest]:
            self._lie("form", message.seat, message)
            return
        for said in self._messages:
            own = said.seat == message.seat and said.kind != "account" and said.step <= message.step
            if own and said.digest != told.digests[said.step]:
                self._lie("digest", message.seat, said, message)

    # The keys

    def _check_deal(self) -> None:
        """Check the deal with the keys that were opened."""
        for message, before, after in self._steps:
            key = self.opened.get(message.seat)
            if key is None:
                continue
            said = next(each for each in self.kept if each.kind == "open" and each.seat == message.seat)
            if message.kind == "lock":
                right = {pow(value, key, PRIME) for value in before} == set(after)
            else:
                right = [pow(value, key, PRIME) for value in after] == before
            if not right:
                self._lie(message.kind, message.seat, message, said)

    def _shown_counters(self) -> dict[int, int]:
        players = self.agreement.players
        if len(self._steps) < 2 * players:
            return {}
        crops, found = dict(self._faces), dict[int, int]()
        for seat, key in self.opened.items():
            locked = {pow(face, key, PRIME): face for face, _crop in self._faces}
            held = [locked.get(value, 0) for value in self._locked[EACH * seat : EACH * seat + EACH]]
            if any(face not in crops for face in held) or len(set(held)) < EACH:
                return {}
            found[seat] = sum(counters.ONE[crops.pop(face)] for face in held)
        missing = [seat for seat in self.seats if seat not in found]
        if len(missing) == 1:
            found[missing[0]] = sum(counters.ONE[crop] for crop in crops.values())
        return found


def _bytes(text: str) -> bytes:
    """Read base64url without padding. Raise ``ValueError`` unless it is in its only spelling."""
    content = decode(text)
    if encode(content) != text:
        raise ValueError(f"{text[:40]!r}: not in its only spelling")
    return content


def _numbers(message: Message) -> list[int]:
    """Return the numbers of a step of the deal."""
    return [int.from_bytes(_bytes(word), "big") for word in message.body.split(",")]
