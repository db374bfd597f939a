"""The end of the game, points and places (rule 13)."""

from __future__ import annotations

import pytest

from keyharvest.rules import OVER, actor, final_scores, legal, ranks
from keyharvest.rules.turn import QUIET_ROUNDS, WARNING_ROUNDS
from tests.rules.builders import asked, placed, play, position

RING, RING_F4 = "B4 B5 C4 C6 D4", "E4 E5 F3 F5 G3"
NINE = "MNOPQRSTU"


# 13.1 The tenth event


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_the_tenth_event_the_turn_is_finished_and_everybody_has_two_more(players: int) -> None:
    s = position(players, seat=2, hand2="h2", board2="A1", registry="D1", bag="G1 G2", events="VXZ", placed=NINE)
    s = play(s, "d:D1 hops done *Z")
    assert (placed(s), s.left, asked(s)) == (NINE + "Z", 2 * players, "2 Z Grant")  # it takes effect as usual
    for _ in range(players):
        s = play(s, "wheat")
    s = play(s, "*G1 a:A1")
    assert (asked(s), legal(s), s.left) == ("2 turn Turn", ["end"], 2 * players)
    order = []
    s = play(s, "end")
    while actor(s) != OVER:
        order.append(s.seat + 1)
        assert s.left == 2 * players - len(order)
        s = play(s, "end")
    assert order == [seat % players + 1 for seat in range(2, 2 + players)] * 2
    assert order[-1] == 2  # the drawer plays last
    assert (legal(s), asked(s)) == ([], "over")
    with pytest.raises(ValueError, match="the game is over"):
        play(s, "end")


@pytest.mark.rule("13.1")
def test_the_ninth_event_does_not_start_the_end() -> None:
    s = position(hand1="h1", registry="D1", bag="G1", events="X", placed=NINE[:-1])
    s = play(s, "d:D1 hops *X *G1 end end end end end end")
    assert (s.left, actor(s)) == (-1, 0)


@pytest.mark.rule("13.1")
def test_it_is_the_turn_in_progress_that_counts_not_who_drew() -> None:
    # The second player's benefactor draws the tenth event on the first one's turn.
    s = position(
        3,
        board1="A1 A2 A3 A4 A5 A6 A7",
        board2=f"{RING} {RING_F4} G1",
        board3="D1 D2 D3 E1 E2 E3 F1",
        workers2="L@C5",
        hand1="h1",
        registry="D8 G2",
        bag="C5 G4 G5",
        events="MX",
        placed=NINE[1:],
    )
    s = play(s, "d:D8 hops *M no G1 *C5 F4 G2 *X")
    assert (placed(s), s.left) == ("NOPQRSTUMX", 6)
    while actor(s) != OVER:
        last = s.seat
        s = play(s, legal(s)[-1])
    assert last == 0


@pytest.mark.rule("13.1", "9.3")
def test_events_sent_back_at_the_seventh_space_put_the_end_off() -> None:
    s = position(hand1="h1", registry="D1", bag="G1 G2", events="XYZ", placed="MNOPQR")
    s = play(s, "d:D1 hops *X *Y")
    assert (placed(s), s.left) == ("OPQRXY", -1)


# 13.2 Points


@pytest.mark.rule("13.2")
def test_points_are_workers_groups_and_crops() -> None:
    s = position(
        3,
        board1="A1 A2- A3- C1 C2 E1 E2 G7",  # groups of 3, 2, 2 and 1, harvested or not
        workers1="A@B8 J@D8 F@G5",
        hand1="h3v2",
        board2="F1 F2 F3 F4-",
        workers2="C@A7",
        hand2="h1v2w1",
        store2="F8:h5 F7:a1",  # neither bids nor stored fields count
        hand3="b2w1",
    )
    assert [tuple(score) for score in final_scores(s)] == [
        (1 + 5 + 3, 3, 2 * 2, 1),  # the only one with the most hops; vegetables are a tie
        (2, 4, 0, 0),  # wheat is a tie
        (0, 0, 0, 1),  # barrels; nobody holds apples
    ]
    assert [score.total for score in final_scores(s)] == [17, 6, 1]


@pytest.mark.rule("13.2")
def test_workers_do_not_join_groups_and_equal_groups_count_as_largest_and_second() -> None:
    s = position(board1="A1 A2 A4 A5", workers1="A@A3")
    assert final_scores(s)[0][:3] == (1, 2, 4)


