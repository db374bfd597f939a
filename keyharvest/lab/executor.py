"""Where games are played: here, in several processes of this machine, or by the workers of a Dask scheduler."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager

#: Seconds until a scheduler that does not answer is given up.
_PATIENCE = 10


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
            with ProcessPoolExecutor(jobs) as executor:
                yield executor
        except BrokenExecutor:
            raise OSError("a worker process died; try --jobs 1 to run in this process") from None
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
