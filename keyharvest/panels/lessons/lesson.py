"""The panels of a lesson beside those of the game: its head, the coach, the goal."""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Final

from keyharvest.panels.parts.faces import coach_says
from keyharvest.panels.parts.markup import Html, button, join, tag
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.scenario import Play, Scenario
from keyharvest.scenario.library import COURSE, lesson_of
from keyharvest.scenario.play import DONE, PLAY, READ, WAIT, WRONG
from keyharvest.words.language import N_, _

#: What a lesson always needs of the game screen.
_ALWAYS: Final = ("board", "hand", "card", "action")


def frame() -> Html:
    """The lesson screen with its panels still empty."""
    around = ("registry", "hand", "card", "tray", "mine", "others", "town")
    return join(
        tag("header", id="lesson-top"),
        tag(
            "div",
            tag("section", id="coach", aria_label=_("The coach")),
            tag("section", id="goal", aria_label=_("The goal")),
            tag("div", id="action", role="region", aria_label=_("What to do")),
            class_="lesson-side",
        ),
        tag("div", tag("div", id="board"), class_="lesson-board"),
        tag(
            "div",
            *(_panel(name) for name in around),
            class_="lesson-dock",
        ),
    )


def _panel(name: str) -> Html:
    """A place for a panel; what lies in that of the counters brings a frame of its own."""
    return tag("div", id=name, class_=None if name == "card" else "panel")


def _spoken_of(scenario: Scenario) -> tuple[str, str]:
    """All that the steps of a scenario are about, and all moves that they know."""
    shown = " ".join(target for step in scenario.steps for target in step.show)
    return shown, " ".join(line for step in scenario.steps for line in (*step.lines(), *step.wrong))


def needed(scenario: Scenario) -> set[str]:
    """The panels of the game screen that a scenario needs: no others, so that nothing distracts.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> sorted(needed(SCENARIOS["first-harvest"]))
    ['action', 'board', 'card', 'hand']
    """
    shown, lines = _spoken_of(scenario)
    other = f"[1-4](?<!{scenario.you + 1})"
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
    if re.search(r"\b(?:events?|bag|stock|fallow|left)\b", shown):
        found.add("town")
    return found


def screen_class(scenario: Scenario) -> str:
    """The class of the screen: what of the action panel only distracts is left out where a scenario does not need it.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> screen_class(SCENARIOS["first-harvest"]), screen_class(SCENARIOS["two-actions"])
    ('lesson one-action no-end no-store no-points', 'lesson no-points others-first')
    """
    shown, lines = _spoken_of(scenario)
    actions = set(re.findall(r"\b[a-d](?=:)", lines))
    first = {_lit(target, scenario.you) for step in scenario.steps for target in step.show if len(target) > 2}
    to_end = any(re.search(r"\bend\b", line) for step in scenario.steps for line in step.lines())
    return (
        "lesson"
        + " one-action" * (len(actions) < 2)
        + " no-end" * (not to_end)
        + " no-store" * (not re.search(r"\b[cd]:|store", f"{lines} {shown}"))
        + " no-points" * ("mine" not in needed(scenario))
        + " others-first" * ("others" in first)
        + " tray-first" * ("worker" in first)
        + " store-first" * ("store" in first)
    )


def letter(worker: int) -> str:
    """The letter of a worker."""
    return WORKER_LETTERS[worker]


#: The way back, by the screen that led here, and whether it is the way that most want.
_BACK: Final = {"game": (N_("Back to the game"), True), "rules": (N_("Back to the rules"), False)}


def top(play: Play, before: str = "learn") -> Html:
    """Where one is, and the ways out; ``before``: the screen that led here."""
    lesson = lesson_of(play.scenario.id)
    where = _("A rule on the board")
    if lesson:
        exercise = ascii_lowercase[lesson.scenarios.index(play.scenario.id)] if len(lesson.scenarios) > 1 else ""
        where = _("Lesson {number} of {all}").format(number=f"{lesson.number}{exercise}", all=len(COURSE))
    back, main = _BACK.get(before, (N_("Back"), False))
    total = len(play.scenario.steps)
    at = min(play.at + 1, total)
    dots = (
        tag("i", class_="done" if number < play.at else "now" if number == play.at else None) for number in range(total)
    )
    return join(
        button(_(back), "leave", class_="back main" if main else "back"),
        tag("p", where, class_="where"),
        tag(
            "span",
            *dots,
            class_="dots",
            role="img",
            aria_label=_("Step {number} of {all}").format(number=at, all=total),
        ),
        tag("div", button(_("All lessons"), "learn"), button(_("Home"), "home"), class_="tools"),
    )


