"""A language in which every translated letter is wide: an ordinary letter on a screen bypassed the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from babel.messages.catalog import Catalog

from web.tools.catalogue import compiled, messages, texts

#: The parts of a message that aren't words: gaps, markup, the targets of links, code.
_NO_WORDS = re.compile(r"(\{[^}]*\}|<[^>]*>|\]\([^)]*\)|`[^`]*`)")
_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "data-text", "data-on", "data-off", "data-copied")
#: Text between tags, and attributes that are shown or read aloud; the panels escape these signs everywhere else.
_SPOKEN = re.compile(rf'>([^<>]+)<|\s(?:{"|".join(_ATTRIBUTES)})="([^"]+)"')
_WORD = re.compile(r"(?<!\{)\b[A-Za-z]{2,}\b(?!\})")


def wide(message: str) -> str:
    """Return a message in this language.

    >>> wide("Take {tile}")
    'Ｔａｋｅ {tile}'
    """
    parts = _NO_WORDS.split(message)
    return "".join(part if at % 2 else part.translate(_WIDE) for at, part in enumerate(parts))


def pseudo_catalogue(code: str) -> bytes:
    """Compile a catalogue of all messages in wide letters, labelled with the language *code*."""
    catalogue = Catalog(locale=code, fuzzy=False)
    for message in messages():
        if message.id:
            forms = tuple(map(wide, texts(message.id)))
            catalogue.add(message.id, forms if len(forms) > 1 else forms[0])
    return compiled(catalogue)


def spoken(patch: dict[str, Any]) -> Iterator[str]:
    """Yield everything that a patch shows or says."""
    for html in patch.get("panels", {}).values():
        yield from map(unescape, (text or value for text, value in _SPOKEN.findall(html)))
    for attributes in patch.get("attributes", {}).values():
        yield from (value for name, value in attributes.items() if name in _ATTRIBUTES and value)
    yield from (patch[region] for region in ("say", "alert") if region in patch)


def leftovers(patch: dict[str, Any], names: set[str]) -> set[str]:
    """Return the texts of a patch that bypassed the catalogue; *names* don't count."""
    return {text for text in spoken(patch) if any(word not in names for word in _WORD.findall(text))}
