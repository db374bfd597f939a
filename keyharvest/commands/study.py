"""``keyharvest study``: write a page with charts on seats, starting pairs and sources of points."""

from __future__ import annotations

import argparse
from typing import Any

from keyharvest.commands.arguments import (
    add_executor_arguments,
    add_kept_arguments,
    bot,
    check_kept,
    count,
    counted,
    path,
    seed,
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
    parser.add_argument("folder", type=path, help="where to write balance.md and its pictures")
    parser.add_argument("--bot", type=bot, default="farmer", metavar="NAME", help="the player (default farmer)")
    parser.add_argument(
        "--games", type=count, default=1000, metavar="N", help="games for each number of players (default 1000)"
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of the first game (default 0)")
    add_kept_arguments(parser)
    add_executor_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and write the page."""
    player, seeds = arguments.bot, seeds_from(arguments.seed, arguments.games)
    check_kept(arguments)
    kept = KeptGames(arguments.jsonl, arguments.resume, read_game, lambda game: game.key, '{"player": ')
    check_page(arguments.folder)
    found = []
    with executor_for(arguments.jobs, arguments.scheduler, arguments.games) as executor:
        for players in (2, 3, 4):
            games = []
            for game in study(player, players, seeds, done=kept.games, executor=executor):
                games.append(game)
                if game.key not in kept.games:
                    kept.add(game_text(game))
            found.append(figures(games))
            shares = ", ".join(f"{share.value:.1%}" for share in found[-1].by_turn)
            print(f"{players} players, {counted(len(games), 'game')}: wins in order of turn {shares}", flush=True)
    print(f"written: {write_page(arguments.folder, player, arguments.seed, found)}")
    return 0
