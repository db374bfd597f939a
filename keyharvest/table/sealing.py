"""Records packed for the browser's storage, for files and for links, and their errors in words; links to layouts.

The seal protects from glances, not from tampering: if several people share a screen, their secrets must not be
readable in the page.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

from keyharvest.record import RecordError, parse_position
from keyharvest.record.links import after_letters, decoded, encoded, letters_in, marks, plain
from keyharvest.record.record import FAIR, LONGEST
from keyharvest.rules import Layout, State
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.layout import compact, parse_compact
from keyharvest.words.language import _

#: The start of a sealed game.
SEAL: Final = "kh1."
#: A moment of a game behind its seal, and the seat whose board is shown: ``@12-1``.
_MOMENT: Final = re.compile(r"[A-Za-z0-9_-]*(?:\s*\n[\s>|]*)?@((?:[^\W_]|-)*)")
#: The start of the fragment of a link to a position.
POSITION: Final = "position-"
#: The start of the fragment of a link to a layout.
LAYOUT: Final = "layout-"
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
#: The header that says how many moves the pages of other seats have: ``2:40 3:38``.
HAD: Final = "Had"
#: The headers that concern this page alone.
_PRIVATE: Final = re.compile(
    rf'^\[(?:Seed "\d*"|{MUTED} "on"|{HAD} "[\d: ]*"|{WAS_LIVE} "(?:on|{GATHERING}|{GATHERING_FAIR})"|'
    rf'{FAIR} "(?:on|sealed|stopped)")\]\n',
    re.MULTILINE,
)


def sealed(record: str) -> str:
    """Pack the text of a record."""
    return SEAL + encoded(zlib.compress(record.encode(), 9))


def unsealed(text: str) -> str:
    """Return the text of a record, unpacked if it is sealed. Raise ``RecordError`` if it can't be unpacked."""
    text = text.strip()
    return _unpacked(letters_in(text[len(SEAL) :]))[0] if text.startswith(SEAL) else text


def _unpacked(letters: str) -> tuple[str, bytes]:
    """Return the text of a record, and its packed bytes; other letters may follow them."""
    try:
        packed, unpacker = decoded(letters), zlib.decompressobj()
        raw = unpacker.decompress(packed, LONGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError("it is cut off, or too long")
        return raw.decode(), packed[: len(packed) - len(unpacker.unused_data)]
    except (zlib.error, ValueError):
        raise RecordError("record: the seal is broken", word=SEAL) from None


def sealed_in(text: str) -> tuple[str, str, str] | None:
    """Return the record in a text, sealed and unpacked, and the moment behind it; ``None`` if there is none.

    Of several the first that is whole counts. Raise ``RecordError`` if none is.

    >>> sealed_in(f"(see https://example.org/#{sealed('two')}@3-1), Ann")
    ('kh1.eNorKc8HAAK8AVs', 'two', '3-1')
    """
    text, fault = plain(text), None
    for mark in marks(SEAL, text):
        try:
            record, packed = _unpacked(letters_in(text[mark.end() :]))
        except RecordError as error:
            fault = error
            continue
        moment = _MOMENT.match(text, after_letters(text, mark.end(), -(-len(packed) * 4 // 3)))
        return SEAL + encoded(packed), record, moment[1] if moment else ""
    if fault:
        raise fault
    return None


def position_in(text: str) -> State:
    """Return the position in a line of text or in a link. Raise ``ValueError`` with the reason if there is none."""
    found = sealed_in(text)
    return parse_position(" ".join((found[1] if found else text).split()))


def layout_link(layout: Layout) -> str:
    """Return the fragment of a link to a layout: its crops and starting pairs, without its name.

    >>> from keyharvest.rules import STANDARD
    >>> layout_link(STANDARD)[:20], layout_in(f"see #{layout_link(STANDARD)}.") == STANDARD
    ('layout-bwawvahvhvhbw', True)
    """
    return LAYOUT + compact(layout).replace("/", "-")


def layout_in(text: str) -> Layout:
    """Return the layout in a link, named ``custom``. Raise ``ValueError`` with the place and the reason."""
    text = plain(text)
    mark = next(marks(LAYOUT, text), None)
    letters = letters_in(text[mark.end() :] if mark else "").replace("-", "")
    whole = len(SPACES) + 16
    if len(letters) < whole:
        raise ValueError(f"layout: the link has {len(letters)} of {whole} letters: it is cut off")
    # Nothing in it depends on the case, which some programs change.
    crops, pairs = letters[: len(SPACES)].lower(), letters[len(SPACES) : whole].upper()
    return parse_compact(f"{crops}/{pairs}")


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
