"""Hints on the page: what is offered to whom, how it is looked for, and that what is told is true."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from html import unescape
from itertools import combinations_with_replacement
from typing import Any

import pytest

from keyharvest.advice import hints
from keyharvest.advice.advice import FEATURES, Advice, Difference, advice
from keyharvest.advice.contrast import Contrast, differing
from keyharvest.advice.demand import reach
from keyharvest.advice.effect import NOT_YET, Effect
from keyharvest.advice.effects import effects
from keyharvest.advice.hints import Hints
from keyharvest.advice.sequel import Deed
from keyharvest.advice.wording import forecast
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.page.game.tabletop import Tabletop
from keyharvest.page.session import Session
from keyharvest.panels.game import hints as panels_hints
from keyharvest.players import make_player
from keyharvest.record import record_text
from keyharvest.rules import Source, State, counters, final_scores, legal, play
from keyharvest.rules.components import WORKER_INDEX, WORKERS
from keyharvest.rules.events import ExchangeFor, MoveTo, Receive, Replace
from keyharvest.rules.frames import ChooseField, Displaced, OfferDraw, PickFields, Refill
from keyharvest.rules.geometry import INDEX, names
from keyharvest.rules.powers import PlaceOrFallow
from keyharvest.rules.scoring import two_largest
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort
from keyharvest.table.rivals import can_pay, could_harvest
from keyharvest.table.sitting import Chair, Sitting
from keyharvest.table.staging import Stage
from keyharvest.words.terms import signed
from tests.advice.test_true_hints import NAMES, best_next, bring, brings, brings_alone, points_of
from tests.helpers.clicking import Reader
from tests.page.test_session import NAMES as TABLE
from tests.page.test_session import begun
from tests.rules.builders import position


def middle(players: int, seed: int = 5, turns: int = 9) -> Game:
    game = Game.new(players, start="random", seed=seed)
    player = make_player("farmer@nodes:100", 1)
    while game.state.turn <= turns:
        game.play(player.choose(game.observation(game.actor)))
    return game


def looked(game: Game) -> Hints:
    found = Hints(game.observation(game.actor), NAMES[: game.state.players], 1)
    while not found.done:
        found.think(1.0)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_told_of_a_turn_is_what_the_engine_makes_of_it(players: int) -> None:
    game = middle(players)
    view, seat = game.observation(game.actor).view, game.actor
    found = looked(game).found
    assert 1 <= len(found) <= hints.TURNS
    assert found == sorted(found, key=lambda told: -told.margin)
    for told in found:
        stage = Stage(view)
        stage.select(told.moves)
        selected = stage.moves()
        assert selected
        assert selected == list(told.moves[: len(selected)])
        assert told.steps
        assert 0 < told.chance < 1
        placed = sum(step.told.tiles for step in told.steps if step.told.kind in ("place", "buy"))
        assert told.after.fields[seat] & ~view.fields[seat] == placed
        for step in told.steps:
            if step.told.kind == "store":
                (bid,) = (bid for tile, bid in told.after.stores[seat] if step.told.tiles >> tile & 1)
                assert bid == step.told.goods
                (tile,) = names(step.told.tiles)
                rivals = [
                    NAMES[other]
                    for other in range(players)
                    if other != seat
                    and counters.covers(told.after.hands[other], bid)
                    and brings(told.after, other, tile) > 0
                ]
                assert all(name in " ".join(step.notes) for name in rivals)
        notes = [note for step in told.steps for note in step.notes if not note.startswith("later")]
        grown = [size for note in notes for size in re.findall(r"largest group \d+ to (\d+)", note)]
        if grown:
            assert grown[-1] == str(two_largest(told.after.fields[seat])[0])


def test_a_hint_rests_on_nothing_that_the_seat_does_not_know() -> None:
    game = middle(3)
    seat = game.actor
    other = observe(game.state, seat).sample(Source(4))
    assert other != game.state
    told = [Hints(observe(state, seat), NAMES[:3], 2) for state in (game.state, other)]
    for each in told:
        while not each.done:
            each.think(1.0)
    assert told[0].found == told[1].found


def test_reasons_name_what_differs() -> None:
    """In the last turn: one tile joins two groups, and the reason against leaving it out is told in points."""
    state = position(
        board1="C4- C6- D4- E6-", board2="G1- G7-", store1="C5:w1", registry="A1", left=0, placed="MNOPQRSTUV"
    )
    found = Hints(observe(state, 0), NAMES[:2])
    while not found.done:
        found.think(1.0)
    best = found.found[0]
    assert any(step.text == "place C5" for step in best.steps)
    assert "+2 points: groups of 2 and 1 joined and largest group 2 to 4." in [effect.text for effect in best.effects]
    assert best.after.fields[0] >> INDEX["C5"] & 1
    after = play(state, "c:C5")
    assert final_scores(after)[0].largest == 4


@pytest.mark.parametrize("feature", list(FEATURES))
def test_a_forecast_is_told_as_one(feature: str) -> None:
    assert "will probably" in forecast(feature, "Ada", 1.2)
    if feature != "room":
        assert "or two" in forecast(feature, "Ada", 1.2)
        assert "or two" in forecast(feature, "Ada", -2.4)
        assert "several" in forecast(feature, "Ada", 2.6)
    assert "Ada" not in forecast(feature, "", 1.2)
    assert forecast(feature, "Ada", 1.2) != forecast(feature, "Ada", -1.2)
    assert not forecast(feature, "Ada", 0.4)


def test_a_turn_is_as_good_as_the_best_only_if_all_between_are() -> None:
    state = position(board1="C4- C5- D3- E4-", board2="G1 G7", hand1="h2", registry="A1 A2", bag="B1")
    moves = (("d:A1", "hops", "done"), ("d:A2", "hops", "done"), ("d:A1", "hops", "hops"))

    def ranks(*behind: tuple[float, float]) -> list[str]:
        found = [
            Advice(each, 1.0 - less, 1.0 - less, error, 0.5, ())
            for each, (less, error) in zip(moves, ((0, 0), *behind), strict=True)
        ]
        return [told.rank for told in hints.told(observe(state, 0), found, NAMES[:2])]

    assert ranks((0.1, 0.0), (0.6, 0.4)) == ["", "about as good", "perhaps worse"]
    assert ranks((0.1, 0.5), (0.2, 0.0)) == ["", "perhaps as good", "about as good"]
    assert ranks((0.5, 0.1), (0.6, 0.4)) == ["", "a little worse", "a little worse"]
    assert ranks((0.5, 0.1), (1.6, 0.4)) == ["", "a little worse", "clearly worse"]


def test_words_and_numbers_beside_turns_agree() -> None:
    """Four players: the margin ranks, and leads are shown as far apart, but for a turn that ends the game."""
    state = position(4, board1="C4- C5- G4-", board2="G1 G7", hand1="h2", store1="D4:w1 A1:h1", registry="", bag="B1")
    moves = (("c:D4", "end"), ("c:A1", "end"), ("end",))

    def shown(s: State, *turns: tuple[float, float]) -> list[tuple[float, str]]:
        found = [Advice(each, margin, lead, 0.1, 0.5, ()) for each, (margin, lead) in zip(moves, turns, strict=True)]
        return [(told.lead, told.rank) for told in hints.told(observe(s, 0), found, NAMES)]

    clearly, little = "clearly worse", "a little worse"
    assert shown(state, (3.0, 1.0), (2.4, -1.0), (1.5, -1.0)) == [(1.0, ""), (0.4, little), (-0.5, clearly)]
    assert shown(state, (3.0, 1.0), (2.9, 1.4), (1.4, 0.4)) == [(1.0, ""), (0.9, "about as good"), (-0.6, clearly)]
    # In the last turns, which are imagined to the end, each lead is as it is there.
    last = position(
        4,
        board1="C4- C5- G4-",
        board2="G1 G7",
        hand1="h2",
        store1="D4:w1 A1:h1",
        registry="",
        bag="B1",
        left=0,
        placed="MNOPQRSTUV",
    )
    for each in (last, replace_left(last, 4)):
        assert shown(each, (3.0, 1.0), (2.5, 0.3), (2.4, 0.4)) == [(1.0, ""), (0.3, little), (0.4, little)]


def replace_left(state: State, left: int) -> State:
    """The same with so many turns to come after the present one."""
    state = state.copy()
    state.left = left
    return state


def test_who_wins_an_end_level_in_points_is_told_with_how_many_courses_say_so() -> None:
    """With an empty bag there is one; the win goes by fields, by counters, or is shared."""
    state = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h1", registry="", bag="", left=3, placed="MNOPQRSTUV")
    best, lesser = advised("b:C D4 hops hops end", 0.1, 0.0, 0.8), advised("end", 0.0, 0.75, 0.2)
    start = "The points hardly tell them apart, but by the one course looked at choice 1 is likelier to win."
    for mine, theirs, said in (
        ((0,), (1,), "{1} then fields and counters decide, for you. {2} then fields and counters decide, for Ada."),
        ((0, 1), (), "Choice 1 probably ends level in points, fields and counters: the win is shared."),
        ((), (), ""),
    ):
        pair = (best._replace(level=mine), lesser._replace(level=theirs, single=True))
        level = [f"Choice {number} probably ends level in points:" for number in range(3)]
        for each in against(state, *pair):
            assert each.verdict == " ".join(filter(None, (start, said.format(*level))))


def test_a_decided_game_is_told_in_whole_points_unless_only_fractions_tell_turns_apart() -> None:
    """What is behind by 0.2 points is so in words and in numbers, on whichever side of a half the leads lie."""
    state = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h2", store1="D4:w1 A1:h1", registry="", bag="B1")
    sitting = Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3)
    scene = Tabletop(sitting, dict).scene()
    for margins, ranks, numbers in (
        ((-8.35, -8.54), ["perhaps as good"], ["−8.3", "−8.5"]),
        ((-6.4, -7.6), ["clearly worse"], ["−6", "−8"]),
        ((-6.4, -7.6, -8.1), ["clearly worse", "clearly worse"], ["−6.4", "−7.6", "−8.1"]),
        ((-6.4, -6.4), ["perhaps as good"], ["−6", "−6"]),
    ):
        moves = ("c:D4 end", "c:A1 end", "end")
        turns = [advised(each, margin, 0.3, 0.01) for each, margin in zip(moves, margins, strict=False)]
        found = Hints(observe(state, 0), NAMES[:2])
        found.found = hints.told(observe(state, 0), turns, NAMES[:2])
        assert found.decided
        assert [told.rank for told in found.found[1:]] == ranks
        panel = str(panels_hints.panel(scene, found))
        assert re.findall(r"<b>([+−]?[\d.]+)</b>", panel) == numbers


def test_a_lead_is_told_over_the_best_and_never_as_lost_where_there_is_one() -> None:
    """Four players, of whom the best has more than the others on average: the margin says less than the lead."""
    sitting = Sitting.new([Chair(name, "person") for name in NAMES], "random", 3)
    scene = Tabletop(sitting, dict).scene()
    observation = sitting.game.observation(sitting.game.actor)
    move = observation.legal()[0]
    found = Hints(observation, NAMES)
    for lead, chance, decided in ((-4.0, 0.03, True), (0.2, 0.03, False), (3.0, 0.98, True), (-0.2, 0.98, False)):
        found.found = hints.told(observation, [Advice((move,), 1.2, lead, 0.0, chance, ())], NAMES)
        assert found.decided is decided
        panel = str(panels_hints.panel(scene, found))
        assert f"<b>{signed(round(lead) if decided else lead, 0 if decided else 1)}</b>" in panel
        assert ("best of the others" in panel) is not decided


def against(state: State, first: Advice, second: Advice) -> list[Contrast]:
    """What sets two turns of the first seat apart, told of each of them."""
    found = [told.contrast for told in hints.told(observe(state, 0), [first, second], NAMES[: state.players])]
    return [each for each in found if each]


def advised(moves: str, margin: float = 0.0, error: float = 0.0, chance: float = 0.5) -> Advice:
    return Advice(tuple(moves.split()), margin, margin, error, chance, ())


def texts(effects_: Sequence[Effect]) -> list[str]:
    return [effect.text for effect in effects_]


def test_a_turn_with_an_action_left_is_not_compared_as_if_it_were_over() -> None:
    state = position(board1="C4- C5- E7", board2="G1 G7", hand1="h2v1", registry="A1 A2", bag="B1 B2")
    half, whole = against(state, advised("d:A1 hops done"), advised("b:A E6 E7 d:A1 hops done"))
    left = "An action is left after the draw: a worker can bring 2 points."
    assert left in texts(half.ours)
    assert left in texts(whole.theirs)
    assert not any("action is left" in text for text in texts(half.theirs))
    # In the last turn too, when nobody else plays any more; then a worker has been played already.
    last = position(
        board1="C4- C5- E7", board2="G1 G7", hand1="h2", registry="A1", bag="B1", left=0, placed="MNOPQRSTUV"
    )
    half, whole = against(last, advised("b:A E6 E7 end"), advised("d:A1 hops done"))
    assert left in texts(half.theirs)


def test_a_harvest_that_can_be_made_after_the_draw_too_is_no_gain_of_who_makes_it_before() -> None:
    mine, theirs = "C4 C5 E7", "G1 G7"
    state = position(board1=mine, board2=theirs, hand1="h2v1", registry="A1 A2", bag="B1 B2")
    half, whole = against(state, advised("d:A1 hops done"), advised("a:C4 C5 d:A1 hops done"))
    left = "An action is left after the draw: to harvest C4 and C5 too, or to play a worker for 2 points."
    assert left in texts(half.ours)
    assert left in texts(whole.theirs)
    assert any("more in your hand" in text for text in texts(whole.ours))
    # Of fields that a new one has joined only what is there without it; and nothing once the harvest has been made.
    joined = position(board1=mine, board2=theirs, hand1="h2v1", store2="D5:v1", registry="A1 A2", bag="B1 B2")
    half, whole = against(joined, advised("d:A1 hops done"), advised("c:D5 a:C4 C5 D5 end"))
    assert left in texts(half.ours)
    half, whole = against(state, advised("a:E7 d:A1 hops done"), advised("a:C4 C5 d:A1 hops done"))
    assert not any("to harvest C4" in text for text in texts((*half.ours, *half.theirs)))


def test_what_nothing_told_explains_is_said_of_the_better_turn() -> None:
    """Turns that only differ in what speaks for the worse one, the lists of both read from either side."""
    state = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h1", registry="", bag="", store1="D4:w1")
    for verdict in [each.verdict for each in against(state, advised("end", 2.0), advised("c:D4 end", 0.0))]:
        assert verdict == "In the courses looked at choice 1 came out ahead."
    assert not against(state, advised("c:D4 end", 2.0), advised("end", 0.0))[1].verdict
    # Where that is much, the words admit it, on either side, unless a forecast tells why.
    board = "C4- C5- D3- D5- G4-"
    taken = position(board1=board, board2="G1 G7", workers1="G@D4", registry="", bag="")
    admitted = "By what is told at once choice 2 seems better, but in the courses looked at choice 1 "
    admitted += "more than made up for it."
    for verdict in [each.verdict for each in against(taken, advised("b:-G end", 2.0), advised("end", 0.0))]:
        assert verdict == admitted
    forecast_ = (Difference("counters", 0, 1.0, 2.0),)
    assert not against(taken, advised("b:-G end", 2.0)._replace(reasons=forecast_), advised("end"))[0].verdict


def test_what_comes_with_the_own_next_turn_is_told_where_nothing_else_speaks_for_the_better_turn() -> None:
    """With when it will have come; what is told at once may speak against that turn, or a forecast for it."""
    board = "C4- C5- D3- D5- G4-"
    taken = position(board1=board, board2="G1 G7", workers1="G@D4", registry="", bag="")
    scene = Tabletop(Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3), dict).scene()
    soon, later = (Difference("groups", 1, -1.0, 2.0),), (Difference("counters", 0, -1.0, -2.0),)
    gained, lost = "Ada's groups and store will probably gain", "You will probably gain"
    for best, lesser, told in (
        ("b:-G end", advised("end")._replace(later=later), lost),
        ("b:-G end", advised("end")._replace(reasons=soon, later=later), gained),
        ("b:-G end", advised("end")._replace(later=later, doubted=True), ""),
        ("b:-G end", advised("end", 2.0)._replace(later=later), ""),
        ("end", advised("b:-G end")._replace(later=later), ""),
    ):
        panel = Hints(observe(taken, 0), NAMES[:2])
        panel.found = hints.told(observe(taken, 0), [advised(best, 2.0), lesser], NAMES[:2])
        panel.chosen = 1
        assert [text.startswith(told) for text in panel.found[1].reasons] == ([True] if told else [])
        shown = str(panels_hints.panel(scene, panel))
        assert ("by the end of your next turn, against choice 1" in shown) is (told == lost)
        assert ("What will probably follow, against" in shown) is (told == gained)


def test_a_turn_for_which_more_is_told_only_seems_worse() -> None:
    """By what is told at once the labourer that stays is 2 points more; a forecast may say why it is worse."""
    board = "C4- C5- D3- D5- G4-"
    taken = position(board1=board, board2="G1 G7", workers1="G@D4", registry="", bag="")
    best, reason = advised("b:-G end", 2.0), Difference("counters", 0, -1.0, -2.0)
    for lesser, rank in (
        (advised("end"), "seems worse"),
        (advised("end", 0.0, 0.9), "seems worse"),
        (advised("end")._replace(reasons=(reason,)), "clearly worse"),
    ):
        told = hints.told(observe(taken, 0), [best, lesser], NAMES[:2])
        assert (told[1].rank, bool(told[1].reasons)) == (rank, bool(lesser.reasons))


def test_of_a_turn_that_is_worse_only_as_all_are_imagined_to_play_it_is_said() -> None:
    """On either side, without forecasts, for these come of the same courses; of close turns, that they are."""
    state = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h1", registry="", bag="", store1="D4:w1 A1:h1")
    reasons = (Difference("counters", 0, -1.0, -2.0),)
    best, lesser = advised("c:D4 end", 2.0), advised("end")._replace(reasons=reasons)
    for doubted, rank, verdict in (
        (False, "clearly worse", ""),
        (
            True,
            "seems worse",
            "In the courses looked at choice 1 came out ahead, but which one is better depends on how everybody plays "
            "on.",
        ),
    ):
        found = hints.told(observe(state, 0), [best, lesser._replace(doubted=doubted)], NAMES[:2])
        assert found[1].rank == rank
        assert bool(found[1].reasons) is not doubted
        assert [each.verdict for each in against(state, best, lesser._replace(doubted=doubted))] == [verdict, verdict]
    alike = advised("c:A1 end")._replace(doubted=True)
    for each in against(state, advised("end", 0.1), alike):
        assert "Not to be told apart" in each.verdict


def test_take_either_is_said_only_of_turns_alike_in_what_is_told_and_in_the_chance_to_win() -> None:
    state = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h1", registry="", bag="", store1="A1:w1 B8:h1")
    idle, alike, better = "c:B8 end", "c:A1 end", "b:C D4 hops hops end"

    def verdicts(moves: str, chance: float = 0.5, error: float = 0.1) -> list[str]:
        return [each.verdict for each in against(state, advised(idle, 0.1), advised(moves, 0.0, error, chance))]

    assert verdicts(alike) == ["About as good as choice 2: take either.", "About as good as choice 1: take either."]
    apart = [f"Not to be told apart from choice {other} by the courses looked at." for other in (2, 1)]
    assert verdicts(better) == verdicts(alike, error=0.5) == apart
    # Nor does the list say it of a turn of which the words below don't.
    for moves, rank in ((alike, "about as good"), (better, "perhaps as good")):
        told = hints.told(observe(state, 0), [advised(idle, 0.1), advised(moves, 0.0, 0.1)], NAMES[:2])
        assert told[1].rank == rank
    assert all("choice 1 is likelier to win" in verdict for verdict in verdicts(alike, 0.2))
    assert all("choice 2 is likelier to win" in verdict for verdict in verdicts(alike, 0.8))


def test_a_tile_that_any_counters_buy_is_not_out_of_reach() -> None:
    """Ada has no hops; with two apples the skilled worker buys C7 (rule 10)."""
    mine, hers = "A1", "C5- C6- D5- D7- E6- E7-"
    for hand, in_reach in (("a2", True), ("-", False)):
        state = position(board1=mine, board2=hers, hand1="h2", hand2=hand, registry="C7", bag="A5")
        (told,) = hints.told(observe(state, 0), [advised("d:C7 hops done")], NAMES[:2])
        assert any(note.startswith("nobody who would gain") for note in told.steps[0].notes) is not in_reach
        assert any("gone from the registry" in text for text in texts(told.effects)) is not in_reach
    state = position(board1=mine, board2=hers, hand1="h2", hand2="a2", registry="C7", bag="A5")
    for move in ("d:C7", "hops", "done", "*A5", "end", "b:E"):
        state = play(state, move)
    state = play(state, next(move for move in legal(state) if move in INDEX))
    assert "C7" in legal(state)


def test_tiles_worth_a_point_only_together_are_counted_together() -> None:
    """To Ada C7 and D7 are worth a point together; to what is in her store a step counts what has gone before."""
    state = position(
        board1="E7 G5", board2="A3 C2", hand1="v1a1b1w1", hand2="h1", store2="D7:a1 C7:v1", registry="", bag=""
    )
    both, one = (advised(moves) for moves in ("c:C7 c:D7 end", "c:D7 end"))
    found = hints.told(observe(state, 0), [both, one], NAMES[:2])
    brought = [effects(observe(state, 0), told.after, NAMES[:2]) for told in found]
    denied = [[effect.text for effect in each if effect.kind == "denied"] for each in brought]
    assert brings(state, 1, "C7") == brings(state, 1, "D7") == bring(found[0].after, 1, {"C7", "D7"})
    assert denied == [
        ["C7 and D7 do not go to Ada: together they are worth 1 point there."],
        ["D7 does not go to Ada, to whom it is worth 1 point."],
    ]
    notes = [note for step in found[0].steps for note in step.notes]
    assert notes.count("keeps 1 point from Ada") == 1
    # That Ada loses a point by either turn sets them not apart.
    for contrast in (found[0].contrast, found[1].contrast):
        assert contrast
        assert not any(effect.kind == "denied" for effect in (*contrast.ours, *contrast.theirs))


def test_a_tile_for_want_of_which_another_plays_no_worker_is_told() -> None:
    """Ada has played both workers of number 1; beside A1 and A2 one of number 2 would stand, and beside B1 as well."""
    told = "A2 does not go to Ada: with it the next worker there could bring 2 points, not 0."
    for registry, unmanned in (("G3", True), ("B1", False)):
        state = position(
            board1="E7", board2="A1- G7-", workers2="A@D1 B@D8", hand1="h1", store2="A2:h1", registry=registry, bag="E1"
        )
        bought, idle = against(state, advised("c:A2 end"), advised("end"))
        assert (told in texts(bought.ours)) is (told in texts(idle.theirs)) is unmanned
        assert told not in texts((*bought.theirs, *idle.ours))


def test_a_tile_is_told_as_denied_only_where_the_other_turn_leaves_more_to_add() -> None:
    """D6 is worth two points to Ada beside D5; once the bailiff has taken D5 it is worth none, bought or not."""
    state = position(
        board1="A2- A3- B2- B4- C3- C4-",
        board2="G1- G2- D5- G7-",
        hand1="h4v4",
        store2="D6:h1",
        registry="",
        bag="",
    )
    denied = "D6 does not go to Ada, to whom it is worth 2 points."
    bailiff = "b:I B3 D5 hops hops hops"
    for other, told in (("end", [denied]), (f"{bailiff} end", []), (f"{bailiff} c:D6 end", [])):
        for contrast in against(state, advised("c:D6 end"), advised(other)):
            texts_ = texts((*contrast.ours, *contrast.theirs))
            assert [text for text in texts_ if text.startswith("D6 does not")] == told
    # A step counts what holds at the end of the turn: without D5 the tile is worth nothing to Ada.
    for moves, noted in (("c:D6 end", True), (f"c:D6 {bailiff} end", False)):
        (one,) = hints.told(observe(state, 0), [advised(moves)], NAMES[:2])
        assert ("keeps 2 points from Ada" in one.steps[0].notes) is noted


def test_tiles_that_two_others_wanted_are_told_of_both_and_what_only_one_turn_leaves_them() -> None:
    """D4 makes a second group of three for Ada and for Bruno, B6 another for Ada: beside D4 it adds nothing."""
    state = position(
        3,
        board1="A1",
        board2="A5- C7- C4- E5- G1- G2- G3- G4-",
        board3="D3- D5- F7- F8- G6- G7-",
        hand1="h4",
        hand3="h1",
        store2="D4:h1",
        registry="B6",
        bag="E9",
    )
    one, both = advised("c:D4 end"), advised("c:D4 d:B6 hops hops hops")
    found = hints.told(observe(state, 0), [both, one], NAMES[:3])
    for told in found:
        assert [effect.text for effect in told.effects if effect.kind == "denied"] == [
            "D4 does not go to Ada, to whom it is worth 4 points.",
            "D4 does not go to Bruno, who could pay for it: it is worth 4 points there.",
        ]
        assert told.contrast
        sides = [
            [effect.text for effect in side if effect.kind == "denied"]
            for side in (told.contrast.ours, told.contrast.theirs)
        ]
        less = "With one tile more Ada can then add 0 points at most, not 4."
        assert sides == ([[less], []] if told is found[0] else [[], [less]])


@pytest.mark.parametrize(("left", "enough_turns"), [(3, True), (2, False)])
def test_the_turn_that_another_begins_after_the_moves_counts_as_one_to_come(left: int, enough_turns: bool) -> None:
    """A tile of the registry takes Ada two turns, to store and to place it; she begins the first at Robin's end."""
    state = position(
        board1="A1-", board2="C4- C5- G1-", registry="D4", bag="B1", left=left, placed="MNOPQRSTUV", hand1="h1"
    )
    for after in (state, play(state, "end")):
        assert reach(observe(state, 0), after, 1) == (0, brings(state, 1, "D4") * enough_turns)
    assert brings(state, 1, "D4") == 1


