"""Action (b): playing and removing workers (rule 5)."""

from __future__ import annotations

import pytest

from keyharvest.rules import State, decision, legal
from tests.rules.builders import asked, board, hand, play, position, stock, town, workers

#: Five of the six neighbours of C5; the sixth is D5.
RING = "B4 B5 C4 C6 D4"
#: The same around F4, for another board; the sixth is G4.
RING_F4 = "E4 E5 F3 F5 G3"


def plays(s: State) -> str:
    """Return the workers that can be played."""
    return "".join(move[2:] for move in legal(s) if move[:2] == "b:" and move[2] != "-")


def places(s: State, worker: str) -> str:
    """Return where a worker can be played."""
    return " ".join(legal(play(s, f"b:{worker}")))


@pytest.mark.rule("5.1")
def test_own_farmhands_beside_the_board_and_townsfolk_on_the_town_board_can_be_played() -> None:
    s = position(board1=RING, workers1="B@G1 K@G3", workers2="A@G1 L@G4")
    assert plays(s) == "ACDEFGHIJ"  # not B and K, which stand on the board, nor L, which stands on another's
    assert [move for move in legal(s) if move[:3] == "b:-"] == ["b:-B", "b:-K"]


@pytest.mark.rule("5.1")
def test_one_worker_is_played_or_removed_never_both() -> None:
    s = position(board1=RING, workers1="B@G1 K@G3")
    after_play, after_removal = play(s, "b:A A3 no"), play(s, "b:-B")
    assert asked(after_play) == asked(after_removal) == "1 turn Turn"
    for after in (after_play, after_removal):
        assert not [move for move in legal(after) if move[0] == "b"]


@pytest.mark.rule("5.2")
def test_the_space_touches_at_least_as_many_fields_as_the_workers_number() -> None:
    s = position(board1=RING)
    everywhere_beside = "A3 A4 A5 B3 B6 C3 C5 C7 D3 D5 D6 E4 E5"
    for worker in "AB":
        assert places(s, worker) == everywhere_beside
    for worker in "CD":
        assert places(s, worker) == "A4 B3 B6 C5 D3 D5"
    for worker in "EFGHIJKL":
        assert places(s, worker) == "C5"


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(
    ("fields", "workers_allowed"),
    [
        ("", ""),
        ("C5", "AB"),
        ("C4 C6", "AB" + "CD"),
        ("B4 C4 C6", "ABCD" + "EF"),
        ("B4 B5 C4 C6", "ABCDEF" + "GHI"),
        ("B4 B5 C4 C6 D4", "ABCDEFGHI" + "JKL"),
    ],
)
def test_what_each_number_needs(fields: str, workers_allowed: str) -> None:
    assert plays(position(board1=fields)) == workers_allowed


@pytest.mark.rule("5.2")
def test_harvested_fields_count_as_well() -> None:
    assert places(position(board1="B4- B5- C4- C6 D4-"), "L") == "C5"


@pytest.mark.rule("5.2")
def test_the_space_holds_no_field_tile() -> None:
    assert places(position(board1="C4 C5 C6 C7"), "C") == "B4 B5 B6 D4 D5 D6"


@pytest.mark.rule("5.2")
def test_the_space_touches_no_other_worker() -> None:
    s = position(board1=RING, workers1="A@D5")
    assert plays(s) == "BCD"  # C5, the only space for the others, touches D5
    assert places(s, "B") == "A3 A4 A5 B3 B6 C3 C7 D3 E4"
    assert places(s, "C") == "A4 B3 B6 D3 D5"


@pytest.mark.rule("5.2")
def test_workers_on_other_boards_do_not_matter() -> None:
    assert places(position(board1=RING, workers2="A@D5 B@C5"), "L") == "C5"


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(
    ("standing", "stronger"),
    [
        *(("A", "CDEFGHIJKL"), ("B", "CDEFGHIJKL"), ("C", "EFGHIJKL"), ("D", "EFGHIJKL"), ("E", "GHIJKL")),
        *(("F", "GHIJKL"), ("G", "JKL"), ("H", "JKL"), ("I", "JKL"), ("J", ""), ("K", ""), ("L", "")),
    ],
)
def test_a_worker_replaces_one_of_a_lower_number_only(standing: str, stronger: str) -> None:
    s = position(board1=RING, workers1=f"{standing}@C5")
    replacing = [worker for worker in plays(s) if "C5" in places(s, worker).split()]
    assert "".join(replacing) == stronger


