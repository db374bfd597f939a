"""Shared by the page's tests: each draws the same seeds in every run."""

import random

import pytest


@pytest.fixture(autouse=True)
def same_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make games that the page begins by itself the same in every run, but different in every test."""
    monkeypatch.setattr("secrets.randbelow", random.Random(request.node.nodeid).randrange)


@pytest.fixture
def same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every page draw with the same seed, so that a game is the same each time."""
    monkeypatch.setattr("secrets.randbelow", lambda _most: 7)