def test_what_steps_keep_from_another_adds_up_in_the_order_in_which_they_are_taken() -> None:
    """A4 is worth something to Ada only beside A3: with A3 gone it is nothing that is kept from her."""
    state = position(board1="E7", board2="A1- A2- G1- G2-", hand1="h2", store2="A3:h1 A4:h1", registry="", bag="B1")
    for moves, kept in (
        ("c:A3 c:A4 end", {"A3": "keeps 2 points from Ada"}),
        ("c:A4 c:A3 end", {"A4": "keeps 1 point from Ada", "A3": "keeps 1 point from Ada"}),
    ):
        (told,) = hints.told(observe(state, 0), [advised(moves)], NAMES[:2])
        found = {
            tile: note
            for step in told.steps
            for tile in names(step.told.tiles)
            for note in step.notes
            if "keeps" in note
        }
        assert found == kept


def test_a_tile_placed_only_to_be_passed_on_is_told_as_passed_on() -> None:
    """Give away: Robin passes D4 on, to which a point is worth to Ada; it is not kept from her on the way."""
    mine, hers = "C4- C5- E4- E5- G7", "D3- D5- G1 G2"
    state = position(stack=[Receive(0, INDEX["D4"], 1)], board1=mine, board2=hers, hand1="h1", placed="O", bag="B1")
    (told,) = hints.told(observe(state, 0), [advised("place D4")], NAMES[:2])
    assert told.moves == ("pass",)
    assert [step.text for step in told.steps] == ["pass D4 on"]
    (placed,) = hints.told(observe(state, 0), [advised("place G7")], NAMES[:2])
    assert [step.text for step in placed.steps] == ["place D4", "pass G7 on"]
    # Where it displaces a worker on the way it is another turn; but kept from nobody.
    working = position(
        stack=[Receive(0, INDEX["D4"], 1)], board1=mine, board2=hers, workers1="C@D4", hand1="h1", placed="O", bag="B1"
    )
    moves = ["place"]
    while "D4" not in legal(reduce(play, moves, working)) or len(moves) < 2:
        moves.append(legal(reduce(play, moves, working))[0])
    (told,) = hints.told(observe(working, 0), [advised(" ".join((*moves, "D4")))], NAMES[:2])
    assert told.steps[0].text == "place D4"
    assert told.steps[-1].text == "pass D4 on"
    assert not any("from" in note for step in told.steps for note in step.notes)


