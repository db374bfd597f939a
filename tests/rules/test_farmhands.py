"""The powers of the farmhands (rule 10)."""

from __future__ import annotations

import pytest

from keyharvest.rules import legal
from tests.rules.builders import asked, board, hand, known, lacking, play, position, stock, store, tiles, workers

#: Five of the six neighbours of C5: vegetables B4 B5, apples C4 C6, barrels D4.
RING = "B4 B5 C4 C6 D4"


# A, B: apprentice and casual worker


@pytest.mark.rule("10A")
def test_the_apprentice_takes_a_counter_of_one_neighbouring_unharvested_field() -> None:
    s = play(position(board1="B4 C4- D4 E5"), "b:A C5")
    assert legal(s) == ["B4", "D4", "no"]
    s = play(s, "D4")
    assert (hand(s, 1), known(s, 1), lacking(s)) == ("b1", "b1", "b1")
    assert (board(s, 1), asked(s)) == ("B4 C4- D4 E5", "1 turn Turn")  # the field is not turned


@pytest.mark.rule("10B")
def test_the_casual_worker_takes_from_up_to_two() -> None:
    s = play(position(board1="B4 B5 C4- D4 E5"), "b:B C5")
    assert legal(s) == ["B4", "B5", "D4", "no"]
    assert legal(play(s, "B4")) == ["B5", "D4", "done"]
    assert hand(play(s, "B4 done"), 1) == "v1"
    assert hand(play(s, "D4"), 1) == "b1"
    s = play(s, "B5 D4")
    assert (hand(s, 1), board(s, 1), asked(s)) == ("v1b1", "B4 B5 C4- D4 E5", "1 turn Turn")
    three = play(position(board1="B4 B5 D4 D5"), "b:B C5 B4")
    assert legal(three) == ["B5", "D4", "D5", "done"]
    assert asked(play(three, "B5")) == "1 turn Turn"  # never a third


@pytest.mark.rule("10.1", "10A", "10B", "4.3")
def test_where_the_stock_lacks_the_crop_another_is_taken() -> None:
    s = play(position(board1="B4 C4", stock="h1a1"), "b:A C5 B4")
    assert (asked(s), legal(s)) == ("1 A TakeCounters", ["hops", "apples"])
    assert hand(play(s, "hops"), 1) == "h1"
    # The matching counter is taken first for both fields, then the substitute.
    s = play(position(board1="B4 C4", stock="h1a1w1"), "b:B C5 B4 C4")
    assert (hand(s, 1), asked(s), legal(s)) == ("a1", "1 B TakeCounters", ["hops", "wheat"])
    s = play(position(board1="B4 C4", stock="a1"), "b:B C5 B4 C4")
    assert (hand(s, 1), asked(s)) == ("a1", "1 turn Turn")  # nothing is left as a substitute


@pytest.mark.rule("10A", "10B", "5.5")
def test_beside_harvested_fields_alone_or_with_no_stock_they_get_nothing() -> None:
    for worker in "AB":
        assert asked(play(position(board1="B4- G1"), f"b:{worker} C5")) == "1 turn Turn"
        empty = position(board1="B4", hand2="h12v12a12b12w12")
        assert asked(play(empty, f"b:{worker} C5")) == "1 turn Turn"


# C: labourer


@pytest.mark.rule("10C", "14.1")
def test_the_labourer_takes_any_two_counters_shown_to_all() -> None:
    s = play(position(3, board1="B4 B5"), "b:C C5")
    assert legal(s) == ["hops", "vegetables", "apples", "barrels", "wheat", "no"]
    s = play(s, "apples")
    assert legal(s) == ["apples", "barrels", "wheat"]  # ascending, and it must be two
    s = play(s, "wheat")
    assert (hand(s, 1), known(s, 1), lacking(s), asked(s)) == ("a1w1", "a1w1", "a1w1", "1 turn Turn")
    assert hand(play(position(board1="B4 B5"), "b:C C5 barrels barrels"), 1) == "b2"


