"""Run the tests, on a fresh machine too: `python3 tests`.

Without arguments: the environment, a browser and the page are brought about, then ruff, mypy and pytest run, each with
its wall time; the exit code is 0 only if all of them pass. One to three tests that failed in the browser are run once
more, by themselves, and it is said which: a browser on a busy machine may stop drawing for half a minute.
With arguments: pytest alone, with these arguments.
`python3 tests NAME ...` runs the program of that name, a module or package in tests/referee, tests/battery or tests,
with the rest of the arguments.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
sys.path.insert(0, str(ROOT))

from web import environment  # noqa: E402  (the folder above is on the path only now)


def main(arguments: list[str]) -> int:
    """Do what *arguments* ask for; return the exit code."""
    os.chdir(ROOT)
    for module in _programs(arguments[0]) if arguments else ():
        if (ROOT / f"{module.replace('.', '/')}.py").is_file():
            return python("-m", module, *arguments[1:])
    if arguments:
        return python("-m", "pytest", *arguments)
    steps: dict[str, Callable[[], int]] = {
        "environment": prepare,
        "page": partial(python, "web", "build"),
        "ruff": partial(python, "-m", "ruff", "check"),
        "mypy": partial(python, "-m", "mypy"),
        "pytest": test,
    }
    begin = time.monotonic()
    results = {name: run(name, step) for name, step in steps.items()}
    failed = [name for name, code in results.items() if code]
    print(f"\n{'FAILED: ' + ', '.join(failed) if failed else 'All passed'} in {time.monotonic() - begin:.1f} s")
    return 1 if failed else 0


def _programs(name: str) -> tuple[str, ...]:
    """The modules that a program of this name may be."""
    if not name.isidentifier() or name.startswith("test_"):
        return ()
    rooms = ("tests.referee", "tests.battery", "tests")
    return tuple(f"{room}.{name}{end}" for room in rooms for end in ("", ".__main__"))


def prepare() -> int:
    """Bring about the virtual environment and the browsers."""
    environment.ensure("test")
    print(f"browsers: {environment.chromium()}, {environment.firefox()}")
    return 0


def test() -> int:
    """Run all tests in parallel, and a few that failed in the browser once more."""
    LAST_FAILED.unlink(missing_ok=True)
    code = python("-m", "pytest", "-n", str(min(os.cpu_count() or 1, 8)), "--dist", "worksteal", "--durations=10")
    failed = json.loads(LAST_FAILED.read_text(encoding="utf-8")) if code == 1 and LAST_FAILED.is_file() else {}
    if not failed or len(failed) > 3 or not all(name.startswith("tests/browser/") for name in failed):
        return code
    print("\nOnce more, by themselves:", *failed, sep="\n  ", flush=True)
    return python("-m", "pytest", *failed)


def python(*arguments: str) -> int:
    """Run the environment's Python with *arguments*; return its exit code."""
    return subprocess.run([environment.ensure("test"), *arguments]).returncode


def run(name: str, step: Callable[[], int]) -> int:
    """Carry out *step* between a line that names it and one that tells its outcome and wall time."""
    print(f"\n=== {name}", flush=True)
    begin = time.monotonic()
    code = step()
    outcome = f"failed with exit code {code}" if code else "ok"
    print(f"=== {name}: {outcome}, {time.monotonic() - begin:.1f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
