"""Perft: how many sequences of moves there are from a position, a number that two engines can be compared by."""

from __future__ import annotations

from keyharvest.rules.engine import legal, play
from keyharvest.rules.state import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly ``depth`` moves (0 or more) from a position.

    A draw counts as a move: each of its outcomes once, whatever its weight. A sequence that the end of the game cuts
    short does not count, as in chess.

    >>> from keyharvest.rules import new_game
    >>> [perft(new_game(2), depth) for depth in range(4)]
    [1, 2, 4, 16]
    """
    if depth == 0:
        return 1
    moves = legal(state)
    if depth == 1:
        return len(moves)
    return sum(perft(play(state, move), depth - 1) for move in moves)


def divide(state: State, depth: int) -> dict[str, int]:
    """The same number, 1 or more moves deep, shared out among the first moves in the order of the legal list."""
    return {move: perft(play(state, move), depth - 1) for move in legal(state)}
