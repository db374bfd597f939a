"""The page's session: messages in, patches out (docs/protocol.md). Pure Python, no browser.

A :class:`Session` is made in layers, each in a module of its own: the game on the table and whose eyes look
(:class:`~keyharvest.page.game.seating.Seating`), the screens around it (:class:`~keyharvest.page.screens.Screens`), and
here what the shell speaks with. The game screen itself is a :class:`~keyharvest.page.game.tabletop.Tabletop`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from keyharvest.page.drawing import both
from keyharvest.page.forms import changed_settings, fault_text, led_to, object_of
from keyharvest.page.game.keys import act as keyboard_act
from keyharvest.page.game.keys import pressed
from keyharvest.page.game.seating import AT_TABLE
from keyharvest.page.game.tabletop import Patch, Tabletop
from keyharvest.page.memory import SETTINGS
from keyharvest.page.screens import Screens
from keyharvest.page.sounds import REFUSED, TURN, audible
from keyharvest.panels.game.seats import CLOCKS, time_left
from keyharvest.record import record_text
from keyharvest.table.settings import Settings
from keyharvest.table.shortcuts import PAGE
from keyharvest.table.sitting import NOBODY
from keyharvest.words.language import code

#: Seconds between the steps of computer players, each of which is to be read; an event takes longer.
_SECONDS: Final = {"slow": 2.4, "normal": 1.2, "fast": 0.1}
_EVENT_TAKES: Final = 2
#: Seconds that a computer player thinks on before messages are heard again.
SLICE: Final = 0.02


class Session(Screens):
    """One page at the table. ``saved`` holds the texts that patches have asked the page to keep."""

    def __init__(self, saved: dict[str, str]) -> None:
        super().__init__(saved)
        self._link = saved.get("fragment", "")

    # The contract with the shell

    def start(self) -> Patch:
        """The first patch: the home screen, or what the link leads to with which the page was opened."""
        around = self._tongue.speak(self._memory.settings.language)
        fault = self._memory.fault or self._keeping.fault()
        self._drawn.screen = ""
        link, self._link = self._link, ""
        patch = self.handle(led_to(link)) if link else {}
        if "panels" not in patch:
            patch = self._patch() | patch
        if code() != "en" or self._tongue.fault():
            patch = both(around, patch)
        if fault:
            patch["alert"] = fault
        return patch

    def handle(self, message: dict[str, Any]) -> Patch:
        """Answer a message; what is wrong with it becomes the patch's ``alert``, and the game is as it was."""
        self._stopwatch.charge()
        try:
            if not isinstance(message, dict):
                raise ValueError(f"message: want an object, not {type(message).__name__}")
            intent = self._intent(message.get("intent"))
            self._unseen = message.get("intent") == "hidden"
            extra = intent(message.get("value")) if intent else None
        except ValueError as error:
            return {"alert": fault_text(error)} | audible(REFUSED, self._memory.settings.sound)
        return self._patch(extra)

    def _intent(self, name: object) -> Callable[[Any], Patch | None] | None:
        """What carries an intent out; ``None`` for one that came too late for the game screen."""
        if name == "key":
            return self._key
        if isinstance(name, str) and name.isidentifier():
            opened = self._opened_lesson()
            own: Callable[[Any], Patch | None] | None = opened.intent(name) if opened else None
            own = own or getattr(self, f"_do_{name}", None)
            own = own or getattr(self._keeping, f"do_{name}", None)
            if own:
                return own
            if hasattr(Tabletop, f"do_{name}"):
                if opened:
                    return None
                on_table: Callable[[Any], Patch | None] = getattr(self._open(), f"do_{name}")
                return on_table if self._screen in AT_TABLE else None
        raise ValueError(f"message: intent: {str(name)[:40]!r} is not known")

    def _key(self, value: object) -> Patch | None:
        """A key pressed: the intent that it stands for on this screen is carried out, if any."""
        key, opened = pressed(value), self._opened_lesson()
        if opened or self._screen in AT_TABLE:
            table = opened.table if opened else self._open()
            table.letters = self._memory.settings.letters
            act = table.act(key)
        else:
            act = keyboard_act(key, (PAGE,), self._memory.settings.letters)
        intent = self._intent(act[0]) if act else None
        return intent(act[1]) if act and intent else None

    def lacks(self) -> str:
        """The language that is to be spoken and of which no catalogue is there: it is to be brought; empty for none."""
        return self._tongue.lacks(self._memory.settings.language)

    def speak(self) -> Patch:
        """All that is shown, in the language that is to be spoken, after the attempt to bring its catalogue."""
        around = self._tongue.speak(self._memory.settings.language)
        self._drawn.screen = ""
        if self._table:
            self._table.forget()
        return self._patch(around)

    def wait(self) -> float | None:
        """Seconds until :meth:`step` is due; ``None`` while nothing moves by itself."""
        if self._keeping.busy():
            return 0.0
        opened = self._opened_lesson()
        if opened:
            return opened.wait(_SECONDS.get(self._memory.settings.pace, _SECONDS["normal"]))
        table = self._table
        if table and (table.looking if self._screen == "game" else self._screen == "review" and table.analysing):
            return 0.0
        if table is None or self._screen != "game" or table.head.past or (table.paused and not table.stepping):
            return None
        if table.head.live and (table.sitting.over or table.sitting.person_to_act()):
            return self._stopwatch.due()
        if table.head.hurried or (table.head.live and table.sitting.thinking):
            return 0.0
        pace = "slow" if self._memory.settings.pace == "normal" and self._coached() else self._memory.settings.pace
        rest = _SECONDS.get(pace)
        line = table.timeline.line(table.head.at)
        return rest * _EVENT_TAKES if rest and line and line.brief.kind == "event" else rest

    def step(self) -> Patch:
        """The next happening to be shown, or the next step of the computer player on turn; nothing while it thinks."""
        if self._keeping.busy():
            return self._patch(self._keeping.take_next())
        opened = self._opened_lesson()
        if opened:
            return self._patch(opened.step())
        table = self._table
        if table is None:
            return {}
        if self._screen == "review":
            told = table.analyse_on(SLICE)
            return told if table.analysing else self._patch(told)
        if table.looking:
            told = table.look_on(SLICE)
            return told if table.looking else self._patch(told)
        if not table.head.live:
            table.advance()
            return self._patch(self._shown())
        if table.sitting.over or table.sitting.person_to_act():
            return self._ticked(table)
        since = len(table.sitting.game.moves)
        table.sitting.patience = float(self._memory.settings.think)
        if not table.sitting.think(SLICE):
            return {}
        table.follow(since)
        return self._patch(self._moved())

    def _ticked(self, table: Tabletop) -> Patch:
        """Another second has been thought: nothing but the clock changes."""
        self._stopwatch.charge()
        clock, seat = table.sitting.clock, self._stopwatch.seat
        if clock is None or seat == NOBODY:
            return {}
        patch: Patch = {"attributes": {name: time_left(clock, seat) for name in CLOCKS}}
        if self._stopwatch.unkept():
            self._keeping.keep(table.sitting)
            patch["save"] = self._keeping.unsaved()
        return patch

    def _patch(self, extra: Patch | None = None) -> Patch:
        """What has changed on the page, and whatever else is to be done there."""
        self._time()
        patch = both(self._draw(), extra or {})
        patch |= audible(patch.pop("sound", ""), self._memory.settings.sound)
        if (place := self._place()) != self._told_place:
            self._told_place = patch["place"] = place
        if kept := self._keeping.unsaved() | self._memory.learnt():
            patch["save"] = patch.get("save", {}) | kept
        return patch

    # Settings and storage

    def _do_set(self, value: object) -> Patch:
        wanted = object_of(value)
        patch = self._choose(changed_settings(self._memory.settings, wanted))
        return patch | {"sound": TURN} if "sound" in wanted else patch

    def _do_defaults(self, _value: object) -> Patch:
        return self._choose(Settings())

    def _choose(self, settings: Settings) -> Patch:
        spoken = self._memory.settings.language != settings.language
        self._memory.settings = settings
        if self._table:
            self._table.paused = False
        patch: Patch = {}
        if spoken:
            self._tongue.again()
            if not self.lacks():
                patch = self.speak()
        return patch | {"save": self._memory.keep(SETTINGS, json.dumps(asdict(settings)))}

    def _do_forget(self, value: object) -> Patch:
        """Ask before all games are deleted; they can be brought back."""
        if value not in (None, "all", "no"):
            raise ValueError(f"message: forget: want all or no, not {str(value)[:20]!r}")
        self._asked = value is None
        if value == "all":
            return self._do_delete("all")
        return {"focus": "forget-question" if self._asked else "forget-line"}

    def _do_delete(self, value: object) -> Patch:
        patch = self._keeping.do_delete(value)
        if self._keeping.gone():
            self._table = None
        if self._screen not in ("games", "statistics"):
            self._do_games(None)
        return patch

    def _do_download(self, _value: object) -> Patch:
        sitting = self._open().sitting
        # An unfinished game goes out sealed as it is stored: its record tells every secret.
        text = record_text(sitting.record()) if sitting.over else sitting.sealed()
        return {"download": {"name": "key-harvest.txt", "type": "text/plain", "text": text}}

    # The pace, the end of a turn

    def _do_step(self, _value: object) -> Patch | None:
        if self._screen != "game":
            return None
        self._open().stepping = True
        return self.step()

    def _do_end(self, _value: object) -> Patch | None:
        table = self._open()
        return table.end_turn(self._memory.settings.confirm) if self._screen == "game" else None
