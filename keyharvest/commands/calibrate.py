"""``keyharvest calibrate``: fit the conversion of margins into chances to win, from games of computer players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from keyharvest import __version__
from keyharvest.commands.arguments import add_player, add_seed, count, counted, path, seeds_from
from keyharvest.files import check_writable, write_file
from keyharvest.lab.calibration import Case, cases_of, fit, reliability
from keyharvest.search.chances import Spread, read_spreads, shipped, write_spreads

#: The numbers of turns left that separate the stages of the table.
_STAGES = (0, 3, 7, 12, 99)


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "calibrate",
        help="fit the chance to win to the margin",
        description="Let one player play itself. The spread of margins is fitted to the odd-numbered games and checked "
        "on the even ones; the output is fitted to all.",
    )
    parser.add_argument(
        "--seats", type=int, choices=(2, 3, 4), nargs="+", default=(2, 3, 4), help="numbers of seats (default all)"
    )
    parser.add_argument(
        "--games", type=count, default=200, metavar="N", help="games for each number of seats (default 200)"
    )
    add_player(parser)
    add_seed(parser, "of the first game")
    parser.add_argument("--out", type=path, metavar="FILE", help="where to write all spreads (JSON)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play, fit, and report how well the chances match the results."""
    seeds = seeds_from(arguments.seed, arguments.games)
    if arguments.out:
        check_writable(arguments.out)
    data = shipped()
    found, provenance = read_spreads(data), dict(data["provenance"])
    for players in dict.fromkeys(arguments.seats):
        games = [cases_of(players, each, arguments.player) for each in seeds]
        seen, fresh = (_joined(games[part::2]) for part in (0, 1))
        found[players] = fit(_joined(games), players)
        print(f"{players} players, {counted(len(games), 'game')}: spread {_described(found[players])}", flush=True)
        if fresh:
            tried = fit(seen, players)
            print(f"  fitted to half of the games: {_described(tried)}; on the other half:")
            _print_table(fresh, players, tried)
        provenance[str(players)] = {
            "method": "maximum likelihood of what was won, at the beginning of every turn",
            "version": __version__,
            "command": f"keyharvest calibrate --seats {players} --games {arguments.games} "
            f"--player {arguments.player} --seed {arguments.seed}",
        }
    if arguments.out:
        write_file(arguments.out, write_spreads(found, provenance))
        print(f"written: {arguments.out}")
    return 0


def _joined(games: Sequence[list[Case]]) -> list[Case]:
    return [case for game in games for case in game]


def _described(spread: Spread) -> str:
    return f"{spread.end:.2f} + {spread.turn:.2f} per turn"


def _print_table(cases: Sequence[Case], players: int, spread: Spread) -> None:
    print("  chance   cases  mean chance  won")
    for row in reliability(cases, players, spread):
        print(f"  {int(row.chance * 10) * 10:3d}%  {row.cases:6d}  {row.chance:11.3f}  {row.won:.3f}")
    for low, high in pairwise(_STAGES):
        stage = [case for case in cases if low <= case.left < high]
        rows = reliability(stage, players, spread)
        if rows:
            off = sum(row.cases * abs(row.chance - row.won) for row in rows) / len(stage)
            print(f"  {low} to {high} turns left: {len(stage)} cases, off by {off:.3f} on average")
