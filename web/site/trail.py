"""The shell's part about the browser's history, so that Back leads to where the player was.

Each place of the session is an entry, and so is each layer that the shell has opened over it: a dialog or a menu. An
entry's state is the list of places that led to it, in which a layer is "".
"""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LONGEST = 50  # places kept in the browser's history


class Trail:
    """The way to where the player is; *page* is the window, and *go* opens a place.

    Attributes:
        place: where the player is, as the session names it.
        sought: the place the session was asked to open, until it answers.
    """

    def __init__(self, page: "Any", go: "Callable[[str], None]") -> None:
        self.page = page
        self.go = go
        self.place = ""
        self.sought = ""
        self.leaving = 0  # steps back made here, to be ignored
        self.later: tuple[str, bool] | None = None  # a place reached before such a step is done

    def read(self) -> "list[str]":
        """Return the last places that led here, then this one, then the layers over it."""
        state = self.page.history.state
        found: list[str] = json.loads(state) if state else []
        return found

    def last(self) -> str:
        """Return the last place, to which a reload or a new worker returns; "" if there is none yet."""
        places = [place for place in self.read() if place]
        return places[-1] if places else ""

    def layers(self) -> "list[Any]":
        """Return the open layers: a dialog, then menus."""
        document = self.page.document
        over, menus = document.getElementById("over"), document.querySelectorAll(":popover-open")
        return ([over] if over.open else []) + [menus[i] for i in range(menus.length)]

    def enter(self, place: str, instead: bool = False) -> None:
        """Record that the session has reached a *place*.

        Add it to the history, put it there *instead* of the last one, or step back if the player came from it.
        """
        self.place = place
        if self.leaving:
            self.later = place, instead
            return
        trail, asked = self.read(), self.sought
        self.sought = ""
        layers = over(trail)
        stem = trail[: len(trail) - layers]
        if not stem or asked or instead:
            self.put(stem[:-1], place, True)
        elif stem[-2:-1] == [place]:
            self.back(layers + 1)
        elif stem[-1] != place:
            self.put(stem, place, layers > 0)

    def settle(self) -> None:
        """Let the history have an entry for each open layer, and none for others."""
        trail = self.read()
        if not trail or self.leaving:
            return
        more = len(self.layers()) - over(trail)
        if more < 0:
            self.back(-more)
        for number in range(more):
            self.put(trail + [""] * number, "", False)

    def put(self, before: "list[str]", place: str, instead: bool) -> None:
        """Add an entry to the history after those *before*, or put it in the place of the last one."""
        trail = before[1 - LONGEST :]
        trail.append(place)
        history, state = self.page.history, json.dumps(trail)
        if instead:
            history.replaceState(state, "")
        else:
            history.pushState(state, "")

    def back(self, steps: int) -> None:
        """Step back in the history; the page already shows that place."""
        self.leaving += 1
        self.page.history.go(-steps)

    def on_history(self, _: "Any") -> None:
        """Follow the browser to another entry of its history: close the top layer, or open the place."""
        if self.leaving:
            self.leaving -= 1
            if self.later and not self.leaving:
                later, self.later = self.later, None
                self.enter(later[0], later[1])
            self.settle()
            return
        trail, layers = self.read(), self.layers()
        if len(layers) > over(trail):
            close(layers[-1])
        elif trail and trail[-1] and trail[-1] != self.place:
            self.sought = trail[-1]
            self.go(trail[-1])
        self.settle()


def over(trail: "list[str]") -> int:
    """Return how many layers lie over the last place.

    >>> over(["home", "game:1", "", ""]), over(["home"]), over([])
    (2, 0, 0)
    """
    number = 0
    while number < len(trail) and not trail[-1 - number]:
        number += 1
    return number


def close(layer: "Any") -> None:
    """Close a dialog or a menu."""
    if layer.tagName == "DIALOG":
        layer.close()
    else:
        layer.hidePopover()
