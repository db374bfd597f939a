"""The table of messages: all intents, their screens, and the methods that carry them out.

A row names an intent, its screens, the reader of its value and the method of the part of the page that carries it out.
A name may have several rows for different screens. Everything that needs the intents uses this table: the session and
the demos, the keyboard, the tests, and the list in docs/protocol.md (tests/helpers/intent_table.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeVar

from keyharvest.page.editor.editing import Editing
from keyharvest.page.forms import (
    crop_of,
    deal_of,
    numbered,
    object_of,
    one_of,
    or_nothing,
    setup_from,
    space_of,
    text_of,
    worker_of,
)
from keyharvest.page.game import cursor
from keyharvest.page.game.choosing import Choosing
from keyharvest.page.game.pacing import Pacing
from keyharvest.page.game.seating import Seating
from keyharvest.page.game.tabletop import Patch, Tabletop
from keyharvest.page.keeping import Keeping
from keyharvest.page.layouts import Layouts
from keyharvest.page.lessons.lesson import Lesson
from keyharvest.page.live.friends import Friends
from keyharvest.page.preferences import Preferences
from keyharvest.page.puzzles.puzzling import Puzzling
from keyharvest.page.screens import Screens
from keyharvest.page.whereabouts import (
    AT_TABLE,
    EDITOR,
    EMBEDDED,
    EMBEDDED_PUZZLE,
    EXERCISE,
    LAYOUT,
    LESSON,
    PUZZLE,
    PUZZLES,
    SCREENS,
)
from keyharvest.players import LEVELS
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX
from keyharvest.table.company import PHRASES
from keyharvest.table.set_up import SEATS
from keyharvest.table.shortcuts import BRUSHES, PAGE, PAINTS
from keyharvest.table.staging import AIMS
from keyharvest.words.language import _
from keyharvest.words.rules_text import numbers

if TYPE_CHECKING:
    from keyharvest.page.live.calls import Calls
    from keyharvest.page.puzzles.task import Task

Part = TypeVar("Part")
Value = TypeVar("Value")


class AnyPage(Protocol):
    """The interface of every page with intents, including a demo's."""

    @property
    def screen(self) -> str:
        """The screen that is shown."""

    @property
    def lesson(self) -> Lesson | None:
        """The open lesson, if any."""

    @property
    def puzzle(self) -> Task | None:
        """The open puzzle or exercise, if any."""

    @property
    def letters(self) -> bool:
        """Whether single-character keys are on."""


class Page(AnyPage, Protocol):
    """The page of the game, with the parts that carry out intents."""

    seating: Seating
    screens: Screens
    keeping: Keeping
    preferences: Preferences
    puzzling: Puzzling
    pacing: Pacing
    editing: Editing
    layouts: Layouts


class Deed(NamedTuple, Generic[Part]):
    """The effect of an intent on a part of the page: the reader of its value, if any, and a method of the part."""

    read: Callable[[object], Any] | None
    method: Callable[..., Patch | None]


def _plain(method: Callable[[Part], Patch | None]) -> Deed[Part]:
    """Make a deed without a value."""
    return Deed(None, method)


def _with_value(read: Callable[[object], Value], method: Callable[[Part, Value], Patch | None]) -> Deed[Part]:
    """Make a deed with a value."""
    return Deed(read, method)


class Intent(NamedTuple):
    """A row of the table: an intent, its screens, and its effect.

    ``reach`` calls a function with the part of the page that carries out the intent. The page is a :class:`Page` or,
    for the intents of demos, any :class:`AnyPage`.
    """

    name: str
    screens: tuple[str, ...]
    deed: Deed[Any]
    reach: Callable[[Any, Callable[[Any], Patch | None]], Patch | None]

    def carry_out(self, page: AnyPage, value: object) -> Patch | None:
        """Carry it out on a page. Raise ``ValueError`` for an impossible value, and change nothing."""
        read, method = self.deed
        if read is None:
            return self.reach(page, method)
        try:
            given = read(value)
        except ValueError as error:
            raise ValueError(f"message: {self.name}: {error}") from None
        return self.reach(page, lambda part: method(part, given))


