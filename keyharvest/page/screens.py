"""The screens of the page, by name. Those of parts that few visits need are imported when they are first shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from keyharvest.page.core.screen import Owner, Screen
from keyharvest.page.game.screens import CurtainScreen, EndingScreen, GameScreen
from keyharvest.page.home.screen import HomeScreen
from keyharvest.page.lessons.screens import DemoScreen, LearnScreen, LessonScreen
from keyharvest.page.page import PARTS
from keyharvest.page.review.screen import ReviewScreen
from keyharvest.page.rules.screen import CardsScreen, RulesScreen
from keyharvest.page.saved.screens import GamesScreen, ShareScreen, StatisticsScreen
from keyharvest.page.settings.screen import SettingsScreen
from keyharvest.page.setup.screen import SetUpScreen

SCREENS: Final[tuple[type[Screen], ...]] = (
    HomeScreen,
    SetUpScreen,
    LearnScreen,
    LessonScreen,
    GamesScreen,
    StatisticsScreen,
    ShareScreen,
    GameScreen,
    CurtainScreen,
    EndingScreen,
    ReviewScreen,
    DemoScreen,
    SettingsScreen,
    RulesScreen,
    CardsScreen,
)
_CLASSES: Final = {each.name: each for each in SCREENS}


def _of_puzzles() -> tuple[type[Screen], ...]:
    from keyharvest.page.puzzles.screens import ExerciseScreen, PuzzleScreen, PuzzlesScreen

    return PuzzlesScreen, PuzzleScreen, ExerciseScreen


def _of_the_editor() -> tuple[type[Screen], ...]:
    from keyharvest.page.editor.screen import EditorScreen, LayoutScreen

    return EditorScreen, LayoutScreen


def _of_others() -> tuple[type[Screen], ...]:
    from keyharvest.page.live.screens import InvitedScreen, InviteScreen, LetterScreen, LobbyScreen

    return LetterScreen, InviteScreen, LobbyScreen, InvitedScreen


#: The others, by name, with the function that imports them: the build follows import statements, and packs the parts of
#: the standard library that they need. Their intents are valid on themselves alone.
LATE: Final[dict[str, Callable[[], tuple[type[Screen], ...]]]] = {
    **dict.fromkeys(("puzzles", "puzzle", "exercise"), _of_puzzles),
    **dict.fromkeys(("editor", "layout"), _of_the_editor),
    **dict.fromkeys(("letter", "invite", "lobby", "invited"), _of_others),
}


def screen_class(name: str) -> type[Screen]:
    """Return the class of a screen. Raise ``ValueError`` if there is none of this name."""
    if name in _CLASSES:
        return _CLASSES[name]
    if name not in LATE:
        raise ValueError(f"message: to: {name[:20]!r} is not a screen")
    return next(each for each in LATE[name]() if each.name == name)


def _shown(name: str) -> Callable[[Screen], Screen]:
    def find(shown: Screen) -> Screen:
        found: Screen = shown.page.here.find(name)
        return found

    return find


#: Everything that has intents for several screens.
OWNERS: Final[tuple[Owner, ...]] = (
    *PARTS,
    *((each, _shown(each.name)) for each in SCREENS),
)
