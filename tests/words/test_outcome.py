"""The winner, and what decided between equals, in words (rule 13.3)."""

from typing import Any

import pytest

from keyharvest.rules import State, final_scores, winners
from keyharvest.words.outcome import outcome, tie_break
from tests.rules.builders import position

NAMES = ("Ann", "Ben", "Cleo")
BY_FIELDS = {"board1": "A1", "workers1": "J@C1", "hand1": "h2", "board2": "E1 E2 E3 E4 G1", "hand3": "h2"}
BY_COUNTERS = {"board1": "A1", "board2": "C1", "board3": "E1", "hand1": "h1", "hand2": "v2w1", "hand3": "a1w1"}
SHARED = {"board1": "A1", "board2": "C1", "board3": "E1", "hand2": "h1v1", "hand3": "h1v1"}


def told(state: State, you: int = -1) -> str:
    return outcome(NAMES, [score.total for score in final_scores(state)], winners(state), you)


@pytest.mark.parametrize(
    ("table", "who", "you", "why"),
    [
        (
            BY_FIELDS,
            "Ben won the tie-break",
            "You won the tie-break",
            "Tied on points: Ben beats Ann on fields, 5 to 1 (rule 13.3).",
        ),
        (
            BY_COUNTERS,
            "Ben won the tie-break",
            "You won the tie-break",
            "Tied on points and fields: Ben beats Cleo on counters, 3 to 2 (rule 13.3). Tied on "
            "points and fields: Cleo beats Ann on counters, 2 to 1 (rule 13.3).",
        ),
        (
            SHARED,
            "Ben and Cleo share the win",
            "Ben and Cleo share the win",
            "Tied on points and fields: Cleo beats Ann on counters, 2 to 0 (rule 13.3).",
        ),
        ({"board1": "A1", "board2": "C1 C2 C3"}, "Ben won by 2 points", "You won by 2 points", ""),
    ],
)
def test_the_end_is_told_with_what_decided_it(table: dict[str, Any], who: str, you: str, why: str) -> None:
    state = position(3, **table)
    assert (told(state), told(state, you=1), tie_break(state, NAMES)) == (who, you, why)
