"""Which sound goes with what happened. The page makes it where sound is on (web/site/scripts/sound.mjs)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from keyharvest.table.settings import VOLUMES
from keyharvest.table.sitting import LogEntry

#: Somebody is to decide now; the game is over; what was tapped can't be meant.
TURN: Final = "turn"
OVER: Final = "over"
REFUSED: Final = "refused"
#: The sounds of happenings, by the kind of their row in the log. If there are several, the first of these is heard.
_OF_KINDS: Final = {
    "event": ("event",),
    "coins": ("harvest", "gather", "take", "give", "buy"),
    "hire": ("work", "home", "move"),
    "place": ("place", "store", "swap"),
}


def happened(lines: Sequence[LogEntry]) -> str:
    """The sound for lines of the log that are told now; empty for none."""
    kinds = {line.brief.kind for line in lines}
    return next((sound for sound, of in _OF_KINDS.items() if kinds.intersection(of)), "")


def audible(sound: str, loudness: str) -> dict[str, Any]:
    """A sound as the page gets it; nothing for none, or while sound is off.

    >>> audible("event", "soft"), audible("event", "off"), audible("", "loud")
    ({'sound': {'name': 'event', 'volume': 0.2}}, {}, {})
    """
    volume = VOLUMES[loudness]
    return {"sound": {"name": sound, "volume": volume}} if sound and volume else {}
