"""The frame of every screen and of the panels of a game and of a lesson, and the words on storage in it."""

from __future__ import annotations

from typing import Final

from keyharvest.page.parts.controls import button, hidden
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.words.language import N_, _


def page(content: str, look: str) -> Html:
    """Draw the content of ``main``; the drawings that it refers to are elsewhere in the page."""
    return h.div(class_=f"screen {look}")[content]


def played(content: str, look: str) -> Html:
    """Draw the same for a screen with a table, where the table's keys count."""
    return h.div(class_=f"screen {look} playing", data_keys="table")[content]


def game_frame() -> Html:
    """Draw the game screen with empty panels.

    On a phone, the registry, workers, stores and news share one place, with a row of tabs.
    """
    compared = h.div("#compare")  # a hint's comparison, in place of the other players
    news = h.div("#log.log-panel.panel.news", tabindex="-1", data_part="news")
    return join(
        h.div(".side")[
            h.header("#top.top-panel"),
            h.div("#action.action-panel.panel", role="region", aria_label=_("What to do"), tabindex="-1"),
            h.div("#mine.mine-panel.panel"),
        ],
        h.div("#head"),
        # After the command, so that few presses of Tab lead from an action to the board.
        h.div(".mid")[h.div("#board.board-panel"), h.div("#corners.corners-panel")],
        h.div(".town", data_part="registry")[h.div("#registry.registry-panel.panel"), h.div("#town.town-panel.panel")],
        h.div(".dock")[
            h.div("#hand.hand-panel.panel"),
            h.div("#card.card-panel", aria_live="off", data_place="card"),
            h.div("#tray.tray-panel.panel", data_part="workers"),
        ],
        _tabs(),
        h.div(".seats")[h.div("#others.others-panel", data_part="stores"), news, compared],
    )


def _tabs() -> Html:
    words = {"registry": _("Registry"), "workers": _("Workers"), "stores": _("Stores"), "news": _("Log")}
    choices = (
        h.label[
            h.input(
                type="radio",
                name="part",
                value=name,
                id=f"part-{name}",
                checked=name == "workers",
                data_intent="seen" if name == "news" else None,
            ),
            h.span[word],
        ]
        for name, word in words.items()
    )
    return h.fieldset(".tabs")[h.legend[hidden(_("Table sections"))], choices]


def lesson_frame() -> Html:
    """Draw the lesson screen with empty panels, whose order and places are the same in every lesson."""
    beside = h.div(".lesson-beside")[_panel("others"), _panel("town")]
    return join(
        h.header("#lesson-top.lesson-top-panel"),
        h.div(".lesson-side")[
            h.section("#coach.coach-panel", aria_label=_("The coach")),
            h.section("#goal.goal-panel", aria_label=_("The goal")),
            _panel("mine"),
            h.div("#action.action-panel", role="region", aria_label=_("What to do")),
        ],
        h.div(".lesson-board")[h.div("#board.board-panel")],
        h.div(".lesson-rest")[_panel("registry"), _panel("tray"), beside],
        h.div(".lesson-dock")[_panel("hand"), h.div("#card.card-panel")],
    )


def _panel(name: str) -> Html:
    return h.div(class_=f"{name}-panel panel", id=name)[None]


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
