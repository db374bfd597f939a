"""Others' turns step by step, visits to the past that show only what was known then, and undone turns."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from keyharvest.game import Game
from keyharvest.page.session import Session
from keyharvest.page.tabletop.panels.announcement import countdown
from keyharvest.record import parse_record, record_text
from keyharvest.rules import State, counters, final_scores, round_of, winners
from keyharvest.rules.components import EVENT_INDEX
from keyharvest.rules.events import EventRound
from keyharvest.rules.frames import ChooseWorker
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import Turn
from keyharvest.saved.card import Entry
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from keyharvest.table.timeline import Timeline
from tests.helpers.clicking import Reader, choose
from tests.page.test_session import begun, dealt_otherwise, moves, opened
from tests.rules.builders import position
from tests.rules.test_events import draw

PAST = "viewing an earlier moment"


def played(reader: Reader, clicks: int, seed: int = 1) -> Reader:
    """Return the reader after a number of clicks, with the computers' steps between them."""
    source = random.Random(seed)
    for _ in range(clicks):
        reader.let_computers_play()
        target = choose(reader.targets(), source)
        reader.send(target.intent, target.value)
    reader.let_computers_play()
    return reader


@cache
def saved(kinds: tuple[str, ...], clicks: int, seed: int) -> dict[str, str]:
    """Return what is saved after a number of clicks."""
    return played(begun(*kinds, seed=seed), clicks, seed).saved


def reopened(*kinds: str, clicks: int, seed: int = 3) -> Reader:
    """Open a page that continues such a game."""
    kept = saved(kinds, clicks, seed)
    reader = Reader(Session(dict(kept)))
    reader.saved = dict(kept)
    reader.click("continue")
    return reader


def watched() -> Reader:
    """Return a game of one person against two computers in its middle, at a question to the person."""
    return reopened("person", "random", "random", clicks=40)


def sitting_of(reader: Reader) -> Sitting:
    """Return the sitting behind a page."""
    return reader.session.seating.open().sitting


# Others' turns


def test_what_a_computer_does_is_shown_one_happening_after_the_other_on_its_own_board() -> None:
    reader = begun("person", "random", seed=2)
    reader.let_computers_play()
    told = 0
    while not told:
        reader.send("end")
        while reader.session.wait() is None:
            reader.send("end")
        told += _watch(reader)
    assert reader.session.seating.open().shown == 0
    assert reader.session.seating.open().stage() is not None


def _watch(reader: Reader) -> int:
    """Watch until the person has to act; return how often an outdated state was shown."""
    told = 0
    while reader.session.wait() is not None:
        patch = reader.take(reader.session.step())
        table = reader.session.seating.open()
        if not table.head.live:
            told += 1
            assert table.stage() is None
            assert table.shown == 1
            line = table.timeline.line(table.head.at)
            assert line is not None
            assert line.text in patch["say"]
    return told


def test_an_empty_turn_is_one_in_which_a_player_does_nothing() -> None:
    reader = begun("person", "person")
    while sitting_of(reader).game.state.turn < 2 or reader.screen == "curtain":
        reader.send("reveal" if reader.screen == "curtain" else "end")
    assert "does nothing this turn." in reader.panels["log"]
    assert "declines" not in reader.text()


def test_a_step_asked_for_is_thought_to_its_end_though_computers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = begun("person", "random", seed=2)
    reader.let_computers_play()
    reader.click("end")
    reader.click("end")
    session, table = reader.session, sitting_of(reader)
    reader.click("pause")
    think, slices = Sitting.think, iter((False, False, False))
    monkeypatch.setattr(Sitting, "thinking", True)
    monkeypatch.setattr(Sitting, "think", lambda self, seconds: next(slices, True) and think(self, seconds))
    number = len(table.game.moves)
    reader.click("step")
    assert "Bruno is thinking…" in reader.panels["action"]
    for _slice in range(3):
        assert session.wait() == 0.0
        reader.take(session.step())
    assert session.wait() is None
    assert len(table.game.moves) > number
    assert "Bruno is thinking…" not in reader.panels["action"]
    assert "Resume" in reader.panels["action"]


def test_the_way_to_my_turn_can_be_paused_stepped_and_skipped() -> None:
    reader = begun("person", "greedy", seed=1)
    reader.let_computers_play()
    reader.click("end")
    reader.click("end")
    reader.click("pause")
    assert reader.session.wait() is None
    before = len(moves(reader))
    reader.click("step")
    reader.let_computers_play()  # a slow machine thinks in several slices
    assert len(moves(reader)) > before
    reader.click("hurry")
    while reader.session.wait() is not None:
        assert reader.session.wait() == 0
        reader.take(reader.session.step())
        assert reader.session.seating.open().head.live
    assert sitting_of(reader).person_to_act()
    assert not reader.session.seating.open().head.hurried


