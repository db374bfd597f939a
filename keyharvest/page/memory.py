"""What the browser remembers besides the games: the settings, the last set-up, and what has been learnt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from keyharvest.page.forms import fault_text, settings_from, stored_setup
from keyharvest.page.lessons.learning import Learning
from keyharvest.table.set_up import first
from keyharvest.table.settings import Settings

#: What each is stored as.
SETTINGS: Final = "settings"
SET_UP: Final = "setup"
LEARNT: Final = "learn"
Read = TypeVar("Read")


class Memory:
    """The texts of these, and what they say.

    Attributes:
        settings, set_up, learning: what is remembered, or as it is at first.
        fault: why a text could not be read, the first if several could not; empty if all could.
    """

    def __init__(self, saved: Mapping[str, str]) -> None:
        self._texts = {key: saved[key] for key in (SETTINGS, SET_UP, LEARNT) if key in saved}
        self.fault = ""
        self.settings = self._read(SETTINGS, settings_from, Settings())
        self.set_up = self._read(SET_UP, stored_setup, first())
        self.learning = Learning()
        self._read(LEARNT, self.learning.read, None)

    def _read(self, key: str, read: Callable[[str], Read], unread: Read) -> Read:
        """What a text says; one that cannot be read spoils no other."""
        try:
            return read(self._texts[key]) if key in self._texts else unread
        except ValueError as error:
            self.fault = self.fault or fault_text(error)
            return unread

    def keep(self, key: str, text: str) -> dict[str, str | None]:
        """Take a text in place of the one before it; gives what the page has to store."""
        self._texts[key] = text
        return {key: text}

    def learnt(self) -> dict[str, str | None]:
        """What the page has to store of what has been learnt since it was asked last."""
        text = self.learning.text()
        return self.keep(LEARNT, text) if text != self._texts.get(LEARNT, "") else {}

    def size(self) -> int:
        """The number of characters that are stored."""
        return sum(map(len, self._texts.values()))
