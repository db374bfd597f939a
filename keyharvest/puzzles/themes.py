"""The ideas of puzzles: a title for each, and the sentence of the first hint."""

from __future__ import annotations

from typing import Final

from keyharvest.words.language import N_, _

#: The title and the sentence of each theme, the rarest theme of a line of moves first.
THEMES: Final[dict[str, tuple[str, str]]] = {
    "chain": (N_("A worker who won't stay"), N_("A worker can move on more than once in a turn.")),
    "lawyer": (N_("The lawyer's help"), N_("The lawyer uses the power of another worker again.")),
    "bailiff": (N_("The bailiff calls"), N_("The bailiff takes a field that touches no other.")),
    "supervisor": (N_("One field fewer"), N_("A field laid fallow can make way for something better.")),
    "storekeeper": (N_("In and out of the store"), N_("A tile that the storekeeper stores can be placed at once.")),
    "turn-back": (N_("Ripe again"), N_("Fields that are turned back can be harvested again.")),
    "buyer": (N_("Bought from a rival"), N_("Some workers buy tiles from another player's store.")),
    "stand-in": (N_("A change of worker"), N_("A worker can take the place of one with a lower number.")),
    "send-home": (N_("Room to move"), N_("A worker sent home frees a space for another.")),
    "goes-home": (N_("No place to go"), N_("A worker in the way may go home.")),
    "from-registry": (N_("Straight from the registry"), N_("Some workers place a registry tile at once.")),
    "neighbours-store": (N_("Someone else's tile"), N_("You can match another player's bid.")),
    "moving-on": (N_("Make way"), N_("A worker in a tile's way moves on, and its power works again.")),
    "two-tiles": (N_("Two at once"), N_("One action places up to two tiles.")),
    "hurt": (N_("The other player's loss"), N_("A point your rival loses is as good as a point you gain.")),
    "harvest-to-pay": (N_("Harvest first"), N_("A harvest can pay for a tile in the same turn.")),
    "worker-pays": (N_("A worker who pays"), N_("A worker can get you the counters for a tile.")),
    "second-group": (N_("The second group"), N_("Fields of your second largest group count double.")),
    "join": (N_("Two become one"), N_("A tile can join two groups.")),
    "plain": (N_("Two actions"), N_("See what one action makes possible for the other.")),
    "denial": (N_("Out of reach"), N_("A tile in your store is hard for others to get.")),
    "patience": (N_("Patience pays"), N_("The most points now may not be the most in the end.")),
    "safe-bid": (N_("A safe bid"), N_("See which counters your rival can get in one turn.")),
    "behind": (N_("Behind the screen"), N_("There are 12 counters of each crop: the ones you can't see are hidden.")),
    "certain": (
        N_("For certain"),
        N_("There are 12 counters of each crop. How many of the hidden ones could one player hold?"),
    ),
    "stand": (N_("A place to stand"), N_("First count the fields around a space, then look for workers.")),
    "reason": (N_("What is in the way"), N_("Go through the rule condition by condition.")),
}


def title(theme: str) -> str:
    """Return the title of a theme.

    >>> title("safe-bid")
    'A safe bid'
    """
    return _(THEMES[theme][0])


def line(theme: str) -> str:
    """Return the sentence of a theme, for the first hint."""
    return _(THEMES[theme][1])
