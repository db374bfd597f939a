"""The plan of a turn: what its courses are read for, what is said about them, and a second count of all of it."""

from __future__ import annotations

from functools import reduce

import pytest

from keyharvest.advice.advice import Advice, advice
from keyharvest.advice.courses import Deed, Event, Story
from keyharvest.advice.hints import described, planning
from keyharvest.advice.plan import Because, Loss, More, Prospect, Then, because
from keyharvest.advice.purposes import Cause, Purpose, purposes
from keyharvest.advice.wording import _PURPOSES, cause, following, headline, loss, more, points, purpose
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.players import make_player
from keyharvest.rules import State, counters, final_scores, play
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.scoring import worker_points
from keyharvest.search import Effort, in_one_go
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES
from tests.advice.recount import faults
from tests.rules.builders import position
from web.tools.catalogue import compiled
from web.tools.catalogue import read as catalogue

NAMES = ("Robin", "Ada", "Bruno", "Clara")
D2, D3, E6 = (INDEX[name] for name in ("D2", "D3", "E6"))
MERCHANT = WORKER_INDEX["G"]
#: E6 is open to the merchant.
FIELDS = "C4 C5 E5 E7 F5 F6"
STATE = position(board1=FIELDS, board2="G1 G7", hand1="h2v1", hand2="h1", registry="D2 D3", bag="B1 B2 B3", turn=5)
WORKERS = position(
    board1="C4 C5 D5 E7", board2="G1 G7", hand1="h2v1", hand2="h1", store1="B5:v1 E6:v1", workers1="A@B5", turn=5
)


def prospect(*turns: tuple[Event, ...], state: State = STATE, moves: str = "", last: bool = False) -> Prospect:
    """Return a turn of the first seat with these events in its courses, one of them in each."""
    after = reduce(play, moves.split(), state)
    stories = []
    for events in turns:
        end = after.copy()
        for event in events:
            if event.kind in ("place", "buy"):
                end.fields = tuple(
                    fields | (1 << event.tile) * (seat == event.seat) for seat, fields in enumerate(end.fields)
                )
        stories.append(Story(events, state, after, end))
    made = Prospect(observe(state, 0), after, stories, -1 if last else state.turn + 2)
    made.points = final_scores(after)[0].total - final_scores(state)[0].total
    return made


def mine(kind: str, turn: int = 7, now: bool = False, **more: int) -> Event:
    return Event(kind, turn, 0, now, **more)


# The next turn


def test_of_the_next_turn_only_steps_are_told_that_happen_often_and_together() -> None:
    place, work = mine("place", tile=D2), mine("work", worker=MERCHANT, space=E6)
    found = prospect((place, work), (place, work), (place,), (work, place)).then()
    assert found.steps == (Deed("place", D2), Deed("work", worker=MERCHANT, space=E6))
    assert found.share == 3 / 4
    assert following(found, NAMES) == "Next turn, probably: place D2, then merchant to E6."
    # Each in half of the courses, but never together: only the first is shown.
    found = prospect((place,), (place,), (work,), (work,)).then()
    assert (found.steps, found.share) == ((Deed("place", D2),), 2 / 4)
    assert prospect((place,), (work,), (), ()).then().kind == "open"


def test_a_detail_that_differs_is_left_out() -> None:
    stored = position(board1=FIELDS, board2="G1 G7", hand1="h2v1", store2="D2:h1", turn=5)
    there, elsewhere = (mine("work", worker=MERCHANT, space=space) for space in (E6, D3))
    bought = mine("buy", tile=D2, worker=MERCHANT, other=1)
    found = prospect((there, bought), (elsewhere, bought), state=stored).then()
    assert found.steps == (Deed("work", D2, MERCHANT),)
    assert following(found, NAMES) == "Next turn, very likely: play the merchant for D2."
    found = prospect((there, bought), (there, bought), state=stored).then()
    assert following(found, NAMES) == "Next turn, very likely: merchant to E6 for D2."


