"""The course, a lesson, and a demo made from a moment of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from keyharvest.page.core.drawing import Patch, download
from keyharvest.page.core.forms import or_nothing, text_of
from keyharvest.page.core.intent import CHOICES, EVERYWHERE, intent
from keyharvest.page.core.screen import Intent, Screen, steady
from keyharvest.page.lessons import lesson_view as panels
from keyharvest.page.lessons.lesson import Lesson, names_for
from keyharvest.page.page import Page
from keyharvest.page.parts import frame
from keyharvest.page.tabletop.tabletop import TABLE_PARTS, Tabletop
from keyharvest.picture.elements import Html
from keyharvest.scenario import Scenario, scenario_text
from keyharvest.words.language import _, code


class LearnScreen(Screen):
    """The course."""

    name = "learn"
    page: Page

    def content(self) -> Html:
        return self.page.learning.screen(code())

    def after_lesson(self, _rule: str) -> Patch:
        return {"focus": "learn-on"}

    @intent(on=EVERYWHERE)
    def do_learn(self) -> Patch:
        """Show the course."""
        self.page.here.show(self.name)
        return {"focus": "learn-on"}


class LessonScreen(Screen):
    """A lesson, on a table of its own."""

    name = "lesson"
    ends = False
    offers = (CHOICES,)
    parts = (("lesson", Lesson), *TABLE_PARTS)
    in_notebook = True
    page: Page
    _before: Screen | None = None

    @property
    def lesson(self) -> Lesson:
        """The open lesson, or the last one."""
        assert self.page.learning.lesson
        return self.page.learning.lesson

    @property
    def table(self) -> Tabletop:
        return self.lesson.table

    def draw(self) -> tuple[Html, Mapping[str, Html]]:
        lesson, before = self.lesson, self._before.name if self._before else LearnScreen.name
        around = frame.played(frame.lesson_frame(), panels.screen_class(lesson.play.scenario))
        return around, lesson.panels(self.page.learning.following(lesson.name), before)

    def place(self) -> str:
        return f"{self.name}:{self.lesson.name}"

    def enter(self, which: str) -> Patch | None:
        lesson = self.page.learning.lesson
        if lesson is None or lesson.name != which:
            return self.do_lesson(which)
        self.page.here.show(self.name)
        self.page.drawn.again()
        return None

    def do(self, found: Intent, act: Callable[[Any], Patch | None]) -> Patch | None:
        return self.lesson.do(found.owner(self), act, found.deed.on == CHOICES)

    def wait(self, pace: str) -> float | None:
        return self.lesson.wait(steady(pace))

    def step(self) -> tuple[Patch, bool]:
        return self.lesson.step(), True

    @intent(text_of, on=EVERYWHERE)
    def do_lesson(self, name: str) -> Patch:
        """Open a lesson, from the course or for a rule."""
        self.page.learning.begin(name)
        here = self.page.here
        if here.behind is self:
            here.behind = here.find("home")  # the lesson behind the rules is no longer open
        if here.shown is not self:
            self._before = here.shown if here.shown.explains else None
        here.show(self.name)
        self.page.drawn.again()
        return {"focus": "coach-words"}

    @intent(on=EVERYWHERE)
    def do_leave(self) -> Patch | None:
        """Return from a lesson to where it was opened: the rules, the question it explained, or the course."""
        here = self.page.here
        if here.shown is not self:
            return None
        rule = self.lesson.play.scenario.rules[0]
        here.shown = self._before or here.find(LearnScreen.name)
        here.shown.returned()
        return here.shown.after_lesson(rule)


class DemoScreen(Screen):
    """A demo made from a moment of a game or from a position, to be embedded in other pages."""

    name = "demo"
    aside = True
    page: Page
    _made: Scenario | None = None
    _open = False

    def content(self) -> Html:
        from keyharvest.page.lessons.making import making  # needed rarely, so the page starts without it

        assert self._made
        return making(self._made, names_for(self._made), code(), self._open)

    def enter(self, _which: str) -> None:
        if self._made is None:
            raise ValueError(_("There is no demo yet."))
        self.page.here.leave_for(self.name)

    def begin(self, made: Scenario, public: bool) -> Patch:
        """Show a demo; ``public``: whether all hands are open in it."""
        self._made, self._open = made, public
        self.page.here.leave_for(self.name)
        return {"focus": "demo-title"}

    @intent(or_nothing(text_of), on=EVERYWHERE)
    def do_demo(self, value: str | None) -> Patch:
        """Make a demo of a moment, given by its number in the history, or (no value) of the one shown."""
        from keyharvest.page.lessons.making import made

        table = self.page.seating.open()
        at = table.head.at if value is None else table.playback.moment_of(value)
        return self.begin(made(table.sitting, table.viewer, at), table.sitting.over)

    @intent(on=EVERYWHERE)
    def do_demo_file(self) -> Patch:
        """Save the demo as a file."""
        if self._made is None:
            raise ValueError(_("There is no demo yet."))
        return download(f"{self._made.id}.json", "application/json", scenario_text(self._made.data))


SCREENS: Final[tuple[type[Screen], ...]] = (LearnScreen, LessonScreen, DemoScreen)