def test_a_drawn_tile_is_kept_from_nobody() -> None:
    """The trader draws D4, to which a point is worth to Ada: laid fallow it is not hers either (rule 11 K)."""
    state = position(
        stack=[Turn(0, 2), PlaceOrFallow(0, INDEX["D4"])],
        board1="C4- C5- G7-",
        board2="D3- D5- G1- G2-",
        registry="",
        bag="B1",
    )
    assert brings(state, 1, "D4") > 0
    (told,) = hints.told(observe(state, 0), [advised("place end")], NAMES[:2])
    assert [note for note in told.steps[0].notes if "keeps" in note] == []


def test_with_an_empty_stock_nothing_is_said_to_come() -> None:
    mine = "C4 C5- D3- D5- E4- E5- D4-"
    state = position(board1=mine, board2="G1 G7", hand1="h1", stock="-")
    (told,) = hints.told(observe(state, 0), [advised("a:C4 end")], NAMES[:2])
    assert told.steps[0].notes == ("the stock is empty: it brings nothing",)
    asked = [Turn(0, 5), Displaced(0, WORKER_INDEX["A"])]
    displaced = position(stack=asked, board1=mine, board2="G1 G7", hand1="h1", stock="-")
    space = next(move for move in observe(displaced, 0).legal() if move in INDEX)
    (told,) = hints.told(observe(displaced, 0), [advised(space)], NAMES[:2])
    assert "keeps its 1 point" in told.steps[0].notes
    assert not any("power" in note for note in told.steps[0].notes)


def test_what_the_stock_lacks_is_not_told_as_if_it_were_empty() -> None:
    """No apple is left (row C of this layout): another counter comes instead, which is a step of its own."""
    (told,) = hints.told(
        observe(position(board1="C4", board2="G1 G7", hand1="h1", stock="v2w1"), 0),
        [advised("a:C4 wheat end")],
        NAMES[:2],
    )
    assert [step.text for step in told.steps] == ["harvest C4", "take 1 wheat instead, for the stock lacks the crop"]
    assert not any(step.notes for step in told.steps)


@pytest.mark.parametrize("event", ["M", "Q"])
def test_a_field_that_must_be_placed_is_counted_before_it_is_drawn(event: str) -> None:
    """Blind swap and lucky dip: a field lies there unharvested after the draw (rules 8.2, 12 M, 12 Q)."""
    question = ChooseField(0, "M", optional=True) if event == "M" else OfferDraw(0, "Q")
    state = position(stack=[Turn(0, 3), question], board1="A1 A3- C4", board2="G1 G7", hand1="h2", bag="E1 E2")
    answers = {
        "M": {"A1": [], "A3": ["+1 field to harvest: 2 to 3."]},
        "Q": {"draw hops hops": ["+1 field to harvest: 2 to 3."]},
    }
    for moves, expected in answers[event].items():
        (told,) = hints.told(observe(state, 0), [advised(moves)], NAMES[:2])
        found = effects(observe(state, 0), told.after, NAMES[:2])
        assert [effect.text for effect in found if effect.kind in ("ripe", "fields")] == expected
        for tile in ("*E1", "*E2"):
            drawn = play(told.after, tile)
            assert drawn.ripe[0].bit_count() == 2 + len(expected)


def test_a_tile_that_must_be_placed_is_told_with_what_it_brings_on_average() -> None:
    """In place of A3, which is a second group, C6 brings a point and E1 two; which a third one would not."""
    question = ChooseField(0, "M", optional=True)
    state = position(stack=[Turn(0, 3), question], board1="A3- C4- C5-", board2="G1 G7", bag="C6 E1")
    average = "The drawn tile brings your groups {} points on average."
    swapped, declined = against(state, advised("A3"), advised("no"))
    assert average.format("+1.5") in texts(swapped.ours)
    assert average.format("+1.5") in texts(declined.theirs)
    assert not any("on average" in text for text in texts((*swapped.theirs, *swapped.both)))


def test_what_the_trader_draws_is_told_with_what_it_can_bring_on_average() -> None:
    """D2 brings a point, A1 none; C6 would join both groups for four less and is laid fallow (rule 11 K)."""
    state = position(
        board1="C4- C5- D3- D5- E4- A6- A7- B6- B7- C8-", board2="G1 G7", registry="", hand1="h1", bag="A1 D2 C6"
    )
    assert [brings_alone(state, 0, tile) for tile in ("A1", "D2", "C6")] == [0, 1, -4]
    drawn, declined = against(state, advised("b:K D4 draw"), advised("b:K D4 no end"))
    told = "The drawn tile can bring your groups +0.3 points on average."
    assert told in texts(drawn.ours)
    assert told in texts(declined.theirs)
    assert not any("drawn tile" in text for text in texts((*drawn.theirs, *drawn.both)))


def test_what_a_swap_puts_into_the_registry_is_told_of_it_alone() -> None:
    """E5 is gone by either swap; G2, which comes to the registry by one of them, brings Ada a point."""
    state = position(
        stack=[Turn(0, 3), ChooseField(0, "U", optional=True)],
        board1="A1 A3 G2-",
        board2="E6 F6 D6 G1",
        registry="E5",
        bag="B8",
    )
    first, second = against(state, advised("A3 E5"), advised("G2 E5"))
    for contrast in (first, second):
        assert not any("E5 is gone" in text for text in texts((*contrast.ours, *contrast.theirs)))
    assert "G2 can bring Ada 2 points." in texts(first.theirs)
    assert "G2 can bring Ada 2 points." in texts(second.ours)


def test_a_farmhand_is_free_again_only_for_who_can_play_it() -> None:
    mine = "C4- C5- D3- E4-"
    for left, used, again in ((-1, 0, True), (0, 0, False), (2, 0, True)):
        placed = "MNOPQRSTUV" if left >= 0 else ""
        state = position(board1=mine, board2="G1 G7", hand1="h1", workers1="C@D4", left=left, used=used, placed=placed)
        (told,) = hints.told(observe(state, 0), [advised("b:E D4")], NAMES[:2])
        assert ("labourer goes, free to be played again" in told.steps[0].notes) is again
        assert ("labourer goes" in told.steps[0].notes) is not again
    # Displaced in the last turn, with an action left: it can be played at once.
    state = position(
        board1=mine, board2="G1 G7", workers1="C@D4", store1="D4:w1", left=0, placed="MNOPQRSTUV", registry="", bag=""
    )
    (told,) = hints.told(observe(state, 0), [advised("c:D4 home")], NAMES[:2])
    assert any("labourer goes, free to be played again" in text for text in texts(told.effects))
    (told,) = hints.told(observe(state, 0), [advised("c:D4 home end")], NAMES[:2])
    assert any(text.endswith("labourer goes.") for text in texts(told.effects))


def test_a_sale_is_told_with_all_who_can_buy_and_what_comes_of_it() -> None:
    """C7 is worth a point to Ada and to Bruno, who hold a hop each; Robin would get the bid twice."""
    two, three = "C5- C6- G6- G7-", "C8- D8- G2- G3-"
    sold = "C7 stays in your store: +2 points once placed."
    sold += " Others can buy it (+1 point for Ada and +1 point for Bruno): you would get 2 hops."
    for tile, told in (("C7", sold), ("A4", "A4 stays in your store: +2 points once placed.")):
        state = position(
            3,
            board1="A1",
            board2=two,
            board3=three,
            hand1="v1",
            hand2="h1",
            hand3="h1",
            store1=tile + ":h1",
            registry="",
            bag="",
        )
        (left,) = (each for each in effects(observe(state, 0), play(state, "end"), NAMES[:3]) if each.kind == "left")
        assert left.text == told
        assert left.weight > 0


def test_a_purchase_keeps_a_tile_from_who_could_pay_after_a_harvest_too() -> None:
    """Of Bruno's tile, worth a point to Ada and to Clara: Ada has the hop, Clara a ripe field of hops (row A)."""
    for third, from_whom in (("A1", "Ada or Clara"), ("A1-", "Ada"), ("B8", "Ada")):
        state = position(
            4,
            board1="E4",
            board2="C5- C6- G6- G7-",
            board3="E8- E9- B1- B2-",
            board4=f"C8- D8- {third} G3-",
            hand1="h1",
            hand2="h1",
            store3="C7:h1",
            registry="",
            bag="",
        )
        (told,) = hints.told(observe(state, 0), [advised("c:C7 end")], NAMES)
        assert told.steps[0].notes[-1] == f"keeps 1 point from {from_whom}"
    state = position(
        3,
        board1="E4",
        board2="C8- D8- A1 G3-",
        hand1="h1",
        store3="C7:h1",
        board3="E8- E9- B1- B2-",
        registry="",
        bag="",
    )
    found = effects(observe(state, 0), play(state, "c:C7"), NAMES[:3])
    assert "C7 does not go to Ada, who could pay for it: it is worth 1 point there." in texts(found)


def test_a_bid_is_told_with_what_the_tile_is_worth_to_who_can_pay() -> None:
    state = position(
        3,
        board1="A1",
        board2="C5- C6- G6- G7-",
        board3="C8- D8-",
        hand1="h2",
        hand2="h1",
        hand3="h1",
        registry="C7",
        bag="A5",
    )
    (told,) = hints.told(observe(state, 0), [advised("d:C7 hops done")], NAMES[:3])
    assert "Ada (+1 point) and Bruno (+1 point) can pay for it: you would get your bid twice" in told.steps[0].notes


