"""A puzzle's part of the game screen: its question and progress, the verdict, the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, cited, heading, hidden, items, line_above, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Goal
from keyharvest.page.tabletop.panels.action import ACTION_NAMES, task_line
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.puzzles import (
    HINTS,
    Puzzle,
    Verdict,
    choices,
    grade_name,
    hint,
    kind_name,
    question,
    reason,
    solution,
    things,
)
from keyharvest.rules.components import CROP_INDEX
from keyharvest.rules.geometry import mask_of
from keyharvest.rules.turn import Turn
from keyharvest.table.staging import AIMS
from keyharvest.words import crop
from keyharvest.words.language import _, n_
from keyharvest.words.when import day_and_month

#: The kinds whose result is a number, which grows as the reader plays.
_COUNTED: Final = ("points", "win", "duel", "chain")
#: The maximum number of points that are drawn one by one.
_HEXES: Final = 12
#: Half the width of a hexagon in the row of points, its height, and the distance between two.
_HALF, _HIGH, _STEP = 13.0, 30.0, 34.3
_WIDE: Final = 206


def top(intent: str, title: str, leave: str) -> Html:
    """Draw the way out and the ways to the screens that are always available; on a phone, a menu of them."""
    entries = [
        button(leave, intent),
        button(_("All puzzles"), "puzzles") if intent != "puzzles" else Html(),
        button(_("Home"), "home"),
    ]
    return line_above(title, leave, intent, (), entries)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reader's progress towards an answer, for the panels.

    Attributes:
        puzzle, day, names: the puzzle, its day if it has one, and the players' names.
        verdict: the judgement of the last answer, ``None`` while the solution is shown; ``reply``: the same in a
            in a sentence.
        replied: the rival's best reply in a duel, in sentences.
        hints: the number of hints shown; ``chosen``: the things named as an answer.
        following: the value that opens the next puzzle; ``shared``: the text to share; both empty if embedded.
        solved: whether any answer was right, after which there are no hints; ``helped``: whether the solution was
            seen before, so that the puzzle counts as tried, not as solved.
    """

    puzzle: Puzzle
    day: date | None
    names: Sequence[str]
    verdict: Verdict | None
    verdict_text: str
    replied: Sequence[str]
    hints: int = 0
    chosen: tuple[str, ...] = ()
    following: str = "any"
    shared: str = ""
    solved: bool = False
    helped: bool = False


def goal(attempt: Attempt, reached: int | None, begun: bool) -> Goal:
    """Return the puzzle's part of the command panel.

    ``reached`` is the result so far, if it is shown; ``begun``: whether anything has been played.
    """
    puzzle = attempt.puzzle
    spaces = puzzle.kind == "space"
    return Goal(
        title=title(puzzle, attempt.day),
        asked=question(puzzle, attempt.names),
        progress=Html() if reached is None else progress(reached, puzzle.best),
        hints=ladder(attempt),
        more=next_hint(attempt),
        ready=begun,
        counters=puzzle.kind == "bid",
        open=mask_of(choices(puzzle)) if spaces else 0,
        picked=mask_of(list(attempt.chosen)) if spaces else 0,
    )


def ladder(attempt: Attempt) -> Html:
    """Draw the hints shown so far."""
    shown = (
        h.li[icon("bulb"), h.span[" ".join(hint(attempt.puzzle, step, attempt.names))]]
        for step in range(1, attempt.hints + 1)
    )
    return h.ol(".ladder")[shown] if attempt.hints else Html()


def next_hint(attempt: Attempt) -> Html:
    """Draw the button for the next hint; nothing after the last hint or a right answer."""
    if attempt.hints == HINTS or attempt.solved:
        return Html()
    word = _("Hint {number} of {all}").format(number=attempt.hints + 1, all=HINTS)
    label = _("Hint") if attempt.hints < HINTS - 1 else _("Solution")  # the solution is the last hint, at the same cost
    return button(join(icon("bulb"), h.span[label]), "hint", class_="tool clue", title=word, aria_label=word)


def choice(attempt: Attempt, possible: Sequence[str]) -> Html:
    """Draw the command panel of a puzzle whose answer is picked from the possible choices."""
    puzzle = attempt.puzzle
    drawn = {"hidden": _counters, "crops": _crops, "space": _spaces, "why": _reasons}[puzzle.kind](attempt, possible)
    return h.div(class_="cmd puzzle-cmd picking" + " with-ladder" * bool(attempt.hints))[
        title(puzzle, attempt.day),
        heading(question(puzzle, attempt.names)),
        _taken(puzzle) if puzzle.kind == "why" else "",
        drawn,
        ladder(attempt),
        h.div(".buttons")[
            button(
                join(icon("flag"), h.span[_("Check")]),
                "check",
                class_="main go",
                id="end",
                aria_disabled=None if attempt.chosen else "true",
            ),
            next_hint(attempt),
        ],
    ]


