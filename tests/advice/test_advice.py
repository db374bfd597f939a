"""Hints and analysis: the best turns, true reasons, and the cost of each turn of a record."""

from collections.abc import Generator
from functools import reduce

import pytest

from keyharvest.advice.advice import Advice, advice, reviewing
from keyharvest.advice.choices import _of_each_answer, _same_plan, _without_storing, choices, unlike
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.players import make_player
from keyharvest.record import parse_position
from keyharvest.rules import Source, State, actor, final_scores, play
from keyharvest.rules.components import CROPS
from keyharvest.rules.frames import STOCK, Bid, Displaced, OfferDraw, Pay, PickFields
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort, Evaluator, Line, Search, in_one_go
from keyharvest.search.chances import chance
from keyharvest.search.search import average
from keyharvest.words.terms import percentage
from tests.players.test_players import questions
from tests.rules.builders import position

EFFORT = Effort(120, width=2, kept=3)


def some_game(players: int, turns: int) -> Game:
    game = Game.new(players, start="random", seed=5)
    player = make_player("greedy", 1)
    while game.state.turn <= turns:
        game.play(player.choose(game.observation(game.actor)))
    return game


@pytest.mark.parametrize("players", [2, 3])
def test_the_parts_add_up_to_the_whole(players: int) -> None:
    for state in some_game(players, 9).states:
        if state.turn and actor(state) >= 0 and type(state.stack[-1]).__name__ == "Turn":
            for judge in (Evaluator(state), Evaluator.of(observe(state, 0))):
                for seat, worth in enumerate(judge.worths(state)):
                    assert sum(judge.parts(state, seat)) == pytest.approx(worth)


def join_two_groups() -> State:
    """In the last turn: the stored tile joins three fields into one group of four, and nothing else is as good."""
    return position(
        board1="C4- C6- D4- E6-", board2="G1- G7-", store1="C5:w1", registry="A1", left=0, placed="MNOPQRSTUV"
    )


def test_the_best_turn_comes_first() -> None:
    found = advice(observe(join_two_groups(), 0), 20, EFFORT)
    assert "c:C5" in found[0].moves
    assert [one.margin for one in found] == sorted((one.margin for one in found), reverse=True)
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
    assert all(0 <= one.chance <= 1 for one in found)
    assert any("c:C5" not in one.moves for one in found)


@pytest.mark.slow
def test_in_the_last_turns_rank_and_numbers_are_one_measure() -> None:
    """Rule 13.1: playouts go to the end. A turn that wins as often as the best comes before one of a better margin."""
    state = parse_position(
        "kh1 players=2 layout=standard-2 turn=33 seat=2 start=2 left=3 idle=0 stock=h7v8a6b8w7 registry=A2C1D5F2F6G2 "
        "bag=B1B6C4E7F4F8 fallow=B4C7D3G3 town=JKL events=OPV removed=- seen=MNOPQRSTUVWXYZ aside=- gone=T "
        "placed=QMRSZXNUWY board1=A1+A3-B2+B3+B7-B8-C3+C8-D4+D6-D7-E6-E9+F5-G4-G5-G6-G7- "
        "workers1=C@D5D@B1E@D8H@C7I@F6 hand1=h1a3b2w3 known1=h1a3b2w3 revealed1=- store1=E5:a2,F7:w1 "
        "board2=A4+A5+A6+A7+B5+C2+C5+C6+C9-D1+D2+D8-E1+E2-E3+E4+E8-F1-F3+G1+ workers2=B@B4C@C1E@C8G@B6 "
        "hand2=h4v4a1b2w1 known2=h4v4a1b2w1 revealed2=- store2=- stack=Turn(2,0,0,0)"
    )
    found = advice(observe(state, 1), seed=7009)
    shown = [(percentage(one.chance), round(one.lead, 1)) for one in found]
    assert shown == sorted(shown, reverse=True)
    margins = [one.margin for one in found]
    assert margins != sorted(margins, reverse=True)


