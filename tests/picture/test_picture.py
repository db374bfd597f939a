"""The pictures: well-formed, complete, small, labelled for those who can't see them, and with enough contrast."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from math import dist, hypot
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keyharvest.picture import colours, tiles
from keyharvest.picture.board import board
from keyharvest.picture.hexes import (
    BOARD_WIDTH,
    CENTRES,
    HEX_WIDTH,
    PICTURE,
    clipped,
    hexagon,
    inset_outline,
    within,
)
from keyharvest.picture.sprites import SHEET, drawings, sprites, standalone
from keyharvest.picture.table import table
from keyharvest.picture.view import BoardView, Ghost, Preview, describe, scored, view_of
from keyharvest.rules import CHANCE, STANDARD, Source, State, actor, draw, legal, new_game, play
from keyharvest.rules.components import CROPS, EVENTS, WORKER_INDEX, WORKERS
from keyharvest.rules.geometry import ALL_SPACES, INDEX, NEIGHBOURS, ROW_LENGTHS, SPACES, mask_of, names
from web.environment import ROOT

EMPTY = BoardView(crops=STANDARD.crops)
FULL = BoardView(
    crops=STANDARD.crops,
    seat=2,
    fields=ALL_SPACES & ~mask_of(["A1", "C5", "G7"]),
    ripe=mask_of(["A2", "B3", "E9"]),
    posts=((1, INDEX["A1"]), (9, INDEX["C5"])),
    legal=mask_of(["G7", "A2"]),
    selected=mask_of(["A2"]),
    changed=mask_of(["B3", "G7"]),
    counting=mask_of(["A2", "B1"]),
    ghosts=(Ghost(INDEX["G7"]), Ghost(INDEX["G7"], worker=3)),
    previews=(
        Preview((Ghost(INDEX["A1"], worth="1"),)),
        Preview((), ways=((INDEX["B1"], INDEX["B4"]),)),
    ),
    preview=1,
    outlines=True,
    show_crops=True,
    cursor=INDEX["C5"],
    title="Chloé's board",
)
VIEWS = {"empty": EMPTY, "full": FULL, "choosing": replace(EMPTY, legal=ALL_SPACES, show_crops=True, several=True)}
MASKS = st.integers(0, ALL_SPACES)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def cells(svg: str) -> dict[str, ElementTree.Element]:
    return {cell.attrib["data-value"]: cell for cell in parsed(svg).iterfind("./g[@role='row']/g[@role='gridcell']")}


def a_game(players: int, turns: int, seed: int) -> State:
    source = Source(seed)
    state = new_game(players, start="random")
    while state.turn <= turns and state.stack:
        if actor(state) == CHANCE:
            state = play(state, draw(state, source))
        else:
            moves = legal(state)
            state = play(state, moves[source.below(len(moves))])
    return state


def test_neighbouring_hexes_share_an_edge_and_others_do_not() -> None:
    corners = [{(x + dx, y + dy) for dx, dy in hexagon()} for x, y in CENTRES]
    for one in range(56):
        for other in range(one):
            shared = len(corners[one] & corners[other])
            assert (shared == 2) == bool(NEIGHBOURS[one] >> other & 1), (SPACES[one], SPACES[other])


def test_every_hex_lies_within_the_picture() -> None:
    left, top, width, height = PICTURE
    for x, y in CENTRES:
        assert all(left <= x + dx <= left + width and top <= y + dy <= top + height for dx, dy in hexagon())


def test_a_hex_is_forty_pixels_wide_on_the_narrowest_phone() -> None:
    assert HEX_WIDTH * 360 / BOARD_WIDTH >= 40


@given(MASKS)
def test_an_outline_has_an_edge_wherever_a_set_ends(mask: int) -> None:
    open_edges = sum(6 - (NEIGHBOURS[space] & mask).bit_count() for space in range(56) if mask >> space & 1)
    drawn = inset_outline(mask, 0)
    assert len(re.findall("[ML]", drawn)) == open_edges
    assert drawn.count("M") == drawn.count("Z")


@given(MASKS)
def test_a_line_moved_inwards_stays_within_the_spaces_it_surrounds(mask: int) -> None:
    loops = [loop for loop in re.split("[MZ]+", inset_outline(mask, 5)) if loop]
    assert len(loops) == inset_outline(mask, 0).count("M")
    inside = [CENTRES[space] for space in range(56) if mask >> space & 1]
    for loop in loops:
        for corner in loop.split("L"):
            x, y = map(float, corner.split())
            assert any(within((x - cx, y - cy), inset=-0.1) for cx, cy in inside), corner


@given(st.tuples(*[st.floats(-200, 200)] * 4))
@example((-100, 0, 100, 0))
def test_a_clipped_line_is_the_part_within_the_hex(ends: tuple[float, float, float, float]) -> None:
    start, end = ends[:2], ends[2:]
    found = clipped(start, end, inset=4)
    for part in range(101):
        point = (start[0] + (end[0] - start[0]) * part / 100, start[1] + (end[1] - start[1]) * part / 100)
        kept = found is not None and dist(found[0], point) + dist(point, found[1]) < dist(*found) + 0.001
        assert within(point, inset=4.1) <= kept <= within(point, inset=3.9), point


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("size", ["full", "still", "thumbnail"])
def test_a_board_is_well_formed_and_uses_only_drawings_that_exist(view: BoardView, size: str) -> None:
    svg = board(view, size)
    root = parsed(svg)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert not ids or size == "full"
    assert set(re.findall(r'href="#kh-([^"]+)"', svg)) <= set(drawings())


def test_a_full_board_is_a_grid_of_rows_of_cells() -> None:
    root = parsed(board(FULL))
    assert (root.tag, root.attrib["role"], root.attrib["aria-label"]) == ("svg", "grid", "Chloé's board")
    assert root.attrib["data-keys"] == "board"
    rows = root.findall("./g[@role='row']")
    assert tuple(len(row.findall("./g[@role='gridcell']")) for row in rows) == ROW_LENGTHS
    assert list(cells(board(FULL))) == list(SPACES)
    for reference, cell in cells(board(FULL)).items():
        assert cell.attrib["id"] == f"board-{reference}"
        assert cell.attrib["data-intent"] == "tap"
        assert cell.attrib["aria-label"] == describe(FULL, INDEX[reference])
        assert reference in [text.text for text in cell.iter("text")]


def test_the_cursor_is_the_one_tab_stop() -> None:
    stops = [reference for reference, cell in cells(board(FULL)).items() if cell.attrib["tabindex"] == "0"]
    assert stops == ["C5"]


def test_what_can_be_chosen_and_what_is_chosen_is_told_to_assistive_technology() -> None:
    found = cells(board(FULL))
    assert [reference for reference, cell in found.items() if cell.attrib.get("aria-selected") == "true"] == ["A2"]
    assert [reference for reference, cell in found.items() if cell.attrib.get("aria-selected") == "false"] == ["G7"]
    assert {reference for reference, cell in found.items() if "aria-disabled" not in cell.attrib} == {"A2", "G7"}


def test_fields_beside_a_space_that_can_be_chosen_are_not_dimmed() -> None:
    fields = ["C3", "C4", "D4", "E4", "G1"]
    drawn = board(replace(EMPTY, fields=mask_of(fields), legal=mask_of(["D3", "A7"])))
    (dimmed,) = re.findall(r'<path d="([^"]*)"[^>]*fill-rule="evenodd"', drawn)
    assert dimmed.endswith(inset_outline(mask_of(["C3", "C4", "D4", "E4", "D3", "A7"]), 0))


def test_the_numbers_of_steps_cover_neither_a_crop_nor_a_reference() -> None:
    """Crops fill a circle of 29 units above the middle of their space, references a plate of 46 by 24 below it."""
    order = tuple((INDEX[space], step) for space, step in (("D3", 1), ("E4", 1), ("E4", 2), ("F4", 1), ("F4", 2)))
    svg = board(replace(EMPTY, fields=ALL_SPACES, ripe=ALL_SPACES, previews=(Preview((), order=order),), preview=0))
    numbers = re.findall(r'"translate\(([-\d.]+) ([-\d.]+)\) scale\(0.82\)"', svg)
    assert len(numbers) == len(order)
    radius = 0.82 * 23.5  # with its ring
    for left, top in ((float(x), float(y)) for x, y in numbers):
        for x, y in CENTRES:
            assert hypot(left - x, top - y + 13) >= radius + 29
            aside, below = max(abs(left - x) - 23, 0), max(abs(top - y - 35) - 12, 0)
            assert hypot(aside, below) >= radius


def test_a_piece_to_come_leaves_the_worker_in_sight_that_stands_in_its_space() -> None:
    merchant, a1 = WORKER_INDEX["G"], INDEX["A1"]
    preview = Preview((), ahead=((Ghost(a1, merchant), 2),))
    free, taken = (board(replace(EMPTY, posts=posts, previews=(preview,), preview=0)) for posts in ((), ((0, a1),)))
    assert free.count("kh-dashed") == taken.count("kh-dashed") == 1
    assert "worker-G" in free
    assert "worker-G" not in taken


def test_where_nothing_is_to_be_chosen_nothing_is_disabled() -> None:
    assert "aria-disabled" not in board(EMPTY)
    assert "aria-selected" not in board(EMPTY)


@pytest.mark.parametrize("size", ["still", "thumbnail"])
def test_stills_and_thumbnails_are_one_image_that_takes_no_touch(size: str) -> None:
    svg = board(FULL, size)
    root = parsed(svg)
    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", "Chloé's board")
    assert "data-intent" not in svg
    assert "tabindex" not in svg


def test_a_still_has_one_element_for_each_space() -> None:
    """The frame of a custom demo replaces those with fields, and puts workers there."""
    root = parsed(board(EMPTY, "still"))
    found = ["".join(each.itertext()) for each in root.iterfind("./g[@transform]")]
    assert found == list(SPACES)


def test_markup_in_labels_is_shown_as_text() -> None:
    evil = "\"><script>alert('1')</script>&"
    labels = [evil, *[None] * 55]
    view = replace(EMPTY, title=evil, labels=labels)
    for size in ("full", "still", "thumbnail"):
        svg = board(view, size)
        assert "<script" not in svg
        assert parsed(svg).attrib["aria-label"] == evil
    assert cells(board(view))["A1"].attrib["aria-label"] == evil
    assert cells(board(view))["A2"].attrib["aria-label"] == "A2, empty"


def test_names_on_the_table_are_shown_as_text() -> None:
    svg = table(a_game(2, 3, 1), ["<b>Ann</b>", "Bo & Co"])
    texts = [text.text for text in parsed(svg).iter("text")]
    assert "<b>Ann</b>" in texts
    assert "Bo & Co" in texts


def test_boards_are_small() -> None:
    labels = [f"{reference}, barrels, unharvested, in a group of 43, can be chosen, new" for reference in SPACES]
    crowded = replace(FULL, labels=labels, legal=ALL_SPACES, changed=ALL_SPACES, ripe=FULL.fields)
    assert len(board(crowded).encode()) <= 32_500
    assert len(board(crowded, "thumbnail").encode()) <= 10_000
    assert len(board(FULL, "thumbnail").encode()) <= 6_000
    assert len(sprites().encode()) <= 150_000
    assert len(zlib.compress(sprites().encode(), 9)) <= 16_000
    assert len(standalone(table(new_game(2), ["Ann", "Bo"])).encode()) <= 46_000


def test_a_field_is_told_by_colour_picture_and_rows_and_a_harvested_one_differs() -> None:
    found = [drawings()[f"{name}-{side}"] for name in CROPS for side in (0, 1)]
    assert len({re.sub(r'(fill|stroke)="[^"]*"', "", drawing) for drawing in found}) == 10


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"crops": [0] * 55}, "crops must be 56 numbers"),
        ({"crops": [5] * 56}, "crops must be 56 numbers"),
        ({"seat": 4}, "seat 4"),
        ({"cursor": 56}, "cursor 56"),
        ({"fields": 1 << 56}, "fields is not a mask"),
        ({"legal": -1}, "legal is not a mask"),
        ({"ripe": 1}, "unharvested field that is not on the board"),
        ({"posts": ((12, 0),)}, "unknown worker 12"),
        ({"labels": ["A1"]}, "1 labels, expected 56"),
        ({"ghosts": (Ghost(56),)}, "or space 56"),
        ({"previews": (Preview((Ghost(56),)),)}, "or space 56"),
    ],
)
def test_a_malformed_view_gets_one_clear_error(fault: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        board(replace(EMPTY, **fault))
    assert "\n" not in str(caught.value)


def test_other_bad_arguments() -> None:
    with pytest.raises(ValueError, match="size 'huge'"):
        board(EMPTY, "huge")
    with pytest.raises(ValueError, match="theme 'mauve'"):
        standalone(board(EMPTY), "mauve")
    with pytest.raises(ValueError, match="4 counts"):
        tiles.counters([1, 2, 3, 4])
    with pytest.raises(ValueError, match="1 names for 2 players"):
        table(a_game(2, 1, 1), ["Ann"])


def test_a_view_of_a_state_and_its_scoring_groups() -> None:
    state = a_game(3, 30, 7)
    view = view_of(state, 1)
    assert (view.fields, view.ripe, view.posts) == (state.fields[1], state.ripe[1], state.posts[1])
    assert view.name == "board-2"
    marked = scored(replace(EMPTY, fields=mask_of(["A1", "A2", "C5", "E1", "E2", "E3"])))
    assert (names(marked.largest), names(marked.second)) == (["E1", "E2", "E3"], ["A1", "A2"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_shows_every_tile_that_lies_open(players: int) -> None:
    state = a_game(players, 40, players)
    svg = table(state, ["Ann", "Bo", "Cy", "Di"][:players])
    assert svg.count("#kh-event-") == len(state.placed)
    texts = [text.text for text in parsed(svg).iter("text")]
    on_boards = players * 56
    in_stores = sum(map(len, state.stores))
    assert sum(text in INDEX for text in texts if text) == on_boards + state.registry.bit_count() + in_stores


def test_tiles_and_tokens_are_named() -> None:
    labels = {
        tiles.tile(INDEX["C5"], 4, ripe=False): "C5, wheat, harvested",
        tiles.worker(0, seat=1): "A, apprentice, number 1",
        tiles.worker(11): "L, benefactor, number 5",
        tiles.event(0): "event M, blind swap",
        tiles.emblem(2): "teal triangle",
        tiles.crop(3): "barrels",
        tiles.counters([2, 0, 1, 0, 0], unknown=3): "2 hops, 1 apples, 3 unknown",
        tiles.counters([0] * 5): "none",
        tiles.tile(0, 0, label='"<'): '"<',
    }
    for svg, label in labels.items():
        assert parsed(svg).attrib["aria-label"] == label
        assert parsed(svg).attrib["role"] == "img"
    assert parsed(tiles.crop(0, label="")).attrib["aria-hidden"] == "true"


def test_every_worker_and_every_event_has_a_drawing_of_its_own() -> None:
    assert len({drawings()[f"worker-{worker.letter}"] for worker in WORKERS}) == len(WORKERS)
    assert len({drawings()[f"event-{event.letter}"] for event in EVENTS}) == len(EVENTS)


def test_sprites_are_well_formed_with_unique_ids_and_colours_that_exist() -> None:
    root = parsed(f"<div>{sprites()}</div>")
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {f"kh-{name}" for name in drawings()} <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', sprites())) <= {(one, "") for one in ids} | {
        ("", one) for one in ids
    }
    assert set(re.findall(r"var\(--([a-z0-9-]+)", sprites())) - LOCAL <= set(colours.NAMES)


@pytest.mark.parametrize("theme", [None, *colours.THEMES])
def test_a_standalone_file_holds_all_it_refers_to(theme: str | None) -> None:
    svg = standalone(board(FULL, "still"), theme)
    root = parsed(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib.get("data-theme") == theme
    referred = re.findall(r'(?:href="#|url\(#)([^")]+)', svg)
    assert set(referred) == set(re.findall(r' id="([^"]+)"', svg))
    style, drawing = svg.split("</style>")
    assert colours.named(drawing) <= set(re.findall(r"--([a-z0-9-]+):", style))
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("theme", [None, *colours.THEMES])
def test_a_picture_in_a_page_changes_nothing_outside_itself_and_is_not_changed_by_it(theme: str | None) -> None:
    (style,) = re.findall("<style>(.*)</style>", standalone(table(a_game(2, 9, 1), ["Ann", "Bo"]), theme))
    plain = re.sub(r"@keyframes [\w-]+\{(\w+\{[^}]*\})+\}", "", style)
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", plain)
    assert selectors
    for selector in (one for each in selectors for one in re.sub(r"\([^)]*\)", "", each).split(",")):
        assert selector.startswith(".kh"), selector
    drawn = style + standalone(board(FULL, "still"), theme)
    fallback = set(re.findall(r"var\(--([a-z0-9-]+),", drawn))
    sizes = ("ref-size", "far-size", "plate-x", "plate-y", "plate-width", "plate-height", "plate-round")
    assert fallback <= set(sizes)


def test_pictures_in_different_themes_share_no_drawing() -> None:
    ids = [
        set(re.findall(r'id="([^"]+)"', standalone(board(FULL, "still"), theme))) for theme in (None, *colours.THEMES)
    ]
    assert sum(map(len, ids)) == len(set().union(*ids))


def test_a_picture_writes_out_only_colours_that_no_theme_changes() -> None:
    drawn = standalone(board(FULL, "still"))
    assert colours.PALETTES["light"]["skin-2"] in drawn
    assert "--skin-" not in drawn
    assert "var(--hops-c)" in colours.with_constants("var(--hops-c)")  # dark differs
    assert colours.with_constants("var(--coat)") == "var(--coat)"


def test_a_table_asks_its_question_and_marks_who_answers() -> None:
    state = a_game(2, 9, 1)
    plain, asking = table(state, ["Ann", "Bo"]), table(state, ["Ann", "Bo"], question="Ann, <which> action?")
    texts = [text.text for text in parsed(asking).iter("text")]
    assert texts[0] == "Ann, <which> action?"
    assert [text.text for text in parsed(plain).iter("text")] == texts[1:]
    marked = re.findall(r'class="kh-seat-(\d)"><rect', asking)
    assert marked == [str(actor(state))]


# Properties that aren't colours of a theme: those of the seat around a picture, and sizes.
LOCAL = {"coat", "coat-edge"}


def test_every_property_in_the_style_sheets_is_defined() -> None:
    sheet = colours.themes() + SHEET + "".join(path.read_text() for path in (ROOT / "web").glob("*.css"))
    defined = set(re.findall(r"--([a-z0-9-]+):", sheet))
    fallback = set(re.findall(r"var\(--([a-z0-9-]+),", sheet))
    assert set(re.findall(r"var\(--([a-z0-9-]+)", sheet)) <= defined | fallback
    assert sheet.count("{") == sheet.count("}")


def test_a_theme_by_the_system_is_the_theme_by_choice() -> None:
    blocks = dict(re.findall(r"(?m)^(.*?)\{(color-scheme:[\w ]+;[^}]*)", colours.themes().replace("){", ")\n")))
    for theme in ("dark", "contrast"):
        assert colours.themes().count(f"{{{blocks[f'[data-theme={theme}]']}}}") == 2


SEATS = ("seat-0", "seat-1", "seat-2", "seat-3", "nobody")
MEADOWS = ("meadow-0", "meadow-1", "meadow-2")
TEXTS = [
    *[(text, ground) for text in ("ink", "soft") for ground in ("panel", "raised", "well", "gold-wash", "accent-wash")],
    *[(text, ground) for text in ("accent", "alert") for ground in ("panel", "raised", "well")],
    ("accent-ink", "accent"),
    ("table-ink", "table"),
    ("table-ink", "table-deep"),
    ("plate-ink", "plate"),
    ("flag-ink", "flag"),
    ("fresh-out", "fresh"),
    *[("reference", ground) for ground in MEADOWS],
    *[("seat-ink", coat) for coat in SEATS],
]
GRAPHICS = [
    # Whatever its fill, a crop's picture is outlined in its ink.
    *[(f"{crop}-ink", f"{crop}-{ground}") for crop in CROPS for ground in ("t", "c", "rest", "high")],
    *[("edge", ground) for ground in ("panel", "raised")],
    # Lines on the land have a casing of another colour: the contrast between the two.
    ("glow", "glow-ink"),
    ("glow-core", "glow-ink"),
    ("fresh", "fresh-out"),
    ("focus", "focus-out"),
    *[("rim", seat) for seat in SEATS],
]


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG 2) of ``#rrggbb``, from 0 for black to 1 for white."""
    parts = []
    for place in (1, 3, 5):
        value = int(colour[place : place + 2], 16) / 255
        parts.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio (WCAG 2) of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return round((light + 0.05) / (dark + 0.05), 2)


