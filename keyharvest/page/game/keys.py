"""The keyboard: the effect of each key, and the cursor's moves on the large board (rule 1.2) and around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from keyharvest.page.forms import object_of
from keyharvest.page.game.advising import Advising
from keyharvest.page.game.playback import Patch
from keyharvest.panels.game import boards
from keyharvest.picture.hexes import CENTRES
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, PLACES, ROW_LENGTHS, ROW_STARTS, ROWS, SPACES, names, spaces_in
from keyharvest.table.shortcuts import BOARD, HINT, PAGE, TABLE, Act, act_for, chord, is_typed
from keyharvest.table.sitting import Sitting
from keyharvest.table.staging import NOTHING
from keyharvest.words.language import _

_ARROWS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
#: The neighbours in other rows: the row above or below, and the left or right one in it.
_SLANTING: Final = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}
#: Intents that make sense only while others act.
_OF_OTHERS: Final = ("pause", "step", "hurry")


def pressed(value: object) -> dict[str, Any]:
    """The message of a key press. Raise ``ValueError`` if it names no key."""
    found = object_of(value)
    if not isinstance(found.get("key"), str):
        raise ValueError("expected the name of a key")
    return found


def act(key: dict[str, Any], places: tuple[str, ...], typed: bool, row: str = "") -> Act | None:
    """Return the effect of a key, on the board too if that has the focus; ``row`` is the row letter typed before.

    >>> act({"key": "5"}, ("table",), True, "C"), act({"key": "4"}, ("table",), True)
    (('go', 'C5'), ('aim', 'store'))
    """
    named = chord(key)
    if typed and row and is_typed(named) and row + named in INDEX:
        return "go", row + named
    return act_for(named, (BOARD, *places) if key.get("scope") == BOARD else places, typed)


def moved(space: int, way: str) -> int | None:
    """Return the space in a direction from a space, or that of a reference; ``None`` if there is neither.

    >>> moved(INDEX["A1"], "down") == moved(INDEX["A1"], "down-left") == INDEX["B1"], moved(0, "C5") == INDEX["C5"]
    (True, True)
    """
    row, _column = PLACES[space]
    if way in _ARROWS:
        return _stepped(space, *_ARROWS[way])
    if way in _SLANTING:
        down, across = _SLANTING[way]
        beside = [each for each in spaces_in(NEIGHBOURS[space]) if PLACES[each][0] == row + down]
        here = CENTRES[space][0]
        return next((each for each in beside if (CENTRES[each][0] - here) * across > 0), space)
    if way in ("row-start", "row-end"):
        return ROW_STARTS[row] if way == "row-start" else ROW_STARTS[row] + ROW_LENGTHS[row] - 1
    return INDEX.get(way)


def _stepped(space: int, down: int, across: int) -> int:
    row, column = PLACES[space]
    if across:
        return ROW_STARTS[row] + min(max(column + across, 0), ROW_LENGTHS[row] - 1)
    other = row + down
    if not 0 <= other < len(ROWS):
        return space
    x = CENTRES[space][0]
    return min(
        range(ROW_STARTS[other], ROW_STARTS[other] + ROW_LENGTHS[other]), key=lambda each: abs(CENTRES[each][0] - x)
    )


class Keyboard(Advising):
    """The keyboard on the game screen: the cursor of the board, and the way through everything that can be chosen.

    Methods named ``do_…`` carry out an intent, like those of :class:`~keyharvest.page.game.tabletop.Tabletop`.
    """

    def __init__(self, sitting: Sitting, moved: Callable[[], Patch]) -> None:
        super().__init__(sitting, moved)
        self._row = ""
        self._at = ""

    def act(self, pressed: dict[str, Any], letters: bool) -> Act | None:
        """Return the effect of a key here, if any, assuming that the focus is where it was pressed.

        ``letters``: whether single-character keys count.
        """
        self._at = str(pressed.get("at"))
        space = self._at.removeprefix(f"{boards.LARGE}-")
        if space != self._at and space in INDEX:
            self._cursor = INDEX[space]
        found = act(pressed, self.places(), letters, self._row)
        self._row = ""
        if found == ("hint", None) and self._advice:
            return "hint", "close"
        return found if found is None or found[0] not in _OF_OTHERS or self._watching() else None

    def places(self) -> tuple[str, ...]:
        """Return where keys count now, the first place first."""
        hint = self._advice if self._hint_in_sight() else None
        return (HINT, TABLE, PAGE) if hint and hint.done else (TABLE, PAGE)

    def _watching(self) -> bool:
        """Whether others act, so that the keys to pause and continue make sense."""
        return self.stage() is None and not self.head.past and not self.sitting.over

    def do_row(self, row: str) -> None:
        """Note the first half of a reference."""
        self._row = row

    def do_go(self, value: str) -> Patch | None:
        """Move the focus: over the board, to a space by its name, or through everything that can be chosen."""
        if value in ("next", "previous"):
            return self._go_through(1 if value == "next" else -1)
        there = moved(self._cursor, value)
        if there is None:
            raise ValueError(f"message: go: {value[:20]!r} is no way")
        return self._go_to(f"{boards.LARGE}-{SPACES[there]}")

    def _go_to(self, name: str) -> Patch:
        space = name.removeprefix(f"{boards.LARGE}-")
        if space != name:
            self._cursor = INDEX[space]
        return {"focus": name}

    def _go_through(self, step: int) -> Patch:
        """Move from the focus to the next thing that can be chosen, or the previous one."""
        found = self._targets()
        if not found:
            return {"say": _("There is nothing to choose right now.")}
        if self._at in found:
            return self._go_to(found[(found.index(self._at) + step) % len(found)])
        if not self._at.startswith(f"{boards.LARGE}-"):
            return self._go_to(found[0 if step > 0 else -1])
        before = [f"{boards.LARGE}-{name}" for name in SPACES[: self._cursor]]
        passed = sum(name in before for name in found)
        return self._go_to(found[(passed if step > 0 else passed - 1) % len(found)])

    def _targets(self) -> list[str]:
        """Return the ids of all that can be chosen now, nearest to the selection first; show the player's board."""
        stage = self.stage()
        if stage is None:
            return []
        found = [f"more-{crop}" for crop in stage.addable()]
        if not stage.purse():
            other = stage.on_other_boards
            if not other:
                self.shown = stage.seat
            found += [f"{boards.LARGE}-{name}" for name in names(0 if other else stage.lit())]
            name = "target" if stage.turn is None else "tile"
            found += [f"{name}-{tile}" for tile in names(stage.open_tiles())]
            found += [f"worker-{WORKER_LETTERS[worker]}" for worker in spaces_in(stage.open_workers())]
        likely = stage.likely()
        answers = [*([likely] if stage.kind == NOTHING else []), *stage.aside()] if likely else stage.answers()
        found += [f"answer-{answer}" for answer in answers]
        if stage.moves():
            found.append("commit")
        if stage.kind == NOTHING and stage.can_end() and not stage.aim:
            found.append("end")
        return found

    def do_enter(self) -> Patch | None:
        """Choose the space that has the focus."""
        return self.do_tap(self._cursor)

    def do_step_back(self) -> Patch | None:
        """Undo the last choice; or return from the past to now, or from another's board to the player's."""
        if self.head.past:
            return self.do_now()
        stage = self.stage()
        if stage and self._advice and self._hint_in_sight():
            return self.do_hint("compare" if self._advice.comparing else "close")
        if self._ending or self._note:
            self._ending = self._note = ""
            if stage is None or stage.kind == NOTHING:
                return None
        if stage and stage.step_back():
            return self._selected()
        self.shown = stage.seat if stage else self.shown
        return None

    def do_log(self) -> Patch:
        """Move the focus to the log, which brings it to the front on a phone."""
        return {"focus": "log"}

    def do_ask(self) -> Patch:
        """Move the focus to the question, or to the notice in its place."""
        return {"focus": "card-title" if self.stage() else "action"}
