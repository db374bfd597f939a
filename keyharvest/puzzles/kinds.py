"""The kinds of puzzles with the forms of their answers, the reasons to choose from, and the themes.

A ``why`` puzzle asks for the reason why a wish is impossible: ``E@C4`` (a worker onto a space), ``b:G`` (to play a
worker anywhere), ``c:C5`` (a tile from a store onto the board) or ``d:C5`` (a registry tile into the store).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.moves import MOVES
from keyharvest.words.language import N_, _

#: How a reader answers: by playing the turn, by making a bid, or by choosing from a list.
Answer = Literal["turn", "bid", "choice"]


class Kind(NamedTuple):
    """A kind of puzzle.

    Attributes:
        name: its name in the file and in code.
        answer: ``turn`` if it is answered by playing on, ``bid`` by naming counters, ``choice`` by choosing things.
        left: the turns after the reader's that the game has left (rule 13.1).
        rule: the number of the rule that it is mainly about.
    """

    name: str
    answer: Answer
    left: int
    rule: str


#: The kinds by name, in the order of a page's list.
KINDS: Final[dict[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("points", "turn", 0, "13.2"),
        Kind("win", "turn", 0, "13.3"),
        Kind("field", "turn", 0, "8"),
        Kind("chain", "turn", 0, "8.1"),
        Kind("duel", "turn", 1, "13.1"),
        Kind("bid", "bid", 1, "7.2"),
        Kind("hidden", "choice", 0, "14.3"),
        Kind("crops", "choice", 0, "13.2"),
        Kind("space", "choice", 0, "5.2"),
        Kind("why", "choice", 0, "3.1"),
    )
}


#: The reasons by their codes, each with the number of its rule.
REASONS: Final[dict[str, str]] = {
    "field": N_("There is a field on that space (rule 5.2)."),
    "few": N_("The space touches too few fields (rule 5.2)."),
    "beside": N_("The space touches another worker (rule 5.2)."),
    "number": N_("The worker there doesn't have a lower number (rule 5.3)."),
    "away": N_("The worker is on another board (rule 5.1)."),
    "there": N_("The worker is on your board already (rule 5.1)."),
    "nowhere": N_("No empty space touches enough fields (rule 5.2)."),
    "blocked": N_("Your workers block every space that touches enough fields (rule 5.2)."),
    "match": N_("You don't hold the counters to match its bid (rule 6.2)."),
    "unstored": N_("It isn't in a store (rule 6.1)."),
    "after": N_("You stored a tile first (rule 3.1)."),
    "taken": N_("You have taken both actions (rule 3.1)."),
    "full": N_("Your store is full (rule 7.1)."),
    "empty": N_("You have no counter to bid (rule 7.2)."),
    "elsewhere": N_("It isn't in the registry (rule 7.1)."),
}
_ONTO_A_SPACE: Final = ("field", "few", "beside", "number")
_BY_ACTION: Final = {
    "b": ("away", "there", "nowhere", "blocked", "taken"),
    "c": ("match", "unstored", "after", "taken"),
    "d": ("full", "empty", "elsewhere", "taken"),
}


def codes_for(wish: str) -> tuple[str, ...]:
    """Return the codes of the reasons to choose from for a wish; none if it isn't a wish.

    >>> codes_for("E@C4"), codes_for("d:C5"), codes_for("sing")
    (('field', 'few', 'beside', 'number'), ('full', 'empty', 'elsewhere', 'taken'), ())
    """
    worker, at, space = wish.partition("@")
    if at and worker in WORKER_INDEX and space in INDEX:
        return _ONTO_A_SPACE
    move = MOVES.get(wish)
    return () if move is None or move.home else _BY_ACTION.get(move.action, ())


def reason(code: str) -> str:
    """Return a reason in words.

    >>> reason("full")
    'Your store is full (rule 7.1).'
    """
    return _(REASONS[code])


# The ideas of puzzles

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


def theme_title(theme: str) -> str:
    """Return the title of a theme.

    >>> theme_title("safe-bid")
    'A safe bid'
    """
    return _(THEMES[theme][0])


def theme_line(theme: str) -> str:
    """Return the sentence of a theme, for the first hint."""
    return _(THEMES[theme][1])
