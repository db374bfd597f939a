"""A reader's results with puzzles: rating, days in a row, a calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from keyharvest.page.parts.controls import button
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.words.language import N_, _, n_
from keyharvest.words.when import day_and_month

_WEEKDAYS: Final = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))
#: The states of a day: its puzzle was solved that day or later, was tried without success, wasn't tried, or is still to
#: come.
_STATES: Final = {
    "ok": N_("solved"), "late": N_("solved later"), "miss": N_("tried"),
    "no": N_("not tried"), "to-come": N_("still to come"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A reader's results, for the panels.

    Attributes:
        rating: the reader's rating; ``change``: how the puzzle on the table has changed it, if it has.
        streak, best: the length of the current streak of days, and of the longest one.
        weeks: the days of four weeks with their states; ``today``: the reader's date.
        first: the first day with a puzzle.
    """

    rating: int
    change: int | None
    streak: int
    best: int
    weeks: Sequence[tuple[date, str]]
    today: date
    first: date


def record(standing: PuzzleStanding) -> Html:
    """Draw the results beside a puzzle."""
    return h.div(".puzzle-record")[
        rating(standing),
        streak(standing),
        calendar(standing, opens=False),
        h.p(".puzzle-note")[_("A new one every day, the same for everyone.")],
        button(_("All puzzles"), "puzzles"),
    ]


def rating(standing: PuzzleStanding) -> Html:
    """Draw the rating, with its last change."""
    number = standing.change or 0
    change = h.span(class_="up" if number > 0 else "down")[signed(number)] if number else ""
    return h.div(".rating")[h.span(".grow")[_("Your rating")], change, h.b[str(standing.rating)]]


def signed(change: int) -> str:
    """Return a number with its sign.

    >>> signed(9), signed(-9)
    ('+9', '−9')
    """
    return f"{change:+}".replace("-", "−")


def streak(standing: PuzzleStanding) -> Html:
    """Draw the length of the current streak of days."""
    number = standing.streak
    return h.p(".streak-head")[
        icon("flame"),
        h.b[n_("{number} day in a row", "{number} days in a row", number).format(number=number)],
        h.small[_("best {number}").format(number=standing.best)] if standing.best else "",
    ]


def calendar(standing: PuzzleStanding, opens: bool = True) -> Html:
    """Draw four weeks; each day that has a puzzle ``opens`` it.

    Together they are one tab stop; arrow keys lead from one day or week to the next.
    """
    days = (h.span(".weekday", aria_hidden=True)[_(day)] for day in _WEEKDAYS)
    first, last = (day_and_month(day.day, day.month) for day in (standing.weeks[0][0], standing.weeks[-1][0]))
    grid = h.div(
        ".puzzle-days",
        role="toolbar" if opens else "group",
        data_row=len(_WEEKDAYS) if opens else None,
        aria_label=_("Puzzles day by day"),
    )[days, (_day(day, state, standing, opens) for day, state in standing.weeks)]
    return join(h.p(".puzzle-weeks")[f"{first} – {last}"], grid)


def _day(day: date, state: str, standing: PuzzleStanding, opens: bool) -> Html:
    stop = day == min(standing.today, standing.weeks[-1][0])
    class_ = f"day {state} now" if day == standing.today else f"day {state}"
    if not standing.first <= day <= standing.today:
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
