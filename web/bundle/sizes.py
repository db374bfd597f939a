"""The sizes of a built page, file by file."""

from collections.abc import Iterable
from pathlib import Path

from web.pyodide import DATA, REST

# Files that load after the board, and those that load only on request.
LATER = (
    "ahead-en.json",
    "ahead-de.json",
    "ahead-fr.json",
    REST,
    DATA,
    "snapshot.wasm",
    "motion.js",
    "drag.js",
    "sound.js",
    ".zip",
    ".txt",
    ".png",
    ".svg",
    ".webp",
    ".webmanifest",
    "sw.js",
)
# Files for other pages, which the game's own page never loads.
DEMOS = ("embed/", "gallery", "static/demo-")
PYTHON = "python"
# First boards, drawn ahead.
BOARDS = "/boards/"


def sizes(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Return the size of each file of a built page in bytes: as it is, and as sent with gzip and with brotli."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".gz", ".br"):
            siblings = [path.with_name(path.name + suffix) for suffix in ("", ".gz", ".br")]
            raw, gzip, brotli = ((each if each.exists() else path).stat().st_size for each in siblings)
            found[path.relative_to(folder).as_posix()] = (raw, gzip, brotli)
    return found


def size_table(folder: Path) -> str:
    """Format the sizes as a table in kB, with a separate sum for what the first board does not need."""
    rows = [f"{'raw':>8} {'gzip':>8} {'brotli':>8}  kB"]
    sums = {"for the first board": [0, 0, 0], "after it": [0, 0, 0]}
    found = sizes(folder)
    embedded = {name: each for name, each in found.items() if name.startswith(DEMOS)}
    python = {name: each for name, each in found.items() if name.startswith(PYTHON)}
    boards = {name: each for name, each in found.items() if BOARDS in name}  # a page loads only one of them
    for kind, several in (("embed/", embedded), ("python/", python), ("boards/", boards)):
        largest = [max(sizes) for sizes in zip(*several.values(), strict=True)]
        rows += [_row(largest, f"the largest of {kind}")] if several else []
    for name, each in found.items():
        if name in embedded or name in python or name in boards:
            continue
        rows.append(_row(each, name))
        total = sums["after it" if name.endswith(LATER) else "for the first board"]
        total[:] = [old + new for old, new in zip(total, each, strict=True)]
    return "\n".join([*rows, *(_row(total, name) for name, total in sums.items())])


def _row(kinds: Iterable[int], name: str) -> str:
    return " ".join(f"{size / 1000:8.1f}" for size in kinds) + f"  {name}"
