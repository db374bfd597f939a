"""A puzzle embedded in another page: the session behind "Try it" (docs/embedding.md)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import fault_text
from keyharvest.page.core.intent import CHOICES, STEPS
from keyharvest.page.core.screen import IN_DEMO, Screen, carry_out
from keyharvest.page.parts.frame import lesson_frame
from keyharvest.page.puzzles.puzzling import FILE
from keyharvest.page.puzzles.solving import Solving, found
from keyharvest.page.tabletop.tabletop import TABLE_PARTS, Tabletop
from keyharvest.picture import sprites
from keyharvest.picture.elements import h
from keyharvest.puzzles import grade_name, kind_name, load, loaded
from keyharvest.saved.puzzle_results import Results
from keyharvest.words import language

#: Seconds between the moves of a solution.
_SECONDS: Final = 1.2
#: The panels of the game screen for which an embedded frame has space.
_PANELS: Final = ("board", "hand", "card", "action", "registry", "tray", "others")
_HELP: Final = ("hint", "solve")


class EmbeddedTask(Screen):
    """The only screen of an embedded puzzle."""

    name = "embedded-puzzle"
    offers = (CHOICES, STEPS)
    parts = (("solving", Solving), *TABLE_PARTS)
    refusal = IN_DEMO
    page: EmbeddedPuzzle

    @property
    def solving(self) -> Solving:
        """The puzzle."""
        assert self.page.puzzle
        return self.page.puzzle

    @property
    def table(self) -> Tabletop:
        return self.solving.table


class EmbeddedPuzzle:
    """One reader's puzzle, with the interface of a :class:`~keyharvest.page.session.Session`; nothing of it is saved.

    ``saved`` has ``puzzle`` (``daily``, or a number) and ``language``. Raise ``ValueError`` for an impossible language.
    A puzzle that doesn't exist is an error only once the file of puzzles has been loaded. Patches have the key ``demo``
    like those of a :class:`~keyharvest.page.lessons.demo.Demo`; a puzzle is one step.
    """

    #: For the screen: nothing else has intents, and single-character keys are on.
    owners: Final = ()
    letters: Final = True

    def __init__(self, saved: dict[str, str], today: Callable[[], date] = date.today) -> None:
        self._wanted, self._spoken, self._today = saved["puzzle"], saved.get("language", "en"), today
        if self._spoken not in language.LANGUAGES:
            known = ", ".join(language.LANGUAGES)
            raise ValueError(f"puzzle: language: expected one of {known}, not {self._spoken[:20]!r}")
        self._begun = False
        self.puzzle: Solving | None = None
        self._screen = EmbeddedTask(self)
        self._sent: dict[str, str] = {}
        self._tries = self._hints = 0

    def start(self) -> Patch:
        """Return the first patch: the puzzle, or nothing if the file of puzzles isn't loaded yet."""
        self._begun = True
        language.use(language.of(self._spoken))
        return self._opened() if loaded() else {}

    def lacks(self) -> str:
        """The file to load next, or "": the catalogue before the start, the puzzles after it."""
        if not self._begun:
            return "" if language.known(self._spoken) else f"{self._spoken}.mo"
        return "" if self.puzzle else FILE

    def supply(self, name: str, content: bytes) -> None:
        """Read a loaded file. Raise an error if it is broken."""
        if name == FILE:
            load(content.decode())
        else:
            language.add_catalogue(name.removesuffix(".mo"), content)

    def arrived(self, _name: str) -> Patch:
        """Show the puzzle, after the attempt to load the file."""
        return self._opened()

    def _opened(self) -> Patch:
        puzzle, day, _following = found(self._wanted, self._today(), Results(), secrets.randbelow)
        self.puzzle = Solving(puzzle, day, Results(), self._today, following="")
        live = h.div(".lesson.puzzle.playing")[lesson_frame()]
        patch = self._patch(self.puzzle, {})
        return {**patch, "panels": {"drawings": sprites.sprites(), "live": live, **patch["panels"]}}

    def handle(self, message: dict[str, Any]) -> Patch:
        """Answer a message; an error becomes the patch's ``alert``."""
        solving = self.puzzle
        if solving is None:
            return {}
        before = solving.verdict
        try:
            extra = carry_out(self._screen, message) or {}
        except ValueError as error:
            return {"alert": fault_text(error)}
        self._hints += message["intent"] in _HELP
        self._tries += solving.verdict is not None and solving.verdict is not before
        return self._patch(solving, extra)

    def wait(self) -> float | None:
        """Return the seconds until :meth:`step` is due, or ``None`` if the reader has to act."""
        return self.puzzle.wait(_SECONDS) if self.puzzle else None

    def step(self) -> Patch:
        """Show the next move of the solution."""
        assert self.puzzle  # only an open puzzle waits for a step
        return self._patch(self.puzzle, self.puzzle.step())

    def _patch(self, solving: Solving, extra: Patch) -> Patch:
        drawn = solving.panels()
        changed = {name: drawn[name] for name in _PANELS if self._sent.get(name) != drawn[name]}
        self._sent.update(changed)
        puzzle, verdict = solving.puzzle, solving.verdict
        state = {
            "step": 1,
            "steps": 1,
            "where": f"{kind_name(puzzle.kind)} · {grade_name(puzzle.grade)}",
            "wrong": solving.verdict_text if verdict and not verdict.solved else "",
            "rule": puzzle.of_kind.rule,
            "done": bool(verdict and verdict.solved),
            "tries": self._tries,
            "hints": self._hints,
        }
        return {**extra, "panels": changed, "demo": state}