def test_what_happened_since_my_turn_is_told_and_what_touched_me_is_marked() -> None:
    state = position(seat=2, start=2, board2="D5", hand1="h1", hand2="w1", store1="D4:w1")
    sitting = Sitting(Game(state), [Chair("Anna", "person"), Chair("Bruno", "person")])
    sitting.commit(["c:D4"])
    (news,) = Timeline(sitting).news(0)
    assert news.touches
    assert news.bought
    assert counters.text(news.gained) == "w2"
    reader = opened(state, "person", "random")
    reader.session.seating.open().sitting.commit(["c:D4"])
    reader.take(reader.session.step())
    assert "buys your D4" in reader.text()
    assert "You get 2 wheat." in reader.text()


@pytest.mark.rule("13.2")
def test_a_majority_lost_or_won_by_anothers_step_is_told() -> None:
    buys = position(seat=2, start=2, board2="D5", hand1="h1", hand2="w1", store1="D4:w1")
    harvests = position(seat=2, start=2, board2="A5", hand1="h1", hand2="-")
    for state, move, told in (
        (buys, "c:D4", "You win the majority in wheat."),
        (harvests, "a:A5", "You lose the majority in hops."),
    ):
        reader = opened(state, "person", "random")
        reader.session.seating.open().sitting.commit([move])
        reader.take(reader.session.step())
        assert told in reader.text()


@pytest.mark.slow
def test_what_happened_can_be_replayed_from_my_last_turn_on() -> None:
    reader = watched()
    table = reader.session.seating.open()
    news = table.timeline.news(0)
    assert news
    reader.send("replay")
    shown = []
    while reader.session.wait() is not None:
        assert table.stage() is None
        shown.append(table.timeline.line(table.head.at))
        reader.take(reader.session.step())
    assert {item.line.at for item in news[:-1]} <= {line.at for line in shown if line}
    assert table.head.live
    assert table.stage() is not None


def test_the_log_tells_nothing_that_is_not_shown_yet() -> None:
    reader = watched()
    everything = sitting_of(reader).lines()
    reader.send("replay")
    rows = []
    while reader.session.wait() is not None:
        scene = reader.session.seating.open().scene()
        assert scene.lines == [line for line in everything if line.at < scene.moment.at]
        assert all(item.line in scene.lines for item in scene.moment.news)
        rows.append(reader.panels["log"].count("moment-"))
        reader.take(reader.session.step())
    assert rows == sorted(rows)
    assert rows[0] < reader.panels["log"].count("moment-")
    # Meanwhile, going back shows the past, with everything in it.
    reader.send("previous")
    assert reader.session.seating.open().scene().lines == everything


def test_what_stays_in_a_store_stays_in_its_place() -> None:
    state = position(2, board1="D2", hand1="h2", store1="D1:h1 F4:w1", store2="E5:h1", registry="A3")
    reader = opened(state, "person", "random")
    first, second = (INDEX[name] for name in ("D1", "F4"))

    def places() -> tuple[int, ...]:
        return reader.session.seating.open().scene().places[0]

    def order() -> list[str]:
        return re.findall(r'id="tile-(\w+)"|slot-empty', reader.panels["card"])

    assert places() == (first, second)
    reader.click("tile", "D1")
    reader.click("commit")
    assert places() == (-1, second)
    assert order() == ["", "F4"]
    reader.click("tile", "A3")
    reader.click("more", "hops")
    reader.click("commit")
    assert places() == (INDEX["A3"], second)
    # Each moment of the past shows the places of that time.
    reader.click("first")
    assert places() == (first, second)
    assert order() == ["D1", "F4"]


# Events


@pytest.mark.rule("9.2")
def test_an_event_tells_who_answers_in_order() -> None:
    stack = (Turn(1), EventRound(EVENT_INDEX["Y"], 1, 1), ChooseWorker(1, "Y", 1))
    state = position(seat=2, start=2, board2="C5 C6", workers2="A@B5", placed="Y", stack=stack)
    sitting = Sitting(Game(state), [Chair("Anna", "person"), Chair("Bruno", "person")])
    assert Timeline(sitting).turned(0) is None, "nothing is known of how it was drawn"
    reader = begun("person", "random", "random", seed=3)
    drawn = []
    for _ in range(400):
        table = reader.session.seating.open()
        turned = table.timeline.turned(table.head.at)
        if turned and table.stage() is None:
            drawn.append(turned)
            assert turned.order[0] == turned.drawer
            assert f"Event {turned.number} of 10" in reader.panels["card"]
        if reader.session.wait() is None:
            reader.send("end")
        else:
            reader.take(reader.session.step())
        if len(drawn) > 2:
            break
    assert drawn


