"""What the browser remembers besides the games: the settings, the last set-up, and what has been learnt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyharvest.page.forms import fault_text, settings_from, stored_setup
from keyharvest.page.learning import Learning
from keyharvest.table.set_up import first
from keyharvest.table.settings import Settings

#: What each is stored as.
SETTINGS: Final = "settings"
SET_UP: Final = "setup"
LEARNT: Final = "learn"


class Memory:
    """The texts of these, and what they say.

    Attributes:
        settings, set_up, learning: what is remembered, or as it is at first.
        fault: why a text could not be read; empty if all could.
    """

    def __init__(self, saved: Mapping[str, str]) -> None:
        self._texts = {key: saved[key] for key in (SETTINGS, SET_UP, LEARNT) if key in saved}
        self.settings = Settings()
        self.set_up = first()
        self.learning = Learning()
        self.fault = ""
        try:
            if SETTINGS in self._texts:
                self.settings = settings_from(self._texts[SETTINGS])
            if SET_UP in self._texts:
                self.set_up = stored_setup(self._texts[SET_UP])
            if LEARNT in self._texts:
                self.learning.read(self._texts[LEARNT])
        except ValueError as error:
            self.fault = fault_text(error)

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
