"""The language of the page: the one chosen in the settings, or the browser's.

Only the worker can load a catalogue (web/site/worker.py); until then the language stays as it is. If the catalogue
isn't available, the page stays in English and says so.
"""

from __future__ import annotations

from typing import Final

from keyharvest.page.core.drawing import Patch
from keyharvest.table.sealing import CALLS, LAYOUT, LETTER, POSITION, SEAL
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES, N_, _

#: What the page says while it opens a link, by the beginning of the link's fragment.
OPENING: Final = {
    CALLS[0]: N_("Opening the invitation…"),
    CALLS[1]: N_("Delivering the answer…"),
    LETTER: N_("Opening the turn…"),
    SEAL: N_("Opening the game…"),
    POSITION: N_("Opening the position…"),
    LAYOUT: N_("Opening the layout…"),
    "rule": N_("Opening the rules…"),
    "lesson": N_("Opening the lesson…"),
    "puzzles": N_("Opening the puzzles…"),
    "puzzle": N_("Opening the puzzle…"),
}
#: The same while it returns to a place, by the beginning of the place; nothing is said of the home screen.
RETURNING: Final = {
    "game": OPENING[SEAL],
    "review": OPENING[SEAL],
    "exercise": OPENING[SEAL],
    "editor": OPENING[POSITION],
    "layout": OPENING[LAYOUT],
    "rules": OPENING["rule"],
    "lesson": OPENING["lesson"],
    "puzzles": OPENING["puzzles"],
    "puzzle": OPENING["puzzle"],
    "home": "",
    "": N_("Opening the page…"),
}
#: The words of the shell and the page around it (web/site/shell.py, index.html), which have no catalogue of their own.
AROUND: Final = (
    *OPENING.values(),
    RETURNING[""],
    N_("Downloading the game…"),
    N_("Starting Python…"),
    N_("Loading the game…"),
    N_("{share}%"),
    N_("Your choice is waiting."),
    N_("Try again"),
    N_("Continue here"),
    N_("Reload"),
    N_("The page has a new version. Reload it to continue."),
    N_("A new version is ready."),
    N_("Update"),
    N_("Error details"),
    N_("Copy details"),
    N_("Close"),
    N_("Your saved games are safe."),
    N_("The game can't continue here."),
    N_("The game can't start here."),
    N_("The game isn't responding: nothing for {seconds} seconds."),
    N_("The game is slow to start: nothing for {seconds} seconds."),
    N_("The game needs a newer browser: at least Chrome or Edge 114, Firefox 125 or Safari 17."),
    N_(
        "The game needs WebAssembly, which this browser has switched off. Allow it for this site: in Lockdown Mode, "
        "exclude the site; elsewhere, look in the browser's settings."
    ),
    N_("This file is too large."),
    N_("This file can't be read."),
    N_("Key Harvest is open in another tab now, so this one is paused."),
)

#: The message once the page is stored for offline use (web/site/scripts/offline.js).
READY: Final = N_("Ready to play offline.")


class Tongue:
    """The language in use on a page; ``asked`` is the browser's list of preferred languages."""

    def __init__(self, asked: str) -> None:
        self._asked = language.spoken(asked)
        self._missing = ""

    def _wanted(self, chosen: str) -> str:
        return self._asked if chosen == "auto" else chosen

    def lacks(self, chosen: str) -> str:
        """Return the language whose catalogue must still be loaded; empty for none, or if it isn't available."""
        wanted = self._wanted(chosen)
        return "" if language.known(wanted) or wanted == self._missing else wanted

    def again(self) -> None:
        """Try a missing language again, since the choice has changed."""
        self._missing = ""

    def speak(self, chosen: str) -> Patch:
        """Switch to the chosen language, or to English if it isn't available; return the changes around the screens."""
        wanted = self._wanted(chosen)
        self._missing = "" if language.known(wanted) else wanted
        spoken = "en" if self._missing else wanted
        language.use(language.of(spoken))
        attributes = {"page": {"lang": spoken}, "offline": {"data-ready": _(READY)}}
        patch: Patch = {"attributes": attributes, "words": {text: _(text) for text in AROUND}}
        return patch | ({"say": self.fault()} if self._missing else {})

    def fault(self) -> str:
        """Return the message about a missing language; empty if there is none."""
        if not self._missing:
            return ""
        return _("{language} isn't available right now; staying in English.").format(language=LANGUAGES[self._missing])
