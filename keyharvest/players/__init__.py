"""Computer players. Each sees an observation and nothing else."""

from keyharvest.players.levels import LEVELS, Level
from keyharvest.players.player import NAMES, Player, decide, make_player, thinking

__all__ = ["LEVELS", "NAMES", "Level", "Player", "decide", "make_player", "thinking"]
