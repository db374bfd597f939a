"""The screen of a link that contains a whole game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, head
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.view import view_of
from keyharvest.rules import State, round_of
from keyharvest.table.chairs import Chair
from keyharvest.words.language import _, n_
from keyharvest.words.terms import series


@dataclass(frozen=True, slots=True)
class Shared:
    """A game to share.

    Attributes:
        number: the number of a saved game; empty for the game on the table.
        fragment: the link's text after ``#``; the browser puts the page's address before it.
        chairs: the players.
        state: the moment that the link shows; ``seat``: the seat whose board it shows.
        moment: the number of that moment in the history of the game on the table; empty for a whole game.
    """

    number: str
    fragment: str
    chairs: Sequence[Chair]
    state: State
    seat: int
    moment: str = ""


def share(shared: Shared) -> Html:
    """Draw the whole screen."""
    state, seat, number = shared.state, shared.seat, shared.number
    title = _("{name}'s board, small").format(name=shared.chairs[seat].name)
    told = _("Round {round}").format(round=round_of(state.turn, state.players))
    if not state.stack:
        told = n_("After {number} round", "After {number} rounds", round_of(state.turn, state.players))
        told = told.format(number=round_of(state.turn, state.players))
    return join(
        head(_("Share this game"), back="back"),
        h.section(".sheet.sharing")[
            board(replace(view_of(state, seat), title=title, seat=shared.chairs[seat].badge), "thumbnail"),
            h.p(".who")[h.b[series((chair.name for chair in shared.chairs), " · ")], h.small[told]],
            h.p[_("The link contains the whole game. Anyone who opens it sees every move on this page.")],
            h.p(".link")[h.a("#share-link", href=f"#{shared.fragment}")[_("Link to this game")]],
            h.p(".buttons")[
                sharing.way("share", "share", _("Copy link"), "main"),
                button(_("Save as file"), "export" if number else "download", number or None),
                button(_("Create demo"), "demo", shared.moment) if shared.moment and not number else "",
            ],
            sharing.report(),
        ],
    )
