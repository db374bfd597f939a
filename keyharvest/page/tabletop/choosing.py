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
from keyharvest.page.tabletop.playback import Holder, Playback
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


class Choosing:
    """The selection of the viewer. Methods named ``do_…`` carry out an intent.

    Attributes:
        note: words about the thing last tapped.
        ending: the question before the end of the turn, or before an answer that can't be undone, or "";
            ``sure``: that answer.
    """

    def __init__(
        self, sitting: Sitting, holder: Holder, playback: Playback, cursor: Cursor, moved: Callable[[], Patch]
    ) -> None:
        self._sitting = sitting
        self._holder = holder
        self._playback = playback
        self._cursor = cursor
        self._moved = moved
        self._stage: Stage | None = None
        self._staged = -1
        self.note = self.ending = self.sure = ""
        self._heard: list[News] = []

    def stage(self) -> Stage | None:
        """Return the selection for the open question, if the viewer decides it and the present is shown."""
        sitting = self._sitting
        if not self._holder.chooses():
            return None
        if (
            self._holder.viewer == NOBODY
            or sitting.actor != self._holder.viewer
            or sitting.game.stopped
            or not self._playback.head.live
        ):
            self._stage, self._staged = None, -1
        elif self._stage is None or self._staged != len(self._sitting.game.moves):
            self._stage = Stage(self.view())
            self._staged = len(self._sitting.game.moves)
        return self._stage

    def forget(self) -> None:
        """Drop the selection and notes."""
        self.note = self.ending = self.sure = ""
        self._stage, self._staged = None, -1

    def _touched(self, note: str = "") -> None:
        """Note that the reader has acted: show a ``note`` on that, and nothing that was said before."""
        self.note, self.ending, self.sure = note, "", ""
        self.do_seen()

    @intent(on=STEPS)
    def do_seen(self) -> None:
        """Note that the viewer has seen what happened to them."""
        self._heard = self._own_news()

    def _own_news(self) -> list[News]:
        """Return what happened to the viewer since their last turn."""
        return [item for item in self._playback.timeline.news(self._holder.viewer) if item.touches]

    def unheard(self) -> list[News]:
        """Return what happened to the viewer and they haven't seen yet."""
        return [item for item in self._own_news() if item not in self._heard]

    def view(self) -> State:
        """Return what the viewer sees at the moment shown."""
        return self._sitting.sight(self._holder.viewer, self._playback.head.at).view

    # Selection

    @intent(space_of, on=CHOICES)
    def do_tap(self, space: int) -> Patch | None:
        """Select a space of the large board, or commit with a second tap."""
        self._cursor.space = space
        self._touched(self._holder.described(space))
        stage = self.stage()
        if stage is None:
            return self.selected()
        if self._holder.shown == stage.seat:
            again = stage.tap(space)
        elif stage.elsewhere() & stage.view.fields[self._holder.shown] & 1 << space:
            again = stage.pick_tile(space)
        else:
            return self.selected()
        return self._chosen(stage, again)

    def _chosen(self, stage: Stage, again: bool) -> Patch | None:
        """Respond to a tap: the second one commits, and one without effect makes the sound of a refusal."""
        if stage.refused and stage.kind == FIELDS:
            self.note = _("A harvest takes fields of one group (rule 4.1). Cancel to choose another group.")
        if again and stage.moves():
            return self.do_commit()
        return {**(self.selected() or {}), **({"sound": REFUSED} if stage.refused else {})}

    def described(self, space: int) -> str:
        """Describe a space of the large board."""
        view = self.view()
        told = boards.space_in_words(view_of(view, self._holder.shown), space)
        for worker, stood in view.posts[self._holder.shown]:
            if stood == space:
                return words.under(told, words.worker_line(WORKER_LETTERS[worker])) + "."
        if view.fields[self._holder.shown] >> space & 1:
            return told + "."
        return _("{space}; field {field} belongs here.").format(space=told, field=words.field(view, space))

    @intent(space_of, on=CHOICES)
    def do_tile(self, tile: int) -> Patch | None:
        """Select a tile of the registry, a store or the question, or commit with a second tap."""
        self._touched(words.field(self.view(), tile) + ".")
        stage = self.stage()
        if stage is None:
            return self.selected()
        if _swaps(stage) and stage.kind and stage.view.registry >> tile & 1:
            # The field to give is selected already. The next question is for which tile, and this tap answers it.
            self._sitting.commit(stage.moves())
            patch = self._moved()
            self.need_stage().pick_tile(tile)
            return patch
        if not stage.on_other_boards:
            self._holder.shown = stage.seat
        return self._chosen(stage, stage.pick_tile(tile))

    @intent(worker_of, on=CHOICES)
    def do_worker(self, worker: int) -> Patch | None:
        """Pick a worker from the tray."""
        line = words.worker_line(WORKER_LETTERS[worker])
        self._touched(words.under(words.sentence_case(words.worker(worker)), line))
        stage = self.stage()
        if stage is None:
            return self.selected()
        self._holder.shown = stage.seat
        return self._chosen(stage, stage.pick_worker(worker))

    @intent(one_of(*AIMS), on=CHOICES)
    def do_aim(self, aim: str) -> Patch | None:
        """Highlight the possibilities of one of the four actions."""
        stage = self.need_stage()
        if stage.turn is None:
            return None
        self._touched()
        self._holder.shown = stage.seat
        stage.take_aim(aim)
        if not stage.can(aim):
            self.note = action.shut(stage, aim)
            return {"say": self.note, "sound": REFUSED}
        return {"say": question(stage, self._sitting.names)}

    @intent(crop_of, on=CHOICES)
    def do_more(self, crop: int) -> Patch | None:
        """Add one counter."""
        self.need_stage().more(crop)
        return self.selected()

    @intent(crop_of)
    def do_fewer(self, crop: int) -> Patch | None:
        """Remove one counter."""
        self.need_stage().fewer(crop)
        return self.selected()

    @intent()
    def do_all(self) -> Patch | None:
        """Select all fields that can be chosen together."""
        self.need_stage().take_all()
        return self.selected()

    @intent()
    def do_clear(self) -> None:
        """Clear the selection."""
        self._touched()
        if self._stage:
            self._stage.clear()

    def selected(self) -> Patch | None:
        """Describe the selection for screen readers."""
        stage = self.stage()
        if stage is None or (stage.kind == NOTHING and not stage.refused):
            return {"say": self.note} if self.note else None
        if stage.refused:
            return {"say": words.why_not(*stage.refusal(), self._sitting.names) or self.note}
        chosen = words.goods(stage.crops) + "." if stage.crops else question(stage, self._sitting.names)
        return {"say": " ".join(filter(None, (chosen, missing(stage))))}

    # Decisions

    def need_stage(self) -> Stage:
        """Return the selection. Raise ``ValueError`` if the viewer doesn't decide now."""
        self._playback.need_now()
        stage = self.stage()
        if stage is None:
            raise ValueError(_("It isn't your decision right now."))
        return stage

    @intent()
    def do_commit(self) -> Patch:
        """Carry out the selection."""
        stage = self.need_stage()
        moves = stage.moves()
        if not moves:
            if stage.kind:
                return {"say": missing(stage)}
            raise ValueError(_("Choose an action first.") if stage.turn else missing(stage))
        self._sitting.commit(moves)
        return self._moved()

    @intent(text_of)
    def do_answer(self, value: str) -> Patch:
        """Give an answer in words, or the only one besides declining; ask first if it costs points for good."""
        stage = self.need_stage()
        if not value or value not in (*stage.answers(), stage.likely()):
            raise ValueError(f"message: answer: {value[:20]!r} is not among the answers")
        answer = stage.closed([value]) if value == stage.likely() else [value]
        if self.sure != value and (lost := self._lost_for_good(stage, answer)):
            self._touched()
            self.sure = value
            self.ending = n_(
                "That costs you {number} point and can't be undone.",
                "That costs you {number} points and can't be undone.",
                lost,
            ).format(number=lost)
            return {"say": self.ending, "focus": "card-title"}
        self._sitting.commit(answer)
        return self._moved()

    def _lost_for_good(self, stage: Stage, answer: list[str]) -> int:
        """Return the points that an answer costs, if a draw or another player follows, so that it can't be undone."""
        after = reduce(play, answer, stage.view)
        if not self._holder.careful or stage.turn or actor(after) == stage.seat:
            return 0
        return max(
            0, -brings(stage, self._sitting.sight(self._holder.viewer, self._playback.head.at).unknown, answer[0])[1]
        )

    def end_turn(self, confirm: bool) -> Patch:
        """End the turn (rule 3.3); with ``confirm`` ask first if more could be done."""
        stage = self.need_stage()
        if stage.turn is None or not stage.can_end():
            raise ValueError(_("You can't end the turn now."))
        more = len(stage.legal) > 1 and stage.turn.used.bit_count() < ACTIONS
        if more and confirm and not self.ending:
            self.do_clear()  # a note on an earlier tap would seem to belong to this question
            self.ending = really_end(stage)
            return {"say": self.ending}
        self._sitting.commit(["end"])
        return self._moved()

    @intent(on=STEPS)
    def do_undo(self) -> Patch:
        """Undo the last step, or only the selection if there is nothing else, or say why that is impossible."""
        stage, reason = self.stage(), self._sitting.why_no_undo()
        if reason and stage and stage.kind != NOTHING:
            self.do_clear()
            return {}
        return self._again(self._sitting.undo, reason)

    @intent(on=STEPS)
    def do_redo(self) -> Patch:
        """Redo the step, or the turns, last undone."""
        nothing = None if self._sitting.redoable() else _("nothing to redo")
        return self._again(self._sitting.redo, nothing)

    def _again(self, act: Callable[[], None], reason: str | None) -> Patch:
        self.need_stage()
        if reason:
            self.do_clear()
            self.note = _("You can't do that: {reason}.").format(reason=reason)
            return {"say": self.note}
        act()
        return self._moved()


def _swaps(stage: Stage) -> bool:
    """Whether the question is which field to give for a registry tile (rule 12 U)."""
    return isinstance(stage.frame, ChooseField) and stage.frame.source == "U"
