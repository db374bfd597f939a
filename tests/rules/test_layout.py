"""The standard layout (rules 1.3 and 1.5), its generator, and the errors a layout file may contain."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from functools import reduce
from importlib import resources
from itertools import combinations
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyharvest.lab import make_layout
from keyharvest.rules.components import CROP_LETTERS, CROPS
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, PLACES, ROW_LENGTHS, SPACES, distance, names, spaces_in
from keyharvest.rules.layout import (
    FORMER,
    LONGEST,
    LONGEST_NAME,
    STANDARD,
    Layout,
    compact,
    layout_from_word,
    layout_json,
    layout_word,
    load_layout,
    parse_compact,
    parse_layout,
)
from keyharvest.table.sealing import layout_in, layout_link

SHIPPED = resources.files("keyharvest.rules").joinpath("layout.json").read_text(encoding="utf-8")
EIGHT = [space for pair in STANDARD.pairs for space in pair]


def data() -> Any:
    """Return the standard file as data that a test may spoil."""
    return json.loads(SHIPPED)


def other_layout() -> Layout:
    """Return a layout that differs from the standard one."""
    return parse_layout(make_layout.make(2))


def held(spaces: list[int]) -> list[int]:
    """Count each crop on some spaces of the standard layout."""
    crops = [STANDARD.crops[space] for space in spaces]
    return [crops.count(crop) for crop in range(5)]


def most() -> int:
    """Return the crop of twelve references."""
    return max(range(5), key=held(list(range(56))).__getitem__)


# The shipped layout


@pytest.mark.rule("1.3")
def test_one_crop_is_borne_by_twelve_references_and_each_other_by_eleven() -> None:
    assert sorted(held(list(range(56)))) == [11, 11, 11, 11, 12]


@pytest.mark.rule("1.3")
def test_no_two_neighbouring_references_are_alike() -> None:
    for space in range(56):
        assert STANDARD.crops[space] not in [STANDARD.crops[other] for other in spaces_in(NEIGHBOURS[space])]


@pytest.mark.rule("1.3")
def test_each_crop_is_spread_over_rows_and_halves_within_one_of_even() -> None:
    rows = [[space for space in range(56) if PLACES[space][0] == row] for row in range(7)]
    across = [(space, 2 * column - ROW_LENGTHS[row] + 1) for space, (row, column) in enumerate(PLACES)]
    halves = [
        [space for space, offset in across if offset < 0],
        [space for space, offset in across if offset > 0],
        rows[0] + rows[1] + rows[2],
        rows[4] + rows[5] + rows[6],
    ]
    assert [len(half) for half in halves] == [26, 26, 24, 24]
    for part in rows + halves:
        for number in held(part):
            assert abs(number - len(part) / 5) < 1


@pytest.mark.rule("1.3")
def test_the_file_says_that_it_is_a_reconstruction() -> None:
    assert "reconstruction, not the printed distribution" in data()["note"]
    assert STANDARD.name == "standard-2"


@pytest.mark.rule("1.5")
def test_four_starting_pairs_of_eight_references() -> None:
    assert len(STANDARD.pairs) == 4
    assert len(set(EIGHT)) == 8
    assert all(one < other for one, other in STANDARD.pairs)
    assert list(STANDARD.pairs) == sorted(STANDARD.pairs)


@pytest.mark.rule("1.5")
def test_the_references_of_a_pair_lie_left_and_right_of_the_middle() -> None:
    for pair in STANDARD.pairs:
        offsets = sorted(2 * PLACES[space][1] - ROW_LENGTHS[PLACES[space][0]] + 1 for space in pair)
        assert offsets[0] < 0 < offsets[1]


@pytest.mark.rule("1.5")
def test_no_two_starting_references_are_closer_than_three_steps() -> None:
    assert min(distance(one, other) for one, other in combinations(EIGHT, 2)) >= 3


@pytest.mark.rule("1.5")
def test_a_half_turn_keeps_the_starting_references_and_the_pairs() -> None:
    # A1 and G7 swap places, and so do A2 and G6: each space with the one at the same distance from the other end.
    turned = {space: 55 - space for space in range(56)}
    assert turned[INDEX["A1"]] == INDEX["G7"]
    assert {turned[space] for space in EIGHT} == set(EIGHT)
    assert {tuple(sorted((turned[one], turned[other]))) for one, other in STANDARD.pairs} == set(STANDARD.pairs)


@pytest.mark.rule("1.5")
def test_a_half_turn_makes_each_pair_another_and_exchanges_four_crops() -> None:
    # So the two are worth the same in any game: only the names of references and crops differ.
    exchanged = {STANDARD.crops[space]: STANDARD.crops[55 - space] for space in range(56)}
    assert all(STANDARD.crops[55 - space] == exchanged[STANDARD.crops[space]] for space in range(56))
    assert sorted(crop for crop, other in exchanged.items() if crop != other) == sorted(set(range(5)) - {most()})
    assert all((55 - other, 55 - one) != (one, other) for one, other in STANDARD.pairs)


@pytest.mark.rule("1.5")
def test_the_starting_pairs_are_nearly_alike_in_what_lies_around_them() -> None:
    assert all(NEIGHBOURS[space].bit_count() < 6 for space in EIGHT)
    around = [
        [sum(distance(space, other) == steps for space in pair for other in range(56)) for steps in (1, 2, 3)]
        for pair in STANDARD.pairs
    ]
    assert sorted(around) == [[7, 12, 15], [7, 12, 15], [8, 12, 16], [8, 12, 16]]
    assert sorted(distance(one, other) for one, other in STANDARD.pairs) == [7, 7, 8, 8]
    assert all(STANDARD.crops[one] != STANDARD.crops[other] for one, other in STANDARD.pairs)
    assert max(held(EIGHT)) == 2


def test_the_mask_of_a_crop_holds_its_references() -> None:
    for crop, word in enumerate(CROPS):
        assert names(STANDARD.by_crop[crop]) == [name for name, other in data()["crops"].items() if other == word]


# The maker


def test_the_shipped_file_is_what_the_maker_makes() -> None:
    assert make_layout.make() == SHIPPED


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seed", [0, 2, 3, 99])
def test_other_seeds_keep_the_constraints_too(seed: int) -> None:
    layout = parse_layout(make_layout.make(seed))
    assert layout.name == f"seed-{seed}"
    assert sorted(mask.bit_count() for mask in layout.by_crop) == [11, 11, 11, 11, 12]
    for space, crop in enumerate(layout.crops):
        assert not NEIGHBOURS[space] & layout.by_crop[crop]


def test_the_maker_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "layout.json"
    assert make_layout.main(["--out", str(made)]) == 0
    assert made.read_text(encoding="utf-8") == SHIPPED
    assert make_layout.main(["--seed", "2"]) == 0
    assert capsys.readouterr() == (make_layout.make(2), "")
    assert make_layout.main(["--out", str(tmp_path)]) == 1
    assert capsys.readouterr() == ("", f"make_layout: can't write {tmp_path}: Is a directory\n")


@pytest.mark.slow
def test_the_maker_does_not_depend_on_the_hash_seed() -> None:
    command = [sys.executable, "-m", "keyharvest.lab.make_layout"]
    root = Path(make_layout.__file__).parents[2]
    for hash_seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root), "PYTHONUTF8": "1"}
        made = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert made.stdout == SHIPPED


# Both forms of text


@pytest.mark.rule("1.3")
def test_another_distribution_can_be_loaded(tmp_path: Path) -> None:
    """A layout without any property of the reconstruction, as the printed one may be."""
    crops = [0] * 30 + [1] * 20 + [2, 2, 2, 3, 3, 4]
    changed = {
        "name": "my box",
        "crops": {name: CROPS[crop] for name, crop in zip(SPACES, crops, strict=True)},
        "pairs": [["G7", "A1"], ["A3", "A2"], ["A5", "A4"], ["A6", "A7"]],
    }
    file = tmp_path / "box.json"
    file.write_text(json.dumps(changed), encoding="utf-8-sig")
    layout = load_layout(file)
    assert layout.name == "my box"
    assert list(layout.crops) == crops
    assert layout.pairs == ((0, 55), (1, 2), (3, 4), (5, 6))
    assert parse_compact(compact(layout)) == layout


def test_the_compact_form_has_the_letters_and_the_pairs() -> None:
    text = compact(STANDARD)
    assert text[:56] == "".join(CROP_LETTERS[CROPS.index(crop)] for crop in data()["crops"].values())
    assert text[56:] == "/" + "".join(name for pair in data()["pairs"] for name in pair)
    assert parse_compact(text) == STANDARD
    assert parse_compact(text).name == "custom"


def test_the_shipped_layout_has_a_word_of_its_own() -> None:
    assert layout_word(STANDARD) == "standard-2"
    assert layout_from_word("standard-2") is STANDARD
    assert layout_from_word(compact(STANDARD)) is STANDARD
    other = other_layout()
    assert layout_word(other) == compact(other)
    assert layout_from_word(layout_word(other)) == other


def test_the_layout_of_older_records_keeps_its_word() -> None:
    assert layout_word(FORMER) == "standard-1"
    assert layout_from_word("standard-1") is FORMER
    assert layout_from_word(compact(FORMER)) is FORMER
    assert compact(FORMER) == "bvhwawvwhbabvhwvbahvwbahahwahvwbvwahwabvhbvwahvabwbvbawh/A3E8B8E4C2G5C6F1"


@pytest.mark.slow
@given(st.permutations([0, 1, 2, 3, 4] * 11 + [0]), st.permutations(range(56)))
def test_any_layout_comes_back_from_both_forms(crops: list[int], spaces: list[int]) -> None:
    pairs = sorted((min(spaces[at], spaces[at + 1]), max(spaces[at], spaces[at + 1])) for at in range(0, 8, 2))
    layout = Layout("any", tuple(crops), tuple(pairs))
    assert layout_from_word(layout_word(layout)) == layout
    as_json = {
        "name": "any",
        "crops": {name: CROPS[crop] for name, crop in zip(SPACES, crops, strict=True)},
        "pairs": [[SPACES[other], SPACES[one]] for one, other in reversed(pairs)],
    }
    assert parse_layout(json.dumps(as_json)) == layout
    assert parse_layout(layout_json(layout)) == layout
    assert layout_in(layout_link(layout)) == layout


def test_layouts_are_values() -> None:
    same = Layout("another name", STANDARD.crops, STANDARD.pairs)
    assert same == STANDARD
    assert hash(same) == hash(STANDARD)
    assert other_layout() != STANDARD
    copied = pickle.loads(pickle.dumps(STANDARD))
    assert (copied, copied.by_crop) == (STANDARD, STANDARD.by_crop)
    with pytest.raises(AttributeError):
        STANDARD.name = "x"  # type: ignore[misc]


def test_a_file_is_written_with_its_name_and_note() -> None:
    written = json.loads(layout_json(Layout('Ann’s "box"', STANDARD.crops, STANDARD.pairs), "by eye"))
    assert (written["name"], written["note"]) == ('Ann’s "box"', "by eye")
    assert written["crops"] == data()["crops"]
    assert "note" not in json.loads(layout_json(STANDARD))


@pytest.mark.rule("1.3")
def test_a_link_contains_the_whole_layout_and_is_short() -> None:
    link = f"https://games.example.org/key-harvest/#{layout_link(other_layout())}"
    assert len(link) < 150
    assert layout_in(link) == other_layout()


@pytest.mark.slow
def test_a_link_survives_what_messengers_do_to_it() -> None:
    link = f"https://example.org/#{layout_link(other_layout())}"
    for sent in (f"Look: {link}. Nice!", link.replace("#", "%23"), link.upper(), f"> {link[:50]}\r\n> {link[50:]}"):
        assert layout_in(sent) == other_layout()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the link has 0 of 72 letters: it is cut off"),
        (layout_link(STANDARD)[:-1], "the link has 71 of 72 letters: it is cut off"),
        (layout_link(STANDARD).replace("-b", "-x"), "A1: expected one of the letters 'hvabw', not 'x'"),
        (layout_link(STANDARD).replace("A2E9", "A2A2"), "pair 1: A2 is in the pairs twice"),
    ],
)
def test_a_damaged_link_is_refused_with_its_fault(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"layout: {message}")):
        layout_in(text)


# Wrong texts

Change = Callable[[Any], Any]


def changed(*path: Any, to: Any) -> Change:
    """Return a change that puts a value at a path in the standard data."""

    def change(layout: Any) -> Any:
        reduce(getitem, path[:-1], layout)[path[-1]] = to
        return layout

    return change


def without(*path: Any) -> Change:
    """Return a change that removes what is at a path in the standard data."""

    def change(layout: Any) -> Any:
        del reduce(getitem, path[:-1], layout)[path[-1]]
        return layout

    return change


CROP_FAULT = "crops: C3: expected one of hops, vegetables, apples, barrels, wheat, not"


def all_wheat_as_hops(layout: Any) -> Any:
    layout["crops"] = {name: "hops" if crop == "wheat" else crop for name, crop in layout["crops"].items()}
    return layout


def three_crops_only(layout: Any) -> Any:
    layout["crops"] = {name: layout["crops"][name] for name in ("A1", "B1", "G7")}
    return layout


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: [], "expected an object with 'name', 'crops' and 'pairs'"),
        (lambda _: None, "expected an object with 'name', 'crops' and 'pairs'"),
        (lambda _: {}, "'name' is missing"),
        (without("crops"), "'crops' is missing"),
        (without("pairs"), "'pairs' is missing"),
        (changed("colour", to=1), "unknown key 'colour'; expected 'name', 'note', 'crops' and 'pairs'"),
        (changed("x" * 99, to=1), f"unknown key '{'x' * 36}...; expected 'name', 'note', 'crops' and 'pairs'"),
        (changed("name", to=7), "name: expected 1 to 60 printable characters, not 7"),
        (changed("name", to=" "), "name: expected 1 to 60 printable characters, not ' '"),
        (changed("name", to="a\nb"), r"name: expected 1 to 60 printable characters, not 'a\nb'"),
        (changed("name", to="\ud800"), r"name: expected 1 to 60 printable characters, not '\ud800'"),
        (changed("name", to="n" * 61), f"name: expected 1 to 60 printable characters, not '{'n' * 36}..."),
        (changed("note", to=[]), "note: expected text, not a list of 0"),
        (changed("crops", to="hops"), "crops: expected an object with a crop for each reference, not 'hops'"),
        (changed("crops", "A8", to="hops"), "crops: no reference 'A8'"),
        (changed("crops", "a1", to="hops"), "crops: no reference 'a1'"),
        (changed("crops", "C3", to="rye"), f"{CROP_FAULT} 'rye'"),
        (changed("crops", "C3", to=2), f"{CROP_FAULT} 2"),
        (changed("crops", "C3", to=[]), f"{CROP_FAULT} a list of 0"),
        (without("crops", "D4"), "crops: no crop for D4"),
        (three_crops_only, "crops: no crop for A2, A3, A4 and 50 more"),
        (all_wheat_as_hops, "no reference has wheat"),
        (changed("pairs", to={}), "pairs: expected a list of four pairs, not an object"),
        (without("pairs", 0), "pairs: expected a list of four pairs, not a list of 3"),
        (changed("pairs", to=[["A1", "G7"]] * 5), "pairs: expected a list of four pairs, not a list of 5"),
        (changed("pairs", 1, to="B8E4"), "pair 2: expected a list of two references, not 'B8E4'"),
        (changed("pairs", 1, to=["B8"]), "pair 2: expected a list of two references, not a list of 1"),
        (changed("pairs", 2, to=["C2", 5]), "pair 3: expected a list of two references, not a list of 2"),
        (changed("pairs", 1, to=None), "pair 2: expected a list of two references, not null"),
        (changed("pairs", 3, 0, to="H1"), "pair 4: no reference 'H1'"),
        (changed("pairs", 0, to=["A3", "A3"]), "pair 1: A3 is in the pairs twice"),
        (changed("pairs", 3, 1, to="A2"), "pair 4: A2 is in the pairs twice"),
    ],
)
def test_a_malformed_layout_is_told_its_fault(change: Change, message: str) -> None:
    with pytest.raises(ValueError, match=r"^layout: ") as caught:
        parse_layout(json.dumps(change(data())))
    assert str(caught.value) == f"layout: {message}"


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "layout: not JSON at line 1, column 1: Expecting value"),
        (SHIPPED[:-3], "layout: not JSON at line 13, column 68: Expecting ',' delimiter"),
        (SHIPPED + "x", "layout: not JSON at line 15, column 1: Extra data"),
        ("{'name': 1}", "layout: not JSON at line 1, column 2: Expecting property name enclosed in double quotes"),
        ("[" * 99_999, "layout: brackets are nested too deeply"),
        (
            '{"name": ' + "9" * 9_999 + ', "crops": {}, "pairs": []}',
            "layout: name: expected 1 to 60 printable characters, not inf",
        ),
        (" " * (LONGEST + 1), "layout: the text is longer than 100000 characters"),
        (SHIPPED.replace('"A2"', '"A1"', 1), "layout: duplicate key 'A1'"),
        (SHIPPED.replace('"note"', '"name"'), "layout: duplicate key 'name'"),
    ],
    ids=["empty", "cut off", "more", "quotes", "deep", "large number", "long", "reference twice", "key twice"],
)
def test_a_text_that_is_no_layout_is_told_its_fault(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^layout: ") as caught:
        parse_layout(text)
    assert str(caught.value) == message


words = st.text("x '\n\u2028\xe9\ud800", max_size=5)  # no reference and no crop among them
anything = st.recursive(
    st.none() | st.booleans() | st.floats() | words,
    lambda some: st.lists(some, max_size=5) | st.dictionaries(words, some, max_size=5),
    max_leaves=8,
)


@settings(max_examples=50)
@given(anything, st.sampled_from([(), ("crops",), ("crops", "C3"), ("pairs",), ("pairs", 2), ("pairs", 2, 1)]))
def test_any_json_gives_a_layout_error_and_nothing_else(value: Any, path: tuple[Any, ...]) -> None:
    text = json.dumps(changed(*path, to=value)(data()) if path else value)
    with pytest.raises(ValueError, match=r"^layout: ") as caught:
        parse_layout(text)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "layout: not JSON at line 1, column 2: Expecting property name enclosed in double quotes"),
        (b'{"name": "\xff"}', "not text in UTF-8 (line 1, byte 10)"),
        (b" " * (LONGEST + 1), "layout: the file is longer than 100000 bytes"),
    ],
    ids=["JSON", "UTF-8", "long"],
)
def test_a_malformed_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "box.json"
    file.write_bytes(content)
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (its text is checked below)
        load_layout(file)
    assert str(caught.value) == f"{file}: {message}"


def test_a_missing_file_is_the_systems_own_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_layout(tmp_path / "nowhere.json")


WORD = compact(STANDARD)
IN_ORDER = f"{WORD[57:]}', in ascending order"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("", "layout '': expected 56 crop letters, '/' and eight references"),
        ("standard-3", "layout 'standard-3': expected 56 crop letters, '/' and eight references"),
        (WORD + "A", f"layout '{WORD[:36]}...: expected 56 crop letters, '/' and eight references"),
        (WORD.replace("/", "-"), f"layout '{WORD[:36]}...: expected 56 crop letters, '/' and eight references"),
        (WORD[:2] + "x" + WORD[3:], "layout: A3: expected one of the letters 'hvabw', not 'x'"),
        (WORD[:55] + "H" + WORD[56:], "layout: G7: expected one of the letters 'hvabw', not 'H'"),
        (WORD.replace("w", "h"), "layout: no reference has wheat"),
        (WORD[:-2] + "F9", "layout: pair 4: no reference 'F9'"),
        (WORD[:-2] + "A2", "layout: pair 4: A2 is in the pairs twice"),
        (WORD[:57] + "E9A2" + WORD[61:], "layout: pairs 'E9A2A5F1B8G3C1G6': expected '" + IN_ORDER),
        (WORD[:57] + WORD[61:] + WORD[57:61], "layout: pairs 'A5F1B8G3C1G6A2E9': expected '" + IN_ORDER),
    ],
)
def test_a_malformed_word_is_told_its_fault(word: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^layout") as caught:
        layout_from_word(word)
    assert str(caught.value) == message


# At the limits


def test_texts_and_names_of_just_the_longest_kind_are_read() -> None:
    assert parse_layout(SHIPPED + " " * (LONGEST - len(SHIPPED))) == STANDARD
    named = data()
    named["name"] = "x" * LONGEST_NAME
    assert parse_layout(json.dumps(named)).name == "x" * LONGEST_NAME


def test_a_file_of_just_the_longest_kind_is_read_and_no_more_of_a_longer_one(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_bytes(SHIPPED.encode() + b" " * (LONGEST - len(SHIPPED.encode())))
    assert load_layout(path) == STANDARD
    path.write_bytes(path.read_bytes() + b"\xff")
    with pytest.raises(ValueError, match="longer than"):
        load_layout(path)


@pytest.mark.parametrize(("name", "shown"), [(None, "null"), (True, "true"), ("\t" * 19, "'" + r"\t" * 19 + "'")])
def test_a_value_of_up_to_forty_characters_is_shown_whole(name: object, shown: str) -> None:
    spoilt = data()
    spoilt["name"] = name
    with pytest.raises(ValueError, match="printable characters") as caught:
        parse_layout(json.dumps(spoilt))
    assert str(caught.value).endswith(f"not {shown}")


def test_a_longer_value_is_shown_in_part() -> None:
    spoilt = data()
    spoilt["name"] = "\t" * 19 + "\n"  # in quotes: 42 characters
    with pytest.raises(ValueError, match="printable characters") as caught:
        parse_layout(json.dumps(spoilt))
    assert str(caught.value).endswith("not '" + r"\t" * 18 + "...")
    spoilt["name"] = "\t" * 18 + "\nx"  # 41
    with pytest.raises(ValueError, match="printable characters") as caught:
        parse_layout(json.dumps(spoilt))
    assert str(caught.value).endswith("...")


@pytest.mark.parametrize(("left_out", "said"), [(3, "A1, A2, A3$"), (4, "A1, A2, A3 and 1 more$"), (5, "and 2 more$")])
def test_missing_references_are_named_up_to_three(left_out: int, said: str) -> None:
    spoilt = data()
    for reference in SPACES[:left_out]:
        del spoilt["crops"][reference]
    with pytest.raises(ValueError, match=said):
        parse_layout(json.dumps(spoilt))
