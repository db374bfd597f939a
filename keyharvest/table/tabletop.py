"""The game screen: what one pair of eyes has before it, what is selected there, and every click on it.

A :class:`Tabletop` turns clicks into a selection and a selection into moves of its sitting. Which screen is shown, and
whose eyes look, is for the :class:`~keyharvest.table.session.Session` to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keyharvest.picture.view import describe, view_of
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.events import ExchangeFor
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.rules.powers import TakeUnconnected
from keyharvest.table import action, boards, keys, seats, town, words
from keyharvest.table.forms import crop_of, object_of, space_of
from keyharvest.table.language import _
from keyharvest.table.markup import Html, button, join, tag
from keyharvest.table.scene import Scene
from keyharvest.table.sitting import NOBODY, Sitting
from keyharvest.table.staging import Stage

Patch = dict[str, Any]


class Tabletop:
    """The game screen of a sitting.

    Methods named ``do_…`` carry out an intent: they get its value, and give what is to be added to the patch that
    follows, if anything. They raise ``ValueError`` for a value that cannot be meant; nothing has changed then.

    Attributes:
        sitting: who plays, and the game.
        eyes: the seat that looks, or ``NOBODY``.
        shown: the seat whose board is large.
        paused: whether computer players wait.
    """

    def __init__(self, sitting: Sitting, moved: Callable[[], Patch]) -> None:
        """``moved`` is called after each change of the game, and gives what is to be added to the patch."""
        self.sitting = sitting
        self.eyes = NOBODY
        self.shown = max(sitting.game.state.seat, 0)
        self.paused = False
        self._moved = moved
        self._stage: Stage | None = None
        self._staged = -1
        self._cursor = INDEX["D4"]
        self._typed = ""
        self._note = ""
        self._ending = False
        self._outlines = False
        self._hints = False
        self._open_points: frozenset[int] = frozenset()

    def stage(self) -> Stage | None:
        """What is selected for the open question, if these eyes are to decide."""
        if self.eyes == NOBODY or self.sitting.actor != self.eyes:
            self._stage, self._staged = None, -1
        elif self._stage is None or self._staged != len(self.sitting.game.moves):
            self._stage = Stage(self.sitting.sight(self.eyes).view)
            self._staged = len(self.sitting.game.moves)
        return self._stage

    def forget(self) -> None:
        """Drop selection and notes: the game, or who looks, has changed."""
        self._note, self._ending = "", False
        self._stage, self._staged = None, -1

    def scene(self, by_steps: bool = False) -> Scene:
        """What the panels are drawn from."""
        sitting = self.sitting
        sight = sitting.sight(self.eyes)
        return Scene(
            eyes=self.eyes,
            view=sight.view,
            unknown=sight.unknown,
            chairs=sitting.chairs,
            stage=self.stage(),
            shown=self.shown,
            lines=sitting.lines(),
            changed=sitting.changed(self.eyes),
            cursor=self._cursor,
            note=self._note,
            no_undo=sitting.why_no_undo(),
            redo=sitting.game.redoable(),
            outlines=self._outlines,
            hints=self._hints,
            ending=self._ending,
            paused=self.paused,
            by_steps=by_steps,
            open_points=self._open_points,
        )

    def panels(self, by_steps: bool) -> dict[str, Html]:
        """All panels of the game screen."""
        scene = self.scene(by_steps)
        return {
            "top": _head_line(scene),
            "head": boards.board_head(scene),
            "board": boards.large_board(scene),
            "registry": town.registry(scene),
            "mine": seats.mine(scene),
            "tray": seats.tray(scene),
            "town": town.town(scene),
            "others": seats.others(scene),
            "log": town.log(scene),
            "card": action.card(scene),
            "action": action.action_bar(scene),
        }

    # What is looked at

    def do_show(self, value: object) -> None:
        """Show another board large."""
        self.shown = self._seat(value)

    def do_points(self, value: object) -> None:
        """Open or close the points of a seat."""
        self._open_points ^= {self._seat(value)}

    def _seat(self, value: object) -> int:
        players = len(self.sitting.chairs)
        if not isinstance(value, str) or value not in [str(number) for number in range(1, players + 1)]:
            raise ValueError(f"message: want a seat from 1 to {players}, not {str(value)[:20]!r}")
        return int(value) - 1

    def do_outlines(self, _value: object) -> None:
        """Tell filled spaces from empty ones by an outline, or no more."""
        self._outlines = not self._outlines

    def do_hints(self, _value: object) -> None:
        """Show the crops of empty spaces, or no more."""
        self._hints = not self._hints

    def do_look(self, value: object) -> None:
        """Tell what an event does, or what lies fallow."""
        view = self.sitting.sight(self.eyes).view
        if value == "fallow":
            note = _("Fallow: {fields}.").format(fields=words.fields(view, view.fallow))
        elif isinstance(value, str) and value in EVENT_INDEX:
            note = f"{words.event(EVENT_INDEX[value]).capitalize()}: {words.event_line(value)}"
        else:
            raise ValueError(f"message: look: {str(value)[:20]!r} is not known")
        self.do_clear(None)
        self._note = note

    def do_pause(self, _value: object) -> None:
        """Let computer players wait, or go on."""
        self.paused = not self.paused

    # What is selected

    def do_tap(self, value: object) -> Patch | None:
        """A space of the large board: select it, or commit with a second tap."""
        space = space_of(value)
        self._cursor = space
        self._ending = False
        self._note = self._described(space)
        stage = self.stage()
        if stage is None:
            return None
        if self.shown == stage.seat:
            again = stage.tap(space)
        elif stage.elsewhere() & stage.view.fields[self.shown] & 1 << space:
            again = stage.pick_tile(space)
        else:
            return None
        return self.do_commit(None) if again and stage.moves() else None

    def _described(self, space: int) -> str:
        view = self.sitting.sight(self.eyes).view
        told = describe(view_of(view, self.shown), space)
        if view.fields[self.shown] >> space & 1 or any(stood == space for _w, stood in view.posts[self.shown]):
            return told + "."
        return _("{space}; the field {field} belongs here.").format(space=told, field=words.field(view, space))

    def do_tile(self, value: object) -> Patch | None:
        """A tile of the registry, of a store or of the card: select it, or commit with a second tap."""
        tile = space_of(value)
        self._ending = False
        self._note = words.field(self.sitting.sight(self.eyes).view, tile) + "."
        stage = self.stage()
        if stage is None:
            return None
        if not isinstance(stage.frame, TakeUnconnected | ExchangeFor):
            self.shown = stage.seat
        return self.do_commit(None) if stage.pick_tile(tile) and stage.moves() else None

    def do_worker(self, value: object) -> Patch | None:
        """A worker of the tray: pick it."""
        if not isinstance(value, str) or value not in WORKER_INDEX:
            raise ValueError(f"message: worker: want a letter of {WORKER_LETTERS}, not {str(value)[:20]!r}")
        worker = WORKER_INDEX[value]
        self._ending = False
        self._note = f"{words.worker(worker).capitalize()}: {words.worker_line(value)}"
        stage = self.stage()
        if stage is None:
            return None
        self.shown = stage.seat
        return self.do_commit(None) if stage.pick_worker(worker) and stage.moves() else None

    def do_more(self, value: object) -> None:
        """One counter more."""
        self._need_stage().more(crop_of(value))

    def do_fewer(self, value: object) -> None:
        """One counter fewer."""
        self._need_stage().fewer(crop_of(value))

    def do_all(self, _value: object) -> None:
        """All fields that can be in the set."""
        self._need_stage().take_all()

    def do_clear(self, _value: object) -> None:
        """Select nothing."""
        self._note, self._ending = "", False
        if self._stage:
            self._stage.clear()

    # What is decided

    def _need_stage(self) -> Stage:
        stage = self.stage()
        if stage is None:
            raise ValueError(_("It is not yours to decide now."))
        return stage

    def do_commit(self, _value: object) -> Patch:
        """Carry the selection out."""
        moves = self._need_stage().moves()
        if not moves:
            raise ValueError(_("Nothing complete is selected."))
        self.sitting.commit(moves)
        return self._moved()

    def do_answer(self, value: object) -> Patch:
        """An answer that is a word."""
        if not isinstance(value, str) or value not in self._need_stage().answers():
            raise ValueError(f"message: answer: {str(value)[:20]!r} is not among the answers")
        self.sitting.commit([value])
        return self._moved()

    def end_turn(self, confirm: bool) -> Patch:
        """End the turn (rule 3.3); with ``confirm``, only when asked a second time if more could be done."""
        stage = self._need_stage()
        if stage.turn is None or not stage.can_end():
            raise ValueError(_("The turn cannot be ended now."))
        more = len(stage.legal) > 1 and stage.turn.used.bit_count() < 2
        if more and confirm and not self._ending:
            self._ending = True
            return {"say": _("End your turn? You could still do more.")}
        self.sitting.commit(["end"])
        return self._moved()

    def do_undo(self, _value: object) -> Patch:
        """Take the last step back, or say why that cannot be done."""
        return self._again(self.sitting.undo, self.sitting.why_no_undo())

    def do_redo(self, _value: object) -> Patch:
        """Make the step again that was taken back last."""
        nothing = None if self.sitting.game.redoable() else _("nothing has been taken back")
        return self._again(self.sitting.redo, nothing)

    def _again(self, act: Callable[[], None], reason: str | None) -> Patch:
        self._need_stage()
        if reason:
            self.do_clear(None)
            self._note = _("Not possible: {reason}.").format(reason=reason)
            return {"say": self._note}
        act()
        return self._moved()

    # The keyboard

    def do_key(self, value: object) -> Patch | None:
        """A key pressed on the large board, or elsewhere on the page, where only undo, redo and Escape count."""
        pressed = object_of(value)
        key = pressed.get("key")
        if not isinstance(key, str):
            raise ValueError("message: key: want the name of a key")
        if pressed.get("ctrl"):
            intent = {"z": self.do_undo, "y": self.do_redo}.get(key.lower())
            return intent(None) if intent and self.stage() else None
        if key == "Escape":
            self.do_clear(None)
            return None
        if pressed.get("scope") != "board":
            return None
        at = pressed.get("at")
        if isinstance(at, str) and at in INDEX:
            self._cursor = INDEX[at]
        if key in ("Enter", " "):
            stage = self.stage()
            if pressed.get("shift") and stage and stage.moves():
                return self.do_commit(None)
            return self.do_tap(SPACES[self._cursor])
        return self._cursor_moved(key)

    def _cursor_moved(self, key: str) -> Patch | None:
        stage = self.stage()
        lit = stage.lit() if stage and self.shown == stage.seat else 0
        there = keys.moved(self._cursor, key, lit, self._typed)
        self._typed = key.upper() if keys.is_row(key) else ""
        if there is None:
            return None
        self._cursor = there
        return {"focus": f"{boards.LARGE}-{SPACES[there]}"}


def _head_line(scene: Scene) -> Html:
    return join(
        button(_("Key Harvest"), "home", class_="brand", aria_label=_("Key Harvest, home")),
        tag("h1", words.turn_heading(scene.view, scene.names), class_="heading"),
        tag("div", button(_("Rules"), "rules"), button(_("Settings"), "settings"), class_="tools"),
    )
