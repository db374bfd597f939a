"""``python3 web catalogue``: update the translations from the sentences in the code, and compile them.

Messages are collected from the package and the page: what ``_``, ``n_``, ``N_`` and ``P_`` mark
(keyharvest/words/language.py), the names of workers and events, and the rules, paragraph by paragraph. The catalogue of
each language, ``keyharvest/words/locale/de/LC_MESSAGES/keyharvest.po``, is rewritten: a new message has no translation
yet, a changed one is marked fuzzy for a person to check, one that is gone is dropped. The ``.po`` is then compiled to
the ``.mo`` beside it, which the game reads and git ignores.

Everything missing, wrong, too long for its place, against the glossary (glossary.py) or, in French, without its special
spaces and marks (typesetting.py) is reported.
``--new it Italiano`` starts a language.

This module runs in the build's environment, which has Babel; the game itself does without it.
"""

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from keyharvest.rules.foreign import visible
from keyharvest.scenario.library import COURSE, SCENARIOS
from keyharvest.words.language import FORMS, LANGUAGES
from keyharvest.words.rules_text import blocks
from web.bundle import hatch_build
from web.tools.glossary import inconsistent, too_long
from web.tools.typesetting import badly_set

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "keyharvest"
LANGUAGE = PACKAGE / "words" / "language.py"
LIBRARY = PACKAGE / "scenario" / "library"
LOCALE = PACKAGE / "words" / "locale"
RULES = PACKAGE / "docs" / "rules.md"
#: Which arguments of each function are messages. Workers and events are named by theirs (rules/components.py).
KEYWORDS = {"_": None, "N_": None, "n_": (1, 2), "P_": (1, 2), "Worker": (2,), "Event": (2,)}
#: The header fields that Babel adds automatically.
_NEEDLESS = tuple(f'"{name}' for name in (
    "Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date", "Last-Translator",
    "Language-Team", "Generated-By",
))  # fmt: skip
#: The page's own files with sentences in them.
PAGE = ("shell.py", "worker.py")


def po_file(language: str) -> Path:
    """Return the path of a language's catalogue, by its two letters."""
    return LOCALE / language / "LC_MESSAGES" / "keyharvest.po"


def messages() -> Catalog:
    """Collect all messages of the project, with the files that contain them."""
    found = Catalog(project="Key Harvest", charset="utf-8", fuzzy=False)
    for message, path in _sentences():
        found.add(message, locations=[_place(path)])
    return found


@cache
def _sentences() -> list[tuple[str | tuple[str, ...], Path]]:
    """Read all messages, each with its file. That takes seconds, and every language needs them."""
    found: list[tuple[str | tuple[str, ...], Path]] = []
    for path in [*sorted(PACKAGE.rglob("*.py")), *(ROOT / "web" / "site" / name for name in PAGE)]:
        with path.open("rb") as source:
            found += [(message, path) for _line, message, *_more in extract("python", source, KEYWORDS)]
    return found + [(block, RULES) for block in blocks(RULES.read_text(encoding="utf-8"))]


def _place(path: Path) -> tuple[str, int]:
    return path.relative_to(ROOT).as_posix(), 0


