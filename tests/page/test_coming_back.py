"""Coming back to the page: the place, what was chosen there, the first screen; and one name for the reader."""

from __future__ import annotations

import json
import pkgutil
from typing import Any

import pytest

from keyharvest.page.session import Session
from keyharvest.rules.geometry import names
from keyharvest.scenario.library import COURSE
from keyharvest.table.phrases import question
from keyharvest.table.staging import Stage
from keyharvest.words import language
from tests.helpers.clicking import Reader


def reloaded(reader: Reader) -> Reader:
    """Load the page again, as the shell does: with the last place and what was chosen."""
    place = [patch["place"] for patch in reader.patches if "place" in patch][-1]
    chosen = [patch["chosen"] for patch in reader.patches if "chosen" in patch][-1:]
    return Reader(Session({**reader.saved, "place": place, "chosen": "".join(chosen)}), reader.saved)


@pytest.fixture
def reader() -> Reader:
    """A reader whose turn it is in a game against a computer player."""
    reader = Reader(Session({}))
    reader.send("quick", "4")
    reader.let_computers_play()
    return reader


def stage(reader: Reader) -> Stage:
    """Return the selection for the open question."""
    found = reader.session.table.stage()
    assert found
    return found


def choose(reader: Reader, intent: str) -> None:
    """Choose the first thing that can be chosen by an intent."""
    reader.click(intent, next(t.value for t in reader.targets() if t.intent == intent and t.enabled and t.lit))


def chosen(reader: Reader) -> tuple[Any, ...]:
    """Return all that is selected."""
    now = stage(reader)
    return now.kind, now.fields, now.worker, now.space, now.tile, now.crops, now.aim


@pytest.mark.parametrize("taps", [["worker"], ["tile"], ["aim store"], ["aim harvest"], ["aim store", "tile", "more"]])
def test_a_reload_comes_back_to_the_table_with_what_was_chosen(reader: Reader, taps: list[str]) -> None:
    for tap in taps:
        intent, _, value = tap.partition(" ")
        if value:
            reader.send(intent, value)
        elif intent == "more":
            reader.send(intent, stage(reader).addable()[0])
        else:
            choose(reader, intent)
    before = chosen(reader)
    assert any(before)
    again = reloaded(reader)
    assert again.screen == "game"
    assert chosen(again) == before
    again.send("clear")
    assert not any(chosen(reloaded(again))[:1])


def test_after_a_reload_a_screen_reader_hears_the_question_that_is_shown(reader: Reader) -> None:
    assert "what comes first?" in reloaded(reader).patches[0]["say"]
    for intent in ("tile", "worker"):
        reader.send("aim", {"tile": "store"}.get(intent, intent))
        choose(reader, intent)
        again = reloaded(reader)
        asked = question(stage(again), again.session.table.sitting.names)
        assert asked in again.panels["action"]
        assert again.patches[0]["say"].endswith(asked)


@pytest.mark.parametrize("text", ["1 9999 b:A", "7 3 C4", "nonsense", "1", "1 0 zz b:Z c:"])
def test_what_was_chosen_for_another_question_is_dropped(reader: Reader, text: str) -> None:
    again = Reader(Session({**reader.saved, "place": "game:1", "chosen": text}))
    assert again.screen == "game"
    assert stage(again).kind == ""


@pytest.mark.parametrize("place", ["rules", "settings", "learn", "games", "setup", "editor", "statistics"])
def test_a_reload_comes_back_to_any_place(reader: Reader, place: str) -> None:
    reader.send({"setup": "new"}.get(place, place))
    assert reloaded(reader).screen == place


def test_a_reload_of_the_home_screen_says_nothing() -> None:
    """No game is open there, and none has to be."""
    patch = Session({"place": "home"}).start()
    assert patch["screen"] == "home"
    assert "alert" not in patch


def test_a_place_that_is_gone_leads_home(reader: Reader) -> None:
    again = Reader(Session({**reader.saved, "place": "game:99"}))
    assert again.screen == "home"
    assert "alert" not in again.patches[-1]


# ---- the first screen of the next visit


def greeted(reader: Reader) -> dict[str, Any]:
    """Return the first screen of the next visit."""
    found: dict[str, Any] = json.loads([patch["greet"] for patch in reader.patches if "greet" in patch][-1])
    return found


def test_the_first_screen_of_the_next_visit_is_the_one_that_the_game_will_draw(reader: Reader) -> None:
    reader.send("set", {"language": "de", "theme": "dark"})
    assert greeted(reader)["page"] == {"lang": "de", "data-theme": "dark"}
    again = Reader(Session(dict(reader.saved)))
    assert greeted(reader)["doors"] in again.text()
    assert 'data-intent="continue"' in greeted(reader)["doors"]