@pytest.mark.parametrize(
    ("hers", "words", "note"),
    [
        ("A1-", {"hand2": "h1"}, "Ada (+1 point) could have bought it"),
        ("A1", {}, "Ada (+1 point) could have bought it after a harvest"),
        ("A1-", {"hand2": "v1"}, ""),
        ("A1-", {"hand2": "h1", "left": 0, "placed": "MNOPQRSTUV"}, ""),
    ],
)
def test_a_tile_placed_from_the_own_store_is_told_with_who_could_have_bought_it(
    hers: str, words: dict[str, Any], note: str
) -> None:
    """C7 is worth a point to Ada, and the bid a hop (row A), which she has or not; in the last turn she has none."""
    board = f"C5- C6- G6- G7- {hers}"
    state = position(board1="E4", board2=board, store1="C7:h1", registry="", bag="B1", **words)
    (told,) = hints.told(observe(state, 0), [advised("c:C7 end")], NAMES[:2])
    assert told.steps[0].notes[1:] == ((note,) if note else ())


@pytest.mark.parametrize(
    ("hers", "note"),
    [
        ("", "Ada (+2 points) can pay for it: you would get your bid twice"),
        ("G1:h1", "it brings Ada no more than the tiles stored there"),
        ("C7:h1", "Ada (+2 points) can pay for it: you would get your bid twice"),
    ],
)
def test_a_tile_is_worth_to_another_what_the_own_store_does_not_bring(hers: str, note: str) -> None:
    """A1 begins a second group of Ada's, which G1 from her store does as well, but C7 does not."""
    state = position(board1="E4", board2="C5- C6-", hand1="h1", hand2="h1", store2=hers, registry="A1", bag="B1")
    (told,) = hints.told(observe(state, 0), [advised("d:A1 hops")], NAMES[:2])
    assert told.steps[0].notes[-1] == note


def test_who_gains_more_by_a_tile_is_told_though_surer_buyers_are() -> None:
    """Of a tile for a hop: Clara and Ada hold one, and Bruno, to whom it is worth most, may harvest one (row F)."""
    state = position(
        4,
        board1="E4- G1",
        board2="C5- D5- A1- A2-",
        board3="B6- D6- F7- F8",
        board4="C7- F1- F2-",
        hand1="h2",
        hand2="h1",
        hand4="h1",
        registry="C6",
        bag="B5",
    )
    assert [brings(state, seat, "C6") for seat in (1, 2, 3)] == [1, 3, 2]
    (told,) = hints.told(observe(state, 0), [advised("d:C6 hops done")], NAMES)
    assert told.steps[0].notes[1:] == (
        "Clara (+2 points) and Ada (+1 point) can pay for it: you would get your bid twice",
        "Bruno (+3 points) could pay for it after a harvest",
    )


@pytest.mark.parametrize(
    ("board", "told"),
    [("C4- C5- C7-", "1 point more for groups: +1, not 0."), ("C4- C5- B6-", "+1 point: largest group 2 to 3.")],
)
def test_groups_that_both_turns_join_are_not_told_as_joined_in_one(board: str, told: str) -> None:
    state = position(board1=board, board2="G1 G7", hand1="h2", store1="C6:h1 C3:h1", registry="", bag="")
    one, other = ("c:C6 c:C3 end", "c:C6 end") if "C7" in board else ("c:C3 end", "end")
    for contrast in against(state, advised(one, 1.0), advised(other)):
        groups = [effect for effect in (*contrast.ours, *contrast.theirs) if effect.kind == "groups"]
        assert texts(groups) == [told]
        assert groups[0].weight == 1


def test_groups_that_lose_points_in_one_turn_are_told_of_the_other_that_changes_them_too() -> None:
    """Groups of 3 and 2 joined: one point less, but not with another field beside them."""
    state = position(
        board1="C3- C4- C5- C7- C8-", board2="G1 G7", hand1="h2", store1="C6:h1 C2:h1", registry="", bag=""
    )
    first, second = against(state, advised("c:C6 c:C2 end", 1.0), advised("c:C6 end"))
    for side in (first.ours, second.theirs):
        assert texts([effect for effect in side if effect.kind == "groups"]) == ["1 point more for groups: 0, not −1."]


def test_that_groups_count_as_before_sets_no_turn_apart() -> None:
    """A field laid fallow for another: beside a turn that only loses one, not something that it has instead."""
    state = position(
        stack=[Receive(0, INDEX["G1"], 1)], board1="C4- C5- E7- G7-", board2="D8 E9", hand1="h1", placed="O", bag="B1"
    )
    alike, fewer = against(state, advised("place G7"), advised("fallow G7"))
    assert texts(fewer.ours) == texts(alike.theirs)
    assert "−1 field, which costs no point: 4 to 3." in texts(fewer.ours)
    assert not any("as before" in text for text in texts((*alike.ours, *fewer.theirs)))
    (told,) = hints.told(observe(state, 0), [advised("place G7")], NAMES[:2])
    assert "Your groups count as before." in texts(told.effects)


def test_a_draw_for_the_registry_is_told_as_one() -> None:
    """A blind swap in Ada's turn: who declines draws nothing."""
    stack = [Turn(1), Refill(1), ChooseField(0, "M", True)]
    state = position(stack=stack, board1="C4- C5- G7-", board2="D8 E9", bag="B1 B2", placed="M", registry="A1")
    swapped, declined = hints.told(observe(state, 0), [advised("G7"), advised("no")], NAMES[:2])
    assert swapped.then == "then see what is drawn"
    assert declined.then == "then a tile is drawn for the registry"


@pytest.mark.parametrize(("hers", "told"), [("C5- C6- G6- G7-", True), ("G1- G2-", False)])
def test_of_two_tiles_to_store_both_are_told_with_who_may_buy_them(hers: str, told: bool) -> None:
    """Neither C7 nor E8 touches a field; C7 joins two groups of Ada's, who has a hop, or is worth to her what E8 is."""
    state = position(board1="A1- A2- G4- G5-", board2=hers, hand1="h3", hand2="h1", registry="C7 E8", bag="B1 B2")
    gains = {tile: brings(state, 1, tile) for tile in ("C7", "E8")}
    assert (gains["C7"] > gains["E8"]) is told
    for contrast, ours in zip(
        against(state, advised("d:C7 hops done", 0.5), advised("d:E8 hops done")), ("C7", "E8"), strict=True
    ):
        theirs = "E8" if ours == "C7" else "C7"
        for tile, effects_ in ((ours, contrast.ours), (theirs, contrast.theirs)):
            assert f"{tile} in your store: it touches none of your fields." in texts(effects_)
            sold = f"{tile}: Ada (+{gains[tile]} point) can pay for it: you would get your bid twice."
            assert (sold in texts(effects_)) is (told and tile == "C7")
            nobody = f"{tile}: as the boards lie nobody else would gain by it."
            assert (nobody in texts(effects_)) is (told and tile == "E8")


@pytest.mark.parametrize(("mine", "told"), [("A1- A2- G4- G5-", True), ("C7- E7- G4- G5-", False)])
def test_that_a_tile_can_be_sold_is_told_where_it_is_good_for_nothing_else(mine: str, told: bool) -> None:
    """C6 and E6 are worth a point to Ada, who has a hop; of Robin's fields they touch none, or bring him points too."""
    state = position(board1=mine, board2="C5- D5- E5- F5- G1-", hand1="h3", hand2="h1", registry="C6 E6", bag="B1 B2")
    assert [brings(state, 1, tile) for tile in ("C6", "E6")] == [1, 1]
    for contrast, tile in zip(
        against(state, advised("d:C6 hops done", 0.5), advised("d:E6 hops done")), ("C6", "E6"), strict=True
    ):
        sold = f"{tile}: Ada (+1 point) can pay for it: you would get your bid twice."
        assert (sold in texts(contrast.ours)) is told


def test_space_for_a_worker_is_not_forecast_beside_what_is_told_of_it() -> None:
    state = position(board1="C4- C5- D3- E4-", board2="G1 G7", workers1="D@D4", registry="A1 A2", bag="B1 B2")
    moves = [("b:-D", "end"), ("end",)]
    for feature, number in (("room", 0), ("counters", 1)):
        reasons = (Difference(feature, 0, 1.0, 2.0),)
        found = [Advice(moves[0], 2.0, 2.0, 0.0, 0.5, reasons), Advice(moves[1], 0.0, 0.0, 0.0, 0.5, ())]
        first = hints.told(observe(state, 0), found, NAMES[:2])[0]
        assert first.contrast
        assert any(effect.kind == "room" for effect in (*first.contrast.ours, *first.contrast.theirs))
        assert len(first.reasons) == number


def test_room_that_played_workers_fill_is_no_forecast_of_its_own() -> None:
    """Ada has room for less because she will have played more, which speaks for the other turn."""
    state = position(board1="C4- C5- D3- E4-", board2="G1 G7", registry="A1 A2", bag="B1 B2")
    fewer = Difference("room", 1, 1.0, -2.0)
    for others, told in (
        ((), True),
        ((Difference("workers", 1, -1.8, 3.1),), False),
        ((Difference("workers", 1, 0.6, -2.0),), True),
    ):
        found = [Advice(("b:B", "D4"), 2.0, 2.0, 0.0, 0.5, (*others, fewer)), Advice(("end",), 0.0, 0.0, 0.0, 0.5, ())]
        reasons = hints.told(observe(state, 0), found, NAMES[:2])[0].reasons
        assert ("Ada will probably have room for fewer or lesser workers." in reasons) is told


def test_a_forecast_is_left_out_only_for_what_is_told() -> None:
    """D6 is taken from Ada by either turn, which is told of neither: that she will gain more after one of them is."""
    state = position(
        board1="A2- A3- B2- B4- C3- C4-", board2="G1- G2- D5- G7-", hand1="h4v4", store2="D6:h1", registry="", bag=""
    )
    for other, told in (("b:I B3 D5 hops hops hops end", True), ("end", False)):
        reasons = (Difference("groups", 1, 2.0, -2.0),)
        found = [Advice(("c:D6", "end"), 2.0, 2.0, 0.0, 0.5, reasons), advised(other)]
        first = hints.told(observe(state, 0), found, NAMES[:2])[0]
        assert first.contrast
        assert any(each.kind == "denied" for each in (*first.contrast.ours, *first.contrast.theirs)) is not told
        assert ("Ada's groups and store will probably gain a point or two less." in first.reasons) is told


def test_an_action_left_by_both_is_told_where_no_points_differ() -> None:
    state = position(board1="C4- C5- E7", board2="G1 G7", hand1="h3", registry="A1 A2 D4", bag="B1 B2")
    left = "An action is left after the draw: a worker can bring 2 points."
    for contrast in against(state, advised("d:A1 hops done"), advised("d:A1 hops hops done")):
        assert texts(contrast.both).count(left) == 1
    for contrast in against(state, advised("d:A1 hops done"), advised("d:D4 hops done")):
        assert left not in texts(contrast.both)


def test_a_field_without_a_point_is_told_with_the_worker_for_which_it_makes_room() -> None:
    """A third group of two fields, beside which one of number 2 finds a space; none comes when the action is used."""
    for left, used, note in ((-1, 0, "the next worker can then bring 2 points"), (0, 2, "no point by itself")):
        state = position(
            board1="A1- A2- G1- G2- D7-",
            board2="C1 C3",
            workers1="A@B2 B@F2",
            store1="D6:h1",
            left=left,
            used=used,
            placed="MNOPQRSTUV" if left >= 0 else "",
        )
        (told,) = hints.told(observe(state, 0), [advised("c:D6")], NAMES[:2])
        assert told.steps[0].notes == (note,)


@pytest.mark.parametrize(("board", "room"), [("C4- C5- D4- C7- D7-", True), ("C3- C4- C5- C7- C8-", False)])
def test_a_field_that_joins_groups_for_no_point_is_told_with_the_worker_for_which_it_makes_room(
    board: str, room: bool
) -> None:
    state = position(board1=board, board2="G1 G7", hand1="h2", store1="C6:h1", registry="", bag="")
    (told,) = hints.told(observe(state, 0), [advised("c:C6")], NAMES[:2])
    joined, *rest = told.steps[0].notes
    assert joined.startswith("−1 point: groups of 3 and 2 joined")
    assert rest == ["the next worker can then bring 3 points"] * room


