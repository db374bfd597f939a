"""The lines of a scenario, played from its position with the draws of its stacked bag; and its slides."""

from __future__ import annotations

from dataclasses import dataclass

from keyharvest.rules import CHANCE, OVER, State, actor, legal, outcomes, play
from keyharvest.rules.geometry import INDEX
from keyharvest.scenario.form import Scenario
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


@dataclass(frozen=True, slots=True)
class Slide:
    """The view at one step.

    Attributes:
        key: the key of its text: the step's id, or ``goal`` for the slide after the last step.
        state: the position that the text is about.
        show: the things to highlight; none at the end.
    """

    key: str
    state: State
    show: tuple[str, ...]

    def spaces(self, seat: int, reader: int) -> int:
        """Return the spaces of a seat's board to highlight, as a mask; those without a seat are the reader's."""
        mask = 0
        for target in self.show:
            whose, colon, name = target.rpartition(":")
            if name in INDEX and (whose == str(seat + 1) if colon else seat == reader):
                mask |= 1 << INDEX[name]
        return mask


def slides(scenario: Scenario) -> list[Slide]:
    """Return the slides of a scenario that :func:`keyharvest.scenario.check` has found sound.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> [slide.key for slide in slides(SCENARIOS["chain"])]
    ['a', 'b', 'goal']
    """
    run = Run(scenario.start, scenario.draws)
    run.settle("start")
    found = []
    for step in scenario.steps:
        run.line(step.auto, f"step {step.id}, auto")
        found.append(Slide(step.id, run.state, step.show))
        run.line(step.do, f"step {step.id}, do")
    return [*found, Slide("goal", run.state, ())]
