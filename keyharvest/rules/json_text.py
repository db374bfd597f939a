"""Strict reading of JSON that people have written or stored, with errors that name the place."""

from __future__ import annotations

import json
import re
from typing import Any, Final, TypeGuard

from keyharvest.rules.foreign import QUOTES, plain, unquoted

#: The maximum number of digits of a seed. Longer numbers become floats, which every later check refuses.
_MOST_DIGITS: Final = 18
#: The deepest nesting that is read. Deeper text ends Python in a browser, whose stack is small, without an exception.
_DEEPEST: Final = 100
#: A string, in quotes that an editor may have made typographic if none are inside, or what is between strings.
_PIECES: Final = re.compile(
    rf'"(?:\\.|[^"\\])*"|[{QUOTES}]((?:\\.|[^"\\{QUOTES}])*)[{QUOTES}]|[^"{QUOTES}]+', re.DOTALL
)
_MARKS: Final = re.compile(r'\\.|["\[\]{}]', re.DOTALL)


def parse_json(text: str, place: str) -> Any:
    """Return the value of a JSON text. Raise ``ValueError`` with ``place``, line and reason.

    Invalid JSON is refused, and so are three things that the json module accepts: duplicate keys, ``NaN`` and
    ``Infinity``. What a mail or an editor has changed outside of strings is read as it was.

    >>> parse_json('{"name": "mine"}', "layout")
    {'name': 'mine'}
    """

    def plain_object(members: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in members:
            if key in found:
                raise ValueError(f"{place}: duplicate key {shown(key)}")
            found[key] = value
        return found

    def no_number(word: str) -> float:
        raise ValueError(f"{place}: {word} is not a number")

    text = _written(text)
    if _is_deep(text):
        raise ValueError(f"{place}: brackets are nested too deeply")
    try:
        return json.loads(text, object_pairs_hook=plain_object, parse_int=_integer, parse_constant=no_number)
    except json.JSONDecodeError as error:
        raise ValueError(f"{place}: not JSON at line {error.lineno}, column {error.colno}: {error.msg}") from None


def _written(text: str) -> str:
    """Return a text as it was before a mail or an editor changed it, as far as that is certain.

    >>> _written("> {\u201ca\u201d:\u00a0\u20131}"), _written('{"a\u2013b": "\u201cc\u201d"}')
    ('{"a": -1}', '{"a–b": "“c”"}')
    """
    if text[:1] in "{[" and text.isascii():
        return text
    text = unquoted(text)
    return text if text.isascii() else _PIECES.sub(_piece, text)


def _piece(found: re.Match[str]) -> str:
    if found[1] is not None:
        return f'"{found[1]}"'
    return found[0] if found[0][0] == '"' else plain(found[0])


def _is_deep(text: str) -> bool:
    """Whether brackets outside of strings are nested too deeply.

    >>> [_is_deep(text) for text in ("[" * 101, "[[]," * 50, '["' + "[" * 101 + '"]', "[]" * 101)]
    [True, False, False, False]
    """
    if text.count("[") + text.count("{") <= _DEEPEST:
        return False
    depth, quoted = 0, False
    for found in _MARKS.finditer(text):
        mark = found[0]
        if mark == '"':
            quoted = not quoted
        elif not quoted and mark in "[{":
            depth += 1
            if depth > _DEEPEST:
                return True
        elif not quoted and mark in "]}":
            depth -= 1
    return False


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether a value is an integer within bounds; ``true`` and ``false`` aren't.

    >>> [is_whole(value, 0, 9) for value in (0, 9, 10, -1, 1.0, True, "1")]
    [True, True, False, False, False, False, False]
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def shown(value: object) -> str:
    """Return a value as a message quotes it: on one line, and short.

    >>> shown("café\\n"), shown([1, 2]), shown({}), shown(None), shown(1.5)
    ("'caf\\\\xe9\\\\n'", 'a list of 2', 'an object', 'null', '1.5')
    """
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, float):
        return f"{value:g}"
    text = ascii(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
