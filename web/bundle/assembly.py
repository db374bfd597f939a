"""The folder of the site: every file that a browser loads, in its place.

Both targets, the page in development (develop.py) and the published one (stages.py), are laid out here from what each
of them has made: `Contents`.
"""

import base64
import hashlib
import html
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from web.bundle import demos, hosting
from web.bundle.baking import baked
from web.bundle.places import ASSETS, HERE, LOCK, PACKAGE, ROOT, SCRIPTS, SHEETS, SITE
from web.programs import fault, only

# The worker and what it imports.
WORKER = ("worker.js", "download.js", "memory.js", "python.js", "rest.js", "tell.js")
FONTS = (
    "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
    "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
)
# What the service worker leaves to the network: demos and Python, for other pages; first boards and screenshots, shown
# before the game is there or installed; what hosts read; compressed siblings.
NOT_KEPT = re.compile(
    r"embed/|gallery|python|static/demo-|static/game-[^/]*/boards/|_headers$|404\.html$|sw\.js$|.*\.(webp|br|gz)$"
)
#: What a service says of a pasted link to the game.
ABOUT = (
    "Play the board game Key Harvest in the browser: against computer players, at one screen or with friends elsewhere"
)
# The sheets that are loaded after the first paint (sheets.js).
LATER = ("table", "rest")
# The program that draws what needs no browser.
DRAWINGS = HERE / "drawings.py"

#: Makes scripts from the values of their placeholders.
Scripts = Callable[[dict[str, str]], dict[str, bytes]]
#: Bundles style sheets: the text of each, with those it imports.
Sheets = Callable[[Sequence[Path]], list[str]]


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The parts of a site, as one of the targets makes it; files are loaded by their own names."""

    modules: Path  #: npm's packages
    pyodide: Sequence[Path]  #: Pyodide's module and scripts
    stdlib: Path  #: Python's standard library
    python: Sequence[Path]  #: the game for Python
    drawn: Mapping[str, Any]  #: what the page shows before Python starts (drawings.py)
    shell: Mapping[str, bytes]  #: the shell, a file for each of its modules
    worker: Scripts
    sheets: Sheets
    late: Mapping[str, bytes]  #: files that few players need: catalogues and puzzles
    boards: Sequence[Path] = field(default=())  #: first boards, drawn ahead
    head: str = ""  #: more for the head of the page
    address: str = ""  #: the site's URL, if it is known


def lay_out(made: Contents, target: Path) -> dict[str, str]:
    """Lay out the folder, filling in the placeholders in double braces; return the names of its folders."""
    pyscript = made.modules / "@pyscript/core/dist"
    core = only(pyscript, "core-*.js")
    micropython = made.modules / "@micropython/micropython-webassembly-pyscript"
    vendored = {
        **{f"pyodide/{_published(path)}": path for path in made.pyodide},
        "pyscript/core.js": pyscript / "core.js",
        f"pyscript/{core.name}": core,
        # PyScript loads this one even if it is switched off.
        f"pyscript/{only(pyscript, 'error-*.js').name}": only(pyscript, "error-*.js"),
        "micropython/micropython.js": micropython / "micropython.mjs",
        "micropython/micropython.wasm": micropython / "micropython.wasm",
        "lean-qr/index.js": made.modules / "lean-qr/index.mjs",
        "lean-qr/svg.js": made.modules / "lean-qr/extras/svg.mjs",
        "idb-keyval/index.js": made.modules / "idb-keyval/dist/index.js",
        "morphdom/morphdom.js": made.modules / "morphdom/dist/morphdom-esm.js",
        "stdlib.zip": made.stdlib,
        **{f"fonts/{Path(font).name}": made.modules / font for font in FONTS},
    }
    vendor = hashed(target, "vendor", {name: path.read_bytes() for name, path in vendored.items()})
    brought = {f"../{vendor.name}/pyodide/{_published(path)}": path for path in made.pyodide}
    brought |= {f"../{vendor.name}/stdlib.zip": made.stdlib} | {path.name: path for path in made.python}
    dealt = len([path for path in made.boards if path.name.startswith("en-")])
    values = {"vendor": f"../{vendor.name}", "files": files_of(brought), "boards": str(dealt)}
    ours = {path.name: filled(path, values) for path in sorted(SCRIPTS.glob("*.js")) if path.name not in WORKER}
    # Hosts compress text, but not files of a type that they don't know.
    ours |= {**made.worker(values), **made.shell, **{f"{name}.txt": content for name, content in made.late.items()}}
    ours |= {path.name: path.read_bytes() for path in made.python}
    ours |= {f"ahead-{code}.json": json.dumps(ahead).encode() for code, ahead in made.drawn["ahead"].items()}
    ours |= {f"boards/{path.name}": path.read_bytes() for path in made.boards}
    first, *later = made.sheets([SHEETS / f"{name}.css" for name in ("first", *LATER)])
    ours |= {f"{name}.css": style.encode() for name, style in zip(LATER, later, strict=True)}
    game = hashed(target, "game", ours)
    art = hashed(target, "art", {path.name: path.read_bytes() for path in art_files()})
    values = {
        "vendor": f"./static/{vendor.name}",
        "game": f"./static/{game.name}",
        "art": f"./static/{art.name}",
        "pyscript_core": core.name,
        "shell": json.dumps({f"./static/{game.name}/{name}": f"web/site/{name}" for name in made.shell}),
        "shell_links": "\n".join(
            f'<link data-then="preload" as="fetch" crossorigin href="./static/{game.name}/{name}">'
            for name in made.shell
        ),
        "head": hosting.policy() + made.head + demos.card("Key Harvest", ABOUT, "", address=made.address, art=art.name),
        "drawings": made.drawn["drawings"],
        **{
            name: html.escape(json.dumps(made.drawn[name], ensure_ascii=False))
            for name in ("words", "openings", "doors")
        },
    }
    values["style"] = layered(made.drawn["style"]) + filled(SHEETS / "first.css", values, first).decode()
    page = filled(SITE / "index.html", values).decode()
    (target / "index.html").write_text(baked(page, made.drawn["home"]), encoding="utf-8")
    # It is sent for addresses at any depth.
    root = made.address or "./"
    missing = {"root": root, "game": f"{root}static/{game.name}", "head": hosting.policy()}
    (target / "404.html").write_bytes(filled(SITE / "404.html", missing))
    (target / "manifest.webmanifest").write_bytes(filled(SITE / "manifest.webmanifest", values))
    (target / "licences.txt").write_text(_licences(made.modules), encoding="utf-8")
    hosting.write(target, made.address)
    return {"vendor": vendor.name, "game": game.name, "art": art.name}


def layered(colours: str) -> str:
    """Return the style of the pictures, in the layer where the page's own sheets can override it."""
    return f"@layer reset,tokens;@layer tokens{{{colours}}}\n"


