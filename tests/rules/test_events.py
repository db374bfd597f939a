"""The effects of the events (rule 12). Row A bears hops here, B vegetables, C apples, D barrels, E wheat, F hops."""

from __future__ import annotations

import pytest

from keyharvest.rules import State, decision, legal, outcomes
from tests.rules.builders import (
    asked,
    board,
    events,
    hand,
    known,
    lacking,
    placed,
    play,
    position,
    stock,
    tiles,
    workers,
)

#: Five of the six neighbours of C5, and of F4.
RING, RING_F4 = "B4 B5 C4 C6 D4", "E4 E5 F3 F5 G3"


def draw(
    event: str,
    players: int = 2,
    *,
    drawer: int = 1,
    bag: str = "G4 G5 G6",
    registry: str = "",
    stock: str = "",
    board1: str = "",
    board2: str = "",
    board3: str = "",
    workers1: str = "",
    workers2: str = "",
    hand1: str = "-",
    hand2: str = "-",
    hand3: str = "-",
    store1: str = "",
    store2: str = "",
) -> State:
    """Return the position after a seat has drawn an event in the refill after taking D1 for one counter of hops."""
    hands = [hand1, hand2, hand3]
    if hands[drawer - 1] == "-":
        hands[drawer - 1] = "h1"
    else:
        crop, number = hands[drawer - 1][0], int(hands[drawer - 1][1])
        assert crop == "h", "the drawer bids hops"
        hands[drawer - 1] = f"h{number + 1}" + hands[drawer - 1][2:]
    if stock:
        hands[players - 1] = "-"
    s = position(
        players,
        seat=drawer,
        registry=f"D1 {registry}",
        bag=bag,
        events=event,
        stock=stock,
        board1=board1,
        board2=board2,
        board3=board3,
        hand3=hands[2],
        hand1=hands[0],
        hand2=hands[1],
        workers1=workers1,
        workers2=workers2,
        store1=store1,
        store2=store2,
    )
    s = play(s, "d:D1 hops")
    if s.hands[drawer - 1]:
        s = play(s, "done")
    return play(s, f"*{event}")


def fallow(s: State, names: str) -> str:
    """Return which of these tiles lie fallow."""
    return " ".join(name for name in names.split() if name in tiles(s.fallow).split())


# M: blind swap


@pytest.mark.rule("12M", "9.4")
def test_blind_swap_lays_an_own_field_fallow_then_draws_one_that_must_be_placed() -> None:
    s = draw("M", board1="A1 A2-", board2="C1")
    assert (asked(s), legal(s)) == ("1 M ChooseField", ["A1", "A2", "no"])
    s = play(s, "A2")
    assert (fallow(s, "A1 A2"), asked(s), outcomes(s)) == ("A2", "draw FieldDraw", [("*G4", 1), ("*G5", 1), ("*G6", 1)])
    s = play(s, "*G5")
    assert (board(s, 1), asked(s), legal(s)) == ("A1 G5", "2 M ChooseField", ["C1", "no"])
    s = play(s, "C1 *G4")
    assert (board(s, 2), asked(s), outcomes(s)) == ("G4", "draw RegistryDraw", [("*G6", 1)])


@pytest.mark.rule("12M", "12.5", "9.2")
def test_blind_swap_passes_over_a_player_without_a_field() -> None:
    assert asked(draw("M", 3, board3="C1")) == "3 M ChooseField"
    assert asked(draw("M")) == "draw RegistryDraw"


@pytest.mark.rule("12.2", "12M")
def test_the_discard_of_a_blind_swap_comes_before_the_new_tile_is_placed() -> None:
    # A4 touches B4 and B5: with B4 gone the displaced worker cannot go there.
    s = play(draw("M", bag="C5 G4", board1="B4 B5", workers1="C@C5"), "B4 *C5")
    assert legal(s) == ["B4", "C6", "home"]
    s = play(draw("M", bag="C5 G4", board1="B4 B5 G1", workers1="C@C5"), "G1 *C5")
    assert "A4" in legal(s)


