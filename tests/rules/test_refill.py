"""Refill and events drawn (rule 9)."""

from __future__ import annotations

import pytest

from keyharvest.rules import State, decision, legal, outcomes
from tests.rules.builders import asked, board, events, events_but, hand, placed, play, position, store, tiles, workers

RING, RING_F4 = "B4 B5 C4 C6 D4", "E4 E5 F3 F5 G3"
#: Seven field tiles for a board, and for others.
SEVEN = ["A1 A2 A3 A4 A5 A6 A7", "B1 B2 B3 B4 B5 B6 B7", "C1 C2 C3 C4 C5 C6 C7"]


@pytest.mark.rule("9.1")
def test_a_field_tile_fills_the_empty_place() -> None:
    s = position(hand1="h2", registry="E1 E2 E3 E4 E5 E6", bag="A1 G1", events="")
    s = play(s, "d:E4 hops done *A1")
    assert (tiles(s.registry), tiles(s.bag), asked(s)) == ("A1 E1 E2 E3 E5 E6", "G1", "1 turn Turn")


@pytest.mark.rule("9.1")
def test_with_an_empty_bag_the_place_stays_empty_and_is_not_made_up_later() -> None:
    s = position(board1="C5 C6", hand1="h2", registry="E1 E2 E3", bag="", events="")
    s = play(s, "d:E1 hops done")
    assert (tiles(s.registry), asked(s)) == ("E2 E3", "1 turn Turn")
    four_left_of_six = position(hand1="h2", registry="E1 E2 E3 E4", bag="A1 G1", events="")
    s = play(four_left_of_six, "d:E4 hops done *G1")
    assert (tiles(s.registry), tiles(s.bag), asked(s)) == ("E1 E2 E3 G1", "A1", "1 turn Turn")


@pytest.mark.rule("9.1")
def test_an_event_is_placed_and_resolved_then_the_draw_is_repeated() -> None:
    s = position(hand1="h1", registry="E1", bag="A1 G1", events="XZ", placed="M", hand2="-")
    s = play(s, "d:E1 hops *Z")
    assert (placed(s), events(s.bag_events), asked(s)) == ("MZ", "X", "1 Z Grant")
    s = play(s, "hops hops")
    assert (asked(s), outcomes(s)) == ("draw RegistryDraw", [("*A1", 1), ("*G1", 1), ("*X", 1)])
    s = play(s, "*X")  # concerns nobody
    assert (placed(s), outcomes(s)) == ("MZX", [("*A1", 1), ("*G1", 1)])
    assert tiles(play(s, "*G1").registry) == "G1"


def three(drawer: int, event: str) -> State:
    """A table at which every event concerns each of three players; the event has just been drawn."""
    s = position(
        3,
        seat=drawer,
        board1="A1 A3-",
        board2="C1 C3-",
        board3="E1 E3-",
        workers1="A@A2",
        workers2="A@C2",
        workers3="A@E2",
        hand1="h4",
        hand2="v4",
        hand3="a4",
        registry="G1 G2",
        bag="G3 G4 G5 G6 G7",
        events=event,
    )
    crop = {1: "hops", 2: "vegetables", 3: "apples"}[drawer]
    return play(s, f"d:G1 {crop} done *{event}")


@pytest.mark.rule("9.2", "12.5")
@pytest.mark.parametrize("drawer", [1, 2, 3])
@pytest.mark.parametrize("event", list("MNPQRTUVXY"))
def test_an_event_concerns_all_clockwise_from_the_drawer_and_with_a_bell_each_may_decline(
    event: str, drawer: int
) -> None:
    s = three(drawer, event)
    for seat in [(drawer - 1 + step) % 3 for step in range(3)]:
        assert (decision(s).seat, decision(s).cause) == (seat, event)
        assert legal(s)[-1] == "no"
        s = play(s, "no")
    assert asked(s) == "draw RegistryDraw"