@pytest.mark.parametrize(("left", "error"), [(0, 0.0), (1, 0.1), (3, 0.75)])
def test_one_course_imagined_is_not_sure_but_the_end_is(left: int, error: float) -> None:
    """Nothing is drawn from an empty bag, so all simulations agree; in the very last turn none are run."""
    state = position(
        board1="C4- C6- D4- E6-",
        board2="G1- G7-",
        store1="C5:w1",
        registry="A1",
        bag="",
        left=left,
        placed="MNOPQRSTUV",
    )
    found = advice(observe(state, 0), 8, EFFORT)
    assert len(found) > 2
    assert {one.error for one in found[1:]} == {error}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_told_as_lead_is_that_over_the_best_of_the_others(players: int) -> None:
    """In the very last turn with an empty bag it is the final lead, unlike the margin, which mixes in the others."""
    state = position(
        players,
        board1="C4- C5- C6-",
        board2="G1- G2- G3- G4- G5-",
        board3="B8-" if players > 2 else "-",
        board4="A1- A2-" if players > 3 else "-",
        store1="C7:w1",
        registry="",
        bag="",
        left=0,
        placed="MNOPQRSTUV",
    )
    found = advice(observe(state, 0), 3, EFFORT)
    assert len(found) == 3
    for one in found:
        own, *others = (score.total for score in final_scores(reduce(play, one.moves, state)))
        assert one.lead == pytest.approx(own - max(others))
        assert (one.lead == one.margin) is (players == 2)


def test_what_was_dropped_before_courses_were_imagined_is_told_by_courses() -> None:
    """The lines that seem best store a tile in vain; those shown instead are simulated, too."""
    state = position(
        board1="C4 C6- D4- E6-",
        board2="G1- G3- G5",
        hand1="h2v2a1",
        hand2="h1w3",
        store2="G2:w1 G4:h1",
        registry="A1 A3 A7 B5",
        bag="",
        left=1,
        placed="MNOPQRSTUV",
    )
    observation, effort = observe(state, 0), Effort(120, width=20, kept=2)
    search = Search(observation, effort._replace(victory=0), 0)
    in_one_go(search.run())
    compared = [line for line in search.found if line.values]
    assert all(any(move.startswith("d:") for move in line.moves) for line in compared)
    found = advice(observation, 3, effort)
    assert len(found) == 3
    for one in found:
        assert not any(move.startswith("d:") for move in one.moves)
        assert one.margin == pytest.approx(in_one_go(search.worth(Line(one.moves, state), 0)))


def test_in_the_last_turn_no_field_is_turned_back_that_brings_nothing() -> None:
    """Two hops from fields turned back and harvested again are worth one point; turned back after the harvest, none."""
    state = position(
        board1="C4- C5- D3- E4-",
        board2="G1- G7-",
        hand1="h1",
        hand2="h2",
        registry="",
        bag="",
        left=0,
        placed="MNOPQRSTUV",
    )
    found = [one.moves for one in advice(observe(state, 0), 99, Effort(400, width=20, kept=20))]
    workers = [moves for moves in found if moves[0] == "b:D"]
    assert any("no" in moves for moves in workers)
    assert any(move.startswith("a:") for moves in workers for move in moves)
    assert all("no" in moves or any(move.startswith("a:") for move in moves) for moves in workers)


@pytest.mark.parametrize(("left", "told"), [(1, False), (3, True)])
def test_in_the_last_turn_nothing_is_told_that_is_done_in_vain(left: int, told: bool) -> None:
    """A stored tile can no longer be placed, nor a worker taken home played again; earlier they can."""
    state = position(
        board1="C4 C6- D4- E6-",
        board2="G1- G7-",
        hand1="h2v2",
        workers1="A@D5",
        registry="A1 C5",
        bag="",
        left=left,
        placed="MNOPQRSTUV",
    )
    moves = [move for one in advice(observe(state, 0), 99, Effort(120, width=20, kept=3)) for move in one.moves]
    for vain in ("d:", "b:-"):
        assert any(move.startswith(vain) for move in moves) is told
    assert "a:C4" in moves