Reach = Callable[[Page, Callable[[Part], Patch | None]], Patch | None]


def _rows(screens: tuple[str, ...], reach: Reach[Part], deeds: dict[str, Deed[Part]]) -> list[Intent]:
    """Return the intents that a part of the page carries out on some screens."""
    return [Intent(name, screens, deed, reach) for name, deed in deeds.items()]


def _table(page: Page, do: Callable[[Tabletop], Patch | None], chooses: bool = False) -> Patch | None:
    """Call a function with the table of the open lesson or puzzle, which can refuse it, or else of the game."""
    lesson = page.lesson or page.puzzle
    return lesson.on_table(do, chooses) if lesson else do(page.seating.open())


def _editor(page: Page, do: Callable[[Editing], Patch | None]) -> Patch | None:
    """Call a function with the editor."""
    return do(page.editing)


def _layouts(page: Page, do: Callable[[Layouts], Patch | None]) -> Patch | None:
    """Call a function with the layouts of this device."""
    return do(page.layouts)


def _lesson(page: Page, do: Callable[[Lesson], Patch | None]) -> Patch | None:
    """Call a function with the open lesson."""
    assert page.lesson, page.screen
    return do(page.lesson)


def _task(page: Page, do: Callable[[Task], Patch | None]) -> Patch | None:
    """Call a function with the open puzzle or exercise."""
    assert page.puzzle, page.screen
    return do(page.puzzle)


def _begun(page: Page, do: Callable[[Calls], Patch | None]) -> Patch | None:
    """Call a function with the live game, even if this page has none yet."""
    return do(page.seating.friends.begun())


def _live(page: Page, do: Callable[[Calls], Patch | None]) -> Patch | None:
    """Call a function with the live game. Raise ``ValueError`` if there is none."""
    return do(page.seating.friends.known())


def _late(method: str, does: str, read: Callable[[object], Any] | None = None) -> Deed[Any]:
    """Make a deed of a part whose code is loaded on demand: its method by name, and what that does."""

    def do(part: object, *value: object) -> Patch | None:
        found: Patch | None = getattr(part, method)(*value)
        return found

    do.__doc__ = does
    return Deed(read, do)


def _tap(table: Choosing, space: int) -> Patch | None:
    """Select a space of the large board, or commit with a second tap."""
    return table.do_tap(space)  # a puzzle's table overrides it to collect spaces


def _undo(table: Choosing) -> Patch | None:
    """Undo the last step, or say why that is impossible."""
    return table.do_undo()  # an exercise's table overrides it to undo more


def _press(page: Page, key: dict[str, Any]) -> Patch | None:
    """Carry out the intent of a key on this screen, if any."""
    lesson = page.lesson or page.puzzle
    if lesson or page.screen in AT_TABLE:
        act = (lesson.table if lesson else page.seating.open()).act(key, page.letters)
    elif page.screen == EDITOR:
        act = page.editing.act(key, page.letters)
    elif page.screen == LAYOUT:
        act = page.layouts.press(key, (LAYOUT, PAGE), page.letters)
    else:
        act = cursor.act(key, (PAGE,), page.letters)
    intent = INTENTS[act[0]].get(page.screen) if act else None
    return intent.carry_out(page, act[1]) if act and intent else None


def _open(page: Page, file: dict[str, Any]) -> Patch | None:
    """Open the game or the layout in a file, or import all games in one."""
    return None if page.layouts.open_file(file) else page.seating.do_open(file)


def _rule(value: object) -> str:
    """The number of a rule."""
    if not isinstance(value, str) or value not in numbers():
        raise ValueError(f"no rule {str(value)[:20]!r}")
    return value


def _card(value: object) -> str:
    """The letter of a worker or an event."""
    if not isinstance(value, str) or value not in (*WORKER_INDEX, *EVENT_INDEX):
        raise ValueError(f"no worker or event {str(value)[:20]!r}")
    return value