@pytest.mark.rule("5.3")
def test_the_replaced_worker_is_ignored_but_other_neighbours_are_not() -> None:
    assert places(position(board1=RING, workers1="A@C5"), "L") == "C5"
    assert "L" not in plays(position(board1=RING, workers1="A@C5 B@D5"))


@pytest.mark.rule("5.3")
def test_a_replaced_farmhand_goes_home_and_is_not_repositioned() -> None:
    s = play(position(board1=RING, workers1="A@C5"), "b:E C5")
    assert (workers(s, 1), asked(s)) == ("E@C5", "1 turn Turn")
    assert "A" in plays(play(s, "end end"))


@pytest.mark.rule("5.3")
def test_a_replaced_one_of_the_townsfolk_goes_to_the_town_board() -> None:
    s = position(board1=RING, workers1="G@C5", board2=RING_F4)
    assert "G" not in plays(play(s, "end"))
    s = play(s, "b:L C5")
    assert (workers(s, 1), town(s)) == ("L@C5", "GHIJK")
    assert "G" in plays(play(s, "end"))


@pytest.mark.rule("5.4")
def test_workers_stay_and_do_not_fire_when_fields_beside_them_come_or_go() -> None:
    s = position(board1="B4 B5 C4", workers1="L@C5 A@E8", store1="C6:h1 D8:h1", registry="E1")
    s = play(s, "c:C6 c:D8")
    assert (workers(s, 1), asked(s)) == ("A@E8 L@C5", "1 turn Turn")
    s = play(position(board1="B4 E2 E3 F1", workers1="A@C5"), "b:F F2 B4")
    assert (board(s, 1), workers(s, 1), asked(s)) == ("E2 E3 F1", "A@C5 F@F2", "1 turn Turn")


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(
    ("worker", "answers"),
    [
        ("A", "B4 B5 C4 C6 D4 no"),
        ("B", "B4 B5 C4 C6 D4 no"),
        ("C", "hops vegetables apples barrels wheat no"),
        ("D", "B4 no"),
        ("E", "E1 no"),
        ("F", "B3 B4 B5 C4 C6 D4"),
        ("G", "E1 no"),
        ("H", "E2 no"),
        ("I", "G7 no"),
        ("J", "A no"),
        ("K", "draw no"),
        ("L", "E2 no"),
    ],
)
def test_the_power_may_be_used_after_placing_and_the_supervisors_must_be(worker: str, answers: str) -> None:
    s = position(
        board1="B3 B4 B5 C4 C6 D4" if worker != "D" else "B3- B4- B5 C4 C6 D4",
        workers1="A@G1" if worker != "A" else "",
        hand1="h9",
        store2="E1:h1",
        board2="G7",
        registry="E2",
    )
    s = play(s, f"b:{worker} C5")
    assert (decision(s).cause, decision(s).seat, " ".join(legal(s))) == (worker, 0, answers)
    if worker != "F":
        assert asked(play(s, "no")) == "1 turn Turn"


@pytest.mark.rule("5.5")
def test_a_worker_may_be_played_though_its_power_can_do_nothing() -> None:
    nothing = position(board1="B4- B5- C4- C6- D4-", bag="", events="", hand1="h12v12a12b12w12")
    for worker in "ABCEGHIJKL":
        assert asked(play(nothing, f"b:{worker} C5")) == "1 turn Turn"
    assert asked(play(position(board1=RING), "b:D C5")) == "1 turn Turn"


@pytest.mark.rule("5.6")
def test_a_removed_worker_goes_home() -> None:
    s = position(board1=RING, board2=RING_F4, workers1="A@G1 G@C5")
    s = play(s, "b:-G")
    assert (workers(s, 1), town(s)) == ("A@G1", "GHIJKL")
    s = play(s, "end")
    assert "G" in plays(s)  # anybody's again
    s = play(s, "b:G F4 end")
    assert (workers(s, 2), town(s)) == ("G@F4", "HIJKL")
    assert "G" not in plays(s)
    assert "A" not in plays(s)
    assert "A" in plays(play(s, "b:-A end end"))


@pytest.mark.rule("5.7")
def test_other_players_farmhands_are_never_played() -> None:
    s = position(board1=RING, workers1="A@G1", workers2="B@G1")
    s = play(s, "b:B C5 no")
    assert (workers(s, 1), workers(s, 2)) == ("A@G1 B@C5", "B@G1")
    assert "A" not in plays(play(s, "end end"))
    assert (hand(s, 1), stock(s)) == ("-", "h12v12a12b12w12")
