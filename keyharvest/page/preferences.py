"""The settings that a person chooses, including the language."""

from __future__ import annotations

from typing import Any

from keyharvest.page.drawing import Drawn
from keyharvest.page.forms import changed_settings
from keyharvest.page.game.seating import Seating
from keyharvest.page.game.tabletop import Patch
from keyharvest.page.memory import Memory
from keyharvest.page.sounds import TURN
from keyharvest.page.tongue import Tongue
from keyharvest.table.settings import Settings


class Preferences:
    """The effects of a change of settings. Methods named ``do_…`` carry out an intent."""

    def __init__(self, memory: Memory, tongue: Tongue, drawn: Drawn, seating: Seating) -> None:
        self._memory = memory
        self._tongue = tongue
        self._drawn = drawn
        self._seating = seating

    def lacks(self) -> str:
        """The chosen language whose catalogue isn't loaded yet, or ""."""
        return self._tongue.lacks(self._memory.settings.language)

    def speak(self) -> Patch:
        """Switch to the chosen language if its catalogue is loaded. Redraw the screens; return the other changes."""
        around = self._tongue.speak(self._memory.settings.language)
        self._drawn.screen = ""
        if self._seating.table:
            self._seating.table.forget()
        return around

    def do_set(self, wanted: dict[str, Any]) -> Patch:
        """Change some settings, by their names."""
        patch = self._choose(changed_settings(self._memory.settings, wanted))
        return patch | {"sound": TURN} if "sound" in wanted else patch

    def do_defaults(self) -> Patch:
        """Restore the default settings."""
        return self._choose(Settings())

    def _choose(self, settings: Settings) -> Patch:
        spoken = self._memory.settings.language != settings.language
        stored = self._memory.choose(settings)
        if self._seating.table:
            self._seating.table.paused = False
        patch: Patch = {}
        if spoken:
            self._tongue.again()
            if not self.lacks():
                patch = self.speak()
        return patch | {"save": stored}
