"""The game's side of the page: one session, run by Pyodide in a worker.

`worker.mjs` starts this module and passes it the page's messages as they come; everything that goes back is a string of
JSON. Nothing here needs a browser, so that the tests run it under CPython too.

From the page: first ``{"saved": {key: text}}``, which a demo's frame fills with the demo that it wants
(keyharvest/page/lessons/demo.py), then the intents of keyharvest/docs/protocol.md. To the page: ``{"patch": {…}}``,
with ``"answer": true`` if it answers an intent (each intent gets exactly one answer), with ``"ready": true`` if it is
the first, with ``"next": seconds`` if a computer's step follows by itself, and with ``"details": text`` if something
broke.
"""

import asyncio
import gc
import json
import random
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from keyharvest.page.lessons.demo import Demo
from keyharvest.page.session import Session
from keyharvest.players import PlayerError
from keyharvest.words import language
from keyharvest.words.language import N_, _

Patch = dict[str, Any]

BROKEN = N_("Something went wrong in the game. Your last step was not carried out; you can play on.")

UNREADABLE = N_("Your saved data can't be opened, so this is a fresh start.")

# Thinking makes no cycles (tests/players/test_players.py) but keeps so many objects (300,000 for a hint with four
# players) that the cycle collector took up to 170 ms at a time, during which no message is heard. Set here, not at the
# start, this is in the memory snapshot.
gc.set_threshold(1_000_000)

#: Seconds of thinking after which the page hears that its worker is alive.
SIGN_OF_LIFE = 1.0


class MessageQueue:
    """A session and the messages that wait for it; *post* sends a string to the page, *bring* gets a catalogue."""

    def __init__(self, post: Callable[[str], object], bring: Callable[[str], Awaitable[bytes]]) -> None:
        self._post = post
        self._bring = bring
        self._waiting: deque[str] = deque()
        self._called = asyncio.Event()
        self._steps = True
        self._sent = 0.0

    def receive(self, text: str) -> None:
        """Take a message of the page; it is answered in its turn."""
        self._waiting.append(text)
        self._called.set()

    async def run(self) -> None:
        """Answer messages, and take the computer players' steps between them, for ever."""
        session = await self._first()

        def answer() -> Patch:
            patch: Patch = session.handle(_parsed(self._waiting.popleft()))
            return patch

        while True:
            if await self._message_within(session.wait() if self._steps else None):
                self._steps = True
                self._send(session, answer, answer=True)
                if isinstance(session, Session) and await self._brought(session):
                    self._send(session, session.speak)
            else:
                self._send(session, session.step)

    async def _first(self) -> Session | Demo:
        """The session, made with what the page had saved and shown to the page."""
        await self._message_within(None)
        saved = _parsed(self._waiting.popleft()).get("saved")
        if not isinstance(saved, dict):
            raise ValueError('the page\'s first message must be {"saved": {key: text}}')
        session: Session | Demo
        try:
            session = Demo(saved) if {"demo", "file"} & saved.keys() else Session(saved)
            await self._brought(session)
            patch = session.start()
        except Exception:
            # What was saved is still with the page, and in the details for a person to report.
            self._post(json.dumps({"patch": {"alert": _(UNREADABLE)}, "details": traceback.format_exc()}))
            session = Session({})
            patch = session.start()
        self._send(session, lambda: patch, ready=True)
        return session

    async def _brought(self, session: Session | Demo) -> bool:
        """Bring the catalogue that a session lacks; whether it lacked one. Without it the session stays in English."""
        code = session.lacks()
        if code:
            try:
                language.bring(code, await self._bring(code))
            except Exception:
                # No network, no file, a broken one: the session says so, and what matters goes on.
                traceback.print_exc()
        return bool(code)

    async def _message_within(self, seconds: float | None) -> bool:
        """Whether a message waits, or comes within *seconds* (`None`: however long that takes)."""
        # Even with nothing to wait for, the browser needs a turn to hand over a message that has come meanwhile.
        await asyncio.sleep(0)
        if not self._waiting and seconds != 0:
            try:
                await asyncio.wait_for(self._called.wait(), seconds)
            except TimeoutError:
                return False
        self._called.clear()
        return bool(self._waiting)

    def _send(self, session: Session | Demo, make: Callable[[], Patch], **more: bool) -> None:
        """Send the patch that *make* returns; whatever it raises becomes an alert.

        While something thinks there is nothing to show: the page hears of it only now and then. It always hears the end
        of it, or it would wait for the next step and take the silence for a failure.
        """
        message: dict[str, Any] = {**more}
        try:
            patch = make()
            seconds = session.wait()
            if not patch and not more and seconds is not None and monotonic() < self._sent + SIGN_OF_LIFE:
                return
            # MicroPython, on the other side, does not keep the order of keys, and a panel may lie in another one.
            if "panels" in patch:
                patch = {**patch, "panels": list(patch["panels"].items())}
            message["patch"] = patch
            if seconds is not None:
                message["next"] = seconds
            text = json.dumps(message)
        except Exception as error:
            # A step that failed would fail again: the next is for a person to ask for.
            self._steps = False
            alert = str(error) if isinstance(error, PlayerError) else _(BROKEN)
            text = json.dumps({**more, "patch": {"alert": alert}, "details": traceback.format_exc()})
        self._sent = monotonic()
        self._post(text)


def _parsed(text: str) -> dict[str, Any]:
    message = json.loads(text)
    if not isinstance(message, dict):
        raise ValueError(f"a message must be an object, not {type(message).__name__}")
    return message


def start(post: Callable[[str], object], fetch: Callable[[str], Any]) -> Callable[[str], None]:
    """Answer messages in the running event loop; return what takes the page's messages.

    *fetch* promises the bytes of a language's catalogue, as JavaScript has them.
    """

    async def bring(code: str) -> bytes:
        content: bytes = (await fetch(code)).to_bytes()
        return content

    random.seed()  # a memory snapshot has frozen the generator's state
    queue = MessageQueue(post, bring)
    task = asyncio.ensure_future(queue.run())
    task.add_done_callback(lambda task: task.result())
    return queue.receive