@pytest.mark.rule("10.1", "10C")
def test_the_labourer_takes_fewer_if_the_stock_has_fewer() -> None:
    s = play(position(board1="B4 B5", stock="a1"), "b:C C5")
    assert legal(s) == ["apples", "no"]
    s = play(s, "apples")
    assert (hand(s, 1), stock(s), asked(s)) == ("a1", "-", "1 turn Turn")
    s = play(position(board1="B4 B5", stock="a1w1"), "b:C C5")
    assert legal(s) == ["apples", "no"]  # after wheat no later crop would be left
    assert asked(play(position(board1="B4 B5", hand2="h12v12a12b12w12"), "b:C C5")) == "1 turn Turn"


# D: unskilled worker


@pytest.mark.rule("10D")
def test_the_unskilled_worker_turns_any_neighbouring_harvested_fields_back() -> None:
    s = play(position(board1="B4- B5- C4 C6- D4- E5-"), "b:D C5")
    assert legal(s) == ["B4", "B5", "C6", "D4", "no"]
    assert legal(play(s, "B5")) == ["C6", "D4", "done"]
    s = play(s, "B4 B5 C6")
    assert legal(s) == ["D4", "done"]
    s = play(s, "D4")
    assert (board(s, 1), hand(s, 1), asked(s)) == ("B4 B5 C4 C6 D4 E5-", "-", "1 turn Turn")
    s = play(position(board1="B4- B5- D4-"), "b:D C5 B4 D4")
    assert (board(s, 1), asked(s)) == ("B4 B5- D4", "1 turn Turn")


# E: skilled worker


@pytest.mark.rule("10E", "10.2")
def test_the_skilled_worker_pays_one_counter_more_than_the_bid_of_any_crops() -> None:
    s = position(
        3,
        board1=RING,
        hand1="v2w1",
        store1="A1:h1",
        store2="E1:h2 E2:h3",
        store3="G1:a1",
    )
    s = play(s, "b:E C5")
    assert legal(s) == ["E1", "G1", "no"]  # not the seat's own store; three counters for E1, but four for E2
    s = play(s, "E1")
    assert (hand(s, 2), store(s, 2)) == ("h2", "E2:h3")  # the bid is back at once
    assert (asked(s), legal(s)) == ("1 E Pay", ["vegetables"])  # ascending, so that the rest can be paid
    s = play(s, "vegetables")
    assert legal(s) == ["vegetables"]
    assert (hand(s, 1), hand(s, 2)) == ("v1w1", "h2v1")
    s = play(s, "vegetables wheat")
    assert (hand(s, 1), hand(s, 2), board(s, 1)) == ("-", "h2v2w1", f"{RING} E1")
    assert (known(s, 2), lacking(s), asked(s)) == ("h2v2w1", "h6v2a1w1", "1 turn Turn")


@pytest.mark.rule("10E", "10.2", "8.1")
def test_what_the_skilled_worker_buys_may_displace_a_worker() -> None:
    s = position(board1=f"{RING} G1", workers1="A@G2", hand1="w2", store2="G2:h1")
    s = play(s, "b:E C5 G2 wheat wheat")
    assert (asked(s), board(s, 1)) == ("1 A Displaced", f"{RING} G1 G2")
    assert workers(play(s, "home"), 1) == "E@C5"


# F: supervisor


@pytest.mark.rule("10F")
def test_the_supervisor_must_lay_one_own_field_anywhere_on_the_board_fallow() -> None:
    s = play(position(board1=f"{RING} G7-", board2="A1", bag="A2"), "b:F C5")
    assert legal(s) == ["B4", "B5", "C4", "C6", "D4", "G7"]
    before = tiles(s.fallow)
    s = play(s, "G7")
    assert (board(s, 1), asked(s)) == (RING, "1 turn Turn")
    assert tiles(s.fallow) == f"{before} G7"
    assert workers(s, 1) == "F@C5"
