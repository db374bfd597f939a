"""The course: its lessons as cards, with the reader's progress."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.page.lessons.pictures_view import picture
from keyharvest.page.parts.controls import button, head, named
from keyharvest.page.parts.faces import coach_says
from keyharvest.picture.elements import Html, h, join
from keyharvest.scenario.library import COURSE, CourseLesson
from keyharvest.words.language import _, n_


def learn(done: Sequence[int], following: CourseLesson | None, targets: Sequence[str], language: str) -> Html:
    """Draw the course.

    ``done``: the numbers of the finished lessons; ``following``: the next lesson, if any; ``targets``: for each lesson,
    the scenario that it opens with.
    """
    left = sum(lesson.seconds for lesson in COURSE if lesson.number not in done)
    cards = [_card(lesson, lesson.number in done, lesson is following, target, language)
             for lesson, target in zip(COURSE, targets, strict=True)]  # fmt: skip
    if following is None:
        told = _("All twelve lessons done.")
        on = button(_("Play your first game"), "guided", class_="main big", id="learn-on")
    else:
        minutes = max(1, round(left / 60))
        told = n_(
            "{number} of 12 done, about {minutes} minute left.",
            "{number} of 12 done, about {minutes} minutes left.",
            minutes,
        ).format(number=len(done), minutes=minutes)
        word = _("Continue with lesson {number}") if done else _("Start with lesson {number}")
        on = button(
            word.format(number=following.number),
            "lesson",
            targets[following.number - 1],
            class_="main big",
            id="learn-on",
        )
    states = ["done" if lesson.number in done else "next" if lesson is following else "" for lesson in COURSE]
    return h.div(".learn-inner")[
        head(_("Learn Key Harvest"), named("book", _("Rules"), "rules")),
        h.section(".sheet.teacher")[
            coach_says(
                _(
                    "You run a farm: harvest, trade fields, play workers. The player with the most points wins. "
                    "I'm your coach: twelve short lessons on the real board, none longer than "
                    "two minutes, and I keep your place."
                )
            ),
            h.p(".lesson-row", aria_hidden=True)[(h.i(class_=state or None) for state in states)],
            h.p(".progress")[told],
            on,
        ],
        h.section(".sheet.first-game")[
            h.h2[_("Your first game")],
            h.p[
                _(
                    "Against the gentlest opponent, with me beside you. I show you what to look "
                    "at and why, and fall silent once you know your way around."
                )
            ],
            button(_("Play now"), "guided") if following else "",
        ],
        h.ol(".lessons")[cards],
    ]


def _card(lesson: CourseLesson, done: bool, following: bool, target: str, language: str) -> Html:
    state = _("done") if done else _("next") if following else ""
    return h.li[
        button(
            join(
                picture(lesson.number),
                h.span(".number")[str(lesson.number)],
                h.b[lesson.title(language)],
                h.small[lesson.line(language)],
                h.span(".state")[state] if state else "",
            ),
            "lesson",
            target,
            class_="lesson-card" + (" done" if done else " next" if following else ""),
        )
    ]