@pytest.mark.rule("13.1")
def test_the_last_events_are_counted_down_and_then_the_turns_left() -> None:
    def told(placed: str, left: int = -1) -> str:
        reader = opened(position(board1="A1", placed=placed, left=left), "person", "random")
        return str(countdown(reader.session.seating.open().scene()))

    assert not told("MNPQRTU")
    assert "event to go" in told("MNPQRTUVX")
    assert "2</strong> <span>events to go" in told("MNPQRTUV")
    assert "3 turns after this one" in told("MNPQRTUVXY", left=3)


# The past


def test_the_past_is_gone_through_and_left_again() -> None:
    reader = watched()
    table = reader.session.seating.open()
    now = len(table.sitting.game.moves)
    reader.click("previous")
    reader.click("previous")
    here = table.head.at
    assert here < now
    assert "re viewing an earlier moment." in reader.text()
    reader.click("next")
    assert table.head.at > here
    reader.click("first")
    assert table.sitting.game.states[table.head.at].turn == 1
    assert table.sitting.game.states[table.head.at - 1].turn == 0
    reader.send("key", {"key": ".", "scope": "board", "at": "A1"})
    assert table.timeline.before(table.head.at) == table.timeline.begin()
    reader.send("key", {"key": "Escape", "scope": "page", "at": None})
    assert table.head.live
    assert table.stage() is not None


def test_from_a_past_moment_a_game_of_its_own_is_played_on() -> None:
    """The old game stays as it is, and what it will draw can't be seen in the new one."""
    reader = watched()
    old = reader.session.seating.open()
    now, kept = list(old.sitting.game.moves), reader.saved["game.1"]
    assert "Choose an earlier moment first." in reader.send("play_on")["alert"]
    reader.click("previous")
    reader.click("previous")
    at, shown = old.head.at, old.sitting.game.states[old.head.at]
    reader.click("play_on")
    new = sitting_of(reader)
    assert new is not old.sitting
    assert (new.game.moves[:at], new.names, new.chairs) == (now[:at], old.sitting.names, old.sitting.chairs)
    assert new.since == round_of(shown.turn, shown.players) > 0
    assert new.game.seed != old.sitting.game.seed
    assert reader.session.seating.open().head.live
    assert reader.saved["game.1"] == kept
    card = Entry.read(reader.saved["game.2"]).card
    assert card
    assert card.since == new.since


def test_a_game_with_people_elsewhere_is_not_played_on_from_a_past_moment() -> None:
    chairs = (Chair("Ann", "person"), Chair("Bruno", "far"))
    sitting = Sitting.new(chairs, "random", 3, message="abcdefgh")
    with pytest.raises(ValueError, match="people elsewhere"):
        sitting.played_on(0, 1)


def test_a_line_of_the_log_shows_the_board_of_then() -> None:
    reader = watched()
    table = reader.session.seating.open()
    line = next(line for line in table.sitting.lines() if line.brief.kind == "harvest")
    reader.click("seek", str(table.timeline.moments().index(line.at + 1)))
    assert table.shown == line.brief.seat
    assert line.text in reader.panels["action"]
    assert table.scene().view.ripe == table.sitting.game.states[line.at + 1].ripe


@pytest.mark.slow
@pytest.mark.parametrize(
    ("intent", "value"),
    [
        ("commit", None),
        ("answer", "no"),
        ("end", None),
        ("undo", None),
        ("redo", None),
        ("restart", None),
        ("take_back", None),
        ("more", "hops"),
        ("all", None),
    ],
)
def test_nothing_can_be_moved_in_the_past(intent: str, value: str | None) -> None:
    reader = watched()
    before = moves(reader)
    reader.click("previous")
    assert PAST in reader.send(intent, value)["alert"]
    for tap in ("tap", "tile"):
        reader.send(tap, "D4")
        reader.send(tap, "D4")
    assert moves(reader) == before
    assert reader.session.wait() is None


@pytest.mark.slow
def test_every_moment_of_a_game_can_be_looked_at_by_everybody() -> None:
    reader = played(begun("random", "random", "random", seed=5), 0)
    reader.click("review")
    table = reader.session.seating.open()
    moments = table.timeline.moments()
    for number in range(0, len(moments), 2):
        table.viewer = number % 4 - 1
        assert "alert" not in reader.send("seek", str(number))
        assert table.head.at == moments[number]
    assert "alert" in reader.send("seek", str(len(moments)))


