"""The lines of a scenario, played from its position with the draws of its stacked bag."""

from __future__ import annotations

from keyharvest.rules import CHANCE, OVER, State, actor, legal, outcomes, play
from keyharvest.words import why_not


class Run:
    """A position and the number of draws used; errors are ``ValueError`` with the place."""

    def __init__(self, state: State, draws: tuple[str, ...], at: int = 0) -> None:
        self.state, self.draws, self.at = state, draws, at

    def copy(self) -> Run:
        """Return an independent run from here."""
        return Run(self.state, self.draws, self.at)

    def settle(self, place: str) -> None:
        """Make the draws that are next."""
        while actor(self.state) == CHANCE:
            if self.at == len(self.draws):
                raise ValueError(f"{place}: a draw is next, but 'draws' is used up")
            move = "*" + self.draws[self.at]
            if move not in [name for name, _ in outcomes(self.state)]:
                raise ValueError(f"{place}: draws: {self.draws[self.at][:20]!r} can't be drawn here")
            self.state = play(self.state, move)
            self.at += 1

    def move(self, move: str, place: str) -> None:
        """Make one decision and the draws after it."""
        if actor(self.state) == OVER:
            raise ValueError(f"{place}: {move[:20]!r} comes after the end of the game")
        if move not in legal(self.state):
            reason = why_not(self.state, move) or f"it is not among {', '.join(legal(self.state)[:12])}"
            raise ValueError(f"{place}: {move[:20]!r} is not legal: {reason}")
        self.state = play(self.state, move)
        self.settle(place)

    def line(self, text: str, place: str, reader: int | None = None) -> None:
        """Play a line of moves; ``2>`` precedes those of seat 2. With ``reader``, unmarked ones must be that seat's."""
        mine = True
        for word in text.split():
            if word.endswith(">"):
                if word[:-1] not in ("1", "2", "3", "4") or actor(self.state) != int(word[:-1]) - 1:
                    raise ValueError(f"{place}: {word[:20]!r}, but seat {actor(self.state) + 1} decides")
                mine = int(word[:-1]) - 1 == reader
                continue
            who = actor(self.state)
            if reader is not None and mine and who not in (reader, OVER):
                raise ValueError(f"{place}: {word[:20]!r}: seat {who + 1} decides; write {who + 1}> before it")
            self.move(word, place)


def moves_of(line: str) -> list[str]:
    """Return the moves of a line, without its seat marks.

    >>> moves_of("2> a:B4 end 1> c:D5")
    ['a:B4', 'end', 'c:D5']
    """
    return [word for word in line.split() if not word.endswith(">")]
