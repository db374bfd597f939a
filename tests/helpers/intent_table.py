"""All intents and their screens, and the table of them in docs/protocol.md: ``python3 tests generated``."""

from __future__ import annotations

from typing import Final

from keyharvest.page.core.intent import Deed
from keyharvest.page.core.screen import Intent, Screen, intents_of
from keyharvest.page.lessons.demo import EmbeddedLesson
from keyharvest.page.puzzles.embedded import EmbeddedTask
from keyharvest.page.screens import LATE, OWNERS, SCREENS, screen_class
from tests.helpers.frame_table import between_marks
from web.environment import ROOT

PAGE: Final = ROOT / "keyharvest" / "docs" / "protocol.md"
_BEGIN: Final = "<!-- intents: made by `python3 tests generated` -->\n"
_END: Final = "<!-- end of intents -->\n"
#: The screen of demos.
EMBEDDED: Final = EmbeddedLesson.name
#: All screens of the page, by name.
CLASSES: Final = {name: screen_class(name) for name in (*(each.name for each in SCREENS), *LATE)}
_ALONE: Final[tuple[type[Screen], ...]] = (EmbeddedLesson, EmbeddedTask)


def _by_screens() -> dict[str, dict[str, Intent]]:
    found: dict[str, dict[str, Intent]] = {}
    for screen in (*CLASSES.values(), *_ALONE):
        for name, intent in intents_of(screen, () if screen in _ALONE else OWNERS).items():
            found.setdefault(name, {})[screen.name] = intent
    return found


#: All intents, by name and screen.
INTENTS: Final = dict(sorted(_by_screens().items()))


def _rows(name: str) -> list[str]:
    """Return a row for each method that carries out an intent."""
    where: dict[Deed, list[str]] = {}
    for screen, intent in INTENTS[name].items():
        where.setdefault(intent.deed, []).append(screen)
    return [_row(name, deed, screens) for deed, screens in where.items()]


def _row(name: str, deed: Deed, screens: list[str]) -> str:
    shown = [screen for screen in screens if screen != EMBEDDED]
    if len(screens) > len(CLASSES) / 2 and set(CLASSES) <= INTENTS[name].keys():
        shown = ["every screen" if set(CLASSES) <= {*screens} else "every other screen"]
    most = ", ".join(shown)
    where = ", ".join(filter(None, [most, "demos" if EMBEDDED in screens else ""]))
    value = _first_line(deed.read).partition(". ")[0].removesuffix(".") if deed.read else "–"
    return f"| `{name}` | {value} | {where} | {_first_line(deed.method)} |"


def _first_line(of: object) -> str:
    return " ".join((of.__doc__ or "").partition("\n\n")[0].replace("``", "`").split())


def table() -> str:
    """Return the table as Markdown."""
    rows = [row for name in INTENTS for row in _rows(name)]
    return "\n".join(["| intent | value | valid on | what it does |", "|---|---|---|---|", *rows, ""])


def renewed(page: str) -> str:
    """Return the page with its table updated from the code."""
    return between_marks(page, _BEGIN, table(), _END)
