"""A turn as a link: a few bytes, in characters that no messenger changes (docs/remote.md).

The text is ``khm``, the version, a full stop and the bytes in base64url. The bytes begin with their number, so that any
text that a messenger or a person adds to the link is ignored, and end with a checksum.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Final

#: The version that this program writes, and the newest that it reads.
VERSION: Final = 1
#: The most moves of a letter; a turn of four players has about fifty.
MOST_MOVES: Final = 2000
#: The most bytes of a letter, and the most characters of a text that may contain one.
MOST_BYTES: Final = 1500
LONGEST_TEXT: Final = 10_000
#: Bytes of a game's id, of a fingerprint and of the checksum.
_ID, _PRINT, _SUM = 6, 4, 3
_MARK: Final = re.compile(r"khm([0-9]{1,3})\.")
_FOREIGN: Final = re.compile(r"[^A-Za-z0-9_-]+")


class LetterError(ValueError):
    """A text without a readable letter; ``newer``: because a newer version has written it."""

    def __init__(self, text: str, newer: bool = False) -> None:
        super().__init__(text)
        self.newer = newer


@dataclass(frozen=True, slots=True)
class Letter:
    """Some moves of a game, as one page sends them to another.

    Attributes:
        game: the id of the game, :func:`new_id`.
        seat: the seat that sends it; ``turn``: the number of the turn in which the moves begin, 0 for set-up.
        at: the number of moves before them; ``count``: how many these are, draws included.
        before, after: fingerprints of the game before and after them.
        code: the moves: the index of each among the legal ones, as one number of mixed radix.

    >>> letter = Letter("AbCdEfGh", 1, 7, 90, 3, b"1234", b"5678", 4711)
    >>> letter.text()
    'khm1.GAGwnRHxoQEHWgMxMjM0NTY3OBJnq5xv'
    >>> read_letter(f"My turn is done: https://example.org/#{letter.text()} :-)") == letter
    True
    """

    game: str
    seat: int
    turn: int
    at: int
    count: int
    before: bytes
    after: bytes
    code: int

    def text(self) -> str:
        """Return the letter's text, for the fragment of a link after the ``#``."""
        code = self.code.to_bytes((self.code.bit_length() + 7) // 8, "big")
        numbers = b"".join(map(_number, (self.seat, self.turn, self.at, self.count)))
        body = base64.urlsafe_b64decode(self.game) + numbers + self.before + self.after + code
        size = len(body) + _SUM
        packed = _number(size + len(_number(size))) + body
        return f"khm{VERSION}." + base64.urlsafe_b64encode(packed + _checksum(packed)).decode().rstrip("=")


def new_id() -> str:
    """Return an id for a game, practically unique."""
    return secrets.token_urlsafe(_ID)


def is_letter(text: str) -> bool:
    """Whether a text contains the beginning of a letter, of any version and however damaged.

    >>> is_letter("see https://example.org/#khm1.AbC"), is_letter("https://example.org/#kh1.AbC")
    (True, False)
    """
    return bool(_MARK.search(text[:LONGEST_TEXT]))


def read_letter(text: str) -> Letter:
    """Return the letter in a text, ignoring everything around it: words, line breaks, quotation marks.

    Raise :class:`LetterError` if there is none, if it is incomplete, or if it is of a newer version.
    """
    found = _MARK.search(text[:LONGEST_TEXT])
    if found is None:
        raise LetterError("letter: there is none in the text")
    version = int(found[1])
    if version > VERSION:
        raise LetterError(f"letter: version {version}; this program reads version {VERSION}", newer=True)
    if version < VERSION:
        raise LetterError(f"letter: version {version}: there is none")
    letters = _FOREIGN.sub("", text[found.end() : found.end() + 2 * MOST_BYTES])
    packed = base64.urlsafe_b64decode(letters[: len(letters) // 4 * 4] + _padded(letters[len(letters) // 4 * 4 :]))
    size, begin = _read_number(packed, 0)
    if not begin + _ID + 4 + 2 * _PRINT + _SUM <= size <= min(len(packed), MOST_BYTES):
        raise LetterError("letter: a part of it is missing")
    if _checksum(packed[: size - _SUM]) != packed[size - _SUM : size]:
        raise LetterError("letter: the checksum is wrong")
    return _of_bytes(packed[begin : size - _SUM])


def _of_bytes(body: bytes) -> Letter:
    game = base64.urlsafe_b64encode(body[:_ID]).decode()
    numbers, at = [], _ID
    for _each in range(4):
        number, at = _read_number(body, at)
        numbers.append(number)
    seat, turn, moves, count = numbers
    if seat > 3 or not 0 < count <= MOST_MOVES or len(body) < at + 2 * _PRINT:
        raise LetterError("letter: it has numbers that no letter has")
    before, after = body[at : at + _PRINT], body[at + _PRINT : at + 2 * _PRINT]
    return Letter(game, seat, turn, moves, count, before, after, int.from_bytes(body[at + 2 * _PRINT :], "big"))


def fingerprint(text: str) -> bytes:
    """Return a few bytes by which two pages see whether they have the same text."""
    return hashlib.sha256(text.encode()).digest()[:_PRINT]


def _checksum(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:_SUM]


def _padded(rest: str) -> str:
    """Complete the last group of base64; a single character of one contains nothing."""
    return rest + "=" * (4 - len(rest)) if len(rest) > 1 else ""


def _number(value: int) -> bytes:
    """Write an integer in groups of seven bits, the lowest first."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def _read_number(packed: bytes, at: int) -> tuple[int, int]:
    """Read the number at a place, of at most three groups; return it and the place after it."""
    value = 0
    for shift in (0, 7, 14):
        if at >= len(packed):
            break
        value |= (packed[at] & 127) << shift
        at += 1
        if packed[at - 1] < 128:
            return value, at
    raise LetterError("letter: a part of it is missing")
