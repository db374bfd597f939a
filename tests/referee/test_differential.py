"""The engine and the referee agree on some games; for many more there is ``python3 tests differential``."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyharvest import record

from .differential import PLAYER_KINDS, Tally, run
from .records import replay


@pytest.fixture(scope="module")
def compared() -> Tally:
    """Some games."""
    return run(games=30, scattered=90, seed=1000, jobs=1)


@pytest.mark.slow
def test_the_engine_and_the_second_referee_agree(compared: Tally) -> None:
    assert not compared.disagreements, str(compared.disagreements[0])
    assert (compared.games, compared.scattered) == (30, 90)
    assert compared.decisions > 100 * compared.games
    assert len(PLAYER_KINDS) == 3


@pytest.mark.slow
def test_the_games_ask_every_kind_of_question(compared: Tally) -> None:
    asked = {rule for rule, number in compared.hits.items() if number}
    assert asked >= {f"10 {worker}" for worker in "ABCDEF"} | {f"11 {worker}" for worker in "GHIJKL"}
    assert asked >= {f"12 {event}" for event in "MNPQRTUVWXYZ"} | {"12.1", "8.1", "4.3", "10.1", "10.2", "7.2", "4.1"}


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "settled").glob("*.txt")), ids=lambda path: path.stem)
def test_what_was_once_in_dispute_is_settled(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    steps = list(replay(text))
    assert steps
    assert record.parse_record(text).moves == [step.move for step in steps]