def read(language: str) -> Catalog:
    """Return the catalogue of a language as it is in its file, or an empty one if there is none."""
    path = po_file(language)
    if not path.exists():
        return Catalog(locale=language, project="Key Harvest", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def renewed(language: str) -> tuple[Catalog, str]:
    """Return the updated catalogue of a language, and the text of its file."""
    catalogue = read(language)
    catalogue.update(messages(), update_creation_date=False)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id and not any(texts(message.string)):
            message.flags.discard("fuzzy")  # the similar message that it was matched with has no translation
    catalogue.header_comment = f"# The sentences of Key Harvest, language {language!r}: see web/tools/catalogue.py."
    written = io.BytesIO()
    write_po(written, catalogue, width=120, sort_by_file=False, include_lineno=False, include_previous=False)
    # Keep only the header fields needed to read the file: git knows the others, and a date would change with every run.
    lines = written.getvalue().decode().splitlines(keepends=True)
    return catalogue, "".join(line for line in lines if not line.startswith(_NEEDLESS))


def update(language: str) -> Catalog:
    """Update the catalogue of a language and write it."""
    catalogue, text = renewed(language)
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue into the form that the wheel and the page contain."""
    return hatch_build.compiled(catalogue, LIBRARY)


def compile_all() -> None:
    """Make the ``.mo`` of every language."""
    for language in LANGUAGES:
        if language != "en":
            po_file(language).with_suffix(".mo").write_bytes(compiled(read(language)))


def open_messages(catalogue: Catalog) -> list[Message]:
    """Return the messages that someone still has to translate or check."""
    return [each for each in catalogue if each.id and (each.fuzzy or not all(texts(each.string)))]


def texts(of_message: object) -> tuple[str, ...]:
    """Return the forms of a message or of its translation: one, or several if it has plurals."""
    return tuple(of_message) if isinstance(of_message, (tuple, list)) else (str(of_message or ""),)


def gaps(text: str) -> set[str]:
    """Return the names of a sentence's gaps.

    >>> sorted(gaps("{name} takes {number} of {{it}}"))
    ['name', 'number']
    """
    return {name for _text, name, _form, _conversion in Formatter().parse(text) if name is not None}


def forms(text: str) -> set[str]:
    """Return the forms that a sentence asks for in its gaps (see keyharvest/words/language.py).

    >>> forms("{number} pions {name:de}")
    {'de'}
    """
    return {form for _text, _name, form, _conversion in Formatter().parse(text) if form}


def faults(catalogue: Catalog) -> Iterator[str]:
    """Report errors in translations: gaps that differ from the message's, an unknown form, a missing plural."""
    for each in catalogue:
        if not each.id or each.fuzzy or not all(texts(each.string)):
            continue
        wanted = set.union(*map(gaps, texts(each.id)))
        for form in texts(each.string):
            if gaps(form) != wanted:
                yield f"{form!r}: expected the gaps {sorted(wanted)}"
            if unknown := forms(form) - FORMS.keys():
                yield f"{form!r}: unknown forms {sorted(unknown)}; there are {', '.join(FORMS)}"
        if len(texts(each.id)) > 1 and len(texts(each.string)) != catalogue.num_plurals:
            yield f"{each.id!r}: expected {catalogue.num_plurals} forms"


def begin(language: str, name: str) -> None:
    """Add a language to the game's. Raise `ValueError` if that is not possible."""
    if not re.fullmatch("[a-z]{2}", language) or language in LANGUAGES or not visible(name):
        raise ValueError(f"--new: expected two lowercase letters and a name, like: it Italiano; not {language} {name}")
    try:
        Locale.parse(language)
    except UnknownLocaleError:
        raise ValueError(f"--new: expected a language that Babel knows, not {language!r}") from None
    source = LANGUAGE.read_text(encoding="utf-8")
    line = re.search(r"^LANGUAGES: .*(?=}$)", source, re.MULTILINE)
    if not line:
        raise ValueError(f"{LANGUAGE.relative_to(ROOT)}: expected the dict LANGUAGES in one line")
    added = f"{line[0]}, {json.dumps(language)}: {json.dumps(name, ensure_ascii=False)}"
    LANGUAGE.write_text(source.replace(line[0], added, 1), encoding="utf-8")
    LANGUAGES[language] = name


def findings(language: str) -> Iterator[str]:
    """Update the catalogue of a language; report everything missing, wrong, too long, badly set or off the glossary."""
    catalogue = update(language)
    for message in open_messages(catalogue):
        yield f"{'look at' if message.fuzzy else 'translate'}: {texts(message.id)[0]!r}"
    for scenario in SCENARIOS.values():
        if language not in scenario.words:
            yield f"translate the texts of keyharvest/scenario/library/{scenario.id}.json"
    for lesson in COURSE:
        if language not in lesson.titles or language not in lesson.lines:
            yield f"translate title and line of lesson {lesson.number} in keyharvest/scenario/library/contents.json"
    yield from faults(catalogue)
    yield from too_long(catalogue)
    yield from inconsistent(catalogue, language)
    yield from badly_set(catalogue, language)


def main(arguments: list[str]) -> int:
    """Update and compile every catalogue; return 1 if anything is untranslated or wrong."""
    parser = argparse.ArgumentParser(prog="python3 web catalogue", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--new", nargs=2, metavar=("CODE", "NAME"), help="begin a language: two letters and its name")
    parser.add_argument("--compile", choices=[*LANGUAGES][1:], help="only compile one catalogue, and print it")
    options = parser.parse_args(arguments)
    if options.compile:
        sys.stdout.buffer.write(compiled(read(options.compile)))
        return 0
    new = options.new
    try:
        if new:
            begin(*new)
    except ValueError as error:
        parser.error(str(error))
    bad = 0
    for language in LANGUAGES:
        if language != "en":
            found = list(findings(language))
            print(*(f"{language}: {finding}" for finding in found), sep="\n", end="\n" if found else "")
            print(f"{po_file(language).relative_to(ROOT)}: {len(found) or 'no'} findings")
            bad += len(found)
    compile_all()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
