"""The messages between the seats of a game, as one line of text each (docs/formats.md, "Transcript").

This is the one place that says what may come from outside. :func:`read_message` accepts the one spelling of each
message and nothing else, a too long line before it looks at anything in it; :func:`values_of` then checks that each
number, key and point is a member of its group. A ledger calculates only with what these two return.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple

from keyharvest.remote.fair import signing
from keyharvest.remote.fair.curve import Point
from keyharvest.remote.fair.group import decode as read_point
from keyharvest.remote.fair.group import read_scalar

VERSION: Final = 2
#: The longest line, in characters: a ``lock`` of four players has 3800.
LONGEST: Final = 4000
#: The kind of message that opens a key; all others advance the game: a step is complete once every awaited seat has
#: sent one.
OPEN: Final = "open"

#: How bytes are written: base64url without padding, and the last character has no bits to spare.
_BYTES32: Final = "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"
_SIGNATURE: Final = "[A-Za-z0-9_-]{85}[AQgw]"
_MOVE: Final = r"[*A-Za-z0-9:-]{1,12}"


def _listed(number: int) -> str:
    return f"{_BYTES32}(?:,{_BYTES32}){{{number - 1}}}"


#: The bodies of all kinds: a key is ``-`` where nothing is dealt, with two players.
_BODIES: Final = {
    "seal": _BYTES32,
    "hello": f"{_BYTES32} {_BYTES32} (?:{_BYTES32}|-)",
    "reveal": _BYTES32,
    "lock": "|".join(f"{_listed(number)} {_listed(9 + 5 * number)}" for number in (9, 12)),
    "unlock": "|".join(f"{_listed(number)} {_listed(2)}" for number in (6, 9)),
    "play": f"{_MOVE}(?:,{_MOVE}){{0,199}} {_BYTES32}",
    OPEN: f"(?:{_BYTES32}|-)",
}
_LINE: Final = re.compile(
    rf"khf(?P<version>[1-9][0-9]?) (?P<step>0|[1-9][0-9]{{0,4}}) (?P<seat>[1-4]) (?P<digest>{_BYTES32}) "
    rf"(?:{'|'.join(f'(?P<{kind}>{kind} (?:{body}))' for kind, body in _BODIES.items())}) (?P<signature>{_SIGNATURE})"
)
_OTHER: Final = re.compile(r"khf([1-9][0-9]?) ")


class MessageError(ValueError):
    """A text that can't be read as a message; ``newer``: whether a newer version has written it."""

    def __init__(self, text: str, newer: bool = False) -> None:
        super().__init__(text)
        self.newer = newer


@dataclass(frozen=True, slots=True)
class Message:
    """A message of one seat.

    Attributes:
        step: the number of the step of the game to which it belongs; ``seat``: the seat that says it.
        digest: the digest of all that was said in the steps before.
        kind: what it is; ``body``: words separated by spaces.
        signature: the seat's signature of everything before it in the line.
    """

    version: ClassVar[int] = VERSION
    step: int
    seat: int
    digest: str
    kind: str
    body: str
    signature: str = ""

    @property
    def content(self) -> str:
        """The line without the signature."""
        return f"khf{self.version} {self.step} {self.seat + 1} {self.digest} {self.kind} {self.body}"

    @property
    def text(self) -> str:
        """The whole line."""
        return f"{self.content} {self.signature}"

    def signed(self, secret: bytes) -> Message:
        """Return the message, signed with a secret key."""
        return replace(self, signature=encode(signing.sign(secret, self.content.encode())))

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is that of a public key."""
        return signing.verify(key, self.content.encode(), decode(self.signature))


def read_message(text: str) -> Message:
    """Read a line. Raise :class:`MessageError` unless it is one, in its only spelling; the signature isn't checked.

    >>> message = Message(3, 1, "A" * 43, "reveal", "A" * 43).signed(bytes(32))
    >>> read_message(message.text) == message
    True
    """
    found = _LINE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None or int(found["version"]) != VERSION:
        other = _OTHER.match(text)
        if other and int(other[1]) != VERSION:
            said = f"version {other[1]}; this program reads version {VERSION}"
            raise MessageError(said, newer=int(other[1]) > VERSION)
        raise MessageError(f"{text[:40]!r}: expected a message of a game, such as khf{VERSION} 3 1 …")
    kind = next(kind for kind in _BODIES if found[kind])
    body = found[kind][len(kind) + 1 :]
    return Message(int(found["step"]), int(found["seat"]) - 1, found["digest"], kind, body, found["signature"])


class Values(NamedTuple):
    """The content of a message.

    Attributes:
        words: hashes, keys and links as bytes; ``key``: the number of an opened key.
        points: the elements of a step of the deal or, in a first message, the public key of the deal.
        proof: the pieces of the proof of that step.
        moves, state: the moves of a decision, and the digest of the position after them.
    """

    words: tuple[bytes, ...] = ()
    key: int = 0
    points: tuple[Point, ...] = ()
    proof: tuple[bytes, ...] = ()
    moves: tuple[str, ...] = ()
    state: str = ""


def values_of(message: Message) -> Values:
    """Return what a message says. Raise ``ValueError`` unless every value is a member of its group."""
    words = message.body.split(" ")
    match message.kind:
        case "hello":
            key, end, public = words
            if not signing.is_key(decode(key)):
                raise ValueError("not a key")
            return Values((decode(key), decode(end)), points=() if public == "-" else (read_point(decode(public)),))
        case "lock" | "unlock":
            values, proof = ([decode(each) for each in word.split(",")] for word in words)
            if len(set(values)) < len(values):
                raise ValueError("a value occurs twice")
            return Values(points=tuple(read_point(each) for each in values), proof=tuple(proof))
        case "play":
            return Values(moves=tuple(words[0].split(",")), state=words[1])
        case "open":
            return Values(key=0 if words == ["-"] else read_scalar(decode(words[0])))
    return Values((decode(words[0]),))


def encode(content: bytes) -> str:
    """Write bytes in base64url without padding."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode(text: str) -> bytes:
    """Read what :func:`encode` wrote, in a line that :func:`read_message` has accepted."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def write_list(pieces: list[bytes]) -> str:
    """Write the values or the proof of a step of the deal."""
    return ",".join(map(encode, pieces))
