"""``keyharvest layout``: check a file with a layout, show its board, or print the link that opens it on the page."""

from __future__ import annotations

import argparse
from typing import Any

from keyharvest.commands.arguments import add_site, file, read_text
from keyharvest.rules import Layout
from keyharvest.rules.components import CROP_LETTERS, CROPS
from keyharvest.rules.geometry import ROW_LENGTHS, ROW_STARTS, ROWS, SPACES
from keyharvest.rules.layout import LONGEST, NAMED, load_layout, parse_layout
from keyharvest.table.sealing import layout_link


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "layout",
        help="check, show and share layouts",
        description="Check, show and share layouts: the crop of each field, and the starting pairs. See "
        "docs/formats.md for the file.",
    )
    does = parser.add_subparsers(title="what to do", dest="what")
    for what, run, said in (
        ("check", run_check, "read a file, and count its crops or name its first error"),
        ("show", run_show, "print its board"),
        ("link", run_link, "print a link that opens it on the page"),
    ):
        each = does.add_parser(what, help=said, description=f"{said.capitalize()}.")
        names = " or ".join(NAMED)
        each.add_argument("layout", type=file, metavar="FILE", help=f"a file, {names}; '-' for standard input")
        each.set_defaults(run=run)
        if run is run_link:
            add_site(each)


def _layout(arguments: argparse.Namespace) -> Layout:
    return parse_layout(read_text("-", LONGEST)) if arguments.layout == "-" else load_layout(arguments.layout)


def run_check(arguments: argparse.Namespace) -> int:
    """Read a layout, and count its crops (rules 1.3 and 1.5)."""
    layout = _layout(arguments)
    same = [name for name, named in NAMED.items() if named == layout and name != layout.name]
    print(f"{arguments.layout}: no errors" + (f"; the same as {same[0]}" if same else ""))
    print(_summary(layout))
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print the board: a letter for each crop, with the number of the starting pair."""
    layout = _layout(arguments)
    pair_of = {space: str(number) for number, pair in enumerate(layout.pairs, 1) for space in pair}
    print(layout.name)
    for row, length, start in zip(ROWS, ROW_LENGTHS, ROW_STARTS, strict=True):
        cells = (
            f"{CROP_LETTERS[layout.crops[space]]}{pair_of.get(space, ' ')}" for space in range(start, start + length)
        )
        print(f"{row} {'  ' * (max(ROW_LENGTHS) - length)}{'  '.join(cells)}".rstrip())
    print(_summary(layout))
    return 0


def _summary(layout: Layout) -> str:
    numbers = (f"{mask.bit_count()} {crop}" for crop, mask in zip(CROPS, layout.by_crop, strict=True))
    pairs = (f"{SPACES[one]} {SPACES[other]}" for one, other in layout.pairs)
    return f"crops: {', '.join(numbers)}\nstarting pairs: {', '.join(pairs)}"


def run_link(arguments: argparse.Namespace) -> int:
    """Print the link."""
    print(f"{arguments.site}#{layout_link(_layout(arguments))}")
    return 0
