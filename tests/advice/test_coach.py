"""The coach of the first game: what he says when, and when he is silent."""

from __future__ import annotations

import functools
import json
import random
import re
from dataclasses import replace
from html import unescape

import pytest

from keyharvest.advice.advice import Advice
from keyharvest.advice.coach import _FIRST, Coach, at_selection, closing
from keyharvest.advice.hints import Choice, described
from keyharvest.advice.plan import Because, Loss, Plan, Then
from keyharvest.advice.purposes import Cause, Purpose
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.page.session import Session
from keyharvest.players import make_player
from keyharvest.rules import State, actor, counters, final_scores, play, round_of
from keyharvest.rules.components import EVENT_INDEX, EVENT_LETTERS, EVENTS, WORKER_LETTERS
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.frames import Bid, Decision, PickFields
from keyharvest.rules.geometry import INDEX, SPACES, spaces_in
from keyharvest.rules.setup import ChooseStart
from keyharvest.rules.turn import Turn
from keyharvest.scenario.setting import expand
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import COACH, Sitting
from keyharvest.table.staging import Stage
from keyharvest.table.timeline import Timeline
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES
from tests.golden.make import SCRIPTS, played
from tests.helpers.clicking import Reader, choose
from tests.page.test_session import opened
from tests.rules.builders import position
from web.tools.catalogue import compiled, read

