"""Decisions on the page: what a tap selects, what is shown and asked, and how a step is carried out and undone."""

from __future__ import annotations

import re
from functools import reduce

import pytest

from keyharvest import words
from keyharvest.knowledge import observe
from keyharvest.page.session import Session
from keyharvest.page.tabletop.panels.deal import brings
from keyharvest.rules import State, final_scores, legal, play
from keyharvest.rules.components import CROP_INDEX, EVENT_INDEX
from keyharvest.rules.events import EventRound, Grant
from keyharvest.rules.frames import STOCK, ChooseField, Decision, DrawField, FieldDraw, OfferDraw, Pay
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.rules.powers import PlaceOrFallow
from keyharvest.rules.turn import Turn
from keyharvest.table.staging import Stage
from tests.golden.make import SCRIPTS, WORKERS, played
from tests.helpers.clicking import Reader
from tests.page.test_session import moves, opened, since
from tests.rules.builders import position


def test_the_question_whether_the_turn_is_over_stands_alone() -> None:
    reader = opened(position(board1="A1 A2 A3 C5"), "person", "random")
    reader.send("worker", "H")
    assert 'class="reason' in reader.panels["action"]
    reader.click("end")
    assert "End your turn?" in reader.panels["action"]
    assert 'class="reason' not in reader.panels["action"]
    assert 'class="told"' not in reader.panels["action"]


def answers_of(reader: Reader) -> dict[str, str]:
    """Return the answers on buttons, with the points that each says to bring."""
    buttons = re.findall(r'<button [^>]*data-intent="answer" data-value="([^"]*)"[^>]*>(.*?)</button>', reader.text())
    prices = re.compile(r'class="price">(?:<span aria-hidden="true">[^<]*</span><span class="unseen">)?([^<]*)<')
    return {move: (prices.findall(inside) or [""])[0] for move, inside in buttons}


@pytest.mark.rule("13.2")
@pytest.mark.parametrize("name", [name for name in SCRIPTS if name[1] == "-" and name[0] in "mnopqrstuvwxyz"])
def test_every_answer_to_an_event_says_what_points_it_brings(name: str) -> None:
    state, seen = SCRIPTS[name][0], 0
    for move in played(*SCRIPTS[name]).moves:
        asked = state.stack[-1]
        if isinstance(asked, Decision) and asked.cause in EVENT_INDEX:
            seat = asked.seat
            reader = opened(state, *("person" if each == seat else "random" for each in range(state.players)))
            reader.session.seating.open().shown = seat
            shown = answers_of(reader)
            if not Stage(observe(state, seat).view).likely():
                assert {*shown} == {*Stage(observe(state, seat).view).answers()}
            for answer, price in shown.items():
                after = play(state, answer)
                change = final_scores(after)[seat].total - final_scores(state)[seat].total
                follows = after.stack[-1] if after.stack else None
                if not (isinstance(follows, Decision) and follows.seat == seat):
                    draws = isinstance(follows, FieldDraw) and not change
                    told = f"{words.signed(change)} point{'s' * (abs(change) != 1)}"
                    assert price == ("by chance" if draws else told), (answer, price)
                assert re.fullmatch(r"[+−]?\d+( to [+−]?\d+)? points?|by chance", price)
                seen += 1
        state = play(state, move)
    assert seen or name == "s-new-registry"  # it asks nobody anything


def test_an_answer_that_costs_points_for_good_is_asked_about_first() -> None:
    """The vacation takes the only worker home, and the draw that follows makes that final."""
    state = replay(SCRIPTS["y-vacation"][0], "d:D1", "hops", "done", "*Y")
    reader = opened(state, "person", "random")
    assert answers_of(reader) == {"A": "−1 point", "no": "0 points"}
    assert "Take the apprentice home" in reader.panels["action"]
    reader = opened(replay(state, "no"), "random", "person")
    patch = reader.click("answer", "B")
    assert patch["say"] == "That costs you 1 point and can&#x27;t be undone.".replace("&#x27;", "'")
    assert not moves(reader)
    assert answers_of(reader) == {"B": "−1 point"}
    reader.click("clear")
    assert answers_of(reader) == {"B": "−1 point", "no": "0 points"}
    reader.click("answer", "B")
    reader.click("answer", "B")
    assert moves(reader)[0] == "B"
    free = opened(replay(state, "no"), "random", "person")
    free.click("answer", "no")
    assert moves(free)[0] == "no"


