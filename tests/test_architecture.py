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


def rooms_of_the_page(page: str) -> dict[str, set[str]]:
    """Read the table of rooms in *page*: for each room of ``keyharvest/page/`` itself and those that it may import."""
    found: dict[str, set[str]] = {}
    for places, cell in re.findall(r"^\| (`\w+/`(?:, `\w+/`)*) \|.*\| (.*) \|$", page, re.MULTILINE):
        named = set(cell.split(", ")) - {"–"}
        assert named <= found.keys(), f"{places} may import {named - found.keys()}, which have no row above it"
        base = set(list(found)[:2])  # open to all others
        found |= {room: named | base | {room} for room in re.findall(r"\w+", places)}
    return found


def room_of(path: Path) -> str:
    """Return the package that contains the module *path*."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


ARCHITECTURE = (PACKAGE / "docs" / "architecture.md").read_text(encoding="utf-8")
TABLE, PACKAGES = allowed_imports(ARCHITECTURE)
PAGE = PACKAGE / "page"
ROOMS = rooms_of_the_page(ARCHITECTURE)


def imported_by(path: Path) -> list[str]:
    """Return the full names of everything that a module imports."""
    return list(imports(path.read_text(encoding="utf-8"), ".".join(path.relative_to(ROOT).parent.parts)))


def is_view(name: str) -> bool:
    """Whether this is the name of a module of the page that draws.

    >>> is_view("page.home.view"), is_view("page.saved.games_view"), is_view("page.saved.keeping")
    (True, True, False)
    """
    return name.split(".")[1] == "parts" or ".panels." in name or name.endswith((".view", "_view"))


def test_the_table_was_read() -> None:
    assert TABLE["rules"] == {"rules"}
    assert TABLE["record"] == {"record", "rules"}
    assert TABLE["cli"] == set(TABLE) - {"docs", "environments"}
    assert PACKAGES["lab"] == {"distributed"}
    assert not PACKAGES["rules"]


def test_imports_follow_the_table() -> None:
    for path in MODULES:
        room = room_of(path)
        assert room in TABLE or room in ENTRANCES, f"{room} has no row in architecture.md"
        allowed = TABLE.get(room, set(TABLE))
        known = sys.stdlib_module_names | PACKAGES.get(room, set())
        package = ".".join(path.relative_to(ROOT).parent.parts)
        for name in imports(path.read_text(encoding="utf-8"), package):
            top, _, rest = name.partition(".")
            target = rest.partition(".")[0]
            if top != "keyharvest":
                assert top in known, f"{path} may not import {name}: it is not in the standard library, nor in its row"
            elif target != "__version__":  # part of keyharvest itself, not of a package in it
                assert target in allowed, f"{path} may not import {name}: it may import {', '.join(sorted(allowed))}"


def test_each_room_of_the_page_imports_only_rooms_in_its_row() -> None:
    """The modules at the top of the page know every room, and features reach each other through its `Page`."""
    for path in sorted(PAGE.rglob("*.py")):
        room, *below = path.relative_to(PAGE).parts
        if not below:
            continue
        assert room in ROOMS, f"{room} has no row in architecture.md"
        for name in imported_by(path):
            top, page, other, *_rest = [*name.split("."), "", ""]
            if (top, page) == ("keyharvest", "page") and other != room:
                through_page = name == "keyharvest.page.page.Page" and room not in ("core", "parts", "tabletop")
                assert through_page or other in ROOMS[room], f"{path} may not import {name}"


def test_features_do_not_lean_on_each_other_s_views() -> None:
    """A picture that two features share belongs to parts/, or to the panels of a game, which draw from a scene."""
    known = {".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in PAGE.rglob("*.py")}
    views = [path for path in PAGE.rglob("*.py") if is_view(".".join(path.relative_to(PACKAGE).with_suffix("").parts))]
    assert len(views) > 50
    for path in views:
        own = path.relative_to(PAGE).parts[0]
        for full in imported_by(path):
            name = full.removeprefix("keyharvest.")
            name = name if name in known else name.rpartition(".")[0]
            if name in known and path.name != "__init__.py":
                shared = name.split(".")[1] == "parts" or name.startswith("page.tabletop.panels.")
                beside = name.split(".")[1] == own and (path.parent.name != "panels" or is_view(name))
                assert shared or beside, f"{path.relative_to(ROOT)} draws {name}"


def test_panels_of_a_game_draw_from_the_scene_alone() -> None:
    """They never see the game, nor the sitting with its players, so nothing hidden can reach the page (rule 14)."""
    for path in (PAGE / "tabletop" / "panels").glob("*.py"):
        for name in imported_by(path):
            assert name not in ("keyharvest.game.Game", "keyharvest.table.sitting.Sitting"), path.name


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
    rooms: Counter[Path] = Counter()
    for path in MODULES:
        floors[path.parent] += path.name != "__init__.py"
        parts = path.relative_to(PACKAGE).parts
        room = Path(*parts[: 2 if parts[0] == "page" else 1])
        rooms[room] += len(path.read_text(encoding="utf-8").splitlines())
    assert {floor: number for floor, number in floors.items() if number > 16} == {}
    assert {room: lines for room, lines in rooms.items() if lines > rooms.total() / 10} == {}


def test_modules_and_sheets_that_the_docs_name_exist() -> None:
    known = {path.name for room in ("keyharvest", "web", "tests") for path in (ROOT / room).rglob("*")}
    named = re.compile(r"`(?:[\w.]+/)*([\w.]+\.(?:py|css))`")
    for page in (ROOT / "README.md", *(PACKAGE / "docs").glob("*.md")):
        assert {*named.findall(page.read_text(encoding="utf-8"))} - known <= {"my_players.py"}, page.name
