"""The game screen of one viewer.

A :class:`Tabletop` turns clicks and keys into a selection, and a selection into moves of its sitting. The
:class:`~keyharvest.page.session.Session` decides which screen is shown, and to whom.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from keyharvest import words
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import numbered, one_of, or_nothing, text_of
from keyharvest.page.core.intent import PLAYED, intent
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.advising import Advising
from keyharvest.page.tabletop.choosing import Choosing
from keyharvest.page.tabletop.cursor import Cursor
from keyharvest.page.tabletop.keys import Keyboard
from keyharvest.page.tabletop.panels import action, announcement, boards, dock, fairness, head, history, seats, town
from keyharvest.page.tabletop.playback import Playback
from keyharvest.picture.elements import Html, join
from keyharvest.rules import State
from keyharvest.rules.components import EVENT_INDEX
from keyharvest.table.chairs import NOBODY
from keyharvest.table.shortcuts import PAGE, TABLE, Act
from keyharvest.table.sitting import COACH, Sitting
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.advice.hints import Hints
    from keyharvest.table.company import Company
    from keyharvest.table.post import Post
    from keyharvest.table.staging import Stage


#: Intents that make sense only while others act.
_OF_OTHERS: Final = ("pause", "step", "hurry")


class Tabletop:
    """The game screen of a sitting.

    Methods named ``do_…`` carry out an intent (:mod:`keyharvest.page.core.intent`): they get its value, if any, and
    return an addition to the next patch, if any. They raise ``ValueError`` for an impossible value, and then change
    nothing.

    Attributes:
        sitting: the players and the game.
        viewer: the seat whose view is shown, or ``NOBODY``.
        shown: the seat whose board is large.
        playback: the moment shown, ``head``, among those of the ``timeline``; ``choosing``: the selection;
            ``advising``: hints and the coach; ``keyboard`` and ``cursor``: the way by keys.
        places: the groups of keys that work here, in order of precedence.
        company: the people on other pages, while a game is played live.
    """

    #: Whether it asks before an answer that costs points and can't be undone.
    careful = True
    places: tuple[str, ...] = (TABLE, PAGE)

    def __init__(self, sitting: Sitting, moved: Callable[[], Patch]) -> None:
        """Call ``moved`` after each change of the game; it returns an addition to the patch."""
        self.sitting = sitting
        self.viewer = NOBODY
        self.shown = max(sitting.game.state.seat, 0)
        self.cursor = Cursor()
        self.playback = Playback(sitting, self, moved)
        self.timeline, self.head = self.playback.timeline, self.playback.head
        self.choosing = Choosing(sitting, self, self.playback, self.cursor, moved)
        self.advising = Advising(sitting, self, self.playback, self.choosing, moved)
        self.keyboard = Keyboard(self, self.cursor, self.playback, self.choosing, self.advising)
        self._outlines = False
        self._crops = False
        self._groups = False
        self.company: Company | None = None
        self._post: tuple[State, dict[int, int], Post | None] | None = None

    def stage(self) -> Stage | None:
        """Return the selection for the open question, if the viewer decides it and the present is shown."""
        return self.choosing.stage()

    # What its parts ask of it, and a table of another kind may answer otherwise

    def forget(self) -> None:
        """Drop the selection, the notes and the hint, because the moment or its reader has changed."""
        self.choosing.forget()
        self.advising.hint = None

    def note(self, text: str) -> None:
        """Show a note beside the question until something is selected."""
        self.choosing.note = text

    def chooses(self) -> bool:
        """Whether choices are possible on this table now."""
        return True

    def described(self, space: int) -> str:
        """Describe a space that was tapped."""
        return self.choosing.described(space)

    def tap(self, space: int) -> Patch | None:
        """Choose a space of the large board."""
        return self.choosing.do_tap(space)

    def targets(self) -> list[str]:
        """Return the ids of everything that can be chosen now."""
        return self.keyboard.targets()

    def why_no_hints(self) -> str | None:
        """Return the reason why hints aren't allowed, or ``None``."""
        return self.sitting.why_no_hints()

    # Keys

    def act(self, pressed: dict[str, Any], letters: bool) -> Act | None:
        """Return the effect of a key here, if any."""
        found = self.keyboard.effect(pressed, self.places, letters)
        watching = self.stage() is None and not self.head.past and not self.sitting.over
        if found and (
            (found[0] in _OF_OTHERS and not watching)
            or (found[0] == "pause" and self.company is not None)
            or (found[0] == "phrases" and not (self.company and self.company.talks))
        ):
            return None
        return found

    @intent(on=PLAYED)
    def do_pause(self) -> None:
        """Pause computer players, or let them continue. Raise ``ValueError`` in a live game."""
        if self.company is not None:
            raise ValueError(_("A live game can't be paused."))
        self.playback.paused, self.playback.stepping = not self.playback.paused, False

    def _posted(self) -> Post | None:
        """Return the turn to send to another page by message, if any, while the present is shown."""
        sitting = self.sitting
        if not (sitting.message and self.head.live) or self.playback.guest or sitting.game.sealed:
            return None
        if self.company and (sitting.over or self.company.connected(sitting.actor)):
            return None  # the live connection carries it
        from keyharvest.table.post import post  # only a game by message needs it

        state, had = sitting.game.state, sitting.had()
        if self._post is None or self._post[0] is not state or self._post[1] != had:
            self._post = state, had, post(sitting)
        return self._post[2]

    def scene(self, by_steps: bool = False) -> Scene:
        """Return the data for all panels."""
        sitting, at, playback, choosing = self.sitting, self.head.at, self.playback, self.choosing
        stage = self.stage()
        # The log shows nothing that the board hasn't shown yet.
        lines = [line for line in sitting.lines() if line.at < at or not self.head.following]
        sight = sitting.sight(self.viewer, at)
        return Scene(
            viewer=self.viewer,
            view=sight.view,
            unknown=sight.unknown,
            chairs=sitting.chairs,
            stage=stage,
            places=self.timeline.places(at),
            shown=self.shown,
            lines=lines,
            changed=sitting.changed(self.viewer) if stage else self.timeline.changed(at),
            moment=self.head.moment(self.viewer),
            unheard=choosing.unheard() if stage else [],
            no_take_back=sitting.why_no_take_back(),
            restart_takes_all=sitting.why_no_take_back() is None and sitting.restart_takes_all(),
            cursor=self.cursor.space,
            note=choosing.note,
            coached=self.advising.coached(),
            no_undo=sitting.why_no_undo(),
            redo=sitting.redoable(),
            outlines=self._outlines,
            crops=self._crops,
            groups=self._groups,
            ending=choosing.ending,
            sure=choosing.sure if choosing.ending else "",
            paused=playback.paused,
            thinking=playback.stepping,
            by_steps=by_steps,
            no_advice=self.why_no_hints(),
            advice=self.advising.hint,
            verdict=playback.verdict(),
            better=playback.better,
            clock=sitting.clock,
            post=self._posted(),
            company=self.company,
            drawing=sitting.game.drawing and self.head.live,
            stopped=sitting.game.stopped,
            ceased=sitting.game.ceased,
            transcript=bool(sitting.part),
            sealed=sitting.game.sealed,
        )

    def panels(self, by_steps: bool) -> dict[str, Html]:
        """Draw all panels of the game screen."""
        scene = self.scene(by_steps)
        advised = self._advised(scene, scene.hint) if scene.hint else {}
        return {
            "top": head.head_line(scene, self.sitting.game.headers.get(COACH)),
            "head": seats.chips(scene),
            "action": advised.get("action") or action.action_bar(scene),
            "mine": join(announcement.countdown(scene), town.quiet_rounds(scene), seats.mine(scene)),
            "registry": advised.get("registry") or town.registry(scene),
            "town": town.town(scene),
            "board": boards.large_board(scene),
            "corners": town.corners(scene),
            "hand": dock.hand(scene),
            "card": advised.get("card") or dock.card(scene),
            "tray": dock.workers(scene),
            "others": seats.others(scene),
            "compare": advised.get("compare", Html()),
            "log": join(fairness.line(scene), history.recap(scene), history.log(scene)),
        }

    def _advised(self, scene: Scene, hint: Hints) -> dict[str, Html]:
        """Draw the panels that an open hint changes."""
        from keyharvest.page.tabletop.panels import hints  # only hints need it

        marked = {"registry": town.registry(scene, partial(hints.marks, hint))} if hint.done else {}
        return hints.panels(scene, hint) | marked

    # What to show

    @intent(or_nothing(text_of))
    def do_show(self, value: str | None) -> None:
        """Enlarge another board, by default the next one clockwise."""
        players = len(self.sitting.chairs)
        self.shown = (self.shown + 1) % players if value is None else numbered("seat", players)(value)

    @intent()
    def do_outlines(self) -> None:
        """Toggle outlines that distinguish filled spaces from empty ones."""
        self._outlines = not self._outlines

    @intent()
    def do_crops(self) -> None:
        """Toggle the crops of empty spaces."""
        self._crops = not self._crops

    @intent()
    def do_groups(self) -> None:
        """Toggle the groups that score at the end."""
        self._groups = not self._groups

    @intent(one_of("fallow", *EVENT_INDEX))
    def do_look(self, value: str) -> None:
        """Describe an event, or list the fallow fields."""
        view = self.choosing.view()
        if value == "fallow":
            lying = words.fields(view, view.fallow) or _("nothing yet")
            note = _("Fallow, out of the game: {fields}.").format(fields=lying)
        else:
            note = words.under(words.sentence_case(words.event(EVENT_INDEX[value])), words.event_line(value))
        self.choosing.do_clear()
        self.note(note)


#: A table and its parts, as the parts of a screen.
TABLE_PARTS: Final[tuple[tuple[str, type], ...]] = (
    ("table", Tabletop),
    ("table.keyboard", Keyboard),
    ("table.advising", Advising),
    ("table.choosing", Choosing),
    ("table.playback", Playback),
    ("table.cursor", Cursor),
)
