"""The levels: one search and one evaluator, with more look-ahead and more time from level to level."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Final, NamedTuple

from keyharvest.knowledge import Observation, check_asked
from keyharvest.rules import State, play
from keyharvest.search import Effort, Evaluator, Search, Weights, in_one_go
from keyharvest.search.sense import sensible


class Level(NamedTuple):
    """A level: its description for people, and how far it looks."""

    name: str
    line: str
    effort: Effort
    tireless: bool = False

    def within(self, seconds: float) -> Level:
        """Return the level with a time limit per decision; a tireless one may also evaluate more positions."""
        more = max(1.0, seconds) if self.tireless else 1.0
        return self._replace(effort=self.effort._replace(positions=int(self.effort.positions * more), seconds=seconds))


#: The levels by name, weakest first.
LEVELS: Final = {
    level.name: level
    for level in (
        Level(
            "apprentice",
            "sees its own farm and the next step, and is easily tempted",
            Effort(60, width=1, kept=1, replies=0, others=0, temperature=10.0),
        ),
        Level(
            "farmhand",
            "plans a whole turn for its own farm, and sometimes takes the second best",
            Effort(150, width=2, kept=1, replies=0, others=0, temperature=1.15),
        ),
        Level(
            "farmer",
            "plans its turn well and keeps an eye on its neighbours",
            Effort(400, width=3, kept=1, replies=0, others=0.5, temperature=0.52),
        ),
        Level(
            "steward",
            "thinks of what the others will do next",
            Effort(500, width=3, kept=4, replies=1, temperature=0.45),
        ),
        Level(
            "master",
            "weighs the best plans against many ways the game may go",
            Effort(12000, width=6, kept=6, replies=3, planned=True),
            tireless=True,
        ),
    )
}


class LevelPlayer:
    """A player that searches.

    It remembers its chosen line, and continues with it as long as the game goes as foreseen. It sees observations only:
    given the same ones, players with the same seed choose the same moves.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> observation = game.observation(game.actor)
    >>> LevelPlayer(LEVELS["farmer"], seed=1).choose(observation) in observation.legal()
    True
    """

    def __init__(self, level: Level, seed: int, weights: Weights | None = None) -> None:
        self.name = level.name
        self._effort = level.effort
        self._seed = seed
        self._weights = weights
        self._plan: list[tuple[State, str]] = []

    def __repr__(self) -> str:
        return f"<Player {self.name}, {self._effort.positions} positions>"

    def choose(self, observation: Observation) -> str:
        """Return the move after thinking to the end."""
        return in_one_go(self.thinking(observation))

    def thinking(self, observation: Observation) -> Generator[None, None, str]:
        """Think in slices of a few milliseconds: a generator that returns the move."""
        check_asked(observation)
        if self._plan and self._plan[0][0] == observation.view:
            return self._plan.pop(0)[1]
        self._seed += 1
        search = Search(observation, self._effort, self._seed, self._weights)
        yield from search.run()
        moves = search.choice().moves
        if self._effort.temperature:
            moves = yield from sensible(observation.view, moves, Evaluator.of(observation, self._weights))
        self._plan = foreseen(observation.view, moves)
        yield from search.forget()
        return self._plan.pop(0)[1]


def foreseen(view: State, moves: Iterable[str]) -> list[tuple[State, str]]:
    """Pair each of several consecutive moves with the view in which it will be made."""
    found = []
    for move in moves:
        found.append((view, move))
        view = play(view, move)
    return found
