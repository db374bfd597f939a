"""``python3 web lighthouse``: Lighthouse's audits of the first screen and of a game, as on a phone.

Accessibility and best practices are the same on any machine. Lighthouse simulates a slow phone on the machine's own
processor, so times, and the performance score computed from them, are meaningful only if nothing else is running. They
are comparable only between machines of the same speed, as measured by Lighthouse's benchmarkIndex.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from web import environment
from web.bench import start
from web.bundle import stages

LOCK = Path(__file__).with_name("package-lock.json")
LEAST = {"performance": 0.9, "accessibility": 1.0, "best-practices": 0.95}
MOST = {"total-blocking-time": 200.0, "cumulative-layout-shift": 0.02}  # ms; fraction of the window
FLAGS = "--headless=new --no-sandbox --disable-dev-shm-usage"


def audit(url: str) -> dict[str, Any]:
    """Return Lighthouse's report on a page. Raise `ValueError` if there is none."""
    packages = environment.packages(LOCK)
    _, node = environment.node()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command: list[str | Path] = [
            node, packages / "node_modules/lighthouse/cli/index.js", url, "--quiet", f"--chrome-flags={FLAGS}",
            f"--only-categories={','.join(LEAST)}", "--output=json", f"--output-path={report}",
        ]  # fmt: skip
        environ = os.environ | {"CHROME_PATH": str(environment.chromium())}
        done = subprocess.run(command, env=environ, capture_output=True, text=True)
        if done.returncode:
            raise ValueError(f"Lighthouse failed ({done.returncode}): {(done.stderr.strip() or '?').splitlines()[-1]}")
        found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


def lines(report: dict[str, Any]) -> list[str]:
    """Yield the scores and times beside their limits, then the audits that cost points."""
    audits = report["audits"]
    told = []
    for name, least in LEAST.items():
        score = report["categories"][name]["score"]
        told.append(f"  {name:26}{score:8.2f}  at least {least:g}{'' if score >= least else '  MISSED'}")
    for name, most in MOST.items():
        value = audits[name]["numericValue"]
        told.append(f"  {name:26}{value:8.2f}  at most {most:g}{'' if value <= most else '  MISSED'}")
    for category in report["categories"].values():
        faults = [audits[each["id"]] for each in category["auditRefs"] if each["weight"]]
        told += [f"    {fault['score']:.2f} {fault['title']}" for fault in faults if (fault["score"] or 0) < 0.9]
    return told


def main() -> int:
    """Audit both screens and print the findings; return 1 if a limit is missed."""
    game = Sitting.new([Chair("Robin", "person"), Chair("Ada", "farmhand")], "drawn", 1)
    missed = False
    with start.running(stages.build(compress=True)) as running:
        for name, url in (("first screen", running.url), ("game", f"{running.url}#{game.sealed()}")):
            report = audit(url)
            told = lines(report)
            machine = f"machine's benchmarkIndex {report['environment']['benchmarkIndex']:.0f}"
            print(f"{name} ({machine})", *told, sep="\n", flush=True)
            missed |= any(line.endswith("MISSED") for line in told)
    return int(missed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as error:
        sys.exit(f"python3 web lighthouse: {error}")
