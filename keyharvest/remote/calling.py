"""An invitation to a live game and the answer to it, as links (docs/remote.md).

Each contains what its sender's browser needs for a direct connection: up to 200 bytes, of which only a number in the
first is read here; the page's scripts read the rest (web/site/scripts/peer.js). An answer also names its invitation,
so that the host notices an answer to an earlier link.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from keyharvest.record.links import ID_BYTES
from keyharvest.remote.framing import LetterError, framed, is_framed, unframed

#: The marks of an invitation and of an answer.
INVITED: Final = "khl"
ANSWERED: Final = "kha"
#: The numbers that spectators get in place of a seat.
WATCHERS: Final = range(12, 16)
_MOST_CODE: Final = 200
_MOST_NAME: Final = 100
_MARK: Final = 2


@dataclass(frozen=True, slots=True)
class Call:
    """An invitation or an answer.

    Attributes:
        game: the id of the game.
        seat: the seat of the person invited, or a number of ``WATCHERS``.
        code: what the browser needs, in base64url.
        host, players: the seat that invites, and the number of seats; 0 in an answer.
        names: the name of the player who invites and of the one invited; none in an answer.
        badge: the badge of the player who invites.
        to: in an answer, the mark of its invitation; empty in one from an earlier version.

    >>> call = Call("AbCdEfGh", 1, "AAEC", 0, 2, ("Ann", "Ben"))
    >>> read_call(f"Come! https://example.org/#{call.text()}") == call
    True
    >>> read_call(Call("AbCdEfGh", 1, "AAEC", to=call.mark).text()).to == call.mark
    True
    """

    game: str
    seat: int
    code: str
    host: int = 0
    players: int = 0
    names: tuple[str, ...] = ()
    badge: int = 0
    to: bytes = b""

    @property
    def mark(self) -> bytes:
        """A mark that distinguishes an invitation from others for the same seat."""
        return sha256(self.code.encode()).digest()[:_MARK]

    @property
    def outside(self) -> int:
        """The number of internet addresses that it contains.

        >>> Call("AbCdEfGh", 1, "FAEC").outside
        2
        """
        flags = base64.urlsafe_b64decode(_whole(self.code))[:1]  # empty if the code isn't known
        return flags[0] >> 1 & 3 if flags else 0

    def text(self) -> str:
        """Return the text of the link, after the ``#``."""
        low = self.badge if self.players else bool(self.to)
        head = base64.urlsafe_b64decode(self.game) + bytes([self.seat << 4 | self.host << 2 | low, self.players])
        names = b"".join(bytes([len(name)]) + name for name in (name.encode() for name in self.names))
        code = base64.urlsafe_b64decode(_whole(self.code))
        return framed(INVITED if self.players else ANSWERED, head + names + code + self.to)


def is_call(text: str) -> bool:
    """Whether a text contains the beginning of an invitation or an answer, of any version, even a damaged one.

    >>> is_call("https://example.org/#khl1.AbC"), is_call("https://example.org/#khm1.AbC")
    (True, False)
    """
    return is_framed(INVITED, text) or is_framed(ANSWERED, text)


def read_call(text: str, answers: bool = False) -> Call:
    """Return the invitation or the answer in a text, ignoring everything around it.

    If it contains both, as a copied chat may, return the invitation or, for a page that awaits ``answers``, the answer.
    Raise :class:`LetterError` if there is none, if it is incomplete, or if a newer version has written it.
    """
    invited = is_framed(INVITED, text) and not (answers and is_framed(ANSWERED, text))
    body = unframed(INVITED if invited else ANSWERED, text)
    if len(body) < ID_BYTES + 2:
        raise LetterError("call: part of it is missing")
    game, packed, players = base64.urlsafe_b64encode(body[:ID_BYTES]).decode(), body[ID_BYTES], body[ID_BYTES + 1]
    seat, host, at = packed >> 4, packed >> 2 & 3, ID_BYTES + 2
    names = []
    for _each in range(2 if invited else 0):
        end = at + 1 + body[at] if at < len(body) else len(body) + 1
        if end > min(len(body), at + 1 + _MOST_NAME):
            raise LetterError("call: part of it is missing")
        names.append(body[at + 1 : end].decode("utf-8", "replace"))
        at = end
    end = len(body) - (0 if invited or not packed & 3 else _MARK)
    code, to = body[at:end], body[max(at, end) :]
    fits = 2 <= players <= 4 and host < players and (seat < players or seat in WATCHERS) and seat != host
    if not 0 < len(code) <= _MOST_CODE or not (fits if invited else players == host == 0):
        raise LetterError("call: its numbers are impossible")
    text = base64.urlsafe_b64encode(code).decode().rstrip("=")
    return Call(game, seat, text, host, players, tuple(names), packed & 3 if invited else 0, to)


def is_code(text: object) -> bool:
    """Whether a value can be the code of a call: what a browser needs for a connection.

    >>> is_code("AAEC"), is_code("A" * 300), is_code("<b>")
    (True, False, False)
    """
    if not isinstance(text, str) or not 0 < len(text) <= _MOST_CODE * 4 // 3:
        return False
    try:
        return len(base64.b64decode(_whole(text), b"-_", validate=True)) > 0
    except (ValueError, binascii.Error):
        return False


def _whole(text: str) -> str:
    return text + "=" * (-len(text) % 4)
