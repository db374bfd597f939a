"""Faults found in a game: lies, which messages of the liar prove, and doubts, which accuse nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: A sentence for each kind of lie of seat ``{seat}``, which its own signed messages prove …
LIES: Final = {
    "turn": "Seat {seat} sent a message that wasn't its to send.",
    "form": "Seat {seat} signed a message that makes no sense.",
    "link": "Seat {seat} gave a false number for a draw: it isn't the one sealed before the game.",
    "illegal": "Seat {seat} made an illegal move.",
    "chain": "Seat {seat} sent moves beyond its own, or an incomplete action.",
    "state": "Seat {seat} named a state of the game that its moves don't lead to.",
    "hand": "Seat {seat} paid with counters that it didn't hold.",
    "lock": "Seat {seat} didn't lock the counters with the key that it sealed.",
    "unlock": "Seat {seat} didn't unlock the counters with the key that it sealed.",
    "open": "Seat {seat} opened a key that isn't the one it sealed.",
    "digest": "Seat {seat} signed a message that contradicts its own account of the game.",
}
#: … and for each kind of doubt.
DOUBTS: Final = {
    "keys": "There are different first messages for {seats}.",
    "first": "The first message of {seats} makes no sense.",
    "fork": "There are two versions of the game, and nobody can say whose fault that is.",
    "twice": "{seats} signed two different messages for the same step: its program lied, or its page continued from an "
    "older state than it had shown.",
    "unsure": "{seats} made a move that seems impossible, but too few keys were opened to say why.",
    "silent": "Nothing that {seats} had signed arrived.",
    "call": "{seats} disputed the game, but nothing was found wrong.",
}
#: The doubts in which nothing is contradicted: the players of an older game continued in spite of them.
AMENDED: Final = ("silent", "call")
#: The doubts about a seat alone: it has signed what raises them, so the host can't have caused them.
_ITS_OWN: Final = ("twice", "unsure", "call")


@dataclass(frozen=True)
class Finding:
    """Something that isn't as it should be.

    Attributes:
        kind: what it is, one of ``LIES`` or ``DOUBTS``.
        seats: the one that lied; or, of a doubt, those of which one must be at fault, though nobody can say which.
        evidence: the lines that show it.
        turn: the turn in which it came up, 0 for the set-up.
    """

    kind: str
    seats: tuple[int, ...]
    evidence: tuple[str, ...] = ()
    turn: int = 0

    @property
    def lie(self) -> bool:
        """Whether it is a lie, which the evidence proves."""
        return self.kind in LIES


def suspects(kind: str, seat: int, host: int, players: int) -> tuple[int, ...]:
    """Return who can be at fault: a seat or, with three or four players, the host too, who passes messages on.

    Anyone who has signed two things makes a second version of the game, in which all others then sign.
    """
    if kind == "fork":
        return tuple(range(players))
    return (seat,) if players == 2 or kind in _ITS_OWN else tuple(sorted({seat, host}))


def sentence(finding: Finding, host: int) -> str:
    """Say what was found, and about whom.

    >>> sentence(Finding("illegal", (2,), ("…",), turn=14), host=0)
    'Turn 14: Seat 3 made an illegal move.'
    """
    when = f"Turn {finding.turn}" if finding.turn else "Set-up"
    if finding.lie:
        return f"{when}: {LIES[finding.kind].format(seat=finding.seats[0] + 1)}"
    seat = next((seat for seat in finding.seats if seat != host), host)
    said = DOUBTS[finding.kind].format(seats=f"seat {seat + 1}")
    if len(finding.seats) > 1 and finding.kind != "fork":
        said += f" It was that seat or the host, seat {host + 1}, who passes messages on."
    return f"{when}: {said[0].upper()}{said[1:]}"
