"""Draw with the wheel what needs no browser: ``python -I drawings.py WHEEL first|boards|demos`` prints it as JSON.

The build runs this as a separate program, so that the wheel does the drawing and not the checkout.
"""

import itertools
import json
import pickle
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from keyharvest.page.session import Session

#: The seeds of the first boards. The two seats begin about equally often.
SEEDS = range(1, 31)
#: The intents whose answers are drawn ahead, as a player's first choice on such a board.
CHOICES = ("tap", "tile", "worker", "aim", "more", "fewer", "all", "clear", "end")


def first() -> dict[str, Any]:
    """Return what the page shows before its Python starts.

    ``home``: the patch of a session with nothing saved. By language: ``ahead``, the patches of the intents that lead
    from there to other screens and back; ``words``, the shell's sentences until then; ``doors``, the words and doors of
    the home screen. ``openings``: for each kind of link after "#", and each place, by its beginning, what the page says
    while it opens it; ``style``, ``drawings``.
    """
    from keyharvest.page.core.tongue import AROUND, OPENING, RETURNING
    from keyharvest.page.home.screens import doors
    from keyharvest.page.session import Session
    from keyharvest.picture.colours import themes
    from keyharvest.picture.sprites import SHEET, sprites
    from keyharvest.words.language import LANGUAGES, _, code, speaking

    def led_to(intent: str) -> dict[str, Any]:
        session = Session({"language": code()})
        begun = session.start()
        return begun if intent in ("home", "back") else session.handle({"intent": intent})

    def in_each(draw: "Callable[[], Any]") -> dict[str, Any]:
        found = {}
        for language in LANGUAGES:
            with speaking(language):
                found[language] = draw()
        return found

    words = in_each(lambda: {text: _(text) for text in AROUND})

    intents = ("home", "back", "new", "learn", "rules", "cards", "settings", "games", "statistics")
    return {
        "home": Session({}).start(),
        "ahead": in_each(lambda: paired({intent: led_to(intent) for intent in intents})),
        "words": {name: said for name, said in words.items() if name != "en"},
        "openings": {
            kind: {name: said.get(text, "") for name, said in words.items()}
            for kind, text in {**{f"#{kind}": text for kind, text in OPENING.items()}, **RETURNING}.items()
        },
        "doors": {name: drawn for name, drawn in in_each(lambda: doors(None)).items() if name != "en"},
        "style": themes() + SHEET,
        "drawings": sprites(),
    }


def paired(patches: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the patches that have panels, with the panels as pairs, as the worker sends them.

    The stand-in for the session in the tests of the boot answers an intent that it doesn't know without panels.
    """
    return {
        name: {**patch, "panels": list(patch["panels"].items())} for name, patch in patches.items() if "panels" in patch
    }


def deal(seed: int) -> str:
    """Deal the game that "Play" begins, up to the person's first decision; return the seed and the opponent's moves.

    The opponent has no time limit, so every build gives the same result.
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


def boards() -> dict[str, dict[str, Any]]:
    """Return first boards of the game that "Play" begins, by language and number: see :func:`board`."""
    from keyharvest.words.language import LANGUAGES

    deals = [deal(seed) for seed in SEEDS]
    cases = list(itertools.product(LANGUAGES, deals))
    with ProcessPoolExecutor() as processes:
        drawn = list(processes.map(board, *zip(*cases, strict=True), chunksize=5))
    names = [f"{code}-{number}" for code in LANGUAGES for number in range(len(deals))]
    return {name: made for name, made in zip(names, drawn, strict=True) if made}


def board(code: str, deal: str) -> dict[str, Any]:
    """Draw a first board in a language; return its deal, the patch that shows it, and the answers to first choices.

    The result is empty if the session is a stand-in, which has no boards.
    """
    from keyharvest.page.core.drawing import both
    from keyharvest.page.session import Session
    from keyharvest.words.language import speaking

    with speaking(code):
        session = Session({"language": code})
        session.start()
        patch = session.handle({"intent": "quick", "value": deal})
        if "panels" not in patch:
            return {}
        found = answers(session, patch["panels"])
    patch = both(unstored(patch), {"attributes": {"page": {"lang": code}}})
    return {"deal": deal, "patch": paired({deal: patch})[deal], "answers": found}


def unstored(patch: dict[str, Any]) -> dict[str, Any]:
    """Return a patch that is only seen: what the page keeps of a game or of a choice, it gets from the worker."""
    return {key: value for key, value in patch.items() if key not in ("save", "greet", "chosen")}


def answers(session: "Session", panels: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return the patches that answer first choices on a board, by intent and value, such as ``tile "B1"``.

    Choices that change the game or lead away from its board are left out. In place of its HTML each panel has its
    differences from the board's: see :func:`differences`.
    """
    found, copied = {}, pickle.dumps(session)
    for tag in re.findall(r"<[^<>]* data-intent=[^<>]*>", "".join(panels.values())):
        given = dict(re.findall(r' data-(intent|value)="([^"]*)"', tag))
        if given["intent"] not in CHOICES or ' aria-disabled="true"' in tag:
            continue
        patch = unstored(pickle.loads(copied).handle(given))
        if patch.keys() <= {"panels", "say"}:
            drawn = {name: differences(panels[name], html) for name, html in patch.get("panels", {}).items()}
            found[f"{given['intent']} {json.dumps(given.get('value'))}"] = {**patch, "panels": drawn}
    return found


def differences(old: str, new: str) -> list[list[Any]]:
    """Return how to make one piece of HTML from another, both split at each "<".

    For each difference, from the last to the first: where it begins, how many pieces to remove, and those to insert.
    """
    was, now = old.split("<"), new.split("<")
    found = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [[i, j - i, *now[k:n]] for kind, i, j, k, n in reversed(found) if kind != "equal"]


def demos() -> dict[str, Any]:
    """Return the demos: see :func:`keyharvest.page.lessons.demo.drawn`."""
    from keyharvest.page.lessons.demo import drawn

    return drawn()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(json.dumps({"first": first, "boards": boards, "demos": demos}[sys.argv[2]]()))
