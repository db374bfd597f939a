"""What the computer players are called, and how each plays, in a line."""

from __future__ import annotations

from typing import Final

from keyharvest.words.language import N_, _

#: By the name of the computer player, the weakest first.
_LEVELS: Final = {
    "apprentice": (N_("Apprentice"), N_("Sees its own farm and the next step, and is easily tempted.")),
    "farmhand": (N_("Farmhand"), N_("Plans a whole turn, but for its own farm alone.")),
    "farmer": (N_("Farmer"), N_("Plans its turn well and keeps an eye on its neighbours.")),
    "steward": (N_("Steward"), N_("Thinks of what the others will do next.")),
    "master": (N_("Master"), N_("Weighs its best plans against many ways the game may go.")),
}
#: Who sits at the tables of older games.
_FORMER: Final = {
    "greedy": (N_("Gatherer"), N_("Takes what brings the most at once.")),
    "random": (N_("Dreamer"), N_("Does whatever comes to mind.")),
}
NAMES: Final = tuple(_LEVELS)


def level(name: str) -> str:
    """What a computer player is called.

    >>> level("farmer")
    'Farmer'
    """
    return _((_LEVELS | _FORMER)[name][0])


def level_line(name: str) -> str:
    """How a computer player plays."""
    return _((_LEVELS | _FORMER)[name][1])
