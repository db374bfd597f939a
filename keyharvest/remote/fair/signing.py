"""Ed25519 signatures (RFC 8032, section 5.1), so that nobody can change or invent another player's message.

With three or four players messages pass through the host's page, and a file can be edited: only a signature proves to a
third party who said what. This is the standard's plain construction in extended coordinates (Hisil, Wong, Carter and
Dawson 2008). Its running time depends on the key; no other page can measure that, but don't use it on a server.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

#: The bytes of a key, secret or public, and of a signature.
KEY: Final = 32
SIGNATURE: Final = 64

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)

#: A point as (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z.
_Point = tuple[int, int, int, int]
_ZERO: Final[_Point] = (0, 1, 1, 0)
#: How a number of 256 bits is cut: into this many parts, of this many bits.
_TEETH: Final = 8
_SPACING: Final = 32


@lru_cache(maxsize=16)
def public_key(secret: bytes) -> bytes:
    """Return the public key of a secret key, which is 32 random bytes."""
    return _packed(_sum((_expanded(secret)[0], _base_comb())))


def sign(secret: bytes, message: bytes) -> bytes:
    """Sign a message.

    >>> secret = bytes(range(32))
    >>> verify(public_key(secret), b"two hops", sign(secret, b"two hops"))
    True
    >>> verify(public_key(secret), b"no hops", sign(secret, b"two hops"))
    False
    """
    scalar, prefix = _expanded(secret)
    nonce = _number(prefix + message)
    commitment = _packed(_sum((nonce, _base_comb())))
    challenge = _number(commitment + public_key(secret) + message)
    return commitment + ((nonce + challenge * scalar) % _L).to_bytes(32, "little")


@lru_cache(maxsize=1 << 12)
def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of the message was made with the secret key of this public key."""
    if len(key) != KEY or len(signature) != SIGNATURE:
        return False
    comb = _negative_comb(key)
    scalar = int.from_bytes(signature[32:], "little")
    if comb is None or scalar >= _L:
        return False
    challenge = _number(signature[:32] + key + message)
    return _packed(_sum((scalar, _base_comb()), (challenge, comb))) == signature[:32]


@lru_cache(maxsize=16)
def _expanded(secret: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(secret).digest()
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254, digest[32:]


def _number(content: bytes) -> int:
    return int.from_bytes(hashlib.sha512(content).digest(), "little") % _L


def _add(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _double(point: _Point) -> _Point:
    a, b = point[0] * point[0], point[1] * point[1]
    h = a + b
    e = h - (point[0] + point[1]) ** 2
    g = a - b
    f = 2 * point[2] * point[2] + g
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _comb(point: _Point) -> list[_Point]:
    """Return the sums of every choice among 1, 2**32, 2**64 … times a point (Lim and Lee 1994)."""
    found = [_ZERO]
    for _tooth in range(_TEETH):
        found += [_add(each, point) for each in found]
        for _ in range(_SPACING):
            point = _double(point)
    return found


def _sum(*products: tuple[int, list[_Point]]) -> _Point:
    """Return the sum of numbers times the points of these combs."""
    found = _ZERO
    for bit in reversed(range(_SPACING)):
        found = _double(found)
        for scalar, comb in products:
            scalar >>= bit
            at = sum((scalar >> _SPACING * tooth & 1) << tooth for tooth in range(_TEETH))
            if at:
                found = _add(found, comb[at])
    return found


@lru_cache(maxsize=16)
def _negative_comb(key: bytes) -> list[_Point] | None:
    """Return the comb of a public key with the sign changed, or ``None`` if it isn't the key of anyone's secret."""
    point = _unpacked(key)
    # A point of small order has signatures that fit many messages.
    if point is None or _packed(_double(_double(_double(point)))) == _packed(_ZERO):
        return None
    x, y, z, t = point
    return _comb((-x, y, z, -t))


@lru_cache(maxsize=1)
def _base_comb() -> list[_Point]:
    """Return the comb of the base point."""
    point = _unpacked((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    assert point is not None
    return _comb(point)


def _packed(point: _Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpacked(content: bytes) -> _Point | None:
    """Return the point that these bytes encode, or ``None`` if they encode none."""
    number = int.from_bytes(content, "little")
    odd, y = number >> 255, number & (1 << 255) - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (not x and odd):
        return None
    if x & 1 != odd:
        x = _P - x
    return x, y, 1, x * y % _P
