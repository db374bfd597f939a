"""The check of a scenario: play every line on the engine, and examine every claim and text."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from keyharvest.record import position_text
from keyharvest.rules import CHANCE, State, actor, legal, play
from keyharvest.rules.components import EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.geometry import INDEX
from keyharvest.scenario.facts import all_hold, as_text, holds, value_of
from keyharvest.scenario.form import Scenario, ScenarioStep
from keyharvest.scenario.run import Run
from keyharvest.words import why_not
from keyharvest.words.language import LANGUAGES, speaking

#: The maximum number of words of one text.
MOST_WORDS: Final = 25
#: A reference in a text.
REFERENCE: Final = re.compile(r"\b[A-G][1-9]\b")
_SPACE: Final = re.compile(r"(?:([1-4]):)?([A-G][1-9])")
_PLACES: Final = ("registry", "stock", "events", "bag", "fallow", "town", "points", "left", "end")
_CITED: Final = re.compile(r"\brules? \d")


def check(scenario: Scenario, languages: Collection[str] = tuple(LANGUAGES)) -> None:
    """Play a scenario through. Raise ``ValueError`` with the place and the first error.

    Every line must be legal and made by its seat, the draws must be used up, and claims must be true. The goal must be
    false at the start and true at the end, ``until`` must become true with the last move of each line, and no wrong
    line may be right. The words must exist in all ``languages`` and name only what is shown or moved.
    """
    try:
        _check(scenario, languages)
    except ValueError as error:
        raise ValueError(f"scenario {scenario.id}: {error}") from None


def _check(scenario: Scenario, languages: Collection[str]) -> None:
    run = Run(scenario.start, scenario.draws)
    run.settle("start")
    if all(_true(run.state, goal, "goal") for goal in scenario.goal):
        raise ValueError("goal: already reached before anything is done")
    keys = {"title", "goal"}
    for step in scenario.steps:
        place = f"step {step.id}"
        run.line(step.auto, f"{place}, auto")
        for claim in step.claims:
            if not _true(run.state, claim, f"{place}, true"):
                raise ValueError(f"{place}: not true: {claim} (it is {_is(run.state, claim)})")
        named = _shown(scenario, step, run.state)
        keys.add(step.id)
        if step.do:
            _check_lines(scenario, step, run)
            keys |= {f"{step.id}.hint", *(f"{step.id}.{key}" for key in step.wrong.values())}
        _check_names(scenario, step, named)
    if run.at != len(run.draws):
        raise ValueError(f"draws: not used: {' '.join(run.draws[run.at :])}"[:100])
    for goal in scenario.goal:
        if not holds(run.state, goal):
            raise ValueError(f"goal: not reached: {goal} (it is {_is(run.state, goal)})")
    if not any(step.do for step in scenario.steps):
        raise ValueError("steps: the reader does nothing")
    _check_words(scenario, keys, languages)


def _true(s: State, check: str, place: str) -> bool:
    """Whether a check is true. Raise ``ValueError`` with the place if the check itself is invalid."""
    try:
        return holds(s, check)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _is(s: State, check: str) -> str:
    return as_text(value_of(s, check.split()[0]))


# Lines


def _check_lines(scenario: Scenario, step: ScenarioStep, run: Run) -> None:
    """Check the reader's part of a step; the run continues after the model line."""
    place = f"step {step.id}"
    if actor(run.state) != scenario.you:
        raise ValueError(f"{place}: seat {actor(run.state) + 1} decides, not the reader")
    if step.until and all(_true(run.state, each, f"{place}, until") for each in step.until):
        raise ValueError(f"{place}: 'until' is already true before anything is done")
    before = run.copy()
    ends = set()
    for line in step.lines():
        other = before.copy()
        *way, last = line.split()
        other.line(" ".join(way), f"{place}, {line!r}", scenario.you)
        if step.until and all_hold(other.state, step.until):
            raise ValueError(f"{place}, {line!r}: 'until' is true before the last move")
        other.line(last, f"{place}, {line!r}", scenario.you)
        for each in step.until:
            if not _true(other.state, each, f"{place}, until"):
                raise ValueError(f"{place}, {line!r}: {each} is not true after it (it is {_is(other.state, each)})")
        ends.add(position_text(other.state))
    if not step.until and len(ends) > 1:
        raise ValueError(f"{place}: lines that end in different positions need a common 'until'")
    for line in step.wrong:
        _check_wrong(scenario, step, before.copy(), line)
    run.line(step.do, f"{place}, do", scenario.you)


