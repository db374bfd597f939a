"""The engine and the referee agree on some games; for many more there is ``python3 tests differential``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from keyharvest import record

from .differential import PLAYER_KINDS, Tally, run
from .records import replay


@cache
def compared(seed: int) -> Tally:
    """Some games."""
    return run(games=60, scattered=120, seed=1000 + seed, jobs=1)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_the_engine_and_the_second_referee_agree(seed: int) -> None:
    tally = compared(seed)
    assert not tally.disagreements, str(tally.disagreements[0])
    assert (tally.games, tally.scattered) == (60, 120)
    assert tally.decisions > 100 * tally.games
    assert len(PLAYER_KINDS) == 3


def test_the_games_ask_every_kind_of_question() -> None:
    hits = compared(0).hits
    asked = {rule for rule, number in hits.items() if number}
    assert asked >= {f"10 {worker}" for worker in "ABCDEF"} | {f"11 {worker}" for worker in "GHIJKL"}
    assert asked >= {f"12 {event}" for event in "MNPQRTUVWXYZ"} | {"12.1", "8.1", "4.3", "10.1", "10.2", "7.2", "4.1"}


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "settled").glob("*.txt")), ids=lambda path: path.stem)
def test_what_was_once_in_dispute_is_settled(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    steps = list(replay(text))
    assert steps
    assert record.parse_record(text).moves == [step.move for step in steps]
