"""The page's session: messages in, patches out (docs/protocol.md). Pure Python, no browser.

The screen that is shown carries out each message (:mod:`keyharvest.page.core.screen`).
"""

from __future__ import annotations

from typing import Any

from keyharvest.page.core.drawing import Patch, both
from keyharvest.page.core.forms import fault_text, led_to
from keyharvest.page.core.screen import Screen, carry_out
from keyharvest.page.core.sounds import REFUSED, audible
from keyharvest.page.home.screens import HomeScreen
from keyharvest.page.live.around import LIVE_SCREENS
from keyharvest.page.page import Page
from keyharvest.page.puzzles.puzzling import FILE
from keyharvest.page.screens import OWNERS, screen_class
from keyharvest.page.settings.screens import SettingsScreen
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.words.language import _, add_catalogue, code


class Session(Page):
    """One page. ``saved`` contains the texts that patches have asked the page to store."""

    owners = OWNERS

    def __init__(self, saved: dict[str, str]) -> None:
        super().__init__(saved)
        self._link = self._told_address = saved.get("fragment", "")
        self.here.left, self._told_first = saved.get("place", ""), ""
        if "lines" in saved and self.here.left in LIVE_SCREENS:
            self.here.left = ""  # the page's lines lead back there
        self.seating.left = self._told_choice = saved.get("chosen", "")
        self._known = not saved.keys() <= {"language", "fragment", "place", "chosen", "lines"}

    def make(self, name: str) -> Screen:
        return screen_class(name)(self)

    @property
    def screen(self) -> str:
        """The name of the screen that is shown."""
        return self.here.shown.name

    @property
    def table(self) -> Tabletop:
        """The game on the table, or else the last saved one. Raise ``ValueError`` if there is none."""
        return self.seating.open()

    # The interface to the shell

    def start(self) -> Patch:
        """Return the first patch: the home screen, the target of the link that opened the page, or the last place."""
        around = self.tongue.speak(self.memory.settings.language)
        fault = self.memory.fault or self.keeping.fault()
        self.drawn.again()
        link, self._link = self._link, ""
        message = led_to(link)
        if message is None and self.here.left:
            message = {"intent": "to", "value": self.here.left}
        patch = self.handle(message) if message else {}
        self.here.left = ""
        if link and (not message or ("alert" in patch and message["intent"] != "link")):
            patch["alert"] = _("Nothing here matches this link: {link}").format(link=link[:40])
        if "panels" not in patch:
            patch = self._patch() | patch
        if code() != "en" or self.tongue.fault():
            patch = both(around, patch)
        if fault:
            patch["alert"] = fault
        return patch

    def handle(self, message: dict[str, Any]) -> Patch:
        """Answer a message. On error, return a patch with an ``alert``; the game is unchanged."""
        self.seating.stopwatch.charge()
        if isinstance(message, dict) and message.get("intent") != "peer":
            self.seating.unseen = message.get("intent") == "hidden"
            self.keeping.fresh = False
        try:
            extra = carry_out(self.here.shown, _followed(message))
        except ValueError as error:
            return {"alert": fault_text(error)} | audible(REFUSED, self.memory.settings.sound)
        return self._patch(extra)

    def lacks(self) -> str:
        """The file to load next: the catalogue of the chosen language, or the puzzles; "" for none."""
        language = self.here.get(SettingsScreen).lacks()
        return f"{language}.mo" if language else FILE if self.puzzling.waits else ""

    def supply(self, name: str, content: bytes) -> None:
        """Read a loaded file. Raise an error if it is broken."""
        if name == FILE:
            self.puzzling.solver.supply(content)
        else:
            add_catalogue(name.removesuffix(".mo"), content)

    def arrived(self, name: str) -> Patch:
        """Show what waited for a file, after the attempt to load it."""
        try:
            extra = self.puzzling.solver.arrived() if name == FILE else self.here.get(SettingsScreen).speak()
        except ValueError as error:
            return {"alert": fault_text(error)} | audible(REFUSED, self.memory.settings.sound)
        self.changed = True  # the language that the next visit begins in
        return self._patch(extra)

    def wait(self) -> float | None:
        """Return the seconds until :meth:`step` is due, or ``None`` if nothing moves by itself."""
        return 0.0 if self.keeping.coming() else self.here.shown.wait(self.memory.settings.pace)

    def step(self) -> Patch:
        """Do the next thing that is due by itself: continue an import, or what the screen shows, such as a game."""
        patch, changed = (self.keeping.take_next(), True) if self.keeping.coming() else self.here.shown.step()
        return self._patch(patch) if changed else patch

    def _patch(self, extra: Patch | None = None) -> Patch:
        """Return what has changed on the page, merged with an addition."""
        self.seating.time()
        extra = both(self.friends.welcome(), extra or {})
        patch = both(self.draw(), extra)
        patch |= audible(patch.pop("sound", ""), self.memory.settings.sound) | self.new_place()
        if (address := self.here.shown.address()) != self._told_address:
            self._told_address = patch["address"] = address
        patch |= self.friends.flush()
        if (chosen := self.seating.chosen()) != self._told_choice:
            self._told_choice = patch["chosen"] = chosen
        parts = (self.keeping, self.puzzling, self.workbench, self.learning)
        if kept := {key: text for part in parts for key, text in part.unsaved().items()}:
            patch["save"] = patch.get("save", {}) | kept
        self.changed = self.changed or "save" in patch
        self._known = self._known or "save" in patch
        # The next visit begins with this screen. While others act, it would change with each of their steps.
        if self._known and self.changed and self.wait() is None:
            self.changed = False
            first = self.here.get(HomeScreen).first()
            if first != self._told_first:
                self._told_first = patch["greet"] = first
        return patch


def _followed(message: dict[str, Any]) -> dict[str, Any]:
    """Return the message that opens a pasted link, which may lead to a lesson or a position as well as to a game."""
    value = message.get("value") if isinstance(message, dict) and message.get("intent") == "link" else None
    return (isinstance(value, dict) and led_to(str(value.get("link", "")))) or message
