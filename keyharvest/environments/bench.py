"""Steps per second of both environments, each compared with a similar one of its library in the same run.

``python3 -m keyharvest.environments.bench [SECONDS]``. PettingZoo's own connect four is a two-player board game with
an action mask; OpenSpiel's block dominoes is written in Python too, with hidden hands and chance nodes. A step is a
decision: the observation as a vector, a random legal action, and everything up to the next decision, new games
included.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.observation import make_observation

from keyharvest.environments import openspiel  # noqa: F401  (registers the game)
from keyharvest.environments.pettingzoo import env
from keyharvest.rules import Source

#: The environments alternate in rounds, so that a change in the machine's speed affects all of them. The best round
#: counts: other work on the machine can only slow a round down.
_ROUNDS = 10


def pettingzoo_steps(environment: Any, seconds: float, source: Source) -> float:
    """Measure the steps per second of an environment with masks in its observations.

    >>> pettingzoo_steps(env(), 0.05, Source(1)) > 0
    True
    """
    steps, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        environment.reset(seed=source.below(1 << 30))
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            environment.step(int(source.pick(observation["action_mask"].nonzero()[0])))
            steps += 1
            if time.perf_counter() - begun > seconds:
                break
    return steps / taken


def openspiel_steps(game: Any, seconds: float, source: Source) -> float:
    """Measure the steps per second of a game with a vector for its observations.

    >>> openspiel_steps(pyspiel.load_game("python_key_harvest"), 0.05, Source(1)) > 0
    True
    """
    observer = make_observation(game)
    steps, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal() and time.perf_counter() - begun < seconds:
            if not state.is_chance_node():
                observer.set_from(state, state.current_player())
                steps += 1
            state.apply_action(source.pick(state.legal_actions()))
    return steps / taken


def main(seconds: float) -> None:
    """Measure for *seconds* in total and print a line for each environment."""
    runs: dict[str, Callable[[float, Source], float]] = {}
    for players in (2, 3, 4):
        runs[f"pettingzoo key_harvest, {players} players"] = _run(pettingzoo_steps, env(players))
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        peer = importlib.import_module("pettingzoo.classic.connect_four.connect_four")
        runs["pettingzoo connect_four_v3"] = _run(pettingzoo_steps, peer.env())
    except ImportError as error:
        print(f"{error} (development extra 'bench'): no game of PettingZoo's to compare with", file=sys.stderr)
    importlib.import_module("open_spiel.python.games.block_dominoes")
    for name in (*(f"python_key_harvest(players={players})" for players in (2, 3, 4)), "python_block_dominoes"):
        runs[f"openspiel {name}"] = _run(openspiel_steps, pyspiel.load_game(name))
    found: dict[str, list[float]] = {name: [] for name in runs}
    for round_ in range(_ROUNDS):
        for name, run in runs.items():
            found[name].append(run(seconds / _ROUNDS / len(runs), Source(round_)))
    for name, rates in found.items():
        print(f"{name:44} {max(rates):>10,.0f} steps per second")


def _run(measure: Callable[[Any, float, Source], float], what: Any) -> Callable[[float, Source], float]:
    return lambda seconds, source: measure(what, seconds, source)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 40.0)
