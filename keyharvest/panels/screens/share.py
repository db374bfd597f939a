"""The screen of a link that carries a whole game."""

from __future__ import annotations

from dataclasses import replace

from keyharvest.panels.parts.controls import head
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, join, tag
from keyharvest.picture.board import board
from keyharvest.picture.view import view_of
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _, n_


def share(sitting: Sitting, fragment: str, number: str) -> Html:
    """``fragment``: what the link has after ``#``; the browser puts the page's address before it.

    ``number``: that of a kept game; empty for the one on the table.
    """
    state = sitting.game.state
    seat = max(state.seat, 0)
    title = _("{name}'s board, small").format(name=sitting.names[seat])
    told = n_("After {turn} turn", "After {turn} turns", state.turn).format(turn=state.turn)
    return join(
        head(_("Share this game"), back="back"),
        tag(
            "section",
            Html(board(replace(view_of(state, seat), title=title, seat=sitting.chairs[seat].badge), "thumbnail")),
            tag("p", tag("b", " · ".join(sitting.names)), tag("small", told), class_="who"),
            tag(
                "p",
                _("The link contains the whole game. Anyone who opens it sees every move on this page."),
            ),
            tag("p", tag("a", _("Link to this game"), href=f"#{fragment}", id="share-link"), class_="link"),
            tag(
                "p",
                tag(
                    "button",
                    join(icon("share"), tag("span", _("Copy the link"))),
                    type="button",
                    data_shell_do="share",
                    class_="main",
                ),
                button(_("Save as a file"), "export" if number else "download", number or None),
                class_="buttons",
            ),
            tag(
                "p",
                id="share-told",
                role="status",
                data_copied=_("Link copied."),
                data_refused=_("Your browser blocks copying: copy the link above yourself."),
            ),
            class_="sheet sharing",
        ),
    )
