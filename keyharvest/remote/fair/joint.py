"""Joint draws: nobody can foresee or choose an outcome, and everybody can check it (rule 1.8).

Before the game every player publishes the end of a hash chain (Lamport 1981). At each draw everyone shows the link
before the last one shown. All these links together, which nobody knew before, are the seed of the outcome.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from keyharvest.rules import CHANCE, Source, State, actor, outcomes
from keyharvest.rules.components import ALL_EVENTS, EVENT_INDEX
from keyharvest.rules.frames import FieldDraw, RegistryDraw
from keyharvest.rules.setup import DealCounter, RemoveEvent

#: The links of a chain: more than the draws of any game, since tiles rarely return to the bag.
LINKS: Final = 2000
#: The events that are taken out unseen (rule 2.6).
REMOVED: Final = 2


def chain(seed: bytes) -> list[bytes]:
    """Return a hash chain: its published end, then the links in the order in which they are shown.

    >>> links = chain(b"a secret")
    >>> hashlib.sha256(links[1]).digest() == links[0]
    True
    """
    links = [hashlib.sha256(b"key harvest chain " + seed).digest()]
    for _ in range(LINKS):
        links.append(hashlib.sha256(links[-1]).digest())
    return links[::-1]


def follows(link: bytes, before: bytes) -> bool:
    """Whether a link is the one that its chain shows right after another."""
    return hashlib.sha256(link).digest() == before


class JointSource(Source):
    """A source of random numbers that follow from what all players have shown.

    It hashes the content with a counter (SHA-256) and uses rejection sampling, so that all numbers are equally likely.

    >>> source = JointSource(b"all links")
    >>> [source.below(6) for _ in range(9)]
    [3, 1, 4, 0, 1, 3, 0, 0, 4]
    """

    __slots__ = ("_words",)

    def __init__(self, content: bytes) -> None:
        self._words = _words(hashlib.sha256(content).digest())

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely."""
        limit = (1 << 64) - (1 << 64) % n
        return next(word for word in self._words if word < limit) % n


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


def joint_source(digest: bytes, links: Mapping[int, bytes]) -> JointSource:
    """Return the source of all draws before the next decision, made from the game so far and the links of all seats.

    Nobody decides anything between these draws, so one link of each player is enough for all of them.
    """
    shown = b"".join(bytes([seat]) + links[seat] for seat in sorted(links))
    return JointSource(b"key harvest draw " + digest + shown)


def open_outcomes(state: State) -> list[tuple[str, int]]:
    """Return the outcomes of the next draw with their weights, as everyone knows them.

    With three or four players nobody knows which two events were taken out (rule 2.6). Of n events not seen yet, n - 2
    are in the bag, so each is there with probability (n - 2) / n. Drawing by these weights gives the same distribution
    as taking two out first.
    """
    found = outcomes(state)
    if state.players == 2 or not isinstance(state.stack[-1], RegistryDraw | FieldDraw):
        return found
    unseen = ALL_EVENTS & ~state.seen
    number = unseen.bit_count()
    weights = {move: weight * number for move, weight in found}
    for letter, event in EVENT_INDEX.items():
        if unseen >> event & 1:
            weights["*" + letter] = number - REMOVED
    return [(move, weights[move]) for move in sorted(weights, key=lambda move: (len(move) == 2, move)) if weights[move]]


def joint_draw(state: State, source: Source) -> str:
    """Make the next draw, by the weights of its outcomes as everyone knows them."""
    return source.weighted(open_outcomes(state))


def joint_draws(states: Sequence[State]) -> int:
    """Return the number of draws that led to the last state, without those that a sealed deal replaces."""
    sealed: tuple[type, ...] = (DealCounter, RemoveEvent) if states[0].players > 2 else ()
    return sum(actor(state) == CHANCE and not isinstance(state.stack[-1], sealed) for state in states[:-1])
