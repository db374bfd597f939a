"""Generated files: ``python3 tests generated`` updates them, ``--check`` lists the outdated ones.

Files that take seconds and come out the same everywhere are made here and compared byte by byte. Those that need a long
time, a browser or games have a command of their own, which this one names; their tests find outdated ones.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from keyharvest.lab import make_layout
from keyharvest.words.language import LANGUAGES
from keyharvest.words.rules_text import numbers
from tests.battery import rooms
from tests.helpers import frame_table, vector_table
from web.bundle import hosts
from web.environment import ROOT
from web.tools import catalogue

COMMAND: Final = "python3 tests generated"


@dataclass(frozen=True)
class Generated:
    """Files, as patterns below the project's root, and how they are made.

    Either `make` returns their content, or `command` writes them and pytest's `tests` find outdated ones. Data learnt
    from games has no tests here: it never becomes outdated.
    """

    patterns: str
    make: Callable[[], dict[Path, str]] | None = None
    command: str = COMMAND
    tests: str = ""

    def files(self) -> list[Path]:
        """Return the existing files."""
        return sorted(path for pattern in self.patterns.split() for path in ROOT.glob(pattern))


def _catalogues() -> dict[Path, str]:
    return {catalogue.po_file(code): catalogue.renewed(code)[1] for code in LANGUAGES if code != "en"}


def _rule_numbers() -> dict[Path, str]:
    return {ROOT / "tests/data/rule_numbers.txt": "".join(f"{number}\n" for number in numbers())}


def _page(path: Path, renewed: Callable[[str], str]) -> Callable[[], dict[Path, str]]:
    return lambda: {path: renewed(path.read_text(encoding="utf-8"))}


ALL: Final = (
    Generated("keyharvest/words/locale/*/LC_MESSAGES/keyharvest.po", _catalogues),
    Generated("tests/data/rule_numbers.txt", _rule_numbers),
    Generated("keyharvest/docs/environments.md", _page(vector_table.PAGE, vector_table.renewed)),
    Generated("keyharvest/docs/formats.md", _page(frame_table.PAGE, frame_table.renewed)),
    Generated("keyharvest/docs/hosting.md", _page(hosts.PAGE, hosts.renewed)),
    Generated("keyharvest/docs/rooms.svg", lambda: {rooms.PICTURE: rooms.drawing()}),
    Generated("keyharvest/rules/layout.json", lambda: {ROOT / "keyharvest/rules/layout.json": make_layout.make()}),
    Generated(
        "tests/golden/*.txt tests/golden/results.json", command="python3 tests golden", tests="tests/test_golden.py"
    ),
    Generated(
        "tests/situations/records/*.txt",
        command="python3 tests situations --find",
        tests="tests/situations/test_situations.py",
    ),
    Generated("tests/perft/counts.txt", command="python3 tests perft --renew", tests="tests/perft/test_perft.py"),
    Generated(
        "keyharvest/docs/balance.md keyharvest/docs/balance/*.svg",
        command="keyharvest study --out keyharvest/docs --player master@nodes:400 --games 1000 --seed 0",
        tests="tests/lab/test_study.py",
    ),
    Generated(
        "keyharvest/search/chances.json",
        command="keyharvest calibrate --games 200 --player greedy --out keyharvest/search/chances.json",
    ),
    Generated(
        "keyharvest/search/weights-*.json",
        command="keyharvest train --seats N --out keyharvest/search/weights-N.json",
    ),
    Generated(
        "keyharvest/puzzles/puzzles.jsonl",
        command="keyharvest puzzle make FILE --games 66 --seed 0",
        tests="tests/puzzles/test_puzzles.py",
    ),
    Generated(
        "web/embed/heights.json",
        command=".venv/bin/python -m web.tools.heights",
        tests="tests/web/test_demos.py::test_the_height_of_every_page_is_known"
        " tests/browser/test_embed.py::test_the_height_of_a_demo_is_reserved_before_it_is_there_and_stays",
    ),
    Generated(
        "web/pyodide/profile.json",
        command="python3 web profile",
        tests="tests/web/test_pyodide.py::test_the_profile_is_of_the_module_that_the_build_makes",
    ),
    Generated(
        "assets/*.png assets/*.webp",
        command="python3 tests assets",
        tests="tests/browser/test_offline.py::test_it_can_be_installed",
    ),
    Generated(
        "web/bundle/package-lock.json web/bench/*/package-lock.json tests/**/package-lock.json",
        command="npm install --package-lock-only --omit-lockfile-registry-resolved --prefix FOLDER",
        tests="tests/test_generated.py::test_a_lock_is_of_the_packages_beside_it",
    ),
)


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 1 if a file is outdated."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Update the generated files that take seconds.")
    parser.add_argument("--check", action="store_true", help="write nothing; list all outdated files")
    check = parser.parse_args(argv).check
    old = renew(check)
    for each in ALL:
        if each.make is None:
            print(f"{each.patterns}: {each.command}", flush=True)
    if not check:
        return 0
    tests = [test for each in ALL for test in each.tests.split()]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *tests], cwd=ROOT).returncode or (1 if old else 0)


def renew(check: bool) -> list[Path]:
    """Write the files that take seconds, or with *check* only compare them; return those that differ."""
    old = []
    for each in ALL:
        for path, text in (each.make() if each.make else {}).items():
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                old.append(path)
                print(f"{path.relative_to(ROOT)}: {f'old, run {COMMAND}' if check else 'renewed'}", flush=True)
                if not check:
                    path.write_text(text, encoding="utf-8")
    return old


if __name__ == "__main__":
    sys.exit(main())