@pytest.mark.rule("12M", "9.5")
def test_without_a_field_in_the_bag_there_is_no_blind_swap() -> None:
    s = draw("M", bag="", board1="A1")
    assert (board(s, 1), asked(s)) == ("A1", "1 turn Turn")
    s = play(draw("M", bag="G4", board1="A1", board2="C1"), "A1 *G4")  # the drawer has taken the last one
    assert (board(s, 1), board(s, 2), asked(s)) == ("G4", "C1", "1 turn Turn")


# N: exchange


@pytest.mark.rule("12N", "8.3")
def test_exchange_swaps_any_own_field_for_anothers_unconnected_one() -> None:
    s = draw("N", 3, board1="A1 A2-", board2="C1 C2 C4-", board3="E1")
    assert (asked(s), legal(s)) == ("1 N ChooseField", ["A1", "A2", "no"])
    s = play(s, "A2")
    assert (asked(s), legal(s)) == ("1 N ExchangeFor", ["C4", "E1"])
    s = play(s, "C4")
    assert (board(s, 1), board(s, 2), board(s, 3)) == ("A1 C4", "A2 C1 C2", "E1")
    assert asked(s) == "2 N ChooseField"
    s = play(s, "no")
    assert asked(s) == "3 N ChooseField"
    assert legal(play(s, "E1")) == ["A1", "A2", "C4"]  # by now unconnected, on whichever board


@pytest.mark.rule("12N", "12.5")
def test_exchange_needs_an_own_field_and_an_unconnected_one_elsewhere() -> None:
    assert asked(draw("N", board2="C1")) == "draw RegistryDraw"  # the first has none to give, so the second none to get
    assert asked(draw("N", board1="A1 A2", board2="C1 C2")) == "draw RegistryDraw"
    assert asked(draw("N", board1="A1 A2", board2="C1")) == "1 N ChooseField"
    assert asked(draw("N", board1="A1", board2="C1 C2")) == "2 N ChooseField"


@pytest.mark.rule("12.3", "12N", "8.1")
def test_the_one_who_swaps_settles_displacement_first_then_the_other() -> None:
    s = draw("N", board1="C5 B7", workers1="A@G1", board2="G1 E5", workers2="A@C5")
    s = play(s, "C5")
    assert legal(s) == ["E5", "G1"]
    s = play(s, "G1")
    assert (asked(s), board(s, 1), board(s, 2)) == ("1 A Displaced", "B7 G1", "E5")
    s = play(s, "G2 G1")
    assert (hand(s, 1), asked(s), board(s, 2)) == ("v1", "2 A Displaced", "C5 E5")
    s = play(s, "home")
    assert (workers(s, 1), workers(s, 2), asked(s)) == ("A@G2", "", "2 N ChooseField")


@pytest.mark.rule("12N", "8.1")
def test_both_tiles_of_an_exchange_leave_before_either_is_placed() -> None:
    # The first player's apprentice may no longer stand beside C4, which is gone.
    s = play(draw("N", board1="C4", workers1="A@G1", board2="G1", workers2=""), "C4 G1")
    assert legal(s) == ["F1", "F2", "G2", "home"]


# O: give away


@pytest.mark.rule("12O", "12.1")
def test_give_away_goes_left_and_each_must_pass_one_on() -> None:
    s = draw("O", 3, board1="A1 A2", board2="C1", board3="E1", store2="F8:h1")
    assert (asked(s), legal(s)) == ("1 O Give", ["A1", "A2"])
    s = play(s, "A2")
    assert (board(s, 1), asked(s), legal(s)) == ("A1", "2 O Receive", ["place", "fallow", "pass"])
    s = play(s, "place")
    assert (board(s, 2), asked(s), legal(s)) == ("A2 C1", "2 O Give", ["A2", "C1"])  # stored tiles can't be passed
    s = play(s, "C1")
    assert (asked(s), legal(s)) == ("3 O Receive", ["place", "fallow", "pass"])
    s = play(s, "fallow")
    assert (fallow(s, "C1"), asked(s), legal(s)) == ("C1", "3 O Give", ["E1"])
    s = play(s, "E1")
    assert (asked(s), legal(s)) == ("1 O Receive", ["place", "fallow"])  # the drawer receives last
    last = play(s, "fallow")
    assert (board(last, 1), fallow(last, "C1 E1"), asked(last)) == ("A1", "C1 E1", "draw RegistryDraw")
    s = play(s, "place")
    assert [board(s, seat) for seat in (1, 2, 3)] == ["A1 E1", "A2", ""]
    assert asked(s) == "draw RegistryDraw"


