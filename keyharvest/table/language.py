"""The language of the table: every sentence goes through here, so that a gettext catalogue can take its place.

A sentence is one whole format string with named gaps. ``_`` looks it up, ``n_`` does so by number, ``N_`` only marks
a string that is looked up later. Without a catalogue the English sentences stand as they are written.
"""

from __future__ import annotations

import gettext

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(catalogue: gettext.NullTranslations | None) -> None:
    """Speak another language from now on; ``None`` for English."""
    global _catalogue
    _catalogue = catalogue or gettext.NullTranslations()


def _(message: str) -> str:
    """The sentence in the language in use."""
    return _catalogue.gettext(message)


def n_(one: str, many: str, number: int) -> str:
    """The form of the sentence for a number, in the language in use."""
    return _catalogue.ngettext(one, many, number)


def N_(message: str) -> str:  # noqa: N802  (gettext's customary name)
    """Mark a string for the catalogue; it is looked up where it is used."""
    return message
