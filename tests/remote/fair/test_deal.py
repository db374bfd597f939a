"""The sealed deal: its group is the published one, deals are as likely as the engine's, and no step can be faked."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from keyharvest.remote.fair import deal
from keyharvest.remote.fair.deal import (
    EACH,
    ORDER,
    PRIME,
    faces,
    lock,
    locked_by,
    others,
    sound,
    unlock,
    unlocked_by,
)
from keyharvest.remote.fair.joint import JointSource
from keyharvest.rules import Source, State, counters, draw, new_game, play
from keyharvest.rules.setup import DealCounter
from tests.remote.fair.simulation import SMALL, small_group
from tests.remote.fair.test_joint import _limit

KEYS = (3**150 | 1, 5**105 | 1, 7**88 | 1, 11**72 | 1)


def _pi(bits: int) -> int:
    """Return 2**bits times pi, rounded down (Machin 1706)."""
    spare = 64

    def arctan(x: int) -> int:
        term = (1 << bits + spare) // x
        total, n = term, 3
        while term:
            term //= -x * x
            total += term // n
            n += 2
        return total

    return 4 * (4 * arctan(5) - arctan(239)) >> spare


def test_the_primes_are_those_of_the_standards() -> None:
    """RFC 3526, section 3, and RFC 2409, section 6.1, define them by the digits of pi."""
    assert 2**2048 - 2**1984 - 1 + 2**64 * (_pi(1918) + 124476) == PRIME
    assert 2**768 - 2**704 - 1 + 2**64 * (_pi(638) + 149686) == SMALL


def test_the_prime_is_safe() -> None:
    assert ORDER * 2 + 1 == PRIME
    for base in (2, 3, 5, 7):
        assert pow(base, PRIME - 1, PRIME) == 1 == pow(base, ORDER - 1, ORDER)


def test_counters_are_different_squares() -> None:
    cards = [face for face, _ in faces(counters.parse("h3v3a2b2w2"))]
    assert len(set(cards)) == 12
    assert all(pow(face, ORDER, PRIME) == 1 for face in cards)


@pytest.mark.slow
@pytest.mark.rule("2.4")
def test_the_prime_of_the_standard_deals_twelve_counters_among_four() -> None:
    cards = faces(counters.parse("h3v3a2b2w2"))
    values = [face for face, _ in cards]
    for seat, key in enumerate(KEYS):
        before, values = values, lock(values, key, JointSource(b"%d" % seat))
        assert sound(values, 12)
        assert locked_by(key, before, values)
        assert not set(values) & set(before)
    for seat, key in enumerate(KEYS):
        places = others(seat, 12)
        after = unlock([values[at] for at in places], key)
        assert unlocked_by(key, [values[at] for at in places], after)
        for at, value in zip(places, after, strict=True):
            values[at] = value
    crops = dict(cards)
    assert not set(values) & set(crops)  # every counter is locked by its owner
    dealt = [unlock(values[EACH * seat : EACH * seat + EACH], key) for seat, key in enumerate(KEYS)]
    assert sorted(face for hand in dealt for face in hand) == sorted(crops)


def test_a_false_step_of_the_deal_is_explained_by_no_key() -> None:
    with small_group():
        values = [face for face, _ in faces(counters.parse("h2v2a2b2w1"))]
        key, other = 12345, 54321
        locked = lock(values, key, JointSource(b""))
        assert locked_by(key, values, locked)
        assert not locked_by(other, values, locked)
        twice = [*locked[:-1], pow(values[0], other, deal.PRIME)]
        assert sound(twice, 9)
        assert not locked_by(key, values, twice)
        assert not locked_by(other, values, twice)
        opened = unlock(locked, key)
        assert unlocked_by(key, locked, opened)
        assert not unlocked_by(key, locked, [opened[1], opened[0], *opened[2:]])
        for fault in (locked[:-1], [*locked[:-1], locked[0]], [*locked[:-1], 1], [*locked[:-1], deal.PRIME - 1]):
            assert not sound(fault, 9)


@pytest.mark.rule("2.4")
@pytest.mark.parametrize(("players", "pool"), [(3, "h1v2a2b2w2"), (4, "h3v3a2b2w2")])
def test_deals_are_as_likely_as_the_engines(players: int, pool: str) -> None:
    """By chi-square at one in a thousand, over the hands of the first and of the last seat."""
    state = _before_the_deal(players, pool)
    cards = faces(counters.parse(pool))
    number = 4000
    for seat in (0, players - 1):
        expected = Counter(tuple(sorted(hand)) for hand in combinations([crop for _, crop in cards], EACH))
        total = sum(expected.values())
        own = Counter(_dealt_by_the_engine(state, seed, seat) for seed in range(number))
        sealed = Counter(_dealt(cards, players, seed, seat) for seed in range(number))
        limit = _limit(len(expected) - 1)
        assert set(sealed) <= set(expected)
        weighed = {hand: number * n / total for hand, n in expected.items()}
        assert sum((sealed[hand] - n) ** 2 / n for hand, n in weighed.items()) < limit
        both = [(sealed[hand], own[hand]) for hand in expected if sealed[hand] + own[hand]]
        assert sum((a - b) ** 2 / (a + b) for a, b in both) < limit


def _before_the_deal(players: int, pool: str) -> State:
    state = new_game(players, start="random")
    source = Source(1)
    while not isinstance(state.stack[-1], DealCounter):
        state = play(state, draw(state, source))
    state = state.copy()
    state.stock = counters.ALL - counters.parse(pool)
    return state


def _dealt_by_the_engine(state: State, seed: int, seat: int) -> tuple[int, ...]:
    source = Source(seed)
    while isinstance(state.stack[-1], DealCounter):
        state = play(state, draw(state, source))
    return tuple(crop for crop, n in enumerate(counters.unpack(state.hands[seat])) for _ in range(n))


def _dealt(cards: list[tuple[int, int]], players: int, seed: int, seat: int) -> tuple[int, ...]:
    """Deal with a key that changes nothing: only the shuffles matter here."""
    crops = dict(cards)
    values = list(crops)
    for player in range(players):
        values = lock(values, 1, JointSource(b"%d %d" % (seed, player)))
    return tuple(sorted(crops[value] for value in values[EACH * seat : EACH * seat + EACH]))
