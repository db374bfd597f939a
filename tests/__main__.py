"""Run the tests, on a fresh machine too.

python3 tests              everything checked before a change lands: types, lint, every test, a real browser
python3 tests quick        the same in a minute and a half, without the tests that take long or need a browser, except
                           for eight that open the page
python3 tests long         the full batteries; takes hours
python3 tests lint         check style sheets and scripts; --fix corrects what it can
python3 tests generated    update the generated files; --check lists the outdated ones
python3 tests NAME ...     one of the programs below, with its own arguments; --help lists them
python3 tests ...          anything else goes to pytest: python3 tests tests/rules -k refill
"""

import ast
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

from web import environment  # noqa: E402  (the folder above has only now joined the path)

#: The tests' programs by their names; the first line of each docstring is its summary.
PROGRAMS = {
    "generated": "tests.generated",
    "lint": "tests.lint.__main__",
    "rooms": "tests.battery.rooms",
    "words": "tests.words.__main__",
    "golden": "tests.golden.make",
    "assets": "tests.battery.assets",
    "differential": "tests.referee.differential",
    "fuzz": "tests.battery.fuzz",
    "live": "tests.battery.live",
    "situations": "tests.situations.__main__",
    "perft": "tests.perft.__main__",
    "puzzles": "tests.puzzles.__main__",
    "mutation": "tests.battery.mutation",
    "fair": "tests.battery.fair",
    "screenshots": "tests.battery.screenshots.__main__",
}
#: The batteries of `python3 tests long`.
LONG = (
    ("differential", "--games", "3000", "--seed", "7"),
    ("fuzz", "--inputs", "200000", "--seed", "1"),
    ("live", "--games", "3000"),
    ("situations",),
    ("perft",),
    ("puzzles",),
    ("fair", "--games", "500", "--seed", "1"),
    ("screenshots",),
    ("mutation",),
)
#: The pytest marks of `python3 tests quick`.
QUICK = "not long and (smoke or not (browser or slow))"


def main(arguments: list[str]) -> int:
    """Run what *arguments* ask for; return the exit code."""
    os.chdir(ROOT)
    # Four workers of pytest and hundreds of processes import the same modules: without bytecode half of that is lost.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    match arguments:
        case []:
            return prove()
        case ["quick"]:
            return prove("-m", QUICK)
        case ["long"]:
            batteries: dict[str, Callable[[], int]] = {" ".join(each): partial(program, *each) for each in LONG}
            return report({"pytest": partial(python, "-m", "pytest", "-m", "long"), **batteries})
        case ["-h" | "--help"]:
            print(__doc__, *(f"{name:14}{summary(module)}" for name, module in PROGRAMS.items()), sep="\n")
            return 0
        case [name, *rest] if name in PROGRAMS:
            return program(name, *rest)
    return python("-m", "pytest", *arguments)


def summary(module: str) -> str:
    """Return the first line of a module's docstring."""
    source = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def program(name: str, *arguments: str) -> int:
    """Run one of the programs; return its exit code."""
    return python("-m", PROGRAMS[name].removesuffix(".__main__"), *arguments)


def prove(*selection: str) -> int:
    """Install what is needed, build the page, check types and style, and run pytest on a *selection* of the tests."""
    beside: dict[str, subprocess.Popen[str]] = {}

    def begin() -> int:
        # These run beside the tests, which do not always use all cores; tests that need the page wait for it.
        for name, *command in (("page", "web", "build"), ("types", "-m", "mypy"), ("lint", "-m", "tests.lint")):
            beside[name] = subprocess.Popen(
                [environment.ensure("test"), *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        return python("-m", "ruff", "check")

    def end(name: str) -> int:
        print(beside[name].communicate()[0], end="", flush=True)
        return beside[name].returncode

    steps: dict[str, Callable[[], int]] = {
        "environment": prepare,
        "ruff": begin,
        "pytest": partial(test, *selection),
        "page": partial(end, "page"),
        "lint": partial(end, "lint"),
        "types": partial(end, "types"),
    }
    return report(steps)


def report(steps: dict[str, Callable[[], int]]) -> int:
    """Run all *steps*, even after failures, and list those that failed; return the exit code."""
    begin = time.monotonic()
    failed = [name for name, step in steps.items() if run(name, step)]
    print(f"\n{'FAILED: ' + ', '.join(failed) if failed else 'All passed'} in {time.monotonic() - begin:.1f} s")
    return 1 if failed else 0


def prepare() -> int:
    """Install the virtual environment and the browsers."""
    environment.ensure("test")
    chromiums = dict.fromkeys((environment.headless(), environment.chromium()))
    print("browsers:", *chromiums, environment.firefox(), environment.webkit() or "no WebKit")
    return 0


def test(*selection: str) -> int:
    """Run tests in parallel, then up to three that failed in the browser once more, on their own.

    The report names them: a browser on a busy machine may stop drawing for half a minute.
    """
    LAST_FAILED.unlink(missing_ok=True)
    workers = str(min(2 * (os.cpu_count() or 1), 8))  # tests in the browser wait half of the time
    code = python("-m", "pytest", "-n", workers, "--dist", "worksteal", "--durations=10", *selection)
    failed = json.loads(LAST_FAILED.read_text(encoding="utf-8")) if code == 1 and LAST_FAILED.is_file() else {}
    if not failed or len(failed) > 3 or not all(name.startswith("tests/browser/") for name in failed):
        return code
    print("\nOnce more, by themselves:", *failed, sep="\n  ", flush=True)
    return python("-m", "pytest", *failed)


def python(*arguments: str) -> int:
    """Run the environment's Python with *arguments*; return its exit code."""
    return subprocess.run([environment.ensure("test"), *arguments]).returncode


def run(name: str, step: Callable[[], int]) -> int:
    """Run *step* between a line with its name and one with its outcome and wall time."""
    print(f"\n=== {name}", flush=True)
    begin = time.monotonic()
    code = step()
    outcome = f"failed with exit code {code}" if code else "ok"
    print(f"=== {name}: {outcome}, {time.monotonic() - begin:.1f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
