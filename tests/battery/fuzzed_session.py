"""Texts that the browser passes to a session: saved games, settings, set-ups and messages."""

from __future__ import annotations

import base64
import json
import random
import zlib
from dataclasses import asdict, replace
from functools import cache
from typing import Any

from keyharvest.page.core.forms import settings_from, setup_text, stored_setup
from keyharvest.page.lessons.demo import Demo
from keyharvest.page.session import Session
from keyharvest.record import record_text
from keyharvest.saved.card import Entry
from keyharvest.scenario.library import SCENARIOS
from keyharvest.table.chairs import PERSON, Chair
from keyharvest.table.set_up import first
from keyharvest.table.settings import Settings
from keyharvest.table.sitting import Sitting
from tests.helpers.intents import INTENTS

Rng = random.Random
_SEAL = "kh1."
_STEPS = (0, 30, 90, 300)
#: The possible contents of a patch (docs/protocol.md).
_PATCH = {
    "panels",
    "attributes",
    "say",
    "alert",
    "focus",
    "greet",
    "save",
    "download",
    "screen",
    "over",
    "sound",
    "words",
    "place",
    "demo",
    "address",
    "instead",
}
_INTENTS = tuple(INTENTS)
_VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        0,
        1,
        -1,
        10**30,
        1.5,
        "",
        "end",
        "no",
        "done",
        "A1",
        "D4",
        "G7",
        "A",
        "-A",
        "G",
        "hops",
        "wheat",
        "1",
    ),
    *([], {}, ["D4"], {"D4": []}, {"key": "Enter", "scope": "board", "at": "hex-D4"}, {"key": "z", "ctrl": True}),
    {"name": ["", "", "", ""], "kind": ["person", "greedy", "empty", "empty"], "start": "drawn", "seed": "7"},
    *({"theme": "dark", "pace": "fast", "confirm": "yes"}, {"theme": [], "pace": {}}, {"name": "a", "text": "kh1."}),
    *("all", "finished", "@3", "1@2", {"players": "3"}, {"link": "kh1.eJw"}, {"link": "#kh1.@1"}),
    {"name": "a", "text": '{"keyharvest": 1, "games": [{"saved": -1, "record": "kh1."}, 3]}'},
)


@cache
def _sittings() -> tuple[Sitting, ...]:
    """Return games between computers, one with a person among them, after some of their steps."""
    found = []
    for players in (2, 3, 4):
        for steps in _STEPS:
            chairs = [Chair(f"Seat {seat}", "random") for seat in range(players)]
            sitting = Sitting.new(chairs, "drawn", players)
            for _ in range(steps):
                if not sitting.over:
                    sitting.step()
            sitting.game.headers["Player1"] = PERSON
            found.append(sitting)
    return tuple(found)


@cache
def saves() -> tuple[str, ...]:
    """Return sealed games."""
    return tuple(sitting.sealed() for sitting in _sittings())


@cache
def unsealed() -> tuple[str, ...]:
    """Return the same games before they are sealed."""
    return tuple(record_text(sitting.record(), checkpoints=False) for sitting in _sittings())


def settings() -> tuple[str, ...]:
    """Return settings as they are stored."""
    return (json.dumps(asdict(Settings())), '{"theme": "dark", "pace": "fast", "confirm": false}')


def setups() -> tuple[str, ...]:
    """Return set-ups as they are stored."""
    chosen = first()
    three = tuple(replace(place, kind="person", name=name) for place, name in zip(chosen.places, "ABC", strict=False))
    return setup_text(chosen), setup_text(
        replace(chosen, places=(*three, chosen.places[3]), start="drawn", screens=True)
    )


@cache
def entries() -> tuple[str, ...]:
    """Return games as they are stored, with their cards."""
    return tuple(Entry.of(sitting, 5).text() for sitting in _sittings())


@cache
def messages() -> tuple[str, ...]:
    """Return messages of the shell: every intent with all sorts of values."""
    return tuple(json.dumps({"intent": intent, "value": value}) for intent in _INTENTS for value in _VALUES)


def read_save(text: str, rng: Rng) -> None:
    """Open a saved game, seal it and open that, and let the page show it and continue."""
    sitting = Sitting.from_text(text)
    assert Sitting.from_text(sitting.sealed()).game.moves == sitting.game.moves
    session = Session({"game": text})
    patch = session.start()
    assert "alert" not in patch, patch["alert"]
    _check(session.handle({"intent": "continue", "value": None}))
    for _ in range(5):
        if session.wait() is not None:
            _check(session.step())


def read_entry(text: str, rng: Rng) -> None:
    """Open the page with a stored game: an unreadable one is reported and hides no others."""
    entry = Entry.read(text)
    good = rng.choice(entries())
    session = Session({"game.1": text, "game.2": good})
    session.start()
    for intent in ("games", "statistics", "export", "continue", "games"):
        _check(session.handle({"intent": intent, "value": "2" if intent == "continue" else None}))
    if entry.fault:
        raise ValueError(entry.fault)
    assert Entry.read(entry.text()) == entry


def read_unsealed(text: str, rng: Rng) -> None:
    """Seal the text, then read it like a save."""
    read_save(_SEAL + base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"))).decode(), rng)


def read_settings(text: str, rng: Rng) -> None:
    """Open the page with settings; they are saved as they were read."""
    found = settings_from(text)
    assert settings_from(json.dumps(asdict(found))) == found
    assert "alert" not in Session({"settings": text}).start()


def read_setup(text: str, rng: Rng) -> None:
    """Open the page with a set-up; it is saved as it was read."""
    found = stored_setup(text)
    assert stored_setup(setup_text(found)) == found
    assert "alert" not in Session({"setup": text}).start()


def read_messages(text: str, rng: Rng) -> None:
    """Send a message to a page in the middle of a game or lesson, or to a demo, and then others of all sorts."""
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply for JSON") from None
    scenario = rng.choice(tuple(SCENARIOS))
    page: Session | Demo
    match rng.randrange(3):
        case 0:
            page = Demo({"demo": scenario})
            page.start()
        case 1:
            page = Session({})
            page.handle({"intent": "lesson", "value": scenario})
        case _:
            page = Session({"game": rng.choice(_sittings()).sealed()})
            page.handle({"intent": "continue", "value": None})
    patch = page.handle(message)
    _check(patch)
    for _ in range(8):
        _check(page.handle({"intent": rng.choice(_INTENTS), "value": rng.choice(_VALUES)}))
    if "alert" in patch:
        raise ValueError(patch["alert"])


def _check(patch: dict[str, Any]) -> None:
    assert set(patch) <= _PATCH, f"keys of a patch: {set(patch) - _PATCH}"
    json.dumps(patch)
