"""The screens where a position is set up or a layout painted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import or_nothing, text_of
from keyharvest.page.core.intent import intent
from keyharvest.page.core.screen import SLICE, Screen
from keyharvest.page.editor.editing import Editing
from keyharvest.page.editor.layouts import Layouts
from keyharvest.page.lessons.screens import DemoScreen
from keyharvest.page.page import Page
from keyharvest.page.tabletop.cursor import Cursor
from keyharvest.picture.elements import Html
from keyharvest.table.shortcuts import LAYOUT, PAGE, Act

#: The name of the sheet that can cover the editor.
_SHEET = "position"


class EditorScreen(Screen):
    """A position set up by hand."""

    name = "editor"
    parts = (("page.workbench.editing", Editing), ("page.workbench.editing.cursor", Cursor))
    covers = (_SHEET,)
    page: Page

    def draw(self) -> tuple[Html, Mapping[str, Html]]:
        return self.page.workbench.editing.framed(self.page.over == _SHEET)

    def cover(self, name: str) -> Html | None:
        return self.page.workbench.editing.sheet() if name == _SHEET else None

    def layers(self) -> list[str]:
        return self.page.workbench.editing.layers()

    def uncover(self, kept: list[str]) -> Patch | None:
        return self.page.workbench.editing.uncover(kept)

    def act(self, key: dict[str, Any]) -> Act | None:
        return self.page.workbench.editing.act(key, self.page.letters)

    def wait(self, _pace: str) -> float | None:
        return 0.0 if self.page.workbench.editing.searching else None

    def step(self) -> tuple[Patch, bool]:
        """Continue the search, then make the demo that waits for it, if any."""
        told = self.page.workbench.editing.continue_search(SLICE)
        if self.page.workbench.editing.wants_demo and not self.page.workbench.editing.searching:
            try:
                told = self.do_demo(None)
            except ValueError as error:  # the best turn does nothing
                told = {"alert": str(error)}
        return told, "say" in told or not self.page.workbench.editing.searching

    @intent(or_nothing(text_of))
    def do_puzzle(self, value: str | None) -> Patch | None:
        """Open a puzzle that leads back here."""
        return self.page.puzzling.solver.open(value, self.name)

    @intent(or_nothing(text_of))
    def do_demo(self, _value: str | None) -> Patch:
        """Make a demo of the best turn chosen, or search for the best turns first."""
        found = self.page.workbench.editing.demo()
        return self.page.here.get(DemoScreen).begin(found, True) if found else {"focus": "hint-close", "over": False}


class LayoutScreen(Screen):
    """A layout of one's own."""

    name = "layout"
    aside = True
    parts = (("page.workbench.layouts", Layouts), ("page.workbench.layouts.cursor", Cursor))
    page: Page

    def draw(self) -> tuple[Html, Mapping[str, Html]]:
        return self.page.workbench.layouts.framed()

    def enter(self, _which: str) -> Patch:
        return self.page.workbench.layouts.open()

    def address(self) -> str:
        return self.page.workbench.layouts.address()

    def act(self, key: dict[str, Any]) -> Act | None:
        return self.page.workbench.layouts.cursor.press(key, (LAYOUT, PAGE), self.page.letters)


SCREENS: Final[tuple[type[Screen], ...]] = (EditorScreen, LayoutScreen)
