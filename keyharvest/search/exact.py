"""Every possible end of a turn, found by a walk over all its lines that can matter.

In the last turn of a game, nothing needs to be guessed: the walk finds the best end for certain, if the turn is small
enough. It omits positions visited before, and moves that can't help in a last turn (see :class:`Walk`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from typing import Final, NamedTuple

from keyharvest.rules import State, play
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.engine import settle
from keyharvest.rules.frames import (
    DONE,
    DRAW,
    END,
    HOME,
    NO,
    Bid,
    Chance,
    ChooseRegistry,
    Decision,
    Displaced,
    OfferDraw,
    PickFields,
)
from keyharvest.rules.geometry import connected
from keyharvest.rules.moves import MOVES
from keyharvest.rules.state import Frame
from keyharvest.rules.turn import PlaceWorker, Turn

#: The number of moves in a slice of the work.
_SLICE: Final = 200
#: The workers that gather from a field and leave it unharvested (rule 10 A, B).
_GATHERERS: Final = frozenset({WORKER_INDEX["A"], WORKER_INDEX["B"]})


class WalkEnd(NamedTuple):
    """A possible end of the turn: the state before ``end``, its place in the walk, and the workers placed."""

    state: State
    node: int
    placed: int


class Walk:
    """A walk over the rest of a turn, from a question to the seat whose turn it is.

    By default it omits moves that can't make a *last* turn better for the seat: (d), bids of more than one counter
    (rule 7.2) and partial harvests (4.1), unless a worker on the board gathers from the fields left unharvested,
    perhaps twice. With ``whole`` it includes every move.

    No event takes effect after the tenth (9.7), so a draw only adds a tile to choose from. The walk continues as if
    none were drawn: ``sure`` is false if a drawn tile could have been chosen later, or was offered. The ends it finds
    are possible in any case.

    Attributes:
        ends: every possible end, those after the fewest moves first.
        plays: the moves made.
        complete: whether the walk reached its end within ``limit`` moves.
        sure: whether no draw could add anything.
        limit: the most moves.

    >>> from keyharvest.rules import new_game
    >>> from keyharvest.search import in_one_go
    >>> from keyharvest.game import Game
    >>> walk = Walk(Game.new(2, start="random", seed=1).state)
    >>> in_one_go(walk.run())
    >>> walk.complete, walk.ends[0].state.turn, walk.line(walk.ends[-1])
    (True, 1, ('b:B', 'G1', 'F1', 'a:F1'))
    """

    def __init__(
        self,
        state: State,
        limit: int = 20_000,
        whole: bool = False,
        counting: bool = False,
        until: Callable[[State], bool] | None = None,
    ) -> None:
        """Separate ends by the workers placed if ``counting``; stop at the first end for which ``until`` is true."""
        self.ends: list[WalkEnd] = []
        self.plays = 0
        self.complete = False
        self.sure = True
        self._root, self.limit, self._whole, self._counting, self._until = state, limit, whole, counting, until
        self._moves_to: list[tuple[int, str]] = []

    def line(self, end: WalkEnd) -> tuple[str, ...]:
        """Return the moves that lead to an end, without ``end`` itself."""
        found: list[str] = []
        node = end.node
        while node >= 0:
            node, move = self._moves_to[node]
            found.append(move)
        return tuple(found[-2::-1])

    def run(self) -> Generator[None, None, None]:
        """Walk, in slices of a few milliseconds."""
        met: set[object] = set()
        todo: deque[tuple[State, int, str, int]] = deque([(self._root, -1, "", 0)])
        until = self.plays + _SLICE
        while todo:
            s, parent, move, placed = todo.popleft()
            key = (position_key(s), placed) if self._counting else position_key(s)
            if key in met:
                continue
            met.add(key)
            node = len(self._moves_to)
            self._moves_to.append((parent, move))
            top = s.stack[-1]
            if isinstance(top, Turn):
                self.ends.append(WalkEnd(s, node, placed))
                if self._until and self._until(s):
                    return
            choices = self._choices(s, top)
            self.plays += len(choices)
            if self.plays > self.limit:
                return
            for choice in choices:
                todo.append((_undrawn(play(s, choice)), node, choice, placed + places(top, choice)))
            if self.plays >= until:
                until = self.plays + _SLICE
                yield
        self.complete = True

    def _choices(self, s: State, top: Frame) -> list[str]:
        """Return the moves to walk."""
        assert isinstance(top, Decision)
        legal = top.legal(s)
        if isinstance(top, Turn):
            return legal[:-1] if self._whole else _worthwhile(s, top, legal)
        if s.bag and isinstance(top, ChooseRegistry) and _refilled(self._root, s):
            self.sure = False
        if isinstance(top, OfferDraw):
            self.sure = False
            legal.remove(DRAW)
        if self._whole:
            return legal
        if isinstance(top, Bid):
            return [DONE] if DONE in legal else legal
        if isinstance(top, PickFields):
            if top.source == "a" and not _gathers(s, top.seat):
                return legal[:1]
            if top.source == "D":
                return legal[:1] if top.picked else [legal[0], NO]
        return legal


def places(top: Frame, move: str) -> bool:
    """Whether an answer to a question puts a worker on a space (rules 5.2, 8.1).

    >>> places(PlaceWorker(0, 2), "C5"), places(Displaced(0, 2), "home")
    (True, False)
    """
    return isinstance(top, PlaceWorker) or (isinstance(top, Displaced) and move != HOME)


def position_key(s: State) -> tuple[object, ...]:
    """Return a value that is equal for positions of one turn with the same future; all else follows from it."""
    return (s.fields, s.ripe, s.posts, s.hands, s.stores, s.registry, s.town, s.stack)


def _worthwhile(s: State, turn: Turn, legal: list[str]) -> list[str]:
    """Return the moves of a last turn that can gain anything: no (d), one harvest per group, from its first field."""
    fields, ripe, every = s.fields[turn.seat], s.ripe[turn.seat], _gathers(s, turn.seat)
    found = []
    for move in legal:
        action = MOVES[move].action
        if action == "a" and not every:
            tile = MOVES[move].tile
            if connected(fields, 1 << tile) & ripe & ((1 << tile) - 1):
                continue
        if action != "d" and move != END:
            found.append(move)
    return found


def _gathers(s: State, seat: int) -> bool:
    return any(worker in _GATHERERS for worker, _ in s.posts[seat])


def _refilled(before: State, now: State) -> bool:
    """Whether a registry place has been emptied since, which the bag would have filled (rule 9.1)."""
    return now.registry != before.registry


def _undrawn(s: State) -> State:
    """Return the state after refills that find nothing, if draws are next: the places stay empty (rule 9.1)."""
    while s.stack and isinstance(s.stack[-1], Chance):
        s = s.copy()
        s.stack = s.stack[:-1]
        settle(s)
    return s
