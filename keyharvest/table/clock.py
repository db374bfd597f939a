"""Thinking time: how much each person may use and has used. Overtime is shown but has no other effect.

The clock of a game is a header of its record, so it is saved, exported and opened with it; the rules ignore it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from keyharvest.record.record import header_fault
from keyharvest.words.language import N_

#: The header of a game with a clock: minutes for each player, then the seconds that each has used.
CLOCK: Final = "Clock"
#: The choices of minutes for each person at set-up.
LIMITS: Final = {"": N_("No limit"), "5": "5", "10": "10", "20": "20", "30": "30"}
_SECONDS: Final = re.compile(r"[0-9]{1,7}(\.[0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class Clock:
    """The ``minutes`` that each player has, and the seconds that each has ``used``."""

    minutes: int
    used: tuple[float, ...]

    @classmethod
    def read(cls, text: str, players: int) -> Clock:
        """Read a clock. Raise ``ValueError`` with the reason if the text is invalid.

        >>> Clock.read("10 61.5 0", 2).left(0)
        538.5
        """
        minutes, *used = text.split() or [""]
        if minutes not in LIMITS or not minutes or len(used) != players or not all(map(_SECONDS.fullmatch, used)):
            wanted = ", ".join(filter(None, LIMITS))
            raise header_fault(CLOCK, f"{text[:40]!r}; expected one of {wanted} and {players} times in seconds")
        return cls(int(minutes), tuple(map(float, used)))

    def text(self) -> str:
        """Return the text that :meth:`read` reads.

        >>> Clock(10, (61.54, 0)).text()
        '10 61.540 0.000'
        """
        return " ".join([str(self.minutes), *(f"{used:.3f}" for used in self.used)])

    def left(self, seat: int) -> float:
        """Return the seconds that a seat has left, negative if it has used more."""
        return 60 * self.minutes - self.used[seat]

    def spent(self, seat: int, seconds: float) -> Clock:
        """Return the clock after a seat has thought for this many more seconds."""
        used = (*self.used[:seat], self.used[seat] + seconds, *self.used[seat + 1 :])
        return replace(self, used=used)


def shown(seconds: float) -> str:
    """Return time in minutes and seconds, as a clock shows it.

    >>> shown(538.5), shown(0), shown(-61)
    ('8:59', '0:00', '−1:01')
    """
    whole = -int(-seconds // 1)  # a second counts as left until it has passed
    minutes, rest = divmod(abs(whole), 60)
    return f"{'−' if whole < 0 else ''}{minutes}:{rest:02}"
