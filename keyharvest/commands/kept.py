"""Files of games, a line of JSON each, that a command writes as it plays and goes on with after it was stopped."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def add_kept_arguments(parser: argparse.ArgumentParser) -> None:
    """``--jsonl`` and ``--resume``."""
    parser.add_argument("--jsonl", type=Path, metavar="FILE", help="write each game there as a line of JSON")
    parser.add_argument("--resume", action="store_true", help="go on with the games of that file")


def kept_games(arguments: argparse.Namespace, read: Callable[[str], Mapping[K, V]]) -> Mapping[K, V]:
    """The games that the file has, read by ``read``; a last line that is cut off is taken away from it.

    ``ValueError`` if it exists and is not to be gone on with, or holds anything else; ``ArgumentTypeError`` for
    ``--resume`` without a file.
    """
    file: Path | None = arguments.jsonl
    if arguments.resume and file is None:
        raise argparse.ArgumentTypeError("--resume: want --jsonl FILE too")
    if file is None or not file.exists():
        return {}
    if not arguments.resume:
        raise ValueError(f"{file}: exists; with --resume its games are gone on with")
    content = file.read_bytes()
    try:
        found = read(content.decode())
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    with file.open("r+b") as kept:
        kept.truncate(content.rfind(b"\n") + 1)
    return found


def keep(arguments: argparse.Namespace, line: str) -> None:
    """Add a game to the file, if there is one."""
    file: Path | None = arguments.jsonl
    if file is not None:
        with file.open("a", encoding="utf-8") as kept:
            kept.write(line + "\n")
