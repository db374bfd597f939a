"""Check whether the tests notice faults put into the rules: ``python3 tests mutation``.

mutmut changes the functions of ``keyharvest/rules`` one small thing at a time, in a copy under ``build/mutation``
(``[tool.mutmut]`` in pyproject.toml). The tests of the rules, the situations, perft and the golden records then run
with one changed function each, in a process of its own (mutant.py), until one of them fails. Equivalent mutants, which
no test can notice, are listed in ``mutation.txt`` with the reason. The last lines list the survivors; the exit code is
1 if less than 95% are killed or explained. Mutants killed in an earlier run are not tried again while their function
is unchanged.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Final

from keyharvest.commands.arguments import count
from web import environment

_COPY: Final = environment.ROOT / "build" / "mutation"
_COPIED: Final = ("keyharvest", "tests", "web", "pyproject.toml", "README.md", "LICENSE")
_KILLED: Final = _COPY / "killed.json"
_EXPLAINED: Final = Path(__file__).with_suffix(".txt")
_RULES: Final = Path("keyharvest") / "rules"
_WANTED: Final = 0.95
_LONGEST: Final = 120  # seconds, for tests that take ten: an endless mutant counts as noticed


@dataclass(frozen=True)
class Mutant:
    """A function of the rules with one thing changed."""

    module: str
    function: str
    was: str
    becomes: str

    @property
    def change(self) -> str:
        """As in ``mutation.txt``: the function, its lines before, and after.

        >>> print(Mutant("turn", "Turn.legal", "def legal():\\n    x = 1\\n", "def legal():\\n    x = 2\\n").change)
        turn.Turn.legal: x = 1 => x = 2
        """
        lines = list(difflib.unified_diff(self.was.splitlines(), self.becomes.splitlines(), n=0, lineterm=""))[2:]
        was, becomes = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
        return f"{self.module}.{self.function}: {was} => {becomes}"

    @property
    def digest(self) -> str:
        """A digest of the function and the mutant."""
        return hashlib.sha256(f"{self.module}\0{self.function}\0{self.was}\0{self.becomes}".encode()).hexdigest()

    def source(self) -> str:
        """The whole module with the mutant in it."""
        original = (environment.ROOT / _RULES / f"{self.module}.py").read_text(encoding="utf-8")
        lines = original.splitlines(keepends=True)
        *classes, name = self.function.split(".")
        body = ast.parse(original).body
        for class_ in classes:
            body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == class_)
        node = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == name)
        return "".join([*lines[: node.lineno - 1], self.becomes, *lines[node.end_lineno :]])


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 1 if too many mutants survive."""
    parser = argparse.ArgumentParser(prog="tests mutation", description="Check that tests notice faults in the rules.")
    parser.add_argument("--sample", type=count, help="try only this many mutants (default: all, which takes an hour)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample (default 1)")
    parser.add_argument(
        "--jobs", type=count, default=os.cpu_count() or 1, help="processes (default: one per processor)"
    )
    options = parser.parse_args(argv)
    mutmut = environment.ensure("mutation").with_name("mutmut")
    found = mutants(mutmut)
    if options.sample and options.sample < len(found):
        found = random.Random(options.seed).sample(found, options.sample)
    killed = set(json.loads(_KILLED.read_text(encoding="utf-8")) if _KILLED.exists() else [])
    reasons = explained()
    untried = [mutant for mutant in found if mutant.digest not in killed and mutant.change not in reasons]
    python = mutmut.with_name("python")
    with ThreadPool(options.jobs) as pool:
        lives = pool.imap(lambda mutant: _lives(python, mutant), untried)
        for number, (mutant, alive) in enumerate(zip(untried, lives, strict=True), 1):
            if alive:
                print(mutant.change, flush=True)
            else:
                killed.add(mutant.digest)
                _KILLED.write_text(json.dumps(sorted(killed)), encoding="utf-8")
            print(f"\r{number} of {len(untried)} tried ", end="", file=sys.stderr, flush=True)
    return _report(found, killed, reasons)


def mutants(mutmut: Path) -> list[Mutant]:
    """Return all mutants of the rules as mutmut makes them."""
    for name in _COPIED:
        source, target = environment.ROOT / name, _COPY / name
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    # mutmut makes them only when it is asked to run.
    subprocess.run([mutmut, "run", "no.such.mutant"], cwd=_COPY, capture_output=True, check=False)
    found = []
    for path in sorted((_COPY / "mutants" / _RULES).glob("*.py")):
        found += mutants_in(path.stem, path.read_text(encoding="utf-8"))
    return found


def mutants_in(module: str, text: str) -> list[Mutant]:
    """Yield the mutants in one of mutmut's modules, where they follow the original function.

    >>> text = "def x_f__mutmut_orig():\\n    return 1\\ndef x_f__mutmut_1():\\n    return 2\\n"
    >>> [mutant.change for mutant in mutants_in("a", text)]
    ['a.f: return 1 => return 2']
    """
    lines = text.splitlines(keepends=True)
    texts: dict[str, dict[str, str]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and "__mutmut_" in node.name:
            # xǁTurnǁlegal__mutmut_3 in a class, x_begin_turn__mutmut_3 outside.
            mangled, _, number = node.name.rpartition("__mutmut_")
            parts = mangled.split("ǁ")[1:] if "ǁ" in mangled else [mangled.removeprefix("x_")]
            whole = "".join(lines[node.lineno - 1 : node.end_lineno])
            texts.setdefault(".".join(parts), {})[number] = whole.replace(node.name, parts[-1], 1)
    found = []
    for function, variants in texts.items():
        was = variants.pop("orig")
        found += [Mutant(module, function, was, becomes) for _, becomes in sorted(variants.items())]
    return found


def _lives(python: Path, mutant: Mutant) -> bool:
    """Whether all tests pass with the mutant in place of our function."""
    changed = _COPY / f"{mutant.digest}.py"
    changed.write_text(mutant.source(), encoding="utf-8")
    try:
        command = [str(python), "-m", "tests.battery.mutant", f"keyharvest.rules.{mutant.module}", str(changed)]
        done = subprocess.run(command, cwd=environment.ROOT, capture_output=True, timeout=_LONGEST, check=False)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        changed.unlink()


def _report(found: Sequence[Mutant], killed: set[str], reasons: dict[str, str]) -> int:
    by_module: dict[str, Counter[str]] = {}
    for mutant in found:
        kind = "killed" if mutant.digest in killed else "explained" if mutant.change in reasons else "living"
        by_module.setdefault(mutant.module, Counter())[kind] += 1
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


def explained() -> dict[str, str]:
    """Return the equivalent mutants with the reason: lines of ``mutation.txt``, each below its reason."""
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
