"""The powers of the townsfolk (rule 11)."""

from __future__ import annotations

import pytest

from keyharvest.rules import legal, outcomes
from tests.rules.builders import asked, board, hand, known, lacking, play, position, store, tiles, town, workers

#: Five of the six neighbours of C5, and of F4.
RING, RING_F4 = "B4 B5 C4 C6 D4", "E4 E5 F3 F5 G3"


@pytest.mark.rule("1.6", "5.6", "11G", "11H", "11I", "11J", "11K", "11L")
@pytest.mark.parametrize("worker", "GHIJKL")
def test_there_is_one_of_each_and_it_is_anybodys(worker: str) -> None:
    s = position(board1=RING, board2=RING_F4)
    assert f"b:{worker}" in legal(s)
    s = play(s, f"b:{worker} C5")
    while asked(s) != "1 turn Turn":
        s = play(s, "no")
    assert town(s) == "GHIJKL".replace(worker, "")
    s = play(s, "end")
    assert f"b:{worker}" not in legal(s)
    s = play(s, f"end b:-{worker} end")
    assert f"b:{worker}" in legal(s)


# G: merchant


@pytest.mark.rule("11G", "10.2")
def test_the_merchant_pays_as_many_counters_as_the_bid_of_any_crops() -> None:
    s = position(3, board1=RING, hand1="v2w1", hand3="w1", store1="A1:h1", store2="E1:h3 E2:h4", store3="G1:a1")
    s = play(s, "b:G C5")
    assert legal(s) == ["E1", "G1", "no"]
    s = play(s, "G1")
    assert (asked(s), legal(s), hand(s, 3), store(s, 3)) == ("1 G Pay", ["vegetables", "wheat"], "a1w1", "")
    s = play(s, "wheat")
    assert [hand(s, seat) for seat in (1, 2, 3)] == ["v2", "-", "a1w2"]
    assert [known(s, seat) for seat in (1, 2, 3)] == ["v2", "-", "a1w2"]
    assert (board(s, 1), asked(s), lacking(s)) == (f"{RING} G1", "1 turn Turn", "h8v2a1w2")


@pytest.mark.rule("11G", "7.2")
def test_a_bought_tile_leaves_the_store_and_its_bid_is_the_owners_again() -> None:
    s = play(position(board1=RING, hand1="w2", store2="E1:h2 E2:a1"), "b:G C5 E1")
    assert (store(s, 2), hand(s, 2)) == ("E2:a1", "h2")
    s = play(s, "wheat wheat")
    assert (hand(s, 2), board(s, 1)) == ("h2w2", f"{RING} E1")


@pytest.mark.rule("11G", "8.1")
def test_what_the_merchant_buys_may_displace_the_merchant() -> None:
    s = position(board1=f"{RING} {RING_F4}", hand1="w2", store2="C5:h1 E1:h1")
    s = play(s, "b:G C5 C5 wheat")
    assert (asked(s), legal(s)) == ("1 G Displaced", ["D5", "F4", "home"])
    s = play(s, "F4")
    assert (asked(s), legal(s)) == ("1 G BuyFromStore", ["E1", "no"])
    s = play(s, "E1 wheat")
    assert (workers(s, 1), hand(s, 2), hand(s, 1)) == ("G@F4", "h2w2", "-")


# H: storekeeper


@pytest.mark.rule("11H", "7.2", "9.6")
def test_the_storekeeper_takes_a_registry_tile_with_a_bid_then_the_refill_follows() -> None:
    s = position(board1=RING, hand1="h1w1", store1="A1:a1", registry="E1 E2", bag="G1", events="")
    s = play(s, "b:H C5")
    assert (asked(s), legal(s)) == ("1 H ChooseRegistry", ["E1", "E2", "no"])
    s = play(s, "E2")
    assert (asked(s), legal(s), store(s, 1)) == ("1 H Bid", ["hops", "wheat"], "A1:a1 E2:-")
    s = play(s, "hops done")
    assert (store(s, 1), hand(s, 1), outcomes(s)) == ("A1:a1 E2:h1", "w1", [("*G1", 1)])
    assert tiles(play(s, "*G1").registry) == "E1 G1"


