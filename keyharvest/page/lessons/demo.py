"""A demo on another page: what the build draws of the scenarios, and the session behind "Try it"."""

from __future__ import annotations

from typing import Any, Final

from keyharvest import words
from keyharvest.page.forms import fault_text
from keyharvest.page.game.tabletop import Patch
from keyharvest.page.intents import carry_out
from keyharvest.page.lessons.lesson import Lesson, names_for
from keyharvest.page.whereabouts import EMBEDDED
from keyharvest.panels.lessons import demo as panels
from keyharvest.panels.lessons import lesson
from keyharvest.panels.parts.markup import Html, tag
from keyharvest.picture import colours, sprites
from keyharvest.scenario import Play, Scenario, check, parse_scenario
from keyharvest.scenario.library import SCENARIOS
from keyharvest.scenario.play import DONE, PLAY, READ
from keyharvest.table.set_up import NAMES
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES, _, code

#: Seconds between the moves that a scenario makes itself.
_SECONDS: Final = 1.2
#: What a reader asks for who wants help.
_HELP: Final = ("hint", "teach")


class Demo:
    """One reader's demo, spoken to as a :class:`~keyharvest.page.session.Session` is; nothing of it is kept.

    ``saved`` has ``demo``, the name of the scenario, or ``file``, the text of somebody's own; it may have ``step``: how
    many moments the reader has seen, and ``language``. ``ValueError`` for what cannot be, but for a file that is no
    good: of that the first patch tells. A patch has one key more than those of a session, ``demo``: where the reader is
    (``step`` of ``steps``, ``where`` in words), ``wrong``: what was said to the last move if it was no good, with its
    ``rule``; and whether it is ``done``, after how many ``tries`` and ``hints``.
    """

    #: What the table of intents asks for: where this is, and that keys with a single character count.
    screen: Final = EMBEDDED
    letters: Final = True

    def __init__(self, saved: dict[str, str]) -> None:
        name, step = saved.get("demo", ""), saved.get("step", "0")
        spoken = saved.get("language", "en")
        if name not in SCENARIOS and "file" not in saved:
            raise ValueError(f"demo: no scenario {name[:40]!r}")
        if not (step.isascii() and step.isdigit() and len(step) < 4):
            raise ValueError(f"demo: step: want a number, not {step[:20]!r}")
        if spoken not in LANGUAGES:
            raise ValueError(f"demo: language: want one of {', '.join(LANGUAGES)}, not {spoken[:20]!r}")
        self._spoken, self._begun, self._refused = spoken, False, ""
        try:
            scenario = _checked(saved["file"]) if "file" in saved else SCENARIOS[name]
        except ValueError as error:
            self._refused = fault_text(error)
            scenario = next(iter(SCENARIOS.values()))
        self.lesson = Lesson(_begun(scenario, int(step)))
        self._sent: dict[str, str] = {}
        self._tries = self._hints = 0
        self._wrong = ""

    def start(self) -> Patch:
        """The first patch: the frame of the living board with all that it copies, or why a file is ``refused``."""
        self._begun = True
        if self._refused:
            return {"refused": self._refused}
        language.use(language.of(self._spoken))
        live = tag("div", lesson.frame(), class_=f"{lesson.screen_class(self.lesson.play.scenario)} playing")
        patch = self._patch({"say": self.lesson.play.words(code())})
        return {**patch, "panels": {"drawings": sprites.sprites(), "live": live, **patch["panels"]}}

    def lacks(self) -> str:
        """The language of which the catalogue is to be brought before the start; empty for none."""
        return "" if self._begun or language.known(self._spoken) else self._spoken

    def handle(self, message: dict[str, Any]) -> Patch:
        """Answer a message; what is wrong with it becomes the patch's ``alert``."""
        try:
            extra = carry_out(self, message) or {}
        except ValueError as error:
            return {"alert": fault_text(error)}
        name = message["intent"]
        if name in _HELP:
            self._hints += 1
        elif name == "again":
            self._tries = self._hints = 0
        before, self._wrong = self._wrong, self._said()
        if self._wrong and self._wrong != before:
            self._tries += 1
            extra = {"say": self._wrong, **extra}
        return self._patch(extra)

    def wait(self) -> float | None:
        """Seconds until :meth:`step` is due; ``None`` while the reader is to do something."""
        return self.lesson.wait(_SECONDS)

    def step(self) -> Patch:
        """The next move that the scenario makes."""
        return self._patch(self.lesson.step())

    def _said(self) -> str:
        """What is said to the last move or wish, if it was not what the goal asks for, or not possible."""
        play, stage = self.lesson.play, self.lesson.table.stage()
        refused = words.why_not(*stage.refusal(), names_for(play.scenario)) if stage and stage.refused else ""
        told = lesson.answer_text(play, code()) if play.answer else ""
        return " ".join(filter(None, (refused, told)))

    def _patch(self, extra: Patch) -> Patch:
        play, found = self.lesson.play, self.lesson.panels(None)
        del found["lesson-top"]
        found["coach"] = lesson.coach(play, self.lesson.hinted, None, code(), alone=True)
        changed = {name: html for name, html in found.items() if self._sent.get(name) != html}
        self._sent.update(changed)
        steps = len(play.scenario.steps)
        done = play.status == DONE
        number = min(play.at, steps - 1) + 1
        rule = words.rule_named().search(self._wrong)
        state = {
            "step": play.at + 1,
            "steps": steps + 1,
            "where": _("Done") if done else _("Step {number} of {all}").format(number=number, all=steps),
            "wrong": self._wrong,
            "rule": rule[1] if rule else play.scenario.rules[0],
            "done": done,
            "tries": self._tries + 1,
            "hints": self._hints,
        }
        return {**extra, "panels": changed, "demo": state}


