"""The screen of a demo made from a moment of a game: its contents, its file, the code that embeds it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from keyharvest.knowledge import observe
from keyharvest.panels.parts import sharing
from keyharvest.panels.parts.controls import head, items
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, join, tag
from keyharvest.scenario import Scenario, scenario_text
from keyharvest.scenario.slides import slides
from keyharvest.screens.lessons.demo import codes, picture
from keyharvest.words.language import _


def making(scenario: Scenario, names: Sequence[str], language: str, over: bool) -> Html:
    """Draw the screen. ``names``: the players' names; ``over``: whether the game is over and has no more secrets."""
    row = slides(scenario)
    packed = urlencode({"file": scenario_text(scenario.data)})
    title = scenario.text("title", language)
    notes = [_("It contains the position, what happened next, and the log's sentences. You can edit all its text.")]
    if not over and any(observe(scenario.start, scenario.you).unknown):
        notes.append(_("Counters that {name} can't know are made up.").format(name=names[scenario.you]))
    return join(
        head(_("A demo of this moment"), back="back"),
        tag(
            "section",
            picture(scenario, row, 0, names, "thumbnail"),
            tag("h2", title, id="demo-title", tabindex="-1"),
            items([scenario.text(slide.key, language) for slide in row], class_="told"),
            *(tag("p", note, class_="fine") for note in notes),
            tag(
                "p",
                button(join(icon("save"), tag("span", _("Save file"))), "demo_file", class_="main"),
                tag("a", _("How to edit and embed it"), href="embed/scenarios.txt", target="_blank", rel="noopener"),
                class_="buttons",
            ),
            tag("h2", _("Embed it")),
            tag("p", _("For the first, put the file next to your page; the second contains it."), class_="fine"),
            codes(f'src="{scenario.id}.json"', f"own.html#{packed}", title, language),
            sharing.report(),
            class_="sheet sharing making",
        ),
    )