def _published(path: Path) -> str:
    """Return a file's name on the site: not every host knows the type of ``.mjs``."""
    return path.with_suffix(".js").name if path.suffix == ".mjs" else path.name


def service_tag(stun: str) -> str:
    """Return the tag, read by peer.js, that names the address service (STUN) which players may agree to ask.

    >>> service_tag("stun:stun.example.org:3478")
    '<meta name="stun" content="stun:stun.example.org:3478">\\n'
    >>> service_tag("")
    ''
    """
    return f'<meta name="stun" content="{html.escape(stun)}">\n' if stun else ""


def files_of(paths: dict[str, Path]) -> str:
    """Return each file's address and size in bytes, by its name there, as JSON for download.js."""
    return json.dumps({Path(address).name: [address, path.stat().st_size] for address, path in paths.items()})


def add_demos(made: Contents, drawn: dict[str, Any], names: dict[str, str], target: Path) -> None:
    """Add the demos for other pages, as `drawn`, to a folder laid out under these *names*."""
    values = {kind: f"../{name}" for kind, name in names.items()}
    assets = {name: filled(demos.EMBED / name, values) for name in demos.ASSETS}
    sheets = [demos.EMBED / name for name in demos.SHEETS]
    for sheet, style in zip(sheets, made.sheets(sheets), strict=True):
        # live.css is loaded only into pages that have frame.css, and so the colours, already.
        colours = b"" if sheet.name == "live.css" else layered(drawn["style"]).encode()
        assets[sheet.name] = colours + filled(sheet, values, style)
    assets |= {name: text.encode() for name, text in demos.tables(drawn).items()}
    folder = hashed(target, "demo", assets)
    for name, text in demos.pages(drawn, folder.name, made.address, names["art"]).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    hosting.write(target, made.address)  # the gallery is an entry point too


def add_package(drawn: dict[str, Any], target: Path) -> None:
    """Write the package for npm with the element of the demos, as `drawn`."""
    package = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    [version] = re.findall(r'^__version__ = "(.+)"', package, re.MULTILINE)
    target.mkdir(exist_ok=True)
    for name, text in demos.npm(drawn, version).items():
        (target / name).write_text(text, encoding="utf-8")


def add_service_worker(target: Path) -> None:
    """Add the service worker that caches the files of the game's page, with the hash of each."""
    kept = {}
    for path in sorted(target.rglob("*")):
        name = path.relative_to(target).as_posix()
        if path.is_file() and not NOT_KEPT.match(name):
            digest = hashlib.sha384(path.read_bytes()).digest()
            kept[name] = f"sha384-{base64.b64encode(digest).decode()}"
    (target / "sw.js").write_bytes(filled(SITE / "sw.js", {"kept": json.dumps(kept)}))


def art_files() -> list[Path]:
    """Return the icons, and the pictures shown before the page is installed."""
    return [path for path in sorted(ASSETS.iterdir()) if path.name.startswith(("icon", "screen"))]


def _licences(modules: Path) -> str:
    """Return the credits: each package's name, version and licence, with the text if the package contains it."""
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    ours = (ROOT / "LICENSE").read_text(encoding="utf-8")
    parts = [f"Key Harvest\n\n{ours}", "Python's standard library: Python Software Foundation License, version 2"]
    for name, package in packages.items():
        if name:
            texts = [path.read_text(encoding="utf-8") for path in sorted((modules.parent / name).glob("LICEN[CS]E*"))]
            parts += [f"{name.rpartition('node_modules/')[2]} {package['version']}: {package['license']}", *texts]
    return f"\n\n{'-' * 72}\n\n".join(part.strip() for part in parts) + "\n"


def hashed(site: Path, name: str, files: Mapping[str, bytes]) -> Path:
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


def filled(path: Path, values: Mapping[str, str], text: str | None = None) -> bytes:
    """Return a file's content, or *text* made from it, with ``{{name}}`` replaced by its value."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise ValueError(f"{path.name}: unknown placeholder {match[0]}")
        return values[match[1]]

    return re.sub(r"\{\{(\w+)\}\}", value, path.read_text(encoding="utf-8") if text is None else text).encode()


def drawn(package: Path, what: str) -> dict[str, Any]:
    """Return what a package, a wheel or a folder, draws in a separate Python: see the functions of drawings.py."""
    done = subprocess.run([sys.executable, "-I", DRAWINGS, package, what], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{what} can't be drawn: {fault(done.stderr)}")
    made: dict[str, Any] = json.loads(done.stdout)
    return made
