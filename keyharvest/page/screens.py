"""Which screen is shown, what stands on it, and the ways from one to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from keyharvest.advice.coach import closing
from keyharvest.history.tally import by_round
from keyharvest.page.drawing import look
from keyharvest.page.game.seating import AT_TABLE, Seating
from keyharvest.page.game.tabletop import Patch
from keyharvest.page.lessons.lesson import Lesson, names_for
from keyharvest.page.tongue import Tongue
from keyharvest.panels.game import history
from keyharvest.panels.game.over import CARDS, LAID_OVER, WORDS, over
from keyharvest.panels.lessons import lesson
from keyharvest.panels.parts import frame
from keyharvest.panels.scene import Scene
from keyharvest.panels.screens import review, rules_page
from keyharvest.panels.screens.cards import card_of, cards_screen
from keyharvest.panels.screens.curtain import Pause, curtain
from keyharvest.panels.screens.ending import ending
from keyharvest.panels.screens.home import home
from keyharvest.panels.screens.rules_screen import rules_screen
from keyharvest.panels.screens.set_up import setup
from keyharvest.panels.screens.settings import settings
from keyharvest.rules import round_of
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX
from keyharvest.scenario import Scenario, scenario_text
from keyharvest.table.sitting import NOBODY, Sitting
from keyharvest.words.language import _, code

_NEWS: Final = 12
#: The screens that one comes back from to where one was.
_ASIDE: Final = ("settings", "rules", "cards", "statistics", "share", "demo")


class Screens(Seating):
    """A page with screens: methods named ``_do_…`` carry out the intents that lead from one to another."""

    def __init__(self, saved: dict[str, str]) -> None:
        super().__init__(saved)
        self._tongue = Tongue(saved.get("language", ""))
        self._behind = "home"
        self._before_lesson = "learn"
        self._made: Scenario | None = None
        self._asked = False
        self._sought = ""
        self._over = ""
        self._told_place = ""

    # Where one is

    def _place(self) -> str:
        """Where the person is, as a word that :meth:`_do_to` leads back to: a screen, and which game or lesson."""
        opened = self._opened_lesson()
        if opened:
            return f"lesson:{opened.name}"
        if self._screen in ("game", "curtain", "ending", "review"):
            screen = "review" if self._screen == "review" else "game"
            return screen if self._keeping.current is None else f"{screen}:{self._keeping.current}"
        return self._screen

    def _do_to(self, value: object) -> Patch | None:
        """Lead to a place of before, or home if it no longer exists. A hand stays behind the curtain (rule 14.2)."""
        screen, _colon, which = value.partition(":") if isinstance(value, str) else ("", "", "")
        plain: dict[str, Callable[[object], Patch | None]] = {
            "setup": self._do_new, "learn": self._do_learn, "rules": self._do_rules, "cards": self._do_cards,
            "settings": self._do_settings, "games": self._do_games, "statistics": self._do_statistics,
        }  # fmt: skip
        lesson = self._memory.learning.lesson
        try:
            if screen in plain:
                return plain[screen](None)
            if screen in ("game", "review") and (which or self._table):
                return self._do_continue(which) if which else self._sit_down(self._open())
            if screen == "lesson" and lesson and lesson.name == which:
                self._screen, self._drawn.screen = "lesson", ""
                return None
            if screen == "lesson":
                return self._do_lesson(which)
            if (screen == "share" and self._keeping.sharing) or (screen == "demo" and self._made):
                self._leave_for(screen)
                return None
        except ValueError:
            pass  # what was there has been deleted
        self._do_home(None)
        return None

    # What stands on them

    def _draw(self) -> Patch:
        """What has changed on the page since it was drawn last."""
        if self._drawn.screen != self._screen:
            self._over = ""  # a new screen lies bare
        main, panels = self._framed() or (frame.page(self._content(), self._screen), None)
        drawn = self._drawn.draw(self._screen, main, panels, self._laid_over())
        return drawn | self._marked()

    def _framed(self) -> tuple[str, Mapping[str, str]] | None:
        """The frame of a screen that has panels, and these."""
        opened = self._opened_lesson()
        if opened:
            return frame.page(lesson.frame(), f"{lesson.screen_class(opened.play.scenario)} playing"), opened.panels(
                self._memory.learning.following(opened.name), self._before_lesson
            )
        if self._screen not in AT_TABLE:
            return None
        table = self._open()
        inside = frame.game_frame(len(self._open().sitting.chairs)) if self._screen == "game" else review.review_frame()
        playing = " playing" if self._screen == "game" else ""
        around = frame.page(inside, f"{self._screen}{playing} seats-{len(table.sitting.chairs)}")
        if self._screen == "review":
            return around, review.panels(table.scene(), table.timeline.course(table.eyes), table.analysis)
        return around, table.panels(self._memory.settings.pace == "step")

    def _content(self) -> str:
        """What stands on a screen other than the game's."""
        if self._screen == "setup":
            return setup(self._memory.set_up, self._faults)
        if self._screen == "settings":
            shelf = self._keeping.shelf
            size = self._memory.size() + shelf.size()
            return settings(self._memory.settings, size, bool(shelf.entries), self._asked, self._tongue.fault())
        if self._screen == "rules":
            return rules_screen(self._sought)
        if self._screen == "cards":
            return cards_screen()
        if self._screen == "learn":
            return self._memory.learning.screen(code())
        if self._screen == "curtain":
            return curtain(self._pause(self._open().sitting))
        if self._screen == "ending":
            sitting = self._open().sitting
            said = closing(sitting.game.state, sitting.persons()[0], sitting.names) if self._coached() else ""
            return ending(self._open().scene(), by_round(sitting.game.states), said)
        if self._screen == "demo" and self._made:
            from keyharvest.panels.lessons.making import making

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
        turns = round_of(view.turn, view.players)
        return Pause(sitting.chairs, sitting.actor, turns, news, secret, view.layout.crops)

    def _laid_over(self) -> str:
        """What lies over the screen; nothing at most times."""
        return over(self._over, self._scene(), self._memory.settings.letters) if self._over else ""

    def _scene(self) -> Scene | None:
        """What lies on the table below, if there is one."""
        opened = self._opened_lesson()
        if opened:
            return opened.table.scene()
        return self._open().scene() if self._screen in AT_TABLE else None

    def _opened_lesson(self) -> Lesson | None:
        """The lesson on the page, if that is the screen."""
        return self._memory.learning.lesson if self._screen == "lesson" else None

    def _marked(self) -> Patch:
        """What marks the moment shown, and the look that the page has at it."""
        marks: dict[str, dict[str, str]] = {}
        past = False
        if self._screen in AT_TABLE:
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
        return self._drawn.mark(marks, look(self._memory.settings, past))

    # From one to another

    def _do_home(self, _value: object) -> None:
        self._screen = "home"
        self._keeping.waiting = None
        if self._table and len(self._table.sitting.persons()) > 1:
            self._table.eyes = NOBODY

    def _do_new(self, _value: object) -> None:
        self._faults = {}
        self._screen = "setup"

    def _do_learn(self, _value: object) -> Patch:
        self._screen = "learn"
        return {"focus": "learn-on"}

    def _do_lesson(self, value: object) -> Patch:
        """A lesson, from the course or for a rule."""
        self._memory.learning.begin(str(value))
        if self._screen == "rules" and self._behind == "lesson":
            self._behind = "home"  # what was open there is another one now
        if self._screen != "lesson":
            self._before_lesson = self._screen if self._screen in ("rules", "game") else "learn"
        self._screen = "lesson"
        self._drawn.screen = ""
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

    def _do_search(self, value: object) -> None:
        if not isinstance(value, str):
            raise ValueError("message: search: want a text")
        self._sought = value.strip()[:60]

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
        from keyharvest.page.lessons.making import made  # what few need is not waited for at the start

        table = self._open()
        at = table.head.at if value is None else table.moment_of(value)
        self._made = made(table.sitting, table.eyes, at)
        self._leave_for("demo")
        return {"focus": "demo-title"}

    def _do_demo_file(self, _value: object) -> Patch:
        if self._made is None:
            raise ValueError(_("There is no demo yet."))
        text = scenario_text(self._made.data)
        return {"download": {"name": f"{self._made.id}.json", "type": "application/json", "text": text}}

    def _do_cards(self, value: object) -> Patch | None:
        if value is not None and value not in (*WORKER_INDEX, *EVENT_INDEX):
            raise ValueError(f"message: cards: no worker or event {str(value)[:20]!r}")
        to = {"focus": card_of(str(value))} if value else {}
        if self._screen in AT_TABLE or self._opened_lesson():
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

    def _do_result(self, _value: object) -> None:
        if self._open().sitting.over:
            self._open().head.to_now()
            self._screen = "ending"

    def _do_review(self, _value: object) -> None:
        if self._open().sitting.over:
            self._screen = "review"

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
