"""The screens around the game, by clicking what their patches show: settings, rules, cards, set-up, curtain."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from keyharvest.advice import analysis
from keyharvest.page.parts.charts import Result, podium
from keyharvest.page.rules import view as rules_screen
from keyharvest.page.rules.view import _passages, hits, marked
from keyharvest.page.session import Session
from keyharvest.page.tabletop.panels.happenings import change, goods
from keyharvest.record import Record, record_text
from keyharvest.rules import counters
from keyharvest.rules.components import EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.scoring import Score
from keyharvest.scenario.library import COURSE
from keyharvest.search import Effort
from keyharvest.words import Brief, language
from tests.battery.screenshots import positions
from tests.helpers.clicking import Reader
from tests.helpers.intents import CLASSES
from tests.helpers.lines import Exchange, Wired
from tests.page.test_session import NAMES, begun, opened
from tests.rules.builders import position
from web.tools.catalogue import compiled, read


def test_games_are_deleted_only_when_asked_twice_and_can_be_brought_back() -> None:
    reader = begun("person", "random", seed=5)
    reader.let_computers_play()
    names = "Anna · Bruno"
    reader.click("settings")
    reader.click("forget")
    assert names in Reader(Session(dict(reader.saved))).text()
    reader.click("forget", "no")
    assert not any(target.intent == "forget" and target.value for target in reader.targets())
    reader.click("forget")
    reader.click("forget", "all")
    reader = Reader(Session(dict(reader.saved)))
    assert names not in reader.text()
    reader.click("games")
    reader.click("restore")
    assert names in Reader(Session(dict(reader.saved))).text()


def test_the_rules_are_searched_and_escape_leads_back() -> None:
    reader = begun("person", "random")
    reader.click("rules")
    assert "<mark>" not in reader.text()
    reader.send("search", "Tenth Event")
    assert "<mark>tenth event</mark>" in reader.text()
    assert 'href="#rule-13.1"' in reader.text()
    reader.send("back")
    reader.click("rules")
    assert 'value="Tenth Event"' in reader.text()
    assert "<mark>tenth event</mark>" in reader.text()
    reader.send("rules", "5.2")
    assert "<mark>" not in reader.text()
    reader.send("search", "no zebras")
    assert "no matches" in reader.text()
    reader.send("key", {"key": "Escape", "scope": "page", "at": None})
    assert reader.screen == "game"


#: Words of the page and the rule that each means, by language.
_SOUGHT = {
    "en": {"crop majorities": "13.2", "second group": "13.2", "majority": "13.2", "worker removed": "5.6"},
    "de": {"Mehrheit": "13.2", "zweite Gruppe": "13.2", "Mehrheiten": "13.2", "Arbeiter entfernt": "5.6"},
    "fr": {"majorité": "13.2", "deuxième groupe": "13.2", "majorités": "13.2", "ouvrier rappelé": "5.6"},
}


@pytest.mark.slow
@pytest.mark.parametrize("code", _SOUGHT)
def test_the_rules_are_found_by_the_words_of_the_page(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogues", dict(language._catalogues))
    if code != "en":
        language.add_catalogue(code, compiled(read(code)))
    with language.speaking(code):
        for words, rule in _SOUGHT[code].items():
            assert hits(words)[0][0] == rule, words


def test_whole_words_come_first_and_enter_leads_to_the_first_rule_found() -> None:
    reader = begun("person", "random")
    reader.click("rules")
    found = [rule for rule, _around in hits("bid")]
    whole = [rule for rule in found if re.search(r"\bbid\b", dict(_passages())[rule])]
    assert found[: len(whole)] == whole
    assert hits("5.3")[0][0] == "5.3"
    for number, passage in _passages():
        assert not re.search(r"<|>|\( | [,.)]|[a-z][.,][A-Z]", passage), number  # no markup, and no gap where it was
    for sought in ("fallow", "majority", "field"):
        for number, around in hits(sought):
            words = unescape(re.sub("</?mark>", "", around)).strip("…").split()
            assert words
            assert " ".join(words) in dict(_passages())[number]
            assert {*words} <= {*dict(_passages())[number].split()}  # whole ones
    assert reader.send("found").get("focus") is None
    reader.send("search", "second group")
    assert reader.send("found")["focus"] == "rule-13.2"
    assert "<<mark>" not in str(marked("mark hops"))
    assert re.sub("</?mark>", "", marked("mark hops")) == rules_screen.text()
    reader.send("search", "no zebras")
    assert reader.send("found").get("focus") is None


def test_on_a_phone_the_board_that_is_shown_leads_to_its_points_by_source() -> None:
    reader = begun("person", "random")
    assert reader.panels["head"].count('popovertarget="points-chip"') == 1
    reader.send("show", "1")
    assert re.search(r'data-value="1"[^>]*popovertarget="points-chip"', reader.panels["head"])
    assert reader.panels["head"].count('class="sources"') == 1
    reader.send("show", "2")
    assert re.search(r'data-value="2"[^>]*popovertarget="points-chip"', reader.panels["head"])


def test_a_first_game_leads_to_the_rules_where_others_lead_to_a_lesson() -> None:
    reader = Reader(Session({}))
    reader.send("guided")
    assert re.search(r'class="turn-lesson"><a [^>]*data-intent="rules"', reader.panels["action"])
    reader.click("coach")
    assert re.search(r'class="turn-lesson">\s*<a [^>]*data-intent="lesson"', reader.panels["action"])


def test_a_first_visit_asks_whether_the_reader_knows_the_game() -> None:
    reader = Reader(Session({}))
    main = re.search(r'<button [^>]*data-intent="(\w+)"[^>]*class="main[^>]*>(.*?)</button>', reader.text())
    assert main
    assert main[1] == "guided"
    assert "I know the game" in reader.text()
    reader.click("guided")
    assert reader.session.seating.coached()
    assert "I know the game" not in Reader(Session(reader.saved)).text()


def test_what_few_look_for_is_under_a_head_of_its_own() -> None:
    reader = Reader(Session({}))
    reader.click("new")
    usual, _head, advanced = reader.text().partition("Advanced")
    for word in ("Seed", "Layout"):
        assert word not in usual
        assert word in advanced


def test_the_podium_tells_a_landslide_from_a_hair() -> None:
    def steps(*points: int) -> list[float]:
        results = [Result("Ada", "A", at, Score(each, 0, 0, 0), at + 1) for at, each in enumerate(points)]
        heights = re.findall(r'<rect x="[^"]*" y="([\d.]+)"', podium(results, ["1", "2", "3", "4"]))
        second, first = map(float, heights[:4:2])
        return [first, second]

    assert steps(40, 39)[1] - steps(40, 39)[0] < 10 < 30 < steps(40, 25)[1] - steps(40, 25)[0]
    assert 0 < steps(40, 40)[1] - steps(40, 40)[0] < 10
    assert steps(0, 0)[0] < steps(0, 0)[1]


def test_home_says_how_many_lessons_are_done() -> None:
    first, second = COURSE[:2]
    assert "in twelve short lessons" in Reader(Session({})).text()
    done = json.dumps({"done": [*first.scenarios, *second.scenarios], "at": None})
    home = Reader(Session({"learn": done})).text()
    assert f"2 of {len(COURSE)} lessons" in home
    assert "with a guided first game" not in home


def test_home_leads_to_a_set_up_with_someone_elsewhere() -> None:
    reader = Reader(Session({}))
    reader.click("friends")
    assert reader.screen == "setup"
    for chosen in ("kind1-person", "kind2-far", "way-message"):
        assert re.search(rf'<input [^>]*checked[^>]*id="{chosen}"', reader.text()), chosen
    first = ['id="way-message"', 'id="way-live"', 'id="name1"']
    assert sorted(first, key=reader.text().index) == first
    reader.send("home")
    reader.send("begin", {"name": NAMES, "kind": ["person", "greedy", "empty", "empty"], "start": "random"})
    reader.send("new")
    assert reader.text().index('id="name1"') < reader.text().index('id="way-message"')


@pytest.mark.thorough
def test_every_screen_is_a_place_that_the_browser_comes_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter is opened only once: the way back leads to the screen behind it instead."""
    monkeypatch.setattr(analysis, "REVIEW", Effort(20, width=1, kept=2))
    reader = Reader(Session({}))
    shared = {"name": NAMES, "kind": ["person", "person", "person", "empty"], "start": "random", "seed": "3"}
    live = {"name": NAMES, "kind": ["person", "far", "empty", "empty"], "way": "live", "start": "random", "seed": "3"}
    over = {"name": "game.txt", "text": positions.finished(5, 3)}
    ways: dict[str, list[tuple[str, Any]]] = {
        "setup": [("new", None)],
        "learn": [("learn", None)],
        "lesson": [("lesson", "first-harvest")],
        "rules": [("rules", None)],
        "cards": [("cards", None)],
        "settings": [("settings", None)],
        "games": [("games", None)],
        "statistics": [("statistics", None)],
        "puzzle": [("puzzle", None)],
        "puzzles": [("puzzles", None)],
        "editor": [("editor", None)],
        "layout": [("layouts", None)],
        "invite": [("begin", live)],
        "lobby": [("begin", live), ("lobby", None)],
        "game": [("quick", None)],
        "share": [("continue", None), ("share", None)],
        "demo": [("open", over), ("demo", "9")],
        "curtain": [("begin", shared)],
        "review": [("open", over)],
        "ending": [("open", over), ("result", None)],
        "exercise": [("open", over), ("analyse", None), ("exercise", None)],
        "home": [],
    }
    assert {*ways, "letter", "invited"} == set(CLASSES), "`ways` says how a reader gets to each screen"
    for screen, steps in ways.items():
        reader.send("home")
        place = "home"
        for step in steps:
            place = reader.send(*step).get("place", place)
            reader.let_computers_play()
        assert reader.screen == screen
        reader.send("learn" if screen == "home" else "home")
        reader.send("to", place)
        assert reader.screen == screen, place
    exchange = Exchange()
    host, guest = Wired(exchange), Wired(exchange)
    host.send("begin", live)
    exchange.deliver()
    place = guest.send("link", {"link": host.link()})["place"]
    guest.send("home")
    guest.send("to", place)
    assert guest.screen == "invited"
    # From an exercise Back leads to the review, at the same turn; Forward leads to the exercise again.
    for step in ways["exercise"]:
        place = str(reader.send(*step).get("place", place))
        reader.let_computers_play()
    asked = reader.text()
    reader.send("to", place.replace("exercise", "review"))
    assert reader.screen == "review"
    assert 'id="this-turn"' in reader.text()
    reader.send("to", place)
    assert reader.text() == asked
    # From the review Back leads to the result, where it was opened.
    reader.send("open", over)
    place = reader.send("result")["place"]
    assert reader.send("review")["place"] != place
    reader.send("to", place)
    assert reader.screen == "ending"


