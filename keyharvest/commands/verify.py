"""``keyharvest verify``: check the transcript of a fair game, draw by draw and counter by counter."""

from __future__ import annotations

import argparse
from itertools import zip_longest
from pathlib import Path
from typing import Any

from keyharvest.commands.arguments import check_apart, counted, file, read_text
from keyharvest.files import write_file
from keyharvest.record import Record, parse_record, record_text
from keyharvest.remote.fair.audit import complete, findings, report
from keyharvest.remote.fair.findings import AMENDED
from keyharvest.remote.fair.transcript import LONGEST, read_transcript


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "verify",
        help="check the draws and deals of a fair game",
        description="Check the transcript of a game between several pages: all signatures, draws, moves and the deal. "
        "Print what was checked and what was not. Exit with code 1 if someone lied, or if the file is damaged or "
        "contradicts itself.",
    )
    parser.add_argument("transcript", type=file, metavar="FILE", help="the transcript; '-' for standard input")
    parser.add_argument("--against", type=file, metavar="RECORD", help="check that this record is the same game")
    parser.add_argument("--record", type=file, metavar="FILE", help="write the checked game to this file as a record")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read the transcript, check it and report the result."""
    check_apart("--record", arguments.record, arguments.transcript, arguments.against)
    ledger = read_transcript(read_text(arguments.transcript, LONGEST))
    for line in report(ledger):
        print(line)
    if arguments.against is not None:
        _compare(arguments.against, ledger.record())
    if arguments.record is not None:
        write_file(Path(arguments.record), record_text(ledger.record()))
    if ledger.proven:
        print("Not fair: a lie is proven.")
        return 1
    if any(finding.kind not in AMENDED for finding in findings(ledger)):
        print("Not fair: the file contradicts itself, and nobody can say who is to blame.")
        return 1
    print("Fair." if complete(ledger) else "No lie, as far as it could be checked.")
    return 0


def _compare(path: str, checked: Record) -> None:
    """Raise ``ValueError`` unless a record begins as the checked one does and has its moves."""
    recorded, moves = parse_record(read_text(path)), checked.moves
    if recorded.start != checked.start:
        raise ValueError(f"{path}: differs from the transcript in its players, its layout or how it begins")
    if recorded.moves != moves:
        pairs = enumerate(zip_longest(recorded.moves, moves), 1)
        raise ValueError(
            f"{path}: differs from the transcript from move {next(at for at, (a, b) in pairs if a != b)} on"
        )
    print(f"{path}: the same {counted(len(moves), 'move')}.")
