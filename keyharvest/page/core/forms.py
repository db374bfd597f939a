"""Strict readers of text and plain data from the page: values of messages, forms, settings and set-ups.

Every function returns a checked value or raises ``ValueError`` with the reason and the place; for a value of a message
the table of intents adds the place.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, Final, TypeVar

from keyharvest.players import NAMES as LEVELS
from keyharvest.record import RecordError
from keyharvest.record.links import is_marked, plain
from keyharvest.rules.components import CROP_INDEX, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.json_text import parse_json
from keyharvest.rules.setup import Start
from keyharvest.table.chairs import FACES, FAR, PERSON, clean_name
from keyharvest.table.clock import LIMITS
from keyharvest.table.sealing import CALLS, LAYOUT, LETTER, POSITION, SEAL, fault_in_words
from keyharvest.table.set_up import COMPUTER, EMPTY, LIVE, LONGEST_TEXT, MESSAGE, NAMES, SEATS, Place, SetUp, first
from keyharvest.table.settings import OPTIONS, Settings, is_service

#: Random seeds are below this.
SEEDS: Final = 10**9
#: The kinds of link besides those to games and positions, and their intents.
LINKED: Final = {"rule": "rules", "lesson": "lesson", "puzzle": "puzzle", "puzzles": "puzzles"}
#: A link to one of these, to a position or a layout, with its name; punctuation behind that is no part of it.
_PLACE: Final = re.compile(
    rf"(?:^|#)(?:({'|'.join(LINKED)})(?:-({re.escape(SEAL)}.*|[\w:.-]*[^\W_])?|(?![^\W_]))|({POSITION}|{LAYOUT}))",
    re.DOTALL,
)
Read = TypeVar("Read")


def fault_text(error: ValueError) -> str:
    """Return an error as one line of text, for a broken seal in the language in use."""
    return fault_in_words(error) if isinstance(error, RecordError) and error.word == SEAL else str(error)[:400]


def led_to(link: str) -> dict[str, Any] | None:
    """Return the message that opens a link to a game, position, layout, rule, lesson (``#lesson-chain``) or puzzle.

    Return ``None`` for any other link.

    >>> led_to("#rule-5.2"), led_to("https://example.org/%23lesson-chain). Look!")
    ({'intent': 'rules', 'value': '5.2'}, {'intent': 'lesson', 'value': 'chain'})
    >>> led_to("see #khm1.Ab"), led_to("#foo")
    ({'intent': 'link', 'value': {'link': 'see #khm1.Ab'}}, None)
    """
    text = plain(link)
    if place := _PLACE.search(text):
        kind, name, whole = place.groups(default="")
        if whole:
            return {"intent": whole.removesuffix("-"), "value": {"line": link}}
        return {"intent": LINKED[kind], "value": name}
    return {"intent": "link", "value": {"link": link}} if is_marked(text, SEAL, LETTER, *CALLS) else None


def object_of(value: object) -> dict[str, Any]:
    """Fields by their names."""
    if not isinstance(value, dict):
        raise ValueError(f"expected an object, not {type(value).__name__}")
    return value


def text_of(value: object) -> str:
    """Text."""
    if not isinstance(value, str):
        raise ValueError(f"expected text, not {type(value).__name__}")
    return value


def one_of(*words: str) -> Callable[[object], str]:
    """Make a reader of one of several words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"expected {_listed(words)}, not {str(value)[:20]!r}")
        return value

    read.__doc__ = f"{_listed(words)}."
    return read