@pytest.mark.rule("12O", "12.1")
def test_who_passes_the_very_tile_on_passes_no_other() -> None:
    s = play(draw("O", 3, drawer=2, board1="A1", board2="C1", board3="E1"), "C1 pass pass")
    assert (asked(s), legal(s)) == ("2 O Receive", ["place", "fallow"])
    s = play(s, "place")
    assert [board(s, seat) for seat in (1, 2, 3)] == ["A1", "C1", "E1"]
    assert asked(s) == "draw RegistryDraw"


@pytest.mark.rule("12O", "12.1", "8.2")
def test_the_received_tile_itself_may_be_passed_after_it_was_placed_and_arrives_unharvested() -> None:
    s = play(draw("O", board1="A1-", board2="C1-"), "A1 place")
    assert board(s, 2) == "A1 C1-"
    s = play(s, "C1 place")
    assert (board(s, 1), board(s, 2)) == ("C1", "A1")


@pytest.mark.rule("12.1", "12O")
def test_with_no_field_on_the_own_board_a_received_tile_must_be_passed_on() -> None:
    s = play(draw("O", 3, board1="A1", board3="E1", store2="F8:h1"), "A1")
    assert (asked(s), legal(s)) == ("2 O Receive", ["pass"])
    assert asked(play(s, "pass")) == "3 O Receive"


@pytest.mark.rule("12.1", "12.5", "12O")
def test_with_no_field_at_all_nothing_is_passed() -> None:
    assert asked(draw("O")) == "draw RegistryDraw"
    s = draw("O", 3, board2="C1", board3="E1")  # the drawer has none: the next begins
    assert (asked(s), legal(s)) == ("2 O Give", ["C1"])
    s = play(s, "C1 pass")
    assert (asked(s), legal(s)) == ("1 O Receive", ["place", "fallow"])


@pytest.mark.rule("12O", "12.1", "8.1")
def test_a_displacement_is_settled_before_the_receiver_passes_one_on() -> None:
    s = play(draw("O", board1="C5 A1", board2="B4", workers2="A@C5"), "C5 place")
    assert asked(s) == "2 A Displaced"
    s = play(s, "C4 no")
    assert (asked(s), legal(s)) == ("2 O Give", ["B4", "C5"])


# P: good harvest


@pytest.mark.rule("12P")
def test_good_harvest_gives_a_counter_of_the_crop_of_most_unharvested_fields() -> None:
    s = draw("P", board1="A1 A2 B1- B2- B3- C1", board2="E1")
    assert (asked(s), legal(s)) == ("1 P ChooseCrop", ["hops", "no"])
    s = play(s, "hops")
    assert (hand(s, 1), board(s, 1)) == ("h1", "A1 A2 B1- B2- B3- C1")  # no field is turned
    assert (asked(s), legal(s)) == ("2 P ChooseCrop", ["wheat", "no"])
    assert lacking(play(s, "wheat")) == "h2w1"


@pytest.mark.rule("12P")
def test_in_a_tie_the_player_chooses_the_crop() -> None:
    s = draw("P", board1="A1 A2 C1 C2 E1 B1-")
    assert legal(s) == ["hops", "apples", "no"]
    assert hand(play(s, "apples"), 1) == "a1"


@pytest.mark.rule("12P", "4.3")
def test_where_the_stock_lacks_the_crop_good_harvest_gives_any() -> None:
    s = play(draw("P", board1="C1", stock="h1w1"), "apples")
    assert (asked(s), legal(s)) == ("1 P TakeCounters", ["hops", "wheat"])
    s = play(s, "wheat")
    assert (hand(s, 1), stock(s)) == ("w1", "h1")
    assert asked(draw("P", board1="C1", hand2="h11v12a12b12w12")) == "draw RegistryDraw"  # nothing is available


