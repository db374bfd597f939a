"""The keyboard on the game screen: the effect of each key, and the way through everything that can be chosen."""

from __future__ import annotations

from typing import Any

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import text_of
from keyharvest.page.core.intent import STEPS, intent
from keyharvest.page.tabletop.advising import Advising
from keyharvest.page.tabletop.choosing import Choosing
from keyharvest.page.tabletop.cursor import Cursor
from keyharvest.page.tabletop.panels import boards
from keyharvest.page.tabletop.playback import Holder, Playback
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.geometry import SPACES, names, spaces_in
from keyharvest.table.shortcuts import HINT, Act
from keyharvest.table.staging import NOTHING
from keyharvest.words.language import _


class Keyboard:
    """The keyboard on the game screen. Methods named ``do_…`` carry out an intent."""

    def __init__(
        self, holder: Holder, cursor: Cursor, playback: Playback, choosing: Choosing, advising: Advising
    ) -> None:
        self._holder = holder
        self._cursor = cursor
        self._playback = playback
        self._choosing = choosing
        self._advising = advising

    def effect(self, pressed: dict[str, Any], places: tuple[str, ...], letters: bool) -> Act | None:
        """Return the effect of a key in some groups of keys, if any, assuming that the focus is where it was pressed.

        ``letters``: whether single-character keys are on.
        """
        hint = self._advising.hint
        keys_of_hint = (HINT,) if hint and hint.done and self._advising.in_sight() else ()
        found = self._cursor.press(pressed, (*keys_of_hint, *places), letters)
        return ("hint", "close") if found == ("hint", None) and hint else found

    @intent(text_of)
    def do_go(self, value: str) -> Patch | None:
        """Move the focus: over the board, to a space by its name, or through everything that can be chosen."""
        if value in ("next", "previous"):
            return self._go_through(1 if value == "next" else -1)
        return self._cursor.do_go(value)

    def _go_through(self, step: int) -> Patch:
        """Move the focus to the next element that can be chosen or, with a ``step`` of -1, the previous one."""
        found = self._holder.targets()
        if not found:
            return {"say": _("There is nothing to choose right now.")}
        if self._cursor.at in found:
            return self._cursor.go_to(found[(found.index(self._cursor.at) + step) % len(found)])
        if not self._cursor.at.startswith(f"{boards.LARGE}-"):
            return self._cursor.go_to(found[0 if step > 0 else -1])
        before = [f"{boards.LARGE}-{name}" for name in SPACES[: self._cursor.space]]
        passed = sum(name in before for name in found)
        return self._cursor.go_to(found[(passed if step > 0 else passed - 1) % len(found)])

    def targets(self) -> list[str]:
        """Return the ids of everything that can be chosen now, and show the player's board if the choice is there."""
        stage = self._choosing.stage()
        if stage is None:
            return []
        found = [f"more-{crop}" for crop in stage.addable()]
        if not stage.purse():
            other = stage.on_other_boards
            if not other:
                self._holder.shown = stage.seat
            found += [f"{boards.LARGE}-{name}" for name in names(0 if other else stage.lit())]
            name = "target" if stage.turn is None else "tile"
            found += [f"{name}-{tile}" for tile in names(stage.open_tiles())]
            found += [f"worker-{WORKER_LETTERS[worker]}" for worker in spaces_in(stage.open_workers())]
        likely = stage.likely()
        answers = [*([likely] if stage.kind == NOTHING else []), *stage.aside()] if likely else stage.answers()
        found += [f"answer-{answer}" for answer in answers]
        if stage.moves():
            found.append("commit")
        if stage.kind == NOTHING and stage.can_end() and not stage.aim:
            found.append("end")
        return found

    @intent()
    def do_enter(self) -> Patch | None:
        """Choose the space that has the focus."""
        return self._holder.tap(self._cursor.space)

    @intent()
    def do_step_back(self) -> Patch | None:
        """Undo the last choice, return from the past to now, or return from another board to the player's."""
        if self._playback.head.past:
            return self._playback.do_now()
        stage = self._choosing.stage()
        hint, choosing = self._advising.hint, self._choosing
        if stage and hint and self._advising.in_sight():
            return self._advising.do_hint("compare" if hint.comparing else "close")
        if choosing.ending or choosing.note:
            choosing.ending = choosing.note = ""
            if stage is None or stage.kind == NOTHING:
                return None
        if stage and stage.step_back():
            return choosing.selected()
        self._holder.shown = stage.seat if stage else self._holder.shown
        return None

    @intent(on=STEPS)
    def do_log(self) -> Patch:
        """Move the focus to the log, which brings it to the front on a phone."""
        self._choosing.do_seen()
        return {"focus": "log"}

    @intent()
    def do_ask(self) -> Patch:
        """Move the focus to the question, or to the notice in its place."""
        return {"focus": "card-title" if self._choosing.stage() else "action"}
