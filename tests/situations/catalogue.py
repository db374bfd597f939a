"""All situations, by name."""

from __future__ import annotations

from typing import Final

from . import of_events, of_turns, of_workers
from .situation import Situation

ALL: Final[tuple[Situation, ...]] = (*of_turns.situations(), *of_workers.situations(), *of_events.situations())
BY_NAME: Final = {situation.name: situation for situation in ALL}