@pytest.mark.rule("12P", "12.5")
def test_without_an_unharvested_field_good_harvest_gives_nothing() -> None:
    assert asked(draw("P", board1="A1-", board2="C1- C2-")) == "draw RegistryDraw"


# Q: lucky dip


@pytest.mark.rule("12Q", "9.4", "14.1")
def test_lucky_dip_costs_any_two_counters_for_a_drawn_field_that_must_be_placed() -> None:
    s = draw("Q", 3, hand1="h1v1w1", hand2="a1", hand3="b2")
    assert (asked(s), legal(s)) == ("1 Q OfferDraw", ["draw", "no"])
    s = play(s, "draw")
    assert (asked(s), legal(s)) == ("1 Q Pay", ["hops", "vegetables"])  # two counters, ascending
    s = play(s, "vegetables")
    assert legal(s) == ["wheat"]
    s = play(s, "wheat")
    assert (hand(s, 1), known(s, 1), lacking(s)) == ("h1", "h1", "h2a1b2")  # paid to the stock
    assert (asked(s), outcomes(s)) == ("draw FieldDraw", [("*G4", 1), ("*G5", 1), ("*G6", 1)])
    s = play(s, "*G6")
    assert (board(s, 1), asked(s)) == ("G6", "3 Q OfferDraw")  # the second has but one counter
    assert asked(play(s, "no")) == "draw RegistryDraw"


@pytest.mark.rule("12Q", "9.5")
def test_without_a_field_in_the_bag_lucky_dip_buys_one_from_the_registry() -> None:
    s = draw("Q", bag="", registry="F1 F2", hand1="h2", hand2="a2")
    assert (asked(s), legal(s)) == ("1 Q ChooseRegistry", ["F1", "F2", "no"])
    s = play(s, "F2")
    assert (asked(s), legal(s)) == ("1 Q Pay", ["hops"])
    s = play(s, "hops hops")
    assert (board(s, 1), hand(s, 1), tiles(s.registry), asked(s)) == ("F2", "-", "F1", "2 Q ChooseRegistry")
    s = play(s, "F1 apples apples")
    assert (board(s, 2), tiles(s.registry), lacking(s), asked(s)) == ("F1", "", "h1", "1 turn Turn")
    assert asked(draw("Q", bag="", hand1="h2")) == "1 turn Turn"


# R: new crop


@pytest.mark.rule("12R")
def test_new_crop_turns_up_to_two_own_harvested_fields_back() -> None:
    s = draw("R", board1="A1- C5- E1 G7-", board2="C1- C2")
    assert (asked(s), legal(s)) == ("1 R PickFields", ["A1", "C5", "G7", "no"])
    assert legal(play(s, "A1")) == ["C5", "G7", "done"]
    one, two = play(s, "A1 done"), play(s, "A1 C5")  # never a third
    assert (board(one, 1), board(two, 1)) == ("A1 C5- E1 G7-", "A1 C5 E1 G7-")
    assert (asked(one), legal(one)) == ("2 R PickFields", ["C1", "no"])
    assert asked(two) == "2 R PickFields"
    assert board(play(two, "C1"), 2) == "C1 C2"
    assert asked(draw("R", board1="A1", board2="C1")) == "draw RegistryDraw"


# S: new registry


@pytest.mark.rule("12S", "9.4")
def test_new_registry_puts_the_registry_into_the_bag_and_draws_as_many_fields() -> None:
    s = play(position(hand1="h1", registry="D1 F1 F2", bag="G4", events="PS"), "d:D1 hops *S")
    assert (asked(s), tiles(s.registry), tiles(s.bag)) == ("draw FieldDraw", "", "F1 F2 G4")
    assert outcomes(s) == [("*F1", 1), ("*F2", 1), ("*G4", 1), ("*P", 1)]
    s = play(s, "*G4")
    assert (tiles(s.registry), asked(s)) == ("G4", "draw FieldDraw")
    s = play(s, "*P")
    assert (events(s.aside), placed(s)) == ("P", "S")  # announced, not resolved
    s = play(s, "*F2")
    assert (tiles(s.registry), asked(s)) == ("F2 G4", "draw RegistryDraw")
    assert outcomes(s) == [("*F1", 1), ("*P", 1)]
    s = play(s, "*F1")
    assert (tiles(s.registry), asked(s)) == ("F1 F2 G4", "1 turn Turn")