@pytest.mark.parametrize("used", [1, 0])
def test_a_power_that_stores_in_vain_is_left_alone(used: int) -> None:
    """The storekeeper scores points, but his tile only if the action left can still place it."""
    state = position(
        board1="C5- C6- D4- D6- E5- E6-",
        board2="G1- G7-",
        hand1="h2v2",
        hand2="h1",
        workers2="I@A1 J@A5 K@B8 L@F5",
        registry="A1 D5",
        left=0,
        used=used,
        placed="MNOPQRSTUV",
    )
    told = [one.moves for one in advice(observe(state, 0), 3, Effort(400, width=4, kept=6))]
    assert (("b:H", "D5", "no", "end") in told) is bool(used)
    assert (told[0] == ("b:H", "D5", "A1", "vegetables", "done")) is not used


@pytest.mark.parametrize(("store", "left", "told"), [("A1", 0, "end"), ("C6", 0, "c:C6"), ("A1", 1, "c:A1")])
def test_a_last_turn_that_changes_no_points_is_told_as_the_end(store: str, left: int, told: str) -> None:
    """A1 alone scores no points, C6 scores one; no worker can be placed. After A1 others may still have a last turn."""
    state = position(
        board1="C4- C5- E4-",
        board2="G1- G7-",
        hand1="b1",
        hand2="h9v9a9b3w9",
        store1=f"{store}:h1",
        workers1="A@F1 B@F2 C@F3 D@F4 E@F5 F@F6",
        workers2="G@A1 H@A2 I@A3 J@A4 K@A5 L@A6",
        registry="",
        bag="",
        left=left,
        placed="MNOPQRSTUV",
    )
    found = [one.moves for one in advice(observe(state, 0), 3, Effort(100, width=4, kept=3))]
    assert any(told in moves for moves in found)
    assert (found == [("end",)]) is (told == "end")


def test_what_a_turn_is_without_a_tile_stored() -> None:
    state = position(board1="C4 C5 C6- D4- D6-", board2="G1", hand1="h2", registry="A1 A3 B5", bag="A5")
    for moves, less in (
        ("a:C4 C5 d:A1 hops done", "a:C4 C5 end"),
        ("b:D C7 no d:A1 hops done", "b:D C7 no end"),
        ("b:D C7 no end", ""),
        ("d:A1 hops done", "end"),
    ):
        assert _without_storing(tuple(moves.split()), state) == tuple(less.split())


def some_advice(turns: int) -> list[Advice]:
    game = some_game(2, turns)
    return advice(game.observation(game.actor), 8, Effort(400, width=4, kept=8))


@pytest.mark.parametrize("left", [0, 2])
@pytest.mark.parametrize("won", [False, True])
def test_where_courses_go_to_the_end_the_chance_is_what_came_of_them(won: bool, left: int) -> None:
    """Three players, nothing to draw: after the very last turn only the result counts, before it there is one
    simulation.
    """
    farms = ["A1- A2- A3- A4-", "C4- C5- C6- C7- D4- D5- D6- D7- E4- E5-"]
    state = position(
        3,
        board1=farms[won],
        board2=farms[not won],
        board3="G1-",
        hand1="h1",
        registry="",
        bag="",
        left=left,
        placed="MNOPQRSTUV",
    )
    found = {one.moves: one for one in advice(observe(state, 0), 20, EFFORT)}
    assert ("end",) in found
    for one in found.values():
        by_margin = chance(one.margin, 3, sum(Evaluator(state).turns_left) / 3)
        assert one.chance == pytest.approx((won + by_margin) / 2 if left else float(won))


@pytest.mark.thorough
def test_no_answer_is_told_twice() -> None:
    """Payments and bids are shown in several ways, and two lines may lead to the same one."""
    asked = [state for state in questions() if isinstance(state.stack[-1], Bid | Pay)]
    assert len(asked) > 10
    for state in asked[::6]:
        told = advice(observe(state, actor(state)), 3, Effort(200, width=2, kept=4))
        assert len({one.moves for one in told}) == len(told)


