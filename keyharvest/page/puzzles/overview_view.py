"""The screen of the puzzles: today's, those of other days, by theme and by grade, and the reader's results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from keyharvest.page.parts.controls import button, head, named
from keyharvest.page.puzzles import results_view as results
from keyharvest.page.puzzles.results_view import PuzzleStanding
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.view import view_of
from keyharvest.puzzles import Puzzle, grade_name, kind_name, question
from keyharvest.puzzles.themes import title
from keyharvest.words.language import _
from keyharvest.words.when import day_and_month


@dataclass(frozen=True, slots=True)
class PuzzlesPage:
    """The data of the screen.

    Attributes:
        standing: the reader's results; ``ratings``: the rating after each first try.
        daily: today's puzzle; ``names``: its players; ``done``: whether it was solved today, ``None`` if not tried.
        begun: what opens the puzzle that was left unsolved, or "".
        themes, grades: for each, how many of its puzzles the reader has tried, and how many there are.
        lately: the latest first tries: the puzzle, whether it was solved, and the change of the rating.
        earlier, later: whether there are days with a puzzle before and after those of the calendar.
    """

    standing: PuzzleStanding
    ratings: Sequence[int]
    daily: Puzzle
    names: Sequence[str]
    done: bool | None
    begun: str
    themes: Mapping[str, tuple[int, int]]
    grades: Mapping[int, tuple[int, int]]
    lately: Sequence[tuple[Puzzle, bool, int]]
    earlier: bool
    later: bool


def puzzles(page: PuzzlesPage) -> Html:
    """Draw the whole screen."""
    return join(
        head(
            _("Puzzles"),
            button(_("Continue puzzle"), "puzzle", page.begun, class_="main") if page.begun else "",
            button(_("Any puzzle"), "puzzle", "any", class_="main" if not page.begun else None),
        ),
        h.div(".puzzles-grid")[_today(page), _days(page), _themes(page), _grades(page), _rating(page), _lately(page)],
    )


def _today(page: PuzzlesPage) -> Html:
    puzzle, today = page.daily, page.standing.today
    view = replace(view_of(puzzle.seen.state, 0), title="")
    word = {None: _("Solve it"), False: _("Try it again"), True: _("View again")}[page.done]
    return h.section(".sheet.today")[
        Html(board(view, "thumbnail").replace('role="img" aria-label=""', 'aria-hidden="true"', 1)),
        h.p(".when")[_("Puzzle of {day}").format(day=day_and_month(today.day, today.month))],
        h.h2[kind_name(puzzle.kind)],
        h.p(".level")[h.span(".tag")[grade_name(puzzle.grade)]],
        h.p[question(puzzle, page.names)],
        button(word, "puzzle", class_="main", id="puzzle-today"),
    ]


def _days(page: PuzzlesPage) -> Html:
    return h.section(".sheet.days")[
        h.h2[_("Your days")],
        results.streak(page.standing),
        results.calendar(page.standing),
        h.div(".buttons")[
            named("back", _("Earlier"), "puzzle_days", "earlier") if page.earlier else "",
            named("next", _("Later"), "puzzle_days", "later") if page.later else "",
        ],
    ]


def _themes(page: PuzzlesPage) -> Html:
    cards = (_card(title(theme), f"theme:{theme}", *page.themes[theme]) for theme in page.themes)
    return h.section(".sheet.themes-of")[h.h2[_("By theme")], h.div(".theme-cards")[cards]]


def _grades(page: PuzzlesPage) -> Html:
    cards = (_card(grade_name(grade), f"grade:{grade}", *page.grades[grade]) for grade in page.grades)
    return h.section(".sheet.grades-of")[h.h2[_("By difficulty")], h.div(".theme-cards")[cards]]


def _card(name: str, value: str, tried: int, number: int) -> Html:
    told = _("{tried} of {number} tried").format(tried=tried, number=number)
    part = h.svg(".part", viewBox="0 0 200 8", preserveAspectRatio="none", aria_hidden=True)[
        h.rect(".open", width=200, height=8, rx=4),
        h.rect(".got", width=round(200 * tried / max(number, 1)), height=8, rx=4),
    ]
    return button(join(h.b[name], h.small[told], part), "puzzle", value, class_="theme-card")


def _rating(page: PuzzlesPage) -> Html:
    drawn = results.graph(page.ratings)
    note = h.p[_("Your first try at each puzzle counts; hints make a success count less.")]
    return h.section(".sheet.graph-of")[
        h.h2(".big-rating")[_("Rating"), " ", h.b[str(page.standing.rating)]], drawn, note
    ]


def _lately(page: PuzzlesPage) -> Html:
    rows = (
        h.li[
            button(
                join(
                    results.shown(solved),
                    h.span[_("Puzzle {number}").format(number=puzzle.number), " · ", kind_name(puzzle.kind)],
                    h.small[grade_name(puzzle.grade)],
                    h.span(".by")[results.signed(change)],
                ),
                "puzzle",
                str(puzzle.number),
            )
        ]
        for puzzle, solved, change in page.lately
    )
    empty = h.p[_("Your first tries will be listed here.")]
    return h.section(".sheet.history-of")[h.h2[_("Recent tries")], h.ol(".solved-list")[rows] if page.lately else empty]
