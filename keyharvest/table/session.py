"""The page's session: messages in, patches out (docs/architecture.md, "The page"). Pure Python, no browser.

The session keeps the screen that is shown, whose eyes the page has, and what is selected. It draws panels from a
:class:`~keyharvest.table.scene.Scene` and sends those that have changed.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from keyharvest.picture.view import describe, view_of
from keyharvest.record import record_text
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.events import ExchangeFor
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.rules.powers import TakeUnconnected
from keyharvest.rules.setup import Start
from keyharvest.table import action, boards, keys, rules_page, screens, seats, town, words
from keyharvest.table.forms import (
    NAMES,
    SEEDS,
    crop_of,
    fault_text,
    object_of,
    settings_from,
    setup_form,
    setup_from,
    setup_text,
    space_of,
)
from keyharvest.table.language import _
from keyharvest.table.markup import Html, button, join, tag
from keyharvest.table.scene import Scene
from keyharvest.table.screens import Settings
from keyharvest.table.sitting import KINDS, NOBODY, PERSON, Chair, Sitting
from keyharvest.table.staging import Stage

Patch = dict[str, Any]

#: Seconds between the steps of computer players.
_SECONDS: Final = {"slow": 1.5, "normal": 0.6, "fast": 0.1}
_LONGEST_FILE: Final = 1_000_000


class Session:
    """One page at the table. ``saved`` holds the texts that patches have asked the page to keep."""

    def __init__(self, saved: dict[str, str]) -> None:
        self._stored = {key: text for key, text in saved.items() if key in ("game", "settings", "setup")}
        self._fault = ""
        self._settings = Settings()
        self._chairs: list[Chair | None] = [Chair(_("You"), PERSON), Chair(NAMES[0], KINDS[1]), None, None]
        self._start: Start = "random"
        self._screens = False
        self._setup_fault = ""
        self._sitting: Sitting | None = None
        self._read_stored()
        self._screen = "home"
        self._behind = "home"
        self._eyes = NOBODY
        self._stage: Stage | None = None
        self._staged = -1
        self._shown = 0
        self._cursor = INDEX["D4"]
        self._typed = ""
        self._note = ""
        self._ending = False
        self._paused = False
        self._outlines = False
        self._hints = False
        self._open_points: frozenset[int] = frozenset()
        self._heard = 0
        self._on_page = ""
        self._sent: dict[str, str] = {}
        self._intents: dict[str, Callable[[Any], Patch | None]] = {
            name.removeprefix("_do_"): getattr(self, name) for name in dir(self) if name.startswith("_do_")
        }

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
            name = message.get("intent")
            if not isinstance(name, str) or name not in self._intents:
                raise ValueError(f"message: intent: {str(name)[:40]!r} is not known")
            value = message.get("value")
            extra = self._intents[name](value)
        except ValueError as error:
            return {"alert": fault_text(error)}
        return self._patch(extra or {})

    def wait(self) -> float | None:
        """Seconds until :meth:`step` is due; ``None`` while nothing moves by itself."""
        sitting = self._sitting
        if sitting is None or self._screen != "game" or sitting.over or sitting.person_to_act():
            return None
        return None if self._paused else _SECONDS.get(self._settings.pace)

    def step(self) -> Patch:
        """The next step of the computer player whose it is; nothing if it is not one's."""
        sitting = self._sitting
        if sitting is None or sitting.over or sitting.person_to_act():
            return {}
        sitting.step()
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
                self._sitting = Sitting.from_text(self._stored["game"])
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
        patch: Patch = {}
        panels: dict[str, str] = {}
        if self._screen == "game":
            if self._on_page != "game":
                self._sent = {}
                panels["main"] = screens.page(screens.game_frame(), "game")
            for name, html in self._game_panels().items():
                if self._sent.get(name) != html:
                    panels[name] = self._sent[name] = html
        else:
            html = screens.page(self._content(), self._screen)
            if self._on_page != self._screen or self._sent.get("main") != html:
                self._sent = {"main": html}
                panels["main"] = html
        if self._on_page != self._screen:
            patch["screen"] = self._on_page = self._screen
        if panels:
            patch["panels"] = panels
        return {**patch, **(extra or {})}

    def _content(self) -> str:
        if self._screen == "setup":
            return screens.setup(self._chairs, self._start, self._screens, self._setup_fault)
        if self._screen == "settings":
            return screens.settings(self._settings, sum(map(len, self._stored.values())))
        if self._screen == "rules":
            return screens.rules()
        sitting = self._sitting
        if self._screen == "curtain" and sitting:
            return screens.curtain(sitting.names[sitting.actor], sitting.game.state.turn, self._news(sitting))
        if self._screen == "ending":
            return screens.ending(self._scene())
        unfinished = " · ".join(sitting.names) if sitting else ""
        return screens.home(unfinished, bool(sitting and sitting.over))

    def _news(self, sitting: Sitting) -> list[str]:
        since = sitting.seen_last(sitting.actor)
        return [line.text for line in sitting.lines() if line.at >= since and line.turn][-12:]

    def _scene(self) -> Scene:
        sitting = self._table()
        sight = sitting.sight(self._eyes)
        return Scene(
            eyes=self._eyes,
            view=sight.view,
            unknown=sight.unknown,
            chairs=sitting.chairs,
            stage=self._open_stage(),
            shown=self._shown,
            lines=sitting.lines(),
            changed=sitting.changed(self._eyes),
            cursor=self._cursor,
            note=self._note,
            no_undo=sitting.why_no_undo(),
            redo=sitting.game.redoable(),
            outlines=self._outlines,
            hints=self._hints,
            ending=self._ending,
            paused=self._paused,
            by_steps=self._settings.pace == "step",
            open_points=self._open_points,
        )

    def _game_panels(self) -> dict[str, Html]:
        scene = self._scene()
        return {
            "top": self._top(scene),
            "head": boards.board_head(scene),
            "board": boards.large_board(scene),
            "registry": town.registry(scene),
            "mine": seats.mine(scene),
            "tray": seats.tray(scene),
            "town": town.town(scene),
            "others": seats.others(scene),
            "log": town.log(scene),
            "card": action.card(scene),
            "action": action.action_bar(scene),
        }

    def _top(self, scene: Scene) -> Html:
        return join(
            button(_("Key Harvest"), "home", class_="brand", aria_label=_("Home")),
            tag("h1", words.turn_heading(scene.view, scene.names), class_="heading"),
            tag(
                "div",
                button(_("Rules"), "rules"),
                button(_("Settings"), "settings"),
                class_="tools",
            ),
        )

    # Who looks, and what is open

    def _table(self) -> Sitting:
        if self._sitting is None:
            raise ValueError(_("No game is open."))
        return self._sitting

    def _open_stage(self) -> Stage | None:
        sitting = self._table()
        if self._eyes == NOBODY or sitting.actor != self._eyes:
            self._stage, self._staged = None, -1
        elif self._staged != len(sitting.game.moves):
            self._stage = Stage(sitting.sight(self._eyes).view)
            self._staged = len(sitting.game.moves)
        return self._stage

    def _need_stage(self) -> Stage:
        stage = self._open_stage() if self._screen == "game" else None
        if stage is None:
            raise ValueError(_("It is not yours to decide now."))
        return stage

    def _moved(self) -> Patch:
        """After any change of the game: whose eyes the page has now, what is said, and what is kept."""
        sitting = self._table()
        self._note, self._ending = "", False
        self._stage, self._staged = None, -1
        heard = [line for line in sitting.lines() if line.at >= self._heard]
        self._heard = len(sitting.game.moves)
        before = self._eyes
        self._look()
        extra: Patch = {"save": self._save("game", sitting.sealed())}
        said = [line.text for line in heard if line.seat != before or before == NOBODY]
        if sitting.over:
            extra["focus"] = "result-title"
        elif self._screen == "curtain":
            extra["focus"] = "curtain-title"
        else:
            stage = self._open_stage()
            if stage:
                self._shown = stage.seat
                said.append(words.prompt(stage.view, sitting.names))
                if action.has_card(stage):
                    extra["focus"] = "card-title"
        if said:
            extra["say"] = " ".join(said)
        return extra

    def _look(self) -> None:
        """Whose eyes the page has: one person's always; of several those whom a press has let in (rule 14.2)."""
        sitting = self._table()
        persons = sitting.persons()
        self._screen = "game"
        if sitting.over:
            self._screen = "ending"
            self._eyes = persons[0] if len(persons) == 1 else NOBODY
        elif len(persons) == 1:
            self._eyes = persons[0]
        elif sitting.person_to_act():
            if self._eyes != sitting.actor:
                self._eyes = NOBODY
                self._screen = "curtain"
        elif sitting.game.state.seat != self._eyes:
            self._eyes = NOBODY
        if self._eyes == NOBODY and not sitting.over:
            self._shown = max(sitting.game.state.seat, 0)

    def _begin(self, sitting: Sitting) -> Patch:
        """Sit down at a game, new or opened."""
        self._sitting = sitting
        self._eyes = NOBODY
        self._heard = len(sitting.game.moves)
        self._paused = False
        self._open_points = frozenset()
        self._on_page = ""
        extra = self._moved()
        persons = sitting.persons()
        self._shown = persons[0] if len(persons) == 1 else self._shown
        return extra

    # Intents: screens

    def _do_home(self, _value: object) -> None:
        self._screen = "home"
        if len(self._persons()) > 1:
            self._eyes = NOBODY

    def _persons(self) -> list[int]:
        return self._sitting.persons() if self._sitting else []

    def _do_continue(self, _value: object) -> Patch:
        sitting = self._table()
        self._eyes = NOBODY
        self._heard = len(sitting.game.moves)
        extra = self._moved()
        if self._persons() == [self._eyes]:
            self._shown = self._eyes
        return extra

    def _do_quick(self, _value: object) -> Patch:
        chairs = (Chair(_("You"), PERSON), Chair(NAMES[0], KINDS[1]))
        return self._begin(Sitting.new(chairs, "random", secrets.randbelow(SEEDS)))

    def _do_new(self, _value: object) -> None:
        self._setup_fault = ""
        self._screen = "setup"

    def _do_begin(self, value: object) -> Patch | None:
        self._screen = "setup"
        try:
            self._chairs, self._start, self._screens, seed = setup_form(value)
            chairs = [chair for chair in self._chairs if chair]
            if len(chairs) < 2:
                raise ValueError(_("At least two must sit at the table."))
            sitting = Sitting.new(chairs, self._start, seed, self._screens)
        except ValueError as error:
            self._setup_fault = str(error)
            return None
        extra = self._begin(sitting)
        extra["save"] |= self._save("setup", setup_text(self._chairs, self._start, self._screens))
        return extra

    def _do_rematch(self, _value: object) -> Patch:
        old = self._table()
        chairs = (*old.chairs[1:], old.chairs[0])
        return self._begin(Sitting.new(chairs, self._start, secrets.randbelow(SEEDS), old.screens))

    def _do_settings(self, _value: object) -> None:
        self._leave_for("settings")

    def _do_rules(self, value: object) -> Patch | None:
        self._leave_for("rules")
        if value is None:
            return None
        if value not in rules_page.numbers():
            raise ValueError(f"message: rules: no rule {str(value)[:20]!r}")
        return {"focus": rules_page.anchor(str(value))}

    def _leave_for(self, screen: str) -> None:
        if self._screen not in ("settings", "rules"):
            self._behind = self._screen
        self._screen = screen

    def _do_back(self, _value: object) -> None:
        self._screen = self._behind

    def _do_keep(self, value: object) -> Patch:
        form = object_of(value)
        chosen = {"theme": form.get("theme"), "pace": form.get("pace"), "confirm": form.get("confirm") == "yes"}
        self._settings = settings_from(json.dumps(chosen))
        self._paused = False
        self._screen = self._behind
        theme = None if self._settings.theme == "auto" else self._settings.theme
        return {
            "save": self._save("settings", json.dumps(asdict(self._settings))),
            "attributes": {"page": {"data-theme": theme}},
        }

    def _do_forget(self, _value: object) -> Patch:
        self._sitting = None
        self._screen = self._behind = "home"
        return {"save": self._save("game", None), "say": _("The stored game is forgotten.")}

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

    def _do_download(self, _value: object) -> Patch:
        sitting = self._table()
        # An unfinished game goes out sealed as it is stored: its record tells every secret.
        text = record_text(sitting.record()) if sitting.over else sitting.sealed()
        return {"download": {"name": "key-harvest.txt", "type": "text/plain", "text": text}}

    def _do_result(self, _value: object) -> None:
        if self._table().over:
            self._screen = "ending"

    def _do_table(self, _value: object) -> None:
        self._table()
        self._screen = "game"

    def _do_reveal(self, _value: object) -> Patch | None:
        sitting = self._table()
        if self._screen != "curtain" or not sitting.person_to_act():
            return None
        self._eyes = self._shown = sitting.actor
        self._screen = "game"
        self._note = ""
        return {"say": words.prompt(sitting.sight(self._eyes).view, sitting.names), "focus": "action"}

    def _do_hidden(self, _value: object) -> None:
        if self._screen == "game" and len(self._persons()) > 1 and not self._table().over:
            self._eyes = NOBODY
            self._look()

    # Intents: the table

    def _do_show(self, value: object) -> None:
        self._shown = self._seat(value)

    def _seat(self, value: object) -> int:
        players = len(self._table().chairs)
        if not isinstance(value, str) or value not in [str(number) for number in range(1, players + 1)]:
            raise ValueError(f"message: want a seat from 1 to {players}, not {str(value)[:20]!r}")
        return int(value) - 1

    def _do_points(self, value: object) -> None:
        self._open_points ^= {self._seat(value)}

    def _do_outlines(self, _value: object) -> None:
        self._outlines = not self._outlines

    def _do_hints(self, _value: object) -> None:
        self._hints = not self._hints

    def _do_look(self, value: object) -> None:
        view = self._table().sight(self._eyes).view
        if value == "fallow":
            self._note = _("Fallow: {fields}.").format(fields=words.fields(view, view.fallow))
        elif isinstance(value, str) and value in EVENT_INDEX:
            self._note = f"{words.event(EVENT_INDEX[value]).capitalize()}: {words.event_line(value)}"
        else:
            raise ValueError(f"message: look: {str(value)[:20]!r} is not known")
        if self._stage:
            self._stage.clear()

    def _do_pause(self, _value: object) -> None:
        self._paused = not self._paused

    def _do_step(self, _value: object) -> Patch | None:
        return self.step() if self._screen == "game" else None

    # Intents: deciding

    def _do_tap(self, value: object) -> Patch | None:
        space = space_of(value)
        self._cursor = space
        self._ending = False
        sitting = self._table()
        if self._screen != "game":
            return None
        stage = self._open_stage()
        self._note = self._described(sitting, space)
        if stage is None:
            return None
        if self._shown == stage.seat:
            again = stage.tap(space)
        elif stage.elsewhere() & stage.view.fields[self._shown] & 1 << space:
            again = stage.pick_tile(space)
        else:
            return None
        return self._commit(stage) if again and stage.moves() else None

    def _described(self, sitting: Sitting, space: int) -> str:
        view = sitting.sight(self._eyes).view
        told = describe(view_of(view, self._shown), space)
        if view.fields[self._shown] >> space & 1 or any(stood == space for _w, stood in view.posts[self._shown]):
            return told + "."
        return _("{space}; the field {field} belongs here.").format(space=told, field=words.field(view, space))

    def _do_tile(self, value: object) -> Patch | None:
        tile = space_of(value)
        self._ending = False
        stage = self._open_stage() if self._screen == "game" else None
        view = self._table().sight(self._eyes).view
        self._note = words.field(view, tile) + "."
        if stage is None:
            return None
        if not isinstance(stage.frame, TakeUnconnected | ExchangeFor):
            self._shown = stage.seat
        return self._commit(stage) if stage.pick_tile(tile) and stage.moves() else None

    def _do_worker(self, value: object) -> Patch | None:
        if not isinstance(value, str) or value not in WORKER_INDEX:
            raise ValueError(f"message: worker: want a letter of {WORKER_LETTERS}, not {str(value)[:20]!r}")
        worker = WORKER_INDEX[value]
        self._ending = False
        self._note = f"{words.worker(worker).capitalize()}: {words.worker_line(value)}"
        stage = self._open_stage() if self._screen == "game" else None
        if stage is None:
            return None
        self._shown = stage.seat
        return self._commit(stage) if stage.pick_worker(worker) and stage.moves() else None

    def _do_more(self, value: object) -> None:
        self._need_stage().more(crop_of(value))

    def _do_fewer(self, value: object) -> None:
        self._need_stage().fewer(crop_of(value))

    def _do_all(self, _value: object) -> None:
        self._need_stage().take_all()

    def _do_clear(self, _value: object) -> None:
        self._note, self._ending = "", False
        if self._stage:
            self._stage.clear()

    def _do_commit(self, _value: object) -> Patch:
        return self._commit(self._need_stage())

    def _commit(self, stage: Stage) -> Patch:
        moves = stage.moves()
        if not moves:
            raise ValueError(_("Nothing complete is selected."))
        self._table().commit(moves)
        return self._moved()

    def _do_answer(self, value: object) -> Patch:
        stage = self._need_stage()
        if not isinstance(value, str) or value not in stage.answers():
            raise ValueError(f"message: answer: {str(value)[:20]!r} is not among the answers")
        self._table().commit([value])
        return self._moved()

    def _do_end(self, _value: object) -> Patch | None:
        stage = self._need_stage()
        if stage.turn is None or not stage.can_end():
            raise ValueError(_("The turn cannot be ended now."))
        more = len(stage.legal) > 1 and stage.turn.used.bit_count() < 2
        if more and self._settings.confirm and not self._ending:
            self._ending = True
            return {"say": _("End your turn? You could still do more.")}
        self._table().commit(["end"])
        return self._moved()

    def _do_undo(self, _value: object) -> Patch | None:
        return self._again(lambda sitting: sitting.undo(), self._table().why_no_undo())

    def _do_redo(self, _value: object) -> Patch | None:
        nothing = None if self._table().game.redoable() else _("nothing has been taken back")
        return self._again(lambda sitting: sitting.redo(), nothing)

    def _again(self, act: Callable[[Sitting], None], reason: str | None) -> Patch | None:
        self._need_stage()
        if reason:
            self._note = _("Not possible: {reason}.").format(reason=reason)
            return {"say": self._note}
        act(self._table())
        return self._moved()

    def _do_key(self, value: object) -> Patch | None:
        pressed = object_of(value)
        key, ctrl = pressed.get("key"), bool(pressed.get("ctrl"))
        if not isinstance(key, str):
            raise ValueError("message: key: want the name of a key")
        if self._screen != "game":
            return None
        if ctrl:
            intent = {"z": self._do_undo, "y": self._do_redo}.get(key.lower())
            return intent(None) if intent and self._open_stage() else None
        if key == "Escape":
            self._do_clear(None)
            return None
        at = pressed.get("at")
        if isinstance(at, str) and at in INDEX:
            self._cursor = INDEX[at]
        if key in ("Enter", " "):
            stage = self._open_stage()
            if pressed.get("shift") and stage and stage.moves():
                return self._commit(stage)
            return self._do_tap(SPACES[self._cursor])
        return self._cursor_moved(key)

    def _cursor_moved(self, key: str) -> Patch | None:
        stage = self._open_stage()
        lit = stage.lit() if stage and self._shown == stage.seat else 0
        there = keys.moved(self._cursor, key, lit, self._typed)
        self._typed = key.upper() if keys.is_row(key) else ""
        if there is None:
            return None
        self._cursor = there
        return {"focus": f"{boards.LARGE}-{SPACES[there]}"}
