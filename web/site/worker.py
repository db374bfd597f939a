"""The game's side of the page: one session, run by Pyodide in a worker.

`worker.js` starts this module and passes it the page's messages as they arrive; everything sent back is a string of
JSON. Nothing here needs a browser, so the tests run it under CPython too.

The page first sends ``{"saved": {key: text}}`` (in a demo's frame this names the demo: see
keyharvest/page/lessons/demo.py), then the intents of keyharvest/docs/protocol.md. The answers have the form
``{"patch": {…}}``, with ``"answer": true`` if the patch answers an intent (each intent gets exactly one answer),
``"ready": true`` on the first one (with ``"loading": true`` if a link that it opens needs another file), ``"next":
seconds`` if a computer's step follows by itself, and ``"details": text`` if something broke.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from keyharvest.page.lessons.demo import Demo
from keyharvest.page.session import Session
from keyharvest.players import PlayerError
from keyharvest.words.language import N_, _

if TYPE_CHECKING:
    from keyharvest.page.puzzles.embedded import EmbeddedPuzzle

    Page = Session | Demo | EmbeddedPuzzle
Patch = dict[str, Any]

BROKEN = N_("Something went wrong in the game. Your last step wasn't carried out; you can continue.")

UNREADABLE = N_("Your saved data can't be opened, so this is a fresh start.")

# Thinking creates no reference cycles (tests/players/test_players.py) but so many objects (300,000 for a hint with four
# players) that the cycle collector blocked for up to 170 ms at a time, with no message answered. Because the threshold
# is set on import, not at the start, it is part of the memory snapshot.
gc.set_threshold(1_000_000)

#: Seconds of thinking after which the page gets a sign of life.
SIGN_OF_LIFE = 1.0


class MessageQueue:
    """A session and its message queue; *post* sends a string to the page, *load* fetches one of the game's files."""

    def __init__(self, post: Callable[[str], object], load: Callable[[str], Awaitable[bytes]]) -> None:
        self._post = post
        self._load = load
        self._waiting: deque[str] = deque()
        self._called = asyncio.Event()
        self._steps = True
        self._sent = 0.0

    def receive(self, text: str) -> None:
        """Queue a message from the page; messages are answered in order."""
        self._waiting.append(text)
        self._called.set()

    async def run(self) -> None:
        """Answer messages forever, and take the computer players' steps between them."""
        session = await self._first()

        def answer() -> Patch:
            patch: Patch = session.handle(_parsed(self._waiting.popleft()))
            return patch

        await self._catch_up(session)
        while True:
            if await self._message_within(session.wait() if self._steps else None):
                self._steps = True
                self._send(session, answer, answer=True)
                await self._catch_up(session)
            else:
                self._send(session, session.step)

    async def _first(self) -> Page:
        """Create the session from what the page had saved, and send its first screen."""
        await self._message_within(None)
        saved = _parsed(self._waiting.popleft()).get("saved")
        if not isinstance(saved, dict):
            raise ValueError('the page\'s first message must be {"saved": {key: text}}')
        session: Page
        try:
            session = _session(saved)
            await self._supplied(session)
            patch = session.start()
        except Exception:
            # Nothing is lost: the page still has what was saved, and shows the details for a report.
            self._post(json.dumps({"patch": {"alert": _(UNREADABLE)}, "details": traceback.format_exc()}))
            session = Session({})
            patch = session.start()
        loading = {"loading": True} if session.lacks() else {}
        self._send(session, lambda: patch, ready=True, **loading)
        return session

    async def _catch_up(self, session: Page) -> None:
        """Load the files that a session lacks after a message, and show what waited for each."""
        while not isinstance(session, Demo) and (name := await self._supplied(session)):
            self._send(session, partial(session.arrived, name))

    async def _supplied(self, session: Page) -> str:
        """Load the file that a session lacks, a catalogue or the puzzles; return its name, or "" if it lacks none."""
        name = session.lacks()
        if name:
            try:
                session.supply(name, await self._load(name))
            except Exception:
                # The network failed, or the file is missing or broken: the session says so, and the game works without.
                traceback.print_exc()
        return name

    async def _message_within(self, seconds: float | None) -> bool:
        """Whether a message is waiting or arrives within *seconds* (`None`: wait without limit)."""
        # Yield even if there is nothing to wait for, so that the browser can deliver messages.
        await asyncio.sleep(0)
        if not self._waiting and seconds != 0:
            try:
                await asyncio.wait_for(self._called.wait(), seconds)
            except TimeoutError:
                return False
        self._called.clear()
        return bool(self._waiting)

    def _send(self, session: Page, make: Callable[[], Patch], **more: bool) -> None:
        """Send the patch that *make* returns; any exception becomes an alert.

        A search in progress has nothing to show, so the page only gets a sign of life now and then. But the end of a
        search is always sent: otherwise the page would keep waiting for the next step and report a failure.
        """
        message: dict[str, Any] = {**more}
        try:
            patch = make()
            seconds = session.wait()
            if not patch and not more and seconds is not None and monotonic() < self._sent + SIGN_OF_LIFE:
                return
            # MicroPython, on the other side, does not keep the order of keys, and one panel may contain another.
            if "panels" in patch:
                patch = {**patch, "panels": list(patch["panels"].items())}
            message["patch"] = patch
            if seconds is not None:
                message["next"] = seconds
            text = json.dumps(message)
        except Exception as error:
            # A step that failed would fail again, so nothing more happens by itself until the person acts.
            self._steps = False
            alert = str(error) if isinstance(error, PlayerError) else _(BROKEN)
            text = json.dumps({**more, "patch": {"alert": alert}, "details": traceback.format_exc()})
        self._sent = monotonic()
        self._post(text)


def _session(saved: dict[str, str]) -> Page:
    """Create the session for the game's page, or for a demo's frame."""
    if "puzzle" in saved:
        from keyharvest.page.puzzles.embedded import EmbeddedPuzzle  # with the code of puzzles, loaded on demand

        return EmbeddedPuzzle(saved)
    return Demo(saved) if {"demo", "file"} & saved.keys() else Session(saved)


def _parsed(text: str) -> dict[str, Any]:
    message = json.loads(text)
    if not isinstance(message, dict):
        raise ValueError(f"a message must be an object, not {type(message).__name__}")
    return message


def start(post: Callable[[str], object], fetch: Callable[[str], Any]) -> Callable[[str], None]:
    """Answer messages in the running event loop; return the function that receives the page's messages.

    *fetch* returns a JavaScript promise of the bytes of one of the game's files.
    """

    async def load(name: str) -> bytes:
        content: bytes = (await fetch(name)).to_bytes()
        return content

    random.seed()  # the memory snapshot has frozen the generator's state
    queue = MessageQueue(post, load)
    task = asyncio.ensure_future(queue.run())
    task.add_done_callback(lambda task: task.result())
    return queue.receive
