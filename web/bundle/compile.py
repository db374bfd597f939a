"""Compile the standard library and the wheel for the page; `compile.mjs` runs this inside Pyodide, for its bytecode.

It reads ``/in/stdlib.zip``, ``/in/game.whl`` and ``/in/worker.py``. It writes ``/out/stdlib.zip``, trimmed to the
modules that the page can reach, ``/out/game.zip``, the wheel with the worker's module beside it, and
``/out/on-demand.zip``, which replaces game.zip if a snapshot already contains all that the start imports. It compiles
sources to ``.pyc`` files, which Python imports directly from a zip file: compiling makes a stock start of Pyodide slow.
"""

import ast
import importlib
import importlib.util
import json
import marshal
import runpy
import sys
import zipfile
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType

STDLIB = "/lib/python314.zip"
GAME = "/lib/game.zip"

# Modules that Python or Pyodide itself imports late: for errors, warnings, decoding text and reading zip files.
LATE = [
    "_colorize", "_py_warnings", "_pyodide", "asyncio", "collections.abc", "concurrent.futures.thread",
    "email.parser", "encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1",
    "encodings.raw_unicode_escape", "encodings.unicode_escape", "encodings.utf_16", "encodings.utf_8_sig",
    "importlib.metadata", "importlib.util",
    "json", "linecache", "pyodide.code", "pyodide.ffi", "pyodide.webloop", "random", "textwrap", "traceback",
    "tracemalloc", "zipfile", "zipimport",
]  # fmt: skip

# The only document of the package that the game shows; the others, and the widget, are for users of the package.
ELSEWHERE, SHOWN = ("keyharvest/docs/", "keyharvest/widget."), "keyharvest/docs/rules.md"

# The scenarios, each with its texts in every language.
LIBRARY = "keyharvest/scenario/library/"

# A separate file beside the game, loaded when puzzles are opened.
PUZZLES = "keyharvest/puzzles/puzzles.jsonl"

# Large modules that the page never uses, and that the modules importing them can do without.
LEFT_OUT = ("bz2.py", "compression/", "lzma.py", "ssl.py")


def ours() -> list[str]:
    """Return the names of the loaded modules that come from the game's zip file."""
    return [name for name, module in sys.modules.items() if str(getattr(module, "__file__", "")).startswith(GAME)]


def imported(source: str, package: str) -> Iterator[str]:
    """Yield the names of all modules that *source* imports, also inside functions but not for type checkers.

    >>> list(imported("import a\\nif TYPE_CHECKING:\\n    import b\\ndef f():\\n    from .c import d", "p"))
    ['a', 'p.c', 'p.c.d']
    """
    todo: deque[ast.AST] = deque([ast.parse(source)])
    while todo:
        node = todo.popleft()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            todo.extend(node.orelse)
            continue
        todo.extend(each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.expr))
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield base
            # A name imported from a package may be one of its modules.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def reach() -> list[str]:
    """Import all that the worker's modules import, even inside functions; return the modules for the snapshot.

    Those are our modules that the start imports, and everything that any of ours imports from the standard library,
    whose zip file comes last, with nothing waiting for it. Our modules imported inside functions stay in the game's zip
    file until they are needed.
    """
    importlib.import_module("worker")
    early, had = ours(), set(sys.modules)
    done: set[str] = set()
    tried: set[str] = set()
    theirs: set[str] = set()
    while todo := [name for name in ours() if name not in done]:
        for name in todo:
            done.add(name)
            module = sys.modules[name]
            source = module.__loader__.get_source(name)  # type: ignore[union-attr]
            for wanted in imported(source or "", module.__package__ or ""):
                if wanted in tried:
                    continue
                tried.add(wanted)
                try:
                    if not str(getattr(importlib.import_module(wanted), "__file__", "")).startswith(GAME):
                        theirs.add(wanted)
                except ModuleNotFoundError as error:
                    # Most names imported from a package are functions and classes, but a missing module is an error.
                    if not wanted.startswith(error.name or "?") or "." not in wanted:
                        raise
    return early + sorted(theirs - had)


def without_lines(code: CodeType) -> CodeType:
    """Return *code* without its line numbers, which saves an eighth; tracebacks still name file and function."""
    constants = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=constants)


@cache
def compiled(source: bytes, path: str, lines: bool) -> bytes:
    """Return the content of a module's ``.pyc`` file; two zip files contain the same ones."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    code = code if lines else without_lines(code)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def pack(target: str, files: dict[str, bytes], place: str, lines: bool) -> None:
    """Write *files* (content by name) into a reproducible zip file, with sources compiled for its path *place*."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            if name.endswith(".py"):
                name, content = f"{name}c", compiled(content, f"{place}/{name}", lines)
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED, 9)


def contents(archive: str) -> dict[str, bytes]:
    """Return the files in a zip file, without its folders."""
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def in_english(scenarios: bytes) -> bytes:
    """Return a file of the library without the other languages, which their catalogues contain."""

    def kept(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        return {"en": found["en"]} if "en" in found else found

    return json.dumps(json.loads(scenarios, object_pairs_hook=kept), ensure_ascii=False).encode()


def stand_ins() -> dict[str, str]:
    """Return the sources that replace those of the standard library, if this is a lean Pyodide."""
    file = Path("/in/stand_ins.py")
    return runpy.run_path(str(file))["STAND_INS"] if file.exists() else {}


def main() -> list[str]:
    """Write all zip files; return the names of the modules that the page needs from the start."""
    game = {
        name: data
        for name, data in contents("/in/game.whl").items()
        if not name.endswith("/RECORD") and name != PUZZLES and (name == SHOWN or not name.startswith(ELSEWHERE))
    }
    game |= {
        name: in_english(data) for name, data in game.items() if name.startswith(LIBRARY) and name.endswith(".json")
    }
    game["worker.py"] = Path("/in/worker.py").read_bytes()
    with zipfile.ZipFile(GAME, "w") as archive:
        for name, data in game.items():
            archive.writestr(name, data)
    sys.path.insert(0, GAME)
    needed = reach()
    for name in LATE:
        importlib.import_module(name)
    origins = {str(getattr(module.__spec__, "origin", "")) for module in list(sys.modules.values())}
    stdlib = {
        name: data
        for name, data in contents("/in/stdlib.zip").items()
        if f"{STDLIB}/{name}" in origins and not name.startswith(LEFT_OUT)
    }
    stdlib |= {name: source.encode() for name, source in stand_ins().items() if name in stdlib}
    # Catalogues are separate files beside the game, loaded by those who choose their language.
    game = {
        name: data for name, data in game.items() if not name.endswith((".py", ".mo")) or f"{GAME}/{name}" in origins
    }
    pack("/out/stdlib.zip", stdlib, STDLIB, lines=False)
    pack("/out/game.zip", game, GAME, lines=True)
    # Packages stay, as their modules can't be found without them.
    had = {f"{GAME}/{name.replace('.', '/')}.py" for name in needed}
    on_demand = {name: data for name, data in game.items() if f"{GAME}/{name}" not in had}
    pack("/out/on-demand.zip", on_demand, GAME, lines=True)
    return needed


if __name__ == "__main__":
    needed = main()
