"""``keyharvest bench``: measure the engine's speed, beside a peer in the same run."""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from keyharvest.commands.arguments import count, seed
from keyharvest.knowledge import observe
from keyharvest.record import position_text
from keyharvest.rules import CHANCE, Source, actor, draw, legal, new_game, play

#: The engines alternate in short rounds, so that a change of the machine's pace hits both; medians are reported.
_ROUNDS = 25


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "bench",
        help="measure the engine's speed",
        description="Random four-player games: decisions and games a second, and the cost of a copy, an observation, a "
        "sample and a save. Where catanatron is installed, its random four-player games run in the same run.",
    )
    parser.add_argument(
        "--games", type=count, default=20, metavar="N", help=f"games in each of {_ROUNDS} rounds (default 20)"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="seed of the games (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    peer = importlib.util.find_spec("catanatron") is not None
    for round_ in range(_ROUNDS):
        ours.append(_our_games(arguments.games, arguments.seed + round_ * arguments.games))
        if peer:
            theirs.append(_peer_games(max(1, arguments.games // 5), arguments.seed + round_))
    decisions, games = map(_median, zip(*ours, strict=True))
    figures: dict[str, Any] = {
        "python": platform.python_version(),
        "decisions_per_s": round(decisions),
        "games_per_s": round(games, 1),
        **{f"{name}_us": round(cost, 2) for name, cost in _costs(arguments.seed).items()},
    }
    if peer:
        actions, peer_games = map(_median, zip(*theirs, strict=True))
        figures["catanatron_actions_per_s"] = round(actions)
        figures["catanatron_games_per_s"] = round(peer_games, 1)
        figures["ratio"] = round(_median([mine[0] / other[0] for mine, other in zip(ours, theirs, strict=True)]), 2)
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return 0
    for name, figure in figures.items():
        print(f"{name:26} {figure:>12,}" if isinstance(figure, int) else f"{name:26} {figure:>12}")
    if not peer:
        print("catanatron is not installed (development extra 'bench'): no ratio", file=sys.stderr)
    return 0


def _our_games(games: int, first_seed: int) -> tuple[float, float]:
    """Return decisions of seats and games per second; draws between them take time but aren't counted."""
    decisions = 0
    begun = time.perf_counter()
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
    taken = time.perf_counter() - begun
    return decisions / taken, games / taken


def _peer_games(games: int, first_seed: int) -> tuple[float, float]:
    """Return the same for catanatron, whose actions include rolls of the dice."""
    catanatron = importlib.import_module("catanatron")
    colours = list(catanatron.Color)[:4]
    actions = 0
    begun = time.perf_counter()
    for number in range(games):
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=first_seed + number)
        game.play()
        actions += len(game.state.actions)
    taken = time.perf_counter() - begun
    return actions / taken, games / taken


def _costs(first_seed: int) -> dict[str, float]:
    """Return microseconds of single operations, each the mean over states of random games."""
    states = []
    for number in range(5):
        source = Source(first_seed + number)
        state = new_game(4, start="random")
        while state.stack:
            state = play(state, draw(state, source) if actor(state) == CHANCE else source.pick(legal(state)))
            states.append(state)
    states = states[::7]
    source = Source(first_seed)
    observations = [observe(state, 0) for state in states]
    return {
        "copy": _mean_cost([state.copy for state in states]),
        "observe": _mean_cost([partial(observe, state, 0) for state in states]),
        "sample": _mean_cost([partial(seen.sample, source) for seen in observations]),
        "save": _mean_cost([partial(position_text, state) for state in states]),
    }


def _mean_cost(operations: list[Callable[[], object]]) -> float:
    """Return microseconds per operation, the best of several passes over all."""
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        for operation in operations:
            operation()
        best = min(best, time.perf_counter() - begun)
    return best / len(operations) * 1e6


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]
