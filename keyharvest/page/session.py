"""The page's session: messages in, patches out (docs/protocol.md). Pure Python, no browser.

One of the session's parts carries out each message, by the table in :mod:`keyharvest.page.intents`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keyharvest.page.drawing import Drawn, both
from keyharvest.page.editor.editing import Editing
from keyharvest.page.forms import fault_text, led_to
from keyharvest.page.game.pacing import Pacing
from keyharvest.page.game.seating import Seating
from keyharvest.page.game.tabletop import Patch, Tabletop
from keyharvest.page.intents import carry_out
from keyharvest.page.keeping import Keeping
from keyharvest.page.layouts import Layouts
from keyharvest.page.lessons.lesson import Lesson
from keyharvest.page.memory import LAYOUTS, POSITION, PUZZLED, Memory
from keyharvest.page.preferences import Preferences
from keyharvest.page.puzzles.puzzling import FILE, Puzzling
from keyharvest.page.screens import Screens
from keyharvest.page.sounds import REFUSED, audible
from keyharvest.page.tongue import Tongue
from keyharvest.page.whereabouts import AT_TABLE, EXERCISE, LAYOUT, LIVE_SCREENS, Whereabouts
from keyharvest.words.language import _, add_catalogue, code

if TYPE_CHECKING:
    from keyharvest.page.puzzles.task import Task


class Session:
    """One page. ``saved`` contains the texts that patches have asked the page to store.

    Attributes:
        memory: the stored settings and progress; ``keeping``: the saved games.
        seating: the game on the table, and its visible hand; ``screens``: the content of the page, and the ways between
            screens; ``puzzling``: access to the puzzles.
        editing: the editor, with the position set up by hand; ``layouts``: the layouts of this device.
        preferences: changes of settings; ``pacing``: things that move by themselves.
    """

    def __init__(self, saved: dict[str, str]) -> None:
        self.memory = Memory(saved)
        self.keeping = Keeping(saved)
        self._tongue = Tongue(saved.get("language", ""))
        self._drawn = Drawn()
        self._here = Whereabouts()
        self.seating = Seating(self.memory, self.keeping, self._drawn, self._here)
        self.puzzling = self.keeping.besides[PUZZLED] = Puzzling(self.memory, self._here, self._drawn)
        self.editing = self.keeping.besides[POSITION] = Editing(self._here, self.seating, self.memory)
        self.layouts = self.keeping.besides[LAYOUTS] = Layouts(self._here, self.memory)
        self.screens = Screens(
            self.memory,
            self.keeping,
            self._tongue,
            self._drawn,
            self._here,
            self.seating,
            self.puzzling,
            self.editing,
            self.layouts,
        )
        self.preferences = Preferences(self.memory, self._tongue, self._drawn, self.seating)
        self.pacing = Pacing(self.memory, self.keeping, self._here, self.seating, self.screens, self.editing)
        self._link = self._told_address = saved.get("fragment", "")
        self._here.left, self._told_first = saved.get("place", ""), ""
        if "lines" in saved and self._here.left in LIVE_SCREENS:
            self._here.left = ""  # the page's lines lead back there
        self.seating.left = self._told_choice = saved.get("chosen", "")
        self._known = not saved.keys() <= {"language", "fragment", "place", "chosen", "lines"}
        self._changed = False  # whether the next visit's first screen may differ from the one it has

    # For the table of intents

    @property
    def screen(self) -> str:
        """The screen that is shown."""
        return self._here.screen

    @property
    def table(self) -> Tabletop:
        """The game on the table, or else the last saved one. Raise ``ValueError`` if there is none."""
        return self.seating.open()

    @property
    def lesson(self) -> Lesson | None:
        """The lesson on the page, if its screen is shown."""
        return self.screens.lesson()

    @property
    def puzzle(self) -> Task | None:
        """The puzzle or the exercise on the page, if its screen is shown."""
        return self.screens.puzzle()

    @property
    def letters(self) -> bool:
        """Whether single-character keys are on."""
        return self.memory.settings.letters

    # The interface to the shell

    def start(self) -> Patch:
        """Return the first patch: the home screen, the target of the link that opened the page, or the last place."""
        around = self._tongue.speak(self.memory.settings.language)
        fault = self.memory.fault or self.keeping.fault()
        self._drawn.screen = ""
        link, self._link = self._link, ""
        message = led_to(link)
        if message is None and self._here.left:
            message = {"intent": "to", "value": self._here.left}
        patch = self.handle(message) if message else {}
        self._here.left = ""
        if link and (not message or ("alert" in patch and message["intent"] != "link")):
            patch["alert"] = _("Nothing here matches this link: {link}").format(link=link[:40])
        if "panels" not in patch:
            patch = self._patch() | patch
        if code() != "en" or self._tongue.fault():
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
            extra = carry_out(self, _followed(message))
        except ValueError as error:
            return {"alert": fault_text(error)} | audible(REFUSED, self.memory.settings.sound)
        return self._patch(extra)

    def lacks(self) -> str:
        """The file to load next: the catalogue of the chosen language, or the puzzles; "" for none."""
        language = self.preferences.lacks()
        return f"{language}.mo" if language else FILE if self.puzzling.waits else ""

    def supply(self, name: str, content: bytes) -> None:
        """Read a loaded file. Raise an error if it is broken."""
        if name == FILE:
            self.puzzling.supply(content)
        else:
            add_catalogue(name.removesuffix(".mo"), content)

    def arrived(self, name: str) -> Patch:
        """Show what waited for a file, after the attempt to load it."""
        try:
            extra = self.puzzling.arrived() if name == FILE else self.preferences.speak()
        except ValueError as error:
            return {"alert": fault_text(error)} | audible(REFUSED, self.memory.settings.sound)
        self._changed = True  # the language that the next visit begins in
        return self._patch(extra)

    def wait(self) -> float | None:
        """Return the seconds until :meth:`step` is due, or ``None`` if nothing moves by itself."""
        return self.pacing.wait()

    def step(self) -> Patch:
        """Do the next thing that is due by itself, such as a computer player's move."""
        patch, changed = self.pacing.step()
        return self._patch(patch) if changed else patch

    def _address(self) -> str:
        """Return what a reload should open, as the fragment of the page's address: a puzzle, or a link opened here."""
        screen, puzzle, seating = self._here.screen, self.screens.solving(), self.seating
        if puzzle:
            return f"puzzle-{puzzle.name}"
        if screen in LIVE_SCREENS:
            return seating.friends.address()
        if screen == "letter":
            return seating.opened.link if seating.opened else ""
        if screen == LAYOUT:
            return self.layouts.address()
        return self.keeping.link if screen in (*AT_TABLE, EXERCISE) else ""

    def _patch(self, extra: Patch | None = None) -> Patch:
        """Return what has changed on the page, merged with an addition."""
        self.seating.time()
        extra = both(self.seating.friends.welcome(), extra or {})
        patch = both(self.screens.draw(), extra)
        patch |= audible(patch.pop("sound", ""), self.memory.settings.sound) | self.screens.new_place()
        if (address := self._address()) != self._told_address:
            self._told_address = patch["address"] = address
        patch |= self.seating.friends.flush()
        if (chosen := self.seating.chosen()) != self._told_choice:
            self._told_choice = patch["chosen"] = chosen
        parts = (self.keeping, self.puzzling, self.editing, self.layouts)
        if kept := {key: text for part in parts for key, text in part.unsaved().items()} | self.memory.learnt():
            patch["save"] = patch.get("save", {}) | kept
        self._changed = self._changed or "save" in patch
        self._known = self._known or "save" in patch
        # The next visit begins with this screen. While others act, it would change with each of their steps.
        if self._known and (self._changed or self._drawn.screen == "home") and self.wait() is None:
            self._changed = False
            first = self.screens.first()
            if first != self._told_first:
                self._told_first = patch["greet"] = first
        return patch


def _followed(message: dict[str, Any]) -> dict[str, Any]:
    """Return the message that opens a pasted link, which may lead to a lesson or a position as well as to a game."""
    value = message.get("value") if isinstance(message, dict) and message.get("intent") == "link" else None
    return (isinstance(value, dict) and led_to(str(value.get("link", "")))) or message
