"""The sheet over the editor: what has no space beside the board, and other positions to start from."""

from __future__ import annotations

from keyharvest import words
from keyharvest.page.editor.things_view import picks, turn_of, used
from keyharvest.page.editor.uses_view import Easel, against, copies, tools
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.tabletop.panels.seats import tile_button
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.record.position import LONGEST
from keyharvest.rules.components import EVENT_LETTERS, EVENT_SPACES, EVENTS
from keyharvest.rules.geometry import spaces_in
from keyharvest.words.language import _


def sheet(easel: Easel) -> Html:
    """Draw the whole sheet."""
    close = h.button(".square", aria_label=_("Close"))[icon("cross")]
    title = h.h1("#over-title", tabindex="-1")[_("The position")]
    return join(
        h.header[title, h.form(method="dialog")[close]],
        h.div(tabindex="0", role="region", aria_labelledby="over-title")[
            h.div(".over-position")[_players(easel), _turn(easel), _events(easel), _registry(easel), _other(easel)]
        ],
    )


def _part(title: str, *content: str) -> Html:
    return h.section(".sheet")[h.h2[title], content]


def _players(easel: Easel) -> Html:
    numbers = [(str(number), join(str(number))) for number in (2, 3, 4)]
    return _part(
        _("Players"),
        picks(_("Players"), "seats", numbers, {str(easel.state.players)}),
        h.p(".phone")[against(easel)],
    )


def _turn(easel: Easel) -> Html:
    left = easel.state.left
    last = [(str(number), join(str(number))) for number in range(2 * easel.state.players + 1)]
    return _part(
        _("Turn"),
        turn_of(easel),
        h.p[_("Actions used")],
        used(easel),
        *(
            [h.p[_("Turns after this one")], picks(_("Turns after this one"), "left", last, {str(left)})]
            if left >= 0
            else []
        ),
    )


def _events(easel: Easel) -> Html:
    placed = easel.state.placed
    count = _("{count} of {all}").format(count=len(placed), all=EVENT_SPACES)
    return _part(
        join(_("Events placed"), " ", h.small[count]),
        h.div(".events-all")[(_event(easel, event) for event in range(len(EVENTS)))],
        h.p(".fine")[_("They fill the spaces in the order you place them.")],
    )


def _registry(easel: Easel) -> Html:
    """Draw the registry for phones, where it has no space beside the board."""
    held = spaces_in(easel.state.registry)
    found = [tile_button(easel.scene, tile, _("in the registry"), name="listed") for tile in held]
    note = h.p(".fine")[_("Tap a tile to take it out.")]
    return h.section(".sheet.phone")[h.h2[_("Registry")], h.div(".listed")[found], note]


def _event(easel: Easel, event: int) -> Html:
    placed, name = easel.state.placed, words.event(event)
    on = event in placed
    number = str(placed.index(event) + 1) if on else ""
    return button(
        join(tiles.event(event, label=""), h.span(".n")[number] if on else "", h.span[name]),
        "event",
        EVENT_LETTERS[event],
        aria_pressed=on,
        aria_label=f"{name}, {number}" if on else name,
    )


def _other(easel: Easel) -> Html:
    field = h.textarea("#position-line", name="line", rows=3, maxlength=2 * LONGEST, spellcheck="false")
    title = h.h2[_("What to do with the position")]
    made = h.section(".sheet.phone")[title, h.div(".buttons")[tools()]]
    other = _part(
        _("Another position"),
        h.div(".buttons")[
            named("eraser", _("Empty board"), "editor", "empty"),
            named("restart", _("Standard start"), "editor", "start"),
            copies(easel),
        ],
        sharing.report(),
        h.form(data_intent="position")[
            h.label[h.span[_("A position as text, or its link")], field], h.button(type="submit")[_("Open")]
        ],
    )
    return join(made, other)
