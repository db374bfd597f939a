"""Run the tests of the rules with a changed module: ``python -m tests.battery.mutant MODULE FILE`` (see mutation.py).

*FILE* is imported in place of *MODULE*. The tests that catch most mutants soonest run first; the first failure ends the
run. The exit code is pytest's.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

import pytest

TESTS: Final = (
    "tests/rules",
    "tests/situations",
    "tests/perft",
    "tests/test_golden.py",
)


class Instead:
    """Finds one module in another file."""

    def __init__(self, module: str, file: str) -> None:
        self.module = module
        self.file = file

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the changed module, ``None`` for all others."""
        return importlib.util.spec_from_file_location(name, self.file) if name == self.module else None


if __name__ == "__main__":
    sys.dont_write_bytecode = True  # the changed module is imported only once
    sys.meta_path.insert(0, Instead(*sys.argv[1:]))
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *TESTS]))
