"""What one player can know: observation, deduction, and sampling a full state (rule 14)."""

from keyharvest.knowledge.observation import Observation, observe

__all__ = ["Observation", "observe"]
