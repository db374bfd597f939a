"""The screens that no game is played on, and what is laid over them, in every theme: nothing that axe faults."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.test_game import answered
from tests.screenshots import positions
from tests.screenshots.__main__ import SHOTS, Shot, harvested, kept, lay


def over() -> str:
    """A short game, finished."""
    return positions.finished(3, 2)


def shelf() -> str:
    """A game going on and a finished one."""
    return kept([harvested(), over()])


#: Those that test_screens.py does not visit. The pictures know the way.
SCREENS: Final = {
    **{name: SHOTS[name] for name in ("learn", "lesson", "curtain")},
    "end": Shot(record=over, steps=(("result", None),)),
    "review": Shot(record=over, steps=(("seek", "20"),)),
    "games": Shot(record=shelf, steps=(("games", None),)),
    "statistics": Shot(record=shelf, steps=(("statistics", None),)),
    "share": Shot(record=over, steps=(("share", None),)),
    "demo": Shot(record=harvested, steps=(("demo", None),)),
    "cards": Shot(record=harvested, steps=(("cards", "K"),)),
    "the table in words": Shot(record=harvested, steps=(("over", "words"),)),
}


def test_axe_finds_no_fault_in_any_theme(page: Page) -> None:
    """All rules in the light theme on a desk; what a theme changes, the contrast, in the others too."""
    page.goto("/")
    answered(page)
    found = []
    for name, shot in SCREENS.items():
        lay(page, shot)
        found += faults(page, name)
        for width, theme in ((1280, "contrast"), (390, "dark")):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            found += faults(page, f"{name}, {theme}, {width} px", "color-contrast")
    assert not found, "\n".join(found)


def faults(page: Page, screen: str, *rules: str) -> list[str]:
    """What axe finds on a screen, by all rules or by those named."""
    options = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    violations = Axe().run(page, options=options).response["violations"]
    return [f"{screen}: {v['id']}: {v['help']}: {[node['html'][:150] for node in v['nodes'][:3]]}" for v in violations]
