"""Draw with the wheel what needs no browser: ``python -I drawings.py WHEEL first|demos`` prints it as JSON.

The build runs this as a separate program, so that the wheel does the drawing and not the checkout.
"""

import json
import sys
from typing import Any

#: The seeds of the first boards. The two seats begin about equally often.
SEEDS = range(1, 31)


def first() -> dict[str, Any]:
    """Return what the page shows before its Python starts.

    ``home``: the patch of a session with nothing saved; ``ahead``: the patches of the intents that lead from there to
    other screens and back; ``boards``: see there; ``words``: the shell's sentences until then, by language; ``style``,
    ``drawings``.
    """
    from keyharvest.page.session import Session
    from keyharvest.page.tongue import AROUND
    from keyharvest.picture.colours import rules, themes
    from keyharvest.picture.sprites import sprites
    from keyharvest.words.language import LANGUAGES, _, speaking

    def led_to(intent: str) -> dict[str, Any]:
        if intent in ("home", "back"):
            return home
        session = Session({})
        session.start()
        return session.handle({"intent": intent})

    def around(code: str) -> dict[str, str]:
        with speaking(code):
            return {text: _(text) for text in AROUND}

    home = Session({}).start()
    intents = ("home", "back", "new", "learn", "rules", "cards", "settings", "games", "statistics")
    return {
        "home": home,
        "ahead": paired({intent: led_to(intent) for intent in intents}),
        "boards": boards(),
        "words": {code: around(code) for code in LANGUAGES if code != "en"},
        "style": themes() + rules(),
        "drawings": sprites(),
    }


def paired(patches: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the patches that show a screen, with panels as pairs, as the worker sends them.

    A stand-in for the session (for the tests of the boot) has none for an intent it doesn't know.
    """
    return {
        name: {**patch, "panels": list(patch["panels"].items())} for name, patch in patches.items() if "panels" in patch
    }


def deal(seed: int) -> str:
    """Deal the game that "Play" begins, up to the person's first decision; return the seed and the opponent's moves.

    The opponent isn't pressed for time, so every build deals the same.
    """
    from keyharvest.rules import actor
    from keyharvest.rules.moves import parse
    from keyharvest.table.set_up import dealt

    sitting = dealt(seed, [])
    while sitting.computer_to_act():
        sitting.step()
    moves, states, persons = sitting.game.moves, sitting.game.states, sitting.persons()
    theirs = [m for m, state in zip(moves, states, strict=False) if not parse(m).drawn and actor(state) not in persons]
    return " ".join([str(seed), *theirs])


def boards() -> dict[str, list[dict[str, Any]]]:
    """Return first boards of the game that "Play" begins, by language: each deal and the patch that shows its board.

    Only the worker saves the game.
    """
    from keyharvest.page.drawing import both
    from keyharvest.page.session import Session
    from keyharvest.words.language import LANGUAGES, speaking

    def board(code: str, deal: str) -> dict[str, Any]:
        with speaking(code):
            session = Session({"language": code})
            session.start()
            patch = session.handle({"intent": "quick", "value": deal})
        patch.pop("save", None)
        return both(patch, {"attributes": {"page": {"lang": code}}})

    deals = [deal(seed) for seed in SEEDS]
    return {
        code: [
            {"deal": name, "patch": patch}
            for name, patch in paired({each: board(code, each) for each in deals}).items()
        ]
        for code in LANGUAGES
    }


def demos() -> dict[str, Any]:
    """Return the demos: see :func:`keyharvest.page.lessons.demo.drawn`."""
    from keyharvest.page.lessons.demo import drawn

    return drawn()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(json.dumps({"first": first, "demos": demos}[sys.argv[2]]()))
