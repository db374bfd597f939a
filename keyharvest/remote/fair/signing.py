"""Ed25519 signatures (RFC 8032, section 5.1), so that nobody can change or invent another player's message.

With three or four players messages pass through the host's page, and a file can be edited: only a signature proves to a
third party who said what. This is the standard's plain construction.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

from keyharvest.remote.fair.curve import (
    ZERO,
    L,
    Point,
    base_comb,
    comb,
    comb_sum,
    double,
    negative,
    number,
    of_base,
    packed,
    unpacked,
)

#: The bytes of a key, secret or public, and of a signature.
KEY: Final = 32
SIGNATURE: Final = 64


@lru_cache(maxsize=16)
def public_key(secret: bytes) -> bytes:
    """Return the public key of a secret key, which is 32 random bytes."""
    return packed(of_base(_expanded(secret)[0]))


def is_key(key: bytes) -> bool:
    """Whether bytes can be a public key: a point, in its only spelling, that isn't of small order."""
    return len(key) == KEY and _negative_comb(key) is not None


def sign(secret: bytes, message: bytes) -> bytes:
    """Sign a message.

    >>> secret = bytes(range(32))
    >>> verify(public_key(secret), b"two hops", sign(secret, b"two hops"))
    True
    >>> verify(public_key(secret), b"no hops", sign(secret, b"two hops"))
    False
    """
    scalar, prefix = _expanded(secret)
    nonce = number(prefix + message)
    commitment = packed(of_base(nonce))
    challenge = number(commitment + public_key(secret) + message)
    return commitment + ((nonce + challenge * scalar) % L).to_bytes(32, "little")


@lru_cache(maxsize=1 << 12)
def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of the message was made with the secret key of this public key."""
    if not is_key(key) or len(signature) != SIGNATURE:
        return False
    keys = _negative_comb(key)
    scalar = int.from_bytes(signature[32:], "little")
    if keys is None or scalar >= L:
        return False
    challenge = number(signature[:32] + key + message)
    return packed(comb_sum((scalar, base_comb()), (challenge, keys))) == signature[:32]


@lru_cache(maxsize=16)
def _expanded(secret: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(secret).digest()
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254, digest[32:]


@lru_cache(maxsize=16)
def _negative_comb(key: bytes) -> list[Point] | None:
    """Return the comb of a public key with the sign changed, or ``None`` if it isn't the key of anyone's secret."""
    point = unpacked(key)
    # A point of small order has signatures that fit many messages.
    if point is None or packed(double(double(double(point)))) == packed(ZERO):
        return None
    return comb(negative(point))
