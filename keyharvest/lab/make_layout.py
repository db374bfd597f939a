"""Make the shipped layout of crops and starting pairs (rules 1.3 and 1.5).

No document gives the crop of each reference or names the starting pairs, so the project ships a reconstruction. This
script makes it, byte for byte the same on any Python::

    python -m keyharvest.lab.make_layout --out keyharvest/rules/layout.json

It satisfies rules 1.3 and 1.5, and where they leave a choice, it is the fairest in play:

- Every part of the board (all of it, each row, the left, right, top and bottom half, the eight starting fields)
  contains each crop as evenly as whole numbers allow: n spaces contain each crop n/5 times, rounded down or up.
- No two neighbouring references are alike, and neither are the two of a starting pair.
- A half turn of the board maps the layout to itself, with four crops exchanged in pairs: it maps every starting pair to
  another one, and every crop to its partner. So the two pairs are worth exactly the same.
- One reference of a pair is left of the middle, the other right of it; no two of the eight are closer than three steps.
  All are on the rim of the board: in games of computer players a pair with one space further in is better. Of such
  pairs, the chosen ones differ least in the number of spaces one, two and three steps away and in the distance between
  partners.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from itertools import combinations, permutations
from operator import add
from pathlib import Path
from typing import Final

from keyharvest.rules.geometry import NEIGHBOURS, PLACES, ROW_LENGTHS, ROW_STARTS, distance, spaces_in, turned
from keyharvest.rules.layout import Layout, layout_json

#: The seed of the shipped layout.
SEED: Final = 1
#: After this many swaps, a deal that still breaks a constraint is replaced; most need a third of them.
_SWAPS: Final = 10_000
NOTE: Final = (
    "A reconstruction, not the printed distribution: no document gives the crop of each reference or the starting"
    " pairs. Made by keyharvest/lab/make_layout.py with seed {}. Whoever owns the game can enter the printed"
    " distribution in a file of this form."
)


def side(space: int) -> int:
    """Return -1 for a space left of the middle of the board, 1 right of it, 0 on it."""
    row, column = PLACES[space]
    offset = 2 * column - (ROW_LENGTHS[row] - 1)
    return (offset > 0) - (offset < 0)


def fairest_pairs() -> list[tuple[tuple[int, int], ...]]:
    """Return every equally good choice of four starting pairs, in a fixed order, by the criteria above."""
    steps = [[distance(one, other) for other in range(56)] for one in range(56)]
    around = [[row.count(number) for number in (1, 2, 3)] for row in steps]
    least: int | None = None
    found: list[tuple[tuple[int, int], ...]] = []
    # A half turn maps the first 28 spaces to the others.
    rim = [space for space in range(28) if side(space) and NEIGHBOURS[space].bit_count() < 6]
    for four in combinations(rim, 4):
        eight = sorted(four + tuple(map(turned, four)))
        if any(steps[one][other] < 3 for one, other in combinations(eight, 2)):
            continue
        left, right = ([space for space in eight if side(space) == which] for which in (-1, 1))
        for partners in permutations(right):
            pairs = tuple(sorted((min(pair), max(pair)) for pair in zip(left, partners, strict=True)))
            images = [(turned(other), turned(one)) for one, other in pairs]
            if any(image not in pairs or image == pair for image, pair in zip(images, pairs, strict=True)):
                continue
            worths = [[*map(add, around[one], around[other]), steps[one][other]] for one, other in pairs]
            unlike = sum(max(numbers) - min(numbers) for numbers in zip(*worths, strict=True))
            if least is None or unlike < least:
                least, found = unlike, []
            if unlike == least:
                found.append(pairs)
    return found


def deal_crops(pairs: Sequence[tuple[int, int]], rng: random.Random) -> list[int]:
    """Deal a crop to every space: swap two crops of a random deal as long as that breaks no more constraints."""
    everywhere = range(56)
    unlike = [(one, other) for one in everywhere for other in spaces_in(NEIGHBOURS[one]) if one < other] + list(pairs)
    parts: list[list[int]] = [
        *([start + column for column in range(length)] for start, length in zip(ROW_STARTS, ROW_LENGTHS, strict=True)),
        *([space for space in everywhere if side(space) == which] for which in (-1, 1)),
        [space for space in everywhere if PLACES[space][0] < 3],
        [space for space in everywhere if PLACES[space][0] > 3],
        [space for pair in pairs for space in pair],
    ]

    def faults(crops: list[int]) -> int:
        broken = sum(crops[one] == crops[other] for one, other in unlike)
        for part in parts:
            held = [crops[space] for space in part]
            fewest, rest = divmod(len(part), 5)
            most = fewest + (rest > 0)
            for crop in range(5):
                number = held.count(crop)
                broken += max(fewest - number, number - most, 0)
        return broken

    def drawn(below: int) -> int:
        # Only random() gives the same sequence in every version of Python.
        return int(rng.random() * below)

    def shuffled(listed: list[int]) -> list[int]:
        for last in range(len(listed) - 1, 0, -1):
            other = drawn(last + 1)
            listed[last], listed[other] = listed[other], listed[last]
        return listed

    # The crop with twelve references maps to itself in a half turn: the number of its references must be even.
    twelve, a, b, c, d = shuffled(list(range(5)))
    exchanged = {twelve: twelve, a: b, b: a, c: d, d: c}
    while True:
        crops = shuffled([twelve] * 6 + [a] * 11 + [c] * 11)
        crops += [exchanged[crop] for crop in reversed(crops)]
        now = faults(crops)
        for _ in range(_SWAPS):
            one, other = drawn(56), drawn(56)
            then = crops.copy()
            for space, crop in ((one, crops[other]), (other, crops[one])):
                then[space], then[turned(space)] = crop, exchanged[crop]
            if (after := faults(then)) <= now:
                crops, now = then, after
            if not now:
                return crops


def make(seed: int = SEED) -> str:
    """Return the text of a layout file; the same seed gives the same text."""
    rng = random.Random(seed)
    choices = fairest_pairs()
    pairs = choices[int(rng.random() * len(choices))]
    crops = deal_crops(pairs, rng)
    name = "standard-2" if seed == SEED else f"seed-{seed}"
    return layout_json(Layout(name, tuple(crops), pairs), NOTE.format(seed))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m keyharvest.lab.make_layout", description="Make a layout of crops and starting pairs."
    )
    parser.add_argument("--seed", type=int, default=SEED, help=f"the shipped layout has {SEED}")
    parser.add_argument("--out", type=Path, help="the file to write; else standard output")
    options = parser.parse_args(arguments)
    layout = make(options.seed)
    if options.out is None:
        sys.stdout.write(layout)
        return 0
    try:
        options.out.write_text(layout, encoding="utf-8", newline="\n")
    except OSError as error:
        print(f"make_layout: can't write {options.out}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
