"""Where games are played: here, in several processes of this machine, or by the workers of a Dask scheduler."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager

from keyharvest.commands.arguments import count

#: Seconds until a scheduler that does not answer is given up.
_PATIENCE = 10


def add_executor_arguments(parser: argparse.ArgumentParser) -> None:
    """``--jobs`` and ``--scheduler``."""
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
    if not re.fullmatch(r"(tcp|tls)://[^\s/]+:\d{1,5}", text):
        raise argparse.ArgumentTypeError(f"{text[:60]!r}: want an address such as tcp://host:8786")
    return text


@contextmanager
def executor_for(arguments: argparse.Namespace, tasks: int) -> Iterator[Executor | None]:
    """What carries out so many tasks as the arguments ask, or ``None`` for this process itself.

    ``ValueError`` if Dask is wanted and not installed, ``OSError`` if no scheduler answers or a process dies.
    """
    # All processes begin at once, so no more of them than there are tasks.
    jobs = min(arguments.jobs, tasks)
    if arguments.scheduler is not None:
        with _cluster(arguments.scheduler) as executor:
            yield executor
    elif jobs > 1:
        try:
            with ProcessPoolExecutor(jobs) as executor:
                yield executor
        except BrokenExecutor:
            raise OSError("a process that plays has died; --jobs 1 plays in this one") from None
    else:
        yield None


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("--scheduler: Dask is not installed (extra 'cluster')") from None
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except OSError as error:
        raise OSError(f"--scheduler {address}: {error}") from None
    with client:
        # Each game is a task of its own: not pure, so two that look alike are both played.
        executor: Executor = client.get_executor(pure=False)
        yield executor
