"""Computer players. Each sees an observation and nothing else."""

from keyharvest.players.levels import LEVELS, Level
from keyharvest.players.player import NAMES, RAISED, Player, PlayerError, decide, error_line, make_player, thinking

__all__ = [
    "LEVELS",
    "NAMES",
    "RAISED",
    "Level",
    "Player",
    "PlayerError",
    "decide",
    "error_line",
    "make_player",
    "thinking",
]
