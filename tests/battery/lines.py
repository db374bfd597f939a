"""Count what a reader of the package has to learn: ``python3 tests lines``.

*Code* lines are those without blank ones, docstrings, comments and imports.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.battery.rooms import arrows
from tests.test_architecture import MODULES, PACKAGE, room_of
from web.environment import ROOT

#: A module with fewer lines is small.
SMALL: Final = 70
_NO_CODE: Final = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_IMPORTS: Final = (ast.Import, ast.ImportFrom)


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the docstrings of a module."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            yield first.value


def code_lines(source: str) -> int:
    """Count the lines of code.

    >>> code_lines('"What it is."\\nimport re\\n\\nx = (1,  # one\\n     2)\\n')
    2
    """
    tree = ast.parse(source)
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    imported = (node for node in ast.walk(tree) if isinstance(node, _IMPORTS))
    for node in (*docstrings(tree), *imported):
        found.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(found)


def inner_imports(tree: ast.Module) -> int:
    """Count the imports inside functions."""
    functions = (node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS))
    return len({each for node in functions for each in ast.walk(node) if isinstance(each, _IMPORTS)})


def screens_asked(node: ast.AST) -> int:
    """Count the places that ask which screen is shown, outside subclasses of ``Screen``.

    >>> screens_asked(ast.parse("if here.screen == 'game' or screen in AT_TABLE: pass"))
    2
    """
    if isinstance(node, ast.ClassDef) and any(
        isinstance(base, ast.Name) and base.id == "Screen" for base in node.bases
    ):
        return 0
    asked: list[ast.expr] = []
    if isinstance(node, ast.Compare):
        asked = [node.left, *node.comparators]
    elif isinstance(node, ast.Match):
        asked = [node.subject]
    here = any("screen" in (getattr(each, "id", ""), getattr(each, "attr", "")) for each in asked)
    return here + sum(map(screens_asked, ast.iter_child_nodes(node)))


def depth(trees: Iterator[ast.Module]) -> int:
    """Return the length of the longest chain of classes of some modules that derive from one another."""
    bases = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }

    def below(name: str) -> int:
        return 1 + max(map(below, bases[name]), default=0) if name in bases else 0

    return max(map(below, bases))


def mentioned(path: Path) -> Counter[str]:
    """Count the words of a file: in Python those of names and strings, without definitions and docstrings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return Counter(re.findall(r"\w+", text))
    tree = ast.parse(text)
    no_code = set(docstrings(tree))
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        for field in ("id", "attr", "name" if isinstance(node, ast.alias) else "", "arg"):
            found[getattr(node, field, None) or ""] += 1
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in no_code:
            found.update(re.findall(r"\w+", node.value))
    return found


def only_tested() -> list[str]:
    """Return the functions that nothing mentions but tests: neither the package and its documents nor the build."""
    documents = [ROOT / "pyproject.toml", ROOT / "README.md", *PACKAGE.rglob("*.md")]
    used = Counter[str]()
    for path in (*documents, *MODULES, *(ROOT / "web").rglob("*.py")):
        used += mentioned(path)
    tested = Counter[str]()
    for path in (ROOT / "tests").rglob("*.py"):
        tested += mentioned(path)
    return [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, _FUNCTIONS) and node.name in tested and node.name not in used
    ]


def main() -> None:
    """Print the table."""
    sources = {path: path.read_text(encoding="utf-8") for path in MODULES}
    trees = {path: ast.parse(source) for path, source in sources.items()}
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for path, source in sources.items():
        lines = source.count("\n")
        for room in (room_of(path), "all"):
            for at, number in enumerate((1, lines, code_lines(source), 0 < lines < SMALL)):
                rows[room][at] += number
    print(f"{'':14}{'modules':>8}{'lines':>8}{'code':>8}{f'below {SMALL}':>10}")
    for room, (modules, lines, code, small) in rows.items():
        print(f"{room:14}{modules:8}{lines:8}{code:8}{small:10}")
    page = PACKAGE / "page"
    tested = only_tested()
    for what, number in {
        "packages": sum((PACKAGE / room).is_dir() for room in rows),
        "folders with modules": len({path.parent for path in MODULES}),
        "arrows between packages": sum(map(len, arrows().values())),
        "imports inside functions": sum(map(inner_imports, trees.values())),
        "comparisons with a screen's name": sum(map(screens_asked, trees.values())),
        "depth of inheritance in page/": depth(tree for path, tree in trees.items() if page in path.parents),
        "functions that only tests call": len(tested),
    }.items():
        print(f"{what:36}{number:6}")
    print(*(f"  {each}" for each in tested), sep="\n")


if __name__ == "__main__":
    main()
