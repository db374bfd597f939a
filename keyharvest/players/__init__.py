"""Computer players. Each sees an observation and nothing else."""

from keyharvest.players.player import NAMES, Player, make_player

__all__ = ["NAMES", "Player", "make_player"]