def test_a_tile_to_be_bought_may_have_yet_to_be_stored() -> None:
    found = prospect((mine("buy", tile=D2, other=1),)).then()
    assert following(found, NAMES) == "Next turn, very likely: buy D2 once Ada has stored it."
    merchant = mine("work", worker=MERCHANT, space=E6), mine("buy", tile=D2, worker=MERCHANT, other=1)
    assert following(prospect(merchant).then(), NAMES) == "Next turn, very likely: merchant to E6."
    # A space that isn't open after the named steps isn't named (rule 5.2).
    closed = prospect(merchant, state=position(board1="C4 C5 E7", registry="D2", bag="B1", turn=5)).then()
    assert following(closed, NAMES) == "Next turn, very likely: play the merchant."


def test_who_stores_a_tile_is_told_and_who_moves_on() -> None:
    storekeeper = WORKER_INDEX["H"]
    stores = mine("work", worker=storekeeper, space=E6), mine("store", tile=D2, worker=storekeeper)
    assert following(prospect(stores).then(), NAMES) == "Next turn, very likely: storekeeper to E6 for D2."
    moves = (mine("move", worker=0, space=E6),)
    assert following(prospect(moves).then(), NAMES) == "Next turn, very likely: apprentice moves on to E6."


def test_a_harvest_is_one_step_with_the_average_of_its_fields() -> None:
    three, one = (mine("harvest", number=1),) * 3, (mine("harvest", number=1),)
    found = prospect(three, one).then()
    assert following(found, NAMES) == "Next turn, very likely: a harvest of about 2 counters."


def test_a_harvest_is_of_no_more_fields_than_can_be_ripe_in_one_group() -> None:
    six = (mine("harvest", number=1),) * 6
    assert prospect(six).then().number == 4  # E5, F5, F6 and E7; C4 and C5 do not touch them (rule 4.1)
    spent = position(board1="C4- C5- D8", board2="G1 G7", hand1="h2v1", turn=5)
    assert prospect(six, state=spent).then().number == 1
    turned = (mine("work", worker=WORKER_INDEX["D"]), *six)
    assert prospect(turned, state=spent).then().number == 2


def test_a_stored_tile_that_another_mostly_buys_is_told_as_sold() -> None:
    bought = Event("buy", 6, 1, False, tile=D2, other=0)
    found = prospect((bought,), (bought,), (), (bought,), moves="d:D2 hops done").then()
    assert found == Then("sale", share=3 / 4, seat=1, tile=D2, bid=counters.ONE[0])
    assert following(found, NAMES) == "Ada will probably buy D2: you get your bid back, and earn 1 hop."
    # Where the table shows that she can't match the bid, that rests on luck.
    poor = position(board1=FIELDS, board2="G1- G7-", hand1="h2v1", hand2="-", registry="D2 D3", bag="B1", turn=5)
    assert prospect((bought,), (bought,), state=poor, moves="d:D2 hops done").then().kind == "open"
    # A worker's price is other counters, which she may have (rules 10 E, 11 G).
    through = bought._replace(worker=MERCHANT)
    assert following(prospect((through,), (through,), state=poor, moves="d:D2 hops done").then(), NAMES) == (
        "Ada will probably buy D2 through a worker: you get your bid back, and as many counters or more."
    )
    # Another tile that changes hands is none of its business.
    other = bought._replace(tile=D3)
    assert prospect((other,), (other,), moves="d:D2 hops done").then().kind == "open"


def test_what_follows_the_draw_is_the_first_thing_after_it() -> None:
    line, rest = mine("store", 5, now=True, tile=D2), mine("store", 5, tile=D3)
    found = prospect((line, rest), (line, rest), (line,), moves="d:D2 hops done").rest()
    assert following(found, NAMES, drawn=True) == "After the draw, probably: store D3."


def test_no_turn_comes_after_the_last_one() -> None:
    assert following(prospect((), last=True).then(), NAMES) == "This is the last turn of Robin."


