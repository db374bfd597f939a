"""Write the tables of frames in docs/formats.md from the code: ``python3 tests generated``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Final

from keyharvest.record.stack import SOURCES
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.frames import Chance, Decision
from keyharvest.rules.state import Frame
from web.environment import ROOT

PAGE: Final = ROOT / "keyharvest" / "docs" / "formats.md"
_BEGIN: Final = "<!-- frames: made by `python3 tests generated` -->\n"
_END: Final = "<!-- end of frames -->\n"

#: The description of an argument, by its name: the same wherever it occurs.
MEANINGS: Final = {
    "asked": "number: seats that have had their chance, including the one being asked",
    "bought": "number: registry tiles bought so far, whose places are still empty",
    "candidates": "references: the fields that can still be picked, all after those picked",
    "chooses": "`1` if the seat drawn chooses who starts, `0` if it starts",
    "drawer": "seat: the drawer of the event",
    "drawn": "`1` if a tile came out of the bag in this turn (13.4), else `0`",
    "event": "event",
    "given": "number: seats that were given a counter",
    "least": "number, 0–4: the last crop named, which the next can't precede; 0 at first",
    "number": "number: counters still to take or pay",
    "open": "number: the action that may continue with a second tile, 4 or 8 as in `used`; 0 for none",
    "optional": "`1` if `no` is an answer, else `0`",
    "own": "reference: the seat's tile offered, still on the board",
    "payee": "seat: the one that is paid; `-` for the stock",
    "picked": "references: the fields picked so far",
    "receiver": "seat: the one that gets the counter",
    "room": "number: how many more fields may be picked",
    "seat": "seat: the one that is asked, draws, or gets the tile",
    "source": "action, worker or event that asks, by its letter",
    "tile": "reference: a tile that is in no other place",
    "used": "number: the sum of the actions taken, 1 harvest, 2 worker, 4 from stores, 8 to the store",
    "worker": "worker",
    "workers": "workers: those to choose from",
}


def arguments(kind: type[Frame]) -> list[str]:
    """Return the names of a frame's arguments, in order."""
    return [field.name for field in fields(kind)]  # type: ignore[arg-type]


def _row(kind: type[Frame]) -> str:
    sort = "decision" if issubclass(kind, Decision) else "chance" if issubclass(kind, Chance) else "step"
    summary = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
    sources = "".join(sorted(SOURCES.get(kind, ""), key=str.swapcase))
    return f"| `{kind.__name__}({','.join(arguments(kind))})` | {sort} | {sources} | {summary} |"


def _table(heads: str, rows: Iterable[str]) -> str:
    return "\n".join([heads, "|" + "---|" * (heads.count("|") - 1), *rows, ""])


def tables() -> str:
    """Return both tables as Markdown."""
    kinds = frame_kinds()
    used = {name for kind in kinds.values() for name in arguments(kind)}
    return (
        _table("| frame | sort | sources | what it is |", (_row(kinds[name]) for name in sorted(kinds)))
        + "\n"
        + _table("| argument | spelling and meaning |", (f"| `{a}` | {MEANINGS[a]} |" for a in sorted(used)))
    )


def renewed(page: str) -> str:
    """Return the page with its tables updated from the code."""
    return between_marks(page, _BEGIN, tables(), _END)


def between_marks(page: str, begin: str, content: str, end: str) -> str:
    """Return the page with new content between two marks. Raise `ValueError` if one of them is missing."""
    before, found, rest = page.partition(begin)
    _, closing, after = rest.partition(end)
    if not found or not closing:
        raise ValueError(f"the mark {(end if found else begin).strip()} is missing")
    return before + begin + content + end + after