@pytest.mark.rule("12S", "9.5")
def test_new_registry_with_an_empty_bag_gives_the_same_tiles_and_with_no_registry_nothing() -> None:
    s = draw("S", registry="F1 F2", bag="")
    assert outcomes(s) == [("*F1", 1), ("*F2", 1)]
    s = play(s, "*F2 *F1")
    assert (tiles(s.registry), asked(s)) == ("F1 F2", "1 turn Turn")
    assert asked(draw("S", bag="")) == "1 turn Turn"


# T: quick sale


@pytest.mark.rule("12T", "9.4")
def test_quick_sale_sells_registry_tiles_for_any_three_counters_and_refills_after_all() -> None:
    s = draw("T", 3, registry="F1 F2 F3", hand1="h2w1", hand2="a2", hand3="v3b1")
    assert (asked(s), legal(s)) == ("1 T ChooseRegistry", ["F1", "F2", "F3", "no"])
    s = play(s, "F2")
    assert (asked(s), legal(s)) == ("1 T Pay", ["hops"])
    s = play(s, "hops hops wheat")
    assert (board(s, 1), hand(s, 1), lacking(s)) == ("F2", "-", "h1v3a2b1")
    # Not refilled yet, and the second player cannot pay.
    assert (asked(s), legal(s)) == ("3 T ChooseRegistry", ["F1", "F3", "no"])
    s = play(s, "F1 vegetables vegetables barrels")
    assert (board(s, 3), asked(s), tiles(s.registry)) == ("F1", "draw FieldDraw", "F3")
    s = play(s, "*G5")
    assert (asked(s), tiles(s.registry)) == ("draw FieldDraw", "F3 G5")
    s = play(s, "*G4")
    assert (asked(s), tiles(s.registry)) == ("draw RegistryDraw", "F3 G4 G5")  # the drawer's own refill
    assert tiles(play(s, "*G6").registry) == "F3 G4 G5 G6"


@pytest.mark.rule("12T", "9.4", "8.1")
def test_the_refill_of_a_quick_sale_sets_events_aside_and_displacement_comes_at_once() -> None:
    s = position(board1="G1", workers1="A@G2", hand1="h4", registry="D1 G2", bag="G4 G5", events="PT", hand2="w2")
    s = play(s, "d:D1 hops done *T G2 hops hops hops")
    assert asked(s) == "1 A Displaced"
    s = play(s, "home *P *G4")
    assert (events(s.bag_events), placed(s), tiles(s.registry)) == ("P", "T", "G4")
    assert asked(s) == "draw RegistryDraw"


@pytest.mark.rule("12T", "9.5")
def test_a_quick_sale_with_no_field_in_the_bag_is_not_refilled() -> None:
    s = play(draw("T", bag="", registry="F1 F2", hand1="h3", hand2="v3"), "F1 hops hops hops F2")
    s = play(s, "vegetables vegetables vegetables")
    assert (tiles(s.registry), asked(s)) == ("", "1 turn Turn")
    assert asked(draw("T", bag="", hand1="h3")) == "1 turn Turn"


# U: registry swap


@pytest.mark.rule("12U", "8.2")
def test_registry_swap_exchanges_an_own_field_for_a_registry_tile() -> None:
    s = draw("U", registry="F1 F2", board1="A1 A2-", board2="C1")
    assert (asked(s), legal(s)) == ("1 U ChooseField", ["A1", "A2", "no"])
    s = play(s, "A2")
    assert (asked(s), legal(s)) == ("1 U SwapFor", ["F1", "F2"])
    s = play(s, "F2")
    assert (board(s, 1), tiles(s.registry)) == ("A1 F2", "A2 F1")
    assert asked(s) == "2 U ChooseField"
    s = play(s, "C1")
    assert legal(s) == ["A2", "F1"]  # tiles that joined the registry can be chosen
    s = play(s, "A2")
    assert (board(s, 2), tiles(s.registry), asked(s)) == ("A2", "C1 F1", "draw RegistryDraw")


