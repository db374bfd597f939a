"""The game as a tree of nodes: who acts, what they can choose, and what follows."""

from __future__ import annotations

from typing import Final

from keyharvest.rules.frames import Chance, Decision, SharedDecision, Step
from keyharvest.rules.state import Frame, State

#: The values of :func:`actor` when a draw is next and when the game is over.
CHANCE: Final = -1
OVER: Final = -2


def actor(state: State) -> int:
    """Return the seat that decides, ``CHANCE`` or ``OVER``."""
    if not state.stack:
        return OVER
    top = state.stack[-1]
    return top.seat if isinstance(top, Decision) else CHANCE


def decision(state: State) -> Decision:
    """Return the open question, which says who decides and why. Raise ``ValueError`` if there is none."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Decision):
        raise ValueError("no player can move: " + ("the game is over" if top is None else "a draw is next"))
    return top


def legal(state: State) -> list[str]:
    """Return all moves of the seat that decides, in the order of docs/formats.md.

    At a draw, return its outcomes. The list is empty only when the game is over.
    """
    if not state.stack:
        return []
    top = state.stack[-1]
    if isinstance(top, Decision):
        return top.legal(state)
    return [move for move, _ in outcomes(state)]


def outcomes(state: State) -> list[tuple[str, int]]:
    """Return the outcomes of the next draw with their integer weights. Raise ``ValueError`` if no draw is due."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Chance):
        raise ValueError("no draw is due: " + ("the game is over" if top is None else "a seat has to decide"))
    return top.outcomes(state)


def apply(state: State, move: str) -> State:
    """Return the state after a move or an outcome; ``state`` is unchanged.

    Raise ``ValueError`` if the move isn't legal.
    """
    choices = legal(state)
    if move not in choices:
        named = f"move {move[:40]!r}" if isinstance(move, str) else f"move {move!r}"[:60]
        if not choices:
            raise ValueError(f"{named}: the game is over")
        if not isinstance(move, str):
            raise ValueError(f"{named}: expected text, such as {choices[0]!r}")
        some = ", ".join(choices[:12]) + (", …" if len(choices) > 12 else "")
        raise ValueError(f"{named}: not among the {len(choices)} legal ones ({some})")
    return play(state, move)


def play(state: State, move: str) -> State:
    """Like :func:`apply`, but without the check: for moves taken from the legal list."""
    s = state.copy()
    frame = s.stack[-1]
    s.stack = s.stack[:-1]
    frame.apply(s, move)
    settle(s)
    return s


def settle(s: State) -> None:
    """Carry out steps until a decision or a draw is on top, or the stack is empty."""
    stack = s.stack
    while stack and isinstance(top := stack[-1], Step):
        s.stack = stack[:-1]
        top.run(s)
        stack = s.stack


def frame_kinds() -> dict[str, type[Frame]]:
    """Return every kind of frame by its name, for saving and reading positions."""
    general: list[type[Frame]] = [Decision, SharedDecision, Chance, Step]
    found = general[:]
    for kind in found:
        found += kind.__subclasses__()
    # Compare names: `dataclass` with slots makes a second class and leaves the first, of the same name, behind.
    names = {kind.__name__ for kind in general}
    return {kind.__name__: kind for kind in found if kind.__name__ not in names}
