"""A reader's results with puzzles: rating, days in a row, a calendar."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from keyharvest.page.parts.controls import button
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.puzzles import load
from keyharvest.saved.puzzle_days import streak as days_in_a_row
from keyharvest.saved.puzzle_results import Results
from keyharvest.words.language import N_, _, n_
from keyharvest.words.when import day_and_month

_WEEKDAYS: Final = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))
#: The states of a day: its puzzle was solved that day or later, was tried without success, wasn't tried, or is still to
#: come.
_STATES: Final = {
    "ok": N_("solved"), "late": N_("solved later"), "miss": N_("tried"),
    "no": N_("not tried"), "to-come": N_("still to come"),
}  # fmt: skip


def first_day() -> date:
    """Return the first day with a puzzle."""
    return load().lists[0].first_day


def record(results: Results, today: date, change: int | None) -> Html:
    """Draw the results beside a puzzle, which has changed the rating by ``change``, if it has."""
    return h.div(".puzzle-record")[
        rating(results, change),
        streak(results, today),
        calendar(results, today, today, opens=False),
        h.p(".puzzle-note")[_("A new one every day, the same for everyone.")],
        button(_("All puzzles"), "puzzles"),
    ]


def rating(results: Results, last: int | None) -> Html:
    """Draw the rating, with its last change."""
    number = last or 0
    change = h.span(class_="up" if number > 0 else "down")[signed(number)] if number else ""
    return h.div(".rating")[h.span(".grow")[_("Your rating")], change, h.b[str(results.rating)]]


def signed(change: int) -> str:
    """Return a number with its sign.

    >>> signed(9), signed(-9)
    ('+9', '−9')
    """
    return f"{change:+}".replace("-", "−")


def streak(results: Results, today: date) -> Html:
    """Draw the length of the current streak of days, and of the longest one."""
    number, best = days_in_a_row(results.days, today), results.best_streak()
    return h.p(".streak-head")[
        icon("flame"),
        h.b[n_("{number} day in a row", "{number} days in a row", number).format(number=number)],
        h.small[_("best {number}").format(number=best)] if best else "",
    ]


def calendar(results: Results, today: date, last: date, opens: bool = True) -> Html:
    """Draw four weeks up to that of the day ``last``; each day that has a puzzle ``opens`` it.

    Together they are one tab stop; arrow keys lead from one day or week to the next.
    """
    weeks = results.calendar(last, today)
    stop = min(today, weeks[-1][0])
    days = (h.span(".weekday", aria_hidden=True)[_(day)] for day in _WEEKDAYS)
    ends = (day_and_month(day.day, day.month) for day in (weeks[0][0], weeks[-1][0]))
    grid = h.div(
        ".puzzle-days",
        role="toolbar" if opens else "group",
        data_row=len(_WEEKDAYS) if opens else None,
        aria_label=_("Puzzles day by day"),
    )[days, (_day(day, state, today, opens, day == stop) for day, state in weeks)]
    return join(h.p(".puzzle-weeks")[" – ".join(ends)], grid)


def _day(day: date, state: str, today: date, opens: bool, stop: bool) -> Html:
    class_ = f"day {state} now" if day == today else f"day {state}"
    if not first_day() <= day <= today:
        return h.span(".day.to-come")[str(day.day)]
    said = _("{day}: {state}").format(day=day_and_month(day.day, day.month), state=_(_STATES[state]))
    if not opens:
        return h.span(class_=class_, role="img", aria_label=said)[h.span[str(day.day)]]
    return button(
        h.span[str(day.day)],
        "puzzle",
        day.isoformat(),
        class_=class_,
        tabindex="0" if stop else "-1",
        aria_label=said,
        title=said,
    )


def graph(ratings: Sequence[int]) -> Html:
    """Draw the ratings after each first try as a line graph; nothing before the second try."""
    if len(ratings) < 3:
        return Html()
    least, most = min(ratings) - 10, max(ratings) + 10
    wide, high = 600, 150
    points = [
        (wide * at / (len(ratings) - 1), high - high * (value - least) / (most - least))
        for at, value in enumerate(ratings)
    ]
    run = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    said = _("Rating from {first} to {last}").format(first=ratings[0], last=ratings[-1])
    return h.svg(
        ".rating-graph", viewBox=f"0 -6 {wide} {high + 12}", preserveAspectRatio="none", role="img", aria_label=said
    )[h.polygon(".under", points=f"0,{high} {run} {wide},{high}"), h.polyline(".run", points=run)]


def shown(solved: bool) -> Html:
    """Draw the mark that says whether a puzzle was solved."""
    word = _("solved") if solved else _("tried")
    return h.span(class_="yes" if solved else "nope", role="img", aria_label=word)[icon("tick" if solved else "cross")]
