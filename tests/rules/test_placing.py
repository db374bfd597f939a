"""A field tile arrives on a board (rule 8)."""

from __future__ import annotations

import pytest

from keyharvest.rules import decision, legal, outcomes
from tests.rules.builders import asked, board, hand, play, position, tiles, town, workers

#: Five of the six neighbours of C5, and of F4.
RING, RING_F4 = "B4 B5 C4 C6 D4", "E4 E5 F3 F5 G3"


@pytest.mark.rule("8.1")
def test_the_owner_of_a_displaced_worker_may_put_it_onto_a_legal_space_or_send_it_home() -> None:
    s = play(position(board1="B4 G1", workers1="C@C5 A@G2", store1="C5:h1"), "c:C5")
    assert (decision(s).seat, decision(s).cause, decision(s).rule) == (0, "C", "8.1")
    # Only B5 and C4 touch two fields; G2 holds a worker, but one of a lower number needs two fields too.
    assert legal(s) == ["B5", "C4", "home"]
    assert workers(s, 1) == "A@G2"
    s = play(s, "home")
    assert (workers(s, 1), asked(s)) == ("A@G2", "1 turn Turn")
    assert "b:C" in legal(play(s, "end end"))


@pytest.mark.rule("8.1")
def test_without_a_legal_space_it_goes_home_unasked() -> None:
    s = play(position(workers1="C@C5 G@A1", store1="C5:h1 A1:h1"), "c:C5")
    assert (workers(s, 1), asked(s)) == ("G@A1", "1 turn Turn")
    s = play(s, "c:A1")
    assert (workers(s, 1), town(s), asked(s)) == ("", "GHIJKL", "1 turn Turn")


@pytest.mark.rule("8.1")
def test_a_displaced_worker_is_beside_the_board_until_it_is_settled_then_it_is_somewhere() -> None:
    s = play(position(board1=f"{RING} {RING_F4}", workers1="L@C5", store1="C5:h1"), "c:C5")
    assert (workers(s, 1), town(s), legal(s)) == ("", "GHIJK", ["F4", "home"])
    assert town(play(s, "home")) == "GHIJKL"
    assert (workers(play(s, "F4"), 1), town(play(s, "F4"))) == ("L@F4", "GHIJK")


@pytest.mark.rule("8.1", "5.5")
def test_a_worker_put_down_again_uses_its_power_again() -> None:
    s = play(position(board1="B4 B5", workers1="A@C5", store1="C5:h1"), "c:C5 C4")
    assert (asked(s), legal(s)) == ("1 A PickFields", ["B4", "C5", "no"])
    s = play(s, "B4")
    assert (hand(s, 1), workers(s, 1), asked(s)) == ("v1", "A@C4", "1 turn Turn")


@pytest.mark.rule("8.1", "5.5", "10F")
def test_the_supervisors_scroll_stays_a_scroll() -> None:
    s = play(position(board1="B4 B5 D4 C3 D3", workers1="F@C5", store1="C5:h1"), "c:C5")
    assert legal(s) == ["C4", "home"]
    s = play(s, "C4")
    assert (asked(s), legal(s)) == ("1 F ChooseField", ["B4", "B5", "C3", "C5", "D3", "D4"])
    s = play(s, "C5")
    assert (board(s, 1), tiles(s.fallow)) == ("B4 B5 C3 D3 D4", "C5")


@pytest.mark.rule("8.1", "5.3")
def test_a_displaced_worker_may_replace_one_of_a_lower_number_which_goes_home() -> None:
    s = play(position(board1="B4 B5", workers1="C@C5 A@A4", store1="C5:h1"), "c:C5")
    assert legal(s) == ["A4", "C4", "C6", "home"]
    s = play(s, "A4")
    assert (workers(s, 1), asked(s)) == ("C@A4", "1 C TakeCounters")
    s = play(s, "no end end")
    assert "b:A" in legal(s)


@pytest.mark.rule("8.1", "5.2")
def test_it_may_not_touch_another_worker_nor_stand_on_a_field() -> None:
    s = play(position(board1="B4 B5", workers1="C@C5 A@C7", store1="C5:h1"), "c:C5")
    assert legal(s) == ["A4", "C4", "home"]  # C6 touches the apprentice


