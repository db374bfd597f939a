"""Everything stored besides games: settings, the last set-up, progress, puzzle results, a position, layouts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Final, TypeVar

from keyharvest.page.core.forms import fault_text, settings_from, setup_text, stored_setup
from keyharvest.rules import STANDARD
from keyharvest.table.set_up import first
from keyharvest.table.settings import Settings

if TYPE_CHECKING:
    from datetime import date

    from keyharvest.rules import Layout

#: The keys of the texts in storage.
SETTINGS: Final = "settings"
SET_UP: Final = "setup"
LEARNT: Final = "learn"
PUZZLED: Final = "puzzles"
#: The draft of a position in the editor.
POSITION: Final = "position"
#: The layouts that were painted or kept here.
LAYOUTS: Final = "layouts"
#: Damaged puzzle results, set aside.
DAMAGED: Final = "puzzles.damaged"
Read = TypeVar("Read")


def reader_day() -> date:
    """Return the reader's own date."""
    from datetime import date  # a first visit doesn't need it

    return date.today()


class Memory:
    """The stored texts and their values.

    Attributes:
        settings, set_up: the stored values, or the defaults.
        fault: the reason why a text was unreadable, the first if several were; empty if none was.
    """

    def __init__(self, saved: Mapping[str, str]) -> None:
        self._texts = {
            key: saved[key] for key in (SETTINGS, SET_UP, LEARNT, PUZZLED, DAMAGED, POSITION, LAYOUTS) if key in saved
        }
        self.fault = ""
        self.settings = self.read(SETTINGS, settings_from, Settings())
        self.set_up = self.read(SET_UP, stored_setup, first())

    def read(self, key: str, read: Callable[[str], Read], unread: Read) -> Read:
        """Read a text; an unreadable one affects no other."""
        try:
            return read(self._texts[key]) if key in self._texts else unread
        except ValueError as error:
            self.fault = self.fault or fault_text(error)
            return unread

    def text(self, key: str) -> str:
        """Return a stored text, or an empty one."""
        return self._texts.get(key, "")

    def exported(self) -> dict[str, str]:
        """Return the texts that a file with all games includes, by their names there."""
        kept = {key.replace(".", "_"): self.text(key) for key in (PUZZLED, DAMAGED, POSITION, LAYOUTS)}
        return {key: text for key, text in kept.items() if text}

    def layout(self, name: str) -> Layout:
        """Return a layout of this device, or ("") the standard one. Raise ``ValueError`` if it can't be played."""
        if not name:
            return STANDARD
        from keyharvest.editor.sketch import layout_named, legible

        return layout_named(name, legible(self.text(LAYOUTS)))

    def keep(self, key: str, text: str) -> dict[str, str | None]:
        """Replace a text, or delete it with an empty one; return the change for the page to store."""
        self._texts[key] = text
        return {key: text or None}

    def choose(self, settings: Settings) -> dict[str, str | None]:
        """Change the settings; return the change for the page to store."""
        self.settings = settings
        return self.keep(SETTINGS, json.dumps(asdict(settings)))

    def call_reader(self, name: str) -> dict[str, str | None]:
        """Remember the reader's name, unless it is empty; return the change for the page to store."""
        if name in ("", self.set_up.reader):
            return {}
        self.set_up = self.set_up.read_by(name)
        return self.keep(SET_UP, setup_text(self.set_up))

    def size(self) -> int:
        """Return the number of characters stored."""
        return sum(map(len, self._texts.values()))
