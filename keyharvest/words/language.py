"""The language of the table: every sentence goes through here, so that a gettext catalogue can take its place.

A sentence is one whole format string with named gaps. ``_`` looks it up, ``n_`` does so by number, ``N_`` only marks
a string that is looked up later. Without a catalogue the English sentences stand as they are written.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(catalogue: gettext.NullTranslations | None) -> None:
    """Speak another language from now on; ``None`` for English."""
    global _catalogue
    _catalogue = catalogue or gettext.NullTranslations()


def of(code: str) -> gettext.NullTranslations | None:
    """What to :func:`use` for a language of two letters; ``None`` for English.

    Sentences without a translation stay English; texts that stand in several languages (scenarios) follow it.

    >>> catalogue = of("de")
    >>> catalogue and catalogue.info()["language"]
    'de'
    """
    return None if code == "en" else _Named(code)


class _Named(gettext.NullTranslations):
    """A language for which there is no catalogue."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def info(self) -> dict[str, str]:
        """What a catalogue says of itself."""
        return {"language": self._code}


def code() -> str:
    """The language in use by its two letters, as its catalogue says; ``en`` without one."""
    return _catalogue.info().get("language", "en")[:2]


def _(message: str) -> str:
    """The sentence in the language in use."""
    return _catalogue.gettext(message)


def n_(one: str, many: str, number: int) -> str:
    """The form of the sentence for a number, in the language in use."""
    return _catalogue.ngettext(one, many, number)


def N_(message: str) -> str:  # noqa: N802  (gettext's customary name)
    """Mark a string for the catalogue; it is looked up where it is used."""
    return message


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language of two letters for a while.

    >>> with speaking("de"):
    ...     spoken = code()
    >>> spoken, code()
    ('de', 'en')
    """
    before = _catalogue
    use(of(language))
    try:
        yield
    finally:
        use(before)
