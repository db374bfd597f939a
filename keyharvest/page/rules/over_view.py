"""Covers of a screen: the cards, the table in words, the log, the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from keyharvest.page.parts.controls import button, key_rows
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.rules.cards_view import all_cards
from keyharvest.page.tabletop.panels import history
from keyharvest.page.tabletop.panels.in_words import table_in_words
from keyharvest.picture.elements import Html, h, join
from keyharvest.table.shortcuts import BOARD, COMPANY, EDITOR, HINT, LAYOUT, PAGE, PUZZLES, SHORTCUTS, TABLE
from keyharvest.words.language import N_, _

CARDS: Final = "cards"
WORDS: Final = "words"
LOG: Final = "log"
KEYS: Final = "keys"

#: The short name of each, for buttons.
LAID_OVER: Final = {CARDS: N_("Cards"), WORDS: N_("In words"), LOG: N_("Log"), KEYS: N_("Keys")}
_TITLES: Final = {CARDS: N_("Cards"), WORDS: N_("The table in words"), LOG: N_("Log"), KEYS: N_("Keys")}
#: Those that need a table.
OF_TABLE: Final = (WORDS, LOG)
_WHERE: Final = {
    BOARD: N_("On the board"),
    COMPANY: N_("In the phrase menu"),
    HINT: N_("In a hint"),
    PUZZLES: N_("In a puzzle"),
    TABLE: N_("Anywhere at the table"),
    EDITOR: N_("While you set up a position"),
    LAYOUT: N_("While you paint a layout"),
    PAGE: N_("On every screen"),
}


def covers(name: str, scene: Scene | None) -> bool:
    """Whether there is such a cover for a screen that shows this table, if any."""
    return name in LAID_OVER and (name not in OF_TABLE or scene is not None)


def over(name: str, scene: Scene | None, typed: bool) -> Html:
    """Draw a cover, with buttons that lead to the others; without a scene, there is no table to describe.

    ``typed``: whether single-character keys are on.
    """
    draw: Mapping[str, Callable[[], Html]] = {
        CARDS: all_cards,
        WORDS: lambda: table_in_words(scene) if scene else Html(),
        LOG: lambda: history.in_words(scene) if scene else Html(),
        KEYS: lambda: all_keys(typed),
    }
    ways = (
        button(_(word), "over", way, aria_pressed=way == name)
        for way, word in LAID_OVER.items()
        if scene or way not in OF_TABLE
    )
    close = h.button(".square", aria_label=_("Close"))[icon("cross")]
    return join(
        h.header[
            h.h1("#over-title", tabindex="-1")[_(_TITLES[name])],
            h.div(".ways", role="group", aria_label=_("Reference"))[ways],
            h.form(method="dialog")[close],
        ],
        h.div(tabindex="0", role="region", aria_labelledby="over-title")[h.div(class_=f"over-{name}")[draw[name]()]],
    )


def all_keys(typed: bool) -> Html:
    """Draw all keys, grouped by where they work."""
    note = h.p[_("Single-key shortcuts are off except on the board; see Settings.")]
    parts = (h.section(".sheet")[h.h2[_(_WHERE[where])], key_rows(SHORTCUTS[where])] for where in SHORTCUTS)
    return join("" if typed else note, parts)