@pytest.mark.rule("13.2")
def test_a_majority_that_someone_else_loses_is_named_before_it_happens() -> None:
    crops = position().layout.crops
    hops = next(name for name in SPACES if crops[INDEX[name]] == CROP_INDEX["hops"])
    reader = opened(position(board1=hops, hand1="h1", board2="E1", hand2="h2"), "person", "random")
    reader.click("tap", hops)
    assert "Majority, Bruno" in reader.panels["action"]


@pytest.mark.rule("8.1")
def test_a_displaced_worker_that_acts_again_gets_a_moment_of_joy() -> None:
    state = position(board1="C4 C6 D4 B4 B5", workers1="C@C5", store1="C5:h1")
    reader = opened(replay(state, "c:C5"), "person", "random")
    assert "acts again" not in reader.panels["action"]
    space = next(move for move in legal(replay(state, "c:C5")) if move in INDEX)
    reader.send("tap", space)
    reader.click("commit")
    assert "The labourer acts again, for free!" in reader.panels["action"]
    fresh = opened(WORKERS, "person", "random")
    fresh.click("worker", "C")
    fresh.click("tap", "C5")
    fresh.click("commit")
    assert "acts again" not in fresh.panels["action"]


def test_an_answer_that_costs_points_is_not_suggested() -> None:
    """The vacation takes the only worker home; the good harvest brings a counter."""
    for name, event, class_ in (("y-vacation", "*Y", "go quiet"), ("p-good-harvest", "*P", "main go")):
        reader = opened(replay(SCRIPTS[name][0], "d:D1", "hops", "done", event), "person", "random")
        answers = re.findall(r'data-intent="answer" data-value="([^"]*)" class="([^"]*)"', reader.panels["action"])
        assert [found for move, found in answers if found] == [class_], answers


def test_an_answer_that_can_be_undone_is_carried_out_at_once() -> None:
    """A worker displaced in one's own turn goes home; nothing is drawn before it can be undone."""
    state = position(board1="C4 C6 D4", workers1="C@C5", store1="C5:h1")
    reader = opened(replay(state, "c:C5"), "person", "random")
    assert "home" in answers_of(reader)
    reader.click("answer", "home")
    assert moves(reader) == ["home"]
    reader.click("undo")


def replay(state: State, *wanted: str) -> State:
    """Return the state after some moves."""
    return reduce(play, wanted, state)


def test_harvest_selects_in_any_order_and_commits_in_one() -> None:
    reader = opened(position(board1="A1 A2 A3 C5"), "person", "random")
    reader.click("tap", "A3")
    reader.click("tap", "A1")
    assert "Harvest 2 fields" in reader.text()
    reader.send("tap", "C5")
    assert "Harvest 2 fields" in reader.text(), "another group drops nothing"
    assert "A harvest takes fields of one group" in reader.text()
    reader.click("all")
    assert "Harvest 3 fields" in reader.text()
    reader.send("tap", "A2")
    reader.click("commit")
    assert moves(reader) == ["a:A1", "A3"]


def test_a_worker_is_picked_then_placed_with_a_second_tap() -> None:
    reader = opened(position(board1="C5 C6"), "person", "random")
    reader.click("worker", "C")
    reader.click("tap", "B5")
    assert "Place the labourer on B5" in reader.panels["action"]
    assert not moves(reader)
    reader.click("tap", "B5")
    assert moves(reader) == ["b:C", "B5"]
    assert "Which counters" in reader.panels["action"]


