"""In the lent Python: start a new session for each page, and stop the one before, even in the middle of something.

Hints, the coach and a review examine few positions there: how good their turns are is tested without a browser.
"""

import asyncio
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

if find_spec("keyharvest.advice"):  # the stand-in for a session has no game
    from keyharvest.advice import advice, analysis, hints

    hints.HINT = advice.HINT._replace(positions=1000, width=3, kept=4)  # type: ignore[attr-defined]
    hints.COACH = advice.COACH._replace(positions=200, width=2, kept=2)  # type: ignore[attr-defined]
    analysis.REVIEW = advice.REVIEW._replace(positions=100, width=1, kept=2)  # type: ignore[attr-defined]

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
