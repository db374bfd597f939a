"""The data of all panels of the editor."""

from __future__ import annotations

from dataclasses import dataclass

from keyharvest.editor.draft import Draft
from keyharvest.panels.scene import Scene
from keyharvest.record.soundness import Fault
from keyharvest.rules import State


@dataclass(frozen=True, slots=True)
class Easel:
    """A draft and the reader's place at it.

    Attributes:
        scene: its position as the panels of the game draw it, with open hands; its viewer owns the board shown.
        draft: the position with its undo.
        faults: all that is wrong with it.
        points: everyone's points so far (rule 13.2).
        brush: what a tap does, one of ``shortcuts.BRUSHES``, or empty if it puts down the ``worker``.
        bid: the tile of the store shown whose bid the piles change; -1 if they change the hand.
        level: the computer player to play against from here.
    """

    scene: Scene
    draft: Draft
    faults: tuple[Fault, ...]
    points: tuple[int, ...]
    brush: str
    worker: int
    bid: int
    level: str

    @property
    def state(self) -> State:
        """The position; it may be unsound."""
        return self.draft.state

    @property
    def seat(self) -> int:
        """The seat whose board is large."""
        return self.scene.shown

    @property
    def name(self) -> str:
        """The name of that player."""
        return self.scene.chairs[self.seat].name
