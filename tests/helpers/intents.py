"""List the intents with their values and screens: ``python3 tests intents``."""

from __future__ import annotations

from typing import Final

from keyharvest.page.core.intent import Deed
from keyharvest.page.core.screen import Intent, Screen, intents_of
from keyharvest.page.lessons.demo import EmbeddedLesson
from keyharvest.page.puzzles.embedded import EmbeddedTask
from keyharvest.page.screens import LATE, OWNERS, SCREENS, screen_class

#: The screen of demos.
EMBEDDED: Final = EmbeddedLesson.name
#: All screens of the page, by name.
CLASSES: Final = {name: screen_class(name) for name in (*SCREENS, *LATE)}
_ALONE: Final[tuple[type[Screen], ...]] = (EmbeddedLesson, EmbeddedTask)


def _by_screens() -> dict[str, dict[str, Intent]]:
    found: dict[str, dict[str, Intent]] = {}
    for screen in (*CLASSES.values(), *_ALONE):
        for name, intent in intents_of(screen, () if screen in _ALONE else OWNERS).items():
            found.setdefault(name, {})[screen.name] = intent
    return found


#: All intents, by name and screen.
INTENTS: Final = dict(sorted(_by_screens().items()))


def main() -> None:
    """Print a paragraph for each method that carries out an intent."""
    for name, by_screen in INTENTS.items():
        where: dict[Deed, list[str]] = {}
        for screen, intent in by_screen.items():
            where.setdefault(intent.deed, []).append(screen)
        for deed, screens in where.items():
            value = f" VALUE: {_summary(deed.read)}" if deed.read else ""
            shown = "every screen" if set(CLASSES) <= {*screens} else ", ".join(screens)
            print(f"{name}{value}\n    {_summary(deed.method)}\n    on {shown}")


def _summary(of: object) -> str:
    return " ".join((of.__doc__ or "").partition("\n\n")[0].replace("``", "`").split())


if __name__ == "__main__":
    main()
