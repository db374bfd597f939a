"""Run programs, with one clear line if they fail, and find the files they make."""

import re
import subprocess
from pathlib import Path

from web.environment import ROOT


def run(command: list[str | Path], folder: Path) -> None:
    """Run a program without showing its output. Raise `ValueError` with the line that best says why it failed."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{Path(command[0]).name} failed ({done.returncode}): {fault(done.stdout + done.stderr)}")


def fault(output: str) -> str:
    """Return the line of a program's output that best says what went wrong: the last error, or else the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(npm )?\w*error\b", line, re.IGNORECASE)]
    return (errors or lines or ["it did not say why"])[-1]


def only(folder: Path, pattern: str) -> Path:
    """Return the one file in *folder* that matches *pattern*. Raise `ValueError` if there is none or more than one."""
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise ValueError(f"{folder.relative_to(ROOT)} should hold one {pattern}, but holds {len(found)}")
    return found[0]
