"""Puzzles: the file, the puzzle of a day, what a reader may see, judging and hints."""

from __future__ import annotations

import pytest

from keyharvest import puzzles
from keyharvest.puzzles import Puzzle
from keyharvest.puzzles.position import write
from keyharvest.puzzles.puzzle import parse_row
from keyharvest.record import parse_position, position_text
from keyharvest.rules import play
from keyharvest.rules.frames import END
from tests.words.test_words import NAMES

ALL = puzzles.load()


def of(kind: str) -> Puzzle:
    return ALL.only(kind=kind)[0]


@pytest.mark.parametrize("puzzle", list(ALL)[:: max(1, len(ALL) // 70)], ids=lambda puzzle: str(puzzle.number))
def test_every_part_of_a_puzzle_is_sound(puzzle: Puzzle) -> None:
    assert parse_row(puzzle.row(), puzzle.number) == puzzle
    assert write(puzzle.seen) == puzzle.table
    for names in (NAMES, None):
        assert puzzles.question(puzzle, names)[-1] in ".?"
        for step in range(1, puzzles.HINTS + 1):
            told = puzzles.hint(puzzle, step, names)
            assert told
            assert all(sentence[-1] in ".!" for sentence in told)
    if puzzle.seen.state.players == 2:
        state = puzzle.start()
        assert parse_position(position_text(state)) == state


@pytest.mark.rule("13.2")
@pytest.mark.rule("13.3")
@pytest.mark.rule("8.1")
def test_a_turn_is_judged_by_what_it_has_reached() -> None:
    for puzzle in ALL:
        if puzzle.of_kind.answer == "turn":
            states = puzzles.states_of(puzzle)
            last = play(states[-1], END)
            verdict = puzzles.judge(puzzle, last, puzzles.placings(states, puzzle.line))
            assert verdict == (True, puzzle.best, puzzle.best)
            assert verdict.part == 1
            nothing = puzzles.judge(puzzle, play(puzzle.start(), END))
            assert not nothing.solved
            assert nothing.reached == 0 == nothing.part
