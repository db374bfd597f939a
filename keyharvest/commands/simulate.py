"""``keyharvest simulate``: many games between computer players, and how each seat fared."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from keyharvest.commands.arguments import add_executor_arguments, add_game_arguments, bots, count, layout_of, seeds_from
from keyharvest.lab.executor import executor_for
from keyharvest.lab.match import Result, simulate


class Standing(NamedTuple):
    """How one seat of the table fared over all games; a shared win counts in parts."""

    player: str
    games: int
    wins: float
    mean_score: float


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "simulate",
        help="many games between computer players",
        description="Games with the seeds SEED, SEED + 1 ... between computer players, in fixed or rotating seats.",
    )
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), help="number of seats (default: as many as bots, at least 2)"
    )
    parser.add_argument(
        "--bot",
        type=bots,
        action="append",
        metavar="NAME",
        help="the player of a seat; again, or several with commas, for the next seats; the last one fills the rest "
        "(default greedy)",
    )
    parser.add_argument("--games", type=count, default=100, metavar="N", help="seeds to play (default 100)")
    parser.add_argument("--rotate", action="store_true", help="play each seed in every rotation of the seats")
    add_executor_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print every game and the standings as JSON")
    add_game_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and print."""
    named: list[str] = list(chain.from_iterable(arguments.bot or [["greedy"]]))
    players = arguments.players or max(2, len(named))
    if len(named) > players:
        raise argparse.ArgumentTypeError(f"{len(named)} bots for {players} players")
    seating = named + named[-1:] * (players - len(named))
    seeds_from(arguments.seed, arguments.games)
    with executor_for(
        arguments.jobs, arguments.scheduler, arguments.games * (players if arguments.rotate else 1)
    ) as executor:
        results = list(
            simulate(
                seating,
                arguments.games,
                arguments.seed,
                rotate=arguments.rotate,
                layout=layout_of(arguments),
                start=arguments.start,
                executor=executor,
            )
        )
    standings = _standings(seating, results)
    if arguments.json:
        print(
            json.dumps(
                {
                    "games": [result._asdict() for result in results],
                    "standings": [standing._asdict() for standing in standings],
                },
                indent=1,
            )
        )
        return 0
    print(f"{'seat':>4}  {'player':12}{'games':>7}{'wins':>9}{'share':>8}{'points':>8}")
    for seat, standing in enumerate(standings, 1):
        name, games, wins, points = standing
        print(f"{seat:>4}  {name:12}{games:>7}{wins:>9.1f}{wins / games:>8.1%}{points:>8.1f}")
    turns = sum(result.turns for result in results) / len(results)
    decisions = sum(result.decisions for result in results) / len(results)
    print(f"{len(results)} games, {turns:.1f} turns and {decisions:.0f} decisions each")
    return 0


def _standings(seating: Sequence[str], results: Sequence[Result]) -> list[Standing]:
    """The players in the order of the seats they were given; with rotation each is followed round the table."""
    seats = len(seating)
    wins = [0.0] * seats
    scores = [0] * seats
    for result in results:
        # The rotation that the game was played in: its first seat is taken by the entry at -shift.
        shift = next(k for k in range(seats) if _rotated(seating, k) == list(result.players))
        winners = result.ranks.count(1)
        for seat in range(seats):
            entry = (seat - shift) % seats
            wins[entry] += (result.ranks[seat] == 1) / winners
            scores[entry] += result.scores[seat]
    return [
        Standing(name, len(results), wins[entry], scores[entry] / len(results)) for entry, name in enumerate(seating)
    ]


def _rotated(seating: Sequence[str], shift: int) -> list[str]:
    return [seating[(seat - shift) % len(seating)] for seat in range(len(seating))]
