"""The game screen: what one pair of eyes has before it, what is selected there, and every click on it.

A :class:`Tabletop` turns clicks into a selection and a selection into moves of its sitting. Which screen is shown, and
whose eyes look, is for the :class:`~keyharvest.page.session.Session` to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from keyharvest import words
from keyharvest.page import keys
from keyharvest.page.forms import crop_of, object_of, space_of
from keyharvest.page.playback import KEYS, Playback
from keyharvest.page.playback import Patch as Patch
from keyharvest.page.sounds import REFUSED
from keyharvest.panels import action, announcement, boards, dock, history, recap, seats, town
from keyharvest.panels.icons import icon
from keyharvest.panels.markup import Html, button, join, tag
from keyharvest.picture import tiles
from keyharvest.picture.view import view_of
from keyharvest.rules import State
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.events import ExchangeFor
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.rules.powers import TakeUnconnected
from keyharvest.table.coach import COACH, advice, grown
from keyharvest.table.phrases import missing
from keyharvest.table.scene import Scene
from keyharvest.table.sitting import NOBODY, Sitting
from keyharvest.table.staging import AIMS, NOTHING, Stage
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.table.hints import Hints, Told

#: In so many steps the progress of a hint is shown.
_PROGRESS: Final = 20
#: So many turns the coach considers.
_CONSIDERED: Final = 12


class Tabletop(Playback):
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
        super().__init__(sitting, moved)
        #: Whether letters typed on the board name spaces.
        self.letters = True
        self._stage: Stage | None = None
        self._staged = -1
        self._cursor = INDEX["D4"]
        self._typed = ""
        self._note = ""
        self._ending = False
        self._outlines = False
        self._hints = False
        self._groups = False
        self._advice: Hints | None = None
        self._thoughts: Hints | None = None

    def stage(self) -> Stage | None:
        """What is selected for the open question, if these eyes are to decide and now is shown."""
        if self.eyes == NOBODY or self.sitting.actor != self.eyes or not self.head.live:
            self._stage, self._staged = None, -1
        elif self._stage is None or self._staged != len(self.sitting.game.moves):
            self._stage = Stage(self._view())
            self._staged = len(self.sitting.game.moves)
            self._thoughts = None
        return self._stage

    def forget(self) -> None:
        """Drop selection and notes: the game, or who looks, has changed."""
        self._note, self._ending = "", False
        self._advice = None
        self._stage, self._staged = None, -1

    def _view(self) -> State:
        return self.sitting.sight(self.eyes, self.head.at).view

    def scene(self, by_steps: bool = False) -> Scene:
        """What the panels are drawn from."""
        sitting, at = self.sitting, self.head.at
        sight = sitting.sight(self.eyes, at)
        return Scene(
            eyes=self.eyes,
            view=sight.view,
            unknown=sight.unknown,
            chairs=sitting.chairs,
            stage=self.stage(),
            shown=self.shown,
            lines=sitting.lines(),
            changed=sitting.changed(self.eyes) if self.stage() else self.timeline.changed(at),
            moment=self.head.moment(self.eyes),
            no_restart=sitting.why_no_undo(),
            no_take_back=sitting.why_no_take_back(),
            cursor=self._cursor,
            note=self._note or self._coached(),
            no_undo=sitting.why_no_undo(),
            redo=sitting.game.redoable(),
            outlines=self._outlines,
            hints=self._hints,
            groups=self._groups,
            ending=self._ending,
            paused=self.paused,
            by_steps=by_steps,
            no_advice=self.why_no_hints(),
            advice=self._advice,
            verdict=self._verdict(),
            clock=sitting.clock,
        )

    def _coached(self) -> str:
        """What the coach of a first game says, if there is one and nothing has been selected yet."""
        game, stage = self.sitting.game, self.stage()
        if game.headers.get(COACH) != "on" or stage is None or stage.kind != NOTHING:
            return ""
        thoughts = self._considered()
        best = thoughts.found if thoughts else None
        news = self.timeline.news(self.eyes)
        said = advice(stage.view, stage.seat, self.sitting.names, game.states, game.moves, best, news)
        return _("Coach: {sentence}").format(sentence=said) if said else ""

    def _considered(self) -> Hints | None:
        """What the coach makes of the turn, if there is one who may have to say something."""
        game, stage = self.sitting.game, self.stage()
        if game.headers.get(COACH) != "on" or stage is None or stage.turn is None or grown(stage.view):
            return None
        if self._thoughts is None:
            from keyharvest.players.advice import COACH as EFFORT  # only a game with a coach needs these
            from keyharvest.table.hints import Hints

            observation = game.observation(stage.seat)
            self._thoughts = Hints(observation, self.sitting.names, len(game.moves), _CONSIDERED, EFFORT)
        return self._thoughts

    def do_coach(self, _value: object) -> Patch:
        """Let the coach speak, or be silent; ``ValueError`` where there is none."""
        headers = self.sitting.game.headers
        if COACH not in headers:
            raise ValueError(_("This game has no coach."))
        headers[COACH] = "off" if headers[COACH] == "on" else "on"
        return self._moved()

    # What a good player would do

    def why_no_hints(self) -> str | None:
        """``None`` if a hint may be asked for, else the reason."""
        return self.sitting.why_no_hints()

    @property
    def looking(self) -> bool:
        """Whether a hint is being looked for, or the coach considers the turn."""
        return any(hints is not None and not hints.done for hints in (self._advice, self._considered()))

    def look_on(self, seconds: float) -> Patch:
        """Look on for a hint: how far that is, or what was found; else the coach considers the turn."""
        hints = self._advice
        if hints is None or hints.done:
            return self._consider(seconds)
        before = hints.progress
        hints.think(seconds)
        if not hints.found:
            near = int(hints.progress * _PROGRESS) == int(before * _PROGRESS)
            return {} if near else {"attributes": {"hint-progress": {"value": f"{hints.progress:.2f}"}}}
        return {"say": self._advised(hints.found[0]), "focus": "card-title"}

    def _consider(self, seconds: float) -> Patch:
        thoughts = self._considered()
        if thoughts and not thoughts.done:
            thoughts.think(seconds)
            if thoughts.found and (said := self._coached()):
                return {"say": said}
        return {}

    def _advised(self, told: Told) -> str:
        steps = words.listing([step.text for step in told.steps])
        return _("Best: {steps}.").format(steps=steps)

    def do_hint(self, value: object) -> Patch | None:
        """Look for what a good player would do (no value), show one of the turns found (its number), or close it."""
        stage = self._need_stage()
        if value == "close":
            self._advice = None
            return {"focus": "card-title"}
        if value is None:
            return self._look_ahead(stage)
        if self._advice is None or value not in [str(at) for at, _told in enumerate(self._advice.found, 1)]:
            raise ValueError(f"message: hint: {str(value)[:20]!r} is not among the turns")
        self._advice.chosen = int(str(value)) - 1
        self.shown = stage.seat
        return None

    def _look_ahead(self, stage: Stage) -> Patch:
        from keyharvest.table.hints import Hints  # only who asks for a hint needs it

        reason = self.why_no_hints()
        if reason:
            raise ValueError(_("Not possible: {reason}.").format(reason=reason))
        self.do_clear(None)
        self.shown = stage.seat
        self._advice = Hints(
            self.sitting.game.observation(stage.seat), self.sitting.names, len(self.sitting.game.moves)
        )
        return {"focus": "hint-close"}

    def panels(self, by_steps: bool) -> dict[str, Html]:
        """All panels of the game screen."""
        scene = self.scene(by_steps)
        return {
            "top": _head_line(scene, self.sitting.game.headers.get(COACH)),
            "head": seats.chips(scene),
            "action": action.action_bar(scene),
            "mine": join(
                announcement.countdown(scene) if scene.stage else "", town.quiet_rounds(scene), seats.mine(scene)
            ),
            "registry": town.registry(scene),
            "town": town.town(scene),
            "board": boards.large_board(scene),
            "corners": town.corners(scene),
            "hand": dock.hand(scene),
            "card": dock.card(scene),
            "tray": dock.workers(scene),
            "others": seats.others(scene),
            "log": join(recap.recap(scene), history.log(scene)),
        }

    # What is looked at

    def do_show(self, value: object) -> None:
        """Show another board large."""
        self.shown = self._seat(value)

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

    def do_groups(self, _value: object) -> None:
        """Show the groups that count at the end, or no more."""
        self._groups = not self._groups

    def do_look(self, value: object) -> None:
        """Tell what an event does, or what lies fallow."""
        view = self._view()
        if value == "fallow":
            note = _("Fallow: {fields}.").format(fields=words.fields(view, view.fallow))
        elif isinstance(value, str) and value in EVENT_INDEX:
            note = f"{words.sentence_case(words.event(EVENT_INDEX[value]))}: {words.event_line(value)}"
        else:
            raise ValueError(f"message: look: {str(value)[:20]!r} is not known")
        self.do_clear(None)
        self._note = note

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
        return self._chosen(stage, again)

    def _chosen(self, stage: Stage, again: bool) -> Patch | None:
        """After something was tapped: carry it out at the second tap; what can't be meant is heard to be refused."""
        if again and stage.moves():
            return self.do_commit(None)
        return {"sound": REFUSED} if stage.refused else None

    def _described(self, space: int) -> str:
        view = self._view()
        told = boards.space_in_words(view_of(view, self.shown), space)
        if view.fields[self.shown] >> space & 1 or any(stood == space for _w, stood in view.posts[self.shown]):
            return told + "."
        return _("{space}; the field {field} belongs here.").format(space=told, field=words.field(view, space))

    def do_tile(self, value: object) -> Patch | None:
        """A tile of the registry, of a store or of the card: select it, or commit with a second tap."""
        tile = space_of(value)
        self._ending = False
        self._note = words.field(self._view(), tile) + "."
        stage = self.stage()
        if stage is None:
            return None
        if not isinstance(stage.frame, TakeUnconnected | ExchangeFor):
            self.shown = stage.seat
        return self._chosen(stage, stage.pick_tile(tile))

    def do_worker(self, value: object) -> Patch | None:
        """A worker of the tray: pick it."""
        if not isinstance(value, str) or value not in WORKER_INDEX:
            raise ValueError(f"message: worker: want a letter of {WORKER_LETTERS}, not {str(value)[:20]!r}")
        worker = WORKER_INDEX[value]
        self._ending = False
        self._note = f"{words.sentence_case(words.worker(worker))}: {words.worker_line(value)}"
        stage = self.stage()
        if stage is None:
            return None
        self.shown = stage.seat
        return self._chosen(stage, stage.pick_worker(worker))

    def do_aim(self, value: object) -> None:
        """One of the four actions: light what it can be done with."""
        if value not in AIMS:
            raise ValueError(f"message: aim: {str(value)[:20]!r} is not an action")
        stage = self._need_stage()
        self._note, self._ending = "", False
        self.shown = stage.seat
        stage.take_aim(str(value))

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
        self.need_now()
        stage = self.stage()
        if stage is None:
            raise ValueError(_("It is not yours to decide now."))
        return stage

    def do_commit(self, _value: object) -> Patch:
        """Carry the selection out."""
        stage = self._need_stage()
        moves = stage.moves()
        if not moves:
            if stage.kind:
                return {"say": missing(stage)}
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
            self._advice = None
            self.do_clear(None)
            return self.do_now(None) if self.head.past else None
        if key == "?":
            self._note = _(
                "Keys: arrows move on the board, or type a space. Enter chooses, Shift and Enter carry out."
                " [ and ] go through what can be chosen. Ctrl and Z takes back, Escape cancels,"
                " h asks what a good player would do."
            )
            return {"say": self._note}
        if key == "h" and self.letters and self.stage() and self.why_no_hints() is None:
            return self.do_hint(None if self._advice is None else "close")
        if key in KEYS:
            through: Callable[[object], Patch | None] = getattr(self, f"do_{KEYS[key]}")
            return through(None)
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
        if not self.letters and len(key) == 1 and key.isalnum():
            return None
        stage = self.stage()
        lit = stage.lit() if stage and self.shown == stage.seat else 0
        there = keys.moved(self._cursor, key, lit, self._typed)
        self._typed = key.upper() if keys.is_row(key) else ""
        if there is None:
            return None
        self._cursor = there
        return {"focus": f"{boards.LARGE}-{SPACES[there]}"}


