"""Whether the tests notice faults put into the rules: ``python3 tests mutation``.

mutmut changes the functions of ``keyharvest/rules`` one small thing at a time and runs the tests of the rules, of the
situations and of perft on each mutant, in a copy under ``build/mutation`` (what is tested with what: ``[tool.mutmut]``
in pyproject.toml). Those that live are tried again in a process of their own, for some functions run only when a module
is imported, and against the golden records too. Mutants that no test can notice, because they mean the same, are listed
in ``mutation.txt`` with the reason. The last lines tell of the others; the exit code is 1 if less than 95 % are killed
or explained.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Final

from web import environment

_COPY: Final = environment.ROOT / "build" / "mutation"
_COPIED: Final = ("keyharvest", "tests", "web", "pyproject.toml", "README.md", "LICENSE")
_EXPLAINED: Final = Path(__file__).with_suffix(".txt")
_WANTED: Final = 0.95
_KILLED: Final = (1, -24)  # a test fails; the tests take far too long


def main(argv: list[str] | None = None) -> int:
    """The command line; returns 1 if too many mutants live."""
    parser = argparse.ArgumentParser(prog="tests mutation", description="Whether the tests notice faults in the rules.")
    parser.add_argument("--sample", type=int, help="try only so many mutants (default: all, which takes an hour)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per processor)")
    options = parser.parse_args(argv)
    mutmut = environment.ensure("mutation").with_name("mutmut")
    _copy()
    # Mutants have names only once they are made, and they are made only on the way to a run.
    _run([mutmut, "run", "no.such.mutant"])
    names = sorted(_verdicts())
    if options.sample and options.sample < len(names):
        names = random.Random(options.seed).sample(names, options.sample)
    _run_told([mutmut, "run", "--max-children", str(options.jobs), *names], names)
    verdicts = _verdicts()
    living = [name for name in names if verdicts[name] not in _KILLED]
    print(f"{len(living)} of {len(names)} live; they are tried again", flush=True)
    with ThreadPool(options.jobs) as pool:
        shown = dict(pool.map(partial(_tried_again, mutmut), living))
    return _report(names, {name: text for name, text in shown.items() if text})


def _copy() -> None:
    """The project anew, but for what an earlier run has found out about the same code."""
    for name in _COPIED:
        source, target = environment.ROOT / name, _COPY / name
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def _run(command: Sequence[object]) -> str:
    """Run a command in the copy; gives what it printed."""
    return subprocess.run(list(map(str, command)), cwd=_COPY, capture_output=True, text=True, check=False).stdout


def _run_told(command: Sequence[object], names: Sequence[str]) -> None:
    """Run mutmut in the copy, its own display into a file; now and then a line tells how far it is."""
    with (_COPY / "mutmut.log").open("w", encoding="utf-8") as log:
        running = subprocess.Popen(list(map(str, command)), cwd=_COPY, stdout=log, stderr=log)
        while running.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.wait(timeout=30)
            verdicts = _verdicts()
            print(
                f"{sum(verdicts[name] is not None for name in names)} of {len(names)} tried",
                file=sys.stderr,
                flush=True,
            )


def _verdicts() -> dict[str, int | None]:
    """The exit code of the tests for each mutant, ``None`` for those not tried yet."""
    found: dict[str, int | None] = {}
    for path in sorted((_COPY / "mutants" / "keyharvest" / "rules").glob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def _tried_again(mutmut: Path, name: str) -> tuple[str, str]:
    """What a mutant changes, or nothing if it does not live when Python starts with it."""
    config = tomllib.loads((_COPY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    tests = [*config["pytest_add_cli_args_test_selection"], "tests/test_golden.py"]
    done = subprocess.run(
        [mutmut.with_name("python"), "-m", "pytest", "-x", "-q", *config["pytest_add_cli_args"], *tests],
        cwd=_COPY / "mutants",
        env={**os.environ, "MUTANT_UNDER_TEST": name},
        capture_output=True,
        check=False,
    )
    return name, "" if done.returncode else _run([mutmut, "show", name])


def _report(names: Sequence[str], living: dict[str, str]) -> int:
    reasons = explained()
    by_module: dict[str, Counter[str]] = {}
    for name in names:
        shown = living.get(name)
        kind = "killed" if shown is None else "explained" if change(name, shown) in reasons else "living"
        by_module.setdefault(name.split(".")[2], Counter())[kind] += 1
        if shown is not None and kind == "living":
            print(f"\n{change(name, shown)}\n{shown}")
    print(f"\n{'module':12} {'mutants':>8} {'killed':>8} {'explained':>10} {'living':>8}")
    total: Counter[str] = Counter()
    for module, numbers in sorted(by_module.items()):
        total += numbers
        print(_row(module, numbers))
    print(_row("all", total))
    held = total["killed"] + total["explained"]
    print(f"{held / total.total():.1%} killed or explained, {total['killed'] / total.total():.1%} killed")
    return 0 if held >= _WANTED * total.total() else 1


def _row(name: str, numbers: Counter[str]) -> str:
    return f"{name:12} {numbers.total():8} {numbers['killed']:8} {numbers['explained']:10} {numbers['living']:8}"


def change(name: str, shown: str) -> str:
    """A mutant as ``mutation.txt`` names it: the function, the line as it was, and as it is.

    >>> change("keyharvest.rules.turn.xǁTurnǁlegal__mutmut_3", '''--- a
    ... +++ b
    ... -    x = 1
    ... +    x = 2
    ... ''')
    'turn.Turn.legal: x = 1 => x = 2'
    """
    function = name.partition("keyharvest.rules.")[2].rpartition("__mutmut_")[0]
    module, _, rest = function.partition(".")
    place = ".".join(part for part in rest.removeprefix("x").removeprefix("_").split("ǁ") if part)
    lines = [line for line in shown.splitlines() if not line.startswith(("---", "+++"))]
    was, becomes = (" ".join(line[1:].strip() for line in lines if line[:1] == sign) for sign in "-+")
    return f"{module}.{place}: {was} => {becomes}"


def explained() -> dict[str, str]:
    """The mutants that mean the same as the code, with the reason: lines of ``mutation.txt``, each below its reason."""
    found = {}
    reason = ""
    for line in _EXPLAINED.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            found[line] = reason
    return found


if __name__ == "__main__":
    sys.exit(main())