@pytest.mark.parametrize("theme", colours.THEMES)
def test_text_has_a_contrast_of_four_and_a_half_and_graphics_of_three(theme: str) -> None:
    palette = colours.PALETTES[theme]
    faults = [
        f"{one} on {other}: {contrast(palette[one], palette[other])}"
        for pairs, least in ((TEXTS, 4.5), (GRAPHICS, 3.0))
        for one, other in pairs
        if contrast(palette[one], palette[other]) < least
    ]
    assert faults == []


@pytest.mark.parametrize("theme", colours.THEMES)
def test_a_hedge_is_seen_on_every_green_by_its_shadow_or_its_light(theme: str) -> None:
    palette = colours.PALETTES[theme]
    for ground in MEADOWS:
        parts = [contrast(palette[part], palette[ground]) for part in ("hedge-deep", "hedge-high")]
        assert max(parts) >= 2.5, (ground, parts)


@pytest.mark.parametrize("name", ["icon.svg", "icon-maskable.svg"])
def test_an_icon_stands_on_its_own(name: str) -> None:
    text = (ROOT / "assets" / name).read_text(encoding="utf-8")
    root = parsed(text)
    assert root.attrib["viewBox"] == "0 0 512 512"
    assert not re.search(r"<script|<style|var\(|href|url\(", text)
