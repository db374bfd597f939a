"""Play many live games over a bad network, to prove that every page ends with the same game: ``python3 tests live``."""

from __future__ import annotations

import argparse
import time

from keyharvest.commands.arguments import count
from tests.remote.test_live import TABLES, played


def main(arguments: list[str] | None = None) -> int:
    """Play the games; any fault is an error with the number of its game."""
    parser = argparse.ArgumentParser(prog="python3 tests live", description=__doc__)
    parser.add_argument("--games", type=count, default=300, help="how many games (default 300)")
    parser.add_argument("--seed", type=int, default=1000, help="the number of the first game (default 1000)")
    given = parser.parse_args(arguments)
    begun, steps, moves, returned, drawn, proven = time.perf_counter(), 0, 0, 0, 0, 0
    for number in range(given.seed, given.seed + given.games):
        kinds, lossy = TABLES[number % len(TABLES)], number // len(TABLES) % 2 == 1
        fair = "random" not in kinds and number // len(TABLES) % 4 < 2
        try:
            network = played(kinds, number, lossy, fair)
        except AssertionError as error:
            way = f"{'lossy' if lossy else 'a channel'}{', fair' if fair else ''}"
            raise AssertionError(f"game {number} ({', '.join(kinds)}, {way})") from error
        steps += network.steps
        returned += network.returned
        drawn += fair
        proven += network.proven
        moves += len(network.host.sitting.game.moves) if network.host.sitting else 0
    took = time.perf_counter() - begun
    told = f"{given.games} games, {moves} moves, {steps} steps of the network, {returned} seats given back"
    told += f", {drawn} begun with joint draws and {proven} proven to the end"
    print(f"{told}: equal on every page ({took:.0f} s)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
