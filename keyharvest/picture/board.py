"""One player's country board as SVG.

The board knows no rules: it draws a :class:`BoardView`. A full board is a grid for keyboards and screen readers
(``svg[role=grid] > g[role=row] > g[role=gridcell]``). A still looks the same but is one image, for files and for boards
without actions; a thumbnail is one simpler image.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import hypot
from typing import Final

from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.hexes import BOARD_WIDTH, CENTRES, HEX_HEIGHT, VIEW_BOX, inset_outline, number
from keyharvest.picture.land import slab
from keyharvest.picture.people import small_worker
from keyharvest.picture.svg import circle, ellipse, moved, paint, path, use
from keyharvest.picture.view import BoardView, Ghost, check, describe
from keyharvest.rules import STANDARD
from keyharvest.rules.components import CROPS, FARMHANDS, NUMBERS, WORKER_INDEX, WORKERS
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, ROW_LENGTHS, ROW_STARTS, ROWS, SPACES, spaces_in

SIZES: Final = ("full", "still", "thumbnail")
#: The positions of the step numbers at the edge of a field, which cover neither its crop nor any reference.
_NUMBERS_AT: Final = ((0, -62), (51, -14), (46, 21))
#: The same where a worker is placed, whose own number is at the lower right.
_NUMBERS_AT_WORKER: Final = ((-44, -26), (0, -62), (44, -26))


def board(view: BoardView, size: str = "full") -> Html:
    """Draw the board as an ``svg`` element. Raise ``ValueError`` for a malformed view.

    A full board has one ``g`` per space with id ``NAME-REF``, ``data-intent="tap"`` and ``data-value="REF"``. Tiles and
    workers on it have names, by which the page follows their moves for animations (docs/protocol.md, "What moves").
    """
    if size not in SIZES:
        raise ValueError(f"size {size!r}: expected one of {', '.join(SIZES)}")
    check(view)
    if size == "full":
        return _full(view)
    drawn = _still(view, _apart) if size == "still" else _thumbnail(view)
    return h.svg(
        class_=f"kh kh-{'full' if size == 'still' else 'thumb'} kh-seat-{view.seat}",
        viewBox=VIEW_BOX,
        role="img",
        aria_label=view.title,
    )[drawn]


def still(view: BoardView) -> Html:
    """Draw the content of a still, for a larger picture; the class ``kh-seat-N`` around it sets the seat's colour."""
    return _still(view, _close)


def _still(view: BoardView, cell: Callable[[BoardView, int], Html]) -> Html:
    return join(_land(view), (cell(view, space) for space in range(56)), _above(view))


def _apart(view: BoardView, space: int) -> Html:
    """Draw a space as one element at its centre, which the frame of a custom demo replaces (web/embed/frame.js)."""
    return moved(_within(view, space), *CENTRES[space])


def _close(view: BoardView, space: int) -> Html:
    """Draw a space in as few characters as possible."""
    if view.fields >> space & 1 or view.show_crops:
        return _apart(view, space)
    return _far(view, space, *CENTRES[space])


def _land(view: BoardView) -> Html:
    rim = path(slab(-2.5), None, "coat", 4)
    return join(use("land"), rim, path(slab(), "dim-soft") if view.soft else None)


def _full(view: BoardView) -> Html:
    rows = join(
        h.g(role="row", aria_label=row)[(_cell(view, start + place) for place in range(length))]
        for row, start, length in zip(ROWS, ROW_STARTS, ROW_LENGTHS, strict=True)
    )
    focus = use("focus", *CENTRES[view.cursor], "kh-focus")
    return h.svg(
        class_=f"kh kh-full kh-seat-{view.seat}",
        viewBox=VIEW_BOX,
        id=view.name,
        role="grid",
        aria_label=view.title,
        aria_multiselectable=True if view.several else None,
        data_keys="board",
        data_place=f"board-{view.seat}",
    )[_land(view), rows, h.g(".kh-over", aria_hidden=True)[_above(view), focus]]


