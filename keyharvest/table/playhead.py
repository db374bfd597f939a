"""The moment of a game that is shown: the present, a past one, or one of those just played that lead to the present."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from keyharvest.table.sitting import LogEntry
from keyharvest.table.timeline import News, Timeline, Turned


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment shown and the way there, for the panels.

    Attributes:
        at: this moment, as a number of moves. Panels must not show it: it depends on hidden counters (rule 14.5).
        moments: all moments that can be shown, from the beginning of the first turn to the present.
        past: whether it is shown as a past moment; ``following``: whether the page moves on to now by itself.
        line: the line of the log that led here; ``steps``: the lines of this turn so far.
        turned: the event that the seats are answering, or that has just been turned up.
        news: what happened since the reader's last turn, as far as it has been shown.
        hurried: whether the moments up to a person's next decision are skipped.
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
        """Return the number of the moment that a line of the log led to; 0 for a line of set-up."""
        return min(bisect_left(self.moments, line.at + 1), len(self.moments) - 1)

    @property
    def live(self) -> bool:
        """Whether this is the present, the only moment at which people may play."""
        return not self.past and not self.following


class Playhead:
    """The moment shown: the present, unless it is moved elsewhere.

    Attributes:
        past: whether a person has gone to a past moment; the game pauses meanwhile.
        following: whether recent play is shown moment by moment, on the way to now.
        hurried: whether computers play unseen up to a person's next decision.
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
        """Whether the present is shown, the only moment at which people may play."""
        return self._at is None

    def to_now(self) -> None:
        """Show the present."""
        self._at, self.past, self.following = None, False, False

    def seek(self, at: int) -> None:
        """Show a moment of the past, or now."""
        if at == self._timeline.now:
            self.to_now()
        else:
            self._at, self.past, self.following = at, True, False

    def follow(self, since: int) -> None:
        """Show everything played since a moment, one step at a time from the first."""
        self._at, self.past, self.following = since, False, True
        self.advance()

    def advance(self) -> None:
        """Show the next step on the way to the present, or the present itself after the last one."""
        at = self._timeline.after(self.at)
        if at < self._timeline.now:
            self._at = at
        else:
            self.to_now()

    def moment(self, viewer: int) -> Moment:
        """Return the moment shown, for the panels."""
        timeline, at = self._timeline, self.at
        return Moment(
            at=at,
            moments=tuple(timeline.moments()),
            past=self.past,
            following=self.following,
            line=timeline.line(at),
            steps=timeline.turn_lines(at),
            turned=timeline.turned(at),
            news=[item for item in timeline.news(viewer) if item.line.at < at or not self.following],
            hurried=self.hurried,
        )
