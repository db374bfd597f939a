"""Invariants of every node of the game, checked at every node of random games (driven by hypothesis).

Games begin in set-up or, to reach low stocks, empty bags and crowded boards, in the middle.
"""

from __future__ import annotations

import random
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keyharvest.knowledge import observe
from keyharvest.record import Record, parse_position, parse_record, position_text, record_text
from keyharvest.rules import (
    CHANCE,
    OVER,
    Source,
    State,
    actor,
    apply,
    decision,
    draw,
    final_scores,
    legal,
    new_game,
    outcomes,
    play,
    ranks,
)
from keyharvest.rules.components import CROPS, EVENT_INDEX, EVENT_SPACES
from keyharvest.rules.counters import count, covers, total, unpack
from keyharvest.rules.frames import Chance, FieldDraw, RegistryDraw
from keyharvest.rules.geometry import INDEX, names
from keyharvest.rules.setup import DealCounter, DealPair, DrawSeat, FillRegistry, OddCrop, RemoveEvent, Start
from keyharvest.rules.state import ATTRIBUTES
from keyharvest.words.rules_text import numbers
from tests.referee.referee import turn_begun
from tests.referee.scattered import scattered
from tests.rules.builders import check, events

#: More moves than any random game has ever had; a game not over by then is endless.
MOST_MOVES = 20_000
WORDS = ["draw", "place", "fallow", "pass", "no", "done", "home", "end"]


def spelling_order(move: str) -> tuple[int, int, str]:
    """The sort key of a move in its list: references, workers by letter, crops, seats by number, then words."""
    action, _, thing = move.rpartition(":")
    if action:
        return " abcd".index(action), len(thing), thing  # in (b) plays come before removals
    thing = move.removeprefix("*")
    if thing in CROPS:
        return 0, CROPS.index(thing), ""
    if thing in WORDS:
        return 9, WORDS.index(thing), ""
    return (8, 0, thing) if thing in EVENT_INDEX else (0, 0, thing)


def check_choices(s: State) -> None:
    choices = legal(s)
    assert choices
    assert len(set(choices)) == len(choices)
    assert choices == sorted(choices, key=spelling_order)
    assert legal(s) == choices
    for wrong in ("", "A1 ", "no such move", choices[0] + "?"):
        with pytest.raises(ValueError, match=r"^move "):
            apply(s, wrong)


def check_chance(s: State) -> None:
    """The weights of a draw are right, and each outcome has the right effect."""
    frame = s.stack[-1]
    weights = outcomes(s)
    assert legal(s) == [move for move, _ in weights]
    bag = [("*" + name, 1) for name in [*names(s.bag), *events(s.bag_events)]]
    seats = range(1, s.players + 1)
    pool = s.pool()
    expected = {
        DrawSeat: [(f"*{seat}", 1) for seat in seats],
        DealPair: [("*" + names(1 << one)[0], 1) for one, two in s.layout.pairs if s.bag >> one & s.bag >> two & 1],
        OddCrop: [("*" + c, 1) for i, c in enumerate(CROPS) if count(pool, i) == min(unpack(pool))],
        DealCounter: [("*" + crop, count(pool, i)) for i, crop in enumerate(CROPS) if count(pool, i)],
        FillRegistry: [("*" + name, 1) for name in names(s.bag)],
        RemoveEvent: [(f"*{letter}", 1) for letter in EVENT_INDEX if not s.removed >> EVENT_INDEX[letter] & 1],
        RegistryDraw: bag,
        FieldDraw: bag,
    }
    assert weights == expected[type(frame)]
    for move in [move for move, _ in weights]:
        check_landing(s, cast(Chance, frame), move, play(s, move))


def check_landing(s: State, frame: Chance, move: str, after: State) -> None:
    thing = move[1:]
    match frame:
        case DrawSeat():
            assert (actor(after) if frame.chooses else after.start) == int(thing) - 1
        case DealPair():
            pair = next(pair for pair in s.layout.pairs if names(1 << pair[0]) == [thing])
            assert (
                after.fields[frame.seat] == after.ripe[frame.seat] == s.bag & ~after.bag == 1 << pair[0] | 1 << pair[1]
            )
        case OddCrop():
            crop = CROPS.index(thing)
            taken = [before - now for before, now in zip(unpack(s.stock), unpack(after.stock), strict=True)]
            assert taken.pop(crop) not in taken
        case DealCounter():
            crop = CROPS.index(thing)
            assert count(after.hands[frame.seat], crop) == count(s.hands[frame.seat], crop) + 1
        case FillRegistry():
            assert s.bag & ~after.bag == after.registry & ~s.registry == 1 << INDEX[thing]
        case RemoveEvent():
            assert (after.removed & ~s.removed) == 1 << EVENT_INDEX[thing]
        case RegistryDraw() if thing in INDEX:
            assert s.bag & ~after.bag == after.registry & ~s.registry == 1 << INDEX[thing]
            assert (after.placed, after.bag_events) == (s.placed, s.bag_events)
        case FieldDraw() if thing in INDEX:
            assert s.bag & ~after.bag == 1 << INDEX[thing]
            assert (after.placed, after.aside, after.bag_events) == (s.placed, 0, s.bag_events | s.aside)
        case _:
            event = 1 << EVENT_INDEX[thing]
            assert s.bag_events & event
            assert not after.bag_events & event
            assert after.seen & event
            if len(s.placed) == EVENT_SPACES:
                assert after.gone == s.gone | event
            elif isinstance(frame, FieldDraw):
                assert (after.aside, after.placed) == (s.aside | event, s.placed)
            else:
                assert after.placed[-1] == EVENT_INDEX[thing]
    if isinstance(frame, RegistryDraw | FieldDraw):
        assert after.idle == 0


