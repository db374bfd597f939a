"""A browser for the tests of the page, and pages that fail their test when they log an error or leave their origin."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    WebError,
    expect,
    sync_playwright,
)

from tests.browser.warm import Warm
from web import environment

ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    # Compile WebAssembly only once, simply: the second time takes a third of a page that is open for seconds.
    "--js-flags=--liftoff-only",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),  # the only way as root
]
PATIENCE = 120_000  # ms: much, as no test may depend on how busy the machine is
expect.set_options(timeout=PATIENCE)
LOCAL = ("data:", "blob:", "about:")


class OpenPage(Protocol):
    """Opens a page in a context of its own, made with Playwright's options for contexts.

    Service workers are blocked unless the options allow them: a test would not see the requests that they answer.
    Nothing moves on the page unless the options say so: an endless glow keeps a processor busy.

    In a test marked `warm`, the first page with no option but its size is one whose Python is already running.
    """

    def __call__(self, **options: Any) -> Page: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder, so that `-m "not browser"` leaves them out, and those for `python3 tests all`."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")
            if not item.get_closest_marker("smoke") and not item.get_closest_marker("way"):
                item.add_marker("thorough")


# Not for the whole session: as long as Playwright runs, no other test of this process could start an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=environment.headless(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def faults() -> list[str]:
    """Errors in the console, uncaught errors and requests to other origins so far.

    They fail the test at its end; a test that provokes one checks it and clears the list.
    """
    return []


#: Keeps a page from painting, which is a third of its work and seen by nobody; layout and pointer work as usual.
UNPAINTED = """{
  const unseen = new CSSStyleSheet();
  unseen.replaceSync("html { opacity: 0; }");
  document.adoptedStyleSheets = [unseen];
}"""
PAINTED = "() => { document.adoptedStyleSheets = []; }"


class Heard:
    """Reports faults in a context of the browser to the current test's list; its pages aren't painted."""

    def __init__(self, context: BrowserContext, served: str) -> None:
        self.faults: list[str] = []
        self._served = served
        context.add_init_script(UNPAINTED)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} {message.location['url']}")

    def _on_error(self, error: WebError) -> None:
        self.faults.append(f"uncaught: {error.error}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._served}/", *LOCAL)):
            self.faults.append(f"request to another origin: {request.url}")


#: Unless a test asks for something else.
USUAL: Final[dict[str, Any]] = {"service_workers": "block", "reduced_motion": "reduce"}


@pytest.fixture(scope="package")
def warm_contexts(browser: Browser) -> Callable[[str, Path], tuple[Warm, Heard]]:
    """Return a function from a site's address and folder to a context in which Python runs, and its error collector.

    They are closed with the browser.
    """
    found: dict[str, tuple[Warm, Heard]] = {}

    def warm(served: str, site: Path) -> tuple[Warm, Heard]:
        if served not in found:
            context = browser.new_context(base_url=served, **USUAL)
            heard = Heard(context, served)
            worker = next(site.glob("static/*/worker.js")).relative_to(site).as_posix()
            found[served] = Warm(context, served, worker), heard
        return found[served]

    return warm


@pytest.fixture
def open_page(
    browser: Browser, served: str, site: Path, faults: list[str], request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """Open more pages, each in a fresh context; `page.goto("/")` opens ours."""
    contexts: list[BrowserContext] = []
    lent: list[Page] = []

    def open_page(**options: Any) -> Page:
        if request.node.get_closest_marker("warm") and not lent and options.keys() <= {"viewport"}:
            warm, heard = request.getfixturevalue("warm_contexts")(served, site)
            heard.faults = faults
            lent.append(warm.open())
            lent[0].set_viewport_size(options.get("viewport", {"width": 1280, "height": 720}))
            return lent[0]
        context = browser.new_context(**{"base_url": served, **USUAL, **options})
        contexts.append(context)
        Heard(context, served).faults = faults
        return context.new_page()

    yield open_page
    for closing in (*lent, *contexts):
        closing.close()
    assert not faults, "\n".join(faults)


def press(control: Locator) -> None:
    """Press a visible control in a frame of another site.

    Not by the mouse: while its frame moves, because the host scrolls or a frame above it grows, a browser may deliver a
    mouse's press to what was there in the previous frame, or to nothing.
    """
    expect(control).to_be_visible()
    expect(control).to_be_enabled()
    control.evaluate("control => control.click()")


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page in a fresh context, 1280 by 800."""
    return open_page(viewport={"width": 1280, "height": 800})
