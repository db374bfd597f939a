"""The search: lines compared in imagined courses of the game, the same for all of them, the weaker ones dropped."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, inf, sqrt
from time import perf_counter
from typing import Final, NamedTuple

from keyharvest.knowledge import Observation
from keyharvest.rules import Source, State, play
from keyharvest.search.ahead import Draws, LookAhead
from keyharvest.search.evaluation import Evaluator
from keyharvest.search.lines import lines
from keyharvest.search.weights import Weights

#: In so many courses what leads by far is taken for the best.
_ENOUGH: Final = 8
#: The longest slice of the work, in seconds: so long before its time is up a search ends.
_SLICE: Final = 0.05


class Effort(NamedTuple):
    """How far and how long a search looks.

    ``positions`` bounds the positions judged; ``width`` is that of the beam; ``kept`` how many lines are compared in
    depth, those that seem best after one reply; ``replies`` how many turns after the present one are imagined then (all
    there are, once the last turns are counted: rule 13.1), quickly or, if ``planned``, as plans of whole turns;
    ``others`` how much the other seats' standing counts. With a ``temperature`` lines that seem nearly as good, by so
    many points, are chosen too now and then. ``victory`` is what winning is worth beside the margin, in points.
    ``seconds`` bounds the time, if it is not 0: what is chosen then depends on the machine.
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
    """Moves that could be made, up to the first draw or the end of the turn.

    ``outcome`` is where the present turn ended in the first imagined course, and ``first`` what that is worth, in
    points of expected final margin. ``values`` holds what came of it in each course with replies; none for a line that
    was dropped before.
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
        """The standard error of the mean; 0 with a single course, in which it cannot be told."""
        return _error(self.values)

    def behind(self, best: Line) -> tuple[float, float]:
        """By how many points this line is worse than another in the courses common to both; the standard error."""
        pairs = [one - other for one, other in zip(best.values, self.values, strict=False)]
        return (average(pairs), _error(pairs)) if pairs else (best.first - self.first, 0.0)


def _decided(rivals: Sequence[Line], enough: int = _ENOUGH) -> bool:
    """Whether more courses would hardly change the order: one line leads by far, or nothing tells them apart."""
    if min(len(line.values) for line in rivals) < enough:
        return False
    best = max(rivals, key=lambda line: line.mean)
    return all(line is best or _tells(*line.behind(best)) for line in rivals)


def _tells(gap: float, error: float) -> bool:
    return gap > 4 * error or gap == error == 0


def _error(values: list[float]) -> float:
    number = len(values)
    if number < 2:
        return 0.0
    mean = average(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (number - 1) / number)


def average(values: Sequence[float]) -> float:
    """The mean of some numbers, at least one, rounded once."""
    # Since Python 3.12 sum() rounds otherwise, which could turn a tie: a player plays the same on every version.
    return fsum(values) / len(values)


class Search:
    """The search for what to do in answer to the question put to the seat of an observation.

    :meth:`run` works in slices of some milliseconds; afterwards ``found`` holds the lines compared, the best first.
    ``also`` are moves that are compared too, to the end, whatever they are worth.

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
        observation.check_asked()
        if effort.positions < 1:
            raise ValueError(f"effort: positions: {effort.positions}; want 1 or more")
        self._observation = observation
        self._effort = effort
        self._source = Source(seed)
        self._seat = observation.seat
        view = observation.view
        # Once the last turns are counted (rule 13.1), what is imagined ends with the game: points are certain there.
        self._replies = view.left if effort.replies and view.left >= 0 else effort.replies
        turns = range(self._replies + 2)
        #: Of positions known as the seat knows them, and of imagined ones: now, one turn later, and so on.
        others, victory = effort.others, effort.victory
        self._judge = Evaluator(view, observation.unknown, weights, others=others, victory=victory)
        self._judges = [Evaluator(view, weights=weights, later=turn, others=others, victory=victory) for turn in turns]
        self._ahead = LookAhead(self._judges, view.turn, effort.planned)
        self._courses: list[tuple[State, Draws]] = []
        self._also = also
        self._began = 0.0
        self.found: list[Line] = []

    @property
    def positions(self) -> int:
        """The positions judged so far."""
        return self._judge.positions + sum(judge.positions for judge in self._judges)

    def choice(self) -> Line:
        """The best line found; with a temperature now and then one that seems nearly as good."""
        best = self.found[0]
        heat = self._effort.temperature
        if heat <= 0:
            return best
        # What a line is worth now and what it is worth some replies later don't compare.
        rivals = [line for line in self.found if bool(line.values) == bool(best.values)]
        weights = [round(1000 * exp((line.mean - best.mean) / heat)) for line in rivals]
        number = self._source.below(sum(weights))
        for line, weight in zip(rivals, weights, strict=True):
            number -= weight
            if number < 0:
                return line
        raise AssertionError("the weights do not add up")

    def end(self, line: Line, course: int, replies: int | None = None) -> Generator[None, None, State]:
        """Where a line leads in an imagined course, when so many replies (all that are looked at) have been played.

        In slices: a generator that returns the state.
        """
        ends = yield from self._followed(line, course, self._replies if replies is None else replies)
        return ends[-1]

    def worth(self, line: Line, course: int) -> Generator[None, None, float]:
        """What a line is worth in an imagined course, in points: after each reply on average, or at the game's end.

        In slices: a generator that returns the points.
        """
        ends = yield from self._followed(line, course, self._replies)
        if self._observation.view.left >= 0:
            return self._judges[-1].value(ends[-1], self._seat)
        replies = ends[1:] or ends
        values = [judge.value(end, self._seat) for judge, end in zip(self._judges[2:], replies, strict=False)]
        # When the game is over the final margin stands for all that would have come.
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
        # First all lines to the end of the present turn, in one course.
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
        # In imagined courses everybody goes on. Where nobody has drawn for a round the others wait: to wait too would
        # seem good then, turn by turn, until the game ends of it (rule 13.4).
        if self._replies > 1 and len(self.found) > effort.kept and view.idle < view.players:
            yield from self._screen()
        # Then the best of them with all replies: in each round the courses are doubled and half of the lines dropped.
        rivals = yield from self._first_course(self._best(self.found, effort.kept))
        rounds = max(1, (len(rivals) - 1).bit_length())
        for number in range(rounds):
            limit = self.positions + (effort.positions - self.positions) / (rounds - number)
            course = len(rivals[0].values)
            while not (self._spent(limit) or _decided(rivals)):
                for line in rivals:
                    value = yield from self._in_time(self.worth(line, course))
                    if value is None:
                        break
                    line.values.append(value)
                    yield
                if len(rivals[-1].values) == course:  # a course that not all of them have been through compares nothing
                    for line in rivals:
                        del line.values[course:]
                    break
                course += 1
            self._sort(rivals)
            if number < rounds - 1:
                rivals = self._best(rivals, (len(rivals) + 1) // 2)
        # Those that were dropped follow: first what was seen of them in courses counts, then the order they had before.
        dropped = [line for line in self.found if line not in rivals]
        dropped.sort(key=lambda line: line.behind(rivals[0])[0] if line.values else inf)
        self.found = rivals + dropped

    def compare(
        self, compared: Sequence[Line], courses: int, positions: int, enough: int = _ENOUGH
    ) -> Generator[None, None, list[Line]]:
        """Follow lines in more common courses, up to so many and as long as so many more positions last.

        After ``enough`` of them it ends where more would hardly change the order. In slices: a generator that returns
        the lines, the best first; each of them has been followed at least once.
        """
        limit, course = self.positions + positions, 0
        while course < courses and not (course and self.positions >= limit) and not _decided(compared, enough):
            for line in compared:
                if len(line.values) == course:
                    line.values.append((yield from self.worth(line, course)))
                    yield
            course += 1
        return sorted(compared, key=lambda line: line.behind(compared[0])[0])

    def forget(self) -> Iterator[None]:
        """Let go of what was remembered, in slices: after a long search all at once would take a page's breath away.

        What has been found stays.
        """
        yield from self._ahead.forget()
        for judge in (self._judge, *self._judges):
            yield from judge.forget()

    def _screen(self) -> Generator[None, None, None]:
        """Put those lines first that are worth most after one reply, as far as half of the effort has room for them.

        What a line is worth at the end of its own turn tells little of what comes of it: the best is often far down.
        """
        limit = self.positions + (self._effort.positions - self.positions) / 2
        screened: list[tuple[float, Line]] = []
        for line in self.found:
            if self.positions >= limit or self._late(0.5):
                break
            ends = yield from self._followed(line, 0, 1)
            screened.append((self._judges[2].value(ends[-1], self._seat), line))
            yield
        rest = self.found[len(screened) :]
        screened.sort(key=lambda each: -each[0])
        self.found = [line for _, line in screened] + rest

    def _first_course(self, rivals: list[Line]) -> Generator[None, None, list[Line]]:
        """The lines that the effort has room for, followed in a course: two to compare, and ``also``, in any case.

        When time is up even the second may be left out.
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
        """What some work returns, or nothing when time is up before."""
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

    def _followed(self, line: Line, course: int, replies: int) -> Generator[None, None, list[State]]:
        """The positions in an imagined course after a line's turn and after each of so many replies, or to the end."""
        while len(self._courses) <= course:
            self._courses.append((self._observation.sample(self._source), Draws(self._source.below(1 << 32))))
        s, luck = self._courses[course]
        for move in line.moves:
            s = play(s, move)
        return (yield from self._ahead.turns(s, self._observation.view.turn + 1 + replies, luck))
