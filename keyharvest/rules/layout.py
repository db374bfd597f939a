"""The layout: the crop of each reference, and the starting pairs (rules 1.3 and 1.5).

A layout is data. The project ships ``layout.json`` beside this module, a reconstruction made by ``lab/make_layout.py``;
others of the same form can be loaded. ``docs/formats.md`` specifies the two text forms.

>>> STANDARD.name, CROPS[STANDARD.crops[INDEX["A1"]]]
('standard-2', 'barrels')
>>> parse_compact(compact(STANDARD)) == STANDARD
True
"""

from __future__ import annotations

import json
import pkgutil
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from keyharvest.rules.components import CROP_INDEX, CROP_LETTERS, CROPS
from keyharvest.rules.foreign import check_text, decoded, showable, visible
from keyharvest.rules.geometry import INDEX, ROW_LENGTHS, ROW_STARTS, SPACES
from keyharvest.rules.json_text import parse_json, shown

if TYPE_CHECKING:
    from pathlib import Path

#: The longest text of a layout that is read, in characters (or bytes, for a file).
LONGEST: Final = 100_000
LONGEST_NAME: Final = 60
#: The name of a layout that came without one.
NAMELESS: Final = "custom"


@dataclass(frozen=True, slots=True)
class Layout:
    """The crops and starting pairs of the 56 references; the name doesn't count when layouts are compared.

    ``crops`` holds a crop 0..4 for each space. ``pairs`` holds the four starting pairs as spaces, each pair in
    ascending order and the pairs by their first space. ``by_crop`` holds a mask of spaces for each crop.
    """

    name: str = field(compare=False)
    crops: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    by_crop: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        masks = [0] * len(CROPS)
        for space, crop in enumerate(self.crops):
            masks[crop] |= 1 << space
        object.__setattr__(self, "by_crop", tuple(masks))

    def __deepcopy__(self, memo: object) -> Layout:
        return self  # it never changes, and every state has it


def _layout(name: str, crops: list[int], references: list[str]) -> Layout:
    """Build a layout from 56 crops and the eight checked references of its pairs."""
    for crop, word in enumerate(CROPS):
        if crop not in crops:
            raise ValueError(f"layout: no reference has {word}")
    for place, reference in enumerate(references):
        if reference not in INDEX:
            raise ValueError(f"layout: pair {place // 2 + 1}: no reference {shown(reference)}")
        if reference in references[:place]:
            raise ValueError(f"layout: pair {place // 2 + 1}: {reference} is in the pairs twice")
    spaces = [INDEX[reference] for reference in references]
    pairs = ((min(pair), max(pair)) for pair in zip(spaces[::2], spaces[1::2], strict=True))
    return Layout(name, tuple(crops), tuple(sorted(pairs)))


def parse_layout(text: str) -> Layout:
    """Read a layout in JSON. Raise ``ValueError`` with the place and the reason.

    Every reference has exactly one crop, every crop is on the board, and four pairs name eight different references.
    The shipped layout has more properties, which its test checks: twelve references of one crop and eleven of each
    other, no equal neighbours, pairs far apart. They aren't required here, so that the printed layout can be loaded as
    it is.
    """
    if len(check_text("layout", text)) > LONGEST:
        raise ValueError(f"layout: the text is longer than {LONGEST} characters")
    data = parse_json(text, "layout")
    if not isinstance(data, dict):
        raise ValueError("layout: expected an object with 'name', 'crops' and 'pairs'")
    for key in data:
        if key not in ("name", "note", "crops", "pairs"):
            raise ValueError(f"layout: unknown key {shown(key)}; expected 'name', 'note', 'crops' and 'pairs'")
    for key in ("name", "crops", "pairs"):
        if key not in data:
            raise ValueError(f"layout: {key!r} is missing")
    name = data["name"]
    if not isinstance(name, str) or not visible(name) or not showable(name) or len(name) > LONGEST_NAME:
        raise ValueError(f"layout: name: expected 1 to {LONGEST_NAME} printable characters, not {shown(name)}")
    if not isinstance(data.get("note", ""), str):
        raise ValueError(f"layout: note: expected text, not {shown(data['note'])}")
    return _layout(name, _json_crops(data["crops"]), _json_references(data["pairs"]))


def _json_crops(data: object) -> list[int]:
    """Return the crop of every space from the value of ``crops``."""
    if not isinstance(data, dict):
        raise ValueError(f"layout: crops: expected an object with a crop for each reference, not {shown(data)}")
    for reference, crop in data.items():
        if reference not in INDEX:
            raise ValueError(f"layout: crops: no reference {shown(reference)}")
        if not isinstance(crop, str) or crop not in CROP_INDEX:
            raise ValueError(f"layout: crops: {reference}: expected one of {', '.join(CROPS)}, not {shown(crop)}")
    missing = [reference for reference in SPACES if reference not in data]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise ValueError(f"layout: crops: no crop for {', '.join(missing[:3])}{more}")
    return [CROP_INDEX[data[reference]] for reference in SPACES]


