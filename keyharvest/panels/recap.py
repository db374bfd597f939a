"""What happened since one's own last turn, to be read, visited and replayed."""

from __future__ import annotations

from keyharvest.panels import happenings
from keyharvest.panels.markup import Html, button, tag
from keyharvest.table.scene import Scene
from keyharvest.words.language import _


def recap(scene: Scene) -> Html:
    """One row for each thing the others and the bag have done; gold if it changed what the one who looks holds."""
    news = scene.moment.news
    if not news:
        return Html()
    rows = [
        happenings.row(scene, item.line, happenings.brought(item), class_="mine" if item.touches else "")
        for item in news
    ]
    return tag(
        "section",
        tag(
            "div",
            tag("h2", _("Since your last turn")),
            button(_("Replay"), "replay", class_="small") if scene.moment.live else "",
            class_="row",
        ),
        tag("ol", *rows, tabindex="0", aria_label=_("Since your last turn")),
        class_="recap",
    )
