"""Shared by all tests: hypothesis' settings, the built page and a server for it."""

import os
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import settings

from web import environment

# Whole games take longer than hypothesis allows for one example. In CI every run tries the same examples.
settings.register_profile("local", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take long: one that begins last leaves the other workers without work."""
    items.sort(key=lambda item: not item.get_closest_marker("slow"))


@pytest.fixture(autouse=True)
def one_language() -> Iterator[None]:
    """Leave the language of a test's reader to no other test."""
    yield
    from keyharvest.words import language

    language.use(None)


@pytest.fixture
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints and the coach examine few positions, for tests that aren't about which turns they find."""
    from keyharvest.advice import advice, hints

    monkeypatch.setattr(hints, "HINT", advice.HINT._replace(positions=1000, width=3, kept=4))
    monkeypatch.setattr(hints, "COACH", advice.COACH._replace(positions=200, width=2, kept=2))


@pytest.fixture
def pages_share_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all pages of a sealed deal share their sums of points: each checks the same proofs, in the same process."""
    from keyharvest.remote.fair import curve, deal, group, proofs

    for function in (curve.combination, group.encode):
        once = lru_cache(maxsize=1 << 14)(function)
        for module in (deal, proofs):
            monkeypatch.setattr(module, function.__name__, once)


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the page's folder, built by the same command as for hosting; quick if nothing has changed."""
    with environment.locked("tests"):
        build = subprocess.run(
            [environment.PYTHON, "web", "build"], cwd=environment.ROOT, capture_output=True, text=True, check=False
        )
    assert build.returncode == 0, f"the page could not be built:\n{build.stdout}{build.stderr}"
    return environment.ROOT / "build" / "site"


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """Serve the page as `python3 web` does; yield its address without a final slash."""
    from web.server import answering, serve

    with answering(serve(site)) as server:
        yield f"http://127.0.0.1:{server.server_port}"
