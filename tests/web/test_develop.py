"""The page in development: what it is made from, and what happens when a source changes."""

import re
from pathlib import Path

from web.bundle import develop, places
from web.bundle.assembly import LATER


def test_a_sheet_has_what_it_imports_and_its_widths_are_resolved(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.css").write_text(
        '@import url("a/b.css") layer(low);\n@media (--small) and (--x) { p { top: 0 } }', "utf-8"
    )
    widths = (
        "@custom-media --small (width < 9px); /* a */\n@custom-media --x (height < 1px), (2px < height) and (hover);"
    )
    (tmp_path / "a/b.css").write_text(f"{widths}\n@media (--small), print {{ b {{ top: var(--x) }} }}", "utf-8")
    made = develop.joined(tmp_path / "index.css")
    assert re.sub(r"\s+", " ", made).strip() == (
        "@layer low { @media ((width < 9px)), print { b { top: var(--x) } }} "
        "@media ((width < 9px)) and ((height < 1px) or ((2px < height) and (hover))) { p { top: 0 } }"
    )


def test_no_width_of_the_page_is_left_unresolved() -> None:
    made = "".join(develop.joined(places.SHEETS / f"{name}.css") for name in ("first", *LATER))
    assert "@import" not in made
    assert "@custom-media" not in made
    assert not re.search(r"@media[^{]*--", made)
