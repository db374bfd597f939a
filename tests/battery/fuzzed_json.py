"""Texts in JSON as the fuzzer changes them, node by node, and readers of those that no other kind covers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from keyharvest.page.core.memory import Memory
from keyharvest.page.lessons.learning import Learning
from keyharvest.puzzles import load
from keyharvest.puzzles.mining import mine, read_mined
from keyharvest.puzzles.puzzle import parse_row
from keyharvest.puzzles.words import HINTS, hint, question
from keyharvest.saved.puzzle_results import read_text
from keyharvest.scenario import check, parse_scenario, scenario_text
from keyharvest.scenario.library import SCENARIOS

_ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, float("nan"), 1e308, 10**30, "", "x", "1", "１", "\0", "\ud800", "kh1.", "2026-01-05"),
    *([], {}, [[]], {"a": 1}, "x" * 20_000, [0] * 200),
)


def _nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from _nodes(value[key], (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def change_node(text: str, other: str, rng: random.Random) -> str:
    """Delete, repeat or swap a node of a JSON text, replace it with something odd, or take one from elsewhere in it."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    paths = list(_nodes(value))
    path = rng.choice(paths)
    if not path:
        return json.dumps(rng.choice(_ODD))
    parent, key = _at(value, path[:-1]), path[-1]
    match rng.randrange(6):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent.insert(key, parent[key])
        case 1:
            parent[f"{key}x"] = parent.pop(key)
        case 2:
            twin = rng.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
            parent[key], parent[twin] = parent[twin], parent[key]
        case 3:
            parent[key] = json.loads(json.dumps(_at(value, rng.choice(paths))))
        case _:
            parent[key] = rng.choice(_ODD)
    return json.dumps(value)


@cache
def scenarios() -> Sequence[str]:
    """Return the library's scenarios."""
    return [scenario_text(each.data) for each in SCENARIOS.values()]


def read_scenario(text: str, rng: random.Random) -> None:
    """Read a scenario, play it, and write it."""
    scenario = parse_scenario(text)
    check(scenario, ("en",))
    assert parse_scenario(scenario_text(scenario.data)).data == scenario.data


def rows() -> Sequence[str]:
    """Return some lines of the file of puzzles."""
    return [puzzle.row() for puzzle in list(load())[::20]]


def read_row(text: str, rng: random.Random) -> None:
    """Read a puzzle, and ask its question with all hints."""
    puzzle = parse_row(text, 1)
    names = ["Ann", "Ben", "Cleo", "Dan"][: puzzle.seen.state.players]
    question(puzzle, names)
    for step in range(1, HINTS + 1):
        hint(puzzle, step, names)


@cache
def mined() -> Sequence[str]:
    """Return a line of mined puzzles."""
    return [mine(3).text()]


def read_line(text: str, rng: random.Random) -> None:
    """Read a line of mined puzzles, and write it."""
    found = read_mined(text)
    assert read_mined(found.text()) == found


def progress() -> Sequence[str]:
    """Return progress in the course, as it is stored."""
    return ['{"done": ["chain"], "at": {"scenario": "first-harvest", "step": 0, "moves": []}}']


def read_progress(text: str, rng: random.Random) -> None:
    """Read progress in the course: nothing unreadable is replaced before there is more."""
    memory = Memory({"learn": text})
    assert Learning(memory).unsaved().get("learn", "") is not None
    if memory.fault:
        raise ValueError(memory.fault)


def results() -> Sequence[str]:
    """Return results in puzzles, as they are stored."""
    return ['{"tries": [[7, "2026-01-05", 1, 0, 20], [9, "2026-01-06", 0, 2, -8]], "days": {"2026-01-05": 1}}']


def read_results(text: str, rng: random.Random) -> None:
    """Read results in puzzles, and write them."""
    found = read_text(text)
    assert not found.text() or read_text(found.text()).data() == found.data()
