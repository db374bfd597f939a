"""Browsers in a network in which they can connect pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ARGUMENTS
from tests.browser.live.network import Network, network
from web import environment


@pytest.fixture(scope="package")
def lines(site: Path) -> Iterator[Network]:
    """A network; if there is none, the tests are skipped."""
    with network(site) as found:
        if isinstance(found, str):
            pytest.skip(found)
        yield found


@pytest.fixture(scope="package")
def served(served: str, lines: Network) -> str:
    """The page's address in that network."""
    return lines.served or served


@pytest.fixture(scope="package")
def browser(browser: Browser, lines: Network, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Chromium in that network."""
    if not lines.within:
        yield browser
        return
    path = lines.program(environment.headless(), tmp_path_factory.mktemp("browser"))
    there = browser.browser_type.launch(executable_path=path, args=ARGUMENTS)
    yield there
    there.close()
