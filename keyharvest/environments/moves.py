"""Moves and draws as numbers: a finite set with every move of every position, for any number of players.

The numbers are indices into ``MOVES`` and ``DRAWS``. They never change, or trained models would be useless.
"""

from __future__ import annotations

from typing import Final

from keyharvest.rules import State, ranks
from keyharvest.rules.components import EVENTS
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.moves import MOVES as ALL

#: Every move that a seat can make (docs/formats.md): words, seats, crops, workers, references, actions.
MOVES: Final[tuple[str, ...]] = tuple(move for move, read in ALL.items() if not read.drawn)
#: Every outcome that a draw can have: seats, crops, events, references.
DRAWS: Final[tuple[str, ...]] = tuple(move for move, read in ALL.items() if read.drawn)
#: The number of each move, and of each outcome.
MOVE_NUMBER: Final[dict[str, int]] = {move: number for number, move in enumerate(MOVES)}
DRAW_NUMBER: Final[dict[str, int]] = {draw: number for number, draw in enumerate(DRAWS)}

# The maximum number of draws that can end a run of quiet turns: of 56 field tiles, all events, the two events that may
# return to the bag (rule 9.3), and the six registry tiles that "new registry" puts back, at most twice.
_DRAWS_AT_MOST: Final = len(SPACES) + len(EVENTS) + 2 + 12


def most_turns(players: int) -> int:
    """Return a number of turns that no game exceeds: ten rounds without a draw end it (rule 13.4).

    >>> most_turns(2)
    1700
    """
    return 10 * players * (_DRAWS_AT_MOST + 1)


def rewards(state: State) -> list[float]:
    """Return the reward of each seat when the game is over; the sum is 0, and a sole winner has 1.

    Seats that share a win divide it equally; the other seats share the loss.

    >>> from keyharvest.rules import new_game
    >>> rewards(new_game(3))
    [0.0, 0.0, 0.0]
    """
    places = ranks(state)
    winners, others = places.count(1), state.players - 1
    return [((place == 1) / winners * state.players - 1) / others for place in places]
