"""The screens around the game, by clicking what their patches show: settings, rules, cards, set-up, curtain."""

from __future__ import annotations

from keyharvest.page.session import Session
from keyharvest.rules.components import EVENT_LETTERS, WORKER_LETTERS
from tests.clicking import Reader
from tests.test_session import NAMES, begun


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
    reader.send("search", "no such words")
    assert "found nowhere" in reader.text()
    reader.send("key", {"key": "Escape", "scope": "page", "at": None})
    assert reader.screen == "game"


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


def test_faces_and_badges_that_are_chosen_are_kept() -> None:
    reader = Reader(Session({}))
    reader.click("new")
    form = {"name": NAMES, "kind": ["person", "person", "greedy", "empty"], "start": "random"}
    reader.send("begin", form | {"badge1": "2", "badge2": "2", "badge3": "2", "badge4": "1"})
    assert "Anna has this colour and symbol already." in reader.text()
    reader.send("begin", form | {"badge1": "2", "face1": "J", "badge2": "3", "badge3": "2"})
    assert reader.screen != "setup"
    again = Reader(Session(dict(reader.saved)))
    again.click("continue")
    chairs = again.session._open().sitting.chairs
    assert [chair.badge for chair in chairs] == [1, 2, 0]
    assert [chair.face for chair in chairs] == ["J", "L", "E"]


def test_with_two_players_the_curtain_speaks_of_no_secrets() -> None:
    secret = "Nobody's counters"
    assert secret not in begun("person", "person").text().replace("&#x27;", "'")
    assert secret in begun("person", "person", "person").text().replace("&#x27;", "'")


def test_a_badge_that_is_chosen_is_the_colour_on_the_table() -> None:
    reader = Reader(Session({}))
    reader.click("new")
    form = {"name": NAMES, "kind": ["person", "random", "empty", "empty"], "start": "random", "seed": "1"}
    reader.send("begin", form | {"badge1": "4"})
    reader.let_computers_play()
    for name in ("head", "board", "corners", "tray"):
        assert "kh-seat-3" in reader.panels[name]
        assert "kh-seat-0" not in reader.panels[name]
