"""Browsers as people have them, which Playwright can't drive: Firefox by WebDriver BiDi, WebKitGTK by WebDriver.

WebKitGTK uses the engine of Safari and of all browsers on iOS.
"""

import contextlib
import json
import os
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from web import environment

FOLDER = Path(__file__).with_name("firefox")
SECONDS = 60  # the longest wait for anything
#: Whether a control can be pressed: some are covered for a moment, or ignore presses at first.
PRESSABLE = """(() => {
  const control = document.querySelector(%s);
  if (!control) return false;
  control.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})()"""


class Engine(ABC):
    """One page in a browser."""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Open an address and wait until its page is there."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, or of its promise."""

    @abstractmethod
    def press(self, selector: str) -> None:
        """Click a control once it can be clicked."""

    @abstractmethod
    def faults(self) -> list[str]:
        """Return the errors in pages so far, as far as the browser reports them."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def wait(self, expression: str) -> Any:
        """Wait until a JavaScript expression is true and return its value."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if found := self.evaluate(expression):
                return found
            time.sleep(0.05)
        raise AssertionError(f"{expression} does not become true; the page says: {self.text('body')[:2000]}")

    def click(self, selector: str) -> None:
        """Click a control once it can be clicked, and wait for the game's answer."""
        self.press(selector)
        self.wait("document.body.dataset.busy === 'false'")

    def text(self, selector: str) -> str:
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))


class Firefox(Engine):
    """Firefox, driven by a Node program (firefox/drive.mjs)."""

    def __init__(self, within: Sequence[str] = ()) -> None:
        """Start it; *within* is the prefix of a command that runs it in another network."""
        packages = environment.packages(FOLDER / "package-lock.json")
        _, node = environment.node()
        command: list[str | Path] = [*within, node, FOLDER / "drive.mjs", packages, environment.firefox()]
        self._program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _do(self, **command: Any) -> Any:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(json.dumps(command) + "\n")
        self._program.stdin.flush()
        answer = self._program.stdout.readline()
        if not answer:
            raise RuntimeError("Firefox has ended; its last output is on stderr")
        found = json.loads(answer)
        if "error" in found:
            raise RuntimeError(f"{command}: {found['error']}")
        return found["value"]

    def goto(self, address: str) -> None:
        self._do(goto=address)

    def evaluate(self, expression: str) -> Any:
        return self._do(evaluate=expression)

    def press(self, selector: str) -> None:
        self.wait(PRESSABLE % json.dumps(selector))
        self._do(click=selector)

    def faults(self) -> list[str]:
        found: list[str] = self._do(faults=True)
        return found

    def close(self) -> None:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.close()
        self._program.wait(SECONDS)
        self._program.stdout.close()


#: Reports a page's errors: this browser passes on nothing from its console, and nothing from before this script.
LISTEN = """
window.faults = [];
addEventListener("error", ({ message }) => faults.push(`uncaught: ${message}`));
addEventListener("unhandledrejection", ({ reason }) => faults.push(`uncaught: ${reason}`));
addEventListener("securitypolicyviolation", ({ blockedURI }) => faults.push(`refused: ${blockedURI}`));
const { error } = console;
console.error = (...words) => { faults.push(`console: ${words.join(" ")}`); error.apply(console, words); };
"""


class WebKit(Engine):
    """WebKitGTK's small browser on a display of its own."""

    def __init__(self, driver: Path) -> None:
        self._running = contextlib.ExitStack()
        self._faults: list[str] = []
        try:
            display = self._run("Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp")
            assert display.stdout
            environ = os.environ | {"DISPLAY": f":{display.stdout.readline().strip()}"}
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self._port = free.getsockname()[1]
            self._run(driver, f"--port={self._port}", environ=environ)
            self._await_driver()
            self._session = f"/session/{self._ask('POST', '/session', {'capabilities': {}})['sessionId']}"
            self._do("/window/rect", {"x": 0, "y": 0, "width": 800, "height": 640})  # as for the other browser
        except BaseException:
            self._running.close()
            raise

    def _run(self, *command: str | Path, environ: dict[str, str] | None = None) -> subprocess.Popen[str]:
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environ)
        self._running.enter_context(program)
        self._running.callback(program.terminate)
        return program

    def _await_driver(self) -> None:
        end = time.monotonic() + SECONDS
        while True:
            try:
                if self._ask("GET", "/status")["ready"]:
                    return
            except OSError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.05)

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the driver's answer. Raise `RuntimeError` if there is none."""
        with contextlib.closing(HTTPConnection("127.0.0.1", self._port, timeout=SECONDS)) as connection:
            connection.request(method, path, None if body is None else json.dumps(body))
            answer = json.loads(connection.getresponse().read())["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer['message']}")
        return answer

    def _do(self, path: str, body: object) -> Any:
        return self._ask("POST", self._session + path, body)

    def goto(self, address: str) -> None:
        self._faults = self.faults()
        self._do("/url", {"url": address})
        self._do("/execute/sync", {"script": LISTEN, "args": []})

    def evaluate(self, expression: str) -> Any:
        script = f"const [done] = arguments; Promise.resolve(({expression})).then(done);"
        return self._do("/execute/async", {"script": script, "args": []})

    def press(self, selector: str) -> None:
        self.wait(PRESSABLE % json.dumps(selector))
        found = self._do("/element", {"using": "css selector", "value": selector})
        self._do(f"/element/{next(iter(found.values()))}/click", {})

    def faults(self) -> list[str]:
        return [*self._faults, *(self.evaluate("window.faults") or [])]

    def close(self) -> None:
        self._ask("DELETE", self._session)
        self._running.close()
