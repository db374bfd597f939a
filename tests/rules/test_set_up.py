"""Components (rule 1) and set-up (rule 2), draw by draw."""

from __future__ import annotations

import random

import pytest

from keyharvest.rules import CHANCE, State, actor, decision, legal, new_game, outcomes
from keyharvest.rules.components import EVENT_LETTERS, EVENTS, WORKERS
from keyharvest.rules.setup import Start
from tests.rules.builders import (
    BY_ROW,
    asked,
    board,
    check,
    events,
    events_but,
    hand,
    known,
    placed,
    play,
    position,
    stock,
    store,
    tiles,
    town,
    workers,
)

CROPS = ["hops", "vegetables", "apples", "barrels", "wheat"]


def begin(players: int, start: Start = "drawn") -> State:
    return new_game(players, BY_ROW, start)


def set_up_at_random(players: int, seed: int) -> State:
    chance = random.Random(seed)
    s = begin(players)
    while not s.turn:
        s = play(s, chance.choices(legal(s), [w for _, w in outcomes(s)] if actor(s) == CHANCE else None)[0])
    return s


# 1 Components


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_the_game_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match=r"players: .*; the game is for 2, 3 or 4 \(rule 1\.1\)"):
        new_game(players)


@pytest.mark.rule("1.1", "1.6", "5.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_a_board_a_store_a_hand_and_six_farmhands(players: int) -> None:
    s = set_up_at_random(players, 1)
    assert [len(part) for part in (s.fields, s.posts, s.stores, s.hands)] == [players] * 4
    beside_c5, all_six = "B4 B5 C4 C6 D4 D5", "A@G1 B@G3 C@G5 D@A1 E@A3 F@A5"
    first = position(players, seat=1, board1=beside_c5, workers2=all_six)
    second = position(players, seat=2, board2=beside_c5, workers1=all_six)
    for s in (first, second):
        assert [move for move in legal(s) if move[:2] == "b:"] == ["b:" + letter for letter in "ABCDEFGHIJKL"]


@pytest.mark.rule("1.6", "10A", "10B", "10C", "10D", "10E", "10F", "11G", "11H", "11I", "11J", "11K", "11L")
def test_the_workers_their_numbers_and_the_scroll() -> None:
    assert [(w.letter, w.number, w.scroll, w.townsfolk) for w in WORKERS] == [
        ("A", 1, False, False),
        ("B", 1, False, False),
        ("C", 2, False, False),
        ("D", 2, False, False),
        ("E", 3, False, False),
        ("F", 3, True, False),
        ("G", 4, False, True),
        ("H", 4, False, True),
        ("I", 4, False, True),
        ("J", 5, False, True),
        ("K", 5, False, True),
        ("L", 5, False, True),
    ]


@pytest.mark.rule("1.6", "9.2")
def test_the_events_and_their_scrolls() -> None:
    assert "".join(event.letter for event in EVENTS) == "MNOPQRSTUVWXYZ"
    assert [event.letter for event in EVENTS if event.scroll] == ["O", "S", "W", "Z"]


@pytest.mark.rule("1.7")
def test_the_registry_is_listed_in_alphanumeric_order() -> None:
    s = position(hand1="h1", registry="G1 C9 A7 C1 B8 A2")
    assert [move for move in legal(s) if move[:2] == "d:"] == ["d:A2", "d:A7", "d:B8", "d:C1", "d:C9", "d:G1"]


@pytest.mark.rule("1.8", "9.1")
def test_every_tile_in_the_bag_field_or_event_is_equally_likely() -> None:
    s = play(position(hand1="h1", registry="G1", bag="F2 B1 A7", events="ZM"), "d:G1 hops")
    assert outcomes(s) == [("*A7", 1), ("*B1", 1), ("*F2", 1), ("*M", 1), ("*Z", 1)]


# 2 Set-up


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_drawn_at_random_chooses_who_starts(players: int) -> None:
    s = begin(players)
    seats = [str(seat) for seat in range(1, players + 1)]
    assert outcomes(s) == [("*" + seat, 1) for seat in seats]
    s = play(s, "*2")
    assert (actor(s), decision(s).cause, decision(s).rule) == (1, "setup", "2.1")
    assert legal(s) == seats
    s = play(s, seats[-1])
    assert s.start == players - 1
    while not s.turn:
        s = play(s, legal(s)[0])
    assert (s.turn, s.seat, actor(s)) == (1, players - 1, players - 1)


@pytest.mark.rule("2.1")
def test_the_start_player_can_be_drawn() -> None:
    s = begin(3, "random")
    assert outcomes(s) == [("*1", 1), ("*2", 1), ("*3", 1)]
    s = play(s, "*3")
    assert (s.start, actor(s)) == (2, CHANCE)
    with pytest.raises(ValueError, match="start: 'oldest'; expected 'drawn' or 'random'"):
        new_game(2, BY_ROW, "oldest")  # type: ignore[arg-type]


@pytest.mark.rule("2.2")
def test_all_townsfolk_begin_on_the_town_board() -> None:
    s = set_up_at_random(4, 2)
    assert town(s) == "GHIJKL"
    assert [workers(s, seat) for seat in (1, 2, 3, 4)] == [""] * 4


@pytest.mark.rule("1.5", "2.3")
def test_each_player_gets_one_of_the_starting_pairs_unharvested_and_the_rest_go_into_the_bag() -> None:
    s = play(begin(2, "random"), "*1")
    assert outcomes(s) == [("*A1", 1), ("*A4", 1), ("*B1", 1), ("*D1", 1)]
    s = play(s, "*B1")
    assert outcomes(s) == [("*A1", 1), ("*A4", 1), ("*D1", 1)]
    s = play(s, "*A4")
    assert [board(s, 1), board(s, 2)] == ["B1 F8", "A4 C9"]
    s = play(s, "*hops *apples *wheat")
    drawable = [move for move, _ in outcomes(s)]
    assert {"*A1", "*G7", "*D1", "*E9"} < {*drawable}
    assert len(drawable) == 52
    assert not {"*B1", "*F8", "*A4", "*C9"} & {*drawable}


@pytest.mark.rule("2.3")
def test_four_players_get_all_four_pairs() -> None:
    s = play(begin(4, "random"), "*1 *D1 *A1 *B1")
    assert outcomes(s) == [("*A4", 1)]
    s = play(s, "*A4")
    assert [board(s, seat) for seat in (1, 2, 3, 4)] == ["D1 E9", "A1 G7", "B1 F8", "A4 C9"]


@pytest.mark.rule("2.4", "14.1")
def test_two_players_get_one_of_the_doubled_crop_and_two_others_each_openly() -> None:
    s = play(begin(2, "random"), "*1 *A1 *A4")
    assert outcomes(s) == [("*" + crop, 1) for crop in CROPS]
    s = play(s, "*barrels")
    assert [hand(s, 1), hand(s, 2), stock(s)] == ["b1", "b1", "h11v11a11b10w11"]
    assert outcomes(s) == [("*hops", 1), ("*vegetables", 1), ("*apples", 1), ("*wheat", 1)]
    s = play(s, "*wheat")
    assert outcomes(s) == [("*hops", 1), ("*vegetables", 1), ("*apples", 1)]
    s = play(s, "*vegetables")
    assert [hand(s, 1), hand(s, 2)] == ["v1b1w1", "h1a1b1"]
    assert [known(s, 1), known(s, 2)] == ["v1b1w1", "h1a1b1"]


@pytest.mark.rule("2.4", "14.2")
def test_three_players_draw_from_nine_counters_one_crop_once_the_others_twice_in_secret() -> None:
    s = play(begin(3, "random"), "*1 *A1 *A4 *B1")
    assert outcomes(s) == [("*" + crop, 1) for crop in CROPS]
    s = play(s, "*apples")
    assert stock(s) == "h10v10a11b10w10"
    assert outcomes(s) == [("*hops", 2), ("*vegetables", 2), ("*apples", 1), ("*barrels", 2), ("*wheat", 2)]
    s = play(s, "*hops *apples")
    assert outcomes(s) == [("*hops", 1), ("*vegetables", 2), ("*barrels", 2), ("*wheat", 2)]
    s = play(s, "*wheat *hops *wheat *barrels")
    assert [hand(s, seat) for seat in (1, 2, 3)] == ["h1a1w1", "h1b1w1", "v2b1"]
    assert [known(s, seat) for seat in (1, 2, 3)] == ["-"] * 3
    assert stock(s) == "h10v10a11b10w10"


@pytest.mark.rule("2.4", "14.2")
def test_four_players_draw_from_twelve_counters_two_crops_three_times_the_others_twice_in_secret() -> None:
    s = play(begin(4, "random"), "*1 *A1 *A4 *B1 *D1")
    assert outcomes(s) == [("*" + crop, 1) for crop in CROPS]
    s = play(s, "*vegetables")
    assert outcomes(s) == [("*hops", 1), ("*apples", 1), ("*barrels", 1), ("*wheat", 1)]
    s = play(s, "*hops")
    assert stock(s) == "h9v9a10b10w10"
    assert outcomes(s) == [("*hops", 3), ("*vegetables", 3), ("*apples", 2), ("*barrels", 2), ("*wheat", 2)]
    s = play(s, "*hops *hops *hops *apples *apples *barrels *vegetables *wheat *vegetables")
    assert [hand(s, seat) for seat in (1, 2, 3, 4)] == ["h3", "a2b1", "v2w1", "v1b1w1"]
    assert [known(s, seat) for seat in (1, 2, 3, 4)] == ["-"] * 4


@pytest.mark.rule("2.5")
def test_six_field_tiles_come_into_the_registry_before_any_event_is_in_the_bag() -> None:
    s = play(begin(2, "random"), "*2 *A1 *A4 *hops *apples *wheat")
    for number in range(6):
        assert s.registry.bit_count() == number
        assert events(s.bag_events) == ""
        assert outcomes(s) == [("*" + name, 1) for name in tiles(s.bag).split()]
        assert s.bag.bit_count() == 52 - number
        s = play(s, outcomes(s)[-3][0])
    assert tiles(s.registry) == "F7 F8 G1 G2 G3 G4"
    assert (s.turn, s.seat) == (1, 1)


@pytest.mark.rule("2.6")
def test_with_two_players_all_events_go_into_the_bag() -> None:
    s = set_up_at_random(2, 3)
    assert events(s.bag_events) == events(s.seen) == EVENT_LETTERS
    assert [events(s.removed), placed(s)] == ["", ""]
    assert s.bag.bit_count() == 56 - 4 - 6


@pytest.mark.rule("2.6", "14.2")
@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_two_random_events_stay_out_unseen(players: int) -> None:
    s = begin(players)
    while outcomes_name(s) != "draw RemoveEvent":
        s = play(s, legal(s)[0])
    assert s.registry.bit_count() == 6
    assert outcomes(s) == [("*" + letter, 1) for letter in EVENT_LETTERS]
    s = play(s, "*Q")
    assert outcomes(s) == [("*" + letter, 1) for letter in events_but("Q")]
    s = play(s, "*N")
    assert [events(s.removed), events(s.bag_events), events(s.seen)] == ["NQ", events_but("NQ"), ""]
    assert s.turn == 1


def outcomes_name(s: State) -> str:
    return asked(s) if actor(s) == CHANCE else ""


@pytest.mark.rule("2.1", "2.3", "2.4", "2.5", "2.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_set_up_each_has_two_fields_three_counters_and_nothing_else(players: int) -> None:
    for seed in range(5):
        s = set_up_at_random(players, seed)
        check(s)
        for seat in range(1, players + 1):
            assert "-" not in board(s, seat)
            assert len(board(s, seat).split()) == 2
            assert sum(int(digit) for digit in hand(s, seat)[1::2]) == 3
            assert store(s, seat) == workers(s, seat) == ""
        assert s.registry.bit_count() == 6
        assert (s.fallow, s.placed, s.left, s.idle, s.turn) == (0, (), -1, 0, 1)
        assert s.seat == s.start