@pytest.mark.thorough
def test_each_answer_to_a_question_is_told_once() -> None:
    """Each answer comes with its best continuation: where a displaced worker goes, whether to buy a draw."""
    asked = [state for state in questions() if isinstance(state.stack[-1], Displaced | OfferDraw)]
    several = 0
    for state in asked[::9]:
        told = advice(observe(state, actor(state)), 3, Effort(200, width=4, kept=6))
        answers = {one.moves[0] for one in told}
        several += len(answers) > 1
        assert len(answers) in (1, len(told))
    assert several > 6
    # If fields are named one by one, all of them are the answer.
    fields = sum(1 << INDEX[field] for field in ("C4", "C5", "D3"))
    state = position(stack=[Turn(0, 2), PickFields(0, "A", fields, 2)], board1="C4- C5 D3", board2="G1", hand1="h2")
    moves = ["C4 C5 a:C5 D3", "C4 C5 end", "C4 D3 end", "C5 D3 end", "no end"]
    lines = [Line(tuple(each.split()), state) for each in moves]
    assert _of_each_answer(lines, state) == [lines[0], *lines[2:]]
    assert _of_each_answer(lines[:2], state) == lines[:2]


def test_of_a_question_with_one_answer_worth_a_look_several_ways_to_go_on_are_told() -> None:
    state = position(
        stack=[Turn(0, 2), PickFields(0, "A", 1 << INDEX["C4"], 1)],
        board1="C4 C5 C6 E5-",
        board2="G1 G7-",
        hand1="h1",
        registry="A1",
    )
    told = advice(observe(state, 0), 3, Effort(2000, width=6, kept=10))
    assert {one.moves[0] for one in told} == {"C4"}
    assert len(told) == 3


@pytest.mark.parametrize(("more", "same"), [(5.1, True), (3.0, False), (7.0, False)])
def test_a_turn_with_one_action_more_is_the_same_plan_only_if_it_is_as_good(more: float, same: bool) -> None:
    """Storing a tile in vain may cost points: then the turn without it is a different one."""
    state = position()
    less = Line(("b:C", "B4", "end"), state, values=[5.0, 5.0])
    storing = Line(("b:C", "B4", "d:B6", "hops", "done", "end"), state, values=[more, more])
    assert _same_plan(less, storing) is _same_plan(storing, less) is same


@pytest.mark.parametrize(
    ("found", "number", "told"),
    [
        (["c:D8 b:C B2 hops end", "c:D8 end", "a:C4 end"], 2, [0, 2]),
        (["c:D8 b:C B2 hops end", "c:D8 end", "a:C4 end"], 3, [0, 2, 1]),
        (["c:D8 b:C B2 hops end", "c:D8 end", "end"], 3, [0, 1, 2]),
        # Left out too with other counters, or as a part of a turn that isn't the best; but not with another space, nor
        # if it is better than the whole turn.
        (["c:D8 b:C B2 hops end", "b:C B2 wheat end", "a:C4 end"], 2, [0, 2]),
        (["a:C4 end", "c:D8 b:C B2 hops end", "c:D8 end", "d:B6 hops done"], 3, [0, 1, 3]),
        (["c:D8 b:C B2 hops end", "b:C B3 hops end", "a:C4 end"], 2, [0, 1]),
        (["c:D8 end", "c:D8 b:C B2 hops end", "a:C4 end"], 2, [0, 1]),
        # After a draw the turn continues.
        (["c:D8 d:B6 hops done", "d:B6 hops done", "a:C4 end"], 2, [0, 1]),
    ],
)
def test_a_better_turn_cut_short_is_told_only_where_nothing_else_is_left(
    found: list[str], number: int, told: list[int]
) -> None:
    state = position(board1="C4 C5 C6 E5-", board2="G1 G7-", registry="A1 B6", bag="B1 B2")
    assert chosen(state, found, number) == [found[at] for at in told]


