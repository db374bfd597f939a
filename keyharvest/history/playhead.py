"""Which moment of a game is shown: now, one of those just played on the way to now, or one of the past."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from keyharvest.history.timeline import News, Timeline, Turned
from keyharvest.table.sitting import LogEntry


@dataclass(frozen=True, slots=True)
class Moment:
    """What the panels tell of the moment shown and of the way there.

    Attributes:
        at: this moment, as a number of moves, which panels must not tell: it depends on hidden counters (rule 14.5).
        moments: all moments that can be looked at, the beginning of the first turn first and the present last.
        past: whether it is looked at as something past; ``following``: whether it moves on to now by itself.
        line: the line of the log that led here; ``steps``: those of this turn so far.
        turned: the event that goes round, or has just been turned up.
        news: what happened since the last turn of the one who looks, as far as it has been shown.
        hurried: whether the way to the next question of a person is not shown.
    """

    at: int = 0
    moments: tuple[int, ...] = (0,)
    past: bool = False
    following: bool = False
    line: LogEntry | None = None
    steps: list[LogEntry] = field(default_factory=list)
    turned: Turned | None = None
    news: list[News] = field(default_factory=list)
    hurried: bool = False

    @property
    def place(self) -> int:
        """The number of this moment among all, from 0."""
        return bisect_left(self.moments, self.at)

    def place_of(self, line: LogEntry) -> int:
        """The number of the moment to which a line of the log led; 0 for a line of set-up."""
        return min(bisect_left(self.moments, line.at + 1), len(self.moments) - 1)

    @property
    def live(self) -> bool:
        """Whether it is the present, in which one may play."""
        return not self.past and not self.following


class Playhead:
    """The moment shown; it stays at now unless it is put elsewhere.

    Attributes:
        past: whether a person has gone to a moment of the past; the game stands still meanwhile.
        following: whether what has just been played is shown moment by moment, on the way to now.
        hurried: whether computers play on without being shown, up to the next question of a person.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._at: int | None = None
        self.past = False
        self.following = False
        self.hurried = False

    @property
    def at(self) -> int:
        """The moment shown, as a number of moves."""
        return self._timeline.now if self._at is None else min(self._at, self._timeline.now)

    @property
    def live(self) -> bool:
        """Whether now is shown, and one may play."""
        return self._at is None

    def to_now(self) -> None:
        """Show the present."""
        self._at, self.past, self.following = None, False, False

    def seek(self, at: int) -> None:
        """Look at a moment of the past, or at now."""
        if at == self._timeline.now:
            self.to_now()
        else:
            self._at, self.past, self.following = at, True, False

    def follow(self, since: int) -> None:
        """Show what was played since a moment, one happening after the other, beginning with the first."""
        self._at, self.past, self.following = since, False, True
        self.advance()

    def advance(self) -> None:
        """One happening on; a way that ends at now leaves it at now."""
        at = self._timeline.after(self.at)
        if at < self._timeline.now:
            self._at = at
        else:
            self.to_now()

    def moment(self, eyes: int) -> Moment:
        """What the panels tell of the moment shown."""
        timeline, at = self._timeline, self.at
        return Moment(
            at=at,
            moments=tuple(timeline.moments()),
            past=self.past,
            following=self.following,
            line=timeline.line(at),
            steps=timeline.turn_lines(at),
            turned=timeline.turned(at),
            news=[item for item in timeline.news(eyes) if item.line.at < at or not self.following],
            hurried=self.hurried,
        )