def test_a_field_without_a_point_is_told_with_one_placed_after_it() -> None:
    state = position(board1="A1- A2- G1-", board2="C1 C3", store1="D6:h1 D7:h1", registry="", bag="")
    for first, second in (("D6", "D7"), ("D7", "D6")):
        (told,) = hints.told(observe(state, 0), [advised(f"c:{first} c:{second} end")], NAMES[:2])
        assert [step.notes for step in told.steps] == [
            (f"+2 points with {second}",),
            ("+2 points: second group 1 to 2",),
        ]
        assert points_of(told.after, 0)[0] - points_of(play(state, f"c:{second}"), 0)[0] == 2
    (told,) = hints.told(observe(state, 0), [advised("c:D6 end")], NAMES[:2])
    assert told.steps[0].notes == ("later +2 points with D7 beside it",)


@pytest.mark.parametrize(("mine", "again"), [("C4- C5- D3- D5- E4-", True), ("C4 C5 D3 D5 E4", False)])
def test_a_worker_that_a_tile_displaces_is_told_as_its_power_again_only_where_it_can_do_something(
    mine: str, again: bool
) -> None:
    """Beside unharvested fields there is none for the unskilled worker to turn back, wherever he goes (rule 10)."""
    power = "would displace your unskilled worker: its power works again."
    stands = position(board1=f"{mine} F1", board2="G1 G7", hand1="h1", workers1="D@D4", registry="D4", bag="A1")
    (told,) = hints.told(observe(stands, 0), [advised("d:D4 hops")], NAMES[:2])
    assert ("D4 once placed displaces your unskilled worker: its power works again." in texts(told.effects)) is again
    for place in ("store", "registry"):
        store, registry = ("D4:h1", "A1") if place == "store" else ("A7:h1", "D4")
        comes = position(board1=mine, board2="G1 G7", store1=store, registry=registry, bag="A2")
        (told,) = hints.told(observe(comes, 0), [advised("b:D D4 no" if again else "b:D D4")], NAMES[:2])
        text = f"D4 from {'your store' if place == 'store' else 'the registry'} {power}"
        assert (text in texts(told.effects)) is again
        assert any("its power again" in note for note in told.steps[0].notes) is again


@pytest.mark.parametrize(("hand", "told"), [("v1", True), ("-", False)])
def test_who_would_gain_by_a_stored_tile_is_told_though_the_bid_can_not_be_matched(hand: str, told: bool) -> None:
    """C6 brings Ada a point; a vegetable is no hop, but the skilled worker would take it (rule 10)."""
    state = position(
        board1="A1- A2- G4- G5-", board2="C5- D5- E5- F5- G1-", hand1="h3", hand2=hand, registry="C6 E6", bag="B1 B2"
    )
    (stored,) = hints.told(observe(state, 0), [advised("d:C6 hops done")], NAMES[:2])
    assert brings(state, 1, "C6") == 1
    gaining = "Ada (+1 point) would gain by it, but can't match the bid yet"
    nobody = "nobody who would gain by it has as many counters"
    assert (gaining if told else nobody) in stored.steps[0].notes
    assert (nobody if told else gaining) not in stored.steps[0].notes


@pytest.mark.parametrize(("registry", "left", "told"), [("C8", -1, True), ("C8", 2, False), ("A1", -1, False)])
def test_what_a_tile_of_the_registry_can_do_later_is_told_of_a_field_and_of_a_worker(
    registry: str, left: int, told: bool
) -> None:
    """D7 makes one group with B8 by C8 alone, whose field displaces the labourer; that takes two turns more."""
    state = position(
        board1="B8 E1- E2- E4-",
        board2="G1 G7",
        hand1="h1",
        store1="D7:w1",
        registry=registry,
        bag="B1 B2",
        left=left,
        placed="MNOPQRSTUV" if left >= 0 else "",
    )
    gone = {"C8 from the registry would displace your labourer: its power works again."}
    hoped = {"D7 on your board: with C8 beside it +1 point."}
    found = hints.told(observe(state, 0), [advised("c:D7 b:C C8 no end"), advised("end")], NAMES[:2])
    assert found[0].contrast
    assert (gone | hoped <= set(texts(found[0].contrast.ours))) is told
    assert not (gone | hoped) & set(texts(found[0].contrast.theirs))
    note = "later +1 point with C8 beside it" if told else "no point by itself"
    assert note in found[0].steps[0].notes


@pytest.mark.parametrize(
    ("store", "registry", "left", "told"),
    [
        ("G2:h1", "F2", -1, True),
        ("G2:h1 F2:h1", "", -1, True),
        ("F2:h1", "G2", 4, True),
        ("", "F2 G2", -1, False),
        # With one turn to come only what is in the store.
        ("F2:h1", "G2", 2, False),
        ("G2:h1 F2:h1", "", 2, True),
        ("G2:h1 F2:h1", "", 1, False),
    ],
)
def test_a_field_is_told_with_two_tiles_at_hand_that_make_it_worth_more(
    store: str, registry: str, left: int, told: bool
) -> None:
    """E2 and F2 alone make a third group, or no more than the second; with G2 they come to G3 and G4."""
    state = position(
        stack=[Turn(0, 3), Receive(0, INDEX["E2"], 0)],
        board1="A5- A6- A7- G3- G4-",
        board2="B1 G7",
        hand1="h1",
        store1=store,
        registry=registry,
        bag="B8",
        left=left,
        placed="O" if left < 0 else "OMNPQRSTUV",
    )
    found = hints.told(observe(state, 0), [advised("place"), advised("fallow")], NAMES[:2])
    note = "later +1 point with F2 and G2 beside it" if told else "no point by itself"
    assert note in found[0].steps[0].notes
    assert found[0].contrast
    hoped = "E2 on your board: with F2 and G2 beside it +1 point."
    assert (hoped in texts(found[0].contrast.ours)) is told
    assert (hoped in texts(found[0].effects)) is told


def test_points_that_one_step_promises_no_other_one_does() -> None:
    """A4 makes a second group of two with A3, placed before it: the step that stores it tells how much that brings."""
    state = position(board1="E4- E5- E6- G7-", board2="G1", hand1="h1", store1="A3:h1", registry="A4", bag="B1")
    (told,) = hints.told(observe(state, 0), [advised("c:A3 d:A4 hops")], NAMES[:2])
    placed, stored = told.steps
    assert placed.notes == ("of use later with A4 beside it",)
    assert stored.notes[0] == "later +2 points: second group 1 to 2"


@pytest.mark.parametrize(
    ("store", "note"), [("", "later +2 points with E8 beside it"), (" A4:h1", "no point by itself")]
)
def test_what_a_tile_brings_with_another_is_told_only_where_the_own_store_does_not_bring_it(
    store: str, note: str
) -> None:
    """Only two groups count: with A4 from the store beside A3, E8 and E9 bring nothing."""
    state = position(board1="C4- C5- C6- A3-", board2="G7", hand1="h1", store1=f"E9:h1{store}", registry="E8", bag="B1")
    (told,) = hints.told(observe(state, 0), [advised("c:E9 end")], NAMES[:2])
    assert told.steps[0].notes == (note,)


def heads_and_rows(panel: object) -> list[str]:
    shown = str(panel).replace('<span class="unseen">Against it: </span>', "Against it: ")
    return [unescape(text) for text in re.findall(r"<(?:p|li)[^>]*>([^<]*)<", shown)]


def test_what_a_turn_loses_is_told_as_a_loss() -> None:
    """After what it gains, marked for eyes and ears, but not where both lose it."""
    state = position(
        board1="C4- C5- G4-", board2="G1 G7 A1-", hand1="h3", store1="D4:w1", store2="B4:h1", registry="", bag=""
    )
    found = Hints(observe(state, 0), NAMES[:2])
    stays, goes = "+2 points: labourer comes.", "Against it: −2 points: labourer goes"
    found.found = hints.told(observe(state, 0), [advised("end"), advised("b:C D4 no end", -1.0)], NAMES[:2])
    assert f'<li class="pro">{stays}</li>' in panels_hints._why(found)
    rows = heads_and_rows(panels_hints._why(found))
    assert rows.index("Choice 2 instead:") < rows.index(stays)
    home = position(board1="C4- C5- G4-", board2="G1 G7", workers1="C@D4")
    found.found = hints.told(observe(home, 0), [advised("end"), advised("b:-C end", -1.0)], NAMES[:2])
    assert '<li class="con">' in panels_hints._why(found)
    rows = heads_and_rows(panels_hints._why(found))
    assert rows[0] == "Only choice 2:"
    assert any(row.startswith(goes) for row in rows)
    found.chosen = 1
    rows = heads_and_rows(panels_hints._why(found))
    at = next(at for at, row in enumerate(rows) if row.startswith(goes))
    assert not any(row.startswith("+") for row in rows[at:])
    sold = position(board1="C4- C5-", board2="G1 G7", hand1="h2", store1="D4:h1", store2="D5:h2", registry="", bag="")
    found.found = hints.told(observe(sold, 0), [advised("c:D5 c:D4 end"), advised("c:D5 end")], NAMES[:2])
    rows = heads_and_rows(panels_hints._why(found))
    assert not any(row.startswith("Against it:") for row in rows)
    assert rows.index("Both:") < rows.index("−2 counters: 2 to 0 in your hand.")


def test_what_another_could_place_next_turn_is_kept_from_her_though_the_registry_makes_up_for_it_later() -> None:
    """E4 with D4 would bring Ada as much as C7, but D4 takes her two turns; beside no tile only one turn keeps E4."""
    state = position(
        board1="D3- E3- G6- G7-",
        board2="A1- A2- A3- C4- C5- C6-",
        hand1="h1",
        store2="E4:h1 C7:h1",
        registry="D4",
        bag="B1",
    )
    found = Hints(observe(state, 0), NAMES[:2])
    for other, keeps in (("c:C7 end", True), ("end", False)):
        found.found = hints.told(observe(state, 0), [advised("c:E4 end", 1.0), advised(other)], NAMES[:2])
        found.chosen = 1
        assert any("keeps 1 point from Ada" in step.notes for step in found.found[1].steps) is keeps
        rows = heads_and_rows(panels_hints._why(found))
        assert ("C7 does not go to Ada, to whom it is worth 1 point." in rows) is keeps
        assert ("Choice 1 instead:" if keeps else "Only choice 1:") in rows


def test_what_is_paid_comes_before_what_may_follow() -> None:
    """Counters that differ are told beside four points of difference or less, however many are in the hand."""
    rich = position(
        board1="C4- C5- G4-", board2="G1 G7", hand1="h1v2w3", hand2="h3v6a6b6w3", store2="D4:v1w1", registry="", bag=""
    )
    for contrast in against(rich, advised("c:D4 end", 1.0), advised("end")):
        told = texts((*contrast.ours, *contrast.theirs))
        assert "−2 counters: 6 to 4 in your hand." in told
        assert "+4 counters for Ada, with the bid that comes back: 24 to 28." in told
        assert told.index("−2 counters: 6 to 4 in your hand.") > 0


def test_payments_and_what_weighs_most_besides_are_told_beside_many_points() -> None:
    points = [Effect(kind, 2.0, kind) for kind in ("groups", "workers", "crops", "stored")]
    paid = [Effect("counters", -1.0, "paid"), Effect("others' counters", -0.3, "got", 1)]
    room, ripe, heavier = Effect("room", 2.0, "room"), Effect("ripe", 0.5, "ripe"), Effect("again", 0.6, "heavier")
    assert differing([*points, *paid, ripe, room, heavier], []) == ((*points, *paid, room, heavier), ())
    action = Effect("action", 1.0, "an action is left")
    assert action in differing([*points, action], [])[0]
    # What the next worker can bring is told beside all of that, and so are points of groups.
    ones, others = [*points, *paid, ripe, room._replace(weight=0.4)], [Effect("room", 0.0, "no space")]
    for some in (others, [Effect("room", 0.2, "some")]):
        assert differing([*ones, heavier], some)[1] == differing([*ones, heavier, action], some)[1] == tuple(some)
    groups = Effect("groups", -1.0, "Ada's groups", 1)
    assert groups in differing([*points, groups, *paid], [])[0]
    assert Effect("given", 1.0, "given") not in differing([*points, Effect("given", 1.0, "given")], [])[0]
    # What weighs as much as something told is told too, on whichever side.
    alike = Effect("given", 2.0, "given")
    assert differing([*points, groups], [alike]) == ((*points, groups), (alike,))


def test_a_counter_more_is_told_however_sums_of_weights_are_rounded() -> None:
    """0.3 − 0.2 is a little less than 0.1."""
    one, other = Effect("counters", 0.3, "+3 counters", then=17), Effect("counters", 0.2, "+2 counters", then=16)
    assert differing([one], [other]) == ((one,), (other,))
    assert differing([one], [one._replace(text="the same")]) == ((), ())