def test_what_steps_score_is_told_as_an_average_unless_it_is_always_the_same() -> None:
    two, three = (mine("place", tile=D2, points=points) for points in (2, 3))
    assert following(prospect((two,), (two,)).then(), NAMES).endswith("place D2. That scores 2 points.")
    assert following(prospect((two,), (three,), (three,)).then(), NAMES).endswith("That scores about 3 points.")


# What the steps of a turn are for


def aims(moves: str, *deeds: Deed, state: State = WORKERS, sold: int = -1) -> list[str]:
    """Return the purposes of the first seat's moves in words, after the points of all together."""
    seen = observe(state, 0)
    (turn,) = described(seen, [Advice(tuple(moves.split()), 0.0, 0.0, 0.0, 0.5)], NAMES)
    found = purposes(seen, turn.steps, turn.moves, deeds, sold)
    return [points(found), *(purpose(each, NAMES, 0) for each in found)]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("b:C D4", ["+2 points this turn.", "The labourer scores 2 points."]),
        # Net of the worker that is replaced (5.3).
        ("b:C B5", ["+1 point this turn.", "The labourer scores 1 point more than the apprentice, which goes home."]),
        (
            "b:-A",
            [
                "−1 point this turn.",
                "The apprentice scores 1 point less, but its power works again if you play it later.",
            ],
        ),
        ("a:E7", ["+1 point this turn.", "Counters +1.", "You get the most wheat: 1 point."]),
        # A tile on its space displaces a worker, which goes home or elsewhere (8.1).
        (
            "c:B5 home",
            [
                "0 points this turn.",
                "B5 joins your largest group, where a field scores 1.",
                "The apprentice is displaced and goes home: 1 point less.",
            ],
        ),
        (
            "c:B5 E6 no",
            [
                "+1 point this turn.",
                "B5 joins your largest group, where a field scores 1.",
                "The apprentice is displaced, but keeps its points on another space.",
            ],
        ),
        (
            "b:D D4 C5 D5",
            ["+2 points this turn.", "The unskilled worker scores 2 points.", "You can harvest 2 fields again."],
        ),
    ],
)
def test_the_points_of_a_turn_are_exact_and_net_and_told_step_by_step(moves: str, said: list[str]) -> None:
    state = WORKERS.copy()
    state.ripe = (
        state.ripe[0] & ~(1 << INDEX["C5"] | 1 << INDEX["D5"]) if " D4 C5" in moves else state.ripe[0],
        state.ripe[1],
    )
    assert aims(moves, state=state) == said


STORES: dict[str, str | int] = {
    "board1": "C4 C5 E7",
    "board2": "G1 G7 D3",
    "hand1": "h2v1",
    "turn": 5,
    "bag": "B1 B2 B3",
}


def with_stores(**more: str) -> State:
    return position(**{**STORES, **more})  # type: ignore[arg-type]


def test_a_tile_in_the_second_group_scores_two_and_one_elsewhere_what_it_adds() -> None:
    state = with_stores(store1="E6:v1 C6:h1")
    assert aims("c:E6 c:C6", state=state)[1:] == [
        "E6 joins your second group, where a field scores 2.",
        "C6 joins your largest group, where a field scores 1.",
    ]


def test_a_tile_without_points_is_kept_from_another_or_lets_tiles_score_or_is_just_a_field() -> None:
    state = with_stores(board1="C4 C5 D8 F8", store1="A1:h1", store2="D2:h1", hand1="h2")
    assert aims("c:D2", state=state)[2:3] == ["Ada can no longer score 1 point with D2."]
    prepares = ["With A1, 2 more of the tiles to come would score for you."]  # B1 and B2
    assert aims("c:A1", state=state)[1:] == prepares
    assert aims("c:A1", Deed("work", worker=2, space=INDEX["E8"]), state=state)[1:] == prepares
    far = with_stores(board1="C4 C5 D8 F8", store1="A1:h1", bag="G6")
    assert aims("c:A1", state=far)[1:] == ["A1 scores nothing until others join it."]


