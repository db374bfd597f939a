"""Texts that the browser hands to a session: saved games, settings, set-ups and messages."""

from __future__ import annotations

import base64
import json
import random
import zlib
from dataclasses import asdict
from functools import cache
from typing import Any

from keyharvest.record import record_text
from keyharvest.table.forms import settings_from, setup_from, setup_text
from keyharvest.table.screens import Settings
from keyharvest.table.session import Session
from keyharvest.table.sitting import KINDS, Chair, Sitting

Rng = random.Random
_SEAL = "kh1."
_STEPS = (0, 30, 90, 300)
#: What a patch may hold (docs/architecture.md, "The page").
_PATCH = {"panels", "attributes", "say", "alert", "focus", "save", "download", "screen", "effects"}
_INTENTS = tuple(name.removeprefix("_do_") for name in dir(Session) if name.startswith("_do_"))
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
    *([], {}, ["D4"], {"D4": []}, {"key": "Enter", "scope": "board", "at": "D4"}, {"key": "z", "ctrl": True}),
    {"name": ["", "", "", ""], "kind": ["person", "greedy", "empty", "empty"], "start": "drawn", "seed": "7"},
    *({"theme": "dark", "pace": "fast", "confirm": "yes"}, {"theme": [], "pace": {}}, {"name": "a", "text": "kh1."}),
)


@cache
def _sittings() -> tuple[Sitting, ...]:
    """Games between computers, and one person among them, after some of their steps."""
    found = []
    for players in (2, 3, 4):
        for steps in _STEPS:
            chairs = [Chair(f"Seat {seat}", KINDS[-1]) for seat in range(players)]
            sitting = Sitting.new(chairs, "drawn", players)
            for _ in range(steps):
                if not sitting.over:
                    sitting.step()
            sitting.game.headers["Player1"] = KINDS[0]
            found.append(sitting)
    return tuple(found)


@cache
def saves() -> tuple[str, ...]:
    """Sealed games."""
    return tuple(sitting.sealed() for sitting in _sittings())


@cache
def unsealed() -> tuple[str, ...]:
    """The same games before they are sealed."""
    return tuple(record_text(sitting.record(), checkpoints=False) for sitting in _sittings())


def settings() -> tuple[str, ...]:
    """Settings as they are stored."""
    return (json.dumps(asdict(Settings())), '{"theme": "dark", "pace": "fast", "confirm": false}')


def setups() -> tuple[str, ...]:
    """Set-ups as they are stored."""
    chairs = [Chair("Ann", KINDS[0]), Chair("Bob", KINDS[1]), None, None]
    return setup_text(chairs, "drawn", True), setup_text([*chairs[:2], Chair("Cy", KINDS[-1]), None], "random", False)


@cache
def messages() -> tuple[str, ...]:
    """Messages of the shell: every intent with all sorts of values."""
    return tuple(json.dumps({"intent": intent, "value": value}) for intent in _INTENTS for value in _VALUES)


def read_save(text: str, rng: Rng) -> None:
    """Open a saved game, seal it and open that, and let the page show it and go on."""
    sitting = Sitting.from_text(text)
    assert Sitting.from_text(sitting.sealed()).game.moves == sitting.game.moves
    session = Session({"game": text})
    patch = session.start()
    assert "alert" not in patch, patch["alert"]
    _check(session.handle({"intent": "continue", "value": None}))
    for _ in range(5):
        if session.wait() is not None:
            _check(session.step())


def read_unsealed(text: str, rng: Rng) -> None:
    """The same of what is sealed first."""
    read_save(_SEAL + base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"))).decode(), rng)


def read_settings(text: str, rng: Rng) -> None:
    """Open the page with settings; they are kept as they were read."""
    found = settings_from(text)
    assert settings_from(json.dumps(asdict(found))) == found
    assert "alert" not in Session({"settings": text}).start()


def read_setup(text: str, rng: Rng) -> None:
    """Open the page with a set-up; it is kept as it was read."""
    found = setup_from(text)
    assert setup_from(setup_text(*found)) == found
    assert "alert" not in Session({"setup": text}).start()


def read_messages(text: str, rng: Rng) -> None:
    """Send a page in the middle of a game a message, and then some more of all sorts."""
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply for JSON") from None
    sitting = rng.choice(_sittings())
    session = Session({"game": sitting.sealed()})
    session.handle({"intent": "continue", "value": None})
    patch = session.handle(message)
    _check(patch)
    for _ in range(8):
        _check(session.handle({"intent": rng.choice(_INTENTS), "value": rng.choice(_VALUES)}))
    if "alert" in patch:
        raise ValueError(patch["alert"])


def _check(patch: dict[str, Any]) -> None:
    assert set(patch) <= _PATCH, f"keys of a patch: {set(patch) - _PATCH}"
    json.dumps(patch)
