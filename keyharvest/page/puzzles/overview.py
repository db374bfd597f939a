"""The screen of all puzzles, with the reader's results, and the choice of the next puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from keyharvest.page.parts.controls import button, head, named
from keyharvest.page.puzzles import results_view as drawn
from keyharvest.page.puzzles.results_view import first_day
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.view import view_of
from keyharvest.puzzles import GRADES, THEMES, Collection, Puzzle, grade_name, kind_name, load, question
from keyharvest.puzzles.kinds import theme_title
from keyharvest.saved.puzzle_results import WEEKS, Results, grades_near
from keyharvest.table.set_up import seated
from keyharvest.words.language import _
from keyharvest.words.when import day_and_month

#: The number of first tries listed.
_LATELY = 8
_CALENDAR = timedelta(weeks=WEEKS)


def moved(last: date, way: str, today: date) -> date:
    """Return the last day of the calendar after a step of four weeks ``earlier`` or ``later``."""
    return max(last - _CALENDAR, first_day()) if way == "earlier" else min(last + _CALENDAR, today)


def next_puzzle(collection: Collection, wanted: str, results: Results, draw: Callable[[int], int]) -> Puzzle | None:
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


def puzzles(results: Results, today: date, last: date) -> Html:
    """Draw the whole screen; the calendar ends in the week of ``last``."""
    begun = results.begun.name if results.begun else ""
    return join(
        head(
            _("Puzzles"),
            button(_("Continue puzzle"), "puzzle", begun, class_="main") if begun else "",
            button(_("Any puzzle"), "puzzle", "any", class_="main" if not begun else None),
        ),
        h.div(".puzzles-grid")[
            _today(results, today), _days(results, today, last), _lists(results), _rating(results), _lately(results)
        ],
    )


def _today(results: Results, today: date) -> Html:
    puzzle = load().daily(today)
    view = replace(view_of(puzzle.seen.state, 0), title="")
    word = {None: _("Solve it"), False: _("Try it again"), True: _("View again")}[results.days.get(today)]
    return h.section(".sheet.today")[
        Html(board(view, "thumbnail").replace('role="img" aria-label=""', 'aria-hidden="true"', 1)),
        h.p(".when")[_("Puzzle of {day}").format(day=day_and_month(today.day, today.month))],
        h.h2[kind_name(puzzle.kind)],
        h.p(".level")[h.span(".tag")[grade_name(puzzle.grade)]],
        h.p[question(puzzle, seated(0, puzzle.seen.state.players))],
        button(word, "puzzle", class_="main", id="puzzle-today"),
    ]


def _days(results: Results, today: date, last: date) -> Html:
    return h.section(".sheet.days")[
        h.h2[_("Your days")],
        drawn.streak(results, today),
        drawn.calendar(results, today, last),
        h.div(".buttons")[
            named("back", _("Earlier"), "puzzle_days", "earlier") if last - _CALENDAR >= first_day() else "",
            named("next", _("Later"), "puzzle_days", "later") if last < today else "",
        ],
    ]


def _lists(results: Results) -> Html:
    """Draw the themes and the grades, each with the number of its puzzles that the reader has tried."""
    counts: Counter[str | int] = Counter()
    done: Counter[str | int] = Counter()
    for puzzle in load():
        marks: list[str | int] = [*puzzle.themes, puzzle.grade]
        counts.update(marks)
        done.update(marks if puzzle.number in results.tries else ())
    themes = (_card(theme_title(each), f"theme:{each}", done[each], counts[each]) for each in THEMES if counts[each])
    grades = (_card(grade_name(each), f"grade:{each}", done[each], counts[each]) for each in GRADES)
    return join(
        h.section(".sheet.themes-of")[h.h2[_("By theme")], h.div(".theme-cards")[themes]],
        h.section(".sheet.grades-of")[h.h2[_("By difficulty")], h.div(".theme-cards")[grades]],
    )


def _card(name: str, value: str, tried: int, number: int) -> Html:
    told = _("{tried} of {number} tried").format(tried=tried, number=number)
    part = h.svg(".part", viewBox="0 0 200 8", preserveAspectRatio="none", aria_hidden=True)[
        h.rect(".open", width=200, height=8, rx=4),
        h.rect(".got", width=round(200 * tried / max(number, 1)), height=8, rx=4),
    ]
    return button(join(h.b[name], h.small[told], part), "puzzle", value, class_="theme-card")


def _rating(results: Results) -> Html:
    graph = drawn.graph(results.ratings())
    note = h.p[_("Your first try at each puzzle counts; hints make a success count less.")]
    return h.section(".sheet.graph-of")[h.h2(".big-rating")[_("Rating"), " ", h.b[str(results.rating)]], graph, note]


def _lately(results: Results) -> Html:
    collection, tried = load(), reversed(list(results.tries.values())[-_LATELY:])
    lately = [(collection[each.number], each) for each in tried if each.number <= len(collection)]
    rows = (
        h.li[
            button(
                join(
                    drawn.shown(each.solved),
                    h.span[_("Puzzle {number}").format(number=puzzle.number), " · ", kind_name(puzzle.kind)],
                    h.small[grade_name(puzzle.grade)],
                    h.span(".by")[drawn.signed(each.change)],
                ),
                "puzzle",
                str(puzzle.number),
            )
        ]
        for puzzle, each in lately
    )
    empty = h.p[_("Your first tries will be listed here.")]
    return h.section(".sheet.history-of")[h.h2[_("Recent tries")], h.ol(".solved-list")[rows] if lately else empty]
