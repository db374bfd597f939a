"""A browser for the tests of the page, and pages that fail their test when they log an error or leave their origin."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

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

from web import environment

ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),  # root has no other way
]
PATIENCE = 30_000  # ms: Pyodide starts slowly where two cores do everything
LOCAL = ("data:", "blob:", "about:")


class OpenPage(Protocol):
    """Opens a page in a context of its own, made with Playwright's options for contexts.

    Service workers are blocked unless the options allow them: a test would not see the requests that they answer.
    Nothing moves on the page unless the options say so: a glow that never ends keeps a processor busy.
    """

    def __call__(self, **options: Any) -> Page: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder, so that `-m "not browser"` leaves them out."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")


# Not for the whole session: as long as Playwright runs, no other test of this process could start an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def faults() -> list[str]:
    """Errors in the console, uncaught errors and requests to other origins so far.

    They fail the test at its end; a test that provokes one checks it and clears the list.
    """
    return []


@pytest.fixture
def open_page(browser: Browser, served: str, faults: list[str]) -> Iterator[OpenPage]:
    """Open further pages, each in a fresh context; `page.goto("/")` opens ours."""
    contexts: list[BrowserContext] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text}")

    def on_error(error: WebError) -> None:
        faults.append(f"uncaught: {error.error}")

    def on_request(request: Request) -> None:
        if not request.url.startswith((f"{served}/", *LOCAL)):
            faults.append(f"request to another origin: {request.url}")

    def open_page(**options: Any) -> Page:
        usual = {"service_workers": "block", "reduced_motion": "reduce"}
        context = browser.new_context(base_url=served, **{**usual, **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("console", on_console)
        context.on("weberror", on_error)
        context.on("request", on_request)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def press(control: Locator) -> None:
    """Press what is seen in a frame of another site.

    Not by the mouse: while its frame moves, because the host scrolls or a frame above it grows, a browser may give a
    mouse's press to what stood there in the picture before, or to nothing.
    """
    expect(control).to_be_visible()
    expect(control).to_be_enabled()
    control.evaluate("control => control.click()")


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page in a fresh context, 1280 by 800."""
    return open_page(viewport={"width": 1280, "height": 800})
