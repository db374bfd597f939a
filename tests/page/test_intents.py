"""The table of intents: everything that the page offers is valid, and everything else gets the same answer."""

from __future__ import annotations

import re
from typing import Any

import pytest

from keyharvest.advice import analysis
from keyharvest.page.core.forms import LINKED, led_to
from keyharvest.page.core.intent import EVERYWHERE, deeds
from keyharvest.page.core.screen import Screen
from keyharvest.page.core.tongue import OPENING
from keyharvest.page.lessons.demo import Demo
from keyharvest.page.screens import LATE, screen_class
from keyharvest.page.session import Session
from keyharvest.rules import STANDARD
from keyharvest.scenario.library import SCENARIOS
from keyharvest.search import Effort
from keyharvest.table.sealing import CALLS, LAYOUT, LETTER, POSITION, SEAL, layout_link
from keyharvest.table.shortcuts import BOARD, COMPANY, EDITOR, HINT, PAGE, PUZZLES, SHORTCUTS, TABLE
from keyharvest.table.shortcuts import LAYOUT as PAINTING
from tests.helpers.by_message import invitation
from tests.helpers.clicking import Reader
from tests.helpers.intents import CLASSES, EMBEDDED, INTENTS
from tests.page.test_session import begun
from web.environment import ROOT

_OFFERED = re.compile(r'\bdata-intent="([^"]*)"')


def offered(reader: Reader) -> set[str]:
    """Return everything that the screen lets a player do: buttons, forms, fields."""
    return set(_OFFERED.findall(reader.text()))


def counting(screen: str) -> set[str]:
    """Return the intents that are valid on a screen."""
    return {name for name, rows in INTENTS.items() if screen in rows}


@pytest.mark.slow
def test_all_that_the_screens_offer_counts_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "REVIEW", Effort(60, width=1, kept=2))
    reader = begun("person", "person", "person", seed=3)
    seen: dict[str, set[str]] = {}

    def look(*ways: tuple[str, str | None]) -> None:
        for intent, value in ways:
            assert "alert" not in reader.send(intent, value), (intent, value)
            seen.setdefault(reader.screen, set()).update(offered(reader))
            assert offered(reader) <= counting(reader.screen), reader.screen

    asides: tuple[tuple[str, str | None], ...] = tuple(
        (name, None) for name in ("settings", "rules", "cards", "statistics", "games", "new", "learn", "editor", "home")
    )
    look(
        ("over", "keys"), *asides, ("lesson", "first-harvest"), ("continue", None), ("reveal", None), ("over", "words")
    )
    finished = (ROOT / "tests" / "golden" / "random-2-11.txt").read_text(encoding="utf-8")
    assert "alert" not in reader.send("open", {"name": "game.txt", "text": finished})
    look(
        ("review", None),
        ("result", None),
        ("review", None),
        ("analyse", None),
    )
    table = reader.session.table
    while table.playback.analysing:
        table.playback.continue_analysis(1.0)
    look(
        ("analyse", "chances"),
        ("exercise", None),
        ("check", None),
        ("solve", None),
        ("review", None),
        ("demo", None),
        ("back", None),
        ("share", None),
    )
    look(*asides)
    look(("puzzle", None), ("solve", None), ("again", None), ("puzzles", None))
    look(("editor", "empty"), ("tap", "A1"), ("brush", "store"), ("tap", "A1"), ("over", "position"), ("home", None))
    look(("layouts", None), ("brush", "wheat"), ("tap", "A1"), ("sketch", None), ("drop", None), ("home", None))
    assert "alert" not in reader.send("layout", {"line": layout_link(STANDARD)})
    look(("keep", None), ("home", None))
    for form in ({"link": "khm1.AAAA"}, {"link": invitation(["person", "far"], 1)[1]}):
        assert "alert" not in reader.send("link", form)
        look(("bare", None))
    assert "alert" not in reader.send("join", "2")
    look(("invite", None), ("lobby", None))
    assert "alert" not in reader.send("link", {"link": "khl1.AAAA"})
    look(("bare", None))
    assert set(seen) == set(CLASSES), "a `look` leads to each screen, to most of them those of `asides`"
    assert len(set().union(*seen.values())) > 50


