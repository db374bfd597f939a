"""Measure the speed of the engine and the search: compiled if this wheel is, else interpreted."""

from __future__ import annotations

import json
import subprocess
import sys
from time import process_time
from typing import Final, NamedTuple

from keyharvest.knowledge import observe
from keyharvest.rules import CHANCE, Source, actor, draw, engine, legal, new_game, play
from keyharvest.search.search import Effort, Search

#: Whether a compiled engine is running (docs/contributing.md).
COMPILED: Final = not str(engine.__file__).endswith(".py")

#: The turn of a random game in which the search is measured, and the positions that it may judge.
_TURN: Final = 12
_EFFORT: Final = Effort(600)


class Pace(NamedTuple):
    """The work done in a second of processor time.

    Attributes:
        decisions: decisions of seats in random four-player games; draws take their time but are not counted.
        games: such games.
        positions: positions judged in a search.
    """

    decisions: float
    games: float
    positions: float


def pace(games: int, first_seed: int) -> Pace:
    """Measure the engine in this many random games, and the search in the middle of another one."""
    decisions = 0
    begun = process_time()
    for number in range(games):
        source = Source(first_seed + number)
        state = new_game(4, start="random")
        while state.stack:
            if actor(state) == CHANCE:
                move = draw(state, source)
            else:
                move = source.pick(legal(state))
                decisions += 1
            state = play(state, move)
    taken = process_time() - begun
    return Pace(decisions / taken, games / taken, _positions(first_seed))


def _positions(seed: int) -> float:
    source = Source(seed)
    state = new_game(3, start="random")
    while state.turn < _TURN or actor(state) == CHANCE or len(legal(state)) < 2:
        state = play(state, draw(state, source) if actor(state) == CHANCE else source.pick(legal(state)))
    search = Search(observe(state, actor(state)), _EFFORT, seed)
    begun = process_time()
    for _ in search.run():
        pass
    return search.positions / (process_time() - begun)


class Uncompiled:
    """The same engine interpreted, in a process of its own that measures on request."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "keyharvest.lab.uncompiled"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def pace(self, games: int, first_seed: int) -> Pace:
        """Measure as `pace` does. Raise `RuntimeError` if the process has ended."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"[{games}, {first_seed}]\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the engine doesn't run uncompiled")
        return Pace(*json.loads(answer))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
