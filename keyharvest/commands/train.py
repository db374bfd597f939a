"""``keyharvest train``: learn new weights for the evaluator from self-play, kept if they win."""

from __future__ import annotations

import argparse
import hashlib
from functools import partial
from math import inf
from typing import Any

from keyharvest import __version__
from keyharvest.commands.arguments import add_executor_arguments, add_seed, count, counted, path, seeds_from
from keyharvest.files import check_writable, write_file
from keyharvest.lab.executor import executor_for, play_in_order
from keyharvest.lab.training import Row, fit, gate, rows_of
from keyharvest.players import LEVELS
from keyharvest.search.weights import weights_for, write_weights


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "train",
        help="learn new weights for the computer players from self-play",
        description="Learn new weights. At some turns, several lines are played out in the same simulations; a "
        "regression on the results gives new weights, which are written only if they beat the old "
        "ones.",
    )
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="number of seats (default 2)")
    parser.add_argument("--games", type=count, default=100, metavar="N", help="games to learn from (default 100)")
    parser.add_argument(
        "--pull", type=_pull, default=1.0, metavar="X", help="how strongly to keep to the old weights (default 1)"
    )
    parser.add_argument(
        "--gate", type=count, default=100, metavar="N", help="seeds for the match against the old weights (default 100)"
    )
    add_seed(parser, "of the first game")
    parser.add_argument("--out", type=path, required=True, metavar="FILE", help="where to write the weights (JSON)")
    add_executor_arguments(parser)
    parser.set_defaults(run=run)


def _pull(text: str) -> float:
    try:
        pull = float(text)
    except ValueError:
        pull = 0.0
    if not 0 < pull < inf:
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: expected a number above 0")
    return pull


def run(arguments: argparse.Namespace) -> int:
    """Play, learn, and repeat."""
    players, old = arguments.seats, weights_for(arguments.seats)
    every = seeds_from(arguments.seed, arguments.games + arguments.gate)
    seeds, gate_seeds = every[: arguments.games], every[arguments.games :]
    check_writable(arguments.out)
    with executor_for(arguments.jobs, arguments.scheduler, len(seeds)) as executor:
        play = partial(rows_of, players, weights=old)
        games = play_in_order(executor, play, zip(seeds))
        rows: list[Row] = [row for game in games for row in game]
        found = fit(rows, old, arguments.pull)
        was, now = found.explained_before, found.explained
        print(f"{counted(len(rows), 'line')}; explained {was:.3f} before, {now:.3f} now", flush=True)
        won = gate(found.weights, old, players, gate_seeds, LEVELS["farmer"].effort, executor)
    low, high = won.paired or won.wilson
    print(f"gate: {won.share:.1%} of {won.games} games won ({low:.1%} to {high:.1%}), margin {won.margin:+.1f}")
    if won.share <= 1 / players:
        print("the old weights are kept")
        return 0
    provenance = {
        "method": f"ridge regression of what came of compared lines, pull {arguments.pull:g}",
        "version": __version__,
        "command": f"keyharvest train --seats {players} --games {arguments.games} --seed {arguments.seed}",
        "games": arguments.games,
        "seeds": [seeds.start, seeds.stop - 1],
        "from": hashlib.sha256(repr(old).encode()).hexdigest()[:12],
        "gate": {"games": won.games, "share": round(won.share, 3), "interval": [round(low, 3), round(high, 3)]},
    }
    write_file(arguments.out, write_weights(found.weights, players, provenance))
    print(f"written: {arguments.out}")
    return 0
