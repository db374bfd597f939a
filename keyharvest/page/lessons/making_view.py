"""The screen of a demo made from a moment of a game: its contents, its file, the code that embeds it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from keyharvest.knowledge import observe
from keyharvest.page.lessons.demo_view import codes, picture
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, head, items
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.scenario import Scenario, scenario_text
from keyharvest.scenario.slides import slides
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
        h.section(".sheet.sharing.making")[
            picture(scenario, row, 0, names, "thumbnail"),
            h.h2("#demo-title", tabindex="-1")[title],
            items([scenario.text(slide.key, language) for slide in row], class_="told"),
            (h.p(".fine")[note] for note in notes),
            h.p(".buttons")[
                button(join(icon("save"), h.span[_("Save file")]), "demo_file", class_="main"),
                h.a(href="embed/scenarios.txt", target="_blank", rel="noopener")[_("How to edit and embed it")],
            ],
            h.h2[_("Embed it")],
            h.p(".fine")[_("For the first, put the file next to your page; the second contains it.")],
            codes(f'src="{scenario.id}.json"', f"own.html#{packed}", title, language),
            sharing.report(),
        ],
    )
