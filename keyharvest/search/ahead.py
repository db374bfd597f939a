"""Looking ahead past draws, on a state sampled from an observation: a quick policy plays all seats on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple, TypeVar

from keyharvest.rules import Source, State, draw, play
from keyharvest.rules.components import EVENT_LETTERS, EVENTS
from keyharvest.rules.frames import Chance, FieldDraw, RegistryDraw
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.turn import Turn
from keyharvest.search.chains import Chain, greedy_chain
from keyharvest.search.evaluation import Evaluator

_T = TypeVar("_T")
_TILES = len(SPACES)
_FACES = [*("*" + name for name in SPACES), *("*" + letter for letter in EVENT_LETTERS)]


class Draws:
    """What chance gives in one imagined course of the game: common to all lines that are compared in it.

    The n-th draw has an order of all tiles, and gives the first that is in the bag. So each tile in the bag is equally
    likely (rule 1.8), and two lines see the same luck wherever their bags allow.

    >>> from keyharvest.rules import new_game
    >>> luck = Draws(7)
    >>> luck.draw(new_game(2), 0) == luck.draw(new_game(2), 0)
    True
    """

    def __init__(self, seed: int) -> None:
        self._source = Source(seed)
        self._seed = seed
        self._orders: list[list[int]] = []

    def draw(self, s: State, number: int) -> str:
        """The outcome of the draw that is next in a state, as draw ``number`` of this course (from 0)."""
        if not isinstance(s.stack[-1], RegistryDraw | FieldDraw):
            return draw(s, Source(self._seed + number))
        while len(self._orders) <= number:
            self._orders.append([])
        order = self._orders[number]
        held = s.bag | s.bag_events << _TILES
        for face in order:
            if held >> face & 1:
                return _FACES[face]
        noted = set(order)
        while True:  # an order is made only as far as it is needed
            face = self._source.below(_TILES + len(EVENTS))
            if face not in noted:
                noted.add(face)
                order.append(face)
                if held >> face & 1:
                    return _FACES[face]


class Known(NamedTuple):
    """What the quick policy does in a position, the actions it has in mind, and how many positions it has judged."""

    chain: Chain
    in_mind: str
    positions: int


def play_on(s: State, judges: Sequence[Evaluator], first: int, until: int, luck: Draws) -> State:
    """Play a full state on until turn ``until`` begins or the game is over: draws by ``luck``, seats by a quick policy.

    ``judges[n]`` is the evaluator for turn ``first + n``, the last of them for all later turns.
    """
    return in_one_go(playing_on(s, judges, first, until, luck))


def playing_on(
    s: State,
    judges: Sequence[Evaluator],
    first: int,
    until: int,
    luck: Draws,
    known: dict[object, Known] | None = None,
) -> Generator[None, None, State]:
    """The same in slices, one for each action: a generator that returns the state.

    Courses that start alike are alike up to their first draw: with the same judges, what has been found in one is
    ``known`` in the others. What was judged for it counts again, so that an effort is the same with and without.
    """
    known = {} if known is None else known
    drawn = 0
    wanted = "abcd"
    turn = s.turn
    while s.stack and s.turn < until:
        top = s.stack[-1]
        if isinstance(top, Chance):
            s = play(s, luck.draw(s, drawn))
            drawn += 1
            continue
        if s.turn != turn:
            turn, wanted = s.turn, "abcd"
        judge = judges[min(turn - first, len(judges) - 1)]
        key = (wanted, s.key())
        found = known.get(key)
        if found is None:
            before = judge.positions
            chain, in_mind = greedy_chain(s, judge, 1, wanted)
            found = known[key] = Known(chain, in_mind, judge.positions - before)
        else:
            judge.positions += found.positions
        s = found.chain.state
        if isinstance(top, Turn):
            # The second of two actions in mind is looked at again, but no others.
            wanted = found.in_mind if len(found.in_mind) > 1 else "abcd"
        yield
    return s


def in_one_go(work: Generator[object, None, _T]) -> _T:
    """What a generator returns that does its work in slices."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: _T = done.value
            return found
