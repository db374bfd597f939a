"""The text of the rules, docs/rules.md: its blocks, their translation, and the numbers of the rules."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from typing import Final

from keyharvest.words.language import _, cached

#: The anchor before the rule that it names.
ANCHOR: Final = re.compile(r'<a id="([A-Za-z0-9.-]+)"></a>')


@cache
def _written() -> str:
    return (pkgutil.get_data("keyharvest", "docs/rules.md") or b"").decode()


def blocks(markdown: str) -> list[str]:
    """Split a text into headings, paragraphs, lists and tables, each translated as a whole.

    >>> blocks("# One\\n\\nTwo\\nlines\\n")
    ['# One', 'Two\\nlines']
    """
    return re.split(r"\n\s*\n", markdown.strip())


@cached
def source() -> str:
    """Return the Markdown of the rules in the language in use."""
    return "\n\n".join(_(block) for block in blocks(_written()))


@cache
def numbers() -> tuple[str, ...]:
    """Return the numbers of all rules, without chapters, in their order."""
    found = [name.removeprefix("rule-") for name in ANCHOR.findall(_written()) if name.startswith("rule-")]
    return tuple(number for number in found if not number.isdecimal())
