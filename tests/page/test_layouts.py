"""Layouts painted by eye, kept by name, shared as links and files, and played with (rules 1.3 and 1.5)."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from typing import Any

import pytest

from keyharvest.editor.sketch import MOST, Sketch, sketches_of, sketches_text
from keyharvest.page.session import Session
from keyharvest.record import record_text
from keyharvest.rules import STANDARD, Layout
from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.layout import compact, layout_json, parse_layout
from keyharvest.table.sealing import layout_link
from keyharvest.words.terms import crop, field
from tests.helpers.clicking import Reader
from tests.helpers.lines import Exchange, Wired, connect
from tests.page.test_live import play
from tests.rules.test_layout import other_layout

pytestmark = pytest.mark.slow

Step = tuple[str, Any]


def opened(saved: dict[str, str] | None = None) -> Reader:
    """Open the set-up and, from there, the layouts."""
    reader = Reader(Session(saved or {}), saved)
    send(reader, ("new", None))
    reader.click("layouts")
    assert reader.screen == "layout"
    return reader


def send(reader: Reader, *steps: Step) -> None:
    for intent, value in steps:
        patch = reader.send(intent, value)
        assert "alert" not in patch, (intent, value, patch)


def strokes(layout: Layout, spaces: Iterable[int] = range(56)) -> list[Step]:
    """Return the taps that paint some fields of a layout, and all of its starting pairs."""
    found: list[Step] = []
    for number, name in enumerate(CROPS):
        found += [("brush", name), *(("tap", SPACES[space]) for space in spaces if layout.crops[space] == number)]
    return [*found, ("brush", "pairs"), *(("tap", SPACES[space]) for pair in layout.pairs for space in pair)]


def key(name: str, at: str = "", **more: Any) -> Step:
    return "key", {"key": name, "at": at, "scope": "board" if at.startswith("hex-") else "page", **more}


def counts(reader: Reader) -> list[str]:
    return re.findall(r"<b>([^<]*)</b>", reader.panels["brushes"])


# Painting


@pytest.mark.rule("1.3")
@pytest.mark.rule("1.5")
def test_a_painted_layout_is_complete_and_played_with() -> None:
    reader, layout = opened(), other_layout()
    send(reader, *strokes(layout))
    assert "All fields and pairs are there" in reader.panels["gaps"]
    assert [int(number) for number in counts(reader)[:5]] == [mask.bit_count() for mask in layout.by_crop]
    send(reader, ("call", {"name": "My box"}), ("use", None))
    assert reader.screen == "setup"
    assert '<option value="My box" selected>' in reader.text()
    send(reader, ("begin", {"kind": ["person", "greedy", "empty", "empty"], "name": [""] * 4, "start": "random",
                            "layout": "My box"}))  # fmt: skip
    assert reader.session.table.sitting.game.state.layout == layout


@pytest.mark.rule("1.3")
@pytest.mark.rule("1.5")
def test_what_is_missing_is_named_as_one_paints() -> None:
    reader = opened()
    assert "56 fields have no crop yet (rule 1.3)." in reader.panels["gaps"]
    assert "Starting pairs: 0 of 4 (rule 1.5)." in reader.panels["gaps"]
    send(reader, *strokes(STANDARD, range(1, 56)), ("tap", "A2"), ("tap", "A2"))
    assert "1 field has no crop yet" in reader.panels["gaps"]
    assert "Starting pair 4 needs its second field (rule 1.5)." in reader.panels["gaps"]
    assert reader.click("gap", "A1")["focus"] == "hex-A1"
    assert reader.click("gap", "A2")["focus"] == "hex-A2"
    assert 'data-intent="use"' not in reader.panels["uses"]
    assert "no crop yet" in reader.send("use")["alert"]
    assert "no crop yet" in reader.send("layout_file")["alert"]


@pytest.mark.rule("1.3")
def test_each_crop_has_a_field_and_an_uneven_spread_is_said() -> None:
    reader = opened()
    send(reader, *strokes(STANDARD), ("brush", "hops"))
    assert "Not spread evenly" not in reader.panels["gaps"]
    wheat = [SPACES[space] for space in range(56) if STANDARD.crops[space] == CROPS.index("wheat")]
    send(reader, *(("tap", space) for space in wheat[1:]))
    assert "Not spread evenly: 21 hops" in reader.panels["gaps"]
    send(reader, ("tap", wheat[0]))
    assert "No field has this crop: wheat (rule 1.3)." in reader.panels["gaps"]


@pytest.mark.rule("1.5")
def test_there_are_four_pairs_and_a_tap_on_one_removes_it() -> None:
    reader = opened()
    send(reader, ("brush", "pairs"), *(("tap", space) for space in ("G7", "A1", "A3", "A2", "A4", "A5", "A6", "A7")))
    assert reader.session.workbench.layouts.book.sketch.pairs == ((0, 55), (1, 2), (3, 4), (5, 6))
    assert (
        reader.send("tap", "D4")["alert"] == "There are four starting pairs already: tap one to remove it (rule 1.5)."
    )
    send(reader, ("tap", "A2"), ("tap", "D4"), ("tap", "D5"))
    assert reader.session.workbench.layouts.book.sketch.pairs[-1] == (27, 28)


def test_every_edit_can_be_undone_even_a_deletion() -> None:
    reader = opened()
    send(reader, ("tap", "A1"), ("brush", "pairs"), ("tap", "A1"), ("call", {"name": "Box"}), ("drop", None))
    assert reader.saved.keys().isdisjoint({"layouts"})
    send(reader, ("undo", None))
    assert json.loads(reader.saved["layouts"]) == [["Box", f"h{'.' * 55}/A1"]]
    send(reader, ("undo", None), ("undo", None), ("undo", None))
    assert "layouts" not in reader.saved
    send(reader, ("redo", None))
    assert json.loads(reader.saved["layouts"]) == [["My layout", f"h{'.' * 55}/"]]


def test_it_is_painted_with_the_keyboard_and_heard() -> None:
    reader = opened()
    send(reader, key("5"), key("c"), key("5"))
    assert reader.patches[-1]["focus"] == "hex-C5"
    send(reader, key("Enter", "hex-C5"))
    assert reader.patches[-1]["say"] == "C5, wheat"
    send(reader, key("ArrowRight", "hex-C5"), key("6"), key(" ", "hex-C6"))
    assert reader.patches[-1]["say"] == "C6, no crop yet, starting pair 1"
    assert 'aria-label="C5, wheat"' in reader.panels["board"]
    send(reader, key("z", ctrl=True), key("z", ctrl=True))
    assert 'aria-label="C5, no crop yet"' in reader.panels["board"]
    send(reader, key("y", ctrl=True), key("Escape"))
    assert reader.screen == "setup"


# Keeping


def test_layouts_are_kept_by_name_and_come_back() -> None:
    reader = opened()
    send(reader, *strokes(other_layout()), ("call", {"name": "One"}), ("sketch", None))
    send(reader, ("brush", "hops"), ("tap", "A1"), ("call", {"name": "Two"}))
    again = opened(reader.saved)
    assert 'data-intent="sketch"' in again.panels["kept"]
    assert again.session.workbench.layouts.book.sketch.layout() == other_layout()
    assert again.send("call", {"name": " Two "})["alert"] == "Another layout is called “Two”."
    assert again.send("call", {"name": " "})["alert"] == "A layout's name has 1 to 60 characters."
    send(again, ("sketch", "Two"))
    assert again.session.workbench.layouts.book.sketch.counts() == [1, 0, 0, 0, 0]
    send(again, ("home", None), ("new", None))
    assert '<option value="One">' in again.text()
    assert "Two" not in again.text()  # it isn't complete


def test_a_new_name_holds_for_the_next_game_and_a_deleted_layout_is_named() -> None:
    reader = opened()
    send(reader, *strokes(other_layout()), ("use", None), ("layouts", None), ("call", {"name": "Box"}))
    assert json.loads(reader.saved["setup"])["layout"] == "Box"
    send(reader, ("drop", None))
    form = {"kind": ["person", "greedy", "empty", "empty"], "name": [""] * 4, "start": "random", "layout": "Box"}
    assert reader.send("begin", form)["alert"] == "There is no layout “Box” any more."


def test_no_more_are_kept_than_have_room() -> None:
    kept = sketches_text(Sketch(f"box {number}").painted(number, 0) for number in range(MOST))
    reader = opened({"layouts": kept})
    assert reader.send("sketch")["alert"] == f"This device keeps {MOST} layouts: delete one first."


@pytest.mark.parametrize(
    "text",
    ["[", "{}", '["a"]', '[["a", 1]]', '[["a", "h/"]]', f'[["a", "{"x" * 56}/"]]', f'[["a", "{"h" * 56}/A1A1"]]',
     f'[["", "{"h" * 56}/"]]', json.dumps([["a", f"{'h' * 56}/"]] * 2)],
)  # fmt: skip
def test_damaged_layouts_are_named_and_stay_until_the_next_edit(text: str) -> None:
    with pytest.raises(ValueError, match=r"layouts: |name"):
        sketches_of(text)
    reader = Reader(Session({"layouts": text}), {"layouts": text})
    assert reader.send("layouts")["alert"] == "Your layouts are damaged and can't be read."
    assert reader.saved["layouts"] == text
    send(reader, ("tap", "A1"))
    assert json.loads(reader.saved["layouts"])[0][0] == "My layout"


def test_a_file_with_everything_has_them_too() -> None:
    reader = opened()
    send(reader, *strokes(other_layout()))
    text = reader.send("export")["download"]["text"]
    other = opened()
    send(other, ("tap", "A1"), ("open", {"name": "all.json", "text": text}))
    assert "1 layout imported." in other.text()
    assert [sketch.name for sketch in sketches_of(other.saved["layouts"])] == ["My layout", "My layout 2"]
    send(other, ("open", {"name": "all.json", "text": text}))
    assert "0 layouts imported." in other.text()


# Links and files


@pytest.mark.rule("1.3")
def test_a_link_shows_its_board_before_anything_is_kept() -> None:
    link = layout_link(other_layout())
    assert f'href="#{link}"' in painted().panels["uses"]
    reader = Reader(Session({"fragment": link}))
    assert reader.screen == "layout"
    assert f'aria-label="A1, {crop(other_layout().crops[0])}"' in reader.panels["board"]
    assert "Nothing is kept yet" in reader.panels["brushes"]
    assert "layouts" not in reader.saved
    assert reader.send("tap", "A1")["alert"] == "Keep this layout first: then you can change it."
    send(reader, ("keep", None))
    assert sketches_of(reader.saved["layouts"])[0].layout() == other_layout()
    send(reader, ("layout", {"line": f"https://example.org/#{link}"}), ("keep", None))
    assert len(sketches_of(reader.saved["layouts"])) == 1  # it was there already


def painted() -> Reader:
    reader = opened()
    send(reader, *strokes(other_layout()))
    return reader


def test_a_reload_shows_the_link_again() -> None:
    link = layout_link(other_layout())
    reader = Reader(Session({"fragment": link}))
    assert reader.session.here.shown.address() == link
    send(reader, ("keep", None))
    assert reader.patches[-1]["address"] == ""


@pytest.mark.rule("1.3")
def test_a_damaged_link_is_refused_with_its_fault() -> None:
    reader = Reader(Session({}))
    link = layout_link(STANDARD).replace("layout-b", "layout-x")
    told = "Can't open this layout. layout: A1: expected one of the letters 'hvabw', not 'x'"
    assert reader.send("link", {"link": f"https://example.org/#{link}"})["alert"] == told
    assert reader.screen == "home"


def test_a_file_is_what_the_engine_reads_and_the_page_opens() -> None:
    text = painted().send("layout_file")["download"]["text"]
    assert (parse_layout(text), parse_layout(text).name) == (other_layout(), "My layout")
    reader = Reader(Session({}))
    send(reader, ("open", {"name": "box.json", "text": layout_json(other_layout())}), ("keep", None))
    assert reader.session.workbench.layouts.book.sketch.layout() == other_layout()
    bad = text.replace('"C3": "', '"C3": "x')
    assert reader.send("open", {"name": "bad.json", "text": bad})["alert"].startswith(
        "Can't open bad.json. layout: crops: C3: expected one of hops,"
    )


# Games


FORM = {"name": [""] * 4, "start": "random", "layout": "Shared layout"}


def shared(reader: Reader) -> Reader:
    """Keep a layout from a link."""
    send(reader, ("layout", {"line": layout_link(other_layout())}), ("keep", None))
    return reader


@pytest.mark.rule("1.3")
@pytest.mark.usefixtures("few_positions")
def test_hints_and_levels_work_on_it() -> None:
    reader = shared(Reader(Session({})))
    send(reader, ("begin", {**FORM, "kind": ["person", "apprentice", "farmer", "empty"]}))
    reader.let_computers_play()
    assert reader.session.table.sitting.person_to_act()
    send(reader, ("hint", None))
    while reader.session.table.advising.searching:
        reader.take(reader.session.step())
    send(reader, ("hint", "do"))
    layout = reader.session.table.sitting.game.state.layout
    assert layout == other_layout()
    tile = next(space for space in range(56) if STANDARD.crops[space] != layout.crops[space])
    assert field(reader.session.table.sitting.game.state, tile) == f"{SPACES[tile]} ({crop(layout.crops[tile])})"


@pytest.mark.rule("1.3")
@pytest.mark.rule("2.3")
def test_a_whole_game_is_reviewed_shared_and_opened_elsewhere() -> None:
    reader = shared(Reader(Session({})))
    send(reader, ("begin", {**FORM, "kind": ["greedy", "greedy", "empty", "empty"]}))
    reader.let_computers_play()
    sitting = reader.session.table.sitting
    assert sitting.over
    firsts = {SPACES[first] for first, _second in other_layout().pairs}
    assert {move[1:] for move in sitting.game.moves[1:3]} <= firsts
    send(reader, ("review", None), ("previous", None), ("share", None))
    link = re.search(r'href="#(kh1\.[^"]*)"', reader.text())
    assert link
    for value in ({"fragment": link[1]}, {}):
        other = Reader(Session(value))
        if not value:
            send(other, ("open", {"name": "game.txt", "text": reader.send("download")["download"]["text"]}))
        assert other.session.table.sitting.game.state.layout == other_layout()
        assert other.screen == "review"
    assert compact(other_layout()) in record_text(sitting.record())


@pytest.mark.rule("1.3")
def test_a_live_game_with_joint_draws_is_played_on_it() -> None:
    exchange = Exchange()
    host = Wired(exchange)
    shared(host)
    send(host, ("begin", {**FORM, "kind": ["person", "far", "empty", "empty"], "way": "live"}))
    exchange.deliver()
    guest = Wired(exchange)
    connect(exchange, host, guest, 1)
    host.click("start")
    exchange.deliver()
    play(exchange, [host, guest], random.Random(1), 8)
    for page in (host, guest):
        assert page.sitting.game.together
        assert page.sitting.game.state.layout == other_layout()


@pytest.mark.rule("1.3")
def test_the_editor_takes_it_over_and_says_why_no_puzzle_is_made_of_it() -> None:
    reader = shared(Reader(Session({})))
    send(reader, ("begin", {**FORM, "kind": ["person", "person", "empty", "empty"]}))
    send(reader, ("editor", "here"))
    assert reader.session.workbench.editing.draft.state.layout == other_layout()
    send(reader, ("pose", None))
    assert reader.take(reader.session.step())["alert"] == "A puzzle needs the standard layout."