@pytest.mark.parametrize(
    ("behind", "told"), [((0.9, 0.9), [0, 2]), ((1.0, 1.0), [0, 1]), ((-0.5, 3.5), [0, 2]), ((1.4, 1.6), [0, 1])]
)
def test_a_better_turn_with_more_that_hardly_matters_is_told_only_where_nothing_else_is_left(
    behind: tuple[float, float], told: list[int]
) -> None:
    """A gap of less than a point in every simulation, or of more only by chance, isn't a fault."""
    state = position(board1="C4 C5 C6 E5-", board2="G1 G7-", registry="A1 B6", bag="B1 B2")
    moves = [("c:D8", "end"), ("c:D8", "a:C4", "end"), ("b:C", "B2", "hops", "end")]
    search = Search(observe(state, 0), EFFORT, 0)
    search.found = [
        Line(each, state, values=[5.0 - gap for gap in gaps] * 4)
        for each, gaps in zip(moves, ((0.0, 0.0), behind, (4.0, 4.0)), strict=True)
    ]
    assert [moves.index(line.moves) for line in in_one_go(choices(search, state, 2))] == told
    assert (search.found[1] in unlike(search.found, state)) is (1 in told)
    idle = Line(("end",), state, values=[5.0] * 8)
    assert unlike([idle, *search.found[1:]], state) == [idle, *search.found[1:]]


def test_a_turn_is_like_another_only_if_that_is_told() -> None:
    """The harvest hardly matters compared with ending the turn, but that is only the best turn cut short."""
    state = position(board1="C4 C5 C6 E5-", board2="G1 G7-", registry="A1 B6", bag="B1 B2")
    best, short, other = ("c:D8", "b:C", "B2", "hops", "end"), ("c:D8", "end"), ("c:D8", "a:C4", "end")
    search = Search(observe(state, 0), EFFORT, 0)
    search.found = [
        Line(moves, state, values=[value] * 8) for moves, value in ((best, 5.0), (short, 4.0), (other, 3.5))
    ]
    assert [line.moves for line in in_one_go(choices(search, state, 3))] == [best, other, short]


def test_what_hardly_matters_is_left_out_by_all_courses_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search follows most lines in fewer than eight simulations."""
    looked: list[int] = []

    def first(lines: list[Line], _view: State) -> list[Line]:
        looked.extend(len(line.values) for line in lines)
        return lines[:1]

    monkeypatch.setattr("keyharvest.advice.advice.unlike", first)
    game = some_game(2, 4)
    assert len(advice(game.observation(game.actor), 3, Effort(2000, width=2, kept=3))) == 1
    assert len(looked) == 3
    assert min(looked) >= 8


def test_an_answer_is_not_another_one_cut_short() -> None:
    fields = sum(1 << INDEX[field] for field in ("C4", "C5", "D3"))
    state = position(stack=[Turn(0, 2), PickFields(0, "A", fields, 2)], board1="C4- C5 D3", board2="G1", hand1="h2")
    found = ["C4 C5 end", "no end", "C4 D3 end"]
    assert chosen(state, found, 2) == found[:2]


def chosen(state: State, found: list[str], number: int) -> list[str]:
    """Return the turns shown of those that a search has found, each a point worse than the one before."""
    search = Search(observe(state, 0), EFFORT, 0)
    search.found = [Line(tuple(moves.split()), state, values=[5.0 - at] * 8) for at, moves in enumerate(found)]
    return [" ".join(line.moves) for line in in_one_go(choices(search, state, number))]


@pytest.mark.parametrize(("more", "same"), [(5.0, True), (6.0, False)])
def test_a_power_used_for_a_harvest_in_vain_is_the_same_plan_as_one_not_used(more: float, same: bool) -> None:
    state = position()
    unused = Line(("b:D", "D4", "no", "end"), state, values=[5.0, 5.0])
    used = Line(("b:D", "D4", "C4", "C5", "a:C4", "C5", "end"), state, values=[more, more])
    assert _same_plan(unused, used) is _same_plan(used, unused) is same


@pytest.mark.slow
def test_the_same_plan_is_told_once() -> None:
    """No turn shown has another's moves in another order with the same value."""
    for turns in (3, 6, 9):
        found = some_advice(turns)
        assert len(found) > 1
        for at, one in enumerate(found):
            for other in found[:at]:
                same = sorted(one.moves) == sorted(other.moves)
                assert not same or other.margin - one.margin > 0.2