def _json_references(data: object) -> list[str]:
    """Return the eight references from the value of ``pairs``, pair after pair."""
    if not isinstance(data, list) or len(data) != 4:
        raise ValueError(f"layout: pairs: expected a list of four pairs, not {shown(data)}")
    references: list[str] = []
    for number, pair in enumerate(data, 1):
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(word, str) for word in pair):
            raise ValueError(f"layout: pair {number}: expected a list of two references, not {shown(pair)}")
        references += pair
    return references


def layout_json(layout: Layout, note: str = "") -> str:
    """Return the text of a layout file, one line for each row of the board; :func:`parse_layout` reads it."""
    words = [f'"{name}": "{CROPS[crop]}"' for name, crop in zip(SPACES, layout.crops, strict=True)]
    rows = (", ".join(words[start : start + length]) for start, length in zip(ROW_STARTS, ROW_LENGTHS, strict=True))
    pairs = [[SPACES[one], SPACES[other]] for one, other in layout.pairs]
    head = [
        f'  "{key}": {json.dumps(text, ensure_ascii=False)},'
        for key, text in (("name", layout.name), ("note", note))
        if text
    ]
    return "\n".join(
        ["{", *head, '  "crops": {', "    " + ",\n    ".join(rows), "  },", f'  "pairs": {json.dumps(pairs)}', "}", ""]
    )


def load_layout(path: str | Path) -> Layout:
    """Read a layout file, or return the layout of a name in :data:`NAMED`.

    Raise ``ValueError`` with the file, place and reason, ``OSError`` if it can't be read.

    >>> load_layout("standard-1") == FORMER
    True
    """
    if path in NAMED:
        return NAMED[str(path)]
    from pathlib import Path  # the page reads no files, and this import is large

    with Path(path).open("rb") as file:
        content = file.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise ValueError(f"{path}: layout: the file is longer than {LONGEST} bytes")
    try:
        return parse_layout(decoded(content))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def compact(layout: Layout) -> str:
    """Return the layout on one line, without its name: 56 crop letters, ``/`` and the eight references of the pairs."""
    letters = "".join(CROP_LETTERS[crop] for crop in layout.crops)
    return f"{letters}/{''.join(SPACES[space] for pair in layout.pairs for space in pair)}"


def parse_compact(text: str) -> Layout:
    """Read what :func:`compact` writes, as a layout named :data:`NAMELESS`. Raise ``ValueError`` for anything else."""
    if len(text) != len(SPACES) + 1 + 16 or text[len(SPACES)] != "/":
        raise ValueError(f"layout {shown(text)}: expected {len(SPACES)} crop letters, '/' and eight references")
    crops = [CROP_LETTERS.find(letter) for letter in text[: len(SPACES)]]
    for reference, crop, letter in zip(SPACES, crops, text, strict=False):
        if crop < 0:
            raise ValueError(f"layout: {reference}: expected one of the letters {CROP_LETTERS!r}, not {shown(letter)}")
    layout = _layout(NAMELESS, crops, [text[at : at + 2] for at in range(len(SPACES) + 1, len(text), 2)])
    if compact(layout) != text:
        raise ValueError(f"layout: pairs {text[-16:]!r}: expected {compact(layout)[-16:]!r}, in ascending order")
    return layout


def layout_word(layout: Layout) -> str:
    """Return the word for a layout in positions and records: its name in :data:`NAMED`, else :func:`compact`."""
    return next((word for word, named in NAMED.items() if named == layout), "") or compact(layout)


def layout_from_word(word: str) -> Layout:
    """Return the layout of a word that :func:`layout_word` writes. Raise ``ValueError`` for anything else."""
    layout = NAMED.get(word) or parse_compact(word)
    return next((named for named in NAMED.values() if named == layout), layout)


#: The layout that the project ships, a reconstruction (rule 1.3).
STANDARD: Final = parse_layout((pkgutil.get_data("keyharvest.rules", "layout.json") or b"").decode())

#: The layout used before; its starting pairs weren't equally good.
FORMER: Final = replace(
    parse_compact("bvhwawvwhbabvhwvbahvwbahahwahvwbvwahwabvhbvwahvabwbvbawh/A3E8B8E4C2G5C6F1"), name="standard-1"
)
#: The layouts that have a name in positions and records.
NAMED: Final = {layout.name: layout for layout in (STANDARD, FORMER)}
