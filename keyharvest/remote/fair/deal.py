"""The sealed deal: three secret counters for each of three or four players (rule 2.4), dealt by the players themselves.

This is mental poker by Shamir, Rivest and Adleman (1979) in a group of prime order: a counter is an element, and
locking multiplies it by a secret key. Every player in turn locks all counters and shuffles them; then every player
unlocks those of all others, so that each counter is locked by its owner alone. The elements are hashes, so that nobody
knows a relation between them that survives locking.

Each seat has sealed its key before the first lock, and proves each of its two steps when it makes it
(:mod:`keyharvest.remote.fair.proofs`): a false step never gets into the deal, whether keys are opened later or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from keyharvest.remote.fair.curve import L, Point, combination
from keyharvest.remote.fair.group import derive, encode
from keyharvest.remote.fair.joint import JointSource
from keyharvest.remote.fair.proofs import (
    prove_shuffle,
    prove_unlocking,
    shuffle_is_proven,
    unlocking_is_proven,
)
from keyharvest.rules import counters

#: The counters of each player.
EACH: Final = 3


@lru_cache(maxsize=16)
def _face(at: int) -> Point:
    return derive(b"key harvest counter %d" % at)


def others(seat: int, number: int) -> list[int]:
    """Return the places of the counters that don't belong to a seat: its own are three in a row."""
    return [at for at in range(number) if at // EACH != seat]


def shuffled(number: int, lot: JointSource) -> list[int]:
    """Return the numbers below *number* in an order drawn by lot."""
    left = list(range(number))
    return [left.pop(lot.below(len(left))) for _ in range(number)]


class Dealing:
    """The deal as it proceeds.

    Attributes:
        crops: the crop of each counter, by its number in the deal.
        values: each counter as it is locked now, by its place: those of the first seat come first.
        public: the public keys of all seats.
        steps: how many steps have been made; first all seats lock, then all unlock.
    """

    def __init__(self, pool: int, public: Mapping[int, Point]) -> None:
        self.crops = [crop for crop, number in enumerate(counters.unpack(pool)) for _ in range(number)]
        self.values = [_face(at) for at in range(len(self.crops))]
        self.public = public
        self.steps = 0

    @property
    def due(self) -> tuple[int, str]:
        """The seat whose step is next, and its kind."""
        turn, seat = divmod(self.steps, len(self.public))
        return seat, ("lock", "unlock")[turn]

    @property
    def done(self) -> bool:
        """Whether each counter is locked by its owner alone."""
        return self.steps == 2 * len(self.public)

    def lock(self, about: bytes, key: int, lot: JointSource, secret: bytes) -> tuple[list[bytes], list[bytes]]:
        """Lock all counters and shuffle them; return them, and the proof of that."""
        order = shuffled(len(self.values), lot)
        locked = [combination((key, self.values[at])) for at in order]
        return [encode(each) for each in locked], prove_shuffle(about, key, self.values, order, locked, secret)

    def unlock(self, about: bytes, seat: int, key: int, secret: bytes) -> tuple[list[bytes], list[bytes]]:
        """Take a seat's lock off the counters of all others; return them, and the proof of that."""
        before = self._of_others(seat)
        unlocked = [combination((pow(key, -1, L), each)) for each in before]
        return [encode(each) for each in unlocked], prove_unlocking(about, key, before, unlocked, secret)

    def proves(self, about: bytes, after: Sequence[Point], proof: Sequence[bytes]) -> bool:
        """Whether the seat that is due has made its step with the key that it sealed.

        Raise ``ValueError`` for a proof with pieces that can't be part of one.
        """
        seat, kind = self.due
        if kind == "lock":
            return shuffle_is_proven(about, self.public[seat], self.values, after, proof)
        return unlocking_is_proven(about, self.public[seat], self._of_others(seat), after, proof)

    def take(self, after: Sequence[Point]) -> None:
        """Carry out the step that is due."""
        seat, kind = self.due
        places = others(seat, len(self.values)) if kind == "unlock" else range(len(self.values))
        for place, value in zip(places, after, strict=True):
            self.values[place] = value
        self.steps += 1

    def held(self, seat: int, key: int) -> list[int]:
        """Return the numbers of a seat's counters, as its key shows them."""
        faces = {encode(_face(at)): at for at in range(len(self.crops))}
        inverse, own = pow(key, -1, L), self.values[EACH * seat : EACH * seat + EACH]
        return [faces[encode(combination((inverse, each)))] for each in own]

    def counters(self, keys: Mapping[int, int]) -> dict[int, int]:
        """Return the starting counters that keys show, by seat; those of all seats if at most one key is missing."""
        if not self.done:
            return {}
        held = {seat: self.held(seat, key) for seat, key in keys.items()}
        missing = [seat for seat in self.public if seat not in held]
        if len(missing) == 1:
            shown = {at for each in held.values() for at in each}
            held[missing[0]] = [at for at in range(len(self.crops)) if at not in shown]
        return {seat: sum(counters.ONE[self.crops[at]] for at in each) for seat, each in held.items()}

    def _of_others(self, seat: int) -> list[Point]:
        return [self.values[at] for at in others(seat, len(self.values))]
