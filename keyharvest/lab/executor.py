"""Executors of games: this process, several processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import starmap
from multiprocessing import active_children, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

#: Seconds to wait for a scheduler's answer.
_PATIENCE = 10
#: The number of games submitted ahead of the next result.
_AHEAD = 1000

Result = TypeVar("Result")


@contextmanager
def executor_for(jobs: int, scheduler: str | None, tasks: int) -> Iterator[Executor | None]:
    """Yield an executor for *tasks*: *jobs* processes, the workers of a Dask *scheduler*, or ``None`` for this process.

    Raise ``ValueError`` if Dask is needed and not installed, ``OSError`` if no scheduler answers or a process dies.
    """
    # All processes start at once, so there must be no more than tasks.
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
    """Yield the result of *play* for each of *arguments*, in their order; the arguments are read as games are played.

    Without an executor, each game is played here when its result is needed.
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


class _Processes(ProcessPoolExecutor):
    """A pool that Ctrl-C can't leave locked: an interrupt could otherwise leave a lock of its queue held."""

    def submit(self, *task: Any, **named: Any) -> Future[Any]:
        with _interrupts_held():
            return super().submit(*task, **named)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Raise ``KeyboardInterrupt`` only after the block."""
    if current_thread() is not main_thread():  # the only one that Ctrl-C interrupts
        yield
        return
    held: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if held:
            signal.raise_signal(held[0])


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Yield a pool of processes; on an error, cancel what is left to do and terminate the processes."""
    others = set(active_children())
    try:
        pool = _Processes(jobs, initializer=_begin_process)
        pool.submit(os.getpid)  # starts the processes
    except (ImportError, OSError, RuntimeError) as error:  # as in a browser
        reason = " ".join(str(error).split())
        raise OSError(f"--jobs {jobs}: processes can't be started here; use --jobs 1 ({reason})") from None
    with pool as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()
            raise


def _begin_process() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the parent process, and end when that ends."""
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
        yield _Cluster(client)


class _Cluster(Executor):
    """The workers of a Dask scheduler.

    Dask's own executor takes the result of a task for its error if the worker is lost while the result is on its way;
    its futures ask for the task again.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:  # type: ignore[override]
        # Not pure, so that equal games are all played.
        submitted: Future[Any] = self._client.submit(task, *arguments, pure=False)
        return submitted
