"""The stopwatch for the person who has to decide; the sitting stores the times (table/clock.py)."""

from __future__ import annotations

from time import monotonic
from typing import Final

from keyharvest.table.chairs import NOBODY
from keyharvest.table.sitting import Sitting

#: Seconds of thinking after which a game is saved without a decision: a reload loses at most this much.
KEPT_AFTER: Final = 5.0


class Stopwatch:
    """Charges thinking time to the one person whose clock runs."""

    def __init__(self) -> None:
        self._sitting: Sitting | None = None
        self._seat = NOBODY
        self._since = self._kept = 0.0

    def charge(self) -> None:
        """Add the time since the last call, or since the clock started, to the thinking time."""
        if self._sitting:
            now = monotonic()
            self._sitting.spend(self._seat, now - self._since)
            self._since = now

    def run(self, sitting: Sitting | None, seat: int) -> None:
        """Run the clock of a seat from now on, or no clock. The time so far must have been charged already."""
        on = sitting is not None and sitting.clock is not None and seat != NOBODY
        if not (on and self._sitting):
            self._since = self._kept = monotonic()
        self._sitting, self._seat = (sitting, seat) if on else (None, NOBODY)

    @property
    def seat(self) -> int:
        """The seat whose clock runs, or ``NOBODY``."""
        return self._seat

    def due(self) -> float | None:
        """Return the seconds until the clock changes, or ``None`` if it isn't running."""
        clock = self._sitting.clock if self._sitting else None
        return clock.left(self._seat) % 1 or 1.0 if clock else None

    def unkept(self) -> bool:
        """Whether it is time to save the game: ``KEPT_AFTER`` seconds have passed since this last returned true."""
        late = self._sitting is not None and self._since - self._kept >= KEPT_AFTER
        if late:
            self._kept = self._since
        return late