def test_a_tile_without_points_gives_the_best_worker_at_hand_its_first_space() -> None:
    state = with_stores(board1="A2 A7 D1 D4 D8 E7", store1="F8:h1", bag="G6")
    assert aims("c:F8", state=state)[1:] == [
        "Only with F8 is there a space for the skilled worker, for 3 points later."
    ]
    played = with_stores(board1="A2 A7 D1 D4 D8 E7", store1="F8:h1", bag="G6", workers1="E@E8")
    assert "skilled worker" not in aims("c:F8", state=played)[1]


def test_a_tile_that_sends_a_worker_home_without_a_question_costs_its_points() -> None:
    state = with_stores(board1="B4 C4 C6 D4 D5", workers1="L@C5", store1="C5:h1")
    assert aims("c:C5", state=state)[-1] == "The benefactor is displaced and goes home: 5 points less."
    after = play(state, "c:C5")
    assert not after.posts[0]
    assert worker_points(state, 0) == 5


def test_a_stored_tile_is_kept_from_another_or_not() -> None:
    state = with_stores(registry="G2", hand1="h2", hand2="v1", board2="G1- G7- A3-")
    assert "Ada can no longer score 1 point with G2." in aims("d:G2 hops done", state=state)
    richer = with_stores(registry="G2", hand1="h2", hand2="h1", board2="G1- G7- A3-")
    assert "G2 would score 1 point for Ada." in aims("d:G2 hops done", state=richer)


def test_a_bid_that_nobody_can_match_is_no_higher_than_it_must_be() -> None:
    state = with_stores(registry="E6", hand1="h2v1", hand2="h1", board2="G1- G7-")
    lower = "Ada might match a lower bid."
    assert lower in aims("d:E6 hops hops done", state=state)
    assert lower not in aims("d:E6 hops vegetables done", state=state)  # without the hop she still can't
    assert lower not in aims("d:E6 vegetables done", state=state)


def test_a_tile_opens_a_space_if_the_worker_has_no_other() -> None:
    state = with_stores(board1="C4 F8 A1", store1="C6:h1")
    opened = Deed("work", worker=2, space=INDEX["C5"])
    assert aims("c:C6", opened, state=state)[1:] == ["Only with C6 has the labourer a space: C5."]
    both = with_stores(board1="C4 F8 A1", store1="C6:h1 D4:h1")
    assert "Only with C6 and D4 has the skilled worker a space: C5." in aims(
        "c:C6 c:D4", Deed("work", worker=4, space=INDEX["C5"]), state=both
    )


def test_a_tile_prepares_another_in_sight_that_then_scores() -> None:
    state = with_stores(board1="C4 C5 F1 F2", store1="A1:h1", registry="A2", bag="G6")
    assert aims("c:A1", state=state)[1:] == ["A1 scores nothing until others join it."]
    state = with_stores(board1="C4 E1", store1="A1:h1", registry="A2")
    assert aims("c:A1", state=state)[1:] == ["A1 prepares A2, which would then score 1 point."]


def test_a_majority_is_told_at_the_step_that_wins_it_or_takes_it_from_another() -> None:
    state = with_stores(board1="E7 A1", hand1="v1", hand2="h1v1")
    assert aims("a:A1 end", state=state)[2:] == ["Ada loses the most hops: 1 point less for Ada."]
    state = with_stores(board1="A1", hand1="h1", hand2="h1")
    assert aims("a:A1 end", state=state)[2:] == ["You get the most hops: 1 point."]
    state = with_stores(board1="C4 C5 D5 E7", hand1="v1", hand2="h1")
    assert "You get the most hops instead of Ada: 1 point more for you, 1 less for Ada." in aims(
        "b:C D4 hops hops", state=state
    )