def _head_line(scene: Scene, coach: str | None) -> Html:
    """``coach``: whether one speaks, ``on`` or ``off``; ``None`` where there is none."""
    tools = [
        button(icon("help"), "rules", class_="square", aria_label=_("Rules"), title=_("Rules")),
        button(icon("gear"), "settings", class_="square", aria_label=_("Settings"), title=_("Settings")),
    ]
    speaks = _("I can manage") if coach == "on" else _("Coach")
    if coach:
        sign = button(icon("cap"), "coach", class_="square", aria_label=speaks, title=speaks)
        tools.insert(0, sign)
    name = join(Html(tiles.brand()), tag("span", "Key", tag("br"), "Harvest", aria_hidden="true"))
    # On a phone there is room for one button alone, which opens the rest.
    more = [button(_("Home"), "home"), button(_("Rules"), "rules"), button(_("Settings"), "settings")]
    more += [button(_("Make a demo of this"), "demo"), *([button(speaks, "coach")] if coach else [])]
    menu = tag("div", *more, id="menu", popover="auto")
    opener = tag(
        "button", icon("list"), type="button", popovertarget="menu", class_="square opener", aria_label=_("Menu")
    )
    return join(
        button(name, "home", class_="brand", aria_label=_("Key Harvest, home")),
        tag("h1", words.turn_heading(scene.view, scene.names), class_="unseen"),
        tag("div", *tools, class_="tools"),
        opener,
        menu,
    )