@pytest.mark.rule("12U", "12.5")
def test_registry_swap_needs_a_field_and_a_registry_tile() -> None:
    assert asked(draw("U", registry="F1", board2="C1")) == "2 U ChooseField"
    assert asked(draw("U", board1="A1", board2="C1")) == "draw RegistryDraw"


@pytest.mark.rule("12U", "8.1")
def test_the_swapped_field_has_left_when_the_registry_tile_displaces() -> None:
    s = play(draw("U", registry="G1", board1="C4", workers1="A@G1"), "C4 G1")
    assert legal(s) == ["F1", "F2", "G2", "home"]


# V: remote harvest


@pytest.mark.rule("12V", "8.3", "4.2")
def test_remote_harvest_harvests_any_own_unconnected_unharvested_fields() -> None:
    s = draw("V", board1="A1 C1- C3 C4 E1 G7", workers1="A@A2", board2="A7 B1-")
    assert (asked(s), legal(s)) == ("1 V PickFields", ["A1", "E1", "G7", "no"])
    s = play(s, "A1")
    assert legal(s) == ["E1", "G7", "done"]
    s = play(s, "G7")
    assert (board(s, 1), hand(s, 1)) == ("A1- C1- C3 C4 E1 G7-", "h1v1")
    assert (asked(s), legal(s)) == ("2 V PickFields", ["A7", "no"])
    assert hand(play(s, "A7"), 2) == "h1"
    assert asked(draw("V", board1="A1-", board2="C1 C2")) == "draw RegistryDraw"


@pytest.mark.rule("12V", "4.3")
def test_remote_harvest_makes_up_for_what_the_stock_lacks() -> None:
    s = play(draw("V", board1="A1 E1 G7", stock="h1v1w1"), "A1 E1 G7")
    assert hand(s, 1) == "h1v1w1"
    s = play(draw("V", board1="C1 C3 E1", stock="v1b1w1"), "C1 C3 E1")
    assert (hand(s, 1), asked(s), legal(s)) == ("w1", "1 V TakeCounters", ["vegetables"])
    s = play(s, "vegetables barrels")
    assert (hand(s, 1), board(s, 1), stock(s)) == ("v1b1w1", "C1- C3- E1-", "-")


# W: replacement


@pytest.mark.rule("12W", "9.4")
def test_replacement_draws_a_field_and_lays_an_own_one_or_the_drawn_one_fallow() -> None:
    s = draw("W", board1="A1 A2-", board2="C1")
    assert (asked(s), outcomes(s)) == ("draw FieldDraw", [("*G4", 1), ("*G5", 1), ("*G6", 1)])
    s = play(s, "*G5")
    assert (asked(s), legal(s)) == ("1 W Replace", ["A1", "A2", "fallow"])
    kept = play(s, "fallow")
    assert (board(kept, 1), fallow(kept, "A1 A2 G5")) == ("A1 A2-", "G5")
    s = play(s, "A2")
    assert (board(s, 1), fallow(s, "A1 A2 G5")) == ("A1 G5", "A2")
    assert asked(s) == "draw FieldDraw"
    s = play(s, "*G6 C1")
    assert (board(s, 2), asked(s), outcomes(s)) == ("G6", "draw RegistryDraw", [("*G4", 1)])


@pytest.mark.rule("12W", "12.5")
def test_without_an_own_field_to_discard_the_drawn_tile_goes_fallow() -> None:
    s = play(draw("W", board2="C1"), "*G4")
    assert legal(s) == ["fallow"]
    assert fallow(play(s, "fallow"), "G4") == "G4"


@pytest.mark.rule("12.2", "12W")
def test_the_discard_of_a_replacement_comes_before_the_new_tile_is_placed() -> None:
    s = draw("W", bag="C5 G4", board1="B4 B5 G1", workers1="C@C5")
    assert "A4" in legal(play(s, "*C5 G1"))
    assert legal(play(s, "*C5 B4")) == ["B4", "C6", "home"]


# X: reposition


