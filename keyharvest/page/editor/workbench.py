"""Access to the editor and the layouts, whose modules are imported only when someone opens them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import object_of, one_of, or_nothing
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.memory import LAYOUTS, Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.game.seating import Seating

if TYPE_CHECKING:
    from keyharvest.page.editor.editing import Editing
    from keyharvest.page.editor.layouts import Layouts


class Workbench:
    """The ways to the editor and the layouts of a page. Methods named ``do_…`` carry out an intent."""

    def __init__(self, here: Whereabouts, seating: Seating, memory: Memory) -> None:
        self._here = here
        self._seating = seating
        self._memory = memory
        self._editing: Editing | None = None
        self._layouts: Layouts | None = None

    @property
    def editing(self) -> Editing:
        """The position being set up."""
        if self._editing is None:
            from keyharvest.page.editor.editing import Editing

            self._editing = Editing(self._here, self._seating, self._memory)
        return self._editing

    @property
    def layouts(self) -> Layouts:
        """The layouts of this device."""
        if self._layouts is None:
            from keyharvest.page.editor.layouts import Layouts

            self._layouts = Layouts(self._here, self._memory)
        return self._layouts

    # Storage

    def unsaved(self) -> dict[str, str | None]:
        """Return the texts for the page to store that have changed since the last call."""
        position = self._editing.unsaved() if self._editing else {}
        return position | (self._layouts.unsaved() if self._layouts else {})

    def import_position(self, text: object) -> str:
        """Load the position from a file of all games; return a message about the result, or ""."""
        return self.editing.import_text(text)

    def import_layouts(self, text: object) -> str:
        """Add the layouts from a file of all games; return a message about the result."""
        return self.layouts.import_text(text)

    def playable(self) -> list[str]:
        """Return the names of the layouts of this device that a game can begin with."""
        if not self._memory.text(LAYOUTS):
            return []
        return [sketch.name for sketch in self.layouts.book.sketches if not sketch.gaps()]

    def open_file(self, file: dict[str, Any]) -> bool:
        """Show the layout that a file contains; return whether it is a file of that kind."""
        text = file.get("text")
        if not isinstance(text, str) or '"crops"' not in text or '"games"' in text:
            return False
        self.layouts.open_file(str(file.get("name", ""))[:60], text)
        return True

    # The screens

    @intent(or_nothing(one_of("empty", "start", "here")), on=EVERYWHERE)
    def do_editor(self, value: str | None) -> Patch:
        """Set up a position: the last one, an ``empty`` board, a game's ``start``, or the table's (``here``)."""
        return self.editing.open(value)

    @intent(object_of, on=EVERYWHERE)
    def do_position(self, form: dict[str, Any]) -> Patch:
        """Set up the position that a text or a link contains."""
        return self.editing.open_line(str(form.get("line", "")))

    @intent(on=EVERYWHERE)
    def do_layouts(self) -> Patch:
        """Show the layouts of this device, and paint one."""
        return self.layouts.open()

    @intent(object_of, on=EVERYWHERE)
    def do_layout(self, form: dict[str, Any]) -> None:
        """Show the layout that a link contains; it isn't kept yet."""
        self.layouts.open_line(str(form.get("line", "")))
