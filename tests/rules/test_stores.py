"""Action (c): tiles from stores to the seat's own board (rule 6)."""

from __future__ import annotations

import pytest

from keyharvest.rules import State, legal
from tests.rules.builders import asked, board, hand, known, lacking, play, position, store, workers


def obtainable(s: State) -> str:
    return " ".join(move[2:] for move in legal(s) if move[:2] == "c:")


@pytest.mark.rule("6.1")
def test_one_or_two_tiles_one_after_the_other_from_any_stores() -> None:
    s = position(3, hand1="h2", store1="A1:w1 A3:w1", store2="E1:h1", store3="G1:h1")
    assert obtainable(s) == "A1 A3 E1 G1"
    s = play(s, "c:E1")
    assert obtainable(s) == "A1 A3 G1"
    s = play(s, "c:A3")
    assert obtainable(s) == ""
    assert (board(s, 1), store(s, 1), store(s, 2), store(s, 3)) == ("A3 E1", "A1:w1", "", "G1:h1")
    assert (board(s, 2), board(s, 3)) == ("", "")


@pytest.mark.rule("6.2")
def test_the_bid_for_a_tile_from_the_own_store_goes_to_the_stock() -> None:
    s = position(hand1="h1", hand2="v1", store1="A1:b1w2")
    assert lacking(s) == "h1v1b1w2"
    s = play(s, "c:A1")
    assert (hand(s, 1), hand(s, 2), lacking(s), store(s, 1)) == ("h1", "v1", "h1v1", "")
    assert board(s, 1) == "A1"


@pytest.mark.rule("6.2")
def test_a_tile_from_another_store_costs_exactly_its_bid_and_the_owner_takes_both() -> None:
    s = position(3, hand1="h3v1w1", hand2="a1", hand3="b1", store2="A1:h2w1")
    s = play(s, "c:A1")
    assert [hand(s, seat) for seat in (1, 2, 3)] == ["h1v1", "h4a1w2", "b1"]
    assert [known(s, seat) for seat in (1, 2, 3)] == ["h1v1", "h4a1w2", "b1"]
    assert lacking(s) == "h5v1a1b1w2"
    assert (board(s, 1), board(s, 2), store(s, 2)) == ("A1", "", "")


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("bid", "yes"),
    [("h2", True), ("h1v1", True), ("h2v1", True), ("h3", False), ("v2", False), ("a1", False), ("h1a1", False)],
)
def test_the_payment_matches_the_bid_by_number_and_crop(bid: str, yes: bool) -> None:
    assert obtainable(position(hand1="h2v1", store2=f"A1:{bid}")) == ("A1" if yes else "")


@pytest.mark.rule("6.2")
def test_what_the_first_tile_cost_is_not_there_for_the_second() -> None:
    s = position(hand1="h1w1", store2="A1:h1 A3:h1")
    assert obtainable(s) == "A1 A3"
    assert obtainable(play(s, "c:A1")) == ""
    returned = position(hand1="w1", store1="A1:h1", store2="A3:h1")
    assert obtainable(play(returned, "c:A1")) == ""  # the player's own bid goes to the stock, not into the hand


@pytest.mark.rule("6.3", "8.2")
def test_the_tile_goes_onto_the_space_with_its_reference_unharvested() -> None:
    s = play(position(board1="A2-", store1="A1:h1"), "c:A1")
    assert board(s, 1) == "A1 A2-"
    assert legal(s)[0] == "a:A1"


@pytest.mark.rule("6.3", "8.1")
def test_a_worker_on_that_space_is_displaced() -> None:
    s = play(position(board1="A2", store1="A1:h1", workers1="A@A1"), "c:A1")
    assert asked(s) == "1 A Displaced"
    assert workers(s, 1) == ""


@pytest.mark.rule("6.4")
def test_counters_gained_by_the_first_tile_may_pay_for_the_second() -> None:
    s = position(board1="B4 B5", workers1="C@C5", store1="C5:h1", store2="E1:v2 E2:v3")
    assert obtainable(s) == "C5"
    s = play(s, "c:C5")
    assert asked(s) == "1 C Displaced"
    s = play(s, "A4 vegetables vegetables")
    assert obtainable(s) == "E1"
    s = play(s, "c:E1")
    assert (board(s, 1), hand(s, 2), obtainable(s)) == ("B4 B5 C5 E1", "v4", "")
