"""The page in development: made from the sources in a second, and again after each change.

The folder ``build/develop`` has what the published page has, in its plainest form: Pyodide as it comes, started without
a snapshot, a zip file of the sources, scripts as they are. It has no first boards and no service worker. Demos and
catalogues are made when a browser asks for them.
"""

import contextlib
import json
import re
import subprocess
import threading
import time
import zipfile
from functools import partial
from http import HTTPStatus
from pathlib import Path

from web import environment, server
from web.bundle import stages
from web.bundle.assembly import DRAWINGS, WORKER, Contents, add_demos, drawn, filled, lay_out, service_tag
from web.bundle.places import ASSETS, BUILD, LOCK, PACKAGE, ROOT, SCRIPTS, SHELL, SITE

HERE = Path(__file__).resolve().parent
SITE_FOLDER = BUILD / "develop"
#: Where the page comes from, and the endings of files that are made from others.
SOURCES, MADE = (PACKAGE, ROOT / "web", ASSETS), (".pyc", ".mo")
#: Seconds between two looks at the sources.
PAUSE = 0.25
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
RELOAD = '<script src="./reload.js"></script>\n'


def build(stun: str = "") -> tuple[Contents, dict[str, str]]:
    """Make the folder; return what it was laid out from, and the names of its folders."""
    modules = environment.packages(LOCK) / "node_modules"
    with environment.locked("build"):
        inputs = [*stages.package_files(), DRAWINGS]
        first = stages.made("drawn-here", stages.digest(inputs), False, partial(stages.draw, ROOT, demos=False))
        contents = Contents(
            modules=modules,
            pyodide=[modules / "pyodide" / name for name in PYODIDE],
            stdlib=modules / "pyodide/python_stdlib.zip",
            python=[_zipped(BUILD / "game.zip")],
            drawn=json.loads((first / "first.json").read_text(encoding="utf-8")),
            shell={f"{name}.py": (SITE / f"{name}.py").read_bytes() for name in SHELL},
            worker=lambda values: {name: filled(SCRIPTS / name, values) for name in WORKER},
            sheets=lambda sheets: [joined(sheet) for sheet in sheets],
            late={"puzzles.jsonl": (PACKAGE / "puzzles/puzzles.jsonl").read_bytes()},
            head=RELOAD + service_tag(stun),
        )
        names: dict[str, str] = {}

        def lay(target: Path) -> None:
            names.update(lay_out(contents, target))
            for name in ("reload.js", "sw.js"):
                (target / name).write_bytes((HERE / name).read_bytes())
            (target / "static" / names["game"] / "offline.js").write_text("", encoding="utf-8")

        stages.made(SITE_FOLDER.name, "", True, lay)
    return contents, names


def _zipped(target: Path) -> Path:
    """Write a zip file of the worker's module and the package's sources, without what the page loads late."""
    late = re.compile(r".*/(locale|docs|puzzles)/.*\.(po|md|jsonl)$")
    with zipfile.ZipFile(target, "w") as archive:
        for path in stages.package_files():
            name = path.relative_to(ROOT).as_posix()
            if name.startswith("keyharvest/") and (not late.match(name) or name.endswith("docs/rules.md")):
                archive.write(path, name)
        archive.write(SITE / "worker.py", "worker.py")
    return target


def joined(sheet: Path) -> str:
    """Return a style sheet with those that it imports, and with the names of widths (``@custom-media``) resolved.

    It may import all sheets of a folder: ``*.css``.
    """
    imported = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')

    def named(match: re.Match[str], folder: Path) -> str:
        place = folder / match[1]
        text = "".join(map(whole, sorted(place.parent.glob(place.name))))
        return f"@layer {match[2]} {{{text}}}" if match[2] else text

    def whole(path: Path) -> str:
        return imported.sub(lambda match: named(match, path.parent), path.read_text(encoding="utf-8"))

    text = re.sub(r"/\*.*?\*/", "", whole(sheet), flags=re.DOTALL)
    widths = dict(re.findall(r"@custom-media (--[\w-]+) ([^;]+);", text))

    def width(match: re.Match[str]) -> str:
        choices = [one.strip() for one in widths[match[1]].split(",")]
        return "(" + " or ".join(f"({one})" if " and " in one else one for one in choices) + ")"

    text = re.sub(r"@custom-media [^;]+;", "", text)
    return re.sub(r"(?<=[\s,(])\((--[\w-]+)\)", width, text)


