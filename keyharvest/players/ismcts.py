"""Information set Monte Carlo tree search: a rival to measure the levels' own search against."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import exp, sqrt
from typing import Final

from keyharvest.knowledge import Observation, check_asked
from keyharvest.players.levels import foreseen
from keyharvest.rules import Source, State, actor, play
from keyharvest.rules.frames import Chance
from keyharvest.rules.turn import Turn
from keyharvest.search import Chain, Draws, Evaluator, LookAhead, end_of_turn, following, in_one_go

#: The weight of exploration against the mean, in points: the constant of PUCT.
_EXPLORATION: Final = 4.0
#: The difference in points that makes an untried answer less likely by a factor of e.
_HEAT: Final = 1.5
#: The number of answers considered is this times the square root of the visits.
_WIDENING: Final = 1.5


class ISMCTSPlayer:
    """Grows a tree of possible play from many imagined states that the seat can't distinguish from the true one.

    Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012, doi:10.1109/TCIAIG.2012.2200894): each iteration
    samples a full state, descends through the answers possible there, adds a node, plays on quickly and updates all
    nodes on its way with the result. Answers are whole ones, such as a tile with its bid. PUCT, with the evaluator as
    prior, selects the one to try, and every seat maximises its own margin. ``positions`` limits the evaluations per
    decision, and ``replies`` is the number of turns played after the present one: quickly or, if ``planned``, by plans.

    Its name is ``keyharvest.players.ismcts:ISMCTSPlayer``.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> observation = game.observation(game.actor)
    >>> ISMCTSPlayer(1, positions=300).choose(observation) in observation.legal()
    True
    """

    name = "ismcts"

    def __init__(self, seed: int, positions: int = 12000, replies: int = 2, planned: bool = False) -> None:
        self._source = Source(seed)
        self._positions = positions
        self._replies = replies
        self._planned = planned
        self._plan: list[tuple[State, str]] = []

    def __repr__(self) -> str:
        return f"<Player {self.name}, {self._positions} positions>"

    def choose(self, observation: Observation) -> str:
        """Return the move after thinking to the end."""
        return in_one_go(self.thinking(observation))

    def thinking(self, observation: Observation) -> Generator[None, None, str]:
        """Think in slices of a few milliseconds: a generator that returns the move."""
        check_asked(observation)
        legal = observation.legal()
        if len(legal) == 1:
            return legal[0]
        if not (self._plan and self._plan[0][0] == observation.view):
            tree = _Tree(observation, self._replies, self._planned)
            while tree.positions < self._positions:
                yield from tree.grow(self._source)
            self._plan = foreseen(observation.view, tree.best())
        return self._plan.pop(0)[1]


class _Node:
    """The results of an answer, or of a draw: the visits, and the sums of all seats' margins."""

    __slots__ = ("children", "sums", "visits")

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.sums = [0.0] * players
        self.children: dict[tuple[str, ...], _Node] = {}

    def mean(self, seat: int) -> float:
        return self.sums[seat] / self.visits


class _Tree:
    def __init__(self, observation: Observation, replies: int, planned: bool) -> None:
        view = observation.view
        self._observation = observation
        self._first = view.turn
        # Like the levels' search: once the last turns are counted (rule 13.1), to the end of the game.
        replies = view.left if view.left >= 0 else replies
        self._until = view.turn + 1 + replies
        self._judges = [Evaluator(view, later=turn, victory=5.0) for turn in range(replies + 2)]
        self._ahead = LookAhead(self._judges, self._first, planned)
        self._answers: dict[object, list[Chain]] = {}
        self._root = _Node(view.players)

    @property
    def positions(self) -> int:
        """The number of positions evaluated so far."""
        return sum(judge.positions for judge in self._judges)

    def best(self) -> tuple[str, ...]:
        """Return the answer with the most visits."""
        children = self._root.children
        return max(children, key=lambda moves: children[moves].visits)

    def grow(self, source: Source) -> Generator[None, None, None]:
        """Run one iteration: down the tree to a new node, and from there to the horizon."""
        s = self._observation.sample(source)
        moves: tuple[str, ...]
        luck = Draws(source.below(1 << 32))
        node, path, drawn = self._root, [self._root], 0
        new = False
        while s.stack and s.turn < self._until and not new:
            if isinstance(s.stack[-1], Chance):
                face = luck.draw(s, drawn)
                drawn += 1
                s, moves = play(s, face), (face,)
            else:
                answers = yield from self._following(s)
                chain = _chosen(node, answers, actor(s))
                s, moves = chain.state, chain.moves
                new = moves not in node.children
            node = node.children.setdefault(moves, _Node(s.players))
            path.append(node)
        ends = yield from self._ahead.turns(s, self._until, luck.other())
        judge = self._judges[-1]
        margins = [judge.value(ends[-1], seat) for seat in range(s.players)]
        for node in path:
            node.visits += 1
            for seat, margin in enumerate(margins):
                node.sums[seat] += margin

    def _following(self, s: State) -> Generator[None, None, list[Chain]]:
        """Return the possible answers to a question, the likeliest first."""
        key = s.key()
        found = self._answers.get(key)
        if found is None:
            judge = self._judges[s.turn - self._first]
            found = yield from following(s, judge, depth=1)
            if isinstance(s.stack[-1], Turn):
                found = [*found, end_of_turn(s, judge)]
            found = self._answers[key] = sorted(found, key=lambda chain: -chain.value)
        return found


def _chosen(node: _Node, answers: Sequence[Chain], seat: int) -> Chain:
    """Return the next answer to try, of those possible in this imagined state."""
    wide = answers[: max(1, round(_WIDENING * sqrt(node.visits + 1)))]
    chances = [exp((chain.value - wide[0].value) / _HEAT) for chain in wide]
    whole = sum(chances)
    best, most = wide[0], float("-inf")
    for chain, chance in zip(wide, chances, strict=True):
        child = node.children.get(chain.moves)
        visits = child.visits if child else 0
        mean = child.mean(seat) if child else node.mean(seat) if node.visits else 0.0
        merit = mean + _EXPLORATION * chance / whole * sqrt(node.visits + 1) / (1 + visits)
        if merit > most:
            best, most = chain, merit
    return best