def test_an_action_lights_what_it_can_be_done_with() -> None:
    state = position(board1="A1 A2 C5-", hand1="h2", registry="E1", store2="D4:h1", hand2="h1")
    reader = opened(state, "person", "random")
    assert "kh-glow" not in reader.panels["board"]
    reader.click("aim", "harvest")
    assert reader.panels["board"].count("#kh-legal") == 2
    assert "Which fields do you harvest?" in reader.panels["action"]
    reader.click("aim", "store")
    assert "kh-glow" not in reader.panels["board"]
    assert "aimed" in reader.panels["registry"]
    assert "aimed" not in reader.panels["others"]
    reader.click("aim", "place")
    assert "aimed" in reader.panels["others"]
    reader.send("aim", "place")
    assert "What comes first?" in reader.panels["action"]
    assert not moves(reader)


def test_an_action_that_cannot_be_carried_out_says_why_and_leads_nowhere() -> None:
    reader = opened(position(board1="A1 A2-", hand1="h1"), "person", "random")
    for action, reason in (("store", "registry empty"), ("place", "nothing to place")):
        patch = reader.send("aim", action)
        assert patch["say"] == f"{action.capitalize()}: {reason}."
        assert patch["say"] in reader.panels["action"]
        assert "What comes first?" in reader.panels["action"]
    reader.click("tap", "A1")
    reader.click("commit")
    assert reader.send("aim", "harvest")["say"] == "Harvest: already done."
    reader.click("worker", "A")
    reader.click("tap", "A3")
    reader.click("commit")
    assert reader.send("aim", "worker")["say"] == "Worker: already done."
    assert reader.send("aim", "store")["say"] == "Store: no actions left."
    assert "Which" not in reader.panels["action"]
    assert "Both actions are used: end the turn?" in reader.panels["action"]


def test_a_swap_is_one_tap_on_each_of_the_two_tiles() -> None:
    """Registry swap (rule 12 U): tapping the wanted tile after the offered field answers both questions."""
    state = position(board1="A1 A2", registry="E1 E2", placed="U", stack=(Turn(0), ChooseField(0, "U", True)))
    reader = opened(state, "person", "random")
    reader.click("tap", "A1")
    assert not moves(reader)
    reader.send("tile", "E2")
    assert moves(reader) == ["A1"]
    assert "Swap for E2" in reader.panels["action"]
    reader.click("commit")
    assert moves(reader)[:2] == ["A1", "E2"]


def test_a_tile_to_be_stored_shows_its_place_and_who_could_buy_it() -> None:
    state = position(board1="D5", hand1="h1w1", hand2="h2", registry="D4 E1")
    reader = opened(state, "person", "random")
    reader.click("tile", "D4")
    assert ">+1</text>" in reader.panels["board"]
    assert "Choose one or more counters" in reader.panels["action"]
    reader.click("more", "hops")
    assert re.search("Can match</span><span[^>]*>Bruno<", reader.panels["action"])
    chips = re.findall(r'class="chip (\w+)"', reader.panels["others"])
    assert chips == ["can"]
    reader.click("more", "wheat")
    assert re.findall(r'class="chip (\w+)"', reader.panels["others"]) == ["cannot"]


def test_two_quick_presses_do_not_end_a_turn_in_which_more_could_be_done() -> None:
    reader = opened(position(board1="A1", hand1="h1", registry="E1"), "person", "random")
    reader.click("end")
    buttons = [t.intent for t in reader.targets() if t.intent in ("clear", "end")]
    assert buttons == ["clear", "end"]
    reader.click("clear")
    assert "What comes first?" in reader.panels["action"]
    assert not moves(reader)


def test_a_reason_stands_beside_the_selection_which_it_does_not_change() -> None:
    reader = opened(position(board1="A1 A2 C5- D8", hand1="h1", registry="E1"), "person", "random")
    reader.click("tap", "A1")
    reader.send("tap", "C5")
    assert "Harvest 1 field" in reader.panels["action"]
    assert "Harvest A1?" in reader.panels["action"]
    assert 'class="reason' in reader.panels["action"]


def test_two_counters_of_the_labourer() -> None:
    reader = opened(position(board1="C5 C6"), "person", "random")
    reader.click("worker", "C")
    reader.click("tap", "B5")
    reader.click("commit")
    reader.click("more", "wheat")
    assert not any(t.intent == "commit" and t.enabled for t in reader.targets())
    assert "Choose 1 more counter" in reader.panels["action"]
    reader.click("more", "hops")
    assert not any(t.intent == "more" and t.enabled for t in reader.targets())
    reader.click("commit")
    assert moves(reader)[2:] == ["hops", "wheat"]


