"""Action (a): harvest (rule 4). Row A bears hops here, B vegetables, C apples, D barrels, E wheat."""

from __future__ import annotations

import pytest

from keyharvest.rules import legal
from tests.rules.builders import asked, board, hand, known, play, position, stock


@pytest.mark.rule("4.1")
def test_any_unharvested_field_may_begin_and_only_later_ones_of_its_group_go_on() -> None:
    s = position(board1="A1 C5 C6 C7 E1 E2-")
    assert [move for move in legal(s) if move[0] == "a"] == ["a:A1", "a:C5", "a:C6", "a:C7", "a:E1"]
    assert legal(play(s, "a:C5")) == ["C6", "C7", "done"]
    assert legal(play(s, "a:C5 C6")) == ["C7", "done"]
    assert asked(play(s, "a:C7")) == "1 turn Turn"  # nothing later: every set has one spelling
    assert asked(play(s, "a:C5 C7")) == "1 turn Turn"
    assert board(play(s, "a:E1"), 1) == "A1 C5 C6 C7 E1- E2-"


@pytest.mark.rule("4.1")
def test_harvested_fields_connect_and_the_chosen_ones_need_not_touch() -> None:
    s = position(board1="C5 C6- C7 C8 C9")
    assert legal(play(s, "a:C5")) == ["C7", "C8", "C9", "done"]
    s = play(s, "a:C5 C9")
    assert (board(s, 1), hand(s, 1)) == ("C5- C6- C7 C8 C9-", "a2")


@pytest.mark.rule("4.1")
def test_workers_do_not_connect() -> None:
    s = position(board1="C5 C7", workers1="A@C6")
    assert asked(play(s, "a:C5")) == "1 turn Turn"
    assert board(play(s, "a:C5"), 1) == "C5- C7"


@pytest.mark.rule("4.1")
def test_one_group_only_and_the_own_board_only() -> None:
    s = position(board1="A1 A2 G1 G2", board2="A3 A4")
    assert legal(play(s, "a:A1")) == ["A2", "done"]
    s = play(s, "a:A1 A2")
    assert board(s, 1) == "A1- A2- G1 G2"
    assert not [move for move in legal(s) if move[0] == "a"]


@pytest.mark.rule("4.2")
def test_each_chosen_tile_gives_a_counter_of_its_crop_and_is_turned_over() -> None:
    s = play(position(board1="B4 C4 C5 D4 E4 E5", hand1="w1"), "a:B4 C4 C5 D4 E5")
    assert board(s, 1) == "B4- C4- C5- D4- E4 E5-"
    assert hand(s, 1) == known(s, 1) == "v1a2b1w2"
    assert stock(s) == "h12v11a10b11w10"


@pytest.mark.rule("4.3")
def test_a_lacking_crop_is_made_up_with_any_other_crop_in_stock() -> None:
    s = play(position(board1="C5 C6 C7", stock="h1a1w1"), "a:C5 C6 done")
    assert (hand(s, 1), board(s, 1)) == ("a1", "C5- C6- C7")
    assert asked(s) == "1 a TakeCounters"
    assert legal(s) == ["hops", "wheat"]
    s = play(s, "wheat")
    assert (hand(s, 1), known(s, 1), stock(s)) == ("a1w1", "a1w1", "h1")
    assert asked(s) == "1 turn Turn"


@pytest.mark.rule("4.3")
def test_matching_counters_are_taken_first_for_all_chosen_tiles() -> None:
    # Were C5 served before D5, its substitute could be the barrels that D5 should give.
    s = play(position(board1="C5 D5", stock="h1v1b1"), "a:C5 D5")
    assert hand(s, 1) == "b1"
    assert legal(s) == ["hops", "vegetables"]


@pytest.mark.rule("4.3")
def test_substitutes_are_chosen_one_by_one_in_ascending_order() -> None:
    s = play(position(board1="C5 C6 C7", stock="h1v2w1"), "a:C5 C6 C7")
    assert legal(s) == ["hops", "vegetables"]  # after wheat there would be too few
    assert legal(play(s, "hops")) == ["vegetables"]
    assert legal(play(s, "hops vegetables")) == ["vegetables", "wheat"]
    assert legal(play(s, "vegetables")) == ["vegetables"]
    assert legal(play(s, "vegetables vegetables")) == ["wheat"]
    assert hand(play(s, "hops vegetables wheat"), 1) == "h1v1w1"


@pytest.mark.rule("4.3")
def test_a_short_stock_gives_what_it_has_and_an_empty_one_nothing() -> None:
    s = play(position(board1="C5 C6 C7", stock="h1"), "a:C5 C6 C7")
    assert legal(s) == ["hops"]
    s = play(s, "hops")
    assert (asked(s), hand(s, 1), stock(s)) == ("1 turn Turn", "h1", "-")
    s = play(position(board1="C5 C6 C7", hand1="h12v12a12b12w12"), "a:C5 C7")
    assert (asked(s), board(s, 1), stock(s)) == ("1 turn Turn", "C5- C6 C7-", "-")
