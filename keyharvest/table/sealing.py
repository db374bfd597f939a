"""Records packed for the browser's storage, for files and for links, and their errors in words.

The seal protects from glances, not from tampering: if several people share a screen, their secrets must not be
readable in the page.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final

from keyharvest.record import RecordError, parse_position
from keyharvest.record.record import FAIR, LONGEST
from keyharvest.rules import State
from keyharvest.words.language import _

#: The start of a sealed game.
SEAL: Final = "kh1."
#: The start of the fragment of a link to a position.
POSITION: Final = "position-"
#: The start of a turn of a game by message, of any version (:mod:`keyharvest.remote.letter`).
LETTER: Final = "khm"
#: The starts of an invitation to a live game and of its answer (:mod:`keyharvest.remote.calling`).
CALLS: Final = ("khl", "kha")
#: The header of a live game in which this page shows no phrases.
MUTED: Final = "Muted"
#: The header of a game that was live on this page, until a turn comes by message; and its values on the host's page
#: while people gather for it: they are invited, and in a ``fair`` game all pages will draw together.
WAS_LIVE: Final = "Live"
GATHERING, GATHERING_FAIR = "gathering", "gathering fair"
#: The headers that concern this page alone.
_PRIVATE: Final = re.compile(
    rf'^\[(?:Seed "\d*"|{MUTED} "on"|{WAS_LIVE} "(?:on|{GATHERING}|{GATHERING_FAIR})"|'
    rf'{FAIR} "(?:on|sealed|stopped)")\]\n',
    re.MULTILINE,
)


def sealed(record: str) -> str:
    """Pack the text of a record."""
    return SEAL + base64.urlsafe_b64encode(zlib.compress(record.encode(), 9)).decode().rstrip("=")


def unsealed(text: str) -> str:
    """Return the text of a record, unpacked if it is sealed. Raise ``RecordError`` if it can't be unpacked."""
    text = text.strip()
    if not text.startswith(SEAL):
        return text
    try:
        letters = text[len(SEAL) :].rstrip("=")
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed, LONGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError("it is cut off, or too long")
        return raw.decode()
    except (UnicodeError, binascii.Error, zlib.error, ValueError):
        raise RecordError("record: the seal is broken", word=SEAL) from None


def position_in(text: str) -> State:
    """Return the position in a line of text or in a link. Raise ``ValueError`` with the reason if there is none."""
    packed = text.strip().rpartition(POSITION)[2]
    return parse_position(" ".join((unsealed(packed) if packed.startswith(SEAL) else text).split()))


def without_seed(text: str) -> str:
    """Return a sealed record without the seed of its draws and without what concerns only this page.

    Raise ``RecordError`` if it can't be unpacked.
    """
    return sealed(_PRIVATE.sub("", unsealed(text)))


def fault_in_words(error: RecordError) -> str:
    """Return the error of a record in the language in use."""
    if error.word == SEAL:
        return _("The game's text is damaged or cut off.")
    if error.record is None and not error.word:
        return _("This isn't a Key Harvest record, which begins with {start}.").format(start='[KeyHarvest "1"]')
    if error.word == "KeyHarvest":
        return _("This record uses a different version; this page can open only version {version}.").format(version=1)
    if error.record is None and error.line:
        return _("Line {line}: this header can't be read: {word}").format(line=error.line, word=error.word)
    if error.record is None:
        return _("The header {name} is missing or wrong.").format(name=error.word)
    if error.word == "=":
        return _("Line {line}: the position doesn't match the moves before it.").format(line=error.line)
    return _("Line {line}: {word} can't be played there.").format(line=error.line, word=error.word)
