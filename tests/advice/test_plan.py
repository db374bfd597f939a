"""The plan of a turn: what its courses are read for, what is said about them, and a second count of all of it."""

from __future__ import annotations

from functools import reduce

import pytest

from keyharvest.advice.advice import advice
from keyharvest.advice.courses import Event, Story, Topic, read
from keyharvest.advice.hints import described, planning
from keyharvest.advice.plan import Because, Cause, Deed, Fact, Now, Prospect, Share, Then, because, nows
from keyharvest.advice.wording import cause, fact, following, gain, headline, this_turn
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.players import make_player
from keyharvest.rules import State, counters, play
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.search import Effort, Evaluator, in_one_go
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES
from tests.advice.recount import faults
from tests.rules.builders import position
from web.tools.catalogue import compiled
from web.tools.catalogue import read as catalogue

NAMES = ("Robin", "Ada", "Bruno", "Clara")
D2, D3, E6 = (INDEX[name] for name in ("D2", "D3", "E6"))
MERCHANT = WORKER_INDEX["G"]
STATE = position(board1="C4 C5 E7", board2="G1 G7", hand1="h2v1", registry="D2 D3", bag="B1 B2 B3", turn=5)
WORKERS = position(
    board1="C4 C5 D5 E7", board2="G1 G7", hand1="h2v1", hand2="h1", store1="B5:v1 E6:v1", workers1="A@B5", turn=5
)


def prospect(
    *turns: tuple[Event, ...], state: State = STATE, moves: str = "", worths: dict[Topic, float] | None = None
) -> Prospect:
    """Return a turn of the first seat with these events in its courses, one of them in each."""
    after = reduce(play, moves.split(), state)
    ends = []
    for events in turns:
        end = after.copy()
        for event in events:
            if event.kind in ("place", "buy"):
                end.fields = tuple(
                    fields | (1 << event.tile) * (seat == event.seat) for seat, fields in enumerate(end.fields)
                )
        ends.append(Story(events, worths or {}, state, end))
    return Prospect(observe(state, 0), after, ends, state.turn + 2)


def mine(kind: str, turn: int = 7, now: bool = False, **more: int) -> Event:
    return Event(kind, turn, 0, now, **more)


# The next turn


def test_of_the_next_turn_only_steps_are_told_that_happen_often_and_together() -> None:
    place, work = mine("place", tile=D2), mine("work", worker=MERCHANT, space=E6)
    found = prospect((place, work), (place, work), (place,), (work, place)).then(Topic())
    assert found.steps == (Deed("place", D2), Deed("work", worker=MERCHANT, space=E6))
    assert found.share == Share(3, 4)
    assert following(found, NAMES) == "Next turn, usually (8 times in 10): place D2, then merchant to E6."
    # Each in half of the courses, but never together: only the first is shown.
    found = prospect((place,), (place,), (work,), (work,)).then(Topic("worker", -1, MERCHANT))
    assert (found.steps, found.share) == ((Deed("work", worker=MERCHANT, space=E6),), Share(2, 4))
    assert prospect((place,), (work,), (), ()).then(Topic()).kind == "open"


def test_a_detail_that_differs_is_left_out() -> None:
    stored = position(board1="C4 C5 E7", board2="G1 G7", hand1="h2v1", store2="D2:h1", turn=5)
    there, elsewhere = (mine("work", worker=MERCHANT, space=space) for space in (E6, D3))
    bought = mine("buy", tile=D2, worker=MERCHANT, other=1)
    found = prospect((there, bought), (elsewhere, bought), state=stored).then(Topic())
    assert found.steps == (Deed("work", D2, MERCHANT),)
    assert following(found, NAMES) == "Next turn, always: play the merchant for D2."
    found = prospect((there, bought), (there, bought), state=stored).then(Topic())
    assert following(found, NAMES) == "Next turn, always: merchant to E6 for D2."


