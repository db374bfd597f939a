"""The page's session: messages in, patches out (docs/architecture.md, "The page"). Pure Python, no browser.

The session keeps which screen is shown, whose eyes the page has, and what is stored. The game screen itself is a
:class:`~keyharvest.table.tabletop.Tabletop`. Panels are sent when they have changed.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from keyharvest.record import record_text
from keyharvest.rules.setup import Start
from keyharvest.table import action, rules_page, screens, words
from keyharvest.table.forms import (
    NAMES,
    SEEDS,
    fault_text,
    object_of,
    seated,
    seed_of,
    settings_from,
    setup_form,
    setup_from,
    setup_text,
)
from keyharvest.table.language import _
from keyharvest.table.screens import Settings
from keyharvest.table.sitting import KINDS, NOBODY, PERSON, Chair, Sitting
from keyharvest.table.tabletop import Patch, Tabletop

#: Seconds between the steps of computer players.
_SECONDS: Final = {"slow": 1.5, "normal": 0.6, "fast": 0.1}
_LONGEST_FILE: Final = 1_000_000
#: What is stored: the game, the one before it if it was not finished, the settings, the last set-up.
_KEYS: Final = ("game", "earlier", "settings", "setup")
_NEWS: Final = 12
#: The screens that one comes back from to where one was.
_ASIDE: Final = ("settings", "rules")


class Session:
    """One page at the table. ``saved`` holds the texts that patches have asked the page to keep."""

    def __init__(self, saved: dict[str, str]) -> None:
        self._stored = {key: text for key, text in saved.items() if key in _KEYS}
        self._fault = ""
        self._settings = Settings()
        self._chairs: list[Chair | None] = [*_one_opponent(), None, None]
        self._start: Start = "random"
        self._screens = False
        self._setup_fault = ""
        self._table: Tabletop | None = None
        self._read_stored()
        self._screen = "home"
        self._behind = "home"
        self._heard = 0
        self._on_page = ""
        self._sent: dict[str, str] = {}

    # The contract with the shell

    def start(self) -> Patch:
        """The first patch: the home screen."""
        self._on_page = ""
        patch = self._patch()
        if self._settings.theme != "auto":
            patch["attributes"] = {"page": {"data-theme": self._settings.theme}}
        if self._fault:
            patch["alert"] = self._fault
        return patch

    def handle(self, message: dict[str, Any]) -> Patch:
        """Answer a message; what is wrong with it becomes the patch's ``alert``, and the game is as it was."""
        try:
            if not isinstance(message, dict):
                raise ValueError(f"message: want an object, not {type(message).__name__}")
            intent = self._intent(message.get("intent"))
            extra = intent(message.get("value")) if intent else None
        except ValueError as error:
            return {"alert": fault_text(error)}
        return self._patch(extra)

    def _intent(self, name: object) -> Callable[[Any], Patch | None] | None:
        """What carries an intent out; ``None`` for one that came too late for the game screen."""
        if isinstance(name, str) and name.isidentifier():
            own: Callable[[Any], Patch | None] | None = getattr(self, f"_do_{name}", None)
            if own:
                return own
            if name == "key" and self._table is None:
                return None
            if hasattr(Tabletop, f"do_{name}"):
                on_table: Callable[[Any], Patch | None] = getattr(self._open(), f"do_{name}")
                return on_table if self._screen == "game" else None
        raise ValueError(f"message: intent: {str(name)[:40]!r} is not known")

    def wait(self) -> float | None:
        """Seconds until :meth:`step` is due; ``None`` while nothing moves by itself."""
        table = self._table
        if table is None or self._screen != "game" or table.sitting.over or table.sitting.person_to_act():
            return None
        return None if table.paused else _SECONDS.get(self._settings.pace)

    def step(self) -> Patch:
        """The next step of the computer player whose it is; nothing if it is not one's."""
        table = self._table
        if table is None or table.sitting.over or table.sitting.person_to_act():
            return {}
        table.sitting.step()
        return self._patch(self._moved())

    # Storage

    def _read_stored(self) -> None:
        try:
            if "settings" in self._stored:
                self._settings = settings_from(self._stored["settings"])
            if "setup" in self._stored:
                self._chairs, self._start, self._screens = setup_from(self._stored["setup"])
        except ValueError as error:
            self._fault = fault_text(error)
        if "game" in self._stored:
            try:
                self._table = Tabletop(Sitting.from_text(self._stored["game"]), self._moved)
            except ValueError as error:
                self._fault = _("The saved game cannot be opened. {fault}").format(fault=fault_text(error))

    def _save(self, key: str, text: str | None) -> dict[str, str | None]:
        if text is None:
            self._stored.pop(key, None)
        else:
            self._stored[key] = text
        return {key: text}

    # Patches

    def _patch(self, extra: Patch | None = None) -> Patch:
        """What has changed on the page, and whatever else is to be done there."""
        panels: dict[str, str] = {}
        if self._screen == "game":
            if self._on_page != "game":
                self._sent = {}
                panels["main"] = screens.page(screens.game_frame(), f"game seats-{len(self._open().sitting.chairs)}")
            for name, html in self._open().panels(self._settings.pace == "step").items():
                if self._sent.get(name) != html:
                    panels[name] = self._sent[name] = html
        else:
            html = screens.page(self._content(), self._screen)
            if self._on_page != self._screen or self._sent.get("main") != html:
                self._sent = {"main": html}
                panels["main"] = html
        patch: Patch = {}
        if self._on_page != self._screen:
            patch["screen"] = self._on_page = self._screen
        if panels:
            patch["panels"] = panels
        return {**patch, **(extra or {})}

    def _content(self) -> str:
        """What stands on a screen other than the game's."""
        if self._screen == "setup":
            return screens.setup(self._chairs, self._start, self._screens, self._setup_fault)
        if self._screen == "settings":
            return screens.settings(self._settings, sum(map(len, self._stored.values())))
        if self._screen == "rules":
            return screens.rules()
        if self._screen == "curtain":
            sitting = self._open().sitting
            return screens.curtain(sitting.names[sitting.actor], self._news(sitting))
        if self._screen == "ending":
            return screens.ending(self._open().scene())
        table = self._table
        names = " · ".join(table.sitting.names) if table else ""
        return screens.home(names, bool(table and table.sitting.over), "earlier" in self._stored)

    def _news(self, sitting: Sitting) -> list[str]:
        since = sitting.seen_last(sitting.actor)
        return [line.text for line in sitting.lines() if line.at >= since and line.turn][-_NEWS:]

    # Who looks

    def _open(self) -> Tabletop:
        if self._table is None:
            raise ValueError(_("No game is open."))
        return self._table

    def _moved(self) -> Patch:
        """After any change of the game: whose eyes the page has now, what is said, and what is kept."""
        table = self._open()
        sitting, before = table.sitting, table.eyes
        heard = [line for line in sitting.lines() if line.at >= self._heard]
        self._heard = len(sitting.game.moves)
        self._look()
        extra: Patch = {"save": self._save("game", sitting.sealed())}
        said = [line.text for line in heard if line.seat != before or before == NOBODY]
        stage = table.stage()
        if sitting.over:
            extra["focus"] = "result-title"
        elif self._screen == "curtain":
            extra["focus"] = "curtain-title"
        elif stage:
            table.shown = stage.seat
            said.append(words.prompt(stage.view, sitting.names))
            if action.has_card(stage):
                extra["focus"] = "card-title"
        if said:
            extra["say"] = " ".join(said)
        return extra

    def _look(self) -> None:
        """Whose eyes the page has: one person's always; of several those whom a press has let in (rule 14.2)."""
        table = self._open()
        sitting = table.sitting
        persons = sitting.persons()
        table.forget()
        self._screen = "game"
        if sitting.over:
            self._screen = "ending"
            table.eyes = persons[0] if len(persons) == 1 else NOBODY
        elif len(persons) == 1:
            table.eyes = persons[0]
        elif sitting.person_to_act():
            if table.eyes != sitting.actor:
                table.eyes = NOBODY
                self._screen = "curtain"
        elif sitting.game.state.seat != table.eyes:
            table.eyes = NOBODY
        if table.eyes == NOBODY and not sitting.over:
            table.shown = max(sitting.game.state.seat, 0)

    def _sit_down(self, table: Tabletop) -> Patch:
        """Begin to look at a game: a new one, one opened, or the one that was left."""
        self._table = table
        table.eyes = NOBODY
        self._heard = len(table.sitting.game.moves)
        self._on_page = ""
        extra = self._moved()
        if table.eyes != NOBODY:
            table.shown = table.eyes
        return extra

    def _begin(self, sitting: Sitting) -> Patch:
        """Another game; one that is not finished is kept as the earlier one."""
        kept: dict[str, str | None] = {}
        if self._table and not self._table.sitting.over:
            kept = self._save("earlier", self._table.sitting.sealed())
        extra = self._sit_down(Tabletop(sitting, self._moved))
        extra["save"] |= kept
        return extra

    # Intents: to a game

    def _do_continue(self, _value: object) -> Patch:
        return self._sit_down(self._open())

    def _do_earlier(self, _value: object) -> Patch:
        if "earlier" not in self._stored:
            raise ValueError(_("No earlier game is kept."))
        sitting = Sitting.from_text(self._stored["earlier"])
        gone = self._save("earlier", None)
        extra = self._begin(sitting)
        extra["save"] = gone | extra["save"]
        return extra

    def _do_quick(self, _value: object) -> Patch:
        return self._begin(Sitting.new(_one_opponent(), "random", secrets.randbelow(SEEDS)))

    def _do_new(self, _value: object) -> None:
        self._setup_fault = ""
        self._screen = "setup"

    def _do_begin(self, value: object) -> Patch | None:
        self._screen = "setup"
        try:
            self._chairs, self._start, self._screens, seed = setup_form(value)
            sitting = Sitting.new(seated(self._chairs), self._start, seed_of(seed), self._screens)
        except ValueError as error:
            self._setup_fault = fault_text(error)
            return None
        extra = self._begin(sitting)
        extra["save"] |= self._save("setup", setup_text(self._chairs, self._start, self._screens))
        return extra

    def _do_rematch(self, _value: object) -> Patch:
        old = self._open().sitting
        chairs = (*old.chairs[1:], old.chairs[0])
        return self._begin(Sitting.new(chairs, self._start, secrets.randbelow(SEEDS), old.screens))

    def _do_open(self, value: object) -> Patch:
        file = object_of(value)
        name, text = str(file.get("name", ""))[:60], file.get("text")
        if not isinstance(text, str):
            raise ValueError("message: open: want a name and a text")
        try:
            if len(text) > _LONGEST_FILE:
                raise ValueError(f"record: longer than {_LONGEST_FILE} characters")
            sitting = Sitting.from_text(text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        return self._begin(sitting)

    # Intents: to other screens

    def _do_home(self, _value: object) -> None:
        self._screen = "home"
        if self._table and len(self._table.sitting.persons()) > 1:
            self._table.eyes = NOBODY

    def _do_settings(self, _value: object) -> None:
        self._leave_for("settings")

    def _do_rules(self, value: object) -> Patch | None:
        if value is not None and value not in rules_page.numbers():
            raise ValueError(f"message: rules: no rule {str(value)[:20]!r}")
        self._leave_for("rules")
        return {"focus": rules_page.anchor(str(value))} if value else None

    def _leave_for(self, screen: str) -> None:
        if self._screen not in _ASIDE:
            self._behind = self._screen
        self._screen = screen

    def _do_back(self, _value: object) -> None:
        self._return()

    def _return(self) -> None:
        """Back to where one was; behind the curtain if the page was hidden meanwhile."""
        if self._screen in _ASIDE:
            self._screen = self._behind
            if self._screen == "game":
                table = self._open()
                if table.eyes == NOBODY and table.sitting.person_to_act():
                    self._look()

    def _do_result(self, _value: object) -> None:
        if self._open().sitting.over:
            self._screen = "ending"

    def _do_table(self, _value: object) -> None:
        if self._open().sitting.over:
            self._screen = "game"

    # Intents: settings and storage

    def _do_keep(self, value: object) -> Patch:
        form = object_of(value)
        chosen = {"theme": form.get("theme"), "pace": form.get("pace"), "confirm": form.get("confirm") == "yes"}
        self._settings = settings_from(json.dumps(chosen))
        if self._table:
            self._table.paused = False
        self._return()
        theme = None if self._settings.theme == "auto" else self._settings.theme
        return {
            "save": self._save("settings", json.dumps(asdict(self._settings))),
            "attributes": {"page": {"data-theme": theme}},
        }

    def _do_forget(self, _value: object) -> Patch:
        self._table = None
        self._screen = self._behind = "home"
        return {
            "save": self._save("game", None) | self._save("earlier", None),
            "say": _("No game is stored any more."),
        }

    def _do_download(self, _value: object) -> Patch:
        sitting = self._open().sitting
        # An unfinished game goes out sealed as it is stored: its record tells every secret.
        text = record_text(sitting.record()) if sitting.over else sitting.sealed()
        return {"download": {"name": "key-harvest.txt", "type": "text/plain", "text": text}}

    # Intents: the curtain, the pace, the end of a turn

    def _do_reveal(self, _value: object) -> Patch | None:
        table = self._open()
        sitting = table.sitting
        if self._screen != "curtain" or not sitting.person_to_act():
            return None
        table.eyes = table.shown = sitting.actor
        table.forget()
        self._screen = "game"
        return {"say": words.prompt(sitting.sight(table.eyes).view, sitting.names), "focus": "action"}

    def _do_hidden(self, _value: object) -> None:
        table = self._table
        if table and len(table.sitting.persons()) > 1 and not table.sitting.over:
            table.eyes = NOBODY
            if self._screen == "game":
                self._look()

    def _do_step(self, _value: object) -> Patch | None:
        return self.step() if self._screen == "game" else None

    def _do_end(self, _value: object) -> Patch | None:
        table = self._open()
        return table.end_turn(self._settings.confirm) if self._screen == "game" else None


def _one_opponent() -> tuple[Chair, Chair]:
    """Who sits at the table after one tap."""
    return Chair(NAMES[0], PERSON), Chair(NAMES[1], KINDS[1])