@pytest.mark.parametrize(("mine", "hers", "won"), [("C4- C5-", "A1-", True), ("A1-", "C4- C5-", False)])
def test_a_win_is_celebrated_when_the_game_ends_and_not_again(mine: str, hers: str, won: bool) -> None:
    state = position(
        turn=21, left=0, board1=mine, board2=hers, hand1="h1", hand2="v1", placed="MNOPQRSTUV", registry="", bag="B1"
    )
    reader = opened(state, "person", "random")
    while reader.screen != "ending":
        reader.send("end")
    assert ("celebration" in reader.text()) is won
    reader.click("review")
    reader.click("result")
    assert reader.screen == "ending"
    assert "celebration" not in reader.text()


def test_every_card_leads_to_its_rule_and_one_tap_leads_to_a_card() -> None:
    reader = begun("person", "random")
    reader.let_computers_play()
    assert reader.send("cards", "K")["focus"] == "card-K"
    linked = {target.value for target in reader.targets() if target.intent == "rules" and target.value}
    assert len(linked) == len(WORKER_LETTERS) + len(EVENT_LETTERS)
    for rule in linked:
        assert reader.send("rules", rule)["focus"] == f"rule-{rule}"
    reader.click("back")
    assert reader.screen == "game"


def test_the_cards_lie_over_what_is_not_to_be_left() -> None:
    reader = begun("person", "person", "person")
    assert reader.screen == "curtain"
    below = reader.panels["main"]
    patch = reader.click("over", "cards")
    assert patch["over"]
    assert "card-K" in patch["panels"]["over"]
    assert "words" not in {target.value for target in reader.targets()}, "the table in words has secrets"
    assert "can't cover this screen" in reader.send("over", "words")["alert"]
    reader.send("bare")
    assert (reader.screen, reader.panels["main"]) == ("curtain", below)
    reader.click("home")
    reader.click("new")
    form = reader.panels["main"]
    assert "card-K" in reader.click("over", "cards")["panels"]["over"]
    reader.click("rules", "11K")
    assert reader.screen == "rules"
    reader.click("back")
    assert (reader.screen, reader.panels["main"]) == ("setup", form)


