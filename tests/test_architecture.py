"""The packages of keyharvest/docs/architecture.md: each imports only what its row allows, and there are no cycles."""

import ast
import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from web.environment import ROOT

PACKAGE = ROOT / "keyharvest"
MODULES = sorted(PACKAGE.rglob("*.py"))
ENTRANCES = {"__init__", "__main__"}  # part of keyharvest itself: may import any package


def allowed_imports(page: str) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Read the table in *page*: for each package those that it may import, and the third-party packages."""
    table: dict[str, set[str]] = {}
    packages: dict[str, set[str]] = {}
    for row in re.findall(r"^\| (`keyharvest/.*) \|$", page, re.MULTILINE):
        places, _, cell = row.split(" | ")
        imports, _, others = cell.partition("; ")
        above = set(table)
        rooms = [place.removesuffix(".py") for place in re.findall(r"`keyharvest/(\w+(?:\.py)?)/?`", places)]
        named = above if imports == "all above" else set(imports.split(", ")) - {"–"}
        assert named <= above, f"{places} may import {named - above}, which have no row above it"
        for room in rooms:
            table[room] = named | set(rooms)
            packages[room] = set(others.split(", ")) - {""}
    return table, packages


def imports(source: str, package: str) -> Iterator[str]:
    """Yield the full names of everything that *source*, a module in *package*, imports: modules, and names in them.

    >>> list(imports("from . import a\\ndef f():\\n    from ..c.d import x\\nimport e.f", "p.q"))
    ['p.q.a', 'e.f', 'p.c.d.x']
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield from (f"{module}.{alias.name}" for alias in node.names)


def room_of(path: Path) -> str:
    """Return the package that contains the module *path*."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


TABLE, PACKAGES = allowed_imports((PACKAGE / "docs" / "architecture.md").read_text(encoding="utf-8"))


def test_the_table_was_read() -> None:
    assert TABLE["rules"] == {"rules"}
    assert TABLE["record"] == {"record", "rules"}
    assert TABLE["cli"] == set(TABLE) - {"docs", "environments"}
    assert PACKAGES["lab"] == {"distributed"}
    assert not PACKAGES["rules"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_follow_the_table(path: Path) -> None:
    room = room_of(path)
    assert room in TABLE or room in ENTRANCES, f"{room} has no row in architecture.md"
    allowed = TABLE.get(room, set(TABLE))
    package = ".".join(path.relative_to(ROOT).parent.parts)
    for name in imports(path.read_text(encoding="utf-8"), package):
        top, _, rest = name.partition(".")
        if top == "keyharvest":
            target = rest.partition(".")[0]
            if target == "__version__":
                continue  # part of keyharvest itself, not of a package in it
            assert target in allowed, f"{room} may not import {name}: it may import {', '.join(sorted(allowed))}"
        else:
            known = sys.stdlib_module_names | PACKAGES.get(room, set())
            assert top in known, f"{room} may not import {name}: it is not in the standard library, nor in its row"


def test_no_package_is_required_at_run_time() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []


def test_no_import_goes_in_a_circle() -> None:
    """Imports inside functions and for types alone count too: they would only hide a circle."""
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in MODULES
    }
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found = imports(path.read_text(encoding="utf-8"), package)
        graph[name] = {each if each in modules else each.rpartition(".")[0] for each in found} & modules.keys() - {name}
    assert "keyharvest.rules.state" in graph["keyharvest.rules.frames"]
    assert "keyharvest.words.terms" in graph["keyharvest.game"], "inside a function"
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" is imported by ".join(error.args[1]))


def test_no_two_classes_have_the_same_name() -> None:
    """One word for one thing; only in advice/ turns have a ``Step`` and an ``Outcome`` of their own."""
    homes: dict[str, list[str]] = {}
    for path in [*MODULES, *sorted((ROOT / "web").rglob("*.py"))]:
        if not path.is_relative_to(PACKAGE / "advice"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert len(homes["State"]) == 1
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_every_floor_and_room_is_small_enough_to_look_over() -> None:
    floors: Counter[Path] = Counter()
    rooms: Counter[str] = Counter()
    for path in MODULES:
        floors[path.parent] += path.name != "__init__.py"
        rooms[room_of(path)] += len(path.read_text(encoding="utf-8").splitlines())
    assert {floor: number for floor, number in floors.items() if number > 16} == {}
    assert {room: lines for room, lines in rooms.items() if lines > rooms.total() / 6} == {}