def test_a_tile_to_be_bought_may_have_yet_to_be_stored() -> None:
    found = prospect((mine("buy", tile=D2, other=1),)).then(Topic())
    assert following(found, NAMES) == "Next turn, always: buy D2 once Ada has stored it."
    merchant = mine("work", worker=MERCHANT, space=E6), mine("buy", tile=D2, worker=MERCHANT, other=1)
    assert following(prospect(merchant).then(Topic()), NAMES) == "Next turn, always: merchant to E6."


def test_who_stores_a_tile_is_told_and_who_moves_on() -> None:
    storekeeper = WORKER_INDEX["H"]
    stores = mine("work", worker=storekeeper, space=E6), mine("store", tile=D2, worker=storekeeper)
    assert following(prospect(stores).then(Topic()), NAMES) == "Next turn, always: storekeeper to E6 for D2."
    moves = (mine("move", worker=0, space=E6),)
    assert following(prospect(moves).then(Topic()), NAMES) == "Next turn, always: apprentice moves on to E6."


def test_a_harvest_is_one_step_with_the_average_of_its_fields() -> None:
    three, one = (mine("harvest", number=1),) * 3, (mine("harvest", number=1),)
    found = prospect(three, one).then(Topic())
    assert following(found, NAMES) == "Next turn, always: harvest about 2 counters."


def test_a_stored_tile_that_another_mostly_buys_is_told_as_sold() -> None:
    bought = Event("buy", 6, 1, False, tile=D2, other=0)
    found = prospect((bought,), (bought,), (), (bought,), moves="d:D2 hops done").then(Topic())
    assert found == Then("sale", share=Share(3, 4), seat=1, tile=D2)
    assert following(found, NAMES).startswith("Ada buys D2 8 times in 10: its bid comes back")
    # Another tile that changes hands is none of its business.
    other = bought._replace(tile=D3)
    assert prospect((other,), (other,), moves="d:D2 hops done").then(Topic()).kind == "open"


def test_what_follows_the_draw_is_the_first_thing_after_it() -> None:
    line, rest = mine("store", 5, now=True, tile=D2), mine("store", 5, tile=D3)
    found = prospect((line, rest), (line, rest), (line,), moves="d:D2 hops done").rest()
    assert following(found, NAMES, drawn=True) == "After the draw, usually (7 times in 10): store D3."


def test_no_turn_comes_after_the_last_one() -> None:
    state = STATE.copy()
    state.left = 1
    found = Prospect(observe(state, 0), state, [Story((), {}, state, state)], -1)
    assert following(found.then(Topic()), NAMES) == "This is the last turn."


# Now


@pytest.mark.parametrize(
    ("moves", "found", "said"),
    [
        ("", Now(), "No points."),
        ("b:C D4", Now(workers=2), "+2 points: workers +2."),
        # Net of the worker that is replaced (5.3).
        ("b:C B5", Now(workers=1), "+1 point: workers +1."),
        ("b:-A", Now(workers=-1), "−1 point: workers −1."),
        ("a:E7", Now(won=(4,), counters=1), "+1 point: majority in wheat +1. Counters +1."),
        # A tile on its space displaces a worker, which goes home or elsewhere (8.1).
        ("c:B5 home", Now(1, -1), "0 points: groups +1, workers −1."),
        ("c:B5 E6 no", Now(1), "+1 point: groups +1."),
        ("d:D2 hops done", Now(lost=(0,), counters=-1), "−1 point: majority in hops −1. Counters −1."),
    ],
)
def test_what_a_turn_itself_brings_is_exact_and_net(moves: str, found: Now, said: str) -> None:
    now = prospect((), state=WORKERS, moves=moves).now()
    assert (now, gain(now)) == (found, said)


def test_what_the_turn_compared_brings_is_told_only_if_it_differs() -> None:
    plans = [prospect((), state=WORKERS, moves=moves) for moves in ("b:C D4", "b:-A", "b:C D4")]
    assert nows(plans, 0, 1) == ((0, Now(workers=2)), (1, Now(workers=-1)))
    assert nows(plans, 2, 0) == ((2, Now(workers=2)),)


# Why


TILE = Topic("tile", -1, D2)


