"""What the page can do and which tests hold it, as ``tests/features.toml`` lists it: ``python3 tests features``."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Feature(NamedTuple):
    """A thing that the page can do: the part it belongs to, its name, and tests as ``FILE::NAME`` in this folder."""

    part: str
    name: str
    tests: tuple[str, ...]


def features() -> list[Feature]:
    """All that are listed, in their order."""
    listed = tomllib.loads((HERE / "features.toml").read_text(encoding="utf-8"))["feature"]
    return [Feature(each["part"], each["name"], tuple(each["tests"])) for each in listed]


def exists(test: str) -> bool:
    """Whether there is such a test.

    >>> exists("features.py::features"), exists("features.py::no_such_test"), exists("no_such_file.py::features")
    (True, False, False)
    """
    file, _colons, name = test.partition("::")
    return name in _functions(file)


@cache
def _functions(file: str) -> frozenset[str]:
    path = HERE / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def main() -> None:
    """Print the list for people."""
    for part, listed in groupby(features(), key=lambda feature: feature.part):
        print(f"\n{part}")
        for feature in listed:
            print(f"  {feature.name}")
            for test in feature.tests:
                print(f"      tests/{test}")


if __name__ == "__main__":
    main()