@pytest.mark.rule("9.2")
@pytest.mark.parametrize("drawer", [1, 2, 3])
def test_with_a_scroll_each_must(drawer: int) -> None:
    s = three(drawer, "W")
    for step in range(3):
        s = play(s, legal(s)[0])
        assert (decision(s).seat, decision(s).cause) == ((drawer - 1 + step) % 3, "W")
        assert legal(s)[-1] == "fallow"
        assert "no" not in legal(s)
        s = play(s, "fallow")
    assert "no" not in legal(three(drawer, "O"))
    assert "no" not in legal(three(drawer, "Z"))


@pytest.mark.rule("9.1", "9.2", "8.1")
def test_who_emptied_the_place_is_the_drawer_also_on_anothers_turn() -> None:
    s = position(
        3,
        board2=f"{RING} {RING_F4} G1",
        workers2="L@C5",
        hand1="h1",
        registry="E1 E2",
        bag="C5 E6 E7",
        events="MZ",
    )
    s = play(s, "d:E1 hops *M G1 *C5 F4 E2")
    assert asked(s) == "draw RegistryDraw"  # the benefactor's, in the middle of the event
    s = play(s, "*Z")
    assert (asked(s), s.seat) == ("2 Z Grant", 0)
    s = play(s, "hops vegetables apples")
    assert [hand(s, seat) for seat in (1, 2, 3)] == ["a1", "h1", "v1"]
    s = play(s, "*E6")
    assert asked(s) == "draw RegistryDraw"  # nobody else has a field; the first player's own refill continues
    s = play(s, "*E7")
    assert (asked(s), tiles(s.registry), placed(s)) == ("1 turn Turn", "E6 E7", "MZ")


def seventh(board2: str, workers2: str = "", bag: str = "G1 G2", earlier: str = "MNOPQR") -> State:
    """Windfall is drawn as one more event; the first player has seven field tiles."""
    s = position(
        board1=SEVEN[0],
        board2=board2,
        workers2=workers2,
        hand1="h1",
        registry="E1",
        bag=bag,
        events="STZ",
        placed=earlier,
    )
    return play(s, "d:E1 hops *Z")


@pytest.mark.rule("9.3")
def test_at_the_seventh_space_the_first_two_events_go_back_if_anyone_has_fewer_than_seven_tiles() -> None:
    s = seventh("B1 B2 B3 B4 B5 B6")
    assert (placed(s), events(s.bag_events)) == ("OPQRZ", "MNST")  # the new one is on 5
    assert asked(s) == "1 Z Grant"  # it has not taken effect yet
    s = play(s, "hops hops")
    assert outcomes(s) == [(f"*{name}", 1) for name in ["G1", "G2", "M", "N", "S", "T"]]


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(
    ("board2", "workers2", "stays"),
    [
        ("B1 B2 B3 B4 B5 B6 B7", "", True),
        ("B1- B2- B3- B4- B5- B6- B7-", "", True),
        ("B1 B2 B3 B4 B5", "A@G1 K@G3", True),
        ("B1 B2 B3 B4 B5", "A@G1", False),
        ("B1 B2 B3 B4 B5 B6", "A@G1", True),
        ("", "", False),
    ],
)
def test_field_and_worker_tiles_are_counted(board2: str, workers2: str, stays: bool) -> None:
    assert placed(seventh(board2, workers2)) == ("MNOPQRZ" if stays else "OPQRZ")


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("short", [1, 2, 3])
def test_everybody_is_counted_whoever_drew(short: int) -> None:
    boards = [tiles_of if seat != short else tiles_of[:-3] for seat, tiles_of in enumerate(SEVEN, 1)]
    s = position(
        3,
        board1=boards[0],
        board2=boards[1],
        board3=boards[2],
        hand1="h1",
        registry="E1",
        bag="G1",
        events="XYZ",
        placed="MNOPQR",
    )
    assert placed(play(s, "d:E1 hops *Z")) == "OPQRZ"


