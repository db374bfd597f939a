"""The rules of Key Harvest: state, decisions, chance and scoring. Rule numbers are those of docs/rules.md."""

from keyharvest.rules.chance import Source, draw
from keyharvest.rules.engine import CHANCE, OVER, actor, apply, decision, legal, outcomes, play
from keyharvest.rules.layout import STANDARD, Layout
from keyharvest.rules.scoring import Score, final_scores, ranks, winners
from keyharvest.rules.setup import new_game
from keyharvest.rules.state import State, round_of

# The powers and events register themselves with the frames that fire them.
from keyharvest.rules import events, powers  # isort: skip

__all__ = [
    "CHANCE",
    "OVER",
    "STANDARD",
    "Layout",
    "Score",
    "Source",
    "State",
    "actor",
    "apply",
    "decision",
    "draw",
    "events",
    "final_scores",
    "legal",
    "new_game",
    "outcomes",
    "play",
    "powers",
    "ranks",
    "round_of",
    "winners",
]
