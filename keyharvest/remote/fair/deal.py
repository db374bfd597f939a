"""The sealed deal: three secret counters for each of three or four players (rule 2.4), dealt by the players themselves.

This is mental poker by Shamir, Rivest and Adleman (1979) with the commutative cipher of Pohlig and Hellman (1978): a
counter is a number, and locking it raises it to a secret power. Every player in turn locks all counters and shuffles
them; then every player unlocks those of all others, so that each counter is locked by its owner alone. At the end all
keys are opened, and anyone can check every step.

Modulo a prime, an odd power of a number is a square exactly if the number is, which would give counters away (Lipton
1981), so all counters are squares. They are squares of hashes, so that nobody knows a relation between them that
survives locking.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

from keyharvest.remote.fair.joint import JointSource
from keyharvest.rules import counters

#: The prime of group 14 of RFC 3526: 2**2048 - 2**1984 - 1 + 2**64 * ([2**1918 * pi] + 124476).
PRIME: Final = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74"
    "020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437"
    "4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF05"
    "98DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB"
    "9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718"
    "3995497CEA956AE515D2261898FA051015728E5A8AACAA68FFFFFFFFFFFFFFFF",
    16,
)
#: The number of squares, which is prime too, so that every exponent has an inverse.
ORDER: Final = PRIME // 2
#: The bits of a key; by RFC 3526's estimate, exponents of 220 to 320 bits match the strength of the group.
KEY_BITS: Final = 256
#: The counters of each player.
EACH: Final = 3


def faces(pool: int) -> list[tuple[int, int]]:
    """Return each counter of a packed set as its number in the deal and its crop.

    >>> [crop for number, crop in faces(counters.parse("h2w1"))]
    [0, 0, 4]
    """
    crops = [crop for crop, number in enumerate(counters.unpack(pool)) for _ in range(number)]
    return [(_face(at), crop) for at, crop in enumerate(crops)]


def _face(at: int) -> int:
    blocks = (hashlib.sha256(b"key harvest counter %d %d" % (at, block)).digest() for block in range(8))
    return pow(int.from_bytes(b"".join(blocks), "big"), 2, PRIME)


def lock(values: Sequence[int], key: int, order: JointSource) -> list[int]:
    """Lock all values and return them in a new order."""
    left = [pow(value, key, PRIME) for value in values]
    return [left.pop(order.below(len(left))) for _ in values]


def unlock(values: Sequence[int], key: int) -> list[int]:
    """Take one lock off each value.

    >>> key, values = 12345, [face for face, _ in faces(counters.parse("h2w1"))]
    >>> unlock([pow(value, key, PRIME) for value in values], key) == values
    True
    """
    inverse = pow(key, -1, ORDER)
    return [pow(value, inverse, PRIME) for value in values]


def opened(values: Sequence[int], key: int, faces: Collection[int]) -> list[int]:
    """Return the counters among *faces* that a key locks to these values; 0 where there is none.

    A power with the key is quicker than one with its inverse, which is always as long as the group is large.
    """
    locked = {pow(face, key, PRIME): face for face in faces}
    return [locked.get(value, 0) for value in values]


def others(seat: int, number: int) -> list[int]:
    """Return the places of the counters that don't belong to a seat: its own are three in a row."""
    return [at for at in range(number) if at // EACH != seat]


def sound(values: Sequence[int], number: int) -> bool:
    """Whether values can be the result of locking or unlocking: *number* different elements of the group."""
    return len(values) == number == len(set(values)) and all(1 < value < PRIME - 1 for value in values)


def is_key(key: int) -> bool:
    """Whether a number can be a key."""
    return 0 < key < ORDER


def locked_by(key: int, before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether locking with this key, and shuffling, turns the values before into those after."""
    return {pow(value, key, PRIME) for value in before} == set(after)


def unlocked_by(key: int, before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether unlocking with this key turns the values before into those after, in the same order."""
    return [pow(value, key, PRIME) for value in after] == list(before)
