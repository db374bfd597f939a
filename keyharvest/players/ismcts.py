"""Information set Monte Carlo tree search: the rival that the levels' own search is measured against."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import exp, sqrt
from typing import Final

from keyharvest.knowledge import Observation
from keyharvest.players.levels import foreseen
from keyharvest.rules import Source, State, actor, play
from keyharvest.rules.frames import Chance
from keyharvest.rules.turn import Turn
from keyharvest.search import Chain, Draws, Evaluator, LookAhead, end_of_turn, following, in_one_go

#: How many points what is hardly known yet may be above its mean, for the likeliest of the answers.
_EXPLORATION: Final = 4.0
#: The difference in points that makes an answer less likely by a factor of e, before anything has come of it.
_HEAT: Final = 1.5
#: So many answers, times the root of the visits, are looked at: the more visits the wider.
_WIDENING: Final = 1.5


class ISMCTSPlayer:
    """Grows a tree of what could be done, from many imagined states that the seat can't tell from the true one.

    Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012, doi:10.1109/TCIAIG.2012.2200894): each iteration
    samples a full state, goes down the tree by what can be done there, adds a node, plays on quickly and tells all
    nodes on its way what came of it. Answers are whole ones, such as a tile with its bid; which one is tried follows
    PUCT with the evaluator as prior, and every seat maximises its own margin. ``positions`` bounds those judged for a
    decision, and ``replies`` is how many turns after the present one are played: quickly or, if ``planned``, by plans.

    It is found as ``keyharvest.players.ismcts:ISMCTSPlayer``.

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

    def choose(self, observation: Observation) -> str:
        """The move after thinking to the end."""
        return in_one_go(self.thinking(observation))

    def thinking(self, observation: Observation) -> Generator[None, None, str]:
        """The same in slices of some milliseconds: a generator that returns the move."""
        observation.check_asked()
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
    """What has come of an answer, or of a draw: the visits, and the sums of the margins of all seats."""

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
        # As in the search of the levels: once the last turns are counted (rule 13.1), to the end of the game.
        replies = view.left if view.left >= 0 else replies
        self._until = view.turn + 1 + replies
        self._judges = [Evaluator(view, later=turn, victory=5.0) for turn in range(replies + 2)]
        self._ahead = LookAhead(self._judges, self._first, planned)
        self._answers: dict[object, list[Chain]] = {}
        self._root = _Node(view.players)

    @property
    def positions(self) -> int:
        """The positions judged so far."""
        return sum(judge.positions for judge in self._judges)

    def best(self) -> tuple[str, ...]:
        """The answer that was tried most."""
        children = self._root.children
        return max(children, key=lambda moves: children[moves].visits)

    def grow(self, source: Source) -> Generator[None, None, None]:
        """One iteration: down the tree to a new node, and from there on to the end of what is looked at."""
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
        """The answers that can be given to a question, the likeliest first."""
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
    """The answer to try next, of those that can be given in this imagined state."""
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
