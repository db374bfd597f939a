"""The compiled engine (web/bundle/native.py) plays like the pure one: same moves, same records, same counts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from keyharvest.lab.speed import Uncompiled, pace
from web.environment import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.long]

#: Runs a module of the tests with the package of a folder: once that is imported, all of its modules come from there.
START = """
import runpy, sys
folder, root, module, *sys.argv[1:] = sys.argv[1:]
sys.path[:0] = [folder, root]
import keyharvest.rules.engine
assert not keyharvest.rules.engine.__file__.endswith(".py"), keyharvest.rules.engine.__file__
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""

Run = Callable[..., str]


def lacking() -> str:
    """Return the reason why the machine can't compile for the running Python, or nothing."""
    compiler = str(sysconfig.get_config_var("CC") or "cl").split()[0]
    if not shutil.which(compiler):
        return f"no C compiler: {compiler} is not installed"
    return "" if Path(sysconfig.get_path("include"), "Python.h").is_file() else "Python's C headers are not installed"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an unpacked wheel with a compiled engine."""
    if reason := lacking():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("compiled")
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(ROOT)]
    options = {"KEYHARVEST_COMPILE": "1", "KEYHARVEST_OPTIMIZE": "0"}
    done = subprocess.run(command, env=os.environ | options, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    wheel = next(folder.glob("keyharvest-*.whl"))
    assert "none-any" not in wheel.name
    zipfile.ZipFile(wheel).extractall(folder / "unpacked")
    return folder / "unpacked"


@pytest.fixture
def run(compiled: Path, tmp_path: Path) -> Run:
    """Run a module with the compiled engine; return what it prints."""

    def run(module: str, *arguments: str) -> str:
        command = [sys.executable, "-c", START, str(compiled), str(ROOT), module, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_it_agrees_with_the_second_referee(run: Run) -> None:
    run("tests.referee.differential", "--games", "4", "--seed", "1000", "--jobs", "1")


@pytest.mark.parametrize(
    "left_out",
    [
        # Other hash seeds are tried in processes of their own, which have the pure engine.
        pytest.param("hash_seed or random-", id="scripts"),
        pytest.param("hash_seed", id="all", marks=pytest.mark.long),
    ],
)
def test_it_counts_as_many_sequences_and_replays_every_record(run: Run, left_out: str) -> None:
    tests = (str(ROOT / "tests/perft"), str(ROOT / "tests/test_golden.py"))
    told = run("pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", f"not ({left_out})")
    assert " passed" in told


def test_its_games_and_searches_are_those_of_the_pure_engine(run: Run) -> None:
    dump = "tests.battery.determinism.dump"
    pure = subprocess.run([sys.executable, "-m", dump, str(ROOT)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run(dump, str(ROOT)) == pure.stdout


def test_bench_compares_it_with_the_pure_one(run: Run) -> None:
    assert '"search_times_pure"' in run("keyharvest", "bench", "--games", "1", "--json")


def test_an_engine_is_measured_in_another_process_too() -> None:
    measured = Uncompiled()
    try:
        assert min(measured.pace(1, 1)) > 0
    finally:
        measured.close()
    assert min(pace(1, 1)) > 0
