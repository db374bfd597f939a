"""The country board: 56 hexagonal spaces as bits of one integer (rule 1.2).

A *space* is an index 0..55, row by row from ``A1`` to ``G7``. A *mask* is a set of spaces as an ``int``, bit ``i`` for
space ``i``. A field tile is named by the reference of its space (rule 1.3), so tiles and spaces share one numbering.

>>> SPACES[15], INDEX["G7"]
('C1', 55)
>>> names(NEIGHBOURS[INDEX["A1"]])
['A2', 'B1', 'B2']
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

ROWS: Final = "ABCDEFG"
ROW_LENGTHS: Final = (7, 8, 9, 8, 9, 8, 7)
ROW_STARTS: Final = (0, 7, 15, 24, 32, 41, 49)

SPACES: Final[tuple[str, ...]] = tuple(
    f"{row}{number}" for row, length in zip(ROWS, ROW_LENGTHS, strict=True) for number in range(1, length + 1)
)
INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(SPACES)}
ALL_SPACES: Final = (1 << 56) - 1

#: Row (0..6) and position in the row (from 0, left to right) of every space.
PLACES: Final[tuple[tuple[int, int], ...]] = tuple(
    (row, column) for row, length in enumerate(ROW_LENGTHS) for column in range(length)
)


def _neighbour_indices(space: int) -> list[int]:
    """Return the neighbours of a space: those beside it in the row, and two in each adjacent row (rule 1.2)."""
    row, column = PLACES[space]
    found = [(row, column - 1), (row, column + 1)]
    for other in (row - 1, row + 1):
        if 0 <= other < len(ROWS):
            # Counting from 0, space i touches i and i + 1 of a longer row, and i - 1 and i of a shorter one.
            left = column if ROW_LENGTHS[other] > ROW_LENGTHS[row] else column - 1
            found += [(other, left), (other, left + 1)]
    return sorted(ROW_STARTS[r] + c for r, c in found if 0 <= c < ROW_LENGTHS[r])


#: For every space, the mask of the spaces it touches.
NEIGHBOURS: Final[tuple[int, ...]] = tuple(
    sum(1 << other for other in _neighbour_indices(space)) for space in range(56)
)

# List a mask byte by byte: seven table look-ups instead of a loop over bits.
_BYTE_INDICES: Final = tuple(
    tuple(tuple(8 * byte + bit for bit in range(8) if value >> bit & 1) for value in range(256)) for byte in range(7)
)
# The same as references, with the prefixes of moves: "a:C5", or "*C5" for a draw. The tables share these strings.
_LABELS: Final = {prefix: tuple(prefix + name for name in SPACES) for prefix in ("", "a:", "c:", "d:", "*")}
_BYTE_NAMES: Final = {
    prefix: tuple(tuple(tuple(labels[s] for s in indices) for indices in by_value) for by_value in _BYTE_INDICES)
    for prefix, labels in _LABELS.items()
}


def spaces_in(mask: int) -> list[int]:
    """Return the spaces of a mask as indices, ascending.

    >>> spaces_in(0b1011)
    [0, 1, 3]
    """
    found: list[int] = []
    for table in _BYTE_INDICES:
        if not mask:
            break
        found += table[mask & 255]
        mask >>= 8
    return found


def names(mask: int, prefix: str = "") -> list[str]:
    """Return the references of a mask in alphanumeric order (rule 1.7).

    ``prefix`` precedes each of them: empty, ``a:``, ``c:``, ``d:`` or ``*``.

    >>> names(mask_of(["G7", "A1"])), names(mask_of(["C5"]), "d:")
    (['A1', 'G7'], ['d:C5'])
    """
    # Unrolled: a loop over the tables takes twice the time, and games spend much of theirs here.
    names0, names1, names2, names3, names4, names5, names6 = _BYTE_NAMES[prefix]
    b0, b1, b2, b3, b4, b5, b6 = mask.to_bytes(7, "little")
    return [*names0[b0], *names1[b1], *names2[b2], *names3[b3], *names4[b4], *names5[b5], *names6[b6]]


def mask_of(references: list[str]) -> int:
    """Return the mask of a list of references. Raise ``KeyError`` for a reference that doesn't exist."""
    mask = 0
    for name in references:
        mask |= 1 << INDEX[name]
    return mask


