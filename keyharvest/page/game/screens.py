"""The screens of the game on the table: the game, the curtain before it, its end and its review."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyharvest import words
from keyharvest.advice.coach import closing
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import one_of, or_nothing
from keyharvest.page.core.intent import CHOICES, COMPANY, EVERYWHERE, PLAYED, STEPS, TALK, intent
from keyharvest.page.core.screen import SECONDS, SLICE, Marks, Screen
from keyharvest.page.core.sounds import OVER
from keyharvest.page.game.view import Pause, curtain, ending
from keyharvest.page.page import Page
from keyharvest.page.parts import frame
from keyharvest.page.tabletop.panels import history
from keyharvest.page.tabletop.panels.seats import CLOCKS, time_left
from keyharvest.page.tabletop.tabletop import TABLE_PARTS, Tabletop
from keyharvest.picture.elements import Html
from keyharvest.players import LEVELS
from keyharvest.rules import round_of
from keyharvest.table.chairs import NOBODY
from keyharvest.table.timeline import by_round

#: An event takes longer than other steps.
_EVENT_TAKES: Final = 2
_NEWS: Final = 12


class GameScreen(Screen):
    """The game on the table."""

    name = "game"
    ends = False
    offers = (CHOICES, STEPS, PLAYED, COMPANY, TALK)
    parts = TABLE_PARTS
    at_table = playing = explains = True
    in_notebook = True
    page: Page

    @property
    def table(self) -> Tabletop:
        return self.page.seating.open()

    def draw(self) -> tuple[Html, Mapping[str, Html]]:
        self.page.here.get(EndingScreen).looked_up = False
        table = self.table
        table.company = self.page.friends.company(table.sitting)
        around = frame.played(frame.game_frame(), f"game seats-{len(table.sitting.chairs)}")
        return around, table.panels(self.page.memory.settings.pace == "step")

    def marks(self) -> tuple[Marks, bool]:
        moment = self.table.head.moment(self.table.viewer)
        return history.marks(moment) if moment.past else {}, moment.past

    def place(self) -> str:
        return self.page.keeping.place(self.name)

    def enter(self, which: str) -> Patch | None:
        """Return to a game, or to the result of a finished one: the review has a place of its own."""
        patch = self.page.seating.return_to_game(which)
        self.page.here.get(EndingScreen).do_result()
        return patch

    def layers(self) -> list[str]:
        return self.table.advising.layers()

    def uncover(self, kept: list[str]) -> Patch | None:
        return self.table.advising.uncover(kept)

    def address(self) -> str:
        return self.page.keeping.link

    def returned(self) -> None:
        self.page.seating.look_again()

    def after_lesson(self, _rule: str) -> Patch:
        return {"focus": "action"}

    @intent()
    def do_end(self) -> Patch:
        """End the turn, or ask first, as the settings say."""
        return self.table.choosing.end_turn(self.page.memory.settings.confirm)

    # Computer players, others' turns shown step by step, searches for hints, clocks

    def wait(self, pace: str) -> float | None:
        seating, table = self.page.seating, self.page.seating.table
        if table and table.advising.searching:
            return 0.0
        if table is None or table.head.past or (table.playback.paused and not table.playback.stepping):
            return None
        if table.head.live and not table.sitting.computer_to_act():
            return seating.stopwatch.due()
        if table.head.hurried or (table.head.live and table.sitting.thinking):
            return 0.0
        rest = SECONDS.get("slow" if pace == "normal" and seating.coached() else pace)
        line = table.timeline.line(table.head.at)
        return rest * _EVENT_TAKES if rest and line and line.brief.kind == "event" else rest

    def step(self) -> tuple[Patch, bool]:
        """Show others' next step, or let a computer player think or move."""
        seating, table = self.page.seating, self.page.seating.table
        if table is None:
            return {}, False
        if table.advising.searching:
            told = table.advising.continue_search(SLICE)
            return told, "say" in told or not table.advising.searching  # the turns are shown before their plans
        if not table.head.live:
            table.playback.advance()
            return seating.shown(), True
        if not table.sitting.computer_to_act():
            return self._ticked(table), False
        since = len(table.sitting.game.moves)
        table.sitting.patience = float(self.page.memory.settings.think)
        if not table.sitting.think(SLICE):
            return {}, False
        table.playback.follow(since)
        return seating.moved(), True

    def _ticked(self, table: Tabletop) -> Patch:
        """Charge the thinking time so far; only the clock is drawn again."""
        stopwatch = self.page.seating.stopwatch
        stopwatch.charge()
        clock, seat = table.sitting.clock, stopwatch.seat
        if clock is None or seat == NOBODY:
            return {}
        patch: Patch = {"attributes": {name: time_left(clock, seat) for name in CLOCKS}}
        if stopwatch.unkept():
            self.page.keeping.keep(table.sitting)
            patch["save"] = self.page.keeping.unsaved()
        return patch

    @intent()
    def do_step(self) -> Patch:
        """Show one step of the others while they are paused."""
        self.table.playback.stepping = True
        return self.step()[0]


