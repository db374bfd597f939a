"""Links as mail programs and messengers leave them: found, cleaned, and written so that little can happen to them.

A link's text after the ``#`` is a mark and base64url. Readers find the mark anywhere in a text, drop every other
character than those letters, and stop where the content ends, so that words and punctuation behind it do no harm.
"""

from __future__ import annotations

import base64
import html
import re
import secrets
from collections.abc import Iterator
from typing import Final

_ESCAPED: Final = re.compile("(?:%[0-9A-Fa-f]{2})+")
#: How often a link on its way may have been escaped again.
_TIMES: Final = 4
#: A mail gateway's own way to escape a link.
_PROOFPOINT: Final = "proofpoint.com/v2/"
#: Characters that nobody sees, and breaks within a line: of quoted-printable mail, and of pages.
_UNSEEN: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]"
    "|=\r?\n|</?w?br ?/?>"
)
#: What typing aids make of hyphens.
_DASHES: Final = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2013": "-", "\u2014": "--"})
_FOREIGN: Final = re.compile("[^A-Za-z0-9_-]+")
#: The number of bytes in the id of a game between several pages.
ID_BYTES: Final = 6
_LETTER: Final = re.compile("[A-Za-z0-9_-]")
#: What may come between two characters of a mark: a line's end, and the quotation mark of the next line.
_BREAK: Final = r"[\s>|]*"


def new_id() -> str:
    """Return an id for a game between several pages, practically unique."""
    return secrets.token_urlsafe(ID_BYTES)


def plain(text: str) -> str:
    """Return a text without what is done to links on their way: escapes, invisible characters, broken lines.

    >>> plain("https://example.org/%23khm1%252EAb=\\n\u200bC")
    'https://example.org/#khm1.AbC'
    """
    if _PROOFPOINT in text:
        text = text.replace("-", "%").replace("_", "/")
    for _time in range(_TIMES):
        text = _ESCAPED.sub(lambda escape: bytes.fromhex(escape[0].replace("%", "")).decode("utf-8", "replace"), text)
    return _UNSEEN.sub("", html.unescape(text)).translate(_DASHES)


def marks(mark: str, text: str) -> Iterator[re.Match[str]]:
    """Yield the places of a mark in a plain text, in any case, even if a line ends in the middle of it.

    >>> [found.span() for found in marks("kh1.", "see #kh1.AbC or Kh\\n> 1.DeF")]
    [(5, 9), (16, 23)]
    """
    return re.finditer(_BREAK.join(map(re.escape, mark)), text, re.IGNORECASE)


def is_marked(text: str, *names: str) -> bool:
    """Whether a plain text contains one of several marks.

    >>> is_marked("see #khm1.AbC", "khl", "khm"), is_marked("see #khm1.AbC", "kh1.")
    (True, False)
    """
    return any(True for name in names for _place in marks(name, text))


def letters_in(text: str) -> str:
    """Return the letters of base64url in a text.

    >>> letters_in("A_b\\n> C-d!")
    'A_bC-d'
    """
    return _FOREIGN.sub("", text)


def after_letters(text: str, at: int, number: int) -> int:
    """Return the offset behind a number of letters of base64url, from an offset on.

    >>> after_letters("#kh1.A\\n> bC!", 5, 3)
    11
    """
    for found in _LETTER.finditer(text, at):
        number -= 1
        if number == 0:
            return found.end()
    return len(text)


def decoded(letters: str) -> bytes:
    """Return the bytes of base64url; a last letter that makes no whole byte is dropped.

    >>> decoded("AAEC"), decoded("AAE"), decoded("AAECA")
    (b'\\x00\\x01\\x02', b'\\x00\\x01', b'\\x00\\x01\\x02')
    """
    whole = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))


def encoded(content: bytes) -> str:
    """Return bytes as base64url that ends in a letter or a digit: messengers leave a last hyphen out of a link.

    The reader has to know where the content ends: a zero may follow it.

    >>> encoded(b"ab>"), encoded(b"abc")
    ('YWI-AA', 'YWJj')
    """
    text = base64.urlsafe_b64encode(content).decode().rstrip("=")
    return f"{text}AA" if text.endswith(("-", "_")) else text
