"""The course: how far somebody has come, what is kept of it, and the lesson that is open."""

from __future__ import annotations

import json

from keyharvest.page.lessons.lesson import Lesson
from keyharvest.panels.lessons.learn import learn
from keyharvest.panels.parts.markup import Html
from keyharvest.rules.json_text import parse_json
from keyharvest.scenario import Play
from keyharvest.scenario.library import COURSE, SCENARIOS, CourseLesson


class Learning:
    """What a reader has done, and where the reader is.

    Attributes:
        done: the scenarios that have been played to their goal, in the order in which they were.
        lesson: the one that is open, or was last; ``None`` before the first.
    """

    def __init__(self) -> None:
        self.done: list[str] = []
        self.lesson: Lesson | None = None

    def read(self, text: str) -> None:
        """Take up what was kept; ``ValueError`` if it is not what :meth:`text` writes, and nothing is taken up."""
        try:
            data = parse_json(text, "lessons")
            done = [name for name in data["done"] if name in SCENARIOS]
            at = data["at"]
            lesson = None
            if at is not None and at["scenario"] in SCENARIOS:
                lesson = Lesson(Play.restored(SCENARIOS[at["scenario"]], at["step"], at["moves"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"lessons: what was kept cannot be read: {error!r}"[:200]) from None
        self.done, self.lesson = done, lesson

    def text(self) -> str:
        """What is kept: what has been done, and the way through the open lesson."""
        if self.lesson and self.lesson.finished and self.lesson.name not in self.done:
            self.done.append(self.lesson.name)
        if not self.done and self.lesson is None:
            return ""
        return json.dumps({"done": self.done, "at": self.lesson.play.kept() if self.lesson else None})

    def finished(self, lesson: CourseLesson) -> bool:
        """Whether every scenario of a lesson has been done."""
        return all(name in self.done for name in lesson.scenarios)

    def next(self) -> CourseLesson | None:
        """The first lesson of the course that is not done."""
        return next((lesson for lesson in COURSE if not self.finished(lesson)), None)

    def begin(self, name: str) -> None:
        """Open a scenario: from its beginning, or where it was left; ``ValueError`` if there is none of that name."""
        if name not in SCENARIOS:
            raise ValueError(f"message: lesson: no lesson {name[:40]!r}")
        if self.lesson is None or self.lesson.name != name or self.lesson.finished:
            self.lesson = Lesson(Play(SCENARIOS[name]))

    def following(self, name: str) -> str | None:
        """The scenario after one in the course; ``None`` after the last, and for those outside it."""
        names = [each for lesson in COURSE for each in lesson.scenarios]
        if name not in names or name == names[-1]:
            return None
        return names[names.index(name) + 1]

    def first_open(self, lesson: CourseLesson) -> str:
        """Where a press on a lesson leads: the scenario that is left, the first that is not done, or the first."""
        if self.lesson and self.lesson.name in lesson.scenarios and not self.lesson.finished:
            return self.lesson.name
        return next((name for name in lesson.scenarios if name not in self.done), lesson.scenarios[0])

    def screen(self, language: str) -> Html:
        """The course as it stands."""
        done = [lesson.number for lesson in COURSE if self.finished(lesson)]
        return learn(done, self.next(), [self.first_open(lesson) for lesson in COURSE], language)