def test_counters_of_many_kinds_are_pictures_of_their_own_so_that_they_wrap() -> None:
    assert goods(counters.pack([0, 3, 0, 0, 0])).count("<svg") == 3
    assert goods(counters.pack([1, 2, 1, 1, 0])).count("<svg") == 4
    assert goods(counters.NONE) == ""


def test_counters_that_a_step_cost_have_a_minus_sign_and_those_it_brought_a_plus_sign() -> None:
    packed = counters.pack([1, 0, 0, 0, 1])
    brought, paid = ("harvest", "gather", "take", "give"), ("place", "buy", "store")
    signs = {kind: "".join(re.findall("<i>(.)</i>", change(Brief(kind, 0, goods=packed)))) for kind in brought + paid}
    assert signs == dict.fromkeys(brought, "+") | dict.fromkeys(paid, "−")
    assert change(Brief("harvest", 0)) == ""
    reader = Reader(Session({}))
    reader.send("open", {"name": "game.txt", "text": positions.three()})
    log = reader.panels["log"]
    assert log.count('class="goods"') == len(re.findall("<i>[+−]</i>", log)) > 2


def test_faces_and_badges_that_are_chosen_are_kept() -> None:
    reader = Reader(Session({}))
    reader.click("new")
    form = {"name": NAMES, "kind": ["person", "person", "greedy", "empty"], "start": "random"}
    reader.send("begin", form | {"badge1": "2", "badge2": "2", "badge3": "2", "badge4": "1"})
    assert "Anna already has this colour and symbol." in reader.text()
    reader.send("begin", form | {"badge1": "2", "face1": "J", "badge2": "3", "badge3": "2"})
    assert reader.screen != "setup"
    again = Reader(Session(dict(reader.saved)))
    again.click("continue")
    chairs = again.session.seating.open().sitting.chairs
    assert [chair.badge for chair in chairs] == [1, 2, 0]
    assert [chair.face for chair in chairs] == ["J", "L", "E"]


