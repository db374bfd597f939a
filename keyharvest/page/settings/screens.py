"""The settings that a person chooses, including the language."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import changed_settings, object_of, one_of, or_nothing
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.screen import Screen
from keyharvest.page.core.sounds import TURN
from keyharvest.page.page import Page
from keyharvest.page.saved.screens import GamesScreen
from keyharvest.page.settings.view import settings
from keyharvest.picture.elements import Html
from keyharvest.table.settings import Settings


class SettingsScreen(Screen):
    """The settings."""

    name = "settings"
    aside = True
    in_notebook = True
    page: Page
    _asked = False

    def content(self) -> Html:
        shelf, memory = self.page.keeping.shelf, self.page.memory
        size = memory.size() + shelf.size()
        return settings(memory.settings, size, bool(shelf.entries), self._asked, self.page.tongue.fault())

    @intent(on=EVERYWHERE)
    def do_settings(self) -> None:
        """Show the settings."""
        self._asked = False
        self.page.here.leave_for(self.name)

    @intent(object_of, on=EVERYWHERE)
    def do_set(self, wanted: dict[str, Any]) -> Patch:
        """Change some settings, by their names."""
        patch = self._choose(changed_settings(self.page.memory.settings, wanted))
        return patch | {"sound": TURN} if "sound" in wanted else patch

    @intent(on=EVERYWHERE)
    def do_defaults(self) -> Patch:
        """Restore the default settings."""
        return self._choose(Settings())

    def _choose(self, settings: Settings) -> Patch:
        memory, table = self.page.memory, self.page.seating.table
        spoken = memory.settings.language != settings.language
        stored = memory.choose(settings)
        if table:
            table.playback.paused = False
        patch: Patch = {}
        if spoken:
            self.page.tongue.again()
            if not self.lacks():
                patch = self.speak()
        return patch | {"save": stored}

    def lacks(self) -> str:
        """The chosen language whose catalogue isn't loaded yet, or ""."""
        return self.page.tongue.lacks(self.page.memory.settings.language)

    def speak(self) -> Patch:
        """Switch to the chosen language if its catalogue is loaded. Redraw the screens; return the other changes."""
        around = self.page.tongue.speak(self.page.memory.settings.language)
        self.page.drawn.again()
        if self.page.seating.table:
            self.page.seating.table.forget()
        return around

    @intent(or_nothing(one_of("all", "no")), on=EVERYWHERE)
    def do_forget(self, answer: str | None) -> Patch:
        """Ask whether to delete all games (no value), delete them (``all``) or keep them (``no``).

        Deleted games can be restored.
        """
        self._asked = answer is None
        if answer == "all":
            return self.page.here.get(GamesScreen).do_delete("all")
        return {"focus": "forget-question" if self._asked else "forget-line"}


SCREENS: Final[tuple[type[Screen], ...]] = (SettingsScreen,)
