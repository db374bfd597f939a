"""The record of each situation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from keyharvest.record import Record, parse_record

from .moments import follow
from .situation import Situation

FOLDER: Final = Path(__file__).parent / "records"


def path_of(situation: Situation) -> Path:
    """Return the file of a situation, by its name."""
    return FOLDER / (re.sub("[^a-z0-9]+", "-", situation.name.lower()).strip("-") + ".txt")


def record_of(situation: Situation) -> Record | None:
    """Return the record of a situation, or None unless it can be read and leads there.

    A change of the box or of a rule makes old records useless; ``--find`` replaces them.
    """
    try:
        record = parse_record(path_of(situation).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    *_, last = follow(list(record.states()), record.moves)
    return record if situation.holds(last) else None
