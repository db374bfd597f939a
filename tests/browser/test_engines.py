"""The page in Firefox and in WebKit: it starts, a turn can be played, and nothing goes wrong unseen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.engines import Engine, Firefox, WebKit
from tests.browser.test_embed import Host
from web import environment
from web.server import answering, serve

OF_OPPONENT = "document.getElementById('log').textContent.split('Ada').length"


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def running(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A browser; no test finds what another has stored, since each has a server of its own."""
    driven: Engine
    if request.param == "firefox":
        driven = Firefox()
    elif driver := environment.webkit():
        driven = WebKit(driver)
    else:
        pytest.skip("WebKitWebDriver and Xvfb are not installed, and only root on Debian can install them")
    yield driven
    driven.close()


@pytest.fixture
def engine(running: Engine) -> Iterator[Engine]:
    """The browser; a fault on one of its pages fails the test."""
    running.goto("about:blank")  # or something left by the previous page may report its server as missing
    before = len(running.faults())
    yield running
    assert running.faults()[before:] == []


def play_a_turn(engine: Engine) -> None:
    """From the home screen: begin a game, end the first turn and see the opponent move."""
    engine.click("[data-intent=new]")
    # With this seed the person starts, and the opponent's first turn asks the person nothing.
    engine.evaluate("document.querySelector('[name=seed]').value = '7'")
    engine.click("[type=submit]")
    heard = engine.evaluate(OF_OPPONENT)
    engine.click("#end")
    engine.click("#end.main")  # so early in a turn, the page asks first
    engine.wait(f"{OF_OPPONENT} > {heard}")


@pytest.mark.long
def test_a_demo_can_be_stepped_through_and_tried(engine: Engine, site: Path) -> None:
    with answering(serve(site)) as server:
        engine.goto(f"{server.url}embed/en/exact-price.html")
        engine.press("[data-do=next]")
        engine.wait("document.getElementById('where').innerText === 'Step 2 of 2'")
        engine.press("[data-do=back]")
        engine.press("[data-do=try]")
        engine.wait("document.querySelector('#live #coach-words') !== null")
        engine.press("#others [data-value=D5]")
        engine.wait("document.getElementById('told').textContent.includes('rule 6.2')")
        engine.press("#others [data-value=F6]")
        engine.wait("document.querySelector('[data-intent=commit]') !== null")
        engine.press("[data-intent=commit]")
        engine.wait("document.getElementById('where').innerText === 'Done'")
        engine.wait("document.documentElement.classList.contains('reached')")


@pytest.mark.long
def test_a_host_page_shows_a_demo_and_hears_of_it(engine: Engine, site: Path) -> None:
    with answering(serve(site)) as server, answering(Host(server.url.rstrip("/"))) as host:
        host.body = '<key-harvest-demo id="a" scenario="chain"></key-harvest-demo>'
        engine.goto(f"http://localhost:{host.server_address[1]}/")
        heard = "heard.filter(({ type }) => type === '%s').length >= %d"
        engine.wait(heard % ("ready", 1))
        engine.evaluate("a.step(2)")
        engine.wait(heard % ("step", 1))
        high = "parseFloat(a.shadowRoot.querySelector('iframe').style.height)"
        before = engine.evaluate(high)
        engine.evaluate("void (a.style.maxWidth = '320px')")
        engine.wait(f"{high} > {before}")
        engine.evaluate("a.setAttribute('theme', 'dark'), a.setAttribute('lang', 'de')")
        engine.wait(heard % ("ready", 2))
        engine.evaluate("a.tryIt()")
        engine.wait(heard % ("try", 1))
        assert not engine.evaluate("heard.some(({ type }) => type === 'error' || type === 'exception')")


@pytest.mark.long
def test_sandboxed_demos_are_shown_and_tried(engine: Engine, site: Path) -> None:
    with answering(serve(site)) as server, answering(Host(server.url.rstrip("/"))) as host:
        host.body = (
            '<key-harvest-demo id="a" scenario="chain" sandbox></key-harvest-demo>'
            '<key-harvest-demo id="b" scenario="chain" sandbox="allow-scripts allow-same-origin"></key-harvest-demo>'
        )
        engine.goto(f"http://localhost:{host.server_address[1]}/")
        for name in "ab":
            engine.evaluate(f"{name}.scrollIntoView()")
            high = f"parseFloat({name}.shadowRoot.querySelector('iframe').style.height)"
            engine.wait(f"{name}.heard && heard.some(({{ type }}) => type === 'ready')")
            stepped = engine.evaluate(high)
            engine.evaluate(f"{name}.tryIt()")
            engine.wait(f"{high} > {stepped} + 60")  # the board is there, not only the line that it is coming
        engine.wait("heard.filter(({ type }) => type === 'try').length === 2")
        assert not engine.evaluate("heard.some(({ type }) => type === 'error' || type === 'exception')")


def test_a_turn_can_be_played_and_a_game_continued_without_a_network_too(engine: Engine, site: Path) -> None:
    with answering(serve(site)) as server:
        engine.goto(server.url)
        play_a_turn(engine)
        engine.wait("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
        # WebKit takes the same address for a reload, which returns to the table.
        engine.goto(f"{server.url}licences.txt")
        engine.goto(server.url)
        engine.click("[data-intent=continue]")
        played = engine.text("#log")
    engine.goto(f"{server.url}licences.txt")
    engine.goto(server.url)
    engine.click("[data-intent=continue]")
    assert engine.text("#log") == played
    engine.click("[popovertarget=menu]")
    engine.click("#menu [data-intent=home]")
    play_a_turn(engine)
