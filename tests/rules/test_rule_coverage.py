"""Every numbered rule has a test that names it, and no test names a rule that does not exist."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from keyharvest.rules.components import EVENT_LETTERS
from web.environment import ROOT

TESTS = ROOT / "tests"
NUMBERS = (TESTS / "data/rule_numbers.txt").read_text(encoding="utf-8").split()


def marks(source: str) -> Iterator[tuple[str, str]]:
    """Yield the rules with which a module marks its test functions, and the function's name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                    assert not decorator.keywords, node.name
                    for argument in decorator.args:
                        yield ast.literal_eval(argument), node.name


@cache
def marked() -> list[tuple[str, str]]:
    """Return the rules that tests name, each with the test."""
    return [
        (number, f"{path.relative_to(TESTS)}: {test}")
        for path in sorted(TESTS.rglob("test_*.py"))
        for number, test in marks(path.read_text(encoding="utf-8"))
    ]


def test_the_list_holds_every_number_once() -> None:
    assert len(set(NUMBERS)) == len(NUMBERS)
    assert {"1.1", "13.4", "14.4", *(f"12{letter}" for letter in EVENT_LETTERS)} <= {*NUMBERS}


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test(number: str) -> None:
    assert [test for named, test in marked() if named == number]


def test_every_mark_names_a_rule() -> None:
    assert [(named, test) for named, test in marked() if named not in NUMBERS] == []
