"""The drawings that all pictures refer to, stored once per page.

A page contains :func:`sprites` once, anywhere; boards and tiles refer to it by ``<use>``, so they stay small. For a
file of its own, a picture goes through :func:`standalone`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from keyharvest.picture import colours, crops, emblems, fields, land, people
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.fields import hexagonal
from keyharvest.picture.hexes import CORNERS, hexagon, points
from keyharvest.picture.svg import circle, moved, path
from keyharvest.rules.components import CROPS, EVENTS, NUMBERS, WORKERS


def _ticks() -> str:
    """Draw short lines in the six corners of a hex."""
    corners = [(x * 0.86, y * 0.86 - 1) for x, y in CORNERS]
    found = []
    for (ax, ay), (bx, by), (cx, cy) in zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], strict=False):
        sides = [(bx + (x - bx) * 0.26, by + (y - by) * 0.26) for x, y in ((ax, ay), (cx, cy))]
        found.append(f"M{sides[0][0]:.0f} {sides[0][1]:.0f}L{bx:.0f} {by:.0f}L{sides[1][0]:.0f} {sides[1][1]:.0f}")
    return "".join(found)


def _marks() -> dict[str, Html]:
    """Return the marks on spaces, which differ in shape as well as in colour."""
    ticks = _ticks()
    tick = circle(0, 0, 21, "accent", "rim", 4) + path("M-9 0l6 7L9-7", None, "accent-ink", 5)
    return {
        # Slightly too large: browsers measure a hex of exactly 40 pixels as a little less.
        "hit": h.polygon(points=points(hexagon(-0.1)), fill="transparent"),
        "plate": fields.plate(),
        "place": hexagonal(0.9, 0, "well", "line", 5),
        "last-place": hexagonal(0.9, 0, "gold-wash", "edge", 5),
        "legal": hexagonal(0.92, 0, None, "glow-ink", 9) + hexagonal(0.92, 0, None, "glow", 5.5),
        "picked": hexagonal(0.88, -1, None, "rim", 11)
        + hexagonal(0.88, -1, None, "accent", 6.5)
        + moved(tick, 34, -34),
        "fresh": path(ticks, None, "fresh-out", 11) + path(ticks, None, "fresh", 6),
        "filled": hexagonal(0.88, -1, None, "rim", 9) + hexagonal(0.88, -1, None, "ink-art", 5),
        "ghost": hexagonal(0.96, -2, None, "glow-ink", 7) + hexagonal(0.96, -2, None, "glow-core", 3.5, "13 9"),
        "counts": circle(0, -46, 11, "glow", "glow-ink", 4),
        "focus": hexagonal(0.93, 0, None, "focus-out", 13) + hexagonal(0.93, 0, None, "focus", 7),
    }


def _unknown() -> Html:
    box = h.rect(
        x=-27,
        y=-29,
        width=54,
        height=58,
        rx=12,
        fill="var(--well)",
        stroke="var(--soft)",
        stroke_width=5,
        stroke_dasharray="10 6",
    )
    return box + h.text(".kh-unknown", y=15)["?"]


@cache
def drawings() -> dict[str, Html]:
    """Return every drawing by its name; in a page its id is ``kh-NAME``, and its origin is its centre."""
    found = {"land": land.land(), "small-land": land.small_land(), "tree": land.tree(), "pine": land.pine()}
    found["counter-unknown"] = _unknown()
    for crop, name in enumerate(CROPS):
        found[f"crop-{name}"] = crops.glyph(crop, f"{name}-c")
        found[f"counter-{name}"] = crops.counter(crop)
        found[f"{name}-1"] = fields.growing(crop)
        found[f"{name}-0"] = fields.harvested(crop)
        found[f"{name}-s1"] = fields.small(crop, ripe=True)
        found[f"{name}-s0"] = fields.small(crop, ripe=False)
    for index, worker in enumerate(WORKERS):
        found[f"bust-{worker.letter}"] = people.bust(index)
        found[f"worker-{worker.letter}"] = people.worker(index)
        found[f"avatar-{worker.letter}"] = people.avatar(index)
    for seat in range(4):
        found[f"seat-{seat}"] = people.badge(seat)
        found |= {f"number-{seat}-{number}": people.numbered(seat, number) for number in sorted(set(NUMBERS))}
    found |= {f"number-{people.NOBODY}-{number}": people.numbered(people.NOBODY, number) for number in (4, 5)}
    for index, event in enumerate(EVENTS):
        found[f"event-{event.letter}"] = emblems.event(index)
    found |= {f"action-{name}": drawing for name, drawing in emblems.ACTIONS.items()}
    found |= {"bell": emblems.BELL, "scroll": emblems.SCROLL, "bag": emblems.BAG}
    return found | _marks()


def _gradient(name: str, light: str, dark: str, ends: tuple[int, int, int, int] = (-30, -60, 30, 60)) -> Html:
    stops = (h.stop(offset=at, stop_color=f"var(--{each})") for at, each in enumerate((light, dark)))
    x1, y1, x2, y2 = ends
    return h.linearGradient(id=f"kh-{name}", gradientUnits="userSpaceOnUse", x1=x1, y1=y1, x2=x2, y2=y2)[stops]


@cache
def _paints() -> dict[str, Html]:
    """Return the gradients and the one clipping path, by their ids."""
    found = {"kh-disc": h.clipPath("#kh-disc")[h.circle(cy=-2, r=37)]}
    for name in CROPS:
        found[f"kh-ripe-{name}"] = _gradient(f"ripe-{name}", f"{name}-high", f"{name}-mid")
        found[f"kh-bare-{name}"] = _gradient(f"bare-{name}", f"{name}-patch", f"{name}-bare")
    found["kh-event"] = _gradient("event", "event-high", "event-mid")
    found["kh-downs"] = _gradient("downs", "downs", "downs-deep", (200, -20, 700, 700))
    return found


@cache
def sprites() -> Html:
    """Return every drawing, to be put into a page once; the page needs the style sheet ``style.SHEET`` too.

    The drawings themselves aren't rendered, which saves time: copies need neither the position nor the style of their
    original. Gradients have to be rendered, so they are in an element without size.
    """
    return join(
        h.svg(".kh-paints", aria_hidden=True)[h.defs[_paints().values()]],
        h.svg(".kh.kh-drawings", aria_hidden=True)[h.defs[_copied(drawings())]],
    )


def _copied(found: Mapping[str, Html]) -> Html:
    return join(h.g(id=f"kh-{name}")[drawing] for name, drawing in found.items())


def used_in(svg: str) -> Html:
    """Return the definitions of the drawings and paints that a picture refers to, directly or through others."""
    found: dict[str, Html] = {}
    todo = re.findall(r'href="#kh-([^"]+)"', svg)
    while todo:
        name = todo.pop(0)
        if name not in found:
            found[name] = drawings()[name]
            todo += re.findall(r'href="#kh-([^"]+)"', found[name])
    copied = _copied(found)
    wanted = dict.fromkeys(re.findall(r"url\(#([^)]+)\)", svg + copied))
    return join((_paints()[name] for name in wanted), copied)


def standalone(svg: str, theme: str | None = None) -> str:
    """Return a picture as a file of its own, with the drawings and colours it uses.

    Put into a page, it changes nothing outside itself, nor do pictures in different themes change each other.
    ``theme`` is one of ``colours.THEMES``, or ``None`` to follow the reader's system. Raise ``ValueError`` for others.
    """
    if theme is not None and theme not in colours.THEMES:
        raise ValueError(f"theme {theme!r}: expected one of {', '.join(colours.THEMES)}")
    definitions = used_in(svg)
    sheet = _sheet_of(svg + definitions)
    head, rest = svg.split(">", 1)
    if "xmlns=" not in head:
        head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    drawing = f"<defs>{definitions}</defs>{rest}"
    if theme:
        head += f' data-theme="{theme}"'
        # A page has one drawing for each id, and a gradient has the colours of the picture that contains it.
        drawing = re.sub(r'(id="|href="#|url\(#)kh-', rf"\1kh-{theme}-", drawing)
    style = colours.of_picture(colours.named(drawing + sheet), theme) + sheet
    return colours.with_constants(f"{head}><style>{style}</style>{drawing}\n")


def _sheet_of(svg: str) -> str:
    """Return the rules of the style sheet that a picture needs, without the fonts of the page around it."""
    classes = set(" ".join(re.findall(r'class="([^"]*)"', svg)).split())
    rules = (rule for rule in SHEET.splitlines() if classes & set(re.findall(r"[. ](kh[\w-]*)", rule)))
    return re.sub(r"var\(--(?:text|display),([^()]*)\)", r"\1", "".join(rules))


#: The style sheet of boards, tiles and people, in the page and in pictures alone. Its colours are the custom
#: properties of :func:`keyharvest.picture.colours.themes`.
SHEET: Final = """
.kh{display:block;fill:none;stroke:none;font-family:var(--text,system-ui,sans-serif);font-weight:700;text-anchor:middle;\
font-variant-numeric:lining-nums tabular-nums;stroke-linejoin:round;stroke-linecap:round;forced-color-adjust:none;\
user-select:none;-webkit-user-select:none}
.kh text{stroke:none;forced-color-adjust:none}
@media (max-width:767.98px){.kh-full{--ref-size:34px;--plate-x:-31px;--plate-y:12px;--plate-width:62px;--plate-height:36px;\
--plate-round:13px;--far-size:29px}.kh-lone{display:none}}
.kh-full,.kh-thumb{width:100%;height:auto}
.kh-full{touch-action:manipulation}
.kh-tile{height:4.5em;width:auto}
.kh-inline{height:1.6em;width:auto;vertical-align:-.45em}
.kh-tile,.kh-inline{display:inline-block;overflow:visible;flex:none}
.kh-tile{vertical-align:middle}
.kh-ref{fill:var(--plate-ink);font-size:var(--ref-size,18px)}
.kh-plate{fill:var(--plate);x:var(--plate-x,-20px);y:var(--plate-y,24px);width:var(--plate-width,40px);\
height:var(--plate-height,21px);rx:var(--plate-round,8px)}
.kh-dense{--ref-size:34px;--plate-x:-31px;--plate-y:12px;--plate-width:62px;--plate-height:36px;--plate-round:13px}
.kh .kh-far{fill:var(--reference);font-size:var(--far-size,17px);font-weight:500}
.kh-paints{position:absolute;width:0;height:0}
.kh-drawings{display:none}
.kh .kh-tag{font-size:14px}
.kh-number{fill:var(--plate-ink);font-size:25px}
.kh-number-on{fill:var(--seat-ink);font-size:24px}
.kh-unknown{fill:var(--soft);font-size:44px}
.kh-worth{fill:var(--flag-ink);font-size:28px}
.kh-dashed{fill:var(--plate-ink)}
.kh .kh-group{fill:var(--seat-ink);font-size:38px;font-family:var(--display,Georgia,serif);font-weight:400}
.kh .kh-amount{fill:var(--ink);font-size:40px;text-anchor:start}
.kh .kh-words{fill:var(--ink);font-size:22px;text-anchor:start;font-weight:600}
.kh-seat-0{--coat:var(--seat-0);--coat-edge:var(--seat-0-edge)}
.kh-seat-1{--coat:var(--seat-1);--coat-edge:var(--seat-1-edge)}
.kh-seat-2{--coat:var(--seat-2);--coat-edge:var(--seat-2-edge)}
.kh-seat-3{--coat:var(--seat-3);--coat-edge:var(--seat-3-edge)}
.kh-none{--coat:var(--nobody);--coat-edge:var(--nobody-edge)}
.kh [role=gridcell]{cursor:pointer;outline:none}
.kh-glow{animation:kh-glow 1.4s ease-in-out infinite alternate}
.kh-float{animation:kh-float 1.8s ease-in-out infinite alternate}
@keyframes kh-glow{from{opacity:.45}}
@keyframes kh-float{to{transform:translateY(-3px)}}
@media (prefers-reduced-motion:reduce){.kh-glow,.kh-float{animation:none}}
.kh-over,.kh-over *{pointer-events:none}
.kh-focus{visibility:hidden}
.kh-full:has([role=gridcell]:focus-visible) .kh-focus{visibility:visible}
"""
