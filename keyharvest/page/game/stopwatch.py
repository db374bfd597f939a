"""Whose thinking time runs at the moment; the times themselves are the sitting's (table/clock.py)."""

from __future__ import annotations

from time import monotonic
from typing import Final

from keyharvest.table.sitting import NOBODY, Sitting

#: Seconds of thinking after which a game is kept though nothing has been decided: so many are forgotten by a reload.
KEPT_AFTER: Final = 5.0


class Stopwatch:
    """Charges time to the one person for whom it runs."""

    def __init__(self) -> None:
        self._sitting: Sitting | None = None
        self._seat = NOBODY
        self._since = self._kept = 0.0

    def charge(self) -> None:
        """Write down the time that has passed since the last call."""
        if self._sitting:
            now = monotonic()
            self._sitting.spend(self._seat, now - self._since)
            self._since = now

    def run(self, sitting: Sitting | None, seat: int) -> None:
        """From now on time runs for a seat of a sitting, or for nobody; what has passed has been charged."""
        on = sitting is not None and sitting.clock is not None and seat != NOBODY
        if not (on and self._sitting):
            self._since = self._kept = monotonic()
        self._sitting, self._seat = (sitting, seat) if on else (None, NOBODY)

    @property
    def seat(self) -> int:
        """For whom time runs, or ``NOBODY``."""
        return self._seat

    def due(self) -> float | None:
        """Seconds until another time is to be shown; ``None`` while none runs."""
        clock = self._sitting.clock if self._sitting else None
        return clock.left(self._seat) % 1 or 1.0 if clock else None

    def unkept(self) -> bool:
        """Whether the game should be kept, for the time that has passed since the last yes."""
        late = self._sitting is not None and self._since - self._kept >= KEPT_AFTER
        if late:
            self._kept = self._since
        return late
