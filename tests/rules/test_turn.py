"""The turn and the actions it allows (rule 3)."""

from __future__ import annotations

import pytest

from keyharvest.rules import State, legal
from keyharvest.rules.turn import TO_STORE
from tests.rules.builders import asked, hand, play, position, store, workers


def table() -> State:
    """A position in which every action is possible."""
    return position(
        board1="C5 C6",
        workers1="A@D5",
        hand1="h2w1",
        store1="A1:a1",
        store2="A2:h1 A3:h3",
        registry="E1 E2",
        bag="G1 G2 G3",
        events="",
    )


def kinds(s: State) -> str:
    """Return the possible actions: ``abcd``."""
    return "".join(kind for kind in "abcd" if any(move.startswith(kind + ":") for move in legal(s)))


@pytest.mark.rule("3.1")
def test_all_that_can_be_begun_stands_in_one_list() -> None:
    assert legal(table()) == [
        *("a:C5", "a:C6"),
        *("b:B", "b:C", "b:D", "b:-A"),
        *("c:A1", "c:A2"),
        *("d:E1", "d:E2"),
        "end",
    ]


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("", "abcd"),
        ("a:C6", "bcd"),
        ("b:-A", "acd"),
        ("b:B B5 no", "acd"),
        ("c:A1", "abcd"),  # a second tile still belongs to the action
        ("c:A1 c:A2", "abd"),
        ("d:E1 hops done *G1", "ab"),  # the store is full, and (c) may not come after (d)
        ("a:C6 b:-A", ""),
        ("b:-A a:C6", ""),
        ("a:C6 c:A1", "c"),
        ("a:C6 c:A1 c:A2", ""),
        ("c:A1 a:C6", ""),  # another action has ended (c)
        ("c:A1 b:-A", ""),
        ("c:A1 d:E1 hops done *G1", "d"),  # the store has a free place again
        ("c:A1 d:E1 hops done *G1 d:E2 hops done *G2", ""),
        ("d:E1 hops done *G1 a:C6", ""),
        ("a:C6 d:E1 hops done *G1", ""),
    ],
)
def test_two_different_actions_each_once_and_c_not_after_d(moves: str, left: str) -> None:
    s = play(table(), moves)
    assert asked(s) == "1 turn Turn"
    assert kinds(s) == left
    assert legal(s)[-1] == "end"


@pytest.mark.rule("3.1")
def test_c_is_barred_after_d_even_where_the_store_has_room() -> None:
    s = position(hand1="h3", store1="A1:h1", store2="A2:h1", registry="E1 E2", bag="", events="")
    assert kinds(s) == "cd"
    s = play(s, "c:A1 c:A2 d:E1 hops done")
    assert legal(s) == ["d:E2", "end"]
    assert legal(play(s, "d:E2 hops")) == ["end"]
    fresh = position(hand1="h3", store2="A2:h1", registry="E1 E2", bag="", events="")
    assert legal(play(fresh, "d:E1 hops done")) == ["d:E2", "end"]


@pytest.mark.rule("3.2")
def test_a_power_is_not_an_action_and_the_storekeeper_is_not_d() -> None:
    s = position(
        board1="B4 B5 C4 C6",
        hand1="h3",
        store1="A1:a1",
        registry="E1 E2 E3",
        bag="",
        events="",
    )
    s = play(s, "b:H C5 E1 hops done")
    assert store(s, 1) == "A1:a1 E1:h1"
    assert [move for move in legal(s) if move[0] == "c"] == ["c:A1", "c:E1"]
    s = play(s, "c:E1")
    assert legal(s) == ["c:A1", "end"]
    s = play(position(board1="B4 B5 C4 C6", hand1="h3", registry="E1 E2 E3", bag="", events=""), "b:H C5 E1 hops done")
    assert kinds(s) == "acd"
    assert legal(play(s, "d:E2 hops done"))[0] == "end"  # two actions, and the store is full


@pytest.mark.rule("3.2")
def test_what_an_event_lets_a_player_do_does_not_use_up_an_action() -> None:
    s = position(board1="A1 C5", hand1="h2", registry="E1", bag="G1", events="V", workers1="A@G7")
    s = play(s, "d:E1 hops done *V A1 done")
    assert hand(s, 1) == "h2"  # one bid, one from the remote harvest of A1
    s = play(s, "*G1")
    assert asked(s) == "1 turn Turn"
    assert kinds(s) == "abd"
    assert "a:C5" in legal(s)


@pytest.mark.rule("3.3")
def test_a_turn_ends_by_saying_so_and_the_next_is_clockwise() -> None:
    s = position(3, seat=2)
    assert legal(s) == ["end"]
    s = play(s, "end")
    assert (s.turn, s.seat, asked(s)) == (6, 2, "3 turn Turn")
    s = play(s, "end")
    assert (s.turn, s.seat, asked(s)) == (7, 0, "1 turn Turn")


@pytest.mark.rule("3.1", "3.3")
def test_doing_fewer_or_none_is_allowed_and_two_actions_do_not_end_the_turn() -> None:
    assert asked(play(table(), "end")) == "2 turn Turn"
    assert asked(play(table(), "a:C6 end")) == "2 turn Turn"
    s = play(table(), "a:C6 b:-A")
    assert asked(s) == "1 turn Turn"
    assert legal(s) == ["end"]
    assert workers(s, 1) == ""
    with pytest.raises(ValueError, match=r"move 'a:C5': .*\(end\)"):
        play(s, "a:C5")


@pytest.mark.rule("3.1", "7.1")
def test_no_third_tile_goes_to_a_store_that_an_event_has_made_room_in() -> None:
    """Two tiles were stored; at the refill after them an event let another player buy one of them."""
    s = position(board1="C5", hand1="h2w1", store1="A1:a1", registry="E1 E2", bag="G1 G2 G3", events="", used=TO_STORE)
    assert kinds(s) == "ab"
