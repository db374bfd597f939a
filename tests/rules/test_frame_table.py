"""The tables of frames in docs/formats.md say what the code says."""

from __future__ import annotations

from keyharvest.record.stack import _SOURCES
from keyharvest.rules.engine import frame_kinds
from tests.helpers.frame_table import MEANINGS, arguments


def test_every_argument_is_told_of_and_no_other() -> None:
    kinds = frame_kinds()
    assert {name for kind in kinds.values() for name in arguments(kind)} == set(MEANINGS)
    assert all(bool(sources) == ("source" in arguments(kind)) for kind, sources in _SOURCES.items())
