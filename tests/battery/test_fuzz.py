"""Feed a few mutated texts to the parsers; ``python3 tests fuzz`` does so at length."""

from __future__ import annotations

import random

import pytest

from .fuzz import KINDS, fuzz, mutated, positions


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_a_mutated_text_is_refused_in_one_line_or_reads_back(seed: int) -> None:
    findings = fuzz(range(1000), seed)
    assert not findings.faults, findings.faults[0]
    assert findings.read.total() == 1000
    assert set(findings.read) == set(KINDS)


@pytest.mark.slow
def test_many_of_the_texts_are_new() -> None:
    known = set(positions())
    rng = random.Random(1)
    assert sum(mutated(kind, rng) in known for kind in ("position", "whole") for _ in range(100)) < 40


def test_the_texts_begin_in_the_middle_of_every_interrupt() -> None:
    tops = {text.rpartition("/")[2].partition("(")[0] for text in positions() if "/" in text.rpartition("stack=")[2]}
    assert tops >= {"Displaced", "Pay", "Bid", "Receive", "Replace", "MoveTo", "Grant", "FieldDraw", "RegistryDraw"}
