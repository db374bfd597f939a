"""Run the tests, on a fresh machine too.

python3 tests              all that guards behaviour: types, lint, rules, page, and each way of use once in a browser
python3 tests quick        the same without what takes long, and with six of the tests in a browser
python3 tests all          everything checked before a change lands: adds sweeps of sizes, themes and languages,
                           accessibility, starts that fail, other browsers
python3 tests long         what repeats those at greater length, and the full batteries; takes hours, runs every night
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
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".pytest_cache"
sys.path.insert(0, str(ROOT))

from web import environment  # noqa: E402  (the folder above has only now joined the path)

#: The tests' programs by their names; the first line of each docstring is its summary.
PROGRAMS = {
    "generated": "tests.generated",
    "intents": "tests.helpers.intents",
    "lint": "tests.lint.__main__",
    "rooms": "tests.battery.rooms",
    "lines": "tests.battery.lines",
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
    "plans": "tests.battery.plans",
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
    ("plans", "--hints", "2000"),
    ("screenshots",),
    ("mutation",),
)
#: The pytest marks of each extent.
EXTENTS = {
    "quick": "not long and not thorough and (smoke or not (browser or slow))",
    "": "not long and not thorough",
    "all": "not long",
}
#: Tests in a browser that failed are repeated, if they are no more than this.
REPEATED = 3


def main(arguments: list[str]) -> int:
    """Run what *arguments* ask for; return the exit code."""
    os.chdir(ROOT)
    # Four workers of pytest and hundreds of processes import the same modules: without bytecode half of that is lost.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    match arguments:
        case [] | ["quick" | "all"]:
            return prove(EXTENTS["".join(arguments)])
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


def prove(extent: str) -> int:
    """Install what is needed and build the page; then check types and style and run the tests of an *extent*.

    Those run side by side: tests in a browser wait half of the time.
    """
    if code := report({"environment": prepare, "page": partial(python, "web", "build")}):
        return code
    parts = {
        "ruff": partial(output, "-m", "ruff", "check"),
        "types": partial(output, "-m", "mypy"),
        "lint": partial(output, "-m", "tests.lint"),
        "browser": partial(in_browser, extent),
        "tests": partial(pytest, "tests", extent, "--ignore=tests/browser"),
    }
    print(f"\n=== side by side: {', '.join(parts)}", flush=True)
    begin = time.monotonic()
    failed = []
    with ThreadPoolExecutor(len(parts)) as pool:
        for done in as_completed(pool.submit(timed, name, part) for name, part in parts.items()):
            name, code, said, seconds = done.result()
            print(f"\n=== {name}\n{said}=== {name}: {verdict(code)}, {seconds:.1f} s", flush=True)
            failed += [name] if code else []
    print(f"\n{'FAILED: ' + ', '.join(failed) if failed else 'All passed'} in {time.monotonic() - begin:.1f} s")
    return 1 if failed else 0


def timed(name: str, part: Callable[[], tuple[int, str]]) -> tuple[str, int, str, float]:
    """Run a part; return its name, its exit code, its output and the seconds it took."""
    begin = time.monotonic()
    code, said = part()
    return name, code, said, time.monotonic() - begin


def pytest(name: str, marks: str, where: str, more: int = 0) -> tuple[int, str]:
    """Run the tests with some *marks*, in a worker for each core and *more*; return the exit code and the output.

    *where* is a folder, or an option that leaves one out: each worker imports all that it finds, which takes seconds.
    """
    workers = max(2, os.cpu_count() or 1) + more
    # File by file, since what the tests of one share is made once in a worker; the files that take long come first.
    spread = ["-n", str(workers), "--dist", "loadfile", "--no-loadscope-reorder"]
    return output("-m", "pytest", where, *spread, "--durations=5", "-m", marks, "-o", f"cache_dir={CACHE / name}")


def in_browser(marks: str) -> tuple[int, str]:
    """Run tests in a browser, then repeat a few that failed, each on its own; the output counts and names those.

    A browser on a busy machine may stop drawing for half a minute; mend a test that needs this all the same.
    """
    last = CACHE / "browser" / "v" / "cache" / "lastfailed"
    last.unlink(missing_ok=True)
    more = int(marks != EXTENTS["quick"])  # browsers wait half of the time, but each has to start
    code, said = pytest("browser", marks, "tests/browser", more)
    failed = [*json.loads(last.read_text(encoding="utf-8"))] if code == 1 and last.is_file() else []
    if not failed or len(failed) > REPEATED:
        return code, said
    again = {name: output("-m", "pytest", name) for name in failed}
    unsteady = [name for name, (code, _) in again.items() if not code]
    said += "".join(more for _, more in again.values())
    said += f"Passed only when repeated: {len(unsteady)}\n" + "".join(f"  {name}\n" for name in unsteady)
    return max(code for code, _ in again.values()), said


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


def python(*arguments: str) -> int:
    """Run the environment's Python with *arguments*; return its exit code."""
    return subprocess.run([environment.ensure("test"), *arguments]).returncode


def output(*arguments: str) -> tuple[int, str]:
    """Run the environment's Python with *arguments*; return its exit code and its output."""
    command = [str(environment.PYTHON), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")
    return done.returncode, done.stdout


def run(name: str, step: Callable[[], int]) -> int:
    """Run *step* between a line with its name and one with its outcome and wall time."""
    print(f"\n=== {name}", flush=True)
    begin = time.monotonic()
    code = step()
    print(f"=== {name}: {verdict(code)}, {time.monotonic() - begin:.1f} s", flush=True)
    return code


def verdict(code: int) -> str:
    """Return an exit code in words."""
    return f"failed with exit code {code}" if code else "ok"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
