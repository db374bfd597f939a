"""Build the page: a static folder, ``build/site``, that any web server can serve, from any path.

Each stage has a folder of its own in ``build/`` and is rebuilt only if its inputs have changed:

- ``npm``: Pyodide, PyScript, MicroPython, the fonts and small libraries, as ``package-lock.json`` names them;
- ``pyodide``: Pyodide without the code that nothing in it calls (web/pyodide/README.md), or all of it if the
  environment variable KEYHARVEST_WHOLE_PYODIDE is set;
- ``parts``: Pyodide's module in two parts, of which the page doesn't wait for the second, and its data as a third file;
  in one piece if the variable is set or web/pyodide/profile.json, which defines the parts, belongs to another module;
- ``watched``: Pyodide's module with a call beside each load and store;
- ``wheel``: the wheel of the package;
- ``python``: standard library and wheel compiled for the page (compile.py, compile.mjs);
- ``memory``: the snapshot in two files, what a first visit touches and the rest, if the module is in parts;
- ``boards``: first boards, drawn by the wheel, with the answers to first choices on them (drawings.py);
- ``site``: the folder itself. What the page loads is in folders named by a hash of their content: ``static/vendor-…``
  (from npm, and the standard library), ``static/game-…`` (ours) and ``static/art-…`` (icons). ``index.html`` contains
  the first screen, drawn by the wheel; ``embed/`` and the gallery are demos for other pages (demos.py); ``sw.js`` is
  the service worker that caches all of this except the demos for offline use (precache.mjs).
"""

import hashlib
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from web import environment
from web.bundle import demos
from web.bundle.assembly import DRAWINGS, WORKER, art_files, draw_boards, files_of, lay_out, worker_script
from web.bundle.places import BUILD, HERE, LOCK, ROOT, SCRIPTS, SITE
from web.programs import only, run
from web.pyodide import DATA, INSTRUMENTED_BY, LEAN_BY, MODULE, SPLIT_BY, divide, instrument, lean, split

WHOLE_PYODIDE = "KEYHARVEST_WHOLE_PYODIDE"
#: The modules of the sessions: of the page, of a demo and of an embedded puzzle.
SESSIONS = ("keyharvest/page/session.py", "keyharvest/page/lessons/demo.py", "keyharvest/page/puzzles/embedded.py")


def build(
    force: bool = False,
    *,
    best: bool = False,
    address: str = "",
    stun: str = "",
    session: Path | None = None,
    in_parts: bool = True,
) -> Path:
    """Build the page and return its folder: quick if nothing has changed, from scratch with *force*.

    With *best*, the compressed siblings of files are as small as possible, which takes a minute. With *address*, the
    site's URL, other sites can discover how to embed the demos (oEmbed). With *stun*, players can agree that live games
    ask that address service. With *session*, that file replaces the modules of all sessions and so most of the game
    (for the tests of the boot), and the site has no demos, no service worker and no compressed files; without
    *in_parts*, Pyodide's module stays whole (for its profile). Both of these use another folder. Raise `ValueError` if
    anything fails.
    """
    with environment.locked("build"):
        npm = _made("npm", _digest(LOCK), force, _npm)
        wheel = _made("wheel", _digest(_package_files()), force, _wheel)
        name = "" if session is None else f"-{session.stem}"
        if session is not None:
            whole = wheel
            wheel = _made(f"wheel{name}", _digest([whole, session]), force, lambda at: _stand_in(whole, session, at))
        part = "whole" if os.environ.get(WHOLE_PYODIDE) else "lean"
        modules = npm / "node_modules"
        pyodide = _made("pyodide", _digest([npm, *LEAN_BY]) + part, force, lambda at: lean(modules, part, at))
        divided = part if in_parts else "whole"
        kind = "" if in_parts else "-whole"
        parts = _made(f"parts{kind}", _digest([pyodide, *SPLIT_BY]), force, lambda at: split(pyodide, divided, at))
        compilers = [HERE / each for each in ("compile.mjs", "compile.py", "frozen.mjs", "snapshot.mjs")]
        digest = _digest([pyodide, wheel, *compilers, SCRIPTS / "memory.mjs", SITE / "worker.py"])
        python = _made(f"python{name}", digest, force, lambda at: _python(pyodide, wheel, at))
        digest = _digest([pyodide, *INSTRUMENTED_BY])
        watched = _made("watched", digest, force, lambda at: instrument(modules, pyodide, at))
        boards = _made(f"boards{name}", _digest([wheel, DRAWINGS]), force, lambda at: draw_boards(wheel, at))
        digest = _digest([python, parts, watched, *(SCRIPTS / name for name in WORKER)])
        name += kind
        memory = _made(f"memory{name}", digest, force, lambda at: _memory(npm, pyodide, parts, watched, python, at))
        effort = "best" if best else "quick" if session is None else "none"
        kinds = (".html", ".css", ".mjs", ".js", ".py", ".webmanifest")
        shown = [path for folder in (HERE, SITE) for path in sorted(folder.rglob("*")) if path.suffix in kinds]
        digest = (
            _digest([memory, boards, *shown, *sorted(demos.EMBED.iterdir()), *art_files()]) + effort + address + stun
        )

        def lay(target: Path) -> None:
            lay_out(npm, pyodide, parts, wheel, python, memory, boards, effort, address, stun, target)

        return _made(f"site{name}", digest, force, lay)


