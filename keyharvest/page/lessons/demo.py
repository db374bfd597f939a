"""A demo embedded in another page: the session behind "Try it", and the drawings that the build makes beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from keyharvest import words
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import fault_text
from keyharvest.page.core.intent import CHOICES
from keyharvest.page.core.screen import IN_DEMO, Intent, Screen, carry_out
from keyharvest.page.lessons import demo_view as panels
from keyharvest.page.lessons import lesson_view as lesson
from keyharvest.page.lessons.lesson import Lesson, names_for
from keyharvest.page.parts.frame import lesson_frame
from keyharvest.page.parts.sharing import gallery_page, gallery_title
from keyharvest.page.tabletop.tabletop import TABLE_PARTS, Tabletop
from keyharvest.picture import colours, sprites
from keyharvest.picture.elements import Html, h
from keyharvest.picture.sprites import SHEET
from keyharvest.rules import State
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.scenario import Play, Scenario, check, parse_scenario
from keyharvest.scenario.library import SCENARIOS
from keyharvest.scenario.play import DONE, PLAY, READ
from keyharvest.table.set_up import NAMES
from keyharvest.words import language
from keyharvest.words.language import LANGUAGES, _, code

#: Seconds between the scenario's own moves.
_SECONDS: Final = 1.2
#: The intents of a reader who needs help.
_HELP: Final = ("hint", "teach")


class EmbeddedLesson(Screen):
    """The only screen of a demo."""

    name = "embedded"
    offers = (CHOICES,)
    parts = (("lesson", Lesson), *TABLE_PARTS)
    refusal = IN_DEMO
    page: Demo

    @property
    def lesson(self) -> Lesson:
        """The demo's scenario."""
        return self.page.lesson

    @property
    def table(self) -> Tabletop:
        return self.lesson.table

    def do(self, found: Intent, act: Callable[[Any], Patch | None]) -> Patch | None:
        return self.lesson.do(found.owner(self), act, found.deed.on == CHOICES)


class Demo:
    """One reader's demo, with the interface of a :class:`~keyharvest.page.session.Session`; nothing of it is saved.

    ``saved`` has ``demo``, the name of the scenario, or ``file``, the text of a custom one; it may have ``step``, the
    number of steps that the reader has seen, and ``language``. Raise ``ValueError`` for impossible values, except that
    the first patch reports errors in a file. Patches have one key that a session's lack, ``demo``: the reader's place
    (``step`` of ``steps``, one more once it is done; ``where`` in words); ``wrong``, the reply to a wrong last move,
    with its ``rule``; and whether it is ``done``, after how many ``tries`` and ``hints``.
    """

    #: For the screen: nothing else has intents, and single-character keys are on.
    owners: Final = ()
    letters: Final = True

    def __init__(self, saved: dict[str, str]) -> None:
        name, step = saved.get("demo", ""), saved.get("step", "0")
        spoken = saved.get("language", "en")
        if name not in SCENARIOS and "file" not in saved:
            raise ValueError(f"demo: unknown scenario {name[:40]!r}")
        if not (step.isascii() and step.isdigit() and len(step) < 4):
            raise ValueError(f"demo: step: expected a number, not {step[:20]!r}")
        if spoken not in LANGUAGES:
            raise ValueError(f"demo: language: expected one of {', '.join(LANGUAGES)}, not {spoken[:20]!r}")
        self._spoken, self._begun, self._refused = spoken, False, ""
        try:
            scenario = _checked(saved["file"]) if "file" in saved else SCENARIOS[name]
        except ValueError as error:
            self._refused = fault_text(error)
            scenario = next(iter(SCENARIOS.values()))
        self.lesson = Lesson(_begun(scenario, int(step)))
        self._screen = EmbeddedLesson(self)
        self._sent: dict[str, str] = {}
        self._tries = self._hints = 0
        self._wrong = ""

    def start(self) -> Patch:
        """Return the first patch: the frame of the board with its drawings, or the reason why a file is ``refused``."""
        self._begun = True
        if self._refused:
            return {"refused": self._refused}
        language.use(language.of(self._spoken))
        live = h.div(class_=f"{lesson.screen_class(self.lesson.play.scenario)} playing")[lesson_frame()]
        patch = self._patch({"say": self.lesson.play.words(code())})
        return {**patch, "panels": {"drawings": sprites.sprites(), "live": live, **patch["panels"]}}

    def lacks(self) -> str:
        """The catalogue to load before the start, or ""."""
        return "" if self._begun or language.known(self._spoken) else f"{self._spoken}.mo"

    def supply(self, name: str, content: bytes) -> None:
        """Read a loaded catalogue. Raise an error if it is broken."""
        language.add_catalogue(name.removesuffix(".mo"), content)

    def handle(self, message: dict[str, Any]) -> Patch:
        """Answer a message; an error becomes the patch's ``alert``."""
        try:
            extra = carry_out(self._screen, message) or {}
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
        """Return the seconds until :meth:`step` is due, or ``None`` if the reader has to act."""
        return self.lesson.wait(_SECONDS)

    def step(self) -> Patch:
        """Make the scenario's next move."""
        return self._patch(self.lesson.step())

    def _said(self) -> str:
        """Return the reply to the last move if it was wrong, or the reason why the last tap was refused."""
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
            "steps": steps,
            "where": _("Done") if done else _("Step {number} of {all}").format(number=number, all=steps),
            "wrong": self._wrong,
            "rule": rule[1] if rule else play.scenario.rules[0],
            "done": done,
            "tries": self._tries + 1,
            "hints": self._hints,
        }
        return {**extra, "panels": changed, "demo": state}