def _taken(puzzle: Puzzle) -> Html:
    """Draw the four actions (rule 3.1), with a tick on those already used this turn."""
    turn = puzzle.seen.state.stack[-1]
    used = turn.used if isinstance(turn, Turn) else 0
    rows = (
        h.li(class_="taken" if used & bit else None)[
            tiles.action(name),
            h.span[_(ACTION_NAMES[name]), hidden(f", {_('done')}") if used & bit else ""],
            h.span(".mark")[icon("tick")] if used & bit else "",
        ]
        for name, bit in AIMS.items()
    )
    return h.ul(".actions-taken", aria_label=_("Actions used"))[rows]


def _counters(attempt: Attempt, possible: Sequence[str]) -> Html:
    """Draw the counters that can be added to the answer, and those in it, which a press removes."""
    piles = (
        button(
            tiles.crop(CROP_INDEX[name], label=""),
            "pick",
            name,
            class_="cup can",
            id=f"pick-{name}",
            aria_label=_("Add {crop}").format(crop=crop(CROP_INDEX[name])),
        )
        for name in possible
    )
    cups = (
        button(
            join(tiles.crop(CROP_INDEX[name], label=""), h.span(".x", aria_hidden=True)["−"]),
            "unpick",
            name,
            class_="cup",
            aria_label=_("Remove {crop}").format(crop=crop(CROP_INDEX[name])),
        )
        for name in sorted(attempt.chosen, key=possible.index)
    )
    empty = h.span(".told")[_("Tap counters to add them.")]
    return join(
        h.div(".cups.stock")[piles],
        h.div(".cups.named", role="group", aria_label=_("Your answer"))[(cups if attempt.chosen else [empty])],
    )


def _crops(attempt: Attempt, possible: Sequence[str]) -> Html:
    """Draw the crops to choose from."""
    return _list(
        attempt,
        [(name, join(tiles.crop(CROP_INDEX[name], label=""), crop(CROP_INDEX[name]))) for name in possible],
    )


def _reasons(attempt: Attempt, possible: Sequence[str]) -> Html:
    """Draw the reasons to choose from."""
    return _list(attempt, [(code, reason(code)) for code in possible])


def _list(attempt: Attempt, rows: Sequence[tuple[str, str]]) -> Html:
    buttons = (
        button(
            h.span[word],
            "pick",
            name,
            id=f"pick-{name}",
            aria_pressed=name in attempt.chosen,
        )
        for name, word in rows
    )
    return h.div(".options", role="group", aria_label=_("Your answer"))[buttons]


def _spaces(attempt: Attempt, _possible: Sequence[str]) -> Html:
    """Draw the names of the spaces chosen on the board."""
    return h.p(".told")[picked(attempt) or _("Tap spaces on your board.")]


def picked(attempt: Attempt) -> str:
    """Return the choices made so far, in words."""
    chosen = attempt.chosen
    if not chosen:
        return ""
    return things(attempt.puzzle, sorted(chosen) if attempt.puzzle.kind == "space" else chosen)


def title(puzzle: Puzzle, day: date | None) -> Html:
    """Draw the title of a puzzle: its day, or its number and grade, and its kind."""
    when = (
        _("Puzzle of {day}").format(day=day_and_month(day.day, day.month))
        if day
        else _("Puzzle {number}").format(number=puzzle.number)
        if puzzle.number
        else _("Home-made puzzle")
    )
    name = f"{when} · {grade_name(puzzle.grade)}" if puzzle.number else when
    kind = h.span(".kind")[kind_name(puzzle.kind)]
    return h.p(".who")[icon("puzzle"), h.span[name, " ", kind]]


def progress(reached: int, best: int) -> Html:
    """Draw a result as a row of hexagons or, above twelve, as a bar.

    >>> progress(2, 6).count('class="got"'), progress(2, 6).count('class="open"')
    (2, 4)
    """
    got, best = min(max(reached, 0), best), max(best, 1)
    said = _("{number} of {best}").format(number=reached, best=best)
    if best <= _HEXES:
        step = min(_STEP, (_WIDE - 2 * _HALF) / max(best - 1, 1))
        size = min(1.0, step / (2 * _HALF + 2))
        shapes = [_hex(_HALF + 1 + at * step, size, "got" if at < got else "open") for at in range(best)]
    else:
        shapes = [
            h.rect(".open", x=0, y=10, width=_WIDE, height=14, rx=7),
            h.rect(".got", x=0, y=10, width=round(_WIDE * got / best), height=14, rx=7),
        ]
    return h.div(".target")[
        h.p(".line")[h.b[str(reached)], h.span[_("of {best}").format(best=best)]],
        h.svg(viewBox=f"0 0 {_WIDE} 34", role="img", aria_label=said)[shapes],
    ]


