"""The builder of HTML and SVG."""

import re

import pytest

from keyharvest.picture.elements import NAMES, Html, h, join
from web.environment import ROOT


def test_text_and_values_are_escaped_but_markup_is_not() -> None:
    assert h.b(title='<"&')["<i>", Html("<i>")] == '<b title="&lt;&quot;&amp;">&lt;i&gt;<i></b>'
    assert join("<", h.b["<"]) == "&lt;<b>&lt;</b>"
    assert h.p[h.b["1"] + "<" + Html("<br>")] == "<p><b>1</b>&lt;<br></p>"


def test_content_is_nested_and_nothing_draws_nothing() -> None:
    assert h.ul[None, False, "", [], (h.li[each] for each in "ab"), [[h.li["c"]]]] == (
        "<ul><li>a</li><li>b</li><li>c</li></ul>"
    )
    assert h.div[h.span, h.span("#here")] == '<div><span></span><span id="here"></span></div>'
    assert h.div[None] == "<div></div>"


def test_attributes_are_left_out_or_have_no_value_and_those_of_aria_say_true_or_false() -> None:
    field = h.input("#seed.wide", for_="x", data_most=3, maxlength=20_000_000, checked=True, hidden=False, value=None)
    assert field == '<input id="seed" class="wide" for="x" data-most="3" maxlength="20000000" checked>'
    assert h.a(aria_pressed=True, aria_current=False, aria_label=None)[None] == (
        '<a aria-pressed="true" aria-current="false"></a>'
    )


def test_coordinates_have_one_decimal_and_shapes_end_at_once() -> None:
    assert h.svg[h.rect(x=1.26, y=2.0, stroke_width=3)] == '<svg><rect x="1.3" y="2" stroke-width="3"/></svg>'


def test_the_elements_are_those_that_the_code_uses() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "keyharvest").rglob("*.py")]
    users = [source for source in sources if re.search(r"picture\.elements import .*\bh\b", source)]
    used = {name for source in users for name in re.findall(r"\bh\.(\w+)", source)}
    assert [name for name in sorted(used) if not hasattr(h, name)] == []
    assert sorted(NAMES - used) == []
    with pytest.raises(AttributeError, match="unknown element 'dvi'"):
        h.dvi  # noqa: B018
