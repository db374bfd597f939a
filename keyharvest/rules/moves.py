"""The parser of moves: what the strings of docs/formats.md name.

Everywhere else a move is just its string. There are so few moves that one table holds them all, and parsing is a
look-up.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from keyharvest.rules.components import CROPS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.frames import DONE, DRAW, END, FALLOW, HOME, NO, PASS, PLACE
from keyharvest.rules.geometry import SPACES


class Move(NamedTuple):
    """The parts of a move or of a draw's outcome; at most one of the indices isn't -1.

    Attributes:
        named: what the move names, spelt as in the move: ``C5``, ``hops``, ``G``, ``end``.
        action: ``a`` to ``d`` for a move that begins this action of a turn (rules 4 to 7), else empty.
        drawn: whether it is the outcome of a draw.
        home: whether it takes a worker home (rule 5.6).
        tile: the field tile or the space, which share one numbering (rule 1.3).
        crop, worker, event, seat: the other things a move can name.
    """

    named: str
    action: str = ""
    drawn: bool = False
    home: bool = False
    tile: int = -1
    crop: int = -1
    worker: int = -1
    event: int = -1
    seat: int = -1


def _table() -> dict[str, Move]:
    found = {word: Move(word) for word in (END, DONE, NO, HOME, DRAW, PLACE, FALLOW, PASS)}
    seats = [Move(str(seat + 1), seat=seat) for seat in range(4)]
    crops = [Move(name, crop=crop) for crop, name in enumerate(CROPS)]
    workers = [Move(letter, worker=worker) for worker, letter in enumerate(WORKER_LETTERS)]
    events = [Move(letter, event=event) for event, letter in enumerate(EVENT_LETTERS)]
    tiles = [Move(name, tile=tile) for tile, name in enumerate(SPACES)]
    found |= {move.named: move for move in (*seats, *crops, *workers, *tiles)}
    found |= {"a:" + move.named: move._replace(action="a") for move in tiles}
    found |= {"b:" + move.named: move._replace(action="b") for move in workers}
    found |= {"b:-" + move.named: move._replace(action="b", home=True) for move in workers}
    found |= {action + ":" + move.named: move._replace(action=action) for action in "cd" for move in tiles}
    return found | {"*" + move.named: move._replace(drawn=True) for move in (*seats, *crops, *events, *tiles)}


#: Every move, then every draw, for any number of players. Environments number them in this order, so only a change of
#: the box may change it: models trained before are then useless, and tests/environments has new digests.
MOVES: Final[dict[str, Move]] = _table()


def parse(move: str) -> Move:
    """Return the parts of a move or a draw. Raise ``ValueError`` if there is no such move.

    >>> parse("b:-G")
    Move(named='G', action='b', drawn=False, home=True, tile=-1, crop=-1, worker=6, event=-1, seat=-1)
    >>> parse("*hops").crop, parse("d:A2").tile, parse("end").named
    (0, 1, 'end')
    """
    try:
        return MOVES[move]
    except KeyError:
        raise ValueError(f"move {move[:40]!r}: no move is written like this") from None
