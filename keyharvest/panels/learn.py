"""The course: its lessons as cards, and how far one has come."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from keyharvest.panels.markup import Html, button, join, tag
from keyharvest.picture import tiles
from keyharvest.picture.board import board
from keyharvest.picture.hexes import CENTRES
from keyharvest.picture.view import view_of
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.geometry import spaces_in
from keyharvest.scenario.library import COURSE, SCENARIOS, Lesson
from keyharvest.scenario.moments import moments
from keyharvest.words.language import _


def learn(done: Sequence[int], following: Lesson | None, targets: Sequence[str], language: str) -> Html:
    """The course. ``done``: the numbers of finished lessons; ``targets``: for each lesson where a press leads."""
    left = sum(lesson.seconds for lesson in COURSE if lesson.number not in done)
    cards = [_card(lesson, lesson.number in done, lesson is following, target, language)
             for lesson, target in zip(COURSE, targets, strict=True)]  # fmt: skip
    if following is None:
        told = _("All twelve lessons are done. You know the game: play it!")
        on = button(_("Play one opponent now"), "quick", class_="main big")
    else:
        told = _("{number} of 12 done, about {minutes} minutes left.").format(
            number=len(done), minutes=max(1, round(left / 60))
        )
        word = _("Go on with lesson {number}") if done else _("Begin with lesson {number}")
        on = button(
            word.format(number=following.number),
            "lesson",
            targets[following.number - 1],
            class_="main big",
            id="learn-on",
        )
    return tag(
        "div",
        tag(
            "header",
            tag("p", button(_("Home"), "home"), button(_("Rules"), "rules"), class_="back"),
            tag("h1", _("Learn Key Harvest")),
            tag(
                "div",
                Html(tiles.worker(WORKER_INDEX["F"], None, label="")),
                tag(
                    "p",
                    _(
                        "Twelve short lessons on the real board, none over two minutes. "
                        "Leave whenever you like: I keep your place."
                    ),
                    class_="bubble",
                ),
                class_="coach-says",
            ),
            tag("p", told, class_="progress"),
            on,
            class_="learn-head",
        ),
        tag(
            "section",
            tag("h2", _("Your first game")),
            tag(
                "p",
                _(
                    "Against the gentlest opponent, with me beside you. I say what to look at and why, "
                    "and fall silent when you know your way."
                ),
            ),
            button(_("Play it now"), "guided", class_="main" if following is None else None),
            class_="first-game",
        ),
        tag("ol", *cards, class_="lessons"),
        class_="learn-inner",
    )


def _card(lesson: Lesson, done: bool, following: bool, target: str, language: str) -> Html:
    state = _("done") if done else _("next") if following else ""
    return tag(
        "li",
        button(
            join(
                _picture(lesson.scenarios[-1]),
                tag("span", str(lesson.number), class_="number"),
                tag("b", lesson.titles.get(language, lesson.titles["en"])),
                tag("small", lesson.lines.get(language, lesson.lines["en"])),
                tag("span", state, class_="state") if state else "",
            ),
            "lesson",
            target,
            class_="lesson-card" + (" done" if done else " next" if following else ""),
        ),
    )


@cache
def _picture(name: str) -> Html:
    """The part of the board on which the fields of a scenario lie at its end, wider than high."""
    scenario = SCENARIOS[name]
    view = view_of(moments(scenario)[-1].state, scenario.you)
    places = [CENTRES[space] for space in spaces_in(view.fields)]
    upper, lower = min(y for _x, y in places), max(y for _x, y in places)
    height = lower - upper + 150
    width = round(height * 2.4)
    left = round(sum(x for x, _y in places) / len(places) - width / 2)
    drawn = board(view, "thumbnail")
    drawn = re.sub(r'viewBox="[^"]*"', f'viewBox="{left} {upper - 75} {width} {height}"', drawn, count=1)
    return Html(re.sub(r'role="img" aria-label="[^"]*"', 'aria-hidden="true"', drawn, count=1))
