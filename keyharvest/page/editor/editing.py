"""The editor: its content, and what can be made from the position: best turns, a demo, puzzles, a game."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from itertools import accumulate
from typing import Any

from keyharvest.advice.hints import Hints
from keyharvest.editor.draft import Draft, fault_in_words
from keyharvest.knowledge import observe
from keyharvest.knowledge.changes import Changes
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import one_of, or_nothing, text_of
from keyharvest.page.core.intent import intent
from keyharvest.page.core.memory import Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.editor import palette_view as palette
from keyharvest.page.editor import things_view as things
from keyharvest.page.editor import uses_view as uses
from keyharvest.page.editor.drafting import Drafting
from keyharvest.page.editor.sheet_view import sheet
from keyharvest.page.editor.uses_view import Easel
from keyharvest.page.game.seating import Seating
from keyharvest.page.lessons.making import made_of
from keyharvest.page.parts import frame
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.advising import choose, layers, think, uncover
from keyharvest.page.tabletop.panels import hints as hint_panels
from keyharvest.picture.elements import Html
from keyharvest.players import LEVELS
from keyharvest.puzzles.by_hand import posed
from keyharvest.puzzles.puzzle import Puzzle
from keyharvest.rules import State, final_scores, play
from keyharvest.scenario import Scenario
from keyharvest.table.chairs import PERSON, USUAL, Chair
from keyharvest.table.shortcuts import EDITOR, HINT, PAGE, Act
from keyharvest.table.staging import Stage
from keyharvest.words.language import _


class Editing(Drafting):
    """The editor of a page. Methods named ``do_…`` carry out an intent.

    Attributes:
        wants_demo: whether to make a demo once the best turn has been found.
    """

    def __init__(self, here: Whereabouts, seating: Seating, memory: Memory) -> None:
        super().__init__(here, seating, memory)
        self._level = USUAL
        self._about: State | None = None
        self._hints: Hints | None = None
        self._proof: Generator[float, None, list[Puzzle]] | None = None
        self._proven = 0.0
        self._puzzles: list[Puzzle] = []
        self.wants_demo = False

    # The content

    def framed(self, covered: bool) -> tuple[Html, Mapping[str, Html]]:
        """Return the screen's frame and its panels; ``covered``: whether the sheet covers them."""
        easel, hints = self._easel(), self._hinted()
        advised = hint_panels.panels(easel.scene, hints) if hints else {}
        return frame.played(palette.frame(), "game editing"), {
            "top": palette.top(),
            "action": advised.get("action") or self._action(easel),
            "head": things.chips(easel),
            "board": things.large_board(easel),
            "corners": things.corners(easel),
            "registry": things.registry(easel),
            "town": things.town(easel),
            "hand": things.hand(easel),
            "card": advised.get("card") or things.store(easel),
            "tray": things.turn(easel),
            "compare": advised.get("compare", Html()),
            "others": things.others(easel),
            "faults": uses.faults_panel(easel),
            "uses": Html() if covered or "compare" in advised else uses.uses(easel),  # the sheet shows the same
        }

    def sheet(self) -> Html:
        """Draw the sheet that covers the editor."""
        return sheet(self._easel())

    def _easel(self) -> Easel:
        draft, hints = self.draft, self._hinted()
        state, players = draft.state, draft.state.players
        self._shown = min(self._shown, players - 1)
        if self._bid >= 0 and self._bid not in dict(state.stores[self._shown]):
            self._bid = -1
        scene = Scene(
            viewer=self._shown,
            view=state,
            unknown=(0,) * players,
            chairs=self._seats(),
            stage=Stage(state) if hints and self._shown == state.seat else None,
            places=tuple(tuple(tile for tile, _bid in store) for store in state.stores),
            shown=self._shown,
            lines=[],
            changed=Changes((0,) * players, 0),
            cursor=self.cursor.space,
            advice=hints,
        )
        points = tuple(score.total for score in final_scores(state))
        return Easel(scene, draft, tuple(draft.faults()), points, self._brush, self._worker, self._bid, self._level)

    def _action(self, easel: Easel) -> Html:
        """Draw the puzzles if there are any, else the palette."""
        if self._proof or self._puzzles:
            return palette.posed(easel, self._puzzles, self._proven if self._proof else None)
        return palette.palette(easel)

    def act(self, pressed: dict[str, Any], letters: bool) -> Act | None:
        """Return the effect of a key here, if any; while the best turns are shown, keys choose among them first."""
        hints = self._hinted()
        return self.cursor.press(pressed, (*([HINT] if hints and hints.done else []), EDITOR, PAGE), letters)

    # The best turns

    def _hinted(self) -> Hints | None:
        """Return the best turns, unless the position has changed since."""
        if self._about != self.draft.state:
            self._put_away()
        return self._hints

    def _put_away(self) -> None:
        self._about = self._hints = self._proof = None
        self._puzzles, self.wants_demo = [], False

    def layers(self) -> list[str]:
        """Return what covers the palette: the best turns, then their comparison."""
        return layers(self._hinted())

    def uncover(self, kept: list[str]) -> Patch | None:
        """Close what covers the palette, except for the layers ``kept``."""
        return uncover(self.do_hint, self.layers(), kept)

    @intent(or_nothing(text_of))
    def do_hint(self, value: str | None) -> Patch | None:
        """Search for the best turns (no value), show one (its number), compare it (``compare``), apply it to the
        position (``do``), or ``close`` them.
        """
        hints = self._hinted()
        if value == "close":
            self._put_away()
            return {"focus": "card-title"}
        if value is None:
            return self._look_ahead()
        if hints and hints.done and value == "do":
            *states, after = accumulate(hints.found[hints.chosen].moves, play, initial=self.draft.state)
            self.draft.become(Draft(after if after.stack else states[-1]))  # no turn follows the game's end
            return {"focus": "card-title"}
        self._shown = self.draft.state.seat
        return choose(hints, value)

    def _look_ahead(self) -> Patch:
        self._need_sound()
        self._put_away()
        state = self._about = self.draft.state
        self._shown, self._bid = state.seat, -1
        self._hints = Hints(observe(state, state.seat), [chair.name for chair in self._seats()])
        return {"focus": "hint-close", "over": False}

    @intent()
    def do_step_back(self) -> Patch | None:
        """Close the comparison, then the best turns."""
        hints = self._hinted()
        return self.do_hint("compare" if hints and hints.comparing else "close")

    @property
    def searching(self) -> bool:
        """Whether best turns or puzzles are being searched for."""
        hints = self._hinted()
        return bool(self._proof or (hints and not hints.planned))

    def continue_search(self, seconds: float) -> Patch:
        """Continue the search, and show its progress or result."""
        if self._hints is None:
            return self._prove()
        return think(self._hints, seconds, [chair.name for chair in self._seats()], self._shown)

    # A demo

    def demo(self) -> Scenario | None:
        """Return a demo of the chosen best turn. If none has been found yet, start the search, and return ``None``."""
        hints = self._hinted()
        if not hints or not hints.done:
            self._look_ahead()
            self.wants_demo = True
            return None
        self.wants_demo = False
        return made_of(self.draft.state, hints.found[hints.chosen].moves)

    # Puzzles

    @intent(or_nothing(one_of("close")))
    def do_pose(self, value: str | None) -> Patch:
        """Find the questions about the turn whose answers can be proven (no value), or ``close`` them."""
        self._put_away()
        if value is None:
            self._need_sound()
            self._about, self._proven = self.draft.state, 0.0
            self._proof = posed(self._about)
            return {"focus": "pose-close", "over": False}
        return {"focus": "card-title"}

    def _prove(self) -> Patch:
        assert self._proof
        try:
            self._proven = next(self._proof)
        except StopIteration as done:
            self._proof, self._puzzles = None, done.value
            return {"focus": "card-title"}
        except ValueError as error:
            self._put_away()
            return {"alert": str(error), "focus": "card-title"}
        return {"attributes": {"pose-progress": {"value": f"{self._proven:.2f}"}}}

    # A game

    @intent(one_of(*LEVELS))
    def do_level(self, level: str) -> None:
        """Choose the level of the computer players to play against from here."""
        self._level = level

    @intent()
    def do_play(self) -> Patch:
        """Begin a game from here: the reader has the turn, computer players have the other seats."""
        self._need_sound()
        seat = self.draft.state.seat
        chairs = [
            Chair(chair.name, PERSON if each == seat else self._level, chair.face, chair.badge)
            for each, chair in enumerate(self._seats())
        ]
        return self._seating.begin_from(self.draft.state, chairs)

    def _need_sound(self) -> None:
        """Raise ``ValueError`` if the position has a fault."""
        for fault in self.draft.faults():
            told = fault_in_words(fault, self.draft.state, [chair.name for chair in self._seats()])
            raise ValueError(_("First fix the error: {fault}").format(fault=told))
