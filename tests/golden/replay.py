"""Print the results of this folder's records as JSON: ``python3 -m tests.golden.replay``.

It needs only the engine, so that other Pythons can be compared (another hash seed, Pyodide).
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from keyharvest.record import parse_record, position_text
from keyharvest.rules import final_scores, legal, ranks

FOLDER = Path(__file__).parent


def result(text: str) -> dict[str, Any]:
    """Return a record's last position, points by source and places; and a digest of every list of moves on the way."""
    record = parse_record(text)
    digest = hashlib.sha256()
    for state in record.states():
        digest.update(" ".join(legal(state)).encode() + b"\n")
    return {
        "moves": len(record.moves),
        "choices": digest.hexdigest()[:16],
        "position": position_text(state),
        "points": [list(score) for score in final_scores(state)],
        "places": ranks(state),
    }


def results() -> dict[str, Any]:
    """Return the results of all records by name."""
    return {path.stem: result(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.txt"))}


if __name__ == "__main__":
    json.dump(results(), sys.stdout, indent=1)
    print()
