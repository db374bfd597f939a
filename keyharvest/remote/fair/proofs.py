"""Proofs that a step of the sealed deal was done with the key that its seat sealed, which say nothing else about it.

Locking and shuffling: the argument of Wikström (2009) and of Terelius and Wikström (2010), written down as pseudo-code
by Haenni, Locher, Koenig and Dubuis (2017), for multiplication with a secret key instead of encryption. Unlocking:
equal discrete logarithms (Chaum and Pedersen 1992), all values at once. The equations of either are checked as one,
with random weights (Bellare, Garay and Rabin 1998). Both are made non-interactive by a hash of everything that they are
about (Fiat and Shamir 1986; Bernhard, Pereira and Warinschi 2012), with the digest of the game and the seat, so that
nobody can use the proof of another.

The random numbers of a proof follow from the secret and from all that the proof is about. A page that is opened again
makes the same proof again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from keyharvest.remote.fair.curve import (
    ZERO,
    L,
    Point,
    add,
    base,
    base_comb,
    comb,
    comb_sum,
    combination,
    negative,
    of_base,
)
from keyharvest.remote.fair.group import decode, derive, encode, read_scalar, same, write_scalar

#: The bits of the weights of many statements that are proven as one.
_WEIGHT: Final = 128


class Hash:
    """Numbers that follow from bytes, one after another."""

    def __init__(self, purpose: bytes, *parts: bytes) -> None:
        digest = hashlib.sha512(b"key harvest " + purpose)
        for part in parts:
            digest.update(len(part).to_bytes(4, "big") + part)
        self._seed, self._count = digest.digest(), 0

    def scalar(self, bits: int = 512) -> int:
        """Return the next number, modulo the order of the group."""
        self._count += 1
        block = hashlib.sha512(self._seed + self._count.to_bytes(4, "big")).digest()
        return (int.from_bytes(block, "big") >> 512 - bits) % L

    def scalars(self, number: int, bits: int = 512) -> list[int]:
        """Return the next numbers."""
        return [self.scalar(bits) for _ in range(number)]


@lru_cache(maxsize=1 << 6)
def _generator(at: int) -> Point:
    """Return one of the elements to which permutations are committed; nobody knows a relation between them."""
    return derive(b"key harvest generator %d" % at)


@lru_cache(maxsize=1)
def _first_comb() -> list[Point]:
    """Return the comb of the element with which every chain begins."""
    return comb(_generator(0))


def _less(one: Point, factor: int, other: Point) -> Point:
    """Return a point less a multiple of another."""
    return add(one, combination((-factor, other)))


def _written(points: Sequence[Point]) -> list[bytes]:
    return [encode(point) for point in points]


def shuffle_proof_size(number: int) -> int:
    """Return how many pieces of 32 bytes the proof of a shuffle of ``number`` values has."""
    return 9 + 5 * number


def prove_shuffle(
    about: bytes, key: int, before: Sequence[Point], order: Sequence[int], after: Sequence[Point], secret: bytes
) -> list[bytes]:
    """Prove that the values after are a key times those before, in some order: after[i] = key * before[order[i]]."""
    number = len(before)
    stated = [about, *_written([of_base(key), *before, *after])]
    lot = Hash(b"shuffle lot", secret, *stated)
    blinds = lot.scalars(number)
    chosen = [_generator(1 + order.index(at)) for at in range(number)]
    commitments = [add(of_base(blind), each) for blind, each in zip(blinds, chosen, strict=True)]
    stated += _written(commitments)
    weights = Hash(b"shuffle weights", *stated).scalars(number, _WEIGHT)
    moved = [weights[at] for at in order]

    # The seat that makes the chain knows each link as a sum of two elements with combs, which is quick to calculate.
    chain_blinds, links = lot.scalars(number), [(0, 1)]
    for blind, weight in zip(chain_blinds, moved, strict=True):
        links.append(((blind + weight * links[-1][0]) % L, weight * links[-1][1] % L))
    chain = _written([_linked(*link) for link in links[1:]])

    first, second, third, fourth = lot.scalars(4)
    nonces, moved_nonces = lot.scalars(number), lot.scalars(number)
    weighted = combination(*zip(weights, before, strict=True))
    hidden = [
        of_base(first),
        of_base(second),
        add(of_base(third), combination(*((each, _generator(1 + at)) for at, each in enumerate(moved_nonces)))),
        _less(combination(*zip(moved_nonces, after, strict=True)), fourth, weighted),
        of_base(fourth),
        *(
            _linked(nonce + other * whole, other * product)
            for nonce, other, (whole, product) in zip(nonces, moved_nonces, links, strict=False)
        ),
    ]
    shown = [*_written(commitments), *chain, *_written(hidden)]
    challenge = Hash(b"shuffle challenge", *stated, *shown[number:]).scalar()
    blind = sum(weight * each for weight, each in zip(weights, blinds, strict=True))
    answers = [
        first + challenge * sum(blinds),
        second + challenge * links[-1][0],
        third + challenge * blind,
        fourth + challenge * key,
        *(nonce + challenge * each for nonce, each in zip(nonces, chain_blinds, strict=True)),
        *(nonce + challenge * each for nonce, each in zip(moved_nonces, moved, strict=True)),
    ]
    return [*shown, *(write_scalar(each % L) for each in answers)]


def _linked(whole: int, product: int) -> Point:
    """Return a point of a chain: a number times the base point, and one times the element with which it begins."""
    return comb_sum((whole % L, base_comb()), (product % L, _first_comb()))


def shuffle_is_proven(
    about: bytes, key: Point, before: Sequence[Point], after: Sequence[Point], proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the values after are those before, in some order, times the secret of a public key.

    Raise ``ValueError`` for pieces that are no elements or no numbers.
    """
    number = len(before)
    if len(after) != number or len(proof) != shuffle_proof_size(number):
        return False
    elements = [decode(each) for each in proof[: 5 + 3 * number]]
    commitments, hidden = elements[:number], elements[2 * number :]
    chain = [_generator(0), *elements[number : 2 * number]]
    first, second, third, fourth, *rest = [read_scalar(each) for each in proof[5 + 3 * number :]]
    answers, moved = rest[:number], rest[number:]
    generators = [_generator(1 + at) for at in range(number)]

    stated = [about, *_written([key, *before, *after]), *proof[:number]]
    weights = Hash(b"shuffle weights", *stated).scalars(number, _WEIGHT)
    challenge = Hash(b"shuffle challenge", *stated, *proof[number : 5 + 3 * number]).scalar()
    product = 1
    for weight in weights:
        product = product * weight % L
    claims = [
        [(first, base()), *((-challenge, each) for each in commitments), *((challenge, each) for each in generators)],
        [(second, base()), (-challenge, chain[-1]), (challenge * product, chain[0])],
        [
            (third, base()),
            *((-challenge * weight, each) for weight, each in zip(weights, commitments, strict=True)),
            *zip(moved, generators, strict=True),
        ],
        [
            *((-fourth * weight, each) for weight, each in zip(weights, before, strict=True)),
            *zip(moved, after, strict=True),
        ],
        [(fourth, base()), (-challenge, key)],
        *(
            [(answer, base()), (other, link), (-challenge, following)]
            for answer, other, link, following in zip(answers, moved, chain, chain[1:], strict=False)
        ),
    ]
    return _all_hold(claims, hidden, Hash(b"shuffle claims", *stated, *proof[number:]))


