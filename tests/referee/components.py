"""Chapter 1 of the rules: what is in the box, and how it is written as text.

>>> len(SPACES), sum(len(NEIGHBOURS[space]) for space in SPACES) // 2    # rule 1.2
(56, 141)
>>> NEIGHBOURS["A1"], NEIGHBOURS["D8"]
(('A2', 'B1', 'B2'), ('C8', 'C9', 'D7', 'E8', 'E9'))
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

# 1.2: seven rows A-G of hexes, numbered from 1 at the left.
ROWS = {"A": 7, "B": 8, "C": 9, "D": 8, "E": 9, "F": 8, "G": 7}
SPACES = tuple(f"{row}{number}" for row, length in ROWS.items() for number in range(1, length + 1))


def _neighbouring_pairs() -> Iterator[tuple[str, str]]:
    """The pairs of spaces that touch, in the words of rule 1.2."""
    letters = list(ROWS)
    for row, length in ROWS.items():
        for i in range(1, length):
            yield f"{row}{i}", f"{row}{i + 1}"
    for x, y in pairwise(letters):
        for i in range(1, ROWS[x] + 1):
            # "longer row below: X_i touches Y_i and Y_{i+1}; shorter row below: X_i touches Y_{i-1} and Y_i"
            for j in (i, i + 1) if ROWS[y] > ROWS[x] else (i - 1, i):
                if f"{y}{j}" in SPACES:
                    yield f"{x}{i}", f"{y}{j}"


PAIRS_OF_NEIGHBOURS = tuple(_neighbouring_pairs())
NEIGHBOURS: dict[str, tuple[str, ...]] = {
    space: tuple(sorted(b if a == space else a for a, b in PAIRS_OF_NEIGHBOURS if space in (a, b))) for space in SPACES
}

# 1.3, 1.4: five crops, twelve counters of each.
CROPS = ("hops", "vegetables", "apples", "barrels", "wheat")
LETTER = {"hops": "h", "vegetables": "v", "apples": "a", "barrels": "b", "wheat": "w"}
CROP_OF_LETTER = {letter: crop for crop, letter in LETTER.items()}
COUNTERS_OF_EACH = 12

# 1.6, chapters 10 and 11: the numbers on the workers.
FARMHANDS = {"A": 1, "B": 1, "C": 2, "D": 2, "E": 3, "F": 3}
TOWNSFOLK = {"G": 4, "H": 4, "I": 4, "J": 5, "K": 5, "L": 5}
NUMBER = FARMHANDS | TOWNSFOLK
EVENTS = tuple("MNOPQRSTUVWXYZ")

# 1.7: places on the town board.
REGISTRY_PLACES = 6
EVENT_SPACES = 10

Counters = dict[str, int]


def no_counters() -> Counters:
    """No counter of any crop."""
    return dict.fromkeys(CROPS, 0)


@lru_cache(maxsize=20_000)
def _groups(fields: frozenset[str]) -> tuple[frozenset[str], ...]:
    left, found = set(fields), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            field = edge.pop()
            group.add(field)
            for near in NEIGHBOURS[field]:
                if near in left:
                    left.remove(near)
                    edge.append(near)
        found.append(frozenset(group))
    return tuple(sorted(found, key=len, reverse=True))


def connected_groups(fields: Iterable[str]) -> tuple[frozenset[str], ...]:
    """The connected groups of some fields, largest first."""
    return _groups(frozenset(fields))


def is_unconnected(field: str, fields: Mapping[str, bool]) -> bool:
    """Whether a field touches no other field of the board (8.3)."""
    return not any(near in fields for near in NEIGHBOURS[field])


# The notations of the text formats.


def refs_text(refs: Iterable[str]) -> str:
    """REFS and other runs of names, in ascending order."""
    return "".join(sorted(refs)) or "-"


def counters_text(counters: Mapping[str, int]) -> str:
    """COUNTERS.

    >>> counters_text({"wheat": 1, "hops": 2}), counters_text({})
    ('h2w1', '-')
    """
    return "".join(f"{LETTER[crop]}{counters[crop]}" for crop in CROPS if counters.get(crop)) or "-"


def parse_refs(text: str) -> list[str]:
    """REFS; raises ValueError if it is anything else."""
    refs = [] if text == "-" else re.findall("..", text)
    if text != "-" and ("".join(refs) != text or not text):
        raise ValueError(f"not a list of references: {text!r}")
    for ref in refs:
        if ref not in SPACES:
            raise ValueError(f"no such reference: {ref!r} in {text!r}")
    if refs != sorted(set(refs)):
        raise ValueError(f"references not in ascending order: {text!r}")
    return refs


def parse_counters(text: str) -> Counters:
    """COUNTERS; raises ValueError if it is anything else."""
    counters = no_counters()
    for letter, number in re.findall("([hvabw])([0-9]+)", text):
        counters[CROP_OF_LETTER[letter]] += int(number)
    if counters_text(counters) != text:
        raise ValueError(f"not a list of counters: {text!r}")
    return counters


def parse_letters(text: str, known: Iterable[str], what: str) -> list[str]:
    """A run of worker or event letters; raises ValueError if one is unknown or repeated."""
    letters = [] if text == "-" else list(text)
    if not text or not set(letters) <= set(known) or len(set(letters)) < len(letters):
        raise ValueError(f"not a list of {what}: {text!r}")
    return letters


# 1.3, 1.5: the crop of each reference, and the four starting pairs.

STANDARD = "standard-2"
#: The layout that older records name.
FORMER = {"standard-1": "bvhwawvwhbabvhwvbahvwbahahwahvwbvwahwabvhbvwahvabwbvbawh/A3E8B8E4C2G5C6F1"}
STANDARD_FILE = Path(__file__).parents[2] / "keyharvest" / "rules" / "layout.json"


@dataclass(frozen=True)
class Layout:
    """The crop of each reference, and the references that start together."""

    crops: dict[str, str]
    pairs: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """The form on one line."""
        return "".join(LETTER[self.crops[space]] for space in SPACES) + "/" + "".join(a + b for a, b in self.pairs)

    def pair_of(self, ref: str) -> tuple[str, str]:
        """The starting pair of a reference."""
        return next(pair for pair in self.pairs if ref in pair)


def _checked(crops: Mapping[str, str], pairs: Iterable[Iterable[str]]) -> Layout:
    if set(crops) != set(SPACES):
        raise ValueError(f"layout: missing or unknown references {sorted(set(crops) ^ set(SPACES))}")
    for space in SPACES:
        if crops[space] not in CROPS:
            raise ValueError(f"layout: {space} has the unknown crop {crops[space]!r}")
    listed = [tuple(pair) for pair in pairs]
    starts = [ref for pair in listed for ref in pair]
    if [len(pair) for pair in listed] != [2, 2, 2, 2] or len(set(starts)) != 8 or not set(starts) <= set(SPACES):
        raise ValueError(f"layout: not four starting pairs of eight references: {starts}")
    return Layout({space: crops[space] for space in SPACES}, tuple((pair[0], pair[1]) for pair in listed))


def parse_layout(text: str) -> Layout:
    """A layout from its JSON text, from its form on one line, or from the name of one."""
    text = STANDARD_FILE.read_text(encoding="utf-8") if text == STANDARD else FORMER.get(text, text)
    if text.lstrip().startswith("{"):
        data = json.loads(text)
        match data:
            case {"crops": dict(crops), "pairs": list(pairs)}:
                return _checked(crops, pairs)
        raise ValueError("layout: crops or pairs are missing")
    shape = re.fullmatch("([hvabw]{56})/((?:[A-G][1-9]){8})", text)
    if shape is None:
        raise ValueError(f"neither a layout nor the name of one: {text!r}")
    grown = {space: CROP_OF_LETTER[letter] for space, letter in zip(SPACES, shape[1], strict=True)}
    refs = re.findall("..", shape[2])
    return _checked(grown, [refs[i : i + 2] for i in range(0, 8, 2)])


@lru_cache(maxsize=1)
def named_layouts() -> dict[str, str]:
    """The names of layouts by their form on one line."""
    return {parse_layout(name).text(): name for name in (STANDARD, *FORMER)}