def test_a_seller_who_gets_the_most_of_a_crop_by_the_price_is_named() -> None:
    state = with_stores(board1="C4 F8", store2="A1:h1", hand1="h1", hand2="-")
    told = aims("c:A1 end", state=state)
    assert told[-1] == "Ada gets the most hops instead of you: 1 point less for you, 1 more for Ada."


def test_a_majority_that_hidden_counters_decide_is_no_point() -> None:
    state = position(3, board1="A1 C4 F8", hand1="h2", hand2="h2", known2="h1", hand3="v1", known3="-", turn=5)
    assert "You now surely have the most hops." in aims("a:A1 end", state=state)


def test_a_tile_whose_worker_would_go_home_is_not_said_to_be_placed() -> None:
    state = with_stores(board1="B4 C4 C6 D4 D5", workers1="L@C5", registry="C5", hand1="h1")
    assert not any("C5" in each for each in aims("d:C5 hops", state=state))


def test_a_displaced_worker_that_replaces_another_costs_the_points_of_that_one() -> None:
    state = with_stores(board1="B4 C4 D5 E5", workers1="C@C5 A@D4", store1="C5:h1")
    told = aims("c:C5 D4", state=state)
    assert "The apprentice there goes home: 1 point less." in told
    after = reduce(play, ["c:C5", "D4"], state)
    assert worker_points(after, 0) == worker_points(state, 0) - 1


def test_in_the_last_turn_a_tile_scores_nothing() -> None:
    state = position(board1="C4 C5 D8 F8", store1="A1:h1", left=0, placed="MNOPQRTUVW", turn=20)
    assert aims("c:A1", state=state)[1:] == ["A1 scores nothing."]


def test_counters_are_named_without_which_a_tile_could_not_be_bought() -> None:
    state = with_stores(store2="E6:w1", hand1="h2")
    assert "Without this you couldn't pay for E6." in aims("a:E7 c:E6", state=state)
    rich = with_stores(store2="E6:w1", hand1="h2w1")
    assert "Without this you couldn't pay for E6." not in aims("a:E7 c:E6", state=rich)


def test_a_stored_tile_is_for_the_next_turn_or_later_and_may_be_safe() -> None:
    state = with_stores(registry="E6 A1", hand2="v1", board2="G1- G7-")
    assert aims("d:E6 hops done", Deed("place", INDEX["E6"]), state=state)[2] == (
        "You can place E6 next turn, for 2 points. Ada has no hops."
    )
    assert aims("d:E6 hops done", state=state)[2].startswith("You can place E6 later, for 2 points.")
    assert aims("d:A1 hops done", state=state)[2].startswith(
        "You can place A1 later, for no points yet. Ada has no hops."
    )
    assert aims("d:E6 hops done", state=state, sold=INDEX["E6"])[2].startswith(
        "If nobody buys E6, it will score 2 points."
    )
    assert len(aims("d:A1 hops done", state=state, sold=INDEX["A1"])) == 2


def test_in_the_last_turn_a_stored_tile_is_for_nothing() -> None:
    state = with_stores(registry="E6 A1").copy()
    state.left = 0
    assert aims("d:E6 hops done", state=state) == ["0 points this turn.", "Counters −1."]


def test_a_worker_goes_home_to_be_played_again_or_to_leave_room() -> None:
    assert aims("b:-A", Deed("work", worker=0))[1] == (
        "The apprentice scores 1 point less, but its power works again if you play it next turn."
    )
    assert aims("b:-A", Deed("work", worker=2, space=INDEX["C6"]))[1] == (
        "The apprentice scores 1 point less, but leaves C6 to the labourer."
    )


# Why


def compared(*plans: Prospect, at: int = 0, close: bool = False) -> Because:
    return because(plans, at, 1 - at, close)


def said(why: Because) -> list[tuple[int, str]]:
    return [(1, loss(each, NAMES, 0)) for each in why.losses] + [(at, more(each, NAMES)) for at, each in why.more]


