"""Crop counters: the number of each crop, packed into one integer (rule 1.4).

Six bits per crop, hops lowest. A crop has twelve counters and the box sixty, so no field overflows, the sum of the
fields is the value modulo 63, and the value fits into one 30-bit digit of a Python integer. Hands and bids are added,
compared and copied as plain integers.

>>> hand = pack([2, 0, 1, 0, 0])
>>> total(hand), count(hand, 0), covers(hand, ONE[0] * 2), text(hand)
(3, 2, True, 'h2a1')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.rules.components import COUNTERS_PER_CROP, CROP_LETTERS, CROPS

#: One counter of each crop.
ONE: Final[tuple[int, ...]] = tuple(1 << 6 * crop for crop in range(5))
_SHIFTS: Final = (0, 6, 12, 18, 24)
_GUARDS: Final = sum(32 << shift for shift in _SHIFTS)
NONE: Final = 0
#: All sixty counters.
ALL: Final = COUNTERS_PER_CROP * sum(ONE)


def pack(counts: Sequence[int]) -> int:
    """Pack five numbers in the order of ``CROPS``."""
    return sum(number << shift for number, shift in zip(counts, _SHIFTS, strict=True))


def unpack(counters: int) -> tuple[int, int, int, int, int]:
    """Return the five numbers in the order of ``CROPS``."""
    return (
        counters & 63,
        counters >> 6 & 63,
        counters >> 12 & 63,
        counters >> 18 & 63,
        counters >> 24,
    )


def count(counters: int, crop: int) -> int:
    """Return the number of counters of one crop."""
    return counters >> 6 * crop & 63


def total(counters: int) -> int:
    """Return the number of counters of all crops."""
    return counters % 63


def covers(counters: int, wanted: int) -> bool:
    """Whether there are enough counters of every crop in ``wanted`` (rule 6.2)."""
    return ((counters | _GUARDS) - wanted) & _GUARDS == _GUARDS


def crops_in(counters: int, least: int = 0) -> list[str]:
    """Return the names of the crops present, from the crop ``least`` on, in fixed order."""
    return [CROPS[crop] for crop in range(least, 5) if counters >> 6 * crop & 63]


def text(counters: int) -> str:
    """Return a short text such as ``h2a1``, or ``-`` for none."""
    counts = zip(CROP_LETTERS, unpack(counters), strict=True)
    return "".join(f"{letter}{number}" for letter, number in counts if number) or "-"


def parse(word: str) -> int:
    """Read the text that :func:`text` writes. Raise ``ValueError`` for anything else.

    >>> parse("h2a1") == pack([2, 0, 1, 0, 0])
    True
    """
    counts = [0] * 5
    if word != "-":
        rest, last = word, -1
        while rest:
            crop = CROP_LETTERS.find(rest[0])
            digits = len(rest[1:3]) - len(rest[1:3].lstrip("0123456789"))
            number = rest[1 : 1 + digits]
            if crop <= last or not number or number[0] == "0" or int(number) > COUNTERS_PER_CROP:
                expected = f"letters from {CROP_LETTERS!r} in order, each followed by a number from 1 to 12"
                raise ValueError(f"counters {word[:40]!r}: expected {expected}")
            counts[crop], last, rest = int(number), crop, rest[1 + digits :]
        if last < 0:
            raise ValueError("counters: empty text; '-' stands for none")
    return pack(counts)
