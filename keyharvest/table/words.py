"""Everything the table says, in one place to import it from: names, questions, labels, the log, reasons.

All are pure functions of states, usually the masked view of an observation, and of text. Nothing is escaped here:
names may hold any characters, and whoever writes HTML escapes the whole sentence.
"""

from __future__ import annotations

from keyharvest.table.labels import label
from keyharvest.table.log import report, sentence, turn_heading
from keyharvest.table.prompts import cause, prompt
from keyharvest.table.terms import (
    EVENT_LINES,
    WORKER_LINES,
    crop,
    event,
    event_line,
    field,
    fields,
    goods,
    listing,
    seat_name,
    who,
    worker,
    worker_line,
)
from keyharvest.table.why_not import place_of, why_not

__all__ = [
    "EVENT_LINES",
    "WORKER_LINES",
    "cause",
    "crop",
    "event",
    "event_line",
    "field",
    "fields",
    "goods",
    "label",
    "listing",
    "place_of",
    "prompt",
    "report",
    "seat_name",
    "sentence",
    "turn_heading",
    "who",
    "why_not",
    "worker",
    "worker_line",
]
