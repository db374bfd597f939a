"""The list of equivalent mutants is one of changes to the rules as they are."""

from __future__ import annotations

import ast

import pytest

from tests.battery.mutation import explained
from web.environment import ROOT


def written(module: str, function: str) -> str:
    """Return the source of a function of the rules in one line; empty if there is none."""
    text = (ROOT / "keyharvest" / "rules" / f"{module}.py").read_text(encoding="utf-8")
    *classes, name = function.split(".")
    body = ast.parse(text).body
    for class_ in classes:
        body = next((node.body for node in body if isinstance(node, ast.ClassDef) and node.name == class_), [])
    found = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name]
    lines = text.splitlines()
    return " ".join(line.strip() for node in found for line in lines[node.lineno - 1 : node.end_lineno])


@pytest.mark.parametrize("change", explained())
def test_what_an_equivalent_mutant_changes_is_there(change: str) -> None:
    place, _, rest = change.partition(": ")
    was, arrow, becomes = rest.partition(" => ")
    module, _, function = place.partition(".")
    assert arrow
    assert was != becomes
    assert was in written(module, function)
