"""The order of the texts on a line (docs/remote.md): each has a sequence number, and a page requests those it misses.

So a text may get lost, arrive twice or overtake another, and each page still hears everything once and in order. The
first text of a page, its ``hello``, contains its own number; each later text begins with the next one. A long text is
sent in pieces, all but the last with a ``+`` after the number. If a text arrives too early, the page says ``next
NUMBER``, and the other page sends all texts from that number on again. After moves, and after many texts, it
acknowledges them with ``heard NUMBER``, and the other page forgets those before that number.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

#: The longest text on a line, in characters.
LONGEST: Final = 20_000
_BITS: Final = 19
#: The highest number of a first text.
HIGHEST: Final = 1 << _BITS
#: The number of texts after which a page acknowledges them, and the most that are sent again at once.
_MANY: Final = 50
#: The maximum number of unacknowledged texts that a page keeps.
MOST_KEPT: Final = 1000
_DIGITS: Final = 9
_NUMBERED: Final = re.compile(rf"([0-9]{{1,{_DIGITS}}})(\+?) (.*)", re.DOTALL)


class LineError(ValueError):
    """A text that no honest page would send."""


class Ordering:
    """The texts that one page says and hears on a line.

    Attributes:
        first: the number of its first text. It is random, so that texts of a new worker differ from those of the last.
        other: the number of the other page's first text, 0 before that has arrived.
        waits_for: the number of the other page's next text.
        unfinished: the pieces that have arrived of a long text.

    >>> one, other = Ordering(), Ordering()
    >>> other.greeted(one.first)
    >>> one.begin("hello")
    'hello'
    >>> have, want = one.numbered("have"), one.numbered("want")
    >>> other.heard(want[0]) == (None, f"next {one.first + 1}")  # the one before it is still on its way
    True
    >>> [other.heard(text)[0] for text in one.again(one.first + 1)]
    ['have', 'want']
    """

    def __init__(self) -> None:
        self.first = 1 + secrets.randbits(_BITS)
        self.other = 0
        self.unfinished = ""
        self._sent: list[str] = []
        self._begin = self.first  # the number of the first text in that list
        self.waits_for = self._asked = self._acknowledged = 0

    def begin(self, hello: str) -> str:
        """Record this page's first text, and return it."""
        self._sent = [hello]
        return hello

    def numbered(self, text: str) -> list[str]:
        """Return a later text in the form in which it is sent: numbered, and in pieces if it is long."""
        size = LONGEST - _DIGITS - 2
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        begin, last = self._begin + len(self._sent), len(pieces) - 1
        found = [f"{begin + at}{'+' if at < last else ''} {piece}" for at, piece in enumerate(pieces)]
        self._sent += found
        return found

    def again(self, number: int) -> list[str]:
        """Return the texts to send again to a page that waits for this number."""
        self.forget(number)
        return self._sent[:_MANY]

    def forget(self, number: int) -> bool:
        """Forget the texts before a number, which the other page has heard; return whether there were any."""
        if not self._begin < number <= self._begin + len(self._sent):
            return False
        del self._sent[: number - self._begin]
        self._begin = number
        return True

    @property
    def kept(self) -> int:
        """The number of texts that the other page may not have heard."""
        return len(self._sent)

    def greeted(self, first: int) -> None:
        """Store the number of the other page's first text."""
        self.other = self._asked = first
        self.waits_for = self._acknowledged = first + 1

    def heard(self, text: str) -> tuple[str | None, str | None]:
        """Return the whole text that this one completes, if it is the next in order, and the answer to send, if any.

        Raise :class:`LineError` for a text without a number.
        """
        found = _NUMBERED.fullmatch(text)
        if found is None:
            raise LineError(f"line: expected a number before {text[:20]!r}")
        number, more, piece = found.groups()
        if int(number) != self.waits_for:
            lacks = int(number) > self.waits_for != self._asked
            return None, self.asked() if lacks else None
        self.waits_for += 1
        self.unfinished += piece
        answer = self.acknowledged() if self.waits_for - self._acknowledged >= _MANY else None
        if more:
            return None, answer
        whole, self.unfinished = self.unfinished, ""
        return whole, answer

    def acknowledged(self) -> str:
        """Return the text that says which texts this page has heard."""
        self._acknowledged = self.waits_for
        return f"heard {self.waits_for}"

    def asked(self) -> str:
        """Return the text that says which number this page waits for."""
        self._asked = self.waits_for
        return f"next {self.waits_for}"


def read_number(word: str, most: int) -> int:
    """Read a number from 0 to ``most``. Raise :class:`LineError` if it isn't one."""
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(most)) and int(word) <= most):
        raise LineError(f"line: expected a number from 0 to {most}, not {word[:20]!r}")
    return int(word)
