"""The list of features: each is held by tests that exist."""

from __future__ import annotations

import pytest

from tests.features import Feature, exists, features


@pytest.mark.parametrize("feature", features(), ids=lambda feature: feature.name)
def test_every_feature_is_held_by_tests_that_exist(feature: Feature) -> None:
    assert feature.tests
    missing = [test for test in feature.tests if not test.partition("::")[2].startswith("test_") or not exists(test)]
    assert not missing


def test_no_feature_is_listed_twice() -> None:
    names = [feature.name for feature in features()]
    assert len(names) == len(set(names))
