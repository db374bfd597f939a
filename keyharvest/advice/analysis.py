"""The analysis of a finished game: the points missed in each turn, and the chances to win through the game.

Each turn is judged by its seat's knowledge at the time; the chances are those of the whole table, as the game is over.
"""

from __future__ import annotations

import json
import time
from bisect import bisect_right
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from keyharvest import words
from keyharvest.advice.advice import REVIEW, Advice, Judged, followed, reviewing, turns, win_chances
from keyharvest.advice.hints import Choice, described, planning
from keyharvest.knowledge import observe
from keyharvest.rules import State, round_of
from keyharvest.table.sealing import sealed, unsealed
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import n_

#: The least loss of a turning point, if it is more than chance; and the most turning points named.
_TURNING: Final = 1.5
_NAMED: Final = 6
#: A loss of this many standard errors is more than chance.
_SURE: Final = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """One turn: its first move's number, its seat, the points missed, the turn played and the best one.

    ``sure``: whether the loss of margin, the measure for turns, is more than chance explains; ``chances`` are
    those of all seats when the turn began.
    """

    at: int
    turn: int
    seat: int
    sure: bool
    played: Choice
    best: Choice
    chances: tuple[float, ...]

    @property
    def loss(self) -> float:
        """The loss of expected lead against the best turn, in the tenths of points that are shown."""
        return max(0.0, round(self.best.lead - self.played.lead, 1))

    @property
    def was_best(self) -> bool:
        """Whether the turn was as good as the best one found."""
        return self.played.steps == self.best.steps or not self.sure or self.loss < 0.05


class Analysis:
    """The turns of a finished game, judged one after the other in slices.

    Attributes:
        verdicts: the turns judged so far, in order; ``ending``: each seat's share of the win in the end, 0 to 1.
        shown: whether the review shows it; ``kept``: whether it was made before, and only has to be described again.
    """

    def __init__(self, sitting: Sitting) -> None:
        """Begin an analysis. Raise ``ValueError`` if the game isn't over: it would reveal the others' hands."""
        if not sitting.over:
            raise ValueError("analysis: the game is not over")
        game = sitting.game
        self.verdicts: list[Verdict] = []
        self.ending = win_chances(game.state)
        self.shown = True
        self.done = False
        self._names = sitting.names
        self._states = game.states
        self._turns = sum(1 for _turn in turns(game.states, game.moves))
        found = _kept(sitting.judged)
        self.kept = [(each.at, each.played.moves) for each in found] == [*turns(game.states, game.moves)]
        self._judged: list[Judged] = []
        judging = iter(found) if self.kept else reviewing(game.states, game.moves, REVIEW, game.seed)
        self._work = self._judging(judging, game.seed)

    @property
    def progress(self) -> float:
        """The progress, 0 to 1."""
        return len(self.verdicts) / self._turns if self._turns else 1.0

    def think(self, seconds: float) -> None:
        """Continue for this many seconds, or a little longer."""
        until = time.perf_counter() + seconds
        for _slice in self._work:
            if time.perf_counter() >= until:
                return
        self.done = True

    def _judging(self, work: Iterator[Judged | None], seed: int) -> Iterator[None]:
        for judged in work:
            if judged:
                self._judged.append(judged)
                verdict = yield from _verdict(self._states[judged.at], judged, self._names, seed)
                self.verdicts.append(verdict)
            yield

    def text(self) -> str:
        """Return the judgements as text, with which a sitting shows them again without a search."""
        return sealed(json.dumps(self._judged, separators=(",", ":")))

    def course(self) -> list[tuple[float, ...]]:
        """Return the chances of all seats at each turn, averaged over the last round, as they vary within a round."""
        players = len(self.ending)
        found = []
        for at in range(len(self.verdicts)):
            round_ = [verdict.chances for verdict in self.verdicts[max(0, at + 1 - players) : at + 1]]
            found.append(tuple(sum(column) / len(round_) for column in zip(*round_, strict=True)))
        return found

    def begins(self, moments: Sequence[int]) -> list[int]:
        """Return for each turn the index in ``moments`` of the one at which it began."""
        return [bisect_right(moments, verdict.at) - 1 for verdict in self.verdicts]

    def turn_of(self, moments: Sequence[int], place: int) -> int:
        """Return the number, from 0, of the turn that a moment belongs to; at the end of the game the number of turns.

        A moment at which one turn ends and the next begins belongs to the next.
        """
        if place >= len(moments) - 1:
            return len(self.verdicts)
        return max(bisect_right(self.begins(moments), place) - 1, 0)

    def turning_points(self) -> list[Verdict]:
        """Return the turns that missed the most points, in playing order."""
        found = [each for each in self.verdicts if each.loss >= _TURNING and not each.was_best]
        return sorted(sorted(found, key=lambda each: -each.loss)[:_NAMED], key=lambda each: each.at)

    def given_away(self, seat: int) -> float:
        """Return the average points that a seat missed per turn."""
        losses = [0.0 if each.was_best else each.loss for each in self.verdicts if each.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0


def _kept(text: str) -> list[Judged]:
    """Return the judgements in a text; none if it is empty or damaged: then they are made again."""
    try:
        return [
            Judged(at, turn, seat, _advice(played), _advice(best), loss, error)
            for at, turn, seat, played, best, loss, error in (json.loads(unsealed(text)) if text else ())
        ]
    except (ValueError, TypeError):
        return []


def _advice(data: Sequence[Any]) -> Advice:
    moves, margin, lead, error, chance, _courses = data
    return Advice(tuple(moves), margin, lead, error, chance)


def _verdict(state: State, judged: Judged, names: Sequence[str], seed: int) -> Generator[None, None, Verdict]:
    """Describe a judgement in slices; if points were missed, with what the two turns lead to."""
    observation, found = observe(state, judged.seat), [judged.best, judged.played]
    sure = judged.loss > _SURE * judged.error
    if sure:
        found = yield from followed(observation, found, REVIEW, seed + judged.at)
    best, played = yield from planning(observation, described(observation, found, names), clear=True)
    return Verdict(judged.at, judged.turn, judged.seat, sure, played, best, tuple(win_chances(state)))


def judging(
    verdict: Verdict, states: Sequence[State], moves: Sequence[str], names: Sequence[str], seed: int
) -> Generator[None, None, Verdict]:
    """Judge other moves in place of those of a turn, by the same estimate, in slices; return the verdict.

    ``states`` are those before each move, from the turn's beginning, and the last one; ``seed`` is that of the game.
    """
    for judged in reviewing(states, moves, REVIEW, seed + verdict.at):
        if judged:
            return (yield from _verdict(states[0], judged, names, seed))
        yield
    raise ValueError("judging: the moves don't begin a turn")


def sentence(verdict: Verdict, names: tuple[str, ...]) -> str:
    """Describe a turning point."""
    return n_(
        "Round {round}, {name}: {played}. That missed {number} points; better: {better}.",
        "Round {round}, {name}: {played}. That missed {number} points; better: {better}.",
        words.whole_part(verdict.loss),
    ).format(
        round=round_of(verdict.turn, len(names)),
        name=names[verdict.seat],
        played=verdict.played.text,
        number=words.tenths(verdict.loss),
        better=verdict.best.text,
    )
