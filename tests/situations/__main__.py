"""Count how often random games reach each situation: ``python3 tests situations --games N --seed S``.

Prints a table: situation, rules, hits, record. ``--find`` instead searches for missing or shorter records.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator

from keyharvest.commands import arguments
from keyharvest.record import Record, parse_record, record_text

from .catalogue import ALL
from .games import Played, directed_games, random_games
from .moments import follow
from .records import path_of, record_of

_CHUNK = 20
Task = tuple[range, int, bool]


def _games(task: Task) -> Iterator[Played]:
    numbers, seed, directed = task
    return directed_games(numbers, seed) if directed else random_games(numbers, seed)


def count(task: Task) -> tuple[int, Counter[str]]:
    """Count the moves of several games, and how many of them reach each situation."""
    moves, hits = 0, Counter[str]()
    for game in _games(task):
        moves += len(game.moves)
        for moment in follow(game.states, game.moves):
            hits.update(situation.name for situation in ALL if situation.holds(moment))
    return moves, hits


def search(task: Task) -> dict[str, str]:
    """Return the shortest record in these games for each situation they reach."""
    found: dict[str, Record] = {}
    for game in _games(task):
        for at, moment in enumerate(follow(game.states, game.moves)):
            for situation in ALL:
                if situation.holds(moment):
                    record = game.record_to(at)
                    if situation.name not in found or len(record.moves) < len(found[situation.name].moves):
                        found[situation.name] = record
    return {name: record_text(record) for name, record in found.items()}


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 1 if a situation has no record."""
    parser = argparse.ArgumentParser(
        prog="tests situations", description="Count how often random games reach each situation."
    )
    parser.add_argument("--games", type=arguments.count, default=3000, help="how many random games (default 3000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the run (default 1)")
    parser.add_argument(
        "--jobs", type=arguments.count, default=os.cpu_count() or 1, help="processes (default: one per processor)"
    )
    parser.add_argument("--find", action="store_true", help="search this many games for missing or shorter records")
    options = parser.parse_args(argv)
    chunks = [range(first, min(first + _CHUNK, options.games)) for first in range(0, options.games, _CHUNK)]
    with multiprocessing.Pool(options.jobs) as pool:
        if options.find:
            tasks = [(chunk, options.seed, directed) for chunk in chunks for directed in (False, True)]
            _keep(pool.imap_unordered(search, _told(tasks)))
        else:
            _print_table(
                pool.imap_unordered(count, _told([(chunk, options.seed, False) for chunk in chunks])), options.games
            )
    missing = [situation.name for situation in ALL if record_of(situation) is None]
    for name in missing:
        print(f"no record: {name}", file=sys.stderr)
    return 1 if missing else 0


def _told(tasks: list[Task]) -> Iterator[Task]:
    """Yield the tasks, printing a line of progress now and then."""
    told = time.monotonic()
    for number, task in enumerate(tasks):
        if time.monotonic() - told >= 10:
            told = time.monotonic()
            print(f"{number} of {len(tasks)} parts begun", file=sys.stderr, flush=True)
        yield task


def _print_table(counts: Iterable[tuple[int, Counter[str]]], games: int) -> None:
    moves, hits = 0, Counter[str]()
    for number, some in counts:
        moves += number
        hits += some
    width = max(len(situation.name) for situation in ALL)
    print(f"{'situation':{width}}  {'rules':14}  {'hits':>7}  record")
    for situation in ALL:
        print(f"{situation.name:{width}}  {situation.rules:14}  {hits[situation.name]:7}  {path_of(situation).name}")
    reached = sum(hits[situation.name] > 0 for situation in ALL)
    print(f"{games} games, {moves} moves; {reached} of {len(ALL)} situations reached")


def _keep(found: Iterable[dict[str, str]]) -> None:
    """Write the records that are better than the existing ones: from a whole game rather than not, then the shorter."""

    def rank(record: Record) -> tuple[bool, int]:
        return "scattered" in record.headers["Found"], len(record.moves)

    paths = {situation.name: path_of(situation) for situation in ALL}
    best = {situation.name: record for situation in ALL if (record := record_of(situation))}
    for some in found:
        for name, text in some.items():
            record = parse_record(text)
            if name not in best or rank(record) < rank(best[name]):
                best[name] = record
                paths[name].write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
