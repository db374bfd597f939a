"""The layouts of this device, and the screen where one is painted by eye, or opened from a link (rules 1.3, 1.5).

Everything is kept at once, by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from keyharvest.editor.sketch import Sketch, Sketchbook, legible, sketches_text
from keyharvest.page.core.drawing import Patch, download
from keyharvest.page.core.forms import fault_text, object_of, one_of, or_nothing, setup_text, space_of, text_of
from keyharvest.page.core.intent import intent
from keyharvest.page.core.memory import LAYOUTS, SET_UP, Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.editor import layouts_view
from keyharvest.page.parts import frame
from keyharvest.page.tabletop.cursor import Cursor
from keyharvest.page.tabletop.panels.boards import LARGE
from keyharvest.picture.elements import Html
from keyharvest.rules import Layout
from keyharvest.rules.components import CROPS
from keyharvest.rules.foreign import unquoted
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.layout import layout_json, parse_layout
from keyharvest.table.sealing import layout_in, layout_link
from keyharvest.table.shortcuts import PAINTS, PAIRS
from keyharvest.words.language import _, n_


class Layouts:
    """The layouts of a page. Methods named ``do_…`` carry out an intent."""

    def __init__(self, here: Whereabouts, memory: Memory) -> None:
        self.cursor = Cursor()
        self._here = here
        self._memory = memory
        self.book = Sketchbook(legible(memory.text(LAYOUTS)))
        self._brush = PAINTS[0]
        self._opened: Sketch | None = None  # what a link or a file contains, until it is kept

    # Storage

    def unsaved(self) -> dict[str, str | None]:
        """Return the layouts for the page to store, if they have changed since the last call."""
        if not self.book.edited:
            return {}
        text = sketches_text(self.book.sketches)
        return self._memory.keep(LAYOUTS, text) if text != self._memory.text(LAYOUTS) else {}

    def import_text(self, text: object) -> str:
        """Add the layouts from a file; return a message about the result. Raise ``ValueError`` if they are damaged."""
        number = self.book.merge(text)
        return n_("{number} layout imported.", "{number} layouts imported.", number).format(number=number)

    # The screen

    def framed(self) -> tuple[Html, Mapping[str, Html]]:
        """Return the screen's frame and its panels."""
        opened, book = self._opened, self.book
        shown = opened or book.sketch
        return frame.page(layouts_view.frame(), "layout cloth"), {
            "board": layouts_view.large_board(shown, self.cursor.space),
            "brushes": layouts_view.arrived(shown) if opened else layouts_view.palette(book, self._brush),
            "gaps": layouts_view.gaps(shown, bool(opened)),
            "uses": Html() if opened else layouts_view.uses(shown),
            "kept": Html() if opened else layouts_view.kept(book),
        }

    def address(self) -> str:
        """Return the link of what was opened here, as a reload must open it again."""
        return layout_link(self._opened.layout()) if self._opened else ""

    def open(self) -> Patch:
        """Show the layouts of this device, and paint one."""
        self._opened = None
        self._here.leave_for("layout")
        damaged = self._memory.text(LAYOUTS) and not legible(self._memory.text(LAYOUTS))
        return {"alert": _("Your layouts are damaged and can't be read.")} if damaged else {}

    def open_line(self, line: str) -> None:
        """Show the layout that a link contains; it isn't kept yet."""
        try:
            self._open(layout_in(line))
        except ValueError as error:
            raise ValueError(_("Can't open this layout. {fault}").format(fault=fault_text(error))) from None

    def open_file(self, name: str, text: str) -> None:
        """Show the layout that a file contains. Raise ``ValueError`` with its name if it can't be read."""
        try:
            self._open(parse_layout(unquoted(text)))
        except ValueError as error:
            raise ValueError(_("Can't open {name}. {fault}").format(name=name, fault=fault_text(error))) from None

    def _open(self, layout: Layout) -> None:
        self._opened = Sketch.of(layout)
        self._here.leave_for("layout")

    @intent()
    def do_keep(self) -> Patch:
        """Keep the layout that was opened."""
        self.book.add(self._opened)
        self._opened = None
        return {"say": _("Kept as “{name}”.").format(name=self.book.sketch.name)}

    # Painting

    @intent(one_of(*PAINTS))
    def do_brush(self, brush: str) -> None:
        """Choose the crop that a tap paints, or the starting ``pairs``."""
        self._brush = brush

    @intent(space_of)
    def do_tap(self, space: int) -> Patch:
        """Paint a field, or make it one of a starting pair."""
        self.cursor.space = space
        if self._opened:
            raise ValueError(_("Keep this layout first: then you can change it."))
        sketch = self.book.sketch
        pairs = self._brush == PAIRS
        self.book.become(sketch.paired(space) if pairs else sketch.painted(space, CROPS.index(self._brush)))
        return {"say": layouts_view.space_label(self.book.sketch, space)}

    @intent()
    def do_enter(self) -> Patch:
        """Paint the field that has the focus."""
        return self.do_tap(self.cursor.space)

    @intent()
    def do_undo(self) -> None:
        """Undo the last edit, even of a name or a deletion."""
        self.book.undo()

    @intent()
    def do_redo(self) -> None:
        """Redo the last edit undone."""
        self.book.redo()

    @intent(space_of)
    def do_gap(self, space: int) -> Patch:
        """Move the focus to the space of something missing."""
        return self.cursor.go_to(f"{LARGE}-{SPACES[space]}")

    # The kept ones, and their uses

    @intent(or_nothing(text_of))
    def do_sketch(self, name: str | None) -> None:
        """Paint another layout of this device, given by its name, or (no value) a new one."""
        self.book.open(name) if name else self.book.add()

    @intent(object_of)
    def do_call(self, form: dict[str, Any]) -> Patch:
        """Give the layout a name."""
        before = self.book.sketch.name
        self.book.rename(form.get("name"))
        told = {"say": _("Kept as “{name}”.").format(name=self.book.sketch.name)}
        return told | (self._choose() if self._memory.set_up.layout == before else {})

    @intent()
    def do_drop(self) -> Patch:
        """Delete the layout; undo restores it."""
        name = self.book.sketch.name
        self.book.drop()
        return {"say": _("“{name}” was deleted. Undo restores it.").format(name=name)}

    @intent()
    def do_use(self) -> Patch:
        """Choose the layout for the next game, and show the set-up. Raise ``ValueError`` if it isn't complete."""
        self.book.sketch.layout()
        self._here.show("setup")
        return self._choose()

    def _choose(self) -> Patch:
        chosen = self._memory.set_up = replace(self._memory.set_up, layout=self.book.sketch.name)
        return {"save": self._memory.keep(SET_UP, setup_text(chosen))}

    @intent()
    def do_layout_file(self) -> Patch:
        """Save the layout as a file. Raise ``ValueError`` if it isn't complete."""
        text = layout_json((self._opened or self.book.sketch).layout())
        return download("key-harvest-layout.json", "application/json", text)
