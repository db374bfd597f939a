"""The tables of frames in docs/formats.md say what the code says."""

from __future__ import annotations

from keyharvest.record.stack import SOURCES
from keyharvest.rules.engine import frame_kinds
from tests.helpers.frame_table import MEANINGS, arguments


def test_every_argument_is_told_of_and_no_other() -> None:
    kinds = frame_kinds()
    assert {name for kind in kinds.values() for name in arguments(kind)} == set(MEANINGS)
    assert {kind for kind in kinds.values() if "source" in arguments(kind)} == {*SOURCES}
    assert all(SOURCES.values())