def test_counters_weigh_less_with_one_turn_to_come() -> None:
    weights = []
    for left in (-1, 4, 2):
        state = position(
            board1="C4 G5", board2="G1 G7", registry="", bag="", left=left, placed="MNOPQRSTUV"[: left * 10]
        )
        (gained,) = (
            effect for effect in effects(observe(state, 0), play(state, "a:C4"), NAMES[:2]) if effect.kind == "counters"
        )
        weights.append(gained.weight)
    assert weights[0] == weights[1] == 2 * weights[2] > 0


def test_a_place_in_the_store_that_is_free_again_is_told_while_it_can_be_used() -> None:
    """Two tiles at most are in a store (rule 7.1), so one that is placed makes room for another in the next turn."""
    state = position(board1="C4- C5- G4-", board2="G1 G7", hand1="h2", store1="D4:w1 A1:h1", registry="E4", bag="B1")

    def told(moves: str, state: State = state) -> list[str]:
        after = reduce(play, moves.split(), state)
        return [effect.text for effect in effects(observe(state, 0), after, NAMES[:2]) if effect.kind == "store"]

    assert told("c:D4") == ["Your store has a free place again."]
    assert told("c:D4 c:A1") == ["Your store is empty again: two tiles can be stored."]
    assert told("c:D4 d:E4 hops done") == told("end") == []
    late = state.copy()
    late.left = 3
    assert told("c:D4", late) == []


def test_fields_without_a_point_are_not_told_beside_fields_with_one() -> None:
    state = position(board1="C4- C5- G4-", board2="G1 G7", store1="D4:w1 A1:h1", registry="", bag="")
    for contrast in against(state, advised("c:A1 end"), advised("c:D4 c:A1 end", -1.0)):
        assert not any("no point yet" in text for text in texts((*contrast.ours, *contrast.theirs)))
    lone = against(state, advised("c:A1 end"), advised("end", -1.0))[0]
    assert any("+1 field, no point yet" in text for text in texts(lone.ours))


@pytest.mark.parametrize(
    ("moves", "store", "then"),
    [
        ("d:A1 hops done", "", ": a second tile may be stored, and an action is left"),
        ("d:A1 hops hops", "", ", and choose the action that is left"),
        ("d:A1 hops done", "G1:w1", ", and choose the action that is left"),
        ("b:C D4 no d:A1 hops done", "", ": a second tile may be stored"),
        ("b:C D4 no d:A1 hops done", "G1:w1", ": both actions are used"),
        ("c:E4 D4 A1", "E4:w1 D6:w1", ": a second tile may be placed, and an action is left"),
        ("a:C5 c:E4 D4 A1", "E4:w1 D6:w1", ": a second tile may be placed"),
        ("a:C5 c:E4 D4 A1", "E4:w1", ": both actions are used"),
    ],
)
def test_a_draw_leaves_what_is_left_of_the_turn(moves: str, store: str, then: str) -> None:
    """A second tile needs a counter and a place in the store, or lies in one; E4 displaces the benefactor."""
    workers = "L@E4" if "E4" in moves else ""
    state = position(
        board1="C4- C5 D3- D5- E3-",
        board2="B1 B3",
        hand1="h2",
        workers1=workers,
        store1=store,
        registry="A1 A2",
        bag="B2 B5",
    )
    (told,) = hints.told(observe(state, 0), [advised(moves)], NAMES[:2])
    assert told.then == "then see what is drawn" + then


def test_after_a_draw_is_told_what_is_probably_done_then() -> None:
    state = position(
        board1="C4- C5 D3- D5- E3-", board2="B1 B3", hand1="h2", store1="D4:h1", registry="A1 A2", bag="B2"
    )
    deeds = (
        Deed("place", INDEX["D4"]),
        Deed("work", 0, INDEX["E4"]),
        Deed("work", 1),
        Deed("harvest", INDEX["C5"]),
        Deed("store", INDEX["A2"]),
    )
    (told,) = hints.told(observe(state, 0), [advised("d:A1 hops done")._replace(then=deeds)], NAMES[:2])
    _, _, probably = told.then.partition("; ")
    assert probably == (
        "most often: place D4 (+1 point), apprentice to E4, play the casual worker, harvest C5, store A2"
    )
    (over,) = hints.told(observe(state, 0), [advised("end")._replace(then=deeds)], NAMES[:2])
    assert not over.then


@pytest.mark.parametrize(
    ("players", "placed", "told"),
    [
        (2, "MNOPQRSTU", "; of the 7 tiles in the bag 5 are events: the next one starts the end"),
        (3, "MNOPQRSTU", "; of the 5 tiles in the bag 3 are events: the next one starts the end"),
        (2, "MNOPQRST", ""),
        (2, "MNOPQRSTUV", ""),
    ],
)
def test_with_nine_events_placed_a_draw_is_told_with_what_may_begin_the_end(
    players: int, placed: str, told: str
) -> None:
    """With three players two events are out of the game: not which they are, but how many are left is known."""
    third = "E1 E3" if players == 3 else ""
    out, left = ("YZ" if players == 3 else ""), (2 * players - 1 if len(placed) == 10 else -1)
    with_boards = partial(position, players, board1="C4- C5-", board2="G1 G7", board3=third, bag="B1 B2", removed=out)
    state = with_boards(hand1="h3", registry="A1 A2", placed=placed, left=left)
    stored, idle = hints.told(observe(state, 0), [advised("d:A1 hops done"), advised("end")], NAMES[:players])
    assert stored.then == f"then see what is drawn: a second tile may be stored, and an action is left{told}"
    assert not idle.then
    # A field tile drawn for an event is another thing: events on the way are set aside (rule 9.4).
    lucky = with_boards(stack=[Turn(0, 3), OfferDraw(0, "Q")], hand1="h3", placed=placed)
    (drawn,) = hints.told(observe(lucky, 0), [advised("draw hops hops")], NAMES[:players])
    assert drawn.then == "then see what is drawn: both actions are used"


def test_tiles_that_can_both_be_stored_in_the_turn_are_no_either_or() -> None:
    """D4 would bring Ada five points; after A1 it can be stored too, if a counter is left to bid for it."""
    mine, hers = "G6- G7-", "C4- C5- C6- E4- E5- G1- G2- G3- G4- G5-"

    def stored(hand: str, *bids: str) -> tuple[list[Contrast], list[str], list[str]]:
        state = position(board1=mine, board2=hers, hand1=hand, registry="A1 D4", bag="B1 B2")
        found = against(state, *(advised(f"d:{tile} {bid}") for tile, bid in zip(("A1", "D4"), bids, strict=True)))
        return found, texts((*found[0].ours, *found[0].theirs)), texts(found[0].both)

    assert brings(position(board1=mine, board2=hers), 1, "D4") == 5
    then_d4, gone = "After the draw D4 may follow in the same turn.", "D4 is gone from the registry"
    either = "A1 and D4: one may follow the other in the same turn."
    # Either may be the second; so D4 is kept from Ada by both.
    found, told, both = stored("h3", "hops done", "hops done")
    assert either in both
    assert not any(gone in text or "may follow" in text for text in told)
    # After D4 no counter is left for A1.
    found, told, both = stored("h2", "hops done", "hops hops")
    assert then_d4 in texts(found[0].ours)
    assert then_d4 in texts(found[1].theirs)
    assert not any(gone in text or "A1 may follow" in text for text in told)
    assert either not in both
    # Nor is one for D4 after A1: it stays there for Ada, which is told once.
    found, told, both = stored("h2", "hops hops", "hops hops")
    assert any(gone in text for text in texts(found[0].theirs))
    assert not any("stays in the registry" in text or "may follow" in text for text in (*told, *both))


def test_a_worker_that_finds_a_space_only_in_place_of_a_lesser_one_brings_what_is_more() -> None:
    """Three fields touch the labourer's space, two all those beside it, where none may stand (rules 5.2, 5.3)."""
    state = position(
        board1="C4- D5- E4-", board2="G1 G7", workers1="A@A1 B@A7 C@D4", hand1="h1", registry="A1", bag="B1"
    )
    assert best_next(state, 0) == 1
    assert legal(reduce(play, ("b:E",), state)) == ["D4"]
    (told,) = (each for each in effects(observe(state, 0), play(state, "end"), NAMES[:2]) if each.kind == "room")
    assert told.text == "The next worker can bring 1 point."


def test_what_the_next_worker_can_bring_is_told_as_one_difference_and_no_space_for_one_as_a_loss() -> None:
    """On D4, beside three fields, F has a space once the labourer goes; A1 alone leaves none beside the apprentice."""
    state = position(board1="C4 C5 D3 G1 G2", board2="G7", workers1="C@D4", registry="", bag="B1")
    home, idle = against(state, advised("b:-C end", 1.0), advised("end"))
    told = "The next worker can bring 3 points, not 2."
    assert told in texts(home.ours)
    assert not any("next worker" in text for text in texts(home.theirs))
    assert told in texts(idle.theirs)
    state = position(board1="A1-", board2="G7", registry="", bag="B1")
    played, idle = against(state, advised("b:A B2 end", 1.0), advised("end"))
    (loss,) = (effect for effect in played.ours if effect.kind == "room")
    assert (loss.text, loss.weight < 0) == ("There is no space for another worker.", True)
    assert "The next worker can bring 1 point." in texts(played.theirs)


def test_a_worker_taken_home_is_a_gain_where_the_next_two_workers_can_then_bring_more() -> None:
    """The labourer finds its space on D4 again, once an unskilled worker has come to another pair of fields."""
    state = position(board1="C4- C5- C7- C8- G7-", board2="G6", workers1="C@D4", registry="", bag="B1")
    home, idle = against(state, advised("b:-C end", 1.0), advised("end"))
    gains = [effect.text for effect in home.ours if effect.weight > 0]
    assert gains == [
        "Your labourer can be played again: +2 points and 2 counters.",
        "The next two workers can bring 2 and 2 points, not 2 and 1.",
    ]
    assert texts(idle.theirs) == texts(home.ours)


def test_a_step_names_the_worker_that_its_tile_sends_home() -> None:
    """D4 displaces the benefactor, for whom no other space touches five fields, or the labourer, who finds one."""
    for worker, answer, gone in (("L", "", ("−5 points: benefactor goes",)), ("C", "B4", ())):
        state = position(
            board1="C4- C5-", board2="G1 G7", workers1=f"{worker}@D4", store1="D4:w1", registry="", bag="A1"
        )
        (told,) = hints.told(observe(state, 0), [advised(f"c:D4 {answer}")], NAMES[:2])
        assert told.steps[0].notes == ("+1 point: largest group 2 to 3", *gone)
    replaced = position(
        stack=[Turn(1), Replace(0, INDEX["D4"])],
        board1="C4- C5- G7-",
        board2="F1 G1",
        workers1="L@D4",
        registry="",
        bag="A1",
        placed="W",
    )
    (told,) = hints.told(observe(replaced, 0), [advised("G7")], NAMES[:2])
    assert told.steps[0].notes[-1] == "−5 points: benefactor goes"


def test_a_worker_of_another_that_may_still_find_a_space_is_not_told_as_gone() -> None:
    """G7 for D4: Robin's benefactor finds no space, and goes; Ada is asked where her apprentice goes (rule 12.3)."""
    state = position(
        stack=[Turn(1), ExchangeFor(0, INDEX["G7"])],
        board1="C4- C5- G7-",
        board2="D4- F7- F8- G1-",
        workers1="L@D4",
        workers2="A@G7",
        registry="",
        bag="B1",
        placed="N",
    )
    (told,) = hints.told(observe(state, 0), [advised("D4")], NAMES[:2])
    assert told.after.stack[-1] == Displaced(1, WORKER_INDEX["A"])
    assert "−5 points: benefactor goes" in told.steps[0].notes
    assert "−5 points: benefactor goes." in texts(told.effects)
    assert not any("apprentice" in text for text in texts(told.effects))
    # Nor is one's own that is still to be put down counted beside another that goes.
    state = position(
        board1="C4- C5- D3-", board2="G1 G7", workers1="A@A1 C@D4", store2="A1:h1", hand1="v2", registry="", bag=""
    )
    after = reduce(play, ["b:E", "D4", "A1", "vegetables", "vegetables"], state)
    assert after.stack[-1] == Displaced(0, WORKER_INDEX["A"])
    found = effects(observe(state, 0), after, NAMES[:2])
    assert "+1 point: skilled worker comes and labourer goes, free to be played again." in texts(found)


