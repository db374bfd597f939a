"""Where games are played: here, in several processes of this machine, or by the workers of a Dask scheduler."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import starmap
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import Any, TypeVar

#: Seconds until a scheduler that does not answer is given up.
_PATIENCE = 10
#: So many games are handed out ahead of the one whose result is next.
_AHEAD = 1000

Result = TypeVar("Result")


@contextmanager
def executor_for(jobs: int, scheduler: str | None, tasks: int) -> Iterator[Executor | None]:
    """Yield what carries out so many *tasks*: *jobs* processes, the workers of a Dask *scheduler*, or ``None`` for us.

    ``ValueError`` if Dask is wanted and not installed, ``OSError`` if no scheduler answers or a process dies.
    """
    # All processes begin at once, so no more of them than there are tasks.
    jobs = min(jobs, tasks)
    if scheduler is not None:
        with _cluster(scheduler) as executor:
            yield executor
    elif jobs > 1:
        try:
            with _processes(jobs) as executor:
                yield executor
        except BrokenExecutor:
            raise OSError("a worker process died; try --jobs 1 to run in this process") from None
    else:
        yield None


def play_in_order(
    executor: Executor | None, play: Callable[..., Result], arguments: Iterable[tuple[Any, ...]]
) -> Iterator[Result]:
    """Yield what *play* returns for each of *arguments*, in their order; they are asked for as games are played.

    Without an executor the games are played here, each when its result is asked for.
    """
    if executor is None:
        yield from starmap(play, arguments)
        return
    ahead: deque[Future[Result]] = deque()
    for each in arguments:
        ahead.append(executor.submit(play, *each))
        if len(ahead) == _AHEAD:
            yield ahead.popleft().result()
    while ahead:
        yield ahead.popleft().result()


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Yield a pool of processes, which ends with the games that are played if anything goes wrong."""
    others = set(active_children())
    with ProcessPoolExecutor(jobs, initializer=_begin_process) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()
            raise


def _begin_process() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that has begun this, and end with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


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
