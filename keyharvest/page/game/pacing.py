"""Everything that moves by itself: computer players, others' turns shown step by step, searches for hints, clocks."""

from __future__ import annotations

from typing import Final

from keyharvest.page.editor.editing import Editing
from keyharvest.page.game.seating import Seating
from keyharvest.page.game.tabletop import Patch, Tabletop
from keyharvest.page.keeping import Keeping
from keyharvest.page.memory import Memory
from keyharvest.page.screens import Screens
from keyharvest.page.whereabouts import EDITOR, Whereabouts
from keyharvest.panels.game.seats import CLOCKS, time_left
from keyharvest.table.chairs import NOBODY

#: Seconds between the steps of computer players, so that they can be read; an event takes longer.
_SECONDS: Final = {"slow": 2.4, "normal": 1.2, "fast": 0.1}
_EVENT_TAKES: Final = 2
#: Seconds that a computer player thinks before messages are handled again.
SLICE: Final = 0.02


class Pacing:
    """The timing of the next step on a page, and the step itself."""

    def __init__(
        self, memory: Memory, keeping: Keeping, here: Whereabouts, seating: Seating, screens: Screens, editing: Editing
    ) -> None:
        self._memory = memory
        self._keeping = keeping
        self._here = here
        self._seating = seating
        self._screens = screens
        self._editing = editing

    def wait(self) -> float | None:
        """Return the seconds until :meth:`step` is due, or ``None`` if nothing moves by itself."""
        if self._keeping.busy():
            return 0.0
        pace, screen = self._memory.settings.pace, self._here.screen
        opened = self._screens.lesson() or self._screens.puzzle()
        if opened:
            return opened.wait(_SECONDS.get(pace, _SECONDS["normal"]))
        if screen == EDITOR:
            return 0.0 if self._editing.searching else None
        table = self._seating.table
        if table and (table.searching if screen == "game" else screen == "review" and table.analysing):
            return 0.0
        if table is None or screen != "game" or table.head.past or (table.paused and not table.stepping):
            return None
        if table.head.live and not table.sitting.computer_to_act():
            return self._seating.stopwatch.due()
        if table.head.hurried or (table.head.live and table.sitting.thinking):
            return 0.0
        rest = _SECONDS.get("slow" if pace == "normal" and self._seating.coached() else pace)
        line = table.timeline.line(table.head.at)
        return rest * _EVENT_TAKES if rest and line and line.brief.kind == "event" else rest

    def step(self) -> tuple[Patch, bool]:
        """Do the next thing that is due: continue an import, a lesson or a search, show others' next step, or let a
        computer player think or move.

        Return an addition to the patch, and whether anything drawn has changed.
        """
        if self._keeping.busy():
            return self._keeping.take_next(), True
        opened = self._screens.lesson() or self._screens.puzzle()
        if opened:
            return opened.step(), True
        if self._here.screen == EDITOR:
            return self._edited()
        table = self._seating.table
        if table is None:
            return {}, False
        if self._here.screen == "review":
            told = table.continue_analysis(SLICE)
            self._keeping.keep_analysis(table.sitting.judged)
            return told, not table.analysing
        if table.searching:
            told = table.continue_search(SLICE)
            return told, "say" in told or not table.searching  # the turns are shown before their plans
        if not table.head.live:
            table.advance()
            return self._seating.shown(), True
        if not table.sitting.computer_to_act():
            return self._ticked(table), False
        since = len(table.sitting.game.moves)
        table.sitting.patience = float(self._memory.settings.think)
        if not table.sitting.think(SLICE):
            return {}, False
        table.follow(since)
        return self._seating.moved(), True

    def _edited(self) -> tuple[Patch, bool]:
        """Continue the editor's search, then make the demo that waits for it, if any."""
        told = self._editing.continue_search(SLICE)
        if self._editing.wants_demo and not self._editing.searching:
            try:
                told = self._screens.do_demo(None)
            except ValueError as error:  # the best turn does nothing
                told = {"alert": str(error)}
        return told, "say" in told or not self._editing.searching

    def _ticked(self, table: Tabletop) -> Patch:
        """Charge the thinking time so far; only the clock is drawn again."""
        stopwatch = self._seating.stopwatch
        stopwatch.charge()
        clock, seat = table.sitting.clock, stopwatch.seat
        if clock is None or seat == NOBODY:
            return {}
        patch: Patch = {"attributes": {name: time_left(clock, seat) for name in CLOCKS}}
        if stopwatch.unkept():
            self._keeping.keep(table.sitting)
            patch["save"] = self._keeping.unsaved()
        return patch

    def do_step(self) -> Patch:
        """Show one step of the others while they are paused."""
        self._seating.open().stepping = True
        return self.step()[0]