def compared(*plans: Prospect, at: int = 0, gap: float = 1.0, close: bool = False) -> Because:
    return because(plans, at, 1 - at, gap, close)


def test_the_reason_is_the_topic_that_is_worth_most_with_what_both_turns_get_of_it() -> None:
    mine_now, hers = mine("place", 5, now=True, tile=D2, points=2), Event("place", 6, 1, False, tile=D2, points=1)
    best = prospect(*[(mine_now,)] * 4, worths={TILE: 2.0, Topic("harvest", 0): 0.6})
    other = prospect((hers,), (hers,), (hers,), (), worths={})
    found = compared(best, other)
    assert found.kind == "clear"
    assert [(at, fact(each, NAMES, 0)) for at, each in found.facts] == [
        (0, "You get D2 now."),
        (1, "Ada gets D2 8 times in 10."),
    ]
    assert [each.points for _at, each in found.facts] == [2, 0]  # what Ada gets is no gain
    # From the other turn's side the same facts come in its order.
    assert [at for at, _each in compared(best, other, at=1).facts] == [1, 0]


def test_a_topic_that_is_worth_little_or_differs_little_is_no_reason() -> None:
    now = mine("place", 5, now=True, tile=D2)
    small = compared(prospect(*[(now,)] * 4, worths={TILE: 0.3}), prospect((), (), (), (), worths={}), gap=0.1)
    assert "tile" not in {each.kind for _at, each in small.facts}
    some = mine("place", tile=D2)
    alike = compared(
        prospect((some,), (some,), (some,), (some,), worths={TILE: 2.0}),
        prospect((some,), (some,), (some,), (), worths={}),
    )
    assert "tile" not in {each.kind for _at, each in alike.facts}


def test_of_turns_about_as_good_their_gains_are_told_and_no_reason() -> None:
    one, two = (mine("place", 5, now=True, tile=tile) for tile in (D2, D3))
    plans = (
        prospect(*[(one,)] * 4, worths={TILE: 2.0}),
        prospect(*[(two,)] * 4, worths={Topic("tile", -1, D3): 2.0}),
    )
    found = compared(*plans, close=True)
    assert [each.kind for _at, each in found.facts] == ["gain", "gain"]
    assert headline(found, 0, 1) == "About as good as B, and gains more later."


def test_without_another_fact_the_gain_up_to_the_end_of_the_next_turn_is_the_reason() -> None:
    plans = (prospect((), worths={}, state=WORKERS, moves="b:C D4"), prospect((), worths={}, state=WORKERS))
    found = compared(*plans)
    assert found.kind == "clear"
    assert [fact(each, NAMES, 0) for _at, each in found.facts] == [
        "This turn and the next: about +2 points.",
        "This turn and the next: about 0 points.",
    ]
    later = compared(plans[1], plans[1])
    assert (later.kind, headline(later, 0, 1)) == ("later", "Better mainly in later turns.")


def test_an_average_gain_is_rounded_once() -> None:
    """19 times 2 points in 26 are 1.46: no 1.5, and so no 2."""
    stories = [Story((), {}, WORKERS, reduce(play, ("b:C", "D4"), WORKERS))] * 19 + [
        Story((), {}, WORKERS, WORKERS)
    ] * 7
    plans = (Prospect(observe(WORKERS, 0), WORKERS, stories, 7), prospect((), worths={}, state=WORKERS))
    _at, gained = compared(*plans, close=True).facts[0]
    assert (gained.kind, gained.number) == ("gain", 1)


def test_a_worse_turn_for_now_is_told_with_its_gain_up_to_the_end_of_the_next_one() -> None:
    hers = prospect(*[(mine("place", tile=D2),)] * 4, worths={TILE: 2.0})
    found = compared(hers, prospect(*[()] * 4, worths={}, state=WORKERS, moves="b:C D4"))
    assert [each.kind for _at, each in found.facts] == ["tile", "gain", "tile", "gain"]


