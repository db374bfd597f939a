"""The voice of the prose: nothing that ``python3 tests words`` finds comes back where it is gone."""

from __future__ import annotations

from typing import Final

import pytest

from tests.words.voice import Finding, findings, in_text, of_python

#: The folders and files held to the voice.
HELD: Final = ("keyharvest/", "tests/", "web/", "README.md")
#: Justified findings, by file and words, with the reason; all words of a file if none are named.
EXCEPTIONS: Final[dict[tuple[str, str], str]] = {}


@pytest.mark.slow
def test_the_prose_held_to_the_voice_has_no_findings() -> None:
    found = findings(*HELD)
    left = [each for each in found if not any(_is(each, *exception) for exception in EXCEPTIONS)]
    assert not left, "\n".join(f"{each.path}:{each.line}: {each.text}  [{each.pattern}]" for each in left)
    unused = [exception for exception in EXCEPTIONS if not any(_is(each, *exception) for each in found)]
    assert not unused
    assert len(EXCEPTIONS) <= 40


def test_words_clauses_and_errors_are_found_in_prose_alone() -> None:
    source = '"""What it tells; ``ValueError`` if not.\n\n>>> tell(1)\n"""\ntell = anew  # somebody, but not `tell`\n'
    prose = of_python(source)
    found = [each for line, text, docstring in prose for each in in_text("x.py", line, text, docstring)]
    assert [(each.line, each.pattern) for each in found] == [
        (1, "tells?|told|telling"),
        (1, "begins with a clause"),
        (1, "; ``Error`` if"),
        (5, "somebody"),
    ]
    assert not list(in_text("x.py", 1, "Whether it goes.", docstring=True))
    assert not list(in_text("x.py", 1, "Which one?", docstring=True))


def _is(found: Finding, path: str, words: str) -> bool:
    return found.path == path and words in found.text
