"""Joint draws: checked against the chains, equally likely, and the same as taking two events out first."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from keyharvest.remote.fair.joint import (
    LINKS,
    JointSource,
    chain,
    follows,
    joint_draw,
    joint_source,
    open_outcomes,
)
from keyharvest.rules import CHANCE, Source, State, actor, draw, new_game, outcomes, play
from keyharvest.rules.components import ALL_EVENTS, EVENT_INDEX
from keyharvest.rules.frames import FieldDraw, RegistryDraw
from keyharvest.rules.setup import DealCounter, DealPair, DrawSeat, FillRegistry, OddCrop, RemoveEvent
from keyharvest.rules.turn import Turn

pytestmark = pytest.mark.slow

DRAWS = 6000


def test_every_link_follows_the_one_before_and_no_other() -> None:
    links = chain(b"seed")
    assert len(links) == LINKS + 1 == len(set(links))
    assert all(follows(link, before) for before, link in pairwise(links))
    assert not follows(links[2], links[0])
    assert not follows(links[0], links[0])


def test_every_link_and_the_game_so_far_change_the_outcome() -> None:
    links = {seat: chain(bytes([seat]))[1] for seat in range(3)}
    base = _numbers(joint_source(b"before", links))
    assert base == _numbers(joint_source(b"before", dict(reversed(links.items()))))
    others = [joint_source(b"after", links)]
    others += [joint_source(b"before", {**links, seat: hashlib.sha256(links[seat]).digest()}) for seat in links]
    others += [joint_source(b"before", {seat: links[seat] for seat in (0, 1)})]
    others += [joint_source(b"before", {0: links[1], 1: links[0], 2: links[2]})]
    assert all(_numbers(other) != base for other in others)


def test_words_beyond_the_last_whole_range_are_rejected() -> None:
    """With three quarters of 2**64 as the bound, taking the remainder would give small numbers twice as often."""
    bound = 3 << 62
    source = JointSource(b"rejection")
    small = sum(source.below(bound) < 1 << 62 for _ in range(3000))
    assert abs(small - 1000) < 5 * 26  # a remainder: 1500


def _setups(players: int) -> dict[str, State]:
    """Return the states of one set-up before each kind of draw."""
    found: dict[str, State] = {}
    state, source = new_game(players, start="random"), Source(3)
    while state.turn == 0:
        found.setdefault(type(state.stack[-1]).__name__, state)
        state = play(state, draw(state, source))
    return found


def _with_draw(players: int, kind: type[RegistryDraw] | type[FieldDraw], seen: int = 6) -> State:
    """Return a state before a draw from a small bag, in which two events are unknown if three or four play."""
    state = _setups(players)["FillRegistry" if players == 2 else "RemoveEvent"].copy()
    state.turn, state.seat, state.start = 5, 0, 0
    unseen = sum(1 << event for event in range(seen, 14))
    state.seen = ALL_EVENTS & ~unseen
    state.removed = 0b11 << seen if players > 2 else 0
    state.bag = 0b10101
    state.bag_events = unseen & ~state.removed | 0b1
    top = RegistryDraw(0) if kind is RegistryDraw else FieldDraw(0, "K")
    state.stack = (Turn(0), top)
    return state


SETUP = [("DrawSeat", 4), ("DealPair", 3), ("OddCrop", 2), ("OddCrop", 3), ("OddCrop", 4), ("DealCounter", 2)]


@pytest.mark.rule("1.8")
@pytest.mark.rule("2.1")
@pytest.mark.rule("2.3")
@pytest.mark.rule("2.4")
@pytest.mark.rule("2.5")
@pytest.mark.parametrize(("kind", "players"), [*SETUP, ("FillRegistry", 3)])
def test_setup_draws_are_those_of_the_engine(kind: str, players: int) -> None:
    _compare(_setups(players)[kind])


@pytest.mark.rule("9.1")
@pytest.mark.rule("9.4")
@pytest.mark.parametrize("kind", [RegistryDraw, FieldDraw])
def test_draws_from_the_bag_are_those_of_the_engine(kind: type[RegistryDraw] | type[FieldDraw]) -> None:
    _compare(_with_draw(2, kind))


def _compare(state: State) -> None:
    """Compare joint draws with the engine's own, and both with the weights, by chi-square at one in a thousand."""
    links = {seat: chain(b"%d" % seat) for seat in range(2)}
    joint = Counter(
        joint_draw(
            state, joint_source(b"", {seat: hashlib.sha256(links[seat][1] + b"%d" % n).digest() for seat in links})
        )
        for n in range(DRAWS)
    )
    own = Counter(draw(state, Source(n)) for n in range(DRAWS))
    weights = dict(outcomes(state))
    total = sum(weights.values())
    expected = {move: DRAWS * weight / total for move, weight in weights.items()}
    assert set(joint) == set(expected)
    limit = _limit(len(expected) - 1)
    assert sum((joint[move] - n) ** 2 / n for move, n in expected.items()) < limit
    assert sum((joint[move] - own[move]) ** 2 / (joint[move] + own[move]) for move in expected) < limit


