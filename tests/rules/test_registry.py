"""Action (d): tiles from the registry to the player's own store (rule 7)."""

from __future__ import annotations

import pytest

from keyharvest.rules import State, legal, outcomes
from tests.rules.builders import asked, board, hand, known, lacking, play, position, store, tiles


def takeable(s: State) -> str:
    return " ".join(move[2:] for move in legal(s) if move[:2] == "d:")


@pytest.mark.rule("7.1")
def test_one_or_two_tiles_one_after_the_other() -> None:
    s = position(hand1="h3", registry="E1 E2 E3", bag="G1 G2", events="")
    assert takeable(s) == "E1 E2 E3"
    s = play(s, "d:E2 hops done *G1")
    assert (store(s, 1), takeable(s)) == ("E2:h1", "E1 E3 G1")
    s = play(s, "d:G1 hops done *G2")
    assert (store(s, 1), takeable(s)) == ("E2:h1 G1:h1", "")
    assert legal(s) == ["end"]


@pytest.mark.rule("7.1")
def test_a_store_never_holds_more_than_two() -> None:
    full = position(hand1="h3", store1="A1:w1 A2:w1", registry="E1 E2")
    assert takeable(full) == ""
    one = position(hand1="h3", store1="A1:w1", registry="E1 E2", bag="", events="")
    assert takeable(play(one, "d:E1 hops done")) == ""
    others = position(hand1="h3", store2="A1:w1 A2:w1", registry="E1 E2")
    assert takeable(others) == "E1 E2"


@pytest.mark.rule("7.2", "14.5")
def test_the_bid_is_one_or_more_own_counters_of_any_crops() -> None:
    s = play(position(hand1="h1a2w1", hand2="b1", registry="E1 E2", bag="", events=""), "d:E1")
    assert (store(s, 1), tiles(s.registry), asked(s)) == ("E1:-", "E2", "1 d Bid")
    assert legal(s) == ["hops", "apples", "wheat"]  # an empty bid isn't a bid
    s = play(s, "apples")
    assert legal(s) == ["apples", "wheat", "done"]  # not before the last crop
    assert (store(s, 1), hand(s, 1), known(s, 1), lacking(s)) == ("E1:a1", "h1a1w1", "h1a1w1", "h1a2b1w1")
    s = play(s, "apples")
    assert legal(s) == ["wheat", "done"]
    assert store(play(s, "done"), 1) == "E1:a2"
    s = play(s, "wheat")
    # Nothing could be added, but the others may not know that: the hand is not empty.
    assert (asked(s), legal(s)) == ("1 d Bid", ["done"])
    s = play(s, "done")
    assert (asked(s), store(s, 1), hand(s, 1)) == ("1 turn Turn", "E1:a2w1", "h1")


@pytest.mark.rule("7.2")
def test_without_counters_there_is_no_d() -> None:
    assert takeable(position(hand2="h3", registry="E1")) == ""
    s = position(hand1="h1", registry="E1 E2", bag="", events="")
    assert takeable(play(s, "d:E1 hops")) == ""


@pytest.mark.rule("7.2")
def test_a_bid_stays_as_it_is_while_the_tile_is_in_the_store() -> None:
    s = position(hand1="h3w1", registry="E1 E2 E3", bag="G1 G2 G3 G4", events="", board1="C5", board2="A1")
    s = play(s, "d:E1 hops done *G1 d:E2 hops wheat done *G2")
    assert store(s, 1) == "E1:h1 E2:h1w1"
    s = play(s, "end end")
    assert not [move for move in legal(s) if move[:2] == "d:"]
    assert [move for move in legal(s) if move[:2] == "c:"] == ["c:E1", "c:E2"]
    s = play(s, "a:C5 end a:A1 end")
    assert (store(s, 1), board(s, 1)) == ("E1:h1 E2:h1w1", "C5-")


@pytest.mark.rule("7.3")
def test_the_registry_is_refilled_before_the_second_tile_is_chosen() -> None:
    s = play(position(hand1="h3", registry="E1 E2", bag="G1 G2", events=""), "d:E1 hops hops done")
    assert asked(s) == "draw RegistryDraw"
    assert outcomes(s) == [("*G1", 1), ("*G2", 1)]
    assert takeable(play(s, "*G2")) == "E2 G2"


@pytest.mark.rule("7.3", "9.1")
def test_an_event_in_the_refill_comes_before_the_second_tile() -> None:
    s = position(hand1="h3", registry="E1 E2", bag="G1", events="Z")
    s = play(s, "d:E1 hops done *Z")
    assert (asked(s), legal(s)) == ("1 Z Grant", ["hops", "vegetables", "apples", "barrels", "wheat"])
    s = play(s, "wheat wheat")
    assert asked(s) == "draw RegistryDraw"
    assert takeable(play(s, "*G1")) == "E2 G1"


@pytest.mark.rule("7.3")
def test_the_bid_is_placed_before_the_refill() -> None:
    # The drawer's windfall cannot raise the bid, which has left the hand before the events.
    s = position(hand1="h1", registry="E1", bag="G1", events="Z")
    s = play(s, "d:E1 hops")
    assert (asked(s), hand(s, 1)) == ("draw RegistryDraw", "-")
