"""Lint the style sheets and scripts: ``python3 tests lint``; with ``--fix``, correct what the linters can.

Stylelint and Prettier read the style sheets, ESLint the scripts; the rules are in the configurations beside this file.
A file is read again only if it or its linter's rules have changed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from web import environment
from web.environment import ROOT

HERE = Path(__file__).resolve().parent
FOLDERS = (ROOT / "web", ROOT / "tests")


def commands(modules: Path, fix: bool) -> list[list[str]]:
    """Return the linters' command lines without Node.js itself; *modules* is the folder with their packages."""
    sheets, scripts = files(".css"), files(".js", ".mjs")
    mend = ["--fix"] if fix else []

    def cache(name: str) -> list[str]:
        return ["--cache", "--cache-location", str(ROOT / ".cache" / f"{name}.json")]

    return [
        [
            f"{modules}/prettier/bin/prettier.cjs",
            *("--no-config", "--print-width=120", "--log-level=warn"),
            *cache("prettier"),
            *("--write" if fix else "--check", *sheets),
        ],
        [
            f"{modules}/stylelint/bin/stylelint.mjs",
            *("--config", f"{HERE}/stylelint.config.mjs", "--config-basedir", str(modules.parent)),
            *cache("stylelint"),
            *(*mend, *sheets),
        ],
        [f"{modules}/eslint/bin/eslint.js", "--config", f"{HERE}/eslint.config.mjs", *cache("eslint"), *mend, *scripts],
    ]


def files(*endings: str) -> list[str]:
    """Return the project's files with one of these endings."""
    found = (path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in endings)
    return [str(path.relative_to(ROOT)) for path in sorted(found)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all linters; return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 tests lint", description=__doc__)
    parser.add_argument("--fix", action="store_true", help="fix what the linters can")
    fix = parser.parse_args(arguments).fix
    _, node = environment.node()
    modules = environment.packages(HERE / "package-lock.json") / "node_modules"
    environ = os.environ | {"NODE_PATH": str(modules)}
    codes = [subprocess.run([node, *command], cwd=ROOT, env=environ).returncode for command in commands(modules, fix)]
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
