"""The page's session: messages in, patches out (docs/architecture.md, "The page"). Pure Python, no browser.

The session keeps which screen is shown, whose eyes the page has, and what is stored. The game screen itself is a
:class:`~keyharvest.page.tabletop.Tabletop`. Panels are sent when they have changed.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from keyharvest import words
from keyharvest.page.forms import (
    SEEDS,
    changed_settings,
    fault_text,
    led_to,
    object_of,
    seed_of,
    settings_from,
    setup_from,
    setup_text,
    stored_setup,
)
from keyharvest.page.keeping import Keeping
from keyharvest.page.keys import act as keyboard_act
from keyharvest.page.keys import pressed
from keyharvest.page.learning import Learning
from keyharvest.page.lesson import Lesson, names_for
from keyharvest.page.sounds import OVER, REFUSED, TURN, audible, happened
from keyharvest.page.stopwatch import Stopwatch
from keyharvest.page.tabletop import Patch, Tabletop
from keyharvest.page.tongue import Tongue
from keyharvest.panels import frame, history, lesson, review, rules_page
from keyharvest.panels.cards import card_of, cards_screen
from keyharvest.panels.curtain import Pause, curtain
from keyharvest.panels.ending import ending
from keyharvest.panels.home import home
from keyharvest.panels.over import CARDS, LAID_OVER, WORDS, over
from keyharvest.panels.rules_screen import rules_screen
from keyharvest.panels.seats import CLOCKS, time_left
from keyharvest.panels.set_up import setup
from keyharvest.panels.settings import settings
from keyharvest.players import LEVELS
from keyharvest.record import record_text
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX
from keyharvest.scenario import Scenario, scenario_text
from keyharvest.table.coach import COACH, closing
from keyharvest.table.scene import Scene
from keyharvest.table.set_up import NAMES, first
from keyharvest.table.settings import Settings
from keyharvest.table.shortcuts import PAGE
from keyharvest.table.sitting import NOBODY, PERSON, Chair, Sitting
from keyharvest.table.tally import by_round
from keyharvest.words.language import _, code

#: Seconds between the steps of computer players, each of which is to be read; an event takes longer.
_SECONDS: Final = {"slow": 2.4, "normal": 1.2, "fast": 0.1}
_EVENT_TAKES: Final = 2
#: Seconds that a computer player thinks on before messages are heard again.
_SLICE: Final = 0.02
#: What is stored besides the games: the settings, the last set-up, the lessons.
_KEYS: Final = ("settings", "setup", "learn")
#: The seed of the first game, in which the person begins.
GUIDED: Final = 13
_NEWS: Final = 12
#: The screens on which a game lies open.
_AT_TABLE: Final = ("game", "review")
#: The screens that one comes back from to where one was.
_ASIDE: Final = ("settings", "rules", "cards", "statistics", "share", "demo")


class Session:
    """One page at the table. ``saved`` holds the texts that patches have asked the page to keep."""

    def __init__(self, saved: dict[str, str]) -> None:
        self._stored = {key: text for key, text in saved.items() if key in _KEYS}
        self._keeping = Keeping(saved)
        self._link = saved.get("fragment", "")
        self._fault = ""
        self._tongue = Tongue(saved.get("language", ""))
        self._settings = Settings()
        self._set_up = first()
        self._faults: dict[str, str] = {}
        self._table: Tabletop | None = None
        self._learning = Learning()
        self._before_lesson = "learn"
        self._made: Scenario | None = None
        self._read_stored()
        self._screen = "home"
        self._behind = "home"
        self._heard = 0
        self._deciding = NOBODY
        self._stopwatch = Stopwatch()
        self._unseen = False
        self._asked = False
        self._sought = ""
        self._on_page = ""
        self._over = ""
        self._sent: dict[str, str] = {}
        self._sent_over = ""
        self._marked: dict[str, dict[str, str]] = {}
        self._looks = _look(Settings(), past=False)

    # The contract with the shell

    def start(self) -> Patch:
        """The first patch: the home screen, or what the link leads to with which the page was opened."""
        around = self._tongue.speak(self._settings.language)
        self._on_page = ""
        link, self._link = self._link, ""
        patch = self.handle(led_to(link)) if link else {}
        if "panels" not in patch:
            patch = self._patch() | patch
        if code() != "en" or self._tongue.fault():
            patch = _both(around, patch)
        if self._fault:
            patch["alert"] = self._fault
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
            return {"alert": fault_text(error)} | audible(REFUSED, self._settings.sound)
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
                return on_table if self._screen in _AT_TABLE else None
        raise ValueError(f"message: intent: {str(name)[:40]!r} is not known")

    def _key(self, value: object) -> Patch | None:
        """A key pressed: the intent that it stands for on this screen is carried out, if any."""
        key, opened = pressed(value), self._opened_lesson()
        if opened or self._screen in _AT_TABLE:
            table = opened.table if opened else self._open()
            table.letters = self._settings.letters
            act = table.act(key)
        else:
            act = keyboard_act(key, (PAGE,), self._settings.letters)
        intent = self._intent(act[0]) if act else None
        return intent(act[1]) if act and intent else None

    def lacks(self) -> str:
        """The language that is to be spoken and of which no catalogue is there: it is to be brought; empty for none."""
        return self._tongue.lacks(self._settings.language)

    def speak(self) -> Patch:
        """All that is shown, in the language that is to be spoken, after the attempt to bring its catalogue."""
        around = self._tongue.speak(self._settings.language)
        self._on_page = ""
        if self._table:
            self._table.forget()
        return self._patch(around)

    def wait(self) -> float | None:
        """Seconds until :meth:`step` is due; ``None`` while nothing moves by itself."""
        if self._keeping.busy():
            return 0.0
        opened = self._opened_lesson()
        if opened:
            return opened.wait(_SECONDS.get(self._settings.pace, _SECONDS["normal"]))
        table = self._table
        if table and (table.looking if self._screen == "game" else self._screen == "review" and table.analysing):
            return 0.0
        if table is None or self._screen != "game" or table.head.past or (table.paused and not table.stepping):
            return None
        if table.head.live and (table.sitting.over or table.sitting.person_to_act()):
            return self._stopwatch.due()
        if table.head.hurried or (table.head.live and table.sitting.thinking):
            return 0.0
        pace = "slow" if self._settings.pace == "normal" and self._coached() else self._settings.pace
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
            told = table.analyse_on(_SLICE)
            return told if table.analysing else self._patch(told)
        if table.looking:
            told = table.look_on(_SLICE)
            return told if table.looking else self._patch(told)
        if not table.head.live:
            table.advance()
            return self._patch(self._shown())
        if table.sitting.over or table.sitting.person_to_act():
            return self._ticked(table)
        since = len(table.sitting.game.moves)
        table.sitting.patience = float(self._settings.think)
        if not table.sitting.think(_SLICE):
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

    def _time(self) -> None:
        """Let thinking time run for the person who decides now, sees the question, and looks at nothing else."""
        table = self._table if self._screen == "game" and not self._unseen else None
        runs = table is not None and table.stage() is not None
        self._stopwatch.run(table.sitting if table else None, table.eyes if table and runs else NOBODY)

    # Storage

    def _read_stored(self) -> None:
        try:
            if "settings" in self._stored:
                self._settings = settings_from(self._stored["settings"])
            if "setup" in self._stored:
                self._set_up = stored_setup(self._stored["setup"])
            if "learn" in self._stored:
                self._learning.read(self._stored["learn"])
        except ValueError as error:
            self._fault = fault_text(error)
        self._fault = self._fault or self._keeping.fault()

    def _save(self, key: str, text: str | None) -> dict[str, str | None]:
        if text is None:
            self._stored.pop(key, None)
        else:
            self._stored[key] = text
        return {key: text}

    # Patches

    def _patch(self, extra: Patch | None = None) -> Patch:
        """What has changed on the page, and whatever else is to be done there."""
        self._time()
        panels: dict[str, str] = {}
        framed = self._framed()
        if framed:
            if self._on_page != self._screen:
                self._sent = {}
                panels["main"] = framed[0]
            for name, html in framed[1].items():
                if self._sent.get(name) != html:
                    panels[name] = self._sent[name] = html
        else:
            html = frame.page(self._content(), self._screen)
            if self._on_page != self._screen or self._sent.get("main") != html:
                self._sent = {"main": html}
                panels["main"] = html
        patch: Patch = {}
        if self._on_page != self._screen:
            patch["screen"] = self._on_page = self._screen
            self._over = ""  # a new screen lies bare
        html = self._laid_over()
        if html != self._sent_over:
            panels["over"] = self._sent_over = html
        if panels:
            patch["panels"] = panels
        if marked := self._newly_marked():
            patch["attributes"] = marked
        patch = _both(patch, extra or {})
        patch |= audible(patch.pop("sound", ""), self._settings.sound)
        kept = self._keeping.unsaved()
        learned = self._learning.text()
        if learned != self._stored.get("learn", ""):
            kept = {**kept, **self._save("learn", learned)}
        if kept:
            patch["save"] = patch.get("save", {}) | kept
        return patch

    def _newly_marked(self) -> dict[str, dict[str, str | None]]:
        """The attributes that mark the moment shown, those of the moment before it to be taken away, and a new look."""
        marks: dict[str, dict[str, str]] = {}
        past = False
        if self._screen in _AT_TABLE:
            table = self._open()
            moment = table.head.moment(table.eyes)
            in_review = self._screen == "review"
            past = in_review or moment.past
            marks = (
                review.marks(moment, table.timeline.course(table.eyes), table.analysis)
                if in_review
                else history.marks(moment)
                if moment.past
                else {}
            )
        gone = {name: dict.fromkeys(self._marked[name]) for name in self._marked if name not in marks}
        self._marked = marks
        found = gone | {name: dict(values) for name, values in marks.items()}
        look = _look(self._settings, past)
        if look != self._looks:
            found["page"] = {name: value for name, value in look.items() if value != self._looks[name]}
            self._looks = look
        return found

    def _framed(self) -> tuple[str, Mapping[str, str]] | None:
        """The frame of a screen that has panels, and these."""
        opened = self._opened_lesson()
        if opened:
            return frame.page(lesson.frame(), f"{lesson.screen_class(opened.play.scenario)} playing"), opened.panels(
                self._learning.following(opened.name)
            )
        if self._screen not in _AT_TABLE:
            return None
        table = self._open()
        inside = frame.game_frame(len(self._open().sitting.chairs)) if self._screen == "game" else review.review_frame()
        playing = " playing" if self._screen == "game" else ""
        around = frame.page(inside, f"{self._screen}{playing} seats-{len(table.sitting.chairs)}")
        if self._screen == "review":
            return around, review.panels(table.scene(), table.timeline.course(table.eyes), table.analysis)
        return around, table.panels(self._settings.pace == "step")

    def _laid_over(self) -> str:
        """What lies over the screen; nothing at most times."""
        return over(self._over, self._scene(), self._settings.letters) if self._over else ""

    def _scene(self) -> Scene | None:
        """What lies on the table below, if there is one."""
        opened = self._opened_lesson()
        if opened:
            return opened.table.scene()
        return self._open().scene() if self._screen in _AT_TABLE else None

    def _content(self) -> str:
        """What stands on a screen other than the game's."""
        if self._screen == "setup":
            return setup(self._set_up, self._faults)
        if self._screen == "settings":
            size = sum(map(len, self._stored.values())) + self._keeping.shelf.size()
            return settings(self._settings, size, bool(self._keeping.shelf.entries), self._asked, self._tongue.fault())
        if self._screen == "rules":
            return rules_screen(self._sought)
        if self._screen == "cards":
            return cards_screen()
        if self._screen == "learn":
            return self._learning.screen(code())
        if self._screen == "curtain":
            return curtain(self._pause(self._open().sitting))
        if self._screen == "ending":
            sitting = self._open().sitting
            said = closing(sitting.game.state, sitting.persons()[0], sitting.names) if self._coached() else ""
            return ending(self._open().scene(), by_round(sitting.game.states), said)
        if self._screen == "demo" and self._made:
            from keyharvest.panels.making import making

            return making(self._made, names_for(self._made), code(), self._open().sitting.over)
        if self._screen in ("games", "statistics", "share"):
            return self._keeping.content(self._screen)
        last = self._keeping.shelf.last()
        return home(None if last is None else self._keeping.shelf.card(last))

    @staticmethod
    def _pause(sitting: Sitting) -> Pause:
        since, view = sitting.seen_last(sitting.actor), sitting.sight(NOBODY).view
        news = [line for line in sitting.lines() if line.at >= since and line.turn][-_NEWS:]
        secret = len(sitting.chairs) > 2 or sitting.screens
        turns = (view.turn + len(sitting.chairs) - 1) // len(sitting.chairs)
        return Pause(sitting.chairs, sitting.actor, turns, news, secret, view.layout.crops)

    def _opened_lesson(self) -> Lesson | None:
        """The lesson on the page, if that is the screen."""
        return self._learning.lesson if self._screen == "lesson" else None

    def _coached(self) -> bool:
        """Whether the game on the page has a coach who speaks."""
        return self._open().sitting.game.headers.get(COACH) == "on"

    # Who looks

    def _open(self) -> Tabletop:
        if self._table is None:
            self._table = Tabletop(self._keeping.open(self._keeping.number_of(None)), self._moved)
        return self._table

    def _moved(self) -> Patch:
        """After any change of the game: it is kept, and shown."""
        self._keeping.keep(self._open().sitting)
        return self._shown()

    def _shown(self) -> Patch:
        """At another moment of the game: whose eyes the page has now, and what is said."""
        table = self._open()
        sitting = table.sitting
        heard = [line for line in sitting.lines() if self._heard <= line.at < table.head.at]
        self._heard = table.head.at
        self._look()
        extra: Patch = {}
        said = [line.text for line in heard]
        stage = table.stage()
        if self._screen == "ending":
            extra["focus"] = "result-title"
        elif self._screen == "curtain":
            extra["focus"] = "curtain-title"
        elif stage:
            table.shown = stage.seat
            said.append(words.prompt(stage.view, sitting.names))
            if stage.turn is None or self._on_page != self._screen:
                extra["focus"] = "card-title"
        if said:
            extra["say"] = " ".join(said)
        deciding = sitting.actor if stage or self._screen == "curtain" else NOBODY
        called = deciding not in (NOBODY, self._deciding)
        self._deciding = deciding
        extra["sound"] = OVER if self._screen == "ending" else TURN if called else happened(heard)
        return extra

    def _look(self) -> None:
        """Whose eyes the page has: one person's always; of several those whom a press has let in (rule 14.2)."""
        table = self._open()
        sitting = table.sitting
        persons = sitting.persons()
        table.forget()
        self._screen = "game"
        if sitting.over or sitting.person_to_act():
            table.head.hurried = False
        if not table.head.live:
            if len(persons) > 1 and sitting.game.state.seat != table.eyes:
                table.eyes = NOBODY
        elif sitting.over:
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
        if not sitting.over and not (table.head.live and sitting.actor == table.eyes):
            table.shown = table.timeline.actor(table.head.at)

    def _sit_down(self, table: Tabletop) -> Patch:
        """Begin to look at a game: a new one, one opened, or the one that was left."""
        self._table = table
        table.eyes = NOBODY
        table.head.to_now()
        self._heard = len(table.sitting.game.moves)
        self._on_page = ""
        extra = self._moved()
        del extra["sound"]  # nothing has happened
        if table.eyes == table.sitting.actor:
            table.shown = table.eyes
        if table.sitting.over:
            self._screen = "review"
            extra.pop("focus", None)
        return extra

    def _begin(self, sitting: Sitting, guest: bool = False) -> Patch:
        """Another game: the one that was left is kept. Without a free place it waits until one is made."""
        if self._keeping.begin(sitting, guest):
            return self._sit_down(Tabletop(sitting, self._moved))
        self._screen = "games"
        return {"focus": "choosing"}

    # Intents: to a game

    def _do_continue(self, value: object) -> Patch:
        number = self._keeping.number_of(value)
        if self._table is None or number != self._keeping.current:
            self._table = Tabletop(self._keeping.open(number), self._moved)
        return self._sit_down(self._table)

    def _do_replace(self, value: object) -> Patch:
        sitting = self._keeping.waiting
        if sitting is None:
            raise ValueError(_("No new game waits for a place."))
        self._keeping.do_delete(value)
        return self._begin(sitting)

    def _do_quick(self, _value: object) -> Patch:
        return self._begin(Sitting.new(first().chairs(), "random", secrets.randbelow(SEEDS)))

    def _do_guided(self, _value: object) -> Patch:
        """The first game: against the gentlest opponent, with a coach."""
        chairs = (Chair(NAMES[0], PERSON), Chair(NAMES[1], next(iter(LEVELS))))
        sitting = Sitting.new(chairs, "random", GUIDED)
        sitting.game.headers[COACH] = "on"
        return self._begin(sitting)

    def _do_new(self, _value: object) -> None:
        self._faults = {}
        self._screen = "setup"

    def _do_begin(self, value: object) -> Patch:
        chosen = self._set_up = setup_from(value)
        self._screen, self._faults = "setup", chosen.faults()
        if self._faults:
            field, fault = next(iter(self._faults.items()))
            return {"focus": field, "say": fault}
        minutes = int(chosen.clock or 0)
        sitting = Sitting.new(
            chosen.chairs(),
            chosen.start,
            seed_of(chosen.seed),
            chosen.screens,
            chosen.land(),
            chosen.hints,
            minutes,
        )
        self._set_up = replace(chosen, seed="")
        return self._begin(sitting) | {"save": self._save("setup", setup_text(chosen))}

    def _do_rematch(self, _value: object) -> Patch:
        old = self._open().sitting
        chairs = (*old.chairs[1:], old.chairs[0])
        return self._begin(
            Sitting.new(
                chairs,
                self._set_up.start,
                secrets.randbelow(SEEDS),
                old.screens,
                old.game.state.layout,
                old.why_no_hints() is None,
                old.clock.minutes if old.clock else 0,
            )
        )

    def _do_open(self, value: object) -> Patch | None:
        sitting = self._keeping.read_file(value)
        if sitting:
            return self._begin(sitting)
        self._screen = "games"
        return None

    def _do_link(self, value: object) -> Patch:
        sitting, moment = self._keeping.read_link(str(object_of(value).get("link", "")))
        patch = self._begin(sitting, guest=True)
        if moment and self._screen in _AT_TABLE:
            patch |= self._open().do_seek(moment) or {}
        return patch

    # Intents: to other screens

    def _do_home(self, _value: object) -> None:
        self._screen = "home"
        self._keeping.waiting = None
        if self._table and len(self._table.sitting.persons()) > 1:
            self._table.eyes = NOBODY

    def _do_learn(self, _value: object) -> Patch:
        self._screen = "learn"
        return {"focus": "learn-on"}

    def _do_lesson(self, value: object) -> Patch:
        """A lesson, from the course or for a rule."""
        self._learning.begin(str(value))
        if self._screen == "rules" and self._behind == "lesson":
            self._behind = "home"  # what was open there is another one now
        if self._screen != "lesson":
            self._before_lesson = self._screen if self._screen in ("rules", "game") else "learn"
        self._screen = "lesson"
        self._on_page = ""
        return {"focus": "coach-words"}

    def _do_leave(self, _value: object) -> Patch:
        """From a lesson back to the rules, to the question it explained, or to the course."""
        opened = self._opened_lesson()
        self._screen = self._before_lesson
        if self._screen == "game":
            self._look_again()
            return {"focus": "action"}
        if self._screen == "rules" and opened:
            return {"focus": rules_page.anchor(opened.play.scenario.rules[0])}
        return {"focus": "learn-on"}

    def _do_settings(self, _value: object) -> None:
        self._leave_for("settings")

    def _do_rules(self, value: object) -> Patch | None:
        if value is not None and value not in rules_page.numbers():
            raise ValueError(f"message: rules: no rule {str(value)[:20]!r}")
        self._sought = ""
        self._leave_for("rules")
        return {"focus": rules_page.anchor(str(value))} if value else None

    def _do_games(self, _value: object) -> None:
        self._do_home(None)
        self._screen = "games"

    def _do_statistics(self, _value: object) -> None:
        self._leave_for("statistics")

    def _do_share(self, value: object) -> None:
        self._keeping.show_link(value, self._table.sitting if self._table else None)
        self._leave_for("share")

    def _do_demo(self, value: object) -> Patch:
        """Make a demo of a moment, told as its number among all; without one, of the moment that is shown."""
        from keyharvest.page.making import made  # what few need is not waited for at the start

        table = self._open()
        at = table.head.at if value is None else table.moment_of(value)
        self._made = made(table.sitting, table.eyes, at)
        self._leave_for("demo")
        return {"focus": "demo-title"}

    def _do_demo_file(self, _value: object) -> Patch:
        if self._made is None:
            raise ValueError(_("No demo has been made."))
        text = scenario_text(self._made.data)
        return {"download": {"name": f"{self._made.id}.json", "type": "application/json", "text": text}}

    def _do_search(self, value: object) -> None:
        if not isinstance(value, str):
            raise ValueError("message: search: want a text")
        self._sought = value.strip()[:60]

    def _do_cards(self, value: object) -> Patch | None:
        if value is not None and value not in (*WORKER_INDEX, *EVENT_INDEX):
            raise ValueError(f"message: cards: no worker or event {str(value)[:20]!r}")
        to = {"focus": card_of(str(value))} if value else {}
        if self._screen in _AT_TABLE or self._opened_lesson():
            return {**self._do_over(CARDS), **to}
        self._leave_for("cards")
        return to

    def _do_over(self, value: object) -> Patch:
        """Lay something over the screen, which stays below as it is."""
        if not isinstance(value, str) or value not in LAID_OVER or (value == WORDS and self._scene() is None):
            raise ValueError(f"message: over: {str(value)[:20]!r} cannot be laid over this screen")
        self._over = value
        return {"over": True, "focus": "over-title"}

    def _do_bare(self, _value: object) -> None:
        """What lay over the screen has been taken off."""
        self._over = ""

    def _leave_for(self, screen: str) -> None:
        self._asked = False
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
                self._look_again()

    def _look_again(self) -> None:
        """Back at the table: the curtain falls if the page was hidden meanwhile."""
        table = self._open()
        if table.eyes == NOBODY and table.sitting.person_to_act():
            self._look()

    def _do_result(self, _value: object) -> None:
        if self._open().sitting.over:
            self._open().head.to_now()
            self._screen = "ending"

    def _do_review(self, _value: object) -> None:
        if self._open().sitting.over:
            self._screen = "review"

    # Intents: settings and storage

    def _do_set(self, value: object) -> Patch:
        wanted = object_of(value)
        patch = self._choose(changed_settings(self._settings, wanted))
        return patch | {"sound": TURN} if "sound" in wanted else patch

    def _do_defaults(self, _value: object) -> Patch:
        return self._choose(Settings())

    def _choose(self, settings: Settings) -> Patch:
        spoken = self._settings.language != settings.language
        self._settings = settings
        if self._table:
            self._table.paused = False
        patch: Patch = {}
        if spoken:
            self._tongue.again()
            if not self.lacks():
                patch = self.speak()
        return patch | {"save": self._save("settings", json.dumps(asdict(settings)))}

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
        if table and self._stopwatch.seat != NOBODY:
            self._keeping.keep(table.sitting)
        if table and len(table.sitting.persons()) > 1 and not table.sitting.over:
            table.eyes = NOBODY
            if self._screen == "game":
                self._look()

    def _do_visible(self, _value: object) -> None:
        """The page is seen again; that any message says."""

    def _do_step(self, _value: object) -> Patch | None:
        if self._screen != "game":
            return None
        self._open().stepping = True
        return self.step()

    def _do_end(self, _value: object) -> Patch | None:
        table = self._open()
        return table.end_turn(self._settings.confirm) if self._screen == "game" else None


def _both(one: Patch, other: Patch) -> Patch:
    """Two patches as one; where both say the same thing, the second holds."""
    attributes = one.get("attributes", {}), other.get("attributes", {})
    names = dict.fromkeys([*attributes[0], *attributes[1]])
    merged = {name: {**attributes[0].get(name, {}), **attributes[1].get(name, {})} for name in names}
    return one | other | ({"attributes": merged} if merged else {})


def _look(settings: Settings, past: bool) -> dict[str, str | None]:
    """The attributes of the page by which its style and its motion follow the settings, and the moment shown."""
    short = "short" if past or settings.pace == "fast" else None
    return {
        "data-theme": None if settings.theme == "auto" else settings.theme,
        "data-size": None if settings.size == "normal" else settings.size,
        "data-motion": short if settings.motion == "device" else settings.motion,
    }
