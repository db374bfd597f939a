"""Positions and game records as text (docs/formats.md)."""

from keyharvest.record.position import parse_draft, parse_position, position_text
from keyharvest.record.record import DAY, Record, RecordError, is_day, parse_record, record_text

__all__ = [
    "DAY",
    "Record",
    "RecordError",
    "is_day",
    "parse_draft",
    "parse_position",
    "parse_record",
    "position_text",
    "record_text",
]