def test_a_payment_is_called_one_when_the_stock_holds_the_same_counters() -> None:
    stack = (Turn(0), EventRound(EVENT_INDEX["Q"], 0, 1), DrawField(0, "Q"), Pay(0, "Q", 2, STOCK))
    reader = opened(position(hand1="h2", stock="h2", placed="Q", stack=stack), "person", "random")
    reader.click("more", "hops")
    reader.click("more", "hops")
    assert "Pay 2" in reader.text()


def test_in_ones_own_turn_the_panel_says_who_answers_an_event() -> None:
    stack = (Turn(0), EventRound(EVENT_INDEX["Q"], 0, 2), OfferDraw(1, "Q"))
    table = position(hand1="h2", hand2="h2", placed="Q", stack=stack)
    reader = opened(table, "person", "random")
    for said in ("Your turn, round", "Bruno decides", "Skip ahead"):
        assert said in reader.panels["action"]
    assert "is playing" not in reader.panels["action"]


def test_a_bid_is_one_step() -> None:
    reader = opened(position(hand1="h2w2", registry="E1 E2"), "person", "random")
    reader.click("tile", "E2")
    reader.click("more", "wheat")
    reader.click("more", "hops")
    reader.click("more", "hops")
    reader.click("fewer", "hops")
    reader.click("commit")
    assert since(reader, 0) == ["d:E2", "hops", "wheat", "done"]


def test_a_tile_of_anothers_store_shows_what_it_costs() -> None:
    reader = opened(position(board1="D5", hand1="w2", hand2="h1", store2="D4:w2"), "person", "random")
    reader.click("tile", "D4")
    assert "Buy D4 from Bruno and place it?" in reader.panels["action"]
    assert "2 wheat" in reader.panels["action"]
    assert "1 to 2" in reader.panels["action"]
    assert "+1 point" in reader.panels["action"]
    assert worth_shown(reader) == ["0"]  # it costs the majority in wheat
    reader.click("tile", "D4")
    assert moves(reader) == ["c:D4"]


@pytest.mark.rule("10.2", "11I")
@pytest.mark.parametrize(("worker", "tile", "price"), [("E", "D8", 3), ("G", "D8", 2), ("I", "F1", 3)])
def test_a_tile_that_is_paid_for_in_any_crops_shows_its_price_and_its_points_first(
    worker: str, tile: str, price: int
) -> None:
    table = position(board1="C5 C6 D4 D6", board2="A1 A2 F1", hand1="h2v2w1", store2="D8:h1a1", turn=5)
    reader = opened(reduce(play, f"b:{worker} D5".split(), table), "person", "random")
    if worker == "I":
        reader.click("show", "2")
    reader.click("tap" if worker == "I" else "tile", tile)
    rows = re.findall(r'class="k">([^<]*)</span><span[^>]*>([^<]*)', reader.panels["action"])
    assert ("Pay Bruno", f"{price} counters of any crops") in rows, rows
    assert "2nd group" in dict(rows), rows  # the group that the tile makes larger


def worth_shown(reader: Reader) -> list[str]:
    """Return the points beside what would arrive on the board."""
    return re.findall(r">([+−]?\d+)</text>", reader.panels["board"].partition("kh-worth")[2][:200])


@pytest.mark.rule("12N", "13.2")
def test_a_field_taken_in_exchange_shows_what_the_whole_exchange_brings() -> None:
    """The field given away leaves a group, which the arriving one enlarges."""
    table = position(board1="C5 C6 G1", board2="C7 A1", hand1="h5", registry="D1 F1 F2 F3 F4 F5")
    state = reduce(play, ["d:D1", "hops", "done", "*N", "C5"], table)
    reader = opened(state, "person", "random")
    reader.send("show", "2")
    reader.click("tap", "C7")
    reader.send("show", "1")
    after = final_scores(play(state, "C7"))[0].total
    assert worth_shown(reader) == [words.signed(after - final_scores(state)[0].total)] == ["0"]


