"""A copy of the page's state, so that a patch contains only what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from keyharvest.table.settings import Settings

Patch = dict[str, Any]


def download(name: str, kind: str, text: str) -> Patch:
    """Return the patch that hands out a text as a file.

    Programs on Windows take a text for UTF-8 only if it begins with a byte-order mark, which JSON can't have.
    """
    mark = "" if kind == "application/json" or text.isascii() else "\ufeff"
    return {"download": {"name": name, "type": kind, "text": mark + text}}


class Drawn:
    """The state of the page after all patches so far.

    Attributes:
        marks: the attributes that mark elements at the moment shown, by their ids.
    """

    def __init__(self) -> None:
        self._name = ""
        self.marks: Mapping[str, Mapping[str, str]] = {}
        self._panels: dict[str, str] = {}
        self._beside = {"over": "", "news": ""}
        self._look = look(Settings(), past=False)

    def shows(self, name: str) -> bool:
        """Whether it shows the screen of this name, which isn't to be drawn again."""
        return self._name == name

    def again(self) -> None:
        """Draw everything again with the next patch."""
        self._name = ""

    def draw(self, name: str, main: str, panels: Mapping[str, str] | None, over: str, news: str) -> Patch:
        """Return the patch that makes the page show the screen of this name.

        With ``panels``, ``main`` is only their frame, which stays as long as the screen does. ``over`` covers the
        screen, and ``news`` is above it.
        """
        patch: Patch = {}
        changed: dict[str, str] = {}
        if not self.shows(name):
            patch["screen"] = self._name = name
            self._panels = {}
        if "main" not in self._panels or (panels is None and self._panels["main"] != main):
            changed["main"] = self._panels["main"] = main
        for panel, html in (panels or {}).items():
            if self._panels.get(panel) != html:
                changed[panel] = self._panels[panel] = html
        for beside, html in (("over", over), ("news", news)):
            if self._beside[beside] != html:
                changed[beside] = self._beside[beside] = html
        return patch | ({"panels": changed} if changed else {})

    def mark(self, marks: Mapping[str, Mapping[str, str]], look: Mapping[str, str | None]) -> Patch:
        """Return the patch that marks these elements and no others, and gives the page these attributes."""
        found: dict[str, dict[str, str | None]] = {
            name: dict.fromkeys(self.marks[name]) for name in self.marks if name not in marks
        }
        found |= {name: dict(values) for name, values in marks.items()}
        self.marks = marks
        if look != self._look:
            found["page"] = {name: value for name, value in look.items() if value != self._look[name]}
            self._look = look
        return {"attributes": found} if found else {}


def look(settings: Settings, past: bool) -> Mapping[str, str | None]:
    """Return the attributes of the page for its style and motion, from the settings and the moment shown."""
    short = "short" if past or settings.pace == "fast" else None
    return {
        "data-theme": None if settings.theme == "auto" else settings.theme,
        "data-size": None if settings.size == "normal" else settings.size,
        "data-motion": short if settings.motion == "device" else settings.motion,
    }


def both(one: Patch, other: Patch) -> Patch:
    """Merge two patches; where they conflict, the second wins."""
    attributes = one.get("attributes", {}), other.get("attributes", {})
    names = dict.fromkeys([*attributes[0], *attributes[1]])
    merged = {name: {**attributes[0].get(name, {}), **attributes[1].get(name, {})} for name in names}
    return one | other | ({"attributes": merged} if merged else {})
