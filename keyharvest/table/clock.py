"""Thinking time: how much of it each person may use, and has used. What is over is only shown, nobody is forced.

The clock of a game is a header of its record, so it is kept, exported and opened with it; the rules know nothing of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from keyharvest.record.record import header_fault
from keyharvest.words.language import N_

#: The record's note of a game with a clock: minutes for each player, then the seconds that each has used.
CLOCK: Final = "Clock"
#: Minutes for each person, as they can be chosen at set-up.
LIMITS: Final = {"": N_("None"), "5": "5", "10": "10", "20": "20", "30": "30"}
_SECONDS: Final = re.compile(r"\d{1,7}(\.\d{1,3})?")


@dataclass(frozen=True, slots=True)
class Clock:
    """``minutes`` that each player has, and seconds that each has ``used``."""

    minutes: int
    used: tuple[float, ...]

    @classmethod
    def read(cls, text: str, players: int) -> Clock:
        """A clock from its text; ``ValueError`` tells what is wrong with it.

        >>> Clock.read("10 61.5 0", 2).left(0)
        538.5
        """
        minutes, *used = text.split() or [""]
        if minutes not in LIMITS or not minutes or len(used) != players or not all(map(_SECONDS.fullmatch, used)):
            wanted = ", ".join(filter(None, LIMITS))
            raise header_fault(CLOCK, f"{text[:40]!r}; want one of {wanted} and {players} times in seconds")
        return cls(int(minutes), tuple(map(float, used)))

    def text(self) -> str:
        """What :meth:`read` reads.

        >>> Clock(10, (61.54, 0)).text()
        '10 61.540 0.000'
        """
        return " ".join([str(self.minutes), *(f"{used:.3f}" for used in self.used)])

    def left(self, seat: int) -> float:
        """Seconds that a seat has left; below 0 when it has used more."""
        return 60 * self.minutes - self.used[seat]

    def spent(self, seat: int, seconds: float) -> Clock:
        """The clock when a seat has thought for so many seconds more."""
        used = (*self.used[:seat], self.used[seat] + seconds, *self.used[seat + 1 :])
        return replace(self, used=used)


def shown(seconds: float) -> str:
    """Time that is left in minutes and seconds, as a clock shows it.

    >>> shown(538.5), shown(0), shown(-61)
    ('8:59', '0:00', '−1:01')
    """
    whole = -int(-seconds // 1)  # a second is left until it has passed
    minutes, rest = divmod(abs(whole), 60)
    return f"{'−' if whole < 0 else ''}{minutes}:{rest:02}"
