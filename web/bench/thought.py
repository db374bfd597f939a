"""Observe thinking, slice by slice, in the page's worker, for in_thought.py, which repeats it in CPython.

It needs nothing but the game's own files. Times are in seconds.
"""

import json
from collections.abc import Callable, Generator
from time import perf_counter
from typing import Any

from keyharvest.advice.analysis import Analysis
from keyharvest.advice.hints import Hints
from keyharvest.game import Game
from keyharvest.knowledge import Observation, observe
from keyharvest.page.core.screen import SLICE
from keyharvest.players import LEVELS, levels
from keyharvest.rules import actor
from keyharvest.rules.moves import parse
from keyharvest.search import Effort, Line, Search, in_one_go
from keyharvest.table.sitting import Sitting

#: A hint is requested once every this many moves.
_APART = 12


class Watch:
    """Observes a game between computers: each search, and each stretch of thinking, which blocks the worker."""

    def __init__(self) -> None:
        self._sitting: Sitting | None = None
        self._stretches: list[float] = []
        self._searches: list[dict[str, Any]] = []
        watch, think = self, Sitting.think

        def watched(sitting: Sitting, seconds: float) -> bool:
            if watch._sitting is not sitting:
                watch._sitting, watch._stretches, watch._searches = sitting, [], []
            begun = perf_counter()
            decided = think(sitting, seconds)
            watch._stretches.append(perf_counter() - begun)
            return decided

        class Watched(Search):
            """A search that records its questions and choices, how long each took and how much of that was thinking."""

            def __init__(self, observation: Observation, effort: Effort, seed: int, *more: Any) -> None:
                self._asked, self._taken = perf_counter(), 0.0
                self._note = {"at": watch.moves_made(), "seed": seed}
                super().__init__(observation, effort, seed, *more)

            def run(self) -> Generator[None, None, None]:
                begun = perf_counter()
                for _each in super().run():
                    self._taken += perf_counter() - begun
                    yield
                    begun = perf_counter()
                self._taken += perf_counter() - begun

            def choice(self) -> Line:
                line = super().choice()
                if self.positions > 1:  # a question with only one answer needs no thinking
                    found = {"moves": line.moves, "positions": self.positions}
                    times = {"seconds": perf_counter() - self._asked, "thinking": self._taken}
                    watch._searches.append({**self._note, **found, **times})
                return line

        patched: list[Any] = [Sitting, levels]
        patched[0].think = watched
        patched[1].Search = Watched

    def moves_made(self) -> int:
        """The number of moves in the game."""
        assert self._sitting
        return len(self._sitting.game.moves)

    def observed(self) -> str:
        """Return what was observed of the finished game as JSON: its moves, the stretches of thinking, the searches."""
        assert self._sitting
        assert self._sitting.over
        moves = self._sitting.game.moves
        return json.dumps({"moves": moves, "stretches": self._stretches, "searches": self._searches})

    def advised(self) -> str:
        """Return the stretches of thinking for hints throughout the game, and for its analysis, as JSON."""
        assert self._sitting
        states, names = self._sitting.game.states, self._sitting.names
        hints: list[float] = []
        for at in range(0, len(states) - 1, _APART):
            if actor(states[at]) >= 0:
                looking = Hints(observe(states[at], actor(states[at])), names, at)
                hints += _stretches(looking.think, lambda looking=looking: looking.planned)  # type: ignore[misc]
        analysis = Analysis(self._sitting)
        return json.dumps({"hints": hints, "review": _stretches(analysis.think, lambda: analysis.done)})


def _stretches(think: Callable[[float], object], done: Callable[[], bool]) -> list[float]:
    """Call *think* until it is *done*; return how long each call took."""
    found = []
    while not done():
        begun = perf_counter()
        think(SLICE)
        found.append(perf_counter() - begun)
    return found


def again(level: str, players: int, seed: int, told: dict[str, Any]) -> list[dict[str, Any]]:
    """Repeat the searches of a game without a time limit, so that each judges as many positions as its level should.

    Return for each search the class of the question, positions and seconds; whether the same moves were chosen, and if
    not, by how many points of expected margin the moves chosen in the game were worse than the best found now.
    """
    game = Game.new(players, start="random", seed=seed)
    for move in told["moves"]:
        if not parse(move).drawn:  # draws follow from the seed
            game.play(move)
    if game.moves != told["moves"]:
        raise ValueError(f"seed {seed} makes a different game here than on the page")
    effort = LEVELS[level].effort
    found = []
    for search in told["searches"]:
        state, moves = game.states[search["at"]], tuple(search["moves"])
        observation = observe(state, actor(state))
        begun = perf_counter()
        ours = Search(observation, effort, search["seed"])
        in_one_go(ours.run())
        seconds = perf_counter() - begun
        same, lost = ours.choice().moves == moves, 0.0
        if not same:
            judged = Search(observation, effort, search["seed"], also=moves)
            in_one_go(judged.run())
            lost = next(line for line in judged.found if line.moves == moves).behind(judged.found[0])[0]
        question = type(state.stack[-1]).__name__
        positions = ours.positions
        found.append({"question": question, "positions": positions, "seconds": seconds, "same": same, "lost": lost})
    return found
