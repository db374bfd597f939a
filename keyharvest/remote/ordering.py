"""The order of the texts on a line (docs/remote.md): each has a number, and what is missing is asked for again.

So a text may get lost, come twice or overtake another, and each page still hears everything once and in order. The
first text of a page, its ``hello``, has no number but contains it; the others have those after it. A long text goes in
pieces, all but the last with a ``+`` after the number. A page says ``next NUMBER`` when a text comes too early: the
other sends those from the number on again. After many texts it says ``heard NUMBER``: the other forgets those before.
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
#: The number of texts after which a page says what it has heard, and the most that are sent again at once.
_MANY: Final = 50
#: The most texts that a page keeps for another one.
MOST_KEPT: Final = 1000
_DIGITS: Final = 9
_NUMBERED: Final = re.compile(rf"([0-9]{{1,{_DIGITS}}})(\+?) (.*)", re.DOTALL)


class LineError(ValueError):
    """A text that no honest page sends."""


class Ordering:
    """The texts that one page says and hears on a line.

    Attributes:
        first: the number of its first text. It is drawn, so what a new worker says differs from what the last one said.
        other: the number of the other page's first text, 0 before it has come; waits_for: that of the next one.
        unfinished: the pieces so far of a long text that it hears.

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
        self._begin = self.first  # the number of the first of them
        self.waits_for = self._asked = self._told = 0

    def begin(self, hello: str) -> str:
        """Return this page's first text."""
        self._sent = [hello]
        return hello

    def numbered(self, text: str) -> list[str]:
        """Return another one as it goes over the line."""
        size = LONGEST - _DIGITS - 2
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        begin, last = self._begin + len(self._sent), len(pieces) - 1
        found = [f"{begin + at}{'+' if at < last else ''} {piece}" for at, piece in enumerate(pieces)]
        self._sent += found
        return found

    def again(self, number: int) -> list[str]:
        """Return the next texts for a page that waits for a number, or the first ones if it hasn't heard any."""
        self.forget(number)
        return self._sent[:_MANY]

    def forget(self, number: int) -> None:
        """Forget the texts before a number: the other page has heard them."""
        if self._begin <= number <= self._begin + len(self._sent):
            del self._sent[: number - self._begin]
            self._begin = number

    @property
    def kept(self) -> int:
        """The number of texts that the other page may not have heard."""
        return len(self._sent)

    def greeted(self, first: int) -> None:
        """Note the number of the other page's first text."""
        self.other = self._asked = first
        self.waits_for = self._told = first + 1

    def heard(self, text: str) -> tuple[str | None, str | None]:
        """Return the whole text that ends with this one, if it comes in its turn, and what to answer, if anything.

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
        answer = None
        if self.waits_for - self._told >= _MANY:
            self._told, answer = self.waits_for, f"heard {self.waits_for}"
        if more:
            return None, answer
        whole, self.unfinished = self.unfinished, ""
        return whole, answer

    def asked(self) -> str:
        """Return the text that says which one this page waits for."""
        self._asked = self.waits_for
        return f"next {self.waits_for}"
