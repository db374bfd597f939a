"""The curtain shown when people at one screen pass the device on: closed barn doors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keyharvest.panels.game.happenings import change, signs
from keyharvest.panels.parts.controls import named
from keyharvest.panels.parts.markup import Html, button, join, tag
from keyharvest.picture import tiles
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
        Html(doors()),
        tag(
            "section",
            tag("p", _("Pass the device"), class_="soft"),
            Html(tiles.face(chair.face, chair.badge)),
            tag("h1", _("{name} is next").format(name=chair.name), id="curtain-title", tabindex="-1"),
            tag("p", told),
            button(_("I'm {name}: continue").format(name=chair.name), "reveal", class_="main"),
            tag("p", _("Hidden again when you leave this page."), class_="soft") if pause.secret else "",
            class_=f"sheet sign kh-seat-{chair.badge}",
        ),
        _since(pause) if pause.news else "",
        tag("footer", named("home", _("Leave game"), "home"), named("cards", _("Cards"), "over", "cards")),
    )


def _since(pause: Pause) -> Html:
    name = pause.chairs[pause.seat].name
    badges = tuple(chair.badge for chair in pause.chairs)
    rows = []
    for line in pause.news:
        who = pause.chairs[line.seat] if line.seat != NOBODY else None
        face = Html(tiles.face(who.face, who.badge)) if who else Html()
        pictures = tag("span", signs(line.brief, pause.crops, badges), class_="signs")
        rows.append(tag("li", tag("span", face, class_="by"), pictures, tag("span", line.text), change(line.brief)))
    return tag(
        "section",
        tag("h2", _("Since {name}'s last turn").format(name=name)),
        tag("ul", *rows),
        class_="sheet news",
        tabindex="0",
        aria_label=_("What happened"),
    )
