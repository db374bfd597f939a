"""Draw the packages of keyharvest and their imports, for docs/architecture.md: ``python3 tests rooms``.

Arrows that follow from others are left out: if ``table`` uses ``players`` and ``players`` uses ``game``, no arrow leads
from ``table`` to ``game``. Every arrow points down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.test_architecture import ENTRANCES, MODULES, imports, room_of
from web.environment import ROOT

PICTURE: Final = ROOT / "keyharvest" / "docs" / "rooms.svg"
_BOX: Final = (116, 34)
_STEP: Final = (132, 74)
#: The column of each package, chosen so that long arrows cross no other package; add new ones here.
_COLUMNS: Final = (
    ("files",),
    ("cli", "commands", "lab", "search"),
    ("puzzles", "players", "knowledge"),
    ("widget", "page", "advice", "table", "game", "picture", "rules"),
    ("saved", "words"),
    ("scenario", "record"),
    ("editor", "environments"),
    ("remote",),
)
_STYLE: Final = (
    "rect{fill:#fffaf0;stroke:#5a4632;stroke-width:1.5}text{font:15px sans-serif;fill:#2b2116;text-anchor:middle}"
    "path{fill:none;stroke:#7b6b55;stroke-width:1.4;marker-end:url(#tip)}"
    "#tip path{fill:#7b6b55;stroke:none;marker:none}"
    "@media(prefers-color-scheme:dark){rect{fill:#2b2822;stroke:#cdbb9c}text{fill:#f3ead9}"
    "path{stroke:#a89878}#tip path{fill:#a89878}}"
)


def arrows() -> dict[str, set[str]]:
    """Return for each package the other packages that its modules import."""
    found: dict[str, set[str]] = {}
    for path in MODULES:
        room = room_of(path)
        if room in ENTRANCES:
            continue
        package = ".".join(path.relative_to(ROOT).parent.parts)
        names = [name.split(".") for name in imports(path.read_text(encoding="utf-8"), package)]
        used = {name[1] for name in names if name[0] == "keyharvest" and name[1] != "__version__"}
        found.setdefault(room, set()).update(used - {room})
    return found


def reduced(graph: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Return the arrows that do not follow from others.

    >>> reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()})
    {'a': ['b'], 'b': ['c'], 'c': []}
    """

    def below(room: str) -> set[str]:
        return graph[room].union(*(below(each) for each in graph[room]))

    return {
        room: sorted(each for each in used if not any(each in below(other) for other in used))
        for room, used in graph.items()
    }


def drawing() -> str:
    """Draw the SVG: each package is one row above the highest one that it uses."""
    graph = arrows()
    heights: dict[str, int] = {}

    def height(room: str) -> int:
        if room not in heights:
            heights[room] = 1 + max((height(each) for each in graph[room]), default=-1)
        return heights[room]

    columns = {room: at for at, rooms in enumerate(_COLUMNS) for room in rooms}
    wide, high = len(_COLUMNS) * _STEP[0], (1 + max(map(height, graph))) * _STEP[1]
    places = {
        room: ((columns[room] + 0.5) * _STEP[0], high - (height(room) + 0.5) * _STEP[1]) for room in sorted(graph)
    }
    lines = []
    for room, used in reduced(graph).items():
        x, y = places[room]
        for each in used:
            to_x, to_y = places[each]
            begin, end = y + _BOX[1] / 2, to_y - _BOX[1] / 2 - 2
            turned = begin + _STEP[1] - _BOX[1] - 4
            half = (begin + turned) / 2
            lines.append(f'<path d="M{x:g} {begin:g}C{x:g} {half:g} {to_x:g} {half:g} {to_x:g} {turned:g}V{end:g}"/>')
    boxes = [
        f'<rect x="{x - _BOX[0] / 2:g}" y="{y - _BOX[1] / 2:g}" width="{_BOX[0]}" height="{_BOX[1]}" rx="7"/>'
        f'<text x="{x:g}" y="{y + 5:g}">{room}</text>'
        for room, (x, y) in places.items()
    ]
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    parts = [f"<style>{_STYLE}</style>", f'<defs>{tip}<path d="M0 0L8 4L0 8Z"/></marker></defs>', *lines, *boxes]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img">'
    return "\n".join([head, "<title>The rooms of the package and what they use</title>", *parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