def _checked(text: str) -> Scenario:
    """Somebody's own scenario; ``ValueError`` with the first fault."""
    scenario = parse_scenario(text)
    check(scenario, ("en",))
    return scenario


def _begun(scenario: Scenario, step: int) -> Play:
    """A scenario of which so many steps are done, by their model lines; from its beginning if nothing is left to do."""
    if not any(each.do for each in scenario.steps[step:]):
        step = 0
    play = Play(scenario)
    while play.at < step:
        if play.status == READ:
            play.next()
        elif play.status == PLAY:
            play.show_me()
        play.hurry()
    return play


def drawn() -> dict[str, Any]:
    """All that the build needs: ``style``, and by language ``demos`` by name, ``own``, ``missing`` and the ``gallery``.

    ``sorry`` is what a host's page says if the frame cannot be shown. Each of the others has ``title``, ``about``,
    ``main`` (its markup) and ``drawings`` (those that it uses, once).
    """
    return {"style": colours.themes() + colours.rules(), "languages": {each: _in(each) for each in LANGUAGES}}


def _in(spoken: str) -> dict[str, Any]:
    with language.speaking(spoken):
        return _drawn(spoken)


def _drawn(spoken: str) -> dict[str, Any]:
    demos = {
        scenario.id: _piece(
            scenario.text("title", spoken),
            scenario.text("goal", spoken),
            panels.demo(scenario, names_for(scenario), spoken),
        )
        for scenario in SCENARIOS.values()
    }
    gallery = panels.gallery(list(SCENARIOS.values()), NAMES, spoken, "embed/", "./")
    return {
        "demos": demos,
        "own": _piece("Key Harvest", "", panels.own()),
        "missing": _piece("Key Harvest", "", panels.missing("../../")),
        "sorry": _("This demo couldn't be loaded."),
        "gallery": {**_piece(panels.gallery_title(), "", gallery), "page": panels.gallery_page(spoken)},
    }


def _piece(title: str, about: str, main: Html) -> dict[str, str]:
    used = sprites.used_in(main)
    drawings = f'<svg class="kh kh-paints" aria-hidden="true"><defs>{used}</defs></svg>' if used else ""
    return {"title": title, "about": about, "main": main, "drawings": drawings}
