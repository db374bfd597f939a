"""The selection on the game screen, and the decisions made with it, which are moves of the sitting."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from keyharvest import words
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import crop_of, one_of, space_of, text_of, worker_of
from keyharvest.page.core.intent import CHOICES, STEPS, intent
from keyharvest.page.core.sounds import REFUSED
from keyharvest.page.tabletop.cursor import Cursor
from keyharvest.page.tabletop.panels import action, boards
from keyharvest.page.tabletop.panels.deal import brings
from keyharvest.page.tabletop.playback import Playback
from keyharvest.picture.view import view_of
from keyharvest.rules import State, actor, play
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.frames import ChooseField
from keyharvest.rules.turn import ACTIONS
from keyharvest.table.chairs import NOBODY
from keyharvest.table.phrases import missing, question, really_end
from keyharvest.table.sitting import Sitting
from keyharvest.table.staging import AIMS, FIELDS, NOTHING, Stage
from keyharvest.table.timeline import News
from keyharvest.words.language import _, n_


class Choosing(Playback, Cursor):
    """The selection of the viewer.

    Methods named ``do_…`` carry out an intent, like those of :class:`~keyharvest.page.tabletop.tabletop.Tabletop`.
    """

    #: Whether it asks before an answer that costs points and can't be undone.
    careful = True

    def __init__(self, sitting: Sitting, moved: Callable[[], Patch]) -> None:
        super().__init__(sitting, moved)
        self._stage: Stage | None = None
        self._staged = -1
        self._note = ""
        self._ending = self._sure = ""
        self._heard: list[News] = []

    def stage(self) -> Stage | None:
        """Return the selection for the open question, if the viewer decides it and the present is shown."""
        sitting = self.sitting
        if self.viewer == NOBODY or sitting.actor != self.viewer or sitting.game.stopped or not self.head.live:
            self._stage, self._staged = None, -1
        elif self._stage is None or self._staged != len(self.sitting.game.moves):
            self._stage = Stage(self._view())
            self._staged = len(self.sitting.game.moves)
        return self._stage

    def forget(self) -> None:
        """Drop the selection and notes, because the game or its reader has changed."""
        self._note = self._ending = self._sure = ""
        self._stage, self._staged = None, -1

    def note(self, text: str) -> None:
        """Show a note beside the question until something is selected."""
        self._note = text

    def _touched(self, note: str = "") -> None:
        """Note that the reader has acted: show a ``note`` on that, and nothing that was said before."""
        self._note, self._ending, self._sure = note, "", ""
        self.do_seen()

    @intent(on=STEPS)
    def do_seen(self) -> None:
        """Note that the viewer has seen what happened to them."""
        self._heard = self._own_news()

    def _own_news(self) -> list[News]:
        """Return what happened to the viewer since their last turn."""
        return [item for item in self.timeline.news(self.viewer) if item.touches]

    def unheard(self) -> list[News]:
        """Return what happened to the viewer and they haven't seen yet."""
        return [item for item in self._own_news() if item not in self._heard]

    def _view(self) -> State:
        return self.sitting.sight(self.viewer, self.head.at).view

    # Selection

    @intent(space_of, on=CHOICES)
    def do_tap(self, space: int) -> Patch | None:
        """Select a space of the large board, or commit with a second tap."""
        self._cursor = space
        self._touched(self._described(space))
        stage = self.stage()
        if stage is None:
            return self._selected()
        if self.shown == stage.seat:
            again = stage.tap(space)
        elif stage.elsewhere() & stage.view.fields[self.shown] & 1 << space:
            again = stage.pick_tile(space)
        else:
            return self._selected()
        return self._chosen(stage, again)

    def _chosen(self, stage: Stage, again: bool) -> Patch | None:
        """Respond to a tap: the second one commits, and one without effect makes the sound of a refusal."""
        if stage.refused and stage.kind == FIELDS:
            self._note = _("A harvest takes fields of one group (rule 4.1). Cancel to choose another group.")
        if again and stage.moves():
            return self.do_commit()
        return {**(self._selected() or {}), **({"sound": REFUSED} if stage.refused else {})}

    def _described(self, space: int) -> str:
        view = self._view()
        told = boards.space_in_words(view_of(view, self.shown), space)
        for worker, stood in view.posts[self.shown]:
            if stood == space:
                return words.under(told, words.worker_line(WORKER_LETTERS[worker])) + "."
        if view.fields[self.shown] >> space & 1:
            return told + "."
        return _("{space}; field {field} belongs here.").format(space=told, field=words.field(view, space))

    @intent(space_of, on=CHOICES)
    def do_tile(self, tile: int) -> Patch | None:
        """Select a tile of the registry, a store or the question, or commit with a second tap."""
        self._touched(words.field(self._view(), tile) + ".")
        stage = self.stage()
        if stage is None:
            return self._selected()
        if _swaps(stage) and stage.kind and stage.view.registry >> tile & 1:
            # The field to give is selected already. The next question is for which tile, and this tap answers it.
            self.sitting.commit(stage.moves())
            patch = self._moved()
            self._need_stage().pick_tile(tile)
            return patch
        if not stage.on_other_boards:
            self.shown = stage.seat
        return self._chosen(stage, stage.pick_tile(tile))

    @intent(worker_of, on=CHOICES)
    def do_worker(self, worker: int) -> Patch | None:
        """Pick a worker from the tray."""
        line = words.worker_line(WORKER_LETTERS[worker])
        self._touched(words.under(words.sentence_case(words.worker(worker)), line))
        stage = self.stage()
        if stage is None:
            return self._selected()
        self.shown = stage.seat
        return self._chosen(stage, stage.pick_worker(worker))

    @intent(one_of(*AIMS), on=CHOICES)
    def do_aim(self, aim: str) -> Patch | None:
        """Highlight the possibilities of one of the four actions."""
        stage = self._need_stage()
        if stage.turn is None:
            return None
        self._touched()
        self.shown = stage.seat
        stage.take_aim(aim)
        if not stage.can(aim):
            self._note = action.shut(stage, aim)
            return {"say": self._note, "sound": REFUSED}
        return {"say": question(stage, self.sitting.names)}

    @intent(crop_of, on=CHOICES)
    def do_more(self, crop: int) -> Patch | None:
        """Add one counter."""
        self._need_stage().more(crop)
        return self._selected()

    @intent(crop_of)
    def do_fewer(self, crop: int) -> Patch | None:
        """Remove one counter."""
        self._need_stage().fewer(crop)
        return self._selected()

    @intent()
    def do_all(self) -> Patch | None:
        """Select all fields that can be chosen together."""
        self._need_stage().take_all()
        return self._selected()

    @intent()
    def do_clear(self) -> None:
        """Clear the selection."""
        self._touched()
        if self._stage:
            self._stage.clear()

    def _selected(self) -> Patch | None:
        """Describe the selection for screen readers."""
        stage = self.stage()
        if stage is None or (stage.kind == NOTHING and not stage.refused):
            return {"say": self._note} if self._note else None
        if stage.refused:
            return {"say": words.why_not(*stage.refusal(), self.sitting.names) or self._note}
        chosen = words.goods(stage.crops) + "." if stage.crops else question(stage, self.sitting.names)
        return {"say": " ".join(filter(None, (chosen, missing(stage))))}

    # Decisions

    def _need_stage(self) -> Stage:
        self.need_now()
        stage = self.stage()
        if stage is None:
            raise ValueError(_("It isn't your decision right now."))
        return stage

    @intent()
    def do_commit(self) -> Patch:
        """Carry out the selection."""
        stage = self._need_stage()
        moves = stage.moves()
        if not moves:
            if stage.kind:
                return {"say": missing(stage)}
            raise ValueError(_("Choose an action first.") if stage.turn else missing(stage))
        self.sitting.commit(moves)
        return self._moved()

    @intent(text_of)
    def do_answer(self, value: str) -> Patch:
        """Give an answer in words, or the only one besides declining; ask first if it costs points for good."""
        stage = self._need_stage()
        if not value or value not in (*stage.answers(), stage.likely()):
            raise ValueError(f"message: answer: {value[:20]!r} is not among the answers")
        answer = stage.closed([value]) if value == stage.likely() else [value]
        if self._sure != value and (lost := self._lost_for_good(stage, answer)):
            self._touched()
            self._sure = value
            self._ending = n_(
                "That costs you {number} point and can't be undone.",
                "That costs you {number} points and can't be undone.",
                lost,
            ).format(number=lost)
            return {"say": self._ending, "focus": "card-title"}
        self.sitting.commit(answer)
        return self._moved()

    def _lost_for_good(self, stage: Stage, answer: list[str]) -> int:
        """Return the points that an answer costs, if a draw or another player follows, so that it can't be undone."""
        after = reduce(play, answer, stage.view)
        if not self.careful or stage.turn or actor(after) == stage.seat:
            return 0
        return max(0, -brings(stage, self.sitting.sight(self.viewer, self.head.at).unknown, answer[0])[1])

    def end_turn(self, confirm: bool) -> Patch:
        """End the turn (rule 3.3); with ``confirm`` ask first if more could be done."""
        stage = self._need_stage()
        if stage.turn is None or not stage.can_end():
            raise ValueError(_("You can't end the turn now."))
        more = len(stage.legal) > 1 and stage.turn.used.bit_count() < ACTIONS
        if more and confirm and not self._ending:
            self.do_clear()  # a note on an earlier tap would seem to belong to this question
            self._ending = really_end(stage)
            return {"say": self._ending}
        self.sitting.commit(["end"])
        return self._moved()

    @intent(on=STEPS)
    def do_undo(self) -> Patch:
        """Undo the last step, or only the selection if there is nothing else, or say why that is impossible."""
        stage, reason = self.stage(), self.sitting.why_no_undo()
        if reason and stage and stage.kind != NOTHING:
            self.do_clear()
            return {}
        return self._again(self.sitting.undo, reason)

    @intent(on=STEPS)
    def do_redo(self) -> Patch:
        """Redo the step, or the turns, last undone."""
        nothing = None if self.sitting.redoable() else _("nothing to redo")
        return self._again(self.sitting.redo, nothing)

    def _again(self, act: Callable[[], None], reason: str | None) -> Patch:
        self._need_stage()
        if reason:
            self.do_clear()
            self._note = _("You can't do that: {reason}.").format(reason=reason)
            return {"say": self._note}
        act()
        return self._moved()


def _swaps(stage: Stage) -> bool:
    """Whether the question is which field to give for a registry tile (rule 12 U)."""
    return isinstance(stage.frame, ChooseField) and stage.frame.source == "U"
