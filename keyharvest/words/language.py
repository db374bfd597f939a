"""The language of the table: every sentence goes through here and can be translated by a gettext catalogue.

A sentence is one whole format string with named gaps. ``_`` looks it up, ``n_`` looks up its form for a number, ``N_``
only marks a string for a later look-up. Without a catalogue the English sentences are used. A translation may ask for a
form of the word in a gap (FORMS).

``locale/de/LC_MESSAGES/keyharvest.po`` contains the German translations. ``python3 web catalogue`` updates each such
file and compiles it into the ``.mo`` beside it, which this module reads. The page loads a ``.mo`` only for its own
language.
"""

from __future__ import annotations

import functools
import gettext
import io
import pkgutil
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar, cast

#: The languages of the table, each by its own name; the sentences are written in English.
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "fr": "Français"}
#: Non-breaking spaces: French puts the narrow one before ``; : ! ? %`` and inside quotation marks.
FIRM: Final = "\u00a0\u202f"

#: French words before consonants, with their forms before vowels: the forms that a gap may ask for.
FORMS: Final = {"de": "d’", "du": "de l’", "le": "l’", "Le": "L’", "au": "à l’", "que": "qu’"}
_VOWEL: Final = re.compile("[aeiouàâäéèêëîïôöûüœæ]|y[^aeiou]", re.IGNORECASE)

#: Letters written from right to left.
_LEFTWARD: Final = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)

_Made = TypeVar("_Made", bound=Callable[..., Any])

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_catalogues: dict[str, gettext.NullTranslations] = {"en": gettext.NullTranslations()}


def use(catalogue: gettext.NullTranslations | None) -> None:
    """Switch to another language; ``None`` for English."""
    global _catalogue
    _catalogue = catalogue or _catalogues["en"]


def of(code: str) -> gettext.NullTranslations | None:
    """Return the catalogue to :func:`use` for a language of two letters, or ``None`` for English.

    Without a catalogue, sentences stay English, but texts that contain several languages (scenarios) switch.

    >>> catalogue = of("de")
    >>> catalogue and catalogue.info()["language"]
    'de'
    """
    if code == "en":
        return None
    return _catalogues[code] if known(code) else _Named(code)


def known(code: str) -> bool:
    """Whether a language has a catalogue, loaded or in the package.

    >>> known("en"), known("xx")
    (True, False)
    """
    if code not in _catalogues:
        try:
            content = pkgutil.get_data(__package__, f"locale/{code}/LC_MESSAGES/keyharvest.mo")
        except OSError:
            return False
        if content is None:
            return False
        add_catalogue(code, content)
    return True


def add_catalogue(code: str, content: bytes) -> None:
    """Load a compiled catalogue of a language. Raise ``ValueError`` if it is invalid or of another language."""
    try:
        catalogue = _Catalogue(io.BytesIO(content))
    except Exception as error:  # gettext checks little, so invalid bytes raise anything
        raise ValueError(f"catalogue for {code!r}: can't be read: {error!r}"[:200]) from None
    told = catalogue.info().get("language", "")
    if told != code:
        raise ValueError(f"catalogue for {code!r}: its Language header says {told[:20]!r}")
    _catalogues[code] = catalogue


def spoken(wanted: str) -> str:
    """Return the first language of a browser's list, the preferred one first, that the game has; English if none.

    >>> spoken("de-AT,en;q=0.5"), spoken("it, de;q=0.8, en"), spoken("")
    ('de', 'de', 'en')
    """
    codes = (each.strip().partition(";")[0].partition("-")[0].lower() for each in wanted.split(","))
    return next((code for code in codes if code in LANGUAGES), "en")


class Name(str):
    """A word that keeps to itself in a gap: it takes the form that the gap asks for, and turns nothing around.

    A name that is written from right to left would pull what stands beside it to its other side.

    >>> f"{Name('Ada')}: 5", f"{Name(chr(0x5D0))}: 5" == "\u2068\u05d0\u2069: 5"
    ('Ada: 5', True)
    """

    __slots__ = ()

    def __format__(self, form: str) -> str:
        isolated = f"\u2068{self!s}\u2069" if _LEFTWARD.search(self) else str(self)
        if form not in FORMS:
            return super().__format__(form).replace(self, isolated) if self else super().__format__(form)
        return f"{FORMS[form]}{isolated}" if _VOWEL.match(self) else f"{form} {isolated}"


class _Sentence(str):
    """A sentence whose gaps ask for a form of their word: ``{name:de}`` becomes "de Robin" or "d’Ada".

    >>> _Sentence("le plateau {name:de}").format(name="Ada"), _Sentence("joue {worker:le}").format(worker="marchand")
    ('le plateau d’Ada', 'joue le marchand')
    """

    __slots__ = ()

    def format(self, *values: object, **gaps: object) -> str:
        """Fill the gaps."""
        words = {name: Name(value) if isinstance(value, str) else value for name, value in gaps.items()}
        return super().format(*values, **words)


@functools.cache
def _formed(text: str) -> str:
    return _Sentence(text) if any(f":{form}}}" in text for form in FORMS) else text


class _Catalogue(gettext.GNUTranslations):
    """A catalogue whose sentences may ask for forms of words; English ones never do."""

    def gettext(self, message: str) -> str:
        """Return the translation of a message. Nothing has none: under "" a catalogue keeps its own header."""
        return _formed(super().gettext(message)) if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a message for a number."""
        return _formed(super().ngettext(msgid1, msgid2, n))


class _Named(gettext.NullTranslations):
    """A language without a catalogue."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def info(self) -> dict[str, str]:
        """The headers of the catalogue."""
        return {"language": self._code}


def code() -> str:
    """Return the two letters of the language in use, as its catalogue gives them, or ``en``."""
    return _catalogue.info().get("language", "en")[:2]


def cached(make: _Made) -> _Made:
    """Cache a function's values, which contain words, as `functools.cache` does, but separately for each language."""
    kept = functools.cache(lambda _spoken, *arguments: make(*arguments))

    @functools.wraps(make)
    def made(*arguments: Any) -> Any:
        return kept(_catalogue, *arguments)

    return cast("_Made", made)


def _(message: str) -> str:
    """Return a sentence in the language in use."""
    return _catalogue.gettext(message)


def n_(one: str, many: str, number: int) -> str:
    """Return the form of a sentence for a number, in the language in use."""
    return _catalogue.ngettext(one, many, number)


def of_place(place: str, message: str) -> str:
    """Return the translation of a text in one place, such as a scenario; elsewhere the same English may have another.

    >>> of_place("chain title", "A chain")
    'A chain'
    """
    return _catalogue.pgettext(place, message)


def N_(message: str) -> str:  # noqa: N802  (gettext's customary name)
    """Mark a string for the catalogue; it is looked up where it is used."""
    return message


def P_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark the singular and the plural of a sentence for the catalogue; ``n_`` looks them up where they are used."""
    return one, many


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language of two letters for a while.

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
