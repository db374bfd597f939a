"""A position set up by hand: its edits by taps and keys, and its storage."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress

from keyharvest.editor.draft import Draft, spaces_of
from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import (
    SEEDS,
    crop_of,
    fault_text,
    numbered,
    one_of,
    or_nothing,
    space_of,
    text_of,
    worker_of,
)
from keyharvest.page.core.intent import intent
from keyharvest.page.core.memory import POSITION, Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.game.seating import Seating
from keyharvest.page.tabletop.cursor import Cursor
from keyharvest.page.tabletop.panels.boards import LARGE
from keyharvest.rules import State
from keyharvest.rules.components import CROPS, EVENT_INDEX
from keyharvest.rules.geometry import INDEX, SPACES, spaces_in
from keyharvest.table.chairs import PERSON, Chair, dressed
from keyharvest.table.sealing import position_in
from keyharvest.table.set_up import SEATS, named
from keyharvest.table.shortcuts import BRUSHES
from keyharvest.table.staging import AIMS
from keyharvest.words.language import _


class Drafting:
    """The position being set up. Methods named ``do_…`` carry out an intent."""

    def __init__(self, here: Whereabouts, seating: Seating, memory: Memory) -> None:
        self.cursor = Cursor()
        self._here = here
        self._seating = seating
        self._memory = memory
        self._draft: Draft | None = None
        self._new: State | None = None
        self._chairs: tuple[Chair, ...] = ()
        self._shown = 0
        self._brush = BRUSHES[0]
        self._worker = 0
        self._bid = -1

    @property
    def draft(self) -> Draft:
        """The position being set up: the stored one, or a standard start if none is stored."""
        if self._draft is None:
            self._draft = Draft.beginning(2, secrets.randbelow(SEEDS))
            self._new = self._draft.state
            with suppress(ValueError):  # the next edit replaces a damaged text
                self._draft = Draft.resumed(self._memory.text(POSITION))
        return self._draft

    # Storage

    def unsaved(self) -> dict[str, str | None]:
        """Return the change to the stored draft since the last call; an unedited new draft isn't stored."""
        if self._draft is None:
            return {}
        text = "" if self._draft.state == self._new else self._draft.line()
        return self._memory.keep(POSITION, text) if text != self._memory.text(POSITION) else {}

    def import_text(self, text: object) -> str:
        """Load the draft from a file, unless another one is being edited; return a message about the result, or "".

        Raise ``ValueError`` if the file's draft is damaged.
        """
        if not isinstance(text, str):
            raise ValueError("position: expected text")
        found = Draft.resumed(text)
        if self.draft.state == found.state:
            return ""
        if self.draft.state != self._new:
            return _("The file's position wasn't loaded: you're setting up another one.")
        self.draft.become(found)
        return _("The position from the file is in the editor.")

    def _seats(self) -> tuple[Chair, ...]:
        """Return the players of the game that the position comes from, or else people with the default names."""
        players = self.draft.state.players
        if len(self._chairs) != players:
            self._chairs = dressed([Chair(name, PERSON) for name in named(self._memory.set_up.reader)[:players]])
        return self._chairs

    # Positions to begin with

    def open(self, value: str | None) -> Patch:
        """Show the editor with the last position, an ``empty`` board, a game's ``start``, or the table's (``here``)."""
        players = self.draft.state.players
        if value == "empty":
            self._renew(Draft.empty(players, self.draft.state.layout))
        elif value == "start":
            self._renew(Draft.beginning(players, secrets.randbelow(SEEDS)))
        elif value == "here":
            self._take_over()
        self._here.show("editor")
        return {"focus": "card-title"}

    def _renew(self, draft: Draft) -> None:
        self.draft.become(draft)
        self._new = self.draft.state

    def _take_over(self) -> None:
        """Copy the position shown at the table, and its players.

        Raise ``ValueError`` if a hand is secret, since the editor shows all of them (rule 14).
        """
        table = self._seating.open()
        sitting = table.sitting
        if sitting.has_secrets() or (sitting.screens and not sitting.over):
            raise ValueError(_("Hands are secret in this game: you can set up its positions once it's over."))
        self.draft.become(Draft(sitting.game.states[table.head.at]))
        self._chairs = sitting.chairs
        self._shown = max(table.shown, 0)

    def open_line(self, line: str) -> Patch:
        """Show the editor with the position that a text or a link contains."""
        try:
            opened = Draft(position_in(line))
        except ValueError as error:
            raise ValueError(_("Can't open this position. {fault}").format(fault=fault_text(error))) from None
        self.draft.become(opened)
        return self.open(None)

    # Edits

    @intent(one_of(*BRUSHES))
    def do_brush(self, brush: str) -> None:
        """Choose the brush, which says what a tap does."""
        self._brush = brush

    @intent(worker_of)
    def do_worker(self, worker: int) -> None:
        """Choose a worker to put on the board."""
        self._brush, self._worker = "", worker

    @intent(space_of)
    def do_tap(self, space: int) -> None:
        """Apply the brush to a space of the board shown."""
        self.cursor.space, seat, draft = space, self._shown, self.draft
        if self._brush == "off":
            draft.clear(seat, space)
        elif self._brush == "store":
            draft.store(seat, space)
            self._bid = space
        elif self._brush == "registry":
            draft.register(space)
        elif self._brush == "bag":
            draft.bag(space)
        elif self._brush:
            draft.put_field(seat, space, self._brush == "ripe")
        else:
            draft.put_worker(seat, space, self._worker)

    @intent()
    def do_enter(self) -> None:
        """Apply the brush to the space that has the focus."""
        self.do_tap(self.cursor.space)

    @intent(space_of)
    def do_tile(self, tile: int) -> None:
        """Take a tile out of the registry."""
        if self.draft.state.registry >> tile & 1:
            self.draft.register(tile)

    @intent(space_of)
    def do_stored(self, tile: int) -> None:
        """Open or close the bid on a tile in the store shown, or remove the tile."""
        if tile not in dict(self.draft.state.stores[self._shown]):
            raise ValueError(f"message: stored: {SPACES[tile]} is not in this store")
        if self._brush == "off":
            self.draft.unstore(self._shown, tile)
        else:
            self._bid = -1 if self._bid == tile else tile

    @intent(crop_of)
    def do_more(self, crop: int) -> None:
        """Add a counter to a pile."""
        self._count(crop, 1)

    @intent(crop_of)
    def do_fewer(self, crop: int) -> None:
        """Take a counter from a pile."""
        self._count(crop, -1)

    def _count(self, crop: int, number: int) -> None:
        if self._bid >= 0 and self._bid in dict(self.draft.state.stores[self._shown]):
            self.draft.bid(self._shown, self._bid, crop, number)
        else:
            self.draft.add(self._shown, crop, number)

    @intent(numbered("seat", SEATS))
    def do_turn_of(self, seat: int) -> None:
        """Say whose turn it is."""
        if seat >= self.draft.state.players:
            raise ValueError(f"message: turn_of: no seat {seat + 1}")
        self.draft.turn_of(seat)

    @intent(one_of(*AIMS))
    def do_used(self, action: str) -> None:
        """Say that an action was used in this turn, or that it wasn't."""
        self.draft.use(AIMS[action])

    @intent(one_of(*map(str, range(2 * SEATS + 1))))
    def do_left(self, turns: str) -> None:
        """Set the number of turns after this one, once the tenth event is placed."""
        self.draft.leave(int(turns))

    @intent(one_of(*EVENT_INDEX))
    def do_event(self, letter: str) -> None:
        """Place an event, or put it back into the bag."""
        self.draft.event(EVENT_INDEX[letter])

    @intent(one_of("2", "3", "4"))
    def do_seats(self, number: str) -> None:
        """Change the number of players."""
        self.draft.players(int(number))

    @intent()
    def do_undo(self) -> None:
        """Undo the last edit."""
        self.draft.undo()

    @intent()
    def do_redo(self) -> None:
        """Redo the last edit undone."""
        self.draft.redo()

    # The keyboard, and what is shown

    @intent()
    def do_erase(self) -> None:
        """Remove what has the focus from the board, the registry or the store, or one counter from a pile."""
        kind, _dash, name = self.cursor.at.partition("-")
        ways: dict[str, Callable[[], None]] = {}
        if name in INDEX:
            at = INDEX[name]
            ways = {
                "hex": lambda: self.draft.clear(self._shown, at),
                "tile": lambda: self.do_tile(at),
                "stored": lambda: self.draft.unstore(self._shown, at),
            }
        if name in CROPS:
            ways = {"more": lambda: self.do_fewer(CROPS.index(name))}
        if kind in ways:
            ways[kind]()

    @intent(one_of("+", "-"))
    def do_pile(self, sign: str) -> None:
        """Add a counter to the pile that has the focus, or take one from it."""
        kind, _dash, name = self.cursor.at.partition("-")
        if kind == "more" and name in CROPS:
            self._count(CROPS.index(name), 1 if sign == "+" else -1)

    @intent(or_nothing(text_of))
    def do_show(self, value: str | None) -> None:
        """Show another player's board, by default the next one clockwise."""
        players = self.draft.state.players
        self._shown = (self._shown + 1) % players if value is None else numbered("seat", players)(value)
        self._bid = -1

    @intent(text_of)
    def do_fault(self, number: str) -> Patch:
        """Move the focus to a fault, given by its number in the list."""
        faults, state = self.draft.faults(), self.draft.state
        if number not in map(str, range(1, len(faults) + 1)):
            raise ValueError(f"message: fault: no fault {number[:20]!r}")
        fault = faults[int(number) - 1]
        if fault.crop >= 0:
            self._bid = -1
            return {"focus": f"more-{CROPS[fault.crop]}"}
        if fault.tile >= 0 and fault.seat >= 0:
            self._shown, self._bid = fault.seat, fault.tile
            return {"focus": f"stored-{SPACES[fault.tile]}"}
        for seat in range(state.players):
            if spaces := spaces_of([fault], state, seat):
                self._shown, self.cursor.space = seat, spaces_in(spaces)[0]
                return {"focus": f"{LARGE}-{SPACES[self.cursor.space]}"}
            if fault.tile in dict(state.stores[seat]):
                self._shown, self._bid = seat, fault.tile
                return {"focus": f"stored-{SPACES[fault.tile]}"}
        return {}