def test_between_two_people_who_hide_nothing_the_curtain_closes_only_by_choice() -> None:
    """Rule 14.2: with two players all hands are open, unless they are behind screens (14.4)."""
    secret = "All counters are hidden"
    reader = begun("person", "person")
    first = reader.session.table.sitting.actor
    assert (reader.screen, reader.session.table.viewer) == ("game", first)
    assert f"{NAMES[first]}&#x27;s turn, round 1" in reader.panels["action"]
    reader.send("end")
    reader.send("end")
    assert (reader.screen, reader.session.table.viewer) == ("game", 1 - first)
    assert f"{NAMES[1 - first]}&#x27;s turn, round 1" in reader.panels["action"]
    reader.send("hidden")
    reader.send("visible")
    assert reader.screen == "game"
    reader.send("set", {"curtain": True})
    reader.send("home")
    reader.send("continue")
    assert reader.screen == "curtain"
    assert secret not in reader.text()
    reader.send("reveal")
    assert (reader.screen, reader.session.table.viewer) == ("game", 1 - first)
    assert secret in begun("person", "person", "person").text()


def test_a_badge_that_is_chosen_is_the_colour_on_the_table() -> None:
    reader = Reader(Session({}))
    reader.click("new")
    form = {"name": NAMES, "kind": ["person", "random", "empty", "empty"], "start": "random", "seed": "1"}
    reader.send("begin", form | {"badge1": "4"})
    reader.let_computers_play()
    for name in ("head", "board", "corners", "tray"):
        assert "kh-seat-3" in reader.panels[name]
        assert "kh-seat-0" not in reader.panels[name]


def test_a_bailiff_that_takes_the_field_of_its_own_space_is_warned_of_before_paying() -> None:
    """Rules 8.1 and 11.1: the field arrives on the bailiff's own space."""
    state = position(2, board1="C4 C5 D3 D5", board2="A1 D4 G6", hand1="h2v2", hand2="w1", registry="G1")
    reader = Reader(Session({}))
    reader.send("open", {"name": "game.txt", "text": record_text(Record(state, [], {"Player2": "farmer"}))})
    for intent, value in (("worker", "I"), ("tap", "D4"), ("commit", None)):
        reader.send(intent, value)
    assert "bailiff may move on" not in reader.panels["action"]
    reader.send("tile", "G6")
    assert "bailiff may move on" not in reader.panels["action"]
    reader.send("tile", "D4")
    assert "bailiff may move on" in reader.panels["action"]


def test_a_tile_pointed_at_tells_what_it_would_bring_and_who_else_could_buy_it() -> None:
    reader = Reader(Session({}))
    reader.send("open", {"name": "game.txt", "text": positions.three(store1="D1:h2 B4:w1")})
    told = {
        name: re.search(rf'data-value="{name}"[^>]*?data-worth="([^"]*)"(?: data-foretold="([^"]*)")?', reader.text())
        for name in ("E5", "D8", "B4")
    }
    assert {name: found and found.groups() for name, found in told.items()} == {
        "E5": ("+1", "Can match: Bruno"),
        "D8": ("+2", None),
        "B4": ("+1", "displaces the casual worker · Can match: Ada · Might match: Bruno"),
    }


def test_points_in_the_deal_are_the_ranges_told_everywhere_else() -> None:
    """The deal leaves open what hidden counters leave open (rule 13.2), and doesn't repeat what the groups show."""
    reader = Reader(Session({}))
    reader.send("open", {"name": "game.txt", "text": positions.three("a:D5 F3")})
    reader.send("tile", "E5")
    assert "8 to 9" in reader.panels["action"]
    assert "Points" not in reader.panels["action"]
    for intent, value in (("clear", None), ("tile", "D8"), ("more", "hops"), ("more", "wheat")):
        reader.send(intent, value)
    assert "30–31 to 30" in reader.panels["action"]
    assert "30–31" in reader.panels["corners"]
