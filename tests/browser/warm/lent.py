"""In the lent Python: start a new session for each page, and stop the one before, even in the middle of something."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

tasks: list[asyncio.Future[None]] = []


def anew(post: Callable[[str], object], fetch: Callable[[str], Any]) -> Callable[[str], None]:
    """Start a new session, as `start` of the worker does."""

    async def load(name: str) -> bytes:
        content: bytes = (await fetch(name)).to_bytes()
        return content

    worker: Any = sys.modules["worker"]  # web/site/worker.py, by its name there
    while tasks:
        tasks.pop().cancel()
    sys.modules["keyharvest.words.language"].use(None)
    queue = worker.MessageQueue(post, load)
    tasks.append(asyncio.ensure_future(queue.run()))
    receive: Callable[[str], None] = queue.receive
    return receive
