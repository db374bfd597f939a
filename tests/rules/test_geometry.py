"""The board against rule 1.2's own words, and the mask arithmetic against a slow, separate implementation."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keyharvest.rules.geometry import (
    ALL_SPACES,
    INDEX,
    NEIGHBOURS,
    PLACES,
    ROW_LENGTHS,
    ROW_STARTS,
    ROWS,
    SPACES,
    distance,
    groups,
    mask_of,
    names,
    nth_space,
    spaces_in,
    support,
    touching,
    unconnected,
)

LENGTHS = {"A": 7, "B": 8, "C": 9, "D": 8, "E": 9, "F": 8, "G": 7}


def neighbours_in_words() -> dict[str, set[str]]:
    """Return which spaces touch, by names and the wording of rule 1.2 alone."""
    found: dict[str, set[str]] = {f"{row}{i}": set() for row, length in LENGTHS.items() for i in range(1, length + 1)}

    def touch(one: str, other: str) -> None:
        if one in found and other in found:
            found[one].add(other)
            found[other].add(one)

    for row, below in zip("ABCDEFG", "BCDEFG?", strict=True):
        for i in range(1, LENGTHS[row] + 1):
            touch(f"{row}{i}", f"{row}{i + 1}")
            if below == "?":
                continue
            if LENGTHS[below] > LENGTHS[row]:
                touch(f"{row}{i}", f"{below}{i}")
                touch(f"{row}{i}", f"{below}{i + 1}")
            else:
                touch(f"{row}{i}", f"{below}{i - 1}")
                touch(f"{row}{i}", f"{below}{i}")
    return found


TOUCHES = neighbours_in_words()

masks = st.one_of(
    st.integers(0, ALL_SPACES),
    st.sets(st.integers(0, 55), max_size=12).map(lambda spaces: sum(1 << space for space in spaces)),
)


def references(mask: int) -> set[str]:
    return {name for index, name in enumerate(SPACES) if mask >> index & 1}


def slow_groups(fields: set[str]) -> list[set[str]]:
    found = []
    left = set(fields)
    for start in SPACES:
        if start in left:
            group, edge = {start}, [start]
            while edge:
                for other in TOUCHES[edge.pop()] & left - group:
                    group.add(other)
                    edge.append(other)
            left -= group
            found.append(group)
    return found


@pytest.mark.rule("1.2")
def test_rows_and_references() -> None:
    assert dict(zip(ROWS, ROW_LENGTHS, strict=True)) == LENGTHS
    assert list(SPACES) == list(TOUCHES)
    assert len(SPACES) == 56
    assert (SPACES[0], SPACES[-1]) == ("A1", "G7")
    assert list(SPACES) == sorted(SPACES)
    assert all(INDEX[name] == index for index, name in enumerate(SPACES))
    assert spaces_in(ALL_SPACES) == list(range(56))
    for index, (row, column) in enumerate(PLACES):
        assert SPACES[index] == f"{ROWS[row]}{column + 1}"
        assert ROW_STARTS[row] + column == index


@pytest.mark.rule("1.2")
def test_neighbours_are_those_of_the_wording() -> None:
    assert {name: references(NEIGHBOURS[INDEX[name]]) for name in SPACES} == TOUCHES


@pytest.mark.rule("1.2")
def test_there_are_141_neighbouring_pairs() -> None:
    assert sum(mask.bit_count() for mask in NEIGHBOURS) == 2 * 141


@pytest.mark.rule("1.2")
def test_touching_is_mutual_and_never_with_itself() -> None:
    for one in range(56):
        assert not NEIGHBOURS[one] >> one & 1
        for other in range(56):
            assert NEIGHBOURS[one] >> other & 1 == NEIGHBOURS[other] >> one & 1


@pytest.mark.rule("1.2")
def test_neighbours_are_one_step_away_on_centred_rows() -> None:
    """Pointy-topped hexes in centred rows: the drawn centres of neighbours, and of no others, are one width apart."""
    centres = [(column - (ROW_LENGTHS[row] - 1) / 2, row * 3**0.5 / 2) for row, column in PLACES]
    for one, (x, y) in enumerate(centres):
        near = {other for other, (a, b) in enumerate(centres) if other != one and (a - x) ** 2 + (b - y) ** 2 < 1.01}
        assert near == set(spaces_in(NEIGHBOURS[one]))


@pytest.mark.rule("1.2")
def test_a_half_turn_of_the_board_keeps_its_neighbours() -> None:
    for space in range(56):
        assert {55 - other for other in spaces_in(NEIGHBOURS[space])} == set(spaces_in(NEIGHBOURS[55 - space]))


@given(masks)
@example(0)
@example(ALL_SPACES)
def test_masks_list_their_spaces_in_order(mask: int) -> None:
    spaces = [space for space in range(56) if mask >> space & 1]
    assert spaces_in(mask) == spaces
    assert [nth_space(mask, n) for n in range(len(spaces))] == spaces
    assert mask_of(names(mask)) == mask


@pytest.mark.rule("1.7")
@given(masks)
@example(ALL_SPACES)
def test_names_are_alphanumeric(mask: int) -> None:
    assert names(mask) == sorted(references(mask))


def test_an_unknown_reference_has_no_mask() -> None:
    with pytest.raises(KeyError, match="A8"):
        mask_of(["A1", "A8"])


@pytest.mark.rule("1.2")
@given(masks)
@example(0)
@example(ALL_SPACES)
def test_touching_against_the_slow_way(mask: int) -> None:
    assert references(touching(mask)) == {other for name in references(mask) for other in TOUCHES[name]}


@pytest.mark.rule("5.2")
@given(masks)
@example(0)
@example(ALL_SPACES)
def test_support_against_the_slow_way(fields: int) -> None:
    have = references(fields)
    assert [references(mask) for mask in support(fields)] == [
        {name for name in SPACES if len(TOUCHES[name] & have) >= number} for number in range(6)
    ]


@pytest.mark.rule("5.2")
def test_support_counts_every_set_of_neighbours_of_every_space() -> None:
    for space in range(56):
        around = spaces_in(NEIGHBOURS[space])
        for chosen in range(1 << len(around)):
            fields = sum(1 << other for bit, other in enumerate(around) if chosen >> bit & 1)
            assert [mask >> space & 1 for mask in support(fields)] == [
                int(chosen.bit_count() >= number) for number in range(6)
            ]


@pytest.mark.slow
@pytest.mark.rule("4.1")
@given(masks)
@example(0)
@example(ALL_SPACES)
def test_groups_against_the_slow_way(fields: int) -> None:
    assert [references(group) for group in groups(fields)] == slow_groups(references(fields))


@pytest.mark.rule("8.3")
@given(masks)
@example(0)
@example(ALL_SPACES)
def test_unconnected_against_the_slow_way(fields: int) -> None:
    have = references(fields)
    assert references(unconnected(fields)) == {name for name in have if not TOUCHES[name] & have}


def test_distance_against_the_slow_way() -> None:
    for start in SPACES:
        steps, edge = {start: 0}, [start]
        for name in edge:
            for other in TOUCHES[name] - steps.keys():
                steps[other] = steps[name] + 1
                edge.append(other)
        assert {name: distance(INDEX[start], INDEX[name]) for name in SPACES} == steps
