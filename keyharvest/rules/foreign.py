"""Text from elsewhere: as people, editors, mail programs and Windows leave it, read as far as nothing is ambiguous.

What the program writes is canonical. What it reads may have gone through a mail or an editor: in UTF-16, with a
byte-order mark, other ends of lines, the ``>`` of a reply, no-break spaces, typographic quotes and dashes.
"""

from __future__ import annotations

import json
import re
from typing import Final

#: Characters that no line of text may contain: controls, line ends, halves of pairs, and what turns the direction of
#: everything behind it. All others may be part of a name: joiners, marks, and characters newer than this Python.
_BARRED: Final = re.compile(
    "[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff]"
)
#: Characters that nobody sees, wherever they are.
_UNSEEN: Final = re.compile(
    "[\\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SPACE: Final = re.compile("[^\\S\u3000]+")
#: Characters that mean nothing in a line, and those that do only between two others.
_SENSELESS: Final = re.compile("[\xad\u180e\u200b\u2060-\u2064\ufeff]")
_HANGING: Final = " \u3000\u115f\u1160\u200c\u200d\u200e\u200f\u2800\u3164\uffa0"
#: What belongs to the emoji before it, and the letters that make flags in pairs.
_JOINED: Final = re.compile("[\u20d0-\u20ff\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_FLAGS: Final = "".join(map(chr, range(0x1F1E6, 0x1F200)))
#: In a word of the text formats, whose characters are all visible: dashes, quotes, spaces, and what is invisible.
_PLAIN: Final = {
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\uff02"), '"'),
    **dict.fromkeys(map(ord, "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"), " "),
    **dict.fromkeys(map(ord, "\u202f\u205f\u3000"), " "),
    **dict.fromkeys(map(ord, "\xad\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"), None),
    **dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e"), None),
}
#: The quotation marks that editors make of straight ones.
QUOTES: Final = "\u201c\u201d\u201e\u201f\uff02"
_LINE_END: Final = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_REPLY: Final = re.compile(r"^[^\S\n]*(?:>[^\S\n]?)+", re.MULTILINE)


def decoded(content: bytes) -> str:
    """Return the text of a file in UTF-8 or UTF-16. Raise ``ValueError`` with the place if it is neither.

    >>> decoded("[A]".encode("utf-16")), decoded(b"\\xef\\xbb\\xbf[A]")
    ('[A]', '[A]')
    """
    encoding = json.detect_encoding(content)
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"not text in UTF-8 (line {line}, byte {error.start})") from None


def check_text(what: str, value: object) -> str:
    """Return a text. Raise ``TypeError`` for anything else.

    >>> check_text("record", None)
    Traceback (most recent call last):
    ...
    TypeError: record: expected text, not NoneType
    """
    if not isinstance(value, str):
        raise TypeError(f"{what}: expected text, not {type(value).__name__}")
    return value


def unquoted(text: str) -> str:
    """Return a text without a byte-order mark and the marks of a reply, with the same lines, which end in ``\\n``.

    >>> unquoted("\\ufeff> one\\r\\n> > two")
    'one\\ntwo'
    """
    return _REPLY.sub("", _LINE_END.sub("\n", text.removeprefix("\ufeff")))


def plain(text: str) -> str:
    """Return words of a text format as they were written: with simple dashes, quotes and spaces.

    >>> plain("b:\\u2013W\\u00a0end")
    'b:-W end'
    """
    return text if text.isascii() else text.translate(_PLAIN)


def showable(text: str) -> bool:
    """Whether a text can be shown in one line.

    >>> showable("\\u0639\\u0644\\u06cc\\u200c\\u0631\\u0636\\u0627"), showable("two\\nlines")
    (True, False)
    """
    return not _BARRED.search(text)


def shown_line(text: str) -> str:
    """Return a text with a sign in place of each character that can't be shown."""
    return _BARRED.sub("\ufffd", text)


def tidy(text: str) -> str:
    """Return a text as one line: without what can't be shown or means nothing, and with nothing invisible around it."""
    line = _SENSELESS.sub("", _BARRED.sub("", _SPACE.sub(" ", text))).rstrip(_HANGING)
    while line and _UNSEEN.match(line):
        line = line[1:]
    return line


def beginning(text: str, most: int) -> str:
    """Return at most this many characters of a text, without cutting a sign that consists of several.

    >>> beginning("Zoe\\u0308!", 3), beginning("Ann", 2)
    ('Zo', 'An')
    """
    end = most
    while 0 < end < len(text) and _continues(text, end):
        end -= 1
    return text[: end or most].rstrip()


def _continues(text: str, at: int) -> bool:
    """Whether a character belongs to the one before: a mark, a part of an emoji, or the second letter of a flag."""
    sign, before = text[at], text[:at]
    if "\u200d" in (sign, before[-1]) or _JOINED.match(sign):
        return True
    if sign in _FLAGS:
        return (len(before) - len(before.rstrip(_FLAGS))) % 2 == 1
    # Of all that may continue an identifier, only marks, digits and connecting signs can't begin one.
    return f"a{sign}".isidentifier() and not (sign.isidentifier() or sign.isdigit() or sign in "_\xb7\u203f\u2040")


def visible(text: str) -> bool:
    """Whether a reader sees anything of a text.

    >>> visible("Ann"), visible("\\u3164 \\u200b")
    (True, False)
    """
    return bool(_UNSEEN.sub("", text))