NAMES = ("Robin", "Ada")
#: The remark before a first bid.
NEVER_BID = _FIRST[Bid, ""]
#: Without a search, and during one.
BEST: tuple[list[Choice] | None, ...] = (None, [])
#: A farm in the third round, with nothing that the coach explains on a first turn.
FARM = {"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "turn": 5, "layout": "standard-1"}


@pytest.fixture(autouse=True)
def own_catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo the catalogues that a test has loaded."""
    monkeypatch.setattr(language, "_catalogues", dict(language._catalogues))


def said(state: State) -> str:
    """Return what the coach says to seat 1 at a position in which it has done nothing yet."""
    return Coach().says(state, 0, NAMES, [state], [])


def bubble(reader: Reader) -> str:
    """Return the words in the coach's bubble on the game screen; empty if there is none."""
    found = re.search(r'class="bubble"[^>]*>(.*?)</p>', reader.panels["action"])
    return found[1] if found else ""


def test_a_first_game_begins_with_a_coach_who_can_be_silenced() -> None:
    reader = Reader(Session({}))
    reader.click("learn")
    reader.click("guided")
    assert reader.screen == "game"
    assert bubble(reader).startswith("The most points win. In a turn you take up to two of these four actions. A good")
    assert "worker-F" in reader.panels["action"]  # his face
    reader.click("coach")
    assert not bubble(reader)
    again = Reader(Session(reader.saved))
    again.click("continue")
    again.click("coach")
    assert bubble(again).startswith("The most points win")
    first = again.session.seating.open().sitting.game
    assert first.state.seat == 0
    assert counters.total(first.state.hands[0]) == 3
    # While the player is choosing, the coach speaks only of what is new or speaks against it.
    again.send("tap", "C6")
    assert not bubble(again)


def test_in_the_first_turn_it_leads_to_a_bid() -> None:
    reader = Reader(Session({}))
    reader.send("guided")
    state = reader.session.seating.open().sitting.game.state
    reader.click("tap", next(SPACES[tile] for tile in spaces_in(state.ripe[0])))
    reader.click("commit")
    assert bubble(reader).startswith("One action is left. Choose Store")
    reader.click("tile", next(SPACES[tile] for tile in spaces_in(state.registry)))
    assert bubble(reader).startswith("You pay your bid now, and place the tile later for nothing more.")


def test_in_a_first_turn_that_began_with_a_bid_it_names_the_other_actions() -> None:
    assert said(expand({**FARM, "turn": 1, "used": 8})) == "One action is left: harvest, or play a worker."


def test_it_says_how_many_fields_one_harvest_can_take() -> None:
    """The unharvested fields of one group (rule 4.1)."""
    reader = opened(expand({**FARM, "board1": "C4+C5+D4-E7+F7-"}), "person", "random")
    reader.session.seating.open().sitting.game.headers[COACH] = "on"
    reader.click("tap", "C4")
    assert bubble(reader) == "These 2 fields touch: one harvest can take them all."
    reader.click("tap", "C5")
    assert not bubble(reader)
    reader.click("clear")
    reader.click("tap", "E7")
    assert not bubble(reader)


def test_an_ordinary_game_has_no_coach() -> None:
    reader = Reader(Session({}))
    reader.click("quick")
    assert "bubble" not in reader.text()
    assert not [target for target in reader.targets() if target.intent == "coach"]
    assert reader.send("coach")["alert"] == "This game has no coach."


def test_what_is_new_is_told_once() -> None:
    full = expand({**FARM, "store1": "D5:h1,F6:v1", "used": 1})
    assert said(full).startswith("Your store is full")
    assert not Coach().says(full, 0, NAMES, [full, full], ["a:C4"]).startswith("Your store is full")
    ended = expand({**FARM, "used": 3})
    assert "you have 7 points: 7 from groups, 0 from workers, 0 from majorities" in said(ended)
    assert "you have 1 point: 1 from groups, 0 from workers" in said(expand({**FARM, "board1": "C4+", "used": 3}))
    assert "from groups" not in Coach().says(ended, 0, NAMES, [ended, ended], ["a:C4"])


def test_milestones_are_always_told() -> None:
    late = {**FARM, "turn": 41}
    before = expand({**late, "placed": "MNOPQRTU"})
    now = expand({**late, "placed": "MNOPQRTUV"})
    assert Coach().says(now, 0, NAMES, [before, now], ["end"]).startswith("Nine events.")
    assert not Coach().says(now, 0, NAMES, [now, now], ["end"]).startswith("Nine events.")
    assert said(expand({**late, "placed": "MNOPQRTUVX", "left": 1})).startswith("Your last turn.")
    assert said(expand({**late, "placed": "MNOPQRTUVX", "left": 3})).startswith("Ten events are out")


@pytest.mark.thorough
def test_the_first_event_says_whether_it_may_be_declined() -> None:
    seen = set()
    for game in coached_games(10):
        events = [line for _turn, asked, line in game if asked.cause in EVENT_INDEX]
        assert all(line.startswith("An event: ") for line in events[:1])
        assert not any(line.startswith("An event: ") for line in events[1:])
        for _turn, asked, line in game:
            if line.startswith("An event: "):
                scroll = EVENTS[EVENT_INDEX[asked.cause]].scroll
                assert ("Everyone must take part" if scroll else "Everyone may decline") in line
                seen.add(scroll)
    assert seen == {False, True}


@functools.cache
def coached_games(number: int) -> list[list[tuple[int, Decision, str]]]:
    """Return games in which seat 1 is coached: for each of its questions the turn, the question and the remark.

    Each remark about the position is checked against the engine's full knowledge of it.
    """
    found = []
    for seed in range(number):
        game, coach, told = Game.new(2, start="random", seed=seed), Coach(), []
        players = [make_player("apprentice" if seed % 2 else "random", seat, seed) for seat in range(2)]
        while not game.over and game.state.turn < 60:
            if game.actor == 0 and game.state.turn:
                line = coach.says(game.observation(0).view, 0, NAMES, game.states, game.moves)
                asked = game.state.stack[-1]
                assert isinstance(asked, Decision)
                check(game.state, line)
                told.append((game.state.turn, asked, line))
            game.play(players[game.actor].choose(game.observation(game.actor)))
        found.append(told)
    return found


def check(state: State, line: str) -> None:
    """Compare what a remark claims with the position it describes, hidden things included."""
    numbers = [int(number) for number in re.findall(r"\b(?<![A-G])\d+\b", line)]
    old = final_scores(state)[0]
    if "from groups" in line:
        assert numbers == [old.total, old.largest + old.second, old.workers, old.crops]


@pytest.mark.slow
@pytest.mark.parametrize("games", [3, pytest.param(10, marks=pytest.mark.thorough)])
def test_what_he_claims_holds_and_nothing_comes_twice(games: int) -> None:
    for game in coached_games(games):
        lines = [line for _turn, _asked, line in game if line and not line.startswith("Your last turn")]
        assert len(set(lines)) == len(lines)


IDEAS = ("Why store?", "What should you bid?", "What scores?", "When should you play a worker?", "How does it end?")


@pytest.mark.slow
def test_each_turn_has_a_word_until_the_basic_ideas_have_come_up() -> None:
    for game in coached_games(10):
        missing = {*IDEAS, "an event"}
        spoken: dict[int, str] = {}
        for turn, asked, line in game:
            if isinstance(asked, Turn):
                spoken[turn] = spoken.get(turn, "") + line
        for turn, line in spoken.items():
            if not missing:
                break
            # These need a player without a worker, one who can store, and an event that was drawn.
            assert line or missing <= {"When should you play a worker?", "Why store?", "an event"}, (
                f"silent in turn {turn}, {missing} not said"
            )
            missing -= {idea for idea in missing if idea in line}
            missing -= {"an event"} if "came out of the bag" in line else set()
        # Eventful games may end before the last idea comes up; the milestones explain the end, too.
        assert missing <= {"When should you play a worker?", "an event", "How does it end?"}
    said = {idea for game in coached_games(10) for *_, line in game for idea in IDEAS if idea in line}
    assert said == {*IDEAS}


@pytest.mark.slow
def test_by_the_second_round_it_has_told_what_scores_and_why_to_play_workers() -> None:
    first = {"board1": "C4+C5+D4-E7-F7-", "board2": "A2-A3-B3-", "hand1": "h2", "store2": "F6:h1", "turn": 3}
    start, later = expand(first), expand({**first, "used": 1})
    coach = Coach()
    told = coach.says(start, 0, NAMES, [start], ["end"] * 2)
    assert told == (
        "What scores? Each field in your largest group 1 point, in your second largest 2; each worker its number; each "
        "crop of which you alone have the most counters 1. So far you have 8 points."
    )
    assert coach.says(later, 0, NAMES, [start, later], ["end"] * 3).startswith("When should you play a worker?")
    assert coach.says(start, 0, NAMES, [start], ["end"] * 2) == told  # after that action was undone
    for game in coached_games(10):
        second = " ".join(line for turn, _asked, line in game if round_of(turn, 2) == 2)
        assert "What scores? " in second
        assert "each worker its number" in second


def test_it_counts_the_events_that_are_out() -> None:
    def after(events: str, before: str = "") -> str:
        had, has = (expand({**FARM, "turn": 41, "placed": letters or "-"}) for letters in (before, events))
        return Coach().says(has, 0, NAMES, [had, has], ["end"])

    assert after("M") == "1 of ten events is out. After the tenth, everyone has two more turns."
    assert after("MN") == "2 of ten events are out. After the tenth, everyone has two more turns."
    assert after("MNOPQRSU", "MNO") == "8 of ten events are out: from now on none of them goes back into the bag."
    assert not after("MN", "M").startswith("2 of ten events are out. A")


@pytest.mark.parametrize(
    ("placed", "event"), [("V", "V"), ("SV", "V"), ("ZMW", "W")], ids=["the first", "the second", "the third"]
)
def test_an_event_is_not_called_the_first_whatever_was_drawn_before(placed: str, event: str) -> None:
    start = position(board1="A1 A3", hand1="h2", board2="E1 E3", registry="D1 F1", placed=placed[:-1], turn=5)
    record = played(start, f"d:D1 hops done *{event}" + " *G1" * (event == "W"))
    states = list(record.states())
    line = Coach().says(observe(states[-1], 0).view, 0, NAMES, states, record.moves)
    assert line.startswith("An event: ")
    assert "first" not in line


def test_fields_that_stay_ripe_are_not_to_be_saved_for_later() -> None:
    kinds = {frame: text for (frame, source), text in _FIRST.items() if frame is PickFields}
    assert kinds
    for (frame, source), text in _FIRST.items():
        if frame is PickFields:
            assert "unless you want one later" not in text
            assert ("ripe" in text) is (source in "AB")


def a_bubble_is_right(line: str, code: str) -> bool:
    """Whether a remark is a sentence, and nothing that a catalogue keeps for itself."""
    return bool(re.fullmatch(r"[^\n@{}]+[.?!»]", line)) and "Version" not in line and code in LANGUAGES


@pytest.mark.parametrize(
    "code", ["en", *(pytest.param(code, marks=pytest.mark.slow) for code in LANGUAGES if code != "en")]
)
def test_at_every_question_of_every_worker_and_event_it_says_a_sentence_or_nothing(code: str) -> None:
    """Each question comes as the first of its kind, and after another event; also to players who had it before."""
    if code != "en":
        language.add_catalogue(code, compiled(read(code)))
    causes, kinds, other = set(), set(), _event_before()
    with language.speaking(code):
        for start, script in SCRIPTS.values():
            states, record = [start], played(start, script)
            for move in record.moves:
                state, seat = states[-1], actor(states[-1])
                if seat >= 0:
                    view, asked = observe(state, seat).view, state.stack[-1]
                    assert isinstance(asked, Decision)
                    causes.add(asked.cause)
                    kinds.add(type(asked))
                    for before in ([], other[seat : seat + 1], states[:-1]):
                        for best in BEST:
                            line = Coach().says(view, seat, ("Robin", "Ada", "Bo"), [*before, state], [], best)
                            assert not line or a_bubble_is_right(line, code), (asked, line)
                states.append(play(state, move))
            line = closing(states[-1], 0, ("Robin", "Ada", "Bo"))
            assert a_bubble_is_right(line, code)
    assert {*EVENT_LETTERS, *WORKER_LETTERS} <= causes | {"S"}  # nobody is asked anything by the new registry
    questions = {kind for kind in frame_kinds().values() if issubclass(kind, Decision)}
    assert kinds >= questions - {ChooseStart}


def _event_before() -> list[State]:
    """Return for each seat a state in which an event has asked it."""
    found = {}
    start, script = SCRIPTS["round-of-give-away"]
    state = start
    for move in played(start, script).moves:
        if isinstance(asked := state.stack[-1], Decision) and asked.cause in EVENT_INDEX:
            found[asked.seat] = state
        state = play(state, move)
    return [found[seat] for seat in range(3)]


@pytest.mark.thorough
@pytest.mark.usefixtures("few_positions")
@pytest.mark.parametrize(
    "code", ["de", *(pytest.param(code, marks=pytest.mark.long) for code in LANGUAGES if code != "de")]
)
def test_every_bubble_of_a_coached_game_is_a_sentence(code: str) -> None:
    if code != "en":
        language.add_catalogue(code, compiled(read(code)))
    reader = Reader(Session({"settings": json.dumps({"language": code})}))
    reader.send("guided")
    source, heard = random.Random(1), set()
    for _click in range(200):
        reader.let_computers_play()
        if reader.screen == "ending":
            break
        if line := unescape(re.sub("<[^>]*>", "", bubble(reader))):
            assert a_bubble_is_right(line, code), line
            heard.add(line)
        target = choose(reader.targets(), source)
        reader.send(target.intent, target.value)
    assert len(heard) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_said_for_an_empty_sentence(code: str) -> None:
    if code != "en":
        language.add_catalogue(code, compiled(read(code)))
    with language.speaking(code):
        assert language._("") == language.n_("", "", 2) == language.n_("", "", 1) == ""
        assert language.of_place("", "") == ""


def test_a_bid_that_nobody_else_can_match_is_named() -> None:
    coach = Coach()
    views = [expand({**FARM, "hand1": "h1", "hand2": "v1", "turn": turn}) for turn in range(1, 40, 2)]
    lines = [coach.says(view, 0, NAMES, [view], []) for view in views]
    assert any(line.startswith("What should you bid? Nobody else has hops now") for line in lines)


def planned(moves: str, why: Because, *aims: Purpose) -> Choice:
    """A turn found by the search, with its plan."""
    state = expand({**FARM, "hand1": "h2", "registry": "D5F6"})
    (turn,) = described(observe(state, 0), [Advice(tuple(moves.split()), 1.0, 1.0, 0.0, 0.5)], NAMES)
    return replace(turn, plan=Plan(aims, Then("open"), Then("open"), why))


def test_it_speaks_of_the_plan_of_a_turn_that_is_clearly_better() -> None:
    view = expand({**FARM, "hand1": "h2", "registry": "D5F6"})
    tile = INDEX["D5"]
    hers = Loss("tile", 1, tile, 5 / 8, 2, now=True)
    next_turn = Purpose(1, "next", number=2, tiles=1 << tile)
    safe = next_turn._replace(cause=Cause("no crop", 1, 0))

    def with_plan(kind: str, *aims: Purpose, losses: tuple[Loss, ...] = (hers,), coach: Coach | None = None) -> str:
        best = planned("d:D5 hops done", Because(kind, losses), *aims)
        return (coach or Coach()).says(view, 0, NAMES, [view], [], [best])

    assert with_plan("clear", safe) == "Store D5 now, place it next turn. Ada has no hops."
    assert with_plan("clear", next_turn) == "Store D5 now, place it next turn."
    assert with_plan("clear") == (
        "Try this: store D5 for 1 hop. If you don't: Ada will probably get D5. It would score 2 points for Ada."
    )
    assert with_plan("clear", losses=()) == "Try this: store D5 for 1 hop."
    # What is hardly better is no plan to follow, and nothing is said while turns are searched for.
    assert with_plan("equal", safe).startswith("When should you play a worker?")
    assert not Coach().says(view, 0, NAMES, [view], [], [])
    # It isn't said twice, nor to a player who has grown.
    coach = Coach()
    assert with_plan("clear", safe, coach=coach).startswith("Store D5")
    view.turn += 2
    assert not with_plan("clear", safe, coach=coach).startswith("Store D5")
    view.turn = 13
    assert not with_plan("clear", safe).startswith("Store D5")


def test_after_a_purchase_from_ones_store_it_tells_what_that_brought() -> None:
    table = {"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "store1": "B2:h1", "hand1": "v1", "hand2": "h1"}
    game = Game(expand({**table, "turn": 6, "seat": 2}))
    game.play("c:B2")
    game.play("end")
    sitting = Sitting(game, [Chair(NAMES[0], "person"), Chair(NAMES[1], "random")])
    news = Timeline(sitting).news(0)
    line = Coach().says(game.observation(0).view, 0, NAMES, game.states, game.moves, None, news)
    assert line == "Ada took B2 from your store. You got 1 hop, and your bid back."
    assert counters.text(game.state.hands[0]) == "h2v1"


def storing(view: State, tile: str) -> list[str]:
    """Return what it says to a tile about to be stored: after a first bid, and before any."""
    stage = Stage(view)
    stage.pick_tile(INDEX[tile])
    bid = expand({**FARM, "hand1": "h1", "registry": "A7B1D5"})
    return [at_selection(stage, [play(bid, "d:D5"), view]), at_selection(stage, [view])]


def test_a_tile_that_adds_nothing_is_objected_to_where_another_would() -> None:
    view = expand({**FARM, "hand1": "h1", "registry": "A7B1D5"})
    alone, joining = INDEX["A7"], INDEX["D5"]
    against = "A7 (vegetables) would add nothing to your groups. Look at D5 (hops): it would add 1 point."
    assert storing(view, "A7") == [against, NEVER_BID]
    assert storing(view, "D5") == ["", NEVER_BID]
    view.registry = 1 << alone
    assert storing(view, "A7") == ["", NEVER_BID]
    view.turn, view.registry = 13, 1 << alone | 1 << joining
    assert storing(view, "A7") == ["", NEVER_BID]


@pytest.mark.rule("13.2")
def test_after_a_majority_is_lost_it_says_what_that_costs() -> None:
    game = Game(expand({**FARM, "board2": "A2+A3-B3-", "hand1": "v1", "turn": 6, "seat": 2}))
    game.play("a:A2")
    game.play("end")
    news = Timeline(Sitting(game, [Chair(NAMES[0], "person"), Chair(NAMES[1], "random")])).news(0)
    line = Coach().says(game.observation(0).view, 0, NAMES, game.states, game.moves, None, news)
    assert line == "You've lost a point: someone now has at least as many vegetables as you."


@pytest.mark.rule("13.2")
def test_of_a_majority_that_came_back_it_says_nothing() -> None:
    """Another player gains the counter that costs the majority, and bids it in the same turn."""
    table = {**FARM, "board2": "A2+A3-B3-", "hand1": "v1", "registry": "D5", "turn": 6, "seat": 2}
    game = Game(expand(table))
    for move in ("a:A2", "d:D5", "vegetables"):
        game.play(move)
    while game.actor == 1:
        game.play("no" if "no" in game.legal() else "end")
    news = Timeline(Sitting(game, [Chair(NAMES[0], "person"), Chair(NAMES[1], "random")])).news(0)
    assert [bool(each.outdone) for each in news].count(True) == 1
    line = Coach().says(game.observation(0).view, 0, NAMES, game.states, game.moves, None, news)
    assert "lost a point" not in line


def test_the_last_sentence_names_the_points_and_what_made_the_difference() -> None:
    game = Game.new(2, start="random", seed=13)
    players = [make_player("random", seat) for seat in range(2)]
    while not game.over:
        game.play(players[game.actor].choose(game.observation(game.actor)))
    for seat, score in enumerate(final_scores(game.state)):
        line = closing(game.state, seat, NAMES)
        assert line.startswith(f"{score.total} points: {score.workers} from workers, ")
        assert "ahead mainly on" in line


@pytest.mark.slow
def test_a_first_game_is_slow_and_the_coach_thinks_in_slices() -> None:
    reader = Reader(Session({}))
    reader.click("learn")
    reader.click("guided")
    table = reader.session.seating.open()
    slices = 0
    while reader.session.wait() == 0.0:
        reader.take(reader.session.step())
        slices += 1
    assert slices > 2
    assert not table.advising.searching
    assert reader.session.wait() is None
    reader.send("end")
    reader.send("end")
    assert reader.session.wait() in (None, 0.0, 2.4)
    while reader.session.wait() == 0.0:
        reader.take(reader.session.step())
    assert reader.session.wait() == 2.4
