"""The game screen: what one pair of eyes has before it, what is selected there, and every click on it.

A :class:`Tabletop` turns clicks into a selection and a selection into moves of its sitting. Which screen is shown, and
whose eyes look, is for the :class:`~keyharvest.page.session.Session` to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from keyharvest import words
from keyharvest.page import keys
from keyharvest.page.forms import crop_of, space_of
from keyharvest.page.playback import Patch as Patch
from keyharvest.page.playback import Playback
from keyharvest.page.sounds import REFUSED
from keyharvest.panels import action, announcement, boards, dock, history, recap, seats, town
from keyharvest.panels.icons import icon
from keyharvest.panels.markup import Html, button, join, tag
from keyharvest.picture import tiles
from keyharvest.picture.view import view_of
from keyharvest.rules import State
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.events import ExchangeFor
from keyharvest.rules.frames import END, ChooseField
from keyharvest.rules.geometry import INDEX, SPACES, names, spaces_in
from keyharvest.rules.powers import TakeUnconnected
from keyharvest.table.coach import COACH, Coach, grown
from keyharvest.table.phrases import missing, question
from keyharvest.table.scene import Scene
from keyharvest.table.shortcuts import PAGE, TABLE, Act
from keyharvest.table.sitting import NOBODY, Sitting
from keyharvest.table.staging import AIMS, NOTHING, Stage
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.table.hints import Hints, Told

#: In so many steps the progress of a hint is shown.
_PROGRESS: Final = 20
#: So many turns the coach considers.
_CONSIDERED: Final = 12
#: What makes sense only while others act.
_OF_OTHERS: Final = ("pause", "step", "hurry")


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
        #: Whether keys with a single character count.
        self.letters = True
        self._stage: Stage | None = None
        self._staged = -1
        self._cursor = INDEX["D4"]
        self._row = ""
        self._at = ""
        self._note = ""
        self._ending = False
        self._outlines = False
        self._hints = False
        self._groups = False
        self._advice: Hints | None = None
        self._thoughts: Hints | None = None
        self._coach = Coach()

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

    def tell(self, text: str) -> None:
        """Let a note be read at the question, until something is selected."""
        self._note = text

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
            restart_takes_all=sitting.why_no_take_back() is None and sitting.restart_takes_all(),
            cursor=self._cursor,
            note=self._note,
            coached=self._coached(),
            no_undo=sitting.why_no_undo(),
            redo=sitting.redoable(),
            outlines=self._outlines,
            hints=self._hints,
            groups=self._groups,
            ending=self._ending,
            paused=self.paused,
            thinking=self.stepping,
            by_steps=by_steps,
            no_advice=self.why_no_hints(),
            advice=self._advice,
            verdict=self._verdict(),
            better=self.better,
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
        return self._coach.says(stage.view, stage.seat, self.sitting.names, game.states, game.moves, best, news)

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
        """Look for what a good player would do (no value), show one of the turns found (its number), ``do`` its first
        step, or ``close`` it."""
        stage = self._need_stage()
        if value == "close":
            self._advice = None
            return {"focus": "card-title"}
        if value is None:
            return self._look_ahead(stage)
        if value == "do" and self._advice and self._advice.done:
            return self._do_advised(stage, self._advice.found[self._advice.chosen].moves)
        if self._advice is None or value not in [str(at) for at, _told in enumerate(self._advice.found, 1)]:
            raise ValueError(f"message: hint: {str(value)[:20]!r} is not among the turns")
        self._advice.chosen = int(str(value)) - 1
        self.shown = stage.seat
        return None

    def _do_advised(self, stage: Stage, moves: tuple[str, ...]) -> Patch | None:
        """Select the first step of a hint, so that one press carries it out; an answer in words is given at once."""
        self._advice = None
        self.shown = stage.seat
        if moves[0] in stage.answers():
            return self.do_answer(moves[0])
        self._ending = moves[0] == END
        stage.select(moves)
        return {**(self._selected() or {}), "focus": "end" if self._ending else "commit"}

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
        """Show another board large, by default the next one clockwise."""
        self.shown = (self.shown + 1) % len(self.sitting.chairs) if value is None else self._seat(value)

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
            lying = words.fields(view, view.fallow) or _("nothing yet")
            note = _("Fallow, out of the game: {fields}.").format(fields=lying)
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
            return self._selected()
        if self.shown == stage.seat:
            again = stage.tap(space)
        elif stage.elsewhere() & stage.view.fields[self.shown] & 1 << space:
            again = stage.pick_tile(space)
        else:
            return self._selected()
        return self._chosen(stage, again)

    def _chosen(self, stage: Stage, again: bool) -> Patch | None:
        """After something was tapped: carry it out at the second tap; what can't be meant is heard to be refused."""
        if again and stage.moves():
            return self.do_commit(None)
        return {**(self._selected() or {}), **({"sound": REFUSED} if stage.refused else {})}

    def _described(self, space: int) -> str:
        view = self._view()
        told = boards.space_in_words(view_of(view, self.shown), space)
        for worker, stood in view.posts[self.shown]:
            if stood == space:
                return f"{told}: {words.worker_line(WORKER_LETTERS[worker])}."
        if view.fields[self.shown] >> space & 1:
            return told + "."
        return _("{space}; the field {field} belongs here.").format(space=told, field=words.field(view, space))

    def do_tile(self, value: object) -> Patch | None:
        """A tile of the registry, of a store or of the card: select it, or commit with a second tap."""
        tile = space_of(value)
        self._ending = False
        self._note = words.field(self._view(), tile) + "."
        stage = self.stage()
        if stage is None:
            return self._selected()
        if _swaps(stage) and stage.kind and stage.view.registry >> tile & 1:
            # What is given is marked already: the next question is what for, and that is the answer to it.
            self.sitting.commit(stage.moves())
            patch = self._moved()
            self._need_stage().pick_tile(tile)
            return patch
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
            return self._selected()
        self.shown = stage.seat
        return self._chosen(stage, stage.pick_worker(worker))

    def do_aim(self, value: object) -> Patch | None:
        """One of the four actions: light what it can be done with."""
        if value not in AIMS:
            raise ValueError(f"message: aim: {str(value)[:20]!r} is not an action")
        stage = self._need_stage()
        if stage.turn is None:
            return None
        self._note, self._ending = "", False
        self.shown = stage.seat
        stage.take_aim(str(value))
        if not stage.can(str(value)):
            self._note = action.shut(stage, str(value))
            return {"say": self._note, "sound": REFUSED}
        return {"say": question(stage, self.sitting.names)}

    def do_more(self, value: object) -> Patch | None:
        """One counter more."""
        self._need_stage().more(crop_of(value))
        return self._selected()

    def do_fewer(self, value: object) -> Patch | None:
        """One counter fewer."""
        self._need_stage().fewer(crop_of(value))
        return self._selected()

    def do_all(self, _value: object) -> Patch | None:
        """All fields that can be in the set."""
        self._need_stage().take_all()
        return self._selected()

    def do_clear(self, _value: object) -> None:
        """Select nothing."""
        self._note, self._ending = "", False
        if self._stage:
            self._stage.clear()

    def _selected(self) -> Patch | None:
        """What is said of the selection, for those who do not see it."""
        stage = self.stage()
        if stage is None or (stage.kind == NOTHING and not stage.refused):
            return {"say": self._note} if self._note else None
        if stage.refused:
            return {"say": words.why_not(*stage.refusal(), self.sitting.names) or self._note}
        chosen = words.goods(stage.crops) + "." if stage.crops else question(stage, self.sitting.names)
        return {"say": " ".join(filter(None, (chosen, missing(stage))))}

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
            self.do_clear(None)  # what was said of something tapped before would seem to belong to this question
            self._ending = True
            return {"say": _("End your turn? You could still do more.")}
        self.sitting.commit(["end"])
        return self._moved()

    def do_undo(self, _value: object) -> Patch:
        """Take the last step back, or say why that cannot be done."""
        return self._again(self.sitting.undo, self.sitting.why_no_undo())

    def do_redo(self, _value: object) -> Patch:
        """Make the step, or the turns, again that were taken back last."""
        nothing = None if self.sitting.redoable() else _("nothing has been taken back")
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

    def act(self, pressed: dict[str, Any]) -> Act | None:
        """What a key pressed stands for here, if anything; the focus is taken to be where it was pressed."""
        self._at = str(pressed.get("at"))
        space = self._at.removeprefix(f"{boards.LARGE}-")
        if space != self._at and space in INDEX:
            self._cursor = INDEX[space]
        act = keys.act(pressed, (TABLE, PAGE), self.letters, self._row)
        self._row = ""
        if act and act[0] == "hint" and self._advice:
            return "hint", "close"
        return act if act is None or act[0] not in _OF_OTHERS or self._watching() else None

    def _watching(self) -> bool:
        """Whether others act, so that one can pause and go on."""
        return self.stage() is None and not self.head.past and not self.sitting.over

    def do_row(self, value: object) -> None:
        """The first half of a reference has been typed."""
        self._row = str(value)

    def do_go(self, value: object) -> Patch | None:
        """Move the focus: over the board, to a space by its name, or through all that can be chosen."""
        if value in ("next", "previous"):
            return self._go_through(1 if value == "next" else -1)
        there = keys.moved(self._cursor, str(value))
        if there is None:
            raise ValueError(f"message: go: {str(value)[:20]!r} is no way")
        return self._go_to(f"{boards.LARGE}-{SPACES[there]}")

    def _go_to(self, name: str) -> Patch:
        space = name.removeprefix(f"{boards.LARGE}-")
        if space != name:
            self._cursor = INDEX[space]
        return {"focus": name}

    def _go_through(self, step: int) -> Patch:
        """From where the focus is to the next thing that can be chosen, or the one before."""
        found = self._targets()
        if not found:
            return {"say": _("There is nothing to choose now.")}
        if self._at in found:
            return self._go_to(found[(found.index(self._at) + step) % len(found)])
        if not self._at.startswith(f"{boards.LARGE}-"):
            return self._go_to(found[0 if step > 0 else -1])
        before = [f"{boards.LARGE}-{name}" for name in SPACES[: self._cursor]]
        passed = sum(name in before for name in found)
        return self._go_to(found[(passed if step > 0 else passed - 1) % len(found)])

    def _targets(self) -> list[str]:
        """The ids of all that can be chosen now, what is nearest to the selection first; one's own board comes back."""
        stage = self.stage()
        if stage is None:
            return []
        found = [f"more-{crop}" for crop in stage.addable()]
        if not stage.purse():
            other = isinstance(stage.frame, TakeUnconnected | ExchangeFor)
            if not other:
                self.shown = stage.seat
            found += [f"{boards.LARGE}-{name}" for name in names(0 if other else stage.lit())]
            name = "target" if stage.turn is None else "tile"
            found += [f"{name}-{tile}" for tile in names(stage.open_tiles())]
            found += [f"worker-{WORKER_LETTERS[worker]}" for worker in spaces_in(stage.open_workers())]
        found += [f"answer-{answer}" for answer in stage.answers()]
        if stage.moves():
            found.append("commit")
        if stage.kind == NOTHING and stage.can_end() and not stage.aim:
            found.append("end")
        return found

    def do_enter(self, _value: object) -> Patch | None:
        """Choose the space that has the focus."""
        return self.do_tap(SPACES[self._cursor])

    def do_step_back(self, _value: object) -> Patch | None:
        """Take back the last thing chosen; from the past go back to now, from another's board to one's own."""
        if self.head.past:
            return self.do_now(None)
        stage = self.stage()
        if stage and self._advice:
            return self.do_hint("close")
        if self._ending or self._note:
            self._ending, self._note = False, ""
            if stage is None or stage.kind == NOTHING:
                return None
        if stage and stage.step_back():
            return self._selected()
        self.shown = stage.seat if stage else self.shown
        return None

    def do_log(self, _value: object) -> Patch:
        """Move the focus to the log, which on a phone brings it to the front."""
        return {"focus": "log"}

    def do_ask(self, _value: object) -> Patch:
        """Move the focus to the question, or to what is told instead."""
        return {"focus": "card-title" if self.stage() else "action"}


def _swaps(stage: Stage) -> bool:
    """Whether it is asked which field is given for a registry tile (rule 12 U)."""
    return isinstance(stage.frame, ChooseField) and stage.frame.source == "U"


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
    leave = _("Leave, the game is kept")
    # On a phone there is room for one button alone, which opens the rest.
    more = [
        button(_("Leave"), "home", title=leave),
        button(_("Log"), "log", **history.OF_MENU),
        history.back_buttons(scene, **history.OF_MENU),
        button(_("Rules"), "rules"),
        button(_("Settings"), "settings"),
        button(_("Make a demo of this"), "demo"),
        *([button(speaks, "coach", **history.OF_MENU)] if coach else []),
    ]
    menu = tag("div", *more, id=history.MENU, popover="auto")
    opener = tag(
        "button", icon("list"), type="button", popovertarget="menu", class_="square opener", aria_label=_("Menu")
    )
    return join(
        button(
            join(Html(tiles.brand()), tag("span", _("Leave"), aria_hidden="true")),
            "home",
            class_="brand",
            aria_label=leave,
            title=leave,
        ),
        tag("h1", words.turn_heading(scene.view, scene.names), class_="unseen"),
        tag("div", *tools, class_="tools"),
        opener,
        menu,
    )