def _cell(view: BoardView, space: int) -> Html:
    bit, reference = 1 << space, SPACES[space]
    label = view.labels[space] if view.labels else None
    legal = view.legal is not None and view.legal & bit
    selected = view.selected & bit
    x, y = CENTRES[space]
    return h.g(
        id=f"{view.name}-{reference}",
        role="gridcell",
        tabindex=0 if space == view.cursor else -1,
        transform=f"translate({x} {y})",
        data_intent="tap",
        data_value=reference,
        data_thing=f"tile-{reference}" if view.fields & bit else None,
        data_ripe=view.ripe >> space & 1 if view.fields & bit else None,
        aria_label=describe(view, space) if label is None else label,
        aria_selected=bool(selected) if selected or legal else None,
        aria_disabled=True if view.legal is not None and not legal and not selected else None,
    )[use("hit"), _within(view, space)]


def _within(view: BoardView, space: int) -> Html:
    """Draw a field with its reference, or the reference of an empty space."""
    bit, crop = 1 << space, CROPS[view.crops[space]]
    if view.fields & bit:
        return _field(space, f"{crop}-{view.ripe >> space & 1}", view.outlines)
    return _far(view, space)


def _far(view: BoardView, space: int, x: int | None = None, y: int = 0) -> Html:
    """Write the reference of an empty space, whose centre is at (x, y)."""
    if any(post == space for _, post in view.posts):
        return h.text(".kh-far.kh-tag", x=x, y=y + 53)[SPACES[space]]
    lone = not (view.show_crops or view.fields & NEIGHBOURS[space])
    return _empty(space, CROPS[view.crops[space]] if view.show_crops else "", lone, x, y)


# Each tap draws the boards again, and few of their spaces have changed.


@cache
def _field(space: int, tile: str, outlined: bool) -> Html:
    return join(use(tile), use("filled") if outlined else None, _reference(space))


@cache
def _empty(space: int, crop: str, lone: bool, x: int | None, y: int) -> Html:
    shown = moved(use(f"crop-{crop}"), 0, -16, 0.5, opacity=".75") if crop else None
    reference = h.text(x=x, y=y + (32 if crop else 7), class_="kh-far kh-lone" if lone else "kh-far")
    return join(shown, reference[SPACES[space]])


@cache
def _reference(space: int) -> Html:
    return use("plate") + h.text(".kh-ref", y=41)[SPACES[space]]


def _above(view: BoardView) -> Html:
    """Draw everything that reaches beyond its space, on top of all spaces; none of it reacts to the pointer."""
    parts = [_hedge(view.fields)]
    parts += [_figure(view.seat, worker, space) for worker, space in view.posts]
    if view.legal and not view.quiet:
        if not view.soft:
            # The fields beside a space are the reason to choose it, so they stay bright.
            beside = sum(1 << field for field in spaces_in(view.fields) if NEIGHBOURS[field] & view.legal)
            parts.append(_dimmed(view.legal | view.counting | view.selected | beside))
        parts.append(_lit(view.legal & ~view.selected))
    parts += [use("fresh", *CENTRES[space]) for space in spaces_in(view.changed)]
    parts += [use("counts", *CENTRES[space]) for space in spaces_in(view.counting)]
    parts += [_group(mask, times) for mask, times in ((view.second, 2), (view.largest, 1)) if mask]
    parts += [use("picked", *CENTRES[space]) for space in spaces_in(view.selected)]
    parts += [_ghost(view, ghost) for ghost in view.ghosts]
    parts += [_preview(view, at) for at in range(len(view.previews))]
    parts += [_fault(space) for space in spaces_in(view.faulty)]
    return join(parts)


