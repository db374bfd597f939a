"""Packed counters against plain lists of five numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyharvest.rules.components import COUNTERS_PER_CROP, CROP_LETTERS, CROPS
from keyharvest.rules.counters import ALL, NONE, ONE, count, covers, crops_in, pack, parse, text, total, unpack

five = st.lists(st.integers(0, COUNTERS_PER_CROP), min_size=5, max_size=5)


@pytest.mark.rule("1.4")
def test_the_box_holds_sixty_counters_twelve_of_each_crop() -> None:
    assert unpack(ALL) == (12, 12, 12, 12, 12)
    assert total(ALL) == 60
    assert text(ALL) == "h12v12a12b12w12"
    assert parse("h12v12a12b12w12") == ALL


def test_none_and_one() -> None:
    assert unpack(NONE) == (0, 0, 0, 0, 0)
    assert (total(NONE), crops_in(NONE), text(NONE), parse("-")) == (0, [], "-", NONE)
    for crop in range(5):
        assert unpack(ONE[crop]) == tuple(int(other == crop) for other in range(5))
        assert text(ONE[crop]) == f"{CROP_LETTERS[crop]}1"


@given(five)
def test_packing_keeps_every_number(numbers: list[int]) -> None:
    counters = pack(numbers)
    assert list(unpack(counters)) == numbers
    assert [count(counters, crop) for crop in range(5)] == numbers
    assert total(counters) == sum(numbers)
    assert counters == sum(number * one for number, one in zip(numbers, ONE, strict=True))
    assert counters.bit_length() <= 30


@given(five, st.integers(0, 5))
def test_crops_present_are_named_in_order(numbers: list[int], least: int) -> None:
    assert crops_in(pack(numbers), least) == [CROPS[crop] for crop in range(least, 5) if numbers[crop]]


@pytest.mark.rule("6.2")
@given(five, five)
def test_covers_compares_crop_by_crop(have: list[int], want: list[int]) -> None:
    assert covers(pack(have), pack(want)) == all(h >= w for h, w in zip(have, want, strict=True))


@given(five, five)
def test_what_is_covered_can_be_taken_away(have: list[int], want: list[int]) -> None:
    less = [min(h, w) for h, w in zip(have, want, strict=True)]
    assert covers(pack(have), pack(less))
    assert list(unpack(pack(have) - pack(less))) == [h - w for h, w in zip(have, less, strict=True)]


@given(five)
def test_text_comes_back(numbers: list[int]) -> None:
    assert list(unpack(parse(text(pack(numbers))))) == numbers


@given(st.text(alphabet="hvabw0123-x ", max_size=8))
def test_only_the_text_that_is_written_is_read(word: str) -> None:
    try:
        counters = parse(word)
    except ValueError:
        return
    assert text(counters) == word


@pytest.mark.parametrize(
    "word",
    ["h", "2", "h0", "h02", "h13", "h123", "x1", "H1", "h1h1", "a1h1", "h1-", "--", " h1", "h1 ", "h-1", "h²", "h١"],
)
def test_a_wrong_text_is_quoted_in_its_error(word: str) -> None:
    expected = "expected letters from 'hvabw' in order, each followed by a number from 1 to 12"
    with pytest.raises(ValueError, match=expected) as caught:
        parse(word)
    assert repr(word) in str(caught.value)


def test_the_empty_text_is_no_counters() -> None:
    with pytest.raises(ValueError, match="counters: empty text; '-' stands for none"):
        parse("")


@pytest.mark.parametrize("numbers", [[], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6]])
def test_packing_wants_five_numbers(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="zip"):
        pack(numbers)
