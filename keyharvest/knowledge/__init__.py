"""What one player can know: observation, deduction, and sampling a full state (rule 14)."""

from keyharvest.knowledge.observation import Observation, observe
from keyharvest.knowledge.screens import behind_screens

__all__ = ["Observation", "behind_screens", "observe"]
