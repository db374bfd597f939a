"""The page in Firefox: it starts, a turn can be played, and nothing goes wrong unseen.

Playwright can't drive the Firefox that people have; puppeteer can, by WebDriver BiDi (firefox/drive.mjs).
"""

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_embed import Host, HostHandler
from web import environment
from web.server import answering, serve

FOLDER = Path(__file__).with_name("firefox")
SECONDS = 60  # until something counts as not coming
OF_OPPONENT = "document.getElementById('log').textContent.split('Ada').length"


class Firefox:
    """One page in a Firefox that a program of Node drives."""

    def __init__(self) -> None:
        packages = environment.packages(FOLDER / "package-lock.json")
        _, node = environment.node()
        command: list[str | Path] = [node, FOLDER / "drive.mjs", packages, environment.firefox()]
        self._program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, **command: Any) -> Any:
        """Carry out a command of the program and return its value; a `RuntimeError` says why it can't be."""
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(json.dumps(command) + "\n")
        self._program.stdin.flush()
        answer = self._program.stdout.readline()
        if not answer:
            raise RuntimeError("Firefox has ended; its last words are on stderr")
        found = json.loads(answer)
        if "error" in found:
            raise RuntimeError(f"{command}: {found['error']}")
        return found["value"]

    def wait(self, expression: str) -> Any:
        """Wait until a JavaScript expression is true and return its value."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if found := self.do(evaluate=expression):
                return found
            time.sleep(0.05)
        raise AssertionError(f"{expression} does not come true; the page says: {self.text('body')[:2000]}")

    def click(self, selector: str) -> None:
        """Click what can be clicked there, and wait for the game's answer."""
        self.wait(f"document.querySelector({json.dumps(selector)}) !== null")
        self.do(click=selector)
        self.wait("document.body.dataset.busy === 'false'")

    def text(self, selector: str) -> str:
        return str(self.do(evaluate=f"document.querySelector({json.dumps(selector)}).innerText"))

    def close(self) -> None:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.close()
        self._program.wait(SECONDS)
        self._program.stdout.close()


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    """A Firefox; what its console has told as an error fails the test."""
    driven = Firefox()
    yield driven
    faults = driven.do(faults=True)
    driven.close()
    assert not faults


def play_a_turn(firefox: Firefox) -> None:
    """From the home screen: begin a game, end the first turn and see the opponent move."""
    firefox.click("[data-intent=new]")
    # With this seed the person starts, and the opponent's first turn asks the person nothing.
    firefox.do(evaluate="document.querySelector('[name=seed]').value = '7'")
    firefox.click("[type=submit]")
    heard = firefox.do(evaluate=OF_OPPONENT)
    firefox.click("#end")
    firefox.click("#end.main")  # so early in a turn one is asked again
    firefox.wait(f"{OF_OPPONENT} > {heard}")


def test_a_demo_can_be_stepped_through_and_tried(firefox: Firefox, site: Path) -> None:
    with answering(serve(site)) as server:
        firefox.do(goto=f"{server.url}embed/en/exact-price.html")
        firefox.do(click="[data-do=next]")
        firefox.wait("document.getElementById('where').innerText === 'Step 2 of 2'")
        firefox.do(click="[data-do=back]")
        firefox.do(click="[data-do=try]")
        firefox.wait("document.querySelector('#live #coach-words') !== null")
        firefox.do(click="#others [data-value=D5]")
        firefox.wait("document.getElementById('told').textContent.includes('rule 6.2')")
        firefox.do(click="#others [data-value=F6]")
        firefox.wait("document.querySelector('[data-intent=commit]') !== null")
        firefox.do(click="[data-intent=commit]")
        firefox.wait("document.getElementById('where').innerText === 'Done'")
        firefox.wait("document.documentElement.classList.contains('reached')")


def test_a_host_page_shows_a_demo_and_hears_of_it(firefox: Firefox, site: Path) -> None:
    with answering(serve(site)) as server, answering(Host(("127.0.0.1", 0), HostHandler)) as host:
        host.ours, host.files = server.url.rstrip("/"), {}
        host.body = '<key-harvest-demo id="a" scenario="chain"></key-harvest-demo>'
        firefox.do(goto=f"http://localhost:{host.server_address[1]}/")
        heard = "heard.filter(({ type }) => type === '%s').length >= %d"
        firefox.wait(heard % ("ready", 1))
        firefox.do(evaluate="a.step(2)")
        firefox.wait(heard % ("step", 1))
        high = "parseFloat(a.shadowRoot.querySelector('iframe').style.height)"
        before = firefox.do(evaluate=high)
        firefox.do(evaluate="void (a.style.maxWidth = '320px')")
        firefox.wait(f"{high} > {before}")
        firefox.do(evaluate="a.setAttribute('theme', 'dark'), a.setAttribute('lang', 'de')")
        firefox.wait(heard % ("ready", 2))
        firefox.do(evaluate="a.tryIt()")
        firefox.wait(heard % ("try", 1))
        assert not firefox.do(evaluate="heard.some(({ type }) => type === 'error' || type === 'exception')")


def test_a_turn_can_be_played_and_another_without_a_network(firefox: Firefox, site: Path) -> None:
    with answering(serve(site)) as server:
        firefox.do(goto=server.url)
        play_a_turn(firefox)
        firefox.wait("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
    firefox.do(goto=server.url)
    firefox.click("[data-intent=continue]")
    firefox.click("[popovertarget=menu]")
    firefox.click("#menu [data-intent=home]")
    play_a_turn(firefox)
