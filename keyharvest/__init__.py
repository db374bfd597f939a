"""Key Harvest: the board game's rules, records and computer players in pure Python. An unofficial implementation."""

from keyharvest.game import Game

__all__ = ["Game"]
__version__ = "0.1.0"
