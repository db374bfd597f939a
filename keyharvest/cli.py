"""The command line: ``keyharvest`` and its commands; ``keyharvest --help`` lists them.

Exit codes: 0 for success; 1 for bad input (such as an invalid record, layout or move, or a custom player that fails
during a game), reported in one line on standard error; 2 for a bad command line, including an unknown player.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from keyharvest import __version__
from keyharvest.commands import (
    arena,
    bench,
    calibrate,
    layout,
    perft,
    play,
    puzzle,
    replay,
    scenario,
    study,
    train,
    verify,
)


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line; without a command to carry out, it lists them."""

    def add_subparsers(self, **options: Any) -> Any:
        """Add commands."""
        self.set_defaults(run=self._list)
        return super().add_subparsers(**options)

    def _list(self, _arguments: argparse.Namespace) -> int:
        self.print_help(sys.stderr)
        return 2

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code."""
    # A custom player, module:Class, is usually in the current folder, which an installed script doesn't search.
    if "" not in sys.path:
        sys.path.append("")
    given = sys.argv[1:] if argv is None else list(argv)
    parser = _Parser(prog="keyharvest", description="Key Harvest: play, replay and measure.")
    parser.add_argument("--version", action="version", version=f"keyharvest {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", parser_class=_Parser)
    for module in (play, arena, study, train, calibrate, replay, verify, scenario, puzzle, layout, bench, perft):
        module.add(commands)
    if given[:1] == ["simulate"]:
        parser.error("simulate is now part of arena: keyharvest arena greedy random --games 100; see arena --help")
    arguments = parser.parse_args(given)
    try:
        if sys.stdout is None:
            raise OSError("the output is closed")
        if isinstance(sys.stdout, io.TextIOWrapper):
            # Escape characters that the output's encoding lacks.
            sys.stdout.reconfigure(errors="backslashreplace")
        code = int(arguments.run(arguments))
        # Flush here, where a failure can be reported.
        print(end="", flush=True)
        return code
    except BrokenPipeError:
        # The reader has closed the pipe, as "| head" does, which isn't an error. Discard what is left.
        _drop_output()
        return 0
    except (ValueError, OSError, ImportError, NotImplementedError, argparse.ArgumentTypeError) as error:
        # Where Python runs in a browser, much of the system is missing.
        print(f"keyharvest {arguments.command}: {_output_fault() or _one_line(error)}", file=sys.stderr)
        # Conflicts between arguments show only when the command runs.
        return 2 if isinstance(error, argparse.ArgumentTypeError) else 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _output_fault() -> str | None:
    """Return why the output can't be written, or ``None``; discard what is left of it."""
    try:
        print(end="", flush=True)
    except OSError as error:
        _drop_output()
        return f"the output: {error.strerror}"
    return None


def _drop_output() -> None:
    with suppress(OSError):  # there may be no such file, or no descriptors
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        said = f"{error.filename}: {error.strerror}"
    else:
        said = str(error)
    return " ".join(said.split())
