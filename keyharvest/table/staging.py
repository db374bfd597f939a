"""The selection for a turn: what a seat has chosen for the open question before it commits.

A :class:`Stage` works from what the seat can see. It says what may be tapped, turns taps into a selection, and the
selection into the chain of moves of docs/formats.md. It tries the moves on a copy, so that the page can show their
result. Nothing here changes the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.rules import State, counters, decision, legal, play
from keyharvest.rules.components import CROP_INDEX, NUMBERS, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.events import ExchangeFor, MoveTo, Receive, Replace
from keyharvest.rules.frames import (
    DONE,
    END,
    FALLOW,
    HOME,
    NO,
    Bid,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    Pay,
    PickFields,
    TakeCounters,
)
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, SPACES, groups, names
from keyharvest.rules.moves import parse
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.state import openings
from keyharvest.rules.turn import FROM_STORES, HARVEST, TO_STORE, WORK, PlaceWorker, Turn

NOTHING: Final = ""
FIELDS: Final = "fields"
WORKER: Final = "worker"
REMOVE: Final = "remove"
TILE: Final = "tile"
SPACE: Final = "space"
CROPS: Final = "crops"

#: The four actions of a turn (rule 3.1), with their bits of ``Turn.used``.
AIMS: Final = {"harvest": HARVEST, "worker": WORK, "place": FROM_STORES, "store": TO_STORE}


class Stage:
    """The open question of a view, and the selection for it.

    Attributes:
        view: the state as the seat that decides sees it.
        frame: the question; ``seat``: who decides; ``legal``: the moves, as the engine lists them.
        kind: what is selected, ``NOTHING`` at the start.
        fields, worker, space, tile, crops: the selection: a mask, a worker, a space, a tile (-1: none), counters.
        aim: the action whose choices are highlighted: one of ``AIMS``, or empty.
        refused: the last thing tapped, if it can't be chosen; the page replies with the reason.
    """

    def __init__(self, view: State) -> None:
        self.view = view
        self.frame: Decision = decision(view)
        self.seat: int = self.frame.seat
        self.legal = legal(view)
        self.turn = self.frame if isinstance(self.frame, Turn) else None
        choices = [parse(move) for move in self.legal]
        self.harvestable, self.in_stores, self.for_store, self.references = (
            sum(1 << choice.tile for choice in choices if choice.action == action and choice.tile >= 0)
            for action in ("a", "c", "d", "")
        )
        self.playable, self.removable = (
            sum(1 << choice.worker for choice in choices if choice.action == "b" and choice.home == home)
            for home in (False, True)
        )
        self.clear()

    # What may be tapped

    def lit(self) -> int:
        """Return the spaces of the player's board that may be tapped now, as a mask."""
        if self.turn:
            if self.kind == WORKER:
                return self.places()
            if self.kind == FIELDS:
                return self.group()
            if self.aim:
                return {"harvest": self.harvestable, "worker": self._standing(self.removable)}.get(self.aim, 0)
            return self.harvestable | self._standing(self.removable)
        if isinstance(self.frame, ChooseWorker):
            return self._standing(self.frame.workers)
        return 0 if self.elsewhere() else self.references

    def elsewhere(self) -> int:
        """Return the tiles in the registry, in stores and on other boards that may be tapped now, as a mask."""
        if self.turn:
            return self.in_stores | self.for_store
        if isinstance(self.frame, ChooseRegistry | BuyFromStore | TakeUnconnected | ExchangeFor):
            return self.references
        return self.references & self.view.registry if self.frame.cause == "U" else 0

    @property
    def on_other_boards(self) -> bool:
        """Whether the tiles that may be tapped are on others' boards (rules 11 I, 12 N)."""
        return isinstance(self.frame, TakeUnconnected | ExchangeFor)

    def workers(self) -> int:
        """Return the workers that may be picked, as a mask."""
        if isinstance(self.frame, ChooseWorker):
            return self.frame.workers
        return self.playable | self.removable

    def answers(self) -> list[str]:
        """Return the moves that don't name a space or a crop: each gets a button of its own."""
        if self.turn:
            return []
        if isinstance(self.frame, Pay | TakeCounters | Bid):
            return [move for move in self.legal if move not in CROP_INDEX]
        return [move for move in self.legal if move not in INDEX]

    def aside(self) -> list[str]:
        """Return the answers that decline, or put the tile or worker away."""
        return [] if self.turn else [move for move in self.legal if move in (NO, HOME, FALLOW)]

    def likely(self) -> str:
        """Return the one answer that does something; empty if there are several, or if counters have to be chosen."""
        found = [] if self.turn or self.purse() else [move for move in self.legal if move not in self.aside()]
        priced = isinstance(self.frame, ChooseRegistry) and self.frame.source == "H"
        return found[0] if len(found) == 1 and not priced else ""

    def places(self) -> int:
        """Return the spaces where the picked worker may go, as a mask."""
        if self.worker < 0:
            return 0
        if self.turn:
            return openings(self.view.fields[self.seat], self.view.posts[self.seat], self.worker)
        return self.references

    def group(self) -> int:
        """Return the fields that fit the selection: the unharvested ones of its group (rule 4.1), or all candidates."""
        if isinstance(self.frame, PickFields):
            return self.frame.candidates
        for group in groups(self.view.fields[self.seat]):
            if group & self.fields:
                return group & self.harvestable
        return 0

    def room(self) -> int:
        """Return the most fields that may be selected."""
        return self.frame.room if isinstance(self.frame, PickFields) else 56

    def purse(self) -> int:
        """Return the counters to choose from, packed; none if the question isn't about counters."""
        if isinstance(self.frame, TakeCounters):
            return _from(self.view.stock, self.frame.least)
        if isinstance(self.frame, Pay | Bid):
            return _from(self.view.hands[self.seat], self.frame.least)
        return self.view.hands[self.seat] if self.bidding() else counters.NONE

    def bidding(self) -> bool:
        """Whether the question is a bid: one counter or more, as the seat likes (rule 7.2)."""
        if isinstance(self.frame, Bid):
            return True
        if self.kind != TILE:
            return False
        if self.turn:
            return bool(self.for_store >> self.tile & 1)
        return isinstance(self.frame, ChooseRegistry) and self.frame.source == "H"

    def wanted(self) -> int:
        """Return the number of counters that have to be chosen; 0 if the seat decides how many."""
        return self.frame.number if isinstance(self.frame, Pay | TakeCounters) else 0

    # Selecting

    def clear(self) -> None:
        """Select nothing."""
        self.kind = NOTHING
        self.fields = 0
        self.worker = self.space = self.tile = -1
        self.crops = counters.NONE
        self.refused = self.aim = ""
        if isinstance(self.frame, PlaceWorker | Displaced | MoveTo):
            self.worker = self.frame.worker

    def take_aim(self, aim: str) -> None:
        """Highlight the choices of an action; if they are highlighted already, stop."""
        before = self.aimed()
        self.clear()
        self.aim = "" if before == aim or not self.can(aim) else aim

    def can(self, aim: str) -> bool:
        """Whether one of the four actions is possible now."""
        found = {
            "harvest": self.harvestable,
            "worker": self.playable | self.removable,
            "place": self.in_stores,
            "store": self.for_store,
        }
        return bool(found[aim])

    def aimed(self) -> str:
        """Return the action that is highlighted or that the selection is part of; empty outside a turn."""
        if not self.turn:
            return ""
        if self.kind == TILE:
            return "store" if self.bidding() else "place"
        return {FIELDS: "harvest", WORKER: "worker", REMOVE: "worker"}.get(self.kind, self.aim)

    def tap(self, space: int) -> bool:
        """Handle a tap on a space of the player's board; return whether it confirms an earlier tap."""
        self.refused = ""
        bit = 1 << space
        if self.worker >= 0 and self.places() & bit:
            again = self.space == space
            self.kind, self.space = self.kind or SPACE, space
            return again
        if self.turn and self.kind == WORKER and self.view.fields[self.seat] & bit:
            self.refused = SPACES[space]  # the worker in hand stays there
            return False
        if self.harvestable & bit or isinstance(self.frame, PickFields):
            self._toggle(space)
            return False
        standing = self._worker_on(space)
        if standing >= 0 and self.workers() >> standing & 1:
            return self.pick_worker(standing)
        if self.references & bit and not self.elsewhere():
            return self._select_tile(space)
        if self.in_stores & bit and standing < 0 and not self.view.fields[self.seat] & bit:
            return self._select_tile(space)  # tapping the space where a tile could be placed selects that tile
        if self.turn and standing >= 0:
            self.refused = WORKER_LETTERS[standing]
        elif self.worker >= 0 or standing >= 0 or self.view.fields[self.seat] & bit:
            self.refused = SPACES[space]
        return False

    def _toggle(self, space: int) -> None:
        bit = 1 << space
        inside = self.kind == FIELDS and self.group() & bit
        if isinstance(self.frame, PickFields):
            if not self.frame.candidates & bit:
                self.refused = SPACES[space]
                return
            inside = self.kind == FIELDS
        elif self.kind == FIELDS and not inside:
            self.refused = SPACES[space]  # a harvest takes fields of one group (rule 4.1)
            return
        fields = self.fields if inside else 0
        if not fields & bit and fields.bit_count() == self.room():
            # Nobody knows which field was selected first, so drop any one of them: the last tap has to count.
            fields &= fields - 1
        self.clear()
        self.fields = fields ^ bit
        self.kind = FIELDS if self.fields else NOTHING

    def take_all(self) -> None:
        """Select every field that fits the selection so far."""
        candidates = self.group()
        if 0 < candidates.bit_count() <= self.room():
            self.clear()
            self.kind, self.fields = FIELDS, candidates

    def pick_worker(self, worker: int) -> bool:
        """Pick a worker, from a tray or from its space; return whether that confirms an earlier pick."""
        self.refused = ""
        bit = 1 << worker
        if isinstance(self.frame, ChooseWorker) and self.frame.workers & bit:
            again = self.worker == worker
            self.kind, self.worker = WORKER, worker
            return again
        if self.removable & bit:
            again = self.kind == REMOVE and self.worker == worker
            self.clear()
            self.kind, self.worker = REMOVE, worker
            return again
        if self.playable & bit:
            again = self.kind == WORKER and self.worker == worker
            self.clear()
            if again:
                return False
            self.kind, self.worker = WORKER, worker
            return False
        self.refused = WORKER_LETTERS[worker]
        return False

    def pick_tile(self, tile: int) -> bool:
        """Handle a tap on a tile that isn't on the player's board; return whether it confirms an earlier tap."""
        if self.elsewhere() >> tile & 1:
            return self._select_tile(tile)
        self.refused = SPACES[tile]
        return False

    def _select_tile(self, tile: int) -> bool:
        again = self.tile == tile
        if not again:
            self.clear()
            self.kind, self.tile = TILE, tile
        self.refused = ""
        return again

    def more(self, crop: int) -> None:
        """Add one counter of a crop, if there is one left and more are needed."""
        full = self.wanted() and counters.total(self.crops) == self.wanted()
        if not full and counters.count(self.purse(), crop) > counters.count(self.crops, crop):
            self.crops += counters.ONE[crop]
            self.kind = self.kind or CROPS

    def fewer(self, crop: int) -> None:
        """Remove one counter of a crop."""
        if counters.count(self.crops, crop):
            self.crops -= counters.ONE[crop]
            if not self.crops and self.kind == CROPS:
                self.kind = NOTHING

    def select(self, moves: Sequence[str]) -> None:
        """Select as many of the first moves as make a complete selection; nothing if no number of them does."""
        self.clear()
        for move in moves:
            named = parse(move)
            if named.crop >= 0:
                self.more(named.crop)
            elif named.worker >= 0:
                self.pick_worker(named.worker)
            elif named.tile >= 0 and self.elsewhere() >> named.tile & 1 and self.worker < 0:
                self.pick_tile(named.tile)
            elif named.tile >= 0:
                self.tap(named.tile)
            found = self.moves()
            if found and found == list(moves[: len(found)]):
                return
        self.clear()

    def choice(self) -> list[str]:
        """Return what is selected, complete or not, as words for :meth:`choose`; nothing if nothing is."""
        if self.kind == NOTHING:
            return [self.aim] if self.aim else []
        letter = f"b:{WORKER_LETTERS[self.worker]}" if self.worker >= 0 and self.kind in (WORKER, REMOVE) else ""
        space = SPACES[self.space] if self.space >= 0 else ""
        tile = f"c:{SPACES[self.tile]}" if self.tile >= 0 else ""
        return [word for word in (*names(self.fields), letter, space, tile, *self._crop_words()) if word]

    def choose(self, words: Sequence[str]) -> None:
        """Select again what :meth:`choice` has named, by the same taps; words that name nothing here do nothing."""
        self.clear()
        for word in words:
            kind, _colon, name = word.rpartition(":")
            if word in AIMS and self.turn:
                self.take_aim(word)
            elif word in CROP_INDEX:
                self.more(CROP_INDEX[word])
            elif kind == "b" and name in WORKER_INDEX:
                self.pick_worker(WORKER_INDEX[name])
            elif name in INDEX and kind == "c" and self.elsewhere() >> INDEX[name] & 1:
                self.pick_tile(INDEX[name])
            elif name in INDEX:
                self.tap(INDEX[name])
        self.refused = ""

    def step_back(self) -> bool:
        """Remove the last thing chosen; return whether there was one."""
        if self.refused:
            self.refused = ""
        elif self.crops:
            self.crops = counters.NONE
            self.kind = NOTHING if self.kind == CROPS else self.kind
        elif self.kind == WORKER and self.space >= 0:
            self.space = -1
        elif self.kind or self.aim:
            self.clear()
        else:
            return False
        return True

    # What can be chosen next, besides spaces of the player's board

    def open_tiles(self) -> int:
        """Return the tiles in the registry, in stores and on other boards that can be chosen next, as a mask."""
        if self.kind not in (NOTHING, TILE):
            return 0
        if self.turn and self.aim:
            return {"place": self.in_stores, "store": self.for_store}.get(self.aim, 0)
        return self.elsewhere()

    def open_workers(self) -> int:
        """Return the workers that can be picked next and aren't on the player's board, as a mask."""
        if self.kind != NOTHING or self.aim not in ("", "worker"):
            return 0
        return self.workers() & ~sum(1 << worker for worker, _space in self.view.posts[self.seat])

    def addable(self) -> list[str]:
        """Return the crops of which one more counter can be chosen."""
        if self.wanted() and counters.total(self.crops) == self.wanted():
            return []
        left = counters.unpack(self.purse())
        return [word for word, crop in CROP_INDEX.items() if left[crop] > counters.count(self.crops, crop)]

    # The result

    def moves(self) -> list[str]:
        """Return the selection as moves, in the order of docs/formats.md; empty while it is incomplete."""
        turn = self.turn is not None
        if self.kind == FIELDS:
            first, *rest = names(self.fields)
            return self.closed(["a:" + first if turn else first, *rest])
        if self.kind == CROPS:
            if self.wanted() and counters.total(self.crops) != self.wanted():
                return []
            return self.closed(self._crop_words())
        if self.kind == REMOVE:
            return ["b:-" + WORKER_LETTERS[self.worker]]
        if self.kind == SPACE:
            return [SPACES[self.space]]
        if self.kind == WORKER:
            letter = WORKER_LETTERS[self.worker]
            if not turn:
                return [letter]
            return ["b:" + letter, SPACES[self.space]] if self.space >= 0 else []
        if self.kind == TILE:
            reference = SPACES[self.tile]
            if turn:
                reference = ("d:" if self.bidding() else "c:") + reference
            if not self.bidding():
                return [reference]
            return self.closed([reference, *self._crop_words()]) if self.crops else []
        return []

    def _crop_words(self) -> list[str]:
        counted = counters.unpack(self.crops)
        return [word for word, crop in CROP_INDEX.items() for _ in range(counted[crop])]

    def closed(self, moves: list[str]) -> list[str]:
        """Return the moves, followed by ``done`` if the engine still asks for it."""
        state = self.view
        for move in moves:
            state = play(state, move)
        return [*moves, DONE] if DONE in legal(state) else moves

    def trial(self) -> State:
        """Return what the seat would see after the selection, before any draw; the view itself if incomplete."""
        state = self.view
        for move in self.moves():
            state = play(state, move)
        return state

    def refusal(self) -> tuple[State, str]:
        """Return what ``words.why_not`` needs to explain the refusal: a state, and the wish.

        For a space refused to a picked worker, the state is the one after picking it.
        """
        if self.turn and self.kind == WORKER and self.refused in INDEX:
            return play(self.view, "b:" + WORKER_LETTERS[self.worker]), self.refused
        return self.view, self.refused

    def can_end(self) -> bool:
        """Whether the turn may end now (rule 3.3)."""
        return END in self.legal

    def incoming(self) -> int:
        """Return the tile that would arrive on the player's board; -1 for none."""
        frame = self.frame
        if isinstance(frame, PlaceOrFallow | Receive | Replace):
            return frame.tile
        if self.kind != TILE or self.bidding():
            return -1
        comes = self.turn or isinstance(frame, ChooseRegistry | BuyFromStore | TakeUnconnected | ExchangeFor)
        return self.tile if comes or (frame.cause == "U" and self.elsewhere()) else -1

    def foreseen(self) -> int:
        """Return the tile that would arrive on the player's board, now or (if stored first) later; -1 for none."""
        return self.tile if self.kind == TILE and self.bidding() else self.incoming()

    def counting(self) -> int:
        """Return the fields that touch the chosen space, which count for the worker (rule 5.2), as a mask."""
        return NEIGHBOURS[self.space] & self.view.fields[self.seat] if self.space >= 0 else 0

    def needed(self) -> int:
        """Return how many neighbouring fields the picked worker needs (rule 5.2)."""
        return NUMBERS[self.worker]

    def _worker_on(self, space: int) -> int:
        return next((worker for worker, stood in self.view.posts[self.seat] if stood == space), -1)

    def _standing(self, workers: int) -> int:
        return sum(1 << space for worker, space in self.view.posts[self.seat] if workers >> worker & 1)


def _from(packed: int, least: int) -> int:
    """Return the packed counters without those of the crops before ``least``."""
    return packed >> 6 * least << 6 * least
