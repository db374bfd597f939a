"""What comes from the page as text or plain data, read with care: values of messages, forms, settings and set-ups.

Every function gives a checked value or raises ``ValueError`` with the fault and its place.
"""

from __future__ import annotations

import json
import secrets
from typing import Any, Final

from keyharvest.rules.components import CROP_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.setup import Start
from keyharvest.table.language import _
from keyharvest.table.screens import EMPTY, PACES, THEMES, Settings
from keyharvest.table.sitting import KINDS, Chair, clean_name

#: What those are called who have not been given a name.
NAMES: Final = ("Robin", "Ada", "Bruno", "Clara")
#: Seeds that nobody has chosen are below this.
SEEDS: Final = 10**9


def fault_text(error: ValueError) -> str:
    """An error as one line of text."""
    return str(error)[:400]


def object_of(value: object) -> dict[str, Any]:
    """The fields of a form or a key pressed."""
    if not isinstance(value, dict):
        raise ValueError(f"message: value: want an object, not {type(value).__name__}")
    return value


def space_of(value: object) -> int:
    """A space or tile from its reference."""
    if not isinstance(value, str) or value not in INDEX:
        raise ValueError(f"message: want a reference from A1 to G7, not {str(value)[:20]!r}")
    return INDEX[value]


def crop_of(value: object) -> int:
    """A crop from its name."""
    if not isinstance(value, str) or value not in CROP_INDEX:
        raise ValueError(f"message: want one of {', '.join(CROP_INDEX)}, not {str(value)[:20]!r}")
    return CROP_INDEX[value]


def _stored_object(text: str, what: str) -> dict[str, Any]:
    """An object of JSON; the error names it as ``what``."""
    try:
        data = json.loads(text)
    except ValueError as error:  # a number of too many digits is one as well
        raise ValueError(f"{what}: not JSON: {error}") from None
    except RecursionError:
        raise ValueError(f"{what}: brackets are nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError(f"{what}: want an object")
    return data


def settings_from(text: str) -> Settings:
    """Settings from their stored text; ``ValueError`` names the one that is wrong."""
    data = _stored_object(text, "settings")
    found = Settings(data.get("theme", "auto"), data.get("pace", "normal"), data.get("confirm", True))
    for name, options in (("theme", THEMES), ("pace", PACES)):
        if getattr(found, name) not in tuple(options):
            raise ValueError(
                f"settings: {name}: want one of {', '.join(options)}, not {str(getattr(found, name))[:20]!r}"
            )
    if not isinstance(found.confirm, bool):
        raise ValueError("settings: confirm: want true or false")
    return found


def setup_form(value: object) -> tuple[list[Chair | None], Start, bool, str]:
    """Chairs, start, whether hands stay behind screens, the text of the seed; ``ValueError`` for what is no such form.

    What a person may get wrong in it is for :func:`seated` and :func:`seed_of` to say, so that the form can come back
    as it was filled in.
    """
    form = object_of(value)
    chairs = chairs_of(form.get("name"), form.get("kind"))
    return chairs, start_of(form.get("start")), form.get("screens") == "yes", str(form.get("seed", ""))


def seated(chairs: list[Chair | None]) -> list[Chair]:
    """Those who sit at the table; ``ValueError`` if two have the same name."""
    found: list[Chair] = []
    for chair in filter(None, chairs):
        if any(chair.name == other.name for other in found):
            raise ValueError(_("Two at the table have the name {name}.").format(name=chair.name))
        found.append(chair)
    return found


def seed_of(text: str) -> int:
    """The seed that was typed, or any if none was."""
    seed = text.strip()
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
        raise ValueError(_("Seed: want a number of at most 18 digits, not {text}").format(text=seed[:30]))
    return int(seed) if seed else secrets.randbelow(SEEDS)


def start_of(value: object) -> Start:
    """How the start player is found (rule 2.1)."""
    if value == "random":
        return "random"
    if value == "drawn":
        return "drawn"
    raise ValueError(f"start: want random or drawn, not {str(value)[:20]!r}")


def chairs_of(names: object, kinds: object) -> list[Chair | None]:
    """Who sits where from four names and four kinds, the last two perhaps nobody."""
    if not (isinstance(names, list) and isinstance(kinds, list) and len(names) == len(kinds) == 4):
        raise ValueError("set-up: want a name and a kind for each of four seats")
    found: list[Chair | None] = []
    for seat, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        if kind == EMPTY and seat > 1:
            found.append(None)
        elif kind in KINDS:
            taken = [chair.name for chair in found if chair]
            found.append(Chair(clean_name(str(name)) or next(each for each in NAMES if each not in taken), kind))
        else:
            raise ValueError(f"set-up: seat {seat + 1}: {str(kind)[:20]!r} cannot sit there")
    return found


def setup_text(chairs: list[Chair | None], start: str, screens: bool) -> str:
    """A set-up as it is stored."""
    return json.dumps(
        {
            "name": [chair.name if chair else "" for chair in chairs],
            "kind": [chair.kind if chair else EMPTY for chair in chairs],
            "start": start,
            "screens": screens,
        }
    )


def setup_from(text: str) -> tuple[list[Chair | None], Start, bool]:
    """A set-up from its stored text."""
    data = _stored_object(text, "set-up")
    screens = data.get("screens", False)
    if not isinstance(screens, bool):
        raise ValueError("set-up: screens: want true or false")
    return chairs_of(data.get("name"), data.get("kind")), start_of(data.get("start")), screens
