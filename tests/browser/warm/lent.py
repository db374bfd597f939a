"""In the Python that is lent: a new session for each page, and an end to the one before, whatever it was doing."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

tasks: list[asyncio.Future[None]] = []


def anew(post: Callable[[str], object], fetch: Callable[[str], Any]) -> Callable[[str], None]:
    """As `start` there."""

    async def bring(code: str) -> bytes:
        content: bytes = (await fetch(code)).to_bytes()
        return content

    worker: Any = sys.modules["worker"]  # web/site/worker.py, by the name that it has there
    while tasks:
        tasks.pop().cancel()
    worker.language.use(None)
    queue = worker.MessageQueue(post, bring)
    tasks.append(asyncio.ensure_future(queue.run()))
    receive: Callable[[str], None] = queue.receive
    return receive
