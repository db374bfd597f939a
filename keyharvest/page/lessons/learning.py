"""The course: the reader's progress, its storage, and the open lesson."""

from __future__ import annotations

import json

from keyharvest.page.core.memory import LEARNT, Memory
from keyharvest.page.lessons.learn_view import learn
from keyharvest.page.lessons.lesson import Lesson
from keyharvest.picture.elements import Html
from keyharvest.rules.json_text import parse_json
from keyharvest.scenario import Play
from keyharvest.scenario.library import COURSE, SCENARIOS, CourseLesson


class Learning:
    """A reader's progress in the course, and the open lesson.

    Attributes:
        done: the scenarios played to their goal, in the order of completion.
        lesson: the open lesson, or the last one; ``None`` before the first.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.done: list[str] = []
        self.lesson: Lesson | None = None
        memory.read(LEARNT, self._read, None)

    def _read(self, text: str) -> None:
        """Read stored progress. Raise ``ValueError`` if it is damaged; if only the open lesson is, ``done`` is read.

        Another version may have other scenarios: names that aren't known here are kept.
        """
        try:
            data = parse_json(text, "text")
            done, at = data["done"], data["at"]
            if not isinstance(done, list) or not all(isinstance(name, str) for name in done):
                raise TypeError
            self.done = done
            if at is not None and at["scenario"] in SCENARIOS:
                self.lesson = Lesson(
                    Play.restored(SCENARIOS[at["scenario"]], at["step"], at["moves"]), self._memory.set_up.reader
                )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            reason = error if isinstance(error, ValueError) else "expected the scenarios done, and the open one"
            raise ValueError(f"lessons: the saved progress can't be read: {reason}"[:200]) from None

    def unsaved(self) -> dict[str, str | None]:
        """Return the progress for the page to store, if it has changed; none doesn't replace an unreadable text."""
        text = self._text()
        return self._memory.keep(LEARNT, text) if text and text != self._memory.text(LEARNT) else {}

    def _text(self) -> str:
        if self.lesson and self.lesson.finished and self.lesson.name not in self.done:
            self.done.append(self.lesson.name)
        if not self.done and self.lesson is None:
            return ""
        return json.dumps({"done": self.done, "at": self.lesson.play.kept() if self.lesson else None})

    def finished(self, lesson: CourseLesson) -> bool:
        """Whether every scenario of a lesson is done."""
        return all(name in self.done for name in lesson.scenarios)

    def lessons(self) -> list[int]:
        """Return the numbers of the finished lessons."""
        return [lesson.number for lesson in COURSE if self.finished(lesson)]

    def next(self) -> CourseLesson | None:
        """Return the first unfinished lesson of the course."""
        return next((lesson for lesson in COURSE if not self.finished(lesson)), None)

    def begin(self, name: str) -> None:
        """Open a scenario at its beginning, or where it was left. Raise ``ValueError`` for an unknown name."""
        if name not in SCENARIOS:
            raise ValueError(f"message: lesson: no lesson {name[:40]!r}")
        if self.lesson is None or self.lesson.name != name or self.lesson.finished:
            self.lesson = Lesson(Play(SCENARIOS[name]), self._memory.set_up.reader)

    def following(self, name: str) -> str | None:
        """Return the next scenario of the course; ``None`` after the last, and for those outside it."""
        names = [each for lesson in COURSE for each in lesson.scenarios]
        if name not in names or name == names[-1]:
            return None
        return names[names.index(name) + 1]

    def first_open(self, lesson: CourseLesson) -> str:
        """Return the scenario that a lesson opens with: the one in progress, the first unfinished one, or the first."""
        if self.lesson and self.lesson.name in lesson.scenarios and not self.lesson.finished:
            return self.lesson.name
        return next((name for name in lesson.scenarios if name not in self.done), lesson.scenarios[0])

    def screen(self, language: str) -> Html:
        """Draw the course in its present state."""
        return learn(self.lessons(), self.next(), [self.first_open(lesson) for lesson in COURSE], language)