def _all_hold(claims: Sequence[Sequence[tuple[int, Point]]], hidden: Sequence[Point], lot: Hash) -> bool:
    """Whether each sum of numbers times points is the hidden one: all at once, with weights that nobody could choose.

    The weights follow from all that is claimed, so a false sum gets through once in 2**128 tries.
    """
    factors: dict[Point, int] = {}
    for claim, point in zip(claims, hidden, strict=True):
        weight = lot.scalar(_WEIGHT)
        for factor, each in claim:
            factors[each] = factors.get(each, 0) + weight * factor
        # Taken from the other side, the weight stays a short number.
        factors[negative(point)] = factors.get(negative(point), 0) + weight
    return same(combination(*((factor, each) for each, factor in factors.items())), ZERO)


def prove_unlocking(
    about: bytes, key: int, before: Sequence[Point], after: Sequence[Point], secret: bytes
) -> list[bytes]:
    """Prove that the values before are a key times those after."""
    public = of_base(key)
    stated = [about, *_written([public, *before, *after])]
    weighted = combination(*zip(Hash(b"unlock weights", *stated).scalars(len(after), _WEIGHT), after, strict=True))
    nonce = Hash(b"unlock lot", secret, *stated).scalar()
    challenge = Hash(b"unlock challenge", *stated, *_written([of_base(nonce), combination((nonce, weighted))])).scalar()
    return [write_scalar(challenge), write_scalar((nonce + challenge * key) % L)]


def unlocking_is_proven(
    about: bytes, key: Point, before: Sequence[Point], after: Sequence[Point], proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the values before are those after times the secret of a public key.

    Raise ``ValueError`` for pieces that are no numbers.
    """
    if len(before) != len(after) or len(proof) != 2:
        return False
    challenge, answer = (read_scalar(each) for each in proof)
    stated = [about, *_written([key, *before, *after])]
    weights = Hash(b"unlock weights", *stated).scalars(len(after), _WEIGHT)
    unlocked = combination(*((weight * answer, each) for weight, each in zip(weights, after, strict=True)))
    locked = combination(*((weight * challenge, each) for weight, each in zip(weights, before, strict=True)))
    hidden = [_less(of_base(answer), challenge, key), add(unlocked, negative(locked))]
    return Hash(b"unlock challenge", *stated, *_written(hidden)).scalar() == challenge


def opens(key: int, public: Point) -> bool:
    """Whether a key is the secret of a public one."""
    return 0 < key < L and encode(of_base(key)) == encode(public)


__all__ = [
    "Hash",
    "base",
    "opens",
    "prove_shuffle",
    "prove_unlocking",
    "shuffle_is_proven",
    "shuffle_proof_size",
    "unlocking_is_proven",
]
