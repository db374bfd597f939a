"""The place of each situation's record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from .situation import Situation

FOLDER: Final = Path(__file__).parent / "records"


def path_of(situation: Situation) -> Path:
    """Return the file of a situation, by its name."""
    return FOLDER / (re.sub("[^a-z0-9]+", "-", situation.name.lower()).strip("-") + ".txt")
