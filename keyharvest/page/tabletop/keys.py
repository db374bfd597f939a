"""The keyboard on the game screen: the effect of each key, and the way through everything that can be chosen."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import text_of
from keyharvest.page.core.intent import STEPS, intent
from keyharvest.page.tabletop.advising import Advising
from keyharvest.page.tabletop.panels import boards
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.geometry import SPACES, names, spaces_in
from keyharvest.table.shortcuts import HINT, PAGE, TABLE, Act
from keyharvest.table.staging import NOTHING
from keyharvest.words.language import _

#: Intents that make sense only while others act.
_OF_OTHERS: Final = ("pause", "step", "hurry")


class Keyboard(Advising):
    """The keyboard on the game screen: the cursor of the board, and the way through everything that can be chosen.

    Methods named ``do_…`` carry out an intent, like those of :class:`~keyharvest.page.tabletop.tabletop.Tabletop`.
    """

    def act(self, pressed: dict[str, Any], letters: bool) -> Act | None:
        """Return the effect of a key here, if any, assuming that the focus is where it was pressed.

        ``letters``: whether single-character keys are on.
        """
        found = self.press(pressed, self.places(), letters)
        if found == ("hint", None) and self._advice:
            return "hint", "close"
        if found and (
            (found[0] in _OF_OTHERS and not self._watching())
            or (found[0] == "pause" and not self.pauses())
            or (found[0] == "phrases" and not self.talks())
        ):
            return None
        return found

    def pauses(self) -> bool:
        """Whether the game can be paused."""
        return True

    def talks(self) -> bool:
        """Whether there is anyone on another page to talk to."""
        return False

    def places(self) -> tuple[str, ...]:
        """Return the groups of keys that work now, in order of precedence."""
        hint = self._advice if self._hint_in_sight() else None
        return (HINT, TABLE, PAGE) if hint and hint.done else (TABLE, PAGE)

    def _watching(self) -> bool:
        """Whether others act, so that keys such as the one to pause make sense."""
        return self.stage() is None and not self.head.past and not self.sitting.over

    @intent(text_of)
    def do_go(self, value: str) -> Patch | None:
        """Move the focus: over the board, to a space by its name, or through everything that can be chosen."""
        if value in ("next", "previous"):
            return self._go_through(1 if value == "next" else -1)
        return super().do_go(value)

    def _go_through(self, step: int) -> Patch:
        """Move the focus to the next element that can be chosen or, with a ``step`` of -1, the previous one."""
        found = self._targets()
        if not found:
            return {"say": _("There is nothing to choose right now.")}
        if self._at in found:
            return self.go_to(found[(found.index(self._at) + step) % len(found)])
        if not self._at.startswith(f"{boards.LARGE}-"):
            return self.go_to(found[0 if step > 0 else -1])
        before = [f"{boards.LARGE}-{name}" for name in SPACES[: self._cursor]]
        passed = sum(name in before for name in found)
        return self.go_to(found[(passed if step > 0 else passed - 1) % len(found)])

    def _targets(self) -> list[str]:
        """Return the ids of everything that can be chosen now, and show the player's board if the choice is there."""
        stage = self.stage()
        if stage is None:
            return []
        found = [f"more-{crop}" for crop in stage.addable()]
        if not stage.purse():
            other = stage.on_other_boards
            if not other:
                self.shown = stage.seat
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
        return self.do_tap(self._cursor)

    @intent()
    def do_step_back(self) -> Patch | None:
        """Undo the last choice, return from the past to now, or return from another board to the player's."""
        if self.head.past:
            return self.do_now()
        stage = self.stage()
        if stage and self._advice and self._hint_in_sight():
            return self.do_hint("compare" if self._advice.comparing else "close")
        if self._ending or self._note:
            self._ending = self._note = ""
            if stage is None or stage.kind == NOTHING:
                return None
        if stage and stage.step_back():
            return self._selected()
        self.shown = stage.seat if stage else self.shown
        return None

    @intent(on=STEPS)
    def do_log(self) -> Patch:
        """Move the focus to the log, which brings it to the front on a phone."""
        self.do_seen()
        return {"focus": "log"}

    @intent()
    def do_ask(self) -> Patch:
        """Move the focus to the question, or to the notice in its place."""
        return {"focus": "card-title" if self.stage() else "action"}
