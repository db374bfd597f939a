"""Check that French texts have their narrow no-break spaces, curved apostrophes and angle quotation marks."""

import re
from collections.abc import Iterator

from babel.messages.catalog import Catalog

from keyharvest.words.language import FIRM
from web.tools.glossary import pairs, scenario_pairs

#: What isn't prose: code, markup, the line below the head of a table.
_NO_PROSE = re.compile(r"`[^`]*`|<[^>]*>|\|[ :|-]+\|")
_WRONG = (
    (re.compile(rf"(?<![{FIRM[1]}!?])[;:!?%»](?![\w/{{:])"), "a narrow no-break space (U+202F) before {mark}"),
    (re.compile(rf"«(?!{FIRM[1]})"), "a narrow no-break space (U+202F) after {mark}"),
    (re.compile("'"), "’ (U+2019) for {mark}"),
    (re.compile('"'), "« and » for {mark}"),
)


def untypeset(text: str) -> list[str]:
    """Return what a French text lacks.

    >>> untypeset("C'est 42 %")
    ['a narrow no-break space (U+202F) before %', "’ (U+2019) for '"]
    """
    prose = _NO_PROSE.sub("", text)
    return [lack.format(mark=found[0]) for wrong, lack in _WRONG if (found := wrong.search(prose))]


def badly_set(catalogue: Catalog, language: str) -> Iterator[str]:
    """Name the French texts of the catalogue, of scenarios and of the course that lack a character."""
    if language == "fr":
        for asked, said in (*pairs(catalogue), *scenario_pairs(language)):
            for lack in untypeset(said):
                yield f"expected {lack} in {said!r} for {asked!r}"
