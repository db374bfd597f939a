"""The screen of a review."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import or_nothing, text_of
from keyharvest.page.core.intent import ANALYSED, CHOICES, EVERYWHERE, PLAYED, STEPS, intent
from keyharvest.page.core.screen import SLICE, Marks, Screen
from keyharvest.page.page import Page
from keyharvest.page.parts import frame
from keyharvest.page.review import view as review
from keyharvest.page.tabletop.tabletop import TABLE_PARTS, Tabletop
from keyharvest.picture.elements import Html
from keyharvest.words.language import _


class ReviewScreen(Screen):
    """The review of a finished game, or of a past moment."""

    name = "review"
    ends = False
    offers = (CHOICES, STEPS, PLAYED, ANALYSED)
    parts = TABLE_PARTS
    at_table = True
    in_notebook = True
    page: Page

    @property
    def table(self) -> Tabletop:
        return self.page.seating.open()

    def draw(self) -> tuple[Html, Mapping[str, Html]]:
        table = self.table
        table.company = self.page.friends.company(table.sitting)
        around = frame.page(review.review_frame(), f"review seats-{len(table.sitting.chairs)}")
        return around, review.panels(table.scene(), table.timeline.course(table.viewer), table.playback.analysis)

    def marks(self) -> tuple[Marks, bool]:
        table = self.table
        moment = table.head.moment(table.viewer)
        return review.marks(moment, table.timeline.course(table.viewer), table.playback.analysis), True

    def place(self) -> str:
        return self.page.keeping.place(self.name)

    def enter(self, which: str) -> Patch | None:
        if self.page.here.shown.of == self.name and which == self.place().partition(":")[2]:
            self.page.here.show(self.name)
            return None
        return self.page.seating.return_to_game(which)

    def address(self) -> str:
        return self.page.keeping.link

    @intent(on=EVERYWHERE)
    def do_review(self) -> None:
        """Review a finished game."""
        table = self.table
        if table.sitting.over:
            table.playback.show_end()
            self.page.here.show(self.name)

    @intent(or_nothing(text_of), on=ANALYSED)
    def do_exercise(self, turn: str | None) -> Patch:
        """Set up a turn of an analysis that cost points, given by its number; by default the first one."""
        from keyharvest.page.puzzles.screens import ExerciseScreen

        sitting, playback = self.table.sitting, self.table.playback
        if playback.analysis is None or not playback.analysis.done:
            raise ValueError(_("Analyse this game first."))
        asked = ExerciseScreen.to_improve(playback.analysis, sitting.reader(), turn)
        playback.do_judged(str(asked.turn))
        return self.page.here.get(ExerciseScreen).begin(sitting, playback.analysis, asked)

    def wait(self, _pace: str) -> float | None:
        return 0.0 if self.page.seating.table and self.page.seating.table.playback.analysing else None

    def step(self) -> tuple[Patch, bool]:
        """Continue the analysis."""
        table = self.table
        told = table.playback.continue_analysis(SLICE)
        self.page.keeping.keep_analysis(table.sitting.judged)
        return told, not table.playback.analysing


SCREENS: Final[tuple[type[Screen], ...]] = (ReviewScreen,)