def coach(
    play: Play, hinted: bool, following: str | None, language: str, alone: bool = False, eager: bool = False
) -> Html:
    """The coach's words, what is said to the last move, and the buttons.

    ``alone``: without a course around it; ``eager``: the reader has tapped something while there is only to read.
    """
    lit = " ".join(sorted({_lit(target, play.scenario.you) for target in play.step.show if len(target) > 2}))
    said = done_text() if play.status == DONE else play.words(language)
    if play.status == WAIT and not play.step.do:
        said = _("Watch what the others do.")
    parts = [
        tag("h1", play.scenario.text("title", language)),
        coach_says(said, id="coach-words", tabindex="-1"),
    ]
    if play.relaid and play.status in (READ, PLAY):
        parts.append(tag("p", _("So that I can go on, the table is set as after my own moves."), class_="fine"))
    if eager and play.status == READ:
        parts.append(tag("p", to_read(), class_="coach-hint"))
    if hinted and play.status == PLAY:
        parts.append(tag("p", tag("b", _("Hint:")), " ", play.hint(language), class_="coach-hint"))
    if play.answer and (play.answer.key or play.answer.played):
        parts.append(_answer(play, language))
    parts.append(tag("div", *_buttons(play, hinted, following, alone), class_="buttons"))
    return tag("div", *parts, class_="coach-inner", data_lit=lit if play.status in (READ, PLAY) else None)


def _lit(target: str, you: int) -> str:
    """The part of the table to which a thing belongs that a step shows."""
    part = target.split(":")[0]
    seat = part[-1:]
    return "others" if seat in "1234" and int(seat) != you + 1 else part.rstrip("1234")


def to_read() -> str:
    """What is said to who taps something while there is only to read."""
    return _("Nothing to tap here yet: read, then press Next.")


def answer_text(play: Play, language: str) -> str:
    """What is said to a move that goes astray: the file's words, else the goal."""
    if not play.answer:
        return ""
    goal = play.scenario.text("goal", language)
    return play.told(language) or _("Possible, but the goal is: {goal}").format(goal=goal)


def done_text() -> str:
    """What is said at the end, over the goal with its tick."""
    return _("Goal reached.")


def _answer(play: Play, language: str) -> Html:
    assert play.answer
    rules = [
        tag("a", _("Rule {number}").format(number=rule), href=f"#rule-{rule}", data_intent="rules", data_value=rule)
        for rule in play.scenario.rules[:2]
    ]
    words = [tag("b", _("Possible, but:")), " "] if play.answer.played and play.answer.key else []
    links = join(*(join(" ", link) for link in rules))
    return tag("p", *words, answer_text(play, language), links, class_="coach-wrong", role="status")


def _buttons(play: Play, hinted: bool, following: str | None, alone: bool) -> list[Html]:
    status = play.status
    if status == DONE and alone:
        return [_on(_("Once more"), "again"), button(_("Close"), "leave", class_="quiet")]
    if status == DONE:
        if following:
            on = _on(_("Next lesson"), "lesson", following)
        elif lesson_of(play.scenario.id) == COURSE[-1]:
            on = _on(_("Play your first game"), "guided")
        else:
            on = _on(_("All lessons"), "learn")
        return [on, button(_("Once more"), "again")]
    found = []
    if status in (READ, WAIT):
        found.append(_on(_("Next") if status == READ else _("Continue now"), "onward"))
    if status == WRONG:
        found.append(button(_("Undo it"), "undo", class_="main", id="coach-undo"))
        if play.answer and play.answer.can_go_on:
            found.append(button(_("Keep it"), "leave_it"))
    if status == PLAY and not hinted:
        found.append(button(_("Hint"), "hint"))
    if status in (PLAY, WRONG):
        found.append(button(_("Play it for me"), "teach"))
    if status == PLAY and play.can_undo():
        found.append(button(_("Undo"), "undo", id="coach-undo"))
    found.append(button(_("Start again"), "again", class_="quiet"))
    if alone:
        return [*found, button(_("Close"), "leave", class_="quiet")]
    return [*found, button(_("Skip"), "lesson" if following else "learn", following, class_="quiet")]


def _on(word: str, intent: str, value: str | None = None) -> Html:
    return button(word, intent, value, class_="main", id="coach-on")


def goal(play: Play, language: str) -> Html:
    """What is to be reached, ticked when it is."""
    done = play.reached
    state = _("reached") if done else _("not yet reached")
    return tag(
        "p",
        tag("span", "✓" if done else "⚑", class_="goal-mark", role="img", aria_label=state),
        tag("span", tag("b", _("Goal:")), " ", play.scenario.text("goal", language)),
        class_="goal-line done" if done else "goal-line",
    )
