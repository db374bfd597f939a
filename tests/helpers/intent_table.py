"""Write the table of intents in docs/protocol.md from the code: ``python3 tests generated``."""

from __future__ import annotations

from typing import Final

from keyharvest.page.intents import ROWS, Intent
from keyharvest.page.whereabouts import EMBEDDED, SCREENS
from tests.helpers.frame_table import between_marks
from web.environment import ROOT

PAGE: Final = ROOT / "keyharvest" / "docs" / "protocol.md"
_BEGIN: Final = "<!-- intents: made by `python3 tests generated` -->\n"
_END: Final = "<!-- end of intents -->\n"


def _row(intent: Intent) -> str:
    whole = set(SCREENS) <= set(intent.screens)
    screens = ["every screen"] if whole else [name for name in intent.screens if name != EMBEDDED]
    where = ", ".join([*screens, "demos"] if EMBEDDED in intent.screens else screens)
    read, method = intent.deed
    value = _first_line(read).partition(". ")[0].removesuffix(".") if read else "–"
    return f"| `{intent.name}` | {value} | {where} | {_first_line(method)} |"


def _first_line(of: object) -> str:
    return " ".join((of.__doc__ or "").partition("\n\n")[0].replace("``", "`").split())


def table() -> str:
    """Return the table as Markdown."""
    return "\n".join(["| intent | value | valid on | what it does |", "|---|---|---|---|", *map(_row, ROWS), ""])


def renewed(page: str) -> str:
    """Return the page with its table updated from the code."""
    return between_marks(page, _BEGIN, table(), _END)
