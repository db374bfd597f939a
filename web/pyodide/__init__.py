"""Take Pyodide apart, so that a first board needs only a third of it (README.md). The build uses only this module.

Each function is a stage of the build: it fills the folder *target*.
"""

import hashlib
import json
import shutil
from pathlib import Path

from web import environment
from web.programs import run

LEAN = Path(__file__).resolve().parent
PROFILE = LEAN / "profile.json"
#: The files that make each stage: it is rebuilt if one of them changes.
LEAN_BY, SPLIT_BY = (
    tuple(LEAN / name for name in names)
    for names in (("binaryen.mjs", "glue.mjs", "lean.mjs", "stand_ins.py"), ("split.mjs", "wasm.mjs", "profile.json"))
)
MODULE = "pyodide.asm.wasm"
REST = "pyodide.rest.wasm"
DATA = "pyodide.data.wasm"


def lean(modules: Path, tools: Path, part: str, target: Path) -> None:
    """Copy Pyodide from npm's *modules*: all of it (if *part* is ``whole``) or only what is ever called (``lean``).

    *tools* is the folder of the npm packages that do the latter.
    """
    _node(LEAN / "lean.mjs", modules / "pyodide", tools, target, part)


def split(pyodide: Path, part: str, target: Path) -> None:
    """Split the module into what the start needs and the rest, unless *part* is ``whole`` or the profile is stale."""
    module = pyodide / MODULE
    profile = json.loads(PROFILE.read_text(encoding="utf-8"))
    if part == "lean" and profile["module"] == hashlib.sha256(module.read_bytes()).hexdigest():
        _node(LEAN / "split.mjs", module, target, PROFILE)
        return
    if part == "lean":
        print(
            f"web: {PROFILE.name} is for another Pyodide: its module stays whole until you run python3 web profile",
            flush=True,
        )
    shutil.copy(module, target)


def _node(*command: str | Path) -> None:
    _, node = environment.node()
    run([node, *command], LEAN)