@pytest.mark.rule("9.3")
def test_stored_tiles_are_not_on_the_board() -> None:
    s = position(
        board1=SEVEN[0],
        board2="B1 B2 B3 B4 B5 B6",
        store2="D1:h1 D2:h1",
        hand1="h1",
        registry="E1",
        bag="G1",
        events="Z",
        placed="MNOPQR",
    )
    assert placed(play(s, "d:E1 hops *Z")) == "OPQRZ"


@pytest.mark.rule("9.3")
def test_with_no_field_tile_left_in_the_bag_all_events_stay() -> None:
    assert placed(seventh("", bag="")) == "MNOPQRZ"
    assert placed(seventh("", bag="G1")) == "OPQRZ"


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("earlier", ["MNOPQ", "MNOPQRU"])
def test_only_the_seventh_space_asks_for_the_count(earlier: str) -> None:
    assert placed(seventh("", earlier=earlier)) == f"{earlier}Z"


@pytest.mark.rule("9.3")
def test_the_count_is_repeated_each_time_the_seventh_space_is_reached() -> None:
    s = play(seventh("B1"), "hops hops *T")
    while asked(s) != "draw RegistryDraw":
        s = play(s, "no")
    assert placed(s) == "OPQRZT"
    s = play(s, "*M")  # the seventh once more; the second player is still short
    assert (placed(s), events(s.bag_events)) == ("QRZTM", "NOPS")
    while asked(s) != "draw RegistryDraw":
        s = play(s, "no")
    assert {"*O", "*P"} < {move for move, _ in outcomes(s)}


@pytest.mark.rule("9.3")
def test_the_new_event_counts_before_it_takes_effect() -> None:
    # Replacement would bring the second player's seventh tile, give away would take it.
    s = position(
        board1=SEVEN[0],
        board2="B1 B2 B3 B4 B5",
        workers2="A@G1 B@G3",
        hand1="h1",
        registry="E1",
        bag="G1",
        events="Y",
        placed="MNOPQR",
    )
    s = play(s, "d:E1 hops *Y A")
    assert (placed(s), workers(s, 2)) == ("MNOPQRY", "B@G3")


@pytest.mark.rule("9.4")
def test_events_drawn_on_the_way_to_a_field_are_announced_set_aside_and_put_back() -> None:
    s = position(3, board1="A1", hand1="h1", registry="E1", bag="G1 G2", events="MPQ", removed="YZ")
    s = play(s, "d:E1 hops *M A1")
    assert outcomes(s) == [("*G1", 1), ("*G2", 1), ("*P", 1), ("*Q", 1)]
    s = play(s, "*Q")
    assert (events(s.aside), events(s.bag_events), events(s.seen & ~s.gone)) == ("Q", "P", "MQ")
    assert (placed(s), outcomes(s)) == ("M", [("*G1", 1), ("*G2", 1), ("*P", 1)])
    s = play(s, "*P")
    assert (events(s.aside), outcomes(s)) == ("PQ", [("*G1", 1), ("*G2", 1)])
    s = play(s, "*G2")
    assert (events(s.aside), events(s.bag_events), board(s, 1), placed(s)) == ("", "PQ", "G2", "M")
    assert outcomes(s) == [("*G1", 1), ("*P", 1), ("*Q", 1)]
    assert events(s.seen & ~s.gone) == "MPQ"


@pytest.mark.rule("9.4", "11K")
def test_the_trader_sets_events_aside_as_well() -> None:
    s = play(position(board1=RING, bag="G1", events="PQ"), "b:K C5 draw *P *Q")
    assert outcomes(s) == [("*G1", 1)]
    s = play(s, "*G1 place")
    assert (events(s.bag_events), placed(s), asked(s)) == ("PQ", "", "1 turn Turn")


