"""The scenarios that come with the game, and the course; their texts are read when this module is imported.

So they are in the memory snapshot that a page starts from, and no lesson waits for a file.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from keyharvest.scenario.form import Scenario, parse_scenario
from keyharvest.words.language import of_place


@dataclass(frozen=True, slots=True)
class CourseLesson:
    """One lesson of the course.

    Attributes:
        number: from 1.
        scenarios: their names, in playing order.
        seconds: how long reading and playing take.
        titles, lines: its title and its subject, by language.
    """

    number: int
    scenarios: tuple[str, ...]
    seconds: int
    titles: dict[str, str]
    lines: dict[str, str]

    def title(self, language: str) -> str:
        """Return its title, in English if the language has none."""
        return self.titles.get(language) or of_place(f"lesson {self.number} title", self.titles["en"])

    def line(self, language: str) -> str:
        """Return its subject."""
        return self.lines.get(language) or of_place(f"lesson {self.number} line", self.lines["en"])


def _text(name: str) -> str:
    return (pkgutil.get_data("keyharvest.scenario", f"library/{name}.json") or b"").decode()


class _Library(Mapping[str, Scenario]):
    """Scenarios by name, each parsed on first use: its text takes a sixth of the memory.

    Attributes:
        rules: the rules that each scenario shows, by its name; known without parsing it.
    """

    def __init__(self, names: list[str]) -> None:
        self._texts = {name: _text(name) for name in names}
        self.rules: dict[str, tuple[str, ...]] = {
            name: tuple(json.loads(text)["rules"]) for name, text in self._texts.items()
        }
        self._scenarios: dict[str, Scenario] = {}

    def __getitem__(self, name: str) -> Scenario:
        if name not in self._scenarios:
            try:
                found = parse_scenario(self._texts[name])
            except ValueError as error:
                raise ValueError(f"{name}.json: {error}") from None
            if found.id != name:
                raise ValueError(f"{name}.json: scenario: id: expected the file's name, not {found.id!r}")
            self._scenarios[name] = found
        return self._scenarios[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


_CONTENTS: Final[dict[str, Any]] = json.loads(_text("contents"))
#: All scenarios by name, in the order of the rules.
SCENARIOS: Final = _Library(_CONTENTS["scenarios"])
#: The lessons of the course, in order.
COURSE: Final[tuple[CourseLesson, ...]] = tuple(
    CourseLesson(number, tuple(each["scenarios"]), each["seconds"], each["title"], each["line"])
    for number, each in enumerate(_CONTENTS["course"], 1)
)
#: For every rule that no scenario shows, the reason.
NOT_SHOWN: Final[dict[str, str]] = _CONTENTS["not shown"]


def shown_by(rule: str) -> tuple[str, ...]:
    """Return the names of the scenarios that show a rule, by how early they list it, then those of the course first.

    >>> shown_by("3.1")
    ('two-actions', 'do-less', 'ripe-again')
    """
    found = [name for name, rules in SCENARIOS.rules.items() if rule in rules]
    return tuple(sorted(found, key=lambda name: (SCENARIOS.rules[name].index(rule), lesson_of(name) is None)))


def lesson_of(name: str) -> CourseLesson | None:
    """Return the lesson that a scenario is part of, or ``None``.

    >>> lesson = lesson_of("one-group")
    >>> lesson and lesson.number
    1
    """
    return next((lesson for lesson in COURSE if name in lesson.scenarios), None)
