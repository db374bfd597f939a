"""Draw with the wheel what needs no browser: ``python -I drawings.py WHEEL first|demos`` prints it as JSON.

The build runs this as a separate program, so that the wheel does the drawing and not the checkout.
"""

import json
import sys
from typing import Any


def first() -> dict[str, Any]:
    """Return what the page shows before its Python starts.

    ``home``: the patch of a session with nothing saved; ``ahead``: the patches of the intents that lead from there to
    other screens and back; ``words``: the shell's sentences until then, by language; ``style``, ``drawings``.
    """
    from keyharvest.page.session import Session
    from keyharvest.page.tongue import AROUND
    from keyharvest.picture.colours import rules, themes
    from keyharvest.picture.sprites import sprites
    from keyharvest.words.language import LANGUAGES, _, speaking

    def led_to(intent: str) -> dict[str, Any]:
        session = Session({})
        session.start()
        return session.handle({"intent": intent})

    def around(code: str) -> dict[str, str]:
        with speaking(code):
            return {text: _(text) for text in AROUND}

    home = Session({}).start()
    intents = ("new", "learn", "rules", "cards", "settings", "games", "statistics")
    return {
        "home": home,
        "ahead": {"home": home, "back": home} | {intent: led_to(intent) for intent in intents},
        "words": {code: around(code) for code in LANGUAGES if code != "en"},
        "style": themes() + rules(),
        "drawings": sprites(),
    }


def demos() -> dict[str, Any]:
    """Return the demos: see :func:`keyharvest.page.lessons.demo.drawn`."""
    from keyharvest.page.lessons.demo import drawn

    return drawn()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(json.dumps({"first": first, "demos": demos}[sys.argv[2]]()))