def _preview(view: BoardView, at: int) -> Html:
    """Draw a possible turn, marked if it is the one shown."""
    preview = view.previews[at]
    drawn = [_ghost(view, ghost) for ghost in preview.ghosts]
    drawn += [_going_home(*post) for post in preview.home]
    drawn += [_way(*each) for each in preview.ways]
    on: dict[int, list[int]] = {}
    for space, step in preview.order:
        on.setdefault(space, []).append(step)
    placed = {ghost.space for ghost in preview.ghosts if ghost.worker is not None} | {space for _, space in view.posts}
    drawn += [_ahead(view, *each, each[0].space in placed) for each in preview.ahead]
    drawn += [
        _numbered(space, steps, _NUMBERS_AT_WORKER if space in placed else _NUMBERS_AT) for space, steps in on.items()
    ]
    return h.g(class_="kh-preview" + " kh-shown" * (at == view.preview))[drawn]


def _ahead(view: BoardView, ghost: Ghost, step: int, taken: bool) -> Html:
    """Draw a piece that probably comes later: pale, with a dashed edge and the number of its step; where a worker
    stands until then (``taken``), only the edge.
    """
    x, y = CENTRES[ghost.space]
    if ghost.worker is None:
        edge = inset_outline(1 << ghost.space, 4)
        piece = moved(use(f"{CROPS[view.crops[ghost.space]]}-1") + _reference(ghost.space), x, y)
    else:
        edge = f"M{number(x - 43)} {number(y)}a43 43 0 1 1 86 0a43 43 0 1 1-86 0z"
        piece = moved(figure(view.seat, ghost.worker), x, y)
    drawn = Html() if taken else path(edge, "rim") + h.g(opacity=".6")[piece]
    drawn += path(edge, None, "rim", 7) + path(edge, None, "flag", 4.5, stroke_dasharray="13 9")
    badge = path("M-21 0a21 21 0 1 1 42 0a21 21 0 1 1-42 0z", "rim", "flag", 4, stroke_dasharray="7 5")
    badge += h.text(".kh-worth.kh-dashed", y=9)[str(step)]
    return drawn + moved(badge, x + 44, y - 30, 0.82)


def _going_home(worker: int, space: int) -> Html:
    """Draw a worker that goes home: small, on a badge with a house, beside the piece that comes to its space."""
    x, y = CENTRES[space]
    tag = h.rect(x=-23, y=-42, width=46, height=84, rx=23, fill=paint("flag"), stroke=paint("glow"), stroke_width=5)
    house = path("M-11 2L0-9L11 2M-7-2V10H7V-2", None, "glow", 4)
    badge = tag + moved(use(f"worker-{WORKERS[worker].letter}"), 0, -19, 0.42) + moved(house, 0, 20)
    return moved(badge, x - 42, y - 14)


def _way(start: int, end: int) -> Html:
    """Draw an arrow along the path of a worker that moves on."""
    (x, y), (to_x, to_y) = CENTRES[start], CENTRES[end]
    way = hypot(to_x - x, to_y - y)
    along, across = (to_x - x) / way, (to_y - y) / way

    def at(forward: float, aside: float) -> str:
        return f"{number(x + along * forward - across * aside)} {number(y + across * forward + along * aside)}"

    tip = way - 30
    line = f"M{at(46, 0)}L{at(tip, 0)}M{at(tip - 17, -15)}L{at(tip, 0)}L{at(tip - 17, 15)}"
    return path(line, None, "glow", 17) + path(line, None, "flag", 8)


def _numbered(space: int, steps: Sequence[int], places: Sequence[tuple[int, int]]) -> Html:
    """Draw the numbers of the steps on a space: round, so that they can't be taken for badges with points."""
    x, y = CENTRES[space]
    found = []
    for (right, down), step in zip(places[-len(steps) :], steps, strict=False):
        badge = circle(0, 0, 21, "flag", "glow", 5) + h.text(".kh-worth", y=9)[str(step)]
        found.append(moved(badge, x + right, y + down, 0.82))
    return join(found)


