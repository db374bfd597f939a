"""Puzzles with proven answers, on the game's own board (docs/puzzles.md).

The page needs only what is here and, for puzzles made in the editor, ``by_hand``; other modules make the file.
"""

from keyharvest.puzzles.collection import FILE, Collection, load, loaded
from keyharvest.puzzles.judging import Verdict, judge, judge_choice, lead, placings, reply, verdict_text
from keyharvest.puzzles.kinds import KINDS, THEMES, Kind, reason
from keyharvest.puzzles.puzzle import GRADES, Puzzle, choices
from keyharvest.puzzles.words import (
    HINTS,
    grade_name,
    hint,
    hint_spaces,
    kind_name,
    question,
    solution,
    states_of,
    things,
)

__all__ = [
    "FILE",
    "GRADES",
    "HINTS",
    "KINDS",
    "THEMES",
    "Collection",
    "Kind",
    "Puzzle",
    "Verdict",
    "choices",
    "grade_name",
    "hint",
    "hint_spaces",
    "judge",
    "judge_choice",
    "kind_name",
    "lead",
    "load",
    "loaded",
    "placings",
    "question",
    "reason",
    "reply",
    "solution",
    "states_of",
    "things",
    "verdict_text",
]
