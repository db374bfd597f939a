"""The panels that a lesson has in addition to those of the game: its head, the coach, the goal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

from keyharvest.page.parts.controls import button, named
from keyharvest.page.parts.faces import coach_face
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h, join
from keyharvest.scenario import Play, Scenario
from keyharvest.scenario.library import COURSE, lesson_of
from keyharvest.scenario.play import DONE, PLAY, READ, WAIT, WRONG
from keyharvest.words.language import N_, _

#: The panels of the game screen that every lesson needs.
_ALWAYS: Final = ("board", "hand", "card", "action")


def _spoken_of(scenario: Scenario) -> tuple[str, str]:
    """Return everything that the steps of a scenario show, and all moves in its lines, each as one text."""
    shown = " ".join(target for step in scenario.steps for target in step.show)
    return shown, " ".join(line for step in scenario.steps for line in (*step.lines(), *step.wrong))


def _other(scenario: Scenario) -> str:
    """Return a pattern for the seats of the others."""
    return f"[1-4](?<!{scenario.you + 1})"


def needed(scenario: Scenario) -> set[str]:
    """Return the panels of the game screen that a scenario needs; the others are omitted, as they would distract.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> sorted(needed(SCENARIOS["first-harvest"]))
    ['action', 'board', 'card', 'hand']
    """
    shown, lines = _spoken_of(scenario)
    other = _other(scenario)
    checks = " ".join([*scenario.goal, *(check for step in scenario.steps for check in (*step.claims, *step.until))])
    found = set(_ALWAYS)
    if f"points{scenario.you + 1}" in f"{shown} {checks}":
        found.add("mine")
    if scenario.start.registry or "registry" in shown:
        found.add("registry")
    if re.search(r"worker:|workers|town", shown) or re.search(r"\bb:", lines):
        found.add("tray")
    if re.search(rf"\b{other}:|(?:hand|store|board|points|workers){other}", shown) or scenario.start.players > 2:
        found.add("others")
    if re.search(r"\b(?:events?|bag|fallow|left)\b", shown):
        found.add("town")
    return found


def guided(scenario: Scenario) -> bool:
    """Whether a scenario needs one of the four actions only, so that there is nothing to choose among them."""
    return len(set(re.findall(r"\b[a-d](?=:)", _spoken_of(scenario)[1]))) < 2


#: The lesson of the course that explains a thing, by the class of the screens that omit it until then.
_EXPLAINED: Final = {"no-hiring": 5, "no-workers": 6, "no-townsfolk": 9, "no-majorities": 11}


def screen_class(scenario: Scenario) -> str:
    """Return the class of the screen, by which it omits what would distract or what no lesson has explained yet.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> screen_class(SCENARIOS["first-harvest"])
    'lesson one-action no-end no-store no-points no-hiring no-workers no-townsfolk no-majorities'
    >>> screen_class(SCENARIOS["last-turn"]), screen_class(SCENARIOS["windfall"])
    ('lesson no-store', 'lesson one-action no-end beside-first')
    """
    shown, lines = _spoken_of(scenario)
    to_end = any(re.search(r"\bend\b", line) for step in scenario.steps for line in step.lines())
    lesson = lesson_of(scenario.id)
    return (
        "lesson"
        + " one-action" * guided(scenario)
        + " no-end" * (not to_end)
        + " no-store" * (not re.search(r"\b[cd]:|store", f"{lines} {shown}"))
        + " no-points" * ("mine" not in needed(scenario))
        + " beside-first" * bool(re.search(rf"\bregistry|\bstore{_other(scenario)}", shown))
        + "".join(f" {name}" for name, number in _EXPLAINED.items() if lesson and lesson.number < number)
    )


#: The label of the way back, by the screen that led here, and whether it is what most readers want next.
_BACK: Final = {"game": (N_("Back to game"), True), "rules": (N_("Back to rules"), False)}


def top(play: Play, language: str, before: str = "learn", following: str | None = None) -> Html:
    """Draw the reader's place in the course and the ways out; ``before``: the screen that led here."""
    lesson = lesson_of(play.scenario.id)
    where = _("A rule on the board")
    if lesson:
        where = _("Lesson {number} of {all}").format(number=lesson.number, all=len(COURSE))
        if len(lesson.scenarios) > 1:
            letter = ascii_lowercase[lesson.scenarios.index(play.scenario.id)]
            where = _("Lesson {number} of {all}, exercise {exercise}").format(
                number=lesson.number, all=len(COURSE), exercise=f"{lesson.number}{letter}"
            )
    back, main = _BACK.get(before, (N_("Back"), False))
    total = len(play.scenario.steps)
    at = min(play.at + 1, total)
    dots = (h.i(class_="done" if number < play.at else "now" if number == play.at else None) for number in range(total))
    skip = ("lesson", following) if following else ("learn", None)
    return join(
        button(icon("back"), "leave", class_="back main" if main else "back", aria_label=_(back), title=_(back)),
        h.div(".lesson-title")[
            h.h1[play.scenario.text("title", language)],
            h.p(".where")[where],
            h.span(".dots", role="img", aria_label=_("Step {number} of {all}").format(number=at, all=total))[dots],
        ],
        h.div(".tools")[
            named("first", _("Start again"), "again"),
            named("skip", _("Skip"), *skip) if lesson else "",
            named("cap", _("All lessons"), "learn"),
            named("home", _("Home"), "home"),
        ],
    )


