"""What the wheel's build does besides: it compiles the catalogues, so that ``pip install .`` brings German along."""

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Babel would write the minute in which it is made, and no two wheels would be alike (as in catalogue.py).
_LONG_AGO = datetime(1980, 1, 1, tzinfo=UTC)


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the ``.mo`` beside each ``.po`` of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "keyharvest/words/locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            catalogue.creation_date = catalogue.revision_date = _LONG_AGO
            written = io.BytesIO()
            write_mo(written, catalogue)
            source.with_suffix(".mo").write_bytes(written.getvalue())
