"""The page's style sheets: each class and id is drawn by something, and widths are named in one place."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from web.bundle.assembly import LATER
from web.bundle.demos import EMBED
from web.bundle.places import ROOT, SHEETS, SITE

#: Widths in pixels at which the page changes, and widths in em, for text that is set larger in the browser.
WIDTHS = {"768px", "1024px", "1280px", "1800px"}
TEXT_WIDTHS = {"20em", "56em"}
#: The width at which a demo changes: its frame is a part of another page.
FRAME_WIDTH = "560px"
GAP = r"[\w-]*"


def sheets() -> dict[Path, str]:
    """Every sheet by its path, without comments."""
    paths = [*sorted(SHEETS.rglob("*.css")), *sorted(EMBED.glob("*.css"))]
    return {path: re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL) for path in paths}


def queries(sheet: str) -> set[str]:
    """The widths in a sheet's media queries."""
    found = re.findall(r"@(?:custom-)?media([^{;]*)", sheet)
    sized = (part for query in found for part in re.findall(r"\([^()]*\bwidth\b[^()]*\)", query))
    return {width for part in sized for width in re.findall(r"[\d.]+(?:px|em)", part)}


def selectors(sheet: str) -> Iterator[str]:
    """The selector of each block of declarations."""
    for text in re.findall(r"([^{};]+)\{", sheet):
        if not text.strip().startswith("@"):
            yield re.sub(r'"[^"]*"', "", text)


def drawn() -> re.Pattern[str]:
    """Every word that may become a class or an id: in the package's and the page's strings, HTML and scripts.

    What an f-string fills in may end a word, not begin it.
    """
    words = {"shell-late"}
    rooms = [ROOT / "keyharvest" / name for name in ("page", "picture")]
    for path in [path for room in (*rooms, SITE, ROOT / "web" / "bundle") for path in room.rglob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        prose = {each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        for node in ast.walk(tree):
            if node in prose:
                continue
            if isinstance(node, ast.JoinedStr):
                parts = [each.value if isinstance(each, ast.Constant) else "\0" for each in node.values]
                words.update(re.findall(r"[\w\0-]+", "".join(map(str, parts))))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.update(re.findall(r"[\w-]+", node.value))
            elif isinstance(node, ast.keyword) and node.arg:
                words.add(node.arg)
    for path in [*SITE.rglob("*.html"), *SITE.rglob("*.js"), *EMBED.glob("*.js")]:
        words.update(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))
    whole = {re.escape(word).replace("\0", GAP) for word in words if word[0].isalpha()}
    return re.compile("|".join(sorted(whole)))


def test_every_class_and_id_is_drawn_by_something() -> None:
    known = drawn()
    unknown = {
        f"{path.name}: {mark}{name}"
        for path, sheet in sheets().items()
        for selector in selectors(sheet)
        for mark, name in re.findall(r"([.#])([A-Za-z_][\w-]*)", selector)
        if not known.fullmatch(name)
    }
    assert not unknown


def test_widths_are_named_in_one_place_and_are_few() -> None:
    found = {path.relative_to(ROOT / "web").as_posix(): queries(sheet) for path, sheet in sheets().items()}
    assert found.pop("site/styles/widths.css") == WIDTHS | TEXT_WIDTHS
    for name in ("embed/demo.css", "embed/live.css"):
        assert found.pop(name) == {FRAME_WIDTH}
    assert {name: widths for name, widths in found.items() if widths} == {}


def test_every_named_width_is_used() -> None:
    texts = sheets()
    names = set(re.findall(r"@custom-media (--[\w-]+)", texts[SHEETS / "widths.css"]))
    used = {
        name
        for sheet in texts.values()
        for query in re.findall(r"@media([^{]*)", sheet)
        for name in names
        if f"({name})" in query
    }
    assert used == names


def test_every_sheet_is_part_of_the_page_once_and_in_a_layer() -> None:
    bundles = [SHEETS / f"{name}.css" for name in ("first", *LATER)]
    imported = [match for path in bundles for match in re.findall(r"@import (.*);", path.read_text(encoding="utf-8"))]
    named = [match for each in imported if (match := re.fullmatch(r'url\("([^"]+)"\) layer\((\w+)\)', each))]
    there = {path for path in SHEETS.rglob("*.css") if path not in bundles}
    assert sorted(path for match in named for path in SHEETS.glob(match[1])) == sorted(there - {SHEETS / "widths.css"})
    assert {each for each in imported if "layer" not in each} == {'url("widths.css")'}
    layers = {re.findall(r"@layer ([\w, ]+);", path.read_text(encoding="utf-8"))[0] for path in bundles}
    assert len(layers) == 1
    assert {match[2] for match in named} <= set(layers.pop().split(", "))


#: What is all over the table.
EVERYWHERE = {"", "*", "i", "b", "span", "small", "svg", ".kh", ".kh-inline", ".kh-tile", ".icon"}


def split(selector: str, marks: str) -> list[str]:
    """Split a selector at each of these characters, but not within brackets."""
    parts, depth = [""], 0
    for each in selector:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(each, 0)
        if depth == 0 and each in marks:
            parts.append("")
        else:
            parts[-1] += each
    return [part.strip() for part in parts if part.strip()]


def meant(compound: str) -> Iterator[str]:
    """The elements that a selector's end may mean, without their states."""
    if compound.startswith(":is("):
        for each in split(compound[4:-1], ","):
            yield from meant(split(each, " \n>+~")[-1])
    else:
        yield re.sub(r":.*", "", compound, flags=re.DOTALL)


def test_no_change_restyles_the_whole_table() -> None:
    """A browser restyles all that a rule with ``:has()`` may mean whenever the content of its element changes."""
    found = []
    for path, sheet in sheets().items():
        for selector in (each for block in selectors(sheet) for each in split(block, ",")):
            *before, last = split(selector, " \n>+~")
            if ":has(" in " ".join(before) and EVERYWHERE & set(meant(last)):
                found.append(f"{path.name}: {selector}")
    assert found == []


#: How much of what a system should do without there is still: lower these when there is less.
MOST = {"ids": 75, "rules in media queries": 1063}


def test_there_is_no_more_of_what_should_become_less() -> None:
    """Ids make a rule heavier than any class, and a rule for each shape of the window is one to keep in mind."""
    texts = sheets().values()
    ids = sum(len(re.findall(r"#[A-Za-z_]", selector)) for sheet in texts for selector in selectors(sheet))
    inside = sum(len(list(selectors(block))) for sheet in texts for block in media(sheet))
    assert ids <= MOST["ids"], "style classes"
    assert inside <= MOST["rules in media queries"], "let the grid decide (auto-fit), or set a token for each shape"


def media(sheet: str) -> Iterator[str]:
    """The content of each media query, with those in it."""
    for begin in re.finditer(r"@media[^{]*\{", sheet):
        depth, end = 1, begin.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(sheet[end], 0)
            end += 1
        if sheet.count("{", 0, begin.start()) == sheet.count("}", 0, begin.start()):
            yield sheet[begin.end() : end - 1]
