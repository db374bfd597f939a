"""The set phrases of a live game: the last of each player, and when they may say another."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

#: The seconds between two phrases of one player: for players here, and the minimum for phrases that arrive.
_PAUSE: Final = 3.0
_LESS: Final = 2.0


class Phrases:
    """The phrases said so far; ``clock`` counts seconds.

    Attributes:
        said: by seat, the last phrase and how many there were; ``muted``: whether the phrases of others aren't shown.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._spoke: dict[int, float] = {}
        self.said: dict[int, tuple[int, int]] = {}
        self.muted = False

    def take(self, seat: int, phrase: int, here: bool) -> bool:
        """Note a phrase, said ``here`` or on another page; return whether that player may already say another."""
        now, pause = self._clock(), _PAUSE if here else _LESS
        if now - self._spoke.get(seat, -pause) < pause:
            return False
        self._spoke[seat] = now
        self.said[seat] = phrase, self.said.get(seat, (0, 0))[1] + 1
        return True
