"""Key Harvest: the board game's rules, records and computer players in pure Python. An unofficial implementation.

Everything in ``__all__`` can be imported from here. A name is looked up when it is first used (PEP 562): the page loads
this package in the browser and needs only a few of its subpackages to start, so this module must import none of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keyharvest.game import Game
    from keyharvest.knowledge import Observation, observe
    from keyharvest.lab.match import play_game
    from keyharvest.players import LEVELS, Player, make_player
    from keyharvest.record import Record, parse_position, parse_record, position_text, record_text
    from keyharvest.rules import (
        CHANCE,
        OVER,
        STANDARD,
        Layout,
        Score,
        Source,
        State,
        actor,
        apply,
        draw,
        final_scores,
        legal,
        new_game,
        outcomes,
        play,
        ranks,
        winners,
    )
    from keyharvest.rules.components import CROPS, EVENTS, WORKERS
    from keyharvest.rules.geometry import SPACES
    from keyharvest.rules.layout import load_layout

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "CROPS",
    "EVENTS",
    "LEVELS",
    "OVER",
    "SPACES",
    "STANDARD",
    "WORKERS",
    "Game",
    "Layout",
    "Observation",
    "Player",
    "Record",
    "Score",
    "Source",
    "State",
    "actor",
    "apply",
    "draw",
    "final_scores",
    "legal",
    "load_layout",
    "make_player",
    "new_game",
    "observe",
    "outcomes",
    "parse_position",
    "parse_record",
    "play",
    "play_game",
    "position_text",
    "ranks",
    "record_text",
    "winners",
]

#: The module from which each name is imported.
_HOMES = {
    "keyharvest.game": ("Game",),
    "keyharvest.knowledge": ("Observation", "observe"),
    "keyharvest.players": ("LEVELS", "Player", "make_player"),
    "keyharvest.lab.match": ("play_game",),
    "keyharvest.record": ("Record", "parse_position", "parse_record", "position_text", "record_text"),
    "keyharvest.rules": (
        *("CHANCE", "OVER", "STANDARD", "Layout", "Score", "Source", "State", "actor", "apply", "draw"),
        *("final_scores", "legal", "new_game", "outcomes", "play", "ranks", "winners"),
    ),
    "keyharvest.rules.components": ("CROPS", "EVENTS", "WORKERS"),
    "keyharvest.rules.geometry": ("SPACES",),
    "keyharvest.rules.layout": ("load_layout",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'keyharvest' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
