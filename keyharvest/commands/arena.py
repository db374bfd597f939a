"""``keyharvest arena`` and ``keyharvest ladder``: measure the strength of computer players."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from keyharvest.commands.arguments import (
    add_executor_arguments,
    add_game_arguments,
    add_kept_arguments,
    add_seed,
    bot,
    check_kept,
    check_seats,
    count,
    counted,
    layout_of,
    seeds_from,
)
from keyharvest.lab.arena import (
    Outcome,
    Standing,
    match,
    outcome_text,
    read_outcome,
    seatings,
    standings,
    with_budget,
)
from keyharvest.lab.executor import executor_for
from keyharvest.lab.results import KeptGames
from keyharvest.players import LEVELS

#: A function that plays the games of a match that the file lacks, and returns all games of the match.
_Play = Callable[[Sequence[str]], list[Outcome]]


def add(parsers: Any) -> None:
    """Register both commands."""
    parser = parsers.add_parser(
        "arena",
        help="a match between computer players",
        description="Play a match. Every seed is played in every rotation of the seats, so that luck favours nobody.",
    )
    parser.add_argument("player", nargs="+", type=bot, help="up to four players by name")
    parser.add_argument(
        "--seats",
        type=int,
        choices=(2, 3, 4),
        help="number of seats; the last player fills those left (default: as many as named, at least 2)",
    )
    parser.add_argument("--fixed", action="store_true", help="play each seed once, in the seats as named")
    add_game_arguments(parser, start="random")
    parser.add_argument("--json", action="store_true", help="print every game and the standings as JSON")
    _add_common(parser, games=100)
    parser.set_defaults(run=run)

    ladder = parsers.add_parser(
        "ladder",
        help="each level against the one below",
        description="Play two-player matches: random, greedy and every level, each against its neighbours.",
    )
    add_seed(ladder, "of the first game")
    _add_common(ladder, games=40)
    ladder.set_defaults(run=run_ladder)


def _add_common(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument(
        "--games",
        type=count,
        default=games,
        metavar="N",
        help=f"games in each match, rounded up to whole rotations (default {games})",
    )
    parser.add_argument(
        "--budget", type=_budget, default="", metavar="nodes:N|time:S", help="search budget for all levels"
    )
    add_kept_arguments(parser)
    add_executor_arguments(parser)


def _budget(text: str) -> str:
    bot(with_budget(next(iter(LEVELS)), text))
    return text


def run(arguments: argparse.Namespace) -> int:
    """Play the match and print it."""
    named: list[str] = arguments.player
    seats = arguments.seats or max(2, len(named))
    if len(named) > seats:
        raise argparse.ArgumentTypeError(f"{len(named)} players named; expected at most {seats}, the number of seats")
    seating = named + named[-1:] * (seats - len(named))
    check_seats(seating)
    names = [with_budget(name, arguments.budget) for name in seating]
    if arguments.budget and names == seating:
        raise argparse.ArgumentTypeError(
            f"--budget {arguments.budget}: no player here takes it; name a level without its own budget"
        )
    if arguments.jsonl and (arguments.layout or arguments.start != "random"):
        raise argparse.ArgumentTypeError("--jsonl keeps neither --layout nor --start: leave them out")
    layout, rotate = layout_of(arguments), not arguments.fixed
    with _playing(arguments, layout=layout, start=arguments.start, rotate=rotate) as play:
        games = play(names)
    table = standings(names, games)
    if arguments.json:
        found = {"games": [game._asdict() for game in games], "standings": [row._asdict() for row in table]}
        print(json.dumps(found, indent=1))
        return 0
    _print(table)
    whole = [game for game in games if game.turns]
    if whole:
        turns, decisions = (sum(each) / len(whole) for each in zip(*(game[-2:] for game in whole), strict=True))
        print(f"{counted(len(games), 'game')}, {turns:.1f} turns and {decisions:.0f} decisions each")
    return 0


def run_ladder(arguments: argparse.Namespace) -> int:
    """Play all matches and print each as it ends."""
    rungs = ["random", *LEVELS]
    with _playing(arguments) as play:
        for below, above in [*pairwise(rungs), *(("greedy", level) for level in LEVELS)]:
            names = [with_budget(above, arguments.budget), with_budget(below, arguments.budget)]
            _print(standings(names, play(names))[:1], f" against {below}")
    return 0


@contextmanager
def _playing(arguments: argparse.Namespace, rotate: bool = True, **options: Any) -> Iterator[_Play]:
    """Yield a function that plays matches, with *options* of :func:`match`, as *arguments* say."""
    check_kept(arguments)
    kept = KeptGames(arguments.jsonl, arguments.resume, read_outcome, lambda outcome: outcome.key, '{"seed": ')
    with executor_for(arguments.jobs, arguments.scheduler, arguments.games) as executor:

        def play(names: Sequence[str]) -> list[Outcome]:
            outcomes = []
            seeds = seeds_from(arguments.seed, -(-arguments.games // (len(seatings(names)) if rotate else 1)))
            for outcome in match(names, seeds, rotate=rotate, done=kept.games, executor=executor, **options):
                outcomes.append(outcome)
                if outcome.key not in kept.games:
                    kept.add(outcome_text(outcome))
            return outcomes

        yield play


def _print(table: Sequence[Standing], against: str = "") -> None:
    for row in table:
        seats = " ".join(f"{wins:g}" for wins in row.by_seat)
        paired = f"{row.paired[0]:.1%} to {row.paired[1]:.1%}" if row.paired else "n/a"
        error = "n/a" if row.margin_error is None else f"{1.96 * row.margin_error:.1f}"
        print(
            f"{row.player}{against}: {row.wins:g} of {row.games} won, {row.share:.1%} "
            f"(Wilson {row.wilson[0]:.1%} to {row.wilson[1]:.1%}, paired {paired}); "
            f"margin {row.margin:+.1f} +- {error}, {row.points:.1f} points; "
            f"wins by seat {seats}; {row.seconds / row.games:.2f} s per game",
            flush=True,
        )