def test_of_ways_to_pay_more_are_compared_than_the_search_looks_at() -> None:
    """Two counters buy a draw: in hops Robin is one ahead of Ada, in wheat she is out of reach."""
    state = position(
        stack=[Turn(0, 3), Pay(0, "Q", 2, STOCK)],
        board1="C4- C6- D4- E6-",
        board2="G1- G7-",
        hand1="h3w2",
        hand2="h2w6",
        bag="C5 D5",
        left=0,
        placed="MNOPQRSTUV",
    )
    found = advice(observe(state, 0), 8, EFFORT)
    paid = [one.moves[:2] for one in found]
    assert paid[0] == ("wheat", "wheat")
    assert len(paid) == 3
    assert ("hops", "hops") in paid


@pytest.mark.slow
def test_of_a_plan_only_the_best_counters_are_told() -> None:
    for turns in (3, 6, 9):
        found = some_advice(turns)
        plans = [sorted(move for move in one.moves if move not in (*CROPS, "end")) for one in found]
        assert all(plan not in plans[:at] for at, plan in enumerate(plans))


@pytest.mark.slow
def test_advice_tells_nothing_that_the_seat_cannot_know() -> None:
    game = some_game(3, 4)
    seat = game.actor
    observation = game.observation(seat)
    other = observation.sample(Source(3))
    assert other != game.state
    assert advice(observe(other, seat), 2, EFFORT) == advice(observation, 2, EFFORT)


@pytest.mark.parametrize("turns", [3, *(pytest.param(turns, marks=pytest.mark.slow) for turns in (6, 9))])
def test_what_is_told_is_compared_in_the_same_courses(turns: int) -> None:
    """The search drops most lines after a few simulations, and the best in those need not be the best in more."""
    game = some_game(2, turns)
    observation, effort = game.observation(game.actor), Effort(1500, width=4, kept=8)
    told = advice(observation, 3, effort)
    search = Search(observation, effort._replace(victory=0), 0)
    in_one_go(search.run())
    dropped = min(len(line.values) for line in search.found if line.values)
    courses = {one.moves: followed(search, one.moves, 24) for one in told}
    compared = [
        number
        for number in range(1, 25)
        if all(average(courses[one.moves][:number]) == pytest.approx(one.margin) for one in told)
    ]
    assert len(told) == 3
    assert compared
    assert compared[0] >= 8 > dropped
    assert [one.margin for one in told] == sorted((one.margin for one in told), reverse=True)


def followed(search: Search, moves: tuple[str, ...], courses: int) -> list[float]:
    """Return what a turn is worth in each of the first simulations of a search."""
    line = Line(moves, search.found[0].outcome)
    return [in_one_go(search.worth(line, course)) for course in range(courses)]


def test_lines_are_compared_for_no_more_positions_than_they_may_take() -> None:
    game = some_game(2, 4)
    observation, effort = game.observation(game.actor), Effort(400, width=4, kept=8)
    looked = []
    for positions in (0, 200, 100000):
        search = Search(observation, effort, 0)
        in_one_go(search.run())
        before = search.positions
        lines = [Line(line.moves, line.outcome) for line in search.found[:4]]
        found = in_one_go(search.compare(lines, 24, positions))
        assert {len(line.values) for line in found} == {len(found[0].values)}
        assert [line.mean for line in found] == sorted((line.mean for line in found), reverse=True)
        looked.append((len(found[0].values), search.positions - before))
    (least, _), (some, spent), (most, _) = looked
    assert least == 1 < some < most <= 24
    assert spent > 200


