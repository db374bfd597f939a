"""The site's files for Python programs: the wheels, and a page that shows how to use them in a page of one's own.

All of it is in the folder ``python/``, whose addresses stay, and which any page may load: beside the wheels, PyScript
and Pyodide as they come, as the site's own Pyodide is cut down to what the game needs.
"""

import html
from collections.abc import Sequence
from pathlib import Path

from web.bundle import hosting
from web.bundle.assembly import filled
from web.bundle.places import PACKAGE, ROOT

HERE = ROOT / "web" / "python"
FOLDER = "python/"
GUIDE = PACKAGE / "docs" / "notebooks.md"


def files(modules: Path, wheels: Sequence[Path], address: str = "") -> dict[str, bytes]:
    """Return the site's files for Python by path: made from npm's packages and the *wheels*, the whole one first."""
    pyodide = _pyodide(modules / "pyodide")
    loaded = pyodide | _pyscript(modules / "@pyscript/core/dist")
    whole, slim = wheels
    play = HERE / "play.html"
    here = {"python": FOLDER, "slim": slim.name}
    code = filled(play, {**here, "python": f"{address or 'https://SITE/'}{FOLDER}"}).decode()
    body = filled(play, here).decode().split("<body>\n")[1].split("</body>")[0]
    values = {
        **here,
        "policy": hosting.python_policy(),
        "play": body,
        "code": html.escape(code),
        "whole": whole.name,
        "slim_size": f"{slim.stat().st_size / 1000:.0f}",
        "whole_size": f"{whole.stat().st_size / 1000:.0f}",
        "megabytes": f"{sum(map(len, pyodide.values())) / 1e6:.0f}",
        "guide": f"{FOLDER}{GUIDE.stem}.txt",
    }
    found = {**loaded, **{wheel.name: wheel.read_bytes() for wheel in wheels}, f"{GUIDE.stem}.txt": GUIDE.read_bytes()}
    page = filled(HERE / "page.html", values)
    return {"python.html": page, **{f"{FOLDER}{name}": content for name, content in found.items()}}


def add(modules: Path, wheels: Sequence[Path], target: Path, address: str = "") -> None:
    """Add these files to the folder of a site."""
    for name, content in files(modules, wheels, address).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    hosting.write(target, address)  # the page is an entry point too


def _pyodide(folder: Path) -> dict[str, bytes]:
    """Return Pyodide as it comes, except that its scripts end in ``.js``: not every host knows the type of ``.mjs``."""
    names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    found = {name.replace(".mjs", ".js"): (folder / name).read_bytes() for name in names}
    found["pyodide.js"] = found["pyodide.js"].replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
    return {f"pyodide/{name}": content for name, content in found.items()}


def _pyscript(folder: Path) -> dict[str, bytes]:
    """Return PyScript as it comes: it loads parts of its own, whether a page uses them or not."""
    return {f"pyscript/{path.name}": path.read_bytes() for path in sorted(folder.glob("*.js"))}
