"""The group ristretto255 (RFC 9496), in which the counters of a sealed deal are locked.

Its order is a prime, every element has one encoding, and no other bytes encode any: reading an element is the whole
check that it is one. So nothing like a square or a sign survives locking, which would mark a counter.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

from keyharvest.remote.fair.curve import ROOT, ZERO, D, L, P, Point, add

#: The bytes of an element and of a scalar.
SIZE: Final = 32


def _root_of_ratio(u: int, v: int) -> tuple[bool, int]:
    """Return whether u/v is a square, and the root of it, or else of i u/v, that isn't negative (section 4.2)."""
    r = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    check, u = v * r * r % P, u % P
    if check in (-u % P, -u * ROOT % P):
        r = r * ROOT % P
    return check in (u, -u % P), _positive(r)


def _positive(value: int) -> int:
    """Return a value or its negative: the one that is even, so not negative in the sense of section 3."""
    value %= P
    return P - value if value & 1 else value


_AD_MINUS_ONE: Final = P - _positive(_root_of_ratio(-D - 1, 1)[1])
_A_MINUS_D: Final = _root_of_ratio(1, -1 - D)[1]
_ONE_MINUS_D2: Final = (1 - D * D) % P
_D_MINUS_ONE2: Final = (D - 1) ** 2 % P


def encode(point: Point) -> bytes:
    """Return the 32 bytes of an element (section 4.3.2)."""
    x0, y0, z0, t0 = point
    u1, u2 = (z0 + y0) * (z0 - y0) % P, x0 * y0 % P
    _square, root = _root_of_ratio(1, u1 * u2 * u2 % P)
    first, second = root * u1 % P, root * u2 % P
    inverse = first * second * t0 % P
    x, y, lower = x0, y0, second
    if t0 * inverse % P & 1:
        x, y, lower = y0 * ROOT % P, x0 * ROOT % P, first * _A_MINUS_D % P
    if x * inverse % P & 1:
        y = -y
    return _positive(lower * (z0 - y)).to_bytes(SIZE, "little")


@lru_cache(maxsize=1 << 10)
def decode(content: bytes) -> Point:
    """Return the element of 32 bytes (section 4.3.1). Raise ``ValueError`` if they encode none, or the zero.

    >>> decode(bytes(32))
    Traceback (most recent call last):
    ...
    ValueError: not an element of the group
    """
    s = int.from_bytes(content, "little")
    if len(content) == SIZE and 0 < s < P and not s & 1:
        u1, u2 = 1 - s * s, 1 + s * s
        v = (-D * u1 * u1 - u2 * u2) % P
        square, root = _root_of_ratio(1, v * u2 * u2 % P)
        x_lower = root * u2 % P
        x = _positive(2 * s * x_lower)
        y = u1 * root * x_lower * v % P
        t = x * y % P
        if square and not t & 1 and y:
            return x, y, 1, t
    raise ValueError("not an element of the group")


def derive(label: bytes) -> Point:
    """Return an element that follows from a label; nobody knows its relation to others (section 4.3.4)."""
    content = hashlib.sha512(label).digest()
    return add(*(_mapped(int.from_bytes(half, "little") % 2**255 % P) for half in (content[:32], content[32:])))


def _mapped(t: int) -> Point:
    r = ROOT * t * t % P
    u, v = (r + 1) * _ONE_MINUS_D2 % P, (-1 - r * D) * (r + D) % P
    square, s = _root_of_ratio(u, v)
    c = -1
    if not square:
        s, c = -_positive(s * t), r
    n = c * (r - 1) * _D_MINUS_ONE2 - v
    w0, w1, w2, w3 = 2 * s * v % P, n * _AD_MINUS_ONE % P, (1 - s * s) % P, (1 + s * s) % P
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def read_scalar(content: bytes) -> int:
    """Return the number of 32 bytes, from 0 to L - 1. Raise ``ValueError`` if it is greater."""
    number = int.from_bytes(content, "little")
    if len(content) != SIZE or number >= L:
        raise ValueError("not a scalar of the group")
    return number


def write_scalar(number: int) -> bytes:
    """Write a number from 0 to L - 1 as 32 bytes."""
    return number.to_bytes(SIZE, "little")


def same(one: Point, other: Point) -> bool:
    """Whether two points are the same element (section 4.3.3)."""
    return not (one[0] * other[1] - one[1] * other[0]) % P or not (one[1] * other[1] - one[0] * other[0]) % P


__all__ = ["SIZE", "ZERO", "decode", "derive", "encode", "read_scalar", "same", "write_scalar"]