@pytest.mark.slow
@pytest.mark.rule("14.2")
def test_what_is_seen_of_the_past_is_what_was_seen_then() -> None:
    reader = reopened("person", "person", "person", "person", clicks=100)
    sitting = sitting_of(reader)
    states, here = sitting.game.states, sitting.game.moves
    for at in range(0, len(here), 7):
        then = Sitting(Game(states[0]), sitting.chairs)
        then.game.states, then.game.moves = states[: at + 1], here[:at]
        for viewer in range(-1, 4):
            assert sitting.sight(viewer, at) == then.sight(viewer)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2))])
def test_the_past_looks_the_same_in_games_that_a_seat_cannot_tell_apart(seed: int) -> None:
    reader = reopened("person", "person", "person", clicks=60, seed=seed)
    assert reader.screen == "curtain"
    sitting = sitting_of(reader)
    record = sitting.record()
    other = next(filter(None, (dealt_otherwise(record, sitting.actor, each) for each in range(20))), None)
    assert other is not None
    pages = []
    for each in (record, other):
        page = Reader(Session({}))
        page.send("open", {"name": "x", "text": record_text(each)})
        page.click("reveal")
        found = []
        for _ in range(25):
            page.send("previous")
            found.append(dict(page.panels))
        pages.append(found)
    assert pages[0] == pages[1]


# Taking back


def test_against_computers_the_game_goes_back_to_my_last_turn_and_says_so() -> None:
    reader = watched()
    sitting = sitting_of(reader)
    turn = sitting.game.state.turn
    reader.send("take_back")
    assert sitting.game.state.seat == 0
    assert sitting.game.state.turn <= turn
    assert isinstance(sitting.game.state.stack[-1], Turn)
    reader.send("take_back")
    assert sitting.game.state.turn < turn
    assert sitting.taken_back == 2
    again = Session(reader.saved).seating.open().sitting
    assert again.taken_back == 2
    assert '[TakenBack "2"]' in record_text(again.record())
    played(reader, 8)
    assert parse_record(record_text(sitting.record())).moves == sitting.game.moves


def untouched(state: State) -> bool:
    """Whether a turn has started in which nothing has been done yet."""
    top = state.stack[-1]
    return isinstance(top, Turn) and not top.used


def test_turns_taken_back_are_told_and_can_come_back_until_something_else_is_played() -> None:
    reader = watched()
    sitting = sitting_of(reader)
    source = random.Random(2)
    while len(sitting.game.legal()) < 2 or sitting.why_no_undo() is None or not untouched(sitting.game.state):
        played(reader, 1, source.randrange(99))
    before, saved_text = list(sitting.game.moves), record_text(sitting.record())
    round_ = (sitting.game.state.turn - 1) // 3 + 1
    said = reader.click("take_back")["say"]
    assert f"your turn in round {round_ - 1}: 3 turns undone" in said
    assert said in reader.panels["action"]
    reader.click("take_back")
    here = list(sitting.game.moves)
    reader.click("redo")
    assert len(sitting.game.moves) > len(here)
    reader.click("redo")
    assert sitting.game.moves == before
    assert sitting.taken_back == 2
    assert record_text(sitting.record()).replace('[TakenBack "2"]\n', "") == saved_text
    assert not sitting.redoable()
    reader.click("take_back")
    reader.send("end")
    reader.send("end")
    assert not sitting.redoable()


def test_only_one_way_back_is_offered_where_two_lead_to_the_same_moment() -> None:
    reader = opened(position(board1="A1 A2 C5", hand1="h2", registry="E1 E2"), "person", "random")
    assert '"take_back"' in reader.panels["log"]
    assert '"restart"' not in reader.panels["log"]
    reader.click("tap", "A1")
    reader.click("commit")
    assert '"restart"' in reader.panels["log"]
    assert '"take_back"' not in reader.panels["log"]
    reader.click("tile", "E1")
    reader.click("more", "hops")
    reader.click("commit")
    assert '"restart"' not in reader.panels["log"]
    reader.click("take_back")
    assert not moves(reader)


def test_among_several_people_no_turn_that_is_over_is_taken_back() -> None:
    reader = reopened("person", "person", clicks=30)
    if reader.screen == "curtain":
        reader.click("reveal")
    before = moves(reader)
    assert "one person" in reader.send("take_back")["alert"]
    assert moves(reader) == before


