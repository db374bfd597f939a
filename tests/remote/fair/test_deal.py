"""The sealed deal: its group is the published one, deals are as likely as the engine's, and no step can be faked."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations

import pytest

from keyharvest.remote.fair import older
from keyharvest.remote.fair.curve import L, P, Point, add, base, combination, of_base
from keyharvest.remote.fair.deal import EACH, Dealing, shuffled
from keyharvest.remote.fair.group import decode, derive, encode, read_scalar, same
from keyharvest.remote.fair.joint import JointSource
from keyharvest.remote.fair.proofs import opens, prove_shuffle, prove_unlocking, shuffle_is_proven, unlocking_is_proven
from keyharvest.rules import Source, State, counters, draw, new_game, play
from keyharvest.rules.setup import DealCounter
from tests.remote.fair.test_joint import _limit

pytestmark = pytest.mark.slow

KEYS = (3**150 % L, 5**105 % L, 7**88 % L, 11**72 % L)
SECRET = b"a secret"

#: RFC 9496, appendix A.1: the multiples of the base point from 1 on.
MULTIPLES = (
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    "da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
    "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
)
#: Appendix A.2: bytes that are no element.
NO_ELEMENTS = (
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
#: Appendix A.3: elements that follow from the SHA-512 of a label.
DERIVED = (
    (
        "Ristretto is traditionally a short shot of espresso coffee",
        "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46",
    ),
    (
        "made with the normal amount of ground coffee but extracted with",
        "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b",
    ),
    (
        "about half the amount of water in the same amount of time",
        "006ccd2a9e6867e6a2c5cea83d3302cc9de128dd2a9a57dd8ee7b9d7ffe02826",
    ),
)


def test_the_group_is_that_of_the_standard() -> None:
    for number, code in enumerate(MULTIPLES, 1):
        assert encode(of_base(number)).hex() == code
        assert encode(decode(bytes.fromhex(code))).hex() == code
        assert same(decode(bytes.fromhex(code)), combination((number, base())))
    for label, code in DERIVED:
        assert encode(derive(label.encode())).hex() == code
    assert encode(combination((L - 1, base()), (1, base()))) == bytes(32)


@pytest.mark.parametrize("code", [*NO_ELEMENTS, "00" * 32, P.to_bytes(32, "little").hex(), "", "e2"])
def test_nothing_else_is_an_element(code: str) -> None:
    with pytest.raises(ValueError, match="not an element"):
        decode(bytes.fromhex(code))


def test_a_scalar_has_one_spelling() -> None:
    assert read_scalar((L - 1).to_bytes(32, "little")) == L - 1
    for number in (L, L + 1, 2**256 - 1):
        with pytest.raises(ValueError, match="not a scalar"):
            read_scalar(number.to_bytes(32, "little"))


def test_only_the_sealed_key_opens() -> None:
    assert opens(KEYS[0], of_base(KEYS[0]))
    for key in (0, L - KEYS[0], KEYS[0] + L, KEYS[1]):
        assert not opens(key, of_base(KEYS[0]))


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


def test_the_prime_of_older_games_is_that_of_the_standard() -> None:
    """RFC 3526, section 3, defines it by the digits of pi."""
    assert 2**2048 - 2**1984 - 1 + 2**64 * (_pi(1918) + 124476) == older.PRIME
    assert pow(5, older.PRIME - 1, older.PRIME) == 1
    assert [older.is_square(number) for number in (2, 3, 4, 5)] == [
        pow(number, older.PRIME // 2, older.PRIME) == 1 for number in (2, 3, 4, 5)
    ]


def _dealing(number: int = 12) -> Dealing:
    pool = counters.parse("h3v3a2b2w2" if number == 12 else "h2v2a2b2w1")
    return Dealing(pool, {seat: of_base(key) for seat, key in enumerate(KEYS[: number // EACH])})


@pytest.mark.rule("2.4")
def test_twelve_counters_are_dealt_among_four() -> None:
    dealing = _dealing()
    faces = set(map(encode, dealing.values))
    for seat, key in enumerate(KEYS):
        assert dealing.due == (seat, "lock")
        values, proof = dealing.lock(b"x", key, JointSource(b"%d" % seat), SECRET)
        assert dealing.proves(b"x", list(map(decode, values)), proof)
        assert not dealing.proves(b"y", list(map(decode, values)), proof)
        dealing.take(list(map(decode, values)))
        assert not faces & set(map(encode, dealing.values))
    for seat, key in enumerate(KEYS):
        assert dealing.due == (seat, "unlock")
        values, proof = dealing.unlock(b"x", seat, key, SECRET)
        assert dealing.proves(b"x", list(map(decode, values)), proof)
        dealing.take(list(map(decode, values)))
    assert dealing.done
    assert not faces & set(map(encode, dealing.values))  # every counter is locked by its owner
    held = [dealing.held(seat, key) for seat, key in enumerate(KEYS)]
    assert sorted(at for hand in held for at in hand) == list(range(12))
    all_keys = dealing.counters(dict(enumerate(KEYS)))
    assert all_keys == dealing.counters(dict(list(enumerate(KEYS))[1:]))  # the last hand is what is left


def _locked(dealing: Dealing, key: int) -> tuple[list[int], list[Point]]:
    order = list(range(len(dealing.values)))[::-1]
    return order, [combination((key, dealing.values[at])) for at in order]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [9, 12])
def test_no_other_values_and_no_other_key_are_proven(number: int) -> None:
    """All that a liar could change at a lock: a value, their number, the key, the order of the proof's pieces."""
    dealing, key = _dealing(number), KEYS[0]
    order, after = _locked(dealing, key)
    proof = prove_shuffle(b"x", key, dealing.values, order, after, SECRET)
    public, before = of_base(key), dealing.values
    assert shuffle_is_proven(b"x", public, before, after, proof)
    for changed in (
        [combination((-1, after[0])), *after[1:]],
        [combination((2, after[0])), *after[1:]],
        [add(after[0], base()), *after[1:]],
        [after[1], *after[1:]],
        [after[1], after[0], *after[2:]],
        after[:-1],
        [*after, after[0]],
    ):
        assert not shuffle_is_proven(b"x", public, before, changed, proof)
        if len(changed) == len(after):  # not even with a proof made for these values
            again = prove_shuffle(b"x", key, before, order, changed, SECRET)
            same_set = {encode(each) for each in changed} == {encode(each) for each in after}
            assert shuffle_is_proven(b"x", public, before, changed, again) is False or (same_set and changed == after)
    for at in range(0, len(proof), 3):
        wrong = [*proof[:at], proof[at - 1], *proof[at + 1 :]]
        with suppress(ValueError):  # where a number takes the place of an element
            assert not shuffle_is_proven(b"x", public, before, after, wrong)
    assert not shuffle_is_proven(b"x", of_base(key + 1), before, after, proof)
    assert not shuffle_is_proven(b"x", public, before[::-1], after, proof)
    two_keys = [*after[:-1], combination((KEYS[1], before[order[-1]]))]
    assert not shuffle_is_proven(
        b"x", public, before, two_keys, prove_shuffle(b"x", key, before, order, two_keys, SECRET)
    )


