"""The contract of every node: who decides, the choices, the results of a draw, and the error of a wrong call."""

from __future__ import annotations

from collections import Counter

import pytest

from keyharvest.rules import CHANCE, OVER, Source, actor, apply, decision, draw, legal, new_game, outcomes, play
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.events import ExchangeFor
from keyharvest.rules.frames import (
    STOCK,
    Bid,
    Chance,
    ChooseField,
    Decision,
    Pay,
    PickFields,
    Step,
    TakeCounters,
)
from keyharvest.rules.geometry import INDEX, nth_space
from keyharvest.rules.powers import BuyFromStore, TakeUnconnected
from keyharvest.rules.turn import Turn
from tests.perft.counts import position_of

CHANCE_AT = new_game(3)
DECISION_AT = play(CHANCE_AT, "*2")
OVER_AT = position_of("the-end-the-last-turn-is-over.txt")


def test_a_decision_says_who_and_why() -> None:
    question = decision(DECISION_AT)
    assert (question.seat, question.cause, question.rule, actor(DECISION_AT)) == (1, "setup", "2.1", 1)
    assert (actor(CHANCE_AT), actor(OVER_AT), legal(OVER_AT)) == (CHANCE, OVER, [])


def test_a_shared_question_names_the_rule_of_who_asks() -> None:
    asked = [TakeCounters(0, source, 1).rule for source in "aABCV"]
    assert asked == ["4.3", "10.1", "10.1", "10C", "4.3"]
    assert [Pay(0, source, 1, STOCK).rule for source in "EGIQT"] == ["10.2", "10.2", "11I", "12Q", "12T"]
    assert [BuyFromStore(0, source).rule for source in "EG"] == ["10E", "11G"]
    assert [PickFields(0, source, 1, 1).rule for source in "aDV"] == ["4.1", "10D", "12V"]
    assert [ChooseField(0, source, False).rule for source in "FMU"] == ["10F", "12M", "12U"]
    assert (Bid(0, "H").rule, ExchangeFor(0, 1).rule, TakeUnconnected(0).rule) == ("7.2", "12N", "11I")


@pytest.mark.parametrize(("state", "why"), [(CHANCE_AT, "a draw is next"), (OVER_AT, "the game is over")])
def test_there_is_no_question_at_a_draw_or_after_the_end(state: object, why: str) -> None:
    with pytest.raises(ValueError, match=f"^no player can move: {why}$"):
        decision(state)  # type: ignore[arg-type]


@pytest.mark.parametrize(("state", "why"), [(DECISION_AT, "a seat has to decide"), (OVER_AT, "the game is over")])
def test_there_is_no_draw_at_a_question_or_after_the_end(state: object, why: str) -> None:
    for ask in (outcomes, lambda s: draw(s, Source(1))):
        with pytest.raises(ValueError, match=f"^no draw is due: {why}$"):
            ask(state)  # type: ignore[arg-type]


def test_an_illegal_move_is_told_what_is_legal() -> None:
    with pytest.raises(ValueError, match=r"^move '5': not among the 3 legal ones \(1, 2, 3\)$"):
        apply(DECISION_AT, "5")
    with pytest.raises(ValueError, match=r"^move 'end': the game is over$"):
        apply(OVER_AT, "end")
    for state in (DECISION_AT, OVER_AT):
        with pytest.raises(ValueError, match=r"^move None: "):
            apply(state, None)  # type: ignore[arg-type]


def test_of_many_legal_moves_twelve_are_told() -> None:
    state = position_of("a-bid-of-five-counters.txt")
    moves = legal(state)
    assert len(moves) > 13
    with pytest.raises(ValueError, match="legal ones") as caught:
        apply(state, "x" * 100)
    some = ", ".join(moves[:12])
    assert str(caught.value) == f"move {'x' * 40!r}: not among the {len(moves)} legal ones ({some}, …)"


def test_every_kind_of_frame_is_known_by_its_name() -> None:
    kinds = frame_kinds()
    assert kinds["Turn"] is Turn
    assert all(issubclass(kind, Decision | Chance | Step) and kind.__name__ == name for name, kind in kinds.items())
    assert not {"Decision", "Chance", "Step", "Frame"} & set(kinds)
    assert len(kinds) == 41


@pytest.mark.parametrize(
    "name",
    [
        "an-event-comes-out-between-two-tiles-to-the-store.txt",
        "k-trader-an-event-is-set-aside-on-the-draw.txt",
        "w-replacement-the-bag-runs-out-on-the-way-round.txt",
    ],
)
def test_a_draw_is_one_of_the_outcomes_each_as_often_as_its_weight_says(name: str) -> None:
    state = position_of(name)
    while actor(state) != CHANCE:
        state = play(state, legal(state)[0])
    _holds_to_the_weights(state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draws_of_set_up_hold_to_their_weights(players: int) -> None:
    state, source = new_game(players, start="random"), Source(players)
    seen = set()
    while actor(state) == CHANCE:
        kind = type(state.stack[-1]).__name__
        if kind not in seen:
            seen.add(kind)
            _holds_to_the_weights(state)
        state = play(state, draw(state, source))
    assert {"DrawSeat", "DealPair", "OddCrop", "DealCounter", "FillRegistry"} <= seen


def _holds_to_the_weights(state: object) -> None:
    """Draws are among the outcomes, and none is much rarer or more frequent than its weight."""
    possible = dict(outcomes(state))  # type: ignore[arg-type]
    source = Source(7)
    times = 200 * len(possible)
    drawn = Counter(draw(state, source) for _ in range(times))  # type: ignore[arg-type]
    assert set(drawn) == set(possible)
    for move, weight in possible.items():
        expected = times * weight / sum(possible.values())
        assert abs(drawn[move] - expected) < 5 * expected**0.5, move


def test_a_source_gives_the_same_numbers_everywhere() -> None:
    source = Source(1)
    assert [source.below(1000) for _ in range(5)] == [600, 496, 104, 90, 582]
    assert source.state == 10741140113556542384
    assert [Source(seed).below(100) for seed in (0, 1, 2, 10**30)] == [28, 60, 28, 64]


def test_a_source_picks_every_value() -> None:
    source = Source(3)
    assert {source.pick("abc") for _ in range(60)} == set("abc")
    with pytest.raises(IndexError):
        source.pick("")


def test_an_unplaced_tile_has_no_owner_and_no_store() -> None:
    tile = INDEX["A1"]
    state = new_game(4)
    assert (state.owner(tile), state.store_of(tile)) == (-1, -1)


def test_there_is_no_space_beyond_the_last_of_a_mask() -> None:
    assert nth_space(1 << 55 | 1, 1) == 55
    with pytest.raises(IndexError, match=r"^n is too large: the mask has fewer spaces$"):
        nth_space(1 << 55 | 1, 2)
