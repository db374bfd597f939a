"""Write the table of the vector in docs/environments.md from the code: ``python3 tests generated``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from keyharvest.environments.vector import Part, parts
from tests.helpers.frame_table import between_marks
from web.environment import ROOT

PAGE: Final = ROOT / "keyharvest" / "docs" / "environments.md"
_BEGIN: Final = "<!-- vector: made by `python3 tests generated` -->\n"
_END: Final = "<!-- end of vector -->"


def table() -> str:
    """Return a row for each part, with all three numbers if two, three and four players differ."""
    rows = ["| part | size | maximum | meaning |", "|---|---|---|---|"]
    together = list(zip(*(parts(players) for players in (2, 3, 4)), strict=True))
    rows += [_row(each) for each in together]
    rows.append(f"| all | {_numbers(sum(part.size for part in parts(players)) for players in (2, 3, 4))} | | |")
    return "\n".join([*rows, ""])


def _row(each: tuple[Part, ...]) -> str:
    sizes, mosts = _numbers(part.size for part in each), _numbers(part.most for part in each)
    return f"| `{each[0].name}` | {sizes} | {mosts} | {each[0].meaning} |"


def _numbers(values: Iterable[int]) -> str:
    return " / ".join(map(str, dict.fromkeys(values)))


def renewed(page: str) -> str:
    """Return the page with its table updated from the code."""
    return between_marks(page, _BEGIN, table(), _END)