def test_of_turns_about_as_good_it_is_told_what_makes_up_for_fewer_points() -> None:
    rich = STATE.copy()
    rich.hands = (counters.pack([5, 3, 0, 0, 0]), *STATE.hands[1:])
    plans = (
        Prospect(observe(STATE, 0), STATE, [Story((), {}, STATE, rich)] * 4, 7),
        prospect(*[(mine("place", tile=D3),)] * 4),
    )
    assert [fact(each, NAMES, 0) for _at, each in compared(*plans, close=True).facts] == [
        "This turn and the next: about 0 points.",
        "You have about 8 counters.",
        "This turn and the next: about +1 point.",
        "You have about 3 counters.",
    ]


def test_of_turns_about_as_good_one_gains_later_what_it_lacks_before() -> None:
    plans = (prospect((), state=WORKERS, moves="b:C D4"), prospect((), state=WORKERS))
    found = [compared(*plans, at=at, gap=0.2, close=True) for at in (0, 1)]
    assert [headline(found[at], at, 1 - at) for at in (0, 1)] == [
        "About as good as B, which gains more later.",
        "About as good as A, and gains more later.",
    ]
    assert headline(found[0], 0, 1, plain=True) == "Other turns are about as good, and gain more later."
    assert headline(compared(*plans, gap=1.5, close=True), 0, 1) == "About as good as B."


def test_in_the_last_turns_a_gain_counts_up_to_the_end() -> None:
    last = position(board1="C4 C5 E7", board2="G1 G7", turn=30, left=1)
    found = compared(prospect((), state=last), prospect((), state=last), close=True)
    assert {fact(each, NAMES, 0) for _at, each in found.facts} == {"Up to the end: about 0 points."}


def test_fewer_fields_are_no_reason_for_a_turn_even_if_they_are_worth_more() -> None:
    few, many = (mine("harvest", number=number) for number in (2, 5))
    topic = Topic("harvest", 0)
    found = compared(prospect(*[(few,)] * 4, worths={topic: 2.0}), prospect(*[(many,)] * 4, worths={topic: 1.0}))
    assert "harvest" not in {each.kind for _at, each in found.facts}


def test_a_displaced_worker_that_acts_again_is_named_as_such() -> None:
    moved = mine("move", 5, now=True, worker=0, space=E6)
    topic = Topic("worker", 0, 0)
    found = compared(prospect(*[(moved,)] * 4, worths={topic: 1.0}), prospect(*[()] * 4, worths={}))
    said = [fact(each, NAMES, 0) for _at, each in found.facts]
    assert said == ["Your apprentice moves on and acts again now.", "Your apprentice doesn't act again."]


@pytest.mark.parametrize(
    ("table", "moves", "told_of", "said"),
    [
        ({"hand1": "h2"}, "d:D2 hops done", Fact("tile", 0, D2), "Ada has no hops."),
        ({"hand1": "h2", "hand2": "h1"}, "d:D2 hops done", Fact("tile", 0, D2), ""),
        ({"hand1": "h2", "hand2": "h1"}, "d:D2 hops done", Fact("tile", 1, D2), "Ada can match the bid."),
        ({"hand1": "h3", "hand2": "h1"}, "d:D2 hops hops done", Fact("tile", 0, D2), "Ada can't match the bid."),
        ({"hand1": "h2", "board2": "G1 A3"}, "d:D2 hops done", Fact("tile", 0, D2), ""),  # she can harvest hops
        ({"store2": "E6:v1"}, "", Fact("tile", 0, E6, Share(0, 4)), "You have no vegetables."),
        ({"store2": "E6:v1"}, "", Fact("tile", 1, E6), "It is in Ada's store."),
        ({}, "", Fact("tile", 1, D2), "It is still in the registry."),
        ({"store1": "A1:h1 A2:h1"}, "", Fact("tile", 0, D2, Share(0, 4)), "Your store is full."),
        ({"store2": "A1:h1 A2:h1"}, "", Fact("tile", 1, D2, Share(0, 4)), "Ada's store is full."),
        ({"board1": "C4"}, "", Fact("worker", 0, MERCHANT, Share(0, 4)), "No space is open to it."),
        ({"board1": "C4"}, "", Fact("worker", 0, 0, Share(0, 4)), ""),
    ],
)
def test_a_cause_is_what_everyone_can_see(table: dict[str, str], moves: str, told_of: Fact, said: str) -> None:
    base = {"board1": "C4- C5-", "board2": "G1- G7-", "registry": "D2", "bag": "B1 B2 B3", "turn": 5}
    state = position(**{**base, **table})  # type: ignore[arg-type]
    found = prospect((), state=state, moves=moves).cause(told_of)
    assert (cause(found, NAMES, 0) if found else "") == said