class CurtainScreen(Screen):
    """The curtain between people who share the page (rule 14.2)."""

    name = "curtain"
    look = ""
    playing = True
    focus = "curtain-title"
    in_notebook = True
    page: Page

    def content(self) -> Html:
        sitting = self.page.seating.open().sitting
        since, view = sitting.seen_last(sitting.actor), sitting.sight(NOBODY).view
        news = [line for line in sitting.lines() if line.at >= since and line.turn][-_NEWS:]
        turns = round_of(view.turn, view.players)
        return curtain(Pause(sitting.chairs, sitting.actor, turns, news, sitting.secret, view.layout.crops))

    def place(self) -> str:
        return self.page.keeping.place("game")

    @intent()
    def do_reveal(self) -> Patch | None:
        """Raise the curtain for the person who has to decide."""
        table = self.page.seating.open()
        sitting = table.sitting
        if not sitting.person_to_act():
            return None
        table.viewer = table.shown = sitting.actor
        table.forget()
        self.page.here.show("game")
        return {"say": words.prompt(sitting.sight(table.viewer).view, sitting.names), "focus": "action"}


class EndingScreen(Screen):
    """The result of a finished game; ``looked_up``: whether it has been seen before."""

    name = "ending"
    focus = "result-title"
    sound = OVER
    result = True
    in_notebook = True
    page: Page
    looked_up = False

    def content(self) -> Html:
        table, keeping, sound = self.page.seating.open(), self.page.keeping, self.page.memory.settings.sound
        sitting, table.company = table.sitting, self.page.friends.company(table.sitting)
        coached = self.page.seating.coached()
        return ending(
            table.scene(),
            by_round(sitting.game.states),
            keeping.milestones(),
            closing(sitting.game.state, sitting.persons()[0], sitting.names) if coached else "",
            not self.looked_up,
            keeping.day_text(),
            sound if keeping.first_end() else "",
        )

    def place(self) -> str:
        return self.page.keeping.place("game")

    @intent(on=EVERYWHERE)
    def do_result(self) -> None:
        """Show the result of a finished game."""
        table = self.page.seating.open()
        if table.sitting.over:
            table.head.to_now()
            self.page.here.show(self.name)
            self.looked_up = True

    @intent(or_nothing(one_of(*LEVELS)), on=EVERYWHERE)
    def do_day(self, level: str | None) -> Patch:
        """Begin the game of the day against a level, continue the one begun, or show its result."""
        patch = self.page.seating.begin_day(level)
        if self.page.here.shown.at_table and self.page.seating.open().sitting.over:
            self.do_result()
            patch |= {"focus": self.focus}
        return patch


SCREENS: Final[tuple[type[Screen], ...]] = (GameScreen, CurtainScreen, EndingScreen)
