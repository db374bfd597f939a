"""What a seat can still do: in turns to come, and in its own turn after the draw that comes next."""

from __future__ import annotations

from keyharvest.rules import State
from keyharvest.rules.frames import Chance
from keyharvest.rules.geometry import INDEX, groups
from keyharvest.rules.turn import ACTIONS, HARVEST, WORK, Turn


def turn_to_come(state: State, seat: int, number: int = 1) -> bool:
    """Whether a seat has so many turns after the present one, unless the game ends without draws (rule 13.1)."""
    first = (seat - state.seat) % state.players or state.players
    return state.left < 0 or state.left >= first + (number - 1) * state.players


def left_to_do(after: State, seat: int) -> Turn | None:
    """The turn of a seat that goes on after the draw that comes next, if one does."""
    if not after.stack or not isinstance(after.stack[-1], Chance):
        return None
    return next((frame for frame in after.stack if isinstance(frame, Turn) and frame.seat == seat), None)


def action_left(turn: Turn) -> bool:
    """Whether an action has not been begun yet."""
    return turn.used.bit_count() < ACTIONS


def still_to_take(after: State, seat: int) -> int:
    """The tiles that a seat can place or store in its turn after the draw that comes next, if they are there then."""
    turn = left_to_do(after, seat)
    moves = turn.legal(after) if turn else []
    return sum(1 << INDEX[move[2:]] for move in moves if move.startswith(("c:", "d:")))


def may_play(state: State, seat: int) -> bool:
    """Whether a seat has the action to play a worker still to come, in this turn or in another."""
    now = any(isinstance(frame, Turn) and frame.seat == seat and frame.allowed() & WORK for frame in state.stack)
    return now or turn_to_come(state, seat)


def harvest_left(after: State, seat: int, fields: int) -> int:
    """Which of some fields can still be harvested in one go by an action that is left after a draw."""
    turn = left_to_do(after, seat)
    if turn is None or not turn.allowed() & HARVEST:
        return 0
    ripe = after.ripe[seat] & fields
    return max((group & ripe for group in groups(after.fields[seat])), key=int.bit_count, default=0)
