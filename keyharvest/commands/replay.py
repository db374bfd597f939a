"""``keyharvest replay``: print a record move by move, check it, or show one moment of it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from keyharvest import words
from keyharvest.commands.arguments import check_apart, count, counted, file, read_text
from keyharvest.files import write_file
from keyharvest.game import Game
from keyharvest.picture import sprites
from keyharvest.picture import table as table_picture
from keyharvest.record import Record, parse_record, position_text
from keyharvest.rules import State
from keyharvest.words import text_view


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "replay",
        help="print or check a record",
        description="Print a record as sentences, turn by turn, with the final scores. For an invalid record, "
        "print one line that says where the error is and exit with code 1.",
    )
    parser.add_argument("record", type=file, metavar="FILE", help="the record; '-' for standard input")
    parser.add_argument("--check", action="store_true", help="only check the record and print its length")
    parser.add_argument(
        "--at", type=count, metavar="N", help="show the table after N moves (draws included) instead of the story"
    )
    parser.add_argument(
        "--svg",
        type=file,
        metavar="FILE",
        help="write a picture of that moment, or of the end; '-' for standard output",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read the record and do what is asked."""
    if arguments.check and not (arguments.at is None and arguments.svg is None):
        raise argparse.ArgumentTypeError("--check can't be combined with --at or --svg")
    check_apart("--svg", arguments.svg, arguments.record)
    record = parse_record(read_text(arguments.record))
    states = list(record.states())
    at = len(record.moves) if arguments.at is None else arguments.at
    if at > len(record.moves):
        raise ValueError(f"--at {at}: the record has {counted(len(record.moves), 'move')}")
    names = seat_names(record)
    if arguments.svg is not None:
        drawn = sprites.standalone(table_picture.table(states[at], names, question=words.prompt(states[at], names)))
        if arguments.svg == "-":
            print(drawn.encode("ascii", "xmlcharrefreplace").decode())  # a picture in any encoding
        else:
            write_file(Path(arguments.svg), drawn)
    elif arguments.check:
        Game.from_record(record)  # refuses games that couldn't be continued
        over = "" if states[-1].stack else ", to the end"
        length = f"{counted(len(record.moves), 'move')}, {counted(states[-1].turn, 'turn')}"
        print(f"{arguments.record}: {length}{over}; all legal")
    elif arguments.at is not None:
        print(position_text(states[at]))
        print()
        print(text_view.table(states[at], names))
    else:
        _story(record, states, names)
    return 0


def seat_names(record: Record) -> list[str]:
    """Return the names of the seats in a record."""
    return words.seat_names(record.headers, record.start.players)


def _story(record: Record, states: list[State], names: list[str]) -> None:
    turn = -1
    for state, sentence in zip(states, words.report(states, record.moves, names), strict=False):
        if state.turn != turn:
            turn = state.turn
            print(f"{'' if turn <= 0 else chr(10)}{words.turn_heading(state, names)}")
        if sentence:
            print(f"  {sentence}")
    print()
    print(text_view.scores(states[-1], names))
