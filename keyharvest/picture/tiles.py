"""Single tiles, tokens and badges, for everything beside the boards.

Each function gives one ``svg`` element with ``role="img"`` and a label; ``label=""`` hides it from assistive
technology, for a picture beside words that say the same. Sizes follow the text around them (``kh-tile``, ``kh-inline``).
Those that end in ``_art`` give the drawing alone, around the origin, to be put into another picture.
"""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.picture.people import NOBODY, SEAT_COLOURS, SEAT_SHAPES
from keyharvest.picture.svg import circle, element, moved, use
from keyharvest.rules.components import CROPS, EVENTS, WORKERS
from keyharvest.rules.geometry import SPACES

_HEX_BOX = (-54, -62, 108, 124)


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


def _or(label: str | None, plain: str) -> str:
    return plain if label is None else label


def tile(space: int, crop: int, ripe: bool = True, label: str | None = None) -> str:
    """A field tile as it lies in the registry, in a store or in the fallow area (rule 1.3)."""
    plain = f"{SPACES[space]}, {CROPS[crop]}, {'unharvested' if ripe else 'harvested'}"
    return _picture(tile_art(space, crop, ripe), _HEX_BOX, _or(label, plain), "kh-tile")


def tile_art(space: int, crop: int, ripe: bool = True) -> str:
    """A field tile, the size of a space."""
    return use(f"{CROPS[crop]}-{int(ripe)}") + element("text", SPACES[space], y=34, class_="kh-ref")


def worker(index: int, seat: int | None = None, label: str | None = None) -> str:
    """A worker with letter and number; ``seat`` 0..3 for a farmhand, ``None`` for townsfolk (rules 10, 11)."""
    who = WORKERS[index]
    return _picture(
        worker_art(index, seat),
        (-56, -52, 114, 90),
        _or(label, f"{who.letter}, {who.name}, number {who.number}"),
        "kh-tile",
    )


def worker_art(index: int, seat: int | None) -> str:
    """A worker, about the size of a space."""
    owner = NOBODY if seat is None else seat
    art = use(f"worker-{WORKERS[index].letter}") + use(f"number-{owner}-{WORKERS[index].number}", 31, -12)
    return element("g", art, class_="kh-none" if seat is None else f"kh-seat-{seat}")


def event(index: int, label: str | None = None) -> str:
    """An event tile: its emblem, its letter, and the bell or the scroll (rule 9.2)."""
    what = EVENTS[index]
    return _picture(event_art(index), _HEX_BOX, _or(label, f"event {what.letter}, {what.name}"), "kh-tile")


def event_art(index: int) -> str:
    """An event tile, the size of a space."""
    what = EVENTS[index]
    letter = element("text", what.letter, x=-14, y=45, class_="kh-ref")
    return use("card") + use(f"event-{what.letter}", 0, -12) + letter + use("scroll" if what.scroll else "bell", 14, 36)


def emblem(seat: int, label: str | None = None) -> str:
    """The badge of a seat: its colour and its shape."""
    plain = f"{SEAT_COLOURS[seat]} {SEAT_SHAPES[seat]}"
    return _picture(use(f"seat-{seat}"), (-27, -27, 54, 54), _or(label, plain), f"kh-inline kh-seat-{seat}")


def crop(index: int, label: str | None = None) -> str:
    """One counter of a crop (rule 1.4)."""
    return _picture(use(f"counter-{CROPS[index]}"), (-32, -32, 64, 64), _or(label, CROPS[index]), "kh-inline")


def counters(counts: Sequence[int], unknown: int = 0, zeros: bool = False, label: str | None = None) -> str:
    """Crop counters as pictures with numbers, in the order of ``CROPS``; then those of unknown crop (rule 14.3).

    ``zeros`` shows the crops of which there are none too. ``ValueError`` unless there are five counts.
    """
    art, width = counters_art(counts, unknown, zeros)
    said = [f"{amount} {name}" for amount, name in zip(counts, CROPS, strict=True) if amount or zeros]
    said += [f"{unknown} unknown"] * bool(unknown)
    return _picture(art, (0, -32, width, 64), _or(label, ", ".join(said) or "none"), "kh-inline")


def counters_art(counts: Sequence[int], unknown: int = 0, zeros: bool = False) -> tuple[str, int]:
    """Counters in a row, 64 high and centred on the origin's height, and the width of the row."""
    if len(counts) != len(CROPS):
        raise ValueError(f"{len(counts)} counts, want one for each of the {len(CROPS)} crops")
    shown = [
        (use(f"counter-{name}", 32, 0), amount) for name, amount in zip(CROPS, counts, strict=True) if amount or zeros
    ]
    if unknown:
        mark = element("text", "?", x=20, y=14, class_="kh-amount")
        shown.append((circle(32, 0, 29, "plate", "line", 4) + mark, unknown))
    parts, x = [], 0
    for mark, amount in shown:
        parts.append(moved(mark + element("text", str(amount), x=68, y=14, class_="kh-amount"), x, 0))
        x += 104 if amount < 10 else 132
    return ("".join(parts), x) if parts else (element("text", "–", x=8, y=13, class_="kh-amount"), 40)
