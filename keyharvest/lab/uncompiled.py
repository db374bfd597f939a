"""Measure the engine uncompiled: ``python -m keyharvest.lab.uncompiled`` reads ``[games, seed]``, writes a `Pace`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class Sources(MetaPathFinder):
    """Finds the package's modules by their ``.py`` alone, even with compiled ones beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("keyharvest."):
            return None
        found = (FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(fullname) for folder in path or ())
        return next(filter(None, found), None)


if __name__ == "__main__":
    sys.meta_path.insert(0, Sources())
    from keyharvest.lab.speed import pace

    for line in sys.stdin:
        print(json.dumps(pace(*json.loads(line))), flush=True)
