"""Lies that a person may think of: each is named as far as it can be, and nobody honest is blamed.

`python3 tests fair` plays many more, and games in which messages are changed in any way.
"""

from __future__ import annotations

import hashlib

import pytest

from keyharvest.remote.fair import seat, signing
from keyharvest.remote.fair.findings import DOUBTS, LIES
from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.message import read_message
from tests.remote.fair.liars import CHANGES, WAYS, Liars, play_with_liars
from tests.remote.fair.lies import CASES, DEAL, FIELDS, KINDS, Case, play_with_liar
from tests.remote.fair.simulation import Party

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pages_share_sums")]


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


def marks(at: int) -> list[pytest.MarkDecorator]:
    """Return the marks of a case by its number: the default tries one in five, of every kind."""
    return [pytest.mark.thorough] if at % 5 else []


@pytest.mark.parametrize(
    ("at", "case"),
    [pytest.param(at, case, id=f"{case.kind}, {case.name}", marks=marks(at)) for at, case in enumerate(CASES)],
)
def test_a_lie_is_named_and_nobody_honest_blamed(at: int, case: Case) -> None:
    """One game each; the number of players and the liar's role change from case to case."""
    outcome = play_with_liar(case, max(case.least, 2 + at % 3), seed=at)
    # A seal belongs to the first step: one for the step before is the seal itself, and finding anything would be wrong.
    assert outcome.party.lied or case.name in ("counters not held", "seal step-")
    assert outcome.faults() == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("role", "players", "seed"),
    [
        ("guest", 2, 14),
        ("guest", 4, 13),
        ("host", 3, 7),
        # A seat that had paid with counters it didn't hold was found in the file before the page had found it, …
        ("host", 4, 21),
        # … or in the file alone, as the page knew of its key, and yet waited for others to judge its move.
        ("host", 4, 45),
        ("guest and guest", 4, 8),
        ("guest and host", 3, 9),
    ],
)
def test_whatever_liars_do_nobody_honest_is_blamed_or_stuck(role: str, players: int, seed: int) -> None:
    _party, liars, faults = play_with_liars(role, players, seed)
    assert liars.done
    assert faults == []


def test_liars_do_everything_to_every_kind_of_message() -> None:
    party = Party(Agreement("liars", 3), 1)
    party.play(lambda party: len(party.seats[0].course.moves) > 40)
    party.end(1)
    liars = Liars(party, [1, 2], 1)
    first = {read_message(line).kind: line for line in party.seats[1].lines()}
    assert set(first) == {*KINDS, *DEAL}
    made = set()
    for line in list(first.values()) * 200:
        liars.silent = False
        made.update(liars.twist(line))
    assert set(liars.done) == {(what, kind) for what in {*WAYS, *CHANGES} for kind in first}
    assert len(made) > 500


def test_every_field_of_every_message_is_among_the_lies() -> None:
    names = {case.name for case in CASES}
    assert {f"{kind} {field}" for kind in (*KINDS, *DEAL) for field in FIELDS} <= names


def test_every_finding_has_a_sentence() -> None:
    assert not set(LIES) & set(DOUBTS)
    for text in LIES.values():
        assert "{seat}" in text
    for kind, text in DOUBTS.items():
        assert ("{seats}" in text) == (kind != "fork")  # that one accuses nobody
