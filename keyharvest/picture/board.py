"""One player's country board as SVG.

The board knows no rules: it draws what a :class:`BoardView` says. A full board is a grid that can be played by
keyboard and screen reader (``svg[role=grid] > g[role=row] > g[role=gridcell]``). A still looks the same but is one
image, for files and for boards that are only looked at; a thumbnail is one image with less in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from keyharvest.picture.hexes import BOARD_HEIGHT, BOARD_WIDTH, CENTRES, outline
from keyharvest.picture.people import NOBODY
from keyharvest.picture.svg import element, moved, path, use
from keyharvest.picture.view import BoardView, check, describe
from keyharvest.rules.components import CROPS, NUMBERS, WORKERS
from keyharvest.rules.geometry import ROW_LENGTHS, ROW_STARTS, ROWS, SPACES, spaces_in

SIZES: Final = ("full", "still", "thumbnail")
_VIEW_BOX: Final = f"0 0 {BOARD_WIDTH} {BOARD_HEIGHT}"


def board(view: BoardView, size: str = "full") -> str:
    """The board as an ``svg`` element; ``ValueError`` for a malformed view.

    A full board has one ``g`` a space with id ``NAME-REF``, ``data-intent="tap"`` and ``data-value="REF"``.
    """
    if size not in SIZES:
        raise ValueError(f"size {size!r}: want one of {', '.join(SIZES)}")
    check(view)
    if size == "full":
        return _full(view)
    return element(
        "svg",
        still(view) if size == "still" else _thumbnail(view),
        class_=f"kh kh-{'full' if size == 'still' else 'thumb'} kh-seat-{view.seat}",
        viewBox=_VIEW_BOX,
        role="img",
        aria_label=view.title,
    )


def _land(view: BoardView, drawing: str = "land") -> str:
    return use(drawing) + use(f"seat-{view.seat}", 44, 44)


def still(view: BoardView) -> str:
    """The content of a still, for a larger picture; a ``kh-seat-N`` around it gives the colour of the seat."""
    cells = "".join(moved(_within(view, space), *CENTRES[space]) for space in range(56))
    return _land(view) + cells + _above(view)


def _full(view: BoardView) -> str:
    rows = "".join(
        element(
            "g", "".join(_cell(view, start + place) for place in range(length)), role="row", aria_label=f"row {row}"
        )
        for row, start, length in zip(ROWS, ROW_STARTS, ROW_LENGTHS, strict=True)
    )
    return element(
        "svg",
        _land(view) + rows + element("g", _above(view), class_="kh-over", aria_hidden="true"),
        class_=f"kh kh-full kh-seat-{view.seat}",
        viewBox=_VIEW_BOX,
        id=view.name,
        role="grid",
        aria_label=view.title,
        aria_multiselectable="true" if view.several else None,
        data_keys="board",
    )


def _cell(view: BoardView, space: int) -> str:
    bit, reference = 1 << space, SPACES[space]
    label = view.labels[space] if view.labels else None
    legal = view.legal is not None and view.legal & bit
    selected = view.selected & bit
    x, y = CENTRES[space]
    return element(
        "g",
        _within(view, space),
        id=f"{view.name}-{reference}",
        role="gridcell",
        tabindex=0 if space == view.cursor else -1,
        transform=f"translate({x} {y})",
        data_intent="tap",
        data_value=reference,
        aria_label=describe(view, space) if label is None else label,
        aria_selected="true" if selected else "false" if legal else None,
        aria_disabled="true" if view.legal is not None and not legal and not selected else None,
    )


def _within(view: BoardView, space: int) -> str:
    """Everything that stays within a space."""
    return "".join(_ground(view, space)) + "".join(_marks(view, 1 << space))


def _ground(view: BoardView, space: int) -> Iterator[str]:
    """The ground of a space, which takes the touch and shows the focus, what is to come there, and its reference."""
    bit, crop = 1 << space, CROPS[view.crops[space]]
    legal = view.legal is not None and bool(view.legal & bit)
    if view.fields & bit:
        yield use(f"{crop}-{view.ripe >> space & 1}")
        yield element("text", SPACES[space], y=34, class_="kh-ref")
        return
    if legal:
        yield use("lit")
    yield use("meadow")
    ghosts = [ghost for ghost in view.ghosts if ghost.space == space]
    tiles = [use(f"{crop}-{int(ghost.ripe)}", class_="kh-ghost kh-over") for ghost in ghosts if ghost.worker is None]
    yield from tiles
    occupied = len(ghosts) > len(tiles) or any(post == space for _, post in view.posts)
    if view.hints and not tiles and not occupied:
        yield element("g", use(f"crop-{crop}"), transform="translate(0 -20)scale(.56)", class_="kh-over")
    low = 42 if occupied else 34 if tiles else 32 if view.hints else 9
    yield element("text", SPACES[space], y=low, class_="kh-far")


def _marks(view: BoardView, bit: int) -> Iterator[str]:
    if view.outlines and view.fields & bit:
        yield use("filled")
    if view.legal is not None and view.legal & bit and not view.selected & bit:
        yield use("legal")
    if view.counting & bit:
        yield use("counts")


def _above(view: BoardView) -> str:
    """What reaches beyond its space, so it is drawn after all of them; none of it takes a touch."""
    parts = [_borders(view)]
    parts += [_figure(view.seat, worker, CENTRES[space]) for worker, space in view.posts]
    for ghost in view.ghosts:
        if ghost.worker is not None:
            parts.append(element("g", _figure(view.seat, ghost.worker, CENTRES[ghost.space]), class_="kh-ghost"))
        parts.append(use("ghost", *CENTRES[ghost.space]))
    parts += [use("picked", *CENTRES[space]) for space in spaces_in(view.selected)]
    parts += [use("fresh", *CENTRES[space]) for space in spaces_in(view.changed)]
    return "".join(parts)


def _figure(seat: int, worker: int, centre: tuple[int, int], lift: int = 14) -> str:
    owner = NOBODY if WORKERS[worker].townsfolk else seat
    coat = "kh-none" if owner == NOBODY else None
    x, y = centre[0], centre[1] - lift
    badge = use(f"number-{owner}-{NUMBERS[worker]}", x + 31, y - 12, coat)
    return use(f"worker-{WORKERS[worker].letter}", x, y, coat) + badge


def _borders(view: BoardView) -> str:
    """Hedges around the fields, and lines around the groups that score."""
    hedge = outline(view.fields)
    parts = []
    if hedge:
        bushes = element("path", d=hedge, class_="khs-leaf", stroke_width=8, stroke_dasharray="0 11")
        parts = [path(hedge, None, "hedge", 11), bushes]
    for mask, colour, dashes in ((view.second, "second", "22 13"), (view.largest, "largest", None)):
        if mask:
            line = outline(mask)
            parts.append(path(line, None, "plate", 17))
            parts.append(element("path", d=line, class_=f"khs-{colour}", stroke_width=10, stroke_dasharray=dashes))
    return "".join(parts)


def _thumbnail(view: BoardView) -> str:
    parts = [_land(view, "small-land")]
    for space in spaces_in(view.fields):
        x, y = CENTRES[space]
        parts.append(use(f"{CROPS[view.crops[space]]}-s{view.ripe >> space & 1}", x, y))
    parts.append(_borders(view))
    parts += [_figure(view.seat, worker, CENTRES[space], lift=-8) for worker, space in view.posts]
    parts += [use("fresh", *CENTRES[space]) for space in spaces_in(view.changed)]
    return "".join(parts)
