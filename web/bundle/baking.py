"""Put the first screen into the page's HTML, so that it is there before any script runs."""

import html
import re
from typing import Any


def baked(page: str, patch: dict[str, Any]) -> str:
    """Insert a patch's panels, attributes and screen into the page; a panel without an element comes last in ``main``.

    >>> print(baked('<body data-screen="x"><main id="main"><p id="a"></p></main></body>',
    ...             {"panels": {"a": "<b>1</b>", "c": "2"}, "attributes": {"a": {"title": "<"}}, "screen": "home"}))
    <body data-screen="home"><main id="main"><p id="a" title="&lt;"><b>1</b></p><div id="c">2</div></main></body>
    """
    for name, content in patch.get("panels", {}).items():
        if not re.search(_tag(name), page):
            page = page.replace("</main>", f'<div id="{html.escape(name)}"></div></main>', 1)
        place = re.search(_tag(name) + r"\s*(?=</)", page)
        if not place:
            raise ValueError(f"web/site/index.html: the element {name!r} must be empty for the first screen")
        page = page[: place.end()] + content + page[place.end() :]
    for name, attributes in patch.get("attributes", {}).items():
        for attribute, value in attributes.items():
            page = _with_attribute(page, _tag(name), attribute, value)
    if "screen" in patch:
        page = _with_attribute(page, r"<body\b[^>]*>", "data-screen", patch["screen"])
    return page


def _tag(name: str) -> str:
    return rf'<[a-z]\w*\b[^<>]*\sid="{re.escape(html.escape(name))}"[^<>]*>'


def _with_attribute(page: str, tag: str, name: str, value: str | None) -> str:
    def changed(match: re.Match[str]) -> str:
        start = re.sub(rf'\s{re.escape(name)}(="[^"]*")?(?=[\s>])', "", match[0]).removesuffix(">")
        return f"{start}>" if value is None else f'{start} {name}="{html.escape(value)}">'

    return re.sub(tag, changed, page, count=1)