# In words


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_whole_in_every_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogues", dict(language._catalogues))
    if code != "en":
        language.add_catalogue(code, compiled(catalogue(code)))
    shares = (Share(0, 4), Share(4, 4), *(Share(number, 10) for number in (1, 5, 7, 9)))
    said = []
    with language.speaking(code):
        for kind in ("tile", "worker", "again"):
            for seat in (0, 1, -1):
                for now in (False, True):
                    facts = [Fact(kind, seat, 3, share, now) for share in shares]
                    said += [fact(each, NAMES, 0) for each in facts if seat >= 0 or not (now or kind == "again")]
        for kind in ("harvest", "workers", "groups", "crops", "counters", "ripe", "total"):
            said += [
                fact(Fact(kind, seat, number=number), NAMES, 0)
                for seat in (0, 1)[kind == "total" :]
                for number in (0, 1, 2)
            ]
        for kind in ("no crop", "can't match", "can match", "full store", "has it", "nobody", "registry", "no space"):
            said += [cause(Cause(kind, seat, 0), NAMES, 0) for seat in (0, 1)[kind == "has it" :]]
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
            following(Then("steps", deeds[:2], share, 1), NAMES, drawn=drawn)
            for share in shares
            for drawn in (False, True)
        ]
        said += [following(Then("steps", (deed,), Share(4, 4), number), NAMES) for deed in deeds for number in (1, 2)]
        said += [following(Then("sale", share=share, seat=seat, tile=1), NAMES) for share in shares for seat in (-1, 1)]
        kinds = ("clear", "equal", "later")
        said += [this_turn(Now(*each)) for each in ((), (1, 0), (2, -1), (0, 0, (1,)), (0, 0, (), (1, 2), -3))]
        said += [
            headline(Because(kind), at, 1 - at, plain) for kind in kinds for at in (0, 1) for plain in (False, True)
        ]
        gains = ((0, Fact("gain", 0, number=2)), (1, Fact("gain", 0)))
        said += [headline(Because("evens out", gains), at, 1 - at, plain) for at in (0, 1) for plain in (False, True)]
    assert all(text and "{" not in text and "  " not in text for text in said)
    assert len({*said}) > 90


# The whole


@pytest.mark.slow
def test_worths_add_up_to_what_the_course_is_worth() -> None:
    game = Game.new(3, start="random", seed=4)
    while game.state.turn < 8:
        game.play(make_player("greedy", 1).choose(game.observation(game.actor)))
    observation = game.observation(game.actor)
    judge = Evaluator(observation.view)
    for one in advice(observation, 2, Effort(400, replies=3, planned=True)):
        for course in one.courses:
            story = read(course, observation.seat, judge, len(one.moves), observation.view.turn + 3)
            whole = judge.value(story.end, observation.seat) - judge.value(course.start, observation.seat)
            assert story.worth() == pytest.approx(whole)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, *(pytest.param(more, marks=pytest.mark.thorough) for more in (3, 4))])
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
            for each in choices:
                assert each.plan
                reasons = [told for told in each.plan.because.facts if told[1].kind not in ("gain", "end")]
                facts = [fact(told, NAMES, observation.seat) for _at, told in reasons]
                assert len({*facts}) == len(facts)  # what both have is no difference
                good = min(reasons, default=None)
                if good and good[1].seat == observation.seat and good[1].kind in ("tile", "worker"):
                    assert good[1].share.hits
            asked += 1
        game.play(player.choose(game.observation(game.actor)))
    assert asked == 5
