"""Twins: two puzzles so alike that the second is no challenge after the first."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from keyharvest.puzzles.position import Position, read
from keyharvest.rules import counters
from keyharvest.rules.components import CROPS, NUMBERS, WORKER_INDEX
from keyharvest.rules.geometry import INDEX, PLACES, ROW_LENGTHS, ROW_STARTS, turned

#: The four ways to map a board to itself (unchanged, half turned, mirrored, both): rule 5.2 is the same in each.
_MIRRORED: Final = tuple(ROW_STARTS[row] + ROW_LENGTHS[row] - 1 - column for row, column in PLACES)
_LAYINGS: Final = (
    tuple(range(len(PLACES))),
    tuple(turned(space) for space in range(len(PLACES))),
    _MIRRORED,
    tuple(turned(space) for space in _MIRRORED),
)


def twin_key(kind: str, asked: str, table: str, answer: tuple[str, ...] = ()) -> object:
    """Return a value that is equal for twins. It depends on

    - for a turn or a bid, the reader's own fields and workers, and the subject: not on hands, other boards, or which
      fields are harvested;
    - for hidden counters, the numbers in all hands, regardless of the names of the crops and the order of the others;
    - for the space of a worker, the fields and the numbers of the workers, in any of the four ways to map the board;
    - for a reason why not, the same if it is about a space, else the wish and the reader's own fields and workers.

    >>> one, other = ";A1;C1G6,,,v1,;A5,,,h1,", ";A2;C1,G6,,h3,;B5,,,h2,"
    >>> twin_key("points", "", one) == twin_key("points", "", other) != twin_key("win", "", one)
    True
    """
    position = read(table)
    state = position.state
    if kind in ("hidden", "crops"):
        return kind, _hands(position, int(asked) - 1 if asked else 0)
    worker, at, space = asked.partition("@")
    if kind == "space" or at:
        number = NUMBERS[WORKER_INDEX[worker]]
        posts = [(where, NUMBERS[stands]) for stands, where in state.posts[0]]
        return kind, number, min(_laid(state.fields[0], posts, laying, space) for laying in _LAYINGS)
    return kind, asked, state.fields[0], state.posts[0], answer if kind == "why" else ()


def _laid(fields: int, posts: list[tuple[int, int]], laying: tuple[int, ...], asked: str) -> tuple[object, ...]:
    mask = sum(1 << laying[space] for space in range(len(laying)) if fields >> space & 1)
    place = laying[INDEX[asked]] if asked else -1
    return mask, tuple(sorted((laying[space], number) for space, number in posts)), place


def _hands(position: Position, asked: int) -> object:
    """Return the hands and hidden counters, the reader and the subject first, in the least of all orders of crops."""
    state, unknown = position
    held = [counters.unpack(hand) for hand in state.hands]
    pool = counters.unpack(state.pool())
    found = []
    for order in permutations(range(len(CROPS))):
        seats = [(tuple(hand[crop] for crop in order), number) for hand, number in zip(held, unknown, strict=True)]
        others = sorted(each for seat, each in enumerate(seats) if seat not in (0, asked))
        found.append((tuple(pool[crop] for crop in order), seats[0], seats[asked], others))
    return repr(min(found))
