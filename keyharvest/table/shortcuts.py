"""Every key of the page in one table, which both the page and its help use, so that they can't disagree.

A key stands for an intent, as a button does. Single-character keys can be turned off in the settings, except those that
work only on the board, where nothing else could use them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import ROWS
from keyharvest.table.company import PHRASES
from keyharvest.words.language import N_

#: Where keys work: with the focus on the board; in the menu of phrases of a live game; anywhere at the table; while a
#: hint is in sight; in a puzzle; in the editor; where a layout is painted; on every screen.
BOARD: Final = "board"
COMPANY: Final = "phrases"
TABLE: Final = "table"
HINT: Final = "hint"
PUZZLES: Final = "puzzles"
EDITOR: Final = "editor"
LAYOUT: Final = "layout"
PAGE: Final = "page"

#: What a tap does where a position is set up.
BRUSHES: Final = ("ripe", "harvested", "off", "store", "registry", "bag")

#: What a tap paints on a layout: a crop, or a field of a starting pair.
PAIRS: Final = "pairs"
PAINTS: Final = (*CROPS, PAIRS)

#: The effect of a key: an intent and its value.
Act = tuple[str, str | None]


class Shortcut(NamedTuple):
    """A row of the table: the labels of the keys, their description, and the effect of each key.

    Keys are named as in :func:`chord`.
    """

    caps: tuple[str, ...]
    does: str
    acts: dict[str, Act]


#: The rows, by where their keys work.
SHORTCUTS: Final[dict[str, tuple[Shortcut, ...]]] = {
    BOARD: (
        Shortcut(
            ("←", "→", "↑", "↓"),
            N_("next space, row by row"),
            {f"Arrow{way.capitalize()}": ("go", way) for way in ("left", "right", "up", "down")},
        ),
        Shortcut(
            ("U", "I", "J", "K", "N", "M"),
            N_("the six neighbours, laid out like these keys"),
            {
                "u": ("go", "up-left"),
                "i": ("go", "up-right"),
                "j": ("go", "left"),
                "k": ("go", "right"),
                "n": ("go", "down-left"),
                "m": ("go", "down-right"),
            },
        ),
        Shortcut(
            (N_("Home ⇱"), N_("End ⇲")),
            N_("the ends of the row"),
            {"Home": ("go", "row-start"), "End": ("go", "row-end")},
        ),
        Shortcut((N_("Enter"),), N_("choose"), {"Enter": ("enter", None), " ": ("enter", None)}),
    ),
    COMPANY: (
        Shortcut(
            tuple(str(at) for at in range(1, len(PHRASES) + 1)),
            N_("say the phrase"),
            {str(at): ("say", str(at)) for at in range(1, len(PHRASES) + 1)},
        ),
    ),
    HINT: (
        Shortcut(("1", "2", "3"), N_("choose a turn"), {str(at): ("hint", str(at)) for at in (1, 2, 3)}),
        Shortcut((N_("Shift"), N_("Enter")), N_("do its first step"), {"Shift+Enter": ("hint", "do")}),
        Shortcut(("=",), N_("compare two turns"), {"=": ("hint", "compare")}),
        Shortcut((N_("Esc"),), N_("close the comparison, then the hint"), {"Escape": ("step_back", None)}),
    ),
    PUZZLES: (
        Shortcut((N_("Shift"), N_("Enter")), N_("check your answer"), {"Shift+Enter": ("check", None)}),
        Shortcut(("H",), N_("next hint"), {"h": ("hint", None)}),
        Shortcut(("Z",), N_("start over"), {"z": ("again", None)}),
    ),
    TABLE: (
        Shortcut(("C", "5"), N_("a space by its name"), {row.lower(): ("row", row) for row in ROWS}),
        Shortcut(("[", "]"), N_("through everything you can choose"), {"[": ("go", "previous"), "]": ("go", "next")}),
        Shortcut((N_("Shift"), N_("Enter")), N_("confirm your choice"), {"Shift+Enter": ("commit", None)}),
        Shortcut((N_("Esc"),), N_("one step back"), {"Escape": ("step_back", None)}),
        Shortcut((N_("Ctrl"), "Z"), N_("undo"), {"Ctrl+z": ("undo", None)}),
        Shortcut((N_("Ctrl"), "Y"), N_("redo"), {"Ctrl+y": ("redo", None), "Ctrl+Shift+z": ("redo", None)}),
        Shortcut(
            ("1", "2", "3", "4"),
            N_("harvest, worker, place, store"),
            {str(at): ("aim", aim) for at, aim in enumerate(("harvest", "worker", "place", "store"), 1)},
        ),
        Shortcut(("Q",), N_("to the question"), {"q": ("ask", None)}),
        Shortcut(("H",), N_("a hint: what a good player would do"), {"h": ("hint", None)}),
        Shortcut(("X",), N_("end the turn"), {"x": ("end", None)}),
        Shortcut(("V",), N_("the next player's board"), {"v": ("show", None)}),
        Shortcut((",", "."), N_("back and forward through the game"), {",": ("previous", None), ".": ("next", None)}),
        Shortcut(("<", ">"), N_("to the start, back to now"), {"<": ("first", None), ">": ("now", None)}),
        Shortcut(("P",), N_("others' turns: pause, resume"), {"p": ("pause", None)}),
        Shortcut(("S",), N_("others' turns: one step"), {"s": ("step", None)}),
        Shortcut(("Y",), N_("others' turns: skip to yours"), {"y": ("hurry", None)}),
        Shortcut(("O",), N_("say something, in a live game"), {"o": ("phrases", None)}),
        Shortcut(("W",), N_("cards of workers and events"), {"w": ("cards", None)}),
        Shortcut(("T",), N_("the table in words"), {"t": ("over", "words")}),
        Shortcut(("R",), N_("rules"), {"r": ("rules", None)}),
    ),
    EDITOR: (
        Shortcut(
            tuple(str(at) for at in range(1, len(BRUSHES) + 1)),
            N_("choose what a tap does"),
            {str(at): ("brush", brush) for at, brush in enumerate(BRUSHES, 1)},
        ),
        Shortcut((N_("Del"),), N_("remove"), {"Delete": ("erase", None), "Backspace": ("erase", None)}),
        Shortcut(("+", "−"), N_("more or fewer on a pile"), {"+": ("pile", "+"), "-": ("pile", "-")}),
        Shortcut(("C", "5"), N_("a space by its name"), {row.lower(): ("row", row) for row in ROWS}),
        Shortcut((N_("Ctrl"), "Z"), N_("undo"), {"Ctrl+z": ("undo", None)}),
        Shortcut((N_("Ctrl"), "Y"), N_("redo"), {"Ctrl+y": ("redo", None), "Ctrl+Shift+z": ("redo", None)}),
        Shortcut(("H",), N_("the best turns"), {"h": ("hint", None)}),
        Shortcut(("V",), N_("the next player's board"), {"v": ("show", None)}),
        Shortcut(("W",), N_("cards of workers and events"), {"w": ("cards", None)}),
        Shortcut(("R",), N_("rules"), {"r": ("rules", None)}),
    ),
    LAYOUT: (
        Shortcut(
            tuple(str(at) for at in range(1, len(PAINTS) + 1)),
            N_("choose what a tap paints"),
            {str(at): ("brush", paint) for at, paint in enumerate(PAINTS, 1)},
        ),
        Shortcut(("C", "5"), N_("a space by its name"), {row.lower(): ("row", row) for row in ROWS}),
        Shortcut((N_("Ctrl"), "Z"), N_("undo"), {"Ctrl+z": ("undo", None)}),
        Shortcut((N_("Ctrl"), "Y"), N_("redo"), {"Ctrl+y": ("redo", None), "Ctrl+Shift+z": ("redo", None)}),
    ),
    PAGE: (
        Shortcut(("?",), N_("these keys"), {"?": ("over", "keys")}),
        Shortcut((N_("Esc"),), N_("back to where you were, except from a board"), {"Escape": ("back", None)}),
    ),
}


def chord(pressed: dict[str, Any]) -> str:
    """Return the table's name for a key press; it contains Shift only if the character doesn't show it already.

    >>> chord({"key": "Z", "ctrl": True, "shift": True}), chord({"key": "X"}), chord({"key": "?", "shift": True})
    ('Ctrl+Shift+z', 'x', '?')
    """
    key = str(pressed.get("key"))
    single = len(key) == 1
    shift = pressed.get("shift") and (pressed.get("ctrl") or not single)
    return "Ctrl+" * bool(pressed.get("ctrl")) + "Shift+" * bool(shift) + (key.lower() if single else key)


#: The characters of a US keyboard's keys for signs, without Shift and with it, by the names of their places.
_SIGNS: Final = {
    "BracketLeft": "[{", "BracketRight": "]}", "Comma": ",<", "Period": ".>", "Slash": "/?", "Equal": "=+",
    "Minus": "-_",
}  # fmt: skip


def chords(pressed: dict[str, Any]) -> list[str]:
    """Return the table's names for a key press: by the character, then by the place of the key on a US keyboard.

    The place counts where the layout has no Latin letter or digit there, as on Cyrillic, Arabic or French keyboards.

    >>> chords({"key": "я", "code": "KeyZ", "ctrl": True}), chords({"key": "۵", "code": "Digit5"})
    (['Ctrl+я', 'Ctrl+z'], ['۵', '5'])
    >>> chords({"key": "(", "code": "Digit5"}), chords({"key": "z", "code": "KeyW"})
    (['(', '5'], ['z'])
    """
    key, code, shift = str(pressed.get("key")), str(pressed.get("code", "")), bool(pressed.get("shift"))
    place = ""
    if len(key) == 1 and not (key.isascii() and key.isalnum()):
        if code in _SIGNS:
            place = _SIGNS[code][shift]
        elif code.startswith("Key") or (code.startswith(("Digit", "Numpad")) and code[-1].isdigit() and not shift):
            place = code[-1].lower()
    return [chord({**pressed, "key": each}) for each in (key, place) if each]


def is_typed(named: str) -> bool:
    """Whether a key is a single character, which assistive software may need for itself."""
    return len(named) == 1 and named != " "


def act_for(named: str, places: tuple[str, ...], typed: bool) -> Act | None:
    """Return the effect of a key in the first of the places where it has one.

    ``typed``: whether single-character keys are turned on.

    >>> act_for("x", (TABLE, PAGE), True), act_for("x", (TABLE, PAGE), False), act_for("k", (BOARD,), False)
    (('end', None), None, ('go', 'right'))
    """
    for place in places:
        for shortcut in SHORTCUTS[place]:
            if named in shortcut.acts and (typed or place == BOARD or not is_typed(named)):
                return shortcut.acts[named]
    return None