def test_the_reason_is_what_another_gets_after_the_worse_turn() -> None:
    mine_now, hers = mine("place", 5, now=True, tile=D2, points=2), Event("place", 6, 1, False, tile=D2, points=1)
    best, other = prospect(*[(mine_now,)] * 4), prospect((hers,), (hers,), (hers,), ())
    found = compared(best, other)
    assert found.kind == "clear"
    assert said(found)[0] == (1, "Ada will probably get D2. It is still in the registry.")
    # From the other turn's side it is the same.
    assert compared(best, other, at=1).losses == found.losses
    # Of turns that are about equal nothing is lost, nor of what differs little.
    assert not compared(best, other, close=True).losses
    assert not compared(prospect((hers,), (hers,), (hers,), ()), other).losses


def test_a_tile_that_is_no_points_to_another_is_a_loss_only_if_the_better_turn_gets_it() -> None:
    hers = Event("place", 6, 1, False, tile=D2)
    assert not compared(prospect(*[()] * 4), prospect(*[(hers,)] * 4)).losses
    near = position(board1="C4 C5 E7", board2="C2 G7", hand1="h2v1", registry="D2 D3", bag="B1 B2 B3", turn=5)
    found = compared(prospect(*[()] * 4, state=near), prospect(*[(hers,)] * 4, state=near))
    assert said(found)[0] == (
        1,
        "Ada will probably get D2. It would score 1 point for Ada. It is still in the registry.",
    )


def test_a_tile_that_is_still_in_the_bag_is_nobodys_loss() -> None:
    hers = Event("place", 6, 1, False, tile=INDEX["B2"])
    near = position(board1="C4 C5 E7", board2="B3 G7", hand1="h2v1", registry="D2 D3", bag="B1 B2 B4", turn=5)
    assert not compared(prospect(*[()] * 4, state=near), prospect(*[(hers,)] * 4, state=near)).losses
    seen = position(board1="C4 C5 E7", board2="B3 G7", hand1="h2v1", registry="D2 B2", bag="B1 B4", turn=5)
    assert compared(prospect(*[()] * 4, state=seen), prospect(*[(hers,)] * 4, state=seen)).losses


def test_a_stored_tile_has_its_points_from_its_purpose_alone() -> None:
    state = with_stores(registry="E6", hand2="v1", board2="G1- G7-")
    turns = [(mine("place", tile=E6, points=number),) for number in (2, 1)]
    assert following(prospect(*turns, state=state, moves="d:E6 hops done").then(), NAMES).endswith("place E6.")
    assert following(prospect(*turns, state=with_stores(store1="E6:h1")).then(), NAMES).endswith("about 2 points.")


def test_what_only_the_better_turn_leads_to_is_a_loss_of_the_other_if_its_cause_is_seen() -> None:
    later, full = mine("place", tile=D2), {"store1": "A1:h1 A2:h1", "registry": "D2", "bag": "B1 B2 B3"}
    state = with_stores(**full)
    plans = [prospect(*[(later,)] * 4, state=state), prospect((), (), (), (), state=state)]
    assert said(compared(*plans))[0] == (1, "You will hardly get D2. Your store is full.")
    plans[1] = prospect((later,), (later,), (), (), state=state)
    assert not compared(*plans).losses
    assert not compared(prospect(*[(later,)] * 4), prospect((), (), (), ())).losses


def test_of_two_turns_each_is_told_with_what_it_has_more_of() -> None:
    plans = [prospect(*[()] * 4, state=WORKERS, moves=moves) for moves in ("b:C D4 hops hops", "a:E7")]
    found = compared(*plans, close=True)
    assert found.kind == "equal"
    assert said(found) == [
        (0, "1 point more this turn."),
        (0, "1 counter more."),
        (1, "The labourer can still score 2 points later."),
    ]
    assert [at for at, _each in compared(*plans, at=1, close=True).more] == [1, 0, 0]
    assert headline(found, 0, 1) == "B is about as good in the end: take either"


