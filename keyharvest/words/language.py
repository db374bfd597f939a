"""The language of the table: every sentence goes through here, so that a gettext catalogue can take its place.

A sentence is one whole format string with named gaps. ``_`` looks it up, ``n_`` does so by number, ``N_`` only marks
a string that is looked up later. Without a catalogue the English sentences stand as they are written. A translation may
ask for a form of what fills a gap (FORMS).

``locale/de/LC_MESSAGES/keyharvest.po`` holds the German ones; ``python3 web catalogue`` keeps each such file up to
date and compiles it into the ``.mo`` beside it, which is read here. The page loads a ``.mo`` only for its language.
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

#: The languages that the table speaks, each by its own name; English is the one the sentences are written in.
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "fr": "Français"}
#: Spaces at which no line breaks: French has the narrow one before ``; : ! ? %`` and inside its quotation marks.
FIRM: Final = "\u00a0\u202f"

#: What French puts before a vowel, by what it puts before other letters: the forms that a gap may ask for.
FORMS: Final = {"de": "d’", "du": "de l’", "le": "l’", "Le": "L’", "au": "à l’", "que": "qu’"}
_VOWEL: Final = re.compile("[aeiouàâäéèêëîïôöûüœæ]|y[^aeiou]", re.IGNORECASE)

_Made = TypeVar("_Made", bound=Callable[..., Any])

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_brought: dict[str, gettext.NullTranslations] = {"en": gettext.NullTranslations()}


def use(catalogue: gettext.NullTranslations | None) -> None:
    """Speak another language from now on; ``None`` for English."""
    global _catalogue
    _catalogue = catalogue or _brought["en"]


def of(code: str) -> gettext.NullTranslations | None:
    """What to :func:`use` for a language of two letters; ``None`` for English.

    Where there is no catalogue of it sentences stay English; texts that stand in several languages (scenarios) follow.

    >>> catalogue = of("de")
    >>> catalogue and catalogue.info()["language"]
    'de'
    """
    if code == "en":
        return None
    return _brought[code] if known(code) else _Named(code)


def known(code: str) -> bool:
    """Whether there is a catalogue of a language: it was brought, or lies in the package.

    >>> known("en"), known("xx")
    (True, False)
    """
    if code not in _brought:
        try:
            content = pkgutil.get_data(__package__, f"locale/{code}/LC_MESSAGES/keyharvest.mo")
        except OSError:
            return False
        if content is None:
            return False
        bring(code, content)
    return True


def bring(code: str, content: bytes) -> None:
    """Take a compiled catalogue for a language; ``ValueError`` if it is none, or one of another language."""
    try:
        catalogue = _Catalogue(io.BytesIO(content))
    except Exception as error:  # whatever gettext makes of bytes that are none: it checks little
        raise ValueError(f"catalogue for {code!r}: cannot be read: {error!r}"[:200]) from None
    told = catalogue.info().get("language", "")
    if told != code:
        raise ValueError(f"catalogue for {code!r}: its Language header says {told[:20]!r}")
    _brought[code] = catalogue


def spoken(wanted: str) -> str:
    """The language to speak to somebody who wants some, named as browsers do, the best first; English if we have none.

    >>> spoken("de-AT,en;q=0.5"), spoken("it, de;q=0.8, en"), spoken("")
    ('de', 'de', 'en')
    """
    codes = (each.strip().partition(";")[0].partition("-")[0].lower() for each in wanted.split(","))
    return next((code for code in codes if code in LANGUAGES), "en")


class _Word(str):
    """What fills a gap, in the form that the gap asks for."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        if form not in FORMS:
            return super().__format__(form)
        return f"{FORMS[form]}{self}" if _VOWEL.match(self) else f"{form} {self}"


class _Sentence(str):
    """A sentence with gaps that ask for a form of their word: ``{name:de}`` is filled with "de Robin" or "d’Ada".

    >>> _Sentence("le plateau {name:de}").format(name="Ada"), _Sentence("joue {worker:le}").format(worker="marchand")
    ('le plateau d’Ada', 'joue le marchand')
    """

    __slots__ = ()

    def format(self, *values: object, **gaps: object) -> str:
        """Fill the gaps."""
        words = {name: _Word(value) if isinstance(value, str) else value for name, value in gaps.items()}
        return super().format(*values, **words)


@functools.cache
def _formed(text: str) -> str:
    return _Sentence(text) if any(f":{form}}}" in text for form in FORMS) else text


class _Catalogue(gettext.GNUTranslations):
    """A catalogue whose sentences may ask for forms; English needs none of this."""

    def gettext(self, message: str) -> str:
        """Return the translation of a message."""
        return _formed(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a message for a number."""
        return _formed(super().ngettext(msgid1, msgid2, n))


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


def cached(make: _Made) -> _Made:
    """Like `functools.cache`, for what has words in it: it is made once in each language."""
    kept = functools.cache(lambda _spoken, *arguments: make(*arguments))

    @functools.wraps(make)
    def made(*arguments: Any) -> Any:
        return kept(_catalogue, *arguments)

    return cast("_Made", made)


def _(message: str) -> str:
    """The sentence in the language in use."""
    return _catalogue.gettext(message)


def n_(one: str, many: str, number: int) -> str:
    """The form of the sentence for a number, in the language in use."""
    return _catalogue.ngettext(one, many, number)


def of_place(place: str, message: str) -> str:
    """The text of one place, such as a scenario, in the language in use: there the same English may mean another thing.

    >>> of_place("chain title", "A chain")
    'A chain'
    """
    return _catalogue.pgettext(place, message)


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
