"""Perft: the number of sequences of moves from a position, which can be compared between engines."""

from __future__ import annotations

from keyharvest.rules.engine import legal, play
from keyharvest.rules.state import State, whole


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` moves (0 or more) from a position.

    A draw counts as a move: each of its outcomes once, whatever its weight. As in chess, a sequence cut short by the
    end of the game doesn't count.

    >>> from keyharvest.rules import new_game
    >>> [perft(new_game(2), depth) for depth in range(4)]
    [1, 2, 4, 16]
    """
    return _count(state, _checked(depth, 0))


def divide(state: State, depth: int) -> dict[str, int]:
    """Return the number of sequences by first move, in the order of the legal list; ``depth`` is 1 or more."""
    rest = _checked(depth, 1) - 1
    return {move: _count(play(state, move), rest) for move in legal(state)}


def _checked(depth: int, least: int) -> int:
    if (depth := whole("depth", depth)) < least:
        raise ValueError(f"depth: {depth}; expected {least} or more")
    return depth


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    moves = legal(state)
    if depth == 1:
        return len(moves)
    return sum(_count(play(state, move), depth - 1) for move in moves)