def _listed(words: Sequence[str]) -> str:
    """List the words, joined by "or".

    >>> _listed(["0", "2", "3"])
    '0, 2 or 3'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def or_nothing(read: Callable[[object], Read]) -> Callable[[object], Read | None]:
    """Make a reader of an optional value."""

    def read_or_not(value: object) -> Read | None:
        return None if value is None else read(value)

    read_or_not.__doc__ = f"{(read.__doc__ or '').partition('.')[0]}, or nothing."
    return read_or_not


def numbered(what: str, most: int) -> Callable[[object], int]:
    """Make a reader of a number counted from 1, which returns it counted from 0; ``what`` names the thing in errors.

    >>> numbered("seat", 4)("3")
    2
    """

    def read(value: object) -> int:
        if not isinstance(value, str) or value not in map(str, range(1, most + 1)):
            raise ValueError(f"expected a {what} from 1 to {most}, not {str(value)[:20]!r}")
        return int(value) - 1

    read.__doc__ = f"The number of a {what}."
    return read


def worker_of(value: object) -> int:
    """The letter of a worker."""
    if not isinstance(value, str) or value not in WORKER_INDEX:
        raise ValueError(f"expected one of the letters {WORKER_LETTERS}, not {str(value)[:20]!r}")
    return WORKER_INDEX[value]


def space_of(value: object) -> int:
    """A reference such as D4."""
    if not isinstance(value, str) or value not in INDEX:
        raise ValueError(f"expected a reference from A1 to G7, not {str(value)[:20]!r}")
    return INDEX[value]


def crop_of(value: object) -> int:
    """The name of a crop."""
    if not isinstance(value, str) or value not in CROP_INDEX:
        raise ValueError(f"expected one of {', '.join(CROP_INDEX)}, not {str(value)[:20]!r}")
    return CROP_INDEX[value]


def deal_of(value: object) -> tuple[int, list[str]]:
    """The seed of a game and its first decisions.

    >>> deal_of("7 b:A A4")
    (7, ['b:A', 'A4'])
    """
    seed, *moves = text_of(value)[:LONGEST_TEXT].split() or [""]
    if not (seed.isascii() and seed.isdigit() and len(seed) < len(str(SEEDS))):
        raise ValueError(f"expected the seed of a game, then decisions, not {seed[:20]!r}")
    return int(seed), moves


def _stored_object(text: str, what: str) -> dict[str, Any]:
    """Read a JSON object; ``what`` names it in errors."""
    data = parse_json(text, what)
    if not isinstance(data, dict):
        raise ValueError(f"{what}: expected an object")
    return data


def settings_from(text: str) -> Settings:
    """Read stored settings; missing ones have their defaults. Raise ``ValueError`` with the name of an invalid one."""
    return changed_settings(Settings(), _stored_object(text, "settings"))


def changed_settings(now: Settings, wanted: dict[str, Any]) -> Settings:
    """Change some settings. Raise ``ValueError`` with the name of an invalid or unknown one."""
    known = asdict(now)
    for name, value in wanted.items():
        if name not in known:
            raise ValueError(f"settings: {name[:20]!r} is not known")
        if name in OPTIONS and value not in tuple(OPTIONS[name]):
            raise ValueError(f"settings: {name}: expected one of {', '.join(OPTIONS[name])}, not {str(value)[:20]!r}")
        if name == "service":
            if value != "" and not is_service(value):
                raise ValueError(f"settings: service: expected stun:HOST or stun:HOST:PORT, not {str(value)[:40]!r}")
        elif name not in OPTIONS and not isinstance(value, bool):
            raise ValueError(f"settings: {name}: expected true or false")
    return replace(now, **wanted)


def setup_from(value: object) -> SetUp:
    """A set-up from a form or from storage. Raise ``ValueError`` if the data isn't one.

    A person's own mistakes are left to :meth:`SetUp.faults`, so that the form can be shown again as filled in. The
    values of the seats are a list of four under one name (``kind``), or have a name for each seat (``kind1``).
    """
    form, plain = object_of(value), first()
    columns = {name: _column(form, name) for name in ("name", "kind", "level", "face", "badge")}
    places: list[Place] = []
    for seat, usual in enumerate(plain.places):
        given = {name: column[seat] for name, column in columns.items()}
        taken = [place.name for place in places if place.kind != EMPTY]
        name = clean_name(str(given["name"] or "")) or next(each for each in NAMES if each not in taken)
        kind, level = _kind_of(seat, given["kind"], given["level"] or usual.level)
        face, badge = given["face"] or usual.face, given["badge"] or str(usual.badge + 1)
        if not isinstance(face, str) or len(face) != 1 or face not in FACES:
            raise ValueError(f"set-up: seat {seat + 1}: expected a face, not {str(face)[:20]!r}")
        if badge not in tuple("1234"):
            raise ValueError(f"set-up: seat {seat + 1}: expected a badge from 1 to 4, not {str(badge)[:20]!r}")
        places.append(Place(name, kind, level, face, int(badge) - 1))
    texts = {name: form.get(name, "") for name in ("seed", "layout")}
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise ValueError(f"set-up: {name}: expected at most {LONGEST_TEXT} characters")
    screens = form.get("screens") in ("yes", True)
    hints = form.get("hints") in ("yes", True)
    clock = form.get("clock", "")
    if not isinstance(clock, str) or clock not in LIMITS:
        raise ValueError(
            f"set-up: clock: expected one of {', '.join(filter(None, LIMITS))} or nothing, not {str(clock)[:20]!r}"
        )
    way = form.get("way", MESSAGE)
    if way not in (LIVE, MESSAGE):
        raise ValueError(f"set-up: way: expected {LIVE} or {MESSAGE}, not {str(way)[:20]!r}")
    start = start_of(form.get("start"))
    return SetUp(tuple(places), start, screens, texts["seed"], texts["layout"], hints, clock, str(way))


def _column(form: dict[str, Any], name: str) -> list[Any]:
    found = form.get(name)
    if found is None:
        return [form.get(f"{name}{number}") for number in range(1, SEATS + 1)]
    if not isinstance(found, list) or len(found) != SEATS:
        raise ValueError(f"set-up: {name}: expected a list of {SEATS}, one for each seat")
    return found


def _kind_of(seat: int, kind: object, level: object) -> tuple[str, str]:
    """Return the kind of player at a seat, and the level; a level as the kind means a computer player."""
    if kind in LEVELS:
        kind, level = COMPUTER, kind
    if not isinstance(level, str) or level not in LEVELS:
        raise ValueError(f"set-up: seat {seat + 1}: expected a level, not {str(level)[:20]!r}")
    if kind == EMPTY and seat > 1:
        return EMPTY, level
    if kind in (PERSON, FAR, COMPUTER):
        return str(kind), level
    raise ValueError(f"set-up: seat {seat + 1}: {str(kind)[:20]!r} can't sit there")


def seed_of(text: str) -> int:
    """Return the seed typed, or a random one."""
    return int(text) if text.strip() else secrets.randbelow(SEEDS)


def start_of(value: object) -> Start:
    """The way to determine the starting player (rule 2.1)."""
    if value == "random":
        return "random"
    if value == "drawn":
        return "drawn"
    raise ValueError(f"start: expected random or drawn, not {str(value)[:20]!r}")


def setup_text(chosen: SetUp) -> str:
    """Return a set-up for storage, without the seed, which is for one game only."""
    return json.dumps(
        {
            "name": [place.name for place in chosen.places],
            "kind": [place.kind for place in chosen.places],
            "level": [place.level for place in chosen.places],
            "face": [place.face for place in chosen.places],
            "badge": [str(place.badge + 1) for place in chosen.places],
            "start": chosen.start,
            "screens": chosen.screens,
            "hints": chosen.hints,
            "layout": chosen.layout,
            "clock": chosen.clock,
            "way": chosen.way,
        }
    )


def stored_setup(text: str) -> SetUp:
    """Read a stored set-up."""
    return setup_from(_stored_object(text, "set-up"))