def _line(value: object) -> int:
    """The number of a seat, or of a spectator's invitation."""
    from keyharvest.remote.calling import WATCHERS  # only a live game needs it

    found = [number for number in WATCHERS if value == str(number + 1)]
    return found[0] if found else _seat(value)


_IN_LESSONS: Final = (LESSON, EMBEDDED)
_IN_PUZZLES: Final = (PUZZLE, EMBEDDED_PUZZLE)
_IN_TASKS: Final = (*_IN_PUZZLES, EXERCISE)
_ON_BOARDS: Final = (*AT_TABLE, *_IN_LESSONS, *_IN_TASKS)
_text_or_nothing: Final = or_nothing(text_of)
_seat: Final = numbered("seat", SEATS)
#: All rows of the table.
ROWS: Final = (
    *_rows(
        (*SCREENS, EMBEDDED, EMBEDDED_PUZZLE), lambda page, do: do(page), {"key": _with_value(cursor.pressed, _press)}
    ),
    *_rows(SCREENS, lambda page, do: do(page), {"open": _with_value(object_of, _open)}),
    *_rows(
        SCREENS,
        lambda page, do: do(page.screens),
        {
            "home": _plain(Screens.do_home),
            "new": _plain(Screens.do_new),
            "friends": _plain(Screens.do_friends),
            "learn": _plain(Screens.do_learn),
            "lesson": _with_value(text_of, Screens.do_lesson),
            "leave": _plain(Screens.do_leave),
            "settings": _plain(Screens.do_settings),
            "rules": _with_value(or_nothing(_rule), Screens.do_rules),
            "search": _with_value(text_of, Screens.do_search),
            "found": _plain(Screens.do_found),
            "cards": _with_value(or_nothing(_card), Screens.do_cards),
            "games": _plain(Screens.do_games),
            "statistics": _plain(Screens.do_statistics),
            "share": _with_value(_text_or_nothing, Screens.do_share),
            "demo": _with_value(_text_or_nothing, Screens.do_demo),
            "demo_file": _plain(Screens.do_demo_file),
            "day": _with_value(or_nothing(one_of(*LEVELS)), Screens.do_day),
            "result": _plain(Screens.do_result),
            "review": _plain(Screens.do_review),
            "over": _with_value(text_of, Screens.do_over),
            "bare": _plain(Screens.do_bare),
            "back": _plain(Screens.do_back),
            "to": _with_value(_text_or_nothing, Screens.do_to),
            "forget": _with_value(or_nothing(one_of("all", "no")), Screens.do_forget),
            "delete": _with_value(text_of, Screens.do_delete),
        },
    ),
    *_rows(
        SCREENS,
        lambda page, do: do(page.seating),
        {
            "hidden": _plain(Seating.do_hidden),
            "visible": _plain(Seating.do_visible),
            "continue": _with_value(_text_or_nothing, Seating.do_continue),
            "replace": _with_value(text_of, Seating.do_replace),
            "quick": _with_value(or_nothing(deal_of), Seating.do_quick),
            "guided": _plain(Seating.do_guided),
            "begin": _with_value(setup_from, Seating.do_begin),
            "rematch": _plain(Seating.do_rematch),
            "harder": _plain(Seating.do_harder),
            "link": _with_value(object_of, Seating.do_link),
            "download": _plain(Seating.do_download),
            "transcript": _plain(Seating.do_transcript),
        },
    ),
    *_rows(
        ("letter",),
        lambda page, do: do(page.seating),
        {
            "watch": _plain(Seating.do_watch),
            "straight": _plain(Seating.do_straight),
            "join": _with_value(_seat, Seating.do_join),
            "both": _plain(Seating.do_both),
        },
    ),
    *_rows(
        SCREENS,
        _begun,
        {
            "peer": _late(
                "happened",
                "Handle an event on a line to another page: ``line`` (its number), ``what`` and ``text``.",
                object_of,
            ),
            "invite": _late("invite", "Invite the people elsewhere to continue the game on the table live."),
        },
    ),
    *_rows(SCREENS, lambda page, do: do(page.seating.friends), {"noted": _plain(Friends.noted)}),
    *_rows(
        SCREENS,
        _live,
        {
            "lobby": _late(
                "table",
                "Show who is at the table of a live game and, on the host's page, which seats are free.",
            ),
        },
    ),
    *_rows(
        ("invite", "lobby"),
        _live,
        {
            "invitation": _late(
                "show", "Show the invitation for a seat, even if a computer player currently has it.", _line
            ),
            "spectator": _late("invite_spectator", "Show an invitation for a spectator."),
            "renew": _late("renew", "Make a new link for the seat shown."),
            "answered": _late("pasted", "Connect with the page that has sent an answer.", object_of),
            "start": _late("start", "Start the game that others were invited to."),
            "fill": _late(
                "fill", "Give the seats of those who haven't answered to computer players, and start the game."
            ),
            "by_message": _late("by_message", "Turn a live game that hasn't begun into a game by message."),
        },
    ),
    *_rows(
        ("game", "lobby", "invited"),
        _live,
        {
            "say": _late("say", "Say a set phrase to the people on other pages.", numbered("phrase", len(PHRASES))),
            "mute": _late("mute", "Mute the others' phrases, or show them again."),
        },
    ),
    *_rows(
        ("game", "lobby"),
        _begun,
        {
            "phrases": _late("open_phrases", "Open the menu of phrases."),
            "unchecked": _late("cease", "Continue a game without its joint draws."),
        },
    ),
    *_rows(
        ("game", "lobby"),
        _live,
        {"computer": _late("seat_computer", "Let a computer player take the seat of a player who is gone.", _seat)},
    ),
    *_rows(
        ("invited",),
        _live,
        {"meet": _late("meet", "Accept an invitation, with a name and a face, and make the answer.", object_of)},
    ),
    *_rows(
        ("invite", "invited"),
        _live,
        {"service": _late("agree", "Allow or forbid the browser to ask the site's address service.", object_of)},
    ),
    *_rows(
        SCREENS,
        lambda page, do: do(page.keeping),
        {
            "restore": _plain(Keeping.do_restore),
            "players": _with_value(object_of, Keeping.do_players),
            "older": _plain(Keeping.do_older),
            "whose": _with_value(text_of, Keeping.do_whose),
            "hinted": _with_value(object_of, Keeping.do_hinted),
            "export": _with_value(_text_or_nothing, Keeping.do_export),
            "table_file": _plain(Keeping.do_table_file),
        },
    ),
    *_rows(
        SCREENS,
        lambda page, do: do(page.preferences),
        {"set": _with_value(object_of, Preferences.do_set), "defaults": _plain(Preferences.do_defaults)},
    ),
    *_rows(AT_TABLE, lambda page, do: do(page.seating), {"play_on": _plain(Seating.do_play_on)}),
    *_rows(
        SCREENS,
        lambda page, do: do(page.editing),
        {
            "editor": _with_value(or_nothing(one_of("empty", "start", "here")), Editing.do_editor),
            "position": _with_value(object_of, Editing.do_position),
        },
    ),
    *_rows(
        (EDITOR,),
        _editor,
        {
            "brush": _with_value(one_of(*BRUSHES), Editing.do_brush),
            "worker": _with_value(worker_of, Editing.do_worker),
            "tap": _with_value(space_of, Editing.do_tap),
            "enter": _plain(Editing.do_enter),
            "tile": _with_value(space_of, Editing.do_tile),
            "stored": _with_value(space_of, Editing.do_stored),
            "more": _with_value(crop_of, Editing.do_more),
            "fewer": _with_value(crop_of, Editing.do_fewer),
            "turn_of": _with_value(_seat, Editing.do_turn_of),
            "used": _with_value(one_of(*AIMS), Editing.do_used),
            "left": _with_value(one_of(*map(str, range(2 * SEATS + 1))), Editing.do_left),
            "event": _with_value(one_of(*EVENT_INDEX), Editing.do_event),
            "seats": _with_value(one_of("2", "3", "4"), Editing.do_seats),
            "undo": _plain(Editing.do_undo),
            "redo": _plain(Editing.do_redo),
            "row": _with_value(text_of, Editing.do_row),
            "go": _with_value(text_of, Editing.do_go),
            "erase": _plain(Editing.do_erase),
            "pile": _with_value(one_of("+", "-"), Editing.do_pile),
            "show": _with_value(_text_or_nothing, Editing.do_show),
            "fault": _with_value(text_of, Editing.do_fault),
            "level": _with_value(one_of(*LEVELS), Editing.do_level),
            "play": _plain(Editing.do_play),
            "hint": _with_value(_text_or_nothing, Editing.do_hint),
            "step_back": _plain(Editing.do_step_back),
            "pose": _with_value(or_nothing(one_of("close")), Editing.do_pose),
        },
    ),
    *_rows(
        SCREENS,
        _layouts,
        {"layout": _with_value(object_of, Layouts.do_layout), "layouts": _plain(Layouts.do_layouts)},
    ),
    *_rows(
        (LAYOUT,),
        _layouts,
        {
            "brush": _with_value(one_of(*PAINTS), Layouts.do_brush),
            "tap": _with_value(space_of, Layouts.do_tap),
            "enter": _plain(Layouts.do_enter),
            "row": _with_value(text_of, Layouts.do_row),
            "go": _with_value(text_of, Layouts.do_go),
            "undo": _plain(Layouts.do_undo),
            "redo": _plain(Layouts.do_redo),
            "gap": _with_value(space_of, Layouts.do_gap),
            "keep": _plain(Layouts.do_keep),
            "sketch": _with_value(_text_or_nothing, Layouts.do_sketch),
            "call": _with_value(object_of, Layouts.do_call),
            "drop": _plain(Layouts.do_drop),
            "use": _plain(Layouts.do_use),
            "layout_file": _plain(Layouts.do_layout_file),
        },
    ),
    *_rows(("curtain",), lambda page, do: do(page.seating), {"reveal": _plain(Seating.do_reveal)}),
    *_rows(("game",), lambda page, do: do(page.seating), {"end": _plain(Seating.do_end)}),
    *_rows(("game",), lambda page, do: do(page.pacing), {"step": _plain(Pacing.do_step)}),
    *_rows(
        _ON_BOARDS,
        lambda page, do: _table(page, do, chooses=True),
        {
            "tap": _with_value(space_of, _tap),
            "tile": _with_value(space_of, Tabletop.do_tile),
            "worker": _with_value(worker_of, Tabletop.do_worker),
            "more": _with_value(crop_of, Tabletop.do_more),
            "aim": _with_value(one_of(*AIMS), Tabletop.do_aim),
        },
    ),
    *_rows(
        _ON_BOARDS,
        _table,
        {
            "fewer": _with_value(crop_of, Tabletop.do_fewer),
            "all": _plain(Tabletop.do_all),
            "clear": _plain(Tabletop.do_clear),
            "commit": _plain(Tabletop.do_commit),
            "answer": _with_value(text_of, Tabletop.do_answer),
            "show": _with_value(_text_or_nothing, Tabletop.do_show),
            "groups": _plain(Tabletop.do_groups),
            "crops": _plain(Tabletop.do_crops),
            "outlines": _plain(Tabletop.do_outlines),
            "look": _with_value(one_of("fallow", *EVENT_INDEX), Tabletop.do_look),
            "row": _with_value(text_of, Tabletop.do_row),
            "go": _with_value(text_of, Tabletop.do_go),
            "enter": _plain(Tabletop.do_enter),
            "step_back": _plain(Tabletop.do_step_back),
            "ask": _plain(Tabletop.do_ask),
        },
    ),
    *_rows(
        (*AT_TABLE, *_IN_TASKS),
        _table,
        {
            "undo": _plain(_undo),
            "redo": _plain(Tabletop.do_redo),
            "log": _plain(Tabletop.do_log),
            "seen": _plain(Tabletop.do_seen),
        },
    ),
    *_rows(
        AT_TABLE,
        _table,
        {
            "restart": _plain(Tabletop.do_restart),
            "take_back": _plain(Tabletop.do_take_back),
            "hint": _with_value(_text_or_nothing, Tabletop.do_hint),
            "coach": _plain(Tabletop.do_coach),
            "pause": _plain(Tabletop.do_pause),
            "hurry": _plain(Tabletop.do_hurry),
            "replay": _plain(Tabletop.do_replay),
            "seek": _with_value(text_of, Tabletop.do_seek),
            "first": _plain(Tabletop.do_first),
            "previous": _plain(Tabletop.do_previous),
            "next": _plain(Tabletop.do_next),
            "now": _plain(Tabletop.do_now),
            "analyse": _with_value(_text_or_nothing, Tabletop.do_analyse),
            "judged": _with_value(text_of, Tabletop.do_judged),
            "compare": _with_value(one_of("played", "better"), Tabletop.do_compare),
        },
    ),
    *_rows(
        SCREENS,
        lambda page, do: do(page.puzzling),
        {"puzzle": _with_value(_text_or_nothing, Puzzling.do_puzzle), "puzzles": _plain(Puzzling.do_puzzles)},
    ),
    *_rows(
        ("review", EXERCISE),
        lambda page, do: do(page.screens),
        {"exercise": _with_value(_text_or_nothing, Screens.do_exercise)},
    ),
    *_rows(
        (PUZZLES,),
        lambda page, do: do(page.puzzling),
        {"puzzle_days": _with_value(one_of("earlier", "later"), Puzzling.do_puzzle_days)},
    ),
    *_rows(
        _IN_TASKS,
        _task,
        {
            "check": _late("do_check", "Judge the answer, without ending the turn."),
            "end": _late("do_check", "Judge the answer, as ``check`` does."),
            "again": _late("do_again", "Return to the beginning for another try."),
            "solve": _late("do_solve", "Show one solution, or a better turn, on the table, move by move."),
        },
    ),
    *_rows(
        _IN_PUZZLES,
        _task,
        {
            "hint": _late("do_hint", "Show the next hint."),
            "pick": _late("do_pick", "Add a choice to the answer, or remove it; counters are only added.", text_of),
            "unpick": _late("do_unpick", "Remove a counter from the answer.", text_of),
        },
    ),
    *_rows(
        _IN_LESSONS,
        _lesson,
        {
            "end": _plain(Lesson.do_end),
            "undo": _plain(Lesson.do_undo),
            "onward": _plain(Lesson.do_onward),
            "hint": _plain(Lesson.do_hint),
            "teach": _plain(Lesson.do_teach),
            "again": _plain(Lesson.do_again),
            "leave_it": _plain(Lesson.do_leave_it),
        },
    ),
)


