"""The settings, and what is stored."""

from __future__ import annotations

from functools import cache
from typing import Final

from keyharvest.page.parts.controls import button, head, hidden, key_rows, line, named, option, options, switch
from keyharvest.page.parts.frame import UNSTORED
from keyharvest.picture.board import part, seen
from keyharvest.picture.elements import Html, h, join
from keyharvest.table.settings import MOTIONS, PACES, SIZES, SOUNDS, THEMES, THINKING, TONGUES, Settings
from keyharvest.table.shortcuts import BOARD, SHORTCUTS, TABLE
from keyharvest.words.language import N_, _
from keyharvest.words.terms import tenths

#: The shell fills in the number, which only the browser knows.
ALL_STORED: Final = N_("With the game itself, saved for offline play: {number} MB.")
#: The number of keys for the whole table shown here; a button leads to all.
_KEYS: Final = 6
_SET: Final = "set"


def settings(chosen: Settings, stored: int, games: bool, asked: bool, unspoken: str = "") -> Html:
    """Draw the settings; each choice takes effect at once.

    ``stored``: the number of bytes stored; ``games``: whether any game is saved; ``asked``: whether to ask for
    confirmation before all games are deleted; ``unspoken``: the message about a chosen language that isn't available.
    """
    return h.div(".settings-inner")[
        head(
            _("Settings"),
            named("undo", _("Restore defaults"), "defaults") if chosen != Settings() else "",
            back="back",
            beside=h.span(".stored")[_("saved in this browser")],
        ),
        _section(
            "look",
            _("Look and sound"),
            _themes(chosen.theme),
            _line_of(_("Text size"), "", "size", SIZES, chosen.size),
            _line_of(_("Language"), unspoken, "language", TONGUES, chosen.language),
            _line_of(_("Sound"), _("for moves and your turn"), "sound", SOUNDS, chosen.sound),
        ),
        _section(
            "play",
            _("Play"),
            switch(_("Confirm end of turn"), _("only if an action is left"), "confirm", chosen.confirm, _SET),
            switch(
                _("Barn door between turns"),
                _("for people at one screen, even if nothing is secret"),
                "curtain",
                chosen.curtain,
                _SET,
            ),
            _line_of(_("Computer speed"), _("the pace of their steps on screen"), "pace", PACES, chosen.pace),
            _line_of(_("Thinking time"), _("at most, per decision"), "think", THINKING, chosen.think),
            _line_of(_("Motion"), _("animations and glowing effects"), "motion", MOTIONS, chosen.motion),
        ),
        _section(
            "keys",
            _("Keyboard"),
            switch(
                _("Single-key shortcuts"),
                _("such as C, 5, X or ?; they always work on the board"),
                "letters",
                chosen.letters,
                _SET,
            ),
            key_rows((*SHORTCUTS[BOARD], *SHORTCUTS[TABLE][:_KEYS])),
            named("list", _("All keys"), "over", "keys", class_="all"),
        ),
        _section("device", _("In this browser"), _stored(stored, games), _deleting(asked)),
    ]


def _section(name: str, title: str, *lines: str) -> Html:
    return h.section(class_=f"sheet {name}", aria_labelledby=f"{name}-title")[h.h2(id=f"{name}-title")[title], lines]


def _line_of(title: str, note: str, name: str, words: dict[str, str], chosen: str) -> Html:
    written = {value: _(word) for value, word in words.items()}
    return line(title, note, options(title, name, written, chosen, _SET, f"seg {name}"))


def _themes(chosen: str) -> Html:
    return h.fieldset(".themes")[
        h.legend[hidden(_("Colours"))],
        (option("theme", name, _theme(name, _(word)), name == chosen, _SET, _(word)) for name, word in THEMES.items()),
    ]


def _theme(name: str, word: str) -> Html:
    looks = ("light", "dark") if name == "auto" else (name,)
    pictures = (h.span(data_theme=look)[_sample()] for look in looks)
    return join(h.span(".looks")[pictures], h.b[word])


@cache
def _sample() -> Html:
    return part(seen("C4* C5 B4* D4", "C:C3"), "C4", (330, 190), (26, 10))


def _stored(size: int, games: bool) -> Html:
    note = _("{number} kB of games and settings.").format(number=tenths(size / 1000))
    words = h.span(".words")[
        h.b[_("Your games")],
        h.small(".stored")[note],
        h.small("#storage-size", data_text=_(ALL_STORED), hidden=True),
        h.small(".blocked")[_(UNSTORED)],
    ]
    return h.div(".set")[words, named("save", _("Export all"), "export") if games else ""]


def _deleting(asked: bool) -> Html:
    if asked:
        return h.div("#forget-question.set", tabindex="-1")[
            h.span(".words")[h.b[_("Delete all games?")], h.small[_("You can restore them.")]],
            named("trash", _("Yes, delete them"), "forget", "all", class_="danger"),
            button(_("No"), "forget", "no"),
        ]
    return line(
        _("Delete all games"),
        _("asks first, and can be undone"),
        named("trash", _("Delete"), "forget", class_="danger"),
        id="forget-line",
        tabindex="-1",
    )
