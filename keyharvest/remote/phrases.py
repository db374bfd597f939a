"""The set phrases of a live game: the last of each player, and when they may say another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

#: The seconds between two phrases of one player: for players here, and the minimum for phrases that arrive.
_PAUSE: Final = 3.0
_LESS: Final = 2.0
#: The seconds after which a page that redraws a screen omits a phrase: by then it has faded.
_FADED: Final = 8.0


class Phrases:
    """The phrases said so far; ``clock`` returns the time in seconds.

    Attributes:
        muted: whether the phrases of others aren't shown.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spoke: dict[int, float] = {}
        self._said: dict[int, tuple[int, int]] = {}
        self.muted = False

    @property
    def said(self) -> dict[int, tuple[int, int]]:
        """By seat, the phrase said in the last few seconds, and the number of phrases so far."""
        now = self._clock()
        return {seat: said for seat, said in self._said.items() if now - self._spoke[seat] < _FADED}

    def take(self, seat: int, phrase: int, here: bool) -> bool:
        """Record a phrase, said ``here`` or on another page. If it follows too soon, ignore it and return false."""
        now, pause = self._clock(), _PAUSE if here else _LESS
        if now - self._spoke.get(seat, -pause) < pause:
            return False
        self._spoke[seat] = now
        self._said[seat] = phrase, self._said.get(seat, (0, 0))[1] + 1
        return True