def _check_wrong(scenario: Scenario, step: ScenarioStep, run: Run, line: str) -> None:
    """Check that a wrong line doesn't begin a right one, and that it is possible or refused with a rule's number."""
    place = f"step {step.id}, wrong {line!r}"
    if any(f"{right} ".startswith(f"{line} ") for right in step.lines()):
        raise ValueError(f"{place}: an accepted line begins with it")
    *way, last = line.split()
    run.line(" ".join(way), place, scenario.you)
    if actor(run.state) != scenario.you:
        raise ValueError(f"{place}: seat {actor(run.state) + 1} decides, not the reader")
    if last in legal(run.state):
        run.state = play(run.state, last)
        # If a draw isn't stacked, the reader sees another one, but the move is wrong all the same.
        with suppress(ValueError):
            run.settle(place)
        if step.until and actor(run.state) != CHANCE and all_hold(run.state, step.until):
            raise ValueError(f"{place}: this line is right: it does what the step asks")
    else:
        with speaking("en"):
            reason = why_not(run.state, last)
        if not _CITED.search(reason):
            raise ValueError(f"{place}: the engine's reason cites no rule")


# Words and their subjects


def _shown(scenario: Scenario, step: ScenarioStep, s: State) -> set[str]:
    """Return the references that are shown or moved in a step."""
    named = set(REFERENCE.findall(" ".join([step.auto, *step.lines(), *step.wrong])))
    for target in step.show:
        fault = target_fault(s, target) or _bare_space(s, target, scenario.you, named)
        if fault:
            raise ValueError(f"step {step.id}, show {target[:40]!r}: {fault}")
        named |= set(REFERENCE.findall(target))
    return named


def target_fault(s: State, target: str) -> str:
    """Return what is wrong with a value of ``show``, such as ``board1`` or ``store2:C5``; empty if nothing is."""
    if target in _PLACES or re.fullmatch(rf"act:[a-d]|worker:[{WORKER_LETTERS}]", target):
        return ""
    if match := re.fullmatch(r"(hand|store|workers|board|points)([1-4])", target):
        return "" if int(match[2]) <= s.players else "no such seat"
    if match := _SPACE.fullmatch(target):
        return "" if match[2] in INDEX and int(match[1] or 1) <= s.players else "no such space"
    if match := re.fullmatch(r"registry:([A-G][1-9])", target):
        return "" if match[1] in INDEX and s.registry >> INDEX[match[1]] & 1 else "not in the registry"
    if match := re.fullmatch(r"store([1-4]):([A-G][1-9])", target):
        there = match[2] in INDEX and s.store_of(INDEX[match[2]]) == int(match[1]) - 1
        return "" if there else "not in that store"
    if match := re.fullmatch(rf"event:([{EVENT_LETTERS}])", target):
        return "" if EVENT_LETTERS.index(match[1]) in s.placed else "not placed"
    return "nothing that can be shown"


def _bare_space(s: State, target: str, you: int, moved: set[str]) -> str:
    """Return a fault if ``show`` names an empty space where no move of the step goes, nor the tile asked about."""
    match = _SPACE.fullmatch(target)
    if not match or match[2] in moved:
        return ""
    seat, space = int(match[1]) - 1 if match[1] else you, INDEX[match[2]]
    coming = getattr(s.stack[-1], "tile", -1) if s.stack else -1
    standing = [stood for _worker, stood in s.posts[seat]]
    return "" if space == coming or s.fields[seat] >> space & 1 or space in standing else "an empty space"


def _check_names(scenario: Scenario, step: ScenarioStep, named: set[str]) -> None:
    for language, words in scenario.words.items():
        for key, text in words.items():
            if key.split(".")[0] == step.id:
                for name in REFERENCE.findall(text):
                    if name not in named:
                        raise ValueError(f"words {language}, {key}: names {name}, which is neither shown nor moved")


def _check_words(scenario: Scenario, keys: set[str], languages: Collection[str]) -> None:
    for language in languages:
        if language not in scenario.words:
            raise ValueError(f"words: {language!r} is missing")
    for language, words in scenario.words.items():
        for key in sorted(keys - set(words)):
            raise ValueError(f"words {language}: {key!r} is missing")
        for key in sorted(set(words) - keys):
            raise ValueError(f"words {language}: {key!r} is never used")
        for key, text in words.items():
            number = len(text.split(" "))  # French punctuation after a narrow space isn't a word
            if number > MOST_WORDS:
                raise ValueError(f"words {language}, {key}: {number} words; at most {MOST_WORDS}")
