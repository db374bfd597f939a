"""The search: compare lines in playouts that are the same for all of them, and drop the weaker ones."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import exp, fsum, inf, sqrt
from time import perf_counter
from typing import Final, NamedTuple

from keyharvest.knowledge import Observation, check_asked
from keyharvest.rules import Source, State, play
from keyharvest.search.ahead import Draws, LookAhead
from keyharvest.search.evaluation import Evaluator
from keyharvest.search.lines import lines
from keyharvest.search.weights import Weights

#: The fewest playouts after which a clear lead ends the comparison.
_ENOUGH: Final = 8
#: The longest slice of the work, in seconds; a search ends this long before its time is up.
_SLICE: Final = 0.05


class Effort(NamedTuple):
    """The effort of a search.

    ``positions`` limits the positions evaluated; ``width`` is that of the beam; ``kept`` is the number of lines
    compared in depth, those that seem best after one reply; ``replies`` is the number of turns then imagined after the
    present one (to the end, once the last turns are counted: rule 13.1), quickly or, if ``planned``, as plans of whole
    turns; ``others`` is the weight of the other seats. With a ``temperature``, in points, the choice sometimes falls on
    a line that seems nearly as good. ``victory`` is the worth of a win beside the margin, in points. ``seconds`` limits
    the time, if it isn't 0; the choice then depends on the machine.
    """

    positions: int
    width: int = 4
    kept: int = 6
    replies: int = 1
    planned: bool = False
    others: float = 1.0
    temperature: float = 0.0
    victory: float = 5.0
    seconds: float = 0.0


@dataclass(slots=True)
class Line:
    """Possible moves up to the first draw or the end of the turn.

    ``outcome`` is the end of the present turn in the first playout, and ``first`` its value, in points of
    expected final margin. ``values`` contains the result of each playout with replies; it is empty for a line dropped
    earlier.
    """

    moves: tuple[str, ...]
    outcome: State
    first: float = 0.0
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The expected final margin."""
        return average(self.values) if self.values else self.first

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 with a single playout, which can't show it."""
        return _error(self.values)

    def behind(self, best: Line) -> tuple[float, float]:
        """Return by how many points this line is worse than another in common playouts, and the standard error."""
        return difference(best.values, self.values) if best.values and self.values else (best.first - self.first, 0.0)


class Playout(NamedTuple):
    """A playout of a line: its start, all moves and draws from there, and the positions that it went through: after the
    line's moves, after its turn and after each reply; at the end of the game there are fewer.
    """

    start: State
    moves: tuple[str, ...]
    states: tuple[State, ...]


def _decided(rivals: Sequence[Line], enough: int = _ENOUGH) -> bool:
    """Whether more playouts would hardly change the order: one line clearly leads, or nothing distinguishes them."""
    if min(len(line.values) for line in rivals) < enough:
        return False
    best = max(rivals, key=lambda line: line.mean)
    return all(line is best or _is_clear(*line.behind(best)) for line in rivals)


def _is_clear(gap: float, error: float) -> bool:
    return gap > 4 * error or gap == error == 0


