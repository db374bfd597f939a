"""The messages between the seats of a game, as one line of text each (docs/formats.md, "Transcript")."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass, replace
from typing import Final

from keyharvest.remote.fair import signing

VERSION: Final = 1
#: The kinds of messages that advance a game: a step is complete once every expected seat has sent one.
STEPS: Final = ("hello", "reveal", "lock", "unlock", "play")
#: The other kinds.
ASIDE: Final = ("ballot", "call", "cease", "open", "account")

_LINE: Final = re.compile(
    r"khf([0-9]{1,3}) (0|[1-9][0-9]{0,5}) ([1-4]) ([A-Za-z0-9_-]{43}) ([a-z]{4,7})"
    r" ([!-~]+(?: [!-~]+)*) ([A-Za-z0-9_-]{86})"
)


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
        kind: one of ``STEPS`` or ``ASIDE``; ``body``: words separated by spaces.
        signature: the seat's signature of everything before it in the line.
    """

    step: int
    seat: int
    digest: str
    kind: str
    body: str
    signature: str = ""

    @property
    def content(self) -> str:
        """The line without the signature."""
        return f"khf{VERSION} {self.step} {self.seat + 1} {self.digest} {self.kind} {self.body}"

    @property
    def text(self) -> str:
        """The whole line."""
        return f"{self.content} {self.signature}"

    @property
    def slot(self) -> tuple[str, int, int]:
        """The key of what a seat may say only once: two different messages in one slot prove a lie."""
        match self.kind:
            case "ballot":
                return f"ballot {self.body.split()[0]}", self.step, self.seat
            case "call" | "cease" | "open":
                return self.kind, 0, self.seat
            case "account":
                return "account", self.step, self.seat
        return "", self.step, self.seat

    def signed(self, secret: bytes) -> Message:
        """Return the message, signed with a secret key."""
        return replace(self, signature=encode(signing.sign(secret, self.content.encode())))

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is that of a public key."""
        try:
            return signing.verify(key, self.content.encode(), decode(self.signature))
        except ValueError:  # it isn't in the canonical form of base64url
            return False


def read_message(text: str) -> Message:
    """Read a line. Raise :class:`MessageError` if it isn't one; the signature isn't checked.

    >>> message = Message(3, 1, "x" * 43, "reveal", "y" * 43).signed(bytes(32))
    >>> read_message(message.text) == message
    True
    """
    found = _LINE.fullmatch(text)
    if found is None:
        raise MessageError(f"{text[:40]!r}: expected a message of a game, such as khf{VERSION} 3 1 …")
    version, step, seat, digest, kind, body, signature = found.groups()
    if int(version) != VERSION:
        raise MessageError(f"version {version}; this program reads version {VERSION}", newer=int(version) > VERSION)
    return Message(int(step), int(seat) - 1, digest, kind, body, signature)


def encode(content: bytes) -> str:
    """Write bytes in base64url without padding."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode(text: str) -> bytes:
    """Read what :func:`encode` wrote. Raise ``ValueError`` for anything else."""
    try:
        content = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError(f"{text[:40]!r}: not base64url") from None
    if encode(content) != text:
        raise ValueError(f"{text[:40]!r}: not in canonical form")
    return content


def write_numbers(numbers: list[int]) -> str:
    """Write the values of the deal as text.

    >>> read_numbers(write_numbers([2, 3]))
    [2, 3]
    """
    return ",".join(encode(number.to_bytes(256, "big")) for number in numbers)


def read_numbers(text: str) -> list[int]:
    """Read what :func:`write_numbers` wrote. Raise ``ValueError`` for anything else."""
    found = [decode(word) for word in text.split(",")]
    if any(len(each) != 256 for each in found):
        raise ValueError("expected numbers of 256 bytes")
    return [int.from_bytes(each, "big") for each in found]
