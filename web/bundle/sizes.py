"""How large a built page is, file by file."""

from collections.abc import Iterable
from pathlib import Path

from web.pyodide import DATA, LATER_MEMORY, REST

# What is brought when the board is there, and what nobody loads unasked.
LATER = (
    "ahead.json",
    REST,
    DATA,
    LATER_MEMORY,
    "motion.mjs",
    "sound.mjs",
    ".mo",
    ".zip",
    ".txt",
    ".png",
    ".svg",
    ".webp",
    ".webmanifest",
    "sw.js",
)
# What is for other pages: nothing that the game's own page loads.
DEMOS = ("embed/", "gallery", "static/demo-")


def sizes(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Bytes of each file of a built page: as it is, and as sent to browsers that take gzip or brotli."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".gz", ".br"):
            siblings = [path.with_name(path.name + suffix) for suffix in ("", ".gz", ".br")]
            raw, gzip, brotli = ((each if each.exists() else path).stat().st_size for each in siblings)
            found[path.relative_to(folder).as_posix()] = (raw, gzip, brotli)
    return found


def size_table(folder: Path) -> str:
    """The sizes as a table in kB; what the first board can do without has a sum of its own."""
    rows = [f"{'raw':>8} {'gzip':>8} {'brotli':>8}  kB"]
    sums = {"for the first board": [0, 0, 0], "after it": [0, 0, 0]}
    found = sizes(folder)
    embedded = [each for name, each in found.items() if name.startswith(DEMOS)]
    rows.append(_row([max(kind) for kind in zip(*embedded, strict=True)], "the largest of embed/") if embedded else "")
    for name, each in found.items():
        if name.startswith(DEMOS):
            continue
        rows.append(_row(each, name))
        total = sums["after it" if name.endswith(LATER) else "for the first board"]
        total[:] = [old + new for old, new in zip(total, each, strict=True)]
    return "\n".join([*rows, *(_row(total, name) for name, total in sums.items())])


def _row(kinds: Iterable[int], name: str) -> str:
    return " ".join(f"{size / 1000:8.1f}" for size in kinds) + f"  {name}"
