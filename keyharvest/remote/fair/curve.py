"""The curve Edwards25519 (RFC 8032, section 5.1), on which signatures and the sealed deal calculate.

Points are in extended coordinates (Hisil, Wong, Carter and Dawson 2008). Running times depend on secrets; no other page
can measure them, but don't use this on a server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

P: Final = 2**255 - 19
#: The order of the base point, a prime.
L: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, P) % P
#: A square root of -1.
ROOT: Final = pow(2, (P - 1) // 4, P)

#: A point as (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z.
Point = tuple[int, int, int, int]
ZERO: Final[Point] = (0, 1, 1, 0)
#: How a number of 256 bits is cut for a comb: into this many parts, of this many bits.
_TEETH: Final = 8
_SPACING: Final = 32
#: The bits of a window of :func:`combination`.
_WINDOW: Final = 5


def number(content: bytes) -> int:
    """Return a number from 0 to L - 1 that follows from bytes, each practically as likely as the others."""
    return int.from_bytes(hashlib.sha512(content).digest(), "little") % L


def add(one: Point, other: Point) -> Point:
    """Return the sum of two points."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def double(point: Point) -> Point:
    """Return twice a point."""
    a, b = point[0] * point[0], point[1] * point[1]
    h = a + b
    e = h - (point[0] + point[1]) ** 2
    g = a - b
    f = 2 * point[2] * point[2] + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def negative(point: Point) -> Point:
    """Return a point with its sign changed."""
    return -point[0], point[1], point[2], -point[3]


def total(points: Iterable[Point]) -> Point:
    """Return the sum of some points."""
    found = ZERO
    for point in points:
        found = add(found, point)
    return found


def comb(point: Point) -> list[Point]:
    """Return the sums of every choice among 1, 2**32, 2**64 … times a point (Lim and Lee 1994)."""
    found = [ZERO]
    for _tooth in range(_TEETH):
        found += [add(each, point) for each in found]
        for _ in range(_SPACING):
            point = double(point)
    return found


def comb_sum(*products: tuple[int, list[Point]]) -> Point:
    """Return the sum of numbers times the points of these combs."""
    rows = [(_columns(scalar), teeth) for scalar, teeth in products]
    found = ZERO
    for at in range(_SPACING):
        found = double(found)
        for columns, teeth in rows:
            if columns[at]:
                found = add(found, teeth[columns[at]])
    return found


def _columns(scalar: int) -> list[int]:
    """Return which teeth of a comb to add before each doubling, the most significant first."""
    bits = f"{scalar:0{_TEETH * _SPACING}b}"
    parts = [bits[at : at + _SPACING] for at in range(0, len(bits), _SPACING)]
    return [int("".join(column), 2) for column in zip(*parts, strict=True)]


def combination(*products: tuple[int, Point]) -> Point:
    """Return the sum of numbers times points, which share their doublings (Straus 1964, Solinas 2000).

    >>> combination((3, base()), (L - 2, base())) == ZERO
    False
    >>> from keyharvest.remote.fair.group import encode
    >>> encode(combination((3, base()), (L - 2, base()))) == encode(base())
    True
    """
    rows = [(_windows(scalar % L), _odd_multiples(point)) for scalar, point in products]
    found = ZERO
    for at in reversed(range(max((len(digits) for digits, _ in rows), default=0))):
        found = double(found)
        for digits, multiples in rows:
            digit = digits[at] if at < len(digits) else 0
            if digit > 0:
                found = add(found, multiples[digit >> 1])
            elif digit:
                found = add(found, negative(multiples[-digit >> 1]))
    return found


def _odd_multiples(point: Point) -> list[Point]:
    """Return 1, 3, 5 … times a point, as many as a window needs."""
    found, twice = [point], double(point)
    while len(found) < 1 << _WINDOW - 2:
        found.append(add(found[-1], twice))
    return found


def _windows(scalar: int) -> list[int]:
    """Return the digits of a number in non-adjacent form, the least significant first: 0 or odd, most of them 0."""
    digits = []
    while scalar:
        digit = scalar & (1 << _WINDOW) - 1 if scalar & 1 else 0
        if digit >> _WINDOW - 1:
            digit -= 1 << _WINDOW
        digits.append(digit)
        scalar = scalar - digit >> 1
    return digits


def packed(point: Point) -> bytes:
    """Return the encoding of a point by RFC 8032."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def unpacked(content: bytes) -> Point | None:
    """Return the point that these bytes encode by RFC 8032, or ``None`` if they encode none."""
    code = int.from_bytes(content, "little")
    odd, y = code >> 255, code & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (not x and odd):
        return None
    if x & 1 != odd:
        x = P - x
    return x, y, 1, x * y % P


@lru_cache(maxsize=1)
def base() -> Point:
    """Return the base point."""
    point = unpacked((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert point is not None
    return point


@lru_cache(maxsize=1)
def base_comb() -> list[Point]:
    """Return the comb of the base point."""
    return comb(base())


def of_base(scalar: int) -> Point:
    """Return a number times the base point."""
    return comb_sum((scalar % L, base_comb()))
