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
            lambda found: f"@layer {found[2]}{{{''.join(map(content, sorted(styles.glob(found[1]))))}}}",
            text,
        )
        queries = re.sub(
            r"@media([^{]*)\{",
            lambda found: f"@media {','.join(map(written_out, found[1].split(',')))}{{",
            text,
        )
        return re.sub(r"\s*([{};])\s*", r"\1", queries)

    return "".join(content(styles / f"{name}.css") for name in ("first", "table", "rest"))


class Compiled(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the ``.mo`` beside each ``.po``, and the style for notebooks; if asked to, a compiled wheel.

    Each compiled module is beside the ``.py`` that it is made from, and Python imports it instead.
    """

    def dependencies(self) -> list[str]:
        return ["mypy[mypyc]~=2.0"] if os.environ.get(COMPILE) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        made = {"keyharvest/widget.css": sheet(Path(self.root, "web/site/styles")).encode()}
        library = Path(self.root, "keyharvest/scenario/library")
        for source in Path(self.root, "keyharvest/words/locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                made[source.with_suffix(".mo").relative_to(self.root).as_posix()] = compiled(read_po(text), library)
        # Only an editable wheel's files lie among the sources, which may not be writable.
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self.root if version == "editable" else self._folder.name)
        for name, content in made.items():
            target = folder / name
            if not target.is_file() or target.read_bytes() != content:  # a test beside the build may be reading it
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        if os.environ.get(COMPILE) and self.target_name == "wheel" and version != "editable":
            native = folder / "native"
            native.mkdir()
            subprocess.run([sys.executable, "web/bundle/native.py", native], cwd=self.root, check=True)
            self._include(native / "lib", build_data)
            build_data |= {"pure_python": False, "infer_tag": True}
        if version != "editable":
            self._include(folder, build_data, "keyharvest")

    def _include(self, folder: Path, build_data: dict[str, Any], under: str = ".") -> None:
        paths = (path for path in (folder / under).rglob("*") if path.is_file())
        build_data["force_include"] |= {str(path): path.relative_to(folder).as_posix() for path in paths}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()