def _made(name: str, digest: str, force: bool, make: Callable[[Path], None]) -> Path:
    """Rebuild a stage's folder with *make* if *digest* changed; keep the old one on failure."""
    folder = BUILD / name
    stamp = BUILD / f"{name}.stamp"
    if not force and folder.is_dir() and stamp.is_file() and stamp.read_text() == digest:
        return folder
    print(f"web: making build/{name}", flush=True)
    stamp.unlink(missing_ok=True)
    unfinished = BUILD / f"{name}.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    make(unfinished)
    shutil.rmtree(folder, ignore_errors=True)
    unfinished.rename(folder)
    stamp.write_text(digest)
    return folder


def _digest(paths: Iterable[Path]) -> str:
    """Return a hash of files; for a folder of ``build/``, the hash of its inputs counts."""
    sha = hashlib.sha256()
    for path in paths:
        content = path.with_name(f"{path.name}.stamp") if path.is_dir() else path
        sha.update(f"{path.relative_to(ROOT)}\0".encode())
        sha.update(hashlib.sha256(content.read_bytes()).digest())
    return sha.hexdigest()


def _package_files() -> list[Path]:
    names = ["pyproject.toml", "web/bundle/hatch_build.py", "LICENSE", "README.md"]
    made = (".pyc", ".mo")  # generated from other files
    found = [path for path in (ROOT / "keyharvest").rglob("*") if path.is_file() and path.suffix not in made]
    return [*(ROOT / name for name in names if (ROOT / name).exists()), *sorted(found)]


def _npm(target: Path) -> None:
    for path in LOCK:
        shutil.copy(path, target)
    npm, _ = environment.node()
    options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    run([npm, "ci", *options], target)


def _wheel(target: Path) -> None:
    python = environment.ensure("web")
    run([python, "-m", "build", "--wheel", "--no-isolation", "--outdir", target, ROOT], ROOT)


def _stand_in(wheel: Path, session: Path, target: Path) -> None:
    source = only(wheel, "*.whl")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target / source.name, "w") as new:
        for name in old.namelist():
            if name not in SESSIONS:
                new.writestr(name, old.read(name))
        for name in SESSIONS:
            new.writestr(name, session.read_bytes())


def _python(pyodide: Path, wheel: Path, target: Path) -> None:
    _, node = environment.node()
    run([node, HERE / "compile.mjs", pyodide, only(wheel, "*.whl"), SITE / "worker.py", target], target)


def _memory(npm: Path, pyodide: Path, parts: Path, watched: Path, python: Path, target: Path) -> None:
    snapshot = python / "snapshot.wasm"
    if not (parts / DATA).exists():
        shutil.copy(snapshot, target)
        return
    # The page's own worker, which finds Pyodide in `build`.
    files = {path: path.name for path in (pyodide / MODULE, *python.iterdir())}
    values = {"vendor": pyodide.parent.as_uri(), "files": files_of(files)}
    worker = target / "worker.mjs"
    worker.write_bytes(worker_script(npm, values))
    divide(watched, worker, snapshot, target)
    worker.unlink()
