"""Check that translations keep to the glossary, one word for one thing in every language, and fit their places.

``glossary.json`` contains for each term a regular expression for English, which matches whole words, and one for each
other language; they ignore case. ``terms`` are required in the catalogue; ``names`` (of workers and events) also in the
texts of scenarios, which are freer otherwise. For each language, ``exceptions`` lists the sentences that need not
contain a term, by the beginning of the English sentence, and ``never`` regular expressions for second names of things
that already have one, each after the one to use.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

from keyharvest.scenario.library import COURSE, SCENARIOS
from keyharvest.words.language import FORMS

FILE = Path(__file__).with_name("glossary.json")
#: The parts of a sentence that aren't words: gaps, anchors, the targets of links, and the name of the game.
_NO_WORDS = re.compile(r"\{\w*(?::\w+)?\}|<[^>]*>|\]\([^)]*\)|Key Harvest")
#: English sentences with no more characters than this and no full stop are labels, which have little space.
LABEL = 30


def glossary() -> dict[str, Any]:
    """Return the terms, the names and the exceptions."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def pairs(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Yield each translated sentence of a catalogue with its translation, each plural form separately."""
    for each in catalogue:
        if each.id and not each.fuzzy:
            asked, said = (
                tuple(x) if isinstance(x, (tuple, list)) else (str(x or ""),) for x in (each.id, each.string)
            )
            for number, form in enumerate(said):
                if form:
                    yield asked[min(number, len(asked) - 1)], form


def scenario_pairs(language: str) -> Iterator[tuple[str, str]]:
    """Yield the translated texts of scenarios and of the course, each after the English one."""
    for scenario in SCENARIOS.values():
        for key, text in scenario.words.get(language, {}).items():
            yield scenario.text(key), text
    for lesson in COURSE:
        for words in (lesson.titles, lesson.lines):
            if language in words:
                yield words["en"], words[language]


def inconsistent(catalogue: Catalog, language: str) -> Iterator[str]:
    """Name the terms that translations lack, second names for a thing, and the exceptions that are not needed."""
    found = glossary()
    missing = [term for term, words in (found["terms"] | found["names"]).items() if language not in words]
    if missing:
        yield f"add to glossary.json: {', '.join(missing)}"
    exceptions: dict[str, list[str]] = found["exceptions"].get(language, {})
    unused = {(term, start) for term, starts in exceptions.items() for start in starts}
    for terms, sentences in (
        (found["terms"] | found["names"], list(pairs(catalogue))),
        (found["names"], list(scenario_pairs(language))),
    ):
        for term, words in terms.items():
            if language not in words:
                continue
            english, other = (re.compile(each, re.IGNORECASE) for each in (rf"\b(?:{words['en']})\b", words[language]))
            for asked, said in sentences:
                if english.search(_NO_WORDS.sub("", asked)) and not other.search(_NO_WORDS.sub("", said)):
                    excepted = {(term, start) for start in exceptions.get(term, ()) if asked.startswith(start)}
                    unused -= excepted
                    if not excepted:
                        yield f"{term}: expected {words[language]!r} in {said!r} for {asked!r}"
    for word, wrong in found["never"].get(language, {}).items():
        for asked, said in (*pairs(catalogue), *scenario_pairs(language)):
            if re.search(wrong, _NO_WORDS.sub("", said)):
                yield f"{word}: expected this word in {said!r} for {asked!r}"
    for term, start in sorted(unused):
        yield f"{term}: the exception {start!r} is not needed"


def room(label: str) -> int:
    """Return how many characters the translation of an English label may have.

    >>> room("Undo"), room("End your turn?")
    (14, 29)
    """
    return len(label) * 3 // 2 + 8


def too_long(catalogue: Catalog) -> Iterator[str]:
    """Name the labels that are too long for their places."""
    for asked, said in pairs(catalogue):
        shown = re.sub(rf":(?:{'|'.join(FORMS)})\}}", "}", said)
        if len(asked) <= LABEL and not asked.endswith(".") and len(shown) > room(asked):
            yield f"{len(shown)} characters, at most {room(asked)}: {shown!r} for {asked!r}"