@pytest.mark.rule("11H", "5.5")
def test_the_storekeeper_needs_room_a_counter_and_a_tile() -> None:
    full = position(board1=RING, hand1="h1", store1="A1:a1 A2:a1", registry="E1")
    penniless = position(board1=RING, hand2="h1", registry="E1")
    bare = position(board1=RING, hand1="h1")
    for s in (full, penniless, bare):
        assert asked(play(s, "b:H C5")) == "1 turn Turn"


# I: bailiff


@pytest.mark.rule("11I", "8.3")
def test_the_bailiff_takes_an_unconnected_field_and_pays_any_three_counters() -> None:
    s = position(3, board1=f"{RING} A1", board2="E1 E2 G7-", board3="G1", hand1="h2v1w1", hand2="b1")
    s = play(s, "b:I C5")
    assert legal(s) == ["G1", "G7", "no"]  # not the player's own A1
    s = play(s, "G7")
    assert (asked(s), legal(s), board(s, 2)) == ("1 I Pay", ["hops"], "E1 E2")
    assert legal(play(s, "hops")) == ["hops", "vegetables"]
    s = play(s, "hops vegetables wheat")
    assert [hand(s, seat) for seat in (1, 2, 3)] == ["h1", "h1v1b1w1", "-"]
    assert (board(s, 1), asked(s)) == (f"A1 {RING} G7", "1 turn Turn")


@pytest.mark.rule("11I", "5.5")
@pytest.mark.parametrize(("purse", "fields"), [("h1v1", "G7"), ("h3", "G6 G7"), ("h3", "")])
def test_the_bailiff_needs_three_counters_and_an_unconnected_field(purse: str, fields: str) -> None:
    s = position(board1=RING, board2=fields, hand1=purse)
    assert asked(play(s, "b:I C5")) == "1 turn Turn"


@pytest.mark.rule("11.1", "8.1")
def test_the_bailiff_who_takes_the_tile_of_the_own_space_repeats_the_power() -> None:
    s = position(board1=f"{RING} {RING_F4}", board2="C5 G7", hand1="h6", hand2="-")
    s = play(s, "b:I C5 C5 hops hops hops")
    assert (asked(s), legal(s)) == ("1 I Displaced", ["D5", "F4", "home"])
    s = play(s, "F4")
    assert (asked(s), legal(s)) == ("1 I TakeUnconnected", ["G7", "no"])
    s = play(s, "G7 hops hops hops")
    assert (board(s, 2), hand(s, 2), workers(s, 1)) == ("", "h6", "I@F4")
    assert "G7" in board(s, 1)


# J: lawyer


@pytest.mark.rule("11J")
def test_the_lawyer_uses_the_power_of_another_worker_where_that_one_stands() -> None:
    s = position(board1=f"{RING} G1", workers1="A@G2 K@A1", workers2="B@C2", bag="A7", events="")
    s = play(s, "b:J C5")
    assert (asked(s), legal(s)) == ("1 J ChooseWorker", ["A", "K", "no"])
    s = play(s, "A")
    assert (asked(s), legal(s)) == ("1 A PickFields", ["G1", "no"])  # beside G2, not beside C5
    s = play(s, "G1")
    assert (hand(s, 1), workers(s, 1), asked(s)) == ("v1", "A@G2 J@C5 K@A1", "1 turn Turn")
    assert legal(play(position(board1=RING, workers1="K@A1"), "b:J C5 K")) == ["draw", "no"]


@pytest.mark.rule("11J", "10F")
def test_under_the_lawyer_a_scroll_stays_a_scroll() -> None:
    s = play(position(board1=RING, workers1="F@G2"), "b:J C5 F")
    assert (asked(s), legal(s)) == ("1 F ChooseField", RING.split())


@pytest.mark.rule("11.2", "11J")
def test_the_lawyer_cannot_reuse_a_lawyer() -> None:
    assert asked(play(position(board1=RING, workers2="A@G2"), "b:J C5")) == "1 turn Turn"
    assert legal(play(position(board1=RING, workers1="C@G2"), "b:J C5")) == ["C", "no"]


@pytest.mark.rule("11J", "5.3")
def test_a_worker_replaced_by_the_lawyer_is_no_longer_on_the_board() -> None:
    assert asked(play(position(board1=RING, workers1="C@C5"), "b:J C5")) == "1 turn Turn"


