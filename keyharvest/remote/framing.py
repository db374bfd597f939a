"""Bytes as a text that survives every messenger: base64url with the length first and a checksum last (docs/remote.md).

The text is a mark, the version, a full stop and the bytes. Because the length comes first, any text that a messenger or
a person adds is ignored.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Final

from keyharvest.record.links import decoded, encoded, letters_in, marks, plain

#: The version that this program writes, and the newest that it reads.
VERSION: Final = 1
#: The maximum number of bytes in a framed text, and of characters searched for one.
MOST_BYTES: Final = 1500
LONGEST_TEXT: Final = 10_000
#: Bytes of the checksum.
_SUM: Final = 3
#: The version behind a mark, which may be on the next line.
_VERSION: Final = re.compile(r"[\s>|]*([0-9]{1,3})[\s>|]*\.")


class LetterError(ValueError):
    """A text whose content can't be read; ``newer``: whether a newer version has written it."""

    def __init__(self, text: str, newer: bool = False) -> None:
        super().__init__(text)
        self.newer = newer


def framed(mark: str, body: bytes) -> str:
    """Return bytes as a text, for the fragment of a link after the ``#``.

    >>> framed("khm", b"two"), unframed("khm", "> see #khm1.B3R3b-I2sg, please")
    ('khm1.B3R3b-I2sg', b'two')
    """
    size = len(body) + _SUM
    packed = number(size + len(number(size))) + body
    return f"{mark}{VERSION}.{encoded(packed + _checksum(packed))}"


def is_framed(mark: str, text: str) -> bool:
    """Whether a text contains the beginning of a framed text, of any version, even a damaged one."""
    return any(_framed(mark, plain(text)))


def unframed(mark: str, text: str) -> bytes:
    """Return the bytes in a text, ignoring everything around it: words, line breaks, quotation marks.

    If it contains several, return the first that is whole. Raise :class:`LetterError` if it contains none, if they are
    incomplete, or if a newer version has written them.
    """
    text, fault = plain(text), None
    for found in _framed(mark, text):
        try:
            return _body(int(found[1]), letters_in(text[found.end() : found.end() + 2 * MOST_BYTES]))
        except LetterError as error:
            fault = fault or error
    raise fault or LetterError("letter: the text contains no letter")


def _framed(mark: str, text: str) -> Iterator[re.Match[str]]:
    """Yield the places of a mark with a version, in the first characters of a plain text."""
    found = (_VERSION.match(text, place.end()) for place in marks(mark, text[:LONGEST_TEXT]))
    return (each for each in found if each)


def _body(version: int, letters: str) -> bytes:
    if version > VERSION:
        raise LetterError(f"letter: version {version}; this program reads version {VERSION}", newer=True)
    if version < VERSION:
        raise LetterError(f"letter: there is no version {version}")
    packed = decoded(letters)
    size, begin = read_number(packed, 0)
    if not begin + _SUM <= size <= min(len(packed), MOST_BYTES):
        raise LetterError("letter: part of it is missing")
    if _checksum(packed[: size - _SUM]) != packed[size - _SUM : size]:
        raise LetterError("letter: the checksum is wrong")
    return packed[begin : size - _SUM]


def number(value: int) -> bytes:
    """Encode an integer in groups of seven bits, the lowest first."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def read_number(packed: bytes, at: int) -> tuple[int, int]:
    """Read the number at an offset, which has at most three groups; return it and the offset after it."""
    value = 0
    for shift in (0, 7, 14):
        if at >= len(packed):
            break
        value |= (packed[at] & 127) << shift
        at += 1
        if packed[at - 1] < 128:
            return value, at
    raise LetterError("letter: part of it is missing")


def _checksum(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:_SUM]
