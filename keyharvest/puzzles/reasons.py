"""Reasons why something is impossible, to choose from, each with the number of its rule.

A ``why`` puzzle asks about a wish: ``E@C4`` (a worker onto a space), ``b:G`` (to play a worker anywhere), ``c:C5`` (a
tile from a store onto the board) or ``d:C5`` (a registry tile into the store).
"""

from __future__ import annotations

from typing import Final

from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.moves import MOVES
from keyharvest.words.language import N_, _

#: The reasons by their codes.
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