@pytest.mark.parametrize("name", list(LATE))
def test_what_shows_a_late_screen_is_no_method_of_its_own(name: str) -> None:
    """It isn't there before it has been shown."""
    late: type = screen_class(name)
    of_all: type = Screen
    own = {each: deed for each, deed in deeds(late).items() if each not in deeds(of_all)}
    assert [f"do_{each} belongs to a part in PARTS" for each, deed in own.items() if deed.on == EVERYWHERE] == []


@pytest.mark.parametrize("name", list(SCENARIOS)[::12])
def test_all_that_a_lesson_and_a_demo_offer_counts_there(name: str) -> None:
    reader = Reader(Session({}))
    reader.send("lesson", name)
    assert offered(reader) <= counting("lesson")
    demo = Demo({"demo": name})
    shown = "".join(demo.start()["panels"].values())
    assert set(_OFFERED.findall(shown)) <= counting(EMBEDDED) | {"leave"}  # web/embed/frame.js handles it itself


def test_a_demo_allows_what_a_lesson_does_but_no_way_to_other_screens() -> None:
    everywhere = {name for name, rows in INTENTS.items() if rows.keys() >= set(CLASSES)}
    assert counting(EMBEDDED) == counting("lesson") - (everywhere - {"key"})
    assert {"tap", "commit", "end", "onward", "again"} < counting(EMBEDDED)
    assert not {"home", "set", "quick", "seek"} & counting(EMBEDDED)


@pytest.mark.parametrize("screen", ["home", "settings", "game", "lesson", EMBEDDED])
def test_what_does_not_count_is_answered_in_one_way_and_changes_nothing(screen: str) -> None:
    page: Any
    if screen == EMBEDDED:
        page = Demo({"demo": "chain"})
        page.start()
    else:
        reader = begun("person", "random", seed=1)
        if screen != "game":
            reader.send(screen, "chain" if screen == "lesson" else None)
        page = reader.session
        assert page.screen == screen
    elsewhere = {*INTENTS, "points", "", "__init__", "intent"} - counting(screen)
    refused = "You can't do that in a demo." if screen == EMBEDDED else "This screen has no such action."
    for name in sorted(elsewhere):
        assert page.handle({"intent": name, "value": None}) == {"alert": refused}, name
    for broken in (None, 3, ["tap"]):
        assert page.handle({"intent": broken})["alert"].startswith("message: intent: expected text")
    assert screen == EMBEDDED or page.screen == screen


def test_every_key_stands_for_an_intent_that_counts_where_the_key_does() -> None:
    places = {BOARD: ("game", "lesson", "editor", "layout"), EDITOR: ("editor",), HINT: ("game",), PUZZLES: ("puzzle",),
        TABLE: ("game",), PAINTING: ("layout",), COMPANY: ("game",), PAGE: CLASSES}  # fmt: skip
    for place, rows in SHORTCUTS.items():
        for name, value in (act for row in rows for act in row.acts.values()):
            for screen in places[place]:
                read = INTENTS[name][screen].deed.read
                assert (value is None) if read is None else value is None or read(value) is not None, name


def test_every_intent_is_described() -> None:
    deeds = {intent.deed for rows in INTENTS.values() for intent in rows.values()}
    assert all(deed.method.__doc__ and (deed.read is None or deed.read.__doc__) for deed in deeds)


def test_links_lead_to_intents_of_the_page() -> None:
    """The page names each kind while it opens it."""
    found = [led_to(f"#{kind}-x") for kind in OPENING]
    assert {message["intent"] for message in found if message} <= counting("home")
    assert None not in found
    assert {*LINKED, SEAL, LETTER, *CALLS, LAYOUT, POSITION} == {*OPENING}
