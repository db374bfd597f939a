"""Everything since the player's last turn, to read, visit and replay."""

from __future__ import annotations

from keyharvest.panels.game import happenings
from keyharvest.panels.parts.controls import button
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.scene import Scene
from keyharvest.picture.elements import Html, h
from keyharvest.words.language import _


def recap(scene: Scene) -> Html:
    """Draw one row for each draw and each step of the others; gold if it affected the reader."""
    news = scene.moment.news
    if not news:
        return Html()
    rows = [
        happenings.row(scene, item.line, happenings.effects(item), class_="mine" if item.touches else "")
        for item in news
    ]
    # The page scrolls this to the top when a person has to decide.
    return h.section(".recap", data_fresh=scene.view.turn if scene.stage else None)[
        h.div(".row")[
            h.h2[_("Since your last turn")],
            button(icon("step"), "replay", class_="way", aria_label=_("Replay"), title=_("Replay"))
            if scene.moment.live
            else "",
        ],
        h.ol(aria_label=_("Since your last turn"))[rows],
    ]
