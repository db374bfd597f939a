"""One puzzle: its position, its question, and its answer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from keyharvest.puzzles.kinds import KINDS, THEMES, Kind, codes_for
from keyharvest.puzzles.position import Position, read
from keyharvest.rules import State, legal, play
from keyharvest.rules.components import CROP_INDEX, CROPS, WORKER_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.json_text import parse_json
from keyharvest.rules.moves import MOVES

#: The easiest and the hardest grade.
GRADES: Final = range(1, 6)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle from a line of the file.

    Attributes:
        number: its number in the file, from 1; it never changes.
        kind: the name of its kind (``KINDS``).
        grade: how hard it is, from 1 to 5 (docs/puzzles.md, "Grades").
        themes: the ideas in it (``THEMES``), rarest first; never empty.
        table: its position as text (``position.read``).
        asked: the subject of the question: a field tile (``field``, ``bid``), a seat (``hidden``, from 1), a worker
            (``space``), a wish (``why``); for a ``duel`` the lead after ending the turn at once, else empty.
        best: the best result: points gained on the others (``points``, ``win``; ``duel``: more than by ending the turn
            at once), workers placed (``chain``), 1 (``field``), or the number of things to name.
        line: moves that reach it, without ``end``; none if the answer is a choice.
        answers: the right answers if no moves are played: several bids may be right, else there is one.
    """

    number: int
    kind: str
    grade: int
    themes: tuple[str, ...]
    table: str
    asked: str
    best: int
    line: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...]

    @property
    def of_kind(self) -> Kind:
        """The kind itself."""
        return KINDS[self.kind]

    @cached_property
    def seen(self) -> Position:
        """The reader's view: boards are drawn from this and nothing else."""
        return read(self.table, self.of_kind.left)

    def start(self) -> State:
        """Return the state to play on from, if all hands are open. Raise ``ValueError`` if counters are hidden.

        >>> from keyharvest.puzzles import load
        >>> state = load()[1].start()
        >>> state.seat, state.bag
        (0, 0)
        """
        state, unknown = self.seen
        if any(unknown):
            raise ValueError(f"puzzle {self.number}: what others hide is not known, so it can't be played on")
        return play(state, "d:" + self.asked) if self.kind == "bid" else state.copy()

    def row(self) -> str:
        """Return the line of the file."""
        things = [self.kind, self.grade, ",".join(self.themes), self.table, self.asked, self.best]
        ends = [" ".join(self.line), " ".join(",".join(answer) for answer in self.answers)]
        while ends and not ends[-1]:
            ends.pop()
        return json.dumps([*things, *ends], separators=(",", ":"))


def parse_row(line: str, number: int) -> Puzzle:
    """Read a line of the file. Raise ``ValueError`` with the puzzle and the reason.

    >>> parse_row('["riddle", 1]', 7)
    Traceback (most recent call last):
    ...
    ValueError: puzzle 7: expected 6 to 8 values, not 2
    """
    place = f"puzzle {number}"
    values = parse_json(line, place)
    if not isinstance(values, list) or not 6 <= len(values) <= 8:
        size = len(values) if isinstance(values, list) else 0
        raise ValueError(f"{place}: expected 6 to 8 values, not {size}")
    kind, grade, themes, table, asked, best, moves, answers = [*values, "", ""][:8]
    if not all(isinstance(text, str) for text in (kind, themes, table, asked, moves, answers)):
        raise ValueError(f"{place}: expected text for everything but grade and best")
    if kind not in KINDS:
        raise ValueError(f"{place}: expected a kind of puzzle, not {kind[:20]!r}")
    if type(grade) is not int or grade not in GRADES or type(best) is not int:
        raise ValueError(f"{place}: expected a grade from 1 to 5 and a whole number as best")
    puzzle = Puzzle(
        number,
        kind,
        grade,
        tuple(themes.split(",")),
        table,
        asked,
        best,
        tuple(moves.split()),
        tuple(tuple(answer.split(",")) for answer in answers.split()),
    )
    fault = _fault(puzzle)
    if fault:
        raise ValueError(f"{place}: {fault}")
    return puzzle


def _fault(puzzle: Puzzle) -> str:
    """Return what is wrong, as far as it shows without reading the position."""
    for theme in puzzle.themes:
        if theme not in THEMES:
            return f"{theme[:20]!r} is not a theme"
    if puzzle.of_kind.answer == "turn":
        if not puzzle.line or puzzle.answers:
            return "expected a line, and no answers"
        for move in puzzle.line:
            if move not in MOVES:
                return f"{move[:20]!r} is not a move"
        if not MOVES[puzzle.line[0]].action:
            return f"{puzzle.line[0]!r} begins no action"
    elif not puzzle.answers or any(len(answer) != puzzle.best for answer in puzzle.answers):
        return f"expected answers of {puzzle.best}"
    known = {
        "field": INDEX,
        "bid": INDEX,
        "hidden": ("2", "3", "4"),
        "space": WORKER_INDEX,
        "why": (puzzle.asked,) if codes_for(puzzle.asked) else (),
        "duel": (puzzle.asked,) if re.fullmatch(r"-?[0-9]{1,2}", puzzle.asked) else (),
    }.get(puzzle.kind, ("",))
    if puzzle.asked not in known:
        return f"{puzzle.asked[:20]!r} can't be asked about"
    named = {"bid": CROP_INDEX, "hidden": CROP_INDEX, "crops": CROP_INDEX, "space": INDEX}.get(puzzle.kind)
    if puzzle.kind == "why":
        named = dict.fromkeys(codes_for(puzzle.asked), 0)
    for answer in puzzle.answers:
        for thing in answer:
            if named is not None and thing not in named:
                return f"{thing[:20]!r} is not an answer"
    return ""


def choices(puzzle: Puzzle) -> list[str]:
    """Return the possible choices, in a fixed order: crops, spaces, counters of the hand, or reasons; else nothing.

    For ``space`` these are all empty spaces of the board, and those with a worker on them.

    >>> from keyharvest.puzzles import load
    >>> choices(load().only(kind="hidden")[0])
    ['hops', 'vegetables', 'apples', 'barrels', 'wheat']
    """
    if puzzle.kind in ("hidden", "crops"):
        return list(CROPS)
    if puzzle.kind == "bid":
        return [move for move in legal(puzzle.start()) if move in CROP_INDEX]
    if puzzle.kind == "space":
        return [name for name, space in INDEX.items() if not puzzle.seen.state.fields[0] >> space & 1]
    if puzzle.kind == "why":
        return list(codes_for(puzzle.asked))
    return []