def _by_screens() -> dict[str, dict[str, Intent]]:
    found: dict[str, dict[str, Intent]] = {}
    for intent in ROWS:
        there = found.setdefault(intent.name, {})
        assert there.keys().isdisjoint(intent.screens), f"{intent.name} has two rows for one screen"
        there |= dict.fromkeys(intent.screens, intent)
    return found


#: The same rows, by name and screen.
INTENTS: Final = _by_screens()


def carry_out(page: AnyPage, message: object) -> Patch | None:
    """Carry out a message of the shell; return an addition to the next patch, if any.

    Raise ``ValueError`` and change nothing if the message is invalid, if its intent is unknown or isn't valid on this
    screen, or if its value is impossible.
    """
    if not isinstance(message, dict):
        raise ValueError(f"message: expected an object, not {type(message).__name__}")
    name = message.get("intent")
    if not isinstance(name, str) or name not in INTENTS:
        raise ValueError(f"message: intent: {str(name)[:40]!r} is not known")
    intent = INTENTS[name].get(page.screen)
    if intent is None:
        demo = page.screen in (EMBEDDED, EMBEDDED_PUZZLE)
        raise ValueError(_("You can't do that in a demo.") if demo else _("This screen has no such action."))
    return intent.carry_out(page, message.get("value"))