def _checked(text: str) -> Scenario:
    """Read a custom scenario. Raise ``ValueError`` with the first error."""
    scenario = parse_scenario(text)
    check(scenario, ())
    return scenario


def _begun(scenario: Scenario, step: int) -> Play:
    """Play a number of steps of a scenario by their model lines, or none if nothing would be left to do."""
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
    """Return everything that the build draws: ``style``, ``puzzles``, and ``languages``.

    ``puzzles`` has the ``lists`` of days, a first day and a number each, and ``tables``: the reader's fields and
    workers in each puzzle.

    Each language has ``demos`` by name, ``own``, ``puzzle``, ``missing`` and the ``gallery``, and ``sorry``, the text
    that a host's page shows if the frame can't be loaded. Except for ``sorry``, each has ``title``, ``about``, ``main``
    (its markup) and ``drawings`` (those that it uses, once).
    """
    from keyharvest.puzzles import load  # only the build needs them

    collection = load()
    puzzles = {
        "lists": [(each.first_day.isoformat(), each.number) for each in collection.lists],
        "tables": [_table(puzzle.seen.state) for puzzle in collection],
    }
    languages = {}
    for each in LANGUAGES:
        with language.speaking(each):
            languages[each] = _drawn(each)
    return {"style": colours.themes() + SHEET, "puzzles": puzzles, "languages": languages}


def _table(state: State) -> tuple[str, str]:
    """Return the fields and workers of the first seat, as a scenario's table spells them."""
    fields = "".join(
        f"{SPACES[each]}{'+' if state.ripe[0] >> each & 1 else '-'}" for each in spaces_in(state.fields[0])
    )
    return fields, "".join(f"{WORKER_LETTERS[worker]}@{SPACES[space]}" for worker, space in state.posts[0])


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
        "puzzle": _piece(_("Puzzle of the day"), "", panels.puzzle()),
        "missing": _piece("Key Harvest", "", panels.missing()),
        "sorry": _("This demo couldn't be loaded."),
        "gallery": {**_piece(gallery_title(), "", gallery), "page": gallery_page(spoken)},
    }


def _piece(title: str, about: str, main: Html) -> dict[str, str]:
    used = sprites.used_in(main)
    drawings = f'<svg class="kh kh-paints" aria-hidden="true"><defs>{used}</defs></svg>' if used else ""
    return {"title": title, "about": about, "main": main, "drawings": drawings}