def coach(play: Play, hinted: bool, following: str | None, language: str, alone: bool = False) -> Html:
    """Draw the coach's words, the reply to the last move or the hint, and the buttons.

    ``alone``: whether the lesson isn't part of a course. Only one text is shown at a time, in a bubble as large as the
    longest text of this scenario, so that nothing below it moves.
    """
    lit = " ".join(sorted({_lit(target, play.scenario.you) for target in play.step.show if len(target) > 2}))
    room = h.div(".room", aria_hidden=True)[(h.p[text] for text in _all_said(play.scenario, language))]
    return h.div(".coach-inner", data_lit=lit if play.speaking else None)[
        h.div(".coach-says")[coach_face(), h.div(".bubble")[room, _said(play, hinted, language)]],
        h.div(".buttons")[_buttons(play, hinted, following, alone)],
    ]


def _all_said(scenario: Scenario, language: str) -> Iterator[str]:
    """Yield every text that a scenario may show."""
    rules = " ".join(_rules(scenario))
    for key in scenario.texts(language):
        text, (_step, dot, kind) = scenario.text(key, language), key.partition(".")
        if key == "goal":
            yield f"{_astray(text)} {rules}"
        elif kind == "hint":
            yield f"{_('Hint:')} {text}"
        elif dot:
            yield f"{_('Possible, but:')} {text} {rules}"
        elif key != "title":
            yield text


def _rules(scenario: Scenario) -> list[str]:
    """Return the labels of the rules that the reply to a wrong move links to."""
    return [_("Rule {number}").format(number=rule) for rule in scenario.rules[:2]]


def _astray(goal: str) -> str:
    return _("Possible, but the goal is: {goal}").format(goal=goal)


def _said(play: Play, hinted: bool, language: str) -> Html:
    """Draw what the coach says now."""
    if play.answer and (play.answer.key or play.answer.played):
        return _answer(play, language)
    if hinted and play.status == PLAY:
        return _words(h.b[_("Hint:")], " ", play.hint(language), kind="coach-hint")
    if play.status == WAIT and not play.step.do:
        return _words(_("Watch what the others do."))
    if not play.speaking and play.status == DONE:
        return _words(done_text())
    relaid = _("To continue, I've replaced your moves with mine.") if play.relaid else ""
    return _words(" ".join(filter(None, (relaid, play.words(language)))))


def _words(*said: str, kind: str | None = None, role: str | None = None) -> Html:
    return h.p("#coach-words", tabindex="-1", class_=kind, role=role)[said]


def _lit(target: str, you: int) -> str:
    """Return the part of the table to highlight for a thing shown in a step."""
    part = target.split(":")[0]
    seat = part[-1:]
    return "others" if seat in "1234" and int(seat) != you + 1 else part.rstrip("1234")


def to_read() -> str:
    """Return the reply to a tap when there is only text to read."""
    return _("Nothing to tap here yet: read, then press Next.")


def to_read_only() -> Html:
    """Draw the reply of :func:`to_read` in the place of the commands."""
    return h.p(".told")[to_read()]


def answer_text(play: Play, language: str) -> str:
    """Return the reply to a wrong move: the scenario's words for it, or else the goal."""
    if not play.answer:
        return ""
    return play.reply(language) or _astray(play.scenario.text("goal", language))


def done_text() -> str:
    """Return the words at the end, above the goal with its tick."""
    return _("Goal reached.")


def _answer(play: Play, language: str) -> Html:
    assert play.answer
    links = (
        join(" ", h.a(href=f"#rule-{rule}", data_intent="rules", data_value=rule)[word])
        for rule, word in zip(play.scenario.rules, _rules(play.scenario), strict=False)
    )
    words = [h.b[_("Possible, but:")], " "] if play.answer.played and play.answer.key else []
    return _words(*words, answer_text(play, language), *links, kind="coach-wrong", role="status")


def _buttons(play: Play, hinted: bool, following: str | None, alone: bool) -> list[Html]:
    """Draw up to three buttons, each kind always in the same place: continue, help or an alternative, and undo."""
    status = play.status
    close = [button(_("Close"), "leave", class_="quiet")] if alone else []
    if alone and status != DONE:
        close.insert(0, button(_("Start again"), "again", class_="quiet"))
    if status == DONE:
        if alone:
            return [_on(_("Once more"), "again"), *close]
        again = button(_("Once more"), "again")
        if following:
            same = lesson_of(following) == lesson_of(play.scenario.id)
            return [_on(_("Next exercise") if same else _("Next lesson"), "lesson", following), again]
        if lesson_of(play.scenario.id) == COURSE[-1]:
            return [_on(_("Play your first game"), "guided"), again]
        return [_on(_("All lessons"), "learn"), again]
    if status in (READ, WAIT):
        return [_on(_("Next") if status == READ else _("Continue now"), "onward"), *close]
    teach = button(_("Play it for me"), "teach")
    if status == WRONG:
        keep = button(_("Keep it"), "leave_it") if play.answer and play.answer.can_keep else Html()
        return [button(_("Undo it"), "undo", class_="main", id="coach-undo"), teach, keep, *close]
    undo = button(_("Undo"), "undo", id="coach-undo") if play.can_undo() else Html()
    hint = button(_("Hint"), "hint", aria_pressed=hinted)
    return [hint, teach, undo, *close]


def _on(word: str, intent: str, value: str | None = None) -> Html:
    return button(word, intent, value, class_="main", id="coach-on")


def goal(play: Play, language: str) -> Html:
    """Draw the goal, ticked once it is reached."""
    done = play.reached
    state = _("reached") if done else _("not yet reached")
    return h.p(class_="goal-line done" if done else "goal-line")[
        h.span(".goal-mark", role="img", aria_label=state)["✓" if done else "⚑"],
        h.span[h.b[_("Goal:")], " ", play.scenario.text("goal", language)],
    ]
