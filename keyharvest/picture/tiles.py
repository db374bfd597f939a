"""Single tiles, tokens and badges, for use outside the boards.

Each function returns one ``svg`` element with ``role="img"`` and a label; ``label=""`` hides it from assistive
technology, for a picture beside words that say the same. Sizes follow the text around them (``kh-tile``,
``kh-inline``). Functions whose names end in ``_art`` return only the drawing, around the origin, for use in another
picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.people import NOBODY, SEAT_COLOURS, SEAT_SHAPES
from keyharvest.picture.svg import moved, use
from keyharvest.rules.components import CROPS, EVENTS, WORKERS
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.state import check_seat

_HEX_BOX = (-53, -61, 106, 122)
_COUNTER_BOX = (-36, -43, 72, 80)


# Each tap draws the page again, mostly with the same pictures.
@lru_cache(maxsize=1024)
def _picture(content: Html, box: tuple[int, int, int, int], label: str, class_: str) -> Html:
    return h.svg(
        class_=f"kh {class_}",
        viewBox=" ".join(map(str, box)),
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else True,
    )[content]


def _or(label: str | None, plain: str) -> str:
    return plain if label is None else label


def tile(space: int, crop: int, ripe: bool = True, label: str | None = None) -> Html:
    """Draw a field tile as in the registry, a store or the fallow area (rule 1.3)."""
    plain = f"{SPACES[space]}, {CROPS[crop]}, {'unharvested' if ripe else 'harvested'}"
    return _picture(tile_art(space, crop, ripe), _HEX_BOX, _or(label, plain), "kh-tile")


@cache
def tile_art(space: int, crop: int, ripe: bool = True) -> Html:
    """Draw a field tile, the size of a space."""
    reference = use("plate") + h.text(".kh-ref", y=41)[SPACES[space]]
    return join(use(f"{CROPS[crop]}-{int(ripe)}"), reference)


def worker(index: int, seat: int | None = None, label: str | None = None) -> Html:
    """Draw a worker with letter and number; ``seat`` 0..3 for a farmhand, ``None`` for townsfolk (rules 10, 11)."""
    who = WORKERS[index]
    return _picture(
        worker_art(index, seat),
        (-47, -47, 98, 98),
        _or(label, f"{who.letter}, {who.name}, number {who.number}"),
        "kh-tile",
    )


def worker_art(index: int, seat: int | None) -> Html:
    """Draw a worker, about the size of a space. Raise ``ValueError`` if ``seat`` is neither 0..3 nor ``None``."""
    if seat is not None:
        check_seat(seat)
    owner = NOBODY if seat is None else seat
    art = use(f"worker-{WORKERS[index].letter}") + use(f"number-{owner}-{WORKERS[index].number}", 29, 29)
    return h.g(class_="kh-none" if seat is None else f"kh-seat-{seat}")[art]


def event(index: int, label: str | None = None) -> Html:
    """Draw an event tile."""
    what = EVENTS[index]
    return _picture(event_art(index), _HEX_BOX, _or(label, f"event {what.letter}, {what.name}"), "kh-tile")


def event_art(index: int) -> Html:
    """Draw an event tile, the size of a space."""
    return use(f"event-{EVENTS[index].letter}")


def emblem(seat: int, label: str | None = None) -> Html:
    """Draw the badge of a seat: its colour and its shape. Raise ``ValueError`` unless the seat is one of 0..3."""
    check_seat(seat)
    plain = f"{SEAT_COLOURS[seat]} {SEAT_SHAPES[seat]}"
    return _picture(use(f"seat-{seat}"), (-27, -27, 54, 54), _or(label, plain), f"kh-inline kh-seat-{seat}")


def face(letter: str, seat: int, label: str = "") -> Html:
    """Draw a player's face, by the letter of its worker, with the badge of the seat."""
    badge = moved(use(f"seat-{seat}"), 32, 32, 0.75)
    return _picture(use(f"avatar-{letter}") + badge, (-46, -46, 92, 92), label, f"kh-inline kh-seat-{seat}")


def action(name: str) -> Html:
    """Draw the sign of an action (rule 3.1): harvest, worker, place, store; or of the end of a turn: end."""
    return _picture(use(f"action-{name}"), (-36, -40, 72, 76), "", "kh-inline")


def bag(label: str = "") -> Html:
    """Draw the bag."""
    return _picture(use("bag"), (-44, -40, 88, 84), label, "kh-inline")


def place(mark: str = "", last: bool = False) -> Html:
    """Draw a place without a tile, purely visual; the last of the event spaces is gold."""
    # Condense a long word so that it fits.
    length, adjust = (80, "spacingAndGlyphs") if len(mark) > 3 else (None, None)
    text = h.text(".kh-unknown", y=14, textLength=length, lengthAdjust=adjust)[mark] if mark else None
    return _picture(join(use("last-place" if last else "place"), text), _HEX_BOX, "", "kh-tile")


def brand() -> Html:
    """Draw the logo of the game: a ripe field of wheat."""
    return _picture(use("wheat-1"), _HEX_BOX, "", "kh-inline")


def scroll_or_bell(scroll: bool, label: str = "") -> Html:
    """Draw the scroll of a worker or event that must be obeyed, or the bell of one that may be (rule 9.2)."""
    return _picture(use("scroll" if scroll else "bell"), (-16, -18, 32, 32), label, "kh-inline")


def crop(index: int, label: str | None = None) -> Html:
    """Draw one counter of a crop (rule 1.4)."""
    return _picture(use(f"counter-{CROPS[index]}"), _COUNTER_BOX, _or(label, CROPS[index]), "kh-inline")


def counters(counts: Sequence[int], unknown: int = 0, label: str | None = None) -> Html:
    """Draw crop counters with their numbers, in the order of ``CROPS``, then those of unknown crop (rule 14.3).

    Raise ``ValueError`` unless there are five counts.
    """
    art, width = counters_art(counts, unknown)
    return _picture(art, (0, -40, width, 80), _or(label, said(counts, unknown) or "none"), "kh-inline")


def said(counts: Sequence[int], unknown: int = 0) -> str:
    """Return counters in words, for the label of a picture; empty if there are none.

    >>> said([2, 0, 0, 0, 1], unknown=1)
    '2 hops, 1 wheat, 1 unknown'
    """
    found = [f"{amount} {name}" for amount, name in zip(counts, CROPS, strict=True) if amount]
    return ", ".join(found + [f"{unknown} unknown"] * bool(unknown))


def unknown_crop() -> Html:
    """Draw a counter of unknown crop (rule 14.3)."""
    return _picture(use("counter-unknown"), _COUNTER_BOX, "", "kh-inline")


def counters_art(counts: Sequence[int], unknown: int = 0, zeros: bool = False) -> tuple[Html, int]:
    """Draw counters in a row, 80 high and vertically centred on the origin; return the drawing and its width."""
    if len(counts) != len(CROPS):
        raise ValueError(f"{len(counts)} counts, expected one for each of the {len(CROPS)} crops")
    shown = [
        (use(f"counter-{name}", 36, 3), amount) for name, amount in zip(CROPS, counts, strict=True) if amount or zeros
    ]
    if unknown:
        shown.append((use("counter-unknown", 36, 0), unknown))
    parts, x = [], 0
    for mark, amount in shown:
        parts.append(moved([mark, h.text(".kh-amount", x=76, y=16)[str(amount)]], x, 0))
        x += 112 if amount < 10 else 138
    return (join(parts), x) if parts else (h.text(".kh-amount", x=8, y=13)["–"], 40)