def test_a_turn_is_begun_anew_up_to_the_last_draw() -> None:
    reader = opened(position(board1="A1 A2 C5", hand1="h2", registry="E1 E2"), "person", "person")
    assert "nothing has been done" in reader.send("restart")["alert"]
    reader.click("tap", "A1")
    reader.click("commit")
    reader.click("worker", "A")
    reader.click("tap", "B1")
    reader.click("commit")
    assert len(moves(reader)) > 2
    reader.send("restart")
    assert not moves(reader)
    reader.click("tile", "E1")
    reader.click("more", "hops")
    reader.click("commit")
    assert "a tile has been drawn since" in reader.send("restart")["alert"]


# The log


@pytest.mark.slow
def test_the_newest_stands_first_beside_the_game_and_in_its_review() -> None:
    finished = Reader(Session(dict(saved(("random", "random"), 0, 6))))
    finished.click("continue")
    finished.send("review")
    for log in (watched().panels["log"], finished.panels["review-log"]):
        places = [int(each) for each in re.findall(r'id="moment-(\d+)"', log)]
        assert len(places) > 5
        assert places == sorted(places, reverse=True)


# The review


@pytest.mark.slow
def test_a_finished_game_opens_to_its_review_and_goes_back_and_forth() -> None:
    reader = Reader(Session(dict(saved(("random", "random"), 0, 6))))
    reader.click("continue")
    assert reader.screen == "review"
    table = reader.session.seating.open()
    course = table.timeline.course(-1)
    assert [end.turn for end in course] == list(range(1, len(course) + 1))
    assert course[-1].points == tuple(score.total for score in final_scores(table.sitting.game.state))
    assert course[-1].first == winners(table.sitting.game.state)
    assert course[-1].place == len(table.timeline.moments()) - 1
    reader.click("seek", str(course[3].place))
    assert table.scene().view.turn in (4, 5)
    assert "Points at this moment" in reader.panels["review-side"]
    for intent in ("previous", "next", "first", "now"):
        reader.click(intent)
        assert reader.screen == "review"
    assert "The score" in reader.panels["review-side"]
    for intent in ("take_back", "restart", "undo", "commit"):
        assert "alert" in reader.send(intent)
    assert "play_on" not in {target.intent for target in reader.targets()}
    reader.click("first")
    assert "play_on" in {target.intent for target in reader.targets()}
    reader.click("result")
    assert reader.screen == "ending"
    reader.click("review")
    assert reader.screen == "review"


def test_a_field_that_arrives_once_a_worker_has_left_belongs_to_the_swap_that_brought_it() -> None:
    state = draw("N", board1="C5 B7", workers1="A@G1", board2="G1 E5")
    sitting = Sitting(Game(state), [Chair("Anna", "random"), Chair("Bruno", "person")])
    sitting.commit(["C5", "G1"])
    sitting.commit(["home"])
    (news,) = [item for item in Timeline(sitting).news(1) if item.touches]
    assert (news.came, news.went) == (1 << INDEX["C5"], 1 << INDEX["G1"])
    assert news.line.brief.kind == "swap"


def test_a_tile_that_was_bought_from_me_is_told_before_anything_else() -> None:
    state = position(seat=2, start=2, board1="C1", board2="D5", hand1="b1", hand2="w1", store1="D4:w1")
    reader = opened(state, "person", "random")
    sitting = reader.session.seating.open().sitting
    sitting.commit(["a:D5"])  # which costs the majority in barrels
    sitting.commit(["c:D4"])
    sitting.commit(["end"])
    reader.send("outlines")
    told = reader.panels["action"].split('class="unheard"')[1]
    assert "buys your D4." in told.split("</span>")[0]
    assert "You lose the majority" in told


def test_what_others_did_to_me_is_told_beside_the_question_until_i_do_something() -> None:
    def shown(act: str = "", value: str | None = None) -> bool:
        state = position(seat=2, start=2, board1="C1", board2="D5", hand1="h1", hand2="w1", store1="D4:w1")
        reader = opened(state, "person", "random")
        sitting = reader.session.seating.open().sitting
        sitting.commit(["c:D4"])
        assert "unheard" not in reader.panels["action"]
        sitting.commit(["end"])
        reader.send("outlines")
        assert "buys your D4. You get 2 wheat." in reader.panels["action"].split('class="unheard"')[1]
        if act:
            reader.send(act, value)
        if value:
            reader.send("clear")
        return "unheard" in reader.panels["action"]

    assert shown()
    assert not shown("aim", "harvest")
    assert not shown("tap", "C1")
    assert not shown("log")
    assert not shown("seen")
    assert shown("outlines")
