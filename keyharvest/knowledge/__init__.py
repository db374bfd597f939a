"""The knowledge of one player: observation, deduction, and sampling a full state (rule 14)."""

from keyharvest.knowledge.majorities import leads, majority_bounds, score_bounds, turned
from keyharvest.knowledge.observation import (
    Observation,
    bag_size,
    behind_screens,
    check_asked,
    hidden,
    observe,
    public,
    unknown_to_all,
)

__all__ = [
    "Observation",
    "bag_size",
    "behind_screens",
    "check_asked",
    "hidden",
    "leads",
    "majority_bounds",
    "observe",
    "public",
    "score_bounds",
    "turned",
    "unknown_to_all",
]