def test_a_better_worker_to_play_is_told_unless_one_is_kept() -> None:
    state = with_stores(board1="A2 A7 D1 D4 D8 E7", store1="F8:h1", bag="G6")
    plans = [prospect(*[()] * 4, state=state, moves=moves) for moves in ("c:F8", "", "c:F8 b:E E8")]
    better = "The best worker that you could then play scores 1 point more."
    assert said(compared(*plans[:2], close=True)) == [
        (0, "You have F8 on your board."),
        (0, better),
        (1, "You have F8 in your store."),
    ]


def test_of_several_others_the_one_who_gets_least_is_named() -> None:
    state = position(3, board1="C4", board2="G1 G7", board3="A1 A2", registry="D2 G2 A3 B1", bag="E1", turn=5)
    gains = [Event("place", 6, seat, False, tile=INDEX[tile]) for seat, tile in ((1, "G2"), (2, "A3"), (2, "B1"))]
    plans = [prospect(*[turn] * 4, state=state) for turn in ((), tuple(gains))]
    assert (0, "Bruno gets 2 points less.") in said(compared(*plans, close=True))
    assert not any("Ada" in each for _at, each in said(compared(*plans, close=True)))


def test_where_nothing_else_differs_the_points_of_the_next_turn_do() -> None:
    turns = [(mine("place", tile=D2, points=number),) for number in (3, 0, 3, 0)]
    plans = [prospect(*turns), prospect(*[(mine("store", tile=D2),)] * 4)]
    assert said(compared(*plans))[0] == (0, "The next turn scores about 2 points more.")


def test_what_makes_up_for_fewer_points_may_come_later() -> None:
    plans = [prospect(*[()] * 4, state=WORKERS, moves=moves) for moves in ("", "b:C D4")]
    found = compared(*plans)
    assert said(found) == [(0, "The labourer can still score 2 points later."), (1, "2 points more this turn.")]
    gained = prospect(*[(mine("place", tile=D3),)] * 4)
    found = compared(prospect((), (), (), ()), gained)
    assert said(found) == [(0, "It gains more in later turns."), (1, "2 points more in all after your next turn.")]


def test_in_the_last_turn_only_points_count() -> None:
    plans = [prospect(*[()] * 4, state=WORKERS, moves=moves, last=True) for moves in ("b:C D4", "a:E7")]
    assert [each.kind for _at, each in compared(*plans).more] == ["now"]


@pytest.mark.parametrize(
    ("table", "moves", "told_of", "said"),
    [
        ({"hand1": "h2", "hand2": "h1"}, "d:D2 hops done", Loss("tile", 1, D2, 4 / 4), "Ada can match the bid."),
        ({"hand1": "h2"}, "d:D2 hops done", Loss("tile", 1, D2, 4 / 4), ""),
        ({"store2": "E6:v1"}, "", Loss("tile", 0, E6, 0 / 4), "You have no vegetables."),
        ({"store2": "E6:v1"}, "", Loss("tile", 1, E6, 4 / 4), "It is in Ada's store."),
        ({}, "", Loss("tile", 1, D2, 4 / 4), "It is still in the registry."),
        ({"store1": "A1:h1 A2:h1"}, "", Loss("tile", 0, D2, 0 / 4), "Your store is full."),
        ({"board1": "C4"}, "", Loss("worker", 0, MERCHANT, 0 / 4), "No space is open to it."),
        ({"board1": "C4"}, "", Loss("worker", 0, 0, 0 / 4), ""),
    ],
)
def test_a_cause_is_what_everyone_can_see(table: dict[str, str], moves: str, told_of: Loss, said: str) -> None:
    base = {"board1": "C4- C5-", "board2": "G1- G7-", "registry": "D2", "bag": "B1 B2 B3", "turn": 5}
    state = position(**{**base, **table})  # type: ignore[arg-type]
    found = prospect((), state=state, moves=moves).cause(told_of)
    assert (cause(found, NAMES, 0) if found else "") == said


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"hand1": "h2"}, "Ada has no hops."),
        ({"hand1": "h2", "hand2": "h1"}, ""),
        ({"hand1": "h2", "board2": "G1 A3"}, ""),  # she can harvest hops
    ],
)
def test_a_bid_is_safe_if_nobody_can_match_it(table: dict[str, str], said: str) -> None:
    base = {"board1": "C4- C5-", "board2": "G1- G7-", "registry": "D2", "bag": "B1 B2 B3", "turn": 5}
    state = position(**{**base, **table})  # type: ignore[arg-type]
    assert aims("d:D2 hops done", state=state)[2] == f"You can place D2 later, for 2 points. {said}".rstrip()


