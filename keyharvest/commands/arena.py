"""``keyharvest arena`` and ``keyharvest ladder``: how strong computer players are, measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from keyharvest.commands.arguments import (
    add_executor_arguments,
    add_kept_arguments,
    bot,
    check_kept,
    check_seats,
    count,
    seed,
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

#: Plays the match of these players, or what is not yet in the file, and gives its games.
_Play = Callable[[Sequence[str]], list[Outcome]]


def add(parsers: Any) -> None:
    """Register both commands."""
    parser = parsers.add_parser(
        "arena",
        help="a match between computer players",
        description="A match: every seed is played in every rotation of the seats, so that all meet the same bags.",
    )
    parser.add_argument("player", nargs="+", type=bot, help="two to four players by name")
    _add_common(parser, games=100)
    parser.set_defaults(run=run)

    ladder = parsers.add_parser(
        "ladder",
        help="each level against the one below",
        description="Matches of two: random and greedy and every level against its neighbours.",
    )
    _add_common(ladder, games=40)
    ladder.set_defaults(run=run_ladder)


def _add_common(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument(
        "--games",
        type=count,
        default=games,
        metavar="N",
        help=f"games in each match, made up to whole rotations (default {games})",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of the first game (default 0)")
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
    check_seats(arguments.player)
    names = [with_budget(name, arguments.budget) for name in arguments.player]
    if arguments.budget and names == arguments.player:
        raise argparse.ArgumentTypeError(
            f"--budget {arguments.budget}: no player here takes it; name a level without its own budget"
        )
    with _playing(arguments) as play:
        _print(standings(names, play(names)))
    return 0


def run_ladder(arguments: argparse.Namespace) -> int:
    """Play all matches and print each when it is done."""
    rungs = ["random", *LEVELS]
    with _playing(arguments) as play:
        for below, above in [*pairwise(rungs), *(("greedy", level) for level in LEVELS)]:
            names = [with_budget(above, arguments.budget), with_budget(below, arguments.budget)]
            _print(standings(names, play(names))[:1], f" against {below}")
    return 0


@contextmanager
def _playing(arguments: argparse.Namespace) -> Iterator[_Play]:
    """How matches are played: by whom, and which file keeps their games."""
    check_kept(arguments)
    kept = KeptGames(arguments.jsonl, arguments.resume, read_outcome, lambda outcome: outcome.key, '{"seed": ')
    with executor_for(arguments.jobs, arguments.scheduler, arguments.games) as executor:

        def play(names: Sequence[str]) -> list[Outcome]:
            outcomes = []
            for outcome in match(names, _seeds(arguments, names), done=kept.games, executor=executor):
                outcomes.append(outcome)
                if outcome.key not in kept.games:
                    kept.add(outcome_text(outcome))
            return outcomes

        yield play


def _seeds(arguments: argparse.Namespace, names: Sequence[str]) -> range:
    return seeds_from(arguments.seed, -(-arguments.games // len(seatings(names))))


def _print(table: Sequence[Standing], against: str = "") -> None:
    for row in table:
        seats = " ".join(f"{wins:g}" for wins in row.by_seat)
        print(
            f"{row.player}{against}: {row.wins:g} of {row.games} won, {row.share:.1%} "
            f"(Wilson {row.wilson[0]:.1%} to {row.wilson[1]:.1%}, paired {row.paired[0]:.1%} to {row.paired[1]:.1%}); "
            f"margin {row.margin:+.1f} +- {1.96 * row.margin_error:.1f}, {row.points:.1f} points; "
            f"wins by seat {seats}; {row.seconds / row.games:.2f} s a game",
            flush=True,
        )
