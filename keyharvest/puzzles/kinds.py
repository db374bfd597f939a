"""The kinds of puzzles: the question of each, and the form of its answer.

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
