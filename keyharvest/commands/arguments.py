"""Arguments that several commands share, checked as they are read."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from keyharvest.game import SEED_DIGITS
from keyharvest.players import make_player
from keyharvest.record.record import LONGEST
from keyharvest.rules import STANDARD, Layout
from keyharvest.rules.foreign import decoded
from keyharvest.rules.layout import load_layout
from keyharvest.rules.setup import Start

#: The name of a person's seat on the command line, beside the computer players'.
PERSON = "person"
#: The address of a site on this machine.
_LOCAL = "http://localhost:8000/"


def count(text: str) -> int:
    """Read a whole number of at least 1, with at most nine digits."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10**9):
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: expected a whole number from 1 to 999999999")
    return int(text)


def counted(number: int, thing: str, none: str = "0") -> str:
    """Return a number of things.

    >>> counted(1, "turn"), counted(2, "turn"), counted(0, "error", none="no")
    ('1 turn', '2 turns', 'no errors')
    """
    return f"{number or none} {thing}{'' if number == 1 else 's'}"


def file(text: str) -> str:
    """Read the name of a file or folder, or ``-`` for standard input or output."""
    if not text:
        raise argparse.ArgumentTypeError("expected a name")
    return text


def path(text: str) -> Path:
    """Read the path of a file or folder."""
    return Path(file(text))


def seed(text: str) -> int:
    """Read a seed: a whole number of at most 18 digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= SEED_DIGITS):
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: expected a whole number of at most {SEED_DIGITS} digits")
    return int(text)


def seeds_from(first: int, number: int) -> range:
    """Return a range of seeds. Raise ``ArgumentTypeError`` if the last has more than 18 digits."""
    if first + number > 10**SEED_DIGITS:
        last = f"the last of {number} seeds has more than {SEED_DIGITS} digits"
        raise argparse.ArgumentTypeError(f"--seed {first}: {last}")
    return range(first, first + number)


def bot(name: str) -> str:
    """Read the name of a computer player (see :func:`~keyharvest.players.make_player`)."""
    try:
        make_player(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def seats(text: str) -> list[str]:
    """Read the players of two to four seats: ``person`` or a computer player, separated by commas."""
    names = [name.strip() for name in text.split(",")]
    check_seats([name if name == PERSON else bot(name) for name in names])
    return names


def check_seats(names: Sequence[str]) -> None:
    """Raise ``ArgumentTypeError`` unless the number of players is allowed."""
    if not 2 <= len(names) <= 4:
        raise argparse.ArgumentTypeError(f"{len(names)} seats: the game is for 2, 3 or 4 (rule 1.1)")


def add_seed(parser: argparse.ArgumentParser, of: str) -> None:
    """Add ``--seed``, 0 by default."""
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help=f"seed {of} (default 0)")


def add_player(parser: argparse.ArgumentParser) -> None:
    """Add ``--player``, the computer player that plays against itself."""
    parser.add_argument("--player", type=bot, default="farmer", metavar="NAME", help="the player (default farmer)")


def add_layout(parser: argparse.ArgumentParser) -> None:
    """Add ``--layout``."""
    parser.add_argument(
        "--layout", type=path, metavar="FILE", help="another layout of the crops: a JSON file, or the name standard-1"
    )


def add_site(parser: argparse.ArgumentParser) -> None:
    """Add ``--site``, the address of a site of the game."""
    said = f"the site (default {_LOCAL}, that of 'python3 web serve')"
    parser.add_argument("--site", type=_site, default=_LOCAL, metavar="URL", help=said)


def _site(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s#?]+", text):
        raise argparse.ArgumentTypeError(f"{text[:60]!r}: expected an address such as https://example.org/")
    return text.rstrip("/") + "/"


def add_game_arguments(parser: argparse.ArgumentParser, start: Start = "drawn") -> None:
    """Add ``--seed``, ``--start`` with its default, and ``--layout``."""
    add_seed(parser, "for all draws")
    parser.add_argument(
        "--start",
        choices=("drawn", "random"),
        default=start,
        help=f"drawn: a random player chooses who starts; random: a random player starts (rule 2.1; default {start})",
    )
    add_layout(parser)


def add_executor_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--jobs`` and ``--scheduler``."""
    parser.add_argument(
        "--jobs", type=count, default=os.cpu_count() or 1, metavar="N", help="processes (default: all cores)"
    )
    parser.add_argument(
        "--scheduler",
        type=_address,
        metavar="ADDRESS",
        help="have the workers of a Dask scheduler play instead, such as tcp://host:8786 (extra 'cluster')",
    )


def _address(text: str) -> str:
    if not re.fullmatch(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(f"{text[:60]!r}: expected an address such as tcp://host:8786")
    return text


def add_kept_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--jsonl`` and ``--resume``."""
    parser.add_argument("--jsonl", type=path, metavar="FILE", help="write each game to FILE as a line of JSON")
    parser.add_argument("--resume", action="store_true", help="continue from the games in that file")


def check_kept(arguments: argparse.Namespace) -> None:
    """Raise ``ArgumentTypeError`` for ``--resume`` without ``--jsonl``."""
    if arguments.resume and arguments.jsonl is None:
        raise argparse.ArgumentTypeError("--resume needs --jsonl FILE")


def layout_of(arguments: argparse.Namespace) -> Layout:
    """Return the chosen layout. Raise ``ValueError`` or ``OSError`` if its file is invalid or unreadable."""
    return STANDARD if arguments.layout is None else load_layout(str(arguments.layout))


def check_apart(option: str, written: str | Path | None, *read: str | Path | None) -> None:
    """Raise ``ArgumentTypeError`` if the file of an option would overwrite one that the command reads."""
    if written is None or not Path(written).is_file():
        return
    for each in read:
        if each not in (None, "-") and Path(written).samefile(each):
            raise argparse.ArgumentTypeError(f"{option} {written}: this is a file to read; use another name")


def read_text(path: str, longest: int = LONGEST) -> str:
    """Read a file, or standard input for ``-``. Raise ``ValueError`` or ``OSError`` if it isn't text or is too long."""
    # Read bytes: the encoding of standard input may be wrong, and errors give the place in the whole text.
    if path != "-":
        with Path(path).open("rb") as file:
            content = file.read(longest + 1)
    elif sys.stdin is None:
        raise ValueError("standard input is closed")
    else:
        content = sys.stdin.buffer.read(longest + 1)
    if len(content) > longest:
        raise ValueError(f"{path}: longer than {longest} bytes")
    try:
        return decoded(content)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
