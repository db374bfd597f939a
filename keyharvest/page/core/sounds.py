"""The sounds of the game; the page plays them if sound is on (web/site/scripts/sound.js)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from keyharvest.table.settings import VOLUMES
from keyharvest.table.sitting import LogEntry

#: Someone has to decide now; the game is over; a tap had no effect.
TURN: Final = "turn"
OVER: Final = "over"
REFUSED: Final = "refused"
#: The sounds of the log's rows, by kind. Of several, the first one here is played.
_OF_KINDS: Final = {
    "event": ("event",),
    "coins": ("harvest", "gather", "take", "give", "buy"),
    "hire": ("work", "home", "move"),
    "place": ("place", "store", "swap"),
}


def happened(lines: Sequence[LogEntry]) -> str:
    """Return the sound for new lines of the log; empty for none."""
    kinds = {line.brief.kind for line in lines}
    return next((sound for sound, of in _OF_KINDS.items() if kinds.intersection(of)), "")


def audible(sound: str, loudness: str) -> dict[str, Any]:
    """Return a sound in the form the page needs, or nothing if there is none or sound is off.

    >>> audible("event", "soft"), audible("event", "off"), audible("", "loud")
    ({'sound': {'name': 'event', 'volume': 0.2}}, {}, {})
    """
    volume = VOLUMES[loudness]
    return {"sound": {"name": sound, "volume": volume}} if sound and volume else {}