@pytest.mark.rule("8.1", "13.2")
def test_an_answer_brings_what_the_choices_that_follow_at_once_can_bring() -> None:
    """The tile displaces the worker, who then goes home or to another space."""
    state = position(board1="C4 C6 D4", workers1="B@C5", stack=(Turn(0), PlaceOrFallow(0, INDEX["C5"])))
    seen = observe(state, 0)
    ends = [play(play(state, "place"), move) for move in legal(play(state, "place"))]
    changes = [final_scores(end)[0].total - final_scores(state)[0].total for end in ends]
    assert brings(Stage(seen.view), seen.unknown, "place") == (min(changes), max(changes))
    assert min(changes) < max(changes)


@pytest.mark.rule("13.2")
def test_a_majority_that_another_wins_has_the_colour_of_a_loss() -> None:
    reader = opened(position(board1="D5", hand1="w2", hand2="-", store2="D4:w1"), "person", "random")
    reader.click("tile", "D4")
    rows = re.findall(r'class="k">([^<]*)</span><span class="majority">.*?class="(gain|loss)">([^<]*)', reader.text())
    assert ("Majority, Bruno", "loss", "+1 point") in rows


def test_undo_puts_only_the_selection_back_if_nothing_else_can_be_undone() -> None:
    reader = opened(position(board1="A1 C5"), "person", "random")
    reader.click("tap", "A1")
    said = reader.send("undo")
    assert "say" not in said
    assert "can't do that" not in reader.panels["action"]
    assert 'data-intent="commit"' not in reader.panels["action"]
    assert "can't do that" in reader.send("undo")["say"]


def test_a_worker_that_cannot_be_removed_now_says_why() -> None:
    state = position(board1="A1 A2", workers1="A@B1", used=2)  # the worker action is taken
    reader = opened(state, "person", "random")
    reader.send("tap", "B1")
    assert "B1 is" not in reader.panels["action"]
    assert 'data-value="3.1"' in reader.panels["action"]


def test_what_cannot_be_chosen_says_why() -> None:
    reader = opened(position(board1="A1- A2", hand2="h1", store2="D4:w2"), "person", "random")
    reader.send("tile", "D4")
    assert 'data-value="6.2"' in reader.panels["action"]
    reader.send("tap", "A1")
    assert 'data-value="4' in reader.panels["action"]
    reader.click("worker", "C")
    reader.send("tap", "G7")
    assert 'data-value="5.2"' in reader.panels["action"]
    assert not moves(reader)


def test_an_empty_space_says_which_field_belongs_there() -> None:
    reader = opened(position(board1="A1"), "person", "random")
    reader.send("tap", "G7")
    assert "G7, empty; field G7 (vegetables) belongs here." in reader.panels["action"]


def test_the_end_of_a_turn_asks_if_more_could_be_done() -> None:
    reader = opened(position(board1="A1"), "person", "person")
    reader.click("end")
    assert "You could still" in reader.text()
    assert not moves(reader)
    reader.click("tap", "A1")
    reader.click("clear")
    reader.click("end")
    reader.click("end")
    assert moves(reader) == ["end"]
    assert reader.session.table.viewer == 1


def test_undo_takes_a_whole_step_back_and_redo_makes_it_again() -> None:
    reader = opened(position(board1="A1 A2 A3"), "person", "random")
    reader.click("tap", "A1")
    reader.click("tap", "A2")
    reader.click("commit")
    assert moves(reader) == ["a:A1", "A2", "done"]
    reader.click("undo")
    assert not moves(reader)
    reader.click("redo")
    assert moves(reader) == ["a:A1", "A2", "done"]


def test_undo_stops_at_a_reveal_and_says_so() -> None:
    reader = opened(position(hand1="h2", registry="E1 E2"), "person", "random")
    reader.click("tile", "E1")
    reader.click("more", "hops")
    reader.click("commit")
    assert "a tile has been drawn" in reader.panels["action"]
    reader.send("undo")
    assert "do that: a tile has been drawn since." in reader.panels["action"]
    assert since(reader, 0)[0] == "d:E1"


