"""The names of the computer players, and one line on how each plays."""

from __future__ import annotations

from typing import Final

from keyharvest.words.language import N_, _

#: Name and line of each computer player, weakest first.
_LEVELS: Final = {
    "apprentice": (N_("Apprentice"), N_("Sees its own farm and the next step, and is easily tempted.")),
    "farmhand": (N_("Farmhand"), N_("Plans a whole turn, but only for its own farm.")),
    "farmer": (N_("Farmer"), N_("Plans its turn well and keeps an eye on its neighbours.")),
    "steward": (N_("Steward"), N_("Considers what the others will do next.")),
    "master": (N_("Master"), N_("Weighs its best plans against many ways the game may go.")),
}
#: The players at the tables of older games.
_FORMER: Final = {
    "greedy": (N_("Gatherer"), N_("Takes whatever scores the most right away.")),
    "random": (N_("Dreamer"), N_("Does whatever comes to mind.")),
}
NAMES: Final = tuple(_LEVELS)


def level(name: str) -> str:
    """Return the name of a computer player, for people.

    >>> level("farmer")
    'Farmer'
    """
    return _((_LEVELS | _FORMER)[name][0])


def level_line(name: str) -> str:
    """Return the line on how a computer player plays."""
    return _((_LEVELS | _FORMER)[name][1])
