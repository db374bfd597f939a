"""``keyharvest study``: write a page with charts on seats, starting pairs and sources of points."""

from __future__ import annotations

import argparse
from typing import Any

from keyharvest.commands.arguments import (
    add_executor_arguments,
    add_kept_arguments,
    add_layout,
    add_player,
    add_seed,
    check_kept,
    count,
    counted,
    layout_of,
    path,
    seeds_from,
)
from keyharvest.lab.executor import executor_for
from keyharvest.lab.results import KeptGames
from keyharvest.lab.study import figures, game_text, read_game, study
from keyharvest.lab.study_page import check_page, write_page


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "study",
        help="how balanced the game is, as a page with charts",
        description="Play games of one computer player against itself, with the seeds SEED, SEED + 1 ... for two, "
        "three and four players, and report wins by order of turn and by starting pair, points by source, length, use "
        "of workers and events.",
    )
    parser.add_argument(
        "--out", type=path, required=True, metavar="FOLDER", help="where to write balance.md and its pictures"
    )
    add_player(parser)
    parser.add_argument(
        "--games", type=count, default=1000, metavar="N", help="games for each number of seats (default 1000)"
    )
    add_seed(parser, "of the first game")
    add_layout(parser)
    add_kept_arguments(parser)
    add_executor_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and write the page."""
    player, seeds = arguments.player, seeds_from(arguments.seed, arguments.games)
    check_kept(arguments)
    if arguments.jsonl and arguments.layout:
        raise argparse.ArgumentTypeError("--jsonl keeps no --layout: leave it out")
    layout = layout_of(arguments)
    kept = KeptGames(arguments.jsonl, arguments.resume, read_game, lambda game: game.key, '{"player": ')
    check_page(arguments.out)
    found = []
    with executor_for(arguments.jobs, arguments.scheduler, arguments.games) as executor:
        for players in (2, 3, 4):
            games = []
            for game in study(player, players, seeds, layout=layout, done=kept.games, executor=executor):
                games.append(game)
                if game.key not in kept.games:
                    kept.add(game_text(game))
            found.append(figures(games, layout))
            shares = ", ".join(f"{share.value:.1%}" for share in found[-1].by_turn)
            print(f"{players} players, {counted(len(games), 'game')}: wins in order of turn {shares}", flush=True)
    print(f"written: {write_page(arguments.out, player, arguments.seed, found, layout)}")
    return 0
