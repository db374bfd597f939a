"""The days whose puzzle a reader has solved, read from the stored results: all that the home screen needs of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Final

from keyharvest.rules.json_text import is_whole, parse_json

DAY: Final = timedelta(days=1)
#: A date in text, far from the first and the last that ``date`` supports.
_WRITTEN: Final = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}")


def day_of(text: object) -> date | None:
    """Return the date in a text like 2026-01-05; ``None`` for any other text, and if the year isn't 1000 to 2999.

    >>> day_of("2026-01-05"), day_of("0001-01-01"), day_of("20260105")
    (datetime.date(2026, 1, 5), None, None)
    """
    if not isinstance(text, str) or not _WRITTEN.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def days_of(data: Mapping[str, object]) -> Iterator[tuple[date, bool]]:
    """Yield each stored day, and whether its puzzle was solved that day. Raise ``ValueError`` for damaged data."""
    for day, solved in data.items():
        when = day_of(day)
        if when is None or not is_whole(solved, 0, 1):
            raise ValueError(f"puzzles: days: {day[:20]!r}: expected a date such as 2026-01-05, with 0 or 1")
        yield when, bool(solved)


def streak(days: Mapping[date, bool], today: date) -> int:
    """Return for how many days in a row the puzzle was solved, up to today or, if that is still open, yesterday.

    >>> days = {date(2026, 1, 5): True, date(2026, 1, 6): True}
    >>> streak(days, date(2026, 1, 6)), streak(days, date(2026, 1, 7)), streak(days, date(2026, 1, 8))
    (2, 2, 0)
    """
    day = today if today in days else today - DAY
    number = 0
    while days.get(day):
        number, day = number + 1, day - DAY
    return number


def so_far(text: str, today: date) -> tuple[bool | None, int]:
    """Read from stored results whether today's puzzle was solved, or ``None`` if not tried, and the days in a row.

    >>> so_far('{"tries": [], "days": {"2026-01-05": 1, "2026-01-06": 0}}', date(2026, 1, 6))
    (False, 0)
    >>> so_far("damaged", date(2026, 1, 6))
    (None, 0)
    """
    try:
        data = parse_json(text, "puzzles")
        days = dict(days_of(data["days"])) if isinstance(data, dict) and isinstance(data.get("days"), dict) else {}
    except ValueError:
        days = {}
    return days.get(today), streak(days, today)
