"""The form of a scenario file: a strict reader, and a writer (docs/scenarios.md)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from keyharvest.record import parse_position
from keyharvest.rules import State
from keyharvest.rules.foreign import check_text, showable, visible
from keyharvest.rules.json_text import is_whole, parse_json, shown
from keyharvest.scenario.setting import expand
from keyharvest.words.language import FIRM, of_place
from keyharvest.words.terms import RULE_IN_CHAPTER

VERSION: Final = 1
#: The longest file that is read.
LONGEST: Final = 10_000
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}\Z")
_STEP: Final = re.compile(r"[a-z]{1,8}\Z")
_RULE: Final = re.compile(rf"\d+{RULE_IN_CHAPTER}\Z", re.ASCII)
_LANGUAGE: Final = re.compile(r"[a-z]{2}\Z")
_KEYS: Final = ("$schema", "scenario", "id", "rules", "you", "table", "position", "draws", "steps", "goal", "words")
_STEP_KEYS: Final = ("id", "auto", "true", "show", "do", "or", "until", "wrong")


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """One step: the page's moves, claims, things to highlight, and then the reader's part, if any.

    Attributes:
        id: the key of its words.
        auto: moves made before it, as a line.
        claims: checks that are true after those moves.
        show: the things that the words are about.
        do: the model line; empty if the reader only reads. ``others``: lines that count as well.
        until: checks that end the step once they are true.
        wrong: the key of the reply to each wrong line.
    """

    id: str
    auto: str
    claims: tuple[str, ...]
    show: tuple[str, ...]
    do: str
    others: tuple[str, ...]
    until: tuple[str, ...]
    wrong: dict[str, str]

    def lines(self) -> tuple[str, ...]:
        """All lines that fulfil the step, the model line first."""
        return (self.do, *self.others) if self.do else ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario from a file.

    Attributes:
        id: its name; ``rules``: the numbers of the rules that it shows; ``you``: the reader's seat, from 0.
        start: the position before any draw or move; ``draws``: the draws from the bag, in order.
        steps: the steps in order; ``goal``: the checks that are true at the end.
        words: the texts of each language by key.
        data: the JSON object of the file.
    """

    id: str
    rules: tuple[str, ...]
    you: int
    start: State
    draws: tuple[str, ...]
    steps: tuple[ScenarioStep, ...]
    goal: tuple[str, ...]
    words: dict[str, dict[str, str]]
    data: dict[str, Any]

    def text(self, key: str, language: str = "en") -> str:
        """Return a text by its key (``title``, ``goal``, ``a``, ``a.hint`` …), as :meth:`texts` chooses its language.

        On the page the library contains only English; the other languages come with their catalogues.
        """
        text = self.texts(language)[key]
        return text if language in self.words else of_place(f"{self.id} {key}", text)

    def texts(self, language: str) -> dict[str, str]:
        """Return the texts by key in a language, or else in English, or in the first language of the file."""
        return self.words.get(language) or self.words.get("en") or next(iter(self.words.values()))


def parse_scenario(text: str) -> Scenario:
    """Read a scenario. Raise ``ValueError`` with the place and the reason if it is invalid.

    This covers only the form and the soundness of the position; :func:`keyharvest.scenario.check` plays it.
    """
    if len(check_text("scenario", text)) > LONGEST:
        raise ValueError(f"scenario: file: {len(text)} characters; at most {LONGEST}")
    return scenario_of(parse_json(text, "scenario: file"))


def scenario_of(data: object) -> Scenario:
    """Read the scenario in a JSON object. Raise ``ValueError`` as :func:`parse_scenario` does."""
    found = _object(data, "file", _KEYS, ("scenario", "id", "rules", "steps", "goal", "words"))
    if found["scenario"] != VERSION or isinstance(found["scenario"], bool):
        raise ValueError(f"scenario: scenario: expected {VERSION}, the version, not {shown(found['scenario'])}")
    _text(found.get("$schema", "-"), "$schema")
    name = _matching(found["id"], "id", _NAME, "lowercase letters, digits and hyphens")
    rules = _texts(found["rules"], "rules", least=1)
    for rule in rules:
        _matching(rule, "rules", _RULE, "a number such as 4.1 or 12N")
    if ("table" in found) == ("position" in found):
        raise ValueError("scenario: file: expected either 'table' or 'position'")
    if "table" in found:
        start = expand(found["table"])
    else:
        try:
            start = parse_position(_text(found["position"], "position"))
        except ValueError as error:
            raise ValueError(f"scenario: {error}") from None
    you = found.get("you", 1)
    if not is_whole(you, 1, start.players):
        raise ValueError(f"scenario: you: expected a seat from 1 to {start.players}, not {shown(you)}")
    return Scenario(
        name,
        rules,
        you - 1,
        start,
        tuple(_text(found.get("draws", ""), "draws", empty=True).split()),
        _steps(found["steps"]),
        _texts(found["goal"], "goal", least=1),
        _words(found["words"]),
        found,
    )