def _fault(space: int) -> Html:
    """Draw a ring and an exclamation mark around something that is wrong."""
    line = inset_outline(1 << space, 0)
    mark = circle(0, 0, 22, "alert", "rim", 4) + path("M0-11V2M0 10h0", None, "rim", 6, stroke_linecap="round")
    ring = path(line, None, "rim", 15) + path(line, None, "alert", 8)
    return h.g(".kh-fault")[ring, moved(mark, CENTRES[space][0] + 36, CENTRES[space][1] - 44)]


def figure(seat: int, worker: int) -> Html:
    """Draw a worker with its number, in the colour of the board's owner (rule 10), even one of the townsfolk."""
    token = moved(use(f"worker-{WORKERS[worker].letter}"), 0, -5, 0.93)
    return token + moved(use(f"number-{seat}-{NUMBERS[worker]}"), 27, 20, 0.9)


def _figure(seat: int, worker: int, space: int) -> Html:
    owner = seat if FARMHANDS >> worker & 1 else None
    return moved(figure(seat, worker), *CENTRES[space], data_thing=worker_name(worker, owner))


def worker_name(worker: int, seat: int | None) -> str:
    """Return the page's name for a moving worker; ``seat`` for a farmhand, ``None`` for townsfolk.

    >>> worker_name(0, 2), worker_name(9, None)
    ('worker-A-2', 'worker-J')
    """
    letter = WORKERS[worker].letter
    return f"worker-{letter}" if seat is None else f"worker-{letter}-{seat}"


def _hedge(fields: int) -> Html:
    """Draw the hedges around the fields, just inside the fields' edge so that no frame cuts them."""
    if not fields:
        return Html()
    line = inset_outline(fields, 4.5)
    stretches = join(map(path, _stretches(line)))
    dots = (
        h.g(stroke=paint(colour), stroke_width=width, stroke_dasharray="0 10", transform=shift)[stretches]
        for colour, width, shift in (("hedge", 8.5, None), ("hedge-high", 3.5, "translate(-1.5-2)"))
    )
    return join(path(line, None, "hedge-deep", 10), dots)


def _stretches(line: str) -> list[str]:
    """Cut closed lines into stretches of a few edges, as a browser draws a picture square by square.

    For each square it would work out all dots of every line that crosses it, and a hedge goes around the whole farm.

    >>> _stretches("M0 0L52 30L52 90L0 120L-52 90L-52 30Z")
    ['M0 0L52 30L52 90L0 120L-52 90L-52 30L0 0']
    """
    edges = 12
    found = []
    for loop in line.removesuffix("Z").split("Z"):
        corners = loop.removeprefix("M").split("L")
        ends = [*corners, corners[0]]
        found += ["M" + "L".join(ends[begin : begin + edges + 1]) for begin in range(0, len(corners), edges)]
    return found


def _dimmed(bright: int) -> Html:
    """Dim all of the land except some spaces, with one dark path that has holes."""
    return path(slab() + inset_outline(bright, 0), "dim", fill_rule="evenodd")


def _lit(legal: int) -> Html:
    """Highlight the spaces that may be chosen: a pulsing glow around all, and an outlined ring in each."""
    if not legal:
        return Html()
    line = inset_outline(legal, 2)
    around = path(line, None, "glow", 34, opacity=".28") + path(line, None, "glow", 20, opacity=".5")
    return join(h.g(".kh-glow")[around], (use("legal", *CENTRES[space]) for space in spaces_in(legal)))


