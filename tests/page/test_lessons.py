"""The lessons on the page, played without a browser by the messages that a reader's clicks send."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from keyharvest import words
from keyharvest.page.core.drawing import Patch
from keyharvest.page.lessons.learn_view import learn
from keyharvest.page.lessons.lesson_view import screen_class
from keyharvest.page.rules import text_view as rules_page
from keyharvest.page.rules.text_view import with_lessons
from keyharvest.page.session import Session
from keyharvest.record import Record, parse_record, record_text
from keyharvest.rules import decision
from keyharvest.rules.components import CROP_INDEX, CROPS, EVENTS, WORKER_INDEX
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.frames import Bid, ChooseRegistry, Decision, Pay, PickFields, TakeCounters
from keyharvest.rules.geometry import INDEX
from keyharvest.scenario.library import COURSE, NOT_SHOWN, SCENARIOS
from keyharvest.scenario.play import DONE, PLAY, READ, WAIT, WRONG, Play
from keyharvest.scenario.run import moves_of
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES, speaking
from keyharvest.words.rules_text import numbers
from tests.helpers.clicking import Reader, targets_in
from tests.situations.records import FOLDER
from web.tools.catalogue import compiled, read

OF_THE_COURSE = [name for lesson in COURSE for name in lesson.scenarios]


def opened(name: str) -> Reader:
    """Open a page at the start of a lesson."""
    reader = Reader(Session({}))
    reader.click("learn")
    reader.send("lesson", name)
    assert reader.screen == "lesson"
    return reader


def play_of(reader: Reader) -> Play:
    """Return the run of the scenario on the page."""
    lesson = reader.session.learning.lesson
    assert lesson
    return lesson.play


def said(reader: Reader) -> str:
    """Return what the coach says now; his bubble contains all his sentences to fit the longest."""
    return reader.panels["coach"].partition('id="coach-words"')[2].partition("</p>")[0]


def clicked(reader: Reader, moves: list[str]) -> None:
    """Make moves by the clicks of a reader: whole choices, as the page asks for them."""
    moves = list(moves)
    at = play_of(reader).at
    # Answers without a choice follow by themselves, so the step may end before its last move is clicked.
    while moves and (play := play_of(reader)).at == at:
        move = moves.pop(0)
        frame = decision(play.game.state)
        if move == "end":
            sent(reader, "end")
        elif move[1:2] == ":" and move[0] == "a":
            sent(reader, "tap", move[2:])
            while moves and (moves[0] in INDEX):
                sent(reader, "tap", moves.pop(0))
            _closed(moves)
            sent(reader, "commit")
        elif move[:2] == "b:":
            sent(reader, "worker", move[-1])
            if move[2] != "-":
                sent(reader, "tap", moves.pop(0))
            sent(reader, "commit")
        elif move[:2] == "d:" or (isinstance(frame, ChooseRegistry) and frame.source == "H"):
            sent(reader, "tile", move[-2:])
            _counters(reader, moves)
        elif move[:2] == "c:":
            sent(reader, "tile", move[2:])
            sent(reader, "commit")
        elif isinstance(frame, PickFields):
            sent(reader, "tap", move)
            while moves and moves[0] in INDEX:
                sent(reader, "tap", moves.pop(0))
            _closed(moves)
            sent(reader, "commit")
        elif move in CROP_INDEX and isinstance(frame, Pay | TakeCounters | Bid):
            moves.insert(0, move)
            _counters(reader, moves)
        elif move in INDEX:
            intent = "tap" if move in _lit(reader) else "tile"
            sent(reader, intent, move)
            sent(reader, "commit")
        else:
            sent(reader, "answer", move)


def _lit(reader: Reader) -> set[str | None]:
    return {target.value for target in reader.targets() if target.intent == "tap" and target.lit}


def _closed(moves: list[str]) -> None:
    if moves and moves[0] == "done":
        moves.pop(0)


def _counters(reader: Reader, moves: list[str]) -> None:
    while moves and moves[0] in CROPS:
        sent(reader, "more", moves.pop(0))
    _closed(moves)
    sent(reader, "commit")


def sent(reader: Reader, intent: str, value: Any = None) -> Patch:
    """Send an intent that must be accepted."""
    patch = reader.send(intent, value)
    assert "alert" not in patch, (intent, value, patch["alert"])
    return patch


class Labelled(Reader):
    """A reader who notes the words on all buttons, and the questions that no button answers."""

    def __init__(self, session: Session) -> None:
        self.labels: set[str] = set()
        super().__init__(session)

    def take(self, patch: Patch) -> Patch:
        found = super().take(patch)
        for panel in self.panels.values():
            for inside in re.findall(r"<button[^>]*>(.*?)</button>", panel, re.DOTALL):
                self.labels.add(re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", "", inside))).strip().casefold())
        return found


#: What a lesson's text names: in quotation marks or, in English, after "press".
_PRESSED = re.compile(r"„([^“]+)“|«\u202f([^»]+)\u202f»|press ((?:End|Harvest)[ \w]+)", re.IGNORECASE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "en",
        pytest.param("de", marks=pytest.mark.thorough),
        *(pytest.param(code, marks=pytest.mark.long) for code in LANGUAGES if code not in ("en", "de")),
    ],
)
def test_each_step_speaks_of_buttons_that_are_there(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogues", dict(language._catalogues))
    if code != "en":
        language.add_catalogue(code, compiled(read(code)))
    with speaking(code):
        names = {words.event(event).casefold() for event in range(len(EVENTS))}
        asks_which = [language._("{name}, what comes first?"), language._("{name}, what comes next?")]
    asks_which = [each.removeprefix("{name}, ") for each in asks_which]
    spoken_of = 0
    for name in SCENARIOS:
        reader = Labelled(Session({"settings": json.dumps({"language": code})}))
        reader.send("lesson", name)
        while (play := play_of(reader)).status != DONE:
            if play.status == WAIT:
                reader.let_computers_play()
            elif play.status == READ:
                reader.click("onward")
            else:
                panel, step = unescape(reader.panels["action"]), play.step
                if any(each.casefold() in panel.casefold() for each in asks_which):
                    assert "one-action" not in screen_class(play.scenario).split(), (name, step.id)
                    assert any(target.intent == "aim" for target in targets_in(reader.panels["action"])), (
                        name,
                        step.id,
                    )
                reader.labels = set()
                reader.take({})
                text = f"{play.words(code)} {play.hint(code)}"
                clicked(reader, moves_of(step.do))
                for found in _PRESSED.finditer(text):
                    pressed = next(filter(None, found.groups())).casefold()
                    assert pressed in names or any(pressed in label for label in reader.labels), (
                        name,
                        step.id,
                        pressed,
                    )
                    spoken_of += 1
    assert spoken_of >= 8


def through(reader: Reader, act: Any) -> None:
    """Go through the open scenario: press Next where there is only text, and leave the rest to ``act``."""
    for _ in range(60):
        play = play_of(reader)
        if play.status == DONE:
            return
        if play.status == WAIT:
            reader.let_computers_play()
        elif play.status == READ:
            reader.click("onward")
        else:
            act(reader, play)
    raise AssertionError("no end")


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_played_to_its_goal_by_clicks(name: str) -> None:
    reader = opened(name)
    through(reader, lambda reader, play: clicked(reader, moves_of(play.step.do)))
    assert "goal-line done" in reader.panels["goal"]
    assert f'"{name}"' in reader.saved["learn"]


@pytest.mark.parametrize("name", OF_THE_COURSE)
def test_every_lesson_is_shown_to_its_goal(name: str) -> None:
    reader = opened(name)
    through(reader, lambda reader, _play: reader.click("teach"))
    assert "goal-line done" in reader.panels["goal"]


@pytest.mark.slow
def test_the_course_leads_from_the_home_screen_to_its_end() -> None:
    reader = Reader(Session({}))
    reader.click("learn")
    assert all(lesson.titles["en"] in reader.text() for lesson in COURSE)
    reader.click("lesson", "first-harvest")
    for name in OF_THE_COURSE:
        assert play_of(reader).scenario.id == name
        through(reader, lambda reader, _play: reader.click("teach"))
        following = [target for target in reader.targets() if target.intent in ("lesson", "learn")]
        if following[-1].intent == "lesson":
            reader.click("lesson", following[-1].value)
    assert "Play your first game" in reader.panels["coach"]
    reader.click("learn")
    assert "All twelve lessons done" in reader.text()
    assert reader.text().count('class="state">done') == 12
    reader.click("guided")
    assert reader.screen == "game"


@pytest.mark.parametrize(
    ("language", "left"),
    [("en", "about 1 minute left."), ("de", "noch etwa 1 Minute."), ("fr", "encore 1 minute environ.")],
)
def test_the_last_minute_of_the_course_is_one(language: str, left: str) -> None:
    with speaking(language):
        assert left in learn(range(1, len(COURSE)), COURSE[-1], OF_THE_COURSE[: len(COURSE)], language)


def test_a_reload_in_the_middle_of_a_lesson_goes_on_there() -> None:
    reader = opened("bid-for-a-tile")
    reader.click("teach")
    reader.let_computers_play()
    reader.click("onward")
    assert "End turn" in reader.text()
    again = Reader(Session(reader.saved))
    again.click("learn")
    again.send("lesson", "bid-for-a-tile")
    assert play_of(again).at == 2
    assert play_of(again).game.state == play_of(reader).game.state
    through(again, lambda reader, play: clicked(reader, moves_of(play.step.do)))
    assert "goal-line done" in again.panels["goal"]


def test_a_move_that_goes_astray_is_answered_and_taken_back() -> None:
    reader = opened("which-tile")
    before = play_of(reader).game.state
    clicked(reader, ["c:D5"])
    assert play_of(reader).status == WRONG
    assert "D5 adds one point" in said(reader)
    assert 'data-intent="rules" data-value="6.2"' in reader.panels["coach"]
    assert not [target for target in reader.targets() if target.intent == "end"]
    reader.click("undo")
    assert play_of(reader).status == PLAY
    assert play_of(reader).game.state == before
    clicked(reader, ["c:F6"])
    assert "goal-line done" in reader.panels["goal"]


def test_a_move_that_is_not_possible_is_answered_by_the_engine_and_the_coach() -> None:
    reader = opened("exact-price")
    reader.send("tile", "D5")
    assert "rule 6.2" in reader.panels["action"]
    assert "You have to match a bid exactly" in said(reader)
    reader.send("tile", "F6")
    assert "You have to match a bid exactly" not in said(reader)
    reader = opened("first-worker")
    reader.click("onward")
    reader.click("worker", "C")
    reader.send("tap", "C6")
    assert "Try a space that touches two fields." in said(reader)


def test_a_choice_that_nothing_speaks_against_is_not_answered() -> None:
    reader = opened("first-worker")
    reader.click("onward")
    sent(reader, "worker", "E")
    sent(reader, "worker", "C")
    assert "coach-wrong" not in reader.panels["coach"]
    sent(reader, "tap", "B4")
    assert "coach-wrong" not in reader.panels["coach"]


def test_who_taps_while_there_is_only_to_read_is_told_how_to_go_on() -> None:
    reader = opened("first-worker")
    sent(reader, "worker", "C")
    assert "read, then press Next" in reader.panels["action"]
    reader.click("onward")
    assert "read, then press Next" not in reader.text()


def test_the_goal_is_ticked_as_soon_as_nothing_is_left_to_do() -> None:
    reader = opened("first-harvest")
    assert "✓" not in reader.panels["goal"]
    clicked(reader, ["a:C4", "C5", "D4"])
    assert play_of(reader).status == READ
    assert "✓" in reader.panels["goal"]


def test_with_the_last_words_all_is_done_and_exercises_follow_each_other() -> None:
    reader = opened("first-harvest")
    assert "Lesson 1 of 12, exercise 1a" in reader.panels["lesson-top"]
    clicked(reader, ["a:C4", "C5", "D4"])
    reader.click("onward")
    assert "Harvested fields turn pale" in said(reader)
    assert '"first-harvest"' in reader.saved["learn"].partition('"at"')[0]
    assert "Next exercise" in reader.panels["coach"]
    reader.click("lesson", "one-group")
    assert "Lesson 1 of 12, exercise 1b" in reader.panels["lesson-top"]
    clicked(reader, ["a:C3", "C5", "D5"])
    assert "Next lesson" in reader.panels["coach"]


def test_the_space_of_a_tile_in_the_store_stands_for_the_tile() -> None:
    reader = opened("grow-two-groups")
    reader.click("onward")
    sent(reader, "tap", "D5")
    assert "Place D5" in reader.panels["action"]
    sent(reader, "commit")
    assert "D5" not in reader.panels["card"]


def test_a_move_that_is_possible_but_leads_elsewhere_may_stand() -> None:
    reader = opened("two-actions")
    clicked(reader, ["b:A", "B4"])  # the worker uses up an action, but the other two are still within reach
    assert play_of(reader).status == WRONG
    assert "the goal is: Bring D5 to your board, then end your turn." in said(reader)
    reader.click("leave_it")
    assert play_of(reader).status == PLAY
    reader.click("undo")
    assert not play_of(reader).can_undo()


def test_hint_start_again_and_skip() -> None:
    reader = opened("bid-for-a-tile")
    words = said(reader)
    reader.click("hint")
    assert "Choose D5, beside your group" in said(reader)
    reader.click("hint")
    assert said(reader) == words
    reader.click("teach")
    reader.let_computers_play()
    reader.click("again")
    assert play_of(reader).at == 0
    assert not play_of(reader).game.moves
    reader.click("lesson", "exact-price")
    assert play_of(reader).scenario.id == "exact-price"


def test_nothing_can_be_chosen_while_one_reads() -> None:
    reader = opened("first-worker")
    assert play_of(reader).status == READ
    assert not [target for target in reader.targets() if target.lit]
    assert "alert" in reader.send("end")
    assert "alert" in reader.send("commit")
    assert not play_of(reader).game.moves


def test_a_rule_leads_to_its_scenario_and_back() -> None:
    reader = Reader(Session({}))
    reader.click("rules")
    for lesson in ("first-harvest", "remove-and-replay", "good-harvest"):  # of 4.1, 10 C and 12 P
        assert f'data-value="{lesson}"' in reader.text()
    reader.click("lesson", "good-harvest")
    assert "A rule on the board" not in reader.panels["lesson-top"]
    patch = reader.click("leave")
    assert reader.screen == "rules"
    assert patch["focus"] == "rule-9.1"
    reader.click("back")
    assert reader.screen == "home"
    # From a lesson to its rule and back again.
    reader.click("learn")
    reader.send("lesson", "which-tile")
    clicked(reader, ["c:D5"])
    reader.click("rules", "6.2")
    reader.click("back")
    assert reader.screen == "lesson"
    assert play_of(reader).status == WRONG
    reader.click("leave")
    assert reader.screen == "learn"


def test_a_question_of_a_game_leads_to_the_lesson_of_its_rule_and_back() -> None:
    reader = Reader(Session({}))
    scenario = SCENARIOS["bailiff"]
    moves = moves_of(next(step.do for step in scenario.steps if step.do))[:2]
    headers = {"Player1": "person", "Player2": "random"}
    reader.send("open", {"name": "a.txt", "text": record_text(Record(scenario.start, moves, headers))})
    game = {key: text for key, text in reader.saved.items() if key.startswith("game")}
    question = reader.panels["action"]
    assert "bailiff" in question
    reader.click("lesson", "bailiff")
    assert reader.screen == "lesson"
    reader.click("teach")
    reader.let_computers_play()
    patch = reader.click("leave")
    assert (reader.screen, patch["focus"]) == ("game", "action")
    assert reader.panels["action"] == question
    assert {key: text for key, text in reader.saved.items() if key.startswith("game")} == game
    # A click on something that can't be chosen leads to its rule's lesson, too, and the way through the rules leads
    # back here.
    reader.click("rules", "11I")
    reader.click("lesson", "bailiff")
    reader.click("leave")
    assert reader.screen == "rules"
    reader.click("back")
    assert reader.panels["action"] == question


def every_prompt() -> dict[tuple[str, str], Record]:
    """Return, for every kind of question by its frame and cause, a game at such a question."""
    found: dict[tuple[str, str], Record] = {}
    for path in sorted(FOLDER.iterdir()):
        record = parse_record(path.read_text(encoding="utf-8"))
        for number, state in enumerate(record.states()):
            frame = state.stack[-1] if state.stack else None
            if isinstance(frame, Decision):
                found.setdefault((type(frame).__name__, frame.cause), for_person(record, number, frame.seat))
    return found


def for_person(record: Record, number: int, seat: int) -> Record:
    """Return the record up to a moment, with a person in one seat only."""
    seats = {f"Player{each + 1}": "random" for each in range(record.start.players)}
    return Record(record.start, record.moves[:number], {**seats, f"Player{seat + 1}": "person"})


@pytest.mark.slow
def test_every_prompt_leads_to_a_lesson() -> None:
    prompts = every_prompt()
    kinds = {name for name, kind in frame_kinds().items() if issubclass(kind, Decision)}
    assert {name for name, _cause in prompts} == kinds
    for kind, record in prompts.items():
        reader = Reader(Session({}))
        patch = reader.send("open", {"name": "a.txt", "text": record_text(record)})
        assert reader.screen == "game", patch.get("alert")
        leads = [target.value for target in targets_in(reader.panels["action"]) if target.intent == "lesson"]
        assert len(leads) == 1, kind
        assert leads[0] in SCENARIOS


def test_what_is_looked_for_in_a_turn_leads_to_the_lesson_of_its_rule() -> None:
    # Each of the four actions is possible.
    record = parse_record((FOLDER / "a-apprentice-displaced-and-used-again.txt").read_text(encoding="utf-8"))
    reader = Reader(Session({}))
    reader.send("open", {"name": "a.txt", "text": record_text(for_person(record, 0, record.start.seat))})
    assert 'data-value="two-actions"' in reader.panels["action"]
    leads = {
        "harvest": "first-harvest",
        "worker": "first-worker",
        "place": "grow-two-groups",
        "store": "bid-for-a-tile",
    }
    for aim, lead in leads.items():
        reader.send("aim", aim)
        assert f'data-value="{lead}"' in reader.panels["action"]


def test_every_rule_that_a_scenario_shows_leads_to_it() -> None:
    page = with_lessons(rules_page.html())
    leads = re.findall(r'data-intent="lesson" data-value="([^"]+)"', page)
    for rule, lead in zip([rule for rule in numbers() if rule not in NOT_SHOWN], leads, strict=True):
        earliest = min(rules.index(rule) for rules in SCENARIOS.rules.values() if rule in rules)
        assert SCENARIOS.rules[lead][earliest] == rule


def test_a_game_is_not_touched_by_a_lesson() -> None:
    reader = Reader(Session({}))
    reader.click("quick")
    game = {key: text for key, text in reader.saved.items() if key.startswith("game")}
    assert game
    reader.send("home")
    reader.click("learn")
    reader.send("lesson", "first-harvest")
    clicked(reader, ["a:C4", "C5", "D4"])
    assert {key: text for key, text in reader.saved.items() if key.startswith("game")} == game
    reader.click("home")
    reader.click("continue")
    assert reader.screen == "game"


def test_what_was_kept_and_cannot_be_read_is_told() -> None:
    for text in (
        "{",
        "[]",
        "null",
        '{"done": 3, "at": null}',
        '{"done": [], "at": {"scenario": "chain", "step": 9, "moves": []}}',
    ):
        patch = Session({"learn": text}).start()
        assert patch["alert"].startswith("lessons: the saved progress can't be read: ")
        assert "Error" not in patch["alert"]
    reader = Reader(Session({"learn": '{"done": ["no-such-scenario", "chain"], "at": null}'}))
    reader.click("learn")
    assert "alert" in reader.send("lesson", "no-such-scenario")
    assert reader.screen == "learn"


def test_progress_that_cannot_be_read_is_not_deleted() -> None:
    """Another version may be able to read it; only new progress replaces it."""
    for text in ("{", '{"learnt": ["chain"], "at": null}'):
        reader = Reader(Session({"learn": text}), {"learn": text})
        reader.click("learn")
        assert reader.saved == {"learn": text}
    reader.send("lesson", "chain")
    assert '"scenario": "chain"' in reader.saved["learn"]


def test_lessons_done_survive_another_version_of_the_course() -> None:
    text = '{"done": ["chain", "of-a-later-version"], "at": {"scenario": "chain", "step": 9, "moves": []}}'
    reader = Reader(Session({"learn": text}), {"learn": text})
    assert "no step 9" in reader.patches[0]["alert"]
    assert json.loads(reader.saved["learn"]) == {"done": ["chain", "of-a-later-version"], "at": None}


def test_a_worker_is_named_where_a_lesson_needs_one() -> None:
    """Lessons show only the parts of the table that they need."""
    assert "tray" not in opened("first-harvest").panels
    assert "registry" not in opened("first-harvest").panels
    assert "registry" in opened("bid-for-a-tile").panels
    assert 'data-value="C"' in opened("first-worker").panels["tray"]
    assert WORKER_INDEX["C"] == 2


def test_a_tap_on_an_empty_space_says_which_fields_a_lesson_waits_for() -> None:
    reader = opened("first-harvest")
    assert play_of(reader).status == PLAY
    patch = reader.send("tap", "E2")
    assert patch["say"] == "E2 is empty. Tap one of the ringed fields."
    assert "E2 is empty. Tap one of the ringed fields." in reader.panels["action"]
    reader.send("tap", "C4")
    assert "is empty" not in reader.panels["action"]
