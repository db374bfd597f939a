"""The screens of the page, by name. Those of rooms that few visits need are imported when they are first shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from keyharvest.page.core.screen import Owner, Screen
from keyharvest.page.game import screens as game
from keyharvest.page.home import screens as home
from keyharvest.page.lessons import screens as lessons
from keyharvest.page.page import PARTS
from keyharvest.page.review import screens as review
from keyharvest.page.rules import screens as rules
from keyharvest.page.saved import screens as saved
from keyharvest.page.settings import screens as settings
from keyharvest.page.setup import screens as setup

_ROOMS: Final = (home, setup, lessons, saved, game, review, settings, rules)
SCREENS: Final[dict[str, type[Screen]]] = {each.name: each for room in _ROOMS for each in room.SCREENS}


def _of_puzzles() -> tuple[type[Screen], ...]:
    from keyharvest.page.puzzles.screens import SCREENS

    return SCREENS


def _of_the_editor() -> tuple[type[Screen], ...]:
    from keyharvest.page.editor.screens import SCREENS

    return SCREENS


def _of_others() -> tuple[type[Screen], ...]:
    from keyharvest.page.live.screens import SCREENS

    return SCREENS


#: The others, by name, with the function that imports them: the build follows import statements, and packs the parts of
#: the standard library that they need. Their intents are valid on themselves alone.
LATE: Final[dict[str, Callable[[], tuple[type[Screen], ...]]]] = {
    **dict.fromkeys(("puzzles", "puzzle", "exercise"), _of_puzzles),
    **dict.fromkeys(("editor", "layout"), _of_the_editor),
    **dict.fromkeys(("letter", "invite", "lobby", "invited"), _of_others),
}


def screen_class(name: str) -> type[Screen]:
    """Return the class of a screen. Raise ``ValueError`` if there is none of this name."""
    if name in SCREENS:
        return SCREENS[name]
    if name not in LATE:
        raise ValueError(f"message: to: {name[:20]!r} is not a screen")
    return next(each for each in LATE[name]() if each.name == name)


def _shown(name: str) -> Callable[[Screen], Screen]:
    def find(shown: Screen) -> Screen:
        found: Screen = shown.page.here.find(name)
        return found

    return find


#: Everything that has intents for several screens.
OWNERS: Final[tuple[Owner, ...]] = (*PARTS, *((each, _shown(name)) for name, each in SCREENS.items()))
