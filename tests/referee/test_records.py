"""The referee's own reader of records says where a record is wrong."""

from __future__ import annotations

import pytest

from .records import replay
from .referee import Referee

HEADERS = '[KeyHarvest "1"]\n[Players "2"]\n[Layout "standard-1"]\n[Start "drawn"]\n\n'
SET_UP = "setup: *2 2> 1 *A3 *C6 *hops *wheat *apples *A1 *A2 *A4 *A5 *A6 *A7"


def test_a_record_with_comments_seats_and_checkpoint() -> None:
    steps = list(replay(f'{HEADERS}{SET_UP} {{a comment: "1> end"}}\n1:1: end\n2:2: {{idle}} end\n'))
    assert [step.who for step in steps] == [0, 2, *[0] * 11, 1, 2]
    assert steps[-1].line == 8
    assert list(replay(f"{HEADERS}{SET_UP}\n= {steps[12].after} stack=-\n"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEADERS + SET_UP, "the last line does not end"),
        (HEADERS.replace('"1"', '"2"'), "line 1: the first header"),
        (HEADERS.replace("[Start", "[Start "), "line 4: not a header"),
        (HEADERS.replace('"2"', '"5"'), "the header Players"),
        (HEADERS[:-1], "no empty line"),
        (f"{HEADERS}{SET_UP}\nend\n", "line 7: no label"),
        (f"{HEADERS}{SET_UP}\n1:2: end\n", "line 7: the label is 1:2:, but it is turn 1 of seat 1"),
        (f"{HEADERS}{SET_UP}\nsetup: end\n", "line 7: .* the set-up is over"),
        (f"{HEADERS}{SET_UP}\n1:1:  end\n", "line 7: not a move"),
        (f"{HEADERS}{SET_UP}\n1:1: e{{nd\n", "line 7: not legal here: 'e'"),
        (f"{HEADERS}{SET_UP}\n1:1: 2> end\n", "line 7: end is played by seat 2, but seat 1 decides"),
        (f"{HEADERS}{SET_UP}\n1:1: end end\n", "line 7: end comes after the end of the turn"),
        (f"{HEADERS}{SET_UP}\n1:1: c:A1\n", "line 7: not legal here: 'c:A1'"),
        (f"{HEADERS}{SET_UP}\n= kh1\n", "line 7: the checkpoint is not the position reached"),
        (HEADERS.replace("standard-1", "none") + SET_UP + "\n", "neither a layout nor the name of one"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        list(replay(text))


def test_a_position_has_to_be_at_the_beginning_of_a_turn_and_in_its_own_spelling() -> None:
    position = list(replay(f"{HEADERS}{SET_UP}\n"))[-1].after
    assert Referee.at_turn(f"{position} stack=Turn(1,0,0,0)").asks.who == 1
    for wrong in (
        f"{position} stack=Turn(1,1,0,0)",
        position.replace("turn=1", "turn=0") + " stack=Turn(1,0,0,0)",
        position.replace("A1A2A4", "A2A1A4") + " stack=Turn(1,0,0,0)",
        position.replace("idle=0 ", "") + " stack=Turn(1,0,0,0)",
    ):
        with pytest.raises(ValueError, match=r"position|references"):
            Referee.at_turn(wrong)
