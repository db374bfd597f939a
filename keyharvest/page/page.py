"""The parts of a page, which its screens use, and the ways between the screens."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.page.core.drawing import Drawn, Patch, look
from keyharvest.page.core.forms import object_of, or_nothing, text_of
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.memory import LAYOUTS, POSITION, PUZZLED, Memory
from keyharvest.page.core.screen import Owner, Screen, Whereabouts
from keyharvest.page.core.tongue import Tongue
from keyharvest.page.editor.workbench import Workbench
from keyharvest.page.game.seating import Seating
from keyharvest.page.lessons.learning import Learning
from keyharvest.page.live.friends import Friends
from keyharvest.page.puzzles.puzzling import Puzzling
from keyharvest.page.rules.over_view import covers, over
from keyharvest.page.saved.keeping import Keeping
from keyharvest.table.chairs import NOBODY

#: The places that are named otherwise than their screens.
_PLACES: Final = {"friends": "setup:friends"}


class Page:
    """The parts of a page.

    Attributes:
        owners: everything that has intents for several screens.
        memory: the stored settings; ``learning``: the progress in the course; ``keeping``: the saved games.
        seating: the game on the table, and its visible hand; ``friends``: the people on other pages.
        puzzling: access to the puzzles; ``workbench``: to the editor and the layouts of this device.
        tongue: the language in use; ``drawn``: the state of the page after all patches.
        here: the screen that is shown; ``over``: the name of the dialog that covers it, or ""; ``told_place``: its
            place.
        changed: whether the next visit's first screen may differ from the one it has.
    """

    owners: tuple[Owner, ...] = ()

    def __init__(self, saved: dict[str, str]) -> None:
        self.memory = Memory(saved)
        self.learning = Learning(self.memory)
        self.keeping = Keeping(saved, self.memory)
        self.tongue = Tongue(saved.get("language", ""))
        self.drawn = Drawn()
        self.here = Whereabouts(self.make)
        self.seating = Seating(self.memory, self.keeping, self.drawn, self.here)
        self.friends = self.seating.friends
        self.puzzling = Puzzling(self.memory, self.here, self.drawn)
        self.workbench = Workbench(self.here, self.seating, self.memory)
        self.keeping.besides = {
            PUZZLED: self.puzzling.import_text,
            POSITION: self.workbench.import_position,
            LAYOUTS: self.workbench.import_layouts,
        }
        self.over = self.told_place = ""
        self.changed = False
        self.here.shown = self.here.behind = self.here.find("home")

    @property
    def letters(self) -> bool:
        """Whether single-character keys are on."""
        return self.memory.settings.letters

    def make(self, name: str) -> Screen:
        """Make a screen. Raise ``ValueError`` if there is none of this name."""
        raise NotImplementedError

    # The content

    def draw(self) -> Patch:
        """Return what has changed on the page since it was last drawn."""
        shown = self.here.shown
        if not self.drawn.shows(shown.name):
            self.over = ""  # a new screen is uncovered
        main, panels = shown.draw()
        cover = shown.cover(self.over) or over(self.over, shown.scene(), self.letters) if self.over else ""
        patch = self.drawn.draw(shown.name, main, panels, cover, self.friends.news())
        marks, past = shown.marks()
        return patch | self.drawn.mark(marks, look(self.memory.settings, past))

    @intent(object_of, on=EVERYWHERE)
    def do_open(self, file: dict[str, Any]) -> Patch | None:
        """Open the game or the layout in a file, or import all games in one."""
        return None if self.workbench.open_file(file) else self.seating.open_file(file)

    @intent(text_of, on=EVERYWHERE)
    def do_over(self, name: str) -> Patch:
        """Open a dialog over the screen, which stays as it is."""
        if name not in self.here.shown.covers and not covers(name, self.here.shown.scene()):
            raise ValueError(f"message: over: {name[:20]!r} can't cover this screen")
        self.over = name
        return {"over": True, "focus": "over-title"}

    @intent(on=EVERYWHERE)
    def do_bare(self) -> None:
        """Note that the dialog over the screen was closed."""
        self.over = ""

    # The person's place

    @intent(on=EVERYWHERE)
    def do_home(self) -> None:
        """Show the home screen; a new game no longer waits for a slot."""
        self.here.show("home")
        self.keeping.waiting = None
        table = self.seating.table
        if table and len(table.sitting.persons()) > 1:
            table.viewer = NOBODY

    def new_place(self) -> Patch:
        """Report the person's place if it has changed: a screen, with its game, lesson or puzzle.

        What covers the question there follows after "+", since the way back closes it first: ``game:3+hint+compare``.
        """
        shown = self.here.shown
        place, before = "+".join([shown.place(), *shown.layers()]), self.told_place
        self.told_place = place
        if place == before:
            return {}
        # The next puzzle replaces the one before, so that going back leads to where they were chosen.
        return {"place": place, "instead": place.startswith("puzzle:") and before.startswith("puzzle:")}

    @intent(on=EVERYWHERE)
    def do_back(self) -> None:
        """Return to the screen before this one, or to the curtain if the page was hidden meanwhile; else go home."""
        if self.here.shown.aside:
            self.here.go_back()
        elif self.here.shown.ends:
            self.do_home()

    @intent(or_nothing(text_of), on=EVERYWHERE)
    def do_to(self, place: str | None) -> Patch | None:
        """Return to an earlier place, or home if it no longer exists. A hand stays behind the curtain (rule 14.2)."""
        ground, *layers = (place or "").split("+")
        shown = self.here.shown
        if ground == shown.place():
            return shown.uncover(layers) if shown.layers() else None
        name, _colon, which = _PLACES.get(ground, ground).partition(":")
        try:
            return self.here.find(name).enter(which)
        except ValueError:
            self.do_home()  # the place has been deleted
            return None


#: The parts of a page that have intents.
PARTS: Final[tuple[Owner, ...]] = (
    (Page, lambda screen: screen.page),
    (Seating, lambda screen: screen.page.seating),
    (Friends, lambda screen: screen.page.friends),
    (Keeping, lambda screen: screen.page.keeping),
    (Workbench, lambda screen: screen.page.workbench),
    (Puzzling, lambda screen: screen.page.puzzling),
)