def _ghost(view: BoardView, ghost: Ghost) -> Html:
    """Draw a tile lifted off the land, or a worker about to arrive there, with its points on a badge."""
    x, y = CENTRES[ghost.space]
    if ghost.worker is None:
        tile = use(f"{CROPS[view.crops[ghost.space]]}-{int(ghost.ripe)}")
        lifted = moved(tile + _reference(ghost.space) + use("ghost"), 0, -9, 1.06)
        drawn = ellipse(6, 14, 52, 50, "drop") + lifted
    else:
        badge = moved(use(f"number-{view.seat}-{NUMBERS[ghost.worker]}"), 27, 17, 0.9)
        drawn = moved(use(f"worker-{WORKERS[ghost.worker].letter}"), 0, -8) + badge
    drawn = h.g(".kh-float", opacity=None if ghost.worker is None else ".94")[drawn]
    if ghost.worth:
        tag = h.rect(x=-32, y=-21, width=64, height=42, rx=9, fill=paint("flag"), stroke=paint("glow"), stroke_width=5)
        badge = tag + h.text(".kh-worth", y=10)[ghost.worth]
        inside = BOARD_WIDTH - 35 - x  # a phone shows no more of the picture
        drawn += moved(badge, min(46, inside), -56 if y > HEX_HEIGHT else -36)
    return moved(drawn, x, y)


def _group(mask: int, times: int) -> Html:
    """Draw a line around a group that scores, in its owner's colour, and a label like ``11 × 1`` (rule 13.2)."""
    line = inset_outline(mask, 3)
    spaces = spaces_in(mask)
    middle = [sum(CENTRES[space][axis] for space in spaces) / len(spaces) for axis in (0, 1)]
    nearest = min(spaces, key=lambda space: hypot(CENTRES[space][0] - middle[0], CENTRES[space][1] - middle[1]))
    sign = h.rect(x=-66, y=-30, width=132, height=60, rx=30, fill=paint("coat"), stroke=paint("rim"), stroke_width=5)
    label = sign + h.text(".kh-group", y=13)[f"{len(spaces)} × {times}"]
    dashes = "20 11" if times == 2 else None
    return (
        path(line, None, "rim", 15)
        + path(line, None, "coat", 9, stroke_dasharray=dashes)
        + moved(label, *CENTRES[nearest])
    )


def _thumbnail(view: BoardView) -> Html:
    parts = [use("small-land")]
    parts += [
        use(f"{CROPS[view.crops[space]]}-s{view.ripe >> space & 1}", *CENTRES[space])
        for space in spaces_in(view.fields)
    ]
    if view.fields:
        parts.append(path(inset_outline(view.fields, 4), None, "hedge-deep", 9))
    parts += [moved(small_worker(worker, view.seat), *CENTRES[space]) for worker, space in view.posts]
    parts += [use("fresh", *CENTRES[space]) for space in spaces_in(view.changed)]
    parts += [_group(mask, times) for mask, times in ((view.second, 2), (view.largest, 1)) if mask]
    return join(parts)


def seen(fields: str, workers: str = "") -> BoardView:
    """Return a board from references, with a star after unharvested ones, and from workers such as ``C:D6``.

    >>> view = seen("C5* C6", "C:D6")
    >>> view.ripe == 1 << INDEX["C5"], view.posts == ((WORKER_INDEX["C"], INDEX["D6"]),)
    (True, True)
    """
    names = fields.split()
    return BoardView(
        STANDARD.crops,
        fields=mask(fields.replace("*", "")),
        ripe=mask(" ".join(name[:-1] for name in names if name.endswith("*"))),
        posts=tuple((WORKER_INDEX[word[0]], INDEX[word[2:]]) for word in workers.split()),
        title="",
    )


def mask(references: str) -> int:
    """Return the mask of some references.

    >>> mask("A1 A3")
    5
    """
    return sum(1 << INDEX[reference] for reference in references.split())


def part(view: BoardView, around: str, size: tuple[int, int], off: tuple[int, int] = (0, 0)) -> Html:
    """Draw a part of a board around a space, ``size`` in drawing units; it is purely visual."""
    x, y = CENTRES[INDEX[around]]
    box = f"{x + off[0] - size[0] // 2} {y + off[1] - size[1] // 2} {size[0]} {size[1]}"
    drawn = board(view, "still").replace(f'viewBox="{VIEW_BOX}"', f'viewBox="{box}"', 1)
    drawn = drawn.replace("kh-full", "kh-part", 1)
    return Html(drawn.replace('role="img" aria-label=""', 'aria-hidden="true"', 1))
