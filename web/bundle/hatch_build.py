"""The hooks of the wheel's build: they compile the catalogues, the style for notebooks and, if asked to, the engine."""

import copy
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
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


def sheet(styles: Path) -> str:
    """Return the page's style as one sheet, which `keyharvest.widget` shows in notebooks.

    The names of widths are written out here, since the site's own tools for that need more than Python.
    """
    widths = dict(re.findall(r"@custom-media (--[\w-]+)([^;]*);", (styles / "widths.css").read_text(encoding="utf-8")))

    def written_out(query: str) -> str:
        parts = re.split(r"\((--[\w-]+)\)", query)
        ways = [widths[part].split(",") if part in widths else [part] for part in parts]
        return ",".join(re.sub(r"\s+", " ", "".join(way)) for way in product(*ways))

    def content(path: Path) -> str:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r'@import url\("widths.css"\);', "", text)
        text = re.sub(
            r'@import url\("([^"]+)"\) layer\((\w+)\);',
            lambda found: f"@layer {found[2]}{{{content(styles / found[1])}}}",
            text,
        )
        queries = re.sub(
            r"@media([^{]*)\{",
            lambda found: f"@media {','.join(map(written_out, found[1].split(',')))}{{",
            text,
        )
        return re.sub(r"\s*([{};])\s*", r"\1", queries)

    return "".join(content(styles / f"{name}.css") for name in ("first", "table", "rest"))


def _write(target: Path, made: bytes) -> None:
    if not target.is_file() or target.read_bytes() != made:  # a test beside the build may be reading it
        target.write_bytes(made)


class Compiled(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the ``.mo`` beside each ``.po``, and the style for notebooks; if asked to, a compiled wheel.

    Each compiled module is beside the ``.py`` that it is made from, and Python imports it instead.
    """

    def dependencies(self) -> list[str]:
        return ["mypy[mypyc]~=2.0"] if os.environ.get(COMPILE) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "keyharvest/words/locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            library = Path(self.root, "keyharvest/scenario/library")
            _write(source.with_suffix(".mo"), compiled(catalogue, library))
        style = sheet(Path(self.root, "web/site/styles"))
        _write(Path(self.root, "keyharvest/widget/page.css"), style.encode())
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
