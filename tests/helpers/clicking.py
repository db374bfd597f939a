"""A player who knows only the page: reads what can be clicked, and clicks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch as replaced

import keyharvest.puzzles
from keyharvest.page.core.drawing import Patch
from keyharvest.page.page import Page
from keyharvest.page.puzzles.puzzling import FILE
from keyharvest.page.session import Session

PUZZLES = (Path(keyharvest.puzzles.__file__).parent / FILE).read_bytes()

#: Intents that lead away from the table, or that a player who only wants to finish does not need.
ASIDE = {
    "home", "rules", "settings", "show", "outlines", "crops", "look", "points", "pause", "download", "review", "redo",
    "result", "seek", "first", "previous", "next", "now", "replay", "hurry", "restart", "take_back",
    "coach", "hint", "analyse", "compare", "demo", "lesson",
}  # fmt: skip


@dataclass(frozen=True)
class Target:
    """An element that sends an intent: its value, and whether it is highlighted as a choice."""

    intent: str
    value: str | None
    lit: bool
    enabled: bool


_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


@lru_cache(maxsize=100)
def targets_in(html: str) -> tuple[Target, ...]:
    """Return everything that can be clicked in a piece of HTML; its values always escape ``>`` and quotes.

    Most panels stay the same from one click to the next, so the results are cached.
    """
    found = []
    for place in re.finditer(" data-intent=", html):
        begin = html.rindex("<", 0, place.start())
        end = html.index(">", begin)
        if end < place.start() or html.startswith("<form", begin):
            continue
        given = dict(_ATTRIBUTE.findall(html, begin, end))
        lit = given.get("aria-selected") == "false" or "lit" in given.get("class", "").split()
        enabled = "disabled" not in given and given.get("aria-disabled") != "true"
        found.append(Target(given["data-intent"], given.get("data-value"), lit, enabled))
    return tuple(found)


@contextmanager
def undrawn(unless: bool = False) -> Iterator[None]:
    """Let no page draw, unless that is wanted: it takes most of the time. The next patch contains all changes."""
    if unless:
        yield
        return
    with replaced.object(Page, "draw", lambda _page: {}):
        yield


class Reader:
    """A page held as its panels, and the session behind it."""

    #: Of the computers' steps, the page draws each tenth and the last; 1 draws them all.
    every = 10

    def __init__(self, session: Session, saved: Mapping[str, str] | None = None) -> None:
        self.session = session
        self.panels: dict[str, str] = {}
        self.screen = ""
        self.saved: dict[str, str] = dict(saved or {})
        self.patches: list[Patch] = []
        self.take(session.start())

    def take(self, patch: Patch) -> Patch:
        """Apply a patch, as the shell does."""
        self.patches.append(patch)
        if "main" in patch.get("panels", {}):
            self.panels = {}
        self.panels |= patch.get("panels", {})
        self.screen = patch.get("screen", self.screen)
        for key, text in patch.get("save", {}).items():
            if text is None:
                self.saved.pop(key, None)
            else:
                self.saved[key] = text
        return patch

    def send(self, intent: str, value: Any = None) -> Patch:
        """Send an intent; load the puzzles if the session lacks them then, as the worker does."""
        patch = self.take(self.session.handle({"intent": intent, "value": value}))
        if self.session.lacks() == FILE:
            self.session.supply(FILE, PUZZLES)
            patch = self.take(self.session.arrived(FILE))
        return patch

    def click(self, intent: str, value: str | None = None) -> Patch:
        """Click an existing element. Raise `AssertionError` if there is none."""
        assert any(t.intent == intent and t.value == value and t.enabled for t in self.targets()), (intent, value)
        return self.send(intent, value)

    def targets(self) -> list[Target]:
        """Everything that can be clicked."""
        return [target for panel in self.panels.values() for target in targets_in(panel)]

    def text(self) -> str:
        """All HTML of the page."""
        return "".join(self.panels.values())

    def let_computers_play(self) -> None:
        """Take all steps until a person has to act."""
        number = 0
        while self.session.wait() is not None:
            number += 1
            with undrawn(unless=number % self.every == 0):
                self.take(self.session.step())
        if number % self.every:
            self.take(self.session._patch())
            self.patches[-2:] = [self.patches[-2] | self.patches[-1]]  # the last step, drawn


def choose(targets: list[Target], source: random.Random) -> Target:
    """Choose a click that sooner or later advances the game, for any question."""
    can = [t for t in targets if t.enabled and t.intent not in ASIDE]
    by_intent: dict[str, list[Target]] = {}
    for target in can:
        by_intent.setdefault(target.intent, []).append(target)
    if "reveal" in by_intent:
        return by_intent["reveal"][0]
    if "commit" in by_intent and source.random() < 0.9:
        return by_intent["commit"][0]
    wanted = [t for t in can if t.lit]
    wanted += by_intent.get("more", []) * 3 + by_intent.get("answer", []) + by_intent.get("all", [])
    wanted += by_intent.get("end", [])
    rest = by_intent.get("clear", []) + (by_intent.get("undo", []) if source.random() < 0.1 else [])
    return source.choice(wanted + rest)


def play_by_clicking(reader: Reader, seed: int, clicks: int = 20_000) -> int:
    """Click until the end screen appears; return the number of clicks."""
    source = random.Random(seed)
    for number in range(clicks):
        reader.let_computers_play()
        if reader.screen == "ending":
            return number
        target = choose(reader.targets(), source)
        patch = reader.send(target.intent, target.value)
        assert "alert" not in patch, (target, patch)
    raise AssertionError(f"no end after {clicks} clicks")