def test_the_one_thing_a_power_can_do_is_the_main_button_and_to_decline_comes_after_it() -> None:
    reader = opened(position(board1="C5 D6-", hand1="h3v2"), "person", "random")
    reader.click("worker", "A")
    reader.click("tap", "D5")
    reader.click("commit")
    panel = reader.panels["action"]
    (main,) = re.findall(r'<button[^>]*class="main[^>]*>', panel)
    assert 'data-value="C5"' in main
    assert panel.index(main) < panel.index("Decline")
    assert 'class="answers' not in panel
    # The field may be tapped as before, to see its effect.
    reader.click("tap", "C5")
    (main,) = re.findall(r'<button[^>]*class="main[^>]*>', reader.panels["action"])
    assert 'data-intent="commit"' in main
    reader.send("clear")
    reader.click("answer", "C5")
    assert moves(reader) == ["b:A", "D5", "C5"]


def test_with_several_things_to_do_or_counters_to_choose_no_answer_is_given_ahead() -> None:
    reader = opened(position(board1="C5 D6", hand1="h3v2"), "person", "random")
    reader.click("worker", "A")
    reader.click("tap", "D5")
    reader.click("commit")
    # The way to do something comes first; the way not to is a button beside it.
    wanted = r'id="commit" aria-disabled="true">Choose a field</button><button[^>]*id="answer-no"'
    assert re.search(wanted, reader.panels["action"])
    reader.click("tap", "C5")
    assert re.search(r'id="commit">Gather from 1 field</button>', reader.panels["action"])
    assert "answer-no" not in reader.panels["action"]
    assert "alert" in reader.send("answer", "C5")


def test_the_note_on_place_tells_bought_tiles_from_ones_own() -> None:
    for store1, store2, note in (
        ("", "D1:h2", "none affordable"),
        ("D1:h2", "", "1 in your store"),
        ("", "D1:h1", "1 affordable"),
        ("D2:h1", "D1:h1", "2 possible"),
    ):
        table = position(board1="A1 A2-", hand1="h1", store1=store1, store2=store2)
        assert f"<small>{note}</small>" in opened(table, "person", "random").panels["action"]


def test_a_question_counts_down_with_the_counters_chosen() -> None:
    reader = opened(position(board1="C5 D6", hand1="h1"), "person", "random")
    reader.click("worker", "C")
    reader.click("tap", "D5")
    reader.click("commit")
    for told in ("labourer take? 2 to go.", "labourer take? 1 to go.", "labourer take?</h2>"):
        assert told in reader.panels["action"]
        if "to go" in told:
            reader.click("more", "hops")


def test_a_player_takes_a_counter_from_windfall_and_gives_the_others_theirs() -> None:
    """Rule 12.4."""
    state = position(board1="A1")
    for receiver, word in ((0, "Take 1 hop"), (1, "Give 1 hop")):
        state.stack = (*state.stack[:1], Grant(0, receiver))
        assert words.label(state, "hops") == word


def test_a_tile_on_another_board_is_taken_by_tapping_it_there() -> None:
    reader = opened(position(board1="C5 C6 D4 D6", hand1="h3", board2="A1 A2 F1"), "person", "random")
    reader.click("worker", "I")
    reader.click("tap", "D5")
    reader.click("tap", "D5")
    assert "unconnected" in reader.panels["action"]
    reader.click("show", "2")
    reader.click("tap", "F1")
    reader.click("commit")
    assert moves(reader) == ["b:I", "D5", "F1", "hops", "hops", "hops"]


def test_the_question_at_the_end_of_a_turn_names_what_is_left() -> None:
    reader = Reader(Session({}))
    reader.send("guided")
    stage = reader.session.seating.open().stage()
    assert stage is not None
    letters = {move[0] for move in stage.legal if move[1:2] == ":"}
    said = reader.send("end")["say"]
    verbs = {"a": "harvest", "b": "worker", "c": "place a tile", "d": "store a tile"}
    assert said.startswith("End your turn? You could still ")
    assert {letter for letter, verb in verbs.items() if verb in said} == letters