def test_lines_that_are_told_apart_are_compared_no_longer() -> None:
    """With an empty bag all simulations agree; and a line is as good as itself."""
    state = position(
        board1="C4- C6- D4- E6-", board2="G1- G7-", store1="C5:w1", registry="A1", bag="", left=3, placed="MNOPQRSTUV"
    )
    search = Search(observe(state, 0), EFFORT, 0)
    lines = [Line(moves, state) for moves in (("end",), ("c:C5", "end"), ("end",))]
    found = in_one_go(search.compare(lines, 24, 100000))
    assert [line.moves for line in found] == [("c:C5", "end"), ("end",), ("end",)]
    assert {len(line.values) for line in found} == {8}
    found = in_one_go(search.compare(lines, 24, 100000, enough=16))
    assert {len(line.values) for line in found} == {16}


def test_what_is_told_is_compared_in_sixteen_courses_even_if_eight_tell_it_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With an empty bag all simulations agree; but the search's own have chosen the turns shown."""
    state = position(
        board1="C4- C6- D4- E6-", board2="G1- G7-", store1="C5:w1", registry="A1", bag="", left=3, placed="MNOPQRSTUV"
    )
    looked: list[int] = []
    worth = Search.worth

    def watched(search: Search, line: Line, course: int) -> Generator[None, None, float]:
        looked.append(course)
        return worth(search, line, course)

    monkeypatch.setattr(Search, "worth", watched)
    advice(observe(state, 0), 3, Effort(2000, width=2, kept=3))
    assert max(looked) == 15


def test_a_review_names_the_turn_that_gave_most_away() -> None:
    state = join_two_groups()
    game = Game(state)
    game.play("end")
    judged = [each for each in reviewing(game.states, game.moves, EFFORT) if each]
    assert judged[0].turn == state.turn
    assert judged[0].played.moves == ("end",)
    assert "c:C5" in judged[0].best.moves
    assert judged[0].loss > 1


def test_every_turn_of_a_record_is_reviewed_once() -> None:
    game = some_game(2, 4)
    judged = [each for each in reviewing(game.states, game.moves, EFFORT) if each]
    assert [one.turn for one in judged] == [1, 2, 3, 4]
    for one in judged:
        assert one.loss >= 0
        assert one.error >= 0
        assert game.moves[one.at : one.at + len(one.played.moves)] == list(one.played.moves)
        assert actor(game.states[one.at]) == one.seat


def test_a_turn_with_an_empty_bag_is_reviewed() -> None:
    """Everyone knows that no event is in it (rule 14.2), so nothing is drawn, and the turn continues."""
    state = position(
        3,
        board1="A1",
        board2="B1",
        board3="C1",
        hand1="h2",
        registry="A2 E1",
        bag="",
        events="",
        left=3,
        placed="MNOPQRSTUV",
        removed="WX",
    )
    assert not state.bag_events
    game = Game(state)
    for move in ("d:A2", "hops", "done", "end", "end", "end", "end"):
        game.play(move)
    judged = [each for each in reviewing(game.states, game.moves, EFFORT) if each]
    assert [one.played.moves for one in judged] == [("d:A2", "hops", "done", "end"), ("end",), ("end",), ("end",)]


def test_nothing_is_no_number_of_turns_and_no_effort() -> None:
    game = some_game(2, 1)
    for number in (0, -1):
        with pytest.raises(ValueError, match=f"^number: {number}; expected 1 or more$"):
            advice(game.observation(game.actor), number, EFFORT)
    for positions in (0, -5):
        with pytest.raises(ValueError, match=f"^effort: positions: {positions}; expected 1 or more$"):
            advice(game.observation(game.actor), 3, Effort(positions))
    with pytest.raises(ValueError, match=r"has nothing to decide$"):
        advice(game.observation(1 - game.actor))