@pytest.mark.rule("9.5")
def test_without_a_field_in_the_bag_a_draw_gives_none() -> None:
    s = position(board1="A1", hand1="h1", registry="E1", bag="", events="PSW")
    s = play(s, "d:E1 hops *W")
    assert outcomes(s) == [("*P", 1), ("*S", 1)]  # nobody drew anything; the refill continues
    s = play(s, "*S")
    assert (board(s, 1), asked(s), outcomes(s)) == ("A1", "draw RegistryDraw", [("*P", 1)])
    s = play(s, "*P no")
    assert (placed(s), asked(s), tiles(s.registry)) == ("WSP", "1 turn Turn", "")


@pytest.mark.rule("9.5", "11K")
def test_events_left_in_the_bag_come_out_in_the_traders_refill() -> None:
    s = position(board1=RING, registry="E1 E2", bag="", events="PZ")
    s = play(s, "b:K C5")
    assert legal(s) == ["E1", "E2", "no"]
    s = play(s, "E1 fallow")
    assert outcomes(s) == [("*P", 1), ("*Z", 1)]
    s = play(s, "*Z hops hops")
    assert (placed(s), outcomes(s)) == ("Z", [("*P", 1)])


@pytest.mark.rule("9.6", "11H")
def test_events_take_effect_in_the_storekeepers_refill() -> None:
    s = play(position(board1=RING, hand1="h1", registry="E1", bag="G1", events="Z"), "b:H C5 E1 hops")
    assert (store(s, 1), asked(s)) == ("E1:h1", "draw RegistryDraw")
    s = play(s, "*Z")
    assert (placed(s), asked(s)) == ("Z", "1 Z Grant")


@pytest.mark.rule("9.6", "11L")
def test_events_take_effect_in_the_benefactors_refill() -> None:
    s = play(position(board1=RING, registry="E1", bag="G1", events="Z"), "b:L C5 E1")
    assert (board(s, 1), asked(s)) == (f"{RING} E1", "draw RegistryDraw")
    s = play(s, "*Z")
    assert (placed(s), asked(s)) == ("Z", "1 Z Grant")


@pytest.mark.rule("9.7")
def test_after_the_tenth_event_those_drawn_are_out_of_the_game() -> None:
    ten = "MNOPQRSTUV"
    s = position(hand1="h2", registry="E1", bag="G1", events="XZ", placed=ten, left=3)
    s = play(s, "d:E1 hops done *Z")
    assert (placed(s), events(s.gone), events(s.bag_events)) == (ten, events_but(ten + "X"), "X")
    assert (asked(s), outcomes(s), hand(s, 1)) == ("draw RegistryDraw", [("*G1", 1), ("*X", 1)], "h1")
    assert s.left == 3
    s = play(s, "*X *G1")
    assert (placed(s), tiles(s.registry), asked(s)) == (ten, "G1", "1 turn Turn")


@pytest.mark.rule("9.7", "9.4")
def test_nor_do_they_come_back_from_the_draw_of_a_field() -> None:
    ten = "MNOPQRSTUV"
    s = position(board1=RING, bag="G1", events="XZ", placed=ten, left=3)
    s = play(s, "b:K C5 draw *Z")
    assert (events(s.aside), events(s.gone)) == ("", events_but(ten + "X"))
    assert outcomes(s) == [("*G1", 1), ("*X", 1)]
    s = play(s, "*G1 fallow")
    assert events(s.bag_events) == "X"


@pytest.mark.rule("9.7", "9.4", "13.1")
def test_the_tenth_event_itself_takes_effect_and_its_own_draws_ignore_events() -> None:
    s = position(
        board1=SEVEN[0], board2=SEVEN[1], hand1="h1", registry="E1", bag="G1 G2", events="MX", placed="NOPQRSTUV"
    )
    s = play(s, "d:E1 hops *M")
    assert (placed(s), asked(s), s.left) == ("NOPQRSTUVM", "1 M ChooseField", 4)
    s = play(s, "A1 *X")
    assert (events(s.aside), events(s.gone)) == ("", events_but(placed(s)))