@pytest.mark.rule("13.2")
@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ("h1", "-", [1, 0]),
        ("h1", "h1", [0, 0]),
        ("h1v1a1b1w1", "h2v1a1", [2, 1]),
        ("-", "-", [0, 0]),
        ("h5v5a5b5w5", "h4v4a4b4w4", [5, 0]),
    ],
)
def test_one_point_for_each_crop_held_most_of_alone(first: str, second: str, points: list[int]) -> None:
    assert [score.crops for score in final_scores(position(hand1=first, hand2=second))] == points


@pytest.mark.rule("13.2")
def test_a_tie_for_most_gives_nobody_the_point_even_before_a_third() -> None:
    s = position(3, hand1="h2", hand2="h2", hand3="h1")
    assert [score.crops for score in final_scores(s)] == [0, 0, 0]


# 13.3 Places


@pytest.mark.rule("13.3")
def test_the_highest_score_wins() -> None:
    s = position(3, board1="A1", board2="C1 C2 C3", board3="E1 E2")
    assert ranks(s) == [3, 1, 2]


@pytest.mark.rule("13.3")
def test_then_most_field_tiles() -> None:
    # A worker of five and a field against four fields and a lone one; the third only ties for hops.
    s = position(3, board1="A1", workers1="J@C1", hand1="h2", board2="E1 E2 E3 E4 G1", hand3="h2")
    assert [score.total for score in final_scores(s)] == [6, 6, 0]
    assert ranks(s) == [2, 1, 3]  # the counters of the first do not help


@pytest.mark.rule("13.3")
def test_then_most_counters_behind_the_screen() -> None:
    s = position(3, board1="A1", board2="C1", board3="E1", hand1="h1", hand2="v1w2", hand3="a1w2", store1="G1:b5")
    assert [score.total for score in final_scores(s)] == [2, 2, 2]
    assert ranks(s) == [3, 1, 1]


@pytest.mark.rule("13.3")
def test_then_the_win_is_shared() -> None:
    s = position(4, board1="A1", board2="C1", board3="E1", board4="G1", hand2="h1v1", hand3="h1v1", hand4="h1v1")
    assert ranks(s) == [4, 1, 1, 1]
    s = position(board1="A1", board2="C1", hand1="h1", hand2="v1")
    assert ranks(s) == [1, 1]


@pytest.mark.rule("13.3")
def test_points_come_before_fields() -> None:
    s = position(board1="A1 A2", workers1="J@C1", board2="E1 E3 E5 E7 E9")
    assert [score.total for score in final_scores(s)] == [7, 3]
    assert ranks(s) == [1, 2]


# 13.4 Ten idle rounds


@pytest.mark.rule("13.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_rounds_without_a_draw_end_the_game_at_once(players: int) -> None:
    s = position(players, board1="C5")
    turns = 0
    while actor(s) != OVER:
        s = play(s, "end")
        turns += 1
        assert s.idle == turns
    assert turns == 10 * players
    assert legal(s) == []


@pytest.mark.rule("13.4")
def test_a_draw_begins_the_count_anew_and_its_turn_does_not_count() -> None:
    s = position(board1=RING, hand1="h1", registry="D1", bag="G1 G2", events="", idle=19)
    refilled = play(s, "d:D1 hops *G1")
    assert refilled.idle == 0
    assert play(refilled, "end").idle == 0
    assert play(refilled, "end end").idle == 1
    drawn = play(s, "b:K C5 draw *G2 fallow end")  # a draw for a power counts too
    assert (drawn.idle, actor(drawn)) == (0, 1)
    assert actor(play(s, "end")) == OVER


@pytest.mark.rule("13.4")
def test_an_event_drawn_is_a_draw() -> None:
    s = position(hand1="h1", registry="D1", bag="", events="X", idle=19)
    assert play(s, "d:D1 hops *X end").idle == 0


@pytest.mark.rule("13.4")
def test_taking_a_tile_while_the_bag_is_empty_is_no_draw() -> None:
    s = position(hand1="h1", registry="D1", bag="", events="", idle=19)
    assert actor(play(s, "d:D1 hops end")) == OVER


@pytest.mark.rule("13.4", "13.1")
def test_the_quiet_end_also_comes_in_the_last_two_rounds() -> None:
    s = position(idle=19, left=3, placed=NINE + "V")
    assert actor(play(s, "end")) == OVER


@pytest.mark.rule("13.4")
def test_the_table_warns_from_the_eighth_such_round_on() -> None:
    assert (WARNING_ROUNDS, QUIET_ROUNDS) == (8, 10)
