"""The sheet over the editor: what has no space beside the board, and other positions to start from."""

from __future__ import annotations

from keyharvest import words
from keyharvest.panels.game.seats import tile_button
from keyharvest.panels.parts import sharing
from keyharvest.panels.parts.controls import named
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, join, tag
from keyharvest.picture import tiles
from keyharvest.record.position import LONGEST
from keyharvest.rules.components import EVENT_LETTERS, EVENT_SPACES, EVENTS
from keyharvest.rules.geometry import spaces_in
from keyharvest.screens.editor.easel import Easel
from keyharvest.screens.editor.things import picks, turn_of, used
from keyharvest.screens.editor.uses import against, copies, tools
from keyharvest.words.language import _


def sheet(easel: Easel) -> Html:
    """Draw the whole sheet."""
    close = tag("button", icon("cross"), class_="square", aria_label=_("Close"))
    title = tag("h1", _("The position"), id="over-title", tabindex="-1")
    return join(
        tag("header", title, tag("form", close, method="dialog")),
        tag(
            "div",
            tag(
                "div",
                _players(easel),
                _turn(easel),
                _events(easel),
                _registry(easel),
                _other(easel),
                class_="over-position",
            ),
            tabindex="0",
            role="region",
            aria_labelledby="over-title",
        ),
    )


def _part(title: str, *content: str) -> Html:
    return tag("section", tag("h2", title), *content, class_="sheet")


def _players(easel: Easel) -> Html:
    numbers = [(str(number), Html(number)) for number in (2, 3, 4)]
    return _part(
        _("Players"),
        picks(_("Players"), "seats", numbers, {str(easel.state.players)}),
        tag("p", against(easel), class_="phone"),
    )


def _turn(easel: Easel) -> Html:
    left = easel.state.left
    last = [(str(number), Html(number)) for number in range(2 * easel.state.players + 1)]
    return _part(
        _("Turn"),
        turn_of(easel),
        tag("p", _("Actions used")),
        used(easel),
        *(
            [tag("p", _("Turns after this one")), picks(_("Turns after this one"), "left", last, {str(left)})]
            if left >= 0
            else []
        ),
    )


def _events(easel: Easel) -> Html:
    placed = easel.state.placed
    count = _("{count} of {all}").format(count=len(placed), all=EVENT_SPACES)
    return _part(
        join(_("Events placed"), " ", tag("small", count)),
        tag("div", *(_event(easel, event) for event in range(len(EVENTS))), class_="events-all"),
        tag("p", _("They fill the spaces in the order you place them."), class_="fine"),
    )


def _registry(easel: Easel) -> Html:
    """Draw the registry for phones, where it has no space beside the board."""
    held = spaces_in(easel.state.registry)
    found = [tile_button(easel.scene, tile, _("in the registry"), name="listed") for tile in held]
    note = tag("p", _("Tap a tile to take it out."), class_="fine")
    return tag("section", tag("h2", _("Registry")), tag("div", *found, class_="listed"), note, class_="sheet phone")


def _event(easel: Easel, event: int) -> Html:
    placed, name = easel.state.placed, words.event(event)
    on = event in placed
    number = str(placed.index(event) + 1) if on else ""
    return button(
        join(Html(tiles.event(event, label="")), tag("span", number, class_="n") if on else "", tag("span", name)),
        "event",
        EVENT_LETTERS[event],
        aria_pressed="true" if on else "false",
        aria_label=f"{name}, {number}" if on else name,
    )


def _other(easel: Easel) -> Html:
    field = tag("textarea", name="line", id="position-line", rows=3, maxlength=2 * LONGEST, spellcheck="false")
    title = tag("h2", _("What to do with the position"))
    made = tag("section", title, tag("div", tools(), class_="buttons"), class_="sheet phone")
    other = _part(
        _("Another position"),
        tag(
            "div",
            named("eraser", _("Empty board"), "editor", "empty"),
            named("restart", _("Standard start"), "editor", "start"),
            copies(easel),
            class_="buttons",
        ),
        sharing.report(),
        tag(
            "form",
            tag("label", tag("span", _("A position as text, or its link")), field),
            tag("button", _("Open"), type="submit"),
            data_intent="position",
        ),
    )
    return join(made, other)