def test_no_other_unlocking_is_proven() -> None:
    key, after = KEYS[0], [derive(b"%d" % at) for at in range(6)]
    before, public = [combination((key, each)) for each in after], of_base(key)
    proof = prove_unlocking(b"x", key, before, after, SECRET)
    assert unlocking_is_proven(b"x", public, before, after, proof)
    for changed in (
        [combination((-1, after[0])), *after[1:]],
        [after[1], after[0], *after[2:]],
        [combination((2, after[0])), combination((pow(2, -1, L), after[1])), *after[2:]],
        after[:-1],
    ):
        assert not unlocking_is_proven(b"x", public, before, changed, proof)
        if len(changed) == len(before):
            again = prove_unlocking(b"x", key, before, changed, SECRET)
            assert not unlocking_is_proven(b"x", public, before, changed, again)
    assert not unlocking_is_proven(b"y", public, before, after, proof)
    assert not unlocking_is_proven(b"x", of_base(KEYS[1]), before, after, proof)


def test_a_page_that_is_opened_again_makes_the_same_proof() -> None:
    dealing, key = _dealing(9), KEYS[0]
    order, after = _locked(dealing, key)
    assert prove_shuffle(b"x", key, dealing.values, order, after, SECRET) == prove_shuffle(
        b"x", key, dealing.values, order, after, SECRET
    )
    one, other = (prove_unlocking(about, key, after, dealing.values, SECRET) for about in (b"x", b"y"))
    assert one != other  # and never the same random number for two statements, which would show the key


@pytest.mark.rule("2.4")
@pytest.mark.parametrize(("players", "pool"), [(3, "h1v2a2b2w2"), (4, "h3v3a2b2w2")])
def test_deals_are_as_likely_as_the_engines(players: int, pool: str) -> None:
    """By chi-square at one in a thousand, over the hands of the first and of the last seat."""
    state = _before_the_deal(players, pool)
    crops = Dealing(counters.parse(pool), {}).crops
    number = 4000
    for seat in (0, players - 1):
        expected = Counter(tuple(sorted(hand)) for hand in combinations(crops, EACH))
        total = sum(expected.values())
        own = Counter(_dealt_by_the_engine(state, seed, seat) for seed in range(number))
        sealed = Counter(_dealt(crops, players, seed, seat) for seed in range(number))
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


def _dealt(crops: list[int], players: int, seed: int, seat: int) -> tuple[int, ...]:
    """Deal without keys: only the shuffles matter here."""
    values = list(crops)
    for player in range(players):
        values = [values[at] for at in shuffled(len(values), JointSource(b"%d %d" % (seed, player)))]
    return tuple(sorted(values[EACH * seat : EACH * seat + EACH]))
