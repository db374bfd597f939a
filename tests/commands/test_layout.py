"""``keyharvest layout``: a file is checked, shown and made a link, or refused in one line (rules 1.3 and 1.5)."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from keyharvest.lab import make_layout
from keyharvest.rules.layout import compact, load_layout
from keyharvest.table.sealing import layout_in
from tests.commands.test_cli import run


@pytest.mark.rule("1.3")
@pytest.mark.rule("1.5")
def test_a_layout_is_checked_shown_and_made_a_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    file.write_text(make_layout.make(2), encoding="utf-8")
    layout = load_layout(file)
    code, out, _err = run(capsys, "layout", "check", str(file))
    assert (code, out.splitlines()[0]) == (0, f"{file}: no errors")
    assert sum(map(int, re.findall(r"(\d+) [a-z]", out.splitlines()[1]))) == 56
    code, out, _err = run(capsys, "layout", "show", str(file))
    letters = "".join(cell[0] for row in out.splitlines()[1:8] for cell in row.split()[1:])
    assert (code, letters) == (0, compact(layout).partition("/")[0])
    assert [len(re.findall(rf"\b[a-z]{number}\b", out)) for number in range(1, 5)] == [2, 2, 2, 2]
    code, out, _err = run(capsys, "layout", "link", str(file), "--site", "https://example.org/kh")
    assert (code, out.startswith("https://example.org/kh/#layout-")) == (0, True)
    assert layout_in(out) == layout


def test_a_bad_layout_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "box.json"
    file.write_text(make_layout.make(2).replace('"C3": "', '"C3": "rye'), encoding="utf-8")
    for what in ("check", "show", "link"):
        code, out, err = run(capsys, "layout", what, str(file))
        assert (code, out) == (1, "")
        assert err.startswith(f"keyharvest layout: {file}: layout: crops: C3: expected one of hops,")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"name": "x"}')))
    assert run(capsys, "layout", "check", "-") == (1, "", "keyharvest layout: layout: 'crops' is missing\n")
