"""``keyharvest bench``: measure the engine's speed, compared with a peer in the same run."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from keyharvest.commands.arguments import add_seed, count
from keyharvest.knowledge import observe
from keyharvest.lab.speed import COMPILED, Pace, Uncompiled, pace
from keyharvest.record import position_text
from keyharvest.rules import CHANCE, Source, actor, draw, legal, new_game, play

#: The engines alternate in short rounds, so that a change in the machine's speed affects all of them; medians are
#: reported.
_ROUNDS = 25


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "bench",
        help="measure the engine's speed",
        description="Play random four-player games and measure decisions and games per second, positions that the "
        "search evaluates, and the cost of a copy, an observation, a sample and a save. A compiled engine runs beside "
        "the pure one, and beside catanatron's random four-player games if that is installed.",
    )
    parser.add_argument(
        "--games", type=count, default=20, metavar="N", help=f"games in each of {_ROUNDS} rounds (default 20)"
    )
    add_seed(parser, "of the first game")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    ours: list[Pace] = []
    plain: list[Pace] = []
    theirs: list[tuple[float, float]] = []
    peer = importlib.util.find_spec("catanatron") is not None
    with contextlib.ExitStack() as stack:
        uncompiled = stack.enter_context(contextlib.closing(Uncompiled())) if COMPILED else None
        for round_ in range(_ROUNDS):
            games = arguments.games, arguments.seed + round_ * arguments.games
            ours.append(pace(*games))
            if uncompiled:
                plain.append(uncompiled.pace(*games))
            if peer:
                theirs.append(_peer_games(max(1, arguments.games // 5), arguments.seed + round_))
    decisions, games_per_s, positions = map(_median, zip(*ours, strict=True))
    figures: dict[str, Any] = {
        "engine": "compiled" if COMPILED else "pure Python",
        "python": platform.python_version(),
        "decisions_per_s": round(decisions),
        "games_per_s": round(games_per_s, 1),
        "search_positions_per_s": round(positions),
        **{f"{name}_us": round(cost, 2) for name, cost in _costs(arguments.seed).items()},
    }
    if plain:
        figures["engine_times_pure"] = _ratio([each.decisions for each in ours], [each.decisions for each in plain])
        figures["search_times_pure"] = _ratio([each.positions for each in ours], [each.positions for each in plain])
    if peer:
        actions, peer_games = map(_median, zip(*theirs, strict=True))
        figures["catanatron_actions_per_s"] = round(actions)
        figures["catanatron_games_per_s"] = round(peer_games, 1)
        figures["ratio"] = _ratio([each.decisions for each in ours], [actions for actions, _ in theirs])
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return 0
    for name, figure in figures.items():
        print(f"{name:26} {figure:>12,}" if isinstance(figure, int) else f"{name:26} {figure:>12}")
    if not peer:
        print("catanatron is not installed (development extra 'bench'): no ratio", file=sys.stderr)
    return 0


def _peer_games(games: int, first_seed: int) -> tuple[float, float]:
    """Return catanatron's actions, rolls of the dice included, and games per second."""
    catanatron = importlib.import_module("catanatron")
    colours = list(catanatron.Color)[:4]
    actions = 0
    begun = time.process_time()
    for number in range(games):
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=first_seed + number)
        game.play()
        actions += len(game.state.actions)
    taken = time.process_time() - begun
    return actions / taken, games / taken


def _costs(first_seed: int) -> dict[str, float]:
    """Return the microseconds that single operations take, each averaged over states of random games."""
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


def _ratio(ones: Sequence[float], others: Sequence[float]) -> float:
    """Return the median ratio of the first figures to the others, round by round."""
    return round(_median([one / other for one, other in zip(ones, others, strict=True)]), 2)
