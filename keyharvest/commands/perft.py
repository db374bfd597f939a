"""``keyharvest perft``: count the sequences of moves from a position."""

from __future__ import annotations

import argparse
from typing import Any

from keyharvest.commands.arguments import file, read_text
from keyharvest.lab.perft import divide, perft
from keyharvest.record import parse_position, parse_record
from keyharvest.rules import State
from keyharvest.rules.foreign import plain, unquoted

#: The greatest depth. No such tree can be counted to the end; deeper ones would only exhaust Python's stack.
_DEEPEST = 100


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "perft",
        help="count the sequences of moves from a position",
        description="Count the sequences of DEPTH moves from a position, with every outcome of a draw counted "
        "once. Use it to check that another program follows the same rules.",
    )
    parser.add_argument(
        "position",
        type=file,
        metavar="POSITION",
        help="a position (kh1 ...), or a file with a position or a record, whose last position is used; '-' for "
        "standard input",
    )
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help=f"the number of moves, up to {_DEEPEST}")
    parser.add_argument("--divide", action="store_true", help="print the count for each first move")
    parser.set_defaults(run=run)


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= _DEEPEST):
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: expected a whole number from 0 to {_DEEPEST}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Count and print."""
    state = _position(arguments.position)
    if not arguments.divide or arguments.depth == 0:
        print(perft(state, arguments.depth))
        return 0
    numbers = divide(state, arguments.depth)
    for move, number in numbers.items():
        print(f"{move}: {number}")
    print(f"total: {sum(numbers.values())}")
    return 0


def _position(word: str) -> State:
    """Read a position from the command line, a file, or standard input. Raise ``ValueError`` or ``OSError``."""
    text = word if plain(word).lstrip().startswith("kh1 ") else read_text(word)
    if not unquoted(text).lstrip().startswith("["):
        return parse_position(text)
    *_, last = parse_record(text).states()
    return last
