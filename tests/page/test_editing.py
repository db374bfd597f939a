"""The editor on the page: taps, keys, faults, other positions, and a game from here."""

from __future__ import annotations

import re
from typing import Any

import pytest

from keyharvest.page.session import Session
from keyharvest.record import parse_position
from keyharvest.rules.geometry import INDEX
from keyharvest.table.sealing import sealed
from tests.helpers.clicking import Reader
from tests.page.test_session import begun
from web.environment import ROOT


def opened(*steps: tuple[str, Any]) -> Reader:
    """Open the editor with an empty board, and send messages."""
    reader = Reader(Session({}))
    send(reader, ("editor", "empty"), *steps)
    return reader


def send(reader: Reader, *steps: tuple[str, Any]) -> None:
    for intent, value in steps:
        patch = reader.send(intent, value)
        assert "alert" not in patch, (intent, value, patch)


def words(reader: Reader) -> dict[str, str]:
    """Return the words of the position."""
    return dict(word.split("=", 1) for word in reader.session.workbench.editing.draft.line().split()[1:])


def key(name: str, at: str = "", **more: Any) -> tuple[str, Any]:
    return "key", {"key": name, "at": at, "scope": "board" if at.startswith("hex-") else "table", **more}


def test_taps_set_up_a_position_that_can_be_copied() -> None:
    reader = opened(
        ("tap", "C2"), ("brush", "harvested"), ("tap", "C3"), ("worker", "A"), ("tap", "B2"),
        ("more", "wheat"), ("more", "wheat"), ("fewer", "wheat"),
        ("brush", "store"), ("tap", "D4"), ("more", "hops"), ("stored", "D4"), ("more", "hops"),
        ("brush", "registry"), ("tap", "E5"), ("tap", "E6"), ("tile", "E6"),
        ("brush", "bag"), ("tap", "G7"), ("used", "harvest"), ("event", "M"), ("turn_of", "2"),
        ("show", "2"), ("brush", "ripe"), ("tap", "A1"), ("brush", "off"), ("tap", "A1"), ("tap", "A2"),
    )  # fmt: skip
    found = words(reader)
    assert (found["board1"], found["workers1"], found["hand1"]) == ("C2+C3-", "A@B2", "h1w1")
    assert (found["store1"], found["registry"], found["fallow"], found["placed"]) == ("D4:h1", "E5", "G7", "M")
    assert (found["board2"], found["stack"]) == ("-", "Turn(2,0,0,0)")
    assert reader.session.workbench.editing.draft.line() in reader.panels["uses"]


def test_with_the_brush_that_takes_off_everything_can_be_taken_off() -> None:
    reader = opened(("tap", "C2"), ("more", "wheat"), ("brush", "store"), ("tap", "D4"), ("brush", "off"))
    assert 'data-intent="fewer"' in reader.panels["hand"]
    send(reader, ("stored", "D4"), ("fewer", "wheat"), ("tap", "C2"))
    assert words(reader) == words(opened())


def test_keys_do_what_the_mouse_does() -> None:
    reader = opened(
        key("c"), key("4"), key("Enter", "hex-C4"), key("ArrowRight", "hex-C4"), key("2"), key(" ", "hex-C5"),
        key("+", "more-wheat"), key("+", "more-wheat"), key("-", "more-wheat"), key("4"), key("Enter", "hex-D4"),
        key("+", "more-hops"), key("v"),
    )  # fmt: skip
    found = words(reader)
    assert (found["board1"], found["hand1"], found["store1"]) == ("C4+C5-", "w1", "D4:h1")
    assert 'id="hex"' in reader.panels["board"]
    assert "Ada&#x27;s board" in reader.panels["board"]
    send(reader, key("v"), key("Delete", "hex-C4"), key("Delete", "stored-D4"), key("Backspace", "more-wheat"))
    assert words(reader) == words(opened(("brush", "harvested"), ("tap", "C5")))
    send(reader, key("z", ctrl=True), key("y", ctrl=True), key("Delete"), key("+"))
    assert words(reader)["hand1"] == "-"
    assert reader.patches[-1].get("panels") is None


def test_faults_are_named_shown_and_mended_before_a_game_begins() -> None:
    reader = opened(("tap", "D4"), ("show", "2"), ("tap", "D4"), ("show", "1"), ("brush", "store"), ("tap", "E5"))
    assert "2 errors" in reader.panels["faults"]
    assert "D4 is on two boards" in reader.panels["faults"]
    assert "kh-fault" in reader.panels["board"]
    assert reader.send("play")["alert"] == "First fix the error: D4 is on two boards"
    assert reader.screen == "editor"
    assert reader.send("fault", "2")["focus"] == "stored-E5"
    assert "Bid for E5" in reader.panels["hand"]
    assert reader.send("fault", "1")["focus"] == "hex-D4"
    send(reader, ("undo", None), ("brush", "off"), ("tap", "D4"))
    assert not reader.panels["faults"]
    assert "kh-fault" not in reader.panels["board"]
    assert reader.send("fault", "1")["alert"].startswith("message: fault")


