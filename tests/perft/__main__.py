"""Count move sequences to full depth, with the engine and with the referee: ``python3 tests perft``.

``--renew`` first writes the engine's numbers into the table, for records that have changed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys

from keyharvest.commands import arguments
from keyharvest.lab.perft import perft

from .counts import TABLE, counted_by_referee, position_of, renewed, table


def count(name: str) -> tuple[str, int, int, int]:
    """Return a position's name, its full depth, and the engine's and the referee's number there."""
    depth = len(table()[name])
    return name, depth, perft(position_of(name), depth), counted_by_referee(name, depth)


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 1 if a number differs."""
    parser = argparse.ArgumentParser(prog="tests perft", description="Count move sequences with both engines.")
    parser.add_argument(
        "--jobs", type=arguments.count, default=os.cpu_count() or 1, help="processes (default: one per processor)"
    )
    parser.add_argument("--renew", action="store_true", help="first write the engine's numbers into counts.txt")
    options = parser.parse_args(argv)
    if options.renew:
        TABLE.write_text(renewed(TABLE.read_text(encoding="utf-8")), encoding="utf-8")
    known = table()
    width = max(map(len, known))
    total = wrong = 0
    print(f"{'record':{width}}  depth   sequences     engine    referee")
    with multiprocessing.Pool(options.jobs) as pool:
        for name, depth, engine, referee in pool.imap(count, known):
            sequences = known[name][-1]
            differs = not sequences == engine == referee
            total += sequences
            wrong += differs
            row = f"{name:{width}}  {depth:5}  {sequences:10}  {engine:9}  {referee:9}"
            print(f"{row}{'  differs' if differs else ''}", flush=True)
    print(f"{len(known)} positions, {total} sequences, {wrong} that differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
