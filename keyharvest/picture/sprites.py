"""The drawings that every picture copies, kept once in a page.

A page holds :func:`sprites` once, anywhere; boards and tiles refer to it by ``<use>``, so they stay small. A picture
that is to be a file of its own goes through :func:`standalone`.
"""

from __future__ import annotations

import re
from functools import cache

from keyharvest.picture import colours, emblems, fields, people
from keyharvest.picture.hexes import hexagon, points
from keyharvest.picture.svg import circle, element, moved, paint, path
from keyharvest.rules.components import CROPS, EVENTS, NUMBERS, WORKERS


def _ring(inset: float, colour: str, width: float, dashes: str | None = None) -> str:
    return element(
        "polygon",
        points=points(hexagon(inset)),
        class_=paint(None, colour),
        stroke_width=width,
        stroke_dasharray=dashes,
    )


def _ticks() -> str:
    """Short lines in the six corners of a hex."""
    corners = hexagon(7)
    found = []
    for (ax, ay), (bx, by), (cx, cy) in zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], strict=False):
        sides = [(bx + (x - bx) * 0.27, by + (y - by) * 0.27) for x, y in ((ax, ay), (cx, cy))]
        found.append(f"M{sides[0][0]:.0f} {sides[0][1]:.0f}L{bx:.0f} {by:.0f}L{sides[1][0]:.0f} {sides[1][1]:.0f}")
    return "".join(found)


def _marks() -> dict[str, str]:
    """What can lie upon a space; each is told from the others by its form as well."""
    ticks = _ticks()
    check = path("M-9 0l6 7l12-14", None, "pick", 6)
    return {
        "card": element("polygon", points=points(hexagon(2)), class_=paint("panel", "line"), stroke_width=4),
        "place": element(
            "polygon", points=points(hexagon(4)), class_=paint("panel", "line"), stroke_width=3, stroke_dasharray="10 9"
        ),
        "lit": element("polygon", points=points(hexagon(4)), class_=paint("lit")),
        "legal": _ring(6.5, "casing", 8.5) + _ring(6.5, "ring", 4.5),
        "picked": _ring(6.5, "casing", 13) + _ring(6.5, "pick", 6) + moved(circle(0, 0, 17, "casing") + check, 33, -33),
        "fresh": path(ticks, None, "plate", 12) + path(ticks, None, "fresh", 7),
        "filled": _ring(6, "plate", 8) + _ring(6, "plate-ink", 4),
        "ghost": _ring(7, "plate", 8) + _ring(7, "plate-ink", 4.5, "14 12"),
        "counts": moved(circle(0, 0, 9, "ring", "casing", 4), 0, -48),
    }


@cache
def drawings() -> dict[str, str]:
    """Every drawing by its name; in a page its id is ``kh-NAME``, and its origin is its middle."""
    found = {"land": fields.land(), "small-land": fields.small_land(), "meadow": fields.meadow()}
    for crop, name in enumerate(CROPS):
        found[f"crop-{name}"] = fields.glyph(crop)
        found[f"counter-{name}"] = circle(0, 0, 29, name, f"{name}-ink", 3) + moved(fields.glyph(crop), 0, 1, 0.78)
        found[f"{name}-1"] = fields.growing(crop)
        found[f"{name}-0"] = fields.harvested(crop)
        found[f"{name}-s1"] = fields.small(crop, ripe=True)
        found[f"{name}-s0"] = fields.small(crop, ripe=False)
    for index, worker in enumerate(WORKERS):
        found[f"worker-{worker.letter}"] = people.worker(index)
    for seat in range(4):
        found[f"seat-{seat}"] = people.badge(seat)
        found |= {f"number-{seat}-{number}": people.numbered(seat, number) for number in sorted(set(NUMBERS[:6]))}
    found |= {f"number-{people.NOBODY}-{number}": people.numbered(people.NOBODY, number) for number in (4, 5)}
    for index, event in enumerate(EVENTS):
        found[f"event-{event.letter}"] = emblems.emblem_of(index)
    found |= {"bell": emblems.BELL, "scroll": emblems.SCROLL}
    return found | _marks()


def _definitions(names: list[str]) -> str:
    return "<defs>" + "".join(f'<g id="kh-{name}">{drawings()[name]}</g>' for name in names) + "</defs>"


@cache
def sprites() -> str:
    """An SVG with every drawing and the pictures' style sheet, to be put once into a part of the page that is not shown.

    Not even laid out: a copy needs neither the place nor the style of what it copies, and there is much to lay out.
    """
    return f'<svg class="kh"><style>{colours.rules()}</style>{_definitions(list(drawings()))}</svg>'


def standalone(svg: str, theme: str | None = None) -> str:
    """A picture as a file of its own, with the drawings and colours it uses.

    ``theme`` is one of ``colours.THEMES``, or ``None`` to follow the reader's system; ``ValueError`` for another.
    """
    if theme is not None and theme not in colours.THEMES:
        raise ValueError(f"theme {theme!r}: want one of {', '.join(colours.THEMES)}")
    names = list(dict.fromkeys(re.findall(r'href="#kh-([^"]+)"', svg)))
    definitions = _definitions(names)
    used = set(re.findall(r"\bkh[fs]-[a-z0-9-]+", svg + definitions))
    head, rest = svg.split(">", 1)
    if "xmlns=" not in head:
        head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    if theme:
        head += f' data-theme="{theme}"'
    return f"{head}><style>{colours.themes()}{colours.rules(used)}</style>{definitions}{rest}\n"
