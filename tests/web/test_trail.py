"""The browser's history as the shell keeps it, without a browser."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from web.site.trail import Trail


class Layer:
    """A dialog or a menu over the screen."""

    def __init__(self, tag: str) -> None:
        self.tagName = tag
        self.open = False

    def close(self) -> None:
        """Close it."""
        self.open = False

    hidePopover = close  # noqa: N815, as in a browser


class Page:
    """A window with a history, which steps back only once its tasks are run, as a browser's does."""

    def __init__(self) -> None:
        self.entries: list[str | None] = [None]
        self.at = 0
        self.dialog, self.menu = Layer("DIALOG"), Layer("DIV")
        self.opened: list[str] = []
        self.steps: list[int] = []
        self.history: Any = self
        self.document = SimpleNamespace(
            getElementById=lambda _name: self.dialog,
            querySelectorAll=lambda _what: SimpleNamespace(length=int(self.menu.open), __getitem__=None),
        )
        self.trail = Trail(self, self.opened.append)
        self.trail.layers = lambda: [each for each in (self.dialog, self.menu) if each.open]  # type: ignore[method-assign]

    @property
    def state(self) -> str | None:
        """The state of the entry shown."""
        return self.entries[self.at]

    def pushState(self, state: str, _title: str) -> None:  # noqa: N802, as in a browser
        """Add an entry."""
        self.entries[self.at + 1 :] = [state]
        self.at += 1

    def replaceState(self, state: str, _title: str) -> None:  # noqa: N802, as in a browser
        """Replace the entry shown."""
        self.entries[self.at] = state

    def go(self, by: int) -> None:
        """Step, later."""
        self.steps.append(by)

    def run(self) -> None:
        """Carry out the steps, each followed by its event."""
        while self.steps:
            self.at += self.steps.pop(0)
            assert self.at >= 0, "the page has been left"
            self.trail.on_history(None)

    def back(self) -> None:
        """The reader presses Back."""
        self.go(-1)
        self.run()

    def places(self) -> list[str]:
        """Return the places that led here, with this one."""
        found: list[str] = json.loads(self.state or "[]")
        return found


@pytest.fixture
def page() -> Page:
    """A page at a game, to which its home screen led."""
    page = Page()
    page.trail.enter("home")
    page.trail.enter("game:1")
    return page


def test_back_closes_menu_and_dialog_before_it_leaves(page: Page) -> None:
    page.dialog.open = True
    page.trail.settle()
    page.menu.open = True
    page.trail.settle()
    page.back()
    assert (page.dialog.open, page.menu.open, page.places()) == (True, False, ["home", "game:1", ""])
    page.back()
    assert (page.dialog.open, page.places()) == (False, ["home", "game:1"])
    assert not page.opened
    page.back()
    assert page.opened == ["home"]


def test_a_layer_closed_otherwise_leaves_no_entry(page: Page) -> None:
    page.menu.open = True
    page.trail.settle()
    page.menu.open = False
    page.trail.settle()
    page.run()
    assert page.places() == ["home", "game:1"]
    assert not page.opened


def test_a_menu_that_leads_to_another_place_is_replaced_by_it(page: Page) -> None:
    page.menu.open = True
    page.trail.settle()
    page.menu.open = False
    page.trail.enter("rules")
    page.trail.settle()
    page.run()
    assert page.places() == ["home", "game:1", "rules"]
    page.back()
    assert page.opened == ["game:1"]


def test_a_menu_that_leads_back_leads_back(page: Page) -> None:
    page.menu.open = True
    page.trail.settle()
    page.menu.open = False
    page.trail.enter("home")
    page.run()
    assert (page.at, page.places()) == (0, ["home"])


def test_a_place_reached_before_a_step_is_done_comes_after_it(page: Page) -> None:
    page.menu.open = True
    page.trail.settle()
    page.menu.open = False
    page.trail.settle()
    page.trail.enter("rules")  # the answer to a press beside the menu
    page.run()
    assert page.places() == ["home", "game:1", "rules"]
    assert page.trail.last() == "rules"


def test_a_hint_is_an_entry_as_well(page: Page) -> None:
    page.trail.enter("game:1+hint")
    page.back()
    assert page.opened == ["game:1"]


def test_an_entry_of_a_layer_that_a_reload_has_closed_is_stepped_over(page: Page) -> None:
    page.menu.open = True
    page.trail.settle()
    page.menu.open = False
    page.trail = Trail(page, page.opened.append)
    page.trail.layers = list  # type: ignore[method-assign]
    assert page.trail.last() == "game:1"
    page.trail.sought = "game:1"
    page.trail.enter("game:1")
    page.trail.settle()
    page.run()
    assert page.places() == ["home", "game:1"]
