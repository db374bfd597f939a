"""The data of all panels of the editor."""

from __future__ import annotations

from dataclasses import dataclass

from keyharvest.editor.draft import Draft
from keyharvest.panels.scene import Scene
from keyharvest.record.soundness import Fault
from keyharvest.rules import State


@dataclass(frozen=True, slots=True)
class Easel:
    """A draft, and what the reader has chosen in the editor.

    Attributes:
        scene: its position in the form that the game's panels draw, with open hands; its viewer owns the board shown.
        draft: the position with its undo history.
        faults: all errors in the position.
        points: everyone's points so far (rule 13.2).
        brush: what a tap does, one of ``shortcuts.BRUSHES``, or empty if it puts down the ``worker``.
        bid: the stored tile whose bid the piles change; -1 if they change the hand.
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
        """The position, which may be unsound."""
        return self.draft.state

    @property
    def seat(self) -> int:
        """The seat whose board is large."""
        return self.scene.shown

    @property
    def name(self) -> str:
        """The name of the player whose board is large."""
        return self.scene.chairs[self.seat].name