# In words


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_whole_in_every_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogues", dict(language._catalogues))
    if code != "en":
        language.add_catalogue(code, compiled(catalogue(code)))
    said = []
    with language.speaking(code):
        for kind in _PURPOSES:
            some = [Purpose(1, kind, number, number, 1, 2, 1, 3) for number in (1, 2)]
            said += [purpose(each, NAMES, 0) for each in some]
        for kind in ("tile", "worker"):
            for share in (0 / 4, 4 / 4):
                for seat in (0, 1, -1):
                    said += [loss(Loss(kind, seat, 3, share, number), NAMES, 0) for number in (0, 1, 2)]
        for kind in ("now", "soon", "end", "less", "counters", "ripe", "kept", "later"):
            said += [
                more(More(kind, number, 2, 1, exact), NAMES)
                for number in (1, 2)
                for exact in (True, kind in ("kept", "later"))
            ]
        for kind in ("no crop", "can't match", "can match", "full store", "has it", "nobody", "registry", "no space"):
            said += [cause(Cause(kind, seat, 0), NAMES, 0) for seat in (0, 1)[kind in ("has it", "can match") :]]
        deeds: tuple[Deed, ...] = (
            Deed("place", 1),
            Deed("buy", 1, other=1),
            Deed("await", 1, other=1),
            Deed("take", 1, other=1),
            Deed("store", 1),
            Deed("harvest"),
            Deed("work", 1, 2, 3),
        )
        deeds = (*deeds, Deed("work", -1, 2), Deed("work", 1, 2), Deed("move", -1, 2, 3))
        said += [
            following(Then("steps", deeds[:2], hits / 4, 1, number, exact), NAMES, drawn=drawn)
            for hits in (2, 4)
            for number in (0, 1, 2)
            for exact in (False, True)
            for drawn in (False, True)
        ]
        said += [following(Then("steps", (deed,), 4 / 4, number), NAMES) for deed in deeds for number in (1, 2)]
        said += [
            following(Then(kind, seat=seat, tile=1, bid=1), NAMES)
            for kind in ("sale", "last", "open")
            for seat in (-1, 1)
        ]
        said += [headline(Because(kind), at, 1 - at) for kind in ("clear", "equal") for at in (0, 1)]
    assert all(text and "{" not in text and "  " not in text for text in said)
    assert len({*said}) > 90


# The whole


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, *(pytest.param(more, marks=pytest.mark.long) for more in (3, 4))])
def test_what_a_hint_says_is_what_the_referee_counts(players: int) -> None:
    """Plans with real courses, of an effort less than a hint's; ``python3 tests plans`` has the full one."""
    game, player = Game.new(players, start="random", seed=players), make_player("greedy", 1)
    asked = last = 0
    while not game.over and asked < 5:
        fresh, last = game.state.turn > last, game.state.turn
        if fresh and last % 7 == 3:
            observation = game.observation(game.actor)
            found = advice(observation, 3, Effort(600, width=3, kept=4, replies=3, planned=True))
            choices = in_one_go(planning(observation, described(observation, found, NAMES[:players])))
            assert list(faults(observation.view, observation.seat, choices)) == []
            asked += 1
        game.play(player.choose(game.observation(game.actor)))
    assert asked == 5
