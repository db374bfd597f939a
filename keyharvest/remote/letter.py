"""A turn as a link: a few bytes, in characters that no messenger changes (docs/remote.md)."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from typing import Final

from keyharvest.record.links import ID_BYTES
from keyharvest.remote.framing import LetterError, framed, is_framed, number, read_number, unframed

#: The maximum number of moves in a letter; a turn with four players has about fifty.
MOST_MOVES: Final = 2000
#: Bytes of a fingerprint.
_PRINT: Final = 4
#: The mark of a letter.
_MARK: Final = "khm"


@dataclass(frozen=True, slots=True)
class Letter:
    """Some moves of a game, as one page sends them to another.

    Attributes:
        game: the id of the game, :func:`keyharvest.record.links.new_id`.
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
        numbers = b"".join(map(number, (self.seat, self.turn, self.at, self.count)))
        return framed(_MARK, base64.urlsafe_b64decode(self.game) + numbers + self.before + self.after + code)


def is_letter(text: str) -> bool:
    """Whether a text contains the beginning of a letter, of any version, even a damaged one.

    >>> is_letter("see https://example.org/#khm1.AbC"), is_letter("https://example.org/#kh1.AbC")
    (True, False)
    """
    return is_framed(_MARK, text)


def read_letter(text: str) -> Letter:
    """Return the letter in a text, ignoring everything around it: words, line breaks, quotation marks.

    Raise :class:`LetterError` if there is none, if it is incomplete, or if a newer version has written it.
    """
    body = unframed(_MARK, text)
    if len(body) < ID_BYTES + 4 + 2 * _PRINT:
        raise LetterError("letter: part of it is missing")
    game = base64.urlsafe_b64encode(body[:ID_BYTES]).decode()
    numbers, at = [], ID_BYTES
    for _each in range(4):
        value, at = read_number(body, at)
        numbers.append(value)
    seat, turn, moves, count = numbers
    if seat > 3 or not 0 < count <= MOST_MOVES or len(body) < at + 2 * _PRINT:
        raise LetterError("letter: its numbers are impossible")
    before, after = body[at : at + _PRINT], body[at + _PRINT : at + 2 * _PRINT]
    return Letter(game, seat, turn, moves, count, before, after, int.from_bytes(body[at + 2 * _PRINT :], "big"))


def fingerprint(text: str) -> bytes:
    """Return a few bytes by which two pages can check whether they have the same text."""
    return hashlib.sha256(text.encode()).digest()[:_PRINT]