def check_copy(s: State, text: str) -> None:
    """A copy is equal, and setting anything on it changes the copy alone."""
    for name in ATTRIBUTES:
        copy = s.copy()
        assert copy == s
        setattr(copy, name, object())
        assert copy != s
    assert position_text(s) == text


def check_moves(s: State, text: str) -> None:
    """Every legal move applies, leads to a sound position, and leaves the state unchanged."""
    for move in legal(s):
        after = apply(s, move)
        check(after)
        assert after == play(s, move)
        assert not after.stack or legal(after)
    assert position_text(s) == text


def check_knowledge(s: State, seat: int, source: Source) -> None:
    """A seat's knowledge is true, and no more than it can know: states that look alike give the same."""
    seen = observe(s, seat)
    assert seen == observe(s, seat)
    assert seen.seat == seat
    assert seen.unknown[seat] == 0
    for other in range(s.players):
        shown = seen.view.hands[other]
        assert covers(s.hands[other], shown)
        assert covers(shown, s.known[other])
        assert total(shown) + seen.unknown[other] == total(s.hands[other])
    assert seen.view.hands[seat] == s.hands[seat]
    assert seen.view.removed == (s.removed if s.turn and not s.bag_events else 0)  # rule 14.2
    sample = seen.sample(source)
    check(sample)
    assert observe(sample, seat) == seen
    assert sample.bag_events.bit_count() == s.bag_events.bit_count()
    assert seen.legal() == (legal(s) if actor(s) == seat else [])
    if actor(s) == seat:
        assert legal(sample) == legal(s)
    elif s.stack:
        assert legal(sample)
    if s.players == 2 and s.turn:
        assert sample == s  # with two players nothing is hidden


def check_node(s: State, source: Source) -> str:
    text = position_text(s)
    check(s)
    read = parse_position(text)
    assert read == s
    assert position_text(read) == text
    if s.stack:
        check_choices(s)
        if actor(s) == CHANCE:
            check_chance(s)
        else:
            assert decision(s).rule in numbers()
            assert 0 <= decision(s).seat < s.players
        check_moves(s, text)
    check_knowledge(s, source.below(s.players), source)
    if actor(s) >= 0:
        check_knowledge(s, actor(s), source)
    if source.below(16) == 0:
        check_copy(s, text)
    return text


def check_end(s: State) -> None:
    assert (actor(s), legal(s), s.stack) == (OVER, [], ())
    assert s.left == 0 or s.idle == 10 * s.players
    merits = [
        (score.total, s.fields[seat].bit_count(), total(s.hands[seat])) for seat, score in enumerate(final_scores(s))
    ]
    assert ranks(s) == [sum(other > merit for other in merits) + 1 for merit in merits]
    for call in (lambda: apply(s, "end"), lambda: decision(s), lambda: outcomes(s)):
        with pytest.raises(ValueError, match="the game is over"):
            call()


def play_and_check(s: State, source: Source, eager: int, most: int = MOST_MOVES) -> Record:
    """Play at random, seldom declining while *eager*, and check every node; earlier states never change."""
    record = Record(s)
    passed: list[tuple[State, str]] = []
    while s.stack and len(record.moves) < most:
        passed.append((s, check_node(s, source)))
        move = draw(s, source) if actor(s) == CHANCE else source.pick(legal(s))
        for _ in range(eager):
            if move in ("end", "no", "home"):
                move = source.pick(legal(s))
        s = apply(s, move)
        record.moves.append(move)
    check_node(s, source)
    for state, text in passed:
        assert position_text(state) == text
    if not s.stack:
        check_end(s)
    return record


def examples(number: int) -> settings:
    return settings(max_examples=number, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("games", [3, pytest.param(30, marks=pytest.mark.long)])
def test_whole_games_hold_at_every_node(players: int, games: int) -> None:
    @examples(games)
    @given(seed=st.integers(0, 2**32), start=st.sampled_from(["drawn", "random"]), eager=st.integers(0, 3))
    def hold(seed: int, start: Start, eager: int) -> None:
        record = play_and_check(new_game(players, start=start), Source(seed), eager)
        assert len(record.moves) < MOST_MOVES
        again = parse_record(record_text(record))
        assert (again.start, again.moves) == (record.start, record.moves)

    hold()


@pytest.mark.slow
@pytest.mark.parametrize(
    "games", [8, pytest.param(30, marks=pytest.mark.thorough), pytest.param(300, marks=pytest.mark.long)]
)
def test_rare_positions_hold_at_every_node(games: int) -> None:
    @examples(games)
    @given(seed=st.integers(0, 2**32), eager=st.integers(0, 3))
    def hold(seed: int, eager: int) -> None:
        table = scattered(random.Random(seed))
        beginning = parse_position(f"{table.position()} stack={turn_begun(table.seat)}")
        play_and_check(beginning, Source(seed), eager, most=60)

    hold()
