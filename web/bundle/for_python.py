"""The site's files for Python programs: the wheels, the guide, and what runs the wheels in a page.

All of it is in the folder ``python/``, whose addresses stay, and which any page may load: beside the wheels, PyScript
and Pyodide as they come, as the site's own Pyodide is cut down to what the game needs.
"""

from collections.abc import Sequence
from pathlib import Path

from web.bundle.places import PACKAGE

FOLDER = "python/"
GUIDE = PACKAGE / "docs" / "notebooks.md"


def files(modules: Path, wheels: Sequence[Path]) -> dict[str, bytes]:
    """Return the site's files for Python by path: from npm's packages, and the *wheels*."""
    loaded = _pyodide(modules / "pyodide") | _pyscript(modules / "@pyscript/core/dist")
    found = {**loaded, **{wheel.name: wheel.read_bytes() for wheel in wheels}, f"{GUIDE.stem}.txt": GUIDE.read_bytes()}
    return {f"{FOLDER}{name}": content for name, content in found.items()}


def add(modules: Path, wheels: Sequence[Path], target: Path) -> None:
    """Add these files to the folder of a site."""
    for name, content in files(modules, wheels).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _pyodide(folder: Path) -> dict[str, bytes]:
    """Return Pyodide as it comes, except that its scripts end in ``.js``: not every host knows the type of ``.mjs``."""
    names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    found = {name.replace(".mjs", ".js"): (folder / name).read_bytes() for name in names}
    found["pyodide.js"] = found["pyodide.js"].replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
    return {f"pyodide/{name}": content for name, content in found.items()}


def _pyscript(folder: Path) -> dict[str, bytes]:
    """Return PyScript as it comes: it loads parts of its own, whether a page uses them or not."""
    return {f"pyscript/{path.name}": path.read_bytes() for path in sorted(folder.glob("*.js"))}