def _steps(value: object) -> tuple[ScenarioStep, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError(f"scenario: steps: expected a list of steps, not {shown(value)}")
    steps: list[ScenarioStep] = []
    for number, each in enumerate(value, 1):
        place = f"step {number}"
        data = _object(each, place, _STEP_KEYS, ("id",))
        name = _matching(data["id"], f"{place}, id", _STEP, "one to eight lowercase letters")
        if name in ("title", "goal") or name in [step.id for step in steps]:
            raise ValueError(f"scenario: {place}, id: {name!r} is taken")
        place = f"step {name}"
        if "do" not in data and (also := [key for key in ("or", "until", "wrong") if key in data]):
            raise ValueError(f"scenario: {place}: {also[0]!r} is only for a step with 'do'")
        wrong = data.get("wrong", {})
        if not isinstance(wrong, dict):
            raise ValueError(f"scenario: {place}, wrong: expected an object, not {shown(wrong)}")
        for line, key in wrong.items():
            _text(line, f"{place}, wrong")
            _matching(key, f"{place}, wrong {line[:40]!r}", _STEP, "one to eight lowercase letters")
        steps.append(
            ScenarioStep(
                name,
                _text(data.get("auto", ""), f"{place}, auto", empty=True),
                _texts(data.get("true", []), f"{place}, true"),
                _texts(data.get("show", []), f"{place}, show"),
                _text(data["do"], f"{place}, do") if "do" in data else "",
                _texts(data.get("or", []), f"{place}, or"),
                _texts(data.get("until", []), f"{place}, until"),
                wrong,
            )
        )
    return tuple(steps)


def _words(value: object) -> dict[str, dict[str, str]]:
    if not isinstance(value, dict) or not value:
        raise ValueError("scenario: words: expected an object of languages, such as 'en'")
    for language, texts in value.items():
        _matching(language, "words", _LANGUAGE, "a language of two lowercase letters")
        if not isinstance(texts, dict):
            raise ValueError(f"scenario: words {language}: expected an object, not {shown(texts)}")
        for key, text in texts.items():
            _text(text, f"words {language}, {key[:40]}", firm=FIRM)
    return value


# Check single values, with clear errors


def _object(value: object, place: str, allowed: tuple[str, ...], wanted: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"scenario: {place}: expected an object, not {shown(value)}")
    for key in value:
        if key not in allowed:
            raise ValueError(f"scenario: {place}: unknown key {shown(key)}; expected one of {', '.join(allowed)}")
    for key in wanted:
        if key not in value:
            raise ValueError(f"scenario: {place}: {key!r} is missing")
    return value


def _text(value: object, place: str, empty: bool = False, firm: str = "") -> str:
    """Return a text; the characters of ``firm`` may also separate its words."""
    if not isinstance(value, str) or not (value or empty):
        raise ValueError(f"scenario: {place}: expected text, not {shown(value)}")
    plain = value.translate(dict.fromkeys(map(ord, firm), "_"))
    if not showable(plain) or not visible(plain or "-") or plain != " ".join(plain.split()):
        raise ValueError(f"scenario: {place}: stray spaces, or characters that can't be shown: {shown(value)}")
    return value


def _texts(value: object, place: str, least: int = 0) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) < least:
        raise ValueError(f"scenario: {place}: expected a list of strings, not {shown(value)}")
    return tuple(_text(each, place) for each in value)


def _matching(value: object, place: str, pattern: re.Pattern[str], wanted: str) -> str:
    if not isinstance(value, str) or not pattern.match(value):
        raise ValueError(f"scenario: {place}: expected {wanted}, not {shown(value)}")
    return value


# Writing


def scenario_text(data: dict[str, Any]) -> str:
    """Write a scenario's object in the usual format: one step or text per line, for readable diffs.

    >>> print(scenario_text({"scenario": 1, "goal": ["left = 0"]}), end="")
    {
     "scenario": 1,
     "goal": ["left = 0"]
    }
    """
    lines = []
    for key in sorted(data, key=lambda key: _KEYS.index(key) if key in _KEYS else len(_KEYS)):
        value = data[key]
        if key == "steps" and isinstance(value, list):
            inside = ",\n".join("  " + _compact(step) for step in value)
            lines.append(f' "steps": [\n{inside}\n ]')
        elif key == "words" and isinstance(value, dict):
            languages = []
            for language, texts in value.items():
                inside = ",\n".join(f"   {_compact(name)}: {_compact(text)}" for name, text in texts.items())
                languages.append(f'  "{language}": {{\n{inside}\n  }}')
            lines.append(' "words": {\n' + ",\n".join(languages) + "\n }")
        else:
            lines.append(f" {_compact(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