def test_a_game_from_here_has_the_reader_on_turn_and_computers_at_the_level_chosen() -> None:
    reader = opened(("seats", "3"), ("tap", "C2"), ("more", "wheat"), ("turn_of", "2"), ("used", "worker"))
    before = reader.session.workbench.editing.draft.state
    send(reader, ("level", "apprentice"), ("play", None))
    sitting = reader.session.seating.open().sitting
    assert reader.screen == "game"
    assert sitting.game.state == before
    assert [chair.kind for chair in sitting.chairs] == ["apprentice", "person", "apprentice"]
    assert "Your turn" in reader.panels["action"]
    send(reader, ("tap", "C2"))
    again = Reader(Session(dict(reader.saved)))
    again.send("continue")
    assert again.session.seating.open().sitting.game.states[0] == before
    send(reader, ("editor", None))
    assert reader.session.workbench.editing.draft.state == before, "the position is still there"


def test_a_text_or_a_link_opens_its_position_and_anything_else_is_refused() -> None:
    line = opened(("tap", "C2")).session.workbench.editing.draft.line()
    link = f"position-{sealed(line)}"
    for text in (line, f" {line}\n", link, f"https://example.org/#{link}"):
        reader = opened(("position", {"line": text}))
        assert words(reader)["board1"] == "C2+", text
    reader = Reader(Session({"fragment": link}))
    assert reader.screen == "editor"
    assert words(reader)["board1"] == "C2+"
    reader = opened(("tap", "C3"))
    for text in ("", "kh1 players=2", line.replace("C2+", "C2+C2+"), "position-kh1.AAAA", f"position-{sealed('x')}"):
        assert reader.send("position", {"line": text})["alert"].startswith("Can't open this position."), text
    assert words(reader)["board1"] == "C3+"
    send(reader, ("undo", None), ("undo", None))


def test_the_sheet_changes_players_and_events_and_stays_open() -> None:
    reader = opened(("over", "position"), ("seats", "4"), *(("event", letter) for letter in "MNOPQRSTUV"))
    assert "Turns after this one" in reader.panels["over"]
    send(reader, ("left", "0"))
    assert words(reader)["left"] == "0"
    assert reader.panels["head"].count("who-chip") == 4
    send(reader, ("event", "M"), ("seats", "2"))
    assert "Turns after this one" not in reader.panels["over"]
    assert reader.send("left", "9")["alert"].startswith("message: left")


def test_the_link_on_the_page_leads_back_to_the_position() -> None:
    reader = opened(("tap", "C2"))
    found = re.search(r'href="#(position-[^"]*)"', reader.panels["uses"])
    assert found
    again = Reader(Session({"fragment": found[1]}))
    assert again.session.workbench.editing.draft.line() == reader.session.workbench.editing.draft.line()
    send(reader, ("brush", "store"), ("tap", "D4"))
    assert "position-" not in reader.panels["uses"], "a position with a fault has no link"


def test_a_moment_of_a_game_can_be_set_up_unless_it_has_secrets() -> None:
    reader = begun("person", "random", seed=1)
    reader.send("seek", "0")
    before = reader.session.seating.open().sitting.game
    send(reader, ("editor", "here"))
    assert reader.screen == "editor"
    assert (
        reader.session.workbench.editing.draft.state.fields
        == before.states[reader.session.seating.open().head.at].fields
    )
    reader = begun("person", "random", "random", seed=1)
    assert reader.send("editor", "here")["alert"].startswith("Hands are secret in this game")
    assert reader.screen == "game"
    finished = (ROOT / "tests" / "golden" / "random-3-00.txt").read_text(encoding="utf-8")
    send(reader, ("open", {"name": "game.txt", "text": finished}), ("review", None), ("editor", "here"))
    assert len(reader.session.workbench.editing.draft.state.fields) == 3


@pytest.mark.rule("13.1")
def test_a_game_from_a_position_is_kept_but_does_not_count_in_statistics() -> None:
    reader = opened(
        ("over", "position"), *(("event", letter) for letter in "MNOPQRSTUV"), ("left", "0"), ("play", None)
    )
    send(reader, ("end", None))
    assert reader.screen == "ending"
    assert "It began from a position: not in the statistics." in reader.text()
    again = Reader(Session(dict(reader.saved)))
    send(again, ("games", None))
    assert "from a position" in again.text()
    send(again, ("statistics", None))
    assert "Robin" not in again.text()


@pytest.mark.parametrize(
    ("intent", "value"),
    [("tap", "H1"), ("turn_of", "3"), ("stored", "A1"), ("show", "3"), ("seats", "5"), ("event", "A"), ("go", "up-up")],
)
def test_what_makes_no_sense_changes_nothing(intent: str, value: str) -> None:
    reader = opened(("tap", "C2"))
    before = reader.session.workbench.editing.draft.line()
    assert "alert" in reader.send(intent, value)
    assert reader.session.workbench.editing.draft.line() == before


def test_a_browser_that_goes_back_finds_the_position() -> None:
    reader = opened(("tap", "C2"))
    assert reader.patches[-2]["place"] == "editor"
    send(reader, ("rules", None), ("to", "editor"))
    assert reader.screen == "editor"
    assert parse_position(reader.session.workbench.editing.draft.line()).fields[0] == 1 << INDEX["C2"]


def test_the_bid_shown_is_that_of_the_board_shown_even_if_another_store_has_the_same_tile() -> None:
    steps = ("brush", "store"), ("tap", "D4"), ("more", "hops"), ("show", "2"), ("tap", "D4"), ("more", "wheat")
    reader = opened(*steps)
    assert 'aria-label="Add hops: 0 hops' in reader.panels["hand"]
    assert 'aria-label="Add wheat: 1 wheat' in reader.panels["hand"]