@pytest.mark.parametrize(("worker", "stays"), [("L", False), ("C", True)])
def test_a_tile_that_sends_a_worker_home_is_not_told_as_its_power_again(worker: str, stays: bool) -> None:
    """No space but D4 touches the five fields that the benefactor needs; for the labourer there are others."""
    name = WORKERS[WORKER_INDEX[worker]].name
    lost = f"no other space takes it: −{WORKERS[WORKER_INDEX[worker]].number} points"
    mine = "C4- C5- D3- D5- E4-"
    stands = position(board1=mine, board2="G1 G7", hand1="h1", workers1=f"{worker}@D4", registry="D4", bag="A1")
    (told,) = hints.told(observe(stands, 0), [advised("d:D4 hops")], NAMES[:2])
    home = f"D4 once placed sends your {name} home, for {lost}."
    again = f"D4 once placed displaces your {name}: its power works again."
    assert (again if stays else home) in texts(told.effects)
    assert (home if stays else again) not in texts(told.effects)
    note = f"later displaces your {name}" if stays else f"later sends your {name} home, for {lost}"
    assert note in told.steps[0].notes
    # Nor is one that comes to the space of a tile in the store; nobody loses more by that than the tile would bring.
    comes = position(board1=mine, board2="G1 G7", store1="D4:h1", registry="A1", bag="A2")
    (told,) = hints.told(observe(comes, 0), [advised(f"b:{worker} D4 no")], NAMES[:2])
    (told_again,) = (each for each in effects(observe(comes, 0), told.after, NAMES[:2]) if each.kind == "again")
    assert ("its power works again" in told_again.text) is stays
    assert ("home: no other space takes it" in told_again.text) is not stays
    assert stays or told_again.weight == -NOT_YET * brings_alone(told.after, 0, "D4") < 0
    assert any("its power again" in note for note in told.steps[0].notes) is stays
    # In the registry it is a hope, or nothing.
    hoped = position(board1=mine, board2="G1 G7", registry="D4", bag="A2")
    (told,) = hints.told(observe(hoped, 0), [advised(f"b:{worker} D4 no")], NAMES[:2])
    found = effects(observe(hoped, 0), told.after, NAMES[:2])
    assert any(each.kind == "again" for each in found) is stays
    assert any("would displace it" in note for note in told.steps[0].notes) is stays
    # What stays in the store is worth what it brings, less the worker's points.
    kept = position(board1=mine, board2="G1 G7", workers1=f"{worker}@D4", store1="D4:h1", registry="", bag="")
    (left,) = (each for each in effects(observe(kept, 0), play(kept, "end"), NAMES[:2]) if each.kind == "left")
    assert left.text == f"D4 stays in your store: {'+1 point' if stays else '−4 points'} once placed."
    assert (left.weight > 0) is stays


@pytest.mark.parametrize(
    ("stored", "tile", "then"),
    [("A7", "E1", "no point"), ("A7", "B8", ""), ("", "E1", ""), ("C6", "C7", "+1 point")],
)
def test_a_tile_to_store_is_told_beside_the_one_that_is_there(stored: str, tile: str, then: str) -> None:
    """A7 is a second group by itself: E1 after it is a third, B8 belongs to it; C6 takes C7 to the largest."""
    state = position(
        board1="C4- C5- D4-",
        board2="G1 G7",
        hand1="h2",
        registry=tile,
        store1=f"{stored}:h1" if stored else "",
        bag="A1",
    )
    (told,) = hints.told(observe(state, 0), [advised(f"d:{tile} hops done")], NAMES[:2])
    (effect,) = (each for each in effects(observe(state, 0), told.after, NAMES[:2]) if each.kind == "stored")
    alone = "once placed +2 points, second group 0 to 1"
    assert effect.text == f"{tile} in your store: {alone}{'; after ' + stored + ' ' + then if then else ''}."
    notes = told.steps[0].notes
    assert notes[0] == "later +2 points: second group 0 to 1"
    assert (f"after {stored} {then}" in notes) is bool(then)
    # It is worth what it adds to what the tile that is there would bring.
    assert effect.weight == pytest.approx(NOT_YET * {"no point": 0, "+1 point": 1, "": 2}[then])


def test_a_worker_taken_home_is_told_with_its_points() -> None:
    mine = "C4- C5- D3- E4-"
    state = position(board1=mine, board2="G1 G7", workers1="C@D4", store1="D4:w1", registry="", bag="A1")
    for moves, at in (("c:D4 home", 1), ("b:-C", 0)):
        (told,) = hints.told(observe(state, 0), [advised(moves)], NAMES[:2])
        assert told.steps[at].text == "take the labourer home"
        assert told.steps[at].notes[0] == "−2 points"


@pytest.mark.parametrize(
    ("worker", "fields", "words", "note"),
    [
        ("A", "", {}, "free to be played again: 1 counter"),
        ("B", "", {}, "free to be played again: 2 counters"),
        ("C", "", {}, "free to be played again: 2 counters"),
        ("C", "", {"stock": "h1"}, "free to be played again: 1 counter"),
        ("D", "-", {}, "free to be played again: 4 fields turned back"),
        ("F", "", {}, "free to be played again, with its power"),
        ("G", "", {"hand1": "h1", "store2": "A1:h1"}, "anybody can play it again, with its power"),
        # Nothing to gather or to buy; the last turn, in which the action is used; a field on the only space (rule 5.2).
        ("A", "-", {}, ""),
        ("G", "", {"store2": "A1:h1"}, ""),
        ("C", "", {"placed": "MNOPQRSTUV"}, ""),
        ("F", "", {"board1": "C4 C5"}, ""),
    ],
)
def test_a_worker_taken_home_is_told_with_what_its_power_can_bring_again(
    worker: str, fields: str, words: dict[str, Any], note: str
) -> None:
    """On D4, beside four fields, whether harvested or not."""
    board = " ".join(f"{tile}{fields}" for tile in ("C4", "C5", "D3", "D5"))
    given: dict[str, Any] = {
        "board1": board,
        "board2": "G1 G7",
        "workers1": f"{worker}@D4",
        "registry": "",
        "bag": "B1",
    } | words
    state = position(left=0 if "placed" in words else -1, **given)
    (told,) = hints.told(observe(state, 0), [advised(f"b:-{worker} end")], NAMES[:2])
    assert told.steps[0].notes[1:] == ((note,) if note else ())


def test_workers_are_told_with_who_goes_and_of_two_turns_as_far_as_they_differ() -> None:
    state = position(board1="C4- C5- D3-", board2="G1 G7", workers1="C@D4", hand1="h1", registry="A1", bag="B1")
    replaced = "+1 point: skilled worker comes and labourer goes, free to be played again."
    for other, told in (
        ("end", [replaced]),
        ("b:-C end", ["+3 points: skilled worker comes."]),
        ("b:A B4 end", []),
    ):
        for contrast in against(state, advised("b:E D4 end"), advised(other)):
            both = (*contrast.ours, *contrast.theirs)
            assert {effect.text for effect in both if effect.kind == "workers"} == set(told)
    # The displaced apprentice stays by both; one of them plays another too.
    asked = [Turn(0, 4), Displaced(0, WORKER_INDEX["A"])]
    displaced = position(stack=asked, board1="C4- C5- D3-", board2="G1 G7", hand1="h1", registry="A1", bag="B1")
    first, second = against(displaced, advised("B4 b:B D4 end"), advised("D4 end"))
    assert "+1 point: casual worker comes." in texts(first.ours)
    assert "+1 point: casual worker comes." in texts(second.theirs)
    assert not any("apprentice" in text for text in texts((*first.ours, *first.theirs)))


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("d:A1 hops done", "You no longer have most hops, you and Ada have 1 each."),
        ("a:B4 end", "Ada no longer has most vegetables, you and Ada have 1 each."),
        ("d:A1 hops hops", "So far Ada, not you, has most hops, 1 to 0."),
    ],
)
def test_who_no_longer_has_most_of_a_crop_is_told_by_name(moves: str, told: str) -> None:
    """Robin pays one of two hops, or harvests as many vegetables as Ada has."""
    state = position(board1="B4 C5- G4-", board2="G1 G7", hand1="h2", hand2="h1v1", registry="A1", bag="B1")
    found = effects(observe(state, 0), reduce(play, moves.split(), state), NAMES[:2])
    assert texts([effect for effect in found if effect.kind == "crops so far"]) == [told]


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("c:G3 end", ["−1 point and +1 point for Ada: Ada, not you, has most cider apples, 3 to 1."]),
        ("c:A3 end", ["+1 point for Bruno: Bruno has most hops, 4 before you with 1."]),
        ("a:B4 end", ["+1 point: you have most vegetables, 2 before Bruno with 1."]),
    ],
)
def test_a_point_for_most_of_a_crop_says_who_has_most(moves: str, told: list[str]) -> None:
    state = position(
        3,
        board1="B4 C5- G4-",
        board2="G1 G7",
        board3="F1 F8",
        hand1="h2v1a2",
        hand2="h1a1",
        hand3="h2v1",
        store2="G3:a1",
        store3="A3:h1",
        registry="A1",
        bag="B1",
        placed="MNOPQRS",
    )
    found = effects(observe(state, 0), reduce(play, moves.split(), state), NAMES[:3])
    assert texts([effect for effect in found if effect.kind == "crops"]) == told


def test_most_of_a_crop_with_more_or_fewer_counters_is_no_difference() -> None:
    """Rows D and E give wine and wheat: one more or less of what Robin has most of by either turn."""
    state = position(
        board1="D5 D6", board2="G1 G7", hand1="-", hand2="w1", registry="", bag="", left=0, placed="MNOPQRSTUV"
    )
    most = "most barrels of wine"
    for moves, told in (("a:D5 done", False), ("end", True)):
        for contrast in against(state, advised("a:D5 D6 end"), advised(moves)):
            assert any(most in text for text in texts((*contrast.ours, *contrast.theirs))) is told


@pytest.mark.parametrize(
    ("answers", "title"),
    [
        (("C4 end", "C4 a:C6 end"), "The best answer, and how to go on"),
        (("C4 end", "C5 end"), "The best 2 answers"),
        (("C4 end",), "The only answer worth a look"),
    ],
)
def test_the_title_says_what_the_choices_are_answers_to(answers: tuple[str, ...], title: str) -> None:
    fields = 1 << INDEX["C4"] | 1 << INDEX["C5"]
    state = position(stack=[Turn(0, 2), PickFields(0, "A", fields, 1)], board1="C4 C5 C6", board2="G1", hand1="h1")
    sitting = Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3)
    scene = replace(Tabletop(sitting, dict).scene(), view=state)
    found = Hints(observe(state, 0), NAMES[:2])
    found.found = hints.told(observe(state, 0), [advised(each) for each in answers], NAMES[:2])
    assert f">{title}<" in str(panels_hints.panel(scene, found))


def test_who_pays_with_other_counters_reads_it_in_every_row() -> None:
    """The skilled worker buys A4 from Ada for any two counters, the bailiff takes G1 from her board for any three."""
    state = position(board1="C4- C5- D3- D5- E5-", board2="G1 G7", hand1="h3a3", store2="A4:b1", registry="", bag="B1")
    sitting = Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3)
    scene = Tabletop(sitting, dict).scene()
    for played, bought, number in (("b:E D4 A4", "buy A4 from Ada", 2), ("b:I D4 G1", "take G1 from Ada's board", 3)):
        turns = [played + f" {crop}" * number for crop in ("hops", "apples")]
        found = Hints(observe(state, 0), NAMES[:2])
        found.found = hints.told(observe(state, 0), [advised(each) for each in turns], NAMES[:2])
        for chosen in (0, 1):
            found.chosen = chosen
            panel = unescape(re.sub(r"<[^>]*>", "", str(panels_hints.panel(scene, found))))
            for paid in (f"{number} hops", f"{number} cider apples"):
                assert panel.count(f"{bought} for {paid}") == 1


def test_a_replacement_is_told_with_the_tile_that_is_placed() -> None:
    """G7 counts for nothing; F3, drawn for it, will with F2, which is in the registry (rule 12 W)."""
    state = position(
        stack=[Turn(0, 3), Replace(0, INDEX["F3"])],
        board1="C4- C5- E1- E2- G7-",
        board2="D8 E9",
        registry="F2",
        bag="B1",
        placed="W",
    )
    told = hints.told(observe(state, 0), [advised("G7"), advised("C4"), advised("fallow")], NAMES[:2])
    assert [(step.text, step.notes) for each in told for step in each.steps] == [
        ("lay G7 fallow and place F3", ("your groups count as before", "later +1 point with F2 beside it")),
        ("lay C4 fallow and place F3", ("−2 points: second group 2 to 1",)),
        ("lay F3 fallow", ()),
    ]


