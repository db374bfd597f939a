"""The file of puzzles, whose lines are parsed on demand, and the puzzle of each day."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple, overload

from keyharvest.puzzles.puzzle import Puzzle, parse_row
from keyharvest.rules import STANDARD
from keyharvest.rules.json_text import is_whole, parse_json
from keyharvest.rules.state import whole

#: The name of the file, in the package and beside the game on a site.
FILE: Final = "puzzles.jsonl"
_WEEK: Final = 7


class DailyList(NamedTuple):
    """Puzzles added at the same time: from a Monday on, one is due each day, and after them all earlier ones."""

    first_day: date
    number: int


class Collection(Sequence[Puzzle]):
    """The puzzles of a file; a line is parsed when its puzzle is first needed.

    ``collection[17]`` is puzzle 17: numbers start at 1, and iteration is in their order.

    >>> collection = load()
    >>> collection[1].number, len(collection) == len(list(collection))
    (1, True)
    """

    def __init__(self, text: str) -> None:
        """Read the text of a file. Raise ``ValueError`` with the line if its head or its length is wrong."""
        head, *self._rows = text.splitlines() or [""]
        self.lists = _lists(head)
        if sum(each.number for each in self.lists) != len(self._rows):
            total = sum(each.number for each in self.lists)
            raise ValueError(f"puzzles: line 1: lists of {total} puzzles, but {len(self._rows)} follow")
        self._read: dict[int, Puzzle] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, number: int) -> Puzzle: ...
    @overload
    def __getitem__(self, number: slice) -> list[Puzzle]: ...
    def __getitem__(self, number: int | slice) -> Puzzle | list[Puzzle]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self) + 1)) if each]
        number = whole("puzzle", number)
        if not 1 <= number <= len(self):
            raise IndexError(f"puzzle {number}: expected a number from 1 to {len(self)}")
        if number not in self._read:
            self._read[number] = parse_row(self._rows[number - 1], number)
        return self._read[number]

    def __iter__(self) -> Iterator[Puzzle]:
        return (self[number] for number in range(1, len(self) + 1))

    def __reversed__(self) -> Iterator[Puzzle]:
        return (self[number] for number in range(len(self), 0, -1))

    def only(self, kind: str = "", theme: str = "", grade: int = 0) -> list[Puzzle]:
        """Return the puzzles of a kind, with a theme and of a grade, where these are given.

        >>> {puzzle.kind for puzzle in load().only(kind="space")}
        {'space'}
        """
        return [
            puzzle
            for puzzle in self
            if kind in ("", puzzle.kind) and (not theme or theme in puzzle.themes) and grade in (0, puzzle.grade)
        ]

    def daily(self, day: date) -> Puzzle:
        """Return the puzzle of a day: easy on Mondays, hard on Sundays, the same for everyone.

        The file contains whole weeks in their order, so the puzzle depends only on the number of days since a list
        began. After a list come the earlier ones, and then it begins again. A list added later changes nothing before
        its first day.

        >>> collection = load()
        >>> collection.daily(date(2026, 1, 5)).number, collection.daily(date(2026, 1, 6)).number
        (1, 2)
        """
        at = max((n for n, each in enumerate(self.lists) if each.first_day <= day), default=0)
        before = sum(each.number for each in self.lists[:at])
        number = self.lists[at].number
        place = (day - self.lists[at].first_day).days % (before + number)
        return self[before + place + 1 if place < number else place - number + 1]


def _lists(head: str) -> tuple[DailyList, ...]:
    """Read the first line of a file: the layout of all its puzzles, and how many were added on which days."""
    place = "puzzles: line 1"
    found = parse_json(head, place)
    if not isinstance(found, dict) or found.keys() != {"layout", "lists"} or not isinstance(found["lists"], list):
        raise ValueError(f"{place}: expected an object with layout and lists")
    if found["layout"] != STANDARD.name:
        # Puzzles depend on where crops grow: with another layout most answers are wrong (rule 1.3).
        raise ValueError(f"{place}: layout {str(found['layout'])[:20]!r}, but these rules have {STANDARD.name!r}")
    lists = []
    for entry in found["lists"]:
        try:
            day, number = entry
            first_day = date.fromisoformat(day)
        except (TypeError, ValueError):
            raise ValueError(f"{place}: lists: expected pairs of a day such as 2026-01-05 and a number") from None
        if first_day.weekday() or not is_whole(number, _WEEK, 10**6) or number % _WEEK:
            raise ValueError(f"{place}: lists: {day}: expected a Monday, and whole weeks of puzzles")
        lists.append(DailyList(first_day, number))
    if not lists or sorted(lists) != lists or len({each.first_day for each in lists}) < len(lists):
        raise ValueError(f"{place}: lists: expected one or more, in the order of their days")
    return tuple(lists)


def head_of(lists: Sequence[DailyList]) -> str:
    """Write the first line of a file.

    >>> head_of([DailyList(date(2026, 1, 5), 7)])
    '{"layout":"standard-2","lists":[["2026-01-05",7]]}'
    """
    pairs = ",".join(f'["{each.first_day.isoformat()}",{each.number}]' for each in lists)
    return f'{{"layout":"{STANDARD.name}","lists":[{pairs}]}}'


_loaded: Collection | None = None


def load(text: str | None = None) -> Collection:
    """Return the puzzles that come with the game, read once; a page, whose package omits them, passes their text.

    Raise ``ValueError`` if the text isn't a file of puzzles, ``OSError`` if there is none.
    """
    global _loaded
    if text is not None:
        _loaded = Collection(text)
    if _loaded is None:
        _loaded = Collection((pkgutil.get_data("keyharvest.puzzles", FILE) or b"").decode())
    return _loaded


def loaded() -> bool:
    """Whether the puzzles are loaded, or a page has to fetch them first."""
    return _loaded is not None