def _hex(x: float, size: float, kind: str) -> Html:
    half, tall, low = _HALF * size, _HIGH / 2 * size, _HIGH / 4 * size
    corners = ((0, -tall), (half, -low), (half, low), (0, tall), (-half, low), (-half, -low))
    points = " ".join(f"{x + dx:.1f},{17 + dy:.1f}" for dx, dy in corners)
    return h.polygon(points=points, class_=kind)


def outcome(attempt: Attempt) -> Html:
    """Draw the verdict on an answer, or the solution, in place of the command panel."""
    verdict = attempt.verdict
    if verdict is None:
        kind, shown = "choosing", _solution(attempt)
    elif verdict.solved:
        kind, shown = "won-cmd choosing", _won(attempt)
    else:
        kind, shown = "choosing missed", _missed(attempt, verdict)
    return h.div(class_=f"cmd puzzle-cmd {kind}")[
        title(attempt.puzzle, attempt.day), task_line(question(attempt.puzzle, attempt.names)), shown
    ]


def _won(attempt: Attempt) -> Html:
    return join(
        h.div(".won-head")[
            h.span(".tick")[icon("tick")],
            heading(_("Right") if attempt.helped else _("Solved")),
            h.p[attempt.verdict_text],
            h.p[_("You saw the solution before, so this counts as tried, not as solved.")] if attempt.helped else "",
        ],
        _reply(attempt),
        h.div(".buttons")[_ways(attempt)],
        sharing.report() if attempt.shared else "",
    )


def _missed(attempt: Attempt, verdict: Verdict) -> Html:
    counted = attempt.puzzle.kind in _COUNTED
    return join(
        heading(_("Not solved yet")),
        h.p[attempt.verdict_text],
        progress(verdict.reached, verdict.best) if counted else "",
        _reply(attempt),
        h.div(".buttons")[
            named("first", _("Try again"), "again", class_="main go"),
            named("bulb", _("Hint"), "hint", class_="with-sign")
            if attempt.hints < HINTS - 1 and not attempt.solved
            else "",
            named("eye", _("Solution"), "solve", class_="with-sign"),
        ],
    )


def _reply(attempt: Attempt) -> Html:
    """Draw the rival's best reply in a duel."""
    if not attempt.replied:
        return Html()
    return h.div(".reply")[h.b[_("The best reply:")], items(attempt.replied)]


def _solution(attempt: Attempt) -> Html:
    return join(
        heading(_("Solution") if attempt.puzzle.of_kind.answer == "choice" else _("One solution")),
        items(map(cited, solution(attempt.puzzle, attempt.names)), class_="solution"),
        h.div(".buttons")[_ways(attempt)],
        sharing.report() if attempt.shared else "",
    )


def shared(puzzle: Puzzle, day: date | None, verdict: Verdict, first: bool, hints: int, helped: bool = False) -> str:
    """Return the text to share, which names the puzzle and the result but reveals nothing of the answer.

    >>> from keyharvest.puzzles import load
    >>> print(shared(load()[3], date(2026, 1, 7), Verdict(True, 7, 7), True, 0))
    Key Harvest: puzzle of 7 January 2026
    ⬢⬢⬢⬢⬢⬢⬢
    Solved on the first try
    """
    name = (
        _("Key Harvest: puzzle of {day} {year}").format(day=day_and_month(day.day, day.month), year=day.year)
        if day
        else _("Key Harvest: puzzle {number}").format(number=puzzle.number)
        if puzzle.number
        else _("Key Harvest: a home-made puzzle")
    )
    rows = [name]
    if puzzle.kind in _COUNTED:
        got = min(max(verdict.reached, 0), verdict.best)
        rows.append("⬢" * got + "⬡" * (verdict.best - got))
    if helped:
        rows.append(_("Solution seen"))
    elif first and not hints:
        rows.append(_("Solved on the first try"))
    else:
        told = n_("Solved with {number} hint", "Solved with {number} hints", hints)
        rows.append(told.format(number=hints) if hints else _("Solved"))
    return "\n".join(rows)


def _ways(attempt: Attempt) -> list[Html]:
    """Draw the buttons that lead on after a right answer or a solution."""
    choice = attempt.puzzle.of_kind.answer == "choice"  # its solution is read, not played
    following = [button(_("Next puzzle"), "puzzle", attempt.following, class_="main go")] if attempt.following else []
    return [
        *following,
        named("eye", _("Solution"), "solve", class_="with-sign")
        if choice
        else named("next", _("Watch"), "solve", class_="with-sign"),
        named("first", _("Try again"), "again", class_="with-sign"),
        *([sharing.copy_text(_("Share"), attempt.shared, "share", "with-sign")] if attempt.shared else []),
    ]