@pytest.mark.rule("12X", "5.2", "5.3")
def test_reposition_moves_one_own_worker_to_a_legal_space_and_does_not_fire_it() -> None:
    s = draw("X", board1="B4 B5", workers1="A@G1 C@C5", board2="C1", workers2="B@C2")
    assert (asked(s), legal(s)) == ("1 X ChooseWorker", ["A", "C", "no"])
    s = play(s, "C")
    assert (asked(s), legal(s)) == ("1 X MoveTo", ["A4"])  # not where it stands
    s = play(s, "A4")
    assert (workers(s, 1), hand(s, 1), asked(s)) == ("A@G1 C@A4", "-", "2 X ChooseWorker")
    s = play(s, "B")
    assert legal(s) == ["B1", "D1"]
    assert workers(play(s, "D1"), 2) == "B@D1"


@pytest.mark.rule("12X", "5.2")
def test_the_worker_that_moves_is_not_in_its_own_way() -> None:
    s = play(draw("X", board1="B4 C6", workers1="A@C5"), "A")
    assert "B5" in legal(s)  # beside the space that it leaves
    assert "C5" not in legal(s)


@pytest.mark.rule("12X", "5.3")
def test_a_repositioned_worker_may_replace_one_of_a_lower_number() -> None:
    s = draw("X", board1="B4 B5", workers1="A@A4 C@C5")
    s = play(s, "C A4")
    assert (workers(s, 1), asked(s)) == ("C@A4", "draw RegistryDraw")


@pytest.mark.rule("12X", "12.5")
def test_a_worker_with_nowhere_to_go_is_not_offered() -> None:
    s = draw("X", board1="B4 B5", workers1="G@C5 A@G7")
    assert legal(s) == ["A", "no"]
    assert asked(draw("X", board1="B4 B5", workers1="G@C5")) == "draw RegistryDraw"
    assert asked(draw("X", board1="B4")) == "draw RegistryDraw"


# Y: vacation


@pytest.mark.rule("12Y", "5.6")
def test_vacation_removes_one_own_worker() -> None:
    s = draw("Y", workers1="A@G1 K@C5", workers2="C@A1")
    assert (asked(s), legal(s)) == ("1 Y ChooseWorker", ["A", "K", "no"])
    s = play(s, "K")
    assert (workers(s, 1), s.town.bit_count(), asked(s)) == ("A@G1", 6, "2 Y ChooseWorker")
    s = play(s, "C")
    assert (workers(s, 2), asked(s)) == ("", "draw RegistryDraw")
    assert asked(draw("Y")) == "draw RegistryDraw"


# Z: windfall


@pytest.mark.rule("12Z", "12.4")
def test_in_a_windfall_the_drawer_gives_every_player_a_counter_choosing_each() -> None:
    s = draw("Z", 3, drawer=2)
    for receiver, crop in ((2, "hops"), (3, "wheat"), (1, "apples")):
        assert (asked(s), decision(s).rule) == ("2 Z Grant", "12.4")
        assert legal(s) == ["hops", "vegetables", "apples", "barrels", "wheat"]
        s = play(s, crop)
        assert known(s, receiver) == f"{crop[0]}1"
    assert [hand(s, seat) for seat in (1, 2, 3)] == ["a1", "h1", "w1"]
    assert (lacking(s), asked(s)) == ("h2a1w1", "draw RegistryDraw")


@pytest.mark.rule("12.4", "12Z")
def test_a_windfall_goes_clockwise_while_the_stock_lasts() -> None:
    s = draw("Z", 3, stock="a1w1")
    assert legal(s) == ["apples", "wheat"]
    s = play(s, "wheat")
    assert legal(s) == ["apples"]
    before = hand(s, 3)
    s = play(s, "apples")
    assert (hand(s, 1), hand(s, 2), hand(s, 3), stock(s)) == ("w1", "a1", before, "-")
    assert asked(s) == "draw RegistryDraw"


@pytest.mark.rule("12.5", "9.2")
def test_a_part_that_one_player_cannot_carry_out_is_skipped_for_that_player_alone() -> None:
    assert asked(draw("M", 3, board1="A1", board3="C1")) == "1 M ChooseField"
    assert asked(play(draw("M", 3, board1="A1", board3="C1"), "no")) == "3 M ChooseField"
    assert asked(play(draw("Y", workers2="A@A1"), "no")) == "draw RegistryDraw"
