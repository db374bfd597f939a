"""Look-ahead past draws, on a state sampled from an observation: all seats play on, quickly or by plans."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from keyharvest.rules import Source, State, draw, play
from keyharvest.rules.components import EVENT_LETTERS, EVENTS
from keyharvest.rules.frames import Chance, FieldDraw, RegistryDraw
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.turn import Turn
from keyharvest.search.chains import Chain, greedy_chain
from keyharvest.search.evaluation import Evaluator, emptied
from keyharvest.search.lines import lines

_T = TypeVar("_T")
_TILES = len(SPACES)
_FACES = [*("*" + name for name in SPACES), *("*" + letter for letter in EVENT_LETTERS)]
#: XORed with a playout's seed, this gives the seed of the luck that its seats imagine when they plan.
_OTHER: Final = 0x5EED
#: The depth of chains in plans within playouts: the greater, the fewer answers are considered.
_PLANNED: Final = 2


class Draws:
    """The luck of one playout, common to all lines compared in it.

    The n-th draw has an order of all tiles, and yields the first that is in the bag. So each tile in the bag is equally
    likely (rule 1.8), and two lines have the same luck wherever their bags allow.

    >>> from keyharvest.rules import new_game
    >>> luck = Draws(7)
    >>> luck.draw(new_game(2), 0) == luck.draw(new_game(2), 0)
    True
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._orders: list[tuple[Source, list[int]]] = []
        self._other: Draws | None = None

    def draw(self, s: State, number: int) -> str:
        """Return the outcome of the next draw of a state, as draw ``number`` of this playout (from 0)."""
        if not isinstance(s.stack[-1], RegistryDraw | FieldDraw):
            return draw(s, Source(self._seed + number))
        while len(self._orders) <= number:
            self._orders.append((Source(self._seed + len(self._orders)), []))
        source, order = self._orders[number]
        held = s.bag | s.bag_events << _TILES
        for face in order:
            if held >> face & 1:
                return _FACES[face]
        noted = set(order)
        while True:  # an order is made only as far as it is needed
            face = source.below(_TILES + len(EVENTS))
            if face not in noted:
                noted.add(face)
                order.append(face)
                if held >> face & 1:
                    return _FACES[face]

    def other(self) -> Draws:
        """Return another playout's luck, for a seat that plans in this one and can't know its draws."""
        if self._other is None:
            self._other = Draws(self._seed ^ _OTHER)
        return self._other


class _Known(NamedTuple):
    """A known position: the quick policy's result, the actions it has in mind, and the positions it evaluated."""

    chain: Chain
    in_mind: str
    positions: int


def play_on(s: State, judges: Sequence[Evaluator], first: int, until: int, luck: Draws) -> State:
    """Play a full state until turn ``until`` begins or the game is over: draws by ``luck``, seats by a quick policy.

    ``judges[n]`` is the evaluator for turn ``first + n``, the last of them for all later turns.
    """
    return in_one_go(LookAhead(judges, first).turns(s, until, luck))[-1]


class LookAhead:
    """Plays on from full states: draws by the luck of a playout, seats by a quick policy that considers single actions.

    ``judges[n]`` is the evaluator for turn ``first + n``, the last of them for all later turns. With ``planned`` every
    seat plans its turns: of several lines, each quickly played to the end of the turn, it chooses the best.

    Playouts that start alike are the same up to their first draw, so results of one are reused in the others. The
    positions evaluated for a result count again, so that an effort is the same with and without reuse.

    >>> from keyharvest.game import Game
    >>> state = Game.new(2, start="random", seed=1).state
    >>> ahead = LookAhead([Evaluator(state)], state.turn, planned=True)
    >>> ends = in_one_go(ahead.turns(state, state.turn + 2, Draws(7)))
    >>> [end.turn - state.turn for end in ends]
    [1, 2]
    """

    def __init__(self, judges: Sequence[Evaluator], first: int, planned: bool = False) -> None:
        self._judges = judges
        self._first = first
        self._planned = planned
        self._known: dict[object, _Known] = {}
        self._plans: dict[object, tuple[list[Chain], int]] = {}

    def turns(
        self, s: State, until: int, luck: Draws, played: list[str] | None = None
    ) -> Generator[None, None, list[State]]:
        """Return the positions at the start of each later turn, up to turn ``until``, or the end if the game is over.

        A generator with a slice per action; it returns at least one position. The moves and draws are added to
        ``played``.
        """
        found = [] if s.stack and s.turn == self._first else [s]
        number, played = 0, [] if played is None else played
        while s.stack and s.turn < until:
            s, number = yield from self._rest_of_turn(s, luck, number, self._planned, played)
            found.append(s)
        return found

    def forget(self) -> Iterator[None]:
        """Forget all results, in slices."""
        yield from emptied(self._known)
        yield from emptied(self._plans)

    def _rest_of_turn(
        self, s: State, luck: Draws, number: int, planned: bool, played: list[str]
    ) -> Generator[None, None, tuple[State, int]]:
        """Return the end of a turn, and the number of the next draw after it; a plan reaches only up to a draw.

        The moves and draws are added to ``played``.
        """
        turn, wanted = s.turn, "abcd"
        judge = self._judges[min(turn - self._first, len(self._judges) - 1)]
        while s.stack and s.turn == turn:
            top = s.stack[-1]
            if isinstance(top, Chance):
                played.append(luck.draw(s, number))
                s = play(s, played[-1])
                number += 1
                continue
            if planned and isinstance(top, Turn) and top.allowed():
                plan = yield from self._plan(s, top.seat, judge, luck.other())
                played += plan.moves
                s, planned = plan.state, False
                continue
            key = (wanted, s.key())
            found = self._known.get(key)
            if found is None:
                before = judge.positions
                chain, in_mind = greedy_chain(s, judge, 1, wanted)
                found = self._known[key] = _Known(chain, in_mind, judge.positions - before)
            else:
                judge.positions += found.positions
            played += found.chain.moves
            s = found.chain.state
            if isinstance(top, Turn):
                # Consider the second of two actions in mind again, but no others.
                wanted = found.in_mind if len(found.in_mind) > 1 else "abcd"
            yield
        return s, number

    def _plan(self, s: State, seat: int, judge: Evaluator, luck: Draws) -> Generator[None, None, Chain]:
        """Return the line that probably leaves the seat best off after its turn; it may end at a draw."""
        key = s.key()
        known = self._plans.get(key)
        if known is None:
            before = judge.positions
            found = yield from lines(s, judge, width=1, depth=_PLANNED)
            self._plans[key] = found, judge.positions - before
        else:
            found, positions = known
            judge.positions += positions
        best, most = found[0], float("-inf")
        for line in found:
            value = line.value
            if line.state.stack and line.state.turn == s.turn:
                after, _ = yield from self._rest_of_turn(line.state, luck, 0, planned=False, played=[])
                value = judge.value(after, seat)
            if value > most:
                best, most = line, value
        return best


def in_one_go(work: Generator[object, None, _T]) -> _T:
    """Run a generator that works in slices to its end, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: _T = done.value
            return found