class DevelopHandler(server.Handler):
    """Also makes what is made on demand, and informs pages when the sources have changed."""

    server: "DevelopServer"

    def _answer(self, body: bool) -> None:
        if self.path == "/changes":
            self._tell()
            return
        with contextlib.suppress(ValueError):
            self.server.make(self.path)
        super()._answer(body)

    def _tell(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        changed = self.server.changed
        while not changed.wait(5):
            self.wfile.write(b":\n\n")  # fails once the page is gone
        self.wfile.write(b"data:\n\n")
        self.close_connection = True


class DevelopServer(server.Server):
    """A server for the page in development."""

    handler = DevelopHandler
    daemon_threads = True

    def __init__(self, port: int, stun: str) -> None:
        self.stun = stun
        self.changed = threading.Event()
        self.closed = threading.Event()
        self.contents, self.names = build(stun)
        self._making = threading.Lock()
        super().__init__(SITE_FOLDER, port, "")

    def server_close(self) -> None:
        """Close it, and look at the sources no more."""
        self.closed.set()
        self.changed.set()
        super().server_close()

    def make(self, path: str) -> None:
        """Make a file that is made on demand, if *path* is one of those: a demo or a catalogue."""
        with self._making:
            if re.match(r"/(embed/|gallery)", path) and not (SITE_FOLDER / "embed").exists():
                print("web: drawing the demos", flush=True)
                add_demos(self.contents, drawn(ROOT, "demos"), self.names, SITE_FOLDER)
            language = re.fullmatch(r"/static/(game-\w+)/(\w\w)\.mo\.txt", path)
            if language and not (SITE_FOLDER / path.lstrip("/")).exists():
                print(f"web: compiling the catalogue of {language[2]!r}", flush=True)
                command = [environment.ensure("web"), "-m", "web.tools.catalogue", "--compile", language[2]]
                compiled = subprocess.run(command, cwd=ROOT, capture_output=True).stdout
                (SITE_FOLDER / "static" / language[1] / f"{language[2]}.mo.txt").write_bytes(compiled)

    def follow(self) -> None:
        """Make the page again whenever a source has changed; say what was wrong if that fails, and continue."""
        seen = _times()
        while not self.closed.wait(PAUSE):
            now = _times()
            if now == seen:
                continue
            names = sorted({path.name for path in {*now, *seen} if now.get(path) != seen.get(path)})
            seen, begin = now, time.monotonic()
            try:
                with self._making:
                    self.contents, self.names = build(self.stun)
            except (OSError, ValueError) as error:
                print(f"web: {error}", flush=True)
                continue
            print(f"web: {', '.join(names)}: made again in {time.monotonic() - begin:.1f} s", flush=True)
            told, self.changed = self.changed, threading.Event()
            told.set()


def _times() -> dict[Path, int]:
    """Return when each source was changed last."""
    found = {}
    for path in (path for folder in SOURCES for path in folder.rglob("*.*") if path.suffix not in MADE):
        with contextlib.suppress(OSError):
            found[path] = path.stat().st_mtime_ns
    return found


def serve(port: int, stun: str = "") -> DevelopServer:
    """Make the page and return a server for it, which follows its sources. Raise `ValueError` if anything fails."""
    running = DevelopServer(port, stun)
    threading.Thread(target=running.follow, daemon=True).start()
    return running