@pytest.mark.rule("11J", "8.1")
def test_a_power_reused_may_displace_the_lawyer_who_then_uses_one_again() -> None:
    s = position(board1=f"{RING} {RING_F4}", workers1="L@G1 A@A4", registry="C5 E9", bag="E8", events="")
    s = play(s, "b:J C5 L C5")
    assert (asked(s), legal(s)) == ("1 J Displaced", ["F4", "home"])
    s = play(s, "F4")
    assert (asked(s), legal(s)) == ("1 J ChooseWorker", ["A", "L", "no"])
    s = play(s, "A B4")
    assert (hand(s, 1), asked(s)) == ("v1", "draw RegistryDraw")


# K: trader


@pytest.mark.rule("11K", "9.4")
def test_the_trader_draws_a_field_and_places_it_or_lays_it_fallow() -> None:
    s = play(position(board1=RING, registry="E1", bag="G1 G2", events="P"), "b:K C5")
    assert (asked(s), legal(s)) == ("1 K OfferDraw", ["draw", "no"])
    s = play(s, "draw")
    assert outcomes(s) == [("*G1", 1), ("*G2", 1), ("*P", 1)]
    s = play(s, "*G2")
    assert (asked(s), legal(s)) == ("1 K PlaceOrFallow", ["place", "fallow"])
    placed, fallow = play(s, "place"), play(s, "fallow")
    assert (board(placed, 1), tiles(placed.fallow & 1 << 50)) == (f"{RING} G2", "")
    assert (board(fallow, 1), tiles(fallow.fallow & 1 << 50)) == (RING, "G2")
    for after in (placed, fallow):
        assert (asked(after), tiles(after.registry), tiles(after.bag)) == ("1 turn Turn", "E1", "G1")


@pytest.mark.rule("11K", "8.1")
def test_what_the_trader_places_may_displace_the_trader() -> None:
    s = position(board1=f"{RING} {RING_F4}", bag="C5 G7", events="")
    s = play(s, "b:K C5 draw *C5 place")
    assert (asked(s), legal(s)) == ("1 K Displaced", ["F4", "home"])
    assert asked(play(s, "F4")) == "1 K OfferDraw"


@pytest.mark.rule("11K", "9.5")
def test_with_no_field_in_the_bag_the_trader_may_take_one_from_the_registry() -> None:
    s = position(board1=RING, registry="E1 E2", bag="", events="")
    s = play(s, "b:K C5")
    assert (asked(s), legal(s)) == ("1 K ChooseRegistry", ["E1", "E2", "no"])
    s = play(s, "E2")
    assert (asked(s), legal(s)) == ("1 K PlaceOrFallow", ["place", "fallow"])
    placed, fallow = play(s, "place"), play(s, "fallow")
    assert (board(placed, 1), tiles(placed.registry), asked(placed)) == (f"{RING} E2", "E1", "1 turn Turn")
    assert (board(fallow, 1), tiles(fallow.registry), asked(fallow)) == (RING, "E1", "1 turn Turn")
    assert asked(play(position(board1=RING, bag="", events="P"), "b:K C5")) == "1 turn Turn"


@pytest.mark.rule("11K", "8.4", "9.5")
def test_the_traders_registry_tile_settles_its_displacement_before_the_refill() -> None:
    s = position(board1=f"{RING} {RING_F4}", registry="C5 E2", bag="", events="Z")
    s = play(s, "b:K C5 C5 place")
    assert asked(s) == "1 K Displaced"
    s = play(s, "home")
    assert (asked(s), outcomes(s)) == ("draw RegistryDraw", [("*Z", 1)])


# L: benefactor


@pytest.mark.rule("11L", "8.4", "9.6")
def test_the_benefactor_places_a_registry_tile_then_the_refill_follows() -> None:
    s = position(board1=RING, registry="E1 E2", bag="G1", events="")
    s = play(s, "b:L C5")
    assert (asked(s), legal(s)) == ("1 L ChooseRegistry", ["E1", "E2", "no"])
    s = play(s, "E1")
    assert (board(s, 1), tiles(s.registry), asked(s)) == (f"{RING} E1", "E2", "draw RegistryDraw")
    s = play(s, "*G1")
    assert (tiles(s.registry), asked(s), hand(s, 1)) == ("E2 G1", "1 turn Turn", "-")
    assert asked(play(position(board1=RING), "b:L C5")) == "1 turn Turn"
