"""The reader's results in the form that the panels draw, and the choice of the next puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta

from keyharvest.page.puzzles.overview_view import PuzzlesPage
from keyharvest.page.puzzles.results_view import PuzzleStanding
from keyharvest.puzzles import GRADES, THEMES, Collection, Puzzle, load
from keyharvest.saved.puzzle_days import streak
from keyharvest.saved.puzzle_results import WEEKS, Results, grades_near
from keyharvest.table.set_up import seated

#: The number of first tries listed.
_LATELY = 8
_CALENDAR = timedelta(weeks=WEEKS)


def standing(results: Results, today: date, last: date | None = None, change: int | None = None) -> PuzzleStanding:
    """Return a reader's results.

    ``last``: a day in the calendar's last week; ``change``: how the puzzle on the table has changed the rating.
    """
    return PuzzleStanding(
        rating=results.rating,
        change=change,
        streak=streak(results.days, today),
        best=results.best_streak(),
        weeks=results.calendar(last or today, today),
        today=today,
        first=first_day(),
    )


def first_day() -> date:
    """Return the first day with a puzzle."""
    return load().lists[0].first_day


def page(results: Results, today: date, last: date) -> PuzzlesPage:
    """Return the data of the puzzles' screen; the calendar ends in the week of ``last``."""
    collection = load()
    daily = collection.daily(today)
    tried = list(results.tries.values())
    counts: Counter[str | int] = Counter()
    done: Counter[str | int] = Counter()
    for puzzle in collection:
        marks: list[str | int] = [*puzzle.themes, puzzle.grade]
        for each in marks:
            counts[each] += 1
            done[each] += puzzle.number in results.tries
    return PuzzlesPage(
        standing=standing(results, today, last),
        ratings=results.ratings(),
        daily=daily,
        names=seated(0, daily.seen.state.players),
        done=results.days.get(today),
        begun=results.begun.name if results.begun else "",
        themes={theme: (done[theme], counts[theme]) for theme in THEMES if counts[theme]},
        grades={grade: (done[grade], counts[grade]) for grade in GRADES},
        lately=[
            (collection[each.number], each.solved, each.change)
            for each in reversed(tried[-_LATELY:])
            if each.number <= len(collection)
        ],
        earlier=last - _CALENDAR >= first_day(),
        later=last < today,
    )


def moved(last: date, way: str, today: date) -> date:
    """Return the last day of the calendar after a step of four weeks ``earlier`` or ``later``."""
    return max(last - _CALENDAR, first_day()) if way == "earlier" else min(last + _CALENDAR, today)


def drawn(collection: Collection, wanted: str, results: Results, draw: Callable[[int], int]) -> Puzzle | None:
    """Draw an untried puzzle, as near to the rating as possible: ``theme:chain``, ``grade:3`` or ``any``.

    Puzzles that have their table or their line in common with a tried one come last. If all have been tried, draw any
    of them. Return ``None`` if ``wanted`` is something else.
    """
    kind, _colon, name = wanted.partition(":")
    if kind == "theme" and name in THEMES:
        found = collection.only(theme=name)
    elif kind == "grade" and name in map(str, GRADES):
        found = collection.only(grade=int(name))
    elif wanted == "any":
        found = list(collection)
    else:
        return None
    tried = [collection[number] for number in results.tries if number <= len(collection)]
    known = {puzzle.table for puzzle in tried} | {puzzle.line for puzzle in tried if puzzle.line}
    open_ = [puzzle for puzzle in found if puzzle.number not in results.tries]
    open_ = [puzzle for puzzle in open_ if known.isdisjoint((puzzle.table, puzzle.line))] or open_ or found
    for grade in grades_near(results.rating):
        near = [puzzle for puzzle in open_ if puzzle.grade == grade]
        if near:
            return near[draw(len(near))]
    return None