def nth_space(mask: int, n: int) -> int:
    """Return the ``n``-th space of a mask, from 0 in alphanumeric order. Raise ``IndexError`` if ``n`` is too large.

    >>> nth_space(0b11010, 1)
    3
    """
    for table in _BYTE_INDICES:
        indices = table[mask & 255]
        if n < len(indices):
            return indices[n]
        n -= len(indices)
        mask >>= 8
    raise IndexError("n is too large: the mask has fewer spaces")


# In rows of 7, 8, 9, 8, 9, 8, 7 the two neighbours below a space are 8 and either 7 or 9 indices later.
_RIGHT: Final = sum(1 << s for s in range(56) if NEIGHBOURS[s] >> (s + 1) & 1)
_BELOW_7: Final = sum(1 << s for s in range(56) if NEIGHBOURS[s] >> (s + 7) & 1)
_BELOW_8: Final = sum(1 << s for s in range(56) if NEIGHBOURS[s] >> (s + 8) & 1)
_BELOW_9: Final = sum(1 << s for s in range(56) if NEIGHBOURS[s] >> (s + 9) & 1)


def touching(mask: int) -> int:
    """Return all spaces that touch a space of the mask; those of the mask only if they touch another of them.

    >>> names(touching(mask_of(["A1"])))
    ['A2', 'B1', 'B2']
    """
    return (
        (mask & _RIGHT) << 1
        | (mask >> 1) & _RIGHT
        | (mask & _BELOW_8) << 8
        | (mask >> 8) & _BELOW_8
        | (mask & _BELOW_7) << 7
        | (mask >> 7) & _BELOW_7
        | (mask & _BELOW_9) << 9
        | (mask >> 9) & _BELOW_9
    )


@lru_cache(maxsize=1 << 12)
def support(fields: int) -> tuple[int, int, int, int, int, int]:
    """Return for k = 0..5 the mask of the spaces that touch at least k of the fields (rule 5.2).

    Add up the six directions for all spaces at once, as columns of a binary adder.

    >>> names(support(mask_of(["A1", "A2"]))[2])
    ['B2']
    """
    right = (fields & _RIGHT) << 1
    left = (fields >> 1) & _RIGHT
    down = (fields & _BELOW_8) << 8
    up = (fields >> 8) & _BELOW_8
    aslant_down = (fields & _BELOW_7) << 7 | (fields & _BELOW_9) << 9
    aslant_up = (fields >> 7) & _BELOW_7 | (fields >> 9) & _BELOW_9
    # Two full adders of three directions each; then add their two-bit sums.
    half = right ^ left
    ones_a, twos_a = half ^ down, right & left | half & down
    half = up ^ aslant_down
    ones_b, twos_b = half ^ aslant_up, up & aslant_down | half & aslant_up
    ones, carry = ones_a ^ ones_b, ones_a & ones_b
    twos = twos_a ^ twos_b ^ carry
    fours = twos_a & twos_b | twos_a & carry | twos_b & carry
    return (
        ALL_SPACES,
        ones | twos | fours,
        twos | fours,
        ones & twos | fours,
        fours,
        fours & (ones | twos),
    )


@lru_cache(maxsize=1 << 12)
def groups(fields: int) -> tuple[int, ...]:
    """Return the connected groups of a mask, each a mask, ordered by their first space (rules 4.1, 13.2).

    >>> [names(group) for group in groups(mask_of(["A1", "A2", "C5"]))]
    [['A1', 'A2'], ['C5']]
    """
    found = []
    while fields:
        group = connected(fields, fields & -fields)
        found.append(group)
        fields &= ~group
    return tuple(found)


def connected(fields: int, seed: int) -> int:
    """Return the fields connected to those of the mask ``seed`` (rule 4.1).

    >>> names(connected(mask_of(["A1", "A2", "C5"]), mask_of(["A2"])))
    ['A1', 'A2']
    """
    group, edge = 0, seed
    while edge:
        one = edge & -edge
        group |= one
        edge = (edge | NEIGHBOURS[one.bit_length() - 1] & fields) & ~group
    return group


def unconnected(fields: int) -> int:
    """Return the fields that touch no other field of the mask (rule 8.3)."""
    return fields & ~touching(fields)


def distance(one: int, other: int) -> int:
    """Return the number of steps between two spaces over the whole board, 0 for the same space."""
    reached, steps = 1 << one, 0
    while not reached >> other & 1:
        reached |= touching(reached)
        steps += 1
    return steps


def turned(space: int) -> int:
    """Return the space opposite, after half a turn of the board.

    >>> [SPACES[turned(INDEX[name])] for name in ("A1", "A2", "D4")]
    ['G7', 'G6', 'D5']
    """
    return len(SPACES) - 1 - space
