"""The hooks of the wheel's build: they compile the catalogues and, if asked to, the engine."""

import copy
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The environment variable that asks for a compiled engine.
COMPILE = "KEYHARVEST_COMPILE"
#: The date for catalogues: Babel would write the current time, and no two wheels would be alike.
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


class Compiled(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the ``.mo`` beside each ``.po`` and, with ``KEYHARVEST_COMPILE=1``, a wheel with compiled modules.

    Each compiled module is beside the ``.py`` that it is made from, and Python imports it instead.
    """

    def dependencies(self) -> list[str]:
        return ["mypy[mypyc]~=2.0"] if os.environ.get(COMPILE) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "keyharvest/words/locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            library = Path(self.root, "keyharvest/scenario/library")
            made, target = compiled(catalogue, library), source.with_suffix(".mo")
            if not target.is_file() or target.read_bytes() != made:  # a test beside the build may be reading it
                target.write_bytes(made)
        if os.environ.get(COMPILE) and self.target_name == "wheel" and version != "editable":
            self._folder = tempfile.TemporaryDirectory()
            subprocess.run([sys.executable, "web/bundle/native.py", self._folder.name], cwd=self.root, check=True)
            modules = Path(self._folder.name, "lib")
            build_data["force_include"] |= {
                str(path): path.relative_to(modules).as_posix() for path in modules.rglob("*") if path.is_file()
            }
            build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()
