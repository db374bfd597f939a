"""The translations: complete, with the gaps of their sentences, and no text on any screen that bypasses them."""

from __future__ import annotations

import json
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from keyharvest.cli import main
from keyharvest.page.core.drawing import Patch
from keyharvest.page.session import Session
from keyharvest.scenario import check, parse_scenario
from keyharvest.scenario.library import COURSE, SCENARIOS
from keyharvest.table.set_up import NAMES as GUESTS
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES
from keyharvest.words.terms import RULE_IN_CHAPTER
from tests.helpers.clicking import Reader, choose, play_by_clicking
from tests.helpers.pseudo_locale import leftovers, pseudo_catalogue, spoken
from tests.page.test_session import NAMES
from web.bundle.compile import in_english
from web.tools import catalogue as tool
from web.tools.catalogue import compiled, faults, messages, open_messages, read, texts
from web.tools.glossary import inconsistent, too_long
from web.tools.typesetting import badly_set, untypeset

TRANSLATED = [code for code in LANGUAGES if code != "en"]
GERMAN = {"settings": json.dumps({"language": "de"})}


@pytest.fixture(autouse=True)
def own_catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo the catalogues that a test has loaded."""
    monkeypatch.setattr(language, "_catalogues", dict(language._catalogues))


@pytest.fixture
def german() -> None:
    """Load the German catalogue from the repository rather than the last compiled one."""
    language.add_catalogue("de", compiled(read("de")))


# ---- the files


@pytest.mark.slow
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated_with_its_gaps_and_none_is_left_over(code: str) -> None:
    catalogue = read(code)
    wanted = {message.id for message in messages() if message.id}
    there = {message.id for message in catalogue if message.id}
    assert there == wanted, "run `python3 web catalogue`, then translate what it names"
    assert [message.id for message in open_messages(catalogue)] == []
    assert list(faults(catalogue)) == []
    assert not catalogue.obsolete


def test_a_wrong_gap_a_missing_plural_and_an_unknown_form_are_found() -> None:
    catalogue = read("de")
    for message in catalogue:
        if message.id == "Round {number}.":
            message.string = "Runde {nummer}."
        elif texts(message.id)[0] == "{number} point":
            message.string = ("{number} Punkt",)
        elif message.id == "{name} places {field}.":
            message.string = "{name:der} legt {field} an."
    assert len(list(faults(catalogue))) == 3


@pytest.mark.slow
@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_terms_of_the_glossary_and_fits_its_place(code: str) -> None:
    catalogue = read(code)
    assert [*too_long(catalogue), *inconsistent(catalogue, code)] == []


@pytest.mark.slow
def test_a_wrong_term_and_a_long_label_are_found() -> None:
    catalogue = read("de")
    for message in catalogue:
        if message.id == "Your store is full (rule 7.1).":
            message.string = "Dein Speicher ist voll (Regel 7.1)."
        elif message.id == "Redo":
            message.string = "Noch einmal wiederholen"
    assert list(too_long(catalogue)) == ["23 characters, at most 14: 'Noch einmal wiederholen' for 'Redo'"]
    assert [found.partition(":")[0] for found in inconsistent(catalogue, "de")] == ["store"]


@pytest.mark.slow
def test_a_language_is_begun_with_one_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, wanted = tmp_path / "language.py", messages()
    shutil.copy(tool.LANGUAGE, source)
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "messages", lambda: wanted)
    monkeypatch.setattr(tool, "LANGUAGE", source)
    monkeypatch.setattr(tool, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(tool, "LANGUAGES", {"en": "English"})
    for wrong in (("de-AT", "Deutsch"), ("en", "English"), ("xx", "None")):
        with pytest.raises(SystemExit):
            tool.main(["--new", *wrong])
        assert "--new: " in capsys.readouterr().err
    assert tool.main(["--new", "it", "Italiano"]) == 1
    assert '"it": "Italiano"}' in source.read_text(encoding="utf-8")
    told = capsys.readouterr().out
    assert "it: translate: 'Undo'" in told
    assert "it: translate the texts of keyharvest/scenario/library/chain.json" in told
    assert "it: add to glossary.json: field," in told
    assert not any(texts(message.string)[0] for message in read("it") if message.id)


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_question_begins_with_the_name_so_that_it_can_stand_without_it(code: str) -> None:
    for message in read(code):
        for asked, said in zip(texts(message.id), texts(message.string), strict=False):
            assert said.startswith("{name}, ") or not asked.startswith("{name}, "), said


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_cites_the_same_rules(code: str) -> None:
    cited = re.compile(rf"\b\d+{RULE_IN_CHAPTER}\b")
    cites = 0
    for message in filter(lambda each: each.id, read(code)):
        wanted = set(cited.findall(" ".join(texts(message.id))))
        cites += bool(wanted)
        for said in texts(message.string):
            assert set(cited.findall(said)) == wanted, said
    assert cites > 100


def test_french_has_its_spaces_its_apostrophes_and_its_quotation_marks() -> None:
    assert list(badly_set(read("fr"), "fr")) == []


@pytest.mark.parametrize(
    "text", ["Qui ?", "Qui?", "(42 %)", "C'est", "« a\u202f»", "«\u202fa »", "42%.", "A : B", '"a"']
)
def test_french_without_its_spaces_is_found(text: str) -> None:
    assert untypeset(text)
    assert not untypeset("C’est «\u202foui\u202f»\u202f: 42\u202f%, non\u202f?")


def test_what_french_lacks_is_named_with_its_place() -> None:
    catalogue = Catalog("fr")
    catalogue.add("It is {number}%", "C'est {number} %")
    said = "in \"C'est {number} %\" for 'It is {number}%'"
    space = "a narrow no-break space (U+202F) before %"
    assert list(badly_set(catalogue, "fr"))[:2] == [f"expected {space} {said}", f"expected ’ (U+2019) for ' {said}"]


@pytest.mark.slow
@pytest.mark.parametrize("code", TRANSLATED)
def test_the_texts_of_scenarios_come_with_the_catalogue_where_the_library_is_in_english(code: str) -> None:
    language.add_catalogue(code, compiled(read(code)))
    with language.speaking(code):
        for file in tool.LIBRARY.glob("*.json"):
            content = in_english(file.read_bytes())
            if file.stem == "contents":
                data = json.loads(content)["course"]
                for lesson, words in zip(COURSE, data, strict=True):
                    bare = replace(lesson, titles=words["title"], lines=words["line"])
                    assert bare.titles.keys() == bare.lines.keys() == {"en"}
                    assert (bare.title(code), bare.line(code)) == (lesson.titles[code], lesson.lines[code])
                continue
            alone, whole = parse_scenario(content.decode()), SCENARIOS[file.stem]
            assert list(alone.words) == ["en"]
            assert {key: alone.text(key, code) for key in whole.words["en"]} == whole.words[code]
            assert alone.text("goal") == whole.text("goal")


@pytest.mark.slow
@pytest.mark.parametrize("code", TRANSLATED)
def test_scenarios_hold_in_any_language(code: str) -> None:
    """Some of them contain a wrong line that is refused with a rule."""
    language.add_catalogue(code, compiled(read(code)))
    with language.speaking(code):
        for name in ("chain", "exact-price", "elbow-room"):
            check(SCENARIOS[name])


def test_bytes_that_are_no_catalogue_of_the_language_are_refused() -> None:
    good = compiled(read("de"))
    for bad in (b"", b"<!doctype html>", good[:100], good[: len(good) // 2]):
        with pytest.raises(ValueError, match="catalogue for 'de': can't be read"):
            language.add_catalogue("de", bad)
    with pytest.raises(ValueError, match="its Language header says 'de'"):
        language.add_catalogue("fr", good)


# ---- the screens


KNOWN = {*NAMES, *GUESTS, *LANGUAGES.values(), "Key", "Harvest"}


class Watcher(Reader):
    """A reader that records every text that bypassed the catalogue."""

    every = 1

    def __init__(self, session: Session) -> None:
        self.past: set[str] = set()
        super().__init__(session)

    def take(self, patch: Patch) -> Patch:
        self.past |= leftovers(patch, KNOWN)
        return super().take(patch)


@pytest.fixture
def pseudo() -> None:
    """Load wide letters in place of German."""
    language.add_catalogue("de", pseudo_catalogue("de"))


def begun(*kinds: str, **options: str) -> Watcher:
    """Start a game in the language in place of German, after viewing the page in English."""
    english = Reader(Session({}))
    for intent in ("rules", "cards", "learn", "settings", "statistics"):
        english.send(intent)
    reader = Watcher(Session(dict(GERMAN)))
    reader.click("new")
    form = {"name": NAMES, "kind": [*kinds, "empty", "empty"][:4], "start": "drawn", "seed": str(len(kinds))}
    assert "alert" not in reader.send("begin", form | options)
    return reader


@pytest.mark.thorough
def test_nothing_in_a_game_comes_past_the_catalogue(pseudo: None) -> None:
    reader = begun("person", "farmhand", screens="yes")
    play_by_clicking(reader, seed=5)
    for intent in ("review", "share", "back", "games", "statistics", "home", "rules", "cards", "settings", "forget"):
        reader.send(intent)
    reader.send("rules")
    reader.send("search", "ａｂ")
    assert reader.past == set()


class Gaps(Reader):
    """A reader that records every text with an unfilled gap."""

    every = 1

    def __init__(self, session: Session) -> None:
        self.unfilled: set[str] = set()
        super().__init__(session)

    def take(self, patch: Patch) -> Patch:
        self.unfilled |= {text for text in spoken(patch) if re.search(r"\{\w+:\w+\}", text)}
        return super().take(patch)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "code",
    [
        *(code for code in TRANSLATED if code != "de"),
        pytest.param("de", marks=pytest.mark.long),  # no gap of a German sentence has a form
    ],
)
def test_every_gap_is_filled_in_a_game_in_any_language(code: str) -> None:
    language.add_catalogue(code, compiled(read(code)))
    reader = Gaps(Session({"settings": json.dumps({"language": code})}))
    reader.click("new")
    reader.send(
        "begin", {"name": NAMES, "kind": ["person", "farmhand", "random", "empty"], "start": "drawn", "seed": "3"}
    )
    play_by_clicking(reader, seed=5)
    reader.send("review")
    assert reader.unfilled == set()


@pytest.mark.thorough
def test_nothing_that_is_refused_looked_at_or_covered_comes_past_the_catalogue(pseudo: None) -> None:
    reader, source = begun("person", "random", "person"), random.Random(3)
    for _click in range(150):
        reader.let_computers_play()
        targets = [each for each in reader.targets() if each.enabled]
        aside = [each for each in targets if each.intent in ("tile", "tap", "worker", "undo", "restart", "seek", "now")]
        target = source.choice(aside) if aside and source.random() < 0.5 else choose(targets, source)
        reader.send(target.intent, target.value)
        if reader.session.wait() is None and reader.screen == "game" and not any(t.intent == "end" for t in targets):
            reader.send("now")
    assert reader.past == set()


@pytest.mark.thorough
def test_nothing_in_the_lessons_comes_past_the_catalogue(pseudo: None) -> None:
    told = {text for scenario in SCENARIOS.values() for words in scenario.words.values() for text in words.values()}
    told |= {text for lesson in COURSE for each in (lesson.titles, lesson.lines) for text in each.values()}
    reader, source = Watcher(Session(dict(GERMAN))), random.Random(1)
    reader.send("learn")
    for name in list(SCENARIOS)[::4]:
        reader.send("lesson", name)
        for _click in range(12):
            reader.let_computers_play()
            targets = [each for each in reader.targets() if each.enabled and each.intent not in ("home", "learn")]
            target = source.choice(targets)
            reader.send(target.intent, target.value)
            if reader.screen != "lesson":
                reader.send("lesson", name)
    # Each language has the texts of scenarios in its own files.
    assert {text for text in reader.past if not any(each in text for each in told)} == set()


# ---- the session


def test_the_browsers_language_comes_first_and_the_setting_rules_afterwards(german: None) -> None:
    reader = Reader(Session({"language": "de-AT,en"}))
    assert reader.patches[0]["attributes"]["page"]["lang"] == "de"
    assert "Neues Spiel" in reader.text()
    reader.click("settings")
    patch = reader.send("set", {"language": "en"})
    assert patch["attributes"]["page"]["lang"] == "en"
    assert "Settings" in reader.text()
    assert "New game" in Reader(Session({"language": "de-AT,en", **reader.saved})).text()
    assert "New game" in Reader(Session({"language": "it,en"})).text()


@pytest.mark.slow
def test_the_language_changes_on_every_screen_without_a_new_start(german: None) -> None:
    reader = Reader(Session({}))
    reader.send("guided")
    reader.let_computers_play()
    reader.click("settings")
    patch = reader.send("set", {"language": "de"})
    assert patch["words"]["Try again"] == "Noch einmal versuchen"
    assert "Einstellungen" in reader.text()
    reader.click("back")
    assert "Zug beenden" in reader.text()
    assert "Das Los bestimmt" in reader.text()
    reader.send("set", {"language": "en"})
    assert "End turn" in reader.text()
    assert "is chosen at random to" in reader.text()


def test_a_language_that_cannot_be_had_leaves_english_with_a_polite_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "known", lambda code: code == "en")
    session = Session({"language": "de"})
    assert session.lacks() == "de.mo"
    reader = Reader(session)
    line = "Deutsch isn't available right now; staying in English."
    assert reader.patches[0]["say"] == line
    assert reader.patches[0]["attributes"]["page"]["lang"] == "en"
    assert session.lacks() == ""  # it doesn't ask again and again
    assert "New game" in reader.text()
    reader.click("settings")
    assert line.partition("'")[2] in reader.text()
    reader.send("set", {"language": "en"})
    reader.send("set", {"language": "de"})
    assert session.lacks() == "de.mo"


def test_the_terminal_speaks_german_too(
    german: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["table", "a:Z9", "quit"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    assert main(["play", "--seats", "person,person", "--seed", "3", "--language", "de"]) == 0
    said = capsys.readouterr().out
    assert "Das Los bestimmt" in said
    assert "Vorrat" in said
    assert said.endswith("Du hast das Spiel verlassen.\n")
    assert language.code() == "en"
