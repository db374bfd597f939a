"""A reader's results in puzzles: first tries, the rating that follows from them, and the puzzles of the days.

Nothing here reads a clock: the page passes the reader's date.
"""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final, NamedTuple

from keyharvest.puzzles import GRADES, HINTS
from keyharvest.rules.json_text import is_whole, parse_json
from keyharvest.saved.puzzle_days import DAY, day_of, days_of, streak

#: The rating of a new solver, and the ratings of the grades, easiest first.
START: Final = 1200
RATINGS: Final = (1000, 1200, 1400, 1600, 1800)
#: The most that a first try can change the rating: ``_MOST``, one less with each try, but at least ``_LEAST``.
_MOST, _LEAST = 40, 16
#: The number of hints after which a right answer gains nothing.
_WORTH: Final = 3
_WEEK: Final = 7
#: The number of weeks in the calendar.
WEEKS: Final = 4
_HIGHEST: Final = 10**5


class Try(NamedTuple):
    """A first try: the puzzle's number, the day, whether it was solved, the hints before, the rating's change."""

    number: int
    day: date
    solved: bool
    hints: int
    change: int


class Begun(NamedTuple):
    """A puzzle left before it was solved: the value that opens it, the hints seen, and the moves or choices so far."""

    name: str
    hints: int
    steps: tuple[str, ...]


class Results:
    """The results of one reader.

    Attributes:
        tries: the first try at each puzzle, by the puzzle's number, in the order of the tries.
        days: whether the puzzle of a day was solved on that day, for the days on which it was tried.
        late: the days whose puzzle was solved on a later day.
        begun: the puzzle to continue, if there is one.
    """

    def __init__(self) -> None:
        self.tries: dict[int, Try] = {}
        self.days: dict[date, bool] = {}
        self.late: set[date] = set()
        self.begun: Begun | None = None

    @property
    def rating(self) -> int:
        """The reader's rating now."""
        return START + sum(each.change for each in self.tries.values())

    def ratings(self) -> list[int]:
        """Return the rating of a new solver, then the rating after each first try."""
        found = [START]
        for each in self.tries.values():
            found.append(found[-1] + each.change)
        return found

    def add(self, number: int, grade: int, solved: bool, hints: int, day: date) -> None:
        """Record a first try on a day; later tries at the same puzzle change nothing.

        >>> results = Results()
        >>> results.add(7, 2, True, 0, date(2026, 1, 5)); results.rating
        1220
        >>> results.add(7, 2, False, 0, date(2026, 1, 5)); results.rating
        1220
        """
        if number not in self.tries:
            change = changed(self.rating, grade, solved, hints, len(self.tries))
            self.tries[number] = Try(number, day, solved, hints, change)

    def add_day(self, day: date, solved: bool) -> None:
        """Record a try at the puzzle of a day on that day; once solved, it stays solved."""
        self.days[day] = self.days.get(day, False) or solved

    def solved(self, day: date) -> bool:
        """Whether the puzzle of a day was solved, on that day or later."""
        return self.days.get(day, False) or day in self.late

    def best_streak(self) -> int:
        """Return the longest run of days whose puzzles were solved."""
        last_days = (day for day, solved in self.days.items() if solved and not self.days.get(day + DAY))
        return max((streak(self.days, day) for day in last_days), default=0)

    def calendar(self, last: date, today: date) -> list[tuple[date, str]]:
        """Return four whole weeks up to that of ``last``, each day with its state: ``ok``, ``late``, ``miss``, ``no``
        or ``to-come``.
        """
        first = last - (last.weekday() + _WEEK * (WEEKS - 1)) * DAY
        days = (first + number * DAY for number in range(_WEEK * WEEKS))
        return [(day, self._state(day, today)) for day in days]

    def _state(self, day: date, today: date) -> str:
        if day > today:
            return "to-come"
        if day in self.late and not self.days.get(day):
            return "late"
        return {None: "no", True: "ok", False: "miss"}[self.days.get(day)]

    # Storage

    def data(self) -> dict[str, Any]:
        """Return the results as plain data."""
        return {
            "tries": [
                [each.number, each.day.isoformat(), int(each.solved), each.hints, each.change]
                for each in self.tries.values()
            ],
            "days": {day.isoformat(): int(solved) for day, solved in sorted(self.days.items())},
            **({"late": [day.isoformat() for day in sorted(self.late)]} if self.late else {}),
            **({"begun": self.begun} if self.begun else {}),
        }

    def text(self) -> str:
        """Return the results for storage; empty if there are none."""
        return json.dumps(self.data(), separators=(",", ":")) if self.tries or self.days or self.begun else ""

    def merge(self, others: Results) -> int:
        """Add results from elsewhere; tries recorded here stay. Return the number of first tries added."""
        new = [each for each in others.tries.values() if each.number not in self.tries]
        for each in new:
            self.tries[each.number] = each
        for day, solved in others.days.items():
            self.add_day(day, solved)
        self.late |= others.late
        self.begun = self.begun or others.begun
        return len(new)


