"""The same record gives byte-equal dumps under other hash seeds, on every Python of the machine, and in Pyodide."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web import environment
from web.bundle.places import LOCK
from web.environment import ROOT

_HERE = Path(__file__).parent
_MINORS = range(11, 20)


def _answer(python: str) -> tuple[int, int] | None:
    """Return the version of a Python, if it runs at all (a pyenv shim may not)."""
    command = [python, "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return None
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else None  # type: ignore[return-value]


def found(minor: int) -> str:
    """Return the installed Python of a version other than the running one's; empty if there is none."""
    if minor == sys.version_info[1]:
        return ""
    homes = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [shutil.which(f"python3.{minor}"), *sorted(map(str, homes.glob(f"3.{minor}.*/bin/python3.{minor}")))]
    return next((place for place in places if place and _answer(place) == (3, minor)), "")


def dump(command: list[str], hash_seed: str = "0") -> str:
    """Return the digests that a Python prints."""
    variables = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected() -> str:
    """Return the running Python's digests."""
    found = dump([sys.executable, str(_HERE / "dump.py"), str(ROOT)])
    assert found.count("\n") > 30
    return found


@pytest.mark.long  # below, every Python has a random one
@pytest.mark.parametrize("hash_seed", ["1", "20260", "4294967295"])
def test_other_hash_seeds(hash_seed: str, expected: str) -> None:
    assert dump([sys.executable, str(_HERE / "dump.py"), str(ROOT)], hash_seed) == expected


@pytest.mark.thorough
def test_another_hash_seed(expected: str) -> None:
    assert dump([sys.executable, "-I", str(_HERE / "dump.py"), str(ROOT)], "random") == expected


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["the newest", "every"])
def test_other_pythons_of_the_machine(every: bool, expected: str) -> None:
    pythons = [python for minor in reversed(_MINORS) if (python := found(minor))]
    if not pythons:
        pytest.skip("there is no other Python")
    for python in pythons if every else pythons[:1]:
        assert dump([python, "-I", str(_HERE / "dump.py"), str(ROOT)], "random") == expected


@pytest.mark.long  # tests/web/test_for_python.py plays a game in the same Pyodide
def test_pyodide(expected: str) -> None:
    """With the page's own Pyodide, in Node."""
    _, node = environment.node()
    pyodide = environment.packages(LOCK) / "node_modules" / "pyodide"
    assert dump([node, str(_HERE / "dump.mjs"), str(pyodide), str(ROOT)]) == expected
