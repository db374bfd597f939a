"""Words about storage in this browser, which the shell reveals with `data-storage`."""

from __future__ import annotations

from typing import Final

from keyharvest.page.parts.controls import button
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.words.language import N_, _

UNSTORED: Final = N_("Your browser blocks storage: a game lasts only while this page is open.")
UNWRITTEN: Final = N_("Your browser hasn't saved your last steps yet. The page keeps trying.")
#: The name of the menu that explains it at the table.
_MENU: Final = "unsaved"


def storage_notes() -> Html:
    """Draw what is said while the browser stores nothing: that it refuses, or that it doesn't answer."""
    return join(h.p(".blocked")[_(UNSTORED)], h.p(".slow")[_(UNWRITTEN)])


def unsaved_opener() -> Html:
    """Draw the button that says that the game isn't saved; what it opens explains that, and offers a file."""
    said = _("Not saved")
    attributes = {"type": "button", "popovertarget": _MENU, "class_": "unsaved", "aria_label": said, "title": said}
    return h.button(**attributes)[icon("shield"), h.span[said]]


def unsaved_menu() -> Html:
    """Draw what that button opens."""
    return h.div(id=_MENU, popover="auto")[
        storage_notes(), button(join(icon("save"), h.span[_("Save this game as a file")]), "download")
    ]
