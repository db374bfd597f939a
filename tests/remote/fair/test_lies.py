"""Every lie in every field of every message: named with its proof, or as far as it can be, and nobody honest blamed.

`python3 tests fair` plays more such games, with the real group and real signatures.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from keyharvest.remote.fair import seat, signing
from keyharvest.remote.fair.audit import DOUBTS, LIES
from tests.remote.fair.lies import CASES, DEAL, FIELDS, KINDS, play_with_liar
from tests.remote.fair.simulation import small_group


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Sign by a hash that anyone could make: these tests are about who says what, and nobody here forges."""
    monkeypatch.setattr(seat, "public_key", lambda secret: hashlib.sha256(secret).digest())
    monkeypatch.setattr(
        signing, "sign", lambda secret, content: hashlib.sha512(hashlib.sha256(secret).digest() + content).digest()
    )
    monkeypatch.setattr(
        signing, "verify", lambda key, content, signature: hashlib.sha512(key + content).digest() == signature
    )
    with small_group():
        yield


SAMPLE = [case for case in CASES if case.kind != "open" and case.name != "counters not held" and case.proven]


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: f"{case.kind}, {case.name}")
def test_a_lie_is_named_with_its_proof(case) -> None:  # type: ignore[no-untyped-def]
    """One game each; the number of players changes from case to case."""
    at = CASES.index(case)
    outcome = play_with_liar(case, max(case.least, 2 + at % 3), seed=at)
    assert outcome.party.lied
    assert outcome.faults() == []


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.kind in ("hello", "lock") and not case.proven], ids=lambda case: case.name
)
def test_what_proves_nothing_blames_nobody(case) -> None:  # type: ignore[no-untyped-def]
    outcome = play_with_liar(case, 3, seed=3)
    assert outcome.faults() == []
    assert not any(finding.proof for page in outcome.party.honest for finding in page.findings)


def test_every_field_of_every_message_is_among_the_lies() -> None:
    names = {case.name for case in CASES}
    assert {f"{kind} {field}" for kind in (*KINDS, *DEAL) for field in FIELDS} <= names


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
def test_false_payments_are_found_when_the_keys_are_opened(seed: int) -> None:
    case = next(case for case in CASES if case.name == "counters not held")
    outcome = play_with_liar(case, 3 + seed % 2, seed=seed)
    assert outcome.faults() == []


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if case.kind == "open"], ids=lambda case: case.name)
def test_a_lie_at_the_end_is_named(case) -> None:  # type: ignore[no-untyped-def]
    assert play_with_liar(case, 3, seed=1).faults() == []


def test_every_finding_has_a_sentence() -> None:
    assert not set(LIES) & set(DOUBTS)
    for text in LIES.values():
        assert "{seat}" in text
