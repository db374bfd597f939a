"""The kinds of puzzles: the question of each, and the form of its answer."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

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