def _limit(freedom: int) -> float:
    """Return the chi-square exceeded once in a thousand times (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.0902 * spread**0.5) ** 3)


@pytest.mark.rule("2.6")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("kind", [RegistryDraw, FieldDraw])
@pytest.mark.parametrize("seen", [10, 11, 12])
def test_late_draws_are_distributed_as_if_two_events_were_taken_out_first(
    players: int, kind: type[RegistryDraw] | type[FieldDraw], seen: int
) -> None:
    """Every sequence of up to four draws has exactly the same probability either way."""
    state = _with_draw(players, kind, seen)
    unseen = [event for event in range(14) if not state.seen >> event & 1]
    pairs = list(combinations(unseen, 2))
    first: Counter[tuple[str, ...]] = Counter()
    for pair in pairs:
        for sequence, chance in _sequences(_taken_out(state, pair), outcomes).items():
            first[sequence] += chance / len(pairs)  # type: ignore[assignment]
    late = _sequences(state, open_outcomes)
    assert late == first
    assert sum(late.values()) == 1
    assert len(late) > 3


def test_taking_two_out_is_not_the_same_as_leaving_all_in() -> None:
    """The comparison above would notice weights that forget the two events."""
    state = _with_draw(3, RegistryDraw, 10)
    naive = _sequences(state, lambda s: [(move, 1) for move, _ in open_outcomes(s)])
    assert naive != _sequences(state, open_outcomes)


def _sequences(
    state: State, weigh: Callable[[State], list[tuple[str, int]]], most: int = 4
) -> Mapping[tuple[str, ...], Fraction]:
    """Return the exact probability of every sequence of draws from the same bag."""
    if actor(state) != CHANCE or not most:
        return {(): Fraction(1)}
    found: Counter[tuple[str, ...]] = Counter()
    possible = weigh(state)
    total = sum(weight for _, weight in possible)
    for move, weight in possible:
        if len(move) == 2 and state.removed >> EVENT_INDEX[move[1]] & 1:
            # Which two are out is only a guess here: guess others.
            event = EVENT_INDEX[move[1]]
            other = next(e for e in range(14) if (state.bag_events & ~state.seen) >> e & 1)
            after = _taken_out(state, (other, *(e for e in range(14) if state.removed >> e & 1 and e != event)))
        else:
            after = state
        after = play(after, move)
        if isinstance(state.stack[-1], RegistryDraw):
            after.stack = state.stack if after.bag or after.bag_events else ()  # draw on, whatever the event asks
        for rest, chance in _sequences(after, weigh, most - 1).items():
            found[(move, *rest)] += Fraction(weight, total) * chance  # type: ignore[assignment]
    return found  # type: ignore[return-value]


def _taken_out(state: State, pair: tuple[int, ...]) -> State:
    """Return the state in which these two events were taken out instead."""
    changed = state.copy()
    changed.removed = sum(1 << event for event in pair)
    changed.bag_events = (state.bag_events | state.removed) & ~changed.removed
    return changed


def test_two_players_know_every_event() -> None:
    state = _with_draw(2, RegistryDraw)
    assert open_outcomes(state) == outcomes(state)


def test_open_weights_depend_on_nothing_hidden() -> None:
    state = _with_draw(4, RegistryDraw, 9)
    unseen = [event for event in range(14) if not state.seen >> event & 1]
    every = [open_outcomes(_taken_out(state, pair)) for pair in combinations(unseen, 2)]
    assert all(each == every[0] for each in every)


def _numbers(source: JointSource) -> list[int]:
    return [source.below(1 << 30) for _ in range(8)]


def test_the_kinds_above_are_all_of_setup() -> None:
    kinds = {DrawSeat, DealPair, OddCrop, DealCounter, FillRegistry, RemoveEvent}
    assert {kind.__name__ for kind in kinds} == set(_setups(3))
