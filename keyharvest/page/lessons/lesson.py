"""The lesson screen: a scenario played on the game's own board, with the coach's words beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from keyharvest.knowledge.changes import Changes
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.intent import intent
from keyharvest.page.lessons import lesson_view as panels
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import dock
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.picture.elements import Html
from keyharvest.rules.components import WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.scenario import Play, Scenario
from keyharvest.scenario.play import DONE, PLAY, READ, WAIT
from keyharvest.table.chairs import PERSON, USUAL, Chair
from keyharvest.table.set_up import NAMES, seated
from keyharvest.table.sitting import Sitting
from keyharvest.table.staging import WORKER
from keyharvest.words.language import _, code, n_


class _Table(Tabletop):
    """The table of a lesson: it highlights what the text is about, and allows no choice while there is only text."""

    play: Play
    careful = False  # everything can be undone

    def chooses(self) -> bool:
        return self.play.status == PLAY

    def described(self, space: int) -> str:
        """Say at an empty space which fields the lesson waits for, if it rings any."""
        view, stage, ringed = self.choosing.view(), self.stage(), shown(self.play).boards[self.shown]
        taken = view.fields[self.shown] | sum(1 << post for _worker, post in view.posts[self.shown])
        if stage and ringed and not (taken | ringed) >> space & 1 and not ringed & ~(stage.lit() & taken):
            text = n_(
                "{space} is empty. Tap the ringed field.",
                "{space} is empty. Tap one of the ringed fields.",
                ringed.bit_count(),
            )
            return text.format(space=SPACES[space])
        return super().described(space)

    def why_no_hints(self) -> str | None:
        return "a lesson has hints of its own"

    def scene(self, by_steps: bool = False) -> Scene:
        return replace(
            super().scene(by_steps),
            changed=shown(self.play),
            workers=_workers(self.play),
            taught=True,
            guided=panels.guided(self.play.scenario),
        )


class Lesson:
    """A scenario on the page.

    Methods named ``do_…`` carry out an intent, like those of a :class:`~keyharvest.page.tabletop.tabletop.Tabletop`.

    Attributes:
        play: the progress through the scenario; ``table``: the game screen on which it is played.
        hinted: whether the hint of this step has been asked for.
        eager: whether something was tapped when there was only text to read.
    """

    def __init__(self, play: Play, reader: str = NAMES[0]) -> None:
        self.play = play
        self._reader = reader
        self.hinted = self.eager = False
        self.table = self._laid()

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self.play.scenario.id

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""
        return self.play.status == DONE

    def _laid(self) -> _Table:
        """Return a table for the scenario's present state, with nothing selected."""
        you = self.play.scenario.you
        named = enumerate(names_for(self.play.scenario, self._reader))
        chairs = [Chair(name, PERSON if seat == you else USUAL) for seat, name in named]
        table = _Table(Sitting(self.play.game, chairs), self._committed)
        table.play = self.play
        table.viewer = table.shown = you
        return table

    def do(self, owner: object, act: Callable[[Any], Patch | None], chooses: bool) -> Patch | None:
        """Let the lesson or its table act, unless it ``chooses`` something while there is only text to read."""
        if chooses and self.play.status == READ:
            self.eager = True
            return {"say": panels.to_read()}
        table = self.table
        found = act(owner)
        if owner is not self and table is self.table:
            self._listen()
        return found

    def panels(self, following: str | None, before: str = "learn") -> dict[str, Html]:
        """Draw all panels; ``following``: the next scenario of the course, ``before``: the screen that led here."""
        game = self.table.panels(False)
        if self.table.stage() is None:
            told = panels.to_read_only() if self.eager and self.play.status == READ else Html()
            game |= {"card": dock.store(self.table.scene()), "action": told}
        needed = panels.needed(self.play.scenario)
        return {
            "lesson-top": panels.top(self.play, code(), before, following),
            "coach": panels.coach(self.play, self.hinted, following, code()),
            "goal": panels.goal(self.play, code()),
            **{name: html for name, html in game.items() if name in needed},
        }

    # The reader's acts

    def _committed(self) -> Patch:
        """Respond to the reader's move."""
        at = self.play.at
        self.play.moved()
        return self._changed(at)

    def _changed(self, before: int) -> Patch:
        """Renew the table after any change, and return what to say and where to move the focus."""
        play = self.play
        self.table = self._laid()
        if play.at != before:
            self.hinted = self.eager = False
        if play.answer:
            return {"say": panels.answer_text(play, code()), "focus": "coach-undo"}
        if play.status == DONE:
            said = [panels.done_text(), play.words(code())] if play.speaking else [panels.done_text()]
            return {"say": " ".join(said), "focus": "coach-on"}
        if play.at == before:
            return {}
        return {"say": play.words(code()), "focus": "coach-on" if play.status in (READ, WAIT) else "coach-words"}

    def _listen(self) -> None:
        """Let the scenario comment on what the engine has just refused."""
        stage = self.table.stage()
        if stage:
            way = ("b:" + WORKER_LETTERS[stage.worker],) if stage.turn and stage.kind == WORKER else ()
            self.play.refused(stage.refused, way)

    @intent()
    def do_end(self) -> Patch:
        """End the turn, without asking first."""
        return self.table.choosing.end_turn(confirm=False)

    @intent()
    def do_undo(self) -> Patch:
        """Undo the last choice of this step."""
        if not self.play.can_undo():
            raise ValueError(_("There is nothing to undo in this step."))
        self.play.undo()
        self._changed(self.play.at)
        return {"say": _("Undone."), "focus": "coach-words"}

    # The coach's buttons

    @intent()
    def do_onward(self) -> Patch | None:
        """Continue from a step that is only read, or make all the moves being shown at once."""
        at = self.play.at
        if self.play.status == READ:
            self.play.next()
        elif self.play.status == WAIT:
            self.play.hurry()
        else:
            return None
        return self._changed(at)

    @intent()
    def do_hint(self) -> Patch | None:
        """Show the hint of the step, or its text again."""
        if self.play.status != PLAY:
            return None
        self.hinted = not self.hinted
        return {"say": self.play.hint(code()) if self.hinted else self.play.words(code())}

    @intent()
    def do_teach(self) -> Patch | None:
        """Play the model line of the step."""
        if self.play.status == DONE or not self.play.step.do or self.play.pending:
            return None
        self.play.show_me()
        return self._changed(self.play.at)

    @intent()
    def do_again(self) -> Patch:
        """Restart from the beginning."""
        self.play.start_again()
        self.hinted = self.eager = False
        return {**self._changed(-1), "focus": "coach-words"}

    @intent()
    def do_leave_it(self) -> Patch | None:
        """Keep a wrong move and continue with it."""
        if not (self.play.answer and self.play.answer.can_keep):
            return None
        self.play.keep_move()
        self._changed(self.play.at)
        return {"focus": "coach-words"}

    # The scenario's moves

    def wait(self, seconds: float) -> float | None:
        """Return the seconds until :meth:`step` is due."""
        return seconds if self.play.status == WAIT else None

    def step(self) -> Patch:
        """Show the next move."""
        at = self.play.at
        was_pending = bool(self.play.pending)
        self.play.advance()
        patch = self._changed(at)
        if was_pending and not self.play.pending and "say" not in patch:
            patch = {"say": self.play.words(code())}
        return patch


def names_for(scenario: Scenario, reader: str = NAMES[0]) -> list[str]:
    """Return the names of the seats."""
    return seated(scenario.you, scenario.start.players, reader)


def _workers(play: Play) -> int:
    """Return the workers that the text of a step is about, as a mask."""
    if not play.speaking:
        return 0
    return sum(1 << WORKER_INDEX[target[-1]] for target in set(play.step.show) if target.startswith("worker:"))


def shown(play: Play) -> Changes:
    """Return what the text of a step is about, in the form of changes at a table: spaces of boards, tiles elsewhere."""
    state, step = play.game.state, play.step
    boards, tiles = [0] * state.players, 0
    if play.speaking:
        for target in step.show:
            whose, colon, name = target.rpartition(":")
            if name not in INDEX:
                continue
            if not colon or whose.isdigit():
                boards[int(whose) - 1 if colon else play.scenario.you] |= 1 << INDEX[name]
            else:
                tiles |= 1 << INDEX[name]
    return Changes(tuple(boards), tiles)