def changed(rating: int, grade: int, solved: bool, hints: int, tries: int) -> int:
    """Return how a first try changes a rating, by Elo's formula; each hint, up to three, costs a third of the gain.

    >>> changed(1200, 2, True, 0, 0), changed(1200, 2, False, 0, 0), changed(1200, 2, True, 3, 0)
    (20, -20, 0)
    >>> changed(1200, 5, True, 0, 100), changed(1200, 5, False, 0, 100)
    (16, 0)
    """
    most = max(_LEAST, _MOST - tries)
    expected = 1 / (1 + 10 ** ((RATINGS[grade - 1] - rating) / 400))
    if solved:
        return round(most * (1 - expected) * max(0, _WORTH - hints) / _WORTH)
    return round(-most * expected)


def read_text(text: str) -> Results:
    """Read stored results. Raise ``ValueError`` with the place if they are damaged."""
    return read(parse_json(text, "puzzles"))


def read(data: object) -> Results:
    """Read results from plain data. Raise ``ValueError`` with the place if they are damaged.

    >>> read({"tries": [[7, "2026-01-05", 1, 0, 20]], "days": {}}).rating
    1220
    >>> read({"tries": [[7, "2026-01-05", 2, 0, 20]], "days": {}})
    Traceback (most recent call last):
    ...
    ValueError: puzzles: try 1: expected a number, a date such as 2026-01-05, 0 or 1, hints and a change
    """
    if not isinstance(data, dict) or not isinstance(data.get("tries"), list) or not isinstance(data.get("days"), dict):
        raise ValueError("puzzles: expected an object with tries and days")
    results = Results()
    for at, entry in enumerate(data["tries"], 1):
        found = _try_of(entry)
        if found is None or found.number in results.tries:
            expected = "a number, a date such as 2026-01-05, 0 or 1, hints and a change"
            raise ValueError(f"puzzles: try {at}: expected {expected}")
        results.tries[found.number] = found
    results.days = dict(days_of(data["days"]))
    results.late = set(_late_of(data.get("late", [])))
    results.begun = _begun_of(data["begun"]) if "begun" in data else None
    return results


def _begun_of(data: object) -> Begun:
    if isinstance(data, list) and len(data) == len(Begun._fields):
        name, hints, steps = data
        if isinstance(name, str) and is_whole(hints, 0, HINTS) and isinstance(steps, list):
            return Begun(name, hints, tuple(map(str, steps)))
    raise ValueError("puzzles: begun: expected the name of a puzzle, a number of hints, and a list of steps")


def _late_of(data: object) -> list[date]:
    days = [day_of(day) for day in data] if isinstance(data, list) else [None]
    if None in days:
        raise ValueError("puzzles: late: expected a list of dates such as 2026-01-05")
    return [day for day in days if day]


def _try_of(entry: object) -> Try | None:
    if not isinstance(entry, list) or len(entry) != len(Try._fields):
        return None
    number, day, solved, hints, change = entry
    when = day_of(day)
    right = (
        is_whole(number, 1, _HIGHEST)
        and is_whole(solved, 0, 1)
        and is_whole(hints, 0, HINTS)
        and is_whole(change, -_MOST, _MOST)
    )
    return Try(number, when, bool(solved), hints, change) if when and right else None


def grades_near(rating: int) -> list[int]:
    """Return the grades, sorted by how near they are to a rating.

    >>> grades_near(1450)
    [3, 4, 2, 5, 1]
    """
    return sorted(GRADES, key=lambda grade: abs(RATINGS[grade - 1] - rating))
