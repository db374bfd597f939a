"""The curtain shown when people at one screen pass the device on: closed barn doors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keyharvest.page.parts.controls import button, named
from keyharvest.page.tabletop.panels.happenings import change, signs
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.scenery import doors
from keyharvest.table.chairs import NOBODY, Chair
from keyharvest.table.sitting import LogEntry
from keyharvest.words.language import _


@dataclass(frozen=True, slots=True)
class Pause:
    """The data of the screen: the next player, the round, the news for everyone, and whether hands are secret.

    ``crops``: the crops of the layout, for the pictures of tiles.
    """

    chairs: Sequence[Chair]
    seat: int
    round: int
    news: Sequence[LogEntry]
    secret: bool
    crops: tuple[int, ...]


def curtain(pause: Pause) -> Html:
    """Draw the doors, the next player, and the news; nothing else of the game is on the page."""
    chair = pause.chairs[pause.seat]
    told = _("Round {number}.").format(number=pause.round) if pause.round else _("The game begins.")
    if pause.secret:
        told += " " + _("All counters are hidden now.")
    return join(
        doors(),
        h.section(class_=f"sheet sign kh-seat-{chair.badge}")[
            h.p(".soft")[_("Pass the device")],
            tiles.face(chair.face, chair.badge),
            h.h1("#curtain-title", tabindex="-1")[_("{name} is next").format(name=chair.name)],
            h.p[told],
            button(_("I'm {name}: continue").format(name=chair.name), "reveal", class_="main"),
            h.p(".soft")[_("Hidden again when you leave this page.")] if pause.secret else "",
        ],
        _since(pause) if pause.news else "",
        h.footer[named("home", _("Leave game"), "home"), named("cards", _("Cards"), "over", "cards")],
    )


def _since(pause: Pause) -> Html:
    name = pause.chairs[pause.seat].name
    badges = tuple(chair.badge for chair in pause.chairs)
    rows = []
    for line in pause.news:
        who = pause.chairs[line.seat] if line.seat != NOBODY else None
        face = tiles.face(who.face, who.badge) if who else Html()
        pictures = h.span(".signs")[signs(line.brief, pause.crops, badges)]
        rows.append(h.li[h.span(".by")[face], pictures, h.span[line.text], change(line.brief)])
    return h.section(".sheet.news", tabindex="0", aria_label=_("What happened"))[
        h.h2[_("Since {name}'s last turn").format(name=name)], h.ul[rows]
    ]