def difference(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return by how much values exceed others of the same playouts on average, and the standard error."""
    pairs = [one - other for one, other in zip(values, others, strict=False)]
    return average(pairs), _error(pairs)


def _error(values: list[float]) -> float:
    number = len(values)
    if number < 2:
        return 0.0
    mean = average(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (number - 1) / number)


def average(values: Sequence[float]) -> float:
    """Return the mean of at least one number, rounded once."""
    # sum() rounds differently since Python 3.12, which could decide a tie; fsum makes a player the same on every
    # version.
    return fsum(values) / len(values)


class Search:
    """The search for an answer to the question of an observation.

    :meth:`run` works in slices of a few milliseconds; then ``found`` contains the lines compared, best first.
    ``also`` are moves to compare to the end, regardless of their worth.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> search = Search(game.observation(game.actor), Effort(300), seed=1)
    >>> for _ in search.run():
    ...     pass
    >>> len(search.found) > 1 and search.found[0].mean >= search.found[1].mean
    True
    """

    def __init__(
        self,
        observation: Observation,
        effort: Effort,
        seed: int,
        weights: Weights | None = None,
        also: tuple[str, ...] = (),
    ) -> None:
        check_asked(observation)
        if effort.positions < 1:
            raise ValueError(f"effort: positions: {effort.positions}; expected 1 or more")
        self._observation = observation
        self._effort = effort
        self._source = Source(seed)
        self._seat = observation.seat
        view = observation.view
        # Once the last turns are counted (rule 13.1), playouts go to the end of the game, where points are certain.
        self._replies = view.left if effort.replies and view.left >= 0 else effort.replies
        turns = range(self._replies + 2)
        others, victory = effort.others, effort.victory
        # One evaluator for positions as the seat knows them, then those for imagined ones now, a turn later, and so on.
        self._judge = Evaluator(view, observation.unknown, weights, others=others, victory=victory)
        self._judges = [Evaluator(view, weights=weights, later=turn, others=others, victory=victory) for turn in turns]
        self._ahead = LookAhead(self._judges, view.turn, effort.planned)
        self._playouts: list[tuple[State, Draws]] = []
        self._also = also
        self._began = 0.0
        self.found: list[Line] = []

    @property
    def positions(self) -> int:
        """The number of positions evaluated so far."""
        return self._judge.positions + sum(judge.positions for judge in self._judges)

    def choice(self) -> Line:
        """Return the best line found or, with a temperature, sometimes one that seems nearly as good."""
        best = self.found[0]
        heat = self._effort.temperature
        if heat <= 0:
            return best
        # A value now and one a few replies later aren't comparable.
        rivals = [line for line in self.found if bool(line.values) == bool(best.values)]
        return self._source.weighted([(line, round(1000 * exp((line.mean - best.mean) / heat))) for line in rivals])

    def end(self, line: Line, playout: int, replies: int | None = None) -> Generator[None, None, State]:
        """Play a line in a playout with this many replies, by default all.

        A generator that returns the state.
        """
        return (yield from self.course(line, playout, replies)).states[-1]

    def course(self, line: Line, playout: int, replies: int | None = None) -> Generator[None, None, Playout]:
        """Play a line like :meth:`end`, and return all of the playout."""
        while len(self._playouts) <= playout:
            self._playouts.append((self._observation.sample(self._source), Draws(self._source.below(1 << 32))))
        start, luck = self._playouts[playout]
        s, played = reduce(play, line.moves, start), [*line.moves]
        until = self._observation.view.turn + 1 + (self._replies if replies is None else replies)
        states = yield from self._ahead.turns(s, until, luck, played)
        return Playout(start, tuple(played), (s, *states))

    def worth(self, line: Line, playout: int) -> Generator[None, None, float]:
        """Evaluate a line in a playout, in points: the mean after each reply, or the margin at the game's end.

        A generator that returns the points.
        """
        _line, *ends = (yield from self.course(line, playout)).states
        if self._observation.view.left >= 0:
            return self._judges[-1].value(ends[-1], self._seat)
        replies = ends[1:] or ends
        values = [judge.value(end, self._seat) for judge, end in zip(self._judges[2:], replies, strict=False)]
        # When the game is over, the final margin replaces the missing replies.
        return average(values + [values[-1]] * (self._replies - len(values)))

    def run(self) -> Generator[None, None, None]:
        """Search; each step is a slice of the work."""
        self._began = perf_counter()
        view, effort = self._observation.view, self._effort
        choices = self._observation.legal()
        if len(choices) == 1:
            self.found = [Line((choices[0],), view, self._judge.value(view, self._seat))]
            return
        candidates = yield from lines(view, self._judge, effort.width)
        # First play all lines to the end of the present turn, in one playout.
        compared = [chain.moves for chain in candidates]
        if self._also and self._also not in compared:
            compared.append(self._also)
        for moves in compared:
            line = Line(moves, view)
            line.outcome = yield from self.end(line, 0, 0)
            line.first = self._judges[0].value(line.outcome, self._seat)
            self.found.append(line)
            if self._late() and self._also not in compared[len(self.found) :]:
                break
            yield
        self._sort(self.found)
        if not effort.replies or self._late():
            return
        # In playouts every seat keeps playing. If in fact the others are waiting, as nobody has drawn for a
        # round, waiting too would seem good turn after turn until it ends the game (rule 13.4).
        if self._replies > 1 and len(self.found) > effort.kept and view.idle < view.players:
            yield from self._screen()
        # Then play the best of them with all replies: each round doubles the playouts and drops half of the lines.
        rivals = yield from self._first_playout(self._best(self.found, effort.kept))
        rounds = max(1, (len(rivals) - 1).bit_length())
        for number in range(rounds):
            limit = self.positions + (effort.positions - self.positions) / (rounds - number)
            playout = len(rivals[0].values)
            while not (self._spent(limit) or _decided(rivals)):
                for line in rivals:
                    value = yield from self._in_time(self.worth(line, playout))
                    if value is None:
                        break
                    line.values.append(value)
                    yield
                if len(rivals[-1].values) == playout:  # a playout that some lines haven't been through compares nothing
                    for line in rivals:
                        del line.values[playout:]
                    break
                playout += 1
            self._sort(rivals)
            if number < rounds - 1:
                rivals = self._best(rivals, (len(rivals) + 1) // 2)
        # The dropped lines follow: in the order of their playouts if they have any, then in their earlier order.
        dropped = [line for line in self.found if line not in rivals]
        dropped.sort(key=lambda line: line.behind(rivals[0])[0] if line.values else inf)
        self.found = rivals + dropped

    def compare(
        self, compared: Sequence[Line], playouts: int, positions: int, enough: int = _ENOUGH
    ) -> Generator[None, None, list[Line]]:
        """Play lines in more common playouts: up to ``playouts``, and as many as ``positions`` more evaluations allow.

        Stop after ``enough`` playouts once more would hardly change the order. A generator that returns the lines, the
        best first; each has been through at least one playout.
        """
        limit, playout = self.positions + positions, 0
        while playout < playouts and not (playout and self.positions >= limit) and not _decided(compared, enough):
            for line in compared:
                if len(line.values) == playout:
                    line.values.append((yield from self.worth(line, playout)))
                    yield
            playout += 1
        return sorted(compared, key=lambda line: line.behind(compared[0])[0])

    def forget(self) -> Iterator[None]:
        """Clear the caches in slices: after a long search, clearing all at once would block a page.

        ``found`` stays.
        """
        yield from self._ahead.forget()
        for judge in (self._judge, *self._judges):
            yield from judge.forget()

    def _screen(self) -> Generator[None, None, None]:
        """Sort the lines by their value after one reply, as many as half of the effort allows.

        A line's value at the end of its own turn says little about its future: the best one often ranks low.
        """
        limit = self.positions + (self._effort.positions - self.positions) / 2
        screened: list[tuple[float, Line]] = []
        for line in self.found:
            if self.positions >= limit or self._late(0.5):
                break
            end = yield from self.end(line, 0, 1)
            screened.append((self._judges[2].value(end, self._seat), line))
            yield
        rest = self.found[len(screened) :]
        screened.sort(key=lambda each: -each[0])
        self.found = [line for _, line in screened] + rest

    def _first_playout(self, rivals: list[Line]) -> Generator[None, None, list[Line]]:
        """Play as many lines as the effort allows in one playout: at least two, to compare, and always ``also``.

        When time is up, even the second is left out.
        """
        followed: list[Line] = []
        for line in rivals:
            work = self.worth(line, 0)
            if not followed or line.moves == self._also:
                line.values.append((yield from work))
            elif len(followed) > 1 and self._spent(self._effort.positions):
                continue
            elif (value := (yield from self._in_time(work))) is not None:
                line.values.append(value)
            if line.values:
                followed.append(line)
            yield
        return followed

    def _spent(self, limit: float) -> bool:
        return self.positions >= limit or self._late()

    def _late(self, share: float = 1.0) -> bool:
        """Whether this share of the time is up."""
        seconds = self._effort.seconds
        return seconds > 0 and perf_counter() - self._began > (seconds - _SLICE) * share

    def _in_time(self, work: Generator[None, None, float]) -> Generator[None, None, float | None]:
        """Return the result of a generator, or ``None`` if time is up first."""
        while not self._late():
            try:
                next(work)
            except StopIteration as done:
                found: float = done.value
                return found
            yield
        return None

    def _best(self, found: list[Line], number: int) -> list[Line]:
        return found[:number] + [line for line in found[number:] if line.moves == self._also]

    def _sort(self, found: list[Line]) -> None:
        found.sort(key=lambda line: -line.mean)
