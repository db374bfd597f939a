"""Demos made from a moment of a game, or from a position set up by hand, and the screen that shows one."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.page.lessons.demo_view import codes, picture
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, head, items
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import OVER, State, actor
from keyharvest.scenario import Scenario, scenario_text
from keyharvest.scenario.from_game import scenario_from
from keyharvest.scenario.run import slides
from keyharvest.table.chairs import NOBODY
from keyharvest.table.set_up import seated
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _


def made(sitting: Sitting, viewer: int, at: int) -> Scenario:
    """Make the demo of a moment, a number of moves, for a viewer. Raise ``ValueError`` with the reason if impossible.

    It is about the player who decides next. While a game has secrets, it is about the viewer instead, and contains only
    what they know (rule 14).
    """
    game = sitting.game
    if not sitting.over and sitting.screens:
        raise ValueError(_("Hands are hidden in this game: you can make a demo once it's over."))
    seat = viewer
    if not sitting.has_secrets():
        deciding = (actor(state) for state in (*game.states[at:], *reversed(game.states[:at])))
        seat = next((each for each in deciding if each >= 0), OVER)
    elif viewer == NOBODY:
        raise ValueError(
            _("Hands are secret until the game is over: only the player whose turn it is can make a demo.")
        )
    return scenario_from(game.states, game.moves, at, seat, seated(seat, len(sitting.chairs)), sitting.over)


def made_of(start: State, moves: Sequence[str]) -> Scenario:
    """Make the demo of a turn from a position that was set up by hand, where all hands are open.

    Raise ``ValueError`` with the reason if nothing happens in the turn.
    """
    game = Game(start)
    for move in moves:
        game.play(move)
    return scenario_from(game.states, game.moves, 0, start.seat, seated(start.seat, start.players), open_hands=True)


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
