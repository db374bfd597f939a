"""Bytes as a text that survives every messenger: base64url with the length first and a checksum last (docs/remote.md).

The text is a mark, the version, a full stop and the bytes. Because the length comes first, any text that a messenger or
a person adds is ignored.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Final

#: The version that this program writes, and the newest that it reads.
VERSION: Final = 1
#: The maximum number of bytes in a framed text, and of characters searched for one.
MOST_BYTES: Final = 1500
LONGEST_TEXT: Final = 10_000
#: Bytes of the checksum.
_SUM: Final = 3
_FOREIGN: Final = re.compile(r"[^A-Za-z0-9_-]+")


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
    return f"{mark}{VERSION}." + base64.urlsafe_b64encode(packed + _checksum(packed)).decode().rstrip("=")


def is_framed(mark: str, text: str) -> bool:
    """Whether a text contains the beginning of a framed text, of any version, even a damaged one."""
    return bool(_marked(mark).search(text[:LONGEST_TEXT]))


def unframed(mark: str, text: str) -> bytes:
    """Return the bytes in a text, ignoring everything around it: words, line breaks, quotation marks.

    Raise :class:`LetterError` if it contains none, if they are incomplete, or if a newer version has written them.
    """
    found = _marked(mark).search(text[:LONGEST_TEXT])
    if found is None:
        raise LetterError("letter: the text contains no letter")
    version = int(found[1])
    if version > VERSION:
        raise LetterError(f"letter: version {version}; this program reads version {VERSION}", newer=True)
    if version < VERSION:
        raise LetterError(f"letter: there is no version {version}")
    letters = _FOREIGN.sub("", text[found.end() : found.end() + 2 * MOST_BYTES])
    packed = base64.urlsafe_b64decode(letters[: len(letters) // 4 * 4] + _padded(letters[len(letters) // 4 * 4 :]))
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


def _marked(mark: str) -> re.Pattern[str]:
    return re.compile(rf"{mark}([0-9]{{1,3}})\.")


def _checksum(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:_SUM]


def _padded(rest: str) -> str:
    """Pad the last group of base64; a single character doesn't make a whole byte, so it is dropped."""
    return rest + "=" * (4 - len(rest)) if len(rest) > 1 else ""