@pytest.mark.rule("8.1")
def test_a_tile_displaces_workers_of_its_own_board_only() -> None:
    s = play(position(board1="B4", board2="B5", workers2="A@C5", store1="C5:h1"), "c:C5")
    assert (workers(s, 2), asked(s)) == ("A@C5", "1 turn Turn")


@pytest.mark.rule("8.1")
def test_a_power_so_fired_may_place_a_tile_that_displaces_another_worker() -> None:
    s = position(
        board1=f"{RING} {RING_F4}",
        workers1="L@C5 A@A2 C@G6",
        store1="C5:h1",
        registry="A2 G6",
        bag="G7",
        events="",
    )
    s = play(s, "c:C5 F4 A2")
    assert asked(s) == "1 A Displaced"
    # G4 touches the benefactor, F6 and G5 the labourer.
    assert " ".join(legal(s)) == "A1 A3 A4 A5 B2 B3 B6 C3 C7 D3 D5 D6 E3 E6 F2 G2 home"
    s = play(s, "A1")
    assert (asked(s), legal(s)) == ("1 A PickFields", ["A2", "no"])
    s = play(s, "A2")
    assert (hand(s, 1), asked(s)) == ("h1", "draw RegistryDraw")
    s = play(s, "*G7")
    assert (workers(s, 1), asked(s)) == ("A@A1 C@G6 L@F4", "1 turn Turn")
    assert legal(s)[-1] == "end"


@pytest.mark.rule("8.1", "9.2")
def test_it_happens_whoevers_turn_it_is() -> None:
    # The second player's blind swap, on the first one's turn, displaces the second player's worker.
    s = position(board2="B4 G1", workers2="A@C5", hand1="h1", registry="E1", bag="C5 E2", events="M")
    s = play(s, "d:E1 hops *M")
    assert asked(s) == "2 M ChooseField"  # the drawer has no field to swap
    s = play(s, "G1 *C5")
    assert (asked(s), s.seat) == ("2 A Displaced", 0)
    s = play(s, "C6 C5")
    assert (hand(s, 2), workers(s, 2), board(s, 2)) == ("a1", "A@C6", "B4 C5")
    s = play(s, "*E2")
    assert asked(s) == "1 turn Turn"


@pytest.mark.rule("8.2")
def test_however_it_comes_a_tile_arrives_unharvested() -> None:
    s = position(board1=RING, board2="G7-", hand1="h3")
    s = play(s, "b:I C5 G7 hops hops hops")
    assert board(s, 1) == f"{RING} G7"
    s = position(board1="A1-", board2="G7-", hand1="h1", registry="E1", bag="E2", events="N")
    s = play(s, "d:E1 hops *N A1 G7 no")
    assert (board(s, 1), board(s, 2)) == ("G7", "A1")


@pytest.mark.rule("8.3")
def test_a_field_is_unconnected_if_it_touches_no_other_field_of_its_board() -> None:
    s = position(
        3,
        board1=RING,
        board2="A1 D7 D8- G7",
        board3="A2 E8 G1",  # A2 and E8 touch A1 and D8, but on another board
        workers2="A@B1",  # a worker does not connect
        workers3="A@F1",
        hand1="h3",
    )
    s = play(s, "b:I C5")
    assert legal(s) == ["A1", "A2", "E8", "G1", "G7", "no"]


@pytest.mark.rule("8.4")
def test_a_displacement_is_settled_before_the_refill() -> None:
    s = position(board1=f"{RING} F1", workers1="A@G1", registry="G1 E1", bag="A7", events="")
    s = play(s, "b:L C5 G1")
    assert (asked(s), tiles(s.registry)) == ("1 A Displaced", "E1")
    s = play(s, "G2 G1")
    assert (asked(s), outcomes(s), hand(s, 1)) == ("draw RegistryDraw", [("*A7", 1)], "v1")
    s = play(s, "*A7")
    assert (tiles(s.registry), asked(s)) == ("A7 E1", "1 turn Turn")
