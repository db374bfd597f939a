"""Single tiles, tokens and badges, for everything beside the boards.

Each function gives one ``svg`` element with ``role="img"`` and a label; ``label=""`` hides it from assistive
technology, for a picture beside words that say the same. Sizes follow the text around them (``kh-tile``, ``kh-inline``).
"""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.picture.hexes import hexagon, points
from keyharvest.picture.people import NOBODY, SEAT_COLOURS, SEAT_SHAPES
from keyharvest.picture.svg import circle, element, moved, paint, use
from keyharvest.rules.components import CROPS, EVENTS, WORKERS
from keyharvest.rules.geometry import SPACES


def _picture(content: str, box: tuple[int, int, int, int], label: str, class_: str) -> str:
    return element(
        "svg",
        content,
        class_=f"kh {class_}",
        viewBox=" ".join(map(str, box)),
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else "true",
    )


def tile(space: int, crop: int, ripe: bool = True, label: str | None = None) -> str:
    """A field tile as it lies in the registry, in a store or in the fallow area (rule 1.3)."""
    side = "unharvested" if ripe else "harvested"
    content = use(f"{CROPS[crop]}-{int(ripe)}") + element("text", SPACES[space], y=34, class_="kh-ref")
    return _picture(content, (-54, -62, 108, 124), _or(label, f"{SPACES[space]}, {CROPS[crop]}, {side}"), "kh-tile")


def worker(index: int, seat: int | None = None, label: str | None = None) -> str:
    """A worker with letter and number; ``seat`` 0..3 for a farmhand, ``None`` for townsfolk (rules 10, 11)."""
    owner = NOBODY if seat is None else seat
    coat = "kh-none" if seat is None else f"kh-seat-{seat}"
    who = WORKERS[index]
    content = use(f"worker-{who.letter}") + use(f"number-{owner}-{who.number}", 31, -12)
    return _picture(content, (-56, -52, 114, 90), _or(label, f"{who.letter}, {who.name}, number {who.number}"), f"kh-tile {coat}")


def event(index: int, label: str | None = None) -> str:
    """An event tile: its emblem, its letter, and the bell or the scroll (rule 9.2)."""
    what = EVENTS[index]
    card = element("polygon", points=points(hexagon(2)), class_=paint("panel", "line"), stroke_width=4)
    content = (
        card
        + use(f"event-{what.letter}", 0, -12)
        + element("text", what.letter, x=-14, y=45, class_="kh-ref")
        + use("scroll" if what.scroll else "bell", 14, 36)
    )
    return _picture(content, (-54, -62, 108, 124), _or(label, f"event {what.letter}, {what.name}"), "kh-tile")


def emblem(seat: int, label: str | None = None) -> str:
    """The badge of a seat: its colour and its shape."""
    return _picture(
        use(f"seat-{seat}"), (-27, -27, 54, 54), _or(label, f"{SEAT_COLOURS[seat]} {SEAT_SHAPES[seat]}"), f"kh-inline kh-seat-{seat}"
    )


def crop(index: int, label: str | None = None) -> str:
    """One counter of a crop (rule 1.4)."""
    return _picture(_counter(index, 0), (-32, -32, 64, 64), _or(label, CROPS[index]), "kh-inline")


def counters(counts: Sequence[int], unknown: int = 0, zeros: bool = False, label: str | None = None) -> str:
    """Crop counters as pictures with numbers, in the order of ``CROPS``; then those of unknown crop (rule 14.3).

    ``zeros`` shows the crops of which there are none too. Raises ``ValueError`` unless there are five counts.
    """
    if len(counts) != len(CROPS):
        raise ValueError(f"{len(counts)} counts, want one for each of the {len(CROPS)} crops")
    shown = [(_counter(index, 32), amount, CROPS[index]) for index, amount in enumerate(counts) if amount or zeros]
    if unknown:
        mark = circle(32, 0, 29, "plate", "line", 4) + element("text", "?", x=20, y=14, class_="kh-amount")
        shown.append((mark, unknown, "unknown"))
    if not shown:
        return _picture(element("text", "–", x=8, y=13, class_="kh-amount"), (0, -32, 40, 64), _or(label, "none"), "kh-inline")
    parts, x = [], 0
    for mark, amount, _ in shown:
        parts.append(moved(mark + element("text", str(amount), x=68, y=14, class_="kh-amount"), x, 0))
        x += 104 if amount < 10 else 132
    said = ", ".join(f"{amount} {what}" for _, amount, what in shown)
    return _picture("".join(parts), (0, -32, x, 64), _or(label, said), "kh-inline")


def _counter(index: int, x: int) -> str:
    name = CROPS[index]
    return circle(x, 0, 29, name, f"{name}-ink", 3) + element("g", use(f"crop-{name}"), transform=f"translate({x} 1)scale(.78)")


def _or(label: str | None, plain: str) -> str:
    return plain if label is None else label
