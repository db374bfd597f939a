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


def pythons() -> dict[str, str]:
    """Return every Python from 3.11 on that is installed, by version; the running one is always included."""
    found = {sys.version_info[:2]: sys.executable}
    homes = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in _MINORS:
        places = [shutil.which(f"python3.{minor}"), *sorted(map(str, homes.glob(f"3.{minor}.*/bin/python3.{minor}")))]
        for place in places:
            if place and (3, minor) not in found and _answer(place) == (3, minor):
                found[3, minor] = place
    return {f"3.{minor}": found[3, minor] for minor in _MINORS if (3, minor) in found}


PYTHONS = pythons()


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "hash_seed", ["1", *(pytest.param(seed, marks=pytest.mark.long) for seed in ("20260", "4294967295"))]
)
def test_other_hash_seeds(hash_seed: str, expected: str) -> None:
    assert dump([sys.executable, str(_HERE / "dump.py"), str(ROOT)], hash_seed) == expected


@pytest.mark.slow
@pytest.mark.parametrize("version", PYTHONS)
def test_every_python_of_the_machine(version: str, expected: str) -> None:
    assert dump([PYTHONS[version], "-I", str(_HERE / "dump.py"), str(ROOT)], "random") == expected


@pytest.mark.slow
def test_pyodide(site: Path, expected: str) -> None:
    """With the page's own Pyodide, in Node."""
    _, node = environment.node()
    pyodide = environment.packages(LOCK) / "node_modules" / "pyodide"
    assert site.is_dir()
    assert dump([node, str(_HERE / "dump.mjs"), str(pyodide), str(ROOT)]) == expected
