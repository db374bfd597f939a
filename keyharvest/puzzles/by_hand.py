"""Puzzles from a position set up by hand, and their text for sharing.

A question is used only if its answer is proven twice, as for the puzzles of the file.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from keyharvest.puzzles.checking import TOO_LARGE, checking
from keyharvest.puzzles.finding import of_walk, walk_of
from keyharvest.puzzles.judging import judge, placings
from keyharvest.puzzles.position import emptied
from keyharvest.puzzles.puzzle import Puzzle, parse_row
from keyharvest.rules import STANDARD, State, counters, legal, play
from keyharvest.words.language import _

#: The number of a puzzle that is in no file, and its grade, which nothing shows.
NUMBER: Final = 0
_GRADE: Final = 3
#: The share of the first proof in the progress.
_FIRST: Final = 0.5
#: The maximum number of moves of the second proof of each question, so that it takes seconds in a browser.
_MOST: Final = 30_000


def posed(s: State) -> Generator[float, None, list[Puzzle]]:
    """Find the questions about a turn whose answers can be proven: a generator that yields its progress, 0 to 1.

    As in all puzzles, the turn becomes the last, with an empty bag. Raise ``ValueError`` with the reason if there are
    none.

    >>> from keyharvest.puzzles import load
    >>> from keyharvest.search.ahead import in_one_go
    >>> puzzle = load().only(kind="win")[0]
    >>> found = in_one_go(posed(puzzle.start()))
    >>> {"win"} <= {each.kind for each in found}
    True
    """
    if s.players != 2:
        raise ValueError(_("A puzzle needs two players: only then are hands open."))
    if s.layout != STANDARD:
        raise ValueError(_("A puzzle needs the standard layout."))
    position = emptied(s)
    walk = walk_of(position)
    for _slice in walk.run():
        yield _FIRST * min(1.0, walk.plays / walk.limit)
    if not walk.complete:
        raise ValueError(_("There are too many ways to play this turn to prove an answer."))
    candidates = of_walk(position, walk, easy=True)
    found, large = [], 0
    for at, candidate in enumerate(candidates):
        puzzle = candidate.puzzle(NUMBER, _GRADE)
        proof = checking(puzzle, _MOST)
        while True:
            try:
                next(proof)
            except StopIteration as done:
                large += done.value.how == TOO_LARGE
                if done.value.how != TOO_LARGE and not done.value.fault:
                    found.append(puzzle)
                break
            yield _FIRST + (1 - _FIRST) * at / len(candidates)
    if not found and large:
        raise ValueError(_("The answer can't be proven a second time: there are too many ways to play this turn."))
    if not found:
        raise ValueError(_("No question about this turn has one clear answer."))
    return found


def opened(row: str) -> Puzzle:
    """Return the puzzle of a line that ``Puzzle.row`` wrote. Raise ``ValueError`` with the reason if it isn't sound.

    >>> from keyharvest.puzzles import load
    >>> row = load().only(kind="win")[0].row()
    >>> opened(row).row() == row
    True
    """
    puzzle = parse_row(row, NUMBER)
    if puzzle.of_kind.answer != "turn" or puzzle.of_kind.left or puzzle.seen.state.players != 2:
        raise ValueError(_("Only puzzles about the last turn of a two-player game can be shared."))
    states = [puzzle.start()]
    held = [*states[0].hands, *(bid for store in states[0].stores for _tile, bid in store)]
    if any(sum(each) > counters.count(counters.ALL, 0) for each in zip(*map(counters.unpack, held), strict=True)):
        raise ValueError(_("The box has only 12 counters of each crop (rule 1.4)."))
    for move in puzzle.line:
        if move not in legal(states[-1]):
            raise ValueError(_("The answer to this puzzle can't be played."))
        states.append(play(states[-1], move))
    if not judge(puzzle, states[-1], placings(states, puzzle.line)).solved:
        raise ValueError(_("The answer to this puzzle doesn't solve it."))
    return puzzle