def test_what_only_one_turn_leaves_in_the_registry_for_another_is_told() -> None:
    """D4 is worth four points to Ada with E4 from her store; bought by Robin that is worth nothing to him."""
    state = position(
        board1="G6- G7-",
        board2="A1- A2- A3- C4- C5- C6- F3- F4-",
        hand1="h1",
        store2="E4:h1",
        registry="D4",
        bag="B1",
    )
    stays = "D4 stays in the registry: it would bring Ada 4 points."
    bought, idle = against(state, advised("c:E4 end", 1.0), advised("end"))
    assert stays in texts(bought.theirs)
    assert stays in texts(idle.ours)
    assert stays not in texts((*bought.ours, *idle.theirs, *bought.both))


def test_the_same_sentence_does_not_set_turns_apart() -> None:
    """What a sale would bring is the less worth the more counters are in the hand, but it is told in the same words."""
    poor, rich = (Effect("left", weight, "G3 stays in your store.") for weight in (0.6, 0.4))
    paid = Effect("counters", -1.0, "paid")
    assert differing([poor, paid], [rich]) == ((paid,), ())


def test_the_stock_is_told_where_it_is_less_than_what_is_ripe() -> None:
    for stock, told in (("h2", True), ("h2v1w1", False)):
        state = position(board1="A1 A2 E7-", board2="G1 G7", hand1="h1", stock=stock, registry="", bag="")
        for contrast in against(state, advised("a:A1 A2 end"), advised("end")):
            text = "The stock has only 2 counters left, for 4 unharvested fields on all boards."
            assert (text in texts(contrast.both)) is told


def test_a_turn_that_ends_the_game_is_told_as_certain() -> None:
    state = position(board1="C4- C5-", board2="G1 G7", registry="", bag="", left=0, placed="MNOPQRSTUV")
    sitting = Sitting.new([Chair(name, "person") for name in NAMES[:2]], "random", 3)
    scene = Tabletop(sitting, dict).scene()
    for chance, moves, head in (
        (0.0, "end", "The game ends with this turn. Lead:"),
        (1.0, "end", "The game ends with this turn. Lead:"),
        (1.0, "b:C B4", "The game is as good as won."),
    ):
        found = Hints(observe(state, 0), NAMES[:2])
        found.found = hints.told(observe(state, 0), [advised(moves, 5.0 * (2 * chance - 1), chance=chance)], NAMES[:2])
        assert head in str(panels_hints.panel(scene, found))


def test_what_is_told_at_once_is_no_forecast() -> None:
    """In the last turn, with nothing to draw, turns differ in points at once and in nothing later."""
    state = position(
        board1="C4- C6- D4- E6-", board2="G1- G7-", store1="C5:w1", registry="", bag="", left=0, placed="MNOPQRSTUV"
    )
    found = advice(observe(state, 0), 8, Effort(400))
    assert len({one.margin for one in found}) > 1
    assert not any(one.reasons for one in found)


def test_a_worker_is_told_with_the_points_of_the_one_that_goes() -> None:
    state = position(board1="C4- C5- D3- E4-", board2="G1 G7", hand1="h1", workers1="C@D4")
    (told,) = hints.told(observe(state, 0), [Advice(("b:E", "D4"), 0.0, 0.0, 0.0, 0.5, ())], NAMES[:2])
    assert told.steps[0].notes[:2] == ("+1 point", "labourer goes, free to be played again")


def test_a_bid_can_be_matched_after_a_harvest() -> None:
    state = position(board1="A1", board2="C5 C6- G1", hand1="w1", hand2="v1", registry="A2 E1")
    (crop,) = (at for at, mask in enumerate(state.layout.by_crop) if mask >> INDEX["C5"] & 1)
    assert could_harvest(state, (0, 0), 1, counters.ONE[crop])
    assert not could_harvest(state, (0, 0), 1, 3 * counters.ONE[crop])
    # Instead of a crop that the stock lacks, but not for it: no hop comes of a barrel's field (rule 4.3).
    bare = position(board1="A1", board2="D5", hand1="-", hand2="-", registry="A2", bag="B1")
    bare.stock = counters.parse("a1")
    assert could_harvest(bare, (0, 0), 1, counters.parse("a1"))
    assert not could_harvest(bare, (0, 0), 1, counters.parse("h1"))
    assert not could_harvest(bare, (0, 0), 1, counters.parse("a2"))
    bare.stock = counters.parse("a1b1")
    assert not could_harvest(bare, (0, 0), 1, counters.parse("a1"))
    wanted = ("hops", "vegetables", "apples", "barrels", "wheat")[crop]
    rich = position(board1="A1", board2="C5 C6-", hand1="h1v1a1b1w1", registry="A2 E1", bag="B1")
    stored = Advice(("d:A2", wanted, "done"), 0.0, 0.0, 0.0, 0.5, ())
    (told,) = hints.told(observe(rich, 0), [stored], NAMES[:2])
    assert any(
        note.startswith("Ada (+2 points) could pay for it after a harvest: you would get")
        for note in told.steps[0].notes
    )


def test_in_the_last_turn_nothing_is_stored_for_nothing() -> None:
    """A counter less decides nothing here, but a tile in the store can't be placed any more."""
    state = position(
        board1="C4 C6- D4- E6-", board2="G1- G7-", hand1="h2v2", registry="A1 A7", bag="", left=0, placed="MNOPQRSTUV"
    )
    found = Hints(observe(state, 0), NAMES[:2], effort=Effort(400))
    while not found.done:
        found.think(1.0)
    assert not any(step.told.kind == "store" for step in found.found[0].steps)
    assert found.decided


def test_a_hint_is_looked_for_in_slices_and_moves_nothing() -> None:
    reader = begun("person", "farmer", seed=7)
    reader.let_computers_play()
    session = reader.session
    table = session.seating.open()
    before = (list(table.sitting.game.moves), dict(table.sitting.game.headers))
    reader.click("hint")
    assert "hint-progress" in reader.panels["action"]
    longest, progress = 0.0, []
    while session.wait() == 0.0:
        began = time.process_time()
        patch = reader.take(session.step())
        longest = max(longest, time.process_time() - began)
        progress += [float(values["value"]) for values in patch.get("attributes", {}).values() if "value" in values]
    assert len(progress) > 5
    assert progress == sorted(progress)
    assert "Best: " in patch["say"]
    assert "kh-float" in reader.panels["board"]
    reader.click("hint", "2")
    assert 'data-value="2" class="hint-turn" aria-pressed="true"' in reader.panels["action"]
    assert (table.sitting.game.moves, table.sitting.game.headers) == before
    # What is chosen comes before the hint, which is there again when the choice is dropped.
    reader.send("aim", "store")
    assert "hint-turn" not in reader.panels["action"]
    reader.click("clear")
    assert "hint-turn" in reader.panels["action"]
    # Its first step is laid out to be carried out by one press; nothing has been done yet.
    advised = table._advice
    assert advised
    assert reader.click("hint", "do")["focus"] == "commit"
    assert "hint-turn" not in reader.panels["action"]
    assert reader.send("hint", "2")["alert"] == "message: hint: '2' is not among the turns"
    assert (table.sitting.game.moves, table.sitting.game.headers) == before
    reader.click("commit")
    done = [move for move in table.sitting.game.moves[len(before[0]) :] if not move.startswith("*")]
    assert done == list(advised.found[1].moves[: len(done)])


def test_looking_can_be_stopped_and_a_key_asks() -> None:
    reader = begun("person", "farmer", seed=7)
    reader.let_computers_play()
    reader.send("key", {"key": "h", "ctrl": False, "shift": False, "alt": False, "scope": "page", "at": None})
    assert "hint-progress" in reader.panels["action"]
    reader.click("hint", "close")
    assert reader.session.wait() is None
    assert "hint-progress" not in reader.panels["action"]


def test_several_people_get_hints_only_if_they_agreed() -> None:
    for agreed in (False, True):
        reader = Reader(Session({}))
        form = {"name": TABLE, "kind": ["person", "person", "empty", "empty"], "start": "random", "seed": "7"}
        reader.send("begin", form | {"hints": "yes"} if agreed else form)
        reader.click("reveal")
        offered = any(target.intent == "hint" for target in reader.targets())
        assert offered is agreed
        patch = reader.send("hint")
        assert ("alert" in patch) is not agreed
        again = Sitting.from_text(record_text(reader.session.seating.open().sitting.record()))
        assert (again.why_no_hints() is None) is agreed


def test_hands_behind_screens_stay_in_the_head() -> None:
    sitting = Sitting.new([Chair("Robin", "person"), Chair("Ada", "farmer")], "random", 3, screens=True)
    assert sitting.why_no_hints() == "hands are behind screens"


def test_a_state_is_told_without_a_game_behind_it() -> None:
    """An event's question, not one's own turn: its answers are told alike."""
    game = middle(3, turns=3)
    while not _asked_by_event(game.state) and not game.over:
        game.play(make_player("random", len(game.moves)).choose(game.observation(game.actor)))
    assert not game.over
    for told in looked(game).found:
        assert all(step.text for step in told.steps)


def test_with_an_empty_bag_no_draw_is_expected() -> None:
    """Two events were taken out unseen: they might be in the bag, but it is known to be empty (rules 2.6, 14.1)."""
    state = position(
        3, board1="A1 A3", board2="B1", board3="C1", hand1="h2", registry="E1 E2", bag="", events="", removed="WX"
    )
    played = Advice(("d:E1", "hops", "done", "a:A1", "end"), 0.0, 0.0, 0.0, 0.5, ())
    (told,) = hints.told(observe(state, 0), [played], NAMES[:3])
    assert [step.text for step in told.steps] == ["store E1 for 1 hop", "harvest A1"]
    assert not told.then
    idle = Advice(("end",), 0.0, 0.0, 0.0, 0.5, ())
    assert [step.text for step in hints.told(observe(state, 0), [idle], NAMES[:3])[0].steps] == ["end the turn"]


def test_only_a_displaced_worker_is_told_to_keep_its_points() -> None:
    mine, theirs, worker = "C4- C5- D3- D5- E5- D4- E6- F5- F6-", "G1 G7", WORKER_INDEX["C"]
    displaced = position(stack=[Displaced(0, worker)], board1=mine, board2=theirs, hand1="h1")
    moved = position(stack=[MoveTo(0, worker)], board1=mine, board2=theirs, hand1="h1", workers1="C@E4", placed="X")
    for state, again in ((displaced, True), (moved, False)):
        space = next(move for move in observe(state, 0).legal() if move in INDEX)
        (told,) = hints.told(observe(state, 0), [Advice((space,), 0.0, 0.0, 0.0, 0.5, ())], NAMES[:2])
        assert told.steps[0].text == f"labourer to {space}"
        assert ("keeps its 2 points" in told.steps[0].notes) is again


def _asked_by_event(state: State) -> bool:
    return bool(state.stack) and type(state.stack[-1]).__name__ in ("Receive", "Give", "ChooseField", "MoveTo")


def test_who_can_pay_follows_from_all_hands_together() -> None:
    """Rule 14.3: of which crops the unseen counters are is known, so what is said of a price holds in every deal."""
    said = set()
    for seed in range(12):
        game, player = Game.new(3, start="random", seed=seed), make_player("greedy", seed)
        while not game.over and game.state.turn <= 4 + seed % 3:
            game.play(player.choose(game.observation(game.actor)))
        seat = game.actor
        observation = game.observation(seat)
        view, unknown = observation.view, observation.unknown
        hands = [[observation.sample(Source(deal)).hands[other] for deal in range(60)] for other in range(3)]
        for other in {0, 1, 2} - {seat}:
            for size in (1, 2, 3):
                for crops in combinations_with_replacement(range(5), size):
                    price = sum(counters.ONE[crop] for crop in crops)
                    paid = {counters.covers(hand, price) for hand in hands[other]}
                    answer = can_pay(view, unknown, other, price)
                    said.add(answer)
                    assert paid == {"can": {True}, "cannot": {False}}.get(answer, paid)
                    if answer == "may" and size == 1:
                        assert paid == {True, False}
                    if any(paid):
                        assert could_harvest(view, unknown, other, price) or not view.ripe[other]
    assert said == {"can", "may", "cannot"}


def test_what_stays_in_the_store_is_told_of_both_turns() -> None:
    """If only one of them were told, the tile would seem to stay there in one turn alone."""
    safe, sold = Effect("left", 2.0, "D8 stays: +2 points."), Effect("left", -0.07, "D8 stays: Ada can buy it.")
    assert differing([safe], [sold]) == ((safe,), (sold,))
