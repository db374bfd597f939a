"""The golden records end as before, on every Python, and reach every worker and every event."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from keyharvest.record import Record, parse_record, position_text, record_text
from keyharvest.rules import CHANCE, actor, decision, legal
from keyharvest.rules.components import EVENT_LETTERS, EVENTS, WORKER_LETTERS, WORKERS
from keyharvest.rules.frames import Displaced, FieldDraw
from tests.golden.make import GAMES, SCRIPTS, played, seeded
from tests.golden.replay import FOLDER
from tests.referee.records import replay

KEPT: dict[str, Any] = json.loads((FOLDER / "results.json").read_text(encoding="utf-8"))
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", pytest.param("0", marks=pytest.mark.long)])
def test_the_records_come_to_what_they_came_to_under_any_hash_seed(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.replay"],
        cwd=FOLDER.parent.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found.keys() == KEPT.keys()
    for name, result in KEPT.items():
        assert found[name] == result, name


@pytest.mark.slow
def test_there_are_twenty_games_of_each_size_in_both_start_modes_and_all_scripts() -> None:
    assert KEPT.keys() == TEXTS.keys()
    starts: Counter[tuple[int, str]] = Counter()
    for name, text in TEXTS.items():
        if name.startswith("random-"):
            starts[parse_record(text).start.players, "drawn" if '[Start "drawn"]' in text else "random"] += 1
    assert starts == {(players, start): GAMES / 2 for players in (2, 3, 4) for start in ("drawn", "random")}
    assert {name for name in TEXTS if not name.startswith("random-")} == SCRIPTS.keys()


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_scripts_are_the_kept_records(name: str) -> None:
    assert record_text(played(*SCRIPTS[name]), checkpoints=False) == TEXTS[name]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seed_still_gives_the_kept_game(players: int) -> None:
    assert record_text(seeded(players, 3), checkpoints=False) == TEXTS[f"random-{players}-03"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        *("random-2-0", "random-3-0", "random-4-0", ""),
        *(pytest.param(f"random-{players}-1", marks=pytest.mark.long) for players in (2, 3, 4)),
    ],
)
def test_the_second_referee_rules_the_kept_records_alike(kind: str) -> None:
    names = [name for name in TEXTS if (name.startswith(kind) if kind else name in SCRIPTS)]
    assert names
    for name in names:
        states = parse_record(TEXTS[name]).states()
        state = next(states)
        for step in replay(TEXTS[name]):
            assert list(step.choices) == legal(state), name
            state = next(states)
            assert position_text(state).startswith(step.after + " stack="), name


def reached(record: Record) -> set[str]:
    """Return the workers and events that a record uses."""
    found = set()
    for state, move in zip(record.states(), record.moves, strict=False):
        if not state.stack:
            break
        frame = state.stack[-1]
        if isinstance(frame, FieldDraw):
            found.add(frame.source)
        elif actor(state) != CHANCE and move != "no" and not isinstance(frame, Displaced):
            found.add(decision(state).cause)
    return found & {*WORKER_LETTERS, *EVENT_LETTERS}


def test_the_scripts_reach_the_worker_or_event_in_their_name() -> None:
    for each in (*WORKERS, *EVENTS):
        name = f"{each.letter.lower()}-{each.name.replace(' ', '-')}"
        assert name in SCRIPTS
        assert each.letter in reached(parse_record(TEXTS[name])), name


@pytest.mark.slow
def test_the_random_games_reach_every_worker_and_those_of_each_size_every_event() -> None:
    of_size = {players: set[str]() for players in (2, 3, 4)}
    for name, text in TEXTS.items():
        if name.startswith("random-"):
            record = parse_record(text)
            of_size[record.start.players] |= reached(record)
    assert "".join(sorted(set.union(*of_size.values()))) == WORKER_LETTERS + EVENT_LETTERS
    for found in of_size.values():
        assert found >= {*"ABCDEFGHI", *EVENT_LETTERS}
