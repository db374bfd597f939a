"""The game in words, in one place to import from: names, questions, labels, the log, reasons.

All are pure functions of text and of states, usually the masked view of an observation. Nothing is escaped here: names
may contain any characters, and code that writes HTML escapes the whole sentence.
"""

from __future__ import annotations

from keyharvest.words.asked import cause, label, prompt, question, why_not
from keyharvest.words.brief import brief, does
from keyharvest.words.log import report, sentence, turn_heading
from keyharvest.words.questions import Brief
from keyharvest.words.terms import (
    EVENT_LINES,
    WORKER_LINES,
    amount,
    badge,
    crop,
    either,
    event,
    event_line,
    field,
    fields,
    goods,
    held,
    listing,
    percentage,
    references,
    rule_named,
    seat_name,
    seat_names,
    sentence_case,
    series,
    signed,
    tenths,
    under,
    who,
    whole_part,
    worker,
    worker_line,
)

__all__ = [
    "EVENT_LINES",
    "WORKER_LINES",
    "Brief",
    "amount",
    "badge",
    "brief",
    "cause",
    "crop",
    "does",
    "either",
    "event",
    "event_line",
    "field",
    "fields",
    "goods",
    "held",
    "label",
    "listing",
    "percentage",
    "prompt",
    "question",
    "references",
    "report",
    "rule_named",
    "seat_name",
    "seat_names",
    "sentence",
    "sentence_case",
    "series",
    "signed",
    "tenths",
    "turn_heading",
    "under",
    "who",
    "whole_part",
    "why_not",
    "worker",
    "worker_line",
]