def test_the_first_screen_is_told_again_when_its_catalogue_arrives(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = pkgutil.get_data("keyharvest.words", "locale/de/LC_MESSAGES/keyharvest.mo")
    assert content
    monkeypatch.setattr(language, "_catalogues", {})
    monkeypatch.setattr(pkgutil, "get_data", lambda *_: None)
    reader.send("set", {"language": "de"})
    assert reader.session.lacks() == "de.mo"
    reader.session.supply("de.mo", content)
    reader.take(reader.session.arrived("de.mo"))
    assert greeted(reader)["page"]["lang"] == "de"


def test_the_first_screen_is_told_when_others_have_moved_although_nothing_is_saved_then() -> None:
    reader = Reader(Session({}))
    reader.send("quick", "30")
    assert reader.session.wait() is not None, "a computer player begins"
    while reader.session.wait() is not None:
        reader.take(reader.session.step())
    assert greeted(reader)["doors"] in Reader(Session(dict(reader.saved))).text()


def test_a_first_visit_leaves_nothing_behind() -> None:
    reader = Reader(Session({}))
    reader.send("rules")
    reader.send("back")
    reader.take(reader.session.arrived("de.mo"))
    assert not any("greet" in patch for patch in reader.patches)


# ---- back


@pytest.mark.slow
@pytest.mark.usefixtures("few_positions")
def test_back_closes_comparison_then_hint_and_stays_at_the_table(reader: Reader) -> None:
    def place() -> str:
        return str([patch["place"] for patch in reader.patches if "place" in patch][-1])

    reader.send("hint")
    while reader.session.table.advising.searching:
        reader.take(reader.session.step())
    assert place() == "game:1+hint"
    reader.send("hint", "compare")
    assert place() == "game:1+hint+compare"
    reader.send("to", "game:1+hint")
    assert place() == "game:1+hint"
    reader.send("to", "game:1")
    assert (place(), reader.screen) == ("game:1", "game")
    reader.send("to", "game:1+hint")  # forward again: a closed hint stays closed
    assert reader.session.table.advising.layers() == []


@pytest.mark.parametrize(
    "intent", ["new", "friends", "learn", "games", "puzzles", "editor", "settings", "rules", "cards"]
)
def test_escape_leads_back_from_every_screen_without_a_game(intent: str) -> None:
    reader = Reader(Session({}))
    reader.send(intent)
    assert reader.screen != "home"
    reader.send("key", {"key": "Escape", "scope": "page", "at": ""})
    assert reader.screen == "home"


def test_the_worker_in_hand_stays_there_when_a_field_is_tapped(reader: Reader) -> None:
    choose(reader, "worker")
    worker = stage(reader).worker
    fields = stage(reader).view.fields[stage(reader).seat]
    for name in names(fields):
        patch = reader.send("tap", name)
        assert stage(reader).worker == worker
        assert patch.get("say"), "why not is said"


# ---- keyboards of all countries


@pytest.mark.parametrize(
    ("key", "code", "act"),
    [
        ("с", "KeyC", "row"),  # Cyrillic
        ("ц", "KeyW", "over"),
        ("η", "KeyH", "hint"),  # Greek
        ("ר", "KeyR", "rules"),  # Hebrew
        ("ق", "KeyR", "rules"),  # Arabic
        ("۲", "Digit2", "aim"),  # Persian
        ("é", "Digit2", "aim"),  # French
        ("х", "BracketLeft", "go"),
        ("x", "KeyQ", "end"),  # Dvorak: a Latin letter counts, wherever it is
    ],
)
def test_shortcuts_work_on_every_keyboard(reader: Reader, key: str, code: str, act: str) -> None:
    pressed = {"key": key, "code": code, "scope": "table", "at": ""}
    found = reader.session.table.act(pressed, True)
    assert found
    assert found[0] in (act, {"over": "cards"}.get(act))


# ---- friends, and the reader's name


def test_a_new_game_after_a_game_with_friends_is_played_here() -> None:
    reader = Reader(Session({}))
    reader.send("friends")
    assert "Play with friends" in reader.text()
    reader.send("home")
    reader.send("new")
    assert "Play with friends" not in reader.text()
    form = {"name": ["Ann", "Ben", "", ""], "kind": ["person", "far", "empty", "empty"], "start": "random"}
    reader.send("begin", form)
    for again in (reader, Reader(Session(dict(reader.saved)))):
        again.send("new")
        assert "Play with friends" not in again.text()


def test_an_invitation_asks_for_both_names() -> None:
    reader = Reader(Session({}))
    reader.send("friends")
    assert 'placeholder="Your name"' in reader.text()
    assert 'placeholder="Your friend&#x27;s name"' in reader.text()


@pytest.mark.parametrize("name", ["Ann", "Ada"])
def test_the_readers_name_is_asked_for_once(name: str) -> None:
    reader = Reader(Session({}))
    reader.send(
        "begin", {"name": [name, "Ben", "", ""], "kind": ["person", "farmer", "empty", "empty"], "start": "random"}
    )
    reader = Reader(Session(dict(reader.saved)))
    for intent, value in (("quick", None), ("day", "farmer"), ("guided", None)):
        reader.send(intent, value)
        seated = reader.session.table.sitting.names
        assert seated[0] == name
        assert len(set(seated)) == len(seated)
    reader.send("lesson", COURSE[0].scenarios[0])
    assert reader.session.learning.lesson
    assert name in reader.session.learning.lesson.table.sitting.names


# ---- deleted games


def test_the_bar_that_restores_goes_with_the_next_action_and_a_line_stays(reader: Reader) -> None:
    reader.send("games")
    reader.click("delete", "1")
    assert 'class="toast"' in reader.text()
    reader.send("older")
    assert 'class="toast"' not in reader.text()
    reader.click("restore")
    assert "game.1" in reader.saved


def test_restoring_a_game_that_has_been_imported_makes_no_twin(reader: Reader) -> None:
    exported = reader.send("export")["download"]["text"]
    reader.send("games")
    reader.click("delete", "1")
    reader.send("open", {"name": "games.json", "text": exported})
    reader.let_computers_play()
    reader.click("restore")
    assert len([key for key in reader.saved if key.startswith("game.")]) == 1


def test_the_editor_says_as_whom_one_plays(reader: Reader) -> None:
    reader.send("editor", "start")
    reader.send("turn_of", "2")
    assert "as Ada, whose turn it is" in reader.text()
