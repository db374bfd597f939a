"""Lies that a person may think of: each is named as far as it can be, and nobody honest is blamed.

`python3 tests fair` plays many more, and games in which messages are changed in any way.
"""

from __future__ import annotations

import hashlib

import pytest

from keyharvest.remote.fair import seat, signing
from keyharvest.remote.fair.findings import DOUBTS, LIES
from tests.remote.fair.liars import play_with_liars
from tests.remote.fair.lies import CASES, DEAL, FIELDS, KINDS, Case, play_with_liar


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign by a hash that anyone could make: these tests are about who says what, and nobody here forges."""
    monkeypatch.setattr(seat, "public_key", lambda secret: hashlib.sha256(secret).digest())
    monkeypatch.setattr(
        signing, "sign", lambda secret, content: hashlib.sha512(hashlib.sha256(secret).digest() + content).digest()
    )
    monkeypatch.setattr(
        signing, "verify", lambda key, content, signature: hashlib.sha512(key + content).digest() == signature
    )
    monkeypatch.setattr(signing, "is_key", lambda key: True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}, {case.name}")
def test_a_lie_is_named_and_nobody_honest_blamed(case: Case) -> None:
    """One game each; the number of players and the liar's role change from case to case."""
    at = CASES.index(case)
    outcome = play_with_liar(case, max(case.least, 2 + at % 3), seed=at)
    # A seal belongs to the first step: one for the step before is the seal itself, and finding anything would be wrong.
    assert outcome.party.lied or case.name in ("counters not held", "seal step-")
    assert outcome.faults() == []


@pytest.mark.parametrize(
    ("role", "players", "seed"),
    [
        ("guest", 2, 14),
        ("guest", 4, 13),
        ("host", 3, 7),
        ("host", 4, 1038),
        ("guest and guest", 4, 8),
        ("guest and host", 3, 9),
    ],
)
def test_whatever_liars_do_nobody_honest_is_blamed_or_stuck(role: str, players: int, seed: int) -> None:
    _party, liars, faults = play_with_liars(role, players, seed)
    assert liars.changes
    assert faults == []


def test_every_field_of_every_message_is_among_the_lies() -> None:
    names = {case.name for case in CASES}
    assert {f"{kind} {field}" for kind in (*KINDS, *DEAL) for field in FIELDS} <= names


def test_every_finding_has_a_sentence() -> None:
    assert not set(LIES) & set(DOUBTS)
    for text in LIES.values():
        assert "{seat}" in text
    for text in DOUBTS.values():
        assert "{seats}" in text
