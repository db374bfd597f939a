"""Play fair games with liars; every lie must be named, and nobody honest blamed or stuck: ``python3 tests fair``.

python3 tests fair                       500 games of two to four players; in most, a guest, the host or two in league
                                         change any message in any way, in the others a liar changes one on purpose
python3 tests fair --games 40 --seed 7   fewer and other games
python3 tests fair --times               what a game costs each player's program, in this Python and in Pyodide
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from keyharvest.commands.arguments import count
from tests.remote.fair.liars import ROLES, play_with_liars
from tests.remote.fair.lies import CASES, play_with_liar
from web import environment


def main(argv: list[str] | None = None) -> int:
    """Play the games and print what the pages said; return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 tests fair", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=count, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", action="store_true", help="measure processor times instead")
    arguments = parser.parse_args(argv)
    if arguments.times:
        return measure()
    begin = time.monotonic()
    failed = 0
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for at, (said, faults) in enumerate(pool.map(partial(game, arguments.seed), range(arguments.games))):
            seen[said] += 1
            for fault in faults:
                failed += 1
                print(f"game {at}: {fault}", flush=True)
    told = ", ".join(f"{number} {said}" for said, number in seen.most_common())
    print(f"{arguments.games} games in {time.monotonic() - begin:.0f} s: {told}; {failed} wrong")
    return 1 if failed else 0


def measure() -> int:
    """Print processor times in this Python and in Pyodide; return the exit code."""
    script = "tests/battery/fair_times.py"
    pyodide = environment.ROOT / "build" / "npm" / "node_modules" / "pyodide"
    for name, command in (
        ("CPython", [sys.executable, script]),
        ("Pyodide", [environment.node()[1], "tests/battery/determinism/dump.mjs", str(pyodide)]),
    ):
        print(f"{name}:", flush=True)
        more = [script] if name == "Pyodide" else []
        subprocess.run([*command, str(environment.ROOT), *more], cwd=environment.ROOT, check=True)
    return 0


def game(seed: int, at: int) -> tuple[str, list[str]]:
    """Play one game with liars; return its result and everything wrong with it."""
    number, turn = 1000 * seed + at, at // 4
    if at % 4:
        role, players = ROLES[turn % len(ROLES)], 2 + turn // len(ROLES) % 3
        party, liars, faults = play_with_liars(role, players, number)
        lied, found, what = bool(liars.done), [each for page in party.honest for each in page.findings], role
    else:
        case = CASES[turn % len(CASES)]
        players = max(case.least, 2 + turn // len(CASES) % 3)
        outcome = play_with_liar(case, players, number)
        lied, found = bool(outcome.party.lied), [each for page in outcome.party.honest for each in page.findings]
        faults, what = outcome.faults(), f"{case.kind}, {case.name}"
    said = "proven" if any(each.lie for each in found) else "in doubt" if found else "refused" if lied else "honest"
    return said, [f"{what}, {players} players: {fault}" for fault in faults]


if __name__ == "__main__":
    raise SystemExit(main())
