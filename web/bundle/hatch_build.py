"""The hook of the wheel's build that compiles the catalogues, so that ``pip install .`` includes the languages."""

import copy
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Babel would write the current time, and no two wheels would be alike.
_LONG_AGO = datetime(1980, 1, 1, tzinfo=UTC)


def compiled(catalogue: Catalog, library: Path) -> bytes:
    """Return a catalogue, with the texts of the scenarios in a folder, in the form that Python's gettext reads.

    Fuzzy and untranslated messages are left out.
    """
    whole = copy.deepcopy(catalogue)
    for place, message, text in _texts(library, str(catalogue.locale)):
        whole.add(message, text, context=place)
    whole.creation_date = whole.revision_date = _LONG_AGO
    written = io.BytesIO()
    write_mo(written, whole)
    return written.getvalue()


def _texts(library: Path, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of scenarios and lessons in a language: place (as in Scenario.text), English, translation."""
    for file in sorted(library.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        words = data.get("words", {})
        for key, text in words.get(language, {}).items():
            yield f"{data['id']} {key}", words["en"][key], text
        for number, lesson in enumerate(data.get("course", ()), 1):
            for key in ("title", "line"):
                if language in lesson[key]:
                    yield f"lesson {number} {key}", lesson[key]["en"], lesson[key][language]


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the ``.mo`` beside each ``.po`` of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "keyharvest/words/locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            library = Path(self.root, "keyharvest/scenario/library")
            source.with_suffix(".mo").write_bytes(compiled(catalogue, library))
